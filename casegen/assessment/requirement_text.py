"""Requirements in words: what is measured, the limit, and the bounds it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.io.sentences import named, sentence
from casegen.model.argument import AllocatedBound, Requirement
from casegen.model.case import Case
from casegen.model.digits import bound_and_limit, in_full, outward_beside
from casegen.model.digits import limit as limit_text
from casegen.model.number_text import level_in_percent
from casegen.model.quantity import MeasureKind
from casegen.model.results import JointBound
from casegen.model.sentence import Sentence

UNITS = {
    MeasureKind.PER_DEMAND: "per demand",
    MeasureKind.PER_MISSION: "per mission",
    MeasureKind.PER_HOUR: "per hour",
    MeasureKind.FRACTION: "(fraction)",
    MeasureKind.SCORE: "(score)",
}


def both_bounds(joint: JointBound, limits: Sequence[float]) -> Sentence:
    """The bound with each record by itself and the one from the data together, or why there is one only.

    In digits that tell each from the ``limits`` that it is compared with.
    """
    if joint.upper is None or joint.alone is None:
        return sentence("no_joint_bound", problem=joint.problem)
    claim = named("claim", joint.claim)
    rests = sentence("claim_alone", claim=claim, alike=joint.alike) if joint.alike else claim
    alone, together = (outward_beside(one, limits, upper=True) for one in (joint.alone, joint.upper))
    return sentence("both_bounds", alone=alone, together=together, rests=rests)


def joint_note(joint: JointBound, together: bool, limits: Sequence[float]) -> Sentence:
    """The two bounds, and whether the one from the records together is used."""
    both = both_bounds(joint, limits)
    if joint.upper is None or together:
        return both
    return sentence("joint_unused", bounds=both, claim=joint.claim)


def subject(case: Case, requirement: Requirement) -> str:
    """What is measured, as a sentence names it: the tree's title, or the measure and the title of its evidence."""
    m = requirement.measure
    if m.tree is not None:
        tree = case.tree.get(m.tree)
        return (tree.title if tree else "") or f"top event of {m.tree}"
    words = str(m.measure).replace("_", " ")
    item = case.evidence_item.get(str(m.evidence))
    name = words if len(words) <= 3 else words[:1].upper() + words[1:]
    return f"{name} ({(item.title if item else '') or m.evidence})"


def describe(requirement: Requirement, limit: float | None, compared: float | None) -> Sentence:
    """``EV-RAM pmi ≤ 1.2e-04 per demand with 97.5 % confidence``; what is ``compared`` reads so beside the limit."""
    m = requirement.measure
    about = (
        sentence("limit.top", tree=m.tree)
        if m.tree
        else sentence("limit.measure", measure=m.measure, item=m.evidence)
    )
    sign = {"<=": "≤", ">=": "≥"}.get(requirement.comparison.value, requirement.comparison.value)
    upper = requirement.comparison.is_upper
    bound: str = sentence("limit.none") if limit is None else limit_text(limit, upper=upper)
    if limit is not None and not isinstance(requirement.bound, AllocatedBound):
        bound = in_full(limit)  # as somebody stated it, however many digits it has
    elif limit is not None and compared is not None:
        bound = bound_and_limit(compared, limit, upper=upper, digits=6, computed=True)[1]
    unit = sentence(f"limit.{requirement.kind.value.replace('-', '_')}")
    what = sentence("limit.required", what=about, sign=sign, bound=bound, unit=unit)
    if not requirement.confidence:
        return what
    return sentence("limit.confidence", what=what, level=level_in_percent(requirement.confidence))
