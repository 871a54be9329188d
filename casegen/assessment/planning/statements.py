"""What items have to state before they are looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from casegen.assessment.planning.record import PlannedRecord
from casegen.model.digits import round_outward
from casegen.model.plural import counted


def stated_confidences(rows: Iterable[tuple[int, Sequence[PlannedRecord]]], *, paid: bool) -> list[str]:
    """A sentence for each item: the confidence to state, of several numbers of further failures each where it changes.

    ``paid``: whether the sizes pay for the looks.
    """
    stated: dict[str, list[tuple[str, int]]] = {}
    for failures, records in rows:
        for r in records:
            levels = stated.setdefault(r.evidence, [])
            level = "" if r.confidence is None else _rounded(r.confidence)
            if not levels or levels[-1][0] != level:
                levels.append((level, failures))
    pay = "pay for" if paid else "are for"
    lines = []
    for item, levels in stated.items():
        if any(level for level, _ in levels):
            first, *others = [_in_words(level, failures) for level, failures in levels]
            lines.append(
                f"running {item} again is a further look: first state {'; '.join((first, *others))},"
                f" which these sizes {pay}"
            )
    return lines


def _in_words(level: str, failures: int) -> str:
    confidence = f"`confidence: {level}` in it" if level else "the confidence that it has"
    return confidence if failures == 0 else f"from {counted(failures, 'further failure')} on {confidence}"


def _rounded(confidence: float) -> str:
    """A confidence that is at least ``confidence``, in the digits that its error probability needs."""
    error = (1.0 - confidence) * (1.0 + 1e-9)  # of 0.0125 no digit is lost to the difference
    return str(1 - Decimal(repr(round_outward(error, upper=False, digits=4))))
