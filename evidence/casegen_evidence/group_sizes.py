"""Groups of unequal sizes that count alike: what the measures may be of a row drawn from all rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casegen_evidence.bounds.ratio import FAR
from casegen_evidence.bounds.row_mean import Limits, row_limits
from casegen_evidence.method import Measure
from casegen_evidence.signs import Direction, Intake

_OPPOSITE: dict[Direction, Direction] = {"higher": "lower", "lower": "higher"}


def over_rows(
    measures: Mapping[str, Measure], values: Mapping[str, tuple[Any, Any]], confidence: float
) -> dict[str, Limits | None]:
    """Limits over rows by measure, from the ``values`` and the groups of its rows; scores lie from -1, others from 0."""
    return {
        name: row_limits(*each, confidence, -1.0 if measures[name].kind == "score" else 0.0)
        for name, each in values.items()
    }


def judge_sizes(
    sign: str,
    measures: Mapping[str, Measure],
    of_rows: Mapping[str, Limits | None],
    better: Mapping[str, Direction],
    what: str,
    intake: Intake,
) -> None:
    """Note ``sign`` where a limit over rows lies beyond the one stated, in which each group counts alike.

    It has no test: where failures go with the sizes of groups, the share of all rows is another number than the mean
    over groups, and only the limit over rows is valid for it.  So it stands at claims that this limit does not meet.
    Once for the limit that claims mostly use, and once for the other one: a tree may ask for the complement.
    """
    other: dict[str, Direction] = {name: _OPPOSITE[side] for name, side in better.items()}
    for sides, may_be in ((better, "worse"), (other, "better, which the complement is not")):
        possible = worse_of_rows(measures, of_rows, sides)
        if possible:
            worst = ", ".join(f"{name} {value:.3g}" for name, value in possible.items())
            intake.suspects_beyond(
                sign,
                f"{what}, and each counts alike: where failures go with their sizes, the rate over all of them may be "
                f"{may_be} (at the same confidence up to {worst})",
                possible,
                "claim what these limits meet; or say in the waiver why each counts alike, or why sizes play no part",
            )


def worse_of_rows(
    measures: Mapping[str, Measure],
    of_rows: Mapping[str, Limits | None],
    better: Mapping[str, Direction],
) -> dict[str, float]:
    """By measure the limit over rows, where it is worse than the one stated; ``FAR`` off where there is none."""
    worse = {}
    for name, limits in of_rows.items():
        if limits is None:
            continue
        higher = better[name] == "higher"
        stated = measures[name].lower if higher else measures[name].upper
        end = limits[0] if higher else limits[1]
        if end is None:
            end = -FAR if higher else FAR
        if stated is not None and (end < stated if higher else end > stated):
            worse[name] = float(end)
    return worse
