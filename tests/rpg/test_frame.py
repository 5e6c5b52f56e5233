"""Terms, phases, objectives and ends of a duel."""

from __future__ import annotations

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.rpg import FORMS, Form, Goal
from iaijutsu.rpg import setup as setups
from iaijutsu.rpg.objective import meets
from tests.rpg.script import art, begun, samurai, table

HIT = """
    A stance void
    A action attack strike katana
    dice s s
    A keep 1 2
"""
"""A hits B for 4, 3 of it as fatigue (clothes stop 1)."""

ART = """
    A stance void
    A action attack art
    dice s -
    A keep 1
    dice blank
    B keep 1
"""
"""A's art succeeds, and B does not resist."""


@pytest.mark.clause("rpg.phases")
def test_a_duel_goes_through_three_phases() -> None:
    t = begun()
    t.end("A concede concede")
    assert [event.phase for event in t.events("phase-began")] == ["initiative", "turns", "resolution"]
    assert t.duel.phase == "over"


@pytest.mark.clause("rpg.terms")
def test_the_terms_are_told_at_the_start_and_a_form_may_be_the_players_own() -> None:
    form = Form("three-bruises", (Goal("incapacitated"), Goal("critical", 3)), ("bokken",), unarmed=False)
    t = begun(
        samurai("Aki", "bokken/1-hand katana"), samurai("Bun", "bokken/1-hand", honor=60), form, stakes="a cup of sake"
    )
    told = t.last("duel-began")
    assert (told.form, told.stakes) == ("three-bruises", "a cup of sake")
    assert list(t.A.loadout.weapons) == ["bokken"]
    again = setups.load(t.session.setup.plain())
    assert again == t.session.setup
    assert again.form == form


