"""The ledger stands beside the verdict in every document, with a confidence only where the case holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.render.language import shipped_language, use_language
from casegen.render.report.ledger import ledger_sentence
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured

FILES = {"record.csv": RECORD}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "confidence of at least 0.93, whatever"), ("de", "Konfidenz von mindestens 0.93, wie")],
)
def test_a_case_that_holds(tmp_path: Path, language: str, words: str) -> None:
    at = folder(tmp_path / "case", measured(), {"claims.W1.doubt": 0.02}, FILES)
    with use_language(shipped_language(language)):
        reported = ledger_sentence(assess(load(at)))
    assert words in reported
    assert "0.05" in reported
    assert "0.02" in reported


def test_a_case_that_does_not_hold_has_no_confidence(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), {"claims.W1.accepted_by": ""}, FILES)
    assert ledger_sentence(assess(load(at))) == "Error probability spent on 1 bound: 0.05."
    exact = folder(tmp_path / "exact", calculation())
    assert ledger_sentence(assess(load(exact))) == "1 number is compared without confidence."


def test_page_and_report_say_it(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), None, FILES)
    code, _, err = call("build", at, "--html", "--markdown", "--no-run", "-o", tmp_path / "out")
    assert code == 0, err
    for file in (tmp_path / "out").rglob("meas.*"):
        if file.suffix in (".html", ".md"):
            assert "confidence of at least 0.95, whatever their dependence" in file.read_text("utf-8"), file
