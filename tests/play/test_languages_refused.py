"""Help and refusals in every language: no English is left in them, but for names and what stands in the files."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import iaijutsu
from iaijutsu.cards import catalogue as card_files
from iaijutsu.engine import BadInput, DuelError, Sentence, Session, loads
from iaijutsu.formats import read_bytes_as_characters
from iaijutsu.formats.cards import read_database
from iaijutsu.formats.realdecks import read_deck
from iaijutsu.play import cli
from iaijutsu.play.catalogues import Catalogue
from iaijutsu.play.i18n import retold, speaking, told
from iaijutsu.rpg import catalogue as characters
from tests.cards.test_card_files import BAD_CARDS
from tests.engine.test_transcript import ENTRIES, HEADS, TEXTS, good
from tests.engine.toy import GAME
from tests.formats.test_card_hostile import CARDS, hostile
from tests.formats.test_rpg_bad_input import MONSTERS
from tests.play.test_languages import ENGLISH, FOREIGN, text_of
from tests.rpg.test_catalogue import FAULTS, FILE

PACKAGE = Path(iaijutsu.__file__).parent
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|«[^»]*»|\[[^\]]*\]|<[^>]*>|\([^)]*\)|“[^”]*”|„[^”]*”")
WORDS = re.compile(r"\b(found|allowed|needed|this|cannot|or|it|expected|invalid|usage|options)\b")


def english(text: str) -> bool:
    """Whether a text has English in it, outside of what is quoted from a file."""
    bare = QUOTED.sub(
        "",
        re.sub(
            r"(?<=:) [\w/ -]+(, [\w/ -]+)+$|[\w\[\]]+(\.[\w\[\]]+)+|--?[a-z-]+|\w+-the-\w+|Legend of the Five Rings",
            "",
            text,
        ),
    )
    return bool(ENGLISH.search(bare) or WORDS.search(bare))


# --- sentences -------------------------------------------------------------------------------------------


def test_a_sentence_is_a_text_that_remembers_its_places() -> None:
    made = Sentence("{found!r:.5} found; allowed is {least} to {most}", found="abcdefgh", least=1, most=2)
    assert made == "'abcd found; allowed is 1 to 2"
    assert json.dumps([made]) == json.dumps([str(made)])
    again = pickle.loads(pickle.dumps(made))
    assert (again, again.sentence, again.named) == (made, made.sentence, made.named)


def test_it_is_told_anew_with_all_that_stands_in_it() -> None:
    inner = Sentence("a whole number from {least} to {most}", least=1, most=4)
    made = Sentence("{needed} is needed; {found}", needed=inner, found=Sentence("nothing stands there"))
    with speaking("hr"):
        assert retold(made) == "potrebno: cijeli broj od 1 do 4; ondje ne stoji ništa"
        assert retold("plain") == "plain"
        row = Sentence.joined([Sentence("chance"), Sentence("seat {seat}", seat=1)])
        assert retold(row) == "slučaj, mjesto 1"
        refused = BadInput(Sentence("{where}, line {line}", where="a.toml", line=3), Sentence("this is not a file"))
        assert told(refused) == "a.toml, redak 3: ovo nije datoteka"
    assert retold(made) == made
    assert told(refused) == str(refused) == "a.toml, line 3: this is not a file"


def test_numbers_and_plurals_follow_the_language() -> None:
    with speaking("hr"):
        assert retold(Sentence("{n:.2f} of {m:,}", n=0.5, m=1_000_000)) == "0,50 of 1.000.000"
        counted = [retold(Sentence.counted("{n} card", "{n} cards", n)) for n in (1, 2, 5)]
    assert counted == ["1 karta", "2 karte", "5 karata"]
    assert [Sentence.counted("{n} card", "{n} cards", n) for n in (1, 2)] == ["1 card", "2 cards"]
    share = Sentence.number(0.1254, ".1%")
    assert share == "12.5%"
    said = []
    for name in FOREIGN:
        with speaking(name):
            said += [retold(share), retold(Sentence("{n} of {m}", n=share, m=Sentence.number(-1.5, "+.2f")))]
    assert said == ["12,5\u00a0%", "12,5\u00a0% of -1,50", "12,5%", "12,5% of -1,50"]


def test_a_word_that_means_two_things_is_told_as_it_is_meant() -> None:
    made = Sentence.meant("action", "Strike")
    assert made == "Strike" == Sentence.meant("action", "{what}", what="Strike")
    with speaking("hr"):
        assert retold(made) == retold(pickle.loads(pickle.dumps(made))) == "Udarac"
        assert retold(Sentence("Strike")) == "Sjeći"
        assert retold(Sentence("{n}: {what}", n=1, what=made)) == "1: Udarac"


def reasons() -> Iterator[tuple[str, int, ast.expr]]:
    """What every refusal outside of `play` is given as its reason, and everything left out of a game as its name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if PACKAGE / "play" in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            place = {"BadInput": 1, "TooLarge": 1, "Left": 0}.get(called, 99)
            if isinstance(node, ast.Call) and place < len(node.args):
                yield path.name, node.lineno, node.args[place]


