"""What is known of a fault tree's top event: one input at a time, its distribution, its course over the mission."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from casegen.assessment.study import Spread, TreeStudy
from casegen.model.fault_tree import FaultTree
from casegen.model.quantity import PROBABILITY_KINDS, Estimate
from casegen.model.results import JointBound, TreeResult
from casegen.render import svg
from casegen.render.charts.frame import (
    TEXT,
    WIDTH,
    LimitLine,
    label,
    limit_across,
    limit_aside,
    limit_down,
    line,
    mark,
    word_width,
    x_axis,
    y_axis,
    y_room,
)
from casegen.render.charts.scale import SPREAD, Scale, scale_of
from casegen.render.diagrams.diagram import Diagram
from casegen.render.fonts import BOLD, metrics, shorten_id
from casegen.render.language import thousands_apart, translate
from casegen.render.wording import KIND_WORD, anchor, confidence, in_full, number, swing_ends, whole_hours
from casegen.render.wording import bound as outward

PLOT = 170.0
SEEN = 1.5
"""width of a bar at least"""
LEAST_SHARE = 0.06
"""of an axis that what is drawn takes at least, where a limit shares the axis"""
TORNADO_LOG, SPREAD_LOG = SPREAD / 6, 1.5
"""Largest by smallest number from which the axis of a tornado, or of a distribution, is logarithmic: the bins of a
distribution are of equal width there."""
KEY_LINE = 16.0
SAME_TOP = 1e-9
"""relative distance of two tops that differ by rounding alone"""


def tree_charts(
    tree: FaultTree,
    result: TreeResult | None,
    study: TreeStudy | None,
    joint: JointBound | None = None,
    limits: Sequence[float] = (),
) -> Iterator[Diagram]:
    """The charts that there are numbers for, of a tree that was quantified.

    ``joint``: the limit from records together, where a claim compares it instead of the bound of each by itself.
    ``limits``: what the top event is compared with.
    """
    if result is None or result.top is None or study is None:
        return
    limit = _target(tree)
    drawn = []
    if any(swing.low != swing.high for swing in study.swings):
        drawn.append(_tornado(tree, result.top, study, limit, limits))
    if study.spread is not None and study.spread.bins:
        drawn.append(_distribution(tree, result.top, study.spread, limit, joint, limits))
    if study.curve:
        drawn.append(_curve(tree, result, study, limit, limits))
    for chart in drawn:
        title = translate("chart.out_of_date", title=chart.title) if result.stale else chart.title
        yield replace(chart, title=title)


def _target(tree: FaultTree) -> LimitLine | None:
    if tree.target is None:
        return None
    value = tree.target.probability
    return LimitLine(value, translate("chart.target", target=in_full(value)))


def _diagram(tree: FaultTree, kind: str, alt: str, height: float, body: str) -> Diagram:
    title = translate(f"chart.{kind}", title=tree.title or tree.id)
    return Diagram(
        f"chart-{kind}-{anchor('tree', tree.id)}", kind, title, alt, WIDTH, height, body, subject=tree.id
    )


def _tornado(
    tree: FaultTree, top: Estimate, study: TreeStudy, limit: LimitLine | None, limits: Sequence[float]
) -> Diagram:
    swings = study.swings
    numbers = [x for swing in swings for x in (swing.low, swing.high)] + [top.value]
    shown = [*numbers, limit.value] if limit and _near(limit.value, numbers, TORNADO_LOG) else numbers
    names = [shorten_id(swing.id, 120, TEXT) for swing in swings]
    left = max(map(word_width, names)) + 10
    scale = scale_of(shown, left, WIDTH - 12, log=_apart(shown, TORNADO_LOG), most=_most(tree))
    first, step = 22.0, 19.0
    bottom = first + step * len(swings) + 2
    parts = [x_axis(scale, first, bottom, _axis_title(tree))]
    at = scale.at(top.value)
    for index, (swing, name) in enumerate(zip(swings, names, strict=True)):
        y = first + step * (index + 0.5) + 1
        ends = sorted((scale.at(swing.low), scale.at(swing.high)))
        words = svg.full(swing.id, [name]) + label(name, left - 5, y + 3.5, "e")
        parts.append(svg.element("g", words))
        middle = min(max(at, ends[0]), ends[1])
        parts.append(_bar(middle, ends[0], y, "c1") + _bar(middle, ends[1], y, "c2"))
    parts.append(line(at, first, at, bottom, "ref"))
    if limit:
        parts.append(_limit(limit, scale, shown, first - 6, bottom))
    widest = swings[0]
    low, high = swing_ends(widest.known_low, widest.known_high, at_bounds=widest.at_bounds, beside=limits)
    alt = translate("chart.tornado_alt", inputs=study.inputs, n=len(swings), widest=swings[0].id,
                    low=low, high=high, top=number(top.value, beside=limits))  # fmt: skip
    return _diagram(tree, "tornado", alt, bottom + 34, "".join(parts))


def _bar(start: float, end: float, y: float, css: str) -> str:
    """A bar from the middle to an end of a swing, wide enough to be seen; nothing where the swing does not go there."""
    if start == end:
        return ""
    wide = max(abs(end - start), SEEN)
    return svg.element(
        "rect", x=start if end > start else start - wide, y=y - 6, width=wide, height=12, class_=f"col {css}"
    )


def _apart(numbers: list[float], factor: float) -> bool:
    """Whether all numbers are positive, and so far apart that they need a logarithmic axis."""
    return min(numbers) > 0 and max(numbers) > factor * min(numbers)


def _most(tree: FaultTree) -> float:
    """Where the axis of a top event ends at the latest."""
    return 1.0 if tree.kind in PROBABILITY_KINDS else math.inf


def _near(value: float, numbers: list[float], factor: float) -> bool:
    """Whether a limit stands on the axis: not where it would squeeze everything else into a corner."""
    positive = [x for x in numbers if x > 0]
    if not positive or not min(positive) / 300 <= value <= max(positive) * 300:
        return False
    axis = scale_of([*numbers, value], 0.0, 1.0, log=_apart([*numbers, value], factor))
    return max(numbers) == min(numbers) or axis.at(max(numbers)) - axis.at(min(numbers)) >= LEAST_SHARE


def _limit(limit: LimitLine, scale: Scale, shown: list[float], top: float, bottom: float) -> str:
    """A requirement as a line across the chart, or with an arrow to the side where it lies beyond the axis."""
    if limit.value in shown:
        return limit_down(limit, scale.at(limit.value), top, bottom)
    return limit_aside(limit, scale, top, above=limit.value > max(shown))


def _axis_title(tree: FaultTree) -> str:
    return translate("chart.top", kind=KIND_WORD[tree.kind])


def _distribution(
    tree: FaultTree,
    top: Estimate,
    spread: Spread,
    limit: LimitLine | None,
    joint: JointBound | None,
    limits: Sequence[float],
) -> Diagram:
    edges = [one.low for one in spread.bins] + [spread.bins[-1].high]
    marks = _marks(top, joint, limits)
    numbers = [*edges, *(value for value, _, _ in marks if value > 0)]
    if top.lower is not None and top.lower > 0:
        numbers.append(top.lower)
    if limit and _near(limit.value, numbers, SPREAD_LOG):
        numbers.append(limit.value)
    first = 54.0 + KEY_LINE * (len(_key_lines(marks)) - 1)
    base = first + PLOT
    scale = scale_of(numbers, 12, WIDTH - 12, log=_apart(numbers, SPREAD_LOG), most=_most(tree))
    most = max(one.count for one in spread.bins)
    parts = [x_axis(scale, first, base, _axis_title(tree))]
    for one in spread.bins:
        a, b = scale.at(one.low), scale.at(one.high)
        high = PLOT * one.count / most
        if one.count:
            parts.append(
                svg.element(
                    "rect", x=a, y=base - high, width=max(b - a - 0.4, 0.5), height=high, class_="col c1"
                )
            )
    parts += _quantiles(spread, scale, first, base)
    for value, css, _ in marks:
        if css:
            at = scale.at(value)
            parts.append(
                svg.element("rect", x=at - 2, y=first - 4, width=4, height=base - first + 4, class_="plate")
            )
            parts.append(line(at, first - 4, at, base, css))
    if limit:
        parts.append(_limit(limit, scale, numbers, first - 14, base))
    parts.append(_key(marks))
    levels = ", ".join(f"{100 * q.level:g} %: {number(q.value, beside=limits)}" for q in spread.quantiles)
    alt = translate("chart.distribution_alt", trials=thousands_apart(f"{spread.trials:,}"), quantiles=levels,
                    words="; ".join(words for _, _, words in marks))  # fmt: skip
    return _diagram(tree, "distribution", alt, base + 34, "".join(parts))


def _marks(top: Estimate, joint: JointBound | None, limits: Sequence[float]) -> list[tuple[float, str, str]]:
    """The upright lines of a distribution: value, class, words; the bound that a claim compares is the last.

    0 has no line, and its words say so: the axis of what can be seen may be logarithmic.
    """
    off = top.value <= 0
    point = translate("chart.point_off" if off else "chart.point", value=number(top.value, beside=limits))
    result = [(top.value, "" if off else "ref", point)]
    together = joint.upper if joint is not None else None
    if top.upper is not None and top.confidence is not None:
        word = "chart.bound" if together is None else "chart.bound_alone"
        shown = outward(top.upper, upper=True, beside=limits)
        result.append(
            (top.upper, "err c4", translate(word, value=shown, confidence=confidence(top.confidence)))
        )
    if joint is not None and together is not None:
        shown = outward(together, upper=True, beside=limits)
        result.append(
            (
                together,
                "err c3",
                translate("chart.bound_together", value=shown, confidence=confidence(joint.confidence)),
            )
        )
    return result


def _key_lines(marks: list[tuple[float, str, str]]) -> list[list[tuple[str, str, float]]]:
    """Classes, words and places of the key's entries, in as many lines as they need."""
    lines: list[list[tuple[str, str, float]]] = [[]]
    x = 4.0
    for _, css, words in marks:
        if lines[-1] and x + 6 + word_width(words) > WIDTH:
            lines.append([])
            x = 4.0
        lines[-1].append((css, words, x))
        x += word_width(words) + 22
    return lines


