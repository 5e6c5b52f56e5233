"""What goes over the JSON interface, in and out. In: strict types, no field that is not known. Out: what pages show."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ..games import LONGEST_NAME
from ..setting import MOST_GOLD, MOST_HAND
from ..words import Question as TheQuestion
from ..words import board, rpg_board
from . import calls, seen
from .links import LONGEST as SECRET
from .making import ID as MAKING
from .orders import FILES, LONGEST

ID = r"^[A-Za-z0-9_-]{4,40}$"
COMMAND = r"^[A-Za-z0-9-]{8,64}$"
BASE64 = r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
WORD = 600
TEXT = 2000

Word = Annotated[str, Field(min_length=1, max_length=WORD)]
Language = Literal["en", "hr", "pt_BR"]
Kind = Literal[
    "answer", "say", "ask-undo", "ask-odds", "offer-rematch", "agree", "refuse", "concede", "claim", "pass-until",
    "rule", "end",
]  # fmt: skip


class In(BaseModel):
    """Something that comes in."""

    model_config = ConfigDict(strict=True, extra="forbid")


# --- in --------------------------------------------------------------------------------------------------


class File(In):
    """A file: its name (the ending says what it is), its text, and which character of it is meant, by name or number.

    What is no text comes as `data` in Base64 instead.
    """

    name: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str, Field(max_length=LONGEST)] = ""
    pick: Annotated[str, Field(max_length=200)] = ""
    data: Annotated[str, Field(max_length=LONGEST, pattern=BASE64)] = ""


class CardTerms(In):
    """The terms of a card duel, as the options of `iaijutsu play` have them."""

    deck: Word | File | None = None
    against: Word | File | None = None
    database: Annotated[list[File], Field(max_length=FILES)] = []
    cards: File | None = None
    duellist: Word | None = None
    opponent: Word | None = None
    action: Word | None = None
    challenger: Annotated[Word, Field(description="Who takes the action: me (the first), opponent.")] | None = None
    active: Annotated[Word, Field(description="Whose turn it is: me, opponent or third.")] | None = None
    ruleset: Word | File | None = None
    hand: Annotated[int, Field(ge=0, le=MOST_HAND)] | None = None
    gold: Annotated[int, Field(ge=0, le=MOST_GOLD)] | None = None


class RpgTerms(In):
    """The terms of a role-playing duel, as the options of `iaijutsu play` have them."""

    character: Word | File | None = None
    opponent: Word | File | None = None
    form: Word | File | None = None
    contest: Annotated[Word, Field(description="duel, one-roll or clash.")] | None = None
    stakes: Word | None = None
    ruling: Annotated[list[Word], Field(max_length=40)] = []
    unprepared: Annotated[Word, Field(description="me (the first seat), opponent or both.")] | None = None
    initiative: Annotated[Word, Field(description="For a clash: N,N.")] | None = None
    secret_sheets: bool = False
    gm: bool = False


class Pace(In):
    """Seconds for each side, and seconds added for each answer."""

    seconds: Annotated[int, Field(ge=10, le=86_400)]
    added: Annotated[int, Field(ge=0, le=3_600)] = 0


class _Frame(In):
    """What duels of both games are made of. `command` is the id of the order."""

    command: Annotated[str, Field(pattern=MAKING)] | None = None
    names: Annotated[list[Annotated[str, Field(max_length=LONGEST_NAME)]], Field(max_length=3)] = []
    seats: Annotated[list[Word], Field(min_length=2, max_length=3)] = ["me", "link"]
    clock: Pace | None = None
    spectators: bool = True
    judge: bool = False
    odds: bool = False
    public: bool = False
    dice: Literal["", "table"] = ""


class CardOrder(_Frame):
    """A card duel that is wanted. `seats`: `me`, `link` or a computer player's key for each. The same order with the
    same `command` (256 random bits that you keep to yourself) again gives the same duel, pass and links.
    """  # fmt: skip

    game: Literal["cards"]
    terms: CardTerms = CardTerms()


class RpgOrder(_Frame):
    """A role-playing duel that is wanted. `seats`: `me`, `link` or a computer player's key for each. The same order
    with the same `command` (256 random bits that you keep to yourself) again gives the same duel, pass and links.
    """  # fmt: skip

    game: Literal["rpg"]
    terms: RpgTerms = RpgTerms()


Order = Annotated[CardOrder | RpgOrder, Field(discriminator="game")]


class Entry(In):
    """A link's secret (what stands after its #), the name of who comes, and whether he agrees to odds that were
    offered. Where a player does not, nobody has them.
    """

    secret: Annotated[str, Field(min_length=1, max_length=SECRET)]
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    odds: bool = True


class Command(In):
    """Something to be done. The same `id` again gets the first receipt again, whatever else stands there.

    `answer` goes with `question` and one of `reply` (as typed; choices count from 1), `choice` (from 0) or `slots`;
    `say`, `end` and `pass-until` (heading, duel) with `text`; `agree` and `refuse` with `about` (undo, odds, rematch).
    A judge's `rule` goes step by step: first without an answer, then with one to each `ruling` that is seen, without
    `question`; `about` drop gives it up.
    """

    id: Annotated[str, Field(pattern=COMMAND)]
    kind: Kind
    question: Annotated[str, Field(max_length=200)] = ""
    reply: Annotated[str, Field(max_length=TEXT)] | None = None
    choice: Annotated[int, Field(ge=0, le=9999)] | None = None
    slots: Annotated[list[Annotated[int, Field(ge=0, le=9999)]], Field(max_length=200)] | None = None
    text: Annotated[str, Field(max_length=TEXT)] = ""
    about: Literal["", "undo", "odds", "rematch", "drop"] = ""


def as_order(wanted: CardOrder | RpgOrder) -> calls.Order:
    """The order as the house takes it."""
    terms = {name: _brought(getattr(wanted.terms, name)) for name in wanted.terms.model_fields_set}
    return calls.Order(
        game=wanted.game, terms=terms, names=tuple(wanted.names), seats=tuple(wanted.seats),
        clock=(wanted.clock.seconds, wanted.clock.added) if wanted.clock else None, spectators=wanted.spectators,
        judge=wanted.judge, odds=wanted.odds, public=wanted.public, dice=wanted.dice,
    )  # fmt: skip


def _brought(value: Any) -> Any:
    if isinstance(value, File):
        return calls.Upload(value.name, value.text, value.pick, base64.b64decode(value.data))
    return [_brought(part) for part in value] if isinstance(value, list) else value


def as_command(wanted: Command, language: str) -> calls.Command:
    """The command as the house takes it."""
    return calls.Command(
        id=wanted.id, kind=wanted.kind, question=wanted.question, reply=wanted.reply, choice=wanted.choice,
        slots=None if wanted.slots is None else tuple(wanted.slots), text=wanted.text, about=wanted.about,
        language=language,
    )  # fmt: skip


# --- out -------------------------------------------------------------------------------------------------


class Out(BaseModel):
    """Something that goes out. It is made of what is true already: nothing is checked twice."""

    model_config = ConfigDict(from_attributes=True)


class Problem(Out):
    """What went wrong (RFC 9457). `code` is for programs, `detail` says what would do."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    where: str | None = None
    asked: str | None = None
    errors: list[dict[str, str]] | None = None


