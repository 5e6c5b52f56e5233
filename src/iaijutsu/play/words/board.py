"""What lies on the table of a card duel, as one audience sees it: plain data for any face to show."""

from __future__ import annotations

from itertools import compress

from ...cards.duel import score
from ...cards.measures import duel_stat, has_keyword, lasting_for
from ...cards.pieces import UNKNOWN, Piece
from ...cards.state import CHALLENGING, Side
from ...engine import Seat
from ...engine.quick import dataclass
from ..i18n import N_, _, ngettext, signed
from .cards_effects import lasts
from .cards_events import stat_words
from .scene import STATS, Scene, focus_value

HEADINGS = {
    "A": N_("The duel begins"), "B": N_("Focus pools"), "C": N_("Focus or strike"), "D": N_("Reveal"),
    "E": N_("Focus Effects"), "F": N_("Resolution"), "G": N_("Scores"), "H": N_("Outcome"), "I": N_("Consequences"),
    "J": N_("Resolution ends"), "K": N_("Cleanup"), "L": N_("The duel ends"),
}  # fmt: skip
"""The headings of a duel, in order."""


STATES = (
    N_("bowed"), N_("dishonorable"), N_("at home"), N_("traits negated"), N_("out of play"), N_("created"),
)  # fmt: skip
"""What a Personality may be, as `person` looks for it."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card on the table. `title` is empty when the audience may not know it; `value` is its focus value as it reads.

    `up`: it lies face up for all. `changed`: the value is not the printed one.
    """

    title: str
    value: str
    up: bool
    changed: bool = False
    text: str = ""


UNSEEN = Face("", "", False)


@dataclass(frozen=True, slots=True)
class Person:
    """A Personality in play: name, stats as (word, value now, whether changed), keywords, attachments, states."""

    title: str
    stats: tuple[tuple[str, int, bool], ...]
    keywords: tuple[str, ...]
    attached: tuple[str, ...]
    states: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One side: who plays it, who fights, the cards. `pool` and `hand` are the faces as far as they are known.

    `tally` is the score as the audience can reckon it, `turn` whether the next opportunity is here, `open` whether
    whatever this side focuses lies face up.
    """

    side: int
    role: str
    player: str
    mine: bool
    seat: Seat
    people: tuple[Person, ...]
    area: tuple[Face, ...]
    pool: tuple[Face, ...]
    hand: tuple[Face, ...]
    deck: int
    discard: tuple[Face, ...]
    honor: int
    gold: int
    tally: str
    turn: bool
    open: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The table: heading (`A` to `L`, empty outside a duel), the action, both sides, and whoever else sits there.

    Once the duel is over the sides stand as they did in it. `hand` is the own hand of somebody who has no side.
    `lasting` tells what effects have set for a while, each with the card that it comes from.
    """

    stage: str
    heading: str
    action: str
    sides: tuple[BoardSide, ...]
    others: tuple[str, ...]
    ruleset: str
    has_pools: bool
    hand: tuple[Face, ...] = ()
    lasting: tuple[str, ...] = ()


def board(s: Scene) -> Board:
    """What the audience sees now."""
    duel = s.state.duel
    fought = duel or (s.state.past[0] if s.state.past else None)
    seats = [side.seat for side in fought.sides] if fought else list(range(min(2, len(s.state.names))))
    stage = {"first": "C"}.get(duel.stage, duel.stage) if duel else ""
    stage = stage if stage in HEADINGS else ""
    others = tuple(
        ngettext("{name}: {n} card in hand", "{name}: {n} cards in hand", len(s.state.hands[seat])).format(
            name=name, n=len(s.state.hands[seat])
        )
        for seat, name in enumerate(s.state.names)
        if seat not in seats
    )
    heading = _(HEADINGS[stage]) if stage else _("Challenge") if duel else _("No duel")
    action = s.title(duel.source) if duel else ""
    sides = tuple(_side(s, n, seat) for n, seat in enumerate(seats))
    mine = next((seat for seat in range(len(s.state.names)) if s.mine(seat) and seat not in seats), None)
    hand = tuple(_of_key(s, key) for key in s.state.hands[mine]) if mine is not None else ()
    return Board(stage, heading, action, sides, others, s.court.rules.title, s.court.rules.pool > 0, hand, _lasting(s))


def _lasting(s: Scene) -> tuple[str, ...]:
    duel = s.state.duel
    if duel is None:
        return ()
    past = () if duel.stage in CHALLENGING else ("refuse",)
    marks = [mark for mark in s.state.marks if mark.duel in (-1, duel.number) and mark.effect["do"] not in past]
    told = [(mark.source, lasts(s, mark.effect, mark.seat)) for mark in marks]
    return tuple(dict.fromkeys(f"{s.title(source)}: {words}" for source, words in told if words))


