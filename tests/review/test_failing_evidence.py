"""A document that reports a failure, is a form, or is of a test broken off or still to come, shows nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review.eligibility import shows_something

SHOWS_NOTHING = [
    "passed: 3, failed: 7", "[ ] rope\n[ ] gear", "Test aborted after 3 of 10 points.", "Test planned for 2027.",
    "Template", "Outcome - unsatisfactory", "Failed: 7, passed: 3", "☐ rope\n☐ gear",
    "Test interrupted after the second run.", "The test is planned for May.", "Vorlage", "Result - unsatisfactory",
    "Prüfung abgebrochen nach 3 von 10 Punkten.", "Verdict: inadequate", "Ergebnis - unbefriedigend",
    "FAIL: wet start", "PASS: dry start\nFAIL: wet start", "Wet start: aborted", "Wet start: did not start", "Wet start: stalled",
    "Wet start: no", "The pump failed to start when wet.", "2/2 Test #2: wet ....***Failed    0.01 sec", "## Failed\n\n- wet start",
    "Passed: 3 / Failed: 7", "Test stopped early", "Form", "Outcome: poor", "Inspection scheduled for June 2027.",
]  # fmt: skip
SHOWS_IT = [
    "passed: 10, failed: 0", "[x] rope\n[x] gear", "Test aborted on 3 May; repeated on 4 May, all 10 points passed.",
    "Test planned for 2026 was run on 4 May 2026 and passed.",
    "Template 12 of the test was filled in: rope 12.1 mm, gear free.", "Outcome - satisfactory",
    "PASS: wet start", "Wet start: repaired, passed", "FAIL: wet start\nRelay replaced.\nPASS: wet start", "Leaks: no",
    "The pump never failed to start.", "## Failed\n\nNone", "Failure mode: stalled\nMeasure: second pump",
    "failed: 0, passed: 3", "Test plan TP-3 followed. All points passed.", "Four wheels inspected, nothing found.",
    "tested", "Next test planned for 2027. Rope tested on 3 May 2026: passed.", "The rope is 12.1 mm thick.",
]  # fmt: skip


@pytest.mark.parametrize("text", SHOWS_NOTHING)
def test_a_failing_or_empty_document_closes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "e1.md").write_text(f"{text}\n")
    with pytest.raises(InputError, match=r"evidence 'e1\.md'"):
        shows_something(tmp_path, ["e1.md"])


@pytest.mark.parametrize("text", SHOWS_IT)
def test_a_document_of_what_was_done_is_taken(tmp_path: Path, text: str) -> None:
    (tmp_path / "e1.md").write_text(f"{text}\n")
    shows_something(tmp_path, ["e1.md"])
