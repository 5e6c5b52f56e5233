"""Everything a card duel starts from: seats, decks, hands, Personalities, the action that makes the challenge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from ..engine import Audience, BadInput, Json, Seat, Sentence
from . import catalogue, schema
from .court import Library
from .pieces import FATE_TYPES, Card
from .rulesets import Ruleset, ruleset, shipped
from .schema import Table, either, flag, list_of, whole, words

DECK_LIMIT = 400
"""Cards in a deck at most."""
Laid: TypeAlias = tuple[tuple[Any, ...], ...]
"""What each `Piece` in play is made of, in order."""
ATTACHABLE = tuple(kind for kind in FATE_TYPES if kind != "strategy")


@dataclass(frozen=True, slots=True)
class InPlay:
    """A Personality that is in play as the action is taken, with what is attached to it.

    `concealed`: the other players may not see it until it enters a duel. Numbers given here replace the printed ones.
    """

    card: str
    attached: tuple[str, ...] = ()
    bowed: bool = False
    dishonorable: bool = False
    concealed: bool = False
    force: int | None = None
    chi: int | None = None
    honor: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: name, Fate deck (key to copies), hand, Personalities in play, Family Honor and gold to spend.

    `draw` cards are drawn before the action, on top of those named in `hand`.
    """

    name: str
    deck: tuple[tuple[str, int], ...]
    personalities: tuple[InPlay, ...]
    hand: tuple[str, ...] = ()
    draw: int = 0
    discard: tuple[str, ...] = ()
    honor: int = 5
    gold: int = 0


