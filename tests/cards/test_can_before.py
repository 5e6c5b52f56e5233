"""What cards can do, each said as data and played: before the duel, and with stats and words."""

from __future__ import annotations

import pytest

from iaijutsu.cards import InPlay
from tests.cards.script import Row, Script, ability, card, do, item, person, reaction, ren, sei, static, table, trait

DEADLY = [do("destroy", who="loser")]


# --- challenge -------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.challenge")
def test_a_challenge_says_who_may_issue_it_and_who_receive_it() -> None:
    picky = do(
        "challenge",
        challenger={"keyword": "Duelist", "unbowed": True},
        challenged={
            "who": "others",
            "honorable": False,
            "stat": "force",
            "at_most": {"stat": "force", "of": "challenger"},
        },
    )
    rows = (
        person("ren", keywords=("Duelist",)), person("sei", force=3), person("kei"), person("gen"),
    )  # fmt: skip
    others = (InPlay("sei", dishonorable=True), InPlay("kei"), InPlay("gen", dishonorable=True))
    t = table(*rows, action=(picky,), people=("ren, gen", others), pools=("one", "one"))
    issued = t.the("challenge-issued")
    names = [t.state.pieces[n].key for n in (issued.challenger, issued.challenged)]
    assert names == ["ren", "gen"], "sei has too much Force, kei is honorable, Ren's own gen is no Duelist"
    t = table(*rows, action=(picky,), people=((InPlay("ren", bowed=True),), others)).ends()
    assert t.the("challenge-fails").why == "nobody may issue it"


@pytest.mark.clause("cards.can.challenge")
def test_a_player_may_be_challenged_who_takes_any_of_his_that_fit() -> None:
    public = do("challenge", player=True, challenged={"who": "others", "keyword": "Samurai"})
    rows = [person(name, keywords=("Samurai",)) for name in ("sei", "kei", "gen")]
    t = table(*rows, action=(public,), people=("ren", "sei, kei, aya", "gen"), pools=("one", "one", "one"))
    assert (t.asked, t.offered()) == ((0, "challenged-player"), ["PickSeat(seat=1)", "PickSeat(seat=2)"])
    t.plays(ren.chooses(1))
    assert (t.asked, t.offered()) == ((1, "challenged"), ["pick sei", "pick kei"])
    t.plays(sei.picks("kei"))
    assert t.state.pieces[t.the("challenge-issued").challenged].key == "kei"


@pytest.mark.clause("cards.can.challenge")
def test_several_are_challenged_in_sequence() -> None:
    t = table(action=(do("challenge", times=3, lose=DEADLY),), people=("ren", "sei, kei"), pools=("", ""))
    t.ends(ren.picks("kei", "challenged"))
    assert len(t.happened("challenge-issued")) == 1, "the tie has killed Ren; and there are only two to challenge"
    t = table(person("ren", chi=6), action=(do("challenge", times=3, lose=DEADLY),), people=("ren", "sei, kei"))
    t.ends(ren.picks("kei", "challenged"))
    assert [t.state.pieces[event.challenged].key for event in t.happened("challenge-issued")] == ["kei", "sei"]


@pytest.mark.clause("cards.can.challenge")
@pytest.mark.parametrize("stays", [False, True])
def test_a_duellist_is_created_for_it(stays: bool) -> None:
    stranger = {"title": "Masked Stranger", "chi": 4, "force": 1, "honor": 0, "keywords": ["Ronin"], "stays": stays}
    t = table(action=(do("challenge", create=stranger, lose=[do("bow", who="loser")]),)).ends()
    made = t.piece("Masked Stranger")
    assert (made.controller, made.created, made.chi, made.force) == (0, True, 4, 1)
    assert t.scores == (4, 3)
    assert made.zone == ("play" if stays else "gone")
    assert t.piece("sei").bowed


@pytest.mark.clause("cards.can.challenge")
def test_a_created_duellist_may_be_the_challenged_one_of_another_player() -> None:
    ghost = {"title": "Ghost", "chi": {"stat": "chi", "of": "challenger"}, "side": "challenged"}
    t = table(person("ren", chi=5), action=(do("challenge", create=ghost, lose=DEADLY),)).ends()
    assert (t.piece("Ghost").controller, t.piece("Ghost").zone) == (1, "gone")
    assert t.scores == (5, 5)


