"""Plays random card duels until everything that can happen has happened, and prints what never did.

    python -m tests.conformance.exhaustive [--duels 3000] [--seed 0] [--cards]

What can happen: every effect that a card file may name, with each word of its parameters that the shipped cards use;
every kind of ability, occasion, cost and limit of theirs; every event, question, answer and act of a judge; every way
for a duel to end; every refusal. `--cards` adds each ability of each shipped card. The players like what is rare.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import iaijutsu.cards
from iaijutsu.cards import InPlay, Player, Setup, options, schema
from iaijutsu.cards.court import Court, Resolver
from iaijutsu.cards.game import CardGame
from iaijutsu.cards.measures import Cause, holds_all
from iaijutsu.cards.pieces import Ability, Card, Effect
from iaijutsu.cards.state import State
from iaijutsu.engine import CHANCE, Choose, Event, Option, Request, Ruled, Said, Sealed, Seeded, Session
from tests.cards import setups
from tests.conformance import walk
from tests.conformance.refusals import REFUSALS, try_all

SOURCES = Path(iaijutsu.cards.__file__).parent
ENDS = ("resolved", "without resolution", "refused", "negated", "invalid")
OWN: tuple[dict[str, Any], ...] = (
    {
        "key": "letter-of-a-turncoat", "title": "Letter of a Turncoat", "type": "strategy", "focus": 1,
        "ability": [
            {"kind": "reaction", "on": "when challenge", "effects": [
                {"do": "control", "target": {"who": "opponent", "duelling": True}, "until": "turn"},
            ]},
        ],
    },
    {
        "key": "goad", "title": "Goad", "type": "strategy", "focus": 1,
        "ability": [{"kind": "reaction", "on": "after pools", "effects": [{"do": "must-focus", "who": "opponent"}]}],
    },
)  # fmt: skip
"""Cards for what no shipped card does: before acceptance both Personalities come under one control; a demand to focus
is made in the course of the duel."""
LONGEST = 2000
"""Answers in one evening at most: a duel that has more does not end."""


# ------------------------------------------------------------------ what can happen


def points_of_effect(effect: Effect) -> Iterator[str]:
    """What an effect is, and each word that it says where the schema gives a list of words."""
    table = schema.EFFECTS[effect["do"]]
    yield f"effect {effect['do']}"
    for key, check in {**table.needed, **table.may}.items():
        made = getattr(check, "__qualname__", "").split(".")[0]
        if key in effect and (made == "one_of" or isinstance(effect[key], bool)):
            yield f"effect {effect['do']}.{key} = {effect[key]}"
        elif key in effect and key == "only":
            yield from (f"effect {effect['do']}.{key} = {word}" for word in effect[key])
        elif key in effect:
            yield f"effect {effect['do']}.{key}"


def points_of_ability(ability: Ability) -> Iterator[str]:
    """What an ability is, when it comes, what it costs, what limits it."""
    yield f"ability {ability.kind}"
    yield f"ability {ability.kind} from {ability.place}"
    if ability.on:
        yield f"{ability.kind} {' '.join(ability.on)}"
    if ability.limit:
        yield f"limit {ability.limit}"
    if ability.optional or ability.must:
        yield f"ability {ability.kind}, {'optional' if ability.optional else 'must'}"
    yield from (f"cost {key}" for cost in ability.cost for key in cost)


def nested(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Effects with the effects that stand in them."""
    for effect in effects:
        yield effect
        for value in (*effect.values(), *effect.get("refuse", {}).values()):
            if isinstance(value, tuple) and value and isinstance(value[0], dict) and "do" in value[0]:
                yield from nested(value)


def every_event() -> Iterator[str]:
    """The kinds of all events of the card game and the engine."""
    waiting: list[type[Event]] = [Event]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if one in (Said, Ruled) or one.__module__.startswith("iaijutsu.cards."):
            yield f"event {one.kind}"


ASKING = ("Choose", "Number", "Several", "Arrange", "Sealed", "Roll", "Draw", "pick", "next_of", "__init__")


