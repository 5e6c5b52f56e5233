"""What is so: stats, focus values, keywords, amounts, conditions. Plain functions; none can ask anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..engine import Seat
from .court import Court
from .pieces import STATS, Condition, Piece
from .state import Mark, Side


class Cause(NamedTuple):
    """What an effect comes from: its controller's seat, its card, and what its words refer to.

    `side` and `subject` are the side and the focused card of the occasion; `what` is `winning` or `losing` for
    a consequence; `default` is who an effect means that names nobody; `only` narrows it to one side.
    """

    seat: Seat
    key: str
    piece: int | None = None
    subject: int | None = None
    what: str = ""
    creator: bool = False
    default: str = "own"
    only: int | None = None

    @property
    def clause(self) -> str:
        """The clause that a consequence from this cause follows."""
        if not self.what:
            return "cards.can.consequence"
        return "cards.I.creator" if self.creator else "cards.I.others"

    def narrowed(self, side: int) -> Cause:
        """The same, for one side alone."""
        return self._replace(only=side)


RESULTS = {"winner": "win", "loser": "lose"}
ROLES = {"both": (0, 1), "challenger": (0,), "challenged": (1,)}


# --- sides and players -----------------------------------------------------------------------------------


def sides(court: Court, cause: Cause, who: str | None) -> list[int]:
    """The sides of the duel in progress that `who` means, seen from the effect's controller."""
    duel = court.state.duel
    if duel is None:
        return []
    if cause.only is not None:
        return [cause.only]
    word = who or cause.default
    if word in ("own", "opponent"):
        own = court.state.seat_duelling(cause.seat)
        return [] if own is None else [own if word == "own" else 1 - own]
    if word in RESULTS:
        return [n for n in (0, 1) if duel.sides[n].result == RESULTS[word]]
    if word in ROLES:
        return [*ROLES[word]]
    return [{"first": duel.turn, "other": 1 - duel.turn}[word]]


def seats(court: Court, cause: Cause, who: str | None) -> list[Seat]:
    """The players that `who` means. A controller who does not duel is still `own`."""
    if cause.only is None and (who or cause.default) == "own":
        return [cause.seat]
    if court.state.duel is None:
        return [seat for seat in range(len(court.state.names)) if seat != cause.seat]
    return [court.duel.sides[n].seat for n in sides(court, cause, who)]


# --- what lasts ------------------------------------------------------------------------------------------


def lasting(court: Court, do: str) -> Iterator[Mark]:
    """Effects of kind `do` that hold now: those of cards in play, then those set by effects, in order."""
    return _lasting(court, do) if court.lasts(do) else iter(())


def _lasting(court: Court, do: str) -> Iterator[Mark]:
    for mark in court.statics(do):
        if (conditions := mark.effect.get("if")) is None or holds_all(court, cause_of(mark), conditions):
            yield mark
    if do in court.index.focused_statics:
        yield from _focused_statics(court, do)
    duel = court.state.duel
    for mark in court.state.marks:
        if mark.effect["do"] == do and (mark.duel < 0 or (duel is not None and mark.duel == duel.number)):
            yield mark


def _focused_statics(court: Court, do: str) -> Iterator[Mark]:
    """Continuous abilities of cards that lie face up in a focusing area."""
    duel = court.state.duel
    for side in duel.sides if duel is not None else ():
        for number in side.area:
            card = court.library.get(court.state.pieces[number].key) if court.state.pieces[number].face_up else None
            for ability in card.abilities if card else ():
                cause = Cause(side.seat, card.key if card else "", number)
                if (
                    ability.kind == "static"
                    and ability.place == "focused"
                    and holds_all(court, cause, ability.conditions)
                ):
                    for effect in ability.effects:
                        if effect["do"] == do and holds_all(court, cause, effect.get("if", ())):
                            yield Mark(effect, side.seat, cause.key, number, "focused", -1)


def cause_of(mark: Mark) -> Cause:
    """The cause of a lasting effect."""
    return Cause(mark.seat, mark.source, mark.piece)


