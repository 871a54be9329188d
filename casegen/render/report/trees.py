"""Fault trees as rows: top event, events with bounds and importances, cut sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casegen.assessment.limits_of import tree_limits
from casegen.io.sentences import sentence
from casegen.model.argument import Claim, ContextNode
from casegen.model.event_model import Constant, FromEvidence
from casegen.model.fault_tree import BasicEvent, FaultTree, Formula
from casegen.model.gates import Operator
from casegen.model.number_text import powered
from casegen.model.plural import power_of_ten
from casegen.model.quantity import Estimate
from casegen.model.results import Assessment, EventResult, RequirementResult, TreeResult
from casegen.model.sentence import is_impossible, listed
from casegen.render.diagrams.part_numbers import aged
from casegen.render.diagrams.symbols import counted_inputs, gate_type, odd_inputs
from casegen.render.diagrams.top_bound import joint_bound
from casegen.render.language import in_words, key_of, thousands_apart, translate
from casegen.render.report.common_cause import CutRow, alike_events, cut_rows, level_of
from casegen.render.report.links import Links, leaf_names
from casegen.render.report.origins import behind, origin
from casegen.render.views.base import Reference
from casegen.render.views.trees import CutSetView, EventView, GateView, TreeView
from casegen.render.wording import (
    KIND_WORD,
    anchor,
    bound,
    bounds,
    confidence,
    held,
    in_full,
    interval,
    number,
    percent,
    whole_hours,
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
    """Whether the top event has probability 0 at the estimates, or cannot happen as the tree is modelled."""
    return is_impossible(result.problem) or (result.top is not None and result.top.value == 0)


def _has_no_number(result: TreeResult | None) -> bool:
    """Whether a tree that was to be quantified has no top event: it cannot be, or what is modelled cannot happen."""
    return (
        result is not None and bool(result.problem) and (result.top is None or is_impossible(result.problem))
    )


def _without(result: TreeResult | None) -> frozenset[str]:
    """The measures of importance that no event has a value of."""
    if result is None or not _impossible(result):
        return frozenset()
    return frozenset(IMPORTANCES) if is_impossible(result.problem) else RELATIVE


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
        "value": _top_number(result, tree.top, limits) if result is not None else "–",
        "interval": "" if top is None or _has_no_number(result) else interval(top, beside=limits),
        "together": _together(assessment, tree.id, limits),
        "judged": [] if result is None else list(_judged(assessment, tree.id, result, limits)),
        "target": in_full(target.probability) if target else "",
        "target_confidence": confidence(target.confidence) if target else "",
        "target_source": target.source if target else "",
        "method": "" if result is None or (top is None and result.problem) else _method(result),
        "independence": in_words(result.independence) if result else "",
        "problem": in_words(_problem(result)) if result else translate("trees.not_quantified"),
        "stale": bool(result and result.stale),
        "bdd_nodes": result.bdd_nodes if result else 0,
        "properties": links.references(tree.properties),
        "claims": links.references(
            c.id for c in assessment.case.claims if c.requirement and c.requirement.measure.tree == tree.id
        ),
        "scenarios": links.references(s.id for s in assessment.case.scenarios if s.tree == tree.id),
        "events": _event_rows(assessment, tree, result, links, placed, limits),
        "gates": _gate_rows(tree, result, limits),
        "cut_sets": [_cut_row(assessment, row, links, limits, result, impossible=impossible) for row in cuts],
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


def _judged(assessment: Assessment, tree: str, result: TreeResult, limits: Sequence[float]) -> Iterator[str]:
    """What is judged at another time than the end, of which all other numbers of the tree are: one entry for each kind.

    The end itself is named where it is judged beside another kind.
    """
    held_to = list(_compared(assessment, tree))
    worst = {
        translate("trees.judged_at", number=held(one)[0], hours=whole_hours(one.hours))
        for one in held_to
        if one.hours is not None
    }
    mean = {translate("trees.judged_mean", number=held(one)[0]) for one in held_to if one.averaged}
    rated = any(scenario.tree == tree for scenario in assessment.case.scenarios)
    if not worst and (rated or not mean) and result.is_worst_before_the_end and result.worst is not None:
        words = number(result.worst.value, beside=limits)
        if result.worst.upper is not None:
            words = f"{words}, {interval(result.worst, beside=limits)}"
        worst = {translate("trees.judged_at", number=words, hours=whole_hours(result.worst_hours or 0.0))}
    last = {
        translate("trees.judged_end", number=held(one)[0])
        for one in held_to
        if (worst or mean) and one.hours is None and not one.averaged
    }
    yield from (*sorted(worst), *sorted(mean), *sorted(last))
    if result.worst_unknown:
        yield in_words(result.worst_unknown)


def _compared(assessment: Assessment, tree: str) -> Iterator[RequirementResult]:
    """The requirements on the top of a tree for which a number was compared."""
    holders: list[Claim | ContextNode] = [*assessment.case.claims, *assessment.case.contexts]
    for holder in holders:
        result = assessment.requirements.get(holder.id)
        if holder.requirement is None or holder.requirement.measure.tree != tree or result is None:
            continue
        if result.compared is not None:
            yield result


def _cut_row(
    assessment: Assessment, row: CutRow, links: Links, limits: Sequence[float], result: TreeResult | None,
    *, impossible: bool,
) -> CutSetView:  # fmt: skip
    """``impossible``: the top event has probability 0, of which nothing has a share."""
    cut = row.first
    levels = [level_of(assessment.case, event) if row.alike > 1 else None for event in cut.events]
    such = (
        ""
        if row.alike == 1
        else translate("trees.such_open" if row.open else "trees.such", n=_count(row.alike))
    )
    none: list[Reference] = [{"id": translate("trees.needs_none"), "href": ""}]
    old = result is not None and any(result.is_stale(event) for event in cut.events)
    return {
        "order": len(cut.events),
        "events": [
            links.reference(event) if level is None else {"id": level.words, "href": ""}
            for event, level in zip(cut.events, levels, strict=True)
        ]
        or none,
        "such": such,
        "probability": aged(number(cut.probability, beside=limits), old=old),
        "share": "–" if impossible else percent(cut.contribution),
    }


def _count_text(rows: Sequence[CutRow], count: int | None) -> str:
    """How many of the minimal cut sets the rows stand for."""
    shown = sum(row.alike for row in rows)
    key = "trees.shown" if count is None else "trees.shown_of"
    return translate(key, n=_count(shown), count=_count(count or 0))


def _count(whole: int) -> str:
    powers = power_of_ten(whole)
    return thousands_apart(f"{whole:,}") if powers is None else powered(*powers)


def _method(result: TreeResult) -> str:
    known = {"bdd", "mcub", "rare-event", "cutoff"}
    message = translate(f"method.{key_of(result.method)}") if result.method in known else result.method
    if result.rounding:
        return aged(translate("trees.rounded", reason=in_words(result.rounding)), old=result.stale)
    if result.stale and result.method == "bdd":
        return translate("trees.stale_inputs")
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
    share = {name: event.fussell_vesely or 0.0 for name, event in value.items()}
    without = _without(result)
    rows = [
        _event_row(assessment, alike, links, limits, without)
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
    without: frozenset[str],
) -> EventView:
    """``without``: the measures of importance that have no value."""
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
        "source": origin(event, level, result.source),
        "behind": behind(assessment.case, level.group.id if level else result.id, result.source),
        "evidence": links.reference(model.evidence) if isinstance(model, FromEvidence) else None,
        "measure": model.measure if event and isinstance(model, FromEvidence) else "",
        "importance": ["–" if key in without else number(result.importance.get(key)) for key in IMPORTANCES],
        "stale": result.stale,
    }


def _plain_event_row(assessment: Assessment, name: str) -> EventView:
    house = assessment.case.house_event.get(name)
    event = assessment.case.event.get(name)
    group = next((g.id for g in assessment.case.common_cause if name in g.members), "")
    source = translate("trees.house") if house else translate("trees.member", group=group) if group else ""
    value, known = _own_number(assessment, event)
    return {
        "id": name,
        "href": "",
        "anchor": "",
        "declared": name,
        "text": house.text if house else event.text if event else "",
        "probability": translate(f"state.{str(house.state).lower()}") if house else number(value),
        "bounds": interval(known),
        "source": source,
        "behind": behind(assessment.case, name, source),
        "evidence": None,
        "measure": "",
        "importance": ["–"] * len(IMPORTANCES),
        "stale": False,
    }


def _own_number(assessment: Assessment, event: BasicEvent | None) -> tuple[float | None, Estimate | None]:
    """The number that an event has whatever becomes of its tree, with its measure: as it is stated, or was measured."""
    model = event.model if event is not None else None
    if isinstance(model, Constant) and model.exposure is None and isinstance(model.probability, float):
        return model.probability, None
    state = assessment.evidence.get(model.evidence) if isinstance(model, FromEvidence) else None
    if state is None or not isinstance(model, FromEvidence) or model.exposure is not None or model.complement:
        return None, None
    known = state.measures.get(model.measure)
    return (None, None) if known is None else (known.value, known)


def _problem(result: TreeResult) -> str:
    """Why there is no number, or why the number may support no claim."""
    return result.problem or (
        sentence("trees.barred", reasons=listed(result.barred)) if result.barred else ""
    )


def _top_number(result: TreeResult, gate: str, limits: Sequence[float]) -> str:
    """The top's number, which exposures and orders that are not known may make larger."""
    if _has_no_number(result):
        return translate("trees.no_number")
    shown = number(result.top.value, beside=limits) if result.top else "–"
    shown = translate("trees.ranged", number=shown) if gate in result.ranged_gates else shown
    return aged(shown, old=result.is_stale(gate))