@pytest.mark.clause("cards.can.challenge")
def test_what_a_created_duellist_may_cost_may_be_what_makes_him_strong() -> None:
    hired = card(
        "hired",
        ability(
            "action",
            do("challenge", create={"title": "Hired Blade", "chi": {"paid": True, "half": True, "at_least": 1}}),
            cost=[{"gold_up_to": 6}],
        ),
    )
    t = table(action=hired, gold=(5, 0))
    assert t.offered() == ["0", "1", "2", "3", "4", "5"]
    t.ends(ren.names(5, "gold"))
    assert (t.scores, t.state.gold[0]) == ((2, 3), 0)


@pytest.mark.clause("cards.can.challenge")
def test_who_was_created_for_a_challenge_that_is_refused_is_gone_too() -> None:
    stranger = {"title": "Masked Stranger", "chi": 4}
    t = table(action=(do("challenge", create=stranger, refuse={}),)).ends(sei.refuses())
    assert (t.piece("Masked Stranger").zone, t.ended) == ("gone", "refused")


@pytest.mark.clause("cards.can.challenge")
@pytest.mark.parametrize(
    "given", [{"cost": [{"gold": 3}]}, {"cost": [{"discard": 2}]}, {"if_": [{"bowed": "own"}]}], ids=str
)
def test_an_action_that_cannot_be_paid_for_is_not_taken(given: Row) -> None:
    dear = card("dear", ability("action", do("challenge"), **given))
    t = table(action=dear, gold=(2, 0), hands=("dear one", "")).ends()
    assert t.the("challenge-fails").why == "the action cannot be taken"
    assert (t.state.hands[0], t.state.gold[0], t.happened("action-taken")) == (["dear", "one"], 2, [])


@pytest.mark.clause("cards.can.challenge")
def test_an_action_from_hand_is_played_and_paid_with_the_other_cards() -> None:
    dear = card("dear", ability("action", do("challenge"), cost=[{"discard": 1}]))
    t = table(action=dear, hands=("dear one", "")).ends()
    assert (t.state.hands[0], t.state.discards[0], t.ended) == ([], ["dear", "one"], "resolved")


@pytest.mark.clause("cards.can.challenge")
def test_its_action_may_be_a_personalitys_own_or_that_of_what_he_carries() -> None:
    sword = item("sword", ability("action", do("challenge", challenger={"this": True}), cost=[{"bow": "this"}]))
    t = table(sword, action=sword, people=("aya, ren+sword", "sei")).ends()
    assert t.state.pieces[t.the("challenge-issued").challenger].key == "ren"
    assert t.piece("sword").bowed
    hilt = item("hilt", ability("action", do("challenge", challenger={"this": True}), cost=[{"bow": "own"}]))
    t = table(hilt, action=hilt, people=("aya, ren+hilt", "sei")).ends()
    assert (t.piece("ren").bowed, t.piece("aya").bowed, t.piece("hilt").bowed) == (True, False, False)
    proud = person("ren", ability("action", do("challenge", challenger={"this": True}), limit="turn"), chi=4)
    t = table(proud, action=proud, people=("aya, ren", "sei")).ends()
    assert t.scores == (4, 3)


@pytest.mark.clause("cards.can.challenge")
@pytest.mark.parametrize(("chi", "honor"), [(5, [6, 3]), (1, [3, 6]), (3, [10, 10])])
def test_it_says_what_winning_losing_and_a_tie_mean(chi: int, honor: list[int]) -> None:
    words = do(
        "challenge",
        win=[do("honor", amount=1)],
        lose=[do("honor", amount=-2, if_=[{"tied": False}])],
        tie=[do("honor", amount=5)],
    )
    t = table(person("ren", chi=chi), action=(words,)).ends()
    assert t.state.honor[:2] == honor, "who names nobody means the winner, the loser, or both"


# --- refuse and negate -----------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.refuse")
def test_a_condition_decides_whether_it_may_be_refused() -> None:
    may = do("challenge", refuse={"if": [{"honorable": "challenged"}]})
    t = table(action=(may,), pools=("one", "one"))
    assert t.asked == (1, "refuse")
    t = table(action=(may,), people=("ren", (InPlay("sei", dishonorable=True),)), pools=("one", "one"))
    assert t.asked == (1, "opportunity")


def left(t: Script) -> tuple[bool, bool, int, int]:
    """What Sei has left: bowed, dishonorable, Honor, gold."""
    return t.piece("sei").bowed, t.piece("sei").dishonorable, t.state.honor[1], t.state.gold[1]


PRICES = [
    ({"bow": "own"}, (True, False, 5, 3)),
    ({"dishonor": "own"}, (False, True, 5, 3)),
    ({"honor": 2}, (False, False, 3, 3)),
    ({"gold": 2}, (False, False, 5, 1)),
]


