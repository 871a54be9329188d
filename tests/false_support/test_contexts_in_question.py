"""Contexts, intervals and claims of independence that deny the numbers beside them; each beside its true twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.independence import argues_apart
from casegen.assessment.questions.artefacts import says_nothing
from casegen.texts.documents.failures import reported_failures
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_decisive_states import asked_of

PERIODIC = {"type": "periodic-test", "failure_rate": 1e-3, "first": 0.01, "interval": 0.01}
GLM = {"type": "glm", "on_demand": 0.0, "failure_rate": 1e-2, "repair_rate": 1e9}
HOURS = {"type": "exponential", "rate": 1e-5}
WHEN_NEEDED = {
    "claims.C1.text": "The lift starts with an open door when needed in at most 1 of 1,000 missions"
}
"""what comes back has an unavailability, which a claim on missions alone is not about"""


def contexts(*texts: str) -> dict[str, Any]:
    """Contexts of the top claim."""
    made = [{"id": f"X{k}", "kind": "context", "text": text} for k, text in enumerate(texts)]
    return {"contexts": made, "claims.C1.context": [one["id"] for one in made]}


ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "against-each-other": (contexts("The speed is at most 30 km/h", "The speed is at least 50 km/h"), "X0"),
    "longer": ({**contexts("Each run lasts eleven hours"), "trees.FT.mission_time": 1, "events.E1.model": HOURS}, "X0"),
    "around-the-clock": (
        {"case.intended_use": "Runs all year; one run is one year", "trees.FT.mission_time": 1, "events.E1.model": HOURS}, "calc"),
    "tested-every-36-s": ({"trees.FT.mission_time": 8000, "events.E1.model": PERIODIC, **WHEN_NEEDED}, "E1"),
    "repaired-at-once": ({"trees.FT.mission_time": 8000, "events.E1.model": GLM, **WHEN_NEEDED}, "E1"),
    "says-nothing-of-it": ({"trees.FT.independent_events": "W1"}, "W1"),
    "admits-sharing": ({"trees.FT.independent_events": "W1", "claims.W1.text": "Contact and controller share the supply"}, "W1"),
}  # fmt: skip
QUIET: dict[str, dict[str, Any]] = {
    "with-each-other": contexts("The speed is at most 50 km/h", "The speed is at least 5 km/h"),
    "of-other-things": contexts("The speed is at most 30 km/h", "The wind is at least 50 km/h"),
    "as-long": {**contexts("Each run lasts one hour"), "trees.FT.mission_time": 1, "events.E1.model": HOURS},
    "around-the-clock": {
        "case.intended_use": "Runs all year; one run is one year", "trees.FT.mission_time": 8760,
        "events.E1.model": {"type": "exponential", "rate": 1e-9}},
    "tested-by-itself": {
        **WHEN_NEEDED,
        "trees.FT.mission_time": 8000, "events.E1.model": {**PERIODIC, "interval": 1e-5, "first": 1e-5},
        "events.E1.source": "Data sheet; self-test every 36 ms"},
    "tested-monthly": {
        **WHEN_NEEDED,
        "trees.FT.mission_time": 8000,
        "events.E1.model": {**PERIODIC, "failure_rate": 1e-7, "interval": 720, "first": 720}},
    "argued": {"trees.FT.independent_events": "W1", "claims.W1.text": "Contact and controller have no supply in common"},
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_denies_the_numbers_is_asked_about(tmp_path: Path, name: str) -> None:
    edits, part = ASKED[name]
    assert part in asked_of(folder(tmp_path / "x", calculation(), edits))


@pytest.mark.parametrize("name", QUIET)
def test_what_agrees_is_not(tmp_path: Path, name: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), QUIET[name])) == []


def test_a_context_that_says_how_often_an_event_happens(tmp_path: Path) -> None:
    at = folder(tmp_path / "bad", calculation(), contexts("The door contact sticks in 1 of 50 missions"))
    must_not_hold(at, "event-text-number")
    must_hold(
        folder(tmp_path / "twin", calculation(), contexts("The door contact sticks in 1 of 10,000 missions"))
    )


@pytest.mark.parametrize(("text", "asked"), [("Each run asks for the contact 1,000 times", True), ("Each run asks for it once", False)])  # fmt: skip
def test_how_often_a_mission_asks(tmp_path: Path, text: str, asked: bool) -> None:
    model = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    case = {**calculation(), "evidence_items": measured()["evidence_items"]}
    edits = {**contexts(text), "events.E1.model": model, "trees.FT.target.probability": 2e-3,
             "claims.C1.text": "The lift starts with an open door in at most 2 of 1,000 missions"}  # fmt: skip
    at = folder(
        tmp_path / "x", case, edits, {"record.csv": "entry,demands,failures\nquay,4000,0\nbuoy,4000,0\n"}
    )
    assert ("X0" in asked_of_run(at)) is asked


def asked_of_run(at: Path) -> list[str]:
    """As :func:`asked_of`, after the evidence was computed."""
    from tests.false_support import call

    assert call("evidence", "run", at)[0] == 0
    return asked_of(at)


@pytest.mark.parametrize("text", [
    "Different makers and rigs", "Nothing is shared", "Keine Kabine steht in beiden Listen", "Each has its own supply",
    "The two come from different houses", "Sie kommen aus verschiedenen Häusern", "Die Kabinen haben keine Türen gemeinsam",
    "The cabins have no doors in common", "Die Pumpen haben nichts gemeinsam", "Sie teilen keine Teile",
    "Neither pump depends on the other", "Keine der Pumpen hängt von der anderen ab", "They were not made by the same maker",
    "Die Hersteller sind nicht dieselben", "Nothing of the one is in the other", "Different houses; no crew visited both",
    "No part, rig, crew or cycle is in two of the three records", "The records are independent: no crew was on both", "They don't share a cable", "Beide hängen nicht voneinander ab",
])  # fmt: skip
def test_words_for_apart(text: str) -> None:
    assert argues_apart(text)


@pytest.mark.parametrize("text", [
    "Both were taken by one crew on one rig with the same parts", "They share nothing but the building", "They come from the same house",
    "Sie haben die Türen gemeinsam", "The two are not independent", "They are not of different makers", "Sie sind nicht getrennt",
    "Not all doors are in common, most are", "They are no longer independent", "Different names for the same pump",
    "No two of them are independent", "Sie haben nichts außer der Halle gemeinsam", "They are hardly independent",
    "No pump has its own supply",
])  # fmt: skip
def test_words_that_admit_sharing(text: str) -> None:
    assert not argues_apart(text)


TABLE = "# Runs\n\n| run | result |\n|---|---|\n"
REASONS = [
    "The customer wants it so",
    "Gut feeling of the team",
    "It was so in the last project",
    "Wird schon stimmen",
    "Everybody knows that",
    "The standard causes should be enough",
    "We are confident, and management agrees",
    "Anything else would delay the launch",
    "Das muss so sein",
]
GROUNDS = [
    "Compared with the list of the customer",
    "The maintenance schedule MS-4 names them",
    "Read with the manager",
    "A contact without a spring cannot stick",
    "The tree was read beside the table; all causes must be in both, by standard 12",
    "Brakes of this kind close without power",
]


@pytest.mark.parametrize("reason", [*REASONS, *GROUNDS])
def test_a_wish_is_no_ground(tmp_path: Path, reason: str) -> None:
    asked = asked_of(folder(tmp_path / "x", calculation(), {"claims.W1.assumed": reason}))
    assert ("W1" in asked) is (reason in REASONS)


@pytest.mark.parametrize("frame", ["It is true that t", "It is a fact that t"])
def test_a_claim_behind_a_frame_is_the_same_claim(tmp_path: Path, frame: str) -> None:
    said = f"{frame}{calculation()['claims'][0]['text'][1:]}"
    at = folder(tmp_path / "bad", calculation(), {"claims.W1.text": said})
    must_not_hold(at, "assumption-restates")
    other = f"{frame}he tree contains the causes of the HAZOP table"
    must_hold(folder(tmp_path / "twin", calculation(), {"claims.W1.text": other}))


@pytest.mark.parametrize("source", ["MTTF 80 missions", "5/100, plant records"])
def test_a_source_in_other_words(tmp_path: Path, source: str) -> None:
    must_not_hold(folder(tmp_path / "bad", calculation(), {"events.E1.source": source}), "event-text-number")
    other = source.replace("80", "20,000").replace("5/100", "5/100,000")
    must_hold(folder(tmp_path / "twin", calculation(), {"events.E1.source": other}))


@pytest.mark.parametrize("words", ["in any but a thousandth of the missions", "save in 1 of 1,000 missions"])
def test_all_but_a_few_in_other_words(tmp_path: Path, words: str) -> None:
    top = "The lift starts with an open door"
    must_not_hold(
        folder(tmp_path / "bad", calculation(), {"claims.C1.text": f"{top} {words}"}), "requirement-direction"
    )
    must_hold(folder(tmp_path / "twin", calculation(), {"claims.C1.text": f"The lift works {words}"}))


@pytest.mark.parametrize(
    ("text", "empty"), [(TABLE, True), (TABLE + "| 1 | pass |\n", False), ("Two runs.\n\n" + TABLE, False)]
)
def test_the_head_of_a_table_is_no_document(tmp_path: Path, text: str, empty: bool) -> None:
    (tmp_path / "r.md").write_text(text, encoding="utf-8")
    assert bool(says_nothing(tmp_path / "r.md")) is empty


@pytest.mark.parametrize(
    ("text", "asked"),
    [("defeaters:\n  - {id: D9, target: C1, text: It fell}\n", True), ("defeaters: none\n", False)],
)
def test_objections_in_a_text_file(tmp_path: Path, text: str, asked: bool) -> None:
    at = folder(tmp_path / "x", calculation(), {}, {"objections.yaml.txt": text})
    assert ("calc" in asked_of(at)) is asked


@pytest.mark.parametrize(
    ("edits", "asked"),
    [({"case.version": "1.0, superseded by 2.1"}, True), ({"case.version": "1.0"}, False),
     *(({"case.version": version}, True) for version in ("draft 2", "draft", "0.3-draft", "v1 DRAFT", "Entwurf 3", "2.1_draft4")),
     ({"case.version": "2, overdrafts counted"}, False),
     ({"module": {"id": "M", "title": "Draft, not for release"}}, True), ({"module": {"id": "M", "title": "Draught of the ship"}}, False)],
)  # fmt: skip
def test_a_case_that_says_it_is_not_in_force(tmp_path: Path, edits: dict[str, Any], asked: bool) -> None:
    assert ("calc" in asked_of(folder(tmp_path / "x", calculation(), edits))) is asked


BOTH = {"events.E1.model.probability": 0.02, "events.E2.model.probability": 0.02}
THREE = {
    "id": "E3",
    "text": "The lock opens",
    "source": "data sheet",
    "model": {"type": "constant", "probability": 0.01},
}
GATE = {"id": "TOP", "text": "The lift starts"}
OF_GATES: dict[str, tuple[dict[str, Any], str]] = {
    "one-text-twice": (
        {**BOTH, "events.E2.text": "The door contact sticks", "trees.FT.gates": [{**GATE, "type": "and", "inputs": ["E1", "E2"]}]}, "TOP"),
    "in-any-order": (
        {**BOTH, "trees.FT.gates": [{**GATE, "type": "priority-and", "inputs": ["E1", "E2"], "text": "Both, in any order"}]}, "TOP"),
    "two-of-three": (
        {**BOTH, "events.+": THREE, "trees.FT.gates": [
            {**GATE, "type": "atleast", "k": 3, "inputs": ["E1", "E2", "E3"], "text": "Two of the three fail"}]}, "TOP"),
    "works": ({"events.E1.text": "The door contact works as it should"}, "E1"),
    "withdrawn": (contexts("Withdrawn: the speed is at most 30 km/h"), "X0"),
    "some-of-the-causes": ({"claims.W1.assumed": "Walked through; 4 of 9 causes are in the tree"}, "W1"),
    "cause-left-out": (
        {"trees.FT.gates.TOP.text": "The contact sticks, the controller misses it, or the brake slips"}, "TOP"),
    "cause-of-the-title": (
        {"trees.FT.title": "The lift starts through a contact that sticks, a controller that misses it, or a brake that slips"}, "C1"),
    "they-differ": ({"claims.W1.assumed": "Serial numbers compared: they differ"}, "W1"),
}  # fmt: skip
GOOD: dict[str, dict[str, Any]] = {
    "two-texts": {**BOTH, "trees.FT.gates": [{**GATE, "type": "and", "inputs": ["E1", "E2"]}]},
    "in-this-order": {
        **BOTH, "trees.FT.gates": [{**GATE, "type": "priority-and", "inputs": ["E1", "E2"], "text": "First E1, then E2"}]},
    "three-of-three": {
        **BOTH, "events.+": THREE, "trees.FT.gates": [
            {**GATE, "type": "atleast", "k": 3, "inputs": ["E1", "E2", "E3"], "text": "Three of the three fail"}]},
    "every-cause": {"trees.FT.gates.TOP.text": "The contact sticks, or the controller misses it"},
    "causes-in-other-words": {"trees.FT.gates.TOP.text": "Wear, dirt or a bug of the software"},
    "cause-explained": {"trees.FT.gates.TOP.text": "The contact sticks or jams or the controller misses a contact"},
    "all-of-the-causes": {"claims.W1.assumed": "Walked through; 9 of 9 causes are in the tree, sheet 3 of 7"},
    "in-no-cause": {"claims.W1.assumed": "Both lists compared: they do not differ"},
}  # fmt: skip


@pytest.mark.parametrize("name", OF_GATES)
def test_a_gate_an_event_or_a_reason_that_says_otherwise(tmp_path: Path, name: str) -> None:
    edits, part = OF_GATES[name]
    assert part in asked_of(folder(tmp_path / "x", calculation(), edits))


@pytest.mark.parametrize("name", GOOD)
def test_a_gate_or_a_reason_that_agrees(tmp_path: Path, name: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), GOOD[name])) == []


MEASURED = "| quantity | limit | measured |\n|---|---|---|\n| stopping distance | 200 mm | {} |\n"


@pytest.mark.parametrize(
    "report",
    [MEASURED.format("340 mm"), "The sensor was out of tolerance by 12 %.\n", "Passed on try 5; tries 1 to 4 are left out.\n",
     "The criterion was lowered after the test.\nResult: passed.\n", "This report says nothing about the part that is built in.\n"],
)  # fmt: skip
def test_a_document_that_reports_what_speaks_against_it(report: str) -> None:
    assert reported_failures(report)


@pytest.mark.parametrize(
    "report",
    [MEASURED.format("140 mm"), MEASURED.format("0.34 m"), "No sensor was out of tolerance.\n",
     "The criterion was set before the test.\nResult: passed.\n"],
)  # fmt: skip
def test_a_document_that_does_not(report: str) -> None:
    assert not reported_failures(report)


@pytest.mark.parametrize(
    ("text", "asked"), [("Report on the controller", True), ("Report on the contact", False)]
)
def test_a_report_on_another_component(tmp_path: Path, text: str, asked: bool) -> None:
    shown = {
        "claims.C2": {"id": "C2", "text": "The contact is of the type of the data sheet", "owner": "A. Author"},
        "arguments.+": {"id": "A2", "text": "Report", "supports": "C2", "block": "evidence-incorporation", "from": ["N2"],
                        "side_claims": ["W1"]},
        "evidence": [{"id": "N2", "text": text, "artefact": "r.md", "owner": "T. Tester", "version": "1",
                      "date": "2026-09-14", "accepted_by": "B. Judge"}],
        "events.E1.component": "contact", "events.E2.component": "controller",
    }  # fmt: skip
    at = folder(tmp_path / "x", calculation(), shown, {"r.md": "# Report\n\nAll 60 tests passed.\n"})
    assert ("A2" in asked_of(at)) is asked


@pytest.mark.parametrize(
    ("title", "asked"),
    [("Tests of the brake", True), ("Tests of the range guard", False), ("Tests of the range guard with its brake", False)],
)  # fmt: skip
def test_measured_tests_of_another_component(tmp_path: Path, title: str, asked: bool) -> None:
    parts = [{"id": name, "text": "It fails", "component": name, "source": "data sheet",
              "model": {"type": "constant", "probability": 1e-4}} for name in ("brake", "range guard")]  # fmt: skip
    edits = {"events": parts, "evidence_items.EV.title": title, "evidence.N1.text": "Repetition with brake"}
    at = folder(tmp_path / "x", measured(), edits, {"record.csv": RECORD})
    assert ("A1" in asked_of_run(at)) is asked


@pytest.mark.slow
def test_page_and_what_if_count_the_questions(tmp_path: Path) -> None:
    asked = folder(tmp_path / "x", calculation(), {"claims.W1.assumed": REASONS[0]})
    quiet = folder(tmp_path / "y", calculation())
    for at, said in ((asked, True), (quiet, False)):
        page = sentences(at)
        assert ("1 question to be read" in page) is said
        assert (
            "holds as before, 1 question to be read" in call("whatif", at, "--set", "E1=0.00011")[1]
        ) is said


def sentences(at: Path) -> str:
    """The side of the page, up to its search."""
    code, _, text = call("build", at, "--html", "--no-run", "-o", at / "out")
    assert code == 0, text
    page = next((at / "out").rglob("*.html")).read_text(encoding="utf-8")
    return page[page.index('class="side"') : page.index('id="query"')]


def test_a_question_about_data_quotes_what_is_asked_about_alone(tmp_path: Path) -> None:
    rows = "entry,serial,near misses,demands,failures\nquay,AB-1001,41,4000,0\nbuoy,AB-1002,32,4000,1\n"
    at = folder(tmp_path / "x", measured(), {}, {"record.csv": rows})
    assert asked_of_run(at) == ["EV"]
    (question,) = json.loads(call("assess", at, "--json")[1])["questions"]
    assert any("near misses" in text for text in question["texts"])
    assert not any("serial" in text for text in question["texts"])
