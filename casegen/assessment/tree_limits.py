"""What limits a number as support of a claim: what bars it, what it assumes; of measures and, through them, of trees."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from casegen.argument.reading.event_sources import taken
from casegen.argument.reading.event_texts import (
    Contradiction,
    contradicted,
    contradicted_values,
    unfinished_parts,
    weaker_target,
)
from casegen.argument.reading.exposures import never_fails, time_at_risk, too_short, unexplained
from casegen.argument.reading.item_texts import barring_words
from casegen.argument.view import CaseView, view_of
from casegen.assessment.bounds import model_of
from casegen.assessment.vital_signs import barring, signs_of
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import FIRST_EVENT
from casegen.io.sentences import enumerated, sentence
from casegen.model.case import Case
from casegen.model.fault_tree import Formula, FromEvidence
from casegen.model.results import EvidenceState
from casegen.model.sentence import Sentence, is_impossible
from casegen.model.vital_sign import VitalSign

if TYPE_CHECKING:
    from casegen.assessment.trees import BoundTree

POSSIBLE = 0.9
"""stands for "can happen" where only the structure is asked: products of thousands of it do not underflow"""


@dataclass(frozen=True, slots=True)
class TreeLimits:
    """``barred``: why the number may not support a claim.  ``assumes``: what its measured inputs assume."""

    barred: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    signs: tuple[VitalSign, ...] = ()
    """what the data behind it say of it"""
    unsourced: tuple[str, ...] = ()
    """events of a tree whose number somebody typed without a source"""

    @property
    def impossible(self) -> str:
        """That the top event cannot happen as the tree is modelled, so that its 0 is no number; else empty."""
        return next((one for one in self.barred if is_impossible(one)), "")


def measure_limits(state: EvidenceState | None, measure: str) -> TreeLimits:
    """What a method said of a measure: reproduction only, resting on an assumption, barred by its own data."""
    stored = ((state.document if state else None) or {}).get("measures", {}).get(measure, {})
    barred: tuple[str, ...] = ()
    if state is not None and stored.get("reproduction_only"):
        barred = (sentence("tree_limit.reproduction", measure=measure, item=state.id),)
    if state is not None and stored.get("not_for_claims"):
        why = stored["not_for_claims"]
        barred += (sentence("tree_limit.not_for_claims", measure=measure, item=state.id, why=why),)
    assumed = str(stored.get("assumes", "") or "")
    signs = signs_of(state, measure)
    return TreeLimits((*barred, *barring(signs, measure)), (assumed,) if assumed else (), signs)


def tree_limits(case: Case, bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> TreeLimits:
    """What bars a tree's top event from supporting claims, its inputs' limits included.

    A top event that cannot happen as the tree is modelled (a gate that contradicts itself, a house event, events of
    probability 0, no exposure) says nothing of the system, and so does a gate that contradicts itself anywhere.
    """
    barred = [*bound.barred]
    assumes: list[str] = []
    signs: list[VitalSign] = []

    @cache
    def limits_of(item: str, measure: str) -> tuple[TreeLimits, tuple[str, ...]]:
        """Of a measure, to which many events may be bound, with all that bars it."""
        limits, words = measure_limits(evidence.get(item), measure), barring_words(case, item)
        opposite = (sentence("opposite", node=item, quote=repr(words)),) if words else ()
        return limits, (*limits.barred, *opposite)

    for event in bound.values.events:
        model = model_of(case, event)
        if isinstance(model, FromEvidence) and event not in bound.overridden:
            limits, reasons = limits_of(model.evidence, model.measure)
            barred += [sentence("tree_limit.bound_to", reason=one, event=event) for one in reasons]
            assumes += limits.assumes
            signs += limits.signs
    return TreeLimits(
        tuple(dict.fromkeys(barred)),
        tuple(dict.fromkeys(assumes)),
        tuple(dict.fromkeys(signs)),
        tuple(event.id for event in taken(view_of(case), bound.id, bound.settings)),
    )


def barred_as_modelled(case: Case, bound: BoundTree) -> Iterator[str]:
    """What the tree as it is modelled, its numbers and the texts beside them bar."""
    yield from _impossible(case, bound.at(None))
    yield from _unexposed(case, bound)
    yield from _described_otherwise(case, bound)


def _unexposed(case: Case, bound: BoundTree) -> Iterator[str]:
    """Times at risk that are too short to be meant, and that nobody explains."""
    tree = case.tree[bound.id]
    short = too_short(case, tree)
    if short:
        yield short
    yield from (
        message for event, message in unexplained(view_of(case), tree) if event.id not in bound.overridden
    )


def _described_otherwise(case: Case, bound: BoundTree) -> Iterator[str]:
    """Numbers that stay below what the texts beside them state, and that nobody explains."""
    tree, view = case.tree[bound.id], view_of(case)
    yield from filter(None, (weaker_target(view, tree), *unfinished_parts(view, tree)))
    aside = {*set_aside(case, bound)}
    yield from (one.message for one in _contradictions(case, bound) if one.message not in aside)


def set_aside(case: Case, bound: BoundTree) -> tuple[str, ...]:
    """What texts say of numbers that are set by hand to others: they speak of the numbers that the case has.

    A text that the case's own number contradicts speaks of none of the two, and stands.
    """
    by_hand = bound.set_by_hand
    if not by_hand:
        return ()
    stated = [x for x in _contradictions(case, bound) if x.number_of in by_hand]
    if not stated:
        return ()
    try:
        before = bound.unset
    except (ValueError, TooLarge):  # a number that only the change gives
        return tuple(one.message for one in stated)
    wrong = {one.number_of for one in _contradictions(before.case, before)}
    return tuple(one.message for one in stated if one.number_of not in wrong)


def _contradictions(case: Case, bound: BoundTree) -> Iterator[Contradiction]:
    tree, view, values = case.tree[bound.id], view_of(case), bound.values
    upper = np.fmax(values.upper, values.probability)
    gates, beyond = (bound.compiled.gate_probabilities(p) for p in (values.probability, upper))
    most = {event: float(upper[i]) for i, event in enumerate(values.events)}
    most |= {gate: max(p, beyond[gate]) for gate, p in gates.items()}
    yield from contradicted(view, tree, bound.settings)
    yield from contradicted_values(view, tree, most, bound.settings)


def _impossible(case: Case, bound: BoundTree) -> Iterator[str]:
    values = bound.values
    here, mission = set(values.events), case.tree[bound.id].mission_time
    never, zero = _at_no_time(bound)
    for event in values.events:
        model = model_of(case, event)
        if model is None or event not in never or event in bound.overridden:
            continue
        if model.type in ("constant", "evidence") or never_fails(case, model, mission):
            continue
        if time_at_risk(case, model, mission) or (mission and getattr(model, "hours", None) is None):
            yield sentence("tree_limit.comes_to_zero", event=event)
        else:
            yield sentence("tree_limit.no_exposure", event=event)
    groups = bound.compiled.structure.groups
    members = {m for g in case.common_cause if never & set(groups.get(g.id, ())) for m in g.members}
    absent = _never_now(bound) | members | set(case.house_event)
    tree = case.tree[bound.id]
    view = view_of(case)
    if tree.top in zero:
        yield why_impossible(case, tree.top, never)
    for gate in sorted(zero - {tree.top}):
        below = view.parts_below(gate)
        if below & here and not below & absent:
            yield sentence("tree_limit.contradicts", gate=gate)
    written = dict(_counted_twice(case, view, tree.id))
    yield from written.values()
    yield from (one for gate, one in _same_function(bound) if gate not in written)
    for named in tree.gates:
        if named.id in view.parts_of[tree.id] and any(_never(part) for part in _nested(named)):
            yield sentence("tree_limit.formula", gate=named.id)


def why_impossible(case: Case, top: str, never: Collection[str]) -> Sentence:
    """That a top event cannot happen, and the house events and the events that ``never`` do below it."""
    below = view_of(case).parts_below(top)
    off = [house.id for house in case.house_events if house.id in below]
    causes = [sentence("tree_limit.house", event=event) for event in off]
    causes += [sentence("tree_limit.zero", event=event) for event in sorted(below.intersection(never))]
    if not causes:
        return sentence("tree_limit.impossible")
    return sentence("tree_limit.impossible_by", causes=enumerated(causes))


MOST_NAMES = 12
"""of a formula without a name: so many inputs are tried in every combination"""


def _nested(formula: Formula) -> Iterator[Formula]:
    for part in formula.inputs:
        if not isinstance(part, str):
            yield part
            yield from _nested(part)


def _names(formula: Formula) -> set[str]:
    names = {part for part in formula.inputs if isinstance(part, str)}
    names |= {formula.condition} if formula.condition is not None else set()
    return names.union(*(_names(part) for part in formula.inputs if not isinstance(part, str)))


def _never(formula: Formula) -> bool:
    """Whether no combination of its inputs, each taken by itself, makes the formula true."""
    names = sorted(_names(formula))
    if len(names) > MOST_NAMES:
        return False
    states = itertools.product((False, True), repeat=len(names))
    return not any(_holds(formula, dict(zip(names, state, strict=True))) for state in states)


def _holds(formula: Formula, state: Mapping[str, bool]) -> bool:
    inputs = [state[part] if isinstance(part, str) else _holds(part, state) for part in formula.inputs]
    if formula.condition is not None:
        inputs.append(state[formula.condition])
    return formula.holds(sum(inputs))


def _at_no_time(bound: BoundTree) -> tuple[frozenset[str], frozenset[str]]:
    """Events and gates that cannot happen at any time looked at, of which the end and the worst are two."""
    never = _never_now(bound)
    zero = _zero_gates(bound, never)
    for hours in bound.through.moments if _comes_and_goes(bound, never) else ():
        if not never and not zero:
            break
        now = _never_now(at := bound.at(hours))
        never, zero = never & now, zero & _zero_gates(at, now)
    return never, zero


def _comes_and_goes(bound: BoundTree, never: Collection[str]) -> bool:
    """Whether an event that cannot happen at the end of the mission may have been possible before."""
    if bound.prepared.rises or not never:
        return False
    return any(bound.through.moves(i) for i, event in enumerate(bound.values.events) if event in never)


def _never_now(bound: BoundTree) -> frozenset[str]:
    """Events that cannot happen at the time of the numbers."""
    values = bound.values
    most = np.fmax(values.probability, values.upper)
    return frozenset(
        event for i, event in enumerate(values.events) if most[i] <= 0.0 and not values.inputs_of(i)
    )


def _zero_gates(bound: BoundTree, never: Collection[str]) -> frozenset[str]:
    """Gates whose probability is 0 although every event that can happen is likely."""
    q = np.array([0.0 if event in never else POSSIBLE for event in bound.values.events])
    return frozenset(gate for gate, p in bound.compiled.gate_probabilities(q).items() if p == 0.0)


def _counted_twice(case: Case, view: CaseView, tree: str) -> Iterator[tuple[str, str]]:
    """Counting gates that count one input twice as it is written, and what is said of each.

    How often it counts is a matter of reading, not of the system.  Where any count from 1 up gives the
    same, as of at least 1, that makes no difference.
    """
    named = {gate.id: gate for gate in case.tree[tree].gates}
    for gate in named.values():
        if gate.id not in view.parts_of[tree]:
            continue
        for formula in (gate, *_nested(gate)):
            inputs = len(formula.inputs) + (formula.condition is not None)
            if not formula.row.counting or len({formula.holds(true) for true in range(1, inputs + 1)}) < 2:
                continue
            if twice := _repeated(formula, named):
                yield gate.id, sentence("tree_limit.twice", gate=gate.id, inputs=", ".join(twice))


def _same_function(bound: BoundTree) -> Iterator[tuple[str, str]]:
    """Gates that count, or take the parity, of two inputs that are one function however they are written."""
    structure = bound.compiled.structure
    names = {literal: name for name, literal in structure.names.items()}
    names |= {FIRST_EVENT + i: event for i, event in enumerate(structure.events)}
    for gate, literals in bound.compiled.repeated_inputs:
        inputs = [names[one] for one in literals if one in names]
        twice = ", ".join(inputs) if inputs else sentence("tree_limit.nameless")
        yield gate, sentence("tree_limit.twice", gate=gate, inputs=twice)


def _repeated(formula: Formula, named: Mapping[str, Formula]) -> list[str]:
    """Inputs that stand more than once: by name, or written out as another one is, or as a gate that is named."""
    names = [part for part in formula.inputs if isinstance(part, str)]
    twice = {name for name in names if names.count(name) > 1}
    written = [_written(part) for part in formula.inputs if not isinstance(part, str)]
    alike = {_written(named[name]): name for name in names if name in named}
    twice |= {alike.get(one, one) for one in written if one in alike or written.count(one) > 1}
    return sorted(twice)


def _written(formula: Formula) -> str:
    """A gate by what it is made of, whatever its name and the order of its inputs, where that does not count."""
    parts = [part if isinstance(part, str) else _written(part) for part in formula.inputs]
    inputs = ", ".join(parts if formula.row.ordered else sorted(parts))
    counts = "".join(f" {count}" for count in (formula.k, formula.k_max) if count is not None)
    given = "" if formula.condition is None else f" if {formula.condition}"
    return f"{formula.type}{counts} of [{inputs}]{given}"
