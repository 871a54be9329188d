"""What a drawn tree says: whole ids, the bounds of its top, conditions with their state, inputs in their order."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from casegen import load
from casegen.assessment.assess import assess
from casegen.model.results import Assessment, JointBound
from casegen.render.diagrams import all_diagrams, standalone
from casegen.render.diagrams.tree import BOX, PAD, bound_lines
from casegen.render.dot_mermaid import dot, mermaid, tree_sketch
from casegen.render.fonts import BOLD, metrics, shorten_id, wrap_id
from casegen.render.language import shipped_language, translate, use_language
from casegen.render.wording import bound, confidence

LONG = "BE-CLASSIFIER-WRONG-ANSWER-1"
TEXT = """
casegen: 1
case: {id: mini, title: Mini, roots: [TOP]}
house_events:
  - {id: HE-A, state: false, text: House A}
  - {id: HE-B, state: true, text: House B}
events:
  - {id: BE-CLASSIFIER-WRONG-ANSWER-1, text: one, model: {type: constant, probability: 0.01}}
  - {id: BE-CLASSIFIER-WRONG-ANSWER-2, text: two, model: {type: constant, probability: 0.02}}
  - {id: BE-P, text: p, model: {type: constant, probability: 0.03}}
  - {id: BE-Q, text: The water is turbid, conditional: true, model: {type: constant, probability: 0.5}}
  - {id: BE-R1, text: r, model: {type: constant, probability: {distribution: lognormal, median: 0.01, error_factor: 3}}}
trees:
  - id: FT
    top: T
    target: {probability: 0.1, confidence: 0.9, source: operator}
    gates:
      - {id: T, type: or, text: top, inputs: [G1, G2, G3, G4, G5]}
      - {id: G1, type: or, inputs: [BE-CLASSIFIER-WRONG-ANSWER-1, BE-CLASSIFIER-WRONG-ANSWER-2, BE-P]}
      - {id: G2, type: inhibit, inputs: [BE-P], condition: HE-A}
      - {id: G3, type: inhibit, inputs: [BE-R1], condition: HE-B}
      - {id: G4, type: priority-and, inputs: [BE-P, BE-CLASSIFIER-WRONG-ANSWER-1]}
      - {id: G5, type: inhibit, inputs: [BE-R1], condition: BE-Q}
  - id: FT2
    top: T2
    gates:
      - {id: T2, type: or, inputs: [G1, BE-P]}
claims:
  - {id: TOP, text: The top event is rare, requirement: {measure: {tree: FT}, bound: {target_of: FT},
     kind: probability-per-mission, confidence: 0.9}}
