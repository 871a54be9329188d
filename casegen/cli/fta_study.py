"""fta uncertainty · sensitivity · curve."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli import output
from casegen.cli.case import Json
from casegen.cli.fta_model import House, MaxMemory, MaxNodes, MissionTime, Model, Set, Tree, finite, fta
from casegen.cli.fta_open import (
    Draws,
    ValuedTree,
    open_model,
    ready_trees,
    show_documents,
    unknown_method,
    without_confidence,
)
from casegen.cli.printing import echo
from casegen.model.digits import hours_text
from casegen.model.limits import MOST_TRIALS
from casegen.model.plural import counted, plural, some

if TYPE_CHECKING:
    from casegen.fta import Swing, TimeCurve, Uncertainty
    from casegen.fta.tree.conditioning import LostDigits

Trials = Annotated[int, typer.Option("--trials", min=2, max=MOST_TRIALS, help="Number of trials.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the random numbers.")]


@fta.command()
def uncertainty(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    trials: Trials = 100_000,
    seed: Seed = 0,
    method: Annotated[
        str, typer.Option("--method", help="monte-carlo, latin-hypercube or sobol.")
    ] = "monte-carlo",
    house: House = None,
    changed: Set = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """Distribution of the top event's probability over the uncertain inputs."""
    from casegen.assessment.documents import number
    from casegen.fta import uncertainty as propagate

    methods = ("monte-carlo", "latin-hypercube", "sobol")
    if method not in methods:
        raise unknown_method(method, methods)
    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=mission_time)
    documents: list[dict[str, Any]] = []
    draws = Draws()
    for at in ready_trees(opened, tree, mission_time, max_nodes, max_memory):
        draw = partial(propagate, at.compiled, at.values, trials=trials, seed=seed, method=method)  # type: ignore[arg-type]
        result = draws.of(at, draw)
        if result is None:
            continue
        documents.append(
            {
                "tree": at.tree,
                "mean": result.mean,
                "mean_standard_error": result.mean_error,
                "std": result.std,
                "error_factor": number(result.error_factor),
                "quantiles": {str(level): q for level, q in result.quantiles.items()},
                "point": result.point,
                "trials": result.trials,
                "seed": result.seed,
                "method": result.method,
                "clipped": result.clipped,
                "fixed": list(result.fixed),
                **at.remarks,
            }
        )
        if not as_json:
            _show_uncertainty(at, result)
    draws.show(documents, as_json=as_json)


def _show_uncertainty(at: ValuedTree, uncertainty: Uncertainty) -> None:
    rows = [(f"{100 * level:g} % quantile", output.figure(q)) for level, q in uncertainty.quantiles.items()]
    rows += [
        ("mean", output.figure(uncertainty.mean)),
        ("standard deviation", output.figure(uncertainty.std)),
        ("error factor", output.figure(uncertainty.error_factor)),
        ("at the inputs' values", output.figure(uncertainty.point)),
    ]
    title = f"{output.escape(at.tree)}: {uncertainty.trials} trials, {uncertainty.method}, seed {uncertainty.seed}"
    output.table(title, ("", ""), rows)
    if not at.values.inputs:
        echo("no input states an uncertainty: every trial is the same")
    for event, count in uncertainty.clipped.items():
        echo(
            f"{event}: {counted(count, 'trial')} left [0, 1] and {plural(count, 'was', 'were')} set to the nearer end"
        )
    at.show_hours()


@fta.command()
def sensitivity(
    model: Model,
    tree: Tree = "",
    mission_time: MissionTime = None,
    level: Annotated[
        float, typer.Option("--level", min=0.5, max=0.9999, help="Quantile of stated distributions.")
    ] = 0.95,
    factor: Annotated[
        float, typer.Option("--factor", help="Inputs without uncertainty are divided and multiplied by it.")
    ] = 10.0,
    top: Annotated[int, typer.Option("--top", min=1, help="How many to list.")] = 20,
    house: House = None,
    changed: Set = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """One input at a time: how far the top event swings, its gradient and elasticity."""
    from casegen.assessment.documents import number
    from casegen.fta import tornado
    from casegen.model.diagnostic import InputError

    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=mission_time)
    documents: list[dict[str, Any]] = []
    for at in ready_trees(opened, tree, mission_time, max_nodes, max_memory):
        try:
            rows = tornado(at.compiled, at.values, level=level, factor=factor)
        except ValueError as error:
            raise InputError.call(str(error)) from None
        swings = [
            {k: number(v) if isinstance(v, float) else v for k, v in _swing(row).items()} for row in rows
        ]
        probability = at.compiled.probability(at.values.probability)
        documents.append({"tree": at.tree, "top": probability, **at.remarks, "inputs": swings})
        if not as_json:
            _show_swings(at, rows[:top])
    show_documents(documents, as_json=as_json)


def _swing(row: Swing) -> dict[str, Any]:
    """One input as JSON: tops that are known as a range only with both ends."""
    ranges = {"low_range": _both_ends(row.low_range), "high_range": _both_ends(row.high_range)}
    whole = dataclasses.asdict(row) | ranges | {"swing": row.swing}
    del whole["apart"]
    return whole


def _show_swings(at: ValuedTree, rows: Sequence[Swing]) -> None:
    cells = [
        (output.escape(r.id), *_tops(r), *(output.figure(x) for x in (r.gradient, r.elasticity)),
         output.escape(r.basis))
        for r in rows
    ]  # fmt: skip
    columns = ("input", "top at low", "top at high", "swing", "gradient", "elasticity", "low and high")
    output.table(output.escape(at.tree), columns, cells)
    noted: dict[str, list[str]] = {}
    for r in rows:
        noted.setdefault(r.note, []).append(r.id)
    for note, names in noted.items():
        if note:
            echo(f"{', '.join(names)}: {note}")
    at.show_hours()


