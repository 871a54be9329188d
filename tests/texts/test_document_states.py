"""Lines by which a document says that it is a draft, superseded, pending or not for use, and lines that say no such thing."""

from __future__ import annotations

import pytest

from casegen.texts.documents.states import states_in_doubt

BODY = "# Report of the wiring inspection\n\n{}\n\nInspector: B. Judge, 2 October 2026\n\nThe wiring is as drawn.\n\nVerdict: passed\n"
ASKED = [
    "Status: draft", "Status: for review", "Status: under review", "Status: preliminary", "Status: not yet approved", "Status: in Prüfung", "Status: in Arbeit",
    "Status : D R A F T", "Status - Draft", "Status — Draft", "| Status | Draft |\n|---|---|", "Status\nDraft", "Status of this document: draft",
    "Dok.-Status: Entwurf", "Bearbeitungsstand: Entwurf", "Document state: in work", "Maturity: draft", "Lifecycle: Obsolete", "Status: Comment phase",
    "Approval: pending", "Approved by: (pending)", "Signed: not yet", "Freigabe: ausstehend", "Version: 0.3 (draft)", "Revision: draft C", "Stand: Entwurf",
    "Classification: draft", "Draft", "draft", "(draft)", "Draft report", "Preliminary version", "PRELIMINARY", "VORLÄUFIG", "VORABZUG", "Nicht freigegeben",
    "Entwurf, Stand 2. Oktober", "Work in progress", "FOR REVIEW ONLY", "UNRELEASED", "NOT FOR USE AS EVIDENCE", "REJECTED", "Rejected by the approver",
    "This report has been superseded by report IR-10.", "This is a draft version and must not be used as evidence.", "This report is obsolete.",
    "This report expired on 1 March 2026.", "This document has not yet been approved.", "Dieser Bericht ist überholt.", "Der Bericht ist noch nicht freigegeben.",
    "Dieser Bericht ist durch IR-10 ersetzt.", "Dieses Dokument darf nicht als Nachweis verwendet werden.", "Dies ist ein Entwurf.",
    "Superseded by: IR-10", "| Superseded by | IR-10 |", "Supersedes: none. Superseded by: IR-10", "Ersetzt durch: IR-10", "Replaced by: IR-10",
    "SAMPLE", "Muster", "Copy of withdrawn document",
]  # fmt: skip
QUIET = [
    "Status: released", "Status: final", "Status: freigegeben", "Status: Released for production", "Status: valid from 3 May 2026", "Status: closed", "Status: OK",
    "Status: draft\nStatus: released", "Status (3 May): in work\nStatus: released", "State: California", "Stand: Oktober 2026", "Version: 1.2", "Revision: B",
    "Version: 1.0 (replaces draft 0.9)", "Revision history: 0.1 draft, 1.0 released", "| Version | Status |\n|---|---|\n| 0.1 | draft |\n| 1.0 | released |",
    "Approved by: B. Judge, 3 October 2026", "Approved by: Peter Draft", "Approval: QA board, minutes 3", "Approval: not required", "Freigabe: nicht erforderlich",
    "Superseded by: none", "Superseded by: -", "Ersetzt IR-8", "Replaces draft 3", "Previous issue (withdrawn): IR-7", "Fuse F2\nReplaced by: fuse of 3 A",
    "Wire 3 was replaced by wire 4.", "The draft was replaced by issue 2.", "Draft: 2.1 m", "| Draft | 2.1 m |", "Draft\n2.1 m", "INVALID (0)", "Pending: 0",
    "This certificate is void if the seal is broken.", "This report must not be used for advertising.", "This report shall not be reproduced except in full.",
    "Uncontrolled when printed.", "Expired certificates are refused.", "The report lists withdrawn parts.", "[x] accepted\n[ ] rejected", "Sample: 12 wires",
    "Drafted by: B. Judge", "Entwurf und Konstruktion", "Valid until: 2099-12-31", "| Status | Count |\n|---|---|\n| passed | 40 |",
]  # fmt: skip


@pytest.mark.parametrize("line", ASKED)
def test_a_state_that_no_verdict_settles(line: str) -> None:
    assert list(states_in_doubt(BODY.format(line)))


@pytest.mark.parametrize("line", QUIET)
def test_what_says_nothing_against_the_document(line: str) -> None:
    assert not list(states_in_doubt(BODY.format(line)))