def _gate_number(result: TreeResult, gate: str, top: str, limits: Sequence[float]) -> str:
    if gate == top and is_impossible(result.problem):
        return translate("trees.no_number")
    shown = number(result.gates.get(gate), beside=limits)
    if gate in result.ranged_gates:
        shown = translate("trees.ranged", number=shown)
    elif gate in result.lost_gates:
        shown = translate("trees.lost_digits", number=shown)
    return aged(shown, old=result.is_stale(gate))


def _gate_rows(tree: FaultTree, result: TreeResult | None, limits: Sequence[float]) -> list[GateView]:
    return [
        {
            "id": gate.id,
            "anchor": anchor("gate", gate.id),
            "text": gate.text,
            "kind": gate_kind(gate),
            "inputs": ", ".join(_input_words(given) for given in gate.inputs),
            "probability": _gate_number(result, gate.id, tree.top, limits) if result else "–",
        }
        for gate in tree.gates
    ]


def gate_kind(formula: Formula) -> str:
    """The type of a gate with all that decides its meaning: how many inputs, under which condition."""
    row, word = formula.row, gate_type(formula)
    if row.takes_k:
        return f"{word} {counted_inputs(formula)}"
    if row.operator is Operator.ODD and len(formula.inputs) > 2:
        return f"{word} {odd_inputs(formula)}"
    return f"{word} {translate('trees.condition', event=formula.condition)}" if row.conditional else word


def _input_words(given: str | Formula) -> str:
    if isinstance(given, str):
        return given
    return f"({gate_kind(given)}: {', '.join(_input_words(below) for below in given.inputs)})"
