"""Documents whose only verdict is a failure, in the forms of answers, boxes, blank fields and lists; and their twins."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.questions.artefacts import opposite
from casegen.texts.documents.answered_verdicts import denied_verdicts
from tests.texts.test_written_records import asked

TITLE = "Comparison report TR-7, 2 October 2026.\n"
ONLY_FAILURES = [
    "Verdict: no", "Verdict: F", "Verdict: N", "Result:\n", "Result: —", "Result: n/a", "Result: aborted", "Result: cancelled", "Conforms: no", "Conforms: false",
    "Compliant: no", "Conclusion: does not comply", "Conclusion: The parts do not comply with the data book", "Freigabe: nein", "Abnahme: nein",
    "Acceptance: no", "Zulassung: nein", "Approved by QA: no", "Result: N/OK", "Validity: expired", "Gültigkeit: abgelaufen", "Recommendation: reject",
    "Verdict: 🔴", "PASS [ ]  FAIL [X]", "PASS [ ]\nFAIL [X]", "bestanden ☐ nicht bestanden ☒", "Seal: PASS ( )  FAIL (x)",
    "Result: f\u0332a\u0332i\u0332l\u0332e\u0332d\u0332", "Konform: nein", "Grade: F", "Conclusion: non-conforming",
]  # fmt: skip
FILES = ['{"report": "TR-7", "conforms": false}', '{\n "report": "TR-7",\n "ok": 0\n}', '{"compliant": "no"}']
TABLES = ["test,conforms\nmotor,no\nimpeller,no\n", "test;compliant\nmotor;nein\n"]
ASKED = [
    "4 tests, 4 assertions, 4 failures\n", "Tests: 4 failed, 4 total\n", "Failures: 40 of 40\n", "Ran 40 tests in 0.4s\n\nFAILED (failures=40)\n",
    "Tests run: 40, Failures: 40, Errors: 0, Skipped: 0\n", "[INFO] BUILD FAILURE\n", *(TITLE + text for text in (
        "Failures:\n- wet start\n- dry stop\n", "Dry start: passed\n\nFailures:\n  wet start\n", "Dry start: passed\nErrors: wet start\n",
        "dry start - Pass\nwet start - Fail - no flow\n", "Dry start: 3 of 3\nWet start: 0 of 3\n", "Trocken lief sie an.\nDie Pumpe startete nass nicht.\n",
        "Dry start passed.\nFAILED WET START\n", "The wet start failed.\nDry start: passed\n", "The wet start failed. The dry start passed.\n",
        "Result: passed\nConforms: no\n")),
]  # fmt: skip
NOTHING_FAILED = [
    "Tests run: 40, Failures: 0, Errors: 0, Skipped: 0\n", "4 tests, 4 assertions, 0 failures\n", "Tests: 4 passed, 4 total\n", "Failures: 0 of 40\n",
    "[INFO] BUILD SUCCESS", '{"conforms": true}', '{"ok": 1}', '{"ok": 12, "nok": 0}', '{"errors": 0, "failed": false, "conforms": true}',
    "test,conforms\nmotor,yes\nimpeller,yes\n", *(TITLE + text for text in (
        "Verdict: yes", "Verdict: P", "Result:\n\nThe parts are of the type.", "Conforms: yes", "Freigabe: ja", "Validity: until 2099", "PASS [X]  FAIL [ ]",
        "bestanden ☒ nicht bestanden ☐", "Leaks: yes [ ] no [X]", "Failures: none", "Failures:\nnone", "Failures:\n- none were seen", "Errors: none",
        "Wet start: 3 of 3", "Leaks: 0 of 3", "Spurious starts: 0 of 3", "Die Pumpe startete nass.", "Ohne Freigabe startete die Pumpe nicht.",
        "Die Pumpe startete bei offener Haube nicht.", "The wet start failed. After the repair the wet start passed.",
        "The first test failed. The second test passed.", "The wet start failed.\nWet start repeated: passed", "Open points: no", "Restrictions: no",
        "Alarm: no\n", "Release: 0", "Failures considered:\n- leak", "Failure modes of the seal (FMEA)\nFailures:\n- leak", "Errors: wet start, corrected in version 2",
        "Deviations: no", "Result: conform", "Conclusion: The parts do comply.", "Accepted: yes\nReleased: yes")),
]  # fmt: skip


def written(folder: Path, name: str, text: str) -> Path:
    (path := folder / name).write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("text", ONLY_FAILURES)
def test_a_document_whose_only_verdict_is_a_failure(tmp_path: Path, text: str) -> None:
    assert opposite(written(tmp_path, "report.txt", TITLE + text))


@pytest.mark.parametrize("text", FILES)
def test_a_file_whose_only_verdict_is_a_failure(tmp_path: Path, text: str) -> None:
    assert opposite(written(tmp_path, "report.json", text))


@pytest.mark.parametrize("text", TABLES)
def test_a_table_whose_rows_all_fail(tmp_path: Path, text: str) -> None:
    assert opposite(written(tmp_path, "report.csv", text))


@pytest.mark.parametrize("text", ASKED)
def test_a_failure_in_other_forms_is_asked_about(tmp_path: Path, text: str) -> None:
    assert asked(tmp_path, text)


def test_where_nothing_failed_nothing_is_asked(tmp_path: Path) -> None:
    assert [(text, findings) for text in NOTHING_FAILED if (findings := asked(tmp_path, text))] == []


def test_an_answer_of_yes_leaves_the_verdict_to_the_whole_document() -> None:
    assert denied_verdicts("Conforms: no\nAccepted: yes") == []
