"""Odds at the table: to whom they are shown, what they say, that they tell nobody's secrets, and how long they take."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from iaijutsu import cards
from iaijutsu.analysis.advice import advise
from iaijutsu.analysis.dice_advice import advise_keep
from iaijutsu.analysis.estimate import LONG, QUICK, estimate
from iaijutsu.analysis.roster import seated
from iaijutsu.cards.options import Strike
from iaijutsu.engine import BadInput, Seeded, Session
from iaijutsu.play import cli, setting_rpg
from iaijutsu.play.host import Asked, Host
from iaijutsu.play.i18n import speaking
from iaijutsu.play.odds import Odds, odds_of, ready
from iaijutsu.play.plain import Lines
from iaijutsu.play.store import Store, read
from iaijutsu.play.terminal.app import Table
from iaijutsu.play.terminal.dialogs import Agree, Chances, HandOver
from iaijutsu.play.words import narrator
from iaijutsu.players import CardTable, pairings, table
from iaijutsu.rpg.asking import Keep
from tests.analysis.card_tables import at_first
from tests.analysis.test_card_advice import plain
from tests.conformance.test_rpg_secrecy import Pair
from tests.play import rpg_tables, tables
from tests.play.test_host import opportunity, until
from tests.play.test_plain import any_choice, play
from tests.play.test_terminal import on_table, press, settle, shown
from tests.players.test_secrecy import pairs

from ..work import counted

ALLOWS = "(allows the odds to be shown)"


def said(one: Host) -> list[str]:
    """Who allowed the odds, by the log."""
    return [
        by for entry in one.session.entries if entry.purpose == "say" for by, text in [entry.answer] if text == ALLOWS
    ]


def words_of(one: Host, seat: int) -> Any:
    """A seat's words."""
    teller = narrator(one.session, seat)
    teller.follow()
    return teller.words


def typing(one: Host, *lines: str, at: Callable[[Asked], bool] = opportunity) -> Iterator[str | Callable[[str], str]]:
    """Answers at random until the question is wanted, then these lines, then quits."""
    choose = any_choice(one, 1)
    while (asked := one.asked()) is None or not at(asked):
        yield choose
    left = [*lines, "quit"]
    while left:
        yield lambda shown: "" if "press Enter" in shown else left.pop(0)


# --- who allows them -------------------------------------------------------------------------------------


def test_against_the_computer_it_is_the_persons_wish_and_the_log_says_so() -> None:
    one = tables.host(1)
    console = play(one, typing(one, "odds"))
    assert said(one) == ["Aki"]
    assert "Aki: “(allows the odds to be shown)”" in " ".join(console.text.split())
    assert "How likely you are to win" in console.text
    assert "* Focus " in console.text or "* Strike" in console.text


def test_of_two_people_both_must_allow_them_and_who_does_not_is_shown_nothing() -> None:
    one = tables.host(2)
    console = play(one, typing(one, "odds", "n", "odds", "what?", "n"))
    assert said(one) in (["Aki"], ["Nao"])
    assert console.text.count("does not agree.") == 2
    assert "y or n, please." in console.text
    assert "How likely" not in console.text


def test_once_both_have_allowed_them_nobody_is_asked_again() -> None:
    one = tables.host(2)
    console = play(one, typing(one, "odds", "y", "odds"))
    assert sorted(said(one)) == ["Aki", "Nao"]
    assert console.text.count("may the odds be shown") == 1
    assert console.text.count("How likely you are to win") == 2


def test_the_host_gives_none_before_all_have_allowed_them() -> None:
    one = tables.host(2)
    asked = until(one, opportunity)
    one.allow_odds(asked.seat)
    with pytest.raises(BadInput, match=r"not everybody has allowed them: (Aki|Nao)"):
        one.odds(asked, words_of(one, asked.seat))
    one.allow_odds(1 - asked.seat)
    assert one.odds(asked, words_of(one, asked.seat)).lines
    one.allow_odds(asked.seat)
    assert len(said(one)) == 2  # said once each


