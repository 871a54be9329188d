"""Charts of the whole case and of its trees: every requirement, every hazard, nothing that was not assessed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from fixture_case import build_assessment

import casegen
from casegen.assessment.assess import assess
from casegen.assessment.study import Bin, Spread, TreeStudy
from casegen.fta.study.sensitivity import Swing
from casegen.io.folder import load
from casegen.model.quantity import Comparison, MeasureKind
from casegen.model.results import Assessment, Freshness, Status
from casegen.render.charts.case import ROWS, coverage_charts, margin_charts
from casegen.render.charts.scale import scale_of
from casegen.render.charts.tree import tree_charts
from casegen.render.diagrams.diagram import Diagram, palette, standalone
from casegen.render.language import counted, shipped_language, use_language
from casegen.render.page_size import room
from casegen.render.report import build_report
from casegen.render.report.extent import requirement_outcomes
from casegen.render.wording import held
from casegen.review.dossier import gather

EXAMPLES = Path(__file__).parents[2] / "examples"


def texts(chart: Diagram) -> list[str]:
    root = ET.fromstring(standalone(chart))
    return ["".join(part.itertext()) for part in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.fixture(scope="module")
def assessed():
    return assess(load(EXAMPLES / "inspection"))


@pytest.fixture(scope="module")
def charts(assessed) -> tuple[Diagram, ...]:
    return build_report(assessed, gather(assessed)).charts


@pytest.mark.slow
def test_every_evaluated_requirement_has_its_row_the_tightest_first(assessed) -> None:
    [chart] = margin_charts(assessed)
    wanted = {c.id for c in assessed.claims.values()
              if c.requirement and c.requirement.holds is not None and c.requirement.headroom is not None}  # fmt: skip
    shown = [line for line in texts(chart) if line in wanted]
    assert set(shown) == wanted
    assert len(shown) == len(set(shown))
    room = [assessed.claims[name].requirement.headroom for name in shown]
    assert room == sorted(room)


@pytest.mark.parametrize(("compared", "holds"), [(-0.4, True), (-0.6, False)])
def test_a_requirement_without_a_ratio_to_its_limit_has_its_row_all_the_same(
    assessed, compared, holds
) -> None:
    """A limit of a score below 0: no place on the axis of shares, but a row; what fails stands first."""
    first, *others = [c for c in assessed.claims.values() if c.requirement and c.requirement.headroom]
    score = replace(first.requirement, compared=compared, bound=-0.5, holds=holds, comparison=Comparison.AT_LEAST,
                    kind=MeasureKind.SCORE, estimate=None)  # fmt: skip
    claims = {first.id: replace(first, requirement=score), **{c.id: c for c in others}}
    [chart] = margin_charts(replace(assessed, claims=claims))
    shown = [line for line in texts(chart) if line in claims]
    assert set(shown) == set(claims)
    assert shown[-1 if holds else 0] == first.id
    assert "nan" not in chart.body
    assert texts(chart).count("no ratio") == 1


def test_numbers_of_a_requirement_are_never_cut(assessed) -> None:
    claim = next(c for c in assessed.claims.values() if c.requirement and c.requirement.headroom)
    long = replace(claim.requirement, compared=1.23456789e-7, bound=1.2345679e-7, holds=True)
    [chart] = margin_charts(replace(assessed, claims={claim.id: replace(claim, requirement=long)}))
    compared, bound = held(long)
    assert f"{compared}, must be ≤ {bound}" in texts(chart)


def test_a_requirement_that_fails_stands_beyond_the_limit(assessed) -> None:
    """The place of the number that is compared decides, whatever the value."""
    claim = next(c for c in assessed.claims.values() if c.requirement and c.requirement.headroom)
    bound = claim.requirement.bound

    def place(compared: float) -> tuple[float, float]:
        result = replace(claim.requirement, compared=compared, holds=compared <= bound)
        [chart] = margin_charts(replace(assessed, claims={claim.id: replace(claim, requirement=result)}))
        limit = float(re.search(r'd="M ([\d.]+) [^"]*" class="lim"', chart.body)[1])
        return float(re.search(r'd="M ([\d.]+) [^"]* Z" class="dot', chart.body)[1]), limit

    assert claim.requirement.comparison.is_upper
    assert bound < 0.5
    at, limit = place(bound * 1.3)
    assert at > limit + 3
    at, limit = place(bound * 0.7)
    assert at < limit - 3


def test_a_requirement_that_old_numbers_meet_bears_no_tick(assessed) -> None:
    claim = next(
        c
        for c in assessed.claims.values()
        if c.requirement and c.requirement.headroom and c.requirement.holds
    )
    one = replace(assessed, claims={claim.id: replace(claim, status=Status.SUPPORTED)}, trees={}, evidence={
        name: replace(state, freshness=Freshness.FRESH) for name, state in assessed.evidence.items()})  # fmt: skip
    assert 'class="supported"' in margin_charts(one)[0].body
    old = replace(one, evidence={
        name: replace(state, freshness=Freshness.STALE) for name, state in assessed.evidence.items()})  # fmt: skip
    measure = assessed.case.claim[claim.id].requirement.measure
    if measure.evidence is None:
        old = replace(old, claims={claim.id: replace(claim, status=Status.STALE)})
    [chart] = margin_charts(old)
    assert 'class="supported"' not in chart.body
    assert "out of date" in chart.alt


def test_nothing_is_drawn_where_nothing_was_evaluated(assessed) -> None:
    bare = {name: replace(one, requirement=None) for name, one in assessed.claims.items()}
    assert not margin_charts(replace(assessed, claims=bare))
    assert not coverage_charts(assessed, [])


@pytest.mark.slow
def test_a_hazard_without_evidence_says_so(assessed) -> None:
    tracing = build_report(assessed).sections["tracing"]
    [chart] = coverage_charts(assessed, tracing)
    lines = texts(chart)
    assert {row["hazop"]["id"] for row in tracing} <= set(lines)
    before = lines.count("no evidence")
    bare = [tracing[0] | {"evidence": []}, *tracing[1:]]
    [chart] = coverage_charts(assessed, bare)
    assert texts(chart).count("no evidence") == before + bool(tracing[0]["evidence"])


@pytest.mark.slow
def test_charts_with_more_rows_than_a_page_go_on_with_their_heads(assessed) -> None:
    tracing = build_report(assessed).sections["tracing"]
    answered = next(row for row in tracing if row["evidence"])
    names = [f"ROW-{n}" for n in range(2 * ROWS + 2)]
    many = [answered | {"hazop": answered["hazop"] | {"id": name}} for name in names]
    parts = coverage_charts(assessed, [*many, answered | {"evidence": []}])
    assert [line for part in parts for line in texts(part) if line in names] == names
    assert len({part.name for part in parts}) == len({part.title for part in parts}) == len(parts) == 3
    heads = {line for line in texts(parts[0]) if line in assessed.case.node or line in assessed.evidence}
    assert heads
    for part in parts:
        assert heads <= set(texts(part))
        assert not room(part)["landscape"]
    claim = next(c for c in assessed.claims.values() if c.requirement and c.requirement.headroom)
    margins = margin_charts(replace(assessed, claims={name: replace(claim, id=name) for name in names}))
    assert [line for part in margins for line in texts(part) if line in names] == names
    assert all("limit" in texts(part) and not room(part)["landscape"] for part in margins)


@pytest.mark.slow
def test_many_columns_go_on_with_the_rows_that_have_a_sign_there(assessed, monkeypatch) -> None:
    tracing = build_report(assessed).sections["tracing"]
    rows = [*tracing, tracing[0] | {"evidence": []}]
    [whole] = coverage_charts(assessed, rows)
    monkeypatch.setattr("casegen.render.charts.case.COLUMNS", 1)
    parts = coverage_charts(assessed, rows)
    assert sum(part.body.count('class="sign"') for part in parts) == whole.body.count('class="sign"')
    assert sum(texts(part).count("no evidence") for part in parts) == texts(whole).count("no evidence")
    names = {row["hazop"]["id"] for row in rows}
    signs = [(part.body.count('class="sign"'), sum(line in names for line in texts(part))) for part in parts]
    assert all(signs == rows for signs, rows in signs[1:])


@pytest.mark.slow
def test_every_tree_has_a_tornado_and_where_its_numbers_are_uncertain_a_distribution(
    assessed, charts
) -> None:
    study = {one.tree: one for one in gather(assessed).study.trees}
    for tree in assessed.case.trees:
        kinds = {chart.kind for chart in charts if chart.subject == tree.id}
        assert ("tornado" in kinds) == bool(study[tree.id].swings)
        assert ("distribution" in kinds) == bool(study[tree.id].spread and study[tree.id].spread.bins)
        assert ("curve" in kinds) == bool(study[tree.id].curve)
    assert {"margins", "coverage", "tornado", "distribution"} <= {chart.kind for chart in charts}


@pytest.mark.slow
def test_a_chart_of_old_numbers_says_so(assessed) -> None:
    studies = {one.tree: one for one in gather(assessed).study.trees}
    tree = assessed.case.trees[0]
    result = assessed.trees[tree.id]
    for stale in (False, True):
        titles = [chart.title for chart in tree_charts(tree, replace(result, stale=stale), studies[tree.id])]
        assert titles
        assert all(("out of date" in title) == stale for title in titles)


@pytest.mark.slow
def test_the_histogram_counts_every_positive_trial_once(assessed) -> None:
    for one in gather(assessed).study.trees:
        if one.spread and one.spread.bins:
            assert sum(part.count for part in one.spread.bins) == one.spread.trials
            assert all(a.high == b.low for a, b in zip(one.spread.bins, one.spread.bins[1:], strict=False))


@pytest.mark.slow
def test_the_curve_ends_at_the_assessed_top(assessed) -> None:
    vehicle = assess(load(EXAMPLES / "auv"))
    curves = {one.tree: one.curve for one in gather(vehicle).study.trees if one.curve}
    assert curves
    for tree, curve in curves.items():
        assert curve[-1][1] == pytest.approx(vehicle.trees[tree].top.value, rel=1e-12)
        assert [hours for hours, _ in curve] == sorted(hours for hours, _ in curve)


@pytest.mark.slow
def test_targets_stand_in_the_charts_of_a_tree(assessed, charts) -> None:
    for tree in assessed.case.trees:
        for chart in charts:
            if chart.subject == tree.id and chart.kind == "distribution" and tree.target:
                assert any(line.startswith("target ") for line in texts(chart)), chart.name


@pytest.mark.slow
def test_a_distribution_names_the_bound_that_a_claim_compares() -> None:
    press = assess(load(EXAMPLES / "press"))
    dossier = gather(press)
    chart = next(c for c in build_report(press, dossier).charts if c.kind == "distribution")
    said = texts(chart)
    assert "bound of each record by itself 0.00412 (95\u202f%)" in said
    assert "bound of the records together 0.00104 (95\u202f%), the one compared" in said
    test_no_text_of_a_chart_leaves_it((chart,))
    alone = replace(press, claims={n: replace(c, requirement=None) for n, c in press.claims.items()})
    by_itself = next(c for c in build_report(alone, dossier).charts if c.kind == "distribution")
    assert "bound 0.00412 (95\u202f%)" in texts(by_itself)


@pytest.mark.slow
def test_charts_speak_without_sight_and_repeat_byte_for_byte(assessed, charts) -> None:
    again = build_report(replace(assessed), gather(assessed)).charts
    assert [standalone(one) for one in again] == [standalone(one) for one in charts]
    assert all(len(one.alt) > 30 and one.title for one in charts)
    assert len({one.name for one in charts}) == len(charts)


@pytest.mark.slow
def test_the_smallest_text_of_a_chart_is_readable_on_half_a_page(charts) -> None:
    half = (210 - 2 * 15 - 8) / 2 / 25.4 * 72
    assert all(10 * half / one.width >= 6 for one in charts if one.subject)


@pytest.mark.slow
def test_no_text_of_a_chart_leaves_it(charts) -> None:
    from casegen.render.fonts import REGULAR, metrics

    for chart in charts:
        for part in ET.fromstring(standalone(chart)).iter("{http://www.w3.org/2000/svg}text"):
            if "transform" in part.attrib:
                continue
            wide = metrics(REGULAR).width("".join(part.itertext()), 10)
            start = float(part.attrib["x"]) - {"m": wide / 2, "e": wide}.get(
                next((c for c in part.attrib["class"].split() if c in "me"), ""), 0.0
            )
            assert -1.5 <= start <= chart.width + 1.5 - wide, (chart.name, "".join(part.itertext()))


def test_colours_of_series_stand_out_and_have_dashes_of_their_own() -> None:
    style = (Path(casegen.__file__).parents[1] / "templates/diagrams/diagram.css").read_text("utf-8")
    dashes = [re.search(rf"\.ln\.c{i}{{stroke-dasharray:([^}}]*)", style) for i in range(1, 7)]
    assert len({m and m[1] for m in dashes}) == 6
    assert len({palette()[f"series-{i}"][0] for i in range(1, 7)}) == 6


@pytest.mark.slow
def test_a_case_without_trees_and_hazards_is_drawn() -> None:
    assessment = build_assessment()
    assert build_report(replace(assessment, trees={}, claims={})).charts is not None


def test_inputs_that_move_nothing_are_not_drawn(assessment: Assessment) -> None:
    tree = next(t for t in assessment.case.trees if assessment.trees[t.id].top is not None)
    swing = Swing("BE-1", ("BE-1",), 0.1, 0.1, "factor 10", 0.0, 0.0)
    for swings, drawn in (((swing,), []), ((swing, replace(swing, high=0.2)), ["tornado"])):
        study = TreeStudy(tree.id, swings=swings)
        assert [one.kind for one in tree_charts(tree, assessment.trees[tree.id], study)] == drawn


def aged(assessed: Assessment, state: Freshness) -> Assessment:
    """The same numbers, all fresh or all out of date."""
    old = state is Freshness.STALE
    claims = {
        k: replace(c, status=Status.SUPPORTED if c.status is Status.STALE else c.status)
        for k, c in assessed.claims.items()
    }
    evidence = {k: replace(s, freshness=state) for k, s in assessed.evidence.items()}
    trees = {k: replace(t, stale=old) for k, t in assessed.trees.items()}
    return replace(assessed, claims=claims, evidence=evidence, trees=trees)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "css", "word"),
    [(Freshness.FRESH, "supported", "met"), (Freshness.STALE, "stale", "met, out of date")],
)
def test_what_is_met_by_numbers_out_of_date_is_not_called_met(assessed, state, css, word) -> None:
    """Not in the table, not in the count of the summary: the same as in the chart of the margins."""
    given = aged(assessed, state)
    required = [c["requirement"] for c in build_report(given).sections["claims"] if c["requirement"]]
    rows = [row for row in required if row["holds"]]
    assert rows
    assert {(row["class"], row["outcome"]) for row in rows} == {(css, word)}
    assert requirement_outcomes(given).count(True) == (len(rows) if state is Freshness.FRESH else 0)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "out of date are not counted"), ("de", "nicht gezählt")]
)
def test_the_sentence_counts_what_is_met_as_the_chart_does(language: str, words: str) -> None:
    """Where some evidence is not fresh, the count leaves out what numbers out of date meet, and says so."""
    with use_language(shipped_language(language)):
        assert words in counted("summary.met_at_hand", 12, met=2)


def a_top_near_one(low: float, high: float, target: float) -> tuple[Diagram, ...]:
    """Charts of a tree whose top lies between these numbers, far from its target."""
    given = assess(load(EXAMPLES / "press"))
    tree = given.case.trees[0].model_copy(
        update={"target": given.case.trees[0].target.model_copy(update={"probability": target})}
    )
    result = given.trees[tree.id]
    top = result.top.model_copy(update={"value": (low + high) / 2, "lower": low, "upper": high})
    step = (high - low) / 4
    bins = tuple(Bin(low + i * step, low + (i + 1) * step, 10) for i in range(4))
    spread = Spread(top.value, 0.0, 1.0, (), top.value, 40, 0, 0, 0, bins)
    swings = tuple(
        Swing(name, (name,), a, b, "stated", 1.0, 1.0)
        for name, a, b in (("WIDE", low, high), ("NARROW", top.value, top.value * (1 + 1e-9)))
    )
    return tuple(tree_charts(tree, replace(result, top=top), TreeStudy(tree.id, spread, swings, 2)))


@pytest.mark.parametrize(("low", "high", "target"), [(0.999, 0.999999, 0.05), (1e-6, 1.2e-6, 0.9)])
def test_a_limit_far_away_stands_aside_so_that_bars_are_seen(low: float, high: float, target: float) -> None:
    for chart in a_top_near_one(low, high, target):
        words = next(line for line in texts(chart) if "target" in line)
        assert words.startswith("← ") if target < low else words.endswith(" →")
        bars = [float(w) for w in re.findall(r'width="([\d.]+)" height="[\d.]+" class="col', chart.body)]
        assert sum(bars) > 100
        assert min(bars) >= 1.5
        assert "2" not in texts(chart)


def test_a_limit_near_by_stands_on_the_axis_of_a_probability_that_ends_at_one() -> None:
    tornado, distribution = a_top_near_one(0.4, 0.95, 0.3)
    for chart in (tornado, distribution):
        assert 'class="lim"' in chart.body
        assert not any(float(x) > 1 for x in texts(chart) if re.fullmatch(r"[\d.]+", x))


def test_a_course_that_hardly_changes_runs_below_the_frame() -> None:
    scale = scale_of([6e-6, 6.02e-6], 200, 30, zero=True)
    assert scale.at(6.02e-6) > 33
    assert len({words for _, words in scale_of([0.9989, 0.9993], 0, 100).ticks()}) > 2
