"""Situations that people asked about or reported, played with invented cards that do the same.

Above each stands what happened and where it was told. Where a ruling of those days stands against the rules that this
program follows, the rules win, and it is said there.
"""

from __future__ import annotations

import pytest

from iaijutsu.cards import InPlay
from iaijutsu.cards.options import Decide, MoveCard, Pick, SetFv, Use
from iaijutsu.engine import IllegalAnswer
from tests.cards.script import ability, card, do, fe, item, person, reaction, ren, sei, static, table, trait

GIFT = card("gift", fe(do("honor", amount=1)), focus=1)
WINS_TIES = static(do("outcome", result="wins-ties"))
BOW_THE_LOSER = do("challenge", lose=[do("bow", who="loser")])


# A weapon gives its bearer the first option when he challenges; the opponent reacts with a technique that gives it to
# his own side. The reaction was applied later, so it counts, whoever's turn it is. (cowell archive, jeffa/274, July
# 1999)
@pytest.mark.clause("cards.C.first", "cards.can.first-opportunity")
@pytest.mark.parametrize("active", [0, 1])
def test_trait_against_reaction_for_the_first_option(active: int) -> None:
    truncheon = item("truncheon", trait("when entry", do("first-opportunity", who="own"), if_=[{"role": "challenger"}]))
    technique = card("technique", reaction("when entry", do("first-opportunity", who="own")))
    t = table(truncheon, technique, people=("ren+truncheon", "sei"), hands=("", "technique"), pools=("one", "one"),
              active=active)  # fmt: skip
    t.plays(sei.reacts("technique"))
    assert t.asked == (1, "opportunity")


# "Challenge a Personality whose Chi is at least his own", and the other's Chi is hidden: an impartial reader decides,
# and nobody has to reveal anything. (cowell archive, jeffa/274)
@pytest.mark.clause("cards.challenge.invalid")
@pytest.mark.parametrize(("chi", "legal"), [(2, False), (3, True), (4, True)])
def test_legality_needs_hidden_data(chi: int, legal: bool) -> None:
    proud = do("challenge", challenged={"stat": "chi", "at_least": {"stat": "chi", "of": "challenger"}})
    t = table(action=(proud,), people=("ren", (InPlay("kei", concealed=True, chi=chi),)), pools=("one", "one"))
    assert bool(t.happened("challenge-issued")) == legal
    told = t.session.events(0)
    shown = [event.kind for event in told].index("piece-shown") if legal else len(told)
    assert not any("kei" in str(event.plain()) for event in told[:shown]), "nothing tells before he enters the duel"


# A card focused face-up destroys an Item at that moment, not at the reveal; two cards focused in one opportunity give
# two such triggers. (cowell archive, jeffa/299, December 1999)
@pytest.mark.clause("cards.can.face-up", "cards.can.focus-limit")
def test_an_effect_on_focusing_is_immediate() -> None:
    breaker = card(
        "breaker", ability("face-up", do("destroy", target={"who": "opponent", "type": "item"}), from_="play")
    )
    ghost = person("sei", static(do("focus-limit", together=2)))
    t = table(breaker, ghost, item("sword"), item("shield"), people=("ren+sword+shield", "sei"),
              pools=("one", "breaker breaker"))  # fmt: skip
    t.plays(sei.focuses("breaker", face_up=True), sei.picks("sword", "target"))
    assert (t.piece("sword").zone, t.piece("shield").zone) == ("gone", "play")
    t.plays(sei.focuses("breaker", face_up=True))
    assert (t.asked, t.piece("shield").zone) == ((0, "opportunity"), "gone")
    assert t.happened("revealed") == []


# A veteran of the older rules asks whether duels cannot be refused and are deadly by default: the first yes, the
# second no, only what the text says. (FFG forum archive, topic 228597, question 3, against the rules themselves)
@pytest.mark.clause("cards.challenge.refuse-default", "cards.I.none-by-default")
def test_default_refusal_and_default_result() -> None:
    t = table(person("ren", chi=9), pools=("one", "one"))
    assert (t.asked, t.the("accepted").unrefusable) == ((1, "opportunity"), True)
    t.ends(sei.strikes())
    assert (t.results, t.piece("sei").zone) == (("win", "lose"), "play")


