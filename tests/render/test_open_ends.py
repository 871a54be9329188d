"""What a drawing cannot show whole it says: ends beyond the axis, rows left out, numbers below what a computer holds."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from fixture_case import build_assessment

from casegen.assessment.study import TreeStudy
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import EvidenceState, Freshness, TreeResult
from casegen.render.charts.case import Margin, _margin_marks
from casegen.render.charts.scale import Scale
from casegen.render.charts.tree import tree_charts
from casegen.render.diagrams.part_numbers import bound_lines
from casegen.render.figures import evidence_figures
from casegen.render.report.evidence import _value

AXIS = Scale(1e-3, 1e3, 100.0, 400.0, log=True)


def ends(low: float, high: float) -> tuple[int, int]:
    """Closed and open ends of an interval as drawn."""
    drawn = _margin_marks(Margin("C", "c", "supported", 0.5, low, high, 0.5, ""), AXIS, 50.0, "c3")
    paths = re.findall(r'<path d="([^"]*)" class="err', drawn)[1:]
    return sum(path.count("L") == 1 for path in paths), sum(path.count("L") == 2 for path in paths)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.1, 10.0, (2, 0)), (0.0, 10.0, (2, 0)), (1e-5, 10.0, (1, 1)), (0.1, 1e5, (1, 1)), (1e-9, 1e9, (0, 2)),
     (1e-3, 1e3, (2, 0)), (0.1, float("inf"), (1, 1)),
     (1e-7, 1e-5, (0, 0)), (1e4, 1e6, (0, 0))],
)  # fmt: skip
def test_an_interval_beyond_the_axis_of_margins_has_an_open_end(
    low: float, high: float, expected: tuple[int, int]
) -> None:
    assert ends(low, high) == expected


def test_the_largest_value_of_a_curve_is_marked_also_at_its_begin() -> None:
    assessed = build_assessment()
    tree = assessed.case.trees[0]
    result = assessed.trees[tree.id]
    falling = TreeStudy(tree.id, curve=tuple((10.0 * k, 0.5 / (k + 1)) for k in range(5)))
    rising = replace(falling, curve=tuple((10.0 * k, 0.1 * (k + 1)) for k in range(5)))
    for study, expected in ((falling, True), (rising, False)):
        [chart] = [one for one in tree_charts(tree, result, study) if one.kind == "curve"]
        assert ("largest" in chart.body) == expected
        assert ("at 0 h" in chart.body) == expected


def test_bounds_with_many_digits_keep_their_confidence() -> None:
    top = Estimate(
        value=0.123456789,
        kind=MeasureKind.PER_DEMAND,
        lower=0.1234567889,
        upper=0.1234567891,
        confidence=0.9999,
    )
    lines = bound_lines(TreeResult("T", top), "G", "G", 70.0, (0.12345678905,))
    assert "…" not in "".join(lines)
    assert "99.99" in "".join(lines)


def test_a_p_value_that_is_stored_as_zero_is_shown_as_a_bound() -> None:
    assert _value("homogeneity_p_value", 0.0, ()).startswith("< ")
    assert "300" not in _value("probability", 0.0, ())
    assert _value("homogeneity_p_value", 0.25, ()) == "0.25"


def bars(shown: int) -> dict[str, Any]:
    names = [f"s{k}" for k in range(shown)]
    data = {"categories": names, "series": [{"name": "share", "values": [0.5] * shown}]}
    return {"title": "Performance by scenario", "form": "bars", "alt": "a", "data": data}


@pytest.mark.parametrize(
    ("shown", "rows", "says"), [(20, 200, True), (20, 20, False), (2, 3, True), (1, 2, False), (0, 3, False)]
)
def test_bars_of_the_first_rows_of_a_table_say_so(shown: int, rows: int, says: bool) -> None:
    table = {"title": "Performance by scenario, worst first", "rows": [[f"s{k}", 0.5] for k in range(rows)]}
    document = {
        "figures": [bars(shown)],
        "tables": [{"title": "other", "rows": [["x"]]}, {"title": "odd"}, table],
    }
    for tables in (document["tables"], [table]):
        state = EvidenceState("EV", Freshness.FRESH, (), {}, {**document, "tables": tables})
        [chart] = evidence_figures(replace(build_assessment(), evidence={"EV": state}), "EV", "evidence-EV")
        words = f"the first {shown} rows of the table “Performance by scenario, worst first”"
        assert (words in chart.title) == says
        assert (words in chart.alt) == says
