"""Figures of evidence results: stored as data, drawn as vectors, the same for page, PDF and word processors."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from casegen.model.results import Assessment, EvidenceState, Freshness, RequirementResult
from casegen.render.charts.frame import WIDTH, LimitLine, label
from casegen.render.charts.stored import draw_stored, series_of
from casegen.render.diagrams.diagram import Diagram
from casegen.render.fonts import wrap
from casegen.render.language import counted, translate
from casegen.render.wording import COMPARISON_SIGN, held

Limits = Mapping[str, LimitLine]


def figure_diagram(figure: Mapping[str, Any], name: str = "figure", limits: Limits | None = None) -> Diagram:
    """A figure (``casegen_evidence.method.Figure`` as stored) as a drawing of the documents.

    ``limits`` are the requirements that stand in it, by the name of what they are on (see :func:`limits_of`).  A
    figure whose data cannot be drawn says so in its place.
    """
    title = str(figure.get("title", ""))
    try:
        body, height = draw_stored(figure, limits or {})
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, ArithmeticError) as problem:
        words = wrap(translate("figure.undrawable", problem=problem), WIDTH - 8, 10)
        body = "".join(label(line, 4, 16 + 13 * index) for index, line in enumerate(words))
        height = 20.0 + 13 * len(words)
    return Diagram(name, "figure", title, str(figure.get("alt", "")) or title, WIDTH, height, body)


def evidence_figures(assessment: Assessment, item: str, anchor: str) -> list[Diagram]:
    """Every figure of an evidence item, with the requirements that claims put on what it shows."""
    state = assessment.evidence.get(item)
    stored = list((state.document or {}).get("figures", ())) if state else []
    tables = list((state.document or {}).get("tables", ())) if state else []
    limits = limits_of(assessment, item)
    drawn = [
        figure_diagram(
            _with_selection(with_chosen(figure, state), tables), f"{anchor}-figure-{index}", limits
        )
        for index, figure in enumerate(_galleries(stored), 1)
    ]
    if state is None or state.freshness is not Freshness.STALE:
        return drawn
    return [replace(one, title=translate("chart.out_of_date", title=one.title)) for one in drawn]


def _with_selection(figure: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Bars of the first rows of a longer table say so: what is not drawn is seen nowhere else in the figure."""
    title = str(figure.get("title", ""))
    shown = _categories(figure)
    longer = [str(one.get("title", "")) for one in tables if _begins_with(one, title, shown)]
    if not longer:
        return figure
    words = counted("figure.first_rows", len(shown), title=title, table=longer[0])
    return {**figure, "title": words, "alt": f"{words}. {figure.get('alt', '')}"}


def _categories(figure: Mapping[str, Any]) -> list[str]:
    """The categories of bars; none of other figures, and of such as cannot be drawn."""
    data = figure.get("data")
    names = data.get("categories") if figure.get("form") == "bars" and isinstance(data, Mapping) else None
    return [str(one) for one in names] if isinstance(names, list | tuple) else []


def _begins_with(table: Mapping[str, Any], title: str, names: Sequence[str]) -> bool:
    """Whether a table of this title, or of a longer one, has these names first in its first column, and goes on."""
    rows = table.get("rows")
    if not isinstance(rows, list | tuple) or not 1 < len(names) < len(rows):
        return False
    first = [str(row[0]) if isinstance(row, list | tuple) and row else "" for row in rows[: len(names)]]
    return str(table.get("title", "")).startswith(title) and first == list(names)


