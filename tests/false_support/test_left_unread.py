"""What data and trees say beside the numbers that are read of them is asked about where a claim rests on these numbers.

Which columns matter no list of words can tell: each one that a method leaves unread stands among the questions to a
person, with what it holds.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.step import QUESTIONS
from tests.false_support import call, folder, must_hold
from tests.false_support.bases import RECORD, calculation, measured

BESIDE = {
    "counts": ("seal leaks", ["4", "7"], "seal leaks holds 4 to 7."),
    "remarks": ("findings", ["", "two starts went into another log"], "another log"),
    "classes": ("driven", ["by remote", "alone"], "'by remote'"),
    "one class": ("built", ["old shop", "old shop"], "'old shop'"),
}


def asked(at: Path) -> dict[str, list[str]]:
    """What is to be read of a case that holds, by id; names of what a record counts left out."""
    must_hold(at)
    rows = json.loads(call("assess", at, "--json")[1])["to_be_read"]
    return {row["id"]: row["texts"] for row in rows if row["question"] != QUESTIONS["entries"]}


def beside(name: str, values: list[str]) -> str:
    """The record with one more column."""
    head, *rows = RECORD.splitlines()
    return (
        "\n".join([f"{head},{name}", *(f"{row},{values[k % len(values)]}" for k, row in enumerate(rows))])
        + "\n"
    )


@pytest.mark.parametrize("name", list(BESIDE))
def test_a_column_that_is_not_read_is_asked_about_with_what_it_holds(tmp_path: Path, name: str) -> None:
    column, values, said = BESIDE[name]
    texts = asked(folder(tmp_path / "c", measured(), {}, {"record.csv": beside(column, values)}))["EV"]
    assert texts[0] == "record.csv"
    assert any(column in text and said in text for text in texts), texts


def test_a_file_that_is_read_as_a_whole_asks_nothing(tmp_path: Path) -> None:
    assert "EV" not in asked(folder(tmp_path / "c", measured(), {}, {"record.csv": RECORD}))


SUITE = """<testsuites><testsuite name="s" tests="1" failures="0" timestamp="2011-01-02T10:00:00">
<properties><property name="hardware" value="stubbed"/></properties>
<testcase classname="pump" name="starts" time="1.0"><system-out>motor humming</system-out></testcase>
</testsuite></testsuites>"""
REPORTS = {
    "json": ('{"rig": {"sensor": "unplugged"}, "errors": 3, "n": 12000, "rows": [1, 2, 3, 4, 5, 6]}', "reported-measure",
             {"kind": "probability-per-demand", "method": "rig 3", "count": "/errors", "trials": "/n"},
             {"/rig/sensor: unplugged", "/rows: 6 entries"}),
    "xml": (SUITE, "test-report", {}, {"hardware: stubbed", "system-out: motor humming", "timestamp: 2011-01-02T10:00:00"}),
}  # fmt: skip


@pytest.mark.parametrize("name", list(REPORTS))
def test_what_a_report_says_beside_its_numbers_is_asked_about(tmp_path: Path, name: str) -> None:
    text, method, parameters, said = REPORTS[name]
    item = {"evidence_items.EV.method": method, "evidence_items.EV.parameters": parameters,
            "evidence_items.EV.inputs": {"report": "r.txt"}}  # fmt: skip
    if method == "test-report":
        asks = {
            "measure": {"evidence": "EV", "measure": "failed"},
            "bound": 0,
            "kind": "score",
            "confidence": 0.95,
        }
        item |= {"claims.C1.requirement": asks, "claims.C1.text": "No test of the range guard fails"}
    else:
        item["claims.C1.requirement.measure.measure"] = "probability_per_demand"
    texts = asked(folder(tmp_path / "c", measured(), item, {"r.txt": text}))["EV"]
    assert texts[0] == "r.txt"
    assert set(texts[1:]) == said


@pytest.mark.parametrize(
    ("name", "asks"), [("starts[mock]", True), ("simulated_start", True), ("starts", False)]
)
def test_tests_that_name_a_stand_in_are_asked_about(tmp_path: Path, name: str, asks: bool) -> None:
    text = (
        f'<testsuite name="s" tests="1" failures="0"><testcase classname="pump" name="{name}"/></testsuite>'
    )
    requirement = {
        "measure": {"evidence": "EV", "measure": "failed"},
        "bound": 0,
        "kind": "score",
        "confidence": 0.95,
    }
    item = {"evidence_items.EV.method": "test-report", "evidence_items.EV.parameters": {},
            "evidence_items.EV.inputs": {"report": "r.xml"}, "claims.C1.requirement": requirement,
            "claims.C1.text": "No test of the range guard fails"}  # fmt: skip
    texts = asked(folder(tmp_path / "c", measured(), item, {"r.xml": text})).get("EV", [])
    assert any(name in said for said in texts) == asks


SAID: dict[str, tuple[dict[str, Any], str]] = {
    "item": ({"evidence_items.EV.text": "The week with the broken sensor is left out"}, "A1"),
    "population": ({"evidence_items.EV.parameters.population": "vehicles of the older series"}, "A1"),
}


@pytest.mark.parametrize("name", list(SAID))
def test_what_an_item_says_of_its_data_stands_beside_the_claim(tmp_path: Path, name: str) -> None:
    edits, step = SAID[name]
    texts = asked(folder(tmp_path / "c", measured(), edits, {"record.csv": RECORD}))[step]
    assert set(edits.values()) <= set(texts)
    assert "record.csv" in texts


def test_typed_numbers_stand_beside_their_sources(tmp_path: Path) -> None:
    edits = {"trees.FT.text": "One lift, one start", "events.E1.source": "value of another plant"}
    texts = asked(folder(tmp_path / "c", calculation(), edits))
    assert "One lift, one start" in texts["A1"]
    said = texts["FT"]
    assert "value of another plant" in said
    assert said[said.index("value of another plant") + 1].startswith("E1: probability 10⁻⁴")


def coco(beside: dict[str, Any]) -> dict[str, str]:
    """A detector's truth and detections, with fields ``beside`` on each image and box."""
    boxes = [
        {"image_id": i, "category_id": 1, "bbox": [10 + i % 37, 5 + i % 49, 30 - i % 3, 40 - i % 7]}
        for i in range(300)
    ]
    truth = {
        "info": {"chosen": "bright ones"} if beside else {},
        "images": [{"id": i, "file_name": f"{i * 7919 % 1009:05d}-{i}.png", "width": 90, "height": 90, **beside} for i in range(300)],
        "annotations": [{**box, "id": i, **beside} for i, box in enumerate(boxes)],
        "categories": [{"id": 1, "name": "debris"}],
    }  # fmt: skip
    shown = [
        {**b, "bbox": [b["bbox"][0] + 1, *b["bbox"][1:]], "score": 0.5 + i / 1000, **beside}
        for i, b in enumerate(boxes)
    ]
    return {"truth.json": json.dumps(truth), "detections.json": json.dumps(shown)}


@pytest.mark.slow
@pytest.mark.parametrize("beside", [{"made_by": "guess"}, {}], ids=["fields", "plain"])
def test_fields_beside_boxes_are_asked_about(tmp_path: Path, beside: dict[str, Any]) -> None:
    edits = {
        "evidence_items.EV.method": "object-detection", "evidence_items.EV.parameters": {"score": 0.4},
        "evidence_items.EV.inputs": {"truth": "truth.json", "detections": "detections.json"},
        "claims.C1.text": "Debris is missed in at most 1 of 20 objects", "claims.C1.requirement.bound": 0.05,
        "claims.C1.requirement.measure.measure": "missed_object",
    }  # fmt: skip
    rows = asked(folder(tmp_path / "c", measured(), edits, coco(beside))).get("EV", [])
    guess = "made_by: 'guess' (300 times)"
    said = ["/info/chosen: bright ones", *(f"{place}/{guess}" for place in ("images", "annotations", ""))]
    assert rows == (["truth.json", *said[:-1], "detections.json", said[-1]] if beside else [])