def lasting_for(court: Court, do: str, side: int) -> list[Mark]:
    """Lasting effects of kind `do` that concern this side."""
    if not court.lasts(do):
        return []
    return [mark for mark in _lasting(court, do) if concerns(court, mark, side)]


def as_applied(court: Court, marks: Iterable[Mark]) -> list[Mark]:
    """Lasting effects in the order in which they came to be: those of the creating text first, then what cards in play
    say all along (those of a duellist who stood in later, from then on), and what was applied, in its order.
    """
    set_by_effects = [id(mark) for mark in court.state.marks]

    def when(mark: Mark) -> tuple[bool, int, bool]:
        if id(mark) in set_by_effects:
            return mark.until != "creator", set_by_effects.index(id(mark)), True
        return True, _since(court, mark), False

    return sorted(marks, key=when)


def _since(court: Court, mark: Mark) -> int:
    """How many effects had been set when the duellist took his place who has this continuous ability, or carries it."""
    piece = court.state.pieces.get(mark.piece) if mark.piece is not None else None
    carrier = None if piece is None else piece.id if piece.host is None else piece.host
    return next((side.since for side in court.duel.sides if side.duellist == carrier), 0)


def concerns(court: Court, mark: Mark, side: int) -> bool:
    """Whether a lasting effect is about this side."""
    who = mark.effect.get("who", "own")
    if who in ("own", "opponent"):
        own = court.state.seat_duelling(mark.seat)
        return own is not None and (own == side) == (who == "own")
    return side in sides(court, cause_of(mark), who)


# --- stats and values ------------------------------------------------------------------------------------


def printed(court: Court, piece: Piece, stat: str) -> int | None:
    """The printed stat; None when it is absent (or unknown to this audience)."""
    value: int | None = getattr(piece, stat)
    return value


def stat_of(court: Court, piece: Piece, stat: str, *, in_duel: bool = False) -> int:
    """A stat as it reads: printed, plus modifiers of Items, plus bonuses, clamped at 0 last (cards.G.score).

    An absent stat is 0 and takes no bonus (cards.stat.absent). `in_duel` counts what is for the duel stat alone.
    """
    value: int | None = getattr(piece, stat)
    if value is None or (stat == "honor" and piece.dishonorable):  # cards.honor.dishonorable
        return 0
    if stat != "honor":
        for item in court.table.items.get(piece.id, ()):
            value += getattr(court.state.pieces[item], stat) or 0
    for bonus in piece.bonuses:
        if bonus.stat == stat and (in_duel or bonus.scope == "whole"):
            value += bonus.amount
    return max(0, value)


def spent(court: Court) -> Iterator[Piece]:
    """Personalities in play whose Chi reads 0. One without a Chi, or whose face is not known, is none of them."""
    table, pieces = court.table, court.state.pieces
    for number in table.people:
        piece = pieces[number]
        if piece.chi is None or not (piece.bonuses or piece.chi < 1 or number in table.weaker):
            continue
        if stat_of(court, piece, "chi") == 0:
            yield piece


def stats_of(court: Court, piece: Piece) -> tuple[int, int, int]:
    """Force, Chi and Personal Honor as they read."""
    return stat_of(court, piece, "force"), stat_of(court, piece, "chi"), stat_of(court, piece, "honor")


def duel_stat(court: Court, index: int) -> tuple[str, int]:
    """The name and value of a side's duel stat (cards.G.stat): Chi, unless effects name another, the latest."""
    name, locked = "chi", False
    named = lasting_for(court, "duel-stat", index)
    for mark in as_applied(court, named) if named else ():
        if not locked:
            name, locked = mark.effect["stat"], mark.effect.get("lock", False)
    return name, duel_stat_value(court, index, name)


def duel_stat_value(court: Court, index: int, name: str) -> int:
    """The value of the stat called `name` (also printed-..., lower, higher) for a side."""
    side = court.duel.sides[index]
    piece = court.state.pieces[side.duellist]
    if name.startswith("printed-"):
        return printed(court, piece, name.removeprefix("printed-")) or 0
    if name in ("lower", "higher"):
        pair = [_entered(court, index, piece, stat) for stat in ("force", "chi")]
        return min(pair) if name == "lower" else max(pair)
    return _entered(court, index, piece, name)


