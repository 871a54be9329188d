"""A requirement asks for what the claim above it needs: bounds that are weaker than the parent's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from casegen.argument.view import CaseView
from casegen.assessment.bounds import model_of
from casegen.model.argument import Argument, Claim, Requirement
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.digits import bound_and_limit, in_full
from casegen.model.fault_tree import FromEvidence

if TYPE_CHECKING:
    from casegen.assessment.assess import Session

SOURCE = "SCCG AR.4, LF.6"
_HINT = "ask for what the claim above needs: its own bound and confidence, or `bound: {allocated: {tree: …, event: …}}`"


def weaker_bounds(case: Case, session: Session) -> Iterator[Diagnostic]:
    """Requirements that could be met while the requirement of the claim that they support is not.

    Of one measure the two requirements are compared; of a measure that an event of a calculated tree is bound to,
    the tree is evaluated as if the measure were no better than required.
    """
    view = CaseView(case)
    for _, argument in view.arguments():
        parent = case.claim.get(argument.supports)
        if parent is None or parent.requirement is None:
            continue
        for child in _children(view, argument):
            wanted = child.requirement
            if wanted is None:
                continue
            message = _looser(parent.requirement, wanted)
            if not message and _enters(view, argument, wanted):
                message = _less_sure(parent.requirement, wanted)
            if not message and _enters(view, argument, wanted):
                message = _breaks(session, parent, parent.requirement, wanted)
            if message:
                index = case.claims.index(child)
                yield Diagnostic(
                    "requirement-weaker", Severity.WARNING,
                    f"claim {child.id}: {message}, which claim {parent.id} above needs",
                    case.locate("claims", index, "requirement"), SOURCE, _HINT, child.id,
                )  # fmt: skip


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
    margin = 1e-9 * abs(parent.bound)
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


def _breaks(session: Session, parent: Claim, above: Requirement, wanted: Requirement) -> str:
    """Whether the parent's requirement holds with the data as they are, and fails at the bound that is asked for."""
    from casegen.assessment.assess import Change
    from casegen.assessment.requirements import evaluate

    m = wanted.measure
    state = session.evidence.get(str(m.evidence))
    if state is None or m.measure not in state.measures or not isinstance(wanted.bound, float | int):
        return ""
    if evaluate(session.case, above, session.numbers(), parent.id).holds is not True:
        return ""
    change = Change(float(wanted.bound), evidence=str(m.evidence), measure=str(m.measure))
    result = evaluate(session.case, above, session.numbers((change,)), parent.id)
    if result.holds is not False or result.compared is None or result.bound is None:
        return ""
    upper = above.comparison.is_upper
    top, limit = bound_and_limit(result.compared, result.bound, upper=upper)
    at = f"{m.measure} of {m.evidence} at its bound of {in_full(wanted.bound)}"
    return f"with {at}, {result.subject} is {top} and not {limit}"
