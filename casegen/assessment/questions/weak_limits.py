"""Words of dependability in claims that hold, held against what their limits let fail."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.requirement_limits import limit_of
from casegen.argument.reading.step import ReadingStep
from casegen.model.digits import in_full
from casegen.model.quantity import PROBABILITY_KINDS
from casegen.model.results import Assessment
from casegen.texts.frequencies.words import dependability
from casegen.texts.numbers.stated import stated

MOST = 0.1
"""what *very unlikely* may stand for (Mastrandrea et al., 2010): what is done dependably fails no more often"""


def weak_limits(assessed: Assessment) -> Iterator[ReadingStep]:
    """Claims without a number that call something safe, dependable or adequate whose limit lets more than 0.1 fail."""
    supported = assessed.supported_claims
    for claim in assessed.case.claims:
        wanted = claim.requirement
        if wanted is None or claim.id not in supported or wanted.kind not in PROBABILITY_KINDS:
            continue
        limit = limit_of(assessed.case, wanted)
        if limit is None or stated(claim.text):
            continue
        failing = limit if wanted.comparison.is_upper else 1.0 - limit
        if failing > MOST * (1.0 + 1e-9) and dependability(claim.text):
            texts = (
                claim.text,
                f"{wanted.measure.measure or wanted.measure.tree} {wanted.comparison} {in_full(limit)}",
            )
            yield ReadingStep(claim.id, "beside", texts, asks=True)