def _entered(court: Court, index: int, piece: Piece, name: str) -> int:
    if any(mark.effect["rule"] == "as-entered" for mark in lasting_for(court, "score", index)):
        return court.duel.sides[index].entered.get(name, 0)
    return stat_of(court, piece, name, in_duel=True)


def fv_of(court: Court, number: int, *, base: bool = False) -> int:
    """The focus value of a focused card: printed (absent: 0, cards.G.score), changed in order, clamped at 0 last."""
    piece = court.state.pieces[number]
    card = court.library.get(piece.key)
    value: int = (card.focus if card else 0) or 0
    for change in () if base else piece.fv_changes:
        if change.op == "add":
            value += change.amount
        elif change.op == "times":
            value *= change.amount
        else:
            value = change.amount
    return max(value, 0)


def fv_seen(court: Court, number: int, *, base: bool = False) -> int:
    """A focus value as an effect may count it: 0 while the card lies face-down, so that no count tells what it is."""
    return fv_of(court, number, base=base) if court.state.pieces[number].face_up else 0


def fv_printed(court: Court, key: str) -> int:
    """The printed focus value of a card; 0 when it has none."""
    card = court.library.get(key)
    return (card.focus or 0) if card else 0


def has_keyword(court: Court, piece: Piece, word: str) -> bool:
    """Whether a card has a keyword now; the later change counts."""
    card = court.library.get(piece.key)
    has = card is not None and word in card.keywords
    for mark in court.statics("keyword"):
        if mark.piece is not None and piece.id in (mark.piece, court.state.pieces[mark.piece].host):
            has = (has or word in mark.effect.get("give", ())) and word not in mark.effect.get("take", ())
    for change in piece.keyword_changes:
        if change.keyword == word:
            has = change.given
    return has


def duellist(court: Court, index: int) -> Piece:
    """The Personality of a side."""
    return court.state.pieces[court.duel.sides[index].duellist]


# --- amounts and conditions ------------------------------------------------------------------------------


def amount(court: Court, cause: Cause, value: Any) -> int:
    """A number as the card data gives it: plain, or a table that says what to count."""
    if isinstance(value, int):
        return value
    number: int = _counted(court, cause, value)
    if "times" in value:
        number *= value["times"]
    if value.get("half"):
        number //= 2
    number += value.get("plus", 0)
    if "at_least" in value:
        number = max(number, value["at_least"])
    if "at_most" in value:
        number = min(number, value["at_most"])
    return number


def _counted(court: Court, cause: Cause, value: dict[str, Any]) -> int:
    who = value.get("of")
    if "number" in value:
        return int(value["number"])
    if "stat" in value:
        return sum(_stat_amount(court, piece, value) for piece in people(court, cause, who))
    if "fv" in value:
        base = bool(value.get("printed"))
        return sum(_fv_amount(court, cause, n, value["fv"], base) for n in sides(court, cause, who))
    if "count" in value:
        return _count(court, cause, value)
    if "margin" in value:
        return court.duel.margin if court.state.duel else 0
    if "paid" in value:
        return court.state.paid
    parts = [amount(court, cause, part) for part in value.get("lower") or value.get("higher") or value["sum"]]
    return min(parts) if "lower" in value else max(parts) if "higher" in value else sum(parts)


def people(court: Court, cause: Cause, who: str | None) -> list[Piece]:
    """The duellists that `who` means; outside a duel, the Personality that carries the ability."""
    if court.state.duel is not None:
        return [duellist(court, n) for n in sides(court, cause, who)]
    piece = court.state.pieces.get(cause.piece) if cause.piece is not None else None
    if who not in (None, "own", "challenger"):
        return []
    if piece is not None and piece.host is not None:
        piece = court.state.pieces[piece.host]
    return [piece] if piece is not None else court.state.personalities(cause.seat)[:1]


