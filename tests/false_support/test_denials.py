"""Sentences that deny or leave open what they say, evidence that reports the opposite, critics who refute themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.texts.wording.denials import weakly_asserts
from tests.false_support import DROP, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_acceptance import DEFEATER, DOUBT, FILES, base

TEXT = "claims.C1.text"
CLAIM = "the lift starts with an open door in at most 1 of 1,000 missions"
GERMAN = "der Aufzug in höchstens 1 von 1.000 Fahrten mit offener Tür anfährt"
ROOTS = [
    f"It is not known whether {CLAIM}", f"It is unclear whether {CLAIM}", f"Unknown whether {CLAIM}",
    f"Nobody knows whether {CLAIM}", f"We cannot say whether {CLAIM}", f"We doubt that {CLAIM}",
    f"It is false that {CLAIM}", f"It is not true that {CLAIM}", f"T{CLAIM[1:]} is false", f"T{CLAIM[1:]}: false",
    f"That {CLAIM} is wrong", f"T{CLAIM[1:]}, which is not true", f"T{CLAIM[1:]}. This statement is false",
    f"It has not been shown that {CLAIM}", f"It remains to be shown that {CLAIM}", f"Perhaps {CLAIM}", f"Hopefully {CLAIM}",
    f"It cannot be excluded that {CLAIM}", f"There is doubt whether {CLAIM}", f"It is possible that {CLAIM}",
    f"Es ist nicht bekannt, ob {GERMAN}", f"Es ist unklar, ob {GERMAN}", f"Niemand weiß, ob {GERMAN}",
    f"Es ist falsch, dass {GERMAN}", f"Es stimmt nicht, dass {GERMAN}", f"Es trifft nicht zu, dass {GERMAN}",
    f"Es steht nicht fest, ob {GERMAN}", f"Vielleicht gilt, dass {GERMAN}", f"Dass {GERMAN}, ist falsch",
    f"On ne sait pas si {CLAIM}", f"Il est faux que {CLAIM}", f"Il n'est pas vrai que {CLAIM}", f"Peut-être {CLAIM}",
    f"No se sabe si {CLAIM}", f"Es falso que {CLAIM}", f"No es cierto que {CLAIM}", f"Se desconoce si {CLAIM}",
    f"Non si sa se {CLAIM}", f"Non è vero che {CLAIM}",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ROOTS)))
def test_a_root_asserts_what_it_says(tmp_path: Path, number: int) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {TEXT: ROOTS[number]}), "claim-asserts")


@pytest.mark.parametrize("text", [
    "It is not known whether the tree contains the causes", "That the tree contains the causes is false",
    "The review of the tree was not done", "Die Prüfung des Baums wurde nicht durchgeführt",
])  # fmt: skip
def test_a_warrant_asserts_what_it_says(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "claim", calculation(), {"claims.W1.text": text}), "claim-asserts")
    context = {
        "id": "X1",
        "kind": "assumption",
        "text": text,
        "owner": "M. Keeper",
        "accepted_by": "B. Judge",
    }
    edits = {"contexts.+": context, "claims.C1.context": ["X1"]}
    must_not_hold(folder(tmp_path / "context", calculation(), edits), "claim-asserts")


SOUND = [
    "No alarm of the lift is false", "Fewer alarms than before are false", "Doors of unknown make are replaced",
    "A start with an open door is not possible", "It is shown that the lift starts with a closed door",
    "Whether the door is open is known to the controller", "The controller does not start the lift while the door is open",
    "Unknown doors are reported", "Tests that were not passed are repeated", "The lift does not start before the test is passed",
    "Lifts with a failed test do not leave the factory", "A wrong position of the door is found",
    "Es ist bekannt, wann die Tür offen ist", "Die Tür öffnet nicht während der Fahrt", "No test of the lift failed",
    "The possibly open door is checked", "It is not possible that the lift starts with an open door",
    "The lift stops where it is not known whether the door is closed",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(SOUND)))
def test_a_warrant_with_such_words(tmp_path: Path, number: int) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"claims.W1.text": SOUND[number]}))


FOREIGN = {
    "fr": ("Le contact de la porte s'ouvre avant la porte de la cabine", "Le contact de la porte ne s'ouvre pas avant la porte de la cabine"),
    "fr-2": ("La porte est sûre dans tous les essais de la série", "La porte n'est pas sûre dans tous les essais de la série"),
    "es": ("El contacto de la puerta se abre antes de la puerta", "El contacto de la puerta no se abre antes de la puerta"),
    "it": ("Il contatto della porta si apre prima della porta", "Il contatto della porta non si apre prima della porta"),
    "de": ("Der Kontakt öffnet vor der Tür der Kabine", "Der Kontakt öffnet nicht vor der Tür der Kabine"),
    "en-false": ("The door contact opens before the door", "It is false that the door contact opens before the door"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
def test_a_warrant_denies_the_conclusion(tmp_path: Path, name: str) -> None:
    said, denied = FOREIGN[name]
    twin = {
        TEXT: said,
        "claims.W1.text": f"{said}, wie geprüft" if name == "de" else "Drawings in force were read",
    }
    must_hold(folder(tmp_path / "twin", base(), twin, FILES))
    because = "claim-asserts" if name == "en-false" else "premise-contradicts"
    must_not_hold(folder(tmp_path / "denied", base(), {**twin, "claims.W1.text": denied}, FILES), because)


OPPOSITE = [
    "Failed test of the door contact", "Record: the test of the contact was not passed", "Contact tests not run yet",
    "The acceptance test has not been passed", "Review of the door contact (not done)", "Test report, result: failed",
    "Inspection still outstanding", "Door contact test failed", "Aborted test of the contact", "Draft of the record of the review",
    "Contact: not tested", "Nicht bestandene Prüfung des Türkontakts", "Prüfung des Kontakts nicht bestanden",
    "Abnahme des Kontakts steht noch aus", "Test des Kontakts: noch nicht durchgeführt", "Essai du contact échoué",
    "Prueba del contacto no superada: ensayo fallido", "The review was not completed", "Pending inspection of the contact",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(OPPOSITE)))
def test_evidence_does_not_report_the_opposite(tmp_path: Path, number: int) -> None:
    must_not_hold(
        folder(tmp_path / "x", base(), {"evidence.N1.text": OPPOSITE[number]}, FILES), "evidence-opposite"
    )


MORE_OPPOSITE: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "name-of-the-file": (
        {"evidence.N1.artefact": "records/contact-test-failed.md", "evidence.N1.sha256": DROP},
        {"records/contact-test-failed.md": "Contact\n"}, "evidence-opposite"),
    "note": ({"evidence.N1.note": "The review was not completed"}, FILES, "evidence-opposite"),
    "waived-by-its-owner": (
        {"evidence.N1.text": "Failed test of the door contact",
         "evidence.N1.waive": [{"rule": "evidence-opposite", "reason": "It is fine as it is", "by": "R. Reader"}]}, FILES, "says 'Failed test"),
    "verdict-of-the-document": (
        {"evidence.N1.artefact": "records/test.md", "evidence.N1.sha256": DROP},
        {"records/test.md": "# Test 12\n\nThe contact was bent.\n\n**Result: FAILED**\n"}, "artefact-opposite"),
    "verdict-in-german": (
        {"evidence.N1.artefact": "records/test.txt", "evidence.N1.sha256": DROP},
        {"records/test.txt": "Prüfung 12\nErgebnis: nicht bestanden\n"}, "artefact-opposite"),
}  # fmt: skip


@pytest.mark.parametrize("name", MORE_OPPOSITE)
def test_a_document_does_not_report_the_opposite(tmp_path: Path, name: str) -> None:
    edits, files, because = MORE_OPPOSITE[name]
    must_not_hold(folder(tmp_path / name, base(), edits, files), because)


def test_a_measured_item_does_not_report_the_opposite(tmp_path: Path) -> None:
    edits = {"evidence_items.EV.title": "Tests of the range guard not run yet"}
    must_not_hold(folder(tmp_path / "x", measured(), edits, {"record.csv": RECORD}), "evidence-opposite")


FINE = [
    "None of the contact tests failed", "Analysis of failed tests of the contact", "Failed tests of the contact were repeated and passed",
    "Test of the contact with a failed sensor", "Test: 2 of 400 contacts failed", "Record of the fail-safe test", "Test of failed state",
    "Review of the planned routes", "Inspection record, no open points", "Prüfbericht des Türkontakts: bestanden",
    "Liste der nicht bestandenen Prüfungen und ihrer Ursachen", "Test report; the door contact never failed",
    "Record of the review that found what was missing", "Field record of failed contacts", "Test of contacts, with failed parts replaced",
    "Drafting rules of the contact, review of 3 March", "Results of the runs with a rejected part", "Tests of the contact passed, not one failed",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FINE)))
def test_evidence_with_such_words(tmp_path: Path, number: int) -> None:
    must_hold(folder(tmp_path / "x", base(), {"evidence.N1.text": FINE[number]}, FILES))


FINE_FILES: dict[str, dict[str, str]] = {
    "passed-at-last": {"records/test.md": "First run\nResult: failed\n\nSecond run\nResult: passed\n"},
    "no-verdict": {"records/test.md": "Two contacts of 400 failed; all were replaced.\n"},
    "of-failures": {"records/test.md": "Result: 2 failures of 400, limit 5\n"},
}


@pytest.mark.parametrize("name", FINE_FILES)
def test_a_document_with_such_words(tmp_path: Path, name: str) -> None:
    import hashlib

    sha = hashlib.sha256(FINE_FILES[name]["records/test.md"].encode()).hexdigest()
    edits = {"evidence.N1.artefact": "records/test.md", "evidence.N1.sha256": sha}
    must_hold(folder(tmp_path / name, base(), edits, FINE_FILES[name]))


def test_waived_by_somebody_who_read_it(tmp_path: Path) -> None:
    waiver = {"rule": "evidence-opposite", "reason": "The lamp failed, not the contact", "by": "B. Judge"}
    edits = {"evidence.N1.text": "Failed test of the door contact", "evidence.N1.waive": [waiver]}
    must_hold(folder(tmp_path / "x", base(), edits, FILES))


REFUTED = {
    **DEFEATER, "state": "refuted", "response": "The five doors are of another make", "refuted_by": "B. Judge",
}  # fmt: skip
DEFEATED: dict[str, tuple[dict[str, Any], str]] = {
    "by-the-critic": ({**REFUTED, "refuted_by": "C. Critic"}, "defeater-own"),
    "by-the-critic-otherwise-written": ({**REFUTED, "refuted_by": "critic, C."}, "defeater-own"),
    "by-tbd": ({**REFUTED, "refuted_by": "TBD"}, "defeater-own"),
    "by-nobody": ({**REFUTED, "refuted_by": ""}, "defeater-unjudged"),
    "by-the-author": ({**REFUTED, "refuted_by": "A. Author"}, "defeater-own"),
    "a-step-by-the-author": (
        {**REFUTED, "refuted_by": "A. Author", "target": "A1", "kind": "undercutting"}, "defeater-own"),
    "evidence-by-its-owner": (
        {**REFUTED, "refuted_by": "R. Reader", "target": "N1", "kind": "undermining"}, "defeater-own"),
    "a-link-by-nobody": (
        {**REFUTED, "refuted_by": "", "target": "A1:W1", "kind": "undercutting"}, "defeater-unjudged"),
}  # fmt: skip


@pytest.mark.parametrize("name", DEFEATED)
def test_an_objection_that_nobody_else_refuted(tmp_path: Path, name: str) -> None:
    defeater, because = DEFEATED[name]
    result = must_not_hold(folder(tmp_path / name, base(), {"defeaters.+": defeater}, FILES), because)
    # an answer that nobody is named to have judged is an open doubt: a warning, and not evaluated
    assert because == "defeater-own" or result.claims["C1"] == "not evaluated"


@pytest.mark.parametrize("changes", [
    {}, {"target": "A1", "kind": "undercutting"}, {"target": "N1", "kind": "undermining"},
    {"target": "A1:W1", "kind": "undercutting"}, {"owner": ""},
])  # fmt: skip
def test_refuted_by_somebody_else(tmp_path: Path, changes: dict[str, Any]) -> None:
    must_hold(folder(tmp_path / "x", base(), {"defeaters.+": {**REFUTED, **changes}}, FILES))


WEAK = [
    "The supplier says that the lift starts with an open door in at most 1 of 1,000 missions",
    "The lift should start with an open door in at most 1 of 1,000 missions",
    "The lift will be shown to start with an open door in at most 1 of 1,000 missions",
    "The lift no longer keeps its limit of 1 of 1,000 missions", "The lift fails to meet its target of 1 of 1,000 missions",
    "The lift exceeds the limit of 1 of 1,000 missions", "The lift is unacceptably unsafe in at most 1 of 1,000 missions",
    "The lift is unreliable in its missions", "The lift door seldom works", "Die Tür funktioniert selten",
    "Der Aufzug ist nicht sicher", "Der Aufzug erfüllt die Anforderung nicht", "Der Aufzug sollte nicht offen anfahren",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(WEAK)))
def test_a_root_is_more_than_a_report_or_a_wish(tmp_path: Path, number: int) -> None:
    edits = {
        TEXT: WEAK[number],
        "claims.C1.context": ["X1"],
        "contexts.+": {"id": "X1", "text": "Lift of 2026"},
    }
    must_not_hold(folder(tmp_path / "x", calculation(), edits), "claim-asserts")


FIRM = [
    "The lift stops when it should in all but at most 1 of 1,000 missions", "No lift exceeds the limit of 1 of 1,000 missions",
    "The lift stops an unsafe start in all but 1 of 1,000 missions", "The lift keeps the limit that the standard says",
    "The lift starts in at most 1 of 1,000 missions where the door is not safe",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FIRM)))
def test_a_root_with_such_words(tmp_path: Path, number: int) -> None:
    edits = {
        TEXT: FIRM[number],
        "claims.C1.context": ["X1"],
        "contexts.+": {"id": "X1", "text": "Lift of 2026"},
    }
    must_hold(folder(tmp_path / "x", calculation(), edits))


def test_a_doubt_states_no_number_that_its_claim_excludes(tmp_path: Path) -> None:
    doubt = {"id": "R1", "target": "C1", "text": "The lift starts with an open door in 5 % of the missions", "owner": "A. Author",
             "reason": "Lifts are old", "accepted_by": "B. Judge"}  # fmt: skip
    must_not_hold(folder(tmp_path / "x", calculation(), {"residual_doubts.+": doubt}), "premise-contradicts")
    twin = {**doubt, "text": "The lift starts with an open door more often in frost"}
    must_hold(folder(tmp_path / "twin", calculation(), {"residual_doubts.+": twin}))


TIMES = [
    "Over its lifetime the range guard fails with a probability below 0.001",
    "Every day the range guard fails with a probability below 0.001", "The range guard answers at most 999 of 1,000 approaches",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(TIMES)))
def test_a_demand_is_no_life_and_success_no_failure(tmp_path: Path, number: int) -> None:
    must_not_hold(folder(tmp_path / "x", measured(), {TEXT: TIMES[number]}, {"record.csv": RECORD}), "text-")


ROUND: dict[str, dict[str, Any]] = {
    "more-often-than": {TEXT: "The lift starts with an open door more often than in 1 of 1,000 missions"},
    "99-percent-sure": {TEXT: "The lift starts with an open door in at most 1 of 1,000 missions (99 % sure)"},
    "probability-zero": {TEXT: "The probability of a start with an open door is zero"},
    "ausgeschlossen": {TEXT: "Ein Anfahren mit offener Tür ist ausgeschlossen"},
    "fleet": {TEXT: "In the whole fleet of 10,000 lifts, a start with an open door has a probability of at most 0.001"},
    "nobody-reviewed": {"claims.W1.text": "Nobody has reviewed the tree"},
    "note-gives-up": {"claims.C1.note": "This claim is false"},
    "source-tbd": {"events.E1.source": "TBD"}, "source-guess": {"events.E1.source": "a rough guess"},
    "source-invented": {"events.E1.source": "invented, as no data were at hand"},
    "most-missions": {"events.E1.text": "The door contact sticks in most missions"},
    "every-second-time": {"events.E1.text": "The door contact sticks every second time"},
}  # fmt: skip


@pytest.mark.parametrize("name", ROUND)
def test_what_an_adversary_wrote(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / name, calculation(), ROUND[name]))


DOCUMENTS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    **{f"text-{k}": ({"evidence.N1.text": text}, FILES) for k, text in enumerate([
        "Record of the tests (invalid)", "Superseded record of the review", "Agenda of the review of the contact",
        "Empty template of the record of the contact", "Invented record of the review"])},
    "draft": ({"evidence.N1.version": "draft"}, FILES),
    **{f"file-{k}": ({"evidence.N1.artefact": "records/l.md", "evidence.N1.sha256": DROP}, {"records/l.md": text})
       for k, text in enumerate(["Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n", "# Record\n\nTODO: write the record of the review here\n",
                                 "The review of the contact has not taken place.\n"])},
    "localhost": ({"evidence.N1.artefact": "https://localhost/record.pdf", "evidence.N1.sha256": DROP}, {}),
    **{f"accepted-by-{k}": ({"claims.W1.accepted_by": name}, FILES) for k, name in enumerate(["The team", "ChatGPT", "we", "the author"])},
    **{f"refuted-{k}": ({"defeaters.+": {**REFUTED, "response": text}}, FILES) for k, text in enumerate([
        "Two of five doors had a bent contact indeed", "This is a known weakness of the design", "We consider this rare",
        "Too expensive to change", "Planned for the next release", "Out of scope"])},
}  # fmt: skip


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_and_answers_that_an_adversary_wrote(tmp_path: Path, name: str) -> None:
    edits, files = DOCUMENTS[name]
    must_not_hold(folder(tmp_path / name, base(), edits, files))


MORE_ROOTS = [
    f"It is an open question whether {CLAIM}", f"There is no evidence that {CLAIM}", f"Nothing shows that {CLAIM}",
    f"One cannot claim that {CLAIM}", f"The claim that {CLAIM} is unfounded", f"We failed to show that {CLAIM}",
    f"T{CLAIM[1:]} (not true)", f"T{CLAIM[1:]} [unverified]", f"Not: {CLAIM}", f"FALSE: {CLAIM}", f"T{CLAIM[1:]}, we hope",
    f"T{CLAIM[1:]} or not", f"In theory {CLAIM}", f"Es gibt keinen Nachweis, dass {GERMAN}", f"Rien ne prouve que {CLAIM}",
    f"No hay pruebas de que {CLAIM}", f"Het is niet bekend of {CLAIM}", f"Não se sabe se {CLAIM}", f"Nie wiadomo, czy {CLAIM}",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MORE_ROOTS)))
def test_a_root_asserts_what_it_says_otherwise_put(tmp_path: Path, number: int) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {TEXT: MORE_ROOTS[number]}), "claim-asserts")


THIRD: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    **{f"evidence-{k}": ({"evidence.N1.text": text}, FILES) for k, text in enumerate([
        "The contact did not pass the test", "Contact: test NOT OK", "Contact fails in the test", "Zero of ten contacts passed",
        "Test of the contact was stopped after a failure", "Contact test report - fail", "Contact rejected by the inspector",
        "Kontakt hat die Prüfung nicht bestanden", "Le contact n'a pas réussi l'essai", "El contacto no ha superado la prueba"])},
    **{f"file-{k}": ({"evidence.N1.artefact": "records/l.md", "evidence.N1.sha256": DROP}, {"records/l.md": text})
       for k, text in enumerate(["The contact failed the test.\n", "All ten contacts failed.\n", "<html>404 Not Found</html>\n", "See other file\n"])},
    **{f"refuted-{k}": ({"defeaters.+": {**REFUTED, "response": text}}, FILES) for k, text in enumerate([
        "C. Critic was wrong", "Trust us", "Not our problem", "The objection is noted and filed", "See e-mail", "A. Author disagrees"])},
}  # fmt: skip


@pytest.mark.parametrize("name", THIRD)
def test_what_an_adversary_wrote_in_a_third_round(tmp_path: Path, name: str) -> None:
    edits, files = THIRD[name]
    must_not_hold(folder(tmp_path / name, base(), edits, files))


SOURCES = [
    "my gut feeling",
    "none known",
    "n/a",
    "x",
    "placeholder",
    "to be replaced by measured data",
    "optimistic estimate",
]


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_is_one(tmp_path: Path, source: str) -> None:
    must_not_hold(folder(tmp_path / "event", calculation(), {"events.E1.source": source}), "names no source")
    of_parameter = {
        "events.E1.model": {"type": "constant", "probability": {"parameter": "q"}},
        "parameters.+": {"id": "q", "value": 1e-4, "text": "chance of a bent contact", "source": source},
    }
    must_not_hold(folder(tmp_path / "parameter", calculation(), of_parameter), "names no source")


@pytest.mark.parametrize(("judge", "holds"), [("", False), ("B. Judge", True)])
def test_a_residual_doubt_that_is_attacked_is_carried_once_the_answer_is_judged(
    tmp_path: Path, judge: str, holds: bool
) -> None:
    conceded = {**DEFEATER, "target": "N1", "kind": "undermining"}
    attacked = {
        "id": "D2", "target": "R1", "kind": "undermining", "state": "refuted", "owner": "E. Eve", "text": "All doors bend",
        "response": "Ten of ten doors were measured straight", "refuted_by": judge,
    }  # fmt: skip
    edits = {"defeaters": [conceded, attacked], "residual_doubts.+": DOUBT}
    result = verdict(folder(tmp_path / "x", base(), edits, FILES))
    assert result.holds is holds, result.text


@pytest.mark.parametrize("text", [
    "The pressure never exceeds the limit", "The speed does not exceed its limit", "The speed doesn't exceed its limit",
    "The boiler trips before the pressure exceeds its limit", "The relief valve opens when the pressure exceeds its limit",
    "The train stops before it exceeds its limit", "The ropeway stops before the wind exceeds its limit",
    "The alarm sounds when the level exceeds the limit value", "The voltage exceeds its limits for at most 2 s",
    "The pressure rarely exceeds its limit", "Neither pump exceeds its limit", "Pumps that exceed their limit are replaced",
    "The pressure exceeds its limit in at most 1 of 1,000 runs", "The unit stops when a sensor no longer meets its limits",
])  # fmt: skip
def test_a_limit_that_is_not_passed_or_only_in_a_clause(text: str) -> None:
    assert weakly_asserts(text) == ""


@pytest.mark.parametrize("text", [
    "The pressure exceeds the limit", "The speed of the train exceeds its limit", "The lift no longer meets its target",
    "The train violates the limit of the line", "Der Aufzug hält den Grenzwert nicht",
])  # fmt: skip
def test_a_limit_that_is_passed(text: str) -> None:
    words = weakly_asserts(text)
    assert words
    assert text.startswith(words)


def test_an_expected_share_of_the_time_is_asserted() -> None:
    """``is expected to`` is a wish; an expected downtime is a number of probability theory."""
    share = "The pump is expected to be unavailable for at most 5 % of the operating time"
    assert weakly_asserts(share) == ""
    assert weakly_asserts("The pump is expected to be available when needed") != ""
