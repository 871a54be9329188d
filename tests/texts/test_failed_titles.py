"""Titles of evidence that report a failure, beside titles of tests and records of what has failed."""

from __future__ import annotations

import pytest

from casegen.texts.documents.reported_outcomes import reports_opposite

FAILED = [
    "Failed test of the brake",
    "Failed brake test",
    "Failed maintenance test of the brake",
    "Failed maintenance of the brake",
    "Brake test, failed",
    "Maintenance record of the brake: failed",
    "The maintenance test of the brake failed",
    "Record of the failed maintenance of the brake",
    "Record of the failed test of the brake",
    "Unsuccessful maintenance test of the brake",
    "Maintenance of the brake was not done",
    "Rejected maintenance record of the brake",
    "Record of the brake, maintenance not passed",
    "Fehlgeschlagene Prüfung der Bremse (brake)",
    "Failed acceptance test of the brake",
    "Failed endurance test of the brake",
    "Failed type test of the brake",
    "Aborted maintenance test of the brake",
    "Failed inspection of the brake",
    "Report on the failed endurance test of the brake",
    "Bremsprüfung: fehlgeschlagen",
    "Fehlgeschlagene Bremsprüfung",
    "Abgelehntes Wartungsprotokoll der Bremse",
    "Wartung der Bremse nicht durchgeführt",
    "Bremsprüfung, nicht bestanden",
    "Unsuccessful dynamic brake endurance test",
]
DONE = [
    "Test of failed brakes",
    "Failed-brake detection test",
    "Failure mode test of the brake",
    "Test under failed sensor",
    "Test with failed sensor during brake test",
    "Failed sensor detection test",
    "Failed parts record",
    "Record of rejected parts",
    "Record of maintenance of the brake",
    "Maintenance record: passed",
    "Test of the brake, failed sensor present",
    "Maintenance plan of the brake",
    "Brake test: none failed",
    "Prüfung der ausgefallenen Bremse",
    "Prüfung bei fehlgeschlagener Kommunikation",
    "Prüfung des Verhaltens bei abgebrochener Verbindung",
    "Failed sensor response test",
    "Test of the brake with one failed cylinder",
    "The test rejects failed parts",
    "Test report, rejected parts listed",
    "Planned maintenance of the brake, done on 3 May 2026",
    "Maintenance records of 2025",
    "Rejected-part record",
    "Maintenance is planned for each year",
    "Report of the test: failed sensors are detected",
    "Test of the alarm on failed self-test",
    "Test of the alarm after a failed brake test",
]


@pytest.mark.parametrize("text", FAILED)
def test_a_title_that_reports_a_failure(text: str) -> None:
    assert reports_opposite(text)


@pytest.mark.parametrize("text", DONE)
def test_a_title_of_what_was_done_about_failures(text: str) -> None:
    assert not reports_opposite(text)
