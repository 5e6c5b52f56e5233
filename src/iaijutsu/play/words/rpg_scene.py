"""How the role-playing duel looks to one audience: who is who, what a thing is called, how dice are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...engine import RULEBOOK, Audience, Event, Seat
from ...rpg import GAME, Setup
from ...rpg.characters import Technique
from ...rpg.dice import RING_SIDES, SYMBOLS, Die, tally
from ...rpg.loadout import Loadout
from ...rpg.state import Duel, Duellist
from ..i18n import N_, NP_, _, listed, ngettext, pgettext
from .rpg_keys import words_of
from .rpg_trail import Trail

LETTERS = {"s": "S", "e": "E", "o": "O", "t": "T"}
"""Symbols of a face: S success, E explosive success, O opportunity, T strife."""

RINGS = {
    "air": N_("Air"),
    "earth": N_("Earth"),
    "fire": N_("Fire"),
    "water": N_("Water"),
    "void": N_("Void"),
}

GRIPS = {"1-hand": N_("in one hand"), "2-hand": N_("in two hands"), "thrown": N_("to throw"), "body": ""}

COSTS = {
    "bend-principles": N_("bending principles"),
    "expose-an-opening": N_("exposing an opening"),
    "honors-challenge": N_("honor’s challenge"),
    "inappropriate-outburst": N_("an inappropriate outburst"),
    "panicked-retreat": N_("panicked retreat"),
    "rage": N_("rage"),
}
"""What unmasking may cost."""

RESULTS = {
    "close-call": N_("a close call"),
    "flesh-wound": N_("a flesh wound"),
    "debilitating-gash": N_("a debilitating gash"),
    "permanent-injury": N_("a permanent injury"),
    "maiming-blow": N_("a maiming blow"),
    "agonizing-death": N_("an agonizing death"),
    "swift-death": N_("a swift death"),
    "instant-death": N_("instant death"),
}
"""What a critical strike comes to (§2.4)."""

ACTIONS = {
    "strike": NP_("action", "Strike"),
    "calming-breath": N_("Calming Breath"),
    "center": N_("Center"),
    "predict": N_("Predict"),
    "prepare-item": N_("Prepare Item"),
    "unique": N_("a Unique Action"),
    "treat": N_("Tend a Condition"),
}

PURPOSES = {
    "initiative": N_("the initiative check"),
    "attack": N_("an attack"),
    "resist": N_("a check to resist"),
    "treat": N_("a check to end a condition"),
    "unique": N_("a Unique Action"),
    "one-roll": N_("the one roll"),
    "save": N_("a check against a technique"),
    "technique": N_("a check for a technique"),
    "challenge": N_("the challenge to a clash"),
    "sober-up": N_("a check to sober up"),
}

LEGEND = N_("Dice: (ring die) [skill die]; S success, E explosive success, O opportunity, T strife, – blank.")


@dataclass
class Scene:
    """What one audience knows of a role-playing duel, and names for it."""

    me: Audience
    setup: Setup
    state: Duel
    trail: Trail = field(default_factory=Trail)

    @classmethod
    def of(cls, setup: Setup, audience: Audience) -> Scene:
        """The scene before anything has happened."""
        return cls(audience, setup, GAME.seen(setup, audience))

    def __getitem__(self, seat: Seat) -> Duellist:
        return self.state[seat]

    def go_on(self, event: Event) -> None:
        """Fold in the next event that was seen."""
        event.apply(self.state)
        self.trail.note(event, self.state)

    # --- names ---------------------------------------------------------------------------------------------

    def mine(self, seat: Seat) -> bool:
        """Whether `seat` is who is spoken to."""
        return seat == self.me

    def name(self, seat: Seat) -> str:
        """A character's name, told apart from the other's; of other seats, what they are."""
        if seat in (0, 1):
            own, other = self.setup.characters[seat].name, self.setup.characters[1 - seat].name
            return own if own != other else f"{own} ({seat + 1})"
        return _("the game master") if seat == 2 else _("nobody")

    def say(self, seat: Seat, you: str, other: str, **words: object) -> str:
        """One of two sentences, as the player at `seat` is spoken to or of; `{name}` is the character's name."""
        return (you if self.mine(seat) else other).format(name=self.name(seat), **words)

    def loadout(self, seat: Seat) -> Loadout:
        """What a character carries and knows."""
        return self.setup.loadouts[seat]

    def weapon(self, seat: Seat, key: str) -> str:
        """A weapon by its name."""
        held = self.loadout(seat).weapons.get(key) if seat in (0, 1) else None
        return _(held.name) if held else key or _("nothing")

    def grip(self, name: str) -> str:
        """How a weapon is held; empty for a part of the body."""
        return in_grip(name)

    def technique(self, key: str) -> Technique | None:
        """A technique that somebody here is known to have, by its id."""
        return next((t for one in self.setup.characters for t in one.techniques if t.id == key), None)

    def item(self, seat: Seat, key: str) -> str:
        """A weapon, or the armour, by its name."""
        armour = self.loadout(seat).armour
        return (_(armour.name) if armour else _("armour")) if key == "armour" else self.weapon(seat, key)

    def named(self, key: str) -> str:
        """A technique, trait, action or condition by its name, as far as it has one."""
        if key in ACTIONS:
            return pgettext("action", ACTIONS[key])
        if key in COSTS:
            return _(COSTS[key])
        for character in self.setup.characters:
            for technique in character.techniques:
                if technique.id == key:
                    return technique.name
        return words_of(key)

    def source(self, event: Event) -> str:
        """What did it, by name; empty for the rulebook."""
        return "" if event.source in (RULEBOOK, "") else self.named(event.source)

    def condition(self, key: str) -> str:
        """A condition by its name; wounds with their ring."""
        what, _colon, ring = key.partition(":")
        return f"{words_of(what)} ({_(RINGS.get(ring, ring))})" if ring else words_of(what)


