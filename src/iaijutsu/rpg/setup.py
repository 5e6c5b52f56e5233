"""A duel before it begins: who fights, under which terms and rulings, and who sits at the table. JSON both ways."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from iaijutsu.engine import BadInput, Json, Sentence
from iaijutsu.rpg import catalogue, loadout, rulings, sheets, techniques, terms
from iaijutsu.rpg.characters import Character
from iaijutsu.rpg.loadout import Loadout
from iaijutsu.rpg.rulings import Rulings
from iaijutsu.rpg.terms import Form, Goal

Contest: TypeAlias = Literal["duel", "one-roll", "clash"]
CONTESTS: tuple[Contest, ...] = ("duel", "one-roll", "clash")


@dataclass(frozen=True, slots=True)
class Setup:
    """All that must be known before the first question.

    `contest`: the duel, or its short forms: settled by one roll, or a clash within a skirmish. `prepared` says for
    each seat whether initiative starts from focus (else vigilance). `initiative` are the values that two bring into
    a clash from the skirmish. `gm` puts a game master on seat 2, who rules on Unique Actions; `judge` a judge on the
    same seat, who is asked to confirm the findings before the score is added up. `secret_sheets` hides techniques,
    advantages and disadvantages from the other seat until they show. Stakes are free text.
    """

    characters: tuple[Character, Character]
    form: Form = terms.FORMS["first-blood"]
    contest: Contest = "duel"
    stakes: str = ""
    rulings: Rulings = field(default_factory=Rulings)
    prepared: tuple[bool, bool] = (True, True)
    initiative: tuple[int, int] = (0, 0)
    gm: bool = False
    judge: bool = False
    secret_sheets: bool = False
    loadouts: tuple[Loadout, Loadout] = field(init=False, compare=False, repr=False)
    goals: tuple[Goal, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        one, other = [loadout.make(character, self.form, self.rulings) for character in self.characters]
        object.__setattr__(self, "loadouts", (one, other))
        object.__setattr__(self, "goals", terms.CLASH if self.contest == "clash" else self.form.goals)

    def masked(self, seat: int) -> Setup:
        """As others than `seat` may know it when sheets are secret: without that seat's techniques and traits."""
        hidden = replace(self.characters[seat], techniques=(), traits=())
        one, other = self.characters
        return replace(self, characters=(hidden, other) if seat == 0 else (one, hidden))

    def plain(self) -> Json:
        """The JSON form; what has its default is left out."""
        told: dict[str, Json] = {
            "characters": [character.plain() for character in self.characters],
            "form": self.form.plain(),
        }
        if self.contest != "duel":
            told["contest"] = self.contest
        if self.rulings != Rulings():
            told["rulings"] = self.rulings.plain()
        if self.prepared != (True, True):
            told["prepared"] = list(self.prepared)
        if self.initiative != (0, 0):
            told["initiative"] = list(self.initiative)
        told |= {name: getattr(self, name) for name in ("stakes", *_FLAGS) if getattr(self, name)}
        return told


_FLAGS = ("gm", "judge", "secret_sheets")
_KEYS = ("characters", "form", "contest", "stakes", "rulings", "prepared", "initiative", *_FLAGS)


def load(data: Json, where: str = "setup") -> Setup:
    """A setup from JSON. Raises `BadInput` naming what is wrong and what would do."""
    if not isinstance(data, dict):
        raise BadInput(where, Sentence("a table is needed, not {found!r:.60}", found=data))
    if unknown := sorted(data.keys() - set(_KEYS)):
        raise BadInput(f"{where}: {unknown[0]}", Sentence("unknown; known are {keys}", keys=", ".join(_KEYS)))
    return Setup(
        _characters(data.get("characters"), f"{where}: characters"),
        terms.load(data.get("form", "first-blood"), f"{where}: form"),
        _contest(data.get("contest", "duel"), f"{where}: contest"),
        _text(data.get("stakes", ""), f"{where}: stakes"),
        rulings.load(data.get("rulings", {}), f"{where}: rulings"),
        _prepared(data.get("prepared", [True, True]), f"{where}: prepared"),
        _initiative(data.get("initiative", [0, 0]), f"{where}: initiative"),
        **{name: _flag(data[name], f"{where}: {name}") for name in _FLAGS if name in data},
    )


def _characters(data: Json, where: str) -> tuple[Character, Character]:
    if not isinstance(data, list) or len(data) != 2:
        raise BadInput(where, Sentence("a list of two characters is needed"))
    one, other = [sheets.load(sheet, f"{where}[{n}]", catalogue.shelf()) for n, sheet in enumerate(data)]
    for n, character in enumerate((one, other)):
        _effects(character, f"{where}[{n}]")
    return one, other


def _effects(character: Character, where: str) -> None:
    for technique in character.techniques:
        actions = [effect for effect in technique.effects if effect.name in ("attack", *loadout.ACTIONS)]
        if len(actions) > 1:
            raise BadInput(f"{where}: {technique.id}", Sentence("a technique gives one action at most"))
        for effect in technique.effects:
            if reason := techniques.why_not(effect):
                raise BadInput(f"{where}: {technique.id}", reason)


def _contest(data: Json, where: str) -> Contest:
    for contest in CONTESTS:
        if data == contest:
            return contest
    raise BadInput(
        where, Sentence("one of {contests} is needed, not {found!r:.60}", contests=", ".join(CONTESTS), found=data)
    )


def _text(data: Json, where: str) -> str:
    if not isinstance(data, str) or len(data) > 500 or (data and not data.isprintable()):
        raise BadInput(where, Sentence("at most 500 printable characters on one line are needed"))
    return data


def _flag(data: Json, where: str) -> bool:
    if not isinstance(data, bool):
        raise BadInput(where, Sentence("true or false is needed, not {found!r:.60}", found=data))
    return data


def _prepared(data: Json, where: str) -> tuple[bool, bool]:
    match data:
        case [bool(one), bool(other)]:
            return one, other
    raise BadInput(where, Sentence("two of true or false are needed, not {found!r:.60}", found=data))


def _initiative(data: Json, where: str) -> tuple[int, int]:
    match data:
        case [int(one), int(other)] if {type(one), type(other)} == {int} and 0 <= one <= 99 and 0 <= other <= 99:
            return one, other
    raise BadInput(where, Sentence("two numbers from 0 to 99 are needed, not {found!r:.60}", found=data))
