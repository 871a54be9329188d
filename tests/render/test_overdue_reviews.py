"""A case whose evidence is fresh and whose review is overdue says so: nothing in it is called old evidence."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render import write_markdown
from casegen.render.charts.case import margin_charts
from casegen.render.prose import flat, pieces_of
from casegen.render.prose.pieces import Paragraph
from casegen.render.report import build_report
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured

PAST = {"claims.W1.review_by": datetime.date(2020, 1, 1)}
LATER = {"claims.W1.review_by": datetime.date(2999, 1, 1)}


def measured_case(at: Path, edits: dict[str, Any], *, changed: bool = False) -> Assessment:
    folder(at, edited(measured(), edits), files={"record.csv": RECORD})
    if changed:
        (at / "record.csv").write_text(RECORD + "pier,10,0\n", "utf-8")
    return assess(load(at))


def words(assessed: Assessment) -> str:
    report = build_report(assessed)
    said = [
        span.text for piece in flat(pieces_of(report)) if isinstance(piece, Paragraph) for span in piece.words
    ]
    [chart] = margin_charts(assessed)
    outcomes = [row["requirement"]["outcome"] for row in report.sections["requirements"]]
    return " ".join([*said, chart.alt, *outcomes])


@pytest.mark.parametrize("kind", ["measured", "calculated"])
def test_an_overdue_review_is_no_stale_evidence(tmp_path: Path, kind: str) -> None:
    if kind == "measured":
        assessed = measured_case(tmp_path, PAST)
    else:
        assessed = assess(load(folder(tmp_path, edited(calculation(), PAST))))
    assert assessed.claims["C1"].status == "stale"
    shown = words(assessed)
    assert "2 rest on parts whose review is overdue" in shown
    assert (
        "0 of 1 requirement is met; those that rest on a part whose review is overdue are not counted."
        in shown
    )
    assert "1 is met, but rests on a part whose review is overdue." in shown
    assert "met, review overdue" in shown
    assert "stale evidence" not in shown
    assert "out of date" not in shown


def test_stale_evidence_is_called_so_also_beside_an_overdue_review(tmp_path: Path) -> None:
    shown = words(measured_case(tmp_path, PAST, changed=True))
    assert "1 rests on stale evidence and 1 rests on a part whose review is overdue" in shown
    assert "met, out of date" in shown
    assert "met, review overdue" not in shown


def test_a_review_in_the_future_changes_nothing(tmp_path: Path) -> None:
    shown = words(measured_case(tmp_path, LATER))
    assert "overdue" not in shown
    assert "1 of 1 requirement is met." in shown


def test_in_german(tmp_path: Path) -> None:
    (tmp_path / "case").mkdir()
    assessed = measured_case(tmp_path / "case", PAST)
    (tmp_path / "case" / "document.yaml").write_text("document: {language: de}\n", "utf-8")
    write_markdown(assessed, tmp_path / "out.md")
    text = (tmp_path / "out.md").read_text("utf-8")
    assert "2 auf Teilen, deren Begutachtung überfällig ist" in text
    assert "erfüllt, Begutachtung überfällig" in text
    assert "auf veralteten Nachweisen" not in text
    assert "oder auf einem Teil, dessen Begutachtung überfällig ist" in text
