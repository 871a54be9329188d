"""A record that goes on: whether a limit is met is one test, and says what the limit says."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from casegen_evidence.field_data.method import DEMANDS, HOURS, RecordMethod


@pytest.mark.parametrize("method", [DEMANDS, HOURS])
@pytest.mark.parametrize("stopping", ["planned", "open"])
@pytest.mark.parametrize("failures", [0, 2])
def test_a_limit_is_met_where_one_test_says_so(method: RecordMethod, stopping: str, failures: int) -> None:
    document: dict[str, Any] = {"read": [{"accumulates": {"a": [1000, failures], "b": [1500, 0]}}]}
    parameters = {"failure": "stops", "stopping": stopping}
    outcomes = set()
    for more, further in itertools.product((500.0, 40_000.0), (0, 3)):
        measure = method.continued(parameters, document, 0.95, more, further)
        middle = 1e-3 if measure is None or measure.upper is None else measure.upper
        for limit in (middle * 0.99, middle * 1.01):
            met = measure is not None and measure.upper is not None and measure.upper <= limit
            assert method.continued_within(parameters, document, 0.95, more, further, limit) is met
            outcomes.add(met)
    assert outcomes == {False, True}


def test_other_entries_have_no_test_of_their_own() -> None:
    document: dict[str, Any] = {"read": [{"accumulates": {"a": [1000, 0], "b": [1500, 0]}}]}
    parameters = {"failure": "stops", "entries": "recorded"}
    assert DEMANDS.continued_within(parameters, document, 0.95, 500.0, 0, 1e-3) is None
