"""Other people's solvers on duels written by the rules engine, against the analysis."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.analysis.focus_game import FocusGame, Worth
from iaijutsu.analysis.reading import read
from iaijutsu.analysis.solve import solve
from iaijutsu.bridges.openspiel import efg, load, of_result
from iaijutsu.cards import GAME, Setup, rulesets
from iaijutsu.engine import BadInput, Session
from tests.analysis.card_tables import PERSON, at_first, duel

CELESTIAL = rulesets.shipped()["celestial"]
SMALL = dataclasses.replace(CELESTIAL, pool=2)
TOP = dataclasses.replace(rulesets.shipped()["twenty-festivals"], most=2)
SEEN = dataclasses.replace(rulesets.shipped()["classic"], most=2)


def somebody(name: str, *abilities: dict[str, Any], keywords: tuple[str, ...] = ()) -> dict[str, Any]:
    return {**PERSON, "key": name, "title": name.title(), "ability": list(abilities), "keywords": list(keywords)}


STEADY: dict[str, Any] = {"kind": "instead", "limit": "duel", "effects": [{"do": "stat", "stat": "chi", "amount": 2}]}
AIKO, BOTAN = somebody("aiko"), somebody("botan")


def cards(**counts: int) -> Counter[str]:
    return Counter({key.replace("_", "-"): count for key, count in counts.items()})


LOW_AND_HIGH = cards(plain_1=2, plain_3=2), cards(plain_1=1, plain_2=2, plain_4=1)
DUELS: dict[str, Setup] = {
    "pools alone": duel(LOW_AND_HIGH, (AIKO, BOTAN), rules=SMALL, chi=(4, 3)),
    "a hand card": duel(LOW_AND_HIGH, (AIKO, BOTAN), rules=SMALL, chi=(3, 3), draw=(1, 1)),
    "the top unseen": duel(LOW_AND_HIGH, (AIKO, BOTAN), rules=TOP, chi=(4, 3), draw=(1, 1)),
    "the top seen": duel(LOW_AND_HIGH, (AIKO, BOTAN), rules=SEEN, chi=(4, 3)),
    "a Duelist chooses": duel(LOW_AND_HIGH, (somebody("aiko", keywords=("Duelist",)), BOTAN), rules=SMALL),
    "something instead": duel(LOW_AND_HIGH, (somebody("aiko", STEADY), BOTAN), rules=SMALL, chi=(2, 3)),
    "texts": duel((cards(borrowed_breath=1, plain_3=1, steady_hands=1), cards(weight_of_silence=2, plain_4=1)),
                  (AIKO, BOTAN), rules=SMALL, chi=(3, 3)),
    "texts in an order": duel((cards(twin_currents=1, second_shadow=1, plain_4=1), cards(cut_the_drum=1, plain_5=2)),
                              (AIKO, BOTAN), rules=SMALL, chi=(3, 3), active=1),
    "one at random": duel((cards(ash_in_the_eyes=1, plain_2=2), cards(plain_4=1, plain_1=2)), (AIKO, BOTAN),
                          rules=SMALL),
}  # fmt: skip


def game_of(setup: Setup) -> FocusGame:
    session = at_first(setup, 1)
    court: Any = session.referee
    found = read(court, court.events)
    assert found.game.left == ()
    return found.game


@pytest.mark.parametrize("name", DUELS)
def test_openspiel_agrees_on_what_the_rules_engine_plays(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = load(efg(Session(GAME, DUELS[name]), of_result()))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(250):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    doubt = pyspiel.exploitability(game, policy)
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    ours = solve(game_of(DUELS[name]), target=1e-7, method="lp")
    assert doubt < 5e-3
    assert ours.value(0) == pytest.approx(value, abs=2 * doubt + 1e-7)


def test_liteefg_agrees_on_what_the_rules_engine_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leg = pytest.importorskip("LiteEFG", reason="LiteEFG is not installed")
    monkeypatch.setenv("HOME", str(tmp_path))  # it keeps what it has read there
    for name in ("pools alone", "texts", "the top unseen"):
        graph = leg.baselines.DCFR.graph()
        env = leg.OpenSpielEnv(load(efg(Session(GAME, DUELS[name]), of_result())), regenerate=True)
        env.set_graph(graph)
        for _ in range(300):
            graph.update_graph(env)
        average = graph.current_strategy("average-iterate")
        env.update_strategy(average)
        doubt = sum(env.exploitability(average, "last-iterate"))
        value = env.utility(average, "last-iterate")[0]
        assert 0 <= doubt + 1e-9 < 1e-3
        assert solve(game_of(DUELS[name]), method="lp").value(0) == pytest.approx(value, abs=doubt + 1e-6)


def test_worths_that_are_not_opposite_are_refused_and_told_what_would_do() -> None:
    game = dataclasses.replace(game_of(DUELS["pools alone"]), worth=(Worth(tie=-1), Worth(tie=-1)))
    with pytest.raises(BadInput, match="a tie that counts t for the challenger has to count -t"):
        solve(game)
    safe = [solve(dataclasses.replace(game, guarantee=side)).value(side) for side in (0, 1)]
    assert safe[0] + safe[1] < -0.01  # both fear the tie: what each can make sure of does not add up to 0


def test_a_duel_that_is_too_large_is_refused() -> None:
    many = Counter({f"plain-{n}": 3 for n in range(6)})
    with pytest.raises(BadInput, match="smaller decks"):
        efg(Session(GAME, duel((many, many), (AIKO, BOTAN), draw=(3, 3))), of_result())
