"""One tree as plain data: its diagram, where its events' numbers come from, and their bounds at every level needed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from casegen.assessment.bounds import joint_budget, measured_inputs, model_of, stated_inputs
from casegen.assessment.requirements import Numbers
from casegen.assessment.results import TreeResult
from casegen.assessment.trees import BoundTree, measured
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree, FromEvidence

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

    ``kept`` are the bounds as assessed, for where ``inputs`` is None: the diagram is not the one that the case
    compiles to.
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
        | {"coherent": bool(raw.get("coherent", True)), "values": values},
        "kept": {
            "lower": _filled(raw.get("lower"), values), "upper": _filled(raw.get("upper"), values),
            "confidence": raw.get("confidence"),
        },
        "stale": [i for i, name in enumerate(raw["events"]) if name in result.events and result.events[name].stale],
        "inputs": _inputs(case, bound, numbers, wanted) if bound is not None and numbers is not None else None,
    }  # fmt: skip


def _filled(bounds: Sequence[float | None] | None, values: Sequence[float]) -> list[float]:
    return [
        v if b is None or not math.isfinite(b) else b
        for v, b in zip(values, bounds or [None] * len(values), strict=True)
    ]


def _inputs(case: Case, bound: BoundTree, numbers: Numbers, wanted: Collection[Confidence]) -> Data:
    values, structure = bound.values, bound.compiled.structure
    result = measured_inputs(case, values, ())
    stated = stated_inputs(values, {i for at in result.values() for i in at}, ())
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
        "orders": [[position[name], list(inputs)] for name, inputs in structure.orders.items() if name in position],
        "settable": [i for i, name in enumerate(values.events) if name in case.event],
        "boxes": [
            {"confidence": c, "table": _table(bound, levels, list(stated.values()), c)}
            for c in dict.fromkeys(wanted)
        ],
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
        "lower": None if math.isnan(low) else low, "upper": None if math.isnan(high) else high,
    }  # fmt: skip


def _shares(case: Case, bound: BoundTree, numbers: Numbers, group: str) -> Iterator[tuple[str, float]]:
    """Each common-cause event with its share of the group's total: every model is linear in the total."""
    from casegen.fta.valuation import structure_values

    structure = bound.compiled.structure
    alone = structure_values(case, structure, measured(numbers.evidence), overrides={group: 1.0})
    place = {name: i for i, name in enumerate(alone.events)}
    for part in structure.groups[group]:
        if part in place:
            yield part, float(alone.probability[place[part]])


def _table(
    bound: BoundTree, levels: Sequence[float | None], stated: Sequence[Sequence[int]], confidence: Confidence
) -> dict[str, list[list[float]]]:
    """Bounds of the stated inputs by how many inputs are still uncertain.

    The joint confidence is shared among those (:func:`casegen.assessment.bounds.box`), so it decides the level.
    Keys: for each distinct confidence of measured inputs, in rising order, how many there are, then ``/`` and the
    number of stated inputs.  The fewer are set aside, the earlier; at most :data:`MOST_NUMBERS` numbers.
    """
    known = [level for level in levels if level is not None]
    spread = [i for at in stated for i in at]
    if len(known) < len(levels) or not spread:
        return {}
    classes = sorted(set(known))
    most = [known.count(level) for level in classes]
    sampled = any(bound.values.quantile_method(i) == "monte-carlo" for i in spread)
    room = 1 if sampled else max(1, MOST_NUMBERS // (2 * len(spread)))
    result: dict[str, list[list[float]]] = {}
    for counts, inputs in _fewest_aside(most, len(stated), room):
        spent = float(sum(n * (1.0 - level) for n, level in zip(counts, classes, strict=True)))
        budget = joint_budget(confidence, spent, True)
        if spent >= budget:
            continue
        level = 1.0 - (budget - spent) / inputs
        point = bound.values.probability[spread]
        lower = np.minimum(bound.values.quantile(1.0 - level)[spread], point)
        upper = np.maximum(bound.values.quantile(level)[spread], point)
        result[f"{','.join(map(str, counts))}/{inputs}"] = [lower.tolist(), upper.tolist()]
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