def _key(marks: list[tuple[float, str, str]]) -> str:
    """What the upright lines are, above the plot: the estimate, and the bounds."""
    parts = []
    for index, entries in enumerate(_key_lines(marks)):
        y = KEY_LINE * index
        for css, words, x in entries:
            parts.append((line(x, y + 2, x, y + 14, css) if css else "") + label(words, x + 6, y + 12))
    return "".join(parts)


def _quantiles(spread: Spread, scale: Scale, top: float, base: float) -> Iterator[str]:
    """Dotted lines at the quantiles; a label that would run into the one before is left to the words below."""
    reached = 0.0
    for quantile in spread.quantiles:
        if quantile.value <= 0:
            continue
        at, words = scale.at(quantile.value), f"{100 * quantile.level:g}\u202f%"
        yield line(at, top, at, base, "quant")
        if at - word_width(words) / 2 > reached + 3:
            yield label(words, at, top - 3, "m q")
            reached = at + word_width(words) / 2


def _curve(
    tree: FaultTree,
    result: TreeResult,
    study: TreeStudy,
    limit: LimitLine | None,
    limits: Sequence[float],
) -> Diagram:
    curve = study.curve
    tops = [top for _, top in curve]
    positive = [x for x in tops if x > 0]
    log = min(tops) > 0 and max(tops) > SPREAD * min(tops)
    shown = [*tops, limit.value] if limit and positive and limit.value <= 20 * max(tops) else tops
    top = 22.0
    y = scale_of(shown, top + PLOT, top, log=log, zero=True, most=_most(tree))
    left = y_room(y)
    x = Scale(curve[0][0], curve[-1][0], left, WIDTH - 12)
    places = [(x.at(a), y.at(b)) for a, b in curve]
    path = "M" + "L".join(f"{svg.number(a)} {svg.number(b)}" for a, b in places)
    parts = [
        label(_axis_title(tree), 2, 12), x_axis(x, top, top + PLOT, translate("chart.hours")),
        y_axis(y, left, WIDTH - 12), svg.element("path", d=path, class_="ln c1"),
    ]  # fmt: skip
    if limit and limit.value in shown:
        across = y.at(limit.value)
        wide = metrics(BOLD).width(limit.text, TEXT)
        plate = svg.element(
            "rect", x=WIDTH - 16 - wide, y=across - 13, width=wide + 4, height=11, class_="plate"
        )
        parts.append(plate + limit_across(limit, across, left, WIDTH - 12))
    start, end = (number(x, beside=limits) for x in (tops[0], tops[-1]))
    alt = [translate("chart.curve_alt", start=start, end=end, hours=number(curve[-1][0]))]
    hours, most = _largest(result, curve)
    if most > tops[-1]:
        words = translate("chart.curve_largest", top=number(most, beside=limits), hours=whole_hours(hours))
        alt.append(f"{words[:1].upper()}{words[1:]}.")
        parts.append(mark(0, x.at(hours), y.at(most)) + label(words, WIDTH - 12, 12, "e"))
    if study.curve_parts:
        alt.append(translate("chart.curve_parts", parts=study.curve_parts))
    diagram = _diagram(tree, "curve", " ".join(alt), top + PLOT + 34, "".join(parts))
    if study.curve_parts:
        return replace(diagram, title=translate("chart.curve_thinned", title=tree.title or tree.id))
    return diagram


def _largest(result: TreeResult, curve: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The largest number that is drawn: at the time that the assessment names, where it is as large at several."""
    most = max(top for _, top in curve)
    judged = [t for t, top in curve if t == result.worst_hours and math.isclose(top, most, rel_tol=SAME_TOP)]
    return next(iter(judged), max(t for t, top in curve if top == most)), most
