"""Deck lists: which cards, how many, in which part of the deck. A line not understood is reported, never dropped.

Read here: the `.l5d` files of Egg of P'an Ku, the text exports of Oracle of the Void, Sun and Moon and Lackey, and
plain lists. All are headings (`# Fate (40)`, `# Items`) over lines of a number and a title, with the set in parentheses
or brackets at the end or without. The number stands before the title or behind it (`counted`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..engine import BadInput, Sentence
from .printings import one_line, shown, split_title

DECK_LIMIT = 200_000
"""Bytes in a deck file at most."""

COPIES = 99
CARDS = 400
LINES = 2_000
LINE_LIMIT = 250
TITLE_LIMIT = 120

PREGAME, DYNASTY, FATE, UNSORTED = "pre-game", "dynasty", "fate", "unsorted"

_GROUPS = {
    PREGAME: "stronghold strongholds sensei senseis wind winds pregame pregamecards",
    DYNASTY: "celestial celestials event events region regions holding holdings personality personalities dynasty "
    "dynastydeck dynastycards",
    FATE: "strategy strategies action actions spell spells item items follower followers ring rings ancestor ancestors "
    "kiho kihos armor armors weapon weapons attachment attachments fate fatedeck fatecards",
}
_SECTION_OF = {word: section for section, words in _GROUPS.items() for word in words.split()}
_WHOLE_SECTIONS = ("pregame", "dynasty", "fate")

_HEADING = re.compile(
    r"(?P<mark>#+\s*)?(?P<name>[A-Za-z][A-Za-z -]{2,29}?)\s*(?:[(\[]\s*(?P<count>[0-9]{1,4})\s*[)\]])?\s*:?"
)
_ABOUT = re.compile(r"(legality|format|name|title|deck|author|player|date|edition)\s*:\s*(\S.*)", re.IGNORECASE)
_BEFORE = re.compile(r"(?:(?P<n>[0-9]{1,7})\s*[xX×]?|[xX×](?P<m>[0-9]{1,7}))\s+(?P<title>\S.*)")
_GLUED = re.compile(r"(?P<n>[0-9]{1,7})[xX×](?P<title>\D.*)")
_BEHIND = re.compile(
    r"(?P<title>\S.*?)[\s,]+[(\[]?(?:[xX×]\s?(?P<n>[0-9]{1,7})|(?P<m>[0-9]{1,7})\s?[xX×])[)\]]?"
    r"(?P<edition>\s+(?:\([^()]*\)|\[[^\[\]]*\]))?"
)
_TOLD = re.compile(r"(?P<title>\S.*?)\s*:\s*(?P<n>[0-9]{1,7})\s*[xX×]?")
_BULLET = re.compile(r"(?:[-*•·–]\s+)+")
_LAST_GROUP = re.compile(r"\s*(?:\(([^()]*)\)|\[([^\[\]]*)\])\s*$")
_COMMENT = re.compile(r"\s+//.*$")


@dataclass(frozen=True, slots=True)
class DeckLine:
    """`count` copies of a card, on line `number`. `group` is its heading in small letters, `edition` its set, or ""."""

    title: str
    experience: str
    count: int
    section: str
    group: str = ""
    edition: str = ""
    number: int = 0

    @property
    def shown(self) -> str:
        """Title and experience, for people."""
        return shown(self.title, self.experience)

    @property
    def may_be_personality(self) -> bool:
        """Whether no heading says that it is something else."""
        return self.group in ("", "personality", "personalities")


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck as its file has it. `form` names the form, `about` holds author, date, legality, `notes` what was odd."""

    name: str
    form: str
    lines: tuple[DeckLine, ...]
    notes: tuple[str, ...] = ()
    about: tuple[tuple[str, str], ...] = ()

    def part(self, *sections: str) -> tuple[DeckLine, ...]:
        """The lines of these sections."""
        return tuple(line for line in self.lines if line.section in sections)

    @property
    def fate(self) -> tuple[DeckLine, ...]:
        """Its Fate cards."""
        return self.part(FATE)

    @property
    def pregame(self) -> tuple[DeckLine, ...]:
        """Stronghold, Sensei and Wind."""
        return self.part(PREGAME)

    @property
    def personalities(self) -> tuple[DeckLine, ...]:
        """The Dynasty cards that are Personalities, or may be as no heading says what they are."""
        return tuple(
            line for line in self.part(DYNASTY) if line.group in ("", "personality", "personalities", "dynasty")
        )


