"""Exact cell-wise label shares of tree ensembles: their decision regions are boxes.

In a plane every threshold of every tree cuts the domain once per axis; on the boxes of the overlay, cut
by the cell edges as well, the ensemble is constant, so that the share of a cell's area given to each label
is a sum of areas.  No sampling, no sampling error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.models import Classifier
from casegen_evidence.models.classifier import of_scikit_learn
from casegen_evidence.ram.grid import Grid, SparseGrid

Array = NDArray[np.float64]
_SUPPORTED = ("DecisionTreeClassifier", "ExtraTreesClassifier", "RandomForestClassifier")


def known(classifier: Classifier) -> bool:
    """Whether the model is a tree ensemble whose decision regions this module can read."""
    return type(classifier.model).__name__ in _SUPPORTED and of_scikit_learn(classifier.model)


def supports(classifier: Classifier, grid: Grid, budget: int = 30_000_000) -> bool:
    """Whether exact shares can be had: a supported ensemble in a plane whose overlay fits ``budget`` boxes."""
    if not known(classifier) or grid.dimension != 2 or isinstance(grid, SparseGrid):
        return False
    cuts = [_cuts(classifier.model, grid, k) for k in (0, 1)]
    return (len(cuts[0]) - 1) * (len(cuts[1]) - 1) <= budget


def label_shares(classifier: Classifier, grid: Grid) -> Array:
    """Share of each cell's area that gets each label, ``(cells, classes)``; rows sum to 1."""
    model = classifier.model
    cuts = [_cuts(model, grid, k) for k in (0, 1)]
    areas = [np.diff(c) for c in cuts]
    codes = _codes_of(model, classifier)
    starts = [np.searchsorted(cuts[k], grid.edges(k)[:-1]) for k in (0, 1)]
    shares = np.zeros((grid.shape[0], grid.shape[1], len(classifier.classes)))
    rows = max(1, 4_000_000 // len(cuts[1]))
    boxes = [_leaf_boxes(tree, cuts) for tree in _trees(model)]
    ends = np.append(starts[0][1:], len(areas[0]))
    first = 0
    while first < grid.shape[0]:
        last = first + 1
        while last < grid.shape[0] and ends[last] - starts[0][first] <= rows:
            last += 1
        a, b = int(starts[0][first]), int(ends[last - 1])
        label = codes[_paint(boxes, a, b, len(cuts[1]) - 1, len(codes))]
        for c in np.unique(label):
            area = np.add.reduceat((label == c) * areas[1], starts[1], axis=1) * areas[0][a:b, None]
            shares[first:last, :, c] = np.add.reduceat(area, starts[0][first:last] - a, axis=0)
        first = last
    shares /= np.prod(grid.side)
    return shares.reshape(grid.cells, -1)


def _trees(model: Any) -> list[Any]:
    return [e.tree_ for e in getattr(model, "estimators_", [model])]


def _codes_of(model: Any, classifier: Classifier) -> NDArray[np.int64]:
    """Index into the classifier's classes of each class of the model."""
    if classifier.answers == "indices":
        return np.asarray(model.classes_, dtype=np.int64)
    from casegen_evidence.models.classifier import plain

    return np.array([classifier.classes.index(str(plain(c))) for c in model.classes_], dtype=np.int64)


def _cuts(model: Any, grid: Grid, axis: int) -> Array:
    """All thresholds on ``axis`` inside the box, and the cell edges; sorted, without repeats."""
    results = [grid.edges(axis)]
    for tree in _trees(model):
        results.append(tree.threshold[tree.feature == axis])
    cuts = np.unique(np.concatenate(results))
    return np.asarray(cuts[(cuts >= grid.lower[axis]) & (cuts <= grid.upper[axis])])


def _leaf_boxes(tree: Any, cuts: list[Array]) -> list[tuple[int, int, int, int, Array]]:
    """Leaves as index ranges of ``cuts``, with their class probabilities."""
    results = []
    stack = [(0, 0, len(cuts[0]) - 1, 0, len(cuts[1]) - 1)]
    while stack:
        node, x0, x1, y0, y1 = stack.pop()
        if x0 >= x1 or y0 >= y1:
            continue
        if tree.children_left[node] < 0:
            value = tree.value[node, 0]
            results.append((x0, x1, y0, y1, value / value.sum()))
            continue
        axis = int(tree.feature[node])
        at = int(np.searchsorted(cuts[axis], tree.threshold[node]))
        low, high = (x0, x1) if axis == 0 else (y0, y1)
        at = min(max(at, low), high)
        left, right = int(tree.children_left[node]), int(tree.children_right[node])
        stack.append((left, x0, at, y0, y1) if axis == 0 else (left, x0, x1, y0, at))
        stack.append((right, at, x1, y0, y1) if axis == 0 else (right, x0, x1, at, y1))
    return results


def _paint(
    boxes: list[list[tuple[int, int, int, int, Array]]], a: int, b: int, columns: int, classes: int
) -> NDArray[np.intp]:
    """The ensemble's answer on rows ``a`` to ``b`` of the overlay, ``(b - a, columns)``."""
    total = np.zeros((classes, b - a, columns))
    for tree in boxes:
        for x0, x1, y0, y1, value in tree:
            low, high = max(x0, a), min(x1, b)
            if low < high:
                for c in np.flatnonzero(value):
                    total[c, low - a : high - a, y0:y1] += value[c]
    return np.asarray(total.argmax(axis=0))


def decided_boxes(classifier: Classifier, centre: Array, radius: Array) -> NDArray[np.int64]:
    """The class that the ensemble gives everywhere in each box, or -1 where that is not proven, ``(n,)``.

    Boxes of any dimension by centre ``(n, d)`` and radius ``(n, d)`` or ``(d,)``.  Each tree's leaves that a
    box reaches bound its votes; one class has to beat the others whatever leaves are taken.
    """
    low, high = centre - radius, centre + radius
    codes = _codes_of(classifier.model, classifier)
    least = np.zeros((len(centre), len(codes)))
    most = np.zeros_like(least)
    for tree in _trees(classifier.model):
        bottom, top = _leaf_range(tree, low, high, len(codes))
        least += bottom
        most += top
    best = least.argmax(axis=1)
    rows = np.arange(len(best))
    winner = least[rows, best]
    most[rows, best] = -np.inf
    sure = winner > most.max(axis=1) + 1e-9
    return np.where(sure, codes[best], -1)


def _leaf_range(tree: Any, low: Array, high: Array, classes: int) -> tuple[Array, Array]:
    """Least and largest class probabilities over the leaves that each box reaches."""
    bottom, top = np.full((len(low), classes), np.inf), np.full((len(low), classes), -np.inf)
    stack = [(0, np.arange(len(low)))]
    while stack:
        node, boxes = stack.pop()
        if not len(boxes):
            continue
        if tree.children_left[node] < 0:
            value = tree.value[node, 0] / tree.value[node, 0].sum()
            bottom[boxes] = np.minimum(bottom[boxes], value)
            top[boxes] = np.maximum(top[boxes], value)
            continue
        axis, at = int(tree.feature[node]), float(tree.threshold[node])
        stack.append((int(tree.children_left[node]), boxes[low[boxes, axis] <= at]))
        stack.append((int(tree.children_right[node]), boxes[high[boxes, axis] > at]))
    return bottom, top
