"""Places of operation that labelled points may have met too seldom for any two-sample test to see."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from casegen_evidence.signs import Intake

UNSEEN = 16.5
"""nats by which a place may be met too seldom and not be seen by the tests, while the limit of what was seen is too low

Both happen together in less than 2.5 % of cases: by enumeration 6 for a strip along an axis, which windows fit; 16 for
one of 5 % that no test sees among 800 points, 400 of which show no failure (docs/bounds.md has what was measured)."""
RECURRING_SEEN = 5.0
"""over the root of m: of like samples, the difference of the means of a wave scatters as 1 over that"""
MET = "no winding place of operation, and none in many parts, was met too seldom: no test bounds these"
"""what every limit assumes that is restated for operation by strata"""


def beyond(upper: float, rows: int, others: int) -> float:
    """The largest mass t of a place of which ``rows`` labelled points show ``upper``, compared with ``others``.

    m (t - u + u ln(u/t)) = :data:`UNSEEN`, the divergence of Poisson counts, with m = rows others / (rows + others).
    """
    from scipy.optimize import brentq

    unseen = UNSEEN * (rows + others) / max(rows * others, 1)

    def excess(t: float) -> float:
        return t - upper + (upper * float(np.log(upper / t)) if upper > 0 else 0.0) - unseen

    return 1.0 if upper >= 1.0 or excess(1.0) <= 0 else float(brentq(excess, max(upper, 1e-12), 1.0))


def recurring_seen(rows: int, others: int) -> float:
    """The mass from which on tests see nine of ten places that recur along a feature and that ``rows`` labelled points,
    compared with ``others``, met ten times too seldom."""
    return min(1.0, float(RECURRING_SEEN * np.sqrt((rows + others) / max(rows * others, 1))))


def judge_thin_places(
    intake: Intake, possible: Mapping[str, float], tested: tuple[int, int], what: str
) -> None:
    """Doubt limits that leave no room for a place that labelled points met too seldom for any test to see.

    ``tested`` are how many of ``what``, and how many inputs of operation, the tests compared.
    """
    worst = ", ".join(f"{name} {value:.3g}" for name, value in possible.items())
    intake.suspects_beyond(
        "thin-places",
        f"no test sees among {tested[0]:,} {what} every place of operation that they met too seldom. Where a connected "
        f"one fails, the measures may come to: {worst}. A winding place, or one in many parts, may hold more, and "
        "nothing bounds it: of those that recur along a feature and were met ten times too seldom, nine in ten are seen "
        f"from {recurring_seen(*tested):.2g} of operation on, and of others none may be",
        possible,
        f"take more {what}, or say in the waiver why no place was met too seldom: drawn at random from the record of "
        "operation, for instance",
    )
