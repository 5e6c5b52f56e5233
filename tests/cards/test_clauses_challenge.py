"""The challenge, clause by clause. Ren challenges Sei: Chi 3, Force 2, Personal Honor 2 where no card says else."""

from __future__ import annotations

import pytest

from iaijutsu.cards import InPlay
from tests.cards.script import By, card, do, item, person, reaction, ren, sei, static, table, trait

gen = By(2)
TO_THE_DEATH = do("challenge", lose=[do("destroy", who="loser")])


# --- who challenges whom ---------------------------------------------------------------------------------


@pytest.mark.clause("cards.challenge.create")
def test_an_effect_names_who_issues_and_who_receives() -> None:
    t = table(people=("ren, aya", "sei, kei"), pools=("one", "one")).plays(
        ren.picks("aya", "challenger"), ren.picks("kei", "challenged")
    )
    issued = t.the("challenge-issued")
    assert (t.state.pieces[issued.challenger].key, t.state.pieces[issued.challenged].key) == ("aya", "kei")
    assert issued.seats == (0, 1)
    assert t.asked == (1, "opportunity")


@pytest.mark.clause("cards.challenge.create")
def test_the_words_name_the_controllers_too_and_it_does_not_matter_whose_card_it_is() -> None:
    # Gen's action: he takes part in nothing, and the challenger is the one that the text names, Ren's Personality.
    challenge = do(
        "challenge",
        challenger={"who": "others", "keyword": "Samurai"},
        challenged={"who": "others", "keyword": "Monk"},
        refuse={"effects": [do("honor", who="challenger", amount=2), do("honor", who="challenged", amount=-1)]},
    )
    t = table(
        person("ren", keywords=("Samurai",)),
        person("sei", keywords=("Monk",)),
        action=(challenge,),
        people=("ren", "sei", "gen"),
        performer=2,
    )
    t.ends(sei.refuses())
    assert t.the("challenge-issued").seats == (0, 1)
    assert t.state.honor == [7, 4, 5]


@pytest.mark.clause("cards.challenge.invalid")
def test_one_controller_on_both_sides_means_no_challenge_and_the_effect_goes_on() -> None:
    own = do("challenge", challenged={"who": "any", "keyword": "Monk"})
    t = table(person("aya", keywords=("Monk",)), action=(own, do("honor", amount=1)), people=("ren, aya", "sei"))
    t.ends()
    assert t.the("challenge-fails").why == "both Personalities have the same controller"
    assert t.the("challenge-fails").clause == "cards.challenge.invalid"
    assert t.state.honor[0] == 6, "what the effect does besides still happens"
    assert t.state.past == []


@pytest.mark.clause("cards.challenge.invalid")
def test_a_card_that_is_no_personality_cannot_be_challenged() -> None:
    strange = do("challenge", challenged={"who": "others", "type": "item"})
    t = table(item("sword"), action=(strange,), people=("ren", "sei+sword")).ends()
    assert t.the("challenge-fails").why == "the challenged is not a Personality"
    assert t.headings() == []


@pytest.mark.clause("cards.challenge.invalid")
def test_it_is_judged_once_both_are_selected() -> None:
    anybody = do("challenge", challenger={"keyword": "Monk"}, challenged={"who": "any"})
    t = table(person("ren", keywords=("Monk",)), action=(anybody,), people=("ren, aya", "sei"), pools=("one", "one"))
    assert t.offered() == ["pick aya", "pick sei"], "the words allow his own companion"
    assert t.happened("challenge-fails") == []
    t.plays(ren.picks("sei", "challenged"))
    assert t.asked == (1, "opportunity")
    t = table(person("ren", keywords=("Monk",)), action=(anybody,), people=("ren, aya", "sei"))
    t.ends(ren.picks("aya", "challenged"))
    assert t.the("challenge-fails").why == "both Personalities have the same controller"


@pytest.mark.clause("cards.challenge.invalid")
def test_the_true_state_decides_and_tells_no_more_than_legal_or_not() -> None:
    strong = do("challenge", challenged={"who": "others", "stat": "chi", "at_least": {"stat": "chi", "of": "own"}})
    hidden = InPlay("kei", concealed=True, chi=2)
    t = table(action=(strong,), people=("ren", (hidden,))).ends()
    assert t.the("challenge-fails").why == "nobody may issue it"
    piece = next(p for p in t.seen(0).pieces.values() if p.owner == 1)
    assert (piece.key, piece.chi, piece.face_up) == ("?", None, False)


# --- beginning and refusing ------------------------------------------------------------------------------