def every_question() -> Iterator[str]:
    """The purposes of all questions, read from the source: the first text given when a question is made."""
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in ASKING:
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                yield from (f"question {text}" for text in texts[:1])


def every_option() -> Iterator[str]:
    """The tags of all answers, and of all acts of a judge."""
    for value in vars(options).values():
        if isinstance(value, type) and issubclass(value, Option) and value is not Option:
            yield f"{'act' if value in options.ACTS else 'answer'} {value.tag}"


@cache
def shipped_points() -> dict[str, frozenset[str]]:
    """By card: what can happen because of it."""
    return {
        key: frozenset(
            point
            for ability in card.abilities
            for point in (
                *points_of_ability(ability),
                *(point for effect in nested(ability.effects) for point in points_of_effect(effect)),
            )
        )
        for key, card in setups.LIBRARY.items()
    }


def abilities() -> Iterator[tuple[Card, int, Ability]]:
    """Each ability of each shipped card."""
    for card in setups.LIBRARY.values():
        for index, ability in enumerate(card.abilities):
            yield card, index, ability


def name_of(card: Card, index: int) -> str:
    """An ability of a card as a point."""
    return f"card {card.key}, ability {index + 1}"


def wanted(*, cards: bool = False) -> set[str]:
    """Everything that has to happen."""
    found = {*every_event(), *every_question(), *every_option(), *(f"refused: {name}" for name in REFUSALS)}
    found |= {f"effect {do}" for do in schema.EFFECTS} | {f"ability {kind}" for kind in schema.KINDS}
    found |= {f"ended {how}" for how in ENDS} | {"a step back"}
    found.update(*shipped_points().values())
    if cards:
        found |= {name_of(card, index) for card, index, _ in abilities()}
    return found


# ------------------------------------------------------------------ what has happened


class Watched(Mapping[str, Resolver]):
    """What each effect does, with a note of it when it does."""

    def __init__(self, resolvers: Mapping[str, Resolver], seen: Counter[str]) -> None:
        self.resolvers, self.seen = resolvers, seen

    def __getitem__(self, do: str) -> Resolver:
        async def watched(court: Court, cause: Any, effect: Effect) -> None:
            self.seen.update(points_of_effect(effect))
            self.seen.update(origin().get(id(effect), ()))
            await self.resolvers[do](court, cause, effect)

        return watched

    def __iter__(self) -> Iterator[str]:
        return iter(self.resolvers)

    def __len__(self) -> int:
        return len(self.resolvers)


@cache
def origin() -> dict[int, tuple[str, ...]]:
    """By identity of an effect: the points of the ability that it stands in."""
    return {
        id(effect): (*points_of_ability(ability), name_of(card, index))
        for card, index, ability in abilities()
        for effect in nested(ability.effects)
    }


class WatchedGame(CardGame):
    """The card game, with a note of every effect that comes to pass."""

    def __init__(self, noted: Counter[str]) -> None:
        self.noted = noted

    def referee(self, setup: Setup) -> Court:
        court = super().referee(setup)
        court.effects = Watched(court.effects, self.noted)
        return court


def note_statics(court: Court, seen: Counter[str]) -> None:
    """Note the continuous abilities that are in force in the duel: of duellists, what they carry, and focused cards."""
    duel = court.state.duel
    for side in duel.sides if duel is not None and duel.stage in "ABCDEFGHIJK" else ():
        here = [court.state.pieces[side.duellist], *court.state.attached_to(side.duellist)]
        for piece in (*here, *(court.state.pieces[number] for number in side.area)):
            if piece.face_up and not piece.blank and piece.key in court.library:
                place = "focused" if piece.zone == "focusing" else "play"
                _note_statics_of(court, Cause(side.seat, piece.key, piece.id), place, seen)
        for key in court.state.discards[side.seat]:
            _note_statics_of(court, Cause(side.seat, key), "discard", seen)


