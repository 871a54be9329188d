"""Fault trees as rows: top event, events with bounds and importances, cut sets."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.assessment.limits_of import tree_limits
from casegen.model.fault_tree import FaultTree, Formula, FromEvidence
from casegen.model.gates import Operator
from casegen.model.results import Assessment, EventResult, TreeResult
from casegen.render.diagrams.symbols import counted_inputs, odd_inputs
from casegen.render.diagrams.top_bound import joint_bound
from casegen.render.language import in_words, key_of, translate
from casegen.render.report.common_cause import CutRow, alike_events, cut_rows, level_of
from casegen.render.report.links import Links, leaf_names
from casegen.render.report.origins import behind
from casegen.render.views.trees import CutSetView, EventView, GateView, TreeView
from casegen.render.wording import (
    KIND_WORD,
    anchor,
    bound,
    bounds,
    confidence,
    in_full,
    interval,
    number,
    percent,
)

DIGITS = 3
"""significant digits of a bound"""
IMPORTANCES = ("birnbaum", "criticality", "fussell_vesely", "raw", "rrw")
RELATIVE = frozenset(IMPORTANCES) - {"birnbaum"}
"""measures that divide by the probability of the top event: 0 has none of them"""


def tree_rows(assessment: Assessment, links: Links) -> list[TreeView]:
    """Every tree of the case with its results."""
    placed: set[str] = set()
    return [
        _tree_row(assessment, tree, assessment.trees.get(tree.id), links, placed)
        for tree in assessment.case.trees
    ]


def _impossible(result: TreeResult) -> bool:
    """Whether the top event has probability 0 at the estimates."""
    return result.top is not None and result.top.value == 0


def _tree_row(
    assessment: Assessment, tree: FaultTree, result: TreeResult | None, links: Links, placed: set[str]
) -> TreeView:
    target, limits = tree.target, tree_limits(assessment, tree.id)
    top = result.top if result else None
    impossible = result is not None and _impossible(result)
    cuts = [] if result is None else cut_rows(assessment.case, result.cut_sets, result.cut_set_count)
    return {
        "id": tree.id,
        "anchor": anchor("tree", tree.id),
        "title": tree.title or tree.id,
        "text": tree.text,
        "top": links.reference(tree.top),
        "kind": KIND_WORD[tree.kind],
        "mission_time": "" if tree.mission_time is None else f"{number(tree.mission_time)} h",
        "value": _top_number(result, tree.top, limits) if result is not None and top else "–",
        "interval": interval(top, beside=limits),
        "together": _together(assessment, tree.id, limits),
        "target": in_full(target.probability) if target else "",
        "target_confidence": confidence(target.confidence) if target else "",
        "target_source": target.source if target else "",
        "method": "" if result is None else _method(result),
        "independence": in_words(result.independence) if result else "",
        "problem": result.problem if result else translate("trees.not_quantified"),
        "stale": bool(result and result.stale),
        "bdd_nodes": result.bdd_nodes if result else 0,
        "properties": links.references(tree.properties),
        "claims": links.references(
            c.id for c in assessment.case.claims if c.requirement and c.requirement.measure.tree == tree.id
        ),
        "scenarios": links.references(s.id for s in assessment.case.scenarios if s.tree == tree.id),
        "events": _event_rows(assessment, tree, result, links, placed, limits),
        "gates": _gate_rows(tree, result, limits),
        "cut_sets": [_cut_row(assessment, row, links, limits, impossible=impossible) for row in cuts],
        "cut_sets_shown": "" if result is None else _count_text(cuts, result.cut_set_count),
        "importances": [
            {
                "key": key,
                "name": translate(f"importance.{key}"),
                "meaning": translate(f"importance.{key}_meaning"),
            }
            for key in IMPORTANCES
        ],
    }


def _together(assessment: Assessment, tree: str, limits: Sequence[float]) -> str:
    """The bound from independent records together in words; empty where no claim compares it."""
    joint = joint_bound(assessment, tree)
    if joint is None or joint.upper is None:
        return ""
    upper = bound(joint.upper, upper=True, digits=DIGITS, beside=limits)
    return translate(
        "trees.together", upper=upper, confidence=confidence(joint.confidence), claim=joint.claim
    )


def _cut_row(
    assessment: Assessment, row: CutRow, links: Links, limits: Sequence[float], *, impossible: bool
) -> CutSetView:
    """``impossible``: the top event has probability 0, of which nothing has a share."""
    cut = row.first
    levels = [level_of(assessment.case, event) if row.alike > 1 else None for event in cut.events]
    such = (
        ""
        if row.alike == 1
        else translate("trees.such_open" if row.open else "trees.such", n=_count(row.alike))
    )
    return {
        "order": len(cut.events),
        "events": [
            links.reference(event) if level is None else {"id": level.words, "href": ""}
            for event, level in zip(cut.events, levels, strict=True)
        ],
        "such": such,
        "probability": number(cut.probability, beside=limits),
        "share": "–" if impossible else percent(cut.contribution),
    }


def _count_text(rows: Sequence[CutRow], count: int | None) -> str:
    """How many of the minimal cut sets the rows stand for."""
    shown = sum(row.alike for row in rows)
    key = "trees.shown" if count is None else "trees.shown_of"
    return translate(key, n=_count(shown), count=_count(count or 0))


def _count(whole: int) -> str:
    return f"{whole:,}".replace(",", "\u202f")


def _method(result: TreeResult) -> str:
    known = {"bdd", "mcub", "rare-event", "cutoff"}
    message = translate(f"method.{key_of(result.method)}") if result.method in known else result.method
    if result.rounding:
        return translate("trees.rounded", reason=result.rounding)
    # the diagram is exact; without lost digits only what goes into it can be a range
    return message if result.exact or result.method != "bdd" else translate("trees.ranged_inputs")


def _event_rows(
    assessment: Assessment,
    tree: FaultTree,
    result: TreeResult | None,
    links: Links,
    placed: set[str],
    limits: Sequence[float],
) -> list[EventView]:
    value = dict(result.events) if result else {}
    case = assessment.case
    others = [n for n in leaf_names(tree) if n not in value and (n in case.event or n in case.house_event)]
    share = {name: event.importance.get("fussell_vesely", 0.0) for name, event in value.items()}
    rows = [
        _event_row(assessment, alike, links, limits, impossible=result is not None and _impossible(result))
        for alike in alike_events(case, sorted(value.values(), key=lambda e: (-share[e.id], e.id)))
    ]
    rows += [_plain_event_row(assessment, name) for name in others]
    for row in rows:  # an event of several trees is placed where it is met first
        row["href"] = anchor("event", row["id"])
        row["anchor"] = "" if row["id"] in placed else row["href"]
        placed.add(row["id"])
    return rows


def _event_row(
    assessment: Assessment,
    alike: Sequence[EventResult],
    links: Links,
    limits: Sequence[float],
    *,
    impossible: bool,
) -> EventView:
    result = alike[0]
    event = assessment.case.event.get(result.id)
    level = None if event else level_of(assessment.case, result.id)
    model = event.model if event else level.group.total if level else None
    text = event.text if event else level.group.text if level else ""
    if len(alike) > 1:
        text = " ".join(
            part for part in (text, translate("trees.combinations", n=_count(len(alike)))) if part
        )
    return {
        "id": level.words if level and len(alike) > 1 else result.id,
        "href": "",
        "anchor": "",
        "declared": level.group.id if level else result.id,
        "text": text,
        "probability": number(result.probability, beside=limits),
        "bounds": bounds(result.lower, result.upper, result.confidence, beside=limits),
        "source": result.source,
        "behind": behind(assessment.case, level.group.id if level else result.id, result.source),
        "evidence": links.reference(model.evidence) if isinstance(model, FromEvidence) else None,
        "measure": model.measure if event and isinstance(model, FromEvidence) else "",
        "importance": [
            "–" if impossible and key in RELATIVE else number(result.importance.get(key))
            for key in IMPORTANCES
        ],
        "stale": result.stale,
    }


def _plain_event_row(assessment: Assessment, name: str) -> EventView:
    house = assessment.case.house_event.get(name)
    event = assessment.case.event.get(name)
    group = next((g.id for g in assessment.case.common_cause if name in g.members), "")
    source = translate("trees.house") if house else translate("trees.member", group=group) if group else ""
    return {
        "id": name,
        "href": "",
        "anchor": "",
        "declared": name,
        "text": house.text if house else event.text if event else "",
        "probability": ("true" if house.state else "false") if house else "–",
        "bounds": "–",
        "source": source,
        "behind": behind(assessment.case, name, source),
        "evidence": None,
        "measure": "",
        "importance": ["–"] * len(IMPORTANCES),
        "stale": False,
    }


def _top_number(result: TreeResult, gate: str, limits: Sequence[float]) -> str:
    """The top's number, which exposures and orders that are not known may make larger."""
    shown = number(result.top.value, beside=limits) if result.top else "–"
    return translate("trees.ranged", number=shown) if gate in result.ranged_gates else shown