@dataclass(slots=True)
class Heading:
    """What a deck says stands under a heading, and what does."""

    name: str
    number: int
    declared: int | None
    whole: bool
    found: int = 0


@dataclass
class Reader:
    """Takes a deck line by line. Raises `BadInput` where no deck can be meant."""

    where: str
    name: str
    form: str
    section: str = UNSORTED
    group: str = ""
    lines: list[DeckLine] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)

    def heading(self, name: str, number: int, declared: str | None) -> bool:
        """Begin a part of the deck, when `name` is the name of one."""
        word = re.sub(r"[^a-z]", "", name.casefold())
        if word not in _SECTION_OF:
            return False
        self.section = _SECTION_OF[word]
        whole = any(word.startswith(section) for section in _WHOLE_SECTIONS)
        self.group = "" if whole else word
        self.headings.append(Heading(name.strip(), number, int(declared) if declared else None, whole))
        return True

    def aside(self, name: str, number: int) -> None:
        """Begin a part that has a name of its own: within the section, of unknown kind."""
        self.group = ""
        self.headings.append(Heading(name, number, None, whole=False))

    def card(self, count: int, text: str, number: int, edition: str = "") -> None:
        """Take a line of `count` copies of the card called `text`, its set perhaps behind it."""
        if count > COPIES:
            raise BadInput(
                Sentence("{where}, line {line}", where=self.where, line=number),
                Sentence("{count} copies found; allowed are 1 to {copies}", count=count, copies=COPIES),
            )
        title, experience, behind = split_line(text)
        if not title or len(title) > TITLE_LIMIT:
            self.unknown(text, number)
            return
        if not count:
            self.note(number, Sentence("no copy of {title!r}: left out", title=shown(title, experience)))
            return
        if self.headings:
            self.headings[-1].found += count
        self.lines.append(DeckLine(title, experience, count, self.section, self.group, edition or behind, number))

    def unknown(self, text: str, number: int) -> None:
        """Report a line that is no card, heading or remark."""
        told = Sentence(
            "not understood: {text!r:.80}; a line has a number and a card’s title, such as 3 Steady Hands", text=text
        )
        self.note(number, told)

    def note(self, number: int, text: str) -> None:
        """Report something about a line."""
        self.notes.append(Sentence("line {number}: {note}", number=number, note=text))
        if len(self.notes) > CARDS:
            raise BadInput(
                self.where,
                Sentence(
                    "more than {cards} lines are not understood: this is no deck; {notes}",
                    cards=CARDS,
                    notes=self.notes[0],
                ),
            )

    def deck(self) -> DeckFile:
        """The deck, when all lines are taken."""
        if not self.lines:
            reason = Sentence("; {note}", note=self.notes[0]) if self.notes else ""
            raise BadInput(
                self.where,
                Sentence("no line of a number and a card's title found: this is no deck{reason}", reason=reason),
            )
        total = sum(line.count for line in self.lines)
        if total > 2 * CARDS:
            raise BadInput(self.where, Sentence("{size} cards found; allowed are {most}", size=total, most=2 * CARDS))
        about = tuple(sorted(self.about.items()))
        return DeckFile(self.name, self.form, tuple(self.lines), (*self.notes, *self._miscounted()), about)

    def _miscounted(self) -> list[str]:
        """Where a heading's number is not that of the cards under it."""
        found: list[str] = []
        for heading in self.headings:
            number = heading.found
            if heading.whole:
                section = _SECTION_OF[re.sub(r"[^a-z]", "", heading.name.casefold())]
                number = sum(line.count for line in self.lines if line.section == section)
            if heading.declared is not None and heading.declared != number:
                found.append(
                    Sentence.counted(
                        "line {number}: {name} says {declared}, but {n} card is there",
                        "line {number}: {name} says {declared}, but {n} cards are there",
                        number,
                        number=heading.number,
                        name=heading.name,
                        declared=heading.declared,
                    )
                )
        return found


