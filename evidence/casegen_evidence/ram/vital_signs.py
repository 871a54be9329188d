"""Vital signs of labelled points: features that give the label away, frames of one scene as if they were scenes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.rows import recurring
from casegen_evidence.ram.copies import near_copies
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.ram.data import LabelledPoints

POINTS: Mapping[str, str] = {
    "label-given-away": "a feature that is the class, or the number of a row in rows sorted by class",
    "recurring-input": "one row that makes up much of the table, and nothing that says whether it is copied",
    "near-copies": "points that come in small groups of near copies, and no group that says so",
}


def judge_points(data: LabelledPoints, intake: Intake) -> None:
    """Evaluate every sign of :data:`POINTS`; they speak of all measures."""
    for k, name in enumerate(data.features):
        reason = _gives_away(data.points[:, k], data.labels)
        if reason:
            intake.fails(
                "label-given-away",
                f"feature {name} {reason}: a classifier that reads it is right on these points and on no others",
                hint="remove the column",
            )
    if data.groups is None:
        reason = near_copies(data.points, data.labels, data.features)
        if reason:
            intake.fails(
                "near-copies",
                f"{reason}: frames of one scene, or patients measured again, are no independent draws",
                hint="name the column of the scene by the parameter `group`, or keep one row of each",
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
