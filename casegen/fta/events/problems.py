"""What is wrong with the numbers of a tree's events, in sentences that documents say in their language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from casegen.fta.errors import reason_of
from casegen.fta.events.impossible import named_number
from casegen.fta.events.sizes import MOST_DEEP, MOST_TERMS
from casegen.model.event_model import FromEvidence
from casegen.model.fault_tree import FaultTree
from casegen.model.quantity import Estimate, MeasureKind, UnitMismatch
from casegen.model.sentence import NOTHING, Sentence, worded
from casegen.model.suggestions import nearest


def no_model(tree: str, names: str) -> Sentence:
    """Events that nothing gives a number."""
    return worded(
        "reason.no_model",
        "tree {tree} cannot be quantified: no model for {names}; give each a model, or set its probability",
        tree=tree,
        names=names,
    )


def no_time(tree: str, names: str) -> Sentence:
    """Events whose models need hours that nothing states."""
    return worded(
        "reason.no_time",
        "no mission time for {names}; state hours in the event's model, mission_time in tree {tree}, or --mission-time",
        tree=tree,
        names=names,
    )


def of_event(name: str) -> Sentence:
    """An event by its id."""
    return worded("tree_problem.event", "event {event}", event=name)


def of_group(name: str) -> Sentence:
    """A common-cause group by its id."""
    return worded("tree_problem.group", "common-cause group {group}", group=name)


def of_subject(subject: str, problem: Sentence) -> Sentence:
    """``subject: problem``."""
    return worded("reason.of_subject", "{subject}: {problem}", subject=subject, problem=problem)


def no_sum(doubt: Sentence) -> Sentence:
    """Alpha factors that are all 0."""
    return worded("tree_problem.no_sum", "its alpha factors sum to 0, expected more{doubt}", doubt=doubt)


def no_event(tree: str, name: str, group: str | None, known: Iterable[str]) -> Sentence:
    """A number is set for an event that the tree does not have, or for a member of ``group`` alone."""
    near = nearest(name, sorted(known))
    hint = (
        worded("tree_problem.set_group", "; set its common-cause group {group}", group=group)
        if group
        else near
    )
    return worded(
        "tree_problem.no_event",
        "tree {tree} has no basic event {event}{hint}",
        tree=tree,
        event=name,
        hint=hint,
    )


def event_and_group(name: str) -> Sentence:
    """A number is set for what two parts are called."""
    return worded(
        "tree_problem.event_and_group",
        "{name} is a basic event and a common-cause group: a number cannot be set for both; rename one",
        name=name,
    )


def set_to_none(name: str, number: float, what: str) -> Sentence:
    """A number is set that is none of the kind ``what``."""
    return worded(
        "tree_problem.set_to_none",
        "{name} is set to {number}, which is no {what}",
        name=name,
        number=number,
        what=named_number(what),
    )


def model_of_other_kind(model: str, tree: FaultTree) -> Sentence:
    """An event model in time, in a tree that is not of missions."""
    return worded(
        "tree_problem.model_of_other_kind",
        "its {model} model gives a {kind}, the tree {tree} needs a {needed}",
        model=model,
        kind=MeasureKind.PER_MISSION,
        tree=tree.id,
        needed=tree.kind,
    )


def in_tree(error: UnitMismatch, tree: str) -> Sentence:
    """Kinds that do not go together, and in which tree."""
    return worded("tree_problem.in_tree", "{problem} (tree {tree})", problem=reason_of(error), tree=tree)


def no_complement(kind: MeasureKind) -> Sentence:
    """The complement is asked of what has none."""
    return worded("tree_problem.no_complement", "a {kind} has no complement", kind=kind)


def no_measure(model: FromEvidence, measures: Mapping[str, Estimate] | None) -> Sentence:
    """Evidence lacks the measure that an event names; ``measures`` None: it has no result."""
    if measures is None:
        return worded("tree_problem.no_result", "evidence {item} has no result", item=model.evidence)
    none = worded("tree_problem.none", "none") if not measures else NOTHING
    return worded(
        "tree_problem.no_measure",
        "evidence {item} has no measure {measure}; it has: {measures}",
        item=model.evidence,
        measure=model.measure,
        measures=none or ", ".join(measures),
    )


def cycle_of_parameters(chain: Sequence[str]) -> Sentence:
    """Parameters that are computed from themselves."""
    return worded(
        "tree_problem.parameter_cycle", "parameters form a cycle: {chain}", chain=" -> ".join(chain)
    )


def undefined_parameter(key: str, name: str) -> Sentence:
    """A number names a parameter that the case does not have."""
    return worded(
        "tree_problem.undefined_parameter",
        "{key} names parameter {name}, which is not defined",
        key=key,
        name=name,
    )


def too_long_parameter(name: str) -> Sentence:
    """A parameter whose expression, written out, is longer than is computed."""
    return worded(
        "tree_problem.too_long",
        "parameter {name} stands for more than {most} terms, written out, or for a chain of more than {deep}"
        " parameters and operations",
        name=name,
        most=f"{MOST_TERMS:,}",
        deep=MOST_DEEP,
    )
