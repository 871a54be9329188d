"""The limits that a top event or a measure is compared with: what is printed of it reads as it compares with each."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.model.argument import MeasureReference
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import Assessment


def tree_limits(assessment: Assessment, tree: str) -> tuple[float, ...]:
    """The target of a tree, and the limit of every requirement on its top event, or on a measure that its events take."""
    case, result = assessment.case, assessment.trees.get(tree)
    events = [
        case.event[name] for name in (result.events if result is not None else ()) if name in case.event
    ]
    models = [*(event.model for event in events), *(group.total for group in case.common_cause)]
    taken = {(model.evidence, model.measure) for model in models if isinstance(model, FromEvidence)}
    spec = case.tree.get(tree)
    limits = [spec.target.probability] if spec is not None and spec.target is not None else []
    limits += [
        limit for of, limit in _required(assessment) if of.tree == tree or (of.evidence, of.measure) in taken
    ]
    return tuple(dict.fromkeys(limits))


def limits_by_measure(assessment: Assessment) -> dict[tuple[str, str], tuple[float, ...]]:
    """The limit of every requirement on a measure, by evidence item and measure."""
    limits: dict[tuple[str, str], dict[float, None]] = {}
    for of, limit in _required(assessment):
        if of.evidence is not None:
            limits.setdefault((of.evidence, str(of.measure)), {})[limit] = None
    return {measure: tuple(each) for measure, each in limits.items()}


def _required(assessment: Assessment) -> Iterator[tuple[MeasureReference, float]]:
    """What each requirement is on, with its limit."""
    for claim in assessment.case.claims:
        if claim.requirement is not None:
            yield from _limit(assessment, claim.id, claim.requirement.measure)
    for context in assessment.case.contexts:
        if context.requirement is not None:
            yield from _limit(assessment, context.id, context.requirement.measure)


def _limit(
    assessment: Assessment, holder: str, of: MeasureReference
) -> Iterator[tuple[MeasureReference, float]]:
    result = assessment.requirements.get(holder)
    if result is not None and result.bound is not None:
        yield of, result.bound
