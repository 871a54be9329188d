"""One tree as plain data: its diagram, where its events' numbers come from, and their bounds at every level needed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from casegen.argument.reading.event_texts import contradicted, contradicted_values
from casegen.argument.view import view_of
from casegen.assessment.bounds import (
    joint_budget,
    measured_inputs,
    model_of,
    stated_inputs,
    stated_ranges,
)
from casegen.assessment.requirements import Numbers
from casegen.assessment.trees import BoundTree, measured
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree, FromEvidence
from casegen.model.quantity import Dependence, Exposure, MeasureKind
from casegen.model.results import TreeResult

Data = dict[str, Any]
Confidence = float | None

MOST_NUMBERS = 6_000
"""quantiles kept per tree and confidence; beyond, the bounds of the others stay when uncertain events are set"""
_ARRAYS = ("events", "var", "low", "high", "proxies", "root")


def is_usable(result: TreeResult | None) -> bool:
    """Whether a page can evaluate the tree: it has a diagram and a number for every event."""
    raw = result.diagram if result else None
    if raw is None or any(key not in raw for key in (*_ARRAYS, "values")):
        return False
    return all(isinstance(p, int | float) and math.isfinite(p) for p in raw["values"])


def tree_data(
    case: Case, tree: FaultTree, result: TreeResult, numbers: Numbers | None, wanted: Collection[Confidence]
) -> Data:
    """The tree with its diagram; ``wanted`` are the confidences at which somebody asks for its bounds.

    ``kept`` are the bounds as assessed, for where the diagram is not the one that the case compiles to.  ``inputs``
    is None there, and where the page cannot recompute the bounds (:func:`_is_plain`); ``tops`` has what was assessed,
    and ``moved`` what a measure or total that is set does to the tree's numbers all the same.
    ``worded``: whether its texts state numbers that a changed one may contradict; ``worded_by``: the common-cause
    groups of whose members texts do.
    ``orders``: place and inputs of each order of a priority-AND that is worked out.  ``exact``: the events whose own
    number, set again, changes nothing.  ``uncertain``: places of the events that depend on an uncertain input, and
    ``on_records`` on a measured one; None where that is not known.  ``loose``: the common-cause groups whose parts
    stay uncertain when their total is set, by their factors.
    """
    raw = result.diagram or {}
    values = [float(p) for p in raw["values"]]
    bound = numbers.trees.get(tree.id) if numbers else None
    if bound is not None and (
        list(bound.values.events) != list(raw["events"]) or bound.values.probability.tolist() != values
    ):
        bound = None
    target = tree.target
    return {
        "id": tree.id, "title": tree.title or tree.id, "kind": tree.kind.value,
        "target": target.probability if target else None, "confidence": target.confidence if target else None,
        "diagram": {key: raw[key] if key == "root" else list(raw[key]) for key in _ARRAYS}
        | {"coherent": bool(raw.get("coherent", True)), "adds": bool(raw.get("adds")), "values": values},
        "kept": {
            "lower": _filled(raw.get("lower"), values), "upper": _filled(raw.get("upper"), values),
            "confidence": raw.get("confidence"),
        },
        "stale": [i for i, name in enumerate(raw["events"]) if name in result.events and result.events[name].stale],
        "tops": _tops(case, bound, wanted) if bound is not None else [],
        "uses": [".".join(key) for key in measured_inputs(bound.values)] if bound is not None else [],
        "worded": _is_worded(case, tree),
        "worded_by": _worded_by(case, tree),
        "orders": _orders(bound) if bound is not None else [],
        **_uncertain(bound),
        "inputs": _inputs(case, bound, numbers, wanted) if bound and numbers and _is_plain(bound) else None,
        "moved": {
            **_moved(case, bound, numbers),
            "settable": [i for i, name in enumerate(raw["events"]) if name in case.event],
            "exact": _exact(bound),
        },
    }  # fmt: skip


def _is_worded(case: Case, tree: FaultTree) -> bool:
    """Whether texts of the tree state numbers that computed ones may contradict: a page does not read them."""
    most = dict.fromkeys([*(event.id for event in case.events), *(gate.id for gate in tree.gates)], 0.0)
    return any(contradicted_values(view_of(case), tree, most))


def _worded_by(case: Case, tree: FaultTree) -> list[str]:
    """Common-cause groups whose members' texts a total that is set may contradict, by less or by more."""
    view = view_of(case)
    groups = {group.id for group in case.common_cause}
    against = {
        one.part
        for total in (0.0, 1.0)
        for one in (contradicted(view, tree, dict.fromkeys(groups, total)) if groups else ())
        if one.number_of not in groups
    }
    return [group.id for group in case.common_cause if not against.isdisjoint(group.members)]


