"""The top event's limit from independent records together, where the case declares them and nothing speaks against it.

The inputs whose records are counts (failures in trials or hours) enter one joint limit
(:func:`casegen_evidence.bounds.joint.joint_upper`) with the error probability that their own limits would have spent;
all other inputs stand at their bounds as in the box.  That is valid since the declared records are independent of all
other evidence of the tree: given the other inputs' bounds, the joint limit holds with its own error probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen.assessment.independence import independence
from casegen.io.sentences import sentence, stands
from casegen.model.case import Case
from casegen.model.quantity import Dependence, MeasureKind
from casegen.model.results import EvidenceState, JointBound, RequirementResult

if TYPE_CHECKING:
    from casegen_evidence.bounds.joint import JointLimit
    from casegen_evidence.bounds.records import Counts

    from casegen.assessment.trees import BoundTree
    from casegen.fta.events.expressions import Input

Array = NDArray[np.float64]
_SAME = 1e-9


def joint_bound(
    case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState], confidence: float | None
) -> JointBound | None:
    """The joint limit at ``confidence``; None where the tree declares no independent records."""
    declared = case.tree[bound.id].independent
    if declared is None:
        return None
    known = bound.joints.get(confidence)
    if known is None or known[0] is not evidence:
        known = bound.joints[confidence] = evidence, _joint_bound(case, bound, evidence, confidence)
    return known[1]


def _joint_bound(
    case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState], confidence: float | None
) -> JointBound:
    declared = case.tree[bound.id].independent
    assert declared is not None
    estimate, problem = bound.estimate(case, confidence)
    corners = bound.box(confidence)

    def none(problem: str, records: tuple[str, ...] = ()) -> JointBound:
        return JointBound(None, estimate.upper, estimate.confidence, records, declared.claim, problem=problem)

    if bound.lost is not None:
        return none(bound.lost.words)
    if not bound.prepared.rises:
        return none(sentence("tree_bound.not_at_end"))
    if problem or estimate.upper is None or corners.mixed:
        return none(problem or sentence("tree_bound.not_monotone"))
    used = tuple(dict.fromkeys(m[0] for m in _measures(bound)))
    records = records_of(bound, declared.evidence)
    by_item = {one.measured[0]: counts for one, counts in records.values() if one.measured is not None}
    seen = independence(case, declared.evidence, used, evidence, by_item)
    if seen.problem:
        return none(seen.problem)
    names = tuple(".".join(one.measured or ()) for one, _ in records.values())
    if len(records) < 2:
        return none(sentence("tree_bound.one_record"), names)
    limit = joint_limit(bound, corners.upper, {key: one for key, (_, one) in records.items()})
    upper = max(estimate.value, limit.upper)
    return JointBound(
        upper,
        estimate.upper,
        estimate.confidence,
        names,
        declared.claim,
        limit.method,
        limit.reason,
        seen.alike,
    )


def without_claim(joint: JointBound, status: str) -> JointBound:
    """The bound by itself, where the claim that the records are independent has the ``status`` and does not stand."""
    why = sentence("tree_bound.claim_stands_not", claim=joint.claim, status=stands(status))
    return replace(joint, upper=None, problem=why)


def smaller_limit(case: Case, requirements: Mapping[str, RequirementResult], tree: str) -> JointBound | None:
    """The limit from records together that a claim on the tree's top compares, if that of each by itself is wider."""
    for holder, result in requirements.items():
        requirement = getattr(case.node.get(holder), "requirement", None)
        joint = result.joint
        if requirement is None or requirement.measure.tree != tree or joint is None:
            continue
        if (
            joint.upper is not None
            and joint.alone is not None
            and result.compared == joint.upper < joint.alone
        ):
            return joint
    return None


def joint_limit(
    bound: BoundTree,
    upper: Array,
    counts: Mapping[str, Counts],
    shares: Mapping[str, float] | None = None,
    enough: Callable[[float], bool] | None = None,
) -> JointLimit:
    """The top's limit from the records ``counts`` (by input) together, the events of other inputs at ``upper`` (E,).

    It spends what the records' own limits spend, or ``shares``, and orders outcomes by them: so it is never above their
    box.  With ``enough`` it is as close as it takes to decide whether it is.
    """
    from casegen_evidence.bounds.joint import joint_upper

    keys = list(counts)
    given = shares or {key: 1.0 - (bound.values.uncertain[key].confidence or 0.0) for key in keys}
    spent = [given[key] for key in keys]
    top, unions = top_of(bound, upper, keys), _unions(bound, keys)
    return joint_upper(list(counts.values()), top, 1.0 - math.fsum(spent), unions, spent, enough)


