"""Documents all of whose verdicts are failures, in common forms; each with a true twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.texts.documents.reported_outcomes import failed_verdict
from tests.false_support import folder, must_not_hold
from tests.false_support.test_acceptance import FILES, base

MARKDOWN = "| run | load | verdict |\n|---|---|---|\n| 1 | 5 | FAIL |\n| 2 | 7 | **failed** |\n"
FAILED = [
    "Run 1: FAIL\nRun 2: FAIL\nRun 3: FAIL\n", "Test 4 (full load): failed\nTest 5 (empty): failed", MARKDOWN,
    "run,verdict\n1,fail\n2,fail\n", "run;load;result\n1;5;FAILED\n", 'run\tresult\n1\t"fail"\n', "Result: NOK", "Result — FAILED",
    '<testsuite name="brake" tests="3" failures="3"><testcase/></testsuite>',
    '<testsuite tests="3" failures="2" errors="1">', "Lauf 1: nicht bestanden\nLauf 2: nicht bestanden",
]  # fmt: skip


@pytest.mark.parametrize("text", FAILED)
def test_nothing_but_failures(text: str) -> None:
    assert failed_verdict(text)


@pytest.mark.parametrize("text", [
    "Run 1: FAIL\nRun 1, repeated: PASS\n", MARKDOWN.replace("FAIL", "passed"), "run,verdict\n1,fail\n2,pass\n",
    "run,expected,result\n1,fail,fail\n", "run,result\n1,0.5\n2,0.7\n", '<testsuite tests="3" failures="1">',
    '<testsuite tests="3" failures="3"></testsuite><testsuite tests="2" failures="0"></testsuite>', "Run 1: FAIL\nResult: passed",
    "run,verdict\n", "The verdict, of the board, was unanimous", "Test of the failure mode: fail safe", "tests,failures\n40,0\n",
    MARKDOWN + "\nOverall result: passed after the repair",
])  # fmt: skip
def test_something_else(text: str) -> None:
    assert failed_verdict(text) == ""


@pytest.mark.parametrize(
    ("name", "text"), [("runs.md", FAILED[0]), ("runs.csv", FAILED[3]), ("junit.xml", FAILED[8])]
)
def test_a_document_of_failures_is_an_error(tmp_path: Path, name: str, text: str) -> None:
    edits = {"evidence.N1.artefact": name, "evidence.N1.sha256": None}
    must_not_hold(folder(tmp_path / "x", base(), edits, {**FILES, name: text}), "artefact-opposite")
