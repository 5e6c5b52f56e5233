"""The card file of Egg of P'an Ku: `<cards version="..."><card id="..." type="..."><name>...`, one entry a title.

Its keywords are only the first line of the text, bold or not, with bullets between them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..engine import BadInput, Sentence
from .printings import KINDS, UNDATED, Date, Printing, one_line, split_title
from .safe import Node, xml_records

TITLE_MOST = 200
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ICON = re.compile(r"\[[A-Z0-9 ]{1,20}\]|\([^()]*\)")
_VERSION = re.compile(r"\b([A-Za-z]{3})[a-z]*\.? ([0-9]{1,2}), ([0-9]{4})\b")
_REPRINT = re.compile(r"\s*\(MRP\)\s*$")
_KEYWORD = re.compile(r"[A-Z0-9][^:.,;]{0,39}")


def cards(data: bytes, where: str) -> list[Printing]:
    """The cards of a file, dated by its version. Raises `BadInput`."""
    found: list[Printing] = []
    version = xml_records(
        data, where, "cards", lambda node: found.append(_printing(node, f"{where}, card {len(found) + 1}"))
    ).get("version", "")
    date, name = _date(version), one_line(version)[:60] or "?"
    return [replace(card, date=date, edition=card.edition or name) for card in found]


def _date(version: str) -> Date:
    match = _VERSION.search(version)
    month = match[1].lower() if match else ""
    return (int(match[3]), MONTHS.index(month) + 1, int(match[2])) if match and month in MONTHS else UNDATED


def _printing(node: Node, where: str) -> Printing:
    if node.name != "card":
        raise BadInput(where, Sentence("<{name:.40}> found; allowed is <card>", name=node.name))
    name = one_line(node.first("name") or "")
    if not 0 < len(name) <= TITLE_MOST:
        raise BadInput(
            where,
            Sentence(
                "a <name> of 1 to {most} characters is needed; {name!r:.60} found",
                most=TITLE_MOST,
                name=name,
            ),
        )
    if len(node.all("name")) > 1:
        raise BadInput(where, Sentence("{name!r:.60} has a second <name>", name=name))
    title, experience = split_title(name)
    kind = node.attributes.get("type", "").strip().lower()
    keywords, text = split_text(node.first("text") or "")
    return Printing(
        title=title, experience=experience, source="egg", edition=_edition(node), date=UNDATED,
        kind=KINDS.get(kind, ""), printed_type=kind, focus=node.first("focus"), force=node.first("force"),
        chi=node.first("chi"), honor=node.first("personal_honor"), honor_requirement=node.first("honor_req"),
        keywords=keywords, unique="Unique" in keywords, text=text,
    )  # fmt: skip


def _edition(node: Node) -> str:
    """The last edition that is named: a title that was printed again has several."""
    return one_line((node.all("edition") or [""])[-1])[:60]


def split_text(text: str) -> tuple[tuple[str, ...], str]:
    """The keywords and the rest, plain, of a text that may begin with a line of keywords."""
    parts = _BREAK.split(text, maxsplit=1)
    line = _ICON.sub("", one_line(parts[0]))
    words = [word.strip() for word in line.split("•")]
    rest = one_line(_BREAK.sub(" ", parts[1])) if len(parts) > 1 else ""
    if all(_KEYWORD.fullmatch(word) for word in words):
        return tuple(words), _REPRINT.sub("", rest)
    return (), _REPRINT.sub("", one_line(_BREAK.sub(" ", text)))
