"""What one person sees of a table: a `Seen`, made from that audience's view and words and from nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from ...engine import Chance, Seat
from ..i18n import N_, _, language, listed, retold, speaking
from ..odds import Odds
from ..words import Question, board, judging, rpg_board, rpg_judging
from .agreed import agreed
from .calls import Who
from .seen import Asked, Board, Clock, Deed, LogLine, Me, Offer, Place, Seen
from .table import CONSENTS, Table
from .telling import Teller, written

ASKS = {
    "undo": N_("{name} asks to take back the last answer."),
    "odds": N_("{name} asks for odds at this table, for both."),
    "rematch": N_("{name} wants to fight again, sides exchanged."),
}  # fmt: skip
ASKED = {
    "undo": N_("You asked to take back your last answer; the others have to agree."),
    "odds": N_("You asked for odds; the other side has to agree."),
    "rematch": N_("You asked to fight again; the other side has to agree."),
}  # fmt: skip
REFUSED = {
    "undo": N_("{name} does not agree that the last answer is taken back."),
    "odds": N_("{name} does not agree to odds at this table."),
    "rematch": N_("{name} does not want to fight again."),
}  # fmt: skip
"""What is asked for, to the others and to who asked, and what is said where it was refused."""


@dataclass(frozen=True, slots=True)
class Present:
    """Who has a page open: for each seat of a person, for how many seconds nobody has (None: somebody has one)."""

    away: Mapping[Seat, int | None] = field(default_factory=dict)
    spectators: int = 0


class Looks:
    """Makes what people see of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._receipt: tuple[Any, Seen] | None = None
        self._agreed: dict[tuple[str, ...], tuple[str, ...]] = {}

    def receipt(self, who: Who, language: str, at: float, present: Present) -> Seen:
        """The table as somebody sees it who has just done something; kept, as he and his pages are shown it next."""
        seen = self.seen(who, language, at, present)
        if not self.table.record.clock and all(away is None for away in present.away.values()):  # nothing ages
            self._receipt = (self._moment(who, language, present), seen)
        return seen

    def _moment(self, who: Who, language: str, present: Present) -> tuple[object, ...]:
        """What decides what somebody sees, where no time runs."""
        return (who, language, self.table.rows, present)

    def seen(self, who: Who, language: str, at: float, present: Present, odds: Odds | None = None) -> Seen:
        """The table as `who` sees it at a time, in a language."""
        table = self.table
        if odds is None and self._receipt is not None and self._receipt[0] == self._moment(who, language, present):
            return self._receipt[1]
        teller = table.teller(table.audience(who), language)
        with speaking(language):
            seen = self._made(who, teller, at, present, odds)
            object.__setattr__(seen, "version", _version(seen, teller))  # nobody has it yet
            return seen

    def _made(self, who: Who, teller: Teller, at: float, present: Present, odds: Odds | None) -> Seen:
        table = self.table
        scene: Any = teller.words.scene  # type: ignore[attr-defined]
        result, asked = self._result(teller), self._asked(who, teller)
        waiting = "" if asked or table.finished else self._waiting(who)
        offers, refused = tuple(self._offers(who)), tuple(self._refused(who))
        return Seen(
            duel=table.record.id, game="cards" if table.record.game == "cards" else "rpg", version="",
            me=Me(who.role, who.seat, self._own_name(who), side_of(scene, who.seat)),
            places=self._places(scene, at, present, who.seat),
            board=board_of(table.record.game, scene), lines=teller.lines,
            status=_status(teller.lines, [*refused, *(one.text for one in offers)], asked, waiting, result),
            asked=asked, waiting=waiting, deeds=tuple(self._deeds(who, at)), offers=offers, refused=refused,
            odds=odds, ruling=self.ruling(scene) if who.role == "judge" else None,
            finished=table.finished, result=result, commitment=table.session.commitment or "",
            spectators=present.spectators, next=table.next, winner=self._winner(scene),
            judge=table.record.judge, terms=self._terms(),
        )  # fmt: skip

    def _terms(self) -> tuple[str, ...]:
        """By which terms the duel is fought, in the language that is spoken."""
        key = (language(), *self.table.names)
        if (found := self._agreed.get(key)) is None:
            found = self._agreed[key] = agreed(self.table.record.game, self.table.setup)
        return found

    def _own_name(self, who: Who) -> str:
        return self.table.name(who.seat) if who.role == "seat" and who.seat is not None else who.name

    # --- who is there --------------------------------------------------------------------------------------

    def _places(self, scene: Any, at: float, present: Present, own: Seat | None) -> tuple[Place, ...]:
        return tuple(self._place(seat, scene, at, present, own) for seat in range(len(self.table.record.seats)))

    def _place(self, seat: Seat, scene: Any, at: float, present: Present, own: Seat | None) -> Place:
        table, clocks = self.table, self.table.clocks
        clock = Clock(clocks.left_at(seat, at), seat in clocks.running) if seat in clocks.left else None
        asked = table.asked(seat) is not None
        sealed = not table.finished and table.session.has_sealed(seat)
        person = table.player(seat) == "person"
        away = present.away.get(seat, 0) if person and seat != own else None  # who looks is there
        return Place(
            seat, table.name(seat), side_of(scene, seat), table.player(seat), asked, sealed, away, clock
        )  # fmt: skip

    def _waiting(self, who: Who) -> str:
        table = self.table
        if not table.complete:
            names = [table.name(seat) for seat, taken in table.taken.items() if not taken]
            return _("Waiting for {names} to join.").format(names=listed(names))
        names = [table.name(seat) for seat in table.waits_for() if seat != who.seat]
        return _("Waiting for {names}.").format(names=listed(names)) if names else ""

    # --- what is asked -------------------------------------------------------------------------------------

    def _asked(self, who: Who, teller: Teller) -> Asked | None:
        seat = self.seat_of(who)
        request = None if seat is None else self.table.asked(seat)
        if request is None or seat is None:
            return None
        question = teller.words.question(request)
        return Asked(self.table.question_id(seat), question, isinstance(request, Chance))

    def seat_of(self, who: Who) -> Seat | None:
        """At which seat somebody answers: his own; a judge at the third of a role-playing duel, and for typed dice."""
        if who.role == "seat":
            return who.seat
        return self.table.record.judges_seat if who.role == "judge" else None

    def ruling(self, scene: Any) -> Question | None:
        """The open question of a judge's act; None when none is being put together."""
        step = self.step(scene)
        return step if isinstance(step, Question) else None

    def step(self, scene: Any) -> Question | tuple[Any, str] | None:
        """Where a judge's act stands: the next question, the act with its reason, or None: nothing is under way, or
        it cannot be done to anything.
        """
        steps = self.table.ruling
        if not steps or self.table.finished:
            return None
        kind = rpg_judging if self.table.record.game == "rpg" else judging
        asking = kind.judging(scene)
        try:
            question = next(asking)
            for answer in steps[1:]:
                question = asking.send(answer)
        except StopIteration as end:
            found: tuple[Any, str] | None = end.value
            return found
        except (KeyError, IndexError, AttributeError):  # what was pointed at is not there any more
            return None
        asked: Question = question
        return asked

    # --- what can be done ----------------------------------------------------------------------------------

    def _deeds(self, who: Who, at: float) -> list[Deed]:
        if who.role == "judge":
            return self._judges_deeds()
        if who.role != "seat" or who.seat is None:
            return []
        if self.table.finished:
            return [] if self.table.next else [Deed("rematch", _("Offer a rematch with sides changed"))]
        return list(self._players_deeds(who.seat, at))

    def _judges_deeds(self) -> list[Deed]:
        if self.table.finished:
            return []
        rpg = self.table.record.game == "rpg"  # its findings come first, and the judge says whether they stand
        return [
            Deed("rule", _("Rule")),
            Deed("end", _("Bring the duel to resolution") if rpg else _("End the duel"), self._why_not_end() or ""),
            Deed("say", _("Say something")),
        ]

    def _why_not_end(self) -> str | None:
        """None when a judge can end the duel now, else the reason."""
        reason = self.table.session.referee.why_not_act(ending(self.table.record.game))
        return reason and retold(reason)

    def _players_deeds(self, seat: Seat, at: float) -> list[Deed]:
        table = self.table
        found = [Deed("say", _("Say something"))]
        undo = "" if "undo" not in table.offers else _("somebody has asked for that already")
        found.append(Deed("undo", _("Take back your last answer"), undo or table.why_not_undo(seat) or ""))
        if table.record.game == "cards":
            found.append(Deed("pass-until", _("Pass at every reaction for a while")))
        else:
            found.append(Deed("concede", _("Concede"), self.why_not_concede(seat) or ""))
        if table.record.clock:
            found.append(Deed("claim", _("Claim the duel"), self.why_not_claim(seat, at) or ""))
        if table.odds_on:
            found.append(Deed("odds", _("Show the odds"), "" if table.asked(seat) else _("you are asked nothing now")))
        else:
            asked = _("somebody has asked for that already") if "odds" in table.offers else ""
            found.append(Deed("odds", _("Ask that both may see their odds"), asked))
        return found

    def why_not_concede(self, seat: Seat) -> str | None:
        """None when the rules ask it now, else the reason."""
        request = self.table.asked(seat)
        tags = () if request is None else (getattr(one, "tag", "") for one in getattr(request, "listed", ()))
        return None if "concede" in tags else _("the rules ask whether you concede when a round begins")

    def why_not_claim(self, seat: Seat, at: float) -> str | None:
        """None when a seat may claim the duel, else the reason."""
        table = self.table
        if table.asked(seat) is not None:
            return _("it is for you to answer")
        late = [other for other in table.people if other != seat and table.clocks.over(other, at)]
        return None if late else _("nobody’s clock is at zero while he has to answer")

    def _offers(self, who: Who) -> list[Offer]:
        table = self.table
        found = []
        for kind in CONSENTS:
            if (offer := table.offers.get(kind)) is not None:
                mine = who.role == "seat" and who.seat in table.people and who.seat not in offer.agreed
                own, by = who.role == "seat" and who.seat == offer.by, table.name(offer.by)
                text = _((ASKED if own else ASKS)[kind]).format(name=by)
                found.append(Offer(kind, by, mine, text))
        return found

    def _refused(self, who: Who) -> Iterator[str]:
        """What others have refused, since anybody last did something else."""
        for kind in CONSENTS:
            seat = self.table.refused.get(kind)
            if seat is not None and not (who.role == "seat" and who.seat == seat):
                yield _(REFUSED[kind]).format(name=self.table.name(seat))

    # --- how it ended --------------------------------------------------------------------------------------

    def _result(self, teller: Teller) -> str:
        table = self.table
        return teller.words.result(table.session.outcome) if table.session.finished else ""

    def _winner(self, scene: Any) -> Seat | None:
        """The seat that won, once it is over and one of them did."""
        table = self.table
        if table.claimed:
            return table.claimed[0]
        return winner_of(table.record.game, scene) if table.session.finished else None


