"""What a plan says where its searches end: the same on every machine, and nothing that was not computed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.planning import task as planning
from casegen.assessment.planning.further_failures import FurtherFailures
from casegen.assessment.planning.plan import ClaimPlan, brief_plan, plan
from casegen.assessment.planning.record import PlannedRecord
from casegen.assessment.planning.search import cheapest
from casegen.cli import plan as shown
from casegen.io import load

PRESS = Path(__file__).parents[2] / "examples" / "press"


@pytest.fixture
def press(tmp_path: Path) -> Path:
    """The press, held against a limit that its records together do not meet yet."""
    at = tmp_path / "press"
    shutil.copytree(PRESS, at, ignore=shutil.ignore_patterns("baselines", "review", ".casegen"))
    for name, was, now in (
        ("case.yaml", "at most 12 of 10,000", "at most 6 of 10,000"),
        ("tree.yaml", "probability: 1.2e-3", "probability: 6.0e-4"),
    ):
        text = (at / name).read_text(encoding="utf-8")
        assert was in text
        (at / name).write_text(text.replace(was, now), encoding="utf-8")
    return at


def planned(at: Path) -> ClaimPlan:
    (row,) = plan(Session.open(load(at))).claims
    return row


@pytest.mark.slow
def test_no_plan_depends_on_how_busy_the_machine_is(press: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that runs a hundred times as fast changes no row."""
    monkeypatch.setattr(planning, "MOST_SEARCHES", 60)
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", (1, 2))
    before = planned(press)
    run: Callable[[], float] = time.process_time
    monkeypatch.setattr(time, "process_time", lambda: 100.0 * run())
    assert planned(press) == before


@pytest.mark.slow
@pytest.mark.parametrize("searches", [60, 200])
def test_a_number_of_failures_is_exact_only_where_fewer_were_searched(
    press: Path, monkeypatch: pytest.MonkeyPatch, searches: int
) -> None:
    """Wherever the search ends, a stated chance is of all numbers of failures with which the limit is met."""
    monkeypatch.setattr(planning, "MOST_SEARCHES", searches)
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", (1, 2))
    stated = {row.failures: (row.least, row.probability) for row in planned(press).further}
    assert stated == {1: (0, 1.0), 2: (0, 1.0)}
    monkeypatch.setattr(planning, "CHECKED", 0)
    cut = planned(press)
    for row in cut.further:
        assert (row.least == 0) if row.probability is not None else row.predictive is None


@pytest.mark.slow
def test_what_was_not_searched_is_said_so(
    press: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a chance, nor that a claim is out of reach, stands where the search ended before."""
    monkeypatch.setattr(planning, "MOST_SEARCHES", 0)
    monkeypatch.setattr(planning, "CHECKED", 0)
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", (1,))
    row = planned(press)
    assert row.limited
    monkeypatch.setattr(planning.TreeTask, "alone", lambda *_: 1.0)
    none = planned(press)
    assert not none.reachable
    assert none.best is None
    assert "not searched further" in none.problem
    shown._table(ClaimPlan("C", "", 1.0, 2.0, further=(_unsearched(row),)))
    assert capsys.readouterr().out.count("not searched") == 2


def _unsearched(row: ClaimPlan) -> FurtherFailures:
    return FurtherFailures(2, row.records, 1.0, None, None, 2)


@pytest.mark.slow
def test_rows_that_the_table_leaves_out_are_named(press: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = planned_records(press)
    rows = tuple(FurtherFailures(n, records, 1.0, 0.5, 0.5) for n in range(1, 9))
    shown._table(ClaimPlan("C", "", 1.0, 2.0, further=rows))
    out = " ".join(capsys.readouterr().out.split())
    assert "left out here, in --json: the rows up to 4; up to 5" in out
    shown._table(ClaimPlan("C", "", 1.0, 2.0, further=rows[:6]))
    assert "left out" not in capsys.readouterr().out


def planned_records(at: Path) -> tuple[PlannedRecord, ...]:
    session = Session.open(load(at))
    (row,) = brief_plan(session, session.requirements(session.numbers()))
    return row.records


@pytest.mark.parametrize("prices", [(1.0, 1.0, 1.0), (1.0, 3.0, 10.0)])
def test_a_move_that_cannot_save_takes_one_limit(prices: tuple[float, ...]) -> None:
    """Each was searched to its end before its price was looked at, and used up the searches that better moves needed."""
    sizes, asked = (3080.0, 3010.0, 2935.0), 0

    def met(more: Sequence[float]) -> bool:
        nonlocal asked
        asked += 1
        return sum(3.0 / (n + m) for n, m in zip(sizes, more, strict=True)) <= 5e-4

    records = [
        SimpleNamespace(counts=SimpleNamespace(size=n), price=p, method=None)
        for n, p in zip(sizes, prices, strict=True)
    ]
    plan = cheapest(records, met)  # type: ignore[arg-type]
    assert plan is not None
    assert asked <= 400
    # by Lagrange: each size in proportion to the root of its price, turned upside down
    roots = [p**0.5 for p in prices]
    least = sum(p * (3.0 / 5e-4 * sum(roots) / r - n) for p, r, n in zip(prices, roots, sizes, strict=True))
    assert sum(p * m for p, m in zip(prices, plan, strict=True)) <= 1.02 * least