"""


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    folder = tmp_path_factory.mktemp("mini")
    (folder / "case.yaml").write_text(TEXT, "utf-8")
    return assess(load(folder))


@pytest.fixture(scope="module")
def body(mini: Assessment) -> str:
    return "".join(d.body for d in all_diagrams(mini) if d.subject == "FT")


def lines_of(body: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]+)</text>", body)


@pytest.mark.parametrize("name", [LONG, "classifierWrongAnswer.inDaylight_2", "x" * 200, "Stall of pump 1"])
def test_an_id_is_wrapped_at_its_seams_and_loses_nothing(name: str) -> None:
    lines = wrap_id(name, 124, 11, BOLD)
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert all(metrics(BOLD).width(line, 11) <= 124 for line in lines)


def test_seams_of_an_id_are_signs_between_words_and_humps() -> None:
    assert wrap_id("BE-CLASSIFIER-WRONG-ANSWER-1", 124, 11, BOLD) == ("BE-CLASSIFIER-", "WRONG-ANSWER-1")
    assert wrap_id("classifierWrongAnswerInDaylight", 124, 11, BOLD) == (
        "classifierWrong",
        "AnswerInDaylight",
    )
    assert wrap_id("BE-1", 124, 11, BOLD) == ("BE-1",)


def test_an_id_on_one_line_keeps_both_its_ends() -> None:
    first, second = (shorten_id(f"BE-CLASSIFIER-WRONG-ANSWER-{n}", 120, 10) for n in (1, 2))
    assert first != second
    assert first.startswith("BE-CLASS")
    assert first.endswith("ANSWER-1")
    assert metrics().width(first, 10) <= 120
    assert shorten_id("BE-1", 120, 10) == "BE-1"


def test_events_with_long_ids_can_be_distinguished(mini: Assessment, body: str) -> None:
    words = " ".join(lines_of(body))
    assert "…" not in words
    assert "WRONG-ANSWER-1" in words
    assert "WRONG-ANSWER-2" in words
    assert f"<title>{LONG}</title>" in body
    for drawn in all_diagrams(mini):
        ET.fromstring(standalone(drawn))


def test_the_top_bears_the_bound_that_its_claim_compares(mini: Assessment, body: str) -> None:
    top = lines_of(body).index("T")
    assert "[0.0" in " ".join(lines_of(body)[top : top + 4])
    assert "90\u202f%" in " ".join(lines_of(body)[top : top + 5])


def test_a_condition_is_drawn_with_state_text_and_importance(body: str) -> None:
    words = lines_of(body)
    for name, state, text in (("HE-A", "false", "House A"), ("HE-B", "true", "House B")):
        at = words.index(name)
        assert words[at + 1 : at + 3] == [state, text]
    at = words.index("BE-Q")
    following = " ".join(words[at + 1 : at + 6])
    assert "P = 0.5" in following
    assert "The water is turbid" in following
    assert "FV " in following


def test_texts_number_the_inputs_of_an_ordered_gate(mini: Assessment) -> None:
    sketch = tree_sketch(mini, mini.case.trees[0])
    numbered = {(a, b): label for a, b, _, label in sketch.links if label}
    assert numbered == {("G4", "BE-P"): "1", ("G4", LONG): "2"}
    names = {box.name: f"n{index}" for index, box in enumerate(sketch.boxes)}
    assert f'{names["G4"]} -> {names["BE-P"]} [label="1"]' in dot(sketch)
    assert f'{names["BE-P"]} -->|"1"| {names["G4"]}' in mermaid(sketch)


def test_texts_show_a_gate_of_another_tree_as_a_transfer(mini: Assessment) -> None:
    sketch = tree_sketch(mini, mini.case.trees[1])
    (box,) = [box for box in sketch.boxes if box.name == "G1"]
    assert box.shape == "transfer"
    assert "see FT" in box.lines
    assert "dashed" in dot(sketch)


def test_no_cut_set_leads_where_several_are_equal(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(EQUAL.format(second=0.01), "utf-8")
    equal = assess(load(tmp_path))
    (drawn,) = [d for d in all_diagrams(equal) if d.kind == "tree"]
    assert " cut" not in drawn.body
    assert "eading" not in drawn.alt
    (tmp_path / "case.yaml").write_text(EQUAL.format(second=0.02), "utf-8")
    (drawn,) = [d for d in all_diagrams(assess(load(tmp_path))) if d.kind == "tree"]
    assert " cut" in drawn.body
    assert "eading cut set: B" in drawn.alt


EQUAL = """
casegen: 1
case: {{id: mini, title: Mini}}
events:
  - {{id: A, text: a, model: {{type: constant, probability: 0.01}}, source: handbook}}
  - {{id: B, text: b, model: {{type: constant, probability: {second}}}, source: handbook}}
trees:
  - id: FT
    top: T
    gates:
      - {{id: T, type: or, inputs: [A, B]}}
"""


def test_the_texts_show_the_condition_of_an_inhibit_gate_whole(mini: Assessment) -> None:
    sketch = tree_sketch(mini, mini.case.trees[0])
    boxes = {box.name: " ".join(box.lines) for box in sketch.boxes}
    assert "The water is turbid" in boxes["BE-Q"]
    assert "P = 0.5" in boxes["BE-Q"]
    assert "house event, " in boxes["HE-A"]
    assert "house event, " in boxes["HE-B"]
    assert {("G2", "HE-A", True, ""), ("G5", "BE-Q", True, "")} <= set(sketch.links)
    assert len(boxes) == len(sketch.boxes)
    for text in (dot(sketch), mermaid(sketch)):
        assert "The water is turbid" in text


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_that_say_which_bound_is_compared_are_whole(mini: Assessment, language: str) -> None:
    joint = JointBound(1.2345e-7, 2e-7, 0.9876, (), "TOP")
    with use_language(shipped_language(language)):
        lines = bound_lines(mini.trees["FT"], "T", "T", BOX - 2 * PAD, (), joint)
        words = translate("figure.together", high=bound(1.2345e-7, upper=True), confidence=confidence(0.9876))
    assert " ".join(lines).split() == words.split()