def ending(game: str) -> Any:
    """The judge's act that ends a duel."""
    if game == "rpg":
        from ...rpg.options import Stop

        return Stop()
    from ...cards.options import EndDuel

    return EndDuel()


def board_of(game: str, scene: Any) -> Board:
    """What lies on the table, as an audience knows it."""
    return rpg_board.board(scene) if game == "rpg" else board.board(scene)


def winner_of(game: str, scene: Any) -> Seat | None:
    """The seat that alone won a duel that is over; a card game's turn may have several, of which the first counts."""
    if game == "rpg":
        winner: Seat = scene.state.winner
        return winner if winner in (0, 1) else None
    sides = scene.state.past[0].sides if scene.state.past else []
    won: list[Seat] = [side.seat for side in sides if side.result == "win"]
    return won[0] if len(won) == 1 else None


def side_of(scene: Any, seat: Seat | None) -> int | None:
    """The side of the duel that a seat fights on, as an audience knows it."""
    if seat is None:
        return None
    finder = getattr(scene.state, "seat_duelling", None)
    if finder is None:
        return seat if seat in (0, 1) else None
    side: int | None = finder(seat)
    return side


def _status(lines: tuple[LogLine, ...], asides: list[str], asked: Asked | None, waiting: str, result: str) -> str:
    """What happened last, what somebody asks the others for or was refused, and what is asked."""
    last = next((line.text for line in reversed(lines) if not line.minor), "")
    then = result or (asked.question.text if asked else waiting)
    return " ".join(filter(None, [last, *asides, "" if then == last else then]))


def _version(seen: Seen, teller: Teller) -> str:
    """What changes when anything but times does: a digest of what is shown to this person, and of nothing else."""
    places = [
        (one.seat, one.name, one.side, one.player, one.asked, one.sealed, one.away is None,
         one.clock and one.clock.running)
        for one in seen.places
    ]  # fmt: skip
    rest = (places, *_REST(seen))
    return hashlib.sha256(teller.digest + written(rest)).hexdigest()[:24]


_REST = attrgetter(*(one.name for one in fields(Seen) if one.name not in ("version", "places", "lines")))
"""What a version is made of besides the lines, which have a digest of their own, and the places, where times stand."""
