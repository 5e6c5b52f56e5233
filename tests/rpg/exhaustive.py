"""Plays random role-playing duels until everything that can happen has happened, and prints what never did.

    python -m tests.rpg.exhaustive [--duels 3000] [--seed 0]

What can happen: every event, question, answer and act of a judge; every way to spend opportunity and every effect of a
technique; every row of the table of critical strikes, condition, cost of unmasking, effect of a Unique Action, form,
end and grade. The players like what is rare.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import iaijutsu.rpg
from iaijutsu.engine import Event, Number, Option, Request, Seeded, Session, Several
from iaijutsu.rpg import FORMS, GAME, Setup, catalogue, deeds, feats, opportunity, options, techniques
from iaijutsu.rpg.characters import Burden, Character, Technique
from iaijutsu.rpg.critical import RESULTS, SCARS
from iaijutsu.rpg.unmasking import COSTS
from tests.rpg import setups

SOURCES = Path(iaijutsu.rpg.__file__).parent
ENDS = (
    "objective", "death", "concession", "finishing blow", "stopped by a judge", "roll", "clash", "declined", "unheard",
)  # fmt: skip
BLADES = ("bokken", "katana", "gao", "wakizashi", "jitte", "tessen")
GRADES = ("draw", "narrow", "clear", "absolute", "no contest")
ASKING = {
    "choose": 2,
    "yes": 2,
    "number": 2,
    "several": 2,
    "roll": 2,
    "Sealed": 0,
    "Choose": 1,
    "Number": 1,
    "Several": 1,
}
"""Functions that ask, and where among their arguments the purpose stands."""


# ------------------------------------------------------------------ what can happen


def every_event() -> Iterator[str]:
    """The kinds of all events of the role-playing duel."""
    waiting: list[type[Event]] = [Event]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if one.__module__.startswith("iaijutsu.rpg.") or one.__name__ == "Ruled":
            yield f"event {one.kind}"


def every_question() -> Iterator[str]:
    """The purposes of all questions, read from the source."""
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
                place = ASKING[node.func.id]
                purpose = node.args[place] if len(node.args) > place else None
                if isinstance(purpose, ast.Constant) and isinstance(purpose.value, str):
                    yield f"question {purpose.value}"


def every_option() -> Iterator[str]:
    """The tags of all answers, and of all acts of a judge."""
    for value in vars(options).values():
        if isinstance(value, type) and issubclass(value, Option) and value is not Option:
            yield f"{'act' if value in options.ACTS.values() else 'answer'} {value.tag}"


def every_way() -> Iterator[str]:
    """Every way to spend opportunity, and every deed of techniques."""
    ways = [*opportunity.GENERAL, opportunity.CRITICAL, opportunity.RAZOR, *opportunity.INITIATIVE.values()]
    for way in (*ways, *(way for ring in opportunity.BY_RING.values() for way in ring)):
        yield f"way {way.key}"
    yield "way snare"
    yield from (f"deed {deed}" for deed in deeds.DEEDS)


def wanted() -> set[str]:
    """Everything that has to happen."""
    found = {*every_event(), *every_question(), *every_option(), *every_way()}
    found |= {f"result {name}" for _, name in RESULTS} | {"result instant-death"}
    found |= {f"scar {scar}" for rows in SCARS.values() for scars in rows.values() for scar in scars}
    found |= {f"condition {name}" for name in techniques.CONDITIONS}
    found |= {f"cost {cost.cost}" for cost in COSTS} | {f"unique {effect}" for effect in feats.EFFECTS}
    found |= (
        {f"form {key}" for key in FORMS} | {f"ended {end}" for end in ENDS} | {f"grade {grade}" for grade in GRADES}
    )
    return found


# ------------------------------------------------------------------ the players


class Evening:
    """Duels one after another, and what has been seen in them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.left = wanted()

    def play(self) -> None:
        """One duel more."""
        setup = self.setup()
        for one in setup.characters:
            for burden in one.burdens:
                self.note(f"condition {burden.condition}")
        session: Session[Any] = Session(GAME, setup, Seeded(self.rng.randrange(10**9)))
        while not session.finished:
            for seat, request in session.asked.items():
                self.note(f"question {request.purpose}")
                session.submit(seat, self.answer(request, len(session.entries)))
            self.interrupt(session)
        self.look_back(session)

    def interrupt(self, session: Session[Any]) -> None:
        """Now and then a judge speaks."""
        if session.finished:
            return
        if self.rng.random() < 0.08:
            setups.ruling(session, self.rng)
        elif self.rng.random() < 0.002 and session.referee.why_not_act(options.Stop()) is None:
            session.rule("Ume", options.Stop(), "enough")

    def setup(self) -> Setup:
        """A random setup, richer in what lets rare things happen."""
        made = setups.setup(self.rng)
        one, other = (self.richer(character) for character in made.characters)
        return replace(made, characters=(one, other))

    def richer(self, one: Character) -> Character:
        """The character with techniques that have not been seen at work, a blade in each hand, and longer patience."""
        techniques = {t.id: t for t in (*one.techniques, *self.rng.sample(self.rare(), 2))}
        pair = [replace(catalogue.weapon(key), readied="1-hand") for key in self.rng.sample(BLADES, 2)]
        return replace(
            one,
            weapons=tuple(pair) if self.rng.random() < 0.4 else one.weapons,
            techniques=tuple(techniques.values()),
            burdens=(*one.burdens, *self.burden(one.burdens)),
            rings={ring: min(5, value + self.rng.randint(0, 2)) for ring, value in one.rings.items()},
            skills={**one.skills, "melee": 3, "skulduggery": 2, "meditation": 3},
            composure=one.composure + 12,
        )

    def rare(self) -> list[Technique]:
        """Techniques with a deed that has not been seen; the abilities of schools when there are few."""
        known = catalogue.shelf().techniques.values()
        if "question second-weapon" in self.left and self.rng.random() < 0.2:
            return [catalogue.technique("spinning-blades-style")] * 2
        rare = [t for t in known if any(f"deed {e.parameters.get('does')}" in self.left for e in t.effects)]
        return rare if len(rare) > 2 else [*rare * 3, *[t for t in known if t.school]]

    def burden(self, there: tuple[Burden, ...]) -> list[Burden]:
        """Now and then a condition more, Dying among them."""
        if self.rng.random() < 0.7:
            return []
        likely = ("enraged", "prone", "disoriented", *setups.CONDITIONS)
        more = self.rng.choice([*[c for c in likely if c not in {b.condition for b in there}], "dying"])
        return [Burden(more, rounds=2)] if more == "dying" else [Burden(more)]

    def answer(self, request: Request[Any], number: int) -> Any:
        """Something rare, half of the time."""
        if isinstance(request, Number | Several) or request.purpose == "concede" or self.rng.random() < 0.5:
            return setups.answer(request, self.rng, number)
        listed = list(islice(request.options(), 400))
        least = min(self.seen[self.name(request, option)] for option in listed)
        return self.rng.choice([option for option in listed if self.seen[self.name(request, option)] == least])

    def name(self, request: Request[Any], option: Any) -> str:
        """What an answer is, as a thing to be seen."""
        match option:
            case options.Spend(way=way):
                return f"way {way}"
            case options.Unmask(cost=cost):
                return f"cost {cost}"
            case options.Pick(what=what) if request.purpose in ("unique-effect", "scar"):
                return f"{request.purpose.removesuffix('-effect')} {what}"
        return f"answer {getattr(option, 'tag', '')}"

    # --- what was seen ----------------------------------------------------------------------------------------

    def note(self, point: str) -> None:
        """It has happened."""
        self.seen[point] += 1
        self.left.discard(point)

    def look_back(self, session: Session[Any]) -> None:
        """Note what a duel had."""
        events: list[Any] = session.referee.events
        for event in events:
            self.note(f"event {event.kind}")
            for point in points_of(event):
                self.note(point)
        for entry in session.entries:
            self.note(f"question {entry.purpose}")
            for part in entry.answer.values() if isinstance(entry.answer, dict) else (entry.answer,):
                if isinstance(part, Option):
                    self.note(f"answer {part.tag}")
                    if isinstance(part, options.Pick) and entry.purpose in ("unique-effect", "scar"):
                        self.note(f"{entry.purpose.removesuffix('-effect')} {part.what}")
            if entry.purpose == "ruling":
                self.note(f"act {entry.answer[1].tag}")
        self.note(f"form {session.setup.form.key}")
        self.note(f"ended {session.referee.state.ended}")
        self.note(f"grade {session.outcome.grade}")


def points_of(event: Any) -> Iterator[str]:
    """What an event is besides its kind."""
    match event.kind:
        case "opportunity-spent":
            way = event.way.partition("/")[2]
            yield f"deed {way}" if way else f"way {event.way}"
        case "critical-suffered":
            yield f"result {event.result}"
        case "condition-suffered":
            yield f"condition {event.condition.partition(':')[0]}"
        case "scarred":
            yield f"scar {event.scar}"
        case "unmasked":
            yield f"cost {event.cost}"


def run(duels: int, seed: int) -> tuple[int, set[str]]:
    """Play until nothing is left, `duels` at most: how many it took, and what is left."""
    evening = Evening(seed)
    for number in range(duels):
        if not evening.left:
            return number, set()
        evening.play()
    return duels, evening.left


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--duels", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    played, left = run(given.duels, given.seed)
    print(f"{played} duels; never seen: {', '.join(sorted(left)) or 'nothing'}")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
