"""Languages: which one is spoken to whom, and that every catalogue says all that the program says, in whole words."""

from __future__ import annotations

import ast
import asyncio
import io
import random
import re
import string
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.core import Locale
from babel.messages.pofile import read_po

from iaijutsu import cards, rpg
from iaijutsu.engine import BadInput, Seeded, Session
from iaijutsu.play import catalogues, cli, i18n
from iaijutsu.play.catalogues import Catalogue
from iaijutsu.play.i18n import _, best_of, language, languages, matched, ngettext, of_environment, percent, speaking
from iaijutsu.play.locale import renew
from iaijutsu.play.terminal.app import Table
from iaijutsu.play.words import explain, narrator
from iaijutsu.play.words.board import board as table_of_cards
from iaijutsu.play.words.judging import judging as judging_cards
from iaijutsu.play.words.rpg_board import board as table_of_characters
from iaijutsu.play.words.rpg_judging import judging as judging_characters
from iaijutsu.rpg.dice import SYMBOLS
from tests.cards import setups as card_setups
from tests.play import tables
from tests.play.test_words import is_sentence
from tests.play.test_words import play as play_cards
from tests.play.test_words_rpg import play as play_characters
from tests.rpg import setups as rpg_setups

FOREIGN = tuple(key for key in languages() if key != i18n.ENGLISH)
COMPLETE = True
"""Whether every sentence has to have its translation. It is off only while a language is being made."""


# --- which language --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("header", "wanted"), [
    ("", "en"), ("hr", "hr"), ("hr-HR,hr;q=0.9,en;q=0.8", "hr"), ("de-AT,hr;q=0.5,pt;q=0.7", "pt_BR"),
    ("pt-PT", "pt_BR"), ("fr, de", "en"), ("*", "en"), ("hr;q=0, en", "en"), ("en;q=0.1, hr;q=0.2", "hr"),
    ("hr;q=x", "en"), ("hr;q=2", "en"), ("hr;q=nan, pt", "pt_BR"), (";;;,,,=", "en"), ("HR", "hr"),
    ("x" * 100_000 + ",hr", "en"), ("\x00, hr", "hr"),
])  # fmt: skip
def test_a_browser_gets_what_it_wants_most_of_what_we_speak(header: str, wanted: str) -> None:
    assert best_of(header) == wanted


@pytest.mark.parametrize(("environment", "wanted"), [
    ({}, "en"), ({"LANG": "hr_HR.UTF-8"}, "hr"), ({"LANG": "pt_BR.UTF-8"}, "pt_BR"), ({"LANG": "de_DE"}, "en"),
    ({"LANG": "hr_HR", "LC_MESSAGES": "pt_BR"}, "pt_BR"), ({"LC_MESSAGES": "hr", "LC_ALL": "C.UTF-8"}, "en"),
    ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:hr:en"}, "hr"), ({"LANG": "C", "LANGUAGE": "hr"}, "en"),
    ({"LANGUAGE": "", "LANG": "hr"}, "hr"),
])  # fmt: skip
def test_the_terminal_speaks_as_the_environment_asks(environment: dict[str, str], wanted: str) -> None:
    assert of_environment(environment) == wanted


def test_a_name_is_matched_as_people_write_it_and_others_are_none() -> None:
    assert [matched(name) for name in ("hr", "hr-HR", "pt_br.utf8", "pt", "en_GB@euro")] == [
        "hr", "hr", "pt_BR", "pt_BR", "en",
    ]  # fmt: skip
    assert [matched(name) for name in ("", "xx", "hrvatski", "../hr", "h")] == [None] * 5


def test_a_language_holds_inside_and_in_no_other_task_or_thread() -> None:
    heard: list[str] = []

    async def guest(name: str) -> str:
        with speaking(name):
            await asyncio.sleep(0)
            return await asyncio.to_thread(_, "Strike")

    async def table() -> list[str]:
        return list(await asyncio.gather(*(guest(name) for name in ("hr", "en", "pt_BR", "hr"))))

    with speaking("hr"):
        with speaking("en"):
            assert _("Strike") == "Strike"
        assert (language(), _("Strike")) == ("hr", "Sjeći")
        thread = threading.Thread(target=lambda: heard.append(_("Strike")))
        thread.start()
        thread.join()
    found = asyncio.run(table())
    assert found[0] == found[3] == "Sjeći"
    assert found[1] == "Strike" == _("Strike") == heard[0]
    assert found[2] not in ("Strike", "Sjeći")


