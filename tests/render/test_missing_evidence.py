"""Evidence that was never computed is a group of its own, with words of its own, beside what is out of date."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from casegen.assessment.assess import Session
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render import write_markdown
from casegen.render.document_settings import read_custom
from casegen.render.report import build_report

PRESS = Path(__file__).parents[2] / "examples" / "press"


def lacking(at: Path, language: str) -> Assessment:
    """The press with a record that changed since it was measured, and one that was never measured."""
    shutil.copytree(PRESS, at)
    (at / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    record = at / "records" / "brake.csv"
    record.write_text(record.read_text().replace("1510,0", "1511,0"))
    for path in (at / "results").glob("EV-RELAY*"):
        path.unlink()
    return Session.open(load(at)).assess()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "never", "old", "measure"),
    [
        ("en", "1 evidence item was never computed", "out of date", "Measure this evidence"),
        ("de", "1 Nachweis wurde nie berechnet", "veraltet", "Diesen Nachweis messen"),
    ],
)
def test_missing_evidence_stands_apart_from_stale(
    tmp_path: Path, language: str, never: str, old: str, measure: str
) -> None:
    case = lacking(tmp_path / "press", language)
    rows = build_report(case, custom=read_custom(case.case.root)).sections["actions"]["rows"]
    steps = {row["what"]: [ref["id"] for ref in row["refs"]] for row in rows}
    assert steps[measure] == ["EV-RELAY"]
    assert "EV-RELAY" not in [id for what, ids in steps.items() if what != measure for id in ids]
    write_markdown(case, tmp_path / "press.md")
    lines = (tmp_path / "press.md").read_text().splitlines()
    (line,) = [line for line in lines if never in line]
    assert "EV-RELAY" in line
    assert "EV-BRAKE" not in line
    (line,) = [line for line in lines if line.startswith("- ") and old in line and "EV-BRAKE" in line]
    assert "EV-RELAY" not in line