def _note_statics_of(court: Court, cause: Cause, place: str, seen: Counter[str]) -> None:
    card = court.library[cause.key]
    for index, ability in enumerate(card.abilities):
        if ability.kind == "static" and ability.place == place and holds_all(court, cause, ability.conditions):
            in_force = [effect for effect in ability.effects if holds_all(court, cause, effect.get("if", ()))]
            for effect in in_force:
                seen.update(points_of_effect(effect))
            if in_force:
                seen.update((*points_of_ability(ability), name_of(card, index)))


# ------------------------------------------------------------------ players who like what is rare


class Evening:
    """One setup played to its end: answers, rulings, lines, steps back, and things that must not be."""

    def __init__(self, seed: int, seen: Counter[str], missing: set[str], *, judge: float = 0.02) -> None:
        self.rng, self.seen, self.missing, self.judge = random.Random(seed), seen, missing, judge
        made = likely(self.rng, missing)
        self.typed = self.rng.random() < 0.2
        source = Seeded(seed)
        self.session: Session[State] = Session(WatchedGame(seen), made, None if self.typed else source)
        self.source = source

    def play(self) -> None:
        """To the end, and once more when all is over."""
        for _ in range(LONGEST):
            self.mischief()
            if self.session.finished:
                break
            self.aside()
            self.answer()
        assert self.session.finished, f"more than {LONGEST} answers"
        self.seen.update(f"event {event.kind}" for event in self.session.referee.events)
        self.seen.update(f"ended {duel.ended}" for duel in self.session.referee.state.past)

    def mischief(self) -> None:
        """Try what must not be."""
        names = [name for name in REFUSALS if not self.seen[f"refused: {name}"]]
        if names or self.rng.random() < 0.02:
            self.seen.update(f"refused: {name}" for name in try_all(self.session, names or list(REFUSALS)))

    def aside(self) -> None:
        """A line, a ruling, a step back."""
        chance = self.rng.random()
        if chance < 0.01:
            self.session.say("Aiko", "Well?")
        elif chance < 0.01 + self.judge:
            self.rule()
        elif chance < 0.03 + self.judge and self.session.why_not_take_back(len(self.session.entries) - 1) is None:
            self.session.take_back(len(self.session.entries) - 1)
            self.seen["a step back"] += 1

    def rule(self) -> None:
        """Something that a judge may do now."""
        pieces = self.rng.sample(list(self.session.referee.state.pieces), 3) if not self.session.finished else []
        acts: list[Option] = [options.GiveHonor(0, 1), options.Decide("win", "lose"), options.EndDuel()]
        for number in pieces:
            acts += [options.SetStat(number, "chi", self.rng.randint(0, 5)), options.SetFv(number, 4)]
            acts += [
                options.Bow(number, True),
                *(options.MoveCard(number, to) for to in ("discard", "hand", "removed")),
            ]
        rare = [act for act in acts if f"act {act.tag}" in self.missing]
        act = self.rng.choice(rare or acts)
        if self.session.referee.why_not_act(act) is None:
            self.session.rule("Kakita Ren", act, "")
            self.seen[f"act {act.tag}"] += 1

    def answer(self) -> None:
        """An answer to one of the open questions."""
        if self.session.finished:
            return
        note_statics(self.session.referee, self.seen)  # type: ignore[arg-type]
        pending = self.session.pending
        if isinstance(pending, Sealed):
            self.seen[f"question {pending.purpose}"] += 1
        seat, request = self.rng.choice(list(self.session.asked.items()))
        self.seen[f"question {request.purpose}"] += 1
        answer = self.source.outcome(request, self.session.draws) if seat == CHANCE else self.choice(request)  # type: ignore[arg-type]
        if isinstance(answer, Option):
            self.seen[f"answer {answer.tag}"] += 1
        self.session.submit(seat, answer)

    def choice(self, request: Request[Any]) -> Any:
        """Any option; rather one that does something, and rather not to strike yet."""
        listed = walk.options(request)
        if isinstance(request, Choose):
            lively = [one for one in listed if not isinstance(one, options.Pass | options.Strike | options.Accept)]
            rare = [one for one in lively if isinstance(one, Option) and f"answer {one.tag}" in self.missing]
            if lively and self.rng.random() < 0.6:
                return self.rng.choice(rare or lively)
        return self.rng.choice(listed)


