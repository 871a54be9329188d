"""Signs in the wording of claims: what is found, and what must pass."""

from __future__ import annotations

import pytest

from casegen.argument import RULES, check
from casegen.model.argument import Block, Claim, EvidenceNode
from tests.argument.arguments import argument, artefact, case

WORDING = [rule for rule in RULES.values() if rule.family == "Wording"]


def findings(text: str) -> set[str]:
    nodes = (Claim(id="C1", text=text), argument("A1", "C1", "E1"), artefact("E1"))
    return {d.rule for d in check(case(*nodes), WORDING)}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("System safety", "claim-proposition"),
        ("Hazard analysis of the brake monitor", "claim-proposition"),
        ("Detection reliability in daylight", "claim-proposition"),
        ("Does the monitor stop the vehicle?", "claim-proposition"),
        ("The software is safe and secure", "claim-single"),
        ("The filter is complete, consistent and correct", "claim-single"),
        ("The pump stops. The valve closes", "claim-single"),
        ("The pump is stopped and the valve is closed", "claim-single"),
        ("The hazards are identified and mitigated", "claim-steps"),
        ("The monitoring is adequate", "claim-qualifier"),
        ("The network never misses a pedestrian", "claim-qualifier"),
        ("All hazards are controlled", "claim-qualifier"),
        ("The failure rate is 0.0000123456 per hour", "pseudo-precision"),
        ("The coverage is 99.12345 %", "pseudo-precision"),
        ("pmi is below 1e-3", "number-unevaluated"),
        ("At least 99.9 % of the objects are found", "number-unevaluated"),
        ("The pump fails in less than 2 % of trips", "number-unevaluated"),
        ("The pump fails in at most 1 of 10,000 trips", "number-unevaluated"),
        ("The pump fails in at most one in ten thousand trips", "number-unevaluated"),
        ("Die Pumpe versagt höchstens einmal in 10⁵ Stunden", "number-unevaluated"),
        ("The validation report demonstrates the accuracy", "claim-document"),
        ("Test TR-7 and its analysis confirm the range", "claim-document"),
        ("The cutting-edge planner finds a path", "claim-praise"),
        ("The planner is guaranteed to find a path", "claim-absolute"),
        ("The range is considered to be correct", "claim-actor"),
        ("No evidence has been found that the sensor fails", "claim-ignorance"),
    ],
)
def test_signs_are_found(text: str, rule: str) -> None:
    assert rule in findings(text)


@pytest.mark.parametrize(
    "text",
    [
        "The monitor stops the vehicle within 200 ms of a lost signal",
        "The network meets IEC 61508 and ISO 26262 requirements on coding",
        "The records of 12345 missions were searched",
        "Inputs, e.g. AUV camera frames, are drawn from the operational profile",
        "pmi of the classifier is at most P_req with the required confidence",
        "Data points of one cell share one ground-truth label",
        "Board SRB-02 reviewed the evidence and found it relevant",
        "The range is considered correct by the review board",
        "λ ≤ λ_req",
        "The wiper motor restarts after a stall",
        "The relay opens on loss of power",
        "At least 2 of 3 channels report a trip",
        "The sensor is cleaned at least once a month",
        "Radar and camera agree on the position of an object",
        "The report of the trip test is archived",
    ],
)
def test_plain_claims_pass(text: str) -> None:
    assert findings(text) == set()


@pytest.mark.parametrize(
    ("artefact_", "live"),
    [
        ("https://wiki.example.org/tests", True),
        ("https://git.example.org/tests/blob/main/report.md", True),
        ("https://git.example.org/tests/blob/v1.2/report.md", False),
        ("records/main/report.pdf", False),
        ("https://doi.org/10.1000/182", False),
    ],
)
def test_live_content(artefact_: str, live: bool) -> None:
    node = EvidenceNode(id="E1", text="Record", artefact=artefact_, sha256="0" * 64)
    results = {d.rule for d in check(case(node, roots=()), [RULES["evidence-live"]])}
    assert results == ({"evidence-live"} if live else set())


def test_a_verb_before_how_often_is_a_verb() -> None:
    assert "claim-proposition" not in findings("The camera hangs in at most 1 of 10,000 runs")
    assert "claim-proposition" in findings("Camera hangs in operation")
    assert "claim-proposition" not in findings("The pump sticks seldom")


@pytest.mark.parametrize(
    "text",
    ["The sail deploys on command", "A sail unfurls", "The hatch seals tightly", "Each winch reels in"],
)
def test_a_word_in_s_behind_a_singular_subject_is_a_verb(text: str) -> None:
    assert "claim-proposition" not in findings(text)


