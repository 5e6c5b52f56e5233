"""Who sits at the table: people and computer players by name, and the chance that the duel is given."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..analysis.roster import agents, seated
from ..engine import BadInput, Chance, Seat, Session, Verifiable
from ..players import Agent
from .i18n import _
from .seal import SEALER
from .store import keep_seed, kept_seed

A = TypeVar("A")
PEOPLE = ("me", "human", "person")
"""Words for a person at this keyboard."""
PERSON = "person"
SEATS = "seats: "


class Fresh:
    """Chance from the operating system: fair, and nothing is left to check it by."""

    def outcome(self, request: Chance[A], number: int) -> A:
        """An outcome that nobody can foretell, nor look up afterwards."""
        del number
        return request.sample(secrets.randbelow)


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays which seat: `person`, or the name of a computer player."""

    kinds: tuple[str, ...]

    @classmethod
    def of(cls, game: str, words: Sequence[str]) -> Company:
        """From what was typed. Raises `BadInput` for a name that is nobody's."""
        known = agents(game)
        for word in words:
            if word not in PEOPLE and word not in known:
                raise BadInput(
                    "players",
                    _("there is no player {word!r}; allowed are me, human, {known}").format(
                        word=word, known=", ".join(known)
                    ),
                )
        return cls(tuple(PERSON if word in PEOPLE else word for word in words))

    @property
    def people(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == PERSON]

    def seat(self, session: Session[Any], seed: int | None = None) -> dict[Seat, Agent]:
        """The computer players, sat down before the session; the same seed makes the same players."""
        return {
            seat: seated(session, seat, kind, secrets.randbelow(1 << 32) if seed is None else seed + seat)
            for seat, kind in enumerate(self.kinds)
            if kind != PERSON
        }

    def note(self, session: Session[Any]) -> None:
        """Write into the log who sits where, so that a resumed duel knows."""
        session.say(SEALER, SEATS + ", ".join(self.kinds))

    @classmethod
    def noted(cls, session: Session[Any]) -> Company | None:
        """Who sat where, by the log; None when it does not say."""
        for entry in session.entries:
            if entry.purpose == "say" and entry.answer[0] == SEALER and entry.answer[1].startswith(SEATS):
                kinds = entry.answer[1].removeprefix(SEATS).split(", ")
                known = (PERSON, *agents(session.game.name))
                return cls(tuple(kinds)) if all(kind in known for kind in kinds) else None
        return None

    def words(self, names: Sequence[str], game: str) -> str:
        """Who plays, in a sentence."""
        known = agents(game)
        told = [
            _("{name} is at this keyboard").format(name=name)
            if kind == PERSON
            else _("{name} is the computer player “{kind}” ({about})").format(
                name=name, kind=kind, about=_(known[kind])
            )
            for name, kind in zip(names, self.kinds, strict=False)
        ]
        return "; ".join(told) + "."


# --- chance ----------------------------------------------------------------------------------------------


def fair() -> Verifiable:
    """Fresh verifiable chance, its seed kept until the duel is over. Raises OSError."""
    source = Verifiable(secrets.token_bytes(32))
    keep_seed(source.commitment, source.seed)
    return source


def taken_up(commitment: str | None) -> Verifiable | None:
    """The verifiable chance of a duel that is resumed; None when its seed is not on this machine."""
    seed = kept_seed(commitment) if commitment else None
    source = Verifiable(seed) if seed is not None else None
    return source if source is not None and source.commitment == commitment else None
