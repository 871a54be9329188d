"""A what-if of a tree without a number says that it cannot be evaluated, and why: not that nothing changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import casegen
from tests.assessment.test_safety import studied
from tests.cli.test_build_checks import MEASURED_EVENT
from tests.false_support import call, folder
from tests.false_support.bases import RECORD

WHY = "event E1: evidence EV has no result"


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A case with one tree, of which one event waits for its record, and a what-if of the other."""
    folder(tmp_path / "case", studied(), MEASURED_EVENT, {"record.csv": RECORD})
    shutil.rmtree(tmp_path / "case/results", ignore_errors=True)
    (tmp_path / "case/whatif.yaml").write_text("scenarios:\n  typed: {E2: 0.5}\n")
    return tmp_path / "case"


def test_the_command_says_that_the_tree_cannot_be_evaluated(at: Path) -> None:
    said = " ".join(call("whatif", at, "--set", "E2=0.5")[1].split())
    assert f"FT cannot be evaluated: {WHY}" in said
    assert "no claim that can be evaluated changes its status" in said
    document = json.loads(call("whatif", at, "--set", "E2=0.5", "--json")[1])
    assert document["not_evaluated"] == {"FT": WHY}


def test_a_number_for_what_is_missing_makes_it_evaluable(at: Path) -> None:
    said = " ".join(call("whatif", at, "--set", "E1=0.1")[1].split())
    assert f"FT cannot be evaluated without the change: {WHY}" in said
    assert "0.1002" in said
    assert json.loads(call("whatif", at, "--set", "E1=0.1", "--json")[1])["not_evaluated"] == {}


def test_python_has_the_reason(at: Path) -> None:
    what_if = casegen.open(at).what_if({"E2": 0.5})
    assert what_if.top("FT") is None
    assert dict(what_if.not_evaluated) == {"FT": WHY}
    assert "1 not evaluated" in repr(what_if)


@pytest.mark.parametrize(
    ("language", "says", "not_said"),
    [("en", "cannot be evaluated", "No top event changes"),
     ("de", "lässt sich nicht auswerten", "Kein Top-Ereignis bewegt sich")],
)  # fmt: skip
def test_the_documents_say_it(at: Path, tmp_path: Path, language: str, says: str, not_said: str) -> None:
    (at / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    code, _, err = call("build", at, "--no-run", "--markdown", "--html", "-o", tmp_path / "out")
    assert code == 0, err
    report = next((tmp_path / "out").glob("*.md")).read_text("utf-8")
    page = next((tmp_path / "out").glob("*.html")).read_text("utf-8")
    chapter = report[report.index("# typed") :]
    assert says in chapter
    assert not_said not in report
    assert "<q>typed</q>: <a" in page
    assert says in page


def test_a_tree_that_can_be_evaluated_and_stays_is_said_to_stay(at: Path, tmp_path: Path) -> None:
    (at / "whatif.yaml").write_text("scenarios:\n  typed: {E2: 2.0e-4}\n")
    call("evidence", "run", at)
    assert json.loads(call("whatif", at, "--set", "E2=0.5", "--json")[1])["not_evaluated"] == {}
    call("build", at, "--no-run", "--markdown", "-o", tmp_path / "out")
    report = next((tmp_path / "out").glob("*.md")).read_text("utf-8")
    assert "No top event changes" in report
    assert "No claim changes status" in report
