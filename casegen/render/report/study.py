"""Spread of the top events, one input at a time, and what-ifs, as rows of the document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from casegen.assessment.limits_of import tree_limits
from casegen.model.digits import same
from casegen.model.quantity import Estimate
from casegen.model.quantity import in_words as spread_in_words
from casegen.model.results import Assessment
from casegen.render.diagrams.part_numbers import aged
from casegen.render.language import in_words, thousands_apart, translate
from casegen.render.report.changes import status_word
from casegen.render.report.links import Links
from casegen.render.views.trees import ComparisonView, MovedTopRow, StudyView, SwingView, TreeStudyView
from casegen.render.wording import bound, in_full, in_percent, interval, number, ratio, swing_ends
from casegen.review.dossier import Dossier, TreeStudy

if TYPE_CHECKING:
    from casegen.assessment.study import Quantile
    from casegen.review.dossier import WhatIfComparison


def study_row(assessment: Assessment, dossier: Dossier, links: Links) -> StudyView:
    """Every tree's study, and the case's what-ifs."""
    result = dossier.study
    return {
        "trees": {one.tree: _tree(one, links, tree_limits(assessment, one.tree)) for one in result.trees},
        "comparisons": [_comparison(one, links) for one in result.comparisons],
        "awaiting": [{"name": name, "problem": in_words(why)} for name, why in result.awaiting.items()],
    }


def _tree(study: TreeStudy, links: Links, limits: Sequence[float]) -> TreeStudyView:
    spread = study.spread
    return {
        "problem": in_words(study.problem),
        "spread": None
        if spread is None
        else {
            "mean": number(spread.mean, beside=limits),
            "mean_error": number(spread.mean_error, 2),
            "error_factor": number(spread.error_factor),
            "quantiles": [
                {
                    "level": f"{in_full(in_percent(q.level))}\u202f%",
                    "value": number(q.value, 4, beside=limits),
                    "interval": f"[{', '.join(_ends(q, limits))}]",
                }
                for q in spread.quantiles
            ],
            "point": number(spread.point, beside=limits),
            "trials": thousands_apart(f"{spread.trials:,}"),
            "seed": str(spread.seed),
            "fixed": spread.fixed,
            "clipped": spread.clipped,
        },
        "inputs": study.inputs,
        "swings": _swings(study, links, limits),
    }


def _ends(q: Quantile, limits: Sequence[float]) -> tuple[str, str]:
    return (
        bound(q.lower, upper=False, digits=4, beside=limits),
        bound(q.upper, upper=True, digits=4, beside=limits),
    )


def _swings(study: TreeStudy, links: Links, limits: Sequence[float]) -> list[SwingView]:
    """Each input with the top event at its ends; at measured bounds these are bounds, and rounded outward."""
    rows: list[SwingView] = []
    for swing in study.swings:
        apart = swing.known_swing
        low, high = swing_ends(swing.known_low, swing.known_high, at_bounds=swing.at_bounds, beside=limits)
        rows.append(
            {
                **links.reference(swing.events[0] if len(swing.events) == 1 else swing.id),
                "name": swing.id,
                "events": links.references(swing.events),
                "low": low,
                "high": high,
                "swing": bound(apart, upper=True)
                if swing.at_bounds and not math.isnan(apart)
                else number(apart),
                "elasticity": number(swing.known_elasticity),
                "basis": in_words(swing.basis),
            }
        )
    return rows


def _unchanged(was: Estimate | None, now: Estimate | None) -> bool:
    """Whether two top events are equal up to rounding."""
    if was is None or now is None:
        return was is now
    pairs = ((was.value, now.value), (was.lower, now.lower), (was.upper, now.upper))
    return was.confidence == now.confidence and all(same(a, b) for a, b in pairs)


def _comparison(comparison: WhatIfComparison, links: Links) -> ComparisonView:
    before, after = comparison.before, comparison.after
    flipped = comparison.moved()
    return {
        "name": comparison.name,
        "changes": [
            {
                **links.reference(change.event or change.evidence),
                "subject": change.subject,
                "to": change.state
                or (spread_in_words(change.distribution) if change.distribution else number(change.number)),
            }
            for change in comparison.changes
        ],
        "trees": [
            _moved_tree(comparison, tree, links)
            for tree, was in before.trees.items()
            if not _unchanged(was.judged, after.trees[tree].judged)
        ],
        "not_evaluated": [
            {**links.reference(tree), "problem": in_words(why)} for tree, why in comparison.unknown.items()
        ],
        "claims": [
            {
                **links.reference(claim),
                "before": status_word(before.claims[claim].status.value),
                "after": status_word(comparison.edited[claim].value),
            }
            for claim in flipped
        ],
        "supported": {"before": before.supported, "after": comparison.supported},
    }


def _moved_tree(comparison: WhatIfComparison, tree: str, links: Links) -> MovedTopRow:
    """A top event before and after, in digits that tell each from the limits of the tree."""
    was, now = comparison.before.trees[tree], comparison.after.trees[tree]
    limits = (*tree_limits(comparison.before, tree), *tree_limits(comparison.after, tree))
    at_worst = was.is_worst_before_the_end or now.is_worst_before_the_end
    return {
        **links.reference(tree),
        "before": aged(number(was.judged_value, beside=limits), old=was.stale),
        "after": aged(number(now.judged_value, beside=limits), old=now.stale),
        "before_interval": interval(was.judged, beside=limits),
        "after_interval": interval(now.judged, beside=limits),
        "ratio": ratio(comparison.ratio(tree)),
        "problem": now.problem
        or comparison.worst_unknown(tree)
        or (translate("trees.at_worst") if at_worst else ""),
    }
