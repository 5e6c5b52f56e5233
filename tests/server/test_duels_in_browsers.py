"""Whole duels in real browsers against a real server: two players, one who looks on and a judge, each in his own.

The server is killed twice in the middle; pages find back by themselves, and nothing is lost, doubled or told to
somebody who may not know it. Somebody plays by keyboard alone, somebody without script. Axe looks at whatever is met.
"""

from __future__ import annotations

import random
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine.transcript import loads
from iaijutsu.play import verify
from iaijutsu.play.games import game_of

from .serving import Served, serving
from .sitting import PATIENCE, Made, Sitter

pytestmark = pytest.mark.browser
TONGUES = ("en", "hr", "pt_BR")
TEXTS = {"en": "After the duel", "hr": "Nakon dvoboja", "pt_BR": "Depois do duelo"}
ACTION = "plain-challenge"
LONG_ENOUGH = 30
"""Answers of a role-playing duel after which one may concede: people who fight at random do it for very long."""


# --- cards that nobody else has --------------------------------------------------------------------------


def canary(side: str, number: int) -> str:
    """The title of a card that is in one deck once, and in no other."""
    return f"Canary{side}{number:02}q"


def cards_file() -> str:
    """Cards of two decks, each with a title of its own: where a title is read, that card is known."""
    return "\n".join(
        f'[[card]]\nkey = "canary-{side}-{n:02}"\ntitle = "{canary(side, n)}"\ntype = "strategy"\nfocus = {n % 5}\n'
        for side in "ab"
        for n in range(40)
    )


def deck_file(side: str) -> str:
    """A deck of them."""
    person = {"a": "tachimori-renge", "b": "wandering-jinbei"}[side]
    cards = "\n".join(f"canary-{side}-{n:02} = 1" for n in range(40))
    return (
        f'key = "deck-{side}"\ntitle = "Deck {side}"\ntemper = "For tests."\naction = "{ACTION}"\n'
        f'[[personality]]\ncard = "{person}"\n[cards]\n{cards}\n'
    )


CANARIES = {
    "cards.cards_text": cards_file(), "cards.deck_text": deck_file("a"), "cards.against_text": deck_file("b"),
}  # fmt: skip


# --- a table in browsers ---------------------------------------------------------------------------------


@dataclass
class Company:
    """Everybody at one duel, and the server that it is fought at."""

    served: Served
    folder: Path
    made: Made
    players: tuple[Sitter, ...]
    others: tuple[Sitter, ...] = ()
    canaries: bool = False
    kills: int = 0
    looked: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    @property
    def deciders(self) -> tuple[Sitter, ...]:
        """Whoever may be asked: the judge too, where the rules leave something to him."""
        return (*self.players, *(one for one in self.others if one.name == "Judge"))

    @property
    def all(self) -> tuple[Sitter, ...]:
        """All of them."""
        return (*self.players, *self.others)

    def kill(self) -> None:
        """Kill the server while everybody looks, let somebody answer in vain, and start it again where it was."""
        before = {sitter: sitter.lines() for sitter in self.all}
        port = self.served.port()
        self.served.stop(signal.SIGKILL)
        self.kills += 1
        for sitter in self.all:
            sitter.page.wait_for_selector("#lost:visible")
        self.served.close()
        self.served = Served(self.folder, "--port", str(port), "--limits", "off")
        for sitter in self.all:
            sitter.page.wait_for_selector("#lost", state="hidden")
            assert sitter.page.locator("#status").inner_text() != sitter.page.locator("#lost").text_content()
            after = sitter.lines()
            assert {key: after.get(key) for key in before[sitter]} == before[sitter]

    def look(self) -> None:
        """Let axe look at every page in a state in which none was before."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright")
        for sitter in self.all:
            state = sitter.page.evaluate(
                "() => [...document.querySelectorAll('main, #ask, .scene, .notice, #odds, .held, .check')]"
                ".map((e) => e.id.replace(/\\d+/g, '') + e.className).sort().filter((e, n, all) => e !== all[n - 1])"
            )
            if (key := repr(state)) not in self.looked:
                self.looked.add(key)
                found = axe.Axe().run(sitter.page, options={"resultTypes": ["violations"]}).response["violations"]
                self.wrong += [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]

    def secrets(self) -> None:
        """What a player alone may know stands on no other player's page, nor on that of one who looks on."""
        strangers = [*self.players, *(one for one in self.others if one.name != "Judge")]
        texts = {sitter.name: sitter.everything() for sitter in strangers}
        for player in self.players:
            own = hidden(player)
            assert own or player.over()
            for name, text in texts.items():
                leaks = [title for title in own if name != player.name and title in text]
                assert leaks == [], f"{name} reads what only {player.name} may know"