# An ability that was given "until the turn ends" stays when the card that gave it has left play. (cowell archive,
# zen/27, March 2000)
@pytest.mark.clause("cards.can.stat", "cards.can.outcome")
def test_a_granted_ability_outlives_its_source() -> None:
    words = [do("stat", stat="force", amount=2, until="turn"), do("outcome", result="wins-ties")]
    banner = item("banner", reaction("after entry", *words))
    hook = card("hook", reaction("after reveal", do("destroy", target={"who": "opponent", "type": "item"})))
    last = person("aya", trait("after duel-end", do("honor", amount={"stat": "force", "of": "own"}), bystander=True))
    t = table(banner, hook, last, person("ren", keywords=("Samurai",)), people=("ren+banner, aya", "sei"),
              hands=("", "hook"), action=(do("challenge", challenger={"keyword": "Samurai"}),))  # fmt: skip
    t.ends(ren.reacts("banner"), sei.strikes(), sei.reacts("hook"))
    assert t.piece("banner").zone == "gone"
    assert t.results == ("win", "lose")
    assert t.state.honor[0] == 5 + 4
    still = item("banner", WINS_TIES)
    t = table(still, hook, people=("ren+banner", "sei"), hands=("", "hook")).ends(sei.strikes(), sei.reacts("hook"))
    assert t.results == ("lose", "lose"), "what a card does by being there ends with it"


# "After Focus Effects resolve" opens although nobody focused one; "after a Focus Effect resolves" does not. (Twenty
# Festivals comprehensive rules, timing)
@pytest.mark.clause("cards.timing.occasion")
def test_the_plural_window() -> None:
    plural = card("plural", reaction("after focus-effects", do("honor", amount=1)))
    definite = card("definite", reaction("after focus-effect", do("honor", amount=1)))
    t = table(plural, definite, hands=("plural definite", "")).ends(ren.reacts("plural"))
    assert t.state.hands[0] == ["definite"]


# A duellist leaves in E: the rest of the Focus Effects do not resolve (the rules). A card that ends the duel says the
# same for itself, another says that the others do resolve (card texts): three cards, three ways.
@pytest.mark.clause("cards.E.leaves-play", "cards.can.end-duel")
@pytest.mark.parametrize(
    ("words", "honor"),
    [
        (do("destroy", who="opponent"), 5),
        (do("end-duel", remaining="lost"), 5),
        (do("end-duel", remaining="resolve"), 6),
    ],
)
def test_early_end_and_pending_focus_effects(words: dict[str, object], honor: int) -> None:
    t = table(card("sudden", fe(words)), GIFT, pools=("sudden", "gift")).all_in().ends(ren.picks("sudden"))
    assert (t.state.honor[1], t.ended) == (honor, "without resolution")


# A Personality who wins ties against one with a blade that wins ties, at equal scores: both win, nobody loses. (the
# rules)
@pytest.mark.clause("cards.H.tie-winner")
def test_both_win_ties() -> None:
    t = table(person("ren", WINS_TIES), item("blade", WINS_TIES), people=("ren", "sei+blade"), action=(BOW_THE_LOSER,))
    t.ends()
    assert t.results == ("win", "win")
    assert t.happened("lost") == t.happened("bowed") == []


# A strike that makes both lose is no tie, so the one who wins ties has nothing of it. (card text)
@pytest.mark.clause("cards.H.forced-loss")
def test_both_lose_against_wins_ties() -> None:
    fate = card("fate", fe(do("outcome", result="lose", who="both")), focus=0)
    t = table(person("sei", WINS_TIES), fate, pools=("fate", "zero")).all_in().ends()
    assert (t.scores, t.results, t.duel().tie) == ((3, 3), ("lose", "lose"), False)