@pytest.mark.clause("cards.can.refuse")
@pytest.mark.parametrize(("price", "paid"), PRICES)
def test_refusing_may_have_a_price(price: Row, paid: tuple[bool, bool, int, int]) -> None:
    may = do("challenge", refuse={"price": [price]})
    assert left(table(action=(may,), gold=(0, 3)).ends(sei.refuses())) == paid
    assert left(table(action=(may,), gold=(0, 3)).ends(sei.accepts())) == (False, False, 5, 3)


@pytest.mark.clause("cards.can.refuse")
def test_the_price_may_be_cards_worth_more_than_a_stat() -> None:
    may = do("challenge", refuse={"price": [{"discard_fv_over": {"stat": "chi", "of": "challenger"}}]})
    t = table(action=(may,), hands=("", "one two three")).plays(sei.refuses())
    assert t.offered()[0] == "(0, 2)", "1 and 2 are no more than Chi 3"
    t.ends(sei.discards("two", "three"))
    assert t.state.hands[1] == ["one"]
    assert sorted(t.state.discards[1]) == ["three", "two"]
    t = table(action=(may,), hands=("", "one two"))
    t.cannot(sei.refuses())


@pytest.mark.clause("cards.can.refuse")
def test_the_price_may_be_so_many_cards() -> None:
    may = do("challenge", refuse={"price": [{"discard": 1}]})
    t = table(action=(may,), hands=("", "one two")).ends(sei.refuses(), sei.picks("two", "discard"))
    assert (t.state.hands[1], t.state.discards[1]) == (["one"], ["two"])


@pytest.mark.clause("cards.can.refuse")
def test_in_its_consequences_own_is_who_made_the_challenge() -> None:
    may = do(
        "challenge", refuse={"effects": [do("honor", who="own", amount=2), do("honor", who="opponent", amount=-3)]}
    )
    t = table(action=(may,)).ends(sei.refuses())
    assert t.state.honor[:2] == [7, 2]


@pytest.mark.clause("cards.can.refuse")
def test_other_cards_allow_and_forbid_it_with_words_of_their_own() -> None:
    coy = person("sei", static(do("refuse", mode="allow", price=[{"honor": 1}], effects=[do("draw", amount=1)]),
                               if_=[{"role": "challenged"}]))  # fmt: skip
    t = table(coy, rest=("", "two")).ends(sei.refuses())
    assert (t.state.honor[1], t.state.hands[1]) == (4, ["two"])
    t = table(coy, performer=1).ends()
    assert not [e for e in t.session.entries if e.purpose == "refuse"], "as challenger he has nothing to refuse"
    stern = person("ren", trait("before challenge", do("refuse", mode="forbid")))
    t = table(coy, stern, pools=("one", "one"))
    assert t.asked == (1, "opportunity")


@pytest.mark.clause("cards.can.negate-challenge")
@pytest.mark.parametrize("moment", ["before challenge", "when challenge"])
def test_a_challenge_may_be_negated_at_a_cost(moment: str) -> None:
    hush = person("aya", reaction(moment, do("negate-challenge"), cost=[{"bow": "this"}], bystander=True))
    t = table(hush, people=("ren", "sei, aya"), action=(do("challenge", challenged={"who": "others"}, lose=DEADLY),))
    t.plays(ren.picks("sei", "challenged")).ends(sei.reacts("aya"))
    over = t.the("challenge-over")
    assert (over.how, over.clause, over.source) == ("negated", "cards.can.negate-challenge", "aya")
    assert t.piece("aya").bowed
    assert t.happened("accepted") == []


@pytest.mark.clause("cards.can.negate-challenge")
def test_only_in_its_window_and_only_if_the_cost_can_be_paid() -> None:
    hush = person("aya", reaction("before challenge", do("negate-challenge"), cost=[{"bow": "this"}], bystander=True))
    t = table(hush, people=("ren", (InPlay("sei"), InPlay("aya", bowed=True))), pools=("one", "one"))
    t.plays(ren.picks("sei"))
    assert t.asked == (1, "opportunity")
    late = card("late", reaction("after entry", do("negate-challenge")))
    t = table(late, hands=("late", "")).ends(ren.reacts("late"))
    assert t.ended == "resolved", "a duel is no challenge any more"


# --- substitute ------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.substitute")
@pytest.mark.parametrize(
    "moment", ["before challenge", "when acceptance", "before entry", "after entry", "after reveal"]
)
def test_another_may_stand_in_at_any_of_these_times(moment: str) -> None:
    stand_in = card("stand-in", reaction(moment, do("substitute", with_={"keyword": "Yojimbo"})))
    t = table(person("kei", chi=6, keywords=("Yojimbo",)), stand_in, people=("ren", "sei, kei"), hands=("", "stand-in"),
              action=(do("challenge", challenged={"who": "others", "stat": "chi", "at_most": 3}),))  # fmt: skip
    if moment == "after reveal":
        t.plays(sei.strikes())
    t.ends(sei.reacts("stand-in"))
    assert t.scores == (3, 6)
    assert t.the("substituted").clause == "cards.challenge.substitute"


