"""An untouched pack where a package that its documents depend on is not installed: not covered, and not altered."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from importlib.metadata import EntryPoints
from pathlib import Path
from typing import Any

import pytest

from casegen import plugins
from tests.conftest import Ran
from tests.plugins.conftest import HEAD, RULE, Install, _forget

METHOD = (
    Path(__file__).resolve().parents[2] / "examples" / "plugin" / "casegen_example_plugin" / "late_answers.py"
)
CASE = """casegen: 1
case: {id: c, title: Answers, roots: [A]}
claims:
  - {id: A, text: At most 0.2 of the answers are late, owner: A. Author,
     requirement: {measure: {evidence: E, measure: late}, bound: 0.2, kind: probability-per-demand, confidence: 0.95}}
  - {id: W, text: Times of the tests are like times in operation, owner: A. Author,
     assumed: The record of the review of 3 March says so, accepted_by: B. Judge}
arguments: [{id: AR, text: The times show it, block: evidence-incorporation, supports: A, from: [N], side_claims: [W]}]
evidence: [{id: N, text: Times, evidence: E, owner: T. Tester}]
evidence_items: [{id: E, method: late-answers, title: Times of answers, inputs: {times: times.txt},
                  parameters: {deadline: 1}, confidence: 0.95, owner: T. Tester}]
"""
Call = Callable[..., Ran]


@pytest.fixture
def pack(install: Install, tmp_path: Path, casegen: Call) -> Path:
    """The pack of a case that holds by the method of a package."""
    install("stranger", METHOD.read_text("utf-8"), evidence_methods="late-answers = stranger:LATE_ANSWERS")
    case, result = tmp_path / "case", tmp_path / "pack.zip"
    case.mkdir()
    (case / "case.yaml").write_text(CASE, "utf-8")
    (case / "times.txt").write_text("0.5\n" * 100, "utf-8")
    casegen("evidence", "run", case)
    casegen("baseline", "create", case, "v1", "--author", "A. Author", "--reason", "first")
    casegen("review", "pack", case, "-o", result)
    assert _verified(casegen, result) == []
    return result


def _verified(casegen: Call, pack: Path) -> list[dict[str, Any]]:
    document: dict[str, Any] = json.loads(casegen("baseline", "verify", pack, "--json").out)
    (one,) = document["baselines"]
    return [{"kind": found["kind"], "message": found["message"]} for found in one["differences"]]


@pytest.mark.slow
def test_documents_of_a_method_that_is_not_installed_are_not_covered(
    pack: Path, casegen: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = EntryPoints(p for p in plugins._installed() if not p.value.startswith("stranger"))
    monkeypatch.setattr(plugins, "_installed", lambda: left)
    _forget()
    (only,) = _verified(casegen, pack)
    assert only["kind"] == "not covered"
    assert only["message"].startswith("the method late-answers is not installed"), only


WARNS = RULE.replace("BODY", "yield Finding(('claims', 0), 'no owner', 'A')")


@pytest.mark.slow
@pytest.mark.parametrize("severity", ["warning", "error"])
@pytest.mark.parametrize("documents", [True, False])
def test_what_rules_of_here_would_change_is_not_covered(
    documents: bool, severity: str, install: Install, tmp_path: Path, casegen: Call
) -> None:
    case, result = tmp_path / "case", tmp_path / "pack.zip"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD, "utf-8")
    casegen("baseline", "create", case, "v1", "--author", "A. Author", "--reason", "first")
    casegen("review", "pack", case, "-o", result, *([] if documents else ["--no-documents"]))
    assert _verified(casegen, result) == []
    install("stranger", WARNS.replace("warning", severity), rules="own = stranger")
    found = _verified(casegen, result)
    assert {one["kind"] for one in found} <= {"not covered"}, found
    assert all("stranger" in one["message"] for one in found), found
    assert found or not documents


@pytest.mark.slow
def test_an_altered_page_is_still_seen_where_the_method_is_installed(
    pack: Path, casegen: Call, tmp_path: Path
) -> None:
    top = tmp_path / "unpacked"
    with zipfile.ZipFile(pack) as archive:
        archive.extractall(top)
    page = next(top.rglob("*.html"))
    page.write_text(page.read_text("utf-8").replace("0.2", "0.1"), "utf-8")
    altered = Path(shutil.make_archive(str(tmp_path / "altered"), "zip", top))
    assert any(page.name in found["message"] for found in _verified(casegen, altered))
