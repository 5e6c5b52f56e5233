"""Nothing that is made for somebody depends on what he must not know.

Two tables are played side by side that differ in what lies face down, in what is drawn and in what is sealed. For as
long as the rules have shown somebody the same in both, all that the server makes for him has to be the same: words,
counts, ids, versions, offers, what can be done and why not, and what is said when he does something that he cannot do.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from iaijutsu.engine import CHANCE, BadInput, Chance, Draw, DuelError, plain
from iaijutsu.play.server.acting import Acts
from iaijutsu.play.server.calls import Command, Order, TooLate, Who
from iaijutsu.play.server.looking import Looks, Present
from iaijutsu.play.server.orders import lay_out
from iaijutsu.play.server.table import Record, Table

WHO = {
    0: Who("same", "seat", 0, "Aki"),
    1: Who("same", "seat", 1, "Nao"),
    "spectator": Who("same", "spectator", None, ""),
}
PRESENT = Present({0: None, 1: None}, 0)


class Both:
    """Two tables of one order, side by side."""

    def __init__(self, order: Order) -> None:
        laid = lay_out(order)
        self.tables, self.looks, self.at = [], [], 1000.0
        for _n in range(2):
            record = Record.of(order, id="same", made=1000.0, setup=laid.setup, names=laid.names, seed=None, sits="x")
            table = Table(record)
            self.tables.append(table)
            self.looks.append(Looks(table))
            self._acts(len(self.tables) - 1).push("enter", 1, role="seat", name="Nao")

    def _acts(self, n: int) -> Acts:
        return Acts(self.tables[n], self.looks[n], self.at)

    def step(self, rng: random.Random, secret: int) -> bool:
        """One question, answered in both; `secret` is the seat whose cards and sealed answers differ. False at the end,
        or when the two have parted so far that one cannot be led like the other.
        """
        self.at += 1
        pending = [table.session.pending for table in self.tables]
        if any(one is None for one in pending):
            return False
        if any(isinstance(one, Chance) for one in pending):
            return self._chance(pending, rng, secret)
        asked = [[seat for seat in (0, 1) if table.asked(seat) is not None] for table in self.tables]
        return asked[0] == asked[1] and self._answer(rng.choice(asked[0]), rng, secret)

    def _chance(self, pending: list[Any], rng: random.Random, secret: int) -> bool:
        if not all(isinstance(one, Chance) for one in pending) or pending[0].purpose != pending[1].purpose:
            return False
        seed = rng.random()
        for n, request in enumerate(pending):  # dice lie open, cards do not
            mine = random.Random(f"{seed} {n if request.owner == secret and isinstance(request, Draw) else ''}")
            self._acts(n).push("answer", CHANCE, answer=plain(request.sample(mine.randrange)))
        return True

    def _answer(self, seat: int, rng: random.Random, secret: int) -> bool:
        seed = rng.random()
        for n, table in enumerate(self.tables):
            request = table.asked(seat)
            assert request is not None
            sealed = len(table.waits_for()) == 2 or table.session.waiting
            own = n if seat == secret and sealed else ""  # what is open to all is answered alike
            options = list(request.options())
            chosen = options[int(random.Random(f"{seed} {own}").random() * len(options))]
            self._acts(n).submit(seat, request, chosen)
        return True


def made_for(both: Both, n: int, audience: Any) -> Iterator[str]:
    """All that is made for somebody at one of the tables."""
    looks, who = both.looks[n], WHO[audience]
    for language in ("en", "hr"):
        yield repr(looks.seen(who, language, both.at, PRESENT))
    yield from _refused(both, n, who)


def _refused(both: Both, n: int, who: Who) -> Iterator[str]:
    """What somebody is told who tries what he cannot do."""
    table = both.tables[n]
    mine = table.question_id(who.seat) if who.seat is not None else ""
    for command in (
        Command("1", "answer", question="q0.0", choice=0),
        Command("2", "answer", question="q99.0", choice=0),
        Command("3", "answer", question=mine, choice=9999),
        Command("4", "answer", question=mine, reply="no such answer"),
        Command("5", "rule"),
        Command("6", "claim"),
        Command("7", "agree", about="undo"),
    ):
        try:
            Acts(table, both.looks[n], both.at).act(who, command)
        except (DuelError, TooLate, BadInput) as error:
            yield f"{command.id} {type(error).__name__} {error}"
        else:
            raise AssertionError(f"{command} was taken")


def compare(order: Order, seed: int, secret: int, steps: int = 60) -> tuple[int, int]:
    """Play two tables side by side; how often they were compared, and how often they truly differed then."""
    both, rng = Both(order), random.Random(seed)
    compared = differed = 0
    for _step in range(steps):
        for audience in (1 - secret, "spectator"):
            views = [table.session.events(audience) for table in both.tables]
            if views[0] == views[1]:
                one, other = (list(made_for(both, n, audience)) for n in range(2))
                assert one == other
                compared += 1
                here, there = (table.session for table in both.tables)
                differed += (here.entries, here.waiting) != (there.entries, there.waiting)
        if not both.step(rng, secret):
            break
    return compared, differed


@pytest.mark.parametrize("secret", [0, 1])
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_two_worlds_that_look_alike(game: str, secret: int) -> None:
    order = Order(game, names=("Aki", "Nao"), dice="table", odds=True)
    counts = [compare(order, seed, secret) for seed in range(6 if game == "cards" else 24)]
    assert sum(compared for compared, _differed in counts) > 20
    assert sum(differed for _compared, differed in counts) > (10 if game == "cards" else 0)


@pytest.mark.long
@pytest.mark.parametrize("secret", [0, 1])
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_many_worlds_that_look_alike(game: str, secret: int) -> None:
    order = Order(game, names=("Aki", "Nao"), dice="table")
    for seed in range(500):
        compare(order, seed, secret)


def test_a_sealed_answer_and_a_ruling_in_the_making_show_in_nothing() -> None:
    """A judge's steps, and the pages that spectators do not have, change nothing for anybody else."""
    both = Both(Order("cards", names=("Aki", "Nao"), dice="table", judge=True))
    judge = Who("same", "judge", None, "Sei")
    for n in range(2):
        Acts(both.tables[n], both.looks[n], both.at).push("enter", role="judge", name="Sei")
    acts = Acts(both.tables[0], both.looks[0], both.at)
    acts.act(judge, Command("1", "rule"))
    acts.act(judge, Command("2", "rule", choice=0))
    for audience in WHO:
        assert list(made_for(both, 0, audience)) == list(made_for(both, 1, audience))
    assert both.looks[0].seen(judge, "en", both.at, PRESENT) != both.looks[1].seen(judge, "en", both.at, PRESENT)


def test_nothing_secret_stands_in_what_is_shown() -> None:
    """The seed and the secret that players' chance hangs on are in nothing that anybody is given."""
    seed, sits = "ab" * 32, "cd" * 16
    order = Order("cards", names=("Aki", "Nao"), seats=("me", "random"))
    laid = lay_out(order)
    record = Record.of(order, id="same", made=0.0, setup=laid.setup, names=laid.names, seed=seed, sits=sits)
    table = Table(record)
    looks = Looks(table)
    for who in (*WHO.values(), Who("same", "judge", None, "Sei")):
        told = repr(looks.seen(who, "en", 0.0, PRESENT))
        assert seed not in told and sits not in told
    assert seed not in repr(record)
