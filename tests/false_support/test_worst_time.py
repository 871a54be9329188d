"""The worst time of a mission: found however often a component is tested, and where it is not found that is said."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import casegen
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_over_the_mission import BUMP, case, constant, grown, on_test, op

TIME = {"time": "mission"}
UNKNOWN = "the time at which it is largest within the mission is not found, in which it may be"


def failed(rate: float, hours: float) -> float:
    return -math.expm1(-rate * hours)


@pytest.mark.parametrize(("interval", "first"), [(0.01, 24), (0.1, 24), (10, 24), (7, 3)])
def test_a_first_test_later_than_its_interval(interval: float, first: float, tmp_path: Path) -> None:
    """The component is oldest just before the first of up to 876,000 tests, which no sample of times comes upon."""
    last = first + math.floor((8760 - first) / interval) * interval
    worst = max(failed(1e-3, first) * failed(2e-4, first), failed(1e-3, interval) * failed(2e-4, last))
    model = on_test(interval, 1e-3, first=first)
    at = folder(tmp_path / "c", case(model, grown(), worst * (1 - 1e-11)))
    assert casegen.open(at).what_if({}).top("FT").value == pytest.approx(worst, rel=1e-12)  # type: ignore[union-attr]
    must_not_hold(at, "challenged")
    must_hold(folder(tmp_path / "true", case(model, grown(), worst * (1 + 1e-11))))


@pytest.mark.parametrize("below", [1e-9, 1e-10, 1e-11, 1e-12, 1e-14])
def test_a_limit_just_below_the_worst_time_is_not_met(below: float, tmp_path: Path) -> None:
    worst = failed(0.02, 24)
    model = on_test(10, 0.02, first=24)
    must_not_hold(folder(tmp_path, case(model, constant(1.0), worst * (1 - below))), "challenged")


@pytest.mark.parametrize("below", [5e-10, 1e-10, 1e-12, 1e-14])
def test_a_limit_below_the_worst_of_many_tests_is_not_met(below: float, tmp_path: Path) -> None:
    """The first of many tests is the worst, since the other event, which prevents the top, comes ever more likely."""
    gates = {"trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}]}
    worst = failed(1e-3, 17) * (1 - failed(2e-4, 17))
    base = case(on_test(17, 1e-3), grown(), worst * (1 - below), **gates)
    must_not_hold(folder(tmp_path / "false", base), "challenged")
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": worst * (1 + 1e-10)}))


@pytest.mark.slow
def test_a_worst_time_at_one_of_many_tests_is_compared_within_rounding(tmp_path: Path) -> None:
    """Largest at the moment of a test: the sides of all 515 tests are followed, and only rounding is left."""
    more = {
        "trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}, "E3"],
        "events.+": {"id": "E3", "text": "the lamp fails", "source": "data sheet D-3", "model": grown(1e-4)},
    }
    tests = range(17, 8760, 17)
    worst = failed(1e-3, 17) * max((1 - failed(2e-4, t)) * failed(1e-4, t) for t in tests)
    base = case(on_test(17, 1e-3), grown(), worst * (1 + 2e-15), **more)
    text = must_not_hold(folder(tmp_path / "near", base), "challenged").text
    assert "rounding leaves undecided" in " ".join(text.split())
    below = {"trees.FT.target.probability": worst * (1 - 3e-14)}
    must_not_hold(folder(tmp_path / "false", base, below), "challenged")
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": worst * (1 + 1e-10)}))


@pytest.mark.slow
def test_what_a_target_leaves_is_no_more_than_the_target(tmp_path: Path) -> None:
    """The search for the worst time ends within one part in 10^9: the target is met exactly."""
    at = folder(tmp_path, case(constant(0.5), {"type": "constant", "probability": BUMP}, 1e-3))
    (row,) = json.loads(call("allocate", at, "--event", "E1", "--json")[1])["events"]
    assert 0.25 * (1 - 1e-8) < row["required"] <= 0.25


@pytest.mark.slow
def test_a_limit_within_the_error_of_the_search_is_not_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Largest at ln(2) / rate, at no test: one fails and another, as fast, has not failed."""
    monkeypatch.setattr("casegen.assessment.over_mission.PIECES", 60)
    gates = {"trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}]}
    base = case(grown(1e-3), grown(1e-3), 0.25 * (1 - 1e-14), **gates)
    must_not_hold(folder(tmp_path / "false", base), "it is not shown to be met at every time")
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": 0.25 * (1 + 1e-4)}))


@pytest.mark.slow
def test_what_jumps_up_at_a_test(tmp_path: Path) -> None:
    """Largest in the instant behind the test, of which the top just before it tells nothing."""
    gates = {"trees.FT.gates.TOP.inputs": [{"type": "not", "inputs": ["E1"]}, "E2"]}
    worst = failed(1e-7, 8750)
    base = case(on_test(8750, 1e-3), grown(1e-7), worst * (1 - 1e-12), **gates)
    must_not_hold(folder(tmp_path / "false", base))
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": worst * (1 + 1e-8)}))


@pytest.mark.slow
def test_what_is_not_found_is_no_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.assessment.over_mission.PIECES", 300)
    model = grown(1e-4, hours=op("mod", TIME, 300))
    at = folder(tmp_path, case(model, constant(0.5), 0.4))
    result = casegen.open(at).what_if({"E2": 0.25})
    top = result.top("FT")
    assert top is not None
    assert UNKNOWN in (top.note or "")
    assert (top.value, top.upper) == (1.0, 1.0)
    (row,) = json.loads(call("whatif", at, "--set", "E2=0.25", "--json")[1])["trees"]
    assert (row["before"], row["after"], row["ratio"], row["at_worst"]) == (None, None, None, False)
    assert (row["before_upper"], row["after_upper"]) == (1.0, 1.0)
    assert UNKNOWN in row["problem"]
    text = " ".join(call("whatif", at, "--set", "E2=0.25")[1].split())
    assert UNKNOWN in text
    assert "is shown where it is largest" not in text


ORDERED = {"type": "priority-and", "inputs": ["E1", "E2"]}
AGAINST = {
    "not": ("not", [ORDERED]),
    "nor": ("nor", [ORDERED]),
    "nand beside another": ("nand", [ORDERED, "E3"]),
    "or beside another": ("or", [{"type": "not", "inputs": [ORDERED]}, "E3"]),
}


@pytest.mark.parametrize("name", AGAINST)
def test_an_order_that_does_not_come_about_is_likeliest_at_the_start(name: str, tmp_path: Path) -> None:
    """Over a span of times an order is anything; what is seen at one time is the number of that time.

    The end was judged, where the top is .09 to .2 instead of 1.
    """
    gate, inputs = AGAINST[name]
    more = {
        "trees.FT.gates.TOP.inputs": inputs,
        "claims.C1.text": "The lift starts with an open door when needed in at most 45 of 100 missions",
        "events.+": {"id": "E3", "text": "the lamp fails", "source": "data sheet D-3", "model": grown(2e-4)},
    }
    if gate in ("not", "nor"):
        del more["events.+"]
    at = folder(tmp_path, case(grown(0.01), grown(1e-3), 0.45, gate, **more))
    assert must_not_hold(at, "challenged")
    assert casegen.open(at).what_if({}).top("FT").value == pytest.approx(1.0)  # type: ignore[union-attr]


@pytest.mark.slow
def test_an_order_beside_what_falls_is_judged_where_it_is_seen(tmp_path: Path) -> None:
    """What the AND without an order would be largest at is another time than that of the order's largest."""
    falls = {"type": "glm", "on_demand": 0.9, "failure_rate": 1e-6, "repair_rate": 1e-3}
    more = {
        "trees.FT.gates.TOP.inputs": [ORDERED, "E3"],
        "events.+": {"id": "E3", "text": "the lamp fails", "source": "data sheet D-3", "model": falls},
    }
    at = folder(tmp_path, case(grown(1e-3), grown(0.01), 0.02, "and", **more))
    must_not_hold(at)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    [(2502.857142857142, 1251.4285714285713), (2502.8571428571427, 1251.4285714285713), (864.197523086415, 123.456789012345)],
)  # fmt: skip
def test_tests_whose_times_differ_in_the_last_digit_coincide(
    first: float, second: float, tmp_path: Path
) -> None:
    """8760 / 7 and its double cannot be typed so that they meet; both events are as just before, or as just after."""
    gates = {
        "trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}],
        "claims.C1.text": "The lift starts with an open door when needed in at most 45 of 100 missions",
    }
    worst = failed(1e-4, first) * (1 - failed(4e-5, second))
    base = case(on_test(first, 1e-4), on_test(second, 4e-5), worst * (1 - 1e-9), **gates)
    must_not_hold(folder(tmp_path / "false", base), "challenged")
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": worst * (1 + 1e-6)}))


