"""fta quantify: the top of each tree, exact, approximated or bounded; without a parser of commands."""

from __future__ import annotations

import contextlib
import dataclasses
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

from casegen.cli import output
from casegen.cli.fta_open import OpenedModel, ValuedTree, located, open_model, ready
from casegen.model.digits import outward, outward_span
from casegen.model.plural import in_digits

if TYPE_CHECKING:
    from casegen.fta.tree.bounds import Method, Quantified
    from casegen.model.case import Case
    from casegen.model.output.trees import QuantifiedTree

_CHEAP_NODES = 10_000
"""diagram nodes up to which the minimal cut sets are counted unasked: some milliseconds"""
WIDTH = 100
"""characters of a line, unless ids need more"""
_ENDINGS = (".xml", ".mef", ".opsa", ".dft")


def answered(words: list[str]) -> bool:
    """Whether the words of a command line were ``fta quantify FILE… [--json]``, and are answered.

    Reading the words takes longer than solving most models where a parser of commands has to be imported; anything
    but names of model files that exist is left to it.
    """
    if words[:2] != ["fta", "quantify"]:
        return False
    files, as_json = [Path(w) for w in words[2:] if w != "--json"], "--json" in words
    if not files or any(
        p.suffix.lower() not in _ENDINGS or str(p).startswith("-") or not p.is_file() for p in files
    ):
        return False
    opened = open_model(files, as_json=as_json)
    show(opened, opened.trees(""), as_json=as_json)
    return True


def show(
    opened: OpenedModel, trees: list[str], *, as_json: bool, mission_time: float | None = None,
    max_nodes: int | None = None, method: str = "bdd", cutoff: float | None = None, limit_order: int | None = None,
    count_all: bool = False,
) -> None:  # fmt: skip
    """Print the tops of ``trees``, as a table or as one JSON document."""
    from casegen.model.quantity import MeasureKind

    rows = [
        _quantified(opened, name, mission_time, max_nodes, method, cutoff, limit_order, count_all=count_all)
        for name in trees
    ]
    if as_json:
        left = {"left_out": list(opened.left_out)} if opened.left_out else {}
        output.as_json({**(rows[0] if len(rows) == 1 else {"trees": rows}), **left})
        return
    cells = [
        (r["tree"], _number(r), "out of date" if r["stale"] else "exact" if r["exact"] else _range(r),
         *(str(r[k]) for k in ("basic_events", "gates", "bdd_nodes")),
         "–" if r["minimal_cut_sets"] is None else in_digits(r["minimal_cut_sets"]))
        for r in rows
    ]  # fmt: skip
    columns = ("tree", "probability", "", "events", "gates", "BDD nodes", "cut sets")
    output.rows_of_names("", columns, cells, WIDTH)
    for r in rows:
        per_hour = "a rate, per hour" if opened.case.tree[r["tree"]].kind is MeasureKind.PER_HOUR else ""
        if words := "; ".join(filter(None, (per_hour, r["label"]))):
            output.paragraph(f"{r['tree']}: {words}", 1)


def _number(row: QuantifiedTree) -> str:
    """The probability; a number that is an upper bound rounded up."""
    if row["lower"] is None and row["upper"] == row["probability"]:
        return outward(row["probability"], upper=True, digits=6)
    return output.figure(row["probability"], digits=6)


def _range(row: QuantifiedTree) -> str:
    if row["lower"] is None or row["upper"] is None:
        return "not exact"
    lower, upper = outward_span(row["lower"], row["upper"], digits=6)
    return f"[{lower}, {upper}]"


def _quantified(
    opened: OpenedModel,
    name: str,
    mission_time: float | None,
    max_nodes: int | None,
    method: str,
    cutoff: float | None,
    limit_order: int | None,
    *,
    count_all: bool,
) -> QuantifiedTree:
    """One row of ``fta quantify``: exact, by the approximation asked for, or bounds where it is too large."""
    from casegen.assessment.stale_parts import stale_label
    from casegen.fta import TooLarge
    from casegen.fta.study.mission import values_anywhere
    from casegen.fta.tree.bounds import quantify as quantify_by
    from casegen.model.quantity import MeasureKind

    start = time.perf_counter()
    at: ValuedTree | None = None
    adds = opened.case.tree[name].kind is MeasureKind.PER_HOUR
    if method != "bounds" or adds:
        with contextlib.suppress(TooLarge):
            at = ready(opened, name, mission_time, max_nodes, warn=False)
    if at is None:
        result, stale, events, gates = _bounded(opened, name, mission_time, max_nodes)
        size, count = 0, None
    else:
        until = _until(opened, name, mission_time)
        values = values_anywhere(until, at.compiled, opened.evidence, opened.overrides) or at.values
        result = quantify_by(
            at.compiled, values.points,
            cast("Method", method), cutoff=cutoff, limit_order=limit_order, values=values,
        )  # fmt: skip
        stale = at.stale
        events, gates, size = len(at.compiled.events), at.compiled.gate_count, at.compiled.bdd_nodes
        count = _cut_sets(at) if count_all or size <= _CHEAP_NODES else None
    result = result.from_stale(stale_label(stale)) if stale else result
    return {
        "tree": name,
        "top": opened.case.tree[name].top,
        "probability": result.probability,
        "lower": result.lower,
        "upper": result.upper,
        "method": result.method,
        "exact": result.exact,
        "stale": list(stale),
        "label": _label(opened, at, name, mission_time, result),
        "basic_events": events,
        "gates": gates,
        "bdd_nodes": size,
        "minimal_cut_sets": count,
        "seconds": time.perf_counter() - start,
    }