def _measures(bound: BoundTree) -> list[tuple[str, str]]:
    return [one.measured for one in bound.values.uncertain.values() if one.measured is not None]


def records_of(bound: BoundTree, items: tuple[str, ...]) -> dict[str, tuple[Input, Counts]]:
    """Declared inputs that are counts, that the top rises with, and whose events depend on nothing else uncertain."""
    moves = bound.moves
    result: dict[str, tuple[Input, Counts]] = {}
    for key, one in bound.values.uncertain.items():
        if one.measured is None or one.measured[0] not in items or moves[key] != 1:
            continue
        alone = all(
            len(inputs) == 1
            for i in range(len(bound.values.events))
            if key in (inputs := bound.values.inputs_at(i))
        )
        counts = counts_of(one)
        same_item = sum(
            o.measured is not None and o.measured[0] == one.measured[0]
            for o in bound.values.uncertain.values()
        )
        if alone and counts is not None and same_item == 1:
            result[key] = one, counts
    return result


def counts_of(one: Input) -> Counts | None:
    """The record behind a measure, if its limit is the exact one of failures in trials or hours; else None."""
    from casegen_evidence.bounds.records import Counts

    if one.upper is None or one.confidence is None or one.n is None:
        return None
    alpha = 1.0 - one.confidence
    try:
        if one.kind is MeasureKind.PER_HOUR:
            unit = float(Counts(one.n, 1.0, True).upper(alpha))
            hours = one.n / one.point if one.n and one.point > 0 else unit / one.upper
            counts = Counts(one.n, hours, True)
        else:
            counts = Counts(round(one.point * one.n), float(one.n))
            if abs(counts.failures - one.point * one.n) > 1e-6 * max(1.0, counts.failures):
                return None
    except (ValueError, ZeroDivisionError):
        return None
    limit = float(counts.upper(alpha))
    return counts if math.isclose(limit, one.upper, rel_tol=_SAME, abs_tol=1e-12) else None


def successes_of(one: Input) -> Counts | None:
    """The record of what did not succeed behind a share whose lower limit is the exact one; else None."""
    if one.lower is None or one.n is None or one.kind is MeasureKind.PER_HOUR:
        return None
    return counts_of(replace(one, point=1.0 - one.point, upper=1.0 - one.lower, lower=None))


def top_of(bound: BoundTree, upper: Array, keys: list[str]) -> Callable[[Array], Array]:
    """The top's upper value for parameters of the records (records, S), all other inputs at their bounds."""
    from casegen.fta.events.expressions import Given

    values = bound.values
    moved = [i for i in range(len(values.events)) if any(key in values.inputs_at(i) for key in keys)]

    def top(parameters: Array) -> Array:
        draw = Given(dict(zip(keys, parameters, strict=True)))
        P = np.repeat(upper[:, None], parameters.shape[1], axis=1)
        for i in moved:
            P[i] = np.clip(values.number(i, draw), 0.0, bound.compiled.most)
        return bound.compiled.probabilities(P)

    return top


def _unions(bound: BoundTree, keys: list[str]) -> list[list[int]]:
    """Records whose one event each enters the tree through one OR only, by the same conversion."""
    roots: dict[Any, list[int]] = {}
    structure = bound.compiled.structure
    gates: dict[int, list[int]] = {}
    for j, arguments in enumerate(structure.arguments):
        for literal in arguments:
            gates.setdefault(abs(literal), []).append(j)
    for place, key in enumerate(keys):
        at = [i for i in range(len(bound.values.events)) if key in bound.values.inputs_at(i)]
        if len(at) != 1 or not structure.references.get(bound.values.events[at[0]]):
            continue
        root = _union_gate(structure, gates, at[0] + 2)
        conversion = bound.values.conversion(at[0])
        if root is not None and (conversion is None or _adds(conversion)):
            roots.setdefault((root, conversion), []).append(place)
    return [places for places in roots.values() if len(places) > 1]


def _union_gate(structure: Any, gates: Mapping[int, list[int]], event: int) -> int | None:
    """The outermost OR that a literal is reached through alone: ``OR(a, b)`` is the complement of ``AND(-a, -b)``."""
    literal, root = -event, None
    while True:
        above = gates.get(abs(literal), [])
        if (
            len(above) != 1
            or structure.kinds[above[0]] != 0
            or structure.arguments[above[0]].count(literal) != 1
        ):
            return root
        root = above[0]
        literal = structure.first_gate + root


def _adds(conversion: tuple[Any, ...]) -> bool:
    """Whether the conversion of a union is the union of the conversions."""
    exposure, complement = conversion[2], conversion[3]
    return not complement and (
        exposure is None or (exposure.share is None and exposure.dependence is Dependence.INDEPENDENT)
    )
