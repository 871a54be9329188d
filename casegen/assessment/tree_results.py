"""What documents show of a tree that has its numbers: every gate and event, and the top at its worst time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from casegen.assessment.stale_parts import stale_events, stale_gates
from casegen.assessment.trees import BoundTree
from casegen.model.case import Case
from casegen.model.quantity import Estimate
from casegen.model.results import CutSet, EventResult, EvidenceState, Freshness, TreeResult

LEADING_CUT_SETS = 20
LEADING_ALIKE = 500
"""as many where common-cause groups make sets that differ in nothing but the members that fail"""


def quantify(case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> TreeResult:
    """Everything the documents show of a tree."""
    stale = frozenset(item for item, state in evidence.items() if state.freshness is Freshness.STALE)
    if stale not in bound.results:
        bound.results[stale] = _quantified(case, bound, evidence)
    return bound.results[stale]


def _quantified(case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> TreeResult:
    from casegen.fta.study.mission import values_anywhere
    from casegen.fta.tree.close_differences import event_importance
    from casegen.fta.tree.conditioning import known_importance, lost_gates
    from casegen.fta.tree.ranges import counted_orders, inexact, ranged_gates

    compiled, values = bound.compiled, bound.values
    p = values.probability
    anywhere = values_anywhere(bound.case, compiled, bound.evidence, bound.settings) or values
    rounding = inexact(compiled, anywhere, bound.lost) or counted_orders(compiled, values)
    top = _top(case, bound)
    importance = {row.id: row for row in known_importance(event_importance(compiled, p).table, bound.lost)}
    events = {
        event: _event_result(case, bound, i, importance[event], evidence)
        for i, event in enumerate(values.events)
    }
    old = stale_events(case, values.events, evidence, bound.overridden)
    leading = compiled.cut_sets(p, top=LEADING_ALIKE if compiled.groups else LEADING_CUT_SETS)
    return TreeResult(
        id=bound.id,
        top=top,
        gates=compiled.gate_probabilities(p),
        events=events,
        cut_sets=tuple(CutSet(c.events, c.probability, c.contribution) for c in leading.rows),
        cut_set_count=leading.count,
        diagram=_diagram(case, bound, top.confidence),
        bdd_nodes=compiled.bdd_nodes,
        exact=not rounding and not compiled.unordered and not values.has_ranges and not old,
        rounding=rounding,
        lost_gates=lost_gates(compiled, p, values),
        ranged_gates=ranged_gates(compiled, values),
        stale=bool(old),
        stale_items=tuple(dict.fromkeys(old.values())),
        stale_gates=stale_gates(case, compiled.structure, old) if old else frozenset(),
    )


def at_the_end(case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> TreeResult:
    """Everything the documents show of a tree, at the end of its mission, and the top where it is largest before."""
    result = quantify(case, bound.at(None), evidence)
    if bound.prepared.rises:
        return result
    judged, unknown = _judged(case, bound)
    worst = judged if unknown or bound.hours is not None else None
    return replace(result, moves=True, worst=worst, worst_hours=bound.hours, worst_unknown=unknown)


def without_number(result: TreeResult, problem: str) -> TreeResult:
    """The tree whose top event cannot happen as it is modelled: its 0, and that of gates like it, is no number."""
    gates = {gate: p for gate, p in result.gates.items() if p != 0.0}
    return replace(result, top=None, worst=None, worst_hours=None, gates=gates, problem=problem)


class TopResult(NamedTuple):
    """The top event of a tree: ``stale`` where an event rests on stale evidence, ``problem`` where there is no top."""

    top: Estimate | None
    stale: bool
    problem: str = ""


def top_result(case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> TopResult:
    """The top event with its bounds at the confidence of the tree's target, without what only documents show."""
    some = any(state.freshness is Freshness.STALE for state in evidence.values())
    stale = some and stale_events(case, bound.values.events, evidence, bound.overridden)
    return TopResult(_judged(case, bound)[0], bool(stale))


def _judged(case: Case, bound: BoundTree) -> tuple[Estimate, str]:
    """The top event at the worst time of the mission; where that is not found the most that it may be, and why."""
    estimate = _top(case, bound)
    if bound.prepared.rises:
        return estimate, ""
    from casegen.assessment.every_time import worst_time_unknown

    target = case.tree[bound.id].target
    peak = bound.at(None).through.peak(target.confidence if target is not None else None, 1)
    unknown = worst_time_unknown(bound, peak)
    if not unknown:
        return estimate, ""
    at_most = {"value": peak.reach, "lower": None, "upper": peak.reach, "note": unknown}
    return estimate.altered(update=at_most), unknown


def _top(case: Case, bound: BoundTree) -> Estimate:
    """The top event with its bounds at the confidence of the tree's target, or the reason why it has none."""
    target = case.tree[bound.id].target
    estimate, problem = bound.estimate(case, target.confidence if target else None)
    return estimate.altered(update={"note": problem}) if problem else estimate


def _event_result(
    case: Case, bound: BoundTree, i: int, importance: Any, evidence: Mapping[str, EvidenceState]
) -> EventResult:
    values, event = bound.values, bound.values.events[i]
    names = ("birnbaum", "criticality", "fussell_vesely", "raw", "rrw")
    measures = {name: getattr(importance, name) for name in names}
    return EventResult(
        id=event,
        probability=float(values.probability[i]),
        lower=_known(values.lower[i]),
        upper=_known(values.upper[i]),
        confidence=_known(values.confidence[i]),
        source="what-if" if event in bound.overridden else values.sources[i],
        importance={name: math.nan if x is None else float(x) for name, x in measures.items()},
        stale=event in stale_events(case, (event,), evidence, bound.overridden),
    )


def _known(number: float) -> float | None:
    return None if math.isnan(number) else float(number)


def _diagram(case: Case, bound: BoundTree, confidence: float | None) -> dict[str, Any]:
    corners = bound.box(confidence)
    result = dict(bound.prepared.arrays)
    result["values"] = bound.values.probability.tolist()
    result["upper"] = corners.upper.tolist()
    result["lower"] = corners.lower.tolist()
    result["confidence"] = corners.confidence
    return result
