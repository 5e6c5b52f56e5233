"""What cards can do, each said as data and played: what winning and losing bring."""

from __future__ import annotations

import pytest

from iaijutsu.cards import InPlay
from tests.cards.script import (
    Row,
    Script,
    do,
    person,
    sei,
    static,
    table,
    trait,
)  # fmt: skip


def says(who: str, *effects: Row, on: str = "after reveal", chi: int = 3) -> Row:
    """A Personality whose trait has these effects."""
    return person(who, trait(on, *effects), chi=chi)


def always(who: str, *effects: Row) -> Row:
    """A Personality of whom these hold all along."""
    return person(who, static(*effects))


def values(t: Script, side: int) -> list[int]:
    """The focus values of a side as they counted, in the order of focusing."""
    return [value for _, value in t.happened("score-totalled")[side].values]


# --- consequences ----------------------------------------------------------------------------------------


def lost(t: Script, name: str = "sei") -> tuple[object, ...]:
    """What became of a Personality and of his player."""
    piece = t.piece(name)
    seat = piece.owner
    return piece.zone, piece.bowed, piece.dishonorable, piece.at_home, piece.controller, t.state.honor[seat]


FRESH = ("play", False, False, False, 1, 5)
VERBS = [
    (do("destroy", who="loser"), ("gone", *FRESH[1:])),
    (do("bow", who="loser"), ("play", True, *FRESH[2:])),
    (do("dishonor", who="loser"), ("play", False, True, *FRESH[3:])),
    (do("home", who="loser"), ("play", False, False, True, *FRESH[4:])),
    (do("control", who="loser"), ("play", False, False, False, 0, 5)),
    (do("control", who="loser", until="turn"), FRESH),
    (do("honor", who="loser", amount=-3), (*FRESH[:5], 2)),
    (do("honor", who="loser", amount={"margin": True}), (*FRESH[:5], 7)),
]


@pytest.mark.clause("cards.can.consequence")
@pytest.mark.parametrize(
    ("verb", "after"), VERBS, ids=lambda part: str(part.get("do")) if isinstance(part, dict) else ""
)
def test_each_verb_of_a_consequence(verb: Row, after: tuple[object, ...]) -> None:
    # Said by the creating text, and said by another card: it comes to the same.
    assert lost(table(person("ren", chi=5), action=(do("challenge", lose=[verb]),)).ends()) == after
    vow = says("ren", do("consequence", on="loss", who="opponent", effects=[verb]), on="after entry", chi=5)
    t = table(vow).ends()
    assert lost(t) == after
    assert t.the("mark-set").clause == "cards.can.consequence"


@pytest.mark.clause("cards.can.consequence")
def test_control_lasts_until_the_turn_ends_where_it_says_so() -> None:
    t = table(person("ren", chi=5), action=(do("challenge", lose=[do("control", who="loser", until="turn")]),)).ends()
    assert [event.seat for event in t.happened("control-taken")] == [0, 1]


@pytest.mark.clause("cards.can.consequence")
def test_the_other_side_takes_control_also_when_the_challenger_lost() -> None:
    t = table(person("ren", chi=1), action=(do("challenge", lose=[do("control", who="loser")]),)).ends()
    assert (t.piece("ren").controller, t.piece("sei").controller) == (1, 1)


@pytest.mark.clause("cards.can.consequence")
def test_straightening_rehonoring_drawing_and_discarding() -> None:
    words = do("challenge", win=[do("straighten"), do("rehonor"), do("draw", amount=2)], lose=[do("discard", amount=1)])
    t = table(
        person("ren", chi=5),
        action=(words,),
        people=((InPlay("ren", bowed=True, dishonorable=True),), "sei"),
        rest=("one two three", ""),
        rules={"pool": 0},
        hands=("", "two four"),
    )
    t.ends(sei.strikes(), sei.picks("four", "discard"))
    assert (t.piece("ren").bowed, t.piece("ren").dishonorable) == (False, False)
    assert (t.state.hands[0], t.state.hands[1], t.state.discards[1]) == (["one", "two"], ["two"], ["four"])


@pytest.mark.clause("cards.can.consequence")
def test_a_discard_may_be_at_random_and_takes_what_there_is() -> None:
    words = do("challenge", lose=[do("discard", amount=2, random=True)])
    t = table(person("ren", chi=5), action=(words,), hands=("", "one two three"), rolls=((2, 0),)).ends(sei.strikes())
    assert t.state.discards[1] == ["three", "one"]
    for hand in ("one", "one two"):
        t = table(person("ren", chi=5), action=(words,), hands=("", hand)).ends(sei.strikes())
        assert t.state.discards[1] == hand.split(), "all of it, and no dice for that"


@pytest.mark.clause("cards.can.consequence")
@pytest.mark.parametrize(
    ("on", "chi", "comes"),
    [("win", 5, True), ("win", 1, False), ("win", 3, False), ("loss", 5, False), ("loss", 1, True), ("loss", 3, True),
     ("tie", 3, True), ("tie", 5, False), ("any", 1, True), ("any", 3, True)],
)  # fmt: skip
def test_they_are_for_the_winner_the_loser_both_or_anybody(on: str, chi: int, comes: bool) -> None:
    t = table(says("ren", do("consequence", on=on, effects=[do("honor", amount=1)]), on="after entry", chi=chi)).ends()
    assert t.state.honor[0] == (6 if comes else 5)


@pytest.mark.clause("cards.can.consequence")
@pytest.mark.parametrize(("chi", "comes"), [(5, False), (6, True), (7, True)])
def test_they_may_hang_on_the_margin_of_the_scores(chi: int, comes: bool) -> None:
    words = do("consequence", on="win", margin=3, effects=[do("honor", amount=1)])
    assert table(says("ren", words, on="after entry", chi=chi)).ends().state.honor[0] == (6 if comes else 5)