def test_one_word_can_mean_two_things() -> None:
    with speaking("hr"):
        assert (_("Strike"), i18n.pgettext("action", "Strike")) == ("Sjeći", "Udarac")
        assert i18n.pgettext("no such context", "Strike") == "Sjeći"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    said = {}
    for name in languages():
        with speaking(name):
            said[name] = [ngettext("{n} card", "{n} cards", n).format(n=n) for n in (0, 1, 2, 5, 11, 12, 21, 22, 101)]
            said[name].append(percent(0.125, 1))
    assert said["en"] == [*(f"{n} card{'' if n == 1 else 's'}" for n in (0, 1, 2, 5, 11, 12, 21, 22, 101)), "12.5%"]
    assert said["hr"] == [
        "0 karata", "1 karta", "2 karte", "5 karata", "11 karata", "12 karata", "21 karta", "22 karte", "101 karta",
        "12,5\u00a0%",
    ]  # fmt: skip
    assert said["pt_BR"][-1] == "12,5%"


def test_english_reads_no_catalogue_and_the_program_starts_without_one() -> None:
    code = (
        "import sys; from iaijutsu.play import i18n; from iaijutsu.play.i18n import _; assert _('Strike') == 'Strike';"
        "from iaijutsu.play import cli; cli.run(['--help']);"
        "assert not {'babel', 'iaijutsu.play.catalogues', 'importlib.resources'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


# --- the command line ------------------------------------------------------------------------------------


def test_the_command_line_speaks_the_language_that_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told: dict[int, str] = {}
    for words in (["--language", "hr", "rules", "cards.H.tie"], ["rules", "cards.H.tie", "--language=hr_HR"]):
        assert cli.run(words) == 0
        told[len(told)] = capsys.readouterr().out
    assert told[0] == told[1]
    assert "neriješeno" in told[0]
    assert "tie" not in told[0].replace("cards.H.tie", "")
    assert language() == "en"


def test_rules_are_found_by_a_word_of_the_language_that_they_are_told_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--language", "hr", "rules", "Neriješeno"]) == 0
    assert "cards.H.tie" in capsys.readouterr().out
    assert cli.run(["--language", "hr", "rules", "nobody wins"]) == 0
    assert "nitko ne pobjeđuje" in capsys.readouterr().out
    assert cli.run(["rules", "neriješeno"]) == 2


def test_the_words_after_the_language_are_read_as_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--language", "hr", "odds", "cards", "--help"]) == 0
    assert "--against" in capsys.readouterr().out
    assert cli.run(["--language=hr", "simulate", "--help"]) == 0
    assert "--ruling" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--language", "xx", "rules"], ["rules", "--language", ""], ["--language"]])
def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words) == 2
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    assert "Hrvatski" in shown or "expected one argument" in shown


def test_the_keys_of_the_full_screen_are_named_in_the_language_that_is_spoken() -> None:
    named = {}
    for name in ("hr", "en", "hr"):
        with speaking(name):
            table = Table(tables.host())
        found = (key for keys in table._bindings.key_to_bindings.values() for key in keys)
        named[name] = {key.description for key in found}
    assert {"zašto", "zapis", "odlazak"} <= named["hr"]
    assert {"why", "log", "quit"} <= named["en"]
    assert not named["hr"] & {"why", "log", "quit"}


# --- the catalogues --------------------------------------------------------------------------------------


def text_of(name: str) -> str:
    """A catalogue as it lies there."""
    return renew.path_of(name).read_text(encoding="utf-8")


def rows(name: str) -> list[Any]:
    """Its messages, as Babel reads them."""
    return [message for message in read_po(io.StringIO(text_of(name)), locale=name) if message.id]