@pytest.mark.clause("cards.can.substitute")
def test_one_of_several_is_picked_and_the_opponents_too_may_be_replaced() -> None:
    trick = card("trick", reaction("before entry", do("substitute", who="opponent", with_={"who": "opponent"})))
    t = table(person("kei", chi=1), trick, people=("ren", "sei, kei, gen"), hands=("trick", ""))
    t.plays(ren.picks("sei"), ren.reacts("trick"))
    assert t.offered() == ["pick kei", "pick gen"], "not him who is in it already"
    t.ends(ren.picks("kei", "substitute"))
    assert t.scores == (3, 1)


@pytest.mark.clause("cards.can.substitute")
def test_for_the_own_side_the_stand_in_is_one_of_the_own() -> None:
    stand_in = card("stand-in", reaction("before entry", do("substitute", with_={"unbowed": True})))
    t = table(stand_in, people=("ren, aya", "sei, kei, gen"), hands=("", "stand-in"))
    t.plays(ren.picks("ren"), ren.picks("sei"), sei.reacts("stand-in"))
    assert t.offered() == ["pick kei", "pick gen"]
    t.ends(sei.picks("gen"))


@pytest.mark.clause("cards.can.substitute")
@pytest.mark.parametrize(("given", "stats"), [({"force": 2, "chi": 4}, (2, 4)), ({}, (1, 2))])
def test_a_follower_may_become_a_personality_for_it(given: dict[str, int], stats: tuple[int, int]) -> None:
    words = do("substitute", with_={"this": True, "type": "follower"}, **given)
    page = card("page", trait("when acceptance", words, if_=[{"role": "challenged"}]), type_="follower", force=1, chi=2)
    t = table(page, people=("ren", "sei+page"), action=(do("challenge", lose=DEADLY),)).ends()
    made = t.piece("page")
    assert (made.type, made.host, (made.force, made.chi)) == ("personality", None, stats)
    assert t.scores == (3, stats[1])
    assert t.piece("sei").zone == "play"
    assert t.the("became-personality").clause == "cards.can.substitute"


# --- duel-stat, stat, keyword, blank ---------------------------------------------------------------------

BLADE = item("blade", force_bonus=2, chi_bonus=1)


@pytest.mark.clause("cards.can.duel-stat")
@pytest.mark.parametrize(
    ("stat", "scores"),
    [
        ("force", (3, 4)), ("chi", (5, 2)), ("honor", (3, 1)),
        ("printed-force", (1, 4)), ("printed-chi", (4, 2)), ("printed-honor", (3, 1)),
        ("lower", (3, 2)), ("higher", (5, 4)),
    ],
)  # fmt: skip
def test_the_duel_stat_may_be_any_of_these(stat: str, scores: tuple[int, int]) -> None:
    rows = (person("ren", force=1, chi=4, honor=3), person("sei", force=4, chi=2, honor=1), BLADE)
    t = table(*rows, people=("ren+blade", "sei"), action=(do("challenge", stat=stat),)).ends()
    assert t.scores == scores
    word = card("word", reaction("after pools", do("duel-stat", stat=stat, who="both")))
    t = table(*rows, word, people=("ren+blade", "sei"), hands=("word", "")).ends(ren.reacts("word"))
    assert t.scores == scores
    assert t.the("mark-set").clause == "cards.can.duel-stat"


@pytest.mark.clause("cards.can.duel-stat")
@pytest.mark.parametrize(
    ("who", "scores"),
    [("own", (2, 3)), ("opponent", (3, 2)), ("both", (2, 2)), ("challenger", (2, 3)), ("challenged", (3, 2))],
)
def test_it_may_be_one_sides_or_both(who: str, scores: tuple[int, int]) -> None:
    t = table(person("ren", trait("when entry", do("duel-stat", stat="force", who=who)))).ends()
    assert t.scores == scores


@pytest.mark.clause("cards.can.stat")
@pytest.mark.parametrize(("until", "left"), [("duel", 0), ("turn", 0), ("for-good", 1)])
def test_a_stat_may_be_raised_until_the_duel_or_the_turn_ends_or_for_good(until: str, left: int) -> None:
    drum = item("drum", trait("when entry", do("stat", stat="chi", amount=2, until=until)))
    spy = item("spy", trait("after duel-end", do("honor", amount={"stat": "chi", "of": "own"})))
    t = table(drum, spy, people=("ren+drum+spy", "sei")).ends()
    assert t.scores == (5, 3)
    assert t.state.honor[0] == 5 + (3 if until == "duel" else 5)
    assert len(t.piece("ren").bonuses) == left