def test_no_room_refuses_with_a_text_that_nobody_can_translate() -> None:
    found = list(reasons())
    assert len(found) > 250
    bare = (ast.JoinedStr, ast.Constant, ast.BinOp)
    assert [(name, line) for name, line, reason in found if isinstance(reason, bare)] == []


# --- what readers refuse ---------------------------------------------------------------------------------


def caught(read: Callable[..., object], *given: object) -> DuelError | None:
    """How something is refused, if it is."""
    try:
        read(*given)
    except DuelError as error:
        return error
    return None


SMALL = (
    "nothing", "deep lists", "a huge number", "a key twice", "a zip", "a program", "an army", "yaml", "toml of dots",
    "too many characters", "half a character", "not UTF-8", "a list of weapons",
)  # fmt: skip
"""Monsters that are soon made."""


def refused(folder: Path) -> Iterator[DuelError | None]:
    """How every reader refuses every bad file that its tests know."""
    database = read_database([CARDS / "egg.xml"])
    for number, (name, data) in enumerate(hostile().items()):
        path = folder / f"{number}{Path(name).suffix}"
        path.write_bytes(data)
        cards = path.suffix in (".yaml", ".xml")
        yield caught(read_database, [path]) if cards else caught(read_deck, path, database)
    for monster in SMALL:
        yield caught(read_bytes_as_characters, MONSTERS[monster](), "monster.json")
    for part, instead, _message in FAULTS:
        yield caught(characters.loads, FILE.replace(part, instead, 1), "hero.toml")
    for text, _words in BAD_CARDS:
        (folder / "bad.toml").write_text(text, encoding="utf-8")
        yield caught(card_files.read, folder / "bad.toml")
    yield from transcripts()


def duel(text: str) -> object:
    """The duel of a transcript."""
    return Session.load(GAME, loads(text, "duel.json"))


def transcripts() -> Iterator[DuelError | None]:
    """How bad transcripts are refused."""
    texts = [text for text, _message in TEXTS.values()]
    for name, (change, _message) in HEADS.items():
        if name != "setup bad":  # that is refused by the game of those tests, in its own words
            texts.append(json.dumps({key: v for key, v in {**good(), **change}.items() if v is not None}))
    for number, entry, message in ENTRIES.values():
        if message.endswith(("is none", "there is no seat 2")):  # the game of these tests says so itself
            continue
        data = good()
        data["entries"][number] = entry
        texts.append(json.dumps(data))
    for text in texts:
        yield caught(duel, text)


def parts(text: object) -> Iterator[Sentence]:
    """A sentence with all that stand in it."""
    if isinstance(text, DuelError):
        yield from parts(text.args[0])
    elif isinstance(text, Sentence):
        yield text
        for part in text.named.values():
            yield from parts(part)


RARE = (
    "exceeded maximum", "Exceeds the limit", "did not find", "found ", "mapping values", "reference to", "multi-byte",
    "'rot13'", "'zlib'", "unknown encoding: ",
)  # fmt: skip
"""Beginnings of what Python's readers say now and then: those words are theirs."""


@pytest.mark.parametrize("name", FOREIGN)
def test_what_readers_refuse_is_told_without_english(name: str, tmp_path: Path) -> None:
    errors = [error for error in refused(tmp_path) if error]
    assert len(errors) > 360
    known = Catalogue(text_of(name))
    for error in errors:
        assert isinstance(error.args[0], Sentence), error
        for part in parts(error):
            if re.search("[a-z]{2}", re.sub(r"\{[^}]*\}", "", part.sentence)) and not part.startswith(RARE):
                assert part.sentence in known, part.sentence
    with speaking(name):
        shown = [told(error) for error in errors if not any(part.startswith(RARE) for part in parts(error))]
    assert len(shown) > 350
    assert [text for text in shown if english(text)] == []


# --- the command line ------------------------------------------------------------------------------------