@pytest.mark.parametrize(
    "text",
    [
        "The HAZOP study identified the hazards of the cart",
        "The team analysed hazards of the cart",
        "The site inspected the floors",
        "The staff wear vests",
        "The crew scrubbed the decks",
    ],
)
def test_a_deed_of_the_past_or_of_persons_is_a_proposition(text: str) -> None:
    assert "claim-proposition" not in findings(text)


@pytest.mark.parametrize(
    "text", ["Brake wear in fog", "Analyses of the hazards", "Staff wear", "The wear of brake pads"]
)
def test_a_noun_that_is_a_verb_elsewhere_is_none(text: str) -> None:
    assert "claim-proposition" in findings(text)


@pytest.mark.parametrize(
    "text", ["The sails of the craft", "The brake forces of spring", "A list of hazards in fog", "No hazards"]
)
def test_a_heading_in_the_plural_is_none(text: str) -> None:
    assert "claim-proposition" in findings(text)


@pytest.mark.parametrize(
    "text",
    [
        "Die Nachweise handeln von der Tür",
        "Beide Abschnitte handeln von der Tür",
        "Die Türen liefern ein Signal",
        "Die Regler steuern die Tür",
        "Die Sensoren wechseln auf Reserve",
        "Die Riegel sichern die Tür",
    ],
)
def test_a_german_verb_in_eln_or_ern_is_a_verb(text: str) -> None:
    assert "claim-proposition" not in findings(text)


@pytest.mark.parametrize(
    "text",
    [
        "Störungen von extern",
        "Gefahr von fern",
        "Nicht die Tür, sondern der Riegel",
        "Tür der Halle",
        "Riegel und Feder",
    ],
)
def test_a_german_heading_is_none(text: str) -> None:
    assert "claim-proposition" in findings(text)


@pytest.mark.parametrize(
    "text",
    [
        "The record counts every approach in which the van did not brake",
        "The record counts all drops in which the parachute did not open",
        "The bench counts every press at which the guard lets the door run on",
        "The fault trees hold every cause that the hazard list names",
        "The inspection looked at the cables of the sister truck",
        "Acceptable means that the brake holds a load of 2 tons",
    ],
)
def test_a_sentence_that_fixes_its_own_words(text: str) -> None:
    assert not findings(text)


@pytest.mark.parametrize(
    "text", ["Every approach is braked", "Acceptable means are in place", "All brakes hold, which is good",
             "Every door that is safe stays shut", "It always opens a door that is shut", "The test is sufficient", "Every test shows that the door holds",
             "Every test showed that the door holds", "All tests show that the door holds"],
)  # fmt: skip
def test_words_that_nothing_fixes(text: str) -> None:
    assert "claim-qualifier" in findings(text)


def test_a_heading_is_no_sentence_because_somebody_looks() -> None:
    assert findings("A look at the cables of the sister truck") == {"claim-proposition"}


def test_parts_of_a_step_that_speak_of_all_fix_the_set() -> None:
    text = "The bridge can close every door"
    step = argument("A1", "C1", "E1", side=("W",), block=Block.EVIDENCE_INCORPORATION)

    def rules(warrant: str, by: str = "assessor") -> set[str]:
        side = Claim(id="W", text=warrant, assumed="Checklist C-3", accepted_by=by)
        nodes = (Claim(id="C1", text=text), step, artefact("E1"), side)
        return {d.rule for d in check(case(*nodes), WORDING) if d.rule == "claim-qualifier"}

    assert not rules("All six doors were tried from the bridge")
    assert rules("All six lamps were tried from the bridge")
    assert rules("Doors were tried from the bridge")


def test_sufficient_as_the_logical_word_of_an_accepted_assumption() -> None:
    def rules(text: str, by: str = "assessor") -> set[str]:
        side = Claim(id="W", text=text, assumed="Safety concept SC-1", accepted_by=by)
        nodes = (
            Claim(id="C1", text="The trip works"),
            argument("A1", "C1", "E1", side=("W",)),
            artefact("E1"),
            side,
        )
        return {d.rule for d in check(case(*nodes), WORDING) if d.rule == "claim-qualifier"}

    assert not rules("Relay and drives are needed for a trip and are sufficient")
    assert rules("Relay and drives are needed for a trip and are sufficient", by="")
    assert rules("The training of the drivers is sufficient")