@pytest.mark.clause("cards.can.stat")
def test_for_the_duel_alone_it_counts_whatever_the_duel_stat_is_made_of() -> None:
    fear = person("ren", trait("when entry", do("stat", stat="honor", amount=3, scope="duel"),
                               do("honor", amount={"stat": "honor", "of": "own"})))  # fmt: skip
    t = table(fear, action=(do("challenge", stat="honor"),)).ends()
    assert t.scores == (5, 2)
    assert t.state.honor[0] == 5 + 2, "the stat itself reads what it did"


@pytest.mark.clause("cards.can.stat")
def test_its_amount_may_be_counted_and_its_target_picked() -> None:
    words = do("stat", stat="force", amount={"count": "personalities", "of": "own"}, until="turn",
               target={"who": "own", "type": "personality", "duelling": False})  # fmt: skip
    horn = card("horn", reaction("after entry", words))
    t = table(horn, people=("ren, aya, kei", "sei"), hands=("horn", "")).plays(ren.picks("ren"), ren.reacts("horn"))
    assert t.offered() == ["pick aya", "pick kei"]
    t.ends(ren.picks("kei", "target"))
    changed = t.the("stat-changed")
    assert (changed.piece, changed.amount, changed.after) == (t.piece("kei").id, 3, 5)


@pytest.mark.clause("cards.can.keyword")
def test_a_keyword_may_be_taken_so_that_it_means_nothing_in_the_duel() -> None:
    plain = item("plain", trait("when entry", do("keyword", who="opponent", take=["Duelist"])))
    duelist = person("sei", keywords=("Duelist",))
    assert table(duelist, pools=("one", "one")).asked == (1, "first-opportunity")
    t = table(duelist, plain, people=("ren+plain", "sei"), pools=("one", "one"))
    assert t.asked == (1, "opportunity")
    t.ends(sei.strikes())
    assert t.piece("sei").keyword_changes == [], "he has it back when the duel ends"


@pytest.mark.clause("cards.can.keyword")
@pytest.mark.parametrize(("until", "left"), [("duel", 0), ("turn", 0), ("for-good", 1)])
def test_one_may_be_given_for_a_time(until: str, left: int) -> None:
    school = item("school", trait("when entry", do("keyword", give=["Duelist"], until=until)))
    t = table(school, people=("ren+school", "sei"), pools=("one", "one"))
    assert t.asked == (0, "first-opportunity")
    t.ends(ren.chooses(1), sei.strikes())
    assert len(t.piece("ren").keyword_changes) == left


@pytest.mark.clause("cards.can.keyword")
def test_the_later_change_counts_and_an_item_may_hold_one_all_along() -> None:
    school = item("school", static(do("keyword", give=["Duelist"])))
    t = table(school, people=("ren+school", "sei"), pools=("one", "one"))
    assert t.asked == (0, "first-opportunity")
    plain = item("plain", trait("when entry", do("keyword", who="opponent", take=["Duelist"])))
    t = table(school, plain, people=("ren+school", "sei+plain"), pools=("one", "one"))
    assert t.asked == (1, "opportunity")


@pytest.mark.clause("cards.can.keyword")
def test_a_personalitys_traits_may_be_negated_until_the_duel_ends() -> None:
    proud = person("sei", static(do("outcome", result="wins-ties")), trait("after scores", do("honor", amount=9)))
    wall = card("wall", reaction("before focus-effects", do("blank", who="opponent")))
    t = table(proud, wall, hands=("wall", "")).ends(ren.reacts("wall"))
    assert t.results == ("lose", "lose")
    assert t.state.honor[1] == 5
    assert t.the("blanked").clause == "cards.can.keyword"
    assert t.piece("sei").blank is None
    t = table(proud).ends()
    assert (t.results, t.state.honor[1]) == (("lose", "win"), 14)


@pytest.mark.clause("cards.can.keyword")
def test_in_the_second_duel_they_are_there_again() -> None:
    proud = person("sei", static(do("outcome", result="wins-ties")))
    wall = card("wall", reaction("before focus-effects", do("blank", who="opponent")))
    t = table(proud, wall, hands=("wall", ""), action=(do("challenge"), do("challenge"))).ends(ren.reacts("wall"))
    assert [tuple(side.result for side in duel.sides) for duel in t.state.past] == [("lose", "lose"), ("lose", "win")]
