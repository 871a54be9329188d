"""Vital signs of labelled points: features that give the label away, frames of one scene as if they were scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.rows import recurring, repeated
from casegen_evidence.profiles.scaling import scaled_apart
from casegen_evidence.ram.between import between_rows
from casegen_evidence.ram.class_parts import blocks_of_rows, parts_around, parts_of_classes
from casegen_evidence.ram.codes import coded, coded_together, summed
from casegen_evidence.ram.mirrored import mirrored
from casegen_evidence.ram.recurring_draws import distinct_rows, without_recurring
from casegen_evidence.signs import Intake
from casegen_evidence.tables.resaved import held_again
from casegen_evidence.tables.signs.features import judge_missing, judge_named_features
from casegen_evidence.tables.signs.filled import judge_filled, judge_stuck
from casegen_evidence.tables.signs.near_copies import near_copies
from casegen_evidence.tables.signs.succession import rows_in_sequence
from casegen_evidence.tables.signs.written_again import written_again

if TYPE_CHECKING:
    from casegen_evidence.ram.data import LabelledPoints

POINTS: Mapping[str, str] = {
    "class-not-evaluated": "a class that the classifier knows and no point has",
    "label-given-away": "a feature that is the class, or nearly so, or the number of a row in rows sorted by class",
    "label-by-place": "a last column that is taken for the label, and is none by its name",
    "operation-of-points": "operation that is the labelled points again, or some of them",
    "scaled-apart": "labelled points and inputs of operation that were each scaled by themselves",
    "between-rows": "points that lie between two others of their class on a straight line, as interpolation makes them",
    "unscaled": "one radius for features of unlike spread, or for counts and categories",
    "recurring-input": "one row that makes up much of the table, and nothing that says whether it is copied",
}
FURTHER: Mapping[str, str] = {
    "copies-or-draws": "equal rows that count once, and limits that are others if each of them counts",
    "refuted-by-tests": "evaluation points that fail more often than the limit of a measure of the same result allows",
}
"""signs of what was estimated"""
APART = 0.02
"""share of a feature's variance within the classes below which it looks like the class with noise"""

SORTED = 0.05
"""of the changes of class in rows in any order: so few are left where rows are sorted by class, or recorded so"""
MANY = 40
"""features beyond which they are taken for pixels of one unit"""
MOSTLY = 0.5
"""share of the inputs of operation from which on they may be labelled points"""
PART, FEWEST_AGAIN = 0.1, 20
"""share of the inputs of operation, and rows, from which on labelled points among them are asked about"""
LONGER, MOST_OF = 3.0, 0.6
"""times as long as the labelled points in it a record of operation is that they were taken from, and the share of them
that is seen there at least: values of few digits hide some"""
UNLIKE = 10.0
"""ratio of standard deviations from which on features do not look as if they had one unit"""
FEW = 10
"""whole numbers that a feature takes at most to be called a count or a category"""


def judge_points(data: LabelledPoints, intake: Intake, *, copies: bool = False) -> None:
    """Evaluate every sign of :data:`POINTS`; they speak of all measures.

    Only distinct rows are asked whether they depend on each other: with ``copies`` equal ones count once, and else they
    are declared to be independent draws.
    """
    plain = [
        k
        for k, name in enumerate(data.features)
        if not _judge_feature(name, data.features, data.points[:, k], data.labels, intake)
    ]
    together = coded_together(data.points, data.labels, data.features) or summed(
        data.points[:, plain], data.labels, [data.features[k] for k in plain]
    )
    if together:
        intake.suspects(
            "label-given-away",
            f"{together}: are they a code of the label?",
            hint="remove the columns, or state in the waiver what they measure",
        )
    own = data
    if not copies:
        own = data.part(distinct_rows(data.points))
    elif data.groups is None:
        own = data.part(~repeated(data.points, data.labels))
    if between := between_rows(own.points, own.labels):
        intake.suspects(
            "between-rows",
            f"{between}: rows made by interpolation, such as SMOTE's, are no draws of operation",
            hint="give the points as they were measured, and state the classes' shares in operation by `profile`",
        )
    judge_missing("labelled points", data.features, data.points, intake)
    judge_filled("labelled points", data.features, own.points, intake, own.labels)
    if data.groups is None:
        judge_stuck(data.features, data.points, data.labels, intake)
    _judge_independence(own, intake)


