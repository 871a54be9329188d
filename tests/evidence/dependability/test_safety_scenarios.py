"""Scenarios of a safety function: rounded ones meet by themselves, those that were run again do not."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.dependability.comparison_methods import _left_out, _separate
from casegen_evidence.dependability.domain import Domain, Numeric
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.shared_origin import shared_origin
from numpy.typing import NDArray

Array = NDArray[np.float64]


def drawn(n: int, seed: int, digits: int, dimensions: int = 2) -> Array:
    return np.round(40 * np.random.default_rng(seed).random((n, dimensions)), digits)


def scenarios_at(x: Array) -> ScenarioTests:
    domain = Domain(tuple(Numeric(f"x{k}", 0.0, 40.0) for k in range(x.shape[1])))
    return ScenarioTests(domain, x, (np.arange(len(x)) % 3).astype(np.int8))


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", [1, 2, 3])
@pytest.mark.parametrize(
    "digits", [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3), (5, 5, 5), (3, 3, 0), (6, 6, 1), (4, 1, 4)]
)
def test_scenarios_that_were_drawn_apart(dimensions: int, digits: tuple[int, int, int]) -> None:
    for seed in range(3):
        learning, before, after = (
            scenarios_at(drawn(400, 10 * seed + k, d, dimensions)) for k, d in enumerate(digits)
        )
        _separate(learning, before, after)
        _left_out(before, after, (intake := Intake()))
        assert not intake.signs


@pytest.mark.parametrize(("digits", "shared"), [(9, 1), (3, 8), (1, 40), (0, 400)])
def test_scenarios_that_set_the_limit_measure_no_gain(digits: int, shared: int) -> None:
    learning, others = drawn(400, 1, digits), drawn(400, 2, digits)
    others[:shared] = learning[::-1][:shared]
    verb = "is" if shared == 1 else "are"
    with pytest.raises(InputProblem, match=rf"of 400 scenarios that measure the gain {verb} among them"):
        _separate(scenarios_at(learning), scenarios_at(others), scenarios_at(drawn(400, 3, digits)))


def test_one_scenario_that_is_missing_after() -> None:
    x = drawn(400, 1, 9)
    _left_out(scenarios_at(x), scenarios_at(np.round(x[:-1], 3)), (intake := Intake()))
    (sign,) = intake.signs
    assert (
        "399 scenarios are both in before and in after, and 1 of before is missing in after" in sign.message
    )
    assert "of which 0 were harmful" in sign.message


@pytest.mark.parametrize(("drives", "words"), [(1, "1 recording: they"), (2, "2 recordings: they")])
def test_frames_of_one_recording_are_of_one(drives: int, words: str) -> None:
    names = [f"drive{k % drives}/frame_{k // drives:04}.png" for k in range(60)]
    (said,) = shared_origin("file", {"file"}, names, 60)
    assert words in said[0]
