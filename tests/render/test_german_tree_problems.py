"""Whatever a tree cannot be quantified for stands in German in a German document: one fault, and several at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.fta.errors import FaultTreeError
from casegen.io import load
from casegen.model.results import Assessment
from casegen.model.sentence import Sentence, listed, worded
from casegen.render.language import in_words, shipped_language, use_language
from casegen.render.report.links import Links
from casegen.render.report.trees import tree_rows
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured

ROOT = Path(__file__).parents[2]
ENGLISH, GERMAN = shipped_language("en").words, shipped_language("de").words
GROUPS = ("tree_problem.", "tree_digits.", "tree_bound.", "reason.")
NO_LANGUAGE_FILE = ("fta", "model")
"""rooms that may read no language file: their sentences hold the English text themselves"""


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(
        p for room in ("fta", "model", "assessment") for p in (ROOT / "casegen" / room).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield str(path.relative_to(ROOT)), node


def test_english_in_the_program_is_that_of_the_language_file() -> None:
    """So that a program and a document say the same, and a language is complete."""
    used = list(calls("worded"))
    assert len(used) > 100
    for path, call in used:
        key, english = (ast.literal_eval(given) for given in call.args)
        assert ENGLISH[key] == english, (path, key)
        assert {f"{{{word.arg}}}" for word in call.keywords if word.arg != "n"} <= set(
            re.findall(r"\{\w+\}", english)
        ), (path, key)


def test_no_text_of_a_tree_is_left_over() -> None:
    keys = {ast.literal_eval(call.args[0]) for name in ("worded", "sentence") for _, call in calls(name)
            if isinstance(call.args[0], ast.Constant)}  # fmt: skip
    own = {key for key in ENGLISH if key.startswith(GROUPS[:3])}
    assert own - keys == set()


def plain_texts() -> Iterator[tuple[str, int]]:
    """Where rooms of fault trees make an error, or note a fault, of a text that no document translates."""
    for path in sorted((ROOT / "casegen" / "fta" / "events").glob("*.py")) + sorted(
        (ROOT / "casegen" / "fta" / "gates").glob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            raised = called in (
                "NoEnclosure",
                "TooLarge",
                "UnitMismatch",
                "NumberOutside",
                "EventUnitMismatch",
            )
            noted = called.endswith(("faults.append", "mismatches.append", "numbers.append"))
            texts = [
                x for given in node.args for x in (given.elts if isinstance(given, ast.Tuple) else [given])
            ]
            if (raised or noted) and any(isinstance(x, ast.JoinedStr | ast.Constant) for x in texts):
                yield path.name, node.lineno


def test_every_fault_is_a_sentence() -> None:
    assert list(plain_texts()) == []


TIMED = {"type": "exponential", "rate": 1e-6}
FAULTS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "no-model-and-no-time": (
        {"events.E1": {"id": "E1", "text": "Nobody knows", "component": "E1"}, "events.E2.model": TIMED,
         "trees.FT.kind": "probability-per-mission"},
        ("kein Modell für E1", "keine Missionsdauer für E2")),
    "two-kinds": (
        {"events.E1.model": {**TIMED, "hours": 10}, "events.E2.model.kind": "rate-per-hour",
         "trees.FT.kind": "probability-per-demand"},
        ("Ereignis E1: das Modell exponential gibt", "Ereignis E2: rate-per-hour kann nicht stehen")),
    "outside-its-range": (
        {"parameters": [{"id": "P", "value": {"op": "mul", "args": [3, 0.5]}}],
         "events.E1.model.probability": {"parameter": "P"}, "events.E2.model.probability": {"parameter": "P"}},
        ("Ereignis E1 hat Wahrscheinlichkeit 1.5, außerhalb von [0, 1]", "Ereignis E2")),
    "divided-by-zero": (
        {"parameters": [{"id": "P", "value": {"op": "div", "args": [1, 0]}}],
         "events.E1.model.probability": {"parameter": "P"}, "events.E2.model.probability": 2.0},
        ("Ereignis E1 hat Wahrscheinlichkeit inf,", "Ereignis E2 hat Wahrscheinlichkeit 2,")),
    "factors": (
        {"common_cause": [{"id": "CC", "model": "alpha-factor", "members": ["E1", "E2"], "factors": [0.0, 0.0],
                           "total": {"type": "constant", "probability": 1e-3}}],
         "events.E1.model": None, "events.E2.model": None},
        ("Gruppe gemeinsamer Ursache CC: die Alpha-Faktoren ergeben zusammen 0",)),
    "far-spread": (
        {"events.E1.model.probability": {"distribution": "lognormal", "mean": 0.3, "error_factor": 10},
         "events.E2.model.probability": {"distribution": "normal", "mean": 0.1, "sd": 0.1}},
        ("Ereignis E1: Wahrscheinlichkeit verlässt den Bereich", "Ereignis E2: Wahrscheinlichkeit verlässt")),
    "no-evidence": (
        {"events.E1.model": {"type": "evidence", "evidence": "EV", "measure": "p"}, "events.E2.model": TIMED,
         "trees.FT.kind": "probability-per-mission",
         "evidence_items": [{"id": "EV", "title": "Tests", "method": "demand-record", "owner": "T. Tester"}]},
        ("Nachweis EV hat kein Ergebnis", "keine Missionsdauer für E2")),
    "rates-multiplied": (
        {"trees.FT.kind": "rate-per-hour", "trees.FT.gates.TOP.type": "and",
         "events.E1.model.kind": "rate-per-hour", "events.E2.model": None},
        ("Gatter TOP: Raten je Stunde dürfen addiert",)),
    "cycle": ({"trees.FT.gates.TOP.inputs": ["TOP", "E1"]}, ("Gatter bilden einen Kreis: TOP -> TOP",)),
    "undefined": (
        {"trees.FT.gates.TOP.inputs": ["E3", "Nothing"]},
        ("Gatter TOP nennt E3, das weder Gatter", "(gemeint: 'E", "Gatter TOP nennt Nothing")),
}  # fmt: skip


def english_of(text: str) -> set[str]:
    """Words between the braces of English sentences, of which German has no like, in a text; kinds as in the file."""
    text = re.sub(r"(?:probability|rate)-per-\w+", "", text)
    german = " ".join(GERMAN.values())
    parts = {
        part.strip(" :;,.()|") for key, english in ENGLISH.items() if key.startswith(GROUPS)
        for part in re.split(r"\{\w+\}|\|", english)
    }  # fmt: skip
    return {part for part in parts if len(part) >= 8 and part not in german and part in text}


def problem_of(at: Path, edits: dict[str, Any]) -> tuple[Assessment, str]:
    result = assess(load(folder(at, edited(calculation(), edits))))
    return result, result.trees["FT"].problem


@pytest.mark.parametrize("name", FAULTS)
def test_no_fault_of_a_tree_stays_english(tmp_path: Path, name: str) -> None:
    edits, german = FAULTS[name]
    result, problem = problem_of(tmp_path / "case", edits)
    assert isinstance(problem, Sentence)
    assert english_of(problem), "the program speaks English"
    with use_language(shipped_language("de")):
        (row,) = tree_rows(result, Links(result.case))
    assert english_of(row["problem"]) == set(), row["problem"]
    for words in german:
        assert words in row["problem"], row["problem"]
    reasons = [reason.message for reason in result.weakest]
    with use_language(shipped_language("de")):
        assert english_of(" ".join(map(in_words, reasons))) == set()


def test_thousands_of_faults_are_said(tmp_path: Path) -> None:
    faults = [
        ((), worded("tree_problem.no_result", "evidence {item} has no result", item=i)) for i in range(5000)
    ]
    error = FaultTreeError.gather(faults)
    assert str(error) == "; ".join(text for _, text in faults)
    with use_language(shipped_language("de")):
        said = in_words(error.args[0])
    assert said.count("hat kein Ergebnis") == len(faults)
    assert listed(["one"]) == "one"


def test_why_there_is_no_bound_is_german(tmp_path: Path) -> None:
    edits = {"claims.C1.requirement.confidence": 0.95, "events.E1.model.probability":
             {"distribution": "normal", "mean": 0.1, "sd": 0.01}}  # fmt: skip
    result, _ = problem_of(tmp_path / "case", {**edits, "trees.FT.gates.TOP.type": "xor"})
    with use_language(shipped_language("de")):
        texts = [in_words(reason.message) for reason in result.weakest]
    assert english_of(" ".join(texts)) == set(), texts


def test_what_rounding_takes_is_german(tmp_path: Path) -> None:
    gates = [
        {"id": "TOP", "type": "and", "inputs": ["N", "E2"]},
        {"id": "N", "type": "not", "inputs": ["E1"]},
    ]
    edits = {"trees.FT.gates": gates, "events.E1.model.probability": 1 - 1e-15}
    result, problem = problem_of(tmp_path / "case", edits)
    assert not problem
    assert "digits lost to rounding" in result.trees["FT"].rounding
    with use_language(shipped_language("de")):
        (row,) = tree_rows(result, Links(result.case))
    assert english_of(row["method"]) == set()
    assert "Ziffern durch Rundung verloren" in row["method"]


def test_a_tree_with_numbers_has_no_problem(tmp_path: Path) -> None:
    result, problem = problem_of(tmp_path / "case", {})
    assert problem == ""
    with use_language(shipped_language("de")):
        (row,) = tree_rows(result, Links(result.case))
    assert row["problem"] == ""
    same = assess(load(folder(tmp_path / "m", measured(), files={"record.csv": RECORD})))
    assert same.trees == {}
