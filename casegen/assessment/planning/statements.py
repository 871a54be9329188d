"""What items have to state before they are looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from casegen.assessment.planning.record import PlannedRecord
from casegen.io.sentences import sentence
from casegen.model.decimals import in_own_context
from casegen.model.digits import round_outward
from casegen.model.sentence import Sentence, listed


def stated_confidences(rows: Iterable[tuple[int, Sequence[PlannedRecord]]], *, paid: bool) -> list[Sentence]:
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
    key = "further.look_paid" if paid else "further.look"
    lines: list[Sentence] = []
    for item, levels in stated.items():
        if any(level for level, _ in levels):
            stated_levels = listed(_in_words(level, failures) for level, failures in levels)
            lines.append(sentence(key, item=item, levels=stated_levels))
    return lines


def _in_words(level: str, failures: int) -> Sentence:
    confidence = sentence("further.level", level=level) if level else sentence("further.own_level")
    if failures == 0:
        return confidence
    return sentence("further.from", n=f"{failures:,}", confidence=confidence)


@in_own_context
def _rounded(confidence: float) -> str:
    """A confidence that is at least ``confidence``, in the digits that its error probability needs."""
    error = (1.0 - confidence) * (1.0 + 1e-9)  # of 0.0125 no digit is lost to the difference
    return str(1 - Decimal(repr(round_outward(error, upper=False, digits=4))))