def likely(rng: random.Random, missing: set[str]) -> Setup:
    """A setup in which cards lie that could let something happen that never did."""
    made = setups.setup(rng, windows=rng.choice(("open", "closed")))
    rare = {key for key, points in shipped_points().items() if points & missing}
    rare |= {card.key for card, index, _ in abilities() if name_of(card, index) in missing}
    players = tuple(_with(rng, one, rare) for one in made.players)
    action = rng.choice(sorted(rare.intersection(setups.ACTIONS)) or setups.ACTIONS)
    players = (*players[:-1], _performing(players[-1], action)) if made.performer == len(players) - 1 else players
    if made.performer < len(players) - 1:
        here = made.performer
        players = (*players[:here], _performing(players[here], action), *players[here + 1 :])
    if missing & {"ended invalid", "event must-focus"}:
        players = tuple(replace(one, hand=(*one.hand, rng.choice(OWN)["key"])) for one in players)
    return replace(made, players=players, action=action, cards=OWN, library={}, index=None)


def _with(rng: random.Random, player: Player, rare: set[str]) -> Player:
    """The player with rare cards in hand, deck, play and discard pile."""
    fate, people, attached = (
        sorted(rare.intersection(keys)) or keys for keys in (setups.FATE, setups.PEOPLE, setups.ATTACHED)
    )
    deck = Counter(dict(player.deck))
    for _ in range(min(30, 3 * len(fate)) if player.deck else 0):
        deck[rng.choice(fate)] += 1
    persons = tuple(
        replace(one, card=rng.choice(people), attached=(*one.attached, rng.choice(attached)))
        if rng.random() < 0.7
        else one
        for one in player.personalities
    )
    hand = tuple(rng.choice(fate) for _ in range(rng.randint(0, 4)))
    discard = (*player.discard, *(rng.choice(fate) for _ in range(rng.randint(0, 2))))
    return replace(player, deck=tuple(sorted(deck.items())), personalities=persons, hand=hand, discard=discard)


def _performing(player: Player, action: str) -> Player:
    """The player with the card whose action he takes."""
    kind = setups.LIBRARY[action].type
    if kind == "personality":
        return replace(player, personalities=(InPlay(action), *player.personalities[1:]))
    if kind == "strategy":
        return replace(player, hand=(action, *player.hand))
    first, *others = player.personalities
    return replace(player, personalities=(replace(first, attached=(*first.attached, action)), *others))


# ------------------------------------------------------------------ the account


def run(duels: int, goal: set[str], seed: int = 0) -> tuple[set[str], Counter[str]]:
    """Play at most so many evenings. What of the goal never happened, and how often everything did."""
    seen: Counter[str] = Counter()
    for number in count(seed):
        missing = {point for point in goal if not seen[point]}
        if not missing or number >= seed + duels:
            return missing, seen
        Evening(number, seen, missing).play()
    raise AssertionError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--duels", type=int, default=3000, help="setups that are played at most")
    parser.add_argument("--seed", type=int, default=0, help="of the first setup; the next has the next")
    parser.add_argument("--cards", action="store_true", help="each ability of each shipped card has to happen too")
    parser.add_argument("--counts", action="store_true", help="print how often everything happened")
    given = parser.parse_args()
    goal = wanted(cards=given.cards)
    missing, seen = run(given.duels, goal, given.seed)
    if given.counts:
        for point in sorted(goal, key=lambda point: (seen[point], point)):
            print(f"{seen[point]:7d}  {point}")
    for point in sorted(missing):
        print("never:", point)
    print(f"{len(goal)} things can happen; {len(missing)} never did")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
