"""What a whole case shows: margins of all requirements, and which evidence answers which hazard."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from casegen.assessment.overdue_reviews import review_overdue
from casegen.model.quantity import PROBABILITY_KINDS
from casegen.model.results import Assessment, ClaimResult, RequirementResult
from casegen.render import svg
from casegen.render.charts.frame import TEXT, label, line, word_width
from casegen.render.charts.scale import Scale
from casegen.render.diagrams.diagram import Diagram
from casegen.render.diagrams.symbols import badge
from casegen.render.fonts import BOLD, REGULAR, shorten, shorten_id, wrap
from casegen.render.freshness import out_of_date
from casegen.render.language import counted, translate
from casegen.render.wording import COMPARISON_SIGN, STATUS_CLASS, anchor, held

if TYPE_CHECKING:
    from casegen.render.views.argument import TracingView

ChartPart = tuple[str, float, float]
"""body, width and height"""
Covered = tuple["TracingView", dict[str, str]]
"""a hazard, and the class of each evidence item that answers it"""
Row = TypeVar("Row")
WIDE = 700.0
"""width of a chart of the whole case"""
STEP = 20.0
ROWS = 48
"""rows of a chart at most: with its heads it is readable on A4"""
COLUMNS = 60
"""columns of a chart at most: beside the names of hazards they are readable on A3"""
ZERO = 14.0
"""room of the 0 that stands before a logarithmic axis"""
LEAST, MOST = 1e-3, 1e3
"""ends of the axis of margins at most: further out a mark stands at the end with an arrow"""


@dataclass(frozen=True, slots=True)
class Margin:
    """A requirement as drawn: how much of what its limit allows is used, by the value and by its bounds.

    ``value`` and what follows are NaN where a ratio to the limit says nothing: the row then has words only.
    """

    claim: str
    what: str
    css: str
    value: float
    low: float
    high: float
    compared: float
    words: str


def margin_charts(assessment: Assessment) -> list[Diagram]:
    """Every evaluated requirement against its limit on one logarithmic axis, the tightest first.

    One chart; more, on the same axis, where there are more requirements than a page holds; none where no
    requirement was evaluated.
    """
    rows = sorted(filter(None, map(_margin, _asked(assessment))), key=_by_tightness)
    if all(math.isnan(row.compared) for row in rows):
        return []
    numbers = [x for row in rows for x in (row.value, row.low, row.high, row.compared)]
    inside = [min(MOST, max(LEAST, x)) for x in numbers if x > 0] or [1.0]
    low, high = min(*inside, 0.5), max(*inside, 2.0)
    names = max(word_width(row.claim) * 1.08 for row in rows) + 22
    left, right = min(names, 130.0) + 240, WIDE - 20 - max(word_width(row.words) for row in rows)
    scale = Scale(10 ** math.floor(math.log10(low)), 10 ** math.ceil(math.log10(high)), left, right, log=True)
    failing, old = (sum(1 for row in rows if row.css == css) for css in ("challenged", "stale"))
    alt = translate("chart.margins_alt", count=len(rows), failing=failing, tightest=rows[0].claim)
    overdue = sum(
        1 for row in rows if row.css == "stale" and review_overdue(assessment, assessment.claims[row.claim])
    )
    for key, n in (("stale", old - overdue), ("overdue", overdue)):
        alt += f" {counted(f'chart.margins_{key}', n)}" if n else ""
    return _parts("margins", alt, [_margin_part(part, scale) for part in _runs(rows)])


def _margin_part(rows: Sequence[Margin], scale: Scale) -> ChartPart:
    top, bottom = 30.0, 30.0 + STEP * len(rows) + 4
    head = label(translate("chart.used_up"), WIDE - 2, 10, "e q")
    grid = "".join(
        line(scale.at(x), top, scale.at(x), bottom, "grid") + label(words, scale.at(x), bottom + 13, "m q")
        for x, words in _factors(scale)
    )
    limit = line(scale.at(1), top - 6, scale.at(1), bottom, "lim")
    limit += label(translate("chart.limit"), scale.at(1), top - 10, "m limt")
    body = "".join(_margin_row(row, scale, top + STEP * (i + 0.5) + 2) for i, row in enumerate(rows))
    return head + grid + limit + body, WIDE, bottom + 20


def _runs(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows in as few runs as charts need, of about the same length."""
    each = math.ceil(len(rows) / math.ceil(len(rows) / ROWS))
    return [rows[start : start + each] for start in range(0, len(rows), each)]


def _parts(kind: str, alt: str, drawn: Sequence[ChartPart]) -> list[Diagram]:
    """One chart, or its parts by number."""
    count = len(drawn)
    result = []
    for n, (body, width, height) in enumerate(drawn, 1):
        name, title = f"chart-{kind}", translate(f"chart.{kind}")
        if count > 1:
            title = translate("figure.part", title=title, n=n, count=count)
        result.append(Diagram(name if n == 1 else f"{name}-{n}", kind, title, alt, width, height, body))
    return result