def in_grip(name: str) -> str:
    """How a weapon is held; empty for a part of the body."""
    return _(GRIPS[name]) if name in GRIPS else _("in the grip “{name}”").format(name=name) if name else ""


def ring(key: str | None) -> str:
    """A ring by its name."""
    return _(RINGS[key]) if key in RINGS else "–"


def face(die: Die) -> str:
    """A die as it lies: `(ST)` for a ring die, `[E]` for a skill die, `–` for a blank face."""
    shown = "".join(LETTERS[symbol] for symbol in SYMBOLS[die]) or "–"
    return f"({shown})" if die < RING_SIDES else f"[{shown}]"


def faces(dice: Iterable[Die]) -> str:
    """Dice in a row."""
    return " ".join(map(face, dice)) or _("none")


def sums(dice: Iterable[Die]) -> str:
    """What dice show together: `2 successes, 1 opportunity and 1 strife`."""
    found = tally(dice)
    return listed([successes(found.successes), opportunity(found.opportunity), strife(found.strife)])


def successes(n: int) -> str:
    """`1 success`, `2 successes`."""
    return ngettext("{n} success", "{n} successes", n).format(n=n)


def opportunity(n: int) -> str:
    """`2 opportunity`: a mass in English, counted in other languages."""
    return ngettext("{n} opportunity", "{n} opportunity", n).format(n=n)


def strife(n: int) -> str:
    """`2 strife`: a mass in English, counted in other languages."""
    return ngettext("{n} strife", "{n} strife", n).format(n=n)


def pool(ring_dice: int, skill_dice: int) -> str:
    """Dice to roll by their kinds: `3 ring dice and 1 skill die`; a kind that there is none of is left out."""
    parts = [ngettext("{n} ring die", "{n} ring dice", ring_dice).format(n=ring_dice)] if ring_dice else []
    parts += [ngettext("{n} skill die", "{n} skill dice", skill_dice).format(n=skill_dice)] if skill_dice else []
    return listed(parts) or _("no dice")