def _orders(bound: BoundTree) -> list[list[Any]]:
    """Place of each order that is worked out, and its inputs: it is not known where the number of one is set."""
    position = {name: i for i, name in enumerate(bound.values.events)}
    orders = bound.compiled.structure.orders
    return [[position[name], list(inputs)] for name, inputs in orders.items() if name in position and inputs]


def _filled(bounds: Sequence[float | None] | None, values: Sequence[float]) -> list[float]:
    return [
        v if b is None or not math.isfinite(b) else b
        for v, b in zip(values, bounds or [None] * len(values), strict=True)
    ]


def _is_plain(bound: BoundTree) -> bool:
    """Whether a page can recompute the bounds: every input moves the top one way, and every event has one kind of it.

    What is split into parts to be enclosed, and what is known as a set only, is left to the command.
    """
    if (
        bound.kind is MeasureKind.PER_HOUR
        or bound.compiled.unordered
        or any(sign != 1 for sign in bound.compiled.signs)
    ):
        return False
    if any(move == 0 for move in bound.moves.values()):
        return False
    lower, upper = bound.values.enclosures({})
    for i in range(len(bound.values.events)):
        inputs = bound.values.inputs_at(i).values()
        measured = sum(one.measured is not None for one in inputs)
        if measured > 1 or (measured and len(inputs) > 1) or (not inputs and lower[i] != upper[i]):
            return False
    return True


def _moved(case: Case, bound: BoundTree | None, numbers: Numbers | None) -> Data:
    """Which events follow a measure or a common-cause total that is set.

    ``left``: the measures whose events depend on something else too, so that only the command can follow them; None
    where nothing is known of what the tree rests on.
    """
    if bound is None or numbers is None:
        return {"measured": [], "groups": {}, "left": None}
    position = {name: i for i, name in enumerate(bound.values.events)}
    groups = {group: dict(_shares(case, bound, numbers, group)) for group in bound.compiled.structure.groups}
    share_of = {part: share for parts in groups.values() for part, share in parts.items()}
    inputs = measured_inputs(bound.values)
    followed = {key: at for key, at in inputs.items() if all(_is_bound(case, bound, i) for i in at)}
    return {
        "measured": [
            {"measure": ".".join(key), "at": [_bound_to(case, bound, i, share_of) for i in at]}
            for key, at in followed.items()
        ],
        "groups": {
            group: [[position[part], share] for part, share in parts.items()] for group, parts in groups.items()
        },
        "left": [".".join(key) for key in inputs if key not in followed],
    }  # fmt: skip


def _uncertain(bound: BoundTree | None) -> Data:
    """Which events depend on an uncertain input, for a page to tell whether one is left, as the joint set does."""
    if bound is None:
        return {"uncertain": None, "on_records": None, "loose": []}
    places = range(len(bound.values.events))
    inputs = [bound.values.inputs_at(i).values() for i in places]
    return {
        "uncertain": [i for i in places if inputs[i]],
        "on_records": [i for i in places if any(one.measured is not None for one in inputs[i])],
        "loose": [group for group in bound.compiled.structure.groups if _is_loose(bound, group)],
    }


def _is_loose(bound: BoundTree, group: str) -> bool:
    """Whether the factors of a common-cause group are uncertain, so that a total that is set leaves its parts so."""
    from casegen.fta.events.expressions import Apply, inputs_in

    index, values = bound.compiled.index, bound.values
    parts = [index[part] for part in bound.compiled.structure.groups[group] if part in index]
    known = [made for i in parts if isinstance(made := values.expression(i), Apply)]
    return any(inputs_in(factor) for made in known for factor in made.arguments[1:])


def _exact(bound: BoundTree | None) -> list[int]:
    """Places of the events of whose numbers nothing is uncertain, as :meth:`~casegen.assessment.trees.BoundTree.has`."""
    if bound is None:
        return []
    numbers = zip(bound.values.events, bound.values.probability.tolist(), strict=True)
    return [i for i, (name, number) in enumerate(numbers) if bound.has(name, number)]


def _is_bound(case: Case, bound: BoundTree, i: int) -> bool:
    """Whether an event's number follows from one measure alone."""
    return len(bound.values.inputs_at(i)) == 1 and isinstance(
        model_of(case, bound.values.events[i]), FromEvidence
    )


def _tops(case: Case, bound: BoundTree, wanted: Collection[Confidence]) -> list[Data]:
    """The top's bounds as assessed, at every confidence at which somebody asks for them."""
    result = []
    for confidence in dict.fromkeys([None, *wanted]):
        estimate, problem = bound.estimate(case, confidence)
        result.append({
            "asked": confidence, "value": estimate.value, "lower": estimate.lower, "upper": estimate.upper,
            "confidence": estimate.confidence, "problem": problem,
        })  # fmt: skip
    return result


