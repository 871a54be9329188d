"""Exact cell-wise label shares of tree ensembles: their decision regions are boxes.

In a plane every threshold of every tree cuts the domain once per axis; on the boxes of the overlay, cut
by the cell edges as well, the ensemble is constant, so that the share of a cell's area given to each label
is a sum of areas.  No sampling, no sampling error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.models import Classifier
from casegen_evidence.models.classifier import of_scikit_learn
from casegen_evidence.ram.grid import Grid, SparseGrid

Array = NDArray[np.float64]
MOST_VISITS = 400_000
"""Nodes, of all trees and boxes, that are looked at together: a matter of memory."""
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


def box_prover(classifier: Classifier) -> Callable[[Array, Array], NDArray[np.int64]]:
    """The class that the ensemble gives everywhere in each box, or -1 where that is not proven, ``(n,)``.

    Boxes of any dimension by centre ``(n, d)`` and radius ``(n, d)`` or ``(d,)``.  The leaves of each tree that a
    box reaches bound its votes; one class has to beat the others whatever leaves are taken.
    """
    forest, codes = _Forest.of(classifier.model), _codes_of(classifier.model, classifier)

    def decided(centre: Array, radius: Array) -> NDArray[np.int64]:
        low, high = centre - radius, centre + radius
        each = max(1, MOST_VISITS // (len(forest.roots) * len(codes)))
        parts = [
            forest.votes(low[k : k + each], high[k : k + each]) for k in range(0, max(1, len(low)), each)
        ]
        least, most = (np.concatenate(ends) for ends in zip(*parts, strict=True))
        best = least.argmax(axis=1)
        rows = np.arange(len(best))
        winner = least[rows, best]
        most[rows, best] = -np.inf
        return np.where(winner > most.max(axis=1) + 1e-9, codes[best], -1)

    return decided


@dataclass(frozen=True, slots=True)
class _Forest:
    """All trees in one numbering of nodes: ``roots`` (trees,), the first being 0; leaves have ``feature`` < 0.

    ``low`` and ``high`` (nodes, d) are the region of a node, ``least`` and ``most`` (nodes, classes) the ranges of the
    class probabilities over the leaves below it.
    """

    trees: tuple[Any, ...]
    roots: NDArray[np.int64]
    feature: NDArray[np.int64]
    threshold: Array
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    low: Array
    high: Array
    least: Array
    most: Array

    @classmethod
    def of(cls, model: Any) -> _Forest:
        every = tuple(_trees(model))
        roots = np.cumsum([0, *(t.node_count for t in every[:-1])])
        shift = np.repeat(roots, [t.node_count for t in every])
        left, right = (
            np.concatenate([getattr(t, f"children_{side}") for t in every]) + shift
            for side in ("left", "right")
        )
        feature = np.concatenate([t.feature for t in every]).astype(np.int64)
        threshold = np.concatenate([t.threshold for t in every])
        value = np.concatenate([t.value[:, 0] for t in every])
        value = value / value.sum(axis=1, keepdims=True)
        low = np.full((len(feature), every[0].n_features), -np.inf)
        result = cls(every, roots, feature, threshold, left, right, low, -low, value.copy(), value.copy())
        result._regions()
        return result

    def _regions(self) -> None:
        """Fill in regions from the roots down, and ranges from the leaves up."""
        levels = [self.roots]
        while len(level := levels[-1][self.feature[levels[-1]] >= 0]):
            axis, left, right = self.feature[level], self.left[level], self.right[level]
            for ends in (self.low, self.high):
                ends[left] = ends[right] = ends[level]
            self.high[left, axis] = self.low[right, axis] = self.threshold[level]
            levels[-1] = level
            levels.append(np.concatenate([left, right]))
        for level in reversed(levels[:-1]):
            left, right = self.left[level], self.right[level]
            self.least[level] = np.minimum(self.least[left], self.least[right])
            self.most[level] = np.maximum(self.most[left], self.most[right])

    def votes(self, low: Array, high: Array) -> tuple[Array, Array]:
        """Least and largest sums over the trees of class probabilities in boxes from ``low`` to ``high`` (n, d).

        Points are rounded to 32 bits before a tree sees them, and so are the corners.  Leaves are boxes: one that holds
        both corners holds the box.
        """
        ends = np.stack([low, high]).astype(np.float32)
        leaves = [[t.apply(end) for t in self.trees] for end in ends]
        first, last = (np.array(side) + self.roots[:, None] for side in leaves)
        bottom = self.least[first]
        top = bottom.copy()
        tree, box = np.nonzero(first != last)
        if len(tree):
            bottom[tree, box], top[tree, box] = self._ranges(self.roots[tree], *ends.astype(float)[:, box])
        return bottom.sum(axis=0), top.sum(axis=0)

    def _ranges(self, node: NDArray[np.int64], low: Array, high: Array) -> tuple[Array, Array]:
        """Ranges of the class probabilities that each box (m, d) meets below its ``node`` (m,)."""
        shape = len(node), self.least.shape[1]
        bottom, top = np.full(shape, np.inf), np.full(shape, -np.inf)
        parts = [(node, np.arange(len(node)))]
        while parts:
            node, pair = parts.pop()
            if len(node) > MOST_VISITS:
                pieces = range(0, len(node), MOST_VISITS)
                parts += [(node[k : k + MOST_VISITS], pair[k : k + MOST_VISITS]) for k in pieces]
                continue
            done = self.feature[node] < 0
            done |= np.all((low[pair] <= self.low[node]) & (high[pair] >= self.high[node]), axis=1)
            for c in range(shape[1]):
                np.minimum.at(bottom[:, c], pair[done], self.least[node[done], c])
                np.maximum.at(top[:, c], pair[done], self.most[node[done], c])
            node, pair = node[~done], pair[~done]
            axis, at = self.feature[node], self.threshold[node]
            left, right = low[pair, axis] <= at, high[pair, axis] > at
            if len(node):
                below = np.concatenate([self.left[node[left]], self.right[node[right]]])
                parts.append((below, np.concatenate([pair[left], pair[right]])))
        return bottom, top