def _label(
    opened: OpenedModel, at: ValuedTree | None, name: str, mission_time: float | None, result: Quantified
) -> str:
    """What is said beside the number: why it is 0, how exact it is, and of which time."""
    parts = (
        _impossible(opened, at, name, result),
        result.label,
        at.hours if at else "",
        _time(opened, at, name, mission_time),
    )
    return "; ".join(filter(None, parts))


def _impossible(opened: OpenedModel, at: ValuedTree | None, name: str, result: Quantified) -> str:
    """Of a 0: that the top event cannot happen as it is modelled; empty where its numbers are only too small."""
    if result.probability != 0.0 or (result.upper or 0.0) != 0.0:
        return ""
    return why_never(opened, at, name)


def why_never(opened: OpenedModel, at: ValuedTree | None, name: str) -> str:
    """Why a top event of probability 0 cannot happen as it is modelled; empty where its numbers are only too small."""
    from casegen.assessment.tree_limits import POSSIBLE, why_impossible

    never: list[str] = []
    if at is not None:
        values = at.values
        never = [
            event
            for i, event in enumerate(values.events)
            if max(values.probability[i], values.upper[i]) <= 0.0 and not values.inputs_of(i)
        ]
        likely = [0.0 if event in never else POSSIBLE for event in values.events]
        if at.compiled.probability(likely) != 0.0:
            return ""
    return why_impossible(opened.case, opened.case.tree[name].top, never)


def _cut_sets(at: ValuedTree) -> int | None:
    """How many minimal cut sets the tree has; None where they are too many to count."""
    from casegen.fta import TooLarge

    with contextlib.suppress(TooLarge):
        return at.compiled.cut_set_count()
    return None


def _until(opened: OpenedModel, name: str, mission_time: float | None) -> Case:
    """The case with the tree's mission ending when it was asked to."""
    case = opened.case
    if mission_time is None:
        return case
    timed = (t.altered(update={"mission_time": mission_time}) if t.id == name else t for t in case.trees)
    return dataclasses.replace(case, trees=tuple(timed))


def _time(opened: OpenedModel, at: ValuedTree | None, name: str, mission_time: float | None) -> str:
    """At which time the number is, of a tree that requirements judge at another."""
    from casegen.fta.study.mission import mission_of

    tree = opened.case.tree[name]
    if at is None or not (
        tree.target or any(c.requirement and c.requirement.measure.tree == name for c in opened.case.claims)
    ):
        return ""
    case = _until(opened, name, mission_time)
    mission = mission_of(case, at.compiled, opened.evidence, opened.overrides)
    if mission.direction == 1:
        return ""
    return (
        f"at the end of {mission.end:,.6g} h; requirements judge its worst time, or its mean (casegen assess)"
    )


def _bounded(
    opened: OpenedModel, name: str, mission_time: float | None, max_nodes: int | None
) -> tuple[Quantified, tuple[str, ...], int, int]:
    """Rigorous bounds, with the stale items below them and the tree's numbers of events and gates."""
    from casegen.fta import FaultTreeError, bound, build_structure, structure_values
    from casegen.fta.tree.ranges import unknown_ranges

    try:
        structure = build_structure(opened.case, name)
        here = {e: p for e, p in opened.overrides.items() if e in {*structure.events, *structure.groups}}
        values = structure_values(
            opened.case, structure, opened.evidence, mission_time=mission_time, overrides=here
        )
    except FaultTreeError as error:
        raise located(opened, error) from None
    ranges = {**values.rounded, **unknown_ranges(structure, values.points, values)}
    result = bound(structure, values.points, max_nodes=max_nodes, rounded=ranges)
    return result, opened.stale_of(structure.events), len(structure.events), len(structure.names)