class You(Out):
    """Who you are at a duel."""

    role: seen.Role
    seat: int | None
    name: str


class Opened(Out):
    """A new duel. `pass` is yours, for `Authorization: Bearer`; `links` are secrets to hand out, told nowhere else."""

    model_config = ConfigDict(populate_by_name=True)

    duel: str
    pass_: Annotated[str, Field(alias="pass")]
    you: You
    links: dict[str, str]
    notes: list[str]


class Terms(Out):
    """What whoever sits down agrees to. `dice`: real ones are typed in (`table`). `waits`: a seat is still empty.
    `words`: what is fought for, and by which rules.
    """

    game: Literal["cards", "rpg"]
    clock: Pace | None
    judge: bool
    odds: bool
    dice: str
    waits: bool
    words: list[str]


class Entered(Out):
    """You are in. `pass` is yours, for `Authorization: Bearer`."""

    model_config = ConfigDict(populate_by_name=True)

    pass_: Annotated[str, Field(alias="pass")]
    you: You


class Receipt(Out):
    """It is done, and kept. `version` is that of the table as you see it then."""

    version: str
    repeated: bool


class Choice(Out):
    """One thing that may be answered, by its number from 0."""

    number: int
    label: str
    detail: str


class Question(Out):
    """A question: its form says how it is answered, `why_not` what cannot be answered now and why."""

    form: str
    text: str
    choices: list[Choice]
    why_not: list[str]
    least: int
    most: int
    hint: str


