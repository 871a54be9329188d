"""A bound set beside the simulated truth: a table, and the factor between them."""

from __future__ import annotations

from collections.abc import Sequence

from casegen_evidence.method import Measure, Table

TRUTH_ASSUMPTION = (
    "Frames are rendered, not taken: the operational profile and the images are those of "
    "casegen_underwater, so that the truth can be simulated. For a real vehicle the last step is missing."
)
"""Said with every result of the room."""


def factor(bound: Measure, true: Measure, text: str) -> Measure:
    """``bound.upper / true.value`` with the limits that the simulation of the truth leaves; 1 is a perfect bound."""
    assert bound.upper is not None
    assert true.lower is not None
    assert true.upper is not None
    return Measure(
        bound.upper / max(true.value, 1e-12),
        "score",
        bound.upper / max(true.upper, 1e-12),
        bound.upper / max(true.lower, 1e-12),
        true.confidence,
        n=true.n,
        text=text,
        estimator="upper limit over simulated truth",
    )


def beside(rows: Sequence[tuple[str, Measure, Measure]]) -> Table:
    """Estimate and bound beside the simulated truth; rows are (what, evidence, truth)."""
    results: list[list[str | float | int | None]] = []
    for what, bound, true in rows:
        ratio = factor(bound, true, "").value
        truth = f"{true.value:.3g} ({true.lower:.3g} to {true.upper:.3g})"
        upper = None if bound.upper is None else float(f"{bound.upper:.3g}")
        held = "yes" if bound.upper is not None and bound.upper >= true.value else "no"
        results.append([what, float(f"{bound.value:.3g}"), upper, truth, round(ratio, 2), held])
    columns = ["what", "estimate", "upper limit", "simulated truth (limits)", "limit / truth", "limit holds"]
    return Table("Bound beside the simulated truth", columns, results)
