"""The pages in every language: templates have no words of their own, and no English is left on a table in another."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from iaijutsu import cards, rpg
from iaijutsu.cards import decks, rulesets
from iaijutsu.play.i18n import languages
from iaijutsu.play.server import render
from tests.play.test_languages import CLAUSE, ENGLISH, FOREIGN

from .conftest import Run
from .web import Web, one_step, web_at

TEMPLATES = sorted(render.TEMPLATES.rglob("*.html"))
SAID = re.compile(r'\b(?:aria-label|aria-description|aria-valuetext|title|placeholder|alt)="([^"]*)"')
WORD = re.compile(r"[A-Za-z]{2,}")


# --- templates -------------------------------------------------------------------------------------------


def own_words(template: str) -> list[str]:
    """What a template says without asking for it in the reader's language."""
    text = re.sub(r"\{#.*?#\}", "", template, flags=re.DOTALL)
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|&\w+;", " ", text, flags=re.DOTALL)
    found = [*SAID.findall(text), *re.sub(r"<[^>]*>", "\n", text).split("\n")]
    return [said.strip() for said in found if WORD.search(said.replace("iaijutsu", ""))]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_of_its_own(path: Path) -> None:
    commands = {"verify duel.json", "iaijutsu verify duel.json"}
    assert set(own_words(path.read_text(encoding="utf-8"))) - commands == set()


def test_a_word_in_a_template_would_be_seen() -> None:
    assert own_words('<p title="Your hand">{{ _("Hand") }} of {{ name }}</p>') == ["Your hand", "of"]
    assert own_words('<p class="hand">{{ _("Hand") }}</p>{% if hand %}{# a hand #}{% endif %} · iaijutsu') == []


# --- pages -----------------------------------------------------------------------------------------------


def names() -> re.Pattern[str]:
    """What is called the same in every language."""
    found = {card.title for card in cards.catalogue.shipped().values()}
    found |= {word for card in cards.catalogue.shipped().values() for word in card.keywords}
    found |= {deck.title for deck in decks.shipped().values()} | {one.title for one in rulesets.shipped().values()}
    found |= {one.name for one in rpg.catalogue.shelf().techniques.values()} | {
        *languages().values(),
        "Legend of the Five Rings",
    }
    found |= {"Legend of the Five Rings"}
    for one in map(rpg.catalogue.load, rpg.catalogue.names()):
        found |= {one.name, one.school, one.clan, *(trait.name for trait in one.traits)}
    return re.compile("|".join(re.escape(name) for name in sorted(filter(None, found), key=len, reverse=True)))


def texts(page: str) -> Iterator[str]:
    """Everything on a page that somebody can read or hear, piece by piece."""
    page = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    for said in [*SAID.findall(page), *re.sub(r"<[^>]*>", "\n", page).split("\n")]:
        if said.strip():
            yield html.unescape(said.strip())


async def read(web: Web, language: str, game: str, seed: int) -> set[str]:
    """All that stands on the pages of a duel for one of the two and for who looks on, from the lobby to its end."""
    made = await web.make(game=game, spectators=True)
    other = await web.enter(made, "seat 1", "Nao")
    heads = {"Accept-Language": language.replace("_", "-")}
    mine = {**heads, "Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
    found: set[str] = set()

    async def look(address: str, headers: dict[str, str]) -> None:
        found.update(texts((await web.client.get(address, headers=headers)).text))

    for address in ("/", "/rules", f"/rules?game={game}", "/nothing", f"/duel/{made.duel}/fair", "/rules/nothing"):
        await look(address, mine)
    rng = random.Random(seed)
    for step in range(400):
        if step % 3 == 0:
            await look(f"/duel/{made.duel}", mine)
        if not await one_step(web, made, [made.pass_, other], rng):
            break
    for rest in ("", "/fair", "/replay", "/why/5", "/why/9"):
        await look(f"/duel/{made.duel}{rest}", mine)
    return found


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_no_english_is_left_on_the_pages_of_a_duel(run: Run, tmp_path: Path, game: str, language: str) -> None:
    async def story() -> set[str]:
        async with web_at(tmp_path) as web:
            return await read(web, language, game, seed=4)

    heard = run(story())
    known = names()
    assert len(heard) > 200
    assert [text for text in sorted(heard) if ENGLISH.search(CLAUSE.sub("", known.sub("", text)))] == []