def _asked(assessment: Assessment) -> list[tuple[str, RequirementResult, str]]:
    """Every requirement with its claim and its outcome: met, not met, or met by numbers that are out of date."""
    return [
        (claim.id, claim.requirement, _outcome(assessment, claim, claim.requirement))
        for claim in assessment.claims.values()
        if claim.requirement is not None
    ]


def _outcome(assessment: Assessment, claim: ClaimResult, result: RequirementResult) -> str:
    if not result.holds:
        return "challenged"
    return "stale" if out_of_date(assessment, claim) else "supported"


def _margin(asked: tuple[str, RequirementResult, str]) -> Margin | None:
    claim, result, outcome = asked
    if result.compared is None or result.bound is None or result.holds is None:
        return None
    shown, bound = held(result)
    words = translate("chart.wanted", value=shown, limit=f"{COMPARISON_SIGN[result.comparison]} {bound}")
    used = _share_used(result)
    if used is None:
        return Margin(claim, result.subject or result.text, outcome, *(math.nan,) * 4, words)
    compared = used(result.compared)
    estimate = result.estimate
    ends = [used(x) for x in (estimate.lower, estimate.upper) if x is not None] if estimate else []
    value = used(estimate.value) if estimate else compared
    return Margin(claim, result.subject or result.text, outcome, value,
                  min([*ends, value]), max([*ends, value]), compared, words)  # fmt: skip


def _by_tightness(row: Margin) -> tuple[bool, float]:
    """The tightest first; what has no place on the axis last, unless it fails."""
    off = math.isnan(row.compared)
    return (off and row.css != "challenged", -math.inf if off else -row.compared)


def _share_used(result: RequirementResult) -> Callable[[float], float] | None:
    """Places of numbers on the axis: 1 is the limit, more is beyond it.

    As headroom is defined (``RequirementResult.headroom``): probabilities against a limit above one half by their
    complements.  None where a ratio says nothing.
    """
    bound, upper = result.bound, result.comparison.is_upper
    assert bound is not None
    mirrored = result.kind in PROBABILITY_KINDS and bound > 0.5
    if mirrored:
        if bound >= 1.0:
            return None
        bound, upper = 1.0 - bound, not upper
    if bound <= 0.0:
        return None

    def used(x: float) -> float:
        x = 1.0 - x if mirrored else x
        if upper:
            return max(x, 0.0) / bound
        return bound / x if x > 0 else math.inf

    return used


def _factors(scale: Scale) -> list[tuple[float, str]]:
    first, last = round(math.log10(scale.low)), round(math.log10(scale.high))
    return [
        (10.0**power, "1" if power == 0 else f"×{10**power:g}" if power > 0 else f"1/{10**-power:g}")
        for power in range(first, last + 1)
    ]


def _margin_row(row: Margin, scale: Scale, y: float) -> str:
    name = shorten_id(row.claim, 108, TEXT, BOLD)
    width = word_width(name) * 1.08 + 20
    before_axis = ZERO if row.value <= 0 else 0.0
    subject = wrap(row.what, scale.start - width - 8 - before_axis, TEXT, REGULAR, 1)
    css = {"supported": "c3", "stale": "c6"}.get(row.css, "c2")
    sign = f'<g class="{row.css}">{badge(8, y, row.css)}</g>'
    words = label(name, 19, y + 3.5, "b") + label(subject[0] if subject else "", width + 4, y + 3.5, "q")
    numbers = label(row.words, WIDE - 2, y + 3.5, "e")
    link = anchor("claim", row.claim)
    drawn = (
        label(translate("chart.off_axis"), scale.start + 6, y + 3.5, "q") if math.isnan(row.compared) else ""
    )
    drawn = drawn or _margin_marks(row, scale, y, css)
    return f'<a href="#{svg.text(link)}" tabindex="-1">{svg.full(row.claim, [name])}{sign}{words}{drawn}{numbers}</a>'


def _margin_marks(row: Margin, scale: Scale, y: float, css: str) -> str:
    """The interval, the estimate and what is compared."""
    drawn = ""
    if row.high > row.low and row.high >= scale.low and row.low <= scale.high:
        ends = [scale.at(x) for x in (row.low, row.high)]
        drawn += line(ends[0], y, ends[1], y, f"err {css}")
        # an end beyond the axis is open: an arrow, where a cap would state a number
        closed = (row.low >= scale.low or row.low <= 0, row.high <= scale.high)
        for x, is_closed, way in zip(ends, closed, (-1, 1), strict=True):
            d = ("M", x, y - 3.5, "L", x, y + 3.5) if is_closed else _arrow_head(x, y, way)
            drawn += svg.element("path", d=svg.path(*d), class_=f"err {css}")
    if row.value > 0:
        drawn += svg.element("circle", cx=scale.at(row.value), cy=y, r=3, class_=f"dot {css}")
    else:  # 0 has no place on a logarithmic axis
        drawn += label("0", scale.start - 4, y + 3.5, "e q")
    # what the requirement compares: the bound that counts
    place = scale.at(row.compared)
    diamond = svg.path("M", place, y - 5, "L", place + 5, y, "L", place, y + 5, "L", place - 5, y, "Z")
    drawn += svg.element("path", d=diamond, class_=f"dot {css}")
    if row.compared > scale.high:
        drawn += label("→", scale.end + 8, y + 3.5, "b")
    if row.compared < scale.low:
        drawn += label("←", scale.start - 22, y + 3.5, "b")
    return drawn