def _judge_independence(data: LabelledPoints, intake: Intake) -> None:
    """Points that depend on each other: near copies, successive ones, and parts of what a feature's name says."""
    own = slice(None) if data.groups is None else np.unique(data.groups, return_index=True)[1]
    reason = ""
    if data.groups is None or len(data.labels[own]) > 0.5 * len(data.labels):
        reason = near_copies(data.points[own], data.labels[own], data.features)
        if reason:
            intake.fails(
                "near-copies",
                f"{reason}: frames of one scene, or patients measured again, are no independent draws",
                hint="name the column of the scene by the parameter `group`, or keep one row of each",
            )
    if (
        data.groups is None
        and not reason
        and (near := rows_in_sequence(data.points, data.labels, data.features))
    ):
        intake.suspects(
            "rows-in-sequence",
            f"{near}: frames of a film, or steps of a run, are no independent draws",
            hint="name the column of the scene by the parameter `group`, keep one row of each scene, or state in the "
            "waiver how the points were drawn, and what puts them in this order",
        )
    rows = len(data.labels) if data.groups is None else len(set(data.groups))
    judge_named_features(
        "labelled points",
        data.features,
        data.points,
        rows,
        intake,
        "name the column by the parameter `group`, ",
    )


def judge_repeated(data: LabelledPoints, copies: bool, intake: Intake) -> None:
    """Doubt points that are there several times over; ``copies`` count once, where their digits tell them from draws."""
    if data.groups is not None:
        return
    turned, how = mirrored(data.points, data.labels, data.features)
    if turned:
        intake.suspects(
            "repeated-rows",
            f"{turned:,} pairs among {len(data.labels):,} points are one point and a copy {how}: copies are no "
            "independent draws",
            hint="keep one row of each; or say in the waiver why a symmetric plan stands for operation",
        )
    if turned or (copies and repeated(data.points, data.labels).any()):
        return
    again, how = written_again([*data.points.T, data.labels])
    if again:
        intake.suspects(
            "repeated-rows",
            f"{again:,} of {len(data.labels):,} points repeat others, {how}: copies are no independent draws",
            hint="keep one row of each; or say in the waiver why equal rows are draws of their own",
        )


def _judge_feature(
    name: str, names: Sequence[str], values: NDArray[np.float64], labels: NDArray[np.int64], intake: Intake
) -> bool:
    """Whether one feature gives the label away, or may; the sign is noted."""
    if reason := _gives_away(values, labels) or parts_of_classes(values, labels):
        intake.fails(
            "label-given-away",
            f"feature {name} {reason}: a classifier that reads it is right on these points and on no others",
            hint="remove the column",
        )
        return True
    if (
        doubt := _nearly_gives_away(values, labels)
        or coded(values, labels)
        or parts_around(values, labels)
        or blocks_of_rows(values, labels)
        or _named_as_an_answer(name, names)
    ):
        intake.suspects(
            "label-given-away",
            f"feature {name} {doubt}: is it a measurement of what is classified, or the label, or the time it was "
            "recorded?",
            hint="remove the column, or state in the waiver what it measures",
        )
        return True
    return False


