"""Places that no window along a feature fits: bands across features, balls and shells over all of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from casegen_evidence.profiles.shapes import TOGETHER, Runs, Shapes, compare_shapes

Array = np.ndarray
PLACES: dict[str, tuple[int, Callable[[Array], Array]]] = {
    "band": (2, lambda x: np.abs(x[:, 0] - x[:, 1]) < 0.0253),
    "ball": (3, lambda x: np.linalg.norm(x - 0.5, axis=1) < 0.288),
    "shell": (2, lambda x: np.abs(np.hypot(x[:, 0] - 0.5, x[:, 1] - 0.5) - 0.3) < 0.04),
}
SEEN = 0.01 / 7
"""level of one test of seven"""


def compared(kind: str, kept: float, seed: int, answer: bool = False) -> tuple[Shapes, Shapes]:
    axes, inside = PLACES[kind]
    rng = np.random.default_rng([seed, axes])
    drawn, operation = rng.random((2400, axes)), rng.random((3200, axes))
    labelled = drawn[~inside(drawn) | (rng.random(2400) < kept)][:800]
    if answer:
        labelled, operation = (np.column_stack([x, x[:, 0] > 0.5]) for x in (labelled, operation))
    strata = rng.integers(0, 4, 800), rng.integers(0, 4, 3200)
    result = compare_shapes(labelled, operation, rng, strata)
    assert result is not None
    return result


@pytest.mark.slow
@pytest.mark.parametrize("answer", [False, True])
@pytest.mark.parametrize("kind", PLACES)
def test_a_place_that_is_met_too_seldom_is_seen(kind: str, answer: bool) -> None:
    """Also beside a column of few values, such as the model's answer."""
    for shapes in compared(kind, 0.02, 1, answer):
        assert getattr(shapes, kind).p_value < SEEN
        place = getattr(shapes, kind)
        assert place.first < 0.5 * place.expected
        names = tuple("abcd"[: PLACES[kind][0] + answer])
        assert f"a {kind} about" in place.difference(names)
        assert shapes.worst.p_value <= place.p_value


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLACES)
def test_what_is_met_as_often_is_not(kind: str) -> None:
    p = np.array([[s.p_values for s in compared(kind, 1.0, seed)] for seed in range(2)])
    assert (p > SEEN).all()


@pytest.mark.slow
def test_places_of_more_labelled_points_are_no_matter() -> None:
    """Bounds suffer from places that are met too seldom; windows look at both."""
    rng = np.random.default_rng(3)
    first, second = (
        np.concatenate([rng.random((300, 2)), rng.normal(0.5, 0.02, (60, 2))]),
        rng.random((400, 2)),
    )
    result = compare_shapes(first, second, rng, (np.zeros(360, int), np.zeros(400, int)))
    assert result is not None
    assert all(np.abs(s.worst.middle - 0.5).max() > 0.04 for s in result)


def test_one_measured_feature_has_no_shapes() -> None:
    rng = np.random.default_rng(4)
    first, second = (np.column_stack([rng.random(n), rng.integers(0, 9, n)]) for n in (100, 300))
    assert compare_shapes(first, second, rng, (np.zeros(100, int), np.zeros(300, int))) is None


@pytest.mark.parametrize("rows", [9, 400, 3000])
@pytest.mark.parametrize("count", [1, TOGETHER])
def test_flags_are_counted_by_field(rows: int, count: int) -> None:
    """Also in fields of more rows than a byte counts."""
    rng = np.random.default_rng(rows)
    order = np.array([rng.permutation(rows) for _ in range(5)], dtype=np.int32)[:, : rows - 3]
    fields = np.array([0, 1, rows // 2])
    flags = rng.random((count, rows)) < 0.9
    below = Runs(order, fields, np.array([0, 1]), np.array([2, 3])).below(flags)
    ends = [0, 1, rows // 2, rows - 3]
    expected = [[[own[view[:end]].sum() for end in ends] for view in order] for own in flags]
    assert below.tolist() == expected