def hidden(player: Sitter) -> set[str]:
    """The titles of what a player holds, has in his pool, or has focused face down, as his own page shows them."""
    titles = player.page.locator(
        ".held .card__name, .hand li, .pick .card__name, .card--sealed .card__name"
    ).evaluate_all("found => found.map((e) => e.textContent)")
    return {found[0] for title in titles if (found := re.findall(r"Canary[ab]\d\dq", title))}


@contextmanager
def company(browser: Any, folder: Path, languages: tuple[str, ...], **fields: str) -> Iterator[Company]:
    """Two players, one who looks on and a judge, each in a browser of his own and in a language of his own."""
    how: tuple[dict[str, Any], ...] = (
        {"viewport": {"width": 1280, "height": 900}},
        {"viewport": {"width": 360, "height": 740}, "has_touch": True},
        {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
        {"viewport": {"width": 2560, "height": 1300}},
    )
    names = ("Aki", "Nao", "Onlooker", "Judge")
    with serving(folder, "--limits", "off") as served:
        aki, nao, onlooker, judge = (
            Sitter(browser, name, languages[n % len(languages)], **how[n]) for n, name in enumerate(names)
        )
        made = aki.make(served.url, name_1="Aki", judge="1", **fields)
        *links, _own = made.links
        for sitter, link in zip((nao, onlooker, judge), links, strict=True):
            sitter.enter(link)
        table = Company(served, folder, made, (aki, nao), (onlooker, judge), "cards.cards_text" in fields)
        try:
            yield table
        finally:
            table.served.close()
            for sitter in table.all:
                sitter.close()


def fought(table: Company, rng: random.Random, kill_at: tuple[int, ...] = (), look: int = 1, most: int = 400) -> None:
    """Fight to the end; kill the server after so many answers; look at all pages after every `look` (0: never).

    Who has fought long enough concedes, where the rules ask him.
    """
    for count in range(1, most):
        asked = waited(table)
        if not asked:
            return
        rng.choice(asked).answer(rng, yields=count > LONG_ENOUGH)
        if look and count % look == 0:
            table.look()
        if table.canaries and count % 3 == 0:
            table.secrets()
        if count in kill_at:
            table.kill()
    raise AssertionError("it does not end")


def waited(table: Company) -> list[Sitter]:
    """Whoever is asked, once somebody is; nobody once it is over for everybody."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        if asked := [one for one in table.deciders if one.asked()]:
            return asked
        if all(sitter.over() for sitter in table.all):
            return []
        table.players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked, and it is not over")


def ended(table: Company, killed: bool) -> None:
    """What is true of every duel that was fought to the end."""
    table.look()
    first = table.players[0]
    for sitter in table.all:
        table_then = sitter.table()
        sitter.page.reload()
        sitter.page.wait_for_selector("#table")
        assert sitter.table() == table_then, f"the page of {sitter.name} is not what the server shows now"
        assert sitter.complaints(killed) == []
    address = f"{table.served.url.rstrip(chr(47))}/duel/{table.made.duel}/transcript"
    answer = first.context.request.get(address)
    assert answer.ok, (address, re.findall(r"<h1>.*|class=\"status\">.*", answer.text()))
    text = answer.text()
    kept = loads(text)
    with closing(sqlite3.connect(table.folder / "data" / "duels.db")) as database:
        ((done,),) = database.execute("SELECT count(*) FROM commands").fetchall()
    assert done == sum(one.answers for one in table.all)
    assert verify.verify(kept, text, game_of(kept.game, "game")).questions
    assert table.wrong == []


# --- everybody together ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_duel_with_everybody_there_and_a_server_that_is_killed(browser: Any, tmp_path: Path, game: str) -> None:
    fields = CANARIES if game == "cards" else {"rpg.form": "first-strike"}
    with company(browser, tmp_path, TONGUES, game=game, **fields) as table:
        fought(table, random.Random(5), kill_at=(4, 9))
        assert table.kills == 2
        ended(table, killed=True)


@pytest.mark.long
@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_whole_duel_in_each_language(browser: Any, tmp_path: Path, game: str, language: str) -> None:
    with company(browser, tmp_path, (language,), game=game, odds="1", clock="30") as table:
        assert table.players[0].page.locator("html").get_attribute("lang") == language.replace("_", "-")
        fought(table, random.Random(language), kill_at=(7, 15))
        assert table.kills == 2
        ended(table, killed=True)
        for sitter in table.players:
            assert TEXTS[language] in sitter.page.locator("#ask-h").inner_text()


# --- by keyboard, and without script ---------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cards", pytest.param("rpg", marks=pytest.mark.long)])
def test_a_duel_by_keyboard_alone_from_the_lobby_to_the_result(browser: Any, tmp_path: Path, game: str) -> None:
    rng = random.Random(8)
    with serving(tmp_path, "--limits", "off") as served, seated(browser, "Aki") as aki:
        aki.page.goto(served.url)
        aki.tab_to(f"#game-{game}", "#game-cards")
        for _key in range(game == "rpg"):
            aki.page.keyboard.press("ArrowRight")
        assert aki.page.locator(f"#game-{game}").is_checked()
        aki.tab_to("#make-now")
        aki.page.keyboard.press("Enter")
        aki.page.wait_for_selector("#table")
        for count in range(400):
            aki.page.wait_for_selector("#table.is-asked, #table .ending")
            if aki.over():
                break
            aki.answer_by_keys(rng, yields=count > LONG_ENOUGH)
            assert aki.page.evaluate("document.activeElement !== document.body"), "the focus is lost"
        aki.tab_to(".ending a[href$=replay]")
        aki.page.keyboard.press("Enter")
        aki.page.wait_for_selector("#replay-form")
        aki.tab_to("#at")
        aki.page.keyboard.press("Home")
        aki.page.wait_for_function("() => location.search.startsWith('?at=0')")
        assert aki.complaints() == []


def test_what_is_refused_takes_the_focus_and_the_console_has_nothing_to_say_of_it(browser: Any, tmp_path: Path) -> None:
    """The button that was pressed has the focus still, and a browser heeds no autofocus then."""
    with serving(tmp_path, "--limits", "off") as served, seated(browser, "Aki") as aki:
        aki.page.goto(served.url)
        aki.page.locator("#make-now").click()
        button = aki.page.locator("#table.is-asked #ask button[name=reply]").first
        button.evaluate("e => { e.value = '99' }")
        button.click()
        aki.page.wait_for_selector("#problem")
        assert aki.page.evaluate("document.activeElement.id") == "problem"
        aki.refusals += 1
        assert aki.complaints() == []


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_whole_duel_without_script(browser: Any, tmp_path: Path, game: str) -> None:
    rng = random.Random(9)
    fields = {"rpg.form": "first-strike"} if game == "rpg" else {}
    with (
        serving(tmp_path, "--limits", "off") as served,
        seated(browser, "Aki", script=False) as aki, seated(browser, "Nao", "hr", script=False) as nao,
    ):  # fmt: skip
        made = aki.make(served.url, game=game, name_1="Aki", **fields)
        nao.enter(made.links[0])
        for count in range(400):
            asked = [sitter for sitter in (aki, nao) if sitter.asked()]
            if not asked:
                aki.page.reload(), nao.page.reload()
                asked = [sitter for sitter in (aki, nao) if sitter.asked()]
            if not asked:
                break
            asked[0].answer(rng, yields=count > LONG_ENOUGH // 2)
        assert aki.over() and nao.over()
        aki.page.locator(".ending a[href$=replay]").click()
        aki.page.locator("#replay-back").click()
        assert "at=" in aki.page.url
        assert aki.complaints() == nao.complaints() == []


@contextmanager
def seated(browser: Any, name: str, language: str = "en", script: bool = True) -> Iterator[Sitter]:
    """Somebody in a browser of his own, for a while."""
    sitter = Sitter(browser, name, language, script)
    try:
        yield sitter
    finally:
        sitter.close()
