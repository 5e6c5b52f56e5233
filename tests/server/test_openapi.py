"""The JSON interface against its own description: Schemathesis makes requests up, right ones and wrong ones.

Whatever comes back has to be described, and nothing may be a fault of the server. Once as a stranger, once with the
pass of a seat at a duel that there is; the short form asks little of each operation, the long one much (`--long`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from .serving import Served, serving

SHORT, LONG = 12, 250
STREAM = "/api/v1/duels/{duel}/stream"
NOT_HELD = {
    # what the rules refuse of a body of the right shape (a deck that there is not) no schema can say
    "positive_data_acceptance",
    # somebody without a pass may look on where a duel is open to all
    "ignored_auth",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), "--log", "quiet", "--limits", "off") as made:
        yield made


def checks() -> list[Any]:
    """All checks of Schemathesis but those that do not fit, each with its reason."""
    load_all_checks()
    names = [name for name in CHECKS.get_all_names() if name not in NOT_HELD]
    assert set(CHECKS.get_all_names()) >= NOT_HELD
    return CHECKS.get_by_names(names)


def operations(served: Served) -> Any:
    """What is described, without the stream: it would be waited for."""
    described = schemathesis.openapi.from_url(served.url + "api/v1/openapi.json")
    return described.exclude(path=STREAM)


def driven(served: Served, examples: int, token: str, duel: str) -> dict[str, set[int]]:
    """Sends what Schemathesis makes up to every operation; which answers came, by operation."""
    answers: dict[str, set[int]] = {}
    held = checks()
    for result in operations(served).get_all_operations():
        operation = result.ok()
        answers[operation.label] = set()
        for mode in GenerationMode:
            _made_up(operation, mode, examples, token, duel, answers[operation.label], held)
    return answers


def _made_up(
    operation: Any, mode: GenerationMode, examples: int, token: str, duel: str, answers: set[int], held: list[Any]
) -> None:
    """Sends what Schemathesis makes up to one operation: what fits its description, or what does not."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    known = {"path_parameters": {"duel": duel}} if duel and "{duel}" in operation.path else {}

    @hypothesis.settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode, **known))
    def asked(case: Any) -> None:
        answer = case.call(headers=headers, timeout=20)
        answers.add(answer.status_code)
        # too large is refused before it is looked at, and Schemathesis does not count that as a refusal
        wanted = [one for one in held if answer.status_code != 413 or one.__name__ != "negative_data_rejection"]
        case.validate_response(answer, checks=wanted, headers=headers)

    # where nothing is left to get wrong, nothing wrong can be made up
    with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
        asked()


@pytest.mark.parametrize("with_pass", [False, True], ids=["as a stranger", "with a seat's pass"])
def test_every_answer_is_as_described(served: Served, with_pass: bool, request: pytest.FixtureRequest) -> None:
    made = served.post("api/v1/duels", {"game": "cards", "seats": ["me", "reading"]})
    token, duel = (made["pass"], made["duel"]) if with_pass else ("", "")
    answers = driven(served, LONG if request.config.getoption("--long") else SHORT, token, duel)
    assert len(answers) == 13
    seen = set().union(*answers.values())
    assert not [status for status in seen if status >= 500]
    if with_pass:  # and it did not only knock at closed doors
        for label in ("GET /api/v1/duels/{duel}", "GET /api/v1/duels/{duel}/fair", "GET /api/v1/choices"):
            assert 200 in answers[label], answers
