"""Rows of the report: what comes first, what is folded, what is named instead of repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io.folder import load
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Assessment
from casegen.render.formats import write_documents
from casegen.render.language import counted
from casegen.render.report import build_report
from casegen.render.report.changes import MOST_REASONS, few, grouped_parts
from casegen.render.report.evidence import _measure_row

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_many_reasons_are_begun_and_counted() -> None:
    reasons = [f"reason {n}" for n in range(20)]
    assert few(reasons) == {"why": reasons[:MOST_REASONS], "more": 20 - MOST_REASONS}
    assert few(reasons[: MOST_REASONS + 1]) == {"why": reasons[: MOST_REASONS + 1], "more": 0}, (
        "one more is shown"
    )
    assert few(()) == {"why": [], "more": 0}


def test_parts_that_only_came_or_went_share_a_row() -> None:
    def part(name: str, kind: str, sort: str, text: str = "") -> dict[str, str]:
        return {"id": name, "href": name, "kind": kind, "part": sort, "text": text}

    rows = grouped_parts([
        part("A", "added", "claim"), part("B", "added", "claim"), part("C", "added", "event"),
        part("D", "removed", "event"), part("E", "changed", "event", "p was 1, is 2"),
        part("F", "changed", "event", "p was 2, is 3"),
    ])  # fmt: skip
    assert [[ref["id"] for ref in row["refs"]] for row in rows] == [["A", "B"], ["C"], ["D"], ["E"], ["F"]]
    assert [row["text"] for row in rows[-2:]] == ["p was 1, is 2", "p was 2, is 3"]


def test_the_tightest_requirement_comes_first(assessment: Assessment) -> None:
    rows = build_report(assessment).sections["requirements"]
    order = [{False: 0, None: 1, True: 2}[row["requirement"]["holds"]] for row in rows]
    assert order == sorted(order)
    for outcome in (True, False):
        held = [float(row["requirement"]["rank"]) for row in rows
                if row["requirement"]["holds"] is outcome and row["requirement"]["rank"]]  # fmt: skip
        assert held == sorted(held)
    assert {row["id"] for row in rows} == {c.id for c in assessment.case.claims if c.requirement}


def test_a_claim_names_the_claims_it_rests_on_and_repeats_nothing(assessment: Assessment) -> None:
    for row in build_report(assessment).sections["claims"]:
        stated = assessment.claims[row["id"]].reasons
        named = [ref["id"] for group in row["because"] for ref in group["refs"]]
        own = [reason["target"] for reason in row["reasons"] + row["more_reasons"]]
        assert {*named, *own} == {reason.target for reason in stated}
        assert all(name in assessment.claims and name != row["id"] for name in named)
        assert row["count"] == len(stated)


def test_a_tree_without_failures_has_no_shares_and_names_the_joint_bound() -> None:
    """0 divided by 0 is no share; the bound beside the target is the one that the claim compares."""
    assessed = assess(load(EXAMPLES / "press"))
    rows = build_report(assessed).sections["trees"][0]
    assert assessed.trees["FT-PRESS"].top.value == 0
    assert {cut["share"] for cut in rows["cut_sets"]} == {"–"}
    assert all(event["importance"][1:] == ["–"] * 4 for event in rows["events"])
    compared = assessed.claims["C-PRESS"].requirement
    assert compared.joint is not None
    assert ("together ≤\u00a00.00104" in rows["together"]) == (compared.compared == compared.joint.upper)
    assert "FV" not in "".join(d.body for d in build_report(assessed).diagrams if d.kind == "tree")


def test_one_row_is_no_rows() -> None:
    shown = [counted("reading.what", n, file="a.csv", count=n) for n in (1, 2)]
    assert shown == ["What was read: a.csv (1 row)", "What was read: a.csv (2 rows)"]
    assert [counted("argument.inputs", n) for n in (1, 2)] == ["1 input", "2 inputs"]


def test_a_count_of_all_there_is_has_no_interval() -> None:
    exact = Estimate(
        kind=MeasureKind.FRACTION,
        value=0.7106894841269841,
        lower=0.7106894841269841,
        upper=0.7106894841269841,
        confidence=0.975,
    )
    assert _measure_row("share", exact, {}, used=True, limits=())["interval"] == "–"
    wide = exact.model_copy(update={"lower": 0.7})
    assert wide.lower != wide.upper
    assert _measure_row("share", wide, {}, used=True, limits=())["interval"].startswith("[0.7, 0.711]")


@pytest.mark.slow
def test_a_case_without_top_claims_says_so(tmp_path: Path) -> None:
    """*At least one top claim is not supported* and *nothing prevents support* were both untrue."""
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: zero, title: A case without claims, roots: []}\n"
    )
    paths = write_documents(assess(load(tmp_path)), tmp_path / "out", ["html", "markdown"])
    for path in paths:
        text = path.read_text("utf-8")
        assert "The case names no top claim." in text
        assert "At least one top claim" not in text
        assert "Nothing prevents" not in text