def split_line(text: str) -> tuple[str, str, str]:
    """Title, experience and what stands behind them in parentheses or brackets: ("Name", "exp4", "Some Set").

    Parentheses may be of the title itself. They are left there unless an experience stands before them.
    """
    rest, behind = one_line(text), ""
    while found := _LAST_GROUP.search(rest):
        title, experience = split_title(rest)
        if experience:
            return title, experience, behind
        inner = (found[1] or found[2] or "").strip()
        before = rest[: found.start()].strip()
        if found[2] is None and not inner.isdigit() and not split_title(before)[1]:
            break
        rest, behind = before, "" if inner.isdigit() else inner
    return (*split_title(rest), behind)


def counted(text: str) -> tuple[int, str] | None:
    """The number and the title of a line, as people write them: `3 Name`, `3x Name`, `x3 Name`, `Name x3`, `Name: 3`.

    None where there is no number.
    """
    for form in (_BEFORE, _GLUED, _BEHIND, _TOLD):
        if found := form.fullmatch(text):
            parts = found.groupdict("")
            return int(parts["n"] or parts["m"]), parts["title"] + parts.get("edition", "")
    return None


def without_last_group(title: str) -> tuple[str, str] | None:
    """A title without the parentheses at its end, and what stands in them; None without any."""
    found = _LAST_GROUP.search(title)
    return (title[: found.start()].strip(), (found[1] or found[2] or "").strip()) if found and found.start() else None


def text_deck(text: str, where: str, name: str) -> DeckFile:
    """A deck list in text. Raises `BadInput`."""
    rows = text.splitlines()
    if len(rows) > LINES:
        raise BadInput(where, Sentence("{n} lines found; a deck has at most {most}", n=len(rows), most=LINES))
    reader = Reader(where, name, "text")
    for number, row in enumerate(rows, 1):
        line = _COMMENT.sub("", row.strip())
        if line and not line.startswith("//"):
            _take(reader, line, number)
    if reader.headings:  # older files have the stronghold on top, before any heading
        first = reader.headings[0].number
        reader.lines = [_moved(line) if line.number < first else line for line in reader.lines]
    return reader.deck()


def _moved(line: DeckLine) -> DeckLine:
    return DeckLine(line.title, line.experience, line.count, PREGAME, "", line.edition, line.number)


def _take(reader: Reader, line: str, number: int) -> None:
    """One line: a heading, something about the deck, or a card."""
    if len(line) > LINE_LIMIT:
        reader.unknown(line, number)
        return
    heading = _HEADING.fullmatch(line)
    if heading and reader.heading(heading["name"], number, heading["count"]):
        return
    told = _TOLD.fullmatch(line)
    if told and reader.heading(told["title"], number, told["n"]):
        return
    if line.startswith("#"):
        reader.note(number, Sentence("not the name of a part of a deck: {line!r:.80}", line=line))
    elif about := _ABOUT.fullmatch(line):
        reader.about[about[1].casefold()] = one_line(about[2])[:80]
    else:
        _take_card(reader, _BULLET.sub("", line, count=1) if _BULLET.match(line) else line, number)


def _take_card(reader: Reader, line: str, number: int) -> None:
    """A line that is a card, or nothing that is known: without a number it is there once."""
    count, title = counted(line) or (1, line)
    if re.search(r"[^\W\d_]", title):
        reader.card(count, title, number)
    else:
        reader.unknown(line, number)
