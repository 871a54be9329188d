"""`true` is no number, wherever one belongs."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from casegen.api import CaseBuilder
from casegen.argument.patterns.pattern import Pattern
from casegen.assessment.assess import Session
from casegen.assessment.whatif import stated_change
from casegen.io import load
from casegen.io.model_file import read_model
from casegen.model.diagnostic import InputError
from casegen.review.baseline import About
from casegen.review.events import EventFile
from casegen.store.recipe import recipe
from tests.false_support import folder
from tests.false_support.bases import calculation

CASE = """casegen: 1
case: {id: c, title: C}
claims:
  - {id: C1, text: Holds, requirement: {measure: {evidence: EV, measure: probability}, bound: 0.5, kind: probability-per-demand}}
house_events: [{id: H, text: On, state: true}]
evidence_items:
  - {id: EV, method: demand-record, inputs: {record: r.csv}, seed: 3, parameters: {failure: no stop, looks: 2}}
"""


@pytest.mark.parametrize(
    ("number", "place"),
    [("casegen: 1", "casegen"), ("seed: 3", "seed"), ("bound: 0.5", "bound"), ("looks: 2", "looks")],
)
def test_a_truth_value_is_no_number(tmp_path: Path, number: str, place: str) -> None:
    (tmp_path / "case.yaml").write_text(CASE.replace(number, f"{place}: true"))
    try:
        said = "; ".join(problem.message for problem in recipe(load(tmp_path), 0)[1])
    except InputError as error:
        said = str(error)
    assert f"{place}: expected a" in said
    assert "number, found true" in said


def test_numbers_and_truth_values_where_they_belong_are_taken(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(CASE)
    (tmp_path / "r.csv").write_text("entry,demands,failures\na,100,0\n")
    case = load(tmp_path)
    assert case.house_events[0].state is True
    assert recipe(case, 0)[1] == []


def test_a_truth_value_is_no_number_in_python() -> None:
    with pytest.raises(InputError, match="expected a whole number, found true"):
        CaseBuilder("c", title="C").measured("EV", "demand-record", inputs={"record": "r"}, seed=True)


EVENT = """casegen_review: 1
entry: {event: discharged, at: 2026-01-02, by: {name: Ann}, sign_off: S1, baseline: {name: v1, root: ROOT}, condition: 1, evidence: [a.pdf]}
""".replace("ROOT", 64 * "a")
PATTERN = "pattern: p\nversion: 1\ntitle: P\ntext: T\ntop: C\nmodule: {id: M}\n"
ABOUT = """{"format": 1, "name": "v1", "case": "c", "created": "2026-01-02", "author": "Ann", "reason": "first", "tool": {}, "roles": {}}"""
FILES: list[tuple[str, type[BaseModel], str, str]] = [
    ("review/F1/01.yaml", EventFile, EVENT, "casegen_review: 1"),
    ("review/F1/01.yaml", EventFile, EVENT, "condition: 1"),
    ("pattern.yaml", Pattern, PATTERN, "version: 1"),
    ("baseline.json", About, ABOUT, '"format": 1'),
]


@pytest.mark.parametrize(("name", "model", "text", "number"), FILES)
def test_no_file_beside_a_case_takes_a_truth_value_for_a_number(
    tmp_path: Path, name: str, model: type[BaseModel], text: str, number: str
) -> None:
    (path := tmp_path / "file").write_text(text)
    assert _said(path, name, model) == ""
    path.write_text(text.replace(number, number[:-1] + "true"))
    assert "number, found true" in _said(path, name, model)


def _said(path: Path, name: str, model: type[BaseModel]) -> str:
    try:
        read_model(path, name, model)
    except InputError as error:
        return str(error)
    return ""


def test_a_distribution_of_a_what_if_takes_no_truth_value_for_a_number(tmp_path: Path) -> None:
    case = load(folder(tmp_path, calculation(), {}))
    session = Session.open(case)
    event = next(iter(case.event))
    spread = {"distribution": "uniform", "lower": 0, "upper": 1}
    assert stated_change(case, session, event, spread).event == event
    for key in ("lower", "upper"):
        with pytest.raises(InputError, match=r"number, found (true|false)"):
            stated_change(case, session, event, spread | {key: key == "upper"})


@pytest.mark.parametrize("word", ["no", "off", "'yes'", "'true'", "1", "0", "1.0", "y"])
@pytest.mark.parametrize("key", ["state: true", "strict: true"])
def test_a_word_or_a_number_is_no_truth_value(tmp_path: Path, key: str, word: str) -> None:
    """``strict: no`` was taken for false, as in YAML 1.1; here `no` is a word."""
    name = key.split(":")[0]
    text = CASE.replace("title: C}", "title: C, strict: true}").replace(key, f"{name}: {word}")
    (tmp_path / "case.yaml").write_text(text)
    with pytest.raises(InputError, match=f"{name}: expected true or false, found"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("number", "place"), [("seed: 3", "seed"), ("bound: 0.5", "bound"), ("looks: 2", "looks")]
)
@pytest.mark.parametrize("text", ["'1'", "'1e-3'", "' .5 '", "'inf'"])
def test_a_text_is_no_number(tmp_path: Path, number: str, place: str, text: str) -> None:
    """The schema that is published says so too."""
    (tmp_path / "case.yaml").write_text(CASE.replace(number, f"{place}: {text}"))
    try:
        said = "; ".join(problem.message for problem in recipe(load(tmp_path), 0)[1])
    except InputError as error:
        said = str(error)
    assert f"{place}: expected a" in said
