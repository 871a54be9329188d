"""What a tree's ``allocation`` states limits what is asked of one event as it does what is asked of several."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.allocation.breakdown import Breakdown, break_down
from casegen.assessment.assess import Session
from casegen.cli.allocation_view import show_breakdown
from tests.assessment.test_bounds import case_of

METHODS = ("equal", "proportional", "cost")


def asked(at: Path, target: float, stated: str, events: tuple[str, ...], method: str = "equal") -> Breakdown:
    body = f"""
events: [{{id: A, model: {{type: constant, probability: 0.1}}}}, {{id: B, model: {{type: constant, probability: 0.01}}}}]
trees: [{{id: T, top: G, allocation: [{stated}], gates: [{{id: G, type: or, inputs: [A, B]}}]}}]
"""
    return break_down(Session(case_of(at, body), {}), "T", target, events, method)


@pytest.mark.parametrize("method", METHODS)
def test_no_more_is_granted_than_is_stated(tmp_path: Path, method: str) -> None:
    (one,) = asked(tmp_path, 0.2, "{event: B, at_most: 0.001}", ("B",), method).events
    assert one.required == 0.001
    assert not one.meets
    several = {e.id: e for e in asked(tmp_path, 0.2, "{event: B, at_most: 0.001}", (), method).events}
    assert several["B"].required == 0.001
    (wide,) = asked(tmp_path, 0.2, "{event: B, at_most: 0.9}", ("B",), method).events
    assert wide.required == pytest.approx(1 - 0.8 / 0.9)
    assert wide.meets


def test_no_less_is_asked_than_is_stated(tmp_path: Path) -> None:
    result = asked(tmp_path, 0.101, "{event: B, at_least: 0.005}", ("B",))
    assert "infeasible: with B at its best" in result.problem
    assert result.achieved == pytest.approx(1 - 0.9 * 0.995)
    below = asked(tmp_path, 0.108, "{event: B, at_least: 0.5}", ("B",))  # today's .01 may stay
    assert below.achieved == pytest.approx(0.109)
    assert below.problem.startswith("infeasible")
    assert not asked(tmp_path, 0.1091, "{event: B, at_least: 0.5}", ("B",)).problem


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("events", [(), ("A",), ("B",)])
def test_what_has_no_bound_meets_nothing(tmp_path: Path, method: str, events: tuple[str, ...]) -> None:
    """The 95 % limit of B is not known: its mean, .035, is within what any method would ask of it."""
    result = break_down(
        Session(case_of(tmp_path, unenclosed(", confidence: 0.95")), {}), "T", None, events, method
    )
    assert "a periodic test that takes time is not enclosed" in result.problem
    assert not any(event.meets for event in result.events)


def test_no_bound_is_said_where_the_target_has_no_confidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = break_down(Session(case_of(tmp_path, unenclosed("")), {}), "T", None, (), "equal")
    assert "a periodic test that takes time is not enclosed" in result.document()["unbounded"]
    show_breakdown(result, {}, everything=True)
    assert "at no confidence" in " ".join(capsys.readouterr().out.split())
    assert not asked(tmp_path, 0.2, "", ()).unbounded


def unenclosed(confidence: str) -> str:
    """A tree of which an event has no bound at any confidence."""
    rate = "{distribution: lognormal, median: 1.0e-4, error_factor: 3}"
    test = "interval: 720, first: 720, repair_rate: 0.05, rate_in_test: 1.0e-4, failure_at_test: 0.001, test_duration: 2"
    return f"""
events: [{{id: A, model: {{type: constant, probability: 0.1}}}}, {{id: B, model: {{type: periodic-test, failure_rate: {rate},
  {test}, available_in_test: 0, detection: 0.99, failure_at_restart: 0.001}}}}]
trees: [{{id: T, top: G, mission_time: 1000, target: {{probability: 0.135{confidence}}}, gates: [
  {{id: G, type: or, inputs: [A, B]}}]}}]
"""
