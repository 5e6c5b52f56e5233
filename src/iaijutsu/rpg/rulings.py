"""The questions that the rulebook leaves open, and how this duel answers them: one value a question, in one place."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args, get_type_hints

from iaijutsu.engine import BadInput, Json, Sentence


@dataclass(frozen=True, slots=True)
class Rulings:
    """How the open questions are answered. Every default is the reading that we think the text bears best."""

    blow_per: Literal["duel", "event"] = "duel"
    """Finishing blows: one for each character in a duel, or one when the foe is first Compromised and one when he first
    unmasks. The text says "the first time" of either, once: `duel`."""

    blow_from: Literal["initiative", "round 1"] = "initiative"
    """From when becoming Compromised opens a finishing blow. The initiative check is part of the duel: `initiative`.
    Many tables let staring down come first."""

    blow_cut_before_first_turn: Literal["allowed", "barred"] = "allowed"
    """Whether a finishing blow may be an iaijutsu cut before the own first turn, when the terms keep blades sheathed
    until then. Barred, no blade could answer the first staredown, which the rulebook names as occasion: `allowed`."""

    blow_second_after_objective: Literal["never", "if alive"] = "never"
    """Of two blows at once, whether the second still comes when the first has achieved its objective. "The duel ends
    immediately" is the stronger sentence: `never`."""

    blow_doubling: Literal["deadliness first", "base doubled"] = "deadliness first"
    """A finishing blow's severity is twice the deadliness. Changes of deadliness are made before doubling, those of
    severity after; or the weapon's own deadliness is doubled and every change is made after."""

    blow_heartpiercing: Literal["one", "two"] = "one"
    """An Attack action that inflicts a critical strike by itself, used as a finishing blow: one critical strike of the
    higher severity, resisted as that action says; or, to the letter, two."""

    first_strike_close_call: Literal["counts", "not"] = "counts"
    """Whether a critical strike that ends as a Close Call achieves "inflict a critical strike". It is one: `counts`."""

    struck_first: Literal["harm", "any success"] = "harm"
    """What "struck the enemy first" means: the first successful attack that inflicts fatigue or a critical strike, or
    the first success of any attack. What armour stops entirely is hardly telling: `harm`."""

    score_bleeding: Literal["no", "yes"] = "no"
    """Whether fatigue from Bleeding counts as inflicted. No strike deals it at that moment: `no`."""

    parry_cost: Literal["none", "1 Void point"] = "none"
    """The price of Shattering Parry. The sidebar that gives it names none, the list of uses of Void points does."""

    unmask_retreat: Literal["concedes", "told only"] = "concedes"
    """What unmasking in panicked retreat does. Who flees the field has yielded: `concedes`."""

    unique_without_gm: Literal["other player", "not offered"] = "other player"
    """Who rules on a Unique Action when no game master sits at the table."""

    values: Literal["errata", "print"] = "errata"
    """Values of weapons and techniques: with errata, or as first printed."""

    def plain(self) -> dict[str, Json]:
        """The JSON form: what differs from the default."""
        return {f.name: value for f in fields(self) if (value := getattr(self, f.name)) != f.default}


def choices() -> dict[str, tuple[str, ...]]:
    """Every question by name, with the answers that it allows, the default first."""
    return {name: get_args(hint) for name, hint in get_type_hints(Rulings).items()}


def load(data: Json, where: str = "rulings") -> Rulings:
    """Rulings from JSON. Raises `BadInput`."""
    if not isinstance(data, dict):
        raise BadInput(where, Sentence("a table is needed, not {found!r:.60}", found=data))
    known: dict[str, Any] = choices()
    for name, value in data.items():
        if name not in known:
            raise BadInput(f"{where}: {name}", Sentence("unknown; known are {known}", known=", ".join(known)))
        if value not in known[name]:
            raise BadInput(
                f"{where}: {name}",
                Sentence("{value!r:.60} is not one of: {known}", value=value, known=", ".join(known[name])),
            )
    return Rulings(**data)