def _tops(swing: Swing) -> tuple[str, ...]:
    """The top event at both ends and their distance; at measured bounds each is rounded outward.

    Of a top of which rounding leaves fewer than four digits the interval in which it lies.
    """
    falls, at_bounds = swing.low > swing.high, swing.at_bounds
    tops = (
        _interval(span) if span and math.isnan(known)
        else output.bound(known, upper=upper) if at_bounds else output.figure(known)
        for known, span, upper in (
            (swing.known_low, swing.low_range, falls), (swing.known_high, swing.high_range, not falls)
        )
    )  # fmt: skip
    return *tops, output.bound(swing.swing) if at_bounds else output.figure(swing.swing)


def _interval(span: tuple[float, float]) -> str:
    from casegen.model.digits import outward_span

    return "[{}, {}]".format(*outward_span(*span))


def _span(lost: LostDigits, span: tuple[float, float] | None) -> str:
    from casegen.model.digits import outward_span

    low, high = span or (lost.lower, lost.upper)
    lower, upper = outward_span(min(low, lost.lower), max(high, lost.upper))
    why = "before or after a test" if lost.cause == "test" else "digits lost to rounding"
    return f"{lower} to {upper} ({why})"


def _with_range(point: float, span: tuple[float, float] | None) -> str:
    """A number, and the range of which alone it is known to lie in."""
    if span is None:
        return output.figure(point)
    return f"{output.figure(point)} in {_interval(span)}"


def _largest_shown(result: TimeCurve) -> float:
    """The largest number of the table, the upper ends of its ranges among them."""
    ends = [x.upper for x in result.lost if x is not None]
    return max(*result.probability, *ends, *(x[1] for x in result.ranges if x is not None))


def _curve_document(at: ValuedTree, result: TimeCurve) -> dict[str, Any]:
    """The curve as JSON: numbers that are known as a range only with both ends."""
    shares = {str(sil): share for sil, share in result.share.items()}
    lost = [None if x is None else _both_ends((x.lower, x.upper)) for x in result.lost]
    ranges = [_both_ends(x) for x in result.ranges]
    own = {"share": shares, "lost": lost, "ranges": ranges, "average_range": _both_ends(result.average_range)}
    own["per_hour_range"] = _both_ends(result.per_hour_range)
    own["largest"] = result.largest and {"hours": result.largest[0], "probability": result.largest[1]}
    words = {"rounding": at.rounding, "stale": list(at.stale), "label": without_confidence(at)}
    return {"tree": at.tree, **dataclasses.asdict(result), **own, **words}


def _both_ends(span: tuple[float, float] | None) -> dict[str, float] | None:
    return None if span is None else {"lower": span[0], "upper": span[1]}


@fta.command()
def curve(
    model: Model,
    hours: Annotated[
        float, typer.Option("--hours", min=0.0, callback=finite, help="End of the curve, in hours.")
    ],
    tree: Tree = "",
    points: Annotated[
        int, typer.Option("--points", min=2, max=10_000, help="Number of points in time.")
    ] = 21,
    house: House = None,
    changed: Set = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    as_json: Json = False,
) -> None:
    """The top event over mission time, its average, and the safety integrity bands of IEC 61508."""
    from casegen.cli.fta_quantify import why_never
    from casegen.fta import time_curve
    from casegen.fta.study.curve import AT_ZERO, evenly
    from casegen.model.diagnostic import InputError
    from casegen.model.quantity import MeasureKind

    opened = open_model(model, house=house, changed=changed, as_json=as_json, mission_time=hours)
    documents: list[dict[str, Any]] = []
    for at in ready_trees(opened, tree, hours, max_nodes, max_memory):
        try:
            times = evenly(hours, points - 1)
            result = time_curve(opened.case, at.compiled, opened.evidence, times, overrides=at.overrides)
        except ValueError as error:
            raise InputError.call(str(error)) from None
        if result.note == AT_ZERO:
            result = dataclasses.replace(result, note=why_never(opened, at, at.tree) or AT_ZERO)
        documents.append(_curve_document(at, result))
        if not as_json:
            _show_curve(at, result, per_hour=opened.case.tree[at.tree].kind is MeasureKind.PER_HOUR)
    show_documents(documents, as_json=as_json)


def _show_curve(at: ValuedTree, result: TimeCurve, *, per_hour: bool) -> None:
    from casegen.fta.study.course import UNFOLLOWED

    rows = zip(result.hours, result.probability, result.lost, result.ranges, strict=True)
    cells = [
        (f"{t:g}", _with_range(p, span) if lost is None else _span(lost, span)) for t, p, lost, span in rows
    ]
    output.table(at.tree, ("hours", "rate, per hour" if per_hour else "probability"), cells)
    rate = "" if result.per_hour is None else _with_range(result.per_hour, result.per_hour_range)
    hourly = f" (SIL {result.sil_hourly or 'none'})" if result.per_hour else ""
    rate = rate and f", {rate} per hour{hourly}"
    mean = _with_range(result.average, result.average_range)
    unknown = per_hour or result.note in UNFOLLOWED or _largest_shown(result) == 0.0
    level = "" if unknown else f" (SIL {result.sil_demand or 'none'} on demand)"
    echo(f"average {mean}{level}{rate}")
    if result.largest is not None and result.largest[1] > _largest_shown(result):
        hours, top = result.largest
        echo(f"largest found {output.figure(top)} at {hours_text(hours)} h, between the times shown")
    standing = result.standing and (
        f"{some(result.standing)}: at all times as after {plural(len(result.standing), 'its', 'their')} own hours"
    )
    for line in filter(None, (result.note, standing, without_confidence(at))):
        echo(line)