def _arrow_head(x: float, y: float, way: int) -> tuple[str | float, ...]:
    """Path data of an open end at ``x``; ``way`` is -1 to the left and 1 to the right."""
    back = x - 5.0 * way
    return "M", back, y - 3.5, "L", x, y, "L", back, y + 3.5


def coverage_charts(assessment: Assessment, tracing: Sequence[TracingView]) -> list[Diagram]:
    """Hazards against the evidence that claims answering them rest on; a row without any says so.

    ``tracing`` are the rows of :func:`casegen.render.report.tracing.tracing_rows`.  One chart; more, each with its
    heads, where no sheet holds it.  A part of the columns has the rows with a sign in it, the first also those
    without evidence.  None without hazards or evidence.
    """
    case = assessment.case
    known = {item.id for item in case.evidence_items}
    columns: dict[str, str] = {}
    cells: list[Covered] = []
    for row in tracing:
        own: dict[str, str] = {}
        for reference in row["evidence"]:
            node, result = case.node[reference["id"]], assessment.nodes.get(reference["id"])
            item = str(getattr(node, "evidence", None) or node.id)
            own[item] = STATUS_CLASS[result.status] if result else "unknown"
            columns[item] = anchor("evidence", item) if item in known else reference["href"]
        cells.append((row, own))
    if not cells or not columns:
        return []
    uses = Counter(item for _, own in cells for item in own)
    order = sorted(columns, key=lambda item: -uses[item])
    drawn: list[ChartPart] = []
    for start in range(0, len(order), COLUMNS):
        heads = {item: columns[item] for item in order[start : start + COLUMNS]}
        here = [(row, own) for row, own in cells if heads.keys() & own or not (own or start)]
        drawn += [_coverage_part(run, heads) for run in _runs(here)]
    bare = sum(1 for _, own in cells if not own)
    alt = translate("chart.coverage_alt", hazards=len(cells), items=len(order), bare=bare)
    return _parts("coverage", alt, drawn)


def _coverage_part(cells: Sequence[Covered], heads: Mapping[str, str]) -> ChartPart:
    """A table of signs; ``heads`` are its columns, evidence with its anchor."""
    names = max(word_width(row["hazop"]["id"]) * 1.08 for row, _ in cells)
    high = max(word_width(shorten_id(item, 150, TEXT)) for item in heads) * 0.82 + 16
    ids = min(names, 120.0) + 12
    # the text of a hazard takes what columns and their turned heads leave
    spare = WIDE - ids - 24 * len(heads) - 0.75 * high
    left = ids + max(150.0, min(spare, max(word_width(row["what"]) for row, _ in cells) + 16))
    step = max(17.0, min(30.0, (WIDE - left - 10) / len(heads)))
    bottom = high + 18 * len(cells)
    place = {item: left + step * (i + 0.5) for i, item in enumerate(heads)}
    parts = [_column_head(item, href, place[item], high, bottom) for item, href in heads.items()]
    for index, (row, own) in enumerate(cells):
        y = high + 18 * (index + 0.5)
        parts.append(line(0, y + 9, left + step * len(heads), y + 9, "grid"))
        name = shorten_id(row["hazop"]["id"], 120, TEXT, BOLD)
        after = word_width(name) * 1.08 + 8
        parts.append(label(name, 2, y + 3.5, "b"))
        parts.append(label(shorten(row["what"], left - after - 6, TEXT), after, y + 3.5, "q"))
        parts += [
            f'<g class="{css}">{badge(place[item], y, css)}</g>' for item, css in own.items() if item in place
        ]
        if not own:
            parts.append(label(translate("chart.no_evidence"), left + 6, y + 3.5, "limt"))
    return "".join(parts), max(WIDE, left + step * len(heads) + high), bottom + 8


def _column_head(item: str, href: str, x: float, top: float, bottom: float) -> str:
    words = shorten_id(item, 150, TEXT)
    turned = svg.element("text", svg.text(words), x=x, y=top - 4, class_="s",
                         transform=f"rotate(-50 {svg.number(x)} {svg.number(top - 4)})")  # fmt: skip
    linked = f'<a href="#{svg.text(href)}" tabindex="-1">{svg.full(item, [words])}{turned}</a>'
    return line(x, top, x, bottom, "grid") + linked
