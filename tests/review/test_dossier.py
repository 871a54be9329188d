"""What stands beside an assessment: against which state, with which marks, from which files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.checks.case import check
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.render.attachments import attachments
from casegen.render.page_review import review_words
from casegen.render.report import build_report
from casegen.review import reopening
from casegen.review.acceptance import discharge, sign_off
from casegen.review.acts import add_finding, decide, respond
from casegen.review.baseline import create
from casegen.review.dossier import Dossier, gather
from casegen.review.events import Decision, FindingSeverity
from casegen.review.verification import Mismatch, frozen_mismatches
from tests.review.conftest import ANN, BOB


def gathered(folder: Path, since: str = "") -> Dossier:
    case = load(folder)
    session = Session.open(case)
    return gather(session.assess(diagnostics=check(case)), session=session, since=since)


def worsen(folder: Path) -> None:
    trees = folder / "trees.yaml"
    trees.write_text(trees.read_text().replace("probability: 0.001}", "probability: 0.002}"))


def test_without_a_baseline_there_is_nothing_to_compare_with(rover: Path) -> None:
    result = gathered(rover)
    assert result.difference is None
    assert result.shown is None
    assert result.marks == {}


@pytest.mark.slow
def test_a_frozen_state_is_compared_with_the_baseline_before_it(rover: Path) -> None:
    create(rover, "v1", author=ANN.name, reason="first")
    result = gathered(rover)
    assert result.shown is not None
    assert result.shown.name == "v1"
    assert result.difference is None
    worsen(rover)
    result = gathered(rover)
    assert result.shown is None
    assert result.since is not None
    assert result.since.name == "v1"
    assert result.marks == {"B2": "changed"}
    create(rover, "v2", author=ANN.name, reason="second")
    result = gathered(rover)
    assert (result.shown and result.shown.name, result.since and result.since.name) == ("v2", "v1")
    assert result.marks == {"B2": "changed"}


@pytest.mark.slow
def test_the_impact_tells_tops_bounds_and_reopened_findings(rover: Path) -> None:
    create(rover, "v1", author=ANN.name, reason="first")
    add_finding(rover, target="TOP", severity=FindingSeverity.MINOR, text="Why?", by=BOB)
    respond(rover, "F1", text="The drawing shows it", by=ANN)
    decide(rover, "F1", status="closed", by=BOB)
    worsen(rover)
    case = load(rover)
    assessed = Session.open(case).assess()
    dossier = gather(assessed)
    rows = build_report(assessed, dossier).sections
    [tree] = rows["changes"]["trees"]
    assert tree["id"] == "FT"
    assert tree["before"] != tree["after"]
    [held] = rows["changes"]["requirements"]
    assert held["id"] == "TOP"
    assert held["compared_before"] != held["compared_after"]
    [finding] = rows["changes"]["findings"]
    assert finding["id"] == "F1"
    assert rows["review"]["findings"][0]["status"] == "open"
    assert dossier.review is not None
    assert dossier.review.findings[0].finding.recorded.value == "closed"
    assert rows["marks"] == {"B2": "changed"}


@pytest.mark.slow
def test_a_case_is_compared_once_with_a_baseline_that_was_decided_at(
    rover: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The difference and the review show the same state of the same review."""
    create(rover, "v1", author=ANN.name, reason="first")
    add_finding(rover, target="TOP", severity=FindingSeverity.MINOR, text="Why?", by=BOB)
    respond(rover, "F1", text="The drawing shows it", by=ANN)
    decide(rover, "F1", status="closed", by=BOB)
    worsen(rover)
    compared: list[Path] = []

    def once(baseline: Path) -> Iterator[Mismatch]:
        compared.append(baseline)
        return frozen_mismatches(baseline)

    monkeypatch.setattr(reopening, "frozen_mismatches", once)
    result = gathered(rover)
    assert len(compared) == 1
    assert result.difference is not None
    assert result.difference.review.findings[0].why == result.review.findings[0].reopened
    [(_, changes)] = result.review.compared.values()
    assert result.difference.changes is changes


@pytest.mark.slow
def test_since_takes_what_diff_takes(rover: Path) -> None:
    create(rover, "v1", author=ANN.name, reason="first")
    worsen(rover)
    create(rover, "v2", author=ANN.name, reason="second")
    assert gathered(rover, "v1").marks == {"B2": "changed"}
    assert gathered(rover, "v2").marks == {}
    assert gathered(rover, str(rover / "baselines" / "v1")).marks == {"B2": "changed"}
    with pytest.raises(InputError, match="no such case"):
        gathered(rover, "v9")


def test_whatifs_of_the_folder_are_assessed_and_refused_with_their_line(rover: Path) -> None:
    (rover / "whatif.yaml").write_text("scenarios:\n  Blocked more often:\n    B2: 0.5\n")
    result = gathered(rover)
    [one] = result.study.comparisons
    assert one.name == "Blocked more often"
    assert (one.ratio("FT") or 0) > 10
    (rover / "whatif.yaml").write_text("scenarios:\n  Wrong:\n    B2: 0.5\n    B9: 0.1\n")
    with pytest.raises(InputError, match=r"whatif\.yaml:4:5: scenario Wrong: there is no basic event"):
        gathered(rover)


def test_the_study_brackets_the_mean(rover: Path) -> None:
    [tree] = gathered(rover).study.trees
    assert tree.tree == "FT"
    assert [s.swing for s in tree.swings] == sorted((s.swing for s in tree.swings), reverse=True)
    if tree.spread is not None:
        for q in tree.spread.quantiles:
            assert q.lower <= q.value <= q.upper


def test_attached_results_are_the_stored_bytes(rover: Path) -> None:
    assessed = Session.open(load(rover)).assess()
    case, *results = attachments(assessed)
    stored = {path.read_bytes() for path in (rover / "results").glob("EV-*.json")}
    assert {file.text.encode() for file in results} == stored != set()
    kept = json.loads(case.text)["assessment"]["evidence"]
    assert {row["sha256"] for row in kept.values()} == {file.sha256 for file in results}


@pytest.mark.slow
def test_the_page_names_each_kind_of_thing_that_a_review_still_asks_for(rover: Path) -> None:
    """Open conditions, and that nobody accepted the case, are said; what is superseded is not."""
    create(rover, "v1", author="Dan Developer", reason="first")
    sign_off(rover, target="C1", decision=Decision.REJECT, by=BOB)
    sign_off(rover, target="C1", decision=Decision.CONDITIONS, conditions=("test brakes", "fit lock"), by=BOB)
    assert _asked(rover) == "2 conditions open, 1 other point open: casegen review status."
    (rover / "records" / "brakes.md").write_text("tested")
    for condition in (1, 2):
        discharge(rover, "S2", condition=condition, by=BOB, evidence=["records/brakes.md"])
    sign_off(rover, target="", decision=Decision.ACCEPT, by=BOB)
    assert _asked(rover) == ""


def _asked(rover: Path) -> str:
    case = load(rover)
    report = build_report(Session.open(case).assess(diagnostics=check(case)), gathered(rover))
    return review_words(report.sections["review"])["review_words"]
