"""Gathers every sentence that people are told and brings the catalogues up to date with them. Needs Babel.

    python3 -m iaijutsu.play.locale.renew

New sentences come into each .po file without a translation, and those that are gone leave it. Nothing is guessed: a
sentence that has changed is a new one. The files depend on the sources alone: renewed twice, they are the same.
"""

from __future__ import annotations

import ast
import io
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from ..i18n import ENGLISH, languages

HERE = Path(__file__).parent
PLAY = HERE.parent
PACKAGE = PLAY.parent
PARTS = {"_": 1, "N_": 1, "ngettext": 2, "pgettext": 2, "NP_": 2, "counted": 2, "meant": 2}
"""How many texts a call of each of these is given in Python."""
IN_TEMPLATES = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
PLURALS = {
    "hr": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)",
    # Two forms, as .po files of Brazil have them. CLDR has a third for whole millions, which nothing here comes to.
    "pt_BR": "nplurals=2; plural=(n > 1)",
}
"""The rule for plurals of each language, as it stands in the header. Zero is plural in Croatian, singular in Brazil."""

Found = tuple[str, str | tuple[str, ...], str | None]
"""A file, a sentence in it (or its singular and plural), and the context that it is said in, if it matters."""


def sentences() -> Iterator[Found]:
    """Every sentence to translate with the file that it stands in, below the package; in the order of the files."""
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda path: (PLAY not in path.parents, path)):
        yield from _of_python(path)
    for path in sorted((PLAY / "templates").rglob("*.html")):
        yield from _of_template(path)
    for name in ("cards/clauses.toml", "rpg/clauses.toml"):
        yield from ((name, clause["text"], None) for clause in _toml(name)["clause"])
    yield from _names()


def _of_python(path: Path) -> Iterator[Found]:
    """The sentences in a module, also those within an f-string, which Babel reads on newer Pythons alone."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name == "Sentence":
            yield from ((_place(path), text, None) for text in _either(call.args[0]))
            continue
        texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if len(texts) < PARTS.get(name, 99):
            continue  # no call of ours, or of a sentence that stands elsewhere
        message: str | tuple[str, ...] = (
            (texts[0], texts[1]) if name in ("ngettext", "counted") else texts[PARTS[name] - 1]
        )
        yield _place(path), message, texts[0] if name in ("pgettext", "NP_", "meant") else None


def _either(node: ast.expr) -> Iterator[str]:
    """A text, or the two that a condition chooses from."""
    if isinstance(node, ast.IfExp):
        yield from (*_either(node.body), *_either(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _of_template(path: Path) -> Iterator[Found]:
    # a template that cannot be read is an error, not a file without sentences
    loud = {"silent": "false", "extensions": "iaijutsu.play.server.keep_tag.Keep"}
    for _line, message, _comments, context in extract_from_file(
        "jinja2.ext:babel_extract", path, keywords=IN_TEMPLATES, options=loud
    ):
        yield _place(path), message, context


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _toml(name: str) -> dict[str, list[dict[str, str]]]:
    return tomllib.loads((PACKAGE / name).read_text(encoding="utf-8"))


def _names() -> Iterator[Found]:
    """Names that the rules' data give to things, as `words_of` and the tables of things show them."""
    from ...analysis.roster import agents
    from ..games import NAMES
    from ..words.rpg_keys import KEYS, named

    for key in KEYS:
        yield "rpg", named(key), None
    for name, table in (("rpg/data/weapons.toml", "weapon"), ("rpg/data/armour.toml", "armour")):
        yield from ((name, row["name"], None) for row in _toml(name)[table])
    for path in sorted((PACKAGE / "rpg" / "data" / "characters").glob("*.toml")):
        yield _place(path), str(_toml(_place(path))["demeanor"]), None
    for path in sorted((PACKAGE / "cards" / "decks").glob("*.toml")):
        yield _place(path), str(_toml(_place(path))["temper"]), None
    for path in sorted((PACKAGE / "cards" / "data").glob("*.toml")):
        name = _place(path)
        yield from ((name, card["text"], None) for card in _toml(name)["card"] if card.get("text"))
    for game in NAMES:
        yield from (("players", about, None) for about in agents(game).values())


def template() -> Catalog:
    """All sentences, without translations."""
    made = Catalog(project="iaijutsu", charset="utf-8", fuzzy=False)
    for place, message, context in sentences():
        made.add(message, locations=[(place, 0)], context=context)
    return made


def path_of(language: str) -> Path:
    """The .po file of a language."""
    return HERE / language / "LC_MESSAGES" / "iaijutsu.po"


def renewed(language: str, text: str) -> str:
    """The text of a language's .po file with the sentences that there are now. `text` is its text so far, or empty."""
    known = read_po(io.StringIO(text), locale=language) if text else Catalog(locale=language)
    made = Catalog(locale=language, project="iaijutsu", charset="utf-8", fuzzy=False)
    made.mime_headers = [("Plural-Forms", PLURALS[language])]  # or Babel would count forms by its own table
    for message in template():
        if message.id:
            old = known.get(message.id, message.context)
            string = old.string if old and isinstance(old.string, str) == isinstance(message.id, str) else None
            made.add(message.id, string, message.locations, context=message.context)
    written = io.BytesIO()
    write_po(written, made, width=120, omit_header=True, include_lineno=False)
    return _header(language) + written.getvalue().decode()


def _header(language: str) -> str:
    """What Babel and gettext tools need to know, and nothing that changes from day to day."""
    rows = (
        ("Project-Id-Version", "iaijutsu"), ("Language", language), ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"), ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", PLURALS[language] + ";"),
    )  # fmt: skip
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in rows)
    return f'# {languages()[language]}.\nmsgid ""\nmsgstr ""\n{lines}\n'


def main() -> None:
    """Renew every catalogue, and say how much of it is translated."""
    for language in languages():
        if language == ENGLISH:
            continue
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = renewed(language, path.read_text(encoding="utf-8") if path.exists() else "")
        path.write_text(text, encoding="utf-8")
        rows = [message for message in read_po(io.StringIO(text), locale=language) if message.id]
        done = sum(1 for m in rows if (all(m.string) if isinstance(m.string, tuple) else m.string))
        print(f"{path.relative_to(PACKAGE.parent)}: {done} of {len(rows)} are translated")


if __name__ == "__main__":
    main()
