"""States and events on which a top event's limit hangs, though no number of theirs is measured: who takes them, is asked.

A house event that is *false* cuts off what it stands before; an event of probability 0 does the same.  In a tree that
is not coherent, the top may be rare because an event happens.  Where the requirement would fail otherwise, a reader says
that it is so.  What fails is judged by the number that the requirement itself uses: its bound, where it has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from casegen.argument.reading.exposures import never_fails
from casegen.argument.reading.negated_events import negated_events
from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import view_of
from casegen.assessment.joint import joint_bound
from casegen.assessment.trees import BoundTree, Prepared, bind, measured
from casegen.fta.gates.structure import members_of
from casegen.model.argument import Claim
from casegen.model.case import Case
from casegen.model.fault_tree import Constant, Formula
from casegen.model.number_text import in_full
from casegen.model.results import Assessment

_HALF = 0.5
_MOST_PAIRED = 8
"""events that are tried two by two"""
_NEVER = 1e-9
"""no test and no record shows that something is rarer than that per mission or demand"""


def decisive(assessed: Assessment) -> Iterator[ReadingStep]:
    """One step for each state or event without which a supported requirement on a top event does not hold."""
    seen: set[str] = set()
    relied = relied_on(assessed.case, assessed.claims)
    for claim in assessed.case.claims:
        limit = _limit(assessed, claim) if claim.id in relied else None
        if limit is None or claim.requirement is None or claim.requirement.measure.tree is None:
            continue
        tree = claim.requirement.measure.tree
        for id, said in (*_states(assessed, claim, tree, limit), *_events(assessed, claim, tree, limit)):
            if id not in seen:
                seen.add(id)
                yield ReadingStep(id, "decisive", (*said, claim.text), asks=True, rests_on=(in_full(limit),))
        for id in _cancelled(assessed, tree, limit):
            if id not in seen:
                seen.add(id)
                texts = (assessed.case.event[id].text or id, claim.text)
                yield ReadingStep(id, "cancelled", texts, asks=True, rests_on=(in_full(limit),))


def _limit(assessed: Assessment, claim: Claim) -> float | None:
    """The limit from above that a claim holds a top event against."""
    result = assessed.requirements.get(claim.id)
    if result is None or not result.comparison.is_upper:
        return None
    return result.bound


def _states(
    assessed: Assessment, claim: Claim, tree: str, limit: float
) -> Iterator[tuple[str, tuple[str, ...]]]:
    case = assessed.case
    for event in case.house_events:
        if event.id in view_of(case).parts_of.get(tree, ()):
            flipped = event.altered(update={"state": not event.state})
            others = tuple(flipped if one is event else one for one in case.house_events)
            changed = replace(case, house_events=others)
            if _fails(assessed, claim, changed, _bound(assessed, changed, tree), limit):
                yield event.id, (event.text or event.id, "yes" if event.state else "no")


def _events(
    assessed: Assessment, claim: Claim, tree: str, limit: float
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Events that, as typed, never happen; events that, were they rarer, let the top happen more often than the limit."""
    case, mission = assessed.case, assessed.case.tree[tree].mission_time
    parts = view_of(case).parts_of.get(tree, frozenset())
    for event in case.events:
        value = event.model.probability if event.id in parts and isinstance(event.model, Constant) else None
        if event.id in parts and event.model is not None and never_fails(case, event.model, mission):
            value = 0.0
        if isinstance(value, float | int) and value < _NEVER:
            yield event.id, (event.text or event.id, in_full(value), event.source)
    if not _cancels(case, tree):
        return
    bound = _bound(assessed, case, tree)
    if bound is None:
        return
    for names in _sets_of_events(case, bound):
        rarer = _bound(assessed, case, tree, dict.fromkeys(names, 0.0), bound.prepared)
        if _fails(assessed, claim, case, rarer, limit):
            for name in names:
                yield name, (case.event[name].text or name,)
            if len(names) > 1:
                return


def _sets_of_events(case: Case, bound: BoundTree) -> Iterator[tuple[str, ...]]:
    """Each event by itself; then the likely ones that keep the top rare by happening, two by two, and all.

    Of several, each may do so alone: below a NOR one is enough.
    """
    yield from ((event.id,) for event in case.events if event.id in bound.prepared.settable)
    values = bound.values
    likely = {id for i, id in enumerate(values.events) if values.probability[i] > _HALF}
    kept = sorted(
        likely & negated_events(case, case.tree[bound.id]) & bound.prepared.settable & case.event.keys()
    )
    if len(kept) > 1:
        yield from combinations(kept[:_MOST_PAIRED], 2)
        yield tuple(kept)


def _cancelled(assessed: Assessment, tree: str, limit: float) -> Iterator[str]:
    """Events that gates lead to the top and that never cause it, as they cancel, where the limit fails if none does.

    ``xor`` of A, B and ``xor`` of A and B is nothing at all.  What absorption makes superfluous, as B in ``or`` of A and
    ``and`` of A and B, cancels nothing, and neither does an event that stands in complements only.
    """
    from casegen.fta import TooLarge

    case = assessed.case
    bound = _bound(assessed, case, tree) if _cancels(case, tree) else None
    if bound is None:
        return
    values, compiled = bound.values, bound.compiled
    try:
        rising = compiled.without_cancelling
        most = rising.probability(np.fmax(values.upper, values.probability))
    except (ValueError, TooLarge):  # too large to be judged
        return
    if most > limit:
        places = (i for i in sorted(rising.reached) if compiled.signs[i] < 0 or i not in compiled.reached)
        names = (name for i in places for name in members_of(compiled.events[i]) or (compiled.events[i],))
        yield from (name for name in dict.fromkeys(names) if name in case.event)


def _cancels(case: Case, tree: str) -> bool:
    """Whether a gate of the tree is one that more inputs may end."""
    parts = view_of(case).parts_of.get(tree, frozenset())
    return not all(_is_coherent(gate) for each in case.trees for gate in each.gates if gate.id in parts)


def _is_coherent(gate: Formula) -> bool:
    return gate.row.coherent and all(_is_coherent(one) for one in gate.inputs if isinstance(one, Formula))


def _fails(assessed: Assessment, claim: Claim, case: Case, bound: BoundTree | None, limit: float) -> bool:
    """Whether the claim's requirement does not hold with these numbers, compared as it is compared with its own."""
    return bound is not None and _compared(assessed, claim, case, bound, limit) > limit


def _compared(assessed: Assessment, claim: Claim, case: Case, bound: BoundTree, limit: float) -> float:
    """What is compared with the limit: the bound, from records together where the claim rests on them."""
    assert claim.requirement is not None
    confidence, joint = claim.requirement.confidence, assessed.requirements[claim.id].joint
    upper = None
    if confidence is not None or bound.measured:
        upper = bound.estimate(case, confidence)[0].upper
    if joint is not None and joint.upper == assessed.requirements[claim.id].compared:
        together = joint_bound(case, bound, assessed.evidence, confidence)
        upper = together.upper if together is not None and together.upper is not None else upper
    return bound.known(limit, upper=True) if upper is None else upper


def _bound(
    assessed: Assessment,
    case: Case,
    tree: str,
    settings: dict[str, float] | None = None,
    prepared: Prepared | None = None,
) -> BoundTree | None:
    """The tree with its numbers; None where it cannot be computed so, which says nothing of the state."""
    from casegen.fta import TooLarge

    try:
        return bind(case, tree, measured(assessed.evidence), settings or {}, prepared).through.worst
    except (ValueError, TooLarge):
        return None