def test_a_duel_that_is_resumed_knows_who_allowed_them(tmp_path: Path) -> None:
    store = Store(tmp_path / "duel.json")
    one = tables.host(2, store)
    until(one, opportunity)
    one.allow_odds(0)
    transcript, _ = read(tmp_path / "duel.json")
    again = Host(Session.load(cards.GAME, transcript), dict(one.people), {}, None)
    assert again.must_allow_odds() == [1]


def test_nobody_can_allow_them_in_anothers_name() -> None:
    """What a person says is his own line, whatever it says; the program's lines are its own."""
    one = tables.host(2)
    one.say(0, "odds: 1")
    one.say(0, ALLOWS)
    assert one.must_allow_odds() == [0, 1]


def test_a_step_back_leaves_them_allowed() -> None:
    one = tables.host(1)
    asked = until(one, opportunity)
    one.answer(asked, next(option for option in asked.request.options() if not isinstance(option, Strike)))
    one.allow_odds(0)
    if one.why_not_undo(0) is None:
        one.undo(0)
    assert one.must_allow_odds() == []


def test_where_they_are_offered_everybody_is_asked_at_the_start() -> None:
    for answers, allowed in ((("y", "y"), 2), (("y", "n"), 1)):
        one = tables.host(2)
        one.offers_odds = True
        console = play(one, iter([*answers, "", "quit"]))
        assert len(said(one)) == allowed
        assert console.text.count("may the odds be shown") == 2


def test_words_that_are_none() -> None:
    one = tables.host(1)
    console = play(one, typing(one, "odds please"))
    assert "odds more, which takes two seconds" in " ".join(console.text.split())
    assert said(one) == []


def test_typed_chance_has_no_odds() -> None:
    one = rpg_tables.host(chance=None)
    asked = until(one, lambda asked: asked.typed)
    one.allow_odds(0)
    with pytest.raises(BadInput, match="chance is asked now, not you"):
        one.odds(asked, words_of(one, asked.seat))


def asked_first(asked: Asked) -> Any:
    """The first answer there is."""
    return next(iter(asked.request.options()))


# --- what they say ---------------------------------------------------------------------------------------


def at_opportunity(draw: int = 3, chi: tuple[int, int] = (4, 3), seed: int = 4) -> tuple[Session[Any], int]:
    session = at_first(plain(draw=draw, chi=chi), seed)
    assert session.pending is not None
    assert session.pending.seat is not None
    return session, session.pending.seat


def test_at_an_opportunity_they_are_the_solvers() -> None:
    session, seat = at_opportunity()
    found = odds_of(session, seat)
    assert session.pending is not None
    mine = table(session, seat)
    assert isinstance(mine, CardTable)
    wanted = advise(session.view(seat), session.pending, mine)
    labels = {choice.answer: choice.label for choice in words(session, seat).question(session.pending).choices}
    assert [line.label for line in found.lines] == [labels[one.option] for one in wanted.answers]
    assert [line.chance for line in found.lines] == [f"{one.results['win']:.0%}" for one in wanted.answers]
    assert found.lines[0].best
    assert not found.exact
    assert "the deck of Player 0, which is taken to be an average one" in found.note
    assert "the duel is worth" in found.note
    with speaking("pt_BR"):
        said = odds_of(session, seat)
    assert "o baralho de Player 0, tomado como um baralho médio" in said.note
    assert [line.chance for line in said.lines] == [line.chance for line in found.lines]


def words(session: Session[Any], seat: int) -> Any:
    teller = narrator(session, seat)
    teller.follow()
    return teller.words


def test_who_is_stronger_is_told_to_strike() -> None:
    session, seat = at_opportunity(chi=(3, 5))
    best = odds_of(session, seat).lines[0]
    assert (best.label, best.chance, best.best) == ("Strike", "100%", True)


def test_counted_longer_the_intervals_are_narrower_and_hold_the_share() -> None:
    session, seat = at_opportunity(chi=(3, 5))
    mine, view, request = table(session, seat), session.view(seat), session.asked[seat]
    assert isinstance(mine, CardTable)
    quick, long = (estimate(view, request, mine, tries) for tries in (QUICK, LONG))
    for found in (quick, long):
        strike = next(one for one in found.tried if isinstance(one.option, Strike))
        win = strike.results["win"]
        assert 0.9 < win.value <= 1.0  # an unknown deck may hold reactions
        assert win.low <= win.value <= win.high
        assert sum(result.value for result in strike.results.values()) == pytest.approx(1.0)
    halves = [
        next(one for one in found.tried if isinstance(one.option, Strike)).results["win"].half
        for found in (quick, long)
    ]
    assert halves[1] < 0.1 < halves[0]
    assert long.worlds > 10 * quick.worlds / 2


