"""Problems with an exactly known pmi: an operational profile, a fixed classifier, and the truth.

Each case is a way in which an estimate can go wrong; its name says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from casegen_evidence.models import Classifier
from casegen_evidence.ram.problems import Patch, Problem, checkerboard, exact_pmi, spike, two_boxes
from numpy.typing import NDArray

Points = NDArray[np.float64]
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Case:
    """A problem with a fixed classifier; ``points`` is the size of the evaluation set, ``cells`` per axis."""

    name: str
    why: str
    problem: Problem
    predict: Callable[[Points], Labels]
    points: int = 400
    cells: int = 40
    domain: tuple[float, float] = (0.0, 1.0)

    @property
    def classifier(self) -> Classifier:
        return Classifier(self.predict, self.problem.classes, None, "indices")

    @property
    def truth(self) -> float:
        """pmi by integration, to far below the width of any bound here."""
        return _truth(self.name)


@cache
def _truth(name: str) -> float:
    case = CASES[name]
    value, error = exact_pmi(case.problem, case.predict, resolution=2000)
    if error > max(2e-6, 0.002 * value):
        raise ValueError(f"{name}: the truth {value} is only known to {error}")
    return value


def _side(at: float) -> Callable[[Points], Labels]:
    return lambda x: (x[:, 0] > at).astype(np.int64)


def _overlapping() -> Problem:
    box = (0.0, 1.0, 0.0, 1.0)
    patches = (Patch(0, 0.5, box, (0.38, 0.5), (0.05, 0.15)), Patch(1, 0.5, box, (0.62, 0.5), (0.05, 0.15)))
    return Problem("overlapping", ("0", "1"), patches, 0.0)


def _bumpy(points: Points) -> Labels:
    """Right on the two boxes but for a strip that a wave of the boundary cuts off."""
    border = 0.5 + 0.035 * np.sin(14 * points[:, 1])
    return (points[:, 0] > border).astype(np.int64)


def _island(points: Points) -> Labels:
    """Wrong on a disc larger than a cell, in the dense part: the vote there is wrong too."""
    wrong = np.hypot(points[:, 0] - 0.3, points[:, 1] - 0.5) < 0.045
    return np.where(wrong, 1, (points[:, 0] > 0.5).astype(np.int64))


def _spike_missed(points: Points) -> Labels:
    """Wrong near the spike's peak, which a wide kernel smears over its right surroundings."""
    wrong = np.hypot(points[:, 0] - 0.6, points[:, 1] - 0.7) < 0.012
    return np.where(wrong, 0, (points[:, 0] > 0.5).astype(np.int64))


def _stripes(points: Points) -> Labels:
    """Wrong in thin stripes, thinner than a cell: seen everywhere, the labels are right."""
    wrong = np.mod(points[:, 1] * 40, 1.0) < 0.03
    side = (points[:, 0] > 0.5).astype(np.int64)
    return np.where(wrong, 1 - side, side)


def _tiles(points: Points) -> Labels:
    """The checkerboard with its edges in slightly wrong places."""
    moved = (points - 0.04 + np.array([0.008, -0.009])) / 0.92 * 4
    return np.asarray(np.floor(np.clip(moved, 0, 3.999)).sum(axis=1).astype(np.int64) % 2)


def _escaping() -> Problem:
    patches = (
        Patch(0, 0.49, (0.05, 0.49, 0.05, 0.95), (0.3, 0.5), (0.1, 0.2)),
        Patch(1, 0.49, (0.51, 0.95, 0.05, 0.95), (0.7, 0.5), (0.1, 0.2)),
        Patch(1, 0.02, (1.1, 1.3, 0.3, 0.7), (1.2, 0.5), (0.1, 0.2)),
    )
    return Problem("escaping", ("0", "1"), patches, 0.01)


def _wrong_beyond(points: Points) -> Labels:
    return np.where(points[:, 0] > 1.05, 0, (points[:, 0] > 0.5).astype(np.int64))


CASES: Mapping[str, Case] = {
    c.name: c
    for c in (
        Case("perfect", "no failure at all", two_boxes(), _side(0.5)),
        Case(
            "sharp edge", "the density stops at a gap; the boundary strays into it", two_boxes(), _side(0.515)
        ),
        Case("bumpy border", "a wavy boundary cuts off slivers", two_boxes(), _bumpy),
        Case(
            "overlap", "classes overlap: no r-separation, labels of a cell differ", _overlapping(), _side(0.5)
        ),
        Case("wrong island", "the model is wrong in whole cells: their vote is wrong", two_boxes(), _island),
        Case("stripes", "thin stripes of failure inside every row of cells", two_boxes(), _stripes),
        Case("missed spike", "failures under a narrow spike of the profile", spike(), _spike_missed),
        Case("shifted tiles", "many borders, each slightly misplaced", checkerboard(), _tiles),
        Case("outside", "a fiftieth of the profile lies outside the domain", _escaping(), _wrong_beyond),
        Case("large", "the wavy boundary with 2,000 points", two_boxes(), _bumpy, 2000, 60),
        Case("large island", "the wrong island with 2,000 points", two_boxes(), _island, 2000, 60),
        Case("large spike", "the missed spike with 2,000 points", spike(), _spike_missed, 2000, 100),
    )
}
