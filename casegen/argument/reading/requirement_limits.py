"""The limit of a requirement as a number, and whether a sentence asks for more than it."""

from __future__ import annotations

from casegen.argument.reading.restored_events import is_restored
from casegen.model.argument import AllocatedBound, Requirement, TreeTarget
from casegen.model.case import Case
from casegen.texts.frequencies.agreement import disagreement, events_of, failure_of, subject_of, words_of
from casegen.texts.frequencies.tests_passed import shortfall


def limit_of(case: Case, requirement: Requirement) -> float | None:
    """The limit where it is a number, stated with the requirement or with a tree; one that is allocated is computed."""
    bound = requirement.bound
    if isinstance(bound, TreeTarget):
        tree = case.tree.get(bound.target_of)
        return tree.target.probability if tree is not None and tree.target is not None else None
    return None if isinstance(bound, AllocatedBound) else float(bound)


def weaker(case: Case, text: str, requirement: Requirement) -> str:
    """Why a requirement is weaker than a sentence; empty where it is not, or its limit is still to be computed."""
    bound = limit_of(case, requirement)
    if bound is None:
        return ""  # an allocated bound is compared when it is computed
    item = case.evidence_item.get(requirement.measure.evidence or "")
    measure = requirement.measure.measure or ""
    of_tests = item is not None and item.method == "test-report" and measure in ("failed", "passed_share")
    if of_tests and (problem := shortfall(text, measure, requirement.comparison, bound)):
        return problem
    tree = case.tree.get(requirement.measure.tree or "")
    hours = tree.mission_time if tree is not None else None
    about, subject = words_of(case, requirement), subject_of(case, requirement)
    return disagreement(
        text,
        requirement.comparison,
        bound,
        requirement.kind,
        requirement.confidence,
        hours,
        about,
        subject,
        failure_of(case, requirement),
        events_of(case, requirement),
        is_restored(case, requirement.measure.tree or ""),
    )
