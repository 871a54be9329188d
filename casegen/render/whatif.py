"""What the page needs to evaluate the fault trees by itself: diagrams, bounds, and the claims on them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from casegen.assessment.results import Assessment, RequirementResult
from casegen.model.fault_tree import FaultTree
from casegen.render.report.links import Row
from casegen.render.wording import COMPARISON_SIGN, anchor

DIAGRAM = ("events", "var", "low", "high", "proxies", "root", "values")
"""What a tree's diagram must have; its arrays are explained in ``casegen.fta``."""


def whatif_model(assessment: Assessment) -> Row:
    """Trees with their decision diagrams, and the claims whose requirement the page can hold against them.

    A claim is left out when its number needs more than the diagram at hand: a bound at another confidence
    than the diagram's, or a bound of a tree that is not coherent.  ``casegen whatif`` does those.
    """
    case = assessment.case
    diagrams = {tree.id: _diagram(assessment, tree.id) for tree in case.trees}
    trees = [tree for tree in case.trees if diagrams[tree.id]]
    order = {tree.id: index for index, tree in enumerate(trees)}
    claims = []
    for claim in case.claims:
        measure = claim.requirement.measure.tree if claim.requirement else None
        result = assessment.claims.get(claim.id)
        found = result.requirement if result else None
        if measure is None or measure not in order or found is None or found.bound is None:
            continue
        side = _side(found, diagrams[measure])
        if side is not None:
            claims.append(_claim(claim.id, order[measure], found, side))
    named = {name for tree in trees for name in diagrams[tree.id]["events"]}
    return {
        "folder": case.root.as_posix(),
        "trees": [_tree(tree, diagrams[tree.id]) for tree in trees],
        "claims": claims,
        "texts": {event.id: event.text for event in case.events if event.id in named},
    }


def _diagram(assessment: Assessment, tree: str) -> Row:
    """The diagram's arrays; empty when the tree has none that can be evaluated."""
    result = assessment.trees.get(tree)
    raw: Mapping[str, Any] | None = result.diagram if result else None
    if raw is None or any(key not in raw for key in DIAGRAM):
        return {}
    values = list(raw["values"])
    if not all(isinstance(p, int | float) and math.isfinite(p) for p in values):
        return {}
    kept: Row = {key: raw[key] for key in DIAGRAM}
    for side in ("lower", "upper"):
        bounds = raw.get(side) or [None] * len(values)
        kept[side] = [value if bound is None else bound for value, bound in zip(values, bounds, strict=True)]
    kept["coherent"] = bool(raw.get("coherent", True))
    kept["confidence"] = raw.get("confidence")
    return kept


def _tree(tree: FaultTree, diagram: Row) -> Row:
    target = tree.target
    bounded = target is not None and target.confidence is not None and diagram["coherent"]
    return {
        "id": tree.id,
        "title": tree.title or tree.id,
        "anchor": anchor("tree", tree.id),
        "target": target.probability if target else None,
        "side": "upper" if bounded else "value",
        "diagram": diagram,
    }


def _side(found: RequirementResult, diagram: Row) -> str | None:
    """Which number is held against the bound: value, upper or lower; None when the page has it not."""
    if found.confidence is None:
        return "value"
    at_hand = diagram["confidence"]
    certain = diagram["lower"] == diagram["upper"]
    if not certain and (
        not diagram["coherent"] or at_hand is None or not math.isclose(at_hand, found.confidence)
    ):
        return None
    return "upper" if found.comparison.is_upper else "lower"


def _claim(identifier: str, tree: int, found: RequirementResult, side: str) -> Row:
    return {
        "id": identifier,
        "anchor": anchor("claim", identifier),
        "tree": tree,
        "bound": found.bound,
        "comparison": found.comparison.value,
        "sign": COMPARISON_SIGN[found.comparison],
        "side": side,
    }
