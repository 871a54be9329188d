"""What says of itself that it is unfinished, withdrawn or does not follow supports nothing; a folder for each, with a twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.texts.acceptances.reasons import is_placeholder
from casegen.texts.documents.stamps import stamp
from casegen.texts.reservations.unfinished import unfinished
from tests.false_support import DROP, folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import calculation
from tests.false_support.test_acceptance import FILES, base

STEPS = [
    "It does not follow from the record", "The step is invalid", "We are not sure that this follows", "Non sequitur",
    "The record does not show it", "TBD", "Circular", "The step is still to be argued", "Nobody knows why this follows",
    "Daraus folgt das nicht", "Der Schluss ist zirkulär", "It is not known whether the record is complete",
    "It does not follow, but no other step is at hand",
    "The claim follows by circular reasoning", "Argument to be written", "The conclusion is not warranted", "Does not imply the claim",
    "The claim follows only partly", "The argument is still to come", "The record does not establish the conclusion", "This step is unjustified",
    "Das ist ein Zirkelschluss", "Die Aussage folgt nur teilweise", "Begründung fehlt", "Der Schluss ist nicht begründet",
]  # fmt: skip


@pytest.mark.parametrize("text", STEPS)
def test_a_step_says_that_its_conclusion_follows(tmp_path: Path, text: str) -> None:
    because = "text-missing" if text == "TBD" else "step-asserts"
    must_not_hold(folder(tmp_path / "x", base(), {"arguments.A1.text": text}, FILES), because)


@pytest.mark.parametrize("text", [
    "The review shows it", "Over both doors", "Was die Prüfung zeigt, gilt für beide Türen", "One step, not two", "It does not follow a timetable, so each trip counts",
    "What is not shown by the review is shown by the test", "By test to be repeated each year", "A draft of air opens no door",
    "There is no circular reasoning in it", "The conclusion is not justified by the review alone, but with the test", "What is to be written is written",
    "Follows partly from the review and partly from the test", "No step of the review is missing", "Kein Zirkelschluss: die Prüfung ist unabhängig",
])  # fmt: skip
def test_a_step_with_such_words(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", base(), {"arguments.A1.text": text}, FILES))


@pytest.mark.parametrize("where", ["arguments.A1.text", "claims.W1.text"])
def test_a_cause_that_is_ruled_out_or_left_out_is_asked_about(tmp_path: Path, where: str) -> None:
    result = must_hold(
        folder(
            tmp_path / "x", calculation(), {where: "The tree contains contact and controller, rope excluded"}
        )
    )
    assert "rope excluded" in result.text
    clean = folder(
        tmp_path / "y",
        calculation(),
        {where: "The tree contains contact and controller; all other causes are excluded"},
    )
    assert "1 question" not in must_hold(clean).text


@pytest.mark.parametrize("text", ["That the lift starts with an open door has been refuted", "The lift starts closed: refuted",
                                  "Dass der Lift hält, ist widerlegt worden", "That the lift stops was disproved"])  # fmt: skip
def test_a_claim_that_says_that_it_was_refuted(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "x", base(), {"claims.C1.text": text}, FILES), "claim-asserts")


DRAFTS = [
    "Draft: only two of nine causes", "Incomplete: hydraulic causes are left out", "Not reviewed", "TBD",
    "Causes of software are not modelled yet", "The tree is not yet complete", "Entwurf", "Der Baum ist noch nicht geprüft",
    "Draft, snow is missing", "Noch unvollständig", "TODO add the brake",
    "rope not yet included", "missing: rope brake", "without the rope, which follows", "only the governor branch is done", "rope brake to do",
    "Work in progress", "stub", "placeholder", "under construction", "first sketch", "A rough sketch of the tree", "The tree is still a stub",
    "Rope is not modelled yet", "The rope will be added later", "In Arbeit", "Platzhalter", "Erste Skizze", "Seil noch nicht enthalten",
    "Fehlt: Seilbremse", "Nur der Zweig des Reglers ist fertig", "Ohne das Seil, das folgt", "So far only one branch is modelled",
]  # fmt: skip


@pytest.mark.parametrize("where", ["trees.FT.text", "trees.FT.gates.TOP.text"])
@pytest.mark.parametrize("text", DRAFTS)
def test_a_draft_of_a_tree_is_not_evaluated(tmp_path: Path, text: str, where: str) -> None:
    result = must_not_hold(folder(tmp_path / "x", calculation(), {where: text}), "tree-unfinished")
    assert result.claims["C1"] == "not evaluated"


@pytest.mark.parametrize("where", ["trees.FT.text", "trees.FT.gates.TOP.text"])
@pytest.mark.parametrize("text", [
    "Braking is not complete", "Incomplete closing of the door", "The door is not closed yet", "Draft of air keeps the door open",
    "Causes that are excluded by design are left out", "The lift has not stopped yet",
    "What the door has to do", "A second car, which follows", "First attempt to close the door", "A bolt is missing", "Water is added too late",
    "The door under construction sites", "Only one half of the door is open", "Without a rope, that holds the car", "The door fails to do",
    "The place holder of the contact breaks", "Die erste Fassung der Tür klemmt", "Nothing to do",
])  # fmt: skip
def test_a_tree_with_such_words(tmp_path: Path, text: str, where: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {where: text}))


def test_a_draft_that_somebody_else_took_as_it_is(tmp_path: Path) -> None:
    waived = [{"rule": "tree-unfinished", "reason": "Version 2 adds texts alone", "by": "B. Judge"}]
    edits = {"trees.FT.text": "Draft: two causes", "trees.FT.waive": waived}
    assert verdict(folder(tmp_path / "x", calculation(), edits)).holds
    alone = {**edits, "case.authors": ["B. Judge"]}
    must_not_hold(folder(tmp_path / "alone", calculation(), alone), "self-waiver")


@pytest.mark.parametrize(
    "where", ["claims.C1.text", "claims.W1.text", "evidence.N1.text", "contexts.X1.text"]
)
def test_a_text_that_is_still_to_be_written(tmp_path: Path, where: str) -> None:
    for number, text in enumerate(("TBD", "to be written", "?", "…")):
        must_not_hold(folder(tmp_path / str(number), base(), {where: text}, FILES), "text-missing")


@pytest.mark.parametrize("edit", [
    *({"evidence.N1.text": text} for text in (
        "Withdrawn record of the review", "Retracted record of the review", "Revoked certificate of the review",
        "Forged record of the review", "Record of the review (revoked)", "Zurückgezogene Aufzeichnung")),
    *({"evidence.N1.version": text} for text in ("withdrawn", "2 (superseded)", "obsolete", "1.0 void", "zurückgezogen")),
])  # fmt: skip
def test_what_was_withdrawn_shows_nothing(tmp_path: Path, edit: dict[str, Any]) -> None:
    must_not_hold(folder(tmp_path / "x", base(), edit, FILES), "evidence-opposite")


@pytest.mark.parametrize("edit", [
    {"evidence.N1.text": "Record of the review of withdrawn doors"}, {"evidence.N1.version": "2, supersedes 1"},
    {"evidence.N1.text": "Record of how revoked certificates are handled"},
])  # fmt: skip
def test_what_speaks_of_something_withdrawn(tmp_path: Path, edit: dict[str, Any]) -> None:
    must_hold(folder(tmp_path / "x", base(), edit, FILES))


EMPTY: dict[str, str] = {
    "w.md": "# Record of the review\n\n(to be written)\n", "form.md": "# Record\n\nResult: ______\nSigned: ______\n",
    "lfs.md": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0\nsize 12345\n",
    "head.csv": "door,result\n",
}  # fmt: skip


@pytest.mark.parametrize("name", EMPTY)
def test_a_document_that_waits_for_its_content(tmp_path: Path, name: str) -> None:
    edits = {"evidence.N1.artefact": name, "evidence.N1.sha256": DROP}
    must_not_hold(folder(tmp_path / "x", base(), edits, {**FILES, name: EMPTY[name]}), "artefact-empty")


def test_a_document_that_says_that_the_review_was_cancelled(tmp_path: Path) -> None:
    edits = {"evidence.N1.artefact": "w.md", "evidence.N1.sha256": DROP}
    files = {**FILES, "w.md": "Review of the door contact: cancelled.\n"}
    must_not_hold(folder(tmp_path / "x", base(), edits, files), "artefact-opposite")


def test_a_copy_of_the_case_is_no_document(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", base(), {"evidence.N1.sha256": DROP}, FILES)
    (at / "records/review.md").write_bytes((at / "case.yaml").read_bytes())
    must_not_hold(at, "artefact-own-case")


@pytest.mark.parametrize("source", [
    "hope", "to be measured", "best case of the data sheet", "superseded data sheet", "withdrawn standard",
    "[data sheet]", "report T-12 [draft]", "maker (TBD)", "data sheet <number> of <maker>", "Report [insert source here]",
    "{source}, p. 3", "[12]", "data sheet [x] of the maker",
])  # fmt: skip
def test_a_source_that_is_still_to_come_or_gone(tmp_path: Path, source: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {"events.E1.source": source}), "names no source")


CITED = [
    "Smith et al. [12], Table 3", "data sheet 7 of the maker [3]", "Smith [2003]", "handbook <NPRD-2016>, p. 3",
    "IEC 61508-6:2010, Annex D <table D.4>", "NSWC-11 > chapter 7", "handbook [OREDA], pumps", "data sheet of the maker (2003)",
]  # fmt: skip


@pytest.mark.parametrize("source", CITED)
def test_a_source_with_a_citation_in_brackets(tmp_path: Path, source: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"events.E1.source": source}))


@pytest.mark.parametrize("text", ["Reviewed with operations [3]", "Reviewed with operations (minutes 7)"])
def test_an_assumption_with_a_citation(text: str) -> None:
    assert not is_placeholder(text)
    assert is_placeholder("Reviewed with operations [TBD]")


@pytest.mark.parametrize("text", [
    "Part <b> | $x$ is whole", "Part <b>two</b> is whole", "The pair {a, b} is sent whole", "CO<sub>2</sub> stays low",
    "The mean <v> is below 3", "The door {k} of each car is shut",
])  # fmt: skip
def test_marks_and_symbols_are_no_places_to_be_filled_in(text: str) -> None:
    assert not is_placeholder(text)


@pytest.mark.parametrize("text", [
    "Part <name> is whole", "<b><name></b> is whole", "The pair {first part} is sent whole", "<maker>", "{assessor}",
    "Part <b>TBD</b>, see <todo>", "Door {xx} is shut", "The mean <value> is below 3",
])  # fmt: skip
def test_words_in_such_brackets_are_places_to_be_filled_in(text: str) -> None:
    assert is_placeholder(text)


def test_a_loose_file_by_another_spelling_of_its_ending(tmp_path: Path) -> None:
    files = {"open.YAML": "defeaters:\n- {id: D9, target: C1, kind: rebutting, text: It broke}\n"}
    assert "file-unread" in verdict(folder(tmp_path / "x", calculation(), None, files)).rules


@pytest.mark.parametrize("text", [
    "Out of 10,000 missions, the lift starts with an open door in at most one", "Von 10.000 Fahrten beginnt höchstens eine",
    "The lift starts with an open door in at most 1 of 10 k missions",
])  # fmt: skip
def test_a_number_otherwise_written(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {"claims.C1.text": text}), "text-number")


@pytest.mark.parametrize("text", [
    "Out of 1,000 missions, the lift starts with an open door in at most one",
    "The lift starts with an open door in at most 1 of 1 k missions",
    "In at most 1 of 1,000 missions the lift starts twice with an open door",
])  # fmt: skip
def test_the_same_number_otherwise_written(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {"claims.C1.text": text}))


DRAFTS = [
    "Draft hazard analysis of the lift", "Draft version 0.3", "Draft v2", "Draft - hazard analysis", "Draft for review",
    "Draft of the safety case", "DRAFT Safety case of the lift", "Draft: two of nine causes", "Draft (not reviewed)", "Entwurf des Sicherheitsnachweises",
]  # fmt: skip
DEPTHS = [
    "Draft of the vessel is measured", "Draft, trim and heel are measured", "Draft (in m)", "Draft (2.5 m) before each voyage",
    "Draft survey of the ship", "Draft marks are read", "Draft at the bow", "Draft tube of the turbine", "Entwurfslast der Brücke",
]  # fmt: skip


@pytest.mark.parametrize("title", DRAFTS)
def test_a_draft(title: str) -> None:
    assert unfinished(title)
    assert stamp(f"# {title}\n\nEach of 40 stops within 2 s.")


@pytest.mark.parametrize("title", DEPTHS)
def test_how_deep_a_ship_lies(title: str) -> None:
    assert not unfinished(title)
    assert not stamp(f"# {title}\n\nEach of 40 readings within 2 cm.")


def test_a_claim_on_the_draft_of_a_vessel(tmp_path: Path) -> None:
    edits = {"claims.C2.text": "Draft of the vessel is measured", "case.title": "Draft of the vessel"}
    must_hold(folder(tmp_path / "x", calculation(), edits))
    must_not_hold(folder(tmp_path / "y", calculation(), {"trees.FT.title": "Draft fault tree of the lift"}))