def judge_scale(data: LabelledPoints, held: set[str], intake: Intake) -> None:
    """Doubt one radius for all features where their spreads differ, or one of them counts, and no scale is stated."""
    free = [k for k, name in enumerate(data.features) if name not in held and np.ptp(data.points[:, k]) > 0]
    if len(data.features) > MANY or not free:
        return
    spread = data.points[:, free].std(axis=0)
    least, largest = free[int(spread.argmin())], free[int(spread.argmax())]
    counts = [k for k in free if _counts(data.points[:, k])]
    if spread.max() > UNLIKE * spread.min():
        reason = f"{data.features[largest]} varies by {spread.max():.3g} and {data.features[least]} by {spread.min():.3g}"
    elif counts and len(counts) < len(free):
        reason = f"{data.features[counts[0]]} takes whole numbers only, and others vary continuously"
    else:
        return
    intake.suspects(
        "unscaled",
        f"one radius for all features, in their own units: {reason}",
        ("pmi", "pmi_as_drawn", "acu"),
        "state `scale: range` or `sd`, the radius of each feature in `radii`, features that do not vary in `held`; or "
        "`scale: none` if the units are alike",
    )


def _counts(values: NDArray[np.float64]) -> bool:
    return bool(np.all(values == np.round(values))) and len(np.unique(values)) <= FEW


def judge_operation(
    points: NDArray[np.float64],
    inputs: NDArray[np.float64],
    names: Sequence[str],
    intake: Intake,
    *,
    copies: bool = True,
) -> None:
    """Doubt inputs of operation that are the labelled points: what is compared with itself is always alike.

    Labelled points that are all of a record of operation :data:`LONGER` times as long are no doubt; nor, where equal
    rows are no ``copies`` but draws, are inputs that recur in both.
    """
    judge_missing("inputs of operation", names, inputs, intake)
    if why := scaled_apart(points, inputs, names):
        intake.suspects(
            "scaled-apart",
            why,
            hint="scale both by the numbers of the labelled points, or give both unscaled",
        )
    if not copies:
        inputs = without_recurring(points, inputs)
    inputs = np.unique(inputs, axis=0)  # one that is near a labelled point by chance may recur in operation
    again = held_again(inputs, points)
    mostly, of_a_longer = again > MOSTLY * len(inputs), MOST_OF * len(points) <= again <= len(inputs) / LONGER
    if not mostly and (again < max(FEWEST_AGAIN, PART * len(inputs)) or of_a_longer):
        return
    copied = mostly and again >= 0.9 * len(points)
    note = intake.fails if copied else intake.suspects
    note(
        "operation-of-points",
        f"about {again:,} of {len(inputs):,} different inputs of operation are labelled points too"
        f"{f', of which there are {len(points):,}' if copied else ''}: "
        f"{'nothing was seen of operation itself' if mostly else 'they draw operation towards what was labelled'}",
        hint="give inputs that were recorded in operation"
        + ("" if copied else "; state in the waiver if the labelled points hold a record of operation"),
    )


def judge_recurring(points: NDArray[np.float64], role: str, intake: Intake) -> None:
    """Bar everything where one row recurs so often that counting it once may hide what happens at it."""
    row, times = recurring(points)
    if times:
        intake.fails(
            "recurring-input",
            f"{role}: one row (number {row + 1}) occurs {times} times among {len(points)}. If it is copied it counts "
            "once; if operation has it so often, each time counts",
            hint="keep one copy, or state `repeats: draws` if equal rows are independent draws",
        )


def _gives_away(values: NDArray[np.float64], labels: NDArray[np.int64]) -> str:
    """Why a feature is no measurement but the label itself; empty if it may be one."""
    distinct, index = np.unique(values, return_inverse=True)
    classes = int(labels.max()) + 1
    if len(values) >= 20 and len(distinct) == classes:
        pairs = len(np.unique(index.reshape(-1) * classes + labels))
        if pairs == classes:
            return "has one value for each class"
    steps = np.diff(values)
    changes = int((np.diff(labels) != 0).sum())
    if (
        len(values) >= 20
        and changes == classes - 1
        and len(distinct) == len(values)
        and len(np.unique(steps)) == 1
    ):
        return "counts the rows, which are sorted by class"
    return ""


