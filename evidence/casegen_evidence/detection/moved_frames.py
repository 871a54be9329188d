"""Frames whose boxes are those of another one, mirrored, turned, scaled or moved: made for a training, no new draws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from casegen_evidence.detection.coco import Truth
from casegen_evidence.signs import Intake

Array = NDArray[np.float64]
Turn = tuple[bool, bool, bool]
"""whether x and y change places, x is mirrored, y is mirrored"""
_BOTH = (False, True)
TURNS: Sequence[Turn] = tuple((swapped, x, y) for swapped in _BOTH for x in _BOTH for y in _BOTH)
AS_IT_IS: Turn = (False, False, False)
FEWEST, SHARE = 5, 0.03
"""frames, and their share, from which on frames with the boxes of others are copies"""
ROUNDED = 1.1
"""of the last digit: so far rounding moves the sides of boxes and of their copies apart"""
FINE = 0.1
"""pixels: finer digits than these are noise of the program that wrote them"""
WIDER = 4
"""times as far apart: pairs that meet by chance are many more there, copies hardly"""
CROWDED = 30
"""pairs for each frame from which on they are not looked at"""
SUMS = 4
"""of the numbers of a frame, by which frames are searched"""
MOST_COPIES = 4
"""of a frame under one symmetry: where more meet, frames are alike by what they show, such as one car from behind"""
SAME_SCALE = 0.01
"""by so little boxes of a standing camera differ that are drawn anew"""
ON_A_PLAN = 1.5
"""boxes of the same sides at other places, for each box, from which on objects stand on a plan or a line"""


@dataclass(frozen=True, slots=True)
class _Frames:
    """Images with objects: their indices, boxes ``(boxes, 4)`` from -1 to 1 about the middle, classes, and sizes."""

    images: NDArray[np.int64]
    boxes: Sequence[Array]
    classes: Sequence[tuple[str, ...]]
    kinds: Sequence[NDArray[np.int64]]
    """frames with as many objects of the same classes"""
    sizes: Array
    group: NDArray[np.int64]


def judge_moved_frames(truth: Truth, group: NDArray[np.int64], intake: Intake) -> None:
    """Doubt frames whose boxes are those of an earlier one of another ``group`` under a symmetry of the image, or scaled.

    Needs the sizes of the images.
    """
    sizes = np.array([[_side(row.get("width")), _side(row.get("height"))] for row in truth.images])
    held = _by_image(truth)
    if len(held) < 2 * FEWEST or not np.isfinite(sizes[list(held)]).all():
        return
    images = np.array(list(held), dtype=np.int64)
    middle = [boxes - np.tile(sizes[k], 2) / 2 for k, (boxes, _) in held.items()]
    classes = [names for _, names in held.values()]
    step = ROUNDED * _digit(truth.boxes)
    reach = np.array([np.abs(boxes).max() for boxes in middle])
    kinds = _kinds(middle, classes, step)
    again: dict[int, int] = {}
    for scale, least in (
        (sizes[images] / 2, float(sizes[images].min()) / 2),
        (np.column_stack([reach, reach]), float(np.median(reach))),
    ):
        boxes = [one / np.tile(by, 2) for one, by in zip(middle, scale, strict=True)]
        frames = _Frames(images, boxes, classes, kinds, scale, group[images])
        for a, b in _pairs(frames, step / least):
            again.setdefault(max(a, b), min(a, b))
    if len(again) >= max(FEWEST, SHARE * len(images)):
        later = min(again)
        names = [truth.images[k].get("id") for k in (later, again[later])]
        intake.suspects(
            "frames-again",
            f"{len(again):,} of {len(images):,} frames with objects have the boxes of another one, mirrored, turned or "
            f"scaled, the first is image {names[0]!r} with those of {names[1]!r}: such copies are no independent draws",
            hint="keep one of each, or state `group`",
        )


def _by_image(truth: Truth) -> dict[int, tuple[Array, tuple[str, ...]]]:
    """By image its boxes ``(boxes, 4)`` as x1, y1, x2, y2, by class and place; and their classes."""
    held: dict[int, list[int]] = defaultdict(list)
    for k, image in enumerate(truth.image.tolist()):
        held[image].append(k)
    corners = np.hstack([truth.boxes[:, :2], truth.boxes[:, :2] + truth.boxes[:, 2:]])
    return {
        image: (corners[rows], tuple(truth.category[rows].tolist())) for image, rows in sorted(held.items())
    }


def _side(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else np.nan


def _digit(boxes: Array) -> float:
    """The last digit in which boxes are written: whole pixels, or tenths."""
    return 1.0 if (np.abs(boxes - np.round(boxes)) < 1e-6).mean() > 0.9 else FINE


def _turned(boxes: Array, classes: NDArray[np.int64], turn: Turn) -> Array:
    """Rows ``(frames, 4 boxes)`` of boxes ``(frames, boxes, 4)`` about the middle under one of the eight symmetries of a
    square, those of each frame by class and then by place.
    """
    swapped, mirrored, upside_down = turn
    x, y = boxes[..., [0, 2]], boxes[..., [1, 3]]
    x = -x[..., ::-1] if mirrored else x
    y = -y[..., ::-1] if upside_down else y
    x, y = (y, x) if swapped else (x, y)
    n, k = classes.shape
    at = np.repeat(np.arange(n), k)
    order = np.lexsort((y[..., 0].round(2).ravel(), x[..., 0].round(2).ravel(), classes.ravel(), at))
    whole = np.concatenate([x[..., :1], y[..., :1], x[..., 1:], y[..., 1:]], axis=-1).reshape(n * k, 4)
    return np.asarray(whole[order].reshape(n, 4 * k))


def _kinds(
    boxes: Sequence[Array], classes: Sequence[tuple[str, ...]], near: float
) -> list[NDArray[np.int64]]:
    """Frames with as many objects of the same classes, apart from those whose objects stand on a plan."""
    held: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for k, names in enumerate(classes):
        held[tuple(sorted(names))].append(k)
    several = (np.array(some) for some in held.values() if len(some) > 1)
    return [some for some in several if not _on_a_plan(np.vstack([boxes[k] for k in some]), near)]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows that are searched by a few sums of their numbers, which are no further apart than the rows are."""

    rows: Array
    sums: Array
    """``(numbers, sums)``; the sizes of the weights of each add up to 1"""
    tree: cKDTree

    @classmethod
    def of(cls, rows: Array) -> _Rows:
        """Of ``rows`` of any width."""
        width = rows.shape[1]
        sums = np.eye(width) if width <= SUMS else np.random.default_rng(0).normal(size=(width, SUMS))
        sums = sums / np.abs(sums).sum(axis=0)
        return cls(rows, sums, cKDTree(rows @ sums))

    def met(self, others: Array, near: float) -> set[tuple[int, int]] | None:
        """Pairs of different places of which the one's row is ``near`` the other's of ``others``; None for too many."""
        tree = cKDTree(others @ self.sums)
        if self.tree.count_neighbors(tree, near, np.inf) > CROWDED * len(self.rows):
            return None
        met = self.tree.query_ball_tree(tree, near, p=np.inf)
        a = np.repeat(np.arange(len(met)), [len(some) for some in met])
        b = np.fromiter((j for some in met for j in some), dtype=np.int64, count=len(a))
        close = (np.abs(self.rows[a] - others[b]) <= near).all(axis=1) & (a != b)
        first, second = np.minimum(a, b)[close], np.maximum(a, b)[close]
        return set(zip(first.tolist(), second.tolist(), strict=True))