# "The winner gains 2 Honor" from a dishonorable performer's own action: he is rehonored in its place. (Twenty
# Festivals comprehensive rules, rehonoring)
@pytest.mark.clause("cards.honor.rehonor")
def test_rehonor_instead_of_gain() -> None:
    gain = do("challenge", win=[do("honor", who="winner", amount=2)])
    t = table(person("ren", chi=4), action=(gain,), people=((InPlay("ren", dishonorable=True),), "sei")).ends()
    assert (t.piece("ren").dishonorable, t.state.honor[0]) == (False, 5)


# The action says that it may be refused, the challenger's trait that it may not: it may not. (Twenty Festivals
# comprehensive rules, refuse)
@pytest.mark.clause("cards.challenge.refuse-default")
def test_refusal_order() -> None:
    stern = person("ren", static(do("refuse", mode="forbid"), if_=[{"role": "challenger"}]))
    t = table(stern, action=(do("challenge", refuse={}),), pools=("one", "one"))
    assert t.asked == (1, "opportunity")


# A Fate deck of none to two cards gives a smaller pool; with none and an empty hand the player must strike. (the
# rules)
@pytest.mark.clause("cards.B.short", "cards.C.must-strike")
@pytest.mark.parametrize("deck", ["", "two", "two two"])
def test_fewer_than_three_cards(deck: str) -> None:
    t = table(pools=("one one one", deck))
    if deck:
        assert t.offered() == ["focus two"] * len(deck.split()) + ["strike"]
    else:
        t.ends()
        assert (t.the("struck").side, t.the("struck").clause) == (1, "cards.C.must-strike")


# What is done instead of focusing is prevented: the opportunity is spent, and a demand to focus is met. (the rules)
@pytest.mark.clause("cards.C.instead")
def test_a_prevented_instead_of_focusing() -> None:
    demand = person("ren", trait("after pools", do("must-focus", who="opponent")))
    breath = item("breath", ability("instead", do("honor", amount=1), limit="duel"))
    hush = card("hush", reaction("when instead", do("prevent")))
    t = table(demand, breath, hush, people=("ren", "sei+breath"), hands=("hush", ""), pools=("one one", "one one"))
    t.plays(sei.uses("breath"), ren.reacts("hush"))
    assert (t.asked[0], t.state.honor[1]) == (0, 5)
    t.plays(ren.focuses("one"))
    assert t.offered() == ["focus one", "focus one", "strike"]


# A client put the opponent's cards into the own pool; another showed a face-down card to both. (gryffon/eggofpanku,
# changes of 0.5.0 and 0.9.01)
@pytest.mark.clause("cards.B.pool", "cards.C.focus")
def test_focus_pools_are_not_mixed_up() -> None:
    t = table(pools=("one two three", "four zero two")).plays(sei.focuses("zero"), ren.focuses("three"))
    for seat, other in ((0, 1), (1, 0)):
        assert t.pool(seat, seat) == [["one", "two"], ["four", "two"]][seat]
        assert t.area(seat, seat) == [["three"], ["zero"]][seat]
        assert set(t.pool(other, seat)) == set(t.area(other, seat)) == {"?"}
        assert all(t.state.pieces[n].owner == seat for n in (*t.duel().sides[seat].pool, *t.duel().sides[seat].area))


# A duellist leaves play in mid-duel: it must end without resolution, and who sent him away to dodge the losing effect
# has dodged it. (gryffon/ringteki #1777, #2599, #2624)
@pytest.mark.clause("cards.leaves-play", "cards.F.without-resolution")
def test_a_duellist_leaves_in_mid_duel() -> None:
    door = card("door", reaction("after reveal", do("destroy", target={"who": "own", "type": "personality"})))
    deadly = do("challenge", lose=[do("honor", who="loser", amount=-5)])
    t = table(door, person("ren", chi=9), hands=("", "door"), action=(deadly,)).ends(sei.strikes(), sei.reacts("door"))
    assert (t.ended, t.results, t.state.honor[1]) == ("without resolution", ("", ""), 5)
    assert t.headings() == [*"ABCDJKL"]