def forms(message: Any) -> tuple[str, ...]:
    """All forms of a translation."""
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


@pytest.mark.parametrize("name", FOREIGN)
def test_the_catalogue_is_that_of_the_sources(name: str) -> None:
    assert renew.renewed(name, text_of(name)) == text_of(name), "python3 -m iaijutsu.play.locale.renew"


def test_a_new_sentence_would_be_missed() -> None:
    text = text_of("hr").replace('msgid "Which duel?"', 'msgid "Which of the duels?"')
    renewed = renew.renewed("hr", text)
    assert renewed != text
    assert 'msgid "Which duel?"\nmsgstr ""' in renewed


@pytest.mark.parametrize("name", FOREIGN)
def test_every_sentence_is_translated_and_none_by_guess(name: str) -> None:
    assert [message.id for message in rows(name) if message.fuzzy] == []
    if COMPLETE:
        assert [message.id for message in rows(name) if not all(forms(message))] == []


@pytest.mark.parametrize("name", FOREIGN)
def test_a_translation_has_the_placeholders_the_edges_and_the_forms_of_its_sentence(name: str) -> None:
    wrong = [
        (message.id, form)
        for message in rows(name)
        for form in forms(message)
        if form and not any(fits(sentence, form) for sentence in ids(message, name))
    ]
    assert wrong == []
    count = int(re.findall(r"nplurals=(\d)", renew.PLURALS[name])[0])
    assert {len(forms(message)) for message in rows(name) if isinstance(message.id, tuple)} == {count}


def ids(message: Any, name: str) -> tuple[str, ...]:
    """The sentences whose placeholders a form may have: where a singular is for 1, 21 and 31, it has to tell which."""
    if not isinstance(message.id, tuple):
        return (message.id,)
    return message.id if name == "pt_BR" else message.id[1:]


def fits(sentence: str, form: str) -> bool:
    """Whether a translation can stand in the place of its sentence."""
    return (
        fields(sentence) == fields(form)
        and (sentence[:1].isspace(), sentence[-1:].isspace()) == (form[:1].isspace(), form[-1:].isspace())
        and sentence.count("\n") == form.count("\n")
    )


def fields(sentence: str) -> set[tuple[str, str | None, str | None]]:
    """The placeholders of a sentence."""
    return {(field, spec, how) for _text, field, spec, how in string.Formatter().parse(sentence) if field is not None}


def test_a_wrong_placeholder_would_be_seen() -> None:
    assert fits("{name} draws.", "{name} vuče.")
    assert not fits("{name} draws.", "{ime} vuče.")
    assert not fits("{text!r}: no", "{text}: ne")
    assert not fits(" (you)", "(ti)")


def test_one_sentence_stands_for_one_thing_in_all_catalogues() -> None:
    known = [{(message.context, message.id) for message in rows(name)} for name in FOREIGN]
    assert all(one == known[0] for one in known)


@pytest.mark.parametrize("name", FOREIGN)
def test_the_plural_rule_is_the_languages_own(name: str) -> None:
    rule = Catalogue(text_of(name))
    own = Locale.parse(name).plural_form
    kinds = {"hr": ("one", "few", "other"), "pt_BR": ("one", "other")}[name]
    numbers = [*range(2_000), 10_001, 99_999, 123_456]
    assert [kinds[rule.form(n)] for n in numbers] == [own(n) for n in numbers]
    told = read_po(io.StringIO(text_of(name)), locale=name)
    assert (told.num_plurals, len(kinds)) == (len(kinds), len(kinds))
    assert rule.header["Plural-Forms"] == renew.PLURALS[name] + ";"


@pytest.mark.parametrize("name", FOREIGN)
def test_the_reader_reads_what_babel_reads(name: str) -> None:
    read = Catalogue(text_of(name))
    for message in rows(name):
        if not all(forms(message)):
            continue
        if isinstance(message.id, tuple):
            n = [next(k for k in range(100) if read.form(k) == place) for place in range(len(forms(message)))]
            assert tuple(read.counted(message.id[0], message.id[1], k) for k in n) == forms(message)
        else:
            assert read.one(message.id, message.context or "") == forms(message)[0]