def _named_as_an_answer(name: str, names: Sequence[str]) -> str:
    """Why a feature's name says that it is an answer or a label; a `y` beside an `x` among all ``names`` is a place."""
    if name.casefold() == "y" and any(other.casefold() == "x" for other in names):
        return ""
    words = set(re.findall(r"[^\W\d_]+", name.casefold()))
    said = words & {
        "prediction",
        "predicted",
        "pred",
        "predictions",
        "truth",
        "annotation",
        "logit",
        "softmax",
    }
    if said or name.casefold() in {
        "label",
        "class",
        "target",
        "y",
        "y_true",
        "y_pred",
        "y_hat",
        "class_id",
        "label_id",
    }:
        return "is named as an answer or a label"
    return ""


def _nearly_gives_away(values: NDArray[np.float64], labels: NDArray[np.int64]) -> str:
    """Why a feature may be the label with some noise, or the time of rows that were recorded class by class."""
    n, classes = len(values), int(labels.max()) + 1
    spread = float(values.var())
    if n < 20 or not spread > 0:
        return ""
    counts = np.bincount(labels, minlength=classes)
    held = np.maximum(counts, 1)
    mean = np.bincount(labels, values, classes) / held
    within = float((np.bincount(labels, values**2, classes) / held - mean**2).clip(0) @ counts) / n
    squares = np.bincount(labels, values**2, classes) / held
    if _class_numbers(mean, np.sqrt((squares - mean**2).clip(0)), counts):
        means = ", ".join(f"{m:.2f}" for m in mean[:4])
        more = ", …" if classes > 4 else ""
        return f"has means {means}{more} in the classes and spreads alike, as their numbers with noise"
    if within < APART * spread:
        return f"has values of its own for each class, {1 - within / spread:.1%} of its variance lies between classes"
    steps, changes = np.diff(values), int((np.diff(labels) != 0).sum())
    rising = float(max((steps > 0).mean(), (steps < 0).mean()))
    shares = counts / n
    expected = (n - 1) * float(1 - (shares**2).sum())
    if _in_row_order(values) and rising > 0.5 and changes <= max(2 * classes, SORTED * expected):
        return f"goes with the order of the rows, in which the class changes {changes:,} times only"
    if _counts_regularly(values):
        order = np.argsort(values, kind="stable")
        changes = int((np.diff(labels[order]) != 0).sum())
        if (changes < 0.25 * expected and changes > 2 * classes) or (
            changes < 0.1 * expected and _whole(values)
        ):
            return f"counts on in even steps, along which the class changes {changes:,} times only"
    return ""


def _class_numbers(mean: NDArray[np.float64], spread: NDArray[np.float64], counts: NDArray[np.int64]) -> bool:
    """Whether a feature is the number of the class and some noise: means at successive whole numbers, spreads alike."""
    error = spread / np.sqrt(np.maximum(counts, 1))
    whole = np.round(mean)
    successive = len(mean) > 1 and np.array_equal(np.sort(whole), whole.min() + np.arange(len(mean)))
    near = np.abs(mean - whole) <= 3 * error
    even = spread.min() > 0.02 and spread.max() < 1.4 * spread.min()
    return bool(successive and near.all() and error.max() < 0.04 and even and spread.max() < 0.6)


def _in_row_order(values: NDArray[np.float64]) -> bool:
    """Whether a feature rises or falls with the number of the row, except for noise."""
    ranks = values.argsort(kind="stable").argsort(kind="stable")
    r = float(np.corrcoef(ranks, np.arange(len(ranks)))[0, 1])
    return abs(r) > 0.99


def _whole(values: NDArray[np.float64]) -> bool:
    return bool(np.all(values == np.round(values)))


def _counts_regularly(values: NDArray[np.float64]) -> bool:
    """Whether the values, in order, lie at nearly even distances, as numbers of rows or frames do and draws do not."""
    steps = np.diff(np.sort(values))
    return bool(np.all(steps > 0)) and float(steps.std()) < 0.5 * float(steps.mean())