@pytest.mark.clause("cards.challenge.begin")
def test_it_begins_when_both_are_selected_and_can_be_refused_only_then() -> None:
    may = do("challenge", refuse={"effects": [do("honor", who="challenged", amount=-1)]})
    t = table(action=(may,), pools=("one", "one"))
    assert [event.stage for event in t.happened("stage-reached")] == ["begun"]
    assert t.asked == (1, "refuse")
    t.ends(sei.accepts(), sei.strikes())
    assert t.happened("refused") == []
    assert t.kinds("stage-reached", "accepted", "duel-begins")[:3] == ["stage-reached", "accepted", "duel-begins"]


@pytest.mark.clause("cards.challenge.refuse-default")
def test_nobody_may_refuse_unless_an_effect_says_so() -> None:
    t = table(pools=("one", "one"))
    assert t.asked == (1, "opportunity")
    accepted = t.the("accepted")
    assert accepted.unrefusable
    assert accepted.clause == "cards.challenge.refuse-default"


@pytest.mark.clause("cards.challenge.refuse-default")
def test_the_creating_text_comes_first_so_that_a_ban_beats_it() -> None:
    ban = person("ren", static(do("refuse", mode="forbid"), if_=[{"role": "challenger"}]))
    t = table(ban, action=(do("challenge", refuse={}),), pools=("one", "one"))
    assert t.asked == (1, "opportunity"), "not refusable: nobody is asked"
    assert t.the("accepted").unrefusable


@pytest.mark.clause("cards.challenge.refuse-default")
@pytest.mark.parametrize(("first", "second", "asked"), [("allow", "forbid", False), ("forbid", "allow", True)])
def test_of_effects_that_are_applied_the_later_counts(first: str, second: str, asked: bool) -> None:
    t = table(
        card("first-word", reaction("before challenge", do("refuse", mode=first))),
        card("last-word", reaction("before challenge", do("refuse", mode=second))),
        hands=("first-word", "last-word"),
        pools=("one", "one"),
    )
    t.plays(ren.reacts("first-word"), sei.reacts("last-word"))
    assert t.asked == (1, "refuse" if asked else "opportunity")


@pytest.mark.clause("cards.challenge.refuse")
def test_the_challenged_player_is_asked_and_no_duel_follows() -> None:
    may = do(
        "challenge", refuse={"effects": [do("honor", who="challenged", amount=-3), do("dishonor", who="challenged")]}
    )
    t = table(action=(may,), people=("ren", "sei")).ends(sei.refuses())
    assert t.the("refused").piece == t.piece("sei").id
    assert t.state.honor == [5, 2, 5][:2]
    assert t.piece("sei").dishonorable
    assert t.headings() == []
    assert t.ended == "refused"


@pytest.mark.clause("cards.challenge.refuse")
def test_the_price_comes_first_then_the_challenges_text_then_other_effects() -> None:
    may = do("challenge", refuse={"price": [{"bow": "own"}], "effects": [do("honor", who="opponent", amount=-1)]})
    also = do("refuse", mode="allow", effects=[do("honor", who="own", amount=4)])
    t = table(card("and-worse", reaction("before challenge", also)), action=(may,), hands=("and-worse", ""))
    t.ends(ren.reacts("and-worse"), sei.refuses())
    changes = [e for e in t.session.events("judge") if e.kind in ("bowed", "refused", "honor-changed")]
    assert [(e.kind, e.source) for e in changes] == [
        ("bowed", "the-action"),
        ("refused", "the-action"),
        ("honor-changed", "the-action"),
        ("honor-changed", "and-worse"),
    ]


@pytest.mark.clause("cards.challenge.refuse")
def test_who_cannot_pay_the_price_cannot_refuse() -> None:
    may = do("challenge", refuse={"price": [{"bow": "own"}]})
    t = table(action=(may,), people=("ren", (InPlay("sei", bowed=True),)), pools=("one", "one"))
    t.cannot(sei.refuses())
    t.ends(sei.accepts(), sei.strikes())
    assert t.ended == "resolved"


# --- accepting -------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.challenge.accept")
def test_a_challenge_that_is_not_refused_is_accepted_and_the_two_enter_the_duel() -> None:
    t = table(action=(do("challenge", refuse={}),), pools=("one", "one")).plays(sei.accepts())
    assert t.the("accepted").clause == "cards.challenge.accept"
    assert t.kinds("accepted", "duel-begins") == ["accepted", "duel-begins"]


SWITCH = [do("control", target={"who": "opponent", "type": "personality"})]