HEAD = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


@pytest.mark.parametrize("text", [
    HEAD + "nonsense", HEAD + 'msgid "a', HEAD + "msgid a", HEAD + 'msgstr', HEAD + 'msgid 1', '"lost"', 'msgstr "a"',
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=__import__;\\n"', 'msgid ""\nmsgstr "Language: hr\\n"',
])  # fmt: skip
def test_a_broken_catalogue_is_named_and_not_run(text: str) -> None:
    with pytest.raises(BadInput):
        Catalogue(text)


def test_what_a_catalogue_lacks_or_only_guesses_is_said_in_english() -> None:
    read = Catalogue(
        HEAD + '\n#, fuzzy\nmsgid "a"\nmsgstr "x"\n\nmsgid "b"\nmsgstr ""\n\nmsgid "c"\n'
        'msgid_plural "cs"\nmsgstr[0] "ein"\nmsgstr[1] ""\n\nmsgid "d \\"q\\""\nmsgstr "d"\n"\\t„e”"\n#~ msgid "old"\n'
    )
    assert [read.one(one) for one in ("a", "b", 'd "q"', "old")] == ["a", "b", "d\t„e”", "old"]
    assert [read.counted("c", "cs", n) for n in (1, 2)] == ["ein", "cs"]


# --- the sources -----------------------------------------------------------------------------------------


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, bool]]:
    """Every call of `_`, `ngettext` and `pgettext`, and whether it is made as soon as the module is read."""

    def walk(node: ast.AST, *, later: bool) -> Iterator[tuple[ast.Call, bool]]:
        for child in ast.iter_child_nodes(node):
            inside = later or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            if isinstance(child, ast.Call) and getattr(child.func, "id", "") in ("_", "ngettext", "pgettext"):
                yield child, not inside
            yield from walk(child, later=inside)

    yield from walk(tree, later=False)


