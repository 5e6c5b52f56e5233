"""A player of the rules engine who follows a stated conduct: what the role-playing kernel is held to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import BadInput, Option, Request, Sentence, View
from ..players.tables import Table
from ..rpg.asking import Keep
from ..rpg.characters import RINGS
from ..rpg.dice import EXPLOSIVE, OPPORTUNITY, STRIFE, SUCCESS, is_skill, tally
from ..rpg.measures import endurance, half, over_composure
from ..rpg.options import GO_ON, YES, Concede, Pick, Spend, Strike, Take, Unmask
from ..rpg.state import Duel, Duellist
from .kernel_rpg import Unique, weapon_of
from .kernel_rpg_layout import ACTIONS, WAYS
from .kernel_rpg_policy import Conduct

Note = Callable[[str, int, int], None]
"""Told of every decision that is more than to decline: its name, the seat, and a number for what it was."""
GREATEST = 1 << 30


def mood(duel: Duel, seat: int) -> int:
    """What a conduct looks at (`kernel_rpg_policy`)."""
    one = duel[seat]
    composure = one.loadout.character.composure
    weapon = weapon_of(one.loadout)
    held = one.weapons[weapon.key] if weapon else None
    armed = held is not None and held.place == "readied" and not held.destroyed
    return (
        over_composure(one) + 2 * (one.strife + 3 > composure) + 4 * (one.fatigue > half(endurance(one)))
        + 8 * over_composure(duel[1 - seat]) + 16 * armed
    )  # fmt: skip


class ConductPlayer:
    """Answers as `conduct` says; what it does not speak of he declines. `cut` is the cut that he may use."""

    name = "conduct"
    looks = True

    def __init__(self, conduct: Conduct, cut: str = "", unique: Unique | None = None, note: Note | None = None) -> None:
        self.conduct, self.cut, self.unique = conduct, cut, unique
        self.note = note or (lambda name, seat, number: None)

    def sit(self, table: Table) -> None:
        """Nothing to remember. Raises `BadInput` at another game's table."""
        if table.game != "rpg":
            raise BadInput(
                Sentence("player {name!r}", name=self.name),
                Sentence("it plays the role-playing duel, not {found!r}", found=table.game),
            )

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """What the conduct says."""
        assert view is not None
        duel: Duel = view.state
        decide = getattr(self, "_" + request.purpose.replace("-", "_"), None)
        if decide is None:
            return _declined(request)
        return decide(request, duel, duel[request.seat])

    def _told(self, name: str, request: Request[Any], number: int) -> None:
        self.note(name, request.seat, number)

    # --- rounds and turns ----------------------------------------------------------------------------

    def _initiative_ring(self, request: Request[Any], duel: Duel, one: Duellist) -> Take:
        del duel, one
        self._told(request.purpose, request, RINGS.index(self._ring(self.conduct.enter)))
        return Take(self.conduct.enter)

    _free_ring = _initiative_ring

    @staticmethod
    def _ring(word: str) -> Any:
        return word

    def _concede(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del one
        if not 0 < self.conduct.concedes <= duel.round:
            return GO_ON
        self._told("concede", request, 1)
        return Concede()

    def _bid(self, request: Request[Any], duel: Duel, one: Duellist) -> int:
        room = one.loadout.character.composure - one.strife
        row = (room > 0) + (room > 2) + (room > 5)
        bid = min(self.conduct.bid[row][min(duel.round, 4) - 1], one.loadout.character.focus)
        self._told("bid", request, bid)
        return bid

    def _wake(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del duel, one
        self._told("wake", request, 1)
        return YES

    def _unmask(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        """Before the first stance of a turn it is the start; after an action, or none, the end."""
        del duel
        when = "end" if self._stands(one) else "start"
        if self.conduct.unmasks not in (when, "either"):
            return GO_ON
        self._told("unmask", request, 1)
        return Unmask(self.conduct.cost, self.conduct.forfeit)

    def _stands(self, one: Duellist) -> bool:
        return self._taken == one.turn

    _taken = 0
    """The own turn in which a stance was last chosen."""

    def _stance(self, request: Request[Any], duel: Duel, one: Duellist) -> Take:
        word = self.conduct.stance[mood(duel, request.seat)]
        if self._taken == one.turn:  # the first was foreseen
            word = self.conduct.spare[self.conduct.spare[0] == one.stance]
        self._taken = one.turn
        self._told("stance", request, RINGS.index(self._ring(word)))
        return Take(word)

    def _reveal_prediction(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        if one.prediction != duel[1 - request.seat].stance:
            return GO_ON
        self._told("reveal-prediction", request, 1)
        return YES

    # --- actions -------------------------------------------------------------------------------------

    def _action(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        here, options = mood(duel, request.seat), {self._code(option, one): option for option in request.options()}
        first = [self.conduct.action[here], "ready", "calming-breath"]
        wanted = [self.conduct.second[here]] if one.acts else first
        word = next((word for word in wanted if word == "none" or word in options), "none")
        if word == "none":
            return GO_ON
        self._told("action", request, ACTIONS.index(word))
        chosen: Option = options[word]
        return chosen

    def _code(self, option: Option, one: Duellist) -> str:
        """What an option is called in a conduct; empty for what it does not speak of."""
        weapon = weapon_of(one.loadout)
        if isinstance(option, Strike):
            if weapon is None or option.weapon != weapon.key:
                return ""
            return "strike" if option.key == "strike" and not option.grip else "cut" if option.key == self.cut else ""
        if option.tag == "ready":
            return "ready" if option.grip == self._first_grip(one) else ""  # type: ignore[attr-defined]
        if option.tag == "center":
            return "center" if option.skill == self.conduct.center else ""  # type: ignore[attr-defined]
        if option.tag == "predict":
            return f"predict-{option.ring}"  # type: ignore[attr-defined]
        if option.tag == "unique":
            return "unique" if self.unique else ""
        return option.tag if option.tag == "calming-breath" else ""

    def _first_grip(self, one: Duellist) -> str:
        weapon = weapon_of(one.loadout)
        assert weapon is not None
        return weapon.readied or max(weapon.grips, key=lambda grip: grip.hands).name

    def _finishing_blow(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del duel
        options = {self._code(option, one): option for option in request.options()}
        word = next((word for word in ("strike", "cut") if word in options and self.conduct.blows), "")
        if not word:
            return GO_ON
        self._told("finishing-blow", request, ACTIONS.index(word))
        chosen: Option = options[word]
        return chosen

    def _center_dice(self, request: Any, duel: Duel, one: Duellist) -> int:
        del duel, one
        self._told("center-dice", request, request.most)
        return int(request.most)

    def _reserve(self, request: Any, duel: Duel, one: Duellist) -> tuple[int, ...]:
        del duel, one
        slots = tuple(slot for slot, die in enumerate(request.about) if die in self.conduct.reserves)
        self._told("reserve", request, sum(1 << slot for slot in slots))
        return slots

    def _replace_by_reserved(self, request: Any, duel: Duel, one: Duellist) -> tuple[int, ...]:
        del duel, one
        die, rolled = request.about
        worths = self.conduct.kept_by("attack").of(needed=True, tense=False)
        worst = min(range(len(rolled)), key=lambda slot: worths[rolled[slot]])
        takes = worths[die] > worths[rolled[worst]]
        self._told("replace-by-reserved", request, (worst + 1) * takes)
        return (worst,) if takes else ()

    # --- a Unique Action, as both allow it ---------------------------------------------------------------

    def _allow_unique(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del duel, one
        if self.unique is None:
            return GO_ON
        self._told("allow-unique", request, 1)
        return YES

    def _unique_skill(self, request: Request[Any], duel: Duel, one: Duellist) -> Pick:
        del request, duel, one
        return Pick(self.unique.skill if self.unique else "")

    def _unique_tn(self, request: Request[Any], duel: Duel, one: Duellist) -> int:
        del request, duel, one
        return self.unique.tn if self.unique else 1

    def _unique_target(self, request: Request[Any], duel: Duel, one: Duellist) -> Pick:
        del request, duel, one
        return Pick("none")

    def _unique_effect(self, request: Request[Any], duel: Duel, one: Duellist) -> Pick:
        del request, duel, one
        return Pick(self.unique.effect if self.unique else "")

    # --- checks --------------------------------------------------------------------------------------

    def _seize_the_moment(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del one
        if duel.check.purpose not in self.conduct.seizes:
            return GO_ON
        self._told("seize-the-moment", request, 1)
        return YES

    def _suffer_a_critical_strike(self, request: Any, duel: Duel, one: Duellist) -> Option:
        """Only rather than become Incapacitated."""
        del duel
        hit = request.about
        if not self.conduct.suffers or one.fatigue + _rest(one, hit) <= endurance(one):
            return GO_ON
        self._told("suffer-a-critical-strike", request, 1)
        return YES

    def _keep(self, request: Keep, duel: Duel, one: Duellist) -> tuple[int, ...]:
        """The die worth most, then the next as things stand then; those not worth anything are left, but for one."""
        check, kept = duel.check, self.conduct.kept_by(duel.check.purpose)
        successes, strife, chosen = 0, 0, list[int]()
        for _ in range(request.most):
            worths = kept.of(needed=successes < check.tn, tense=_tense(one, strife))
            free = [n for n in range(request.of) if n not in chosen and n not in request.barred]
            best = max(free, key=lambda slot: (worths[request.dice[slot]], -slot), default=None)
            if best is None or (worths[request.dice[best]] <= 0 and not (request.least and not chosen)):
                break
            chosen.append(best)
            successes += tally([request.dice[best]]).successes
            strife += STRIFE[request.dice[best]]
        self._told("keep", request, sum(1 << slot for slot in chosen))
        return tuple(sorted(chosen))

    def _keep_exploded(self, request: Keep, duel: Duel, one: Duellist) -> tuple[int, ...]:
        """Each die that is worth anything, in order."""
        check, kept = duel.check, self.conduct.kept_by(duel.check.purpose)
        shown, chosen = tally(check.kept), list[int]()
        successes, strife = shown.successes, shown.strife
        for slot, die in enumerate(request.dice):
            worths = kept.of(needed=successes < check.tn, tense=_tense(one, strife))
            if slot not in request.barred and worths[die] > 0:
                chosen.append(slot)
                successes, strife = successes + tally([die]).successes, strife + STRIFE[die]
        self._told("keep-exploded", request, sum(1 << slot for slot in chosen))
        return tuple(chosen)

    def _opportunity(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del one
        options = [option for option in request.options() if isinstance(option, Spend)]
        for way in self.conduct.spent_by(duel.check.purpose):
            times = [option.times for option in options if option.way == way]
            if times:
                self._told("opportunity", request, 100 * WAYS.index(way) + max(times))
                return Spend(way, max(times))
        return GO_ON

    def _scar(self, request: Request[Any], duel: Duel, one: Duellist) -> Option:
        del duel, one
        first: Option = next(iter(request.options()))
        self._told("scar", request, SCARS.index(first.what))  # type: ignore[attr-defined]
        return first


SCARS = (
    "maimed-visage", "nerve-damage", "damaged-organ", "fractured-spine", "lost-fingers", "maimed-arm", "lost-eye",
    "lost-foot", "lost-memories", "deafness", "muteness", "damaged-heart", "lost-arm", "lost-hand", "blindness",
    "lost-leg", "cognitive-lapses",
)  # fmt: skip
"""Scars by the bits that the kernel keeps them in."""


def _declined(request: Request[Any]) -> Any:
    """No to what is offered: the first option, which is to go on, or the fewest."""
    return next(iter(request.options()))


def _tense(one: Duellist, strife: int) -> bool:
    return one.stance != "void" and one.strife + strife + 1 > one.loadout.character.composure


def _rest(one: Duellist, hit: Any) -> int:
    """What is left of damage after resistance."""
    from ..rpg.measures import resistance

    stops = 0 if hit.pierce < 0 else max(0, resistance(one) - hit.pierce)
    return max(0, int(hit.amount) - stops)


assert all(len(row) == 18 for row in (SUCCESS, EXPLOSIVE, OPPORTUNITY, STRIFE)) and is_skill(6)
