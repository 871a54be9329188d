"""Features of any unit: what a method says does not hang on it, and numbers whose squares are lost are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import casegen
from casegen.model.diagnostic import InputError

TREE = {"kind": "decision-tree", "options": {"max_depth": 1}}
PLANS: dict[str, dict[str, Any]] = {
    "ram-low-dimensional": {"cells": 8, "samples": 500},
    "ram-high-dimensional": {"balls": 20, "samples": 5},
}


def measured(method: str, points: Any, **more: Any) -> Any:
    labels = (np.random.default_rng(0).random((120, 2))[:, 0] > 0.5).astype(int)
    inputs = {"points": {"points": points, "labels": labels}}
    if "operation" in more:
        inputs["operation"] = {"points": more.pop("operation")}
    return casegen.measure(method, inputs, parameters={"classifier": TREE, **PLANS[method], **more}, seed=1)


POINTS = np.random.default_rng(0).random((120, 2))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", PLANS)
@pytest.mark.parametrize(
    ("scale", "words"),
    [
        ((1e-200, 1e-200), "x1 varies by 9"),
        ((1.0, 1e-200), "x2 varies by 9"),
        ((1.0, 1e-40), "x2 varies by 9"),
        ((1e-320, 1.0), "x1 varies by 9"),
        ((1e300, 1e300), "x1 is 9"),
        ((1.0, 1e155), "x2 is 9"),
        ((1e307, 1.0), "x1 is 9"),
    ],
)
def test_numbers_whose_squares_are_lost_are_refused_by_name(
    method: str, scale: tuple[float, float], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        measured(method, POINTS * scale)


@pytest.mark.parametrize("method", PLANS)
def test_huge_numbers_of_operation_are_refused_by_name(method: str) -> None:
    with pytest.raises(InputError, match=r"x2 is 1e\+200 in row 3"):
        measured(method, POINTS, operation=np.where(np.arange(240).reshape(120, 2) == 5, 1e200, POINTS[::-1]))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", PLANS)
@pytest.mark.parametrize("unit", [1e-30, 1e-17, 1e-9, 1e12, 1e30])
def test_a_unit_of_any_ordinary_size_is_accepted(method: str, unit: float) -> None:
    """Small units reach trees as constants (scikit-learn compares with 1e-7), so that the numbers may differ."""
    assert measured(method, POINTS * unit)["pmi"].upper <= 1


@pytest.mark.parametrize("method", PLANS)
@pytest.mark.parametrize("times", [2, 3, 4])
@pytest.mark.parametrize("table", [False, True])
def test_copies_that_count_once_are_no_near_copies(method: str, times: int, table: bool) -> None:
    points = np.random.default_rng(5).random((200, 2))
    labels = (points[:, 0] > 0.5).astype(int)
    for rows in (np.r_[:200, :40], np.repeat(np.arange(200), times), np.tile(np.arange(200), times)):
        x, y = points[rows], labels[rows]
        given: dict[str, Any] = {"points": x, "labels": y}
        if table:
            given = {"x1": x[:, 0], "x2": x[:, 1], "label": y.tolist()}
        plan = PLANS[method] | ({"radius": 0.01} if "high" in method else {})
        result = casegen.measure(method, {"points": given}, parameters={"classifier": TREE, **plan}, seed=1)
        assert not [s.name for s in result.signs]


@pytest.mark.parametrize("method", PLANS)
def test_near_copies_are_seen_among_rows_that_are_there_twice(method: str) -> None:
    rng = np.random.default_rng(5)
    points = rng.random((200, 2))
    points = np.repeat(np.vstack([points, points + 1e-4 * rng.normal(size=points.shape)]), 2, axis=0)
    labels = np.tile((points[::2][:200, 0] > 0.5).astype(int).repeat(2), 2)
    given = {"points": {"points": points, "labels": labels}}
    plan = PLANS[method] | ({"radius": 0.01} if "high" in method else {})
    result = casegen.measure(method, given, parameters={"classifier": TREE, **plan}, seed=1)
    assert ("sign-near-copies", True) in [(s.name, s.fails) for s in result.signs]


def test_a_feature_that_never_changes_is_refused_or_named() -> None:
    points = POINTS * [1.0, 0.0]
    with pytest.raises(InputError, match="expected features that vary; x2 is 0"):
        measured("ram-low-dimensional", points)
    notes = measured("ram-high-dimensional", points).document["notes"]
    assert "x2 is the same in all points, and varies within a ball as the other features do." in notes
    assert not [n for n in measured("ram-high-dimensional", POINTS).document["notes"] if "same in all" in n]
    assert not [
        n
        for n in measured("ram-high-dimensional", points, held=["x2"]).document["notes"]
        if "same in all" in n
    ]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", PLANS)
@pytest.mark.parametrize("unit", [1e-30, 1e-17, 1e-9, 1.0, 1e9])
def test_operation_is_compared_in_every_unit(method: str, unit: float) -> None:
    rng = np.random.default_rng(8)
    points, other = rng.random((300, 2)), rng.random((600, 2))
    labels = (points[:, 0] > 0.5).astype(int)
    recurs = np.where((np.floor(other * 40) % 2 == 0) & (np.arange(2) == 1), other + 1 / 40, other)
    failing = {}
    for name, inputs in {"like": other, "copied": points, "every second part": recurs}.items():
        given = {
            "points": {"points": points * unit, "labels": labels},
            "operation": {"points": inputs * unit},
        }
        plan = {"classifier": {"kind": "logistic-regression"}, **PLANS[method]}
        result = casegen.measure(method, given, parameters=plan, seed=1)
        failing[name] = {s.name for s in result.signs if s.fails}
    assert not failing["like"]
    assert "sign-operation-of-points" in failing["copied"]
    assert "sign-unlike-operation" in failing["every second part"]