def modules() -> Iterator[tuple[str, ast.AST]]:
    """Every module that speaks to people."""
    for path in sorted(Path(i18n.__file__).parent.rglob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def test_nothing_is_translated_before_the_language_is_known() -> None:
    assert [(name, call.lineno) for name, tree in modules() for call, early in calls(tree) if early] == []


def bare(node: ast.expr) -> Iterator[str]:
    """Texts within an argument of `_` that are not marked by `N_`, and so are no sentences to the translators."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from (text for part in (node.body, node.orelse) for text in bare(part))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        yield from (text for part in node.args[1:] for text in bare(part))


def test_what_is_looked_up_is_known_to_the_translators() -> None:
    whole = [found for _place, found, _context in renew.sentences()]
    known = {part for found in whole for part in ((found,) if isinstance(found, str) else found)}
    looked_up = [
        (name, call.lineno, text)
        for name, tree in modules()
        for call, _early in calls(tree)
        for argument in call.args
        for text in bare(argument)
        if text
    ]
    assert len(looked_up) > 1_000
    contexts = {"action", "attribute", "player", "simulation"}
    assert [row for row in looked_up if row[2] not in known | contexts] == []


# --- whole duels -----------------------------------------------------------------------------------------


class Hearing:
    """Notes what is asked of a catalogue and not found there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.missed: set[str] = set()
        self.asked = 0
        for name in ("one", "counted"):
            monkeypatch.setattr(Catalogue, name, self._heard(getattr(Catalogue, name)))

    def _heard(self, method: Any) -> Any:
        def heard(read: Catalogue, sentence: str, *rest: Any) -> Any:
            self.asked += 1
            context = rest[0] + catalogues.BETWEEN if len(rest) == 1 else ""
            if sentence not in read and context + sentence not in read:
                self.missed.add(sentence)
            return method(read, sentence, *rest)

        return heard


def told(session: Session[Any], play: Any, board: Any, judge: Any, rng: random.Random) -> list[str]:
    """Everything that anybody is told in a duel, to the end, in the language that is spoken."""
    tellers = {audience: narrator(session, audience) for audience in (0, 1, "spectator", "judge")}
    found: list[str] = []
    for seat, request in play(session, rng):
        if seat not in tellers:
            continue
        tellers[seat].follow()
        words: Any = tellers[seat].words
        question = words.question(request)
        found += [question.text, question.hint, *question.why_not]
        found += [text for choice in question.choices for text in (choice.label, choice.detail)]
        found += [str(board(words.scene)), next(judge(words.scene)).text]
    for teller in tellers.values():
        teller.follow()
        for line in teller.lines:
            found += [line.text, *explain(line).sentences()]
        found.append(teller.words.result(session.outcome))
    return found


def duels(name: str, seeds: range) -> list[str]:
    """Duels of both kinds, told whole."""
    found: list[str] = []
    with speaking(name):
        for seed in seeds:
            rng = random.Random(seed)
            duel: Session[Any] = Session(cards.GAME, card_setups.setup(rng), Seeded(seed))
            found += told(duel, play_cards, table_of_cards, judging_cards, rng)
            fight: Session[Any] = Session(rpg.GAME, rpg_setups.setup(rng), Seeded(seed))
            found += told(fight, play_characters, table_of_characters, judging_characters, rng)
    return found


NAMES = {
    "Borrowed katana", "Autumn Ends", "Ume", "Trait 0", "Trait 1", "Trait 2", "Shattering Parry", "0", "1",
}  # fmt: skip
"""What the duels of these tests look up and is a name, or a seat: nobody translates it."""


@pytest.mark.parametrize("name", FOREIGN)
def test_in_whole_duels_nothing_is_looked_up_in_vain(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hearing = Hearing(monkeypatch)
    found = duels(name, range(12))
    assert hearing.asked > 10_000
    assert len(found) > 10_000
    assert hearing.missed - NAMES == set()


CLAUSE = re.compile(r"\b(cards|rpg)\.[\w.-]+")
ENGLISH = re.compile(
    r"\b(the|and|is|are|of|with|your|you|from|against|focuses|strikes|draws|may|not|cannot|wins|loses|dice|rolls)\b"
)


@pytest.mark.parametrize("name", FOREIGN)
def test_everybody_is_told_whole_sentences(name: str) -> None:
    with speaking(name):
        for seed in range(20, 30):
            rng = random.Random(seed)
            duel: Session[Any] = Session(cards.GAME, card_setups.setup(rng), Seeded(seed))
            fight: Session[Any] = Session(rpg.GAME, rpg_setups.setup(rng), Seeded(seed))
            for session, play in ((duel, play_cards), (fight, play_characters)):
                teller = narrator(session, 0)
                for seat, request in play(session, rng):
                    teller.follow()
                    assert seat or is_sentence(teller.words.question(request).text)
                teller.follow()
                whole = [text for line in teller.lines for text in (line.text, line.why) if text]
                assert [text for text in whole if not is_sentence(text)] == []


@pytest.mark.parametrize("name", FOREIGN)
def test_no_english_is_left_between_the_names(name: str) -> None:
    titles = {card.title for card in cards.catalogue.shipped().values()}
    people = {rpg.catalogue.load(one).name for one in rpg.catalogue.names()}
    techniques = {one.name for one in rpg.catalogue.shelf().techniques.values()}
    known = re.compile("|".join(re.escape(one) for one in sorted(titles | people | techniques, key=len, reverse=True)))
    heard = {text for text in duels(name, range(12, 18)) if not text.startswith("Board(")}
    assert len(heard) > 1_000
    assert [text for text in heard if ENGLISH.search(CLAUSE.sub("", known.sub("", text)))] == []


def test_english_would_be_seen() -> None:
    assert ENGLISH.search("Aki focuses a card.")
    assert not ENGLISH.search("Aki fokusira kartu.")
    assert len(SYMBOLS) == 18


def test_the_catalogues_are_read_once() -> None:
    assert catalogues.catalogue("hr") is catalogues.catalogue("hr")
