"""Measured fractions of inputs in trees per mission: each is counted by the inputs of one mission, or a condition."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.tree_logic import happens
from casegen.argument.view import view_of
from casegen.assessment.checks.sources import KindOf
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.fault_tree import Constant, EventModel, FaultTree, FromEvidence
from casegen.model.quantity import MeasureKind

SOURCE = "casegen: quantities carry their meaning"
_HINT = (
    "state `exposure: {demands: …}`, the inputs in one mission; or `conditional: true` where the fraction is of the"
    " missions in which the gate's other inputs hold"
)
_ALONE = (
    "state `exposure: {demands: …}`, the inputs in one mission: a condition alone, of nothing else, is none"
)


def fractions_per_mission(case: Case, kind_of: KindOf) -> Iterator[Diagnostic]:
    """Events of a tree per mission whose number is a measured fraction of inputs, as it stands.

    An event marked `conditional`, or the condition of a gate, is a fraction of the missions in which the other inputs
    hold; there are none where the top event follows from such fractions, and what is certain, alone.
    """
    bare = _bare(case, kind_of)
    if not bare:
        return
    constants = frozenset(
        e.id for e in case.events if isinstance(e.model, Constant) and e.model.probability == 1.0
    )
    parts, reported = view_of(case).parts_of, set[str]()
    for tree in (t for t in case.trees if t.kind is MeasureKind.PER_MISSION):
        here = frozenset(bare.keys() & parts[tree.id])
        # where the top follows from what is certain alone, that says nothing of what the fractions are conditions of
        certain = frozenset() if happens(case, tree.top, constants) is True else constants
        alone = bool(here) and happens(case, tree.top, here | certain) is True
        conditions = {gate.condition for t in case.trees for gate in t.gates if gate.id in parts[tree.id]}
        for name in sorted(here - reported):
            condition = case.event[name].conditional or name in conditions
            if condition and not (alone and _needed(case, tree, here, certain, name)):
                continue
            reported.add(name)
            model, place = bare[name]
            message = (
                f"event {name} in tree {tree.id}: {model.measure} of {model.evidence} is a fraction of inputs,"
                " and a mission has more than one"
            )
            hint = _ALONE if condition else _HINT
            yield Diagnostic("fraction-per-mission", Severity.ERROR, message, place, source=SOURCE, hint=hint)


def _needed(case: Case, tree: FaultTree, given: frozenset[str], certain: frozenset[str], name: str) -> bool:
    """Whether the top event follows from this fraction, with or without the others, and from no fewer of them."""
    by_itself = happens(case, tree.top, certain | {name}) is True
    return by_itself or not happens(case, tree.top, certain | given - {name})


def _bare(case: Case, kind_of: KindOf) -> dict[str, tuple[FromEvidence, Location]]:
    """Events with the measured fraction that they, or the total of their common-cause group, stand for uncounted."""
    result: dict[str, tuple[FromEvidence, Location]] = {}

    def fraction(model: EventModel | None) -> bool:
        return (
            isinstance(model, FromEvidence)
            and model.exposure is None
            and kind_of(model.evidence, model.measure)[0] is MeasureKind.FRACTION
        )

    for index, event in enumerate(case.events):
        if isinstance(event.model, FromEvidence) and fraction(event.model):
            result[event.id] = event.model, case.locate("events", index, "model")
    for index, group in enumerate(case.common_cause):
        if isinstance(group.total, FromEvidence) and fraction(group.total):
            place = case.locate("common_cause", index, "total")
            result |= {name: (group.total, place) for name in group.members if name in case.event}
    return result
