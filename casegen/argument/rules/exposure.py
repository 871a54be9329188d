"""Times and exposures: what a number is for, in the sentence, in its contexts, in the tree and in its events."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.exposures import (
    EXPOSURE_RULE,
    MISSION_RULE,
    equates,
    mission_hours,
    shown_above,
    span_of_tree,
    too_short,
    unexplained,
)
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import FAULT_TREE, QUANTITIES
from casegen.argument.view import CaseView
from casegen.model.argument import Claim, Requirement, TreeTarget
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree
from casegen.model.quantity import MeasureKind
from casegen.texts.frequencies.agreement import exposure, outlasted, words_of
from casegen.texts.numbers.stated import stated
from casegen.texts.numbers.units import nouns
from casegen.texts.times.exposure import periods

FAMILY = "Times and exposures"
_SAME = 1.05


def _limit(case: Case, requirement: Requirement) -> float | None:
    bound = requirement.bound
    if isinstance(bound, TreeTarget):
        tree = case.tree.get(bound.target_of)
        return tree.target.probability if tree is not None and tree.target is not None else None
    return float(bound) if isinstance(bound, float | int) else None


@error(
    "text-time",
    FAMILY,
    "A number is for the time that its sentence, and the definition of a mission, speak of.",
    source=f"{QUANTITIES}; {FAULT_TREE}",
    hint="give the tree the time meant (`mission_time:`) and a `kind:` per mission, or say how long a mission is",
)
def text_time(view: CaseView) -> Iterator[Finding]:
    """``within a year``, ``missions of 30 days``, ``per flight of 2 h`` against a shorter mission, or one demand.

    Of the claim, of the claims above whose number it shows and their contexts, also through sub-cases, and of the tree.
    """
    for place, claim in view.claims():
        requirement = claim.requirement
        if requirement is None:
            continue
        tree = view.case.tree.get(requirement.measure.tree or "")
        hours = mission_hours(view, tree) if tree is not None else None
        about = words_of(view.case, requirement)
        above = tuple(shown_above(view, claim.id))
        for one in (claim, *above):
            if hours is not None and equates(view, one.id, hours):
                break
            problem = outlasted(one.text, requirement.kind, _limit(view.case, requirement), hours, about)
            if problem:
                said = f"claim {claim.id}: " + (
                    f"of claim {one.id}, {problem}" if one is not claim else problem
                )
                yield Finding((*place, "text"), said, claim.id)
                break
        equated = hours is not None and equates(view, claim.id, hours)
        if tree is not None and not equated:
            yield from _named_by_tree(place, claim, tree)
        if tree is not None and requirement.kind is MeasureKind.PER_MISSION and not equated:
            yield from _defined(view, place, claim, tree)
            yield from _defined_above(view, place, claim, tree, above)


def _defined(view: CaseView, place: Place, claim: Claim, tree: FaultTree) -> Iterator[Finding]:
    """What a context above the claim, or the tree itself, says that a mission lasts."""
    if not tree.mission_time:
        return
    texts: list[tuple[str, str]] = [
        (view.label(name), view.case.node[name].text) for name in view.contexts_above(claim.id)
    ]
    texts += [(f"tree {tree.id}", f"{tree.title}; {tree.text}")]
    named = nouns(claim.text)
    longest = max(other.mission_time or 0.0 for other in view.case.trees)
    header = view.case.header
    said = "; ".join((header.intended_use, header.environment, header.system, header.risk_criteria))
    for who, text in (*texts, ("the header", said)):
        missions = [period for period in periods(text, named) if period.of_mission]
        least = min((period.hours for period in missions), default=0.0)
        # of several trees, one may be for the mission that the header speaks of
        if least > (longest if text is said else tree.mission_time) * _SAME:
            message = (
                f"claim {claim.id}: tree {tree.id} is for missions of {tree.mission_time:g} h, {who} speaks of "
                f"{missions[0].quote!r}"
            )
            yield Finding((*place, "requirement"), message, claim.id)


def _named_by_tree(place: Place, claim: Claim, tree: FaultTree) -> Iterator[Finding]:
    """A stretch of time in title, text or top gate of the claim's tree that is longer than what its number is for."""
    if tree.kind is MeasureKind.PER_MISSION and tree.mission_time:
        hours, per = tree.mission_time, f"missions of {tree.mission_time:g} h"
    elif tree.kind is MeasureKind.PER_DEMAND:
        hours, per = 0.0, "one demand"
    else:
        return
    top = next((gate.text for gate in tree.gates if gate.id == tree.top), "")
    if said := span_of_tree((tree.title, tree.text, top), hours * _SAME):
        message = f"claim {claim.id}: tree {tree.id} is for {per}, and speaks of {said!r}"
        yield Finding((*place, "requirement"), message, claim.id)