@pytest.mark.clause("cards.challenge.accept")
@pytest.mark.parametrize("moment", ["when acceptance", "before entry"])
def test_no_duel_happens_if_one_player_controls_both_by_then(moment: str) -> None:
    bribe = card("bribe", reaction(moment, *SWITCH))
    t = table(bribe, hands=("bribe", ""), action=(TO_THE_DEATH,)).ends(ren.reacts("bribe"))
    over = t.the("challenge-over")
    assert (over.how, over.clause) == ("invalid", "cards.challenge.accept")
    assert t.headings() == []
    assert t.piece("sei").zone == "play"


@pytest.mark.clause("cards.challenge.accept")
def test_a_later_change_of_control_ends_nothing_and_moves_neither_seat() -> None:
    bribe = card("bribe", reaction("after entry", *SWITCH))
    proud = person(
        "sei", static(do("outcome", result="wins-ties")), trait("after win", do("honor", amount=1), whose="own")
    )
    t = table(bribe, proud, hands=("bribe", ""), action=(TO_THE_DEATH,), pools=("two", "two"))
    t.plays(ren.reacts("bribe"))
    assert t.piece("sei").controller == 0
    t.ends(sei.focuses("two"), ren.focuses("two"))
    assert t.results == ("lose", "win"), "his own words go on to speak of his own side"
    assert t.state.honor[1] == 6
    assert t.piece("ren").zone == "gone"


# --- leaving play ----------------------------------------------------------------------------------------


@pytest.mark.clause("cards.challenge.leaves-play")
@pytest.mark.parametrize("moment", ["before challenge", "when challenge", "when acceptance", "before entry"])
@pytest.mark.parametrize("victim", ["ren", "sei"])
def test_a_duellist_who_leaves_play_ends_the_challenge_at_once(moment: str, victim: str) -> None:
    blow = card("arrow", reaction(moment, do("destroy", target={"who": "any", "keyword": "Marked"})))
    t = table(blow, person(victim, keywords=("Marked",)), hands=("arrow", ""), action=(do("challenge", refuse={}),))
    if moment in ("when acceptance", "before entry"):
        t.plays(sei.accepts())
    t.ends(ren.reacts("arrow"))
    over = t.the("challenge-over")
    assert (over.how, over.clause) == ("without resolution", "cards.challenge.leaves-play")
    assert t.happened("refused") == []
    assert t.headings() == []


# --- substitution ----------------------------------------------------------------------------------------


STAND_IN = do("substitute", with_={"keyword": "Yojimbo"})
GUARD = person("kei", chi=5, keywords=("Yojimbo",))


@pytest.mark.clause("cards.challenge.substitute")
def test_the_new_one_does_all_that_is_left_is_scored_and_takes_the_consequences() -> None:
    t = table(
        GUARD,
        card("in-his-place", reaction("after pools", STAND_IN)),
        people=("ren", "sei, kei"),
        hands=("", "in-his-place"),
        pools=("four one", "one"),
        action=(
            do("challenge", challenged={"who": "others", "stat": "chi", "at_most": 3}, lose=[do("bow", who="loser")]),
        ),
    )
    t.plays(sei.reacts("in-his-place"))
    assert t.pool(1) == ["one"], "pool and area stay"
    t.ends(sei.focuses("one"), ren.focuses("four"))
    assert t.scores == (7, 6)
    assert (t.piece("kei").bowed, t.piece("sei").bowed) == (True, False)
    # the targeting of the challenge is what it was, though kei could not have been challenged
    assert t.state.pieces[t.the("challenge-issued").challenged].key == "sei"


@pytest.mark.clause("cards.challenge.substitute")
@pytest.mark.parametrize("moment", ["before challenge", "after pools"])
def test_the_one_replaced_is_out_and_ends_nothing_by_leaving(moment: str) -> None:
    t = table(
        GUARD,
        person("sei", static(do("outcome", result="wins-ties")), keywords=("Marked",)),
        card("in-his-place", reaction(moment, STAND_IN)),
        card("arrow", reaction("after reveal", do("destroy", target={"who": "any", "keyword": "Marked"}))),
        people=("ren", "sei, kei"),
        hands=("arrow", "in-his-place"),
        pools=("two", "zero"),
        action=(do("challenge", challenged={"who": "others", "keyword": "Marked"}),),
    )
    t.plays(sei.reacts("in-his-place"), sei.focuses("zero"), ren.focuses("two"))
    t.ends(ren.reacts("arrow"))
    assert t.piece("sei").zone == "gone"
    assert t.ended == "resolved"
    assert t.scores == (5, 5)
    assert t.results == ("lose", "lose"), "his trait left the duel with him"