WORN = {"type": "weibull", "scale": 3000, "shape": 2}


@pytest.mark.slow
@pytest.mark.parametrize(("gate", "other"), [("xor", grown(3e-4)), ("xor", WORN), ("and not", WORN)])
def test_a_smooth_worst_time_takes_few_pieces(
    gate: str, other: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some 6,000 pieces left two tops in a million open where the events were enclosed one by one."""
    monkeypatch.setattr("casegen.assessment.over_mission.PIECES", 150)
    more = {
        "trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}] if gate == "and not" else ["E1", "E2"],
        "trees.FT.gates.TOP.type": "and" if gate == "and not" else "xor",
        "claims.C1.text": "The lift starts with an open door when needed in at most 66 of 100 missions",
    }  # fmt: skip

    def at(hours: float) -> float:
        first = failed(1e-3, hours)
        second = 1 - math.exp(-((hours / 3000) ** 2)) if other is WORN else failed(3e-4, hours)
        return first * (1 - second) + (0.0 if gate == "and not" else second * (1 - first))

    worst = max(at(8760 * k / 200_000) for k in range(200_001))
    base = case(grown(1e-3), other, worst * (1 - 1e-7), **more)
    must_not_hold(folder(tmp_path / "false", base), "challenged")
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": worst * (1 + 1e-7)}))
