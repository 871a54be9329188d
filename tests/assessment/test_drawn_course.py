"""The curve over a mission hides no peak: what is drawn at most is the number that a requirement compares."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.drawn_course import PARTS, DrawnCourse, drawn_course
from casegen.fta import time_curve
from casegen.fta.study.curve import evenly
from casegen.io import load
from casegen.render.charts.tree import tree_charts
from casegen.render.report.links import Links
from casegen.render.report.trees import tree_rows
from tests.false_support import call, folder
from tests.false_support.test_over_the_mission import YEAR, case, constant, grown, on_test


def drawn(at: Path, base: dict[str, Any]) -> tuple[DrawnCourse, float | None, Session]:
    session = Session.open(load(folder(at, base)))
    assessed = session.assess()
    bound = session.numbers().trees["FT"].at(None)
    return drawn_course(bound), assessed.requirements["C1"].compared, session


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "interval", [720.0, 168.0, *(pytest.param(x, marks=SLOW) for x in (100.0, 17.5, 1.7))]
)
def test_the_largest_number_that_is_drawn_is_the_one_that_is_judged(interval: float, tmp_path: Path) -> None:
    """25 times evenly apart missed every peak, and the curve lay below a target that is not met."""
    course, compared, _ = drawn(tmp_path / "c", case(on_test(interval, 1e-5), constant(1e-6), 1e-7, "or"))
    tops = [top for _, top in course.points]
    assert max(tops) == compared
    assert min(tops[1:]) <= 1e-5
    assert len(tops) <= 2 * PARTS + 2
    times = [t for t, _ in course.points]
    assert times == sorted(set(times))
    assert (times[0], times[-1]) == (0.0, YEAR)
    assert course.parts == (PARTS if YEAR / interval > PARTS else 0)


@pytest.mark.slow
def test_the_tests_of_one_beside_too_many_of_another(tmp_path: Path) -> None:
    base = case(on_test(1.7, 1e-5), on_test(240.0, 1e-5), 1e-7, "or")
    course, compared, _ = drawn(tmp_path / "c", base)
    assert max(top for _, top in course.points) == compared
    falls = sum(a > 2 * b for (_, a), (_, b) in itertools.pairwise(course.points))
    assert falls >= YEAR // 240


def test_what_only_rises_is_drawn_as_before(tmp_path: Path) -> None:
    course, compared, _ = drawn(tmp_path / "c", case(grown(), constant(0.005), 5e-3))
    assert len(course.points) == 25
    assert course.points[-1][1] == pytest.approx(compared)


def test_the_first_test_and_a_peak_between_times_are_drawn(tmp_path: Path) -> None:
    hump = {"type": "glm", "on_demand": 0.1, "failure_rate": 1e-6, "repair_rate": 0.01}
    for name, one in {"first": on_test(8759.0), "repaired": hump}.items():
        course, compared, _ = drawn(tmp_path / name, case(one, constant(0.005), 1e-7))
        assert max(top for _, top in course.points) == pytest.approx(compared, rel=1e-12), name


@pytest.mark.slow
@pytest.mark.parametrize(("interval", "thinned"), [(720.0, False), (1.7, True)])
def test_the_figure_names_the_largest_and_what_is_left_out(
    interval: float, thinned: bool, tmp_path: Path
) -> None:
    from casegen.assessment.study import study

    base = case(on_test(interval, 1e-5), constant(1e-6), 1e-7, "or")
    session = Session.open(load(folder(tmp_path / "c", base)))
    assessed = session.assess()
    one = study(session, assessed).trees[0]
    chart = next(
        c for c in tree_charts(session.case.trees[0], assessed.trees["FT"], one) if c.kind == "curve"
    )
    assert "Largest " in chart.alt
    assert ("highest and lowest of each part" in chart.title) is thinned
    assert ("the highest and the lowest number of each of 200 parts" in chart.alt) is thinned


def _rows(at: Path, base: dict[str, Any]) -> list[str]:
    assessed = Session.open(load(folder(at, base))).assess()
    return tree_rows(assessed, Links(assessed.case))[0]["judged"]


def test_the_chapter_of_a_tree_names_what_is_judged(tmp_path: Path) -> None:
    """All its numbers are of the end of the mission, at which the claim is not judged."""
    said = _rows(tmp_path / "c", case(on_test(720.0, 1e-5), constant(1e-6), 1e-3, "or"))
    assert [words.replace("\u202f", " ") for words in said] == [
        "0.00718, at 8 640 h, where it is largest; the other numbers of this tree are of the end of its mission"
    ]
    assert not _rows(tmp_path / "rises", case(grown(), constant(0.005), 5e-3))
    assert not _rows(tmp_path / "at its end", case(on_test(8760.0), constant(0.005), 5e-3))


@pytest.mark.slow
def test_the_command_names_a_peak_between_its_times(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", case(on_test(720.0, 1e-5), constant(1e-6), 1e-7, "or"))
    text = call("fta", "curve", at, "--hours", "8760")[1]
    assert "largest found 0.007175 at 8,640 h" in text
    document = json.loads(call("fta", "curve", at, "--hours", "8760", "--json")[1])
    assert document["largest"]["hours"] == pytest.approx(8640.0)
    session = Session.open(load(at))
    bound = session.numbers().trees["FT"].at(None)
    result = time_curve(session.case, bound.compiled, bound.evidence, evenly(YEAR, 20))
    assert result.largest is not None
    assert result.largest[1] == pytest.approx(session.assess().requirements["C1"].compared)