@pytest.mark.clause("cards.challenge.substitute")
def test_who_takes_a_place_in_a_duel_is_seen_from_then_on() -> None:
    t = table(
        GUARD,
        item("charm"),
        card("in-his-place", reaction("after pools", STAND_IN)),
        people=("ren", (InPlay("sei"), InPlay("kei", ("charm",), concealed=True))),
        hands=("", "in-his-place"),
        action=(do("challenge", challenged={"who": "others", "stat": "chi", "at_most": 3}),),
        pools=("one", "one"),
    )
    hidden = [p.id for p in t.state.pieces.values() if p.key in ("kei", "charm")]
    assert [t.seen(0).pieces[n].key for n in hidden] == ["?", "?"]
    t.plays(sei.reacts("in-his-place"))
    assert [t.seen(0).pieces[n].key for n in hidden] == ["kei", "charm"]
    assert t.seen(0).pieces[hidden[0]].chi == 5
    t.ends(sei.strikes())


# --- several duels ---------------------------------------------------------------------------------------


@pytest.mark.clause("cards.challenge.sequence")
def test_several_duels_come_one_after_another_each_with_its_consequences() -> None:
    two = do("challenge", times=2, lose=[do("bow", who="loser")], win=[do("honor", who="winner", amount=1)])
    t = table(action=(two,), people=("ren", "sei, kei"), pools=("one one one", "two two two"), rest=("", "three"))
    t.plays(ren.picks("sei", "challenged"))
    t.plays(sei.focuses("two"), ren.strikes())
    assert t.piece("ren").bowed, "the first one's consequences come before the second begins"
    assert t.state.honor[1] == 6
    assert len(t.happened("challenge-issued")) == 1
    t.ends(sei.strikes())
    assert t.headings() == [*"ABCDEFGHIJKL"] * 2
    assert [duel.sides[1].duellist for duel in t.state.past] == [t.piece("sei").id, t.piece("kei").id]


@pytest.mark.clause("cards.challenge.sequence")
def test_who_died_in_the_first_duel_is_not_there_for_the_second() -> None:
    two = do("challenge", times=2, lose=[do("destroy", who="loser")])
    t = table(action=(two,), people=("ren", "sei, kei"), pools=("one", "two"))
    t.ends(ren.picks("sei", "challenged"), sei.focuses("two"), ren.strikes())
    assert t.the("challenge-fails").why == "the challenger is no longer in play"
    assert t.the("challenge-fails").clause == "cards.challenge.sequence"
    assert len(t.state.past) == 1


def test_a_trait_of_somebody_who_does_not_duel_is_no_part_of_it() -> None:
    # "When he enters a duel" speaks of his own duel, not of one that a companion of his fights.
    proud = person("aya", trait("when entry", do("duel-stat", stat="honor", who="both")), chi=1)
    t = table(proud, people=("ren, aya", "sei"), pools=("one", "one"))
    t.plays(ren.picks("ren", "challenger")).ends(sei.strikes())
    assert t.scores == (3, 3), "Chi, though Personal Honor would be 2"
    t = table(proud, people=("ren, aya", "sei"), pools=("one", "one"))
    t.plays(ren.picks("aya", "challenger")).ends(sei.strikes())
    assert t.scores == (2, 2)


def test_unless_it_says_that_it_works_from_beside_the_duel() -> None:
    envious = person("aya", reaction("after entry", do("stat", stat="chi", amount=2), bystander=True), chi=1)
    t = table(envious, people=("ren, aya", "sei"), pools=("one", "one"))
    t.plays(ren.picks("ren", "challenger"), ren.reacts("aya"))
    t.ends(sei.strikes())
    assert t.scores == (5, 3)


@pytest.mark.parametrize(
    ("on", "owner"), [("before challenge", 0), ("when challenge", 0), ("when acceptance", 1), ("after refusal", 1)]
)
@pytest.mark.clause("cards.challenge.begin", "cards.challenge.accept", "cards.challenge.refuse")
def test_a_challenge_is_the_challengers_occasion_and_the_answer_the_challengeds(on: str, owner: int) -> None:
    glad = trait(on, do("honor", amount=1), whose="own")
    t = table(person("ren", glad), person("sei", glad), action=(do("challenge", refuse={}),))
    t.ends(sei.refuses() if on == "after refusal" else sei.accepts())
    assert t.state.honor[owner] == 6
    assert t.state.honor[1 - owner] == 5


def test_traits_of_what_a_duellist_carries_are_his() -> None:
    blade = item("blade", trait("when entry", do("stat", stat="chi", amount=1)))
    t = table(blade, people=("ren+blade", "sei"), pools=("one", "one")).ends(sei.strikes())
    assert t.scores == (4, 3)
    t = table(blade, people=("ren, aya+blade", "sei"), pools=("one", "one"))
    t.ends(ren.picks("ren", "challenger"), sei.strikes())
    assert t.scores == (3, 3)