def _defined_above(
    view: CaseView, place: Place, claim: Claim, tree: FaultTree, above: tuple[Claim, ...]
) -> Iterator[Finding]:
    """What a context says that a mission lasts, of a claim that shows this number in another module.

    A sub-case does not pass contexts on, so that each module may have missions of its own: then the number has to be
    stronger by as much as its missions are shorter.
    """
    own = set(view.contexts_above(claim.id))
    limit = _limit(view.case, claim.requirement) if claim.requirement is not None else None
    for one in above:
        shares = [max(n.readings) for n in stated(one.text) if n.what != "rate" and n.side == "upper"]
        for name in view.contexts_above(one.id):
            spans = periods(view.case.node[name].text, nouns(one.text)) if name not in own else ()
            missions = [period for period in spans if period.of_mission]
            hours = min((period.hours for period in missions), default=0.0)
            short = tree.mission_time is not None and 0.0 < tree.mission_time * _SAME < hours
            if not short or not tree.mission_time or equates(view, one.id, tree.mission_time):
                continue
            if limit is not None and shares and limit * hours / tree.mission_time <= min(shares) * _SAME:
                continue
            message = (
                f"claim {claim.id}: tree {tree.id} is for missions of {tree.mission_time:g} h, {view.label(name)} of "
                f"claim {one.id}, whose number it shows, speaks of {missions[0].quote!r}"
            )
            yield Finding((*place, "requirement"), message, claim.id)
            return


@warning(
    "mission-time-unstated",
    FAMILY,
    "A tree for a stated stretch of time says how long its mission is.",
    source=f"{QUANTITIES}; {FAULT_TREE}",
    hint="add `mission_time:` (hours) to the tree",
)
def mission_time_unstated(view: CaseView) -> Iterator[Finding]:
    """The claim says ``within a year``, and nothing says that the tree's probabilities are for a year."""
    for place, claim in view.claims():
        tree = view.case.tree.get(claim.requirement.measure.tree or "") if claim.requirement else None
        if tree is None or tree.mission_time is not None or tree.kind is not MeasureKind.PER_MISSION:
            continue
        period = exposure(claim.text)
        if period is not None and not period.of_mission:
            message = (
                f"claim {claim.id} speaks of {period.quote!r}, and tree {tree.id} states no mission time"
            )
            yield Finding((*place, "text"), message, claim.id)


@warning(
    EXPOSURE_RULE,
    FAMILY,
    "An event that is at risk for a small part of the mission says why.",
    source=f"{QUANTITIES}; {FAULT_TREE}",
    hint="say in the event's `text:` or `source:` when it is at risk, or leave `hours:` out: then it is for the mission",
)
def exposure_unexplained(view: CaseView) -> Iterator[Finding]:
    """``hours`` below a tenth of the tree's mission time, without a word on it.  Until then the tree is not evaluated."""
    index = {event.id: k for k, event in reversed(list(enumerate(view.case.events)))}
    done: set[str] = set()
    for tree in view.case.trees:
        for event, message in unexplained(view, tree):
            if event.id not in done:
                done.add(event.id)
                yield Finding(("events", index[event.id], "model"), message, event.id)


@warning(
    MISSION_RULE,
    FAMILY,
    "A mission lasts long enough to be one.",
    source=f"{QUANTITIES}; {FAULT_TREE}",
    hint="state the mission time in hours, or a tree of `kind: probability-per-demand`; or waive this with a reason",
)
def mission_time_short(view: CaseView) -> Iterator[Finding]:
    """Less than a second.  Until somebody says why, the tree is not evaluated."""
    for index, tree in enumerate(view.case.trees):
        message = too_short(view.case, tree)
        if message:
            yield Finding(("trees", index, "mission_time"), message, tree.id)