@pytest.mark.clause("cards.can.consequence")
def test_outside_a_duel_and_on_a_target_the_verbs_are_effects_of_their_own() -> None:
    words = [do(verb, target={"who": "opponent", "type": "personality"}) for verb in ("bow", "dishonor", "home")]
    t = table(says("ren", *words, on="after entry")).ends()
    assert lost(t) == ("play", True, True, True, 1, 5)
    assert t.the("bowed").cause == ""
    t = table(action=(do("challenge"), do("destroy", target={"who": "opponent", "type": "personality"}))).ends()
    assert t.piece("sei").zone == "gone"


# --- consequence-alter -----------------------------------------------------------------------------------

HARM = (do("challenge", lose=[do("bow", who="loser"), do("honor", who="loser", amount=-2)]),)


@pytest.mark.clause("cards.can.consequence-alter")
def test_consequences_may_be_negated_all_or_some() -> None:
    t = table(person("ren", chi=5), always("sei", do("consequence-alter", mode="negate")), action=HARM).ends()
    assert lost(t) == FRESH
    t = table(
        person("ren", chi=5), always("sei", do("consequence-alter", mode="negate", only=["bow"])), action=HARM
    ).ends()
    assert lost(t) == (*FRESH[:5], 3)
    assert t.the("consequence-altered").clause == "cards.can.consequence-alter"


@pytest.mark.clause("cards.can.consequence-alter")
@pytest.mark.parametrize(("source", "honor"), [("creator", 4), ("others", 3), ("any", 5)])
def test_by_where_they_come_from(source: str, honor: int) -> None:
    safe = always("sei", do("consequence-alter", mode="negate", from_=source))
    vow = says(
        "ren", do("consequence", on="win", effects=[do("honor", who="opponent", amount=-1)]), on="after entry", chi=5
    )
    t = table(vow, safe, action=(do("challenge", lose=[do("honor", who="loser", amount=-2)]),)).ends()
    assert t.state.honor[1] == honor


@pytest.mark.clause("cards.can.consequence-alter")
def test_they_may_be_put_off_to_the_end_of_the_turn() -> None:
    late = always("sei", do("consequence-alter", mode="delay"))
    grave = (do("challenge", lose=[do("destroy", who="loser"), do("honor", who="loser", amount={"margin": True})]),)
    t = table(person("ren", chi=5), late, action=(*grave, do("honor", amount=1))).ends()
    kinds = t.kinds("delayed", "duel-over", "delayed-comes", "left-play", "honor-changed", "turn-ends")
    assert kinds == ["delayed", "delayed", "duel-over", "honor-changed", "delayed-comes", "left-play", "honor-changed",
                     "turn-ends"]  # fmt: skip
    assert t.happened("honor-changed")[-1].amount == 2, "counted when it was put off"
    assert (t.the("left-play").cause, t.the("left-play").source) == ("losing", "the-action")


@pytest.mark.clause("cards.can.consequence-alter")
def test_what_was_put_off_keeps_its_giver() -> None:
    late = always("sei", do("consequence-alter", mode="delay"))
    t = table(person("ren", chi=5), late, action=(do("challenge", lose=[do("control", who="loser")]),)).ends()
    assert t.piece("sei").controller == 0
    frail = person("sei", static(do("consequence-alter", mode="delay")), chi=1)
    t = table(frail, action=(do("challenge", lose=[do("stat", stat="chi", amount=-1, until="for-good")]),)).ends()
    assert (t.piece("sei").zone, t.ended) == ("gone", "resolved")
    assert t.kinds("duel-over", "left-play", "turn-ends") == ["duel-over", "left-play", "turn-ends"]


@pytest.mark.clause("cards.can.consequence-alter")
def test_a_dead_mans_delayed_consequences_do_not_come() -> None:
    late = always("sei", do("consequence-alter", mode="delay", only=["bow"]))
    grave = (do("challenge", lose=[do("bow", who="loser"), do("destroy", who="loser")]),)
    t = table(person("ren", chi=5), late, action=grave).ends()
    assert t.happened("bowed") == []


@pytest.mark.clause("cards.can.consequence-alter")
def test_they_may_be_replaced() -> None:
    guard = always("sei", do("consequence-alter", mode="replace", only=["destroy"], with_=[do("home", who="own")]))
    t = table(person("ren", chi=5), guard, action=(do("challenge", lose=[do("destroy", who="loser")]),)).ends()
    assert lost(t) == ("play", False, False, True, 1, 5)
    assert t.the("sent-home").source == "sei"


@pytest.mark.clause("cards.can.consequence-alter")
def test_both_may_suffer_them() -> None:
    t = table(person("ren", chi=5), always("sei", do("consequence-alter", mode="share")), action=HARM).ends()
    assert (t.piece("ren").bowed, t.piece("sei").bowed, t.state.honor[:2]) == (True, True, [3, 3])


@pytest.mark.clause("cards.can.consequence-alter")
def test_what_alters_the_opponents_does_nothing_for_the_own() -> None:
    spite = always("ren", do("consequence-alter", mode="negate", who="opponent"))
    t = table(spite, action=HARM).ends()
    assert (t.piece("ren").bowed, t.piece("sei").bowed) == (True, False)


@pytest.mark.clause("cards.can.consequence-alter")
def test_a_negation_comes_before_a_replacement() -> None:
    both = always("sei", do("consequence-alter", mode="replace", with_=[do("home", who="own")]),
                  do("consequence-alter", mode="negate"))  # fmt: skip
    assert lost(table(person("ren", chi=5), both, action=HARM).ends()) == FRESH