def _stat_amount(court: Court, piece: Piece, value: dict[str, Any]) -> int:
    name = value["stat"]
    if name.startswith("printed-") or value.get("printed"):
        return printed(court, piece, name.removeprefix("printed-")) or 0
    return stat_of(court, piece, name)


def _fv_amount(court: Court, cause: Cause, index: int, which: str, base: bool) -> int:
    if which in ("this", "subject"):
        number = cause.piece if which == "this" else cause.subject
        return fv_seen(court, number, base=base) if number in court.state.pieces and number is not None else 0
    values = [fv_seen(court, number, base=base) for number in court.duel.sides[index].area]
    if not values:
        return 0
    pick = {"first": values[0], "last": values[-1], "highest": max(values), "lowest": min(values)}
    return pick.get(which, sum(values))


def _count(court: Court, cause: Cause, value: dict[str, Any]) -> int:
    what, word = value["count"], value.get("keyword")
    state = court.state
    if what in ("focused", "pool"):
        zones = [
            state.pieces[n] for s in sides(court, cause, value.get("of")) for n in _zone(court.duel.sides[s], what)
        ]
        return sum(1 for piece in zones if word is None or has_keyword(court, piece, word))
    if what == "attachments":
        return sum(len(state.attached_to(piece.id)) for piece in people(court, cause, value.get("of")))
    players = seats(court, cause, value.get("of"))
    if what == "personalities":
        people_ = [piece for seat in players for piece in state.personalities(seat)]
        return sum(1 for piece in people_ if word is None or has_keyword(court, piece, word))
    piles = state.hands if what == "hand" else state.discards
    return sum(len(piles[seat]) for seat in players)


def _zone(side: Side, what: str) -> list[int]:
    return side.area if what == "focused" else side.pool


def holds_all(court: Court, cause: Cause, conditions: Any) -> bool:
    """Whether every condition holds."""
    return not conditions or all(holds(court, cause, one) for one in conditions)


def holds(court: Court, cause: Cause, one: Condition) -> bool:
    """Whether a condition holds; one that asks about a duel fails outside."""
    if "not" in one:
        return not holds(court, cause, one["not"])
    if "any" in one:
        return any(holds(court, cause, part) for part in one["any"])
    if "value" in one:
        return _compares(court, cause, one)
    if "keyword" in one:
        found = people(court, cause, one.get("of"))
        return bool(found) and all(has_keyword(court, piece, one["keyword"]) for piece in found)
    return _status(court, cause, one)


def _compares(court: Court, cause: Cause, one: Condition) -> bool:
    number = amount(court, cause, one["value"])
    return (
        ("at_least" not in one or number >= amount(court, cause, one["at_least"]))
        and ("at_most" not in one or number <= amount(court, cause, one["at_most"]))
        and ("equals" not in one or number == amount(court, cause, one["equals"]))
    )


def _status(court: Court, cause: Cause, one: Condition) -> bool:
    if "honorable" in one or "bowed" in one:
        found = people(court, cause, one.get("honorable") or one.get("bowed"))
        return bool(found) and all((not p.dishonorable) if "honorable" in one else p.bowed for p in found)
    duel = court.state.duel
    if duel is None:
        return False
    if "tied" in one:
        return bool(duel.tie == one["tied"])
    if "role" in one:
        own = court.state.seat_duelling(cause.seat)
        return own is not None and ("challenger", "challenged")[own] == one["role"]
    if "from" in one:
        return bool(duel.origin == one["from"])
    if "focused" in one:
        return all(duel.sides[n].area for n in sides(court, cause, one["focused"]))
    wanted = "win" if "won" in one else "lose"
    found_sides = sides(court, cause, one.get("won") or one.get("lost"))
    return bool(found_sides) and all(duel.sides[n].result == wanted for n in found_sides)


STAT_NAMES = {"force": "Force", "chi": "Chi", "honor": "Personal Honor"}
assert set(STAT_NAMES) == set(STATS)
