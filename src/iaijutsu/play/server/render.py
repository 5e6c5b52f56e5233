"""From what somebody is shown to HTML: the templates, and the words and figures that they may use.

Every sentence of a template is `_("... {name} ...", name=...)` or `ngettext(one, many, n)`; names are escaped by
Jinja, and a name that a template needs and was not given is an error, not an empty place.

Pages, and what each is given (`?` may be left out):

    lobby    typed? (the fields as they were sent), problem?, wrong? (`field`, `words` to say there, and whether it is
             too `large`), mine?
             (`calls.Summary`, ...), most? and large? (bytes that the form may have, and what is said
             where its files are larger)
    made     duel, links: (seat 1 | spectator | judge, address with its fragment), ...; seated?: whether I sit there
             too; notes?: what was odd about files
    enter    duel, terms, problem?, typed?, wrong?
    table    seen, problem?, typed? (the fields as they were sent, and `replies`: all of that name), main? (the fragment
             `table_main` of the same, if it is at hand)
    why      duel, number, line (its text), explanation
    replay   seen, at, last (moments from 0), viewer, viewers: (key, words), ...; marks?: (moment, words), ...; shared?,
             problem?
    fair     duel, commitment, finished, seed?, report? (of `verify`), problem?
    rules    game? (cards or rpg: the clauses of one), word?, found?: (id, text), ...
    clause   clause (of `engine.clauses`)
    error    status, text, back? and again? (paths of ours)

`fragment("table_main", language, seen=...)` is the `<main id="table">` that the stream sends. A problem is text.

Forms of a table go to /duel/{id}/do: `command` (an id, new with each page), `kind`, `question` (the id of the question,
for `answer`), and for `answer` and `rule` one or more fields `reply`, which joined with spaces are the text that
`play/replies.py` reads: choices counted from 1. `agree` and `refuse` carry `offer`, `pass-until` carries `until`
(heading or duel), `say` carries `text`.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .. import i18n
from ..words.board import HEADINGS
from . import figures, figures_rpg, menu
from .compiled import Spoken
from .keep_tag import Keep
from .logged import Logs

HERE = Path(__file__).resolve().parent.parent
TEMPLATES, STATIC = HERE / "templates", HERE / "static"
COMMAND = Markup("<command>")
"""Stands for the id of a command until the page is done. Text that somebody gave has no such sign in it: there, `<` is
escaped."""
OPTIONAL: dict[str, Any] = {
    "typed": {}, "problem": "", "mine": (), "marks": (), "shared": "", "seed": "", "report": None, "game": "",
    "found": (), "back": "", "again": "", "text": "", "seated": False, "word": "", "notes": (), "main": "",
    "wrong": {}, "most": 0, "large": "",
}  # fmt: skip
"""What a page may be left without."""
MACROS = {
    "parts": "parts", "rpg": "rpg_parts", "sides": "rpg_sides", "layers": "rpg_layers", "beside": "beside",
    "forms": "question",
}  # fmt: skip
"""Templates whose macros all others may use, by the word before the dot: imported once, not by each template anew."""


def page(name: str, language: str, **things: Any) -> str:
    """A whole page. Raises `jinja2.UndefinedError` for a thing that it needs and was not given."""
    return _made(name, language, things)


def fragment(name: str, language: str, **things: Any) -> str:
    """A part of a page by its template's name, such as `table_main`."""
    return _made(name, language, things).strip()


def _made(name: str, language: str, things: dict[str, Any]) -> str:
    with i18n.speaking(language):
        told = {"language": language, "languages": i18n.languages(), **OPTIONAL, **things}
        text = _environment(i18n.language()).get_template(f"{name}.html").render(told)
    return _with_commands(text)


def _with_commands(text: str) -> str:
    """The page with an id in each form for what it asks for, so that sending it twice does it once."""
    first, *rest = text.split(COMMAND)
    own = _own()
    return first + "".join([f"{own}-{number:03}{part}" for number, part in enumerate(rest)])


def _own() -> str:
    """What the ids of one page begin with, and no other page's."""
    return secrets.token_hex(16)


def warm() -> None:
    """Read all templates in every language, so that nobody waits for it later."""
    for language in i18n.languages():
        made = _environment(language)
        for name in made.list_templates(["html"]):
            made.get_template(name)


def say(sentence: str, **words: Any) -> str:
    """A sentence in the reader's language with its words in their places."""
    return i18n._(sentence).format(**words)


def counted(one: str, many: str, n: int, **words: Any) -> str:
    """The sentence for `n` things; `{n}` is the number."""
    return i18n.ngettext(one, many, n).format(n=n, **words)


@cache
def static(name: str) -> str:
    """The address of a file of ours; it changes with what is in the file, so that it may be kept for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?{digest[:12]}"


def headings() -> dict[str, str]:
    """The headings of a card duel, in the reader's language."""
    return {letter: i18n._(words) for letter, words in HEADINGS.items()}


def _lang(language: str) -> str:
    """A language as HTML names it: `pt_BR` is `pt-BR`."""
    return language.replace("_", "-")


def _slug(text: object) -> str:
    """Text that may stand in an id."""
    return re.sub(r"[^A-Za-z0-9]+", "-", str(text)).strip("-").lower() or "x"


@cache
def _environment(language: str) -> Environment:
    made = Spoken(
        language,
        {"static": static},
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Keep],
    )
    names: dict[str, Callable[..., Any]] = {
        "_": say, "ngettext": counted, "static": static, "headings": headings, "menu": menu.menu,
        "listed": i18n.listed, "told": i18n._, "command": lambda: COMMAND,
    }  # fmt: skip
    made.globals.update(names)
    made.filters.update(
        lang=_lang, slug=_slug, tally=figures.tally, share=figures.share, time_left=figures.time_left,
        die=figures.die, strokes=figures.strokes, asked=figures.asked, qr=figures.qr, crest=figures.crest,
        linked=figures.linked, cards_in_full=figures.cards_in_full, own=figures.own, housekeeping=figures.housekeeping,
        place=figures.place, days=figures.seconds_words, seated=menu.seated, ticks=figures.ticks,
        live=figures.live,
    )  # fmt: skip
    made.filters.update(figures_rpg.FILTERS)

    def lines(*told: Any) -> str:
        made_of_them: str = made.get_template("log_lines.html").module.lines(*told)  # type: ignore[attr-defined]
        return made_of_them

    made.globals["logged"] = Logs(lines).logged
    for word, name in MACROS.items():
        made.globals[word] = made.get_template(f"{name}.html").module
    return made
