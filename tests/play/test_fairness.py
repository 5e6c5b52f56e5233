"""Dice and draws can be checked after the duel, by code that shares nothing with what made them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.cards import GAME
from iaijutsu.engine import BadInput, Chance, Draw, DuelError, Roll, Seeded, Session, Transcript, Verifiable, loads
from iaijutsu.engine.transcript import Entry
from iaijutsu.play import cli, setting_rpg, verify
from iaijutsu.play.host import Host
from iaijutsu.play.store import Store
from iaijutsu.rpg import GAME as RPG
from tests.play import tables
from tests.play.alike import same_numbers, shared
from tests.play.test_languages import FOREIGN

FAIRNESS = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def golden(what: str) -> list[str]:
    """A golden value, as the specification has it."""
    found = re.search(rf"^\| {re.escape(what)}.*\| `(.+)` \|$", FAIRNESS, re.MULTILINE)
    assert found
    return found[1].split()


def test_the_golden_values_of_the_specification_hold_for_the_generator_and_for_the_check() -> None:
    source = Verifiable(tables.SEED)
    deck = {"ash": 3, "bell": 1, "crane": 2}
    assert [source.commitment] == golden("commitment") == [verify.commitment_of(tables.SEED)]
    assert golden("question 0, block 0") == [str(next(verify.numbers(tables.SEED, 0)))]
    dice = (6, 6, 6, 12, 12)
    asked: Chance[tuple[int, ...]] = Roll("dice", dice)
    rolled = [str(face) for face in source.outcome(asked, 0)]
    assert rolled == golden("question 0: three dice") == [str(f) for f in verify.rolled(tables.SEED, 0, dice)]
    drawn = source.outcome(Draw("draw", deck, 4), 5)
    assert list(drawn) == golden("question 5: a draw") == verify.drawn(tables.SEED, 5, deck, 4)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 12, 40, 1 << 63, (1 << 63) + 1, (1 << 64) - 1, 1 << 64])
def test_generator_and_check_agree_also_where_numbers_are_passed_over(bound: int) -> None:
    source = Verifiable(tables.SEED)
    for question in range(30):
        ours = verify.rolled(tables.SEED, question, (bound,) * 5)
        theirs = source.outcome(Roll("dice", (bound,) * 5), question)
        assert list(theirs) == ours


def test_numbers_at_the_uneven_end_are_passed_over() -> None:
    most = (1 << 63) + 1  # almost half of all numbers are unusable
    stream = list(islice(verify.numbers(tables.SEED, 1), 40))
    usable = [number for number in stream if number < most]
    assert 5 < len(usable) < 35
    assert verify.rolled(tables.SEED, 1, (most,) * 5) == [number % most for number in usable[:5]]


# --- whole duels -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a finished verifiable duel."""
    path = tmp_path_factory.mktemp("fair") / "duel.json"
    tables.finished(path)
    return path.read_text(encoding="utf-8")


def check(text: str) -> verify.Report:
    """What `iaijutsu verify` does with a file of this text."""
    return verify.verify(loads(text), text, GAME)


def test_a_finished_duel_holds(duel: str) -> None:
    report = check(duel)
    assert report.questions == sum(entry.seat == -1 for entry in loads(duel).entries)
    assert report.cards >= 16
    assert report.commitment == verify.commitment_of(tables.SEED)


def test_a_thousand_changes_of_one_byte_are_all_noticed(duel: str) -> None:
    rng = random.Random(5)
    data = duel.encode()
    missed = []
    for _ in range(1_000):
        place = rng.randrange(len(data))
        changed = bytearray(data)
        changed[place] = rng.choice([byte for byte in range(256) if byte != data[place]])
        try:
            check(bytes(changed).decode("utf-8"))
        except (DuelError, UnicodeDecodeError):
            continue
        missed.append(place)
    assert missed == []


def test_the_seal_itself_cannot_be_changed_either(duel: str) -> None:
    """Its own line is not in what it is made of: every byte of it, changed to every other printable one."""
    for place in range(duel.rindex('["say"') - 2, len(duel)):
        for other in map(chr, [10, *range(32, 127)]):
            if other != duel[place]:
                with pytest.raises(DuelError):
                    check(duel[:place] + other + duel[place + 1 :])


def test_a_byte_less_or_more_is_noticed_too(duel: str) -> None:
    rng = random.Random(6)
    for _ in range(100):
        place = rng.randrange(len(duel))
        for changed in (duel[:place] + duel[place + 1 :], duel[:place] + " " + duel[place:]):
            with pytest.raises(DuelError):
                check(changed)


def resealed(transcript: Transcript) -> str:
    """The file of a forger who knows how seals are made."""
    transcript.entries.pop()
    bare = transcript.dumps()
    transcript.entries.append(type(transcript.entries[0])("say", 0, ["iaijutsu", "seal " + verify.sealed_text(bare)]))
    return transcript.dumps()


def test_a_forged_draw_is_found_under_a_new_seal(duel: str) -> None:
    transcript = loads(duel)
    place, first = next((n, entry) for n, entry in enumerate(transcript.entries) if entry.purpose == "draw")
    others = [key for key in transcript.setup["players"][0]["deck"] if key not in first.answer]
    transcript.entries[place] = first._replace(answer=[others[0], *first.answer[1:]])
    with pytest.raises(verify.Refuted, match="the seed makes it"):
        check(resealed(transcript))


def test_another_seed_does_not_fit_the_commitment(duel: str) -> None:
    transcript = loads(duel)
    transcript.seed = bytes(32).hex()
    with pytest.raises(verify.Refuted, match="not the one that the commitment was made for"):
        check(resealed(transcript))