def _inputs(case: Case, bound: BoundTree, numbers: Numbers, wanted: Collection[Confidence]) -> Data:
    values, structure = bound.values, bound.compiled.structure
    result, stated = measured_inputs(values), stated_inputs(values)
    position = {name: i for i, name in enumerate(values.events)}
    shares = {group: dict(_shares(case, bound, numbers, group)) for group in structure.groups}
    share_of = {part: share for parts in shares.values() for part, share in parts.items()}
    levels = [_level(bound, at) for at in result.values()]
    return {
        "measured": [
            {"measure": ".".join(key), "confidence": level, "at": [_bound_to(case, bound, i, share_of) for i in at]}
            for (key, at), level in zip(result.items(), levels, strict=True)
        ],
        "stated": list(stated.values()),
        "groups": {
            group: [[position[part], share] for part, share in parts.items()] for group, parts in shares.items()
        },
        "settable": [i for i, name in enumerate(values.events) if name in case.event],
        "boxes": [{"confidence": c, "table": _table(bound, levels, stated, c)} for c in dict.fromkeys(wanted)],
    }  # fmt: skip


def _level(bound: BoundTree, at: Sequence[int]) -> float | None:
    result = bound.values.confidence[list(at)]
    return None if np.isnan(result).any() else float(result.min())


def _bound_to(case: Case, bound: BoundTree, i: int, share_of: Mapping[str, float]) -> Data:
    model = model_of(case, bound.values.events[i])
    assert isinstance(model, FromEvidence)
    exposure = model.exposure
    low, high = float(bound.values.lower[i]), float(bound.values.upper[i])
    return {
        "event": i, "share": share_of.get(bound.values.events[i], 1.0), "complement": model.complement,
        "demands": exposure.demands if exposure else None, "hours": exposure.hours if exposure else None,
        "any": exposure is not None and exposure.dependence is Dependence.ANY,
        "profile": (exposure.share if exposure else None) or 1.0, "least": _least(exposure),
        "lower": None if math.isnan(low) else low, "upper": None if math.isnan(high) else high,
    }  # fmt: skip


def _least(exposure: Exposure | None) -> str:
    """What the lower end of a set is: ``same`` as the value, the measure itself (``once``), or ``zero``."""
    if exposure is None or (exposure.share is None and exposure.dependence is not Dependence.ANY):
        return "same"
    return "once" if exposure.share is None and (exposure.demands or 0.0) >= 1.0 else "zero"


def _shares(case: Case, bound: BoundTree, numbers: Numbers, group: str) -> Iterator[tuple[str, float]]:
    """Each common-cause event with its share of the group's total: every model is linear in the total."""
    from casegen.fta.events.valuation import structure_values

    structure = bound.compiled.structure
    alone = structure_values(case, structure, measured(numbers.evidence), overrides={group: 1.0})
    place = {name: i for i, name in enumerate(alone.events)}
    for part in structure.groups[group]:
        if part in place:
            yield part, float(alone.probability[place[part]])


def _table(
    bound: BoundTree,
    levels: Sequence[float | None],
    stated: Mapping[str, Sequence[int]],
    confidence: Confidence,
) -> dict[str, list[list[float]]]:
    """Bounds of the stated inputs by how many inputs are still uncertain.

    The joint confidence is shared among those (:func:`casegen.assessment.bounds.box`), so it decides the level.
    Keys: for each distinct confidence of measured inputs, in rising order, how many there are, then ``/`` and the
    number of stated inputs.  The fewer are set aside, the earlier; at most :data:`MOST_NUMBERS` numbers.
    """
    known = [level for level in levels if level is not None]
    spread = [i for at in stated.values() for i in at]
    if len(known) < len(levels) or not spread:
        return {}
    classes = sorted(set(known))
    most = [known.count(level) for level in classes]
    room = max(1, MOST_NUMBERS // (2 * len(spread)))
    inputs = {key: bound.values.uncertain[key] for key in stated}
    result: dict[str, list[list[float]]] = {}
    for counts, left in _fewest_aside(most, len(stated), room):
        spent = math.fsum(n * (1.0 - level) for n, level in zip(counts, classes, strict=True))
        budget = joint_budget(confidence, spent, True)
        if spent >= budget:
            continue
        lower, upper = bound.values.enclosures(stated_ranges(inputs, (budget - spent) / left))
        result[f"{','.join(map(str, counts))}/{left}"] = [lower[spread].tolist(), upper[spread].tolist()]
    return result


def _fewest_aside(most: Sequence[int], stated: int, room: int) -> list[tuple[tuple[int, ...], int]]:
    """The first ``room`` ways to set inputs aside, fewest first."""
    total = math.prod(n + 1 for n in most) * stated
    if total > 50 * room:
        return [(tuple(most), m) for m in range(stated, max(0, stated - room), -1)]
    ways = [
        (counts, m)
        for counts in itertools.product(*(range(n, -1, -1) for n in most))
        for m in range(stated, 0, -1)
    ]
    ways.sort(key=lambda way: sum(most) - sum(way[0]) + stated - way[1])
    return ways[:room]
