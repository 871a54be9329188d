"""Acceptances on their way, sources that name none, reasons whose check failed, sub-cases with another deciding word."""

from __future__ import annotations

from pathlib import Path

import pytest

import casegen
from casegen.argument.derivation import derivation
from casegen.argument.reading.repetitions import repetitions
from casegen.argument.status import RANK
from casegen.argument.view import CaseView
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.texts.acceptances.person import namesakes, same_person
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_acceptance import FILES, base

BY, SOURCE, REASON = "claims.W1.accepted_by", "events.E1.source", "claims.W1.assumed"
R = "Rita Reviewer"
UNDER_WAY = [
    "in review", "submitted", "scheduled", "planned for May", "next week", "geplant", "eingereicht", "vorgelegt", "in Umlauf", "zur Freigabe",
    "sent to Rita", "with QA", "keine Angabe", "k. A.", "Platzhalter", "FIXME Rita", "hier unterschreiben", "gezeichnet", "Herr", "Dr.",
    "nobody in particular", "J. Mustermann", f"{R} - Veto", f"{R} (dissenting)", f"{R}, comments open", f"{R} (Rücksprache nötig)", f"{R} (cc)",
    f"{R}, Kenntnisnahme", "in approval", "forwarded", "bei Rita", "liegt bei Rita", "an QS gesandt", "an Rita gesendet", "an den Gutachter gesendet", "per Mail an Rita versendet", "nächste Woche", "Prof. Dr.", "gez.",
    "bitte unterschreiben", f"{R} (zur Kenntnis)", f"{R} (z. K.)", f"{R}, Fragen offen", f"{R} in copy", f"{R}, FYI", "tomorrow", "unterwegs", "wartet",
]  # fmt: skip
SOMEBODY = [
    "scheduled maintenance team lead", "assigned safety assessor", "in-house safety engineer", "on-site safety lead", "In Review GmbH", "Anna Veto",
    "May Planned", "Sent Li", "K. A. Meier", "K. Angabe", "gez. Meier", "Herr Müller", "Dr. Meier", "ahmed hassan", "gerhard", "rita reviewer", "QA", "QA department",
    "Cc Chen", f"{R} (no comments)", f"{R}, comments closed", f"{R}, alle Fragen geklärt", f"{R} (Rücksprache am 3. Mai)",
    f"{R}, information security", f"{R} - QA", "notified body 0123", "zur Hausen", "Anna Mustermann",
]  # fmt: skip
NO_SOURCE = [
    "Platzhalter", "Dummywert", "Beispielwert", "test value", "Bauchgefühl", "Expertenschätzung", "Ingenieurschätzung", "geschätzt nach Gefühl",
    "estimated by eye", "Annahme", "assumption", "rückgerechnet", "Pi mal Daumen", "see above", "see mail", "data book OREDA, not for this type",
    "Dummy-Wert", "aus dem Bauch heraus", "our assumption", "rule of thumb", "siehe oben", "s. o.", "data book OREDA (for another type)",
]  # fmt: skip
A_SOURCE = [
    "data book OREDA, table 3", "engineering judgement", "Expertenschätzung Müller, Protokoll 4", "Annahme nach DIN EN 61508-6, Tabelle B.1",
    "assumption A3 of TN-12", "see above: OREDA, table 3", "siehe Mail von Müller, 3. Mai 2026", "test values, report 7", "Erfahrungswerte Werk 2, 2012 bis 2024",
    "data book OREDA, not for subsea", "default value of IEC 61508-6, table B.1",
]  # fmt: skip
FAILED_CHECKS = [
    "Walkthrough failed", "The check was cancelled", "Walked through, three parts were found missing", "Walked through half of the diagram",
    "Durchsicht abgebrochen", "Diagram lost", "Review aborted after two sheets", "Geprüft, drei Teile fehlten", "Read part of the manual",
    "Prüfung der Teile wurde abgebrochen", "Stromlaufplan verloren",
]  # fmt: skip
CHECKS = [
    "Walked through with the wiring diagram, sheets 4 to 7", "No part was found missing, sheet 4",
    "First check failed, repeated on 3 May", "Walkthrough of failed parts, sheet 4", "Checked half of the parts by X-ray and the rest by eye",
    "The test was stopped when the limit was reached, as planned",
]  # fmt: skip
OTHER_WORDS = {
    "The tank holds above 5 bar": "The tank holds below 5 bar", "The van stops by day": "The van stops at night",
    "The seal loses less than 1 l a day": "The seal loses less than 1 l a week", "Pump A stops": "Pump B stops",
    "One of the two pumps stops": "The two pumps stop", "The doors mostly close": "The doors close", "The doors are partly closed": "The doors are closed",
    "The valve should close": "The valve closes", "The pump or the valve stops the flow": "The pump and the valve stop the flow",
}  # fmt: skip
SAME_WORDS = {
    "The contact opens before the door does": "The contact opens in time", "The van stops at night": "At night, the van will stop",
    "The doors close": "The doors mostly close", "One of the two pumps stops": "One of two pumps stops",
    "The pump or the valve stops the flow": "The flow is stopped by the pump or the valve",
}  # fmt: skip


