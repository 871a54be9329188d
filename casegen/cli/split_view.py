"""The split of a joint confidence, in words for `assess` and `plan`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from casegen.cli import output

if TYPE_CHECKING:
    from casegen.model.safety_results import ConfidenceSplit, ErrorShare


def head(split: ConfidenceSplit) -> str:
    """What further evidence for the joint confidence costs at least, or why none is needed or found."""
    start = f"Joint confidence of {output.in_full(split.wanted)}: "
    if split.problem:
        return f"{start}no split: {split.problem}."
    if split.met:
        return f"{start}no further evidence is needed for it."
    if not split.cost:
        return f"{start}no further evidence is needed for it" + (", with" if lines(split) else ".")
    equal = "out of reach" if split.equal_cost is None else f"{split.equal_cost:,.0f}"
    return f"{start}the cheapest further evidence costs {split.cost:,.0f} (shared equally: {equal}), with"


def lines(split: ConfidenceSplit) -> list[str]:
    """For each evidence item the confidence that it has to state, and the units that it then needs."""
    if split.met or split.problem:
        return []
    moved = [share for share in split.shares if not share.kept]
    return [_line(list(rows)) for _, rows in groupby(moved, key=lambda share: share.evidence)]


def _line(rows: list[ErrorShare]) -> str:
    first = rows[0]
    units = f"{first.more:,.0f} more {first.unit}s" if first.more else "what is measured today"
    entry = ", as one further entry" if first.entry else ""
    sources = " and ".join(f"the {row.source}" for row in rows)
    looks = f" ({first.looks} looks)" if first.looks > 1 else ""
    return f"{output.level(first.confidence)} stated in {first.evidence} for {sources}{looks}: {units}{entry}"


def conditions(split: ConfidenceSplit) -> Iterator[str]:
    """What the sizes take for granted."""
    moved = [share for share in split.shares if not share.kept]
    if any(share.more for share in moved):
        yield (
            "further units are a further look at each record, which spends its confidence again: the looks above"
            " contain it; first state the confidence, then run the item once with all its units"
        )
    if split.probability is not None and any(share.more for share in moved):
        works = "the limits are met" if split.barred else "works"
        yield (
            f"{works} if no further failure comes: {output.percent(split.probability)} at today's estimates,"
            f" {output.percent(split.predictive or 0.0)} with their uncertainty"
        )
    for reason in split.barred:
        yield f"more evidence does not settle that {reason}"
