"""How the card duel looks to one audience: who is who, what a card is called, what the numbers are and whence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...cards import GAME, Setup, State
from ...cards.court import Court
from ...cards.events import MustFocus, OutcomeForced, StrikeBound
from ...cards.events_effects import FvChanged, StatChanged, StatSet
from ...cards.measures import fv_of, printed, stat_of
from ...cards.pieces import UNKNOWN, Card, Piece
from ...engine import RULEBOOK, Audience, Event, Seat
from ..i18n import N_, _, listed, ngettext, signed

STATS = {"force": N_("Force"), "chi": N_("Chi"), "honor": N_("Personal Honor")}
UNTIL = {
    "duel": N_("until the duel ends"), "creator": N_("until the duel ends"),
    "over": N_("until the whole duel is over"), "turn": N_("until the turn ends"), "for-good": N_("for good"),
}  # fmt: skip


@dataclass
class Scene:
    """What one audience knows of a card duel, and names for it. `state` is what it saw; nothing here knows more."""

    me: Audience
    state: State
    court: Court
    whence: dict[int, tuple[object, str]] = field(default_factory=dict)
    """For each change to a number that holds (by identity), the title of the card that made it."""
    judged: dict[tuple[int, str], str] = field(default_factory=dict)
    """Which judge set a printed number: (piece, stat) to his name."""
    forced: dict[tuple[str, int], str] = field(default_factory=dict)
    """Which card brought about a constraint or an outcome: (what, side) to the source."""

    @classmethod
    def of(cls, setup: Setup, audience: Audience) -> Scene:
        """The scene before anything has happened."""
        court = GAME.referee(setup)
        court.state = GAME.seen(setup, audience)  # from here on the court, too, knows what the audience does
        return cls(audience, court.state, court)

    # --- names ---------------------------------------------------------------------------------------------

    def mine(self, seat: Seat) -> bool:
        """Whether `seat` is who is spoken to."""
        return seat == self.me

    def name(self, seat: Seat) -> str:
        """A player's name."""
        return self.state.names[seat] if 0 <= seat < len(self.state.names) else _("nobody")

    def say(self, seat: Seat, you: str, other: str, **words: object) -> str:
        """One of two sentences, as the player at `seat` is spoken to or of; `{name}` is his name."""
        return (you if self.mine(seat) else other).format(name=self.name(seat), **words)

    def side_of(self, seat: Seat) -> str:
        """`your side`, or `Kaito’s side`."""
        return self.say(seat, _("your side"), _("{name}’s side"))

    def card(self, key: str) -> Card | None:
        """The card with that key, if it is known."""
        return self.court.library.get(key)

    def title(self, key: str) -> str:
        """The title of a card; `a card` for one that the audience may not know."""
        card = self.card(key)
        return card.title if card else _("a card") if key in (UNKNOWN, "") else key

    def valued(self, key: str) -> str:
        """A Fate card with its focus value: `Late Snow (3)`."""
        card = self.card(key)
        return _("{card} ({value})").format(card=card.title, value=focus_value(card)) if card else self.title(key)

    def cards(self, keys: Iterable[str]) -> str:
        """Several Fate cards with their focus values."""
        return listed([self.valued(key) for key in keys])

    def source(self, event: Event) -> str:
        """The title of the card that did it, a judge's name, or nothing for the rulebook."""
        return "" if event.source in (RULEBOOK, "") else self.title(event.source)

    def person(self, number: int) -> str:
        """A card in play by its title, with its player where another has the same title."""
        piece = self.state.pieces.get(number)
        if piece is None:
            return _("somebody")
        title = self.title(piece.key) if piece.key != UNKNOWN else _("a concealed Personality")
        twins = [p for p in self.state.pieces.values() if p.key == piece.key and p.zone == "play" and p.id != number]
        if piece.key == UNKNOWN or any(twin.controller != piece.controller for twin in twins):
            return self.say(piece.controller, _("your {title}"), _("{name}’s {title}"), title=title)
        return title

    def focused(self, number: int) -> str:
        """A focused (or pool) card: its title and value, or whose face-down card it is and which."""
        piece = self.state.pieces.get(number)
        if piece is None:
            return _("a card")
        if piece.key != UNKNOWN:
            return self.valued(piece.key)
        place = self.place_in_area(number)
        return self.say(
            piece.controller, _("your face-down card {n}"), _("{name}’s face-down card {n}"), n=place
        )  # fmt: skip

    def place_in_area(self, number: int) -> int:
        """Which card of its pool or focusing area a piece is, from 1."""
        rows = [row for side in (self.state.duel.sides if self.state.duel else ()) for row in (side.area, side.pool)]
        return next((row.index(number) + 1 for row in rows if number in row), 0)

    def duellist(self, side: int) -> str:
        """The Personality of a side of the duel in progress."""
        duel = self.state.duel
        return self.person(duel.sides[side].duellist) if duel else _("somebody")

    def seat(self, side: int) -> Seat:
        """The player of a side of the duel in progress."""
        return self.state.duel.sides[side].seat if self.state.duel else -1

    # --- numbers -------------------------------------------------------------------------------------------

    def stat(self, piece: Piece, name: str, *, in_duel: bool = False) -> int:
        """A stat as it reads, as far as the audience knows."""
        return stat_of(self.court, piece, name, in_duel=in_duel)

    def fv(self, number: int) -> int | None:
        """A focused card's value as it reads, None for a card that the audience does not know."""
        piece = self.state.pieces.get(number)
        return None if piece is None or piece.key == UNKNOWN else fv_of(self.court, number)

    def breakdown(self, piece: Piece, name: str) -> str:
        """Where a stat comes from: `4 printed, +1 Heron Blade and +1 Steady Hands`."""
        base = printed(self.court, piece, name)
        if base is None:
            return _("no printed {stat}, so it is 0").format(stat=_(STATS[name]))
        by = self.judged.get((piece.id, name))
        parts = [_("{n} set by {judge}").format(n=base, judge=by) if by else _("{n} printed").format(n=base)]
        if name != "honor":
            items = [item for item in self.state.attached_to(piece.id) if item.type == "item"]
            parts += [f"{signed(bonus)} {self.title(item.key)}" for item in items if (bonus := getattr(item, name))]
        elif piece.dishonorable:
            parts.append(_("dishonorable, so at most 0"))
        changes = [bonus for bonus in piece.bonuses if bonus.stat == name]
        return listed(parts + [self._with_source(signed(bonus.amount), bonus) for bonus in changes])

    def fv_breakdown(self, number: int) -> str:
        """Where a focus value comes from; empty when it is as printed."""
        piece = self.state.pieces.get(number)
        if piece is None or not piece.fv_changes or (card := self.card(piece.key)) is None:
            return ""
        parts = [_("{n} printed").format(n=focus_value(card))]
        for change in piece.fv_changes:
            sign = {"add": signed(change.amount), "times": f"×{change.amount}"}.get(change.op)
            sign = sign or _("set to {n} by").format(n=change.amount)
            parts.append(self._with_source(sign, change))
        return listed(parts)

    def _with_source(self, what: str, change: object) -> str:
        return f"{what} {self.whence.get(id(change), (None, ''))[1]}".strip()

    def note(self, event: Event) -> None:
        """Keep in mind whose doing a change is, for later reasons. To be called once the event has been applied."""
        whence = self.source(event)
        match event:
            case StatChanged(piece=piece):
                self._keep(self.state.pieces[piece].bonuses[-1], whence)
            case FvChanged(piece=piece):
                self._keep(self.state.pieces[piece].fv_changes[-1], whence)
            case StatSet(piece=piece, stat=stat):
                self.judged[piece, stat] = event.source
            case OutcomeForced(side=side):
                self.forced["outcome", side] = whence
            case StrikeBound(side=side) if whence:
                self.forced["strike", side] = whence
            case MustFocus(side=side, times=times) if times > 0:
                self.forced["focus", side] = whence

    def _keep(self, change: object, whence: str) -> None:
        self.whence[id(change)] = (change, whence)


def focus_value(card: Card) -> str:
    """A printed focus value as it is shown: a number, `*`, or a dash for a card that has none."""
    return "*" if card.star else "–" if card.focus is None else str(card.focus)


def count_cards(n: int) -> str:
    """`one card`, `3 cards`."""
    return ngettext("{n} card", "{n} cards", n).format(n=n)


def until_words(until: str) -> str:
    """How long something lasts, in words."""
    return _(UNTIL.get(until, "until the duel ends"))