def _pairs(frames: _Frames, near: float) -> Iterator[tuple[int, int]]:
    """Images of which one has the boxes of the other under a symmetry, to ``near``; not those that have them as they are,
    at the same scale.
    """
    close: dict[Turn, list[tuple[int, int]]] = defaultdict(list)
    by_chance: dict[Turn, int] = defaultdict(int)
    for members in frames.kinds:
        boxes = np.stack([frames.boxes[k] for k in members])
        _, names = np.unique(np.concatenate([frames.classes[k] for k in members]), return_inverse=True)
        rows = _turned(boxes, names.reshape(boxes.shape[:2]), AS_IT_IS)
        if len(np.unique(np.round(rows / near), axis=0)) * MOST_COPIES < len(rows):
            continue
        known = _Rows.of(rows)
        same = known.met(rows, near)
        if same is None:
            continue
        for turn in TURNS:
            turned = _turned(boxes, names.reshape(boxes.shape[:2]), turn)
            pairs, wide = (known.met(turned, d) for d in (near, WIDER * near))
            if pairs is None or wide is None:
                continue
            if 2 * len(wide) > MOST_COPIES * len({k for pair in wide for k in pair}):
                continue
            if turn != AS_IT_IS:
                pairs, wide = pairs - same, wide - same
            new = [_new(frames, members, some, turn) for some in (pairs, wide)]
            close[turn] += new[0]
            by_chance[turn] += len(new[1]) - len(new[0])
    for turn, some in close.items():
        if len(some) > by_chance[turn]:
            yield from some


def _new(
    frames: _Frames, members: NDArray[np.int64], pairs: set[tuple[int, int]], turn: Turn
) -> list[tuple[int, int]]:
    """The images of those pairs that are of different groups and, where nothing is turned, of different scales."""
    return [
        (int(frames.images[a]), int(frames.images[b]))
        for a, b in ((members[i], members[j]) for i, j in sorted(pairs))
        if frames.group[a] != frames.group[b]
        and (turn != AS_IT_IS or not np.allclose(frames.sizes[a], frames.sizes[b], rtol=SAME_SCALE))
    ]


def _on_a_plan(boxes: Array, near: float) -> bool:
    """Whether many boxes lie in the same columns or in the same lines of the image, at places of their own."""
    boxes = np.unique(np.round(boxes / near), axis=0)
    for sides in ((0, 2), (1, 3)):
        _, often = np.unique(boxes[:, list(sides)], axis=0, return_counts=True)
        if (often - 1) @ often / len(boxes) >= ON_A_PLAN:
            return True
    return False