# A duel was cancelled, and yet remained the duel in progress: a reaction for duels alone was offered later on. After
# an end of any kind there is no duel, and nothing "in this duel" can be used or lasts. (ringteki #2920)
@pytest.mark.clause("cards.L.end", "cards.challenge.refuse", "cards.can.negate-challenge")
@pytest.mark.parametrize("how", ["refused", "negated", "without resolution", "resolved"])
def test_no_stale_duel_remains(how: str) -> None:
    vigour = card(
        "vigour", reaction("when challenge", do("stat", stat="chi", amount=5), do("keyword", give=["Kensai"]))
    )
    end = {
        "refused": card("end", reaction("before entry", do("honor", amount=0))),
        "negated": card("end", reaction("when challenge", do("negate-challenge"))),
        "without resolution": card("end", reaction("after entry", do("end-duel"))),
        "resolved": card("end", reaction("before entry", do("honor", amount=0))),
    }[how]
    late = item("late", reaction("before turn-end", do("honor", amount=1), if_=[{"role": "challenger"}]))
    t = table(
        vigour, end, late, people=("ren+late", "sei"), hands=("vigour end", ""), action=(do("challenge", refuse={}),)
    )
    t.plays(ren.reacts("vigour"))
    if how == "negated":
        t.ends(ren.reacts("end"))
    elif how == "refused":
        t.ends(sei.refuses())
    else:
        t.ends(sei.accepts(), ren.reacts("end"))
    assert t.ended == how
    assert t.state.duel is None
    assert t.state.honor[0] == 5, "the reaction for a challenger was not offered"
    assert (t.piece("ren").bonuses, t.piece("ren").keyword_changes, t.state.marks) == ([], [], [])


# Cancelling one of two duels of one effect did nothing. The one that is named does not happen, the other does.
# (ringteki #3592, #3649)
@pytest.mark.clause("cards.can.negate-challenge", "cards.challenge.sequence")
@pytest.mark.parametrize("first", [True, False])
def test_cancelling_one_of_two_duels(first: bool) -> None:
    hush = card("hush", reaction("before challenge", do("negate-challenge")))
    t = table(hush, action=(do("challenge", times=2),), people=("ren", "sei, kei"), hands=("", "hush"))
    t.plays(ren.picks("sei", "challenged"))
    t.ends(*([sei.reacts("hush")] if first else [sei.passes(), sei.strikes(), sei.reacts("hush")]))
    assert [duel.ended for duel in t.state.past] == (["negated", "resolved"] if first else ["resolved", "negated"])
    assert [t.state.pieces[duel.sides[1].duellist].key for duel in t.state.past] == ["sei", "kei"]


# Reactions to winning must come once for each winner. (ringteki #3199, #3404)
@pytest.mark.clause("cards.H.moment")
def test_two_winners() -> None:
    cheer = card("cheer", reaction("after win", do("honor", amount=1)))
    t = table(cheer, person("ren", WINS_TIES), person("sei", WINS_TIES), hands=("cheer cheer cheer", ""))
    t.plays(ren.reacts("cheer"), ren.passes(), ren.reacts("cheer"))
    assert t.asked == (0, "reaction"), "the third one still answers the second win"
    t.ends(ren.passes())
    assert t.state.honor[0] == 7