def test_what_no_focus_game_tells_of_is_counted_in_imagined_duels_with_intervals() -> None:
    one = tables.host(1)
    asked = until(one, lambda asked: asked.request.purpose == "challenged")
    one.allow_odds(0)
    found = one.odds(asked, words_of(one, 0))
    assert not found.exact
    assert len(found.lines) == len(list(asked.request.options()))
    assert all(" to " in line.chance and line.chance.endswith(")") for line in found.lines)
    assert "intervals of 95 %" in found.note
    assert found == one.odds(asked, words_of(one, 0))  # the same look, the same numbers


def test_dice_to_keep_are_advised_exactly_and_with_reasons() -> None:
    one = rpg_tables.host()
    decide = rpg_tables.at_random(3)
    seen = 0
    for asked in tables.questions(one):
        one.allow_odds(0)
        if isinstance(asked.request, Keep):
            found, wanted = one.odds(asked, words_of(one, 0)), advise_keep(one.session.view(0), asked.request)
            assert wanted is not None
            assert found.exact
            assert [line.best for line in found.lines] == [True] + [False] * (len(found.lines) - 1)
            assert found.lines[0].chance == f"{max(0.0, wanted.best.worth):.2%}"
            assert len(found.lines) == min(8, len(wanted.choices))
            assert found.why[0].startswith("Why: successes there")
            assert f"TN {wanted.check.tn}" in found.heading
            seen += 1
        one.answer(asked, decide(asked))
    assert seen >= 3


def test_dice_to_roll_again_are_advised_too() -> None:
    """Whoever has an advantage that bears on the check is told what a fresh roll is worth."""
    seen = 0
    for seed in range(4):
        one = rpg_tables.host(chance=Seeded(seed))
        player = seated(one.session, 0, "reading", seed)
        for asked in tables.questions(one):
            if asked.request.purpose == "distinction":
                one.allow_odds(0)
                found = one.odds(asked, words_of(one, 0))
                assert "when you roll these again" in found.heading
                assert found.lines[0].best and re.match(r"Roll .+ again$", found.lines[0].label)
                assert found.why[0].startswith("Why: ")
                assert found.text()[1].endswith("%.")
                assert len(found.lines) > 2
                seen += 1
            one.answer(asked, player.answer(asked.request, one.session.view(0)))
    assert seen >= 2


def test_other_questions_of_the_role_playing_duel_say_that_there_are_none() -> None:
    one = rpg_tables.host()
    asked = until(one, lambda asked: asked.request.purpose == "initiative-ring")
    one.allow_odds(0)
    found = one.odds(asked, words_of(one, 0))
    assert found.lines == ()
    assert found.text() == ["In this duel there are odds only for the questions which dice to keep, or to roll again."]


def test_who_is_asked_nothing_gets_none() -> None:
    session, seat = at_opportunity()
    with pytest.raises(BadInput, match="you are asked nothing now"):
        odds_of(session, 1 - seat)


# --- secrets ---------------------------------------------------------------------------------------------


def as_bytes(found: Odds) -> bytes:
    return repr(dataclasses.astuple(found)).encode()


def test_card_duels_that_look_alike_get_the_same_bytes() -> None:
    differ = told = 0
    for session, other, seat in pairs(40):
        one, two = (as_bytes(odds_of(duel, seat)) for duel in (session, other))
        assert one == two
        differ += session.referee.state != other.referee.state
        told += b"OddsLine" in one or b"%" in one
    assert differ > 30
    assert told > 20


