"""Everything that can happen in a card duel happens in random duels; nothing in the rules is dead."""

from __future__ import annotations

from collections import Counter

import pytest

from iaijutsu.cards import game, schema
from tests.conformance import exhaustive
from tests.conformance.exhaustive import Evening, every_event, every_option, every_question, run, wanted

MOST = 4_000
"""Evenings at most; some hundreds do."""


def test_everything_happens_down_to_each_ability_of_each_shipped_card() -> None:
    missing, seen = run(MOST, wanted(cards=True))
    assert missing == set()
    assert {point for point in seen if point.startswith("question ")} <= set(every_question())


def test_what_can_happen_is_read_from_the_rules() -> None:
    assert {"event struck", "event said", "event ruled", "event pools-formed"} <= set(every_event())
    assert {"question opportunity", "question return-pools", "question discard-worth"} <= set(every_question())
    assert {"answer strike", "answer use", "act set-fv", "act end-duel"} <= set(every_option())
    assert game.EFFECTS.keys() == schema.EFFECTS.keys()


def test_what_never_happens_is_listed() -> None:
    missing, seen = run(30, {"answer strike", "event of a dream"})
    assert missing == {"event of a dream"}
    assert seen["answer strike"]


@pytest.mark.parametrize("hundred", range(4))
def test_a_judge_may_do_anything_at_any_question(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        Evening(seed, Counter(), set(), judge=0.2).play()


@pytest.mark.long
@pytest.mark.parametrize("thousand", range(10))
def test_a_judge_may_do_anything_at_any_question_of_many_more_duels(thousand: int) -> None:
    for seed in range(1000 * thousand + 400, 1000 * thousand + 1400):
        Evening(seed, Counter(), set(), judge=0.2).play()


def test_the_runner_says_how_it_went(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["exhaustive", "--duels", "2", "--counts"])
    assert exhaustive.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith("never did")
    assert any(line.startswith("never: ") for line in lines)
    monkeypatch.setattr("sys.argv", ["exhaustive", "--duels", str(MOST)])
    assert exhaustive.main() == 0