# The challenger had left play, but its ability could still be used. It is not offered, and refused with the reason.
# (ringteki #881)
@pytest.mark.clause("cards.timing.reactions", "cards.leaves-play")
def test_the_challenger_is_no_longer_there() -> None:
    cheer = reaction("after entry", do("honor", amount=1), bystander=True)
    rows = (person("ren", cheer, keywords=("Samurai",)), person("aya", cheer, keywords=("Monk",)))
    deadly = do("challenge", challenger={"keyword": "Samurai"}, lose=[do("destroy", who="loser")])
    again = do("challenge", challenger={"keyword": "Monk"})
    t = table(*rows, person("sei", chi=9), people=("ren, aya", "sei"), action=(deadly, again))
    t.plays(ren.reacts("ren"), ren.passes("reaction"))
    gone = t.piece("ren")
    assert (gone.zone, t.offered()) == ("gone", ["pass", "use aya"])
    with pytest.raises(IllegalAnswer, match="that cannot be chosen now"):
        t.session.submit(0, Use("play", gone.id, 0))
    t.ends(ren.reacts("aya"))


# A once-per-duel ability did not come back. In the second of two duels from one effect it is there again; a once-per-
# turn one is not. (ringteki #934)
@pytest.mark.clause("cards.can.limit")
def test_a_limit_of_once_per_duel_is_reset() -> None:
    rows = (
        item("drum", reaction("after entry", do("honor", amount=1), limit="duel")),
        item("horn", reaction("after entry", do("honor", amount=1), limit="turn")),
    )
    t = table(*rows, people=("ren+drum+horn", "sei, kei"), action=(do("challenge", times=2),))
    t.plays(ren.picks("sei"), ren.reacts("drum"), ren.reacts("horn"))
    assert t.offered() == ["pass", "use drum"]
    t.ends(ren.reacts("drum"))


# "If this character wins, others go home": a pronoun was misread, and reported as a fault. The log says which rule
# sent whom home, and for what. (ringteki #987)
@pytest.mark.clause("cards.I.others", "cards.I.for")
def test_the_log_says_which_rule_fired() -> None:
    proud = person("ren", trait("after win", do("home", who="opponent"), whose="own"), chi=5)
    t = table(proud).ends()
    home = t.the("sent-home")
    assert (home.piece, home.source, home.clause, home.cause) == (t.piece("sei").id, "ren", "cards.I.others", "winning")


# The result was added to the stat: after a duel with focused cards worth 7 the Chi reads what it read before.
# (ringteki #2822)
@pytest.mark.clause("cards.G.score")
def test_the_result_is_not_added_to_the_stat() -> None:
    t = table(pools=("zero zero", "four three")).all_in().ends()
    assert t.scores[1] == 10
    assert (t.piece("sei").chi, t.piece("sei").bonuses) == (3, [])


# "The loser loses 2 Honor" took it from the wrong player when the challenger lost. (ringteki #1852)
@pytest.mark.clause("cards.I.creator")
@pytest.mark.parametrize(("chi", "honor"), [(5, [5, 3]), (1, [3, 5])])
def test_honor_goes_from_the_losers_controller(chi: int, honor: list[int]) -> None:
    t = table(person("ren", chi=chi), action=(do("challenge", lose=[do("honor", who="loser", amount=-2)]),)).ends()
    assert t.state.honor[:2] == honor


# A duellist whose traits are negated still lost by its own text. It has no "wins ties" and no "loses" any more.
# (ringteki #3512)
@pytest.mark.clause("cards.can.keyword")
@pytest.mark.parametrize("words", [do("outcome", result="lose"), do("outcome", result="wins-ties")])
def test_a_blanked_duellist_has_no_text_of_its_own(words: dict[str, object]) -> None:
    odd = person("ren", trait("before outcome", words), chi=3)
    wall = card("wall", reaction("before focus-effects", do("blank", who="opponent")))
    t = table(odd, wall, hands=("", "wall")).ends(sei.strikes(), sei.reacts("wall"))
    assert t.results == ("lose", "lose"), "a tie, and nothing but a tie"


# Forbidden values and forced choices were offered during the hidden choice. Only what is legal is. (jigoku,
# DuelFlow.ts)
@pytest.mark.clause("cards.can.forbid-fv", "cards.can.must-focus")
def test_only_legal_options_are_offered() -> None:
    ban = person("ren", trait("after pools", do("forbid-fv", fv=2), do("must-focus", who="opponent")))
    t = table(ban, pools=("one", "two three two"), hands=("", "two one"))
    assert t.offered() == ["focus three", "focus one from hand"]
    t.cannot(sei.focuses("two"))
    t.cannot(sei.strikes())