def test_another_answer_of_a_player_is_told_by_the_seal_alone(duel: str) -> None:
    transcript = loads(duel)
    transcript.setup["players"][0]["name"] = "Somebody"
    with pytest.raises(verify.Refuted, match="the seal is broken"):
        check(transcript.dumps())
    assert check(resealed(transcript)).questions == check(duel).questions


def test_a_duel_of_repeatable_chance_cannot_be_verified_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    one = tables.host(0, Store(path), chance=Seeded(3))
    one.advance()
    with pytest.raises(BadInput, match="no commitment"):
        check(path.read_text(encoding="utf-8"))


def test_a_file_without_its_seal_is_refuted(duel: str) -> None:
    transcript = loads(duel)
    transcript.entries.pop()
    with pytest.raises(verify.Refuted, match="the seal is missing"):
        check(transcript.dumps())


def test_a_duel_in_progress_tells_no_seed(tmp_path: Path) -> None:
    one = tables.host(store=Store(tmp_path / "d.json"), chance=Verifiable(tables.SEED))
    one.advance()
    text = (tmp_path / "d.json").read_text(encoding="utf-8")
    assert tables.SEED.hex() not in text
    assert json.loads(text)["commitment"] == verify.commitment_of(tables.SEED)
    with pytest.raises(BadInput, match="no seed"):
        check(text)


def test_the_check_uses_nothing_of_the_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary: with the generator broken, the check still finds the true numbers."""
    honest = verify.rolled(tables.SEED, 0, (6, 6, 6))
    monkeypatch.setattr(Verifiable, "_below", lambda self, number: lambda n: 0)
    monkeypatch.setattr(Roll, "sample", lambda self, below: tuple(below(n) for n in self.sides))
    broken = Verifiable(tables.SEED).outcome(Roll("dice", (6, 6, 6)), 0)
    assert tuple(broken) == (0, 0, 0)
    assert verify.rolled(tables.SEED, 0, (6, 6, 6)) == honest != [0, 0, 0]


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a finished verifiable duel of the role-playing game."""
    path = tmp_path_factory.mktemp("fair") / "fight.json"
    setup = setting_rpg.lay_out(setting_rpg.Terms()).setup
    session = Session(RPG, setup, Verifiable(tables.SEED))
    Host(session, {}, {seat: tables.Dummy(seat) for seat in range(2)}, Store(path)).advance()
    return path.read_text(encoding="utf-8")


def test_a_role_playing_duel_is_verified_die_by_die(fight: str) -> None:
    report = verify.verify(loads(fight), fight, RPG)
    assert report.dice >= 6
    assert report.cards == 0
    transcript = loads(fight)
    place, first = next((n, entry) for n, entry in enumerate(transcript.entries) if entry.seat == -1)
    transcript.entries[place] = first._replace(answer=[(first.answer[0] + 1) % 6, *first.answer[1:]])
    with pytest.raises(DuelError):
        verify.verify(transcript, resealed(transcript), RPG)


# --- in other languages ----------------------------------------------------------------------------------


def changed(text: str, place: int, **parts: Any) -> str:
    """The file of a duel with one entry changed, under a new seal."""
    transcript = loads(text)
    transcript.entries[place] = transcript.entries[place]._replace(**parts)
    return resealed(transcript)


def forged(duel: str, fight: str) -> Iterator[tuple[str, str]]:
    """Files that are none or not what they must be, by what is said of each."""
    whole = loads(duel)
    drawn = next(n for n, entry in enumerate(whole.entries) if entry.purpose == "draw")
    played = next(n for n, entry in enumerate(whole.entries) if entry.seat >= 0)
    assert whole.seed and whole.commitment
    yield "the form in which duels are written", duel.replace(", ", ",", 1)
    yield "not the one that the commitment was made for", duel.replace(whole.seed, bytes(32).hex())
    yield "the seal is broken", duel.replace('"Aki"', '"Ika"')
    yield "the seal is missing", duel.replace('["iaijutsu", "seal', '["somebody", "seal')
    yield "which is not what the rules ask there", changed(duel, played, purpose="something")
    kept = next(n for n, entry in enumerate(loads(fight).entries) if entry.purpose == "keep")
    yield "is not allowed there", changed(fight, kept, answer=[99])
    yield "the seed makes it", changed(duel, drawn, answer=whole.entries[drawn].answer[::-1])
    yield "this duel tells no seed", duel.replace(f', "seed": "{whole.seed}"', "")
    yield "no commitment", duel.replace(f', "commitment": "{whole.commitment}"', "")
    yield "in hexadecimal digits", duel.replace(whole.seed, "x" * 64)
    yield "bytes in small hexadecimal digits", duel.replace(whole.seed, "00")
    short, early = loads(duel), loads(duel)
    del short.entries[6:-1]
    yield "the duel is not over", resealed(short)
    early.entries.insert(0, Entry("claim", 0, ["Ume", 1, "Aki"]))
    yield "where dice or cards come first", resealed(early)


def said(capsys: pytest.CaptureFixture[str], name: str, path: Path) -> str:
    """What `iaijutsu verify` says, names of cards left out."""
    cli.run(["--language", name, "verify", str(path)])
    return re.sub(r"'[\w-]+'?", "", "".join(capsys.readouterr()))


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_checked_and_what_is_refuted_is_told_in_every_language(
    name: str, duel: str, fight: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "duel.json"
    commitment = loads(duel).commitment or ""
    for begins, text in [("It holds", duel), *forged(duel, fight)]:
        path.write_text(text, encoding="utf-8")
        english, told = (said(capsys, one, path).replace(commitment, "") for one in ("en", name))
        assert begins in english
        assert shared(english, told) <= {"iaijutsu", "verify", "bytes"}, told
        assert same_numbers(english, told), told
