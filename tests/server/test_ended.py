"""However a duel ends, its file says how, its seed is told, it verifies, and any change made to it is noticed."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from iaijutsu.engine import DuelError
from iaijutsu.engine.transcript import CLAIM, loads
from iaijutsu.play import cli, verify
from iaijutsu.play.games import game_of
from iaijutsu.play.server.calls import Order, Who
from iaijutsu.play.server.house import House

from .conftest import Run
from .guests import CARDS, RPG, answer, command, fought, house_at, two
from .test_clocks import Watch

KEPT = Path(__file__).resolve().parents[1] / "play" / "kept"


def check(text: str) -> verify.Report:
    """What `iaijutsu verify` does with a file of this text."""
    loaded = loads(text)
    return verify.verify(loaded, text, game_of(loaded.game, "test"))


async def asked_of(house: House, people: list[Who]) -> tuple[Who, Who]:
    """Who is asked, and who waits."""
    for who, other in (people, people[::-1]):
        if (await house.seen(who)).asked is not None and (await house.seen(other)).asked is None:
            return who, other
    who, other = people
    await answer(house, other, await house.seen(other), random.Random(1))  # both are asked: one of them has sealed
    return who, other


async def claimed(house: House, wall: Watch, order: Order, moves: int = 3) -> tuple[str, Who, Who]:
    """A duel of which some was played, then claimed: its id, who took it, and from whom."""
    opened, one, other = await two(house, replace(order, clock=(30, 0), spectators=True))
    await fought(house, [one, other], random.Random(5), most=moves)
    late, waits = await asked_of(house, [one, other])
    await wall.go(house, 40)
    await house.do(waits, command("claim"))
    return opened.duel, waits, late


async def claimed_file(url: str) -> str:
    """The file of a claimed card duel."""
    wall = Watch()
    async with house_at(url, now=wall) as house:
        duel, _winner, _late = await claimed(house, wall, CARDS)
        return await house.transcript(duel)


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_a_claimed_duel_says_so_in_file_log_replay_and_verifies(
    run: Run, url: str, order: Order, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> tuple[str, str, str]:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            duel, winner, late = await claimed(house, wall, order)
            seen = await house.seen(late)
            told = f"{winner.name} claims the duel: {late.name} has no time left."
            assert (seen.finished, seen.result, seen.winner) == (True, told, winner.seat)
            line = next(line for line in reversed(seen.lines) if not line.minor)
            assert line.text == told and line.explained and seen.status.count(told) == 1
            assert late.name in (await house.explain(late, line.number)).why
            for eyes in ("0", "1", "spectator", "judge"):
                last = await house.replay(late, eyes)
                assert last.seen.result == told and told in [one.text for one in last.seen.lines]
                assert last.seen.lines[-1].minor  # its seal
                before = await house.replay(late, eyes, last.last - 2)
                assert told not in before.seen.status and not before.seen.result
            found = await house.verified(duel)
            assert found.report is not None and found.report.claimed and found.report.questions > 0
            assert (await house.seen(late)).commitment == found.report.commitment
            return await house.transcript(duel), winner.name, told

    text, name, told = run(story())
    data = json.loads(text)
    assert data["format"] == 2 and data["seed"] and "waiting" not in data
    assert [row[2][0] for row in data["entries"] if row[0] == CLAIM] == [name]
    path = tmp_path / "duel.json"
    path.write_text(text, encoding="utf-8")
    assert cli.run(["replay", str(path)]) == 0
    assert capsys.readouterr().out.replace("\n   ", " ").count(told) == 2  # in the log, and as its end
    assert cli.run(["verify", str(path)]) == 0
    assert "claimed before its end" in capsys.readouterr().out
    assert cli.run(["replay", "--why", str(path)]) == 0
    capsys.readouterr()
    assert cli.run(["replay", "--language", "hr", str(path)]) == 0
    assert f"{name} traži pobjedu" in capsys.readouterr().out.replace("\n   ", " ")


def test_every_change_of_a_byte_in_a_claimed_duels_file_is_noticed(run: Run, url: str) -> None:
    text = run(claimed_file(url))
    assert check(text).claimed
    rng, data = random.Random(7), text.encode()
    begin = data.index(b'["claim"')
    places = [*range(begin - 2, len(data)), *(rng.randrange(len(data)) for _change in range(600))]
    missed = [place for place in places if not noticed(data, place, rng)]
    assert missed == []
    rows = json.loads(text)["entries"]
    for gone in (-1, -2):  # its seal, or the claim itself
        short = loads(text)
        assert rows[-2][0] == CLAIM
        del short.entries[gone]
        with pytest.raises(DuelError):
            check(short.dumps())


def noticed(data: bytes, place: int, rng: random.Random) -> bool:
    """Whether the file is refused with another byte there."""
    changed = bytearray(data)
    changed[place] = rng.choice([byte for byte in range(256) if byte != data[place]])
    try:
        check(bytes(changed).decode("utf-8"))
    except (DuelError, UnicodeDecodeError):
        return True
    return False


def test_what_a_forger_cannot_do_who_can_make_seals(run: Run, url: str) -> None:
    """He may not claim where dice or cards come first, nor from who is not asked, nor play on afterwards."""

    text = run(claimed_file(url))
    entry = loads(text).entries[-2]
    first = loads(text)
    first.entries[:] = [entry]
    with pytest.raises(verify.Refuted, match="where dice or cards come first"):
        check(sealed(first))
    by, late, of = entry.answer
    other = loads(text)
    other.entries[-2] = entry._replace(seat=late, answer=[of, entry.seat, by])
    with pytest.raises(DuelError):
        check(sealed(other, old=True))
    on = loads(text)
    on.entries.insert(-1, on.entries[-3])
    with pytest.raises(DuelError):
        check(sealed(on, old=True))
    odd = loads(text)
    odd.entries[-2] = entry._replace(answer={"by": by})
    with pytest.raises(DuelError):
        check(sealed(odd, old=True))


def sealed(transcript: object, *, old: bool = False) -> str:
    """The file with a new seal; `old`: there is one already."""
    assert isinstance(transcript, type(loads((KEPT / "finished-format-1.json").read_text(encoding="utf-8"))))
    if old:
        transcript.entries.pop()
    seal = "seal " + verify.sealed_text(transcript.dumps())
    transcript.entries.append(type(transcript.entries[0])("say", 0, ["iaijutsu", seal]))
    return transcript.dumps()


def test_with_one_answer_sealed_it_stays_so(run: Run, url: str) -> None:
    async def story() -> None:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            for moves in range(1, 12):
                duel, _winner, _late = await claimed(house, wall, CARDS, moves)
                text = await house.transcript(duel)
                assert "waiting" not in text and check(text).claimed

    run(story())


def test_claims_of_earlier_servers_are_told_in_full_when_their_log_is_read(run: Run, url: str) -> None:
    """What is in the log is the same as ever: who claimed, and who was late."""

    async def story() -> None:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            duel, _winner, late = await claimed(house, wall, CARDS)
            before = await house.seen(late), await house.transcript(duel)
        async with house_at(url, now=wall) as house:  # another process: all from the log
            again = await house.seen(late)
            assert (again.result, again.version) == (before[0].result, before[0].version)
            assert await house.transcript(duel) == before[1]

    run(story())


# --- the other ends --------------------------------------------------------------------------------------


async def judged(house: House, order: Order) -> str:
    """A duel that a judge ends, as soon as he may."""
    opened, one, other = await two(house, replace(order, judge=True))
    judge = (await house.enter(opened.duel, opened.links["judge"], "Mei")).who
    rng = random.Random(2)
    for _turn in range(60):
        seen = await house.seen(judge)
        if not next(deed for deed in seen.deeds if deed.kind == "end").why_not:
            break
        await fought(house, [one, other], rng, most=1)
    await house.do(judge, command("end", text="the castle burns"))
    await fought(house, [one, other, judge], rng)  # blades are scored yet
    return opened.duel


async def conceded(house: House, order: Order) -> str:
    """A role-playing duel that somebody concedes, as soon as the rules ask it."""
    opened, one, other = await two(house, order)
    rng = random.Random(2)
    for _turn in range(60):
        for who in (one, other):
            deeds = {deed.kind: deed.why_not for deed in (await house.seen(who)).deeds}
            if deeds.get("concede") == "":
                await house.do(who, command("concede"))
                await fought(house, [one, other], rng)  # the others answer, and it is scored
                return opened.duel
        await fought(house, [one, other], rng, most=1)
    raise AssertionError("nobody was asked")


async def played(house: House, order: Order) -> str:
    """A duel that is fought to its end."""
    opened, one, other = await two(house, order)
    await fought(house, [one, other], random.Random(9))
    return opened.duel


ENDS: dict[str, tuple[Callable[[House, Order], Awaitable[str]], Order]] = {
    "a judge ends a duel of cards": (judged, CARDS), "a judge ends a role-playing duel": (judged, RPG),
    "somebody concedes": (conceded, RPG), "cards to the end": (played, CARDS), "blades to the end": (played, RPG),
    "under another edition": (played, replace(CARDS, terms={"ruleset": "twenty-festivals"})),
    "under the classic rules": (played, replace(CARDS, terms={"ruleset": "classic"})),
}  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_every_end_is_sealed_and_verifies(run: Run, url: str, end: str) -> None:
    play, order = ENDS[end]

    async def story() -> None:
        async with house_at(url) as house:
            duel = await play(house, order)
            found = await house.verified(duel)
            assert found.report is not None and not found.report.claimed, found.problem
            text = await house.transcript(duel)
            assert loads(text).seed == found.seed
            rng, data = random.Random(3), text.encode()
            assert all(noticed(data, rng.randrange(len(data)), rng) for _change in range(60))

    run(story())


# --- files of before -------------------------------------------------------------------------------------


def test_a_finished_duels_file_of_the_first_format_verifies_as_ever() -> None:
    text = (KEPT / "finished-format-1.json").read_text(encoding="utf-8")
    assert loads(text).dumps() == text
    report = check(text)
    assert (report.questions, report.claimed) == (sum(row[1] == -1 for row in json.loads(text)["entries"]), False)


def test_a_claimed_duels_file_of_the_first_format_is_read_and_said_not_to_be_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Then a claim stood in the server's log alone."""
    path = KEPT / "claimed-format-1.json"
    assert cli.run(["replay", str(path)]) == 0
    assert "not over yet" in capsys.readouterr().out
    with pytest.raises(verify.Refuted, match="the seal is missing"):
        check(path.read_text(encoding="utf-8"))