# Somebody looks at the top card, draws it, and plays the next one face-down: the log named a card that it must not.
# (Cockatrice #4670, #1983)
@pytest.mark.clause("cards.C.focus", "cards.B.hand")
def test_no_residue_of_a_look_leaks() -> None:
    draw = item("gourd", ability("instead", do("draw", amount=1), limit="duel"))
    t = table(draw, rules="classic", people=("ren", "sei+gourd"), pools=("one two", "three four zero"))
    assert t.seen(1).decks[1].top == ["three"]
    t.plays(sei.uses("gourd"), ren.focuses("", "deck"))
    assert t.state.hands[1] == ["three"]
    assert t.seen(1).decks[1].top == ["four"], "he sees the next one now"
    t.plays(sei.focuses("", "deck"))
    assert (t.area(1, 1), t.area(1, 0), t.area(1, "spectator")) == (["four"], ["?"], ["?"])
    for audience in (0, "spectator"):
        told = str([event.plain() for event in t.session.events(audience)])
        assert "three" not in told
        assert "four" not in told
        assert t.seen(audience).hands[1] == ["?"]


# A judge's action told the player the hidden name, and the judge nothing. (Cockatrice #4290)
@pytest.mark.clause("cards.C.focus")
def test_a_judges_act_tells_no_hidden_name_and_the_judge_all() -> None:
    t = table(pools=("one", "three two")).plays(sei.focuses("three"))
    number = t.duel().sides[1].area[0]
    t.session.rule("Judge", SetFv(number, 5), "a misprint")
    t.session.rule("Judge", MoveCard(number, "hand"), "it was focused by mistake")
    for audience in (0, "spectator"):
        told = str([event.plain() for event in t.session.events(audience)])
        assert "three" not in told
    assert t.happened("focused-moved")[0].key == "three"
    assert t.seen("judge").hands[1] == ["three"]
    assert t.seen(1).hands[1] == ["three"]
    assert t.area(1) == []


# A table plays a card whose text the program does not know; its judge decides the outcome, and that stands against
# all that the known cards say. (what a judge is for: the program's own description)
@pytest.mark.clause("cards.sequence")
@pytest.mark.parametrize("words", [do("outcome", result="cannot-lose"), do("outcome", result="wins-ties")])
def test_a_judges_decision_stands(words: dict[str, object]) -> None:
    t = table(person("sei", static(words)), pools=("one", "one"))
    t.session.rule("Judge", Decide("lose", "lose"), "an unknown card makes both lose")
    t.ends(sei.strikes())
    assert (t.results, t.duel().tie) == (("lose", "lose"), False)


# A judge takes a focused card away while the question is open that names it: the question is answered, and nothing
# comes of a card that is not there. (what a judge is for: the program's own description)
@pytest.mark.clause("cards.E.present", "cards.can.fv")
def test_a_card_that_a_judge_took_away_does_nothing_any_more() -> None:
    t = table(GIFT, pools=("gift", "gift")).all_in()
    assert t.asked == (0, "focus-effect-order")
    (mine,) = t.duel().sides[0].area
    t.session.rule("Judge", MoveCard(mine, "removed"), "not in the game at all")
    t.session.submit(0, Pick(mine))
    t.ends()
    assert t.state.honor[:2] == [5, 6]
    choosy = person("sei", trait("after reveal", do("fv", op="add", amount=2, which="chosen")))
    t = table(choosy, pools=("one one", "two three")).all_in()
    first = t.duel().sides[1].area[0]
    t.session.rule("Judge", MoveCard(first, "discard"), "that one was not focused")
    t.session.submit(1, Pick(first))
    t.ends()
    assert t.scores[1] == 6