def _galleries(figures: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Maps that follow one another, of equal shape and with titles that differ in a number only, as one gallery."""
    result: list[Mapping[str, Any]] = []
    for figure in figures:
        last = result[-1] if result else {}
        kind = _kind_of_map(figure)
        if not kind or kind != last.get("kind"):
            result.append({**figure, "kind": kind, "members": [figure]} if kind else figure)
        else:
            last["members"].append(figure)
    return [_gallery(one) if len(one.get("members", ())) > 1 else one for one in result]


def _kind_of_map(figure: Mapping[str, Any]) -> tuple[Any, ...]:
    """What maps of one gallery share; empty for everything else."""
    try:
        data = figure["data"]
        rows = len(data["z"])
        if figure["form"] != "heatmap" or data.get("log") or any(len(row) != rows for row in data["z"]):
            return ()
        drawn_over = "picture" in data, *(str(one["name"]) for one in data.get("outlines") or ())
        return (
            re.sub(r"\d+", "#", figure["title"]),
            rows,
            figure.get("x_label"),
            figure.get("y_label"),
            *drawn_over,
        )
    except (KeyError, TypeError):
        return ()


def _beginning(titles: Sequence[str]) -> str:
    """What all titles begin with."""
    first, last = min(titles), max(titles)
    differ = (i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(differ, min(len(first), len(last)))]


def _gallery(first: Mapping[str, Any]) -> Mapping[str, Any]:
    members = first["members"]
    shared = _beginning([str(one["title"]) for one in members]).rstrip("0123456789 ")
    panels = [{**one["data"], "name": one["title"][len(shared) :].strip()} for one in members]
    alt = " ".join(str(one.get("alt", "")) for one in members)
    return {"form": "gallery", "title": shared, "alt": alt, "data": {"panels": panels}}


def limits_of(assessment: Assessment, item: str) -> dict[str, LimitLine]:
    """The requirements on measures of an evidence item, by the measure's name with spaces for underscores.

    Two claims may ask different bounds of one measure: the tightest is drawn, the others stand with their claims.
    """
    tightest: dict[str, LimitLine] = {}
    for claim in assessment.case.claims:
        own = assessment.claims.get(claim.id)
        result = own.requirement if own else None
        asked = claim.requirement
        if asked is None or asked.measure.evidence != item or result is None or result.bound is None:
            continue
        name = str(asked.measure.measure or "").replace("_", " ")
        measured = result.estimate.value if result.estimate is not None else None
        limit = LimitLine(result.bound, _words(result), result.comparison.is_upper, measured)
        if name not in tightest or _tighter(limit, tightest[name]):
            tightest[name] = limit
    return tightest


def _tighter(one: LimitLine, other: LimitLine) -> bool:
    return one.value < other.value if one.upper else one.value > other.value


def _words(result: RequirementResult) -> str:
    sign = COMPARISON_SIGN[result.comparison]
    return translate("figure.limit", limit=f"{sign} {held(result)[1]}")


def with_chosen(figure: Mapping[str, Any], state: EvidenceState | None) -> Mapping[str, Any]:
    """A curve of two measures of its own result, with the pair that the result reports: the chosen threshold.

    The pair is marked only where it lies on a curve of the figure.
    """
    if state is None or figure.get("form") != "lines":
        return figure
    names = {name.replace("_", " "): estimate.value for name, estimate in state.measures.items()}
    x = names.get(str(figure.get("x_label", "")).strip())
    y = names.get(str(figure.get("y_label", "")).strip())
    try:
        on_curve = x is not None and y is not None and _on_curve(x, y, series_of(figure))
    except (KeyError, TypeError, ValueError):
        return figure
    if not on_curve:
        return figure
    chosen = [{"x": x, "y": y, "text": translate("figure.chosen")}]
    return {**figure, "data": {**figure["data"], "chosen": chosen}}


def _on_curve(x: float, y: float, series: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the pair is a point of a series, or lies between two neighbours of it in both coordinates."""
    for one in series:
        places = list(zip(one["x"], one["y"], strict=True))
        if any(math.isclose(a, x, rel_tol=1e-9) and math.isclose(b, y, rel_tol=1e-9) for a, b in places):
            return True
        for (a0, b0), (a1, b1) in itertools.pairwise(places):
            inside = min(a0, a1) <= x <= max(a0, a1) and min(b0, b1) <= y <= max(b0, b1)
            if inside and abs(a1 - a0) + abs(b1 - b0) > 0:
                return True
    return False