class Asked(Out):
    """What you are asked. `id` goes back with the answer; `typed`: real dice or cards are typed in."""

    id: str
    question: Question
    typed: bool


class Seen(Out):
    """The whole table as you see it. `version` changes when, and only when, anything else but times does."""

    duel: str
    game: Literal["cards", "rpg"]
    version: str
    me: seen.Me
    places: tuple[seen.Place, ...]
    board: board.Board | rpg_board.Board
    lines: tuple[seen.LogLine, ...]
    status: str
    asked: Asked | None
    waiting: str
    deeds: tuple[seen.Deed, ...]
    offers: tuple[seen.Offer, ...]
    refused: tuple[str, ...]
    terms: tuple[str, ...]
    odds: seen.Odds | None
    ruling: Question | None
    finished: bool
    result: str
    commitment: str
    spectators: int
    next: str
    winner: int | None
    judge: bool


class Mark(Out):
    """A moment at which a heading or a round begins."""

    at: int
    words: str


class Replayed(Out):
    """A moment of a finished duel, from 0 to `last`, through somebody's eyes (`viewer`, out of `viewers`)."""

    at: int
    last: int
    viewer: str
    viewers: dict[str, str]
    marks: list[Mark]
    seen: Seen


class Explanation(Out):
    """Why a line is so: the clause, our sentence for it, where it stands, the reason here, the text of the card."""

    clause: str
    text: str
    origin: str
    reading: bool
    why: str
    by: str


class Fairness(Out):
    """Whether dice and draws were those that the commitment bound the server to. Before the end only that is told.

    `claimed`: the duel was claimed before its end, and what was rolled and drawn until then is what was checked.
    """

    commitment: str
    finished: bool
    verified: bool
    seed: str
    questions: int
    cards: int
    dice: int
    claimed: bool
    problem: str


class Mine(Out):
    """A duel of yours. `turn`: you are asked something."""

    duel: str
    game: Literal["cards", "rpg"]
    role: seen.Role
    names: list[str]
    finished: bool
    turn: bool


class Clause(Out):
    """A clause of the rules, in our words. `reading`: the book is silent or can be taken two ways; we read it so."""

    id: str
    text: str
    source: str
    reading: bool


class Item(Out):
    """One thing to choose: its key and words."""

    key: str
    words: str


class Ruling(Out):
    """A question that the book leaves open, and the answers to choose from."""

    key: str
    words: str
    answers: list[Item]


class Lists(Out):
    """Everything that there is to choose from, and what is taken when nothing is chosen."""

    decks: list[Item]
    characters: list[Item]
    players: dict[str, list[Item]]
    rulesets: list[Item]
    forms: list[Item]
    contests: list[Item]
    rulings: list[Ruling]
    usual: dict[str, str]


_SEEN: TypeAdapter[Seen] = TypeAdapter(Seen)


def question(asked: TheQuestion | None) -> Question | None:
    """A question without what its answers are inside: they are given by number."""
    if asked is None:
        return None
    choices = [Choice(number=n, label=one.label, detail=one.detail) for n, one in enumerate(asked.choices)]
    return Question(
        form=asked.form, text=asked.text, choices=choices, why_not=list(asked.why_not), least=asked.least,
        most=asked.most, hint=asked.hint,
    )  # fmt: skip


def table(one: seen.Seen) -> Seen:
    """The table as it goes out."""
    asked = None
    if one.asked:
        inner = question(one.asked.question)
        asked = Asked.model_construct(id=one.asked.id, question=inner, typed=one.asked.typed)
    things = {name: getattr(one, name) for name in Seen.model_fields if name not in ("asked", "ruling")}
    return Seen.model_construct(**things, asked=asked, ruling=question(one.ruling))


def table_text(one: seen.Seen) -> str:
    """The table as JSON."""
    return _SEEN.dump_json(table(one)).decode()