HELPS = (
    "", "play", "serve", "replay", "verify", "rules", "cards", "cards check", "cards list", "cards show", "decks",
    "decks list", "decks show", "characters", "characters list", "characters show", "characters check", "odds",
    "odds cards", "solve", "simulate",
)  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("words", HELPS)
def test_help_is_told_without_english(words: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--language", name, *words.split(), "--help"]) == 0
    out = capsys.readouterr().out
    head, _blank, rest = out.partition("\n\n")
    assert head.startswith({"hr": "uporaba: ", "pt_BR": "uso: "}[name])
    told_ = [line for line in rest.splitlines() if not line.startswith("  iaijutsu ")]
    assert [line for line in told_ if english(re.sub(r"^ +[a-z-]+  ", "", line))] == []


def test_english_help_is_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    first = capsys.readouterr().out
    assert cli.run(["--language", "hr", "--help"]) == 0
    capsys.readouterr()
    assert cli.run(["--help"]) == 0
    assert capsys.readouterr().out == first
    assert first.startswith("usage: ") and "show this help message and exit" in first


BAD_WORDS = (
    "nonsense", "play chess", "play --nonsense", "play --seed many", "play --dice loaded",
    "play --seed 1 --dice table", "replay", "verify", "cards", "cards show", "play --hand 99", "play --gold -1",
    "play --name iaijutsu", "play --deck none", "play --database none.yaml", "play --cards none",
    "play --ruleset modern", "play --challenger she", "play --active fourth", "play --first-player nobody",
    "play --third-player random", "play --first-player me", "play --name Aki --opponent-name Aki",
    "play --resume none.json", "play --save none/duel.json", "play --duellist nobody", "play --action steady-hands",
    "play rpg --character nobody", "play rpg --form third-blood", "play rpg --contest war",
    "play rpg --ruling nonsense", "play rpg --ruling blow_per=week", "play rpg --unprepared all",
    "play rpg --gm A --judge B", "play rpg --initiative 3,4", "play rpg --hand 3", "replay none.json",
    "verify none.json", "rules nonsense", "cards check none.toml", "cards list --type hero",
    "cards list --does nothing", "cards show nobody", "decks show none", "characters show nobody",
    "characters check none.toml", "odds", "odds 3", "odds 9r2s", "odds 3r2s --tn two", "odds 3r2s --stance wind",
    "odds 3r2s --rolled S,S", "odds 3r2s --json --csv", "odds 3r2s --weights luck=1", "odds 3r2s --composed",
    "odds 3r2s --reserved OT", "odds cards none", "solve --deck none", "solve --values x",
    "solve --values 1,2 --estimate 5", "simulate --duels 0", "simulate --until 2", "simulate --workers 0",
    "simulate --first-player nobody", "simulate --numbers", "simulate --transcript 1", "simulate --html none/a.html",
    "simulate --resume none.json", "simulate --kernel --save a.json", "serve --port x", "serve --host a/b",
    "serve --host 198.51.100.77 --port 0", "serve --host no.such.host.invalid", "serve --database x",
    "serve --origin x", "serve --proxies x", "serve --limits x", "serve --metrics x", "serve --data /dev/null",
)  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("words", BAD_WORDS)
def test_bad_words_are_refused_without_english(
    words: str, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run([*words.split(), "--language", name]) == 2
    err: str = capsys.readouterr().err
    assert err.count("\n") == 1
    assert not english(err.replace("--help", "")), err


@pytest.mark.parametrize("name", FOREIGN)
def test_every_fault_of_a_character_is_told_without_english(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text(FILE.replace("air = ", "wind = "), encoding="utf-8")
    Path("worse.toml").write_text('name = 3\nendurance = "much"', encoding="utf-8")
    assert cli.run(["characters", "check", "bad.toml", "worse.toml"]) == 2
    faults = capsys.readouterr().err.count(".toml: ")
    assert cli.run(["characters", "check", "bad.toml", "worse.toml", "--language", name]) == 2
    err: str = capsys.readouterr().err
    assert err.count(".toml: ") == faults > 8
    assert [fault for fault in re.split(r"(?=\b\w+\.toml: )", err) if english(fault)] == []


def test_english_in_a_refusal_would_be_seen() -> None:
    samples: dict[Any, bool] = {
        "a.toml: 'x' found; allowed is one of: a": True, "usage: iaijutsu": True, "the file": True,
        "a.toml: pronađeno: 'the file'; dopušteno: a": False, "uporaba: iaijutsu": False,
    }  # fmt: skip
    assert {text: english(text) for text in samples} == samples
