"""Requirements on scores that no result can fail: as many failed tests as there are, a share of at least 0."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from casegen.assessment.vital_signs import SOURCE, requirement_limit
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.digits import in_full
from casegen.model.results import EvidenceState

SHARE = (0.0, 1.0)
COUNT = (0.0, math.inf)
"""of the trials that the measure states: no more of them than there are"""
CHANGE = (-1.0, 0.0)
RANGES: Mapping[tuple[str, str], tuple[float, float]] = {
    ("test-report", "failed"): COUNT,
    ("test-report", "skipped"): COUNT,
    ("test-report", "passed_share"): SHARE,
    ("coverage-report", "line_coverage"): SHARE,
    ("coverage-report", "branch_coverage"): SHARE,
    ("coverage-report", "least_covered_file"): SHARE,
    ("conservative-bayes", "demands"): COUNT,
    ("object-detection", "average_precision"): SHARE,
    ("operation-drift", "largest_shift"): SHARE,
    ("nn-adversarial-loss", "confidence_loss"): CHANGE,
    ("nn-metrics", "confidence_loss"): CHANGE,
}
"""least and greatest number of a score, by method and measure; of other kinds the kind says it (``bound-trivial``)"""


def trivial_bounds(case: Case, states: Mapping[str, EvidenceState]) -> Iterator[Diagnostic]:
    """An error at each requirement on a score that every result of its method meets."""
    for section in ("claims", "contexts"):
        for index, node in enumerate(getattr(case, section)):
            wanted = node.requirement
            item, name = (
                (wanted.measure.evidence, wanted.measure.measure) if wanted is not None else (None, None)
            )
            spec = case.evidence_item.get(item or "")
            limit = requirement_limit(case, wanted) if wanted is not None else None
            if spec is None or limit is None or (spec.method, name) not in RANGES:
                continue
            low, high = RANGES[spec.method, str(name)]
            measured = states[spec.id].measures.get(str(name)) if spec.id in states else None
            if high == math.inf and measured is not None and measured.n is not None:
                high = measured.n
            if not wanted.comparison.holds(high if wanted.comparison.is_upper else low, limit):
                continue
            of = f", of {in_full(high)} in all" if (low, math.inf) == RANGES[spec.method, str(name)] else ""
            message = f"{section[:-1]} {node.id}: any {name} of {spec.id} is {wanted.comparison} {in_full(limit)}{of}"
            place = case.locate(section, index, "requirement", "bound")
            yield Diagnostic(
                "bound-trivial",
                Severity.ERROR,
                message,
                place,
                SOURCE,
                "state the bound that the claim needs",
            )
