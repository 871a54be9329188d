"""A requirement asks for what the claim above it needs: bounds that are weaker than the parent's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from casegen.argument.view import CaseView, view_of
from casegen.assessment.bounds import model_of
from casegen.assessment.checks.waived import set_aside
from casegen.model.argument import Argument, Claim, Requirement
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic
from casegen.model.digits import bound_and_limit, in_full
from casegen.model.fault_tree import FromEvidence
from casegen.model.quantity import out_of_range

if TYPE_CHECKING:
    from casegen.assessment.assess import Session

SOURCE = "SCCG AR.4, LF.6"
ROUNDING = 1e-6
"""relative difference up to which a text states both bounds (`text-number`)"""
_HINT = "ask for what the claim above needs: its own bound and confidence, or `bound: {allocated: {tree: …, event: …}}`"


def weaker_bounds(case: Case, session: Session) -> Iterator[Diagnostic]:
    """Requirements that could be met while the requirement of the claim that they support is not.

    Of one measure the two requirements are compared; of a measure that an event of a calculated tree is bound to,
    the tree is evaluated as if the measure were no better than required.
    """
    view = view_of(case)
    for _, argument in view.arguments():
        parent = case.claim.get(argument.supports)
        if parent is None or parent.requirement is None:
            continue
        entering: list[Claim] = []
        weaker = False
        for child in _children(view, argument):
            wanted = child.requirement
            if wanted is None:
                continue
            message = _looser(parent.requirement, wanted)
            if not message and _enters(view, argument, wanted):
                entering.append(child)
                message = _less_sure(parent.requirement, wanted) or _breaks(session, parent, [child])
            if message:
                weaker = True
                yield _finding(case, child, f"{message}, which claim {parent.id} above needs")
        if not weaker and len(entering) > 1 and (message := _breaks(session, parent, entering)):
            names = " and ".join(child.id for child in entering)
            yield _finding(case, parent, f"{message}: {names} below ask for less than it needs together")


def _finding(case: Case, claim: Claim, message: str) -> Diagnostic:
    place = case.locate("claims", case.claims.index(claim), "requirement")
    rule = "requirement-weaker"
    message, severity = set_aside(rule, claim.waive, f"claim {claim.id}: {message}")
    return Diagnostic(rule, severity, message, place, SOURCE, _HINT, claim.id)


def _children(view: CaseView, argument: Argument) -> Iterator[Claim]:
    """Claims with a requirement that the step follows from: those that sub-cases repeat, and those below one without."""
    seen: set[str] = set()
    stack = list(reversed(argument.premises))
    while stack:
        claim = view.repeated(stack.pop())
        if not isinstance(claim, Claim) or claim.id in seen:
            continue
        seen.add(claim.id)
        if claim.requirement is not None:
            yield claim
            continue
        for _, below in view.arguments_for.get(claim.id, ()):
            stack += reversed(below.premises)


def _looser(parent: Requirement, child: Requirement) -> str:
    """How the requirement on one measure asks for less than the one above it; empty where it does not."""
    if parent.measure != child.measure or parent.comparison.is_upper is not child.comparison.is_upper:
        return ""
    if message := _less_sure(parent, child):
        return message
    if not isinstance(parent.bound, float | int) or not isinstance(child.bound, float | int):
        return ""
    upper = parent.comparison.is_upper
    margin = ROUNDING * abs(parent.bound)
    loose = child.bound - parent.bound > margin if upper else parent.bound - child.bound > margin
    return f"the bound of {in_full(child.bound)} is weaker than the {in_full(parent.bound)}" if loose else ""


def _less_sure(parent: Requirement, child: Requirement) -> str:
    """How the child asks for less confidence; empty where it does not."""
    if (child.confidence or 0.0) >= (parent.confidence or 0.0) * (1.0 - 1e-9):
        return ""
    asked = in_full(child.confidence) if child.confidence is not None else "none"
    return f"the confidence asked for is {asked}, less than the {in_full(parent.confidence or 0.0)}"


def _enters(view: CaseView, argument: Argument, wanted: Requirement) -> bool:
    """Whether an event of the tree that the step calculates is bound to what the requirement measures."""
    if argument.tree not in view.case.tree or not isinstance(wanted.bound, float | int):
        return False
    parts, m = view.parts_of[argument.tree], wanted.measure
    models = (model_of(view.case, event.id) for event in view.case.events if event.id in parts)
    return m.evidence is not None and any(
        isinstance(model, FromEvidence) and (model.evidence, model.measure) == (m.evidence, m.measure)
        for model in models
    )


def _breaks(session: Session, parent: Claim, children: Sequence[Claim]) -> str:
    """Whether the parent's requirement holds with the data as they are, and fails at the bounds that are asked for."""
    from casegen.assessment.assess import Change
    from casegen.assessment.requirements import evaluate

    above = parent.requirement
    bounds: dict[tuple[str, str], float] = {}
    for wanted in (child.requirement for child in children):
        m = wanted.measure if wanted is not None else None
        state = session.evidence.get(str(m.evidence)) if m is not None else None
        if wanted is None or m is None or state is None or m.measure not in state.measures:
            return ""
        if not isinstance(wanted.bound, float | int):
            return ""
        if out_of_range(wanted.bound, state.measures[str(m.measure)].kind):
            return ""  # `bound-range`, or `requirement-kind`: the measure can have no such value
        key = (str(m.evidence), str(m.measure))
        tighter = min if wanted.comparison.is_upper else max
        bounds[key] = tighter(bounds.get(key, wanted.bound), float(wanted.bound))
    if above is None or evaluate(session.case, above, session.numbers(), parent.id).holds is not True:
        return ""
    changes = tuple(Change(bound, evidence=item, measure=name) for (item, name), bound in bounds.items())
    result = evaluate(session.case, above, session.numbers(changes), parent.id)
    if result.holds is not False or result.compared is None or result.bound is None:
        return ""
    upper, is_bound = above.comparison.is_upper, not result.is_value
    top, limit = bound_and_limit(result.compared, result.bound, upper=upper, is_bound=is_bound)
    at = " and ".join(f"{name} of {item} at its bound of {in_full(b)}" for (item, name), b in bounds.items())
    return f"with {at}, {result.subject} is {top} and not {limit}"