@dataclass(frozen=True)
class Setup:
    """A duel before it begins.

    `action` is the key of the challenge action taken, `performer` the seat that takes it (it need not duel),
    `active` whose turn it is (None: the challenger's, and before there is one, the
    performer's). `cards` are definitions that are not in the catalogue.
    `windows`: `closed` asks everybody who holds a hidden hand at every occasion at which some card of the library
    could react, so that being asked tells nothing; `open` asks only who can do something.
    """

    players: tuple[Player, ...]
    action: str
    performer: Seat = 0
    active: Seat | None = None
    rules: Ruleset = field(default_factory=lambda: shipped()["celestial"])
    cards: tuple[Mapping[str, Any], ...] = ()
    windows: str = "closed"
    library: dict[str, Card] = field(default_factory=dict, compare=False, repr=False)
    index: Library | None = field(default=None, compare=False, repr=False)
    """The library looked through; filled when first needed and shared by every duel from this setup."""
    laid: dict[Audience, Laid] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What lies in play before the action, as an audience sees it; filled likewise."""

    def __post_init__(self) -> None:
        shipped_cards = catalogue.shipped()
        known = {**self.library, **shipped_cards, **_own(self.cards)}
        known = shipped_cards if known == shipped_cards else known  # shared where it can be
        object.__setattr__(self, "library", known)
        _check(self)


_IN_PLAY = Table(
    {"card": words(60)},
    {
        "attached": list_of(words(60), 10), "bowed": flag, "dishonorable": flag, "concealed": flag,
        "force": whole(0), "chi": whole(0), "honor": whole(0),
    },
)  # fmt: skip


def _deck(value: Any, where: str) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict) or len(value) > DECK_LIMIT:
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is a table of card keys and copies", found=value))
    found = sorted((words(60)(key, where), whole(1, DECK_LIMIT)(n, f"{where}.{key:.60}")) for key, n in value.items())
    if (size := sum(copies for _, copies in found)) > DECK_LIMIT:
        raise BadInput(where, Sentence("{size} cards found; allowed are {most}", size=size, most=DECK_LIMIT))
    return shared(tuple(found))  # type: ignore[no-any-return]


@lru_cache(256)
def shared(value: Any) -> Any:
    """The first of equal values: duels with the same decks and people have them once."""
    return value


def _own(rows: Iterable[Any], where: str = "setup.cards") -> dict[str, Card]:
    """The cards that are not in the catalogue (or stand for one that is), by key. Raises `BadInput`."""
    found: dict[str, Card] = {}
    for n, row in enumerate(rows):
        table = dict(row) if isinstance(row, Mapping) else row
        catalogue.check_size(table, f"{where}[{n}]")
        made = schema.card(table, f"{where}[{n}]")
        if made.key in found:
            raise BadInput(f"{where}[{n}].key", Sentence("{key!r} stands twice", key=made.key))
        found[made.key] = made
    return found


_PLAYER = Table(
    {"name": words(60), "deck": _deck, "personalities": list_of(_IN_PLAY, 20)},
    {
        "hand": list_of(words(60), 20), "draw": whole(0, 20), "discard": list_of(words(60), DECK_LIMIT),
        "honor": whole(-50, 99), "gold": whole(0, 99),
    },
)  # fmt: skip


def _rules(value: Any, where: str) -> Ruleset:
    named = {str: lambda v, w: shipped()[schema.one_of(*shipped())(v, w)], dict: ruleset}
    return either(*named.items())(value, where)  # type: ignore[no-any-return]


_SETUP = Table(
    {"players": list_of(_PLAYER, 3), "action": words(60)},
    {
        "performer": whole(0, 2), "active": whole(0, 2), "rules": _rules,
        "cards": list_of(lambda value, where: value, 200), "windows": schema.one_of("closed", "open"),
    },
)  # fmt: skip


def load_setup(data: Json, where: str = "setup") -> Setup:
    """A setup from JSON. Raises `BadInput`."""
    if not isinstance(data, dict):
        raise BadInput(where, Sentence("{found!r:.60} found; needed is a table with players and action", found=data))
    table = _SETUP({key: value for key, value in data.items() if value is not None}, where)
    players = tuple(
        Player(**{**row, "personalities": shared(tuple(InPlay(**one) for one in row["personalities"]))})
        for row in table["players"]
    )
    return Setup(**{**table, "players": players})


def plain_setup(setup: Setup) -> Json:
    """A setup as JSON: what `load_setup` takes."""
    shipped_rules = shipped().get(setup.rules.key) == setup.rules
    return {
        "players": [_plain_player(player) for player in setup.players],
        "action": setup.action,
        "performer": setup.performer,
        "active": setup.active,
        "rules": setup.rules.key if shipped_rules else setup.rules.plain(),
        "cards": [dict(row) for row in setup.cards],
        "windows": setup.windows,
    }


def _plain_player(player: Player) -> Json:
    people = [
        {
            name: list(v) if isinstance(v, tuple) else v
            for name in InPlay.__slots__
            if (v := getattr(one, name)) or (v == 0 and v is not False)
        }
        for one in player.personalities
    ]
    return {
        "name": player.name, "deck": dict(player.deck), "personalities": people, "hand": list(player.hand),
        "draw": player.draw, "discard": list(player.discard), "honor": player.honor, "gold": player.gold,
    }  # fmt: skip


def _check(setup: Setup) -> None:
    """Whether the parts fit together. Raises `BadInput`."""
    if not 2 <= len(setup.players) <= 3:
        raise BadInput("setup.players", Sentence("{n} players found; allowed are 2 or 3", n=len(setup.players)))
    for name, seat in (("performer", setup.performer), ("active", setup.active)):
        if seat is not None and not 0 <= seat < len(setup.players):
            raise BadInput(
                f"setup.{name}",
                Sentence("seat {seat} found; allowed are 0 to {n}", seat=seat, n=len(setup.players) - 1),
            )
    if not any(ability.kind == "action" for ability in _known(setup, setup.action, "setup.action").abilities):
        raise BadInput("setup.action", Sentence("{action!r} has no action that makes a challenge", action=setup.action))
    for n, player in enumerate(setup.players):
        _check_player(setup, player, f"setup.players[{n}]")


def _check_player(setup: Setup, player: Player, where: str) -> None:
    for key in (*dict(player.deck), *player.hand, *player.discard):
        if not schema.is_fate(_known(setup, key, where).type):
            raise BadInput(
                where,
                Sentence(
                    "{key!r} is a {type}; only Fate cards lie in a deck or hand", key=key, type=setup.library[key].type
                ),
            )
    for n, person in enumerate(player.personalities):
        here = f"{where}.personalities[{n}]"
        if (kind := _known(setup, person.card, here).type) != "personality":
            raise BadInput(
                here, Sentence("{card!r} is a {kind}; allowed is a personality", card=person.card, kind=kind)
            )
        for key in person.attached:
            if (kind := _known(setup, key, f"{here}.attached").type) not in ATTACHABLE:
                raise BadInput(
                    f"{here}.attached",
                    Sentence(
                        "{key!r} is a {kind}; allowed are {attachable}",
                        key=key,
                        kind=kind,
                        attachable=", ".join(ATTACHABLE),
                    ),
                )


def _known(setup: Setup, key: str, where: str) -> Card:
    if key not in setup.library:
        raise BadInput(
            where, Sentence("there is no card {key!r}; `iaijutsu cards list` shows those that there are", key=key)
        )
    return setup.library[key]
