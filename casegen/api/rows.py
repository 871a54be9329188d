"""An assessment as plain rows, for data frames and files."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Assessment, TreeResult

Row = dict[str, Any]


def claim_rows(assessment: Assessment) -> Iterator[Row]:
    """One row a claim."""
    for id, claim in assessment.claims.items():
        yield {
            "id": id,
            "status": claim.status.value,
            "text": assessment.case.claim[id].text,
            "reasons": "; ".join(reason.message for reason in claim.reasons),
        }


def requirement_rows(assessment: Assessment) -> Iterator[Row]:
    """One row a requirement: the number compared, the bound, whether it holds."""
    for id, r in assessment.requirements.items():
        yield {
            "id": id, "text": r.text, "comparison": r.comparison.value, "bound": r.bound, "compared": r.compared,
            "kind": r.kind.value, "confidence": r.confidence, "holds": r.holds, "headroom": r.headroom,
            "problem": r.problem,
        }  # fmt: skip


def event_rows(tree: TreeResult, rounding: str) -> list[Row]:
    """One row an event of ``tree``: probability, bounds, importance; None for a share whose digits are lost.

    That is what is divided by a top below the smallest normal number (2.2e-308; IEEE 754, binary64).  ``rounding``: whose
    importance has lost digits.
    """
    return [
        {"tree": tree.id, "event": id, "probability": e.probability, "lower": e.lower, "upper": e.upper,
         "confidence": e.confidence, "source": e.source,
         **{name: None if math.isnan(share) else share for name, share in e.importance.items()},
         "rounding": rounding}
        for id, e in tree.events.items()
    ]  # fmt: skip


def evidence_rows(assessment: Assessment) -> Iterator[Row]:
    """One row a measure; an item without results has one row without numbers."""
    for id, state in assessment.evidence.items():
        about = {"evidence": id, "freshness": state.freshness.value}
        if not state.measures:
            yield about | {"measure": None}
        for name, m in state.measures.items():
            yield about | {
                "measure": name, "value": m.value, "lower": m.lower, "upper": m.upper, "confidence": m.confidence,
                "kind": m.kind.value,
            }  # fmt: skip


OF_TREES = "events"
"""rows that each tree has of its own"""
WRITERS: Mapping[str, Callable[[Assessment], Iterator[Row]]] = {
    "claims": claim_rows,
    "requirements": requirement_rows,
    "evidence": evidence_rows,
}


def frame(rows: Sequence[Row]) -> Any:
    """A data frame of pandas, else of polars; raises :class:`MissingDependencyError` where neither is installed."""
    try:
        import pandas

        return pandas.DataFrame(list(rows))
    except ModuleNotFoundError:
        pass
    try:
        import polars

        return polars.DataFrame(list(rows), infer_schema_length=None)
    except ModuleNotFoundError:
        raise MissingDependencyError("a data frame needs pandas or polars", "pip install pandas") from None