def _side(s: Scene, number: int, seat: Seat) -> BoardSide:
    duel = s.state.duel
    here = duel.sides[number] if duel else None
    over = s.state.past[0].sides[number] if s.state.past and not duel else None
    known = here or over
    duellist = s.state.pieces.get(known.duellist) if known else None
    people = [duellist] if duellist else s.state.personalities(seat)
    scored = _("scored {n}").format(n=over.score) if over and over.score is not None else ""
    role = (_("Challenger"), _("Challenged"))[number] if duel or s.state.past else ""
    return BoardSide(
        number, role, s.name(seat), s.mine(seat), seat,
        tuple(person(s, piece) for piece in people),
        tuple(face(s, n) for n in here.area) if here else (),
        tuple(face(s, n) for n in here.pool) if here else (),
        tuple(_of_key(s, key) for key in s.state.hands[seat]),
        s.state.decks[seat].size,
        tuple(_of_key(s, key, up=True) for key in s.state.discards[seat]),
        s.state.honor[seat], s.state.gold[seat],
        tally(s, number, here) if here else scored,
        bool(duel and duel.stage in ("C", "first") and duel.struck is None and duel.turn == number),
        bool(here and lasting_for(s.court, "face-up", number)),
    )  # fmt: skip


def person(s: Scene, piece: Piece) -> Person:
    """A Personality (or whatever stands in its place) as it is now."""
    stats = []
    for name, word in STATS.items():
        printed = getattr(piece, name)
        if printed is not None:
            now = s.stat(piece, name)
            stats.append((_(word), now, now != printed))
    card = s.card(piece.key)
    states = (
        piece.bowed, piece.dishonorable, piece.at_home, piece.blank is not None, piece.zone != "play", piece.created,
    )  # fmt: skip
    return Person(
        s.person(piece.id), tuple(stats), tuple(_keywords(s, piece)),
        tuple(_attached(s, item) for item in s.state.attached_to(piece.id)),
        tuple([_(word) for word in compress(STATES, states)]), _(card.text) if card else "",
    )  # fmt: skip


def _keywords(s: Scene, piece: Piece) -> list[str]:
    card = s.card(piece.key)
    words, marks = set(card.keywords) if card else set(), s.court.statics("keyword")
    if not marks and not piece.keyword_changes:
        return sorted(words)
    words |= {change.keyword for change in piece.keyword_changes}
    words |= {word for mark in marks for word in mark.effect.get("give", ())}
    return sorted(word for word in words if has_keyword(s.court, piece, word))


def _attached(s: Scene, item: Piece) -> str:
    if item.type != "item":
        return s.title(item.key)
    bonuses = [f"{signed(n)} {_(STATS[name])}" for name in ("force", "chi") if (n := getattr(item, name))]
    return f"{s.title(item.key)} ({', '.join(bonuses)})" if bonuses else s.title(item.key)


def face(s: Scene, number: int) -> Face:
    """A card in a pool or focusing area."""
    piece = s.state.pieces[number]
    if piece.key == UNKNOWN:
        return UNSEEN
    card, now = s.card(piece.key), s.fv(number)
    printed = focus_value(card) if card else ""
    changed = bool(piece.fv_changes)
    return Face(
        s.title(piece.key), str(now) if changed else printed, piece.face_up, changed, _(card.text) if card else ""
    )


def _of_key(s: Scene, key: str, *, up: bool = False) -> Face:
    card = s.card(key)
    return Face(card.title, focus_value(card), up, text=_(card.text)) if card else UNSEEN


def tally(s: Scene, number: int, here: Side) -> str:
    """The score as the audience can reckon it: the duel stat, the values it knows, and how many it does not."""
    duel = s.state.duel
    if duel is None or duel.stage in (*CHALLENGING, "refused"):
        return ""
    if here.score is not None:
        return _("scored {n}").format(n=here.score)
    if not here.area:
        name, base = duel_stat(s.court, number)
        return _("{stat} {n}").format(stat=stat_words(name).rstrip(","), n=base)
    found = score(s.court, number)
    known = [value for n, value in found.values if s.state.pieces[n].key != UNKNOWN]
    hidden = len(found.values) - len(known)
    parts = " + ".join([str(found.base), *map(str, known), *["?"] * hidden])
    return parts if hidden else f"{parts} = {found.base + sum(known)}"
