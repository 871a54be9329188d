"""The vehicle's two releases: what fails in the first, what the second repairs, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session, assess
from casegen.assessment.study import read_whatifs
from casegen.io import load
from casegen.model.fault_tree import FromEvidence
from casegen.model.hazop_matrix import hazop_matrix
from casegen.model.quantity import MeasureKind, convert
from casegen.model.results import Assessment, Freshness, Status
from casegen.render.prose import Picture, flat, pieces_of
from casegen.render.prose.pieces import Annexes
from casegen.render.report import build_report
from casegen.render.whatif import whatif_model
from casegen.review import baselines, verify
from casegen.review.impact import impact
from casegen.store.store import Store

CASE = Path(__file__).parents[2] / "examples" / "auv"


def status(assessed: Assessment, claim: str) -> str:
    return assessed.claims[claim].status.value


@pytest.fixture(scope="module")
def first() -> Assessment:
    return assess(load(CASE / "baselines" / "r0.1" / "files"))


@pytest.fixture(scope="module")
def second() -> Assessment:
    return assess(load(CASE))


@pytest.mark.slow
def test_everything_that_ships_is_fresh() -> None:
    for folder in (CASE, CASE / "baselines" / "r0.1" / "files", CASE / "baselines" / "r0.2" / "files"):
        stale = {
            i: s.why for i, s in Store(load(folder)).states().items() if s.freshness is not Freshness.FRESH
        }
        assert stale == {}


def test_both_baselines_hold_and_the_folder_is_the_second() -> None:
    result = list(baselines(CASE))
    assert [b.name for b in result] == ["r0.1", "r0.2"]
    assert verify(result[0].folder).holds
    assert verify(result[1].folder).holds


@pytest.mark.parametrize("claim", ["C-SD", "SubC11", "M-LOSS", "M-ATTACK"])
def test_the_second_release_repairs(claim: str, first: Assessment, second: Assessment) -> None:
    assert (status(first, claim), status(second, claim)) == ("challenged", "supported")


def test_what_the_repair_costs_is_shown(first: Assessment, second: Assessment) -> None:
    assert (status(first, "C-NIGHT-D"), status(second, "C-NIGHT-D")) == ("supported", "challenged")


def test_what_is_not_repaired_stays_failing(first: Assessment, second: Assessment) -> None:
    assert status(first, "C-NIGHT-H") == status(second, "C-NIGHT-H") == "challenged"
    assert not first.supported
    assert not second.supported
    assert status(second, "TLC2-FUTURE") == "undeveloped"


def test_every_mission_property_has_a_tree_and_a_reference(second: Assessment) -> None:
    case = load(CASE)
    assert {p for t in case.trees for p in t.properties} == {p.id for p in case.properties}
    for claim in ("C-GALE-SD", "C-GALE-MISS", "C-GALE-COL", "C-GALE-DOCK"):
        assert status(second, claim) == "supported"
    assert {g.id for g in case.common_cause} == {"CCF-THRUST", "CCF-CAMERA"}


@pytest.mark.parametrize(("claim", "event"), [("SubC11", "BE-CLS"), ("C-PMI-ALL", "BE-CLS-ANY")])
def test_a_mission_is_bounded_whatever_the_dependence_of_its_frames(
    claim: str, event: str, second: Assessment
) -> None:
    model = second.case.event[event].model
    assert isinstance(model, FromEvidence)
    assert model.exposure is not None
    result = second.claims[claim].requirement
    assert result is not None
    for p in (result.compared, result.bound):
        assert p is not None
        assert convert(p, MeasureKind.PER_DEMAND, MeasureKind.PER_MISSION, model.exposure) >= 12.0 * p


def test_each_guide_word_of_each_flow_has_its_row_or_reason() -> None:
    """The matrix of the study has no gap, and each row of the table is about a declared flow."""
    case = load(CASE)
    matrix = hazop_matrix(case)
    assert matrix is not None
    assert len(matrix.cells) == 11
    assert matrix.gaps == ()
    own = {row for cells in matrix.cells.values() for cell in cells.values() for row in cell.rows}
    assert own == {entry.id for entry in case.hazop}


def test_measures_that_are_left_out_are_out_of_proportion(second: Assessment) -> None:
    assert second.reductions is not None
    decisions = {m.id: m.decision.value for m in second.reductions.measures}
    assert decisions.pop("RR-MONITOR") == "taken"
    assert set(decisions.values()) == {"out of proportion"}
    assert all(reason.status is not Status.CHALLENGED for reason in second.judgements["C-ALARP"])


@pytest.mark.slow
def test_without_the_monitor_the_second_release_falls_short(casegen: Callable[..., Any]) -> None:
    result = casegen("whatif", CASE, "--set", "HE-NO-MONITOR=true", "--json").json
    flipped = {c["id"]: (c["before"], c["after"]) for c in result["claims"] if c["flipped"]}
    assert flipped["C-SD"] == ("supported", "challenged")


@pytest.mark.slow
def test_findings_are_where_they_should_be(casegen: Callable[..., Any]) -> None:
    result = casegen("review", "list", CASE, "--json").json["findings"]
    assert (
        {f["id"]: f["status"] for f in result}
        == {
            "F1": "open",  # closed at r0.2, open again: the exposure that it was decided on is stated otherwise now
            "F2": "open",  # closed at r0.2; the simulator is an input of its evidence now
            "F3": "answered",
            "F4": "open",
            "F5": "closed",
            "F6": "open",  # closed at r0.2 on amounts in words; the comparison is computed now
        }
    )


@pytest.mark.slow
def test_moved_top_events_are_reported_in_the_order_of_the_case(
    first: Assessment, second: Assessment
) -> None:
    """In a set's order they would change places from one run to the next, and the documents with them."""
    moved = [one.tree for one in impact(first.case, second.case, second).trees]
    assert len(moved) > 2
    assert moved == [tree.id for tree in second.case.trees if tree.id in moved]


@pytest.mark.slow
def test_the_panel_of_the_page_takes_every_scenario(second: Assessment) -> None:
    session = Session.open(second.case)
    named = read_whatifs(session).changes
    assert any(change.distribution for changes in named.values() for change in changes)
    assert set(whatif_model(second, named, session)["scenarios"]) == set(named)


@pytest.mark.slow
def test_the_report_has_figures_in_vectors_of_ten_kinds_and_more(second: Assessment) -> None:
    """Charts of the case and plots of evidence before the annexes; drawings of argument and trees come on top."""
    pieces = flat(takewhile(lambda piece: not isinstance(piece, Annexes), pieces_of(build_report(second))))
    figures = [p for p in pieces if isinstance(p, Picture) and p.name.startswith(("chart-", "evidence-"))]
    assert len({p.name for p in figures}) == len(figures) > 10
    assert {"chart-margins", "chart-coverage"} <= {p.name for p in figures}
    assert len({p.title.rpartition(": ")[2] for p in figures}) >= 10
    assert all(p.svg.startswith("<svg") and p.alt for p in figures)
