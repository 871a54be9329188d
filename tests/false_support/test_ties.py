"""A top event that equals its limit as typed: rounding neither fails it, nor lets pass what lies a hair above."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation


def tied(kind: str, first: Any, second: Any, target: float) -> dict[str, Any]:
    """A tree of two events with its target, and a text without a number."""
    rate = {"kind": "rate-per-hour"} if kind == "rates" else {}
    return edited(
        calculation(),
        {
            "trees.FT.gates.TOP.type": "or" if rate else kind,
            **{f"trees.FT.{key}": word for key, word in rate.items()},
            **{f"claims.C1.requirement.{key}": word for key, word in rate.items()},
            "trees.FT.target.probability": target,
            "claims.C1.text": "The lift starts with an open door as seldom as the standard asks",
            "events.E1.model": {"type": "constant", "probability": first, **rate},
            "events.E2.model": {"type": "constant", **_number(second), **rate},
        },
    )


def _number(given: Any) -> dict[str, Any]:
    """A constant's number, with what one mission exposes it to."""
    if not isinstance(given, dict) or "probability" not in given:
        return {"probability": given}
    exposure = {key: value for key, value in given.items() if key != "probability"}
    return {"probability": given["probability"], "kind": "probability-per-demand", "exposure": exposure}


@pytest.mark.parametrize(
    ("kind", "first", "second", "target"),
    [
        ("and", 0.68, 0.01, 0.0068),
        ("or", 0.1, 0.2, 0.28),
        ("rates", 1e-5, 2e-5, 3e-5),
        ("xor", 0.3, 0.1, 0.34),
        ("and", {"op": "mul", "args": [0.7, 0.1]}, 0.1, 0.007),
        ("or", 0.1, {"probability": 0.1, "demands": 3, "dependence": "any"}, 0.37),
        ("or", 0.1, {"probability": 0.1, "demands": 3}, 0.3439),
    ],
)
def test_what_equals_its_limit_meets_it(
    tmp_path: Path, kind: str, first: Any, second: Any, target: float
) -> None:
    """`.68 AND .01` against .0068 failed: "0.68 % exceeds 0.68 %"."""
    must_hold(folder(tmp_path / "equal", tied(kind, first, second, target)))


@pytest.mark.parametrize(
    ("kind", "first", "second", "target"),
    [
        ("and", 0.68, 0.0100000000000001, 0.0068),
        ("or", 0.04999999999981, 0.040000000000192, 0.088),  # 4e-26 above
        ("or", 0.1, {"probability": 0.100000000000001, "demands": 3, "dependence": "any"}, 0.37),
        ("rates", 1e-5, 2.00000000000001e-5, 3e-5),
    ],
)
def test_what_lies_a_hair_above_does_not(
    tmp_path: Path, kind: str, first: float, second: float, target: float
) -> None:
    must_not_hold(folder(tmp_path / "above", tied(kind, first, second, target)), "exceeds")


def test_a_strict_limit_is_not_met_by_what_equals_it(tmp_path: Path) -> None:
    base = edited(tied("and", 0.68, 0.01, 0.0068), {"claims.C1.requirement.comparison": "<"})
    must_not_hold(folder(tmp_path / "strict", base))


BUT_NOT = ["E1", {"type": "not", "inputs": ["E2"]}]


@pytest.mark.parametrize(
    ("inputs", "first", "second", "target"),
    [
        (BUT_NOT, 0.7, 0.6, 0.27999999999999997),  # .28 exactly
        (["E1", "E2"], 0.123456789, 0.987654321, 0.12193263111263525),  # …1263526… exactly
        (["E1", "E2"], 0.7000000000000001, 1e-3, 0.0007),
    ],
)
@pytest.mark.parametrize("comparison", ["<=", "<"])
def test_a_limit_a_unit_in_the_last_place_below_is_not_met(
    tmp_path: Path, inputs: list[Any], first: float, second: float, target: float, comparison: str
) -> None:
    """`.7 AND NOT .6`, .28, met .27999999999999997: so many digits were not compared as typed."""
    changes = {"claims.C1.requirement.comparison": comparison, "trees.FT.gates.TOP.inputs": inputs}
    must_not_hold(folder(tmp_path / "below", edited(tied("and", first, second, target), changes)))


@pytest.mark.parametrize(
    ("first", "second", "target"),
    [
        (0.7, 0.6, 0.42000000000004195),
        (0.7, 0.6, 0.42000000000000004),
        (0.7, 0.6000000000000001, 0.42000000000001),
    ],
)
@pytest.mark.parametrize("comparison", ["<=", "<"])
def test_what_lies_clearly_below_is_met_however_little_it_is(
    tmp_path: Path, first: float, second: float, target: float, comparison: str
) -> None:
    base = edited(tied("and", first, second, target), {"claims.C1.requirement.comparison": comparison})
    must_hold(folder(tmp_path / "near", base))


def test_what_rounding_leaves_undecided_is_not_met_and_says_so(tmp_path: Path) -> None:
    """Of an exponential function no decimal is known: the last places may lie on either side."""
    wear = {"type": "exponential", "rate": 1e-3}
    base = tied("and", 0.5, 0.5, 0.5 * -math.expm1(-1e-3 * 8760.0))
    base = edited(base, {"events.E2.model": wear, "trees.FT.mission_time": 8760})
    must_not_hold(folder(tmp_path / "open", base), "rounding leaves undecided")