class Odd(Pair):
    """Two role-playing duels that differ in what a seat may not know; the odds are what it is shown."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.audience, self.told = seed % 2, 0

    def channels(self, world: Session[Any]) -> list[bytes]:
        """The odds at its question."""
        if self.audience not in world.asked or world.has_sealed(self.audience):
            return []
        found = odds_of(world, self.audience)
        self.told += len(found.lines) > 1
        return [as_bytes(found)]


def test_role_playing_duels_that_look_alike_get_the_same_bytes() -> None:
    made = [Odd(seed) for seed in range(40)]
    secrets = [one.run() for one in made]
    assert sum(secrets) > 20
    assert sum(one.told for one in made) > 20


# --- how long they take ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_once_ready_they_take_little_work(game: str) -> None:
    """Less than 50 ms: benchmarks/odds_at_table.py."""
    work: list[int] = []
    for n in range(3):
        if game == "cards":
            session: Session[Any] = Session(cards.GAME, pairings()[9 * n].setup(), Seeded(n))
        else:
            session = rpg_tables.session(setting_rpg.Terms(), Seeded(n))
        one = Host(session, {0: "Aki", 1: "Nao"}, {}, None)
        for seat in (0, 1):
            ready(session, seat)
        decide = rpg_tables.at_random(n) if game == "rpg" else asked_first
        for asked in tables.questions(one):
            spoken = words_of(one, asked.seat)
            with counted() as one_look:
                found = odds_of(session, asked.seat, spoken)
            if found.lines:
                work.append(one_look.calls)
            one.answer(asked, decide(asked))
    assert len(work) > 5
    assert max(work) < 300_000  # functions called


# --- the command line ------------------------------------------------------------------------------------


def test_play_with_odds(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("odds\nquit\n"))
    status = cli.run(["play", "cards", "--plain", "--odds", "--seed", "3", "--save", str(tmp_path / "duel.json")])
    told = " ".join(capsys.readouterr().out.split())
    assert status == 0
    assert ALLOWS in told
    assert "How likely you are to win" in told
    assert cli.run(["play", "cards", "--odds", "--seed", "3"]) == 2
    assert "nobody plays at this keyboard" in capsys.readouterr().err


def test_the_lines_face_needs_no_numpy_to_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iaijutsu.play.odds.find_spec", lambda name: None)
    one = tables.host(1)
    console = play(one, typing(one, "odds"))
    assert "Odds need NumPy: pip install" in console.text
    assert isinstance(Lines(one), Lines)


# --- the full-screen table -------------------------------------------------------------------------------


def test_a_key_shows_them_and_another_counts_longer() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        await press(pilot, app, "o")
        assert isinstance(app.screen, Chances)
        assert "How likely you are to win" in shown(app)
        first = shown(app)
        await press(pilot, app, "m")
        assert shown(app) != first
        assert "How likely you are to win" in shown(app)
        await press(pilot, app, "escape")
        assert "(allows the odds" in " ".join(shown(app).split())

    one = tables.host(1)
    on_table(one, act, (150, 50))
    assert said(one) == ["Aki"]


def test_at_the_table_of_two_who_does_not_agree_keeps_them_away() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        await press(pilot, app, "enter", "o")
        assert isinstance(app.screen, Agree)
        await press(pilot, app, "n")
        assert not isinstance(app.screen, Chances)
        await press(pilot, app, "o", "y")
        assert isinstance(app.screen, Chances)

    one = tables.host(2)
    on_table(one, act)
    assert sorted(said(one)) == ["Aki", "Nao"]


def test_at_the_table_of_two_they_may_be_offered_at_the_start() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        for name in tables.NAMES[:2]:
            assert isinstance(app.screen, Agree)
            assert f"{name}: may the odds be shown" in " ".join(shown(app).split())
            await press(pilot, app, "y")
        assert isinstance(app.screen, HandOver)

    one = tables.host(2)
    one.offers_odds = True
    on_table(one, act)
    assert sorted(said(one)) == ["Aki", "Nao"]


def test_the_full_screen_tells_which_dice_to_keep_in_a_small_window() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        for _ in range(60):
            assert app.asked is not None
            if isinstance(app.asked.request, Keep):
                break
            app.host.answer(app.asked, decide(app.asked))
            app._go_on()
            await settle(pilot, app)
        await press(pilot, app, "f2")
        told = " ".join(shown(app).split())
        assert "* Keep" in told
        assert "m counts" not in told

    decide = rpg_tables.at_random(5)
    on_table(rpg_tables.host(), act, (60, 24))