@pytest.mark.parametrize("name", UNDER_WAY)
def test_what_is_on_its_way_is_no_acceptance(tmp_path: Path, name: str) -> None:
    assert "acceptance-name" in must_not_hold(folder(tmp_path / "x", calculation(), {BY: name})).rules


@pytest.mark.parametrize("name", SOMEBODY)
def test_who_has_a_name_like_it_accepts(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {BY: name}))


@pytest.mark.parametrize("source", NO_SOURCE)
def test_an_estimate_by_nobody_is_no_source(tmp_path: Path, source: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {SOURCE: source}))


@pytest.mark.parametrize("source", A_SOURCE)
def test_a_source_that_can_be_looked_up(tmp_path: Path, source: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {SOURCE: source}))


@pytest.mark.parametrize("reason", FAILED_CHECKS)
def test_a_reason_whose_check_failed_asks(tmp_path: Path, reason: str) -> None:
    assert "W1" in _asked(folder(tmp_path / "x", calculation(), {REASON: reason}))


@pytest.mark.parametrize("reason", CHECKS)
def test_a_reason_whose_check_was_done(tmp_path: Path, reason: str) -> None:
    assert "W1" not in _asked(folder(tmp_path / "x", calculation(), {REASON: reason}))


def _asked(at: Path) -> list[str]:
    case = casegen.open(at)
    case.check()
    return [question["id"] for question in case.document()["questions"]]


def _asks(at: Path, claim: str, sub: str) -> bool:
    edits = {
        "claims.C1.public": True,
        "claims.C1.text": claim,
        "sub_cases.+": {"id": "S1", "claim": "C1", "text": sub},
    }
    [step] = repetitions(CaseView(load(folder(at, base(), edits, FILES))))
    return step.asks


@pytest.mark.parametrize("claim", OTHER_WORDS)
def test_a_sub_case_that_exchanges_a_deciding_word_asks(tmp_path: Path, claim: str) -> None:
    assert _asks(tmp_path / "x", claim, OTHER_WORDS[claim])


@pytest.mark.parametrize("claim", SAME_WORDS)
def test_a_sub_case_in_other_words_does_not(tmp_path: Path, claim: str) -> None:
    assert not _asks(tmp_path / "x", claim, SAME_WORDS[claim])


def test_a_zero_for_a_letter_is_the_same_person() -> None:
    assert same_person("Olga 0wner", "Olga Owner")
    assert not same_person("Team 1", "Team L")
    assert namesakes("Olga Anna Owner", "Olga Owner")


@pytest.mark.parametrize("target", ["N1", "A1"])
def test_a_derivation_with_a_conceded_objection_replays(tmp_path: Path, target: str) -> None:
    edits = {
        "defeaters.+": {"id": "D0", "text": "Two numbers were not compared", "target": target, "kind": "undermining", "state": "accepted", "owner": "D. Doubt"},
        "residual_doubts.+": {"id": "RD0", "text": "Two lamps remain unseen", "target": "D0", "owner": "A. Author",
                              "reason": "Both lamps are of the same lot, order 12", "accepted_by": "B. Judge"},
    }  # fmt: skip
    assessed = assess(load(folder(tmp_path / "x", base(), edits, FILES)))
    lines = {line.node: line for line in derivation(assessed, "C1")}
    assert "D0" in lines[target].objections
    for line in lines.values():
        parts = [*line.below, *line.contexts, *line.objections]
        stands = [
            *(ground.status for ground in line.grounds),
            *(lines[part].seen for part in parts if part in lines),
        ]
        assert line.status is max(stands, key=RANK.__getitem__)