def _gate_number(result: TreeResult, gate: str, limits: Sequence[float]) -> str:
    shown = number(result.gates.get(gate), beside=limits)
    if gate in result.ranged_gates:
        return translate("trees.ranged", number=shown)
    return translate("trees.lost_digits", number=shown) if gate in result.lost_gates else shown


def _gate_rows(tree: FaultTree, result: TreeResult | None, limits: Sequence[float]) -> list[GateView]:
    return [
        {
            "id": gate.id,
            "anchor": anchor("gate", gate.id),
            "text": gate.text,
            "kind": gate_kind(gate),
            "inputs": ", ".join(_input_words(given) for given in gate.inputs),
            "probability": _gate_number(result, gate.id, limits) if result else "–",
        }
        for gate in tree.gates
    ]


def gate_kind(formula: Formula) -> str:
    """The type of a gate with all that decides its meaning: how many inputs, under which condition."""
    row, word = formula.row, formula.type.value
    if row.takes_k:
        return f"{word} {counted_inputs(formula)}"
    if row.operator is Operator.ODD and len(formula.inputs) > 2:
        return f"{word} {odd_inputs(formula)}"
    return f"{word} {translate('trees.condition', event=formula.condition)}" if row.conditional else word


def _input_words(given: str | Formula) -> str:
    if isinstance(given, str):
        return given
    return f"({gate_kind(given)}: {', '.join(_input_words(below) for below in given.inputs)})"