@pytest.mark.clause("rpg.terms")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"form": "brawl"}, "forms are first-strike"),
        ({"form": {"goals": []}}, "a list of 1 to 40"),
        ({"form": {"goals": [["win"]]}}, "critical, incapacitated"),
        ({"form": {"goals": [["death"]], "colour": "red"}}, "colour: unknown"),
        ({"form": {"goals": [["death"]], "sheathed": 1}}, "true or false"),
        ({"form": {"goals": [["death"]], "dress": "none"}}, '"own" or "ceremonial"'),
        ({"contest": "war"}, "duel, one-roll, clash"),
        ({"stakes": "\n"}, "printable"),
        ({"prepared": [True]}, "two of true or false"),
        ({"initiative": [1, True]}, "two numbers"),
        ({"gm": "yes"}, "true or false"),
        ({"rulings": {"blow_per": "day"}}, "duel, event"),
        ({"rulings": {"weather": "fine"}}, "unknown"),
        ({"characters": []}, "two characters"),
        ({"judges": 3}, "unknown"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_with_a_reason(change: dict[str, object], words: str) -> None:
    data = {"characters": [samurai().plain(), samurai("Bun").plain()], **change}
    with pytest.raises(BadInput, match=words):
        setups.load(data)


@pytest.mark.clause("rpg.form.iaijutsu")
def test_iaijutsu_is_fought_in_ceremonial_clothes_with_sheathed_daisho_only() -> None:
    t = table(samurai("Aki", "katana/1-hand wakizashi yari/2-hand", armour="plated-armour"), form="first-strike")
    assert list(t.A.weapons) == ["katana", "wakizashi"]
    assert {held.place for held in t.A.weapons.values()} == {"sheathed"}
    assert t.A.loadout.armour is not None
    assert (t.A.loadout.armour.key, t.A.loadout.armour.physical) == ("ceremonial-clothes", 1)


@pytest.mark.clause("rpg.form.iaijutsu")
def test_a_blade_is_drawn_in_the_own_first_turn_and_not_before() -> None:
    t = begun(samurai("Aki"), samurai("Bun", honor=60, strife=8), "first-strike")
    # the first staredown makes B Compromised: A may strike out of turn, but has nothing drawn and no cut
    assert t.until("A stance").events("blow-answered")
    assert not t.last("blow-answered").taken
    t.run("A stance void")
    assert "ready katana 1-hand" in t.until("A action").options("A")


@pytest.mark.clause("rpg.form.first-strike", "rpg.form.first-blood")
@pytest.mark.parametrize(("form", "severity", "achieved"), [
    ("first-strike", 0, True), ("first-strike", 9, True), ("first-blood", 4, False), ("first-blood", 5, True),
])  # fmt: skip
def test_which_critical_strike_is_the_objective(form: str, severity: int, achieved: bool) -> None:
    assert meets(FORMS[form].goals, "critical", severity) is achieved


@pytest.mark.clause("rpg.form.to-the-death", "rpg.form.sparring", "rpg.form.warriors", "rpg.form.taryu-jiai")
@pytest.mark.parametrize(("form", "deeds"), [
    ("to-the-death", "death dying"),
    ("sparring", "incapacitated unconscious"),
    ("warriors", "unconscious dying death yield"),
    ("taryu-jiai", "incapacitated unconscious yield"),
])  # fmt: skip
def test_which_deeds_are_the_objective(form: str, deeds: str) -> None:
    every = ("critical", "incapacitated", "unconscious", "dying", "death", "yield")
    assert [deed for deed in every if meets(FORMS[form].goals, deed, 99)] == [d for d in every if d in deeds.split()]  # type: ignore[arg-type]


@pytest.mark.clause("rpg.form.sparring")
def test_blades_are_blunted_for_a_sparring_bout_that_ends_when_one_is_incapacitated() -> None:
    t = begun(form="sparring", other=samurai("Bun", "katana/1-hand", honor=60, fatigue=6))
    assert "razor-edged" not in t.A.loadout.profiles["katana", "1-hand"].qualities
    t.end(HIT + "B stance void")
    assert t.B.fatigue <= 9
    assert [event.deed for event in t.events("achieved")] == ["incapacitated"]
    assert t.duel.ended == "objective"


@pytest.mark.clause("rpg.form.taryu-jiai")
def test_a_taryu_jiai_is_fought_without_weapons() -> None:
    t = begun(form="taryu-jiai")
    assert not t.A.weapons


@pytest.mark.clause("rpg.form.warriors", "rpg.concede", "rpg.result")
def test_who_concedes_yields_loses_and_makes_a_warriors_duel_won_without_a_grade() -> None:
    t = begun(form="warriors")
    t.run(HIT + "B stance void")
    t.end("A concede concede")
    assert t.score() == {"A": {"first": 3, "fatigue": 3}, "B": {"objective": 6}}
    assert (t.session.outcome.winner, t.session.outcome.grade, t.session.outcome.reason) == (1, "", "concession")


@pytest.mark.clause("rpg.concede")
def test_conceding_is_asked_of_both_before_the_staredown_and_both_may() -> None:
    t = begun()
    assert "A concede" in t.asked()
    assert "B concede" in t.asked()
    assert t.A.strife == t.B.strife == 0
    t.end("A concede concede\n B concede concede")
    assert (t.session.outcome.winner, t.session.outcome.grade) == (-1, "draw")


@pytest.mark.clause("rpg.objective", "rpg.form.to-the-death", "rpg.round.end", "rpg.score.kill")
def test_an_objective_once_achieved_counts_though_the_dying_one_is_cured_in_the_same_round() -> None:
    healer = samurai("Bun", honor=60, air=4, medicine=2, focus=4)
    t = begun(samurai("Aki", known=(art(critical=12),)), healer, "to-the-death")
    t.run(ART)
    assert t.B.conditions["dying"] == 3
    t.end("""
        B stance air
        B action treat dying 1
        dice s s s s | s -
        B keep 1 2 3 4
    """)
    assert "dying" not in t.B.conditions
    assert (t.duel.ended, t.duel.round) == ("objective", 1)
    assert t.score()["A"] == {"objective": 6, "first": 3, "critical": 12}


@pytest.mark.clause("rpg.death", "rpg.form.sparring")
def test_a_death_that_is_nobodys_objective_ends_the_duel_with_the_round() -> None:
    t = begun(samurai("Aki", known=(art(critical=16),)), form="sparring")
    t.run(ART)
    assert t.B.dead
    t.on()
    assert (t.duel.ended, t.duel.round) == ("death", 1)
    assert t.score()["A"] == {"first": 3, "critical": 16}
    assert t.session.outcome.winner == 0


@pytest.mark.clause("rpg.range")
def test_everyone_is_in_range_of_every_weapon_and_the_duel_begins_and_ends_at_range_2() -> None:
    t = begun(samurai("Aki", "knife/1-hand"), samurai("Bun", "naginata/2-hand", honor=60))
    t.run("A stance void")
    assert "attack strike knife" in t.until("A action").options("A")
    t.run("A action go-on\n B stance void")
    assert "attack strike naginata" in t.until("B action").options("B")
    t.end("A concede concede")
    assert [event.bands for event in t.events("range-taken")] == [2, 2]


@pytest.mark.clause("rpg.round.end", "rpg.objective", "rpg.score.objective")
def test_a_round_is_played_out_and_both_may_achieve_their_objective_in_it() -> None:
    t = begun(
        samurai("Aki", known=(art(critical=5),)), samurai("Bun", honor=60, known=(art(critical=7),)), "first-blood"
    )
    t.run(ART)
    assert [event.seat for event in t.events("achieved")] == [0]
    t.end("""
        B stance water
        B action attack art
        dice s -
        B keep 1
        dice blank
        A keep 1
    """)
    assert (t.duel.ended, t.duel.round) == ("objective", 1)
    assert t.score() == {"A": {"objective": 6, "first": 3, "critical": 5}, "B": {"objective": 6, "critical": 7}}
