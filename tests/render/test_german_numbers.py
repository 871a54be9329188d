"""In a German document limits, requirements, sources of events, ratings and what made a result stale are German."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.planning.task import USED_UP
from casegen.io import load
from casegen.io.sentences import sentence as sentence_of
from casegen.model.results import Assessment
from casegen.model.sentence import Sentence
from casegen.render.diagrams import all_diagrams, standalone
from casegen.render.language import in_words, shipped_language, use_language
from casegen.render.report.argument import requirement_row
from casegen.render.report.links import Links
from casegen.render.report.origins import origin
from casegen.render.report.trees import tree_rows
from casegen.review.change_text import sentence
from casegen.review.changes import FieldChange, Key
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_over_the_mission import case, on_test

ENGLISH, GERMAN = shipped_language("en").words, shipped_language("de").words
SPOKEN = (
    "reason",
    "limit",
    "risk",
    "stale_why",
    "origin",
    "tree_limit",
    "tree_problem",
    "tree_digits",
    "tree_bound",
    "actions",
    "field",
    "clause",
    "stands",
    "further",
    "worst",
    "state",
    "people",
    "status",
)
SAME = {"reason.also", "reason.comma", "reason.with_notes", "reason.because", "reason.part", "reason.with_unit",
        "reason.of_measure", "field.by_way", "tree_problem.for_that", "tree_problem.number", "reason.of_subject", "reason.says"}  # fmt: skip


@pytest.mark.parametrize("group", SPOKEN)
def test_every_text_has_its_german(group: str) -> None:
    """No text of a group stands in English among the German ones; those without words of their own aside."""
    keys = [key for key in ENGLISH if key.startswith(f"{group}.")]
    assert keys
    for key in keys:
        words = re.sub(r"\{\w+\}", "", ENGLISH[key])
        if key not in SAME and re.search(r"[A-Za-z]{3}", words):
            assert ENGLISH[key] != GERMAN[key], key


def assessed(at: Path, edits: dict[str, Any]) -> Assessment:
    return assess(load(folder(at, edited(calculation(), edits))))


BETA = {"common_cause": [{"id": "CC", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1],
                          "total": {"type": "exponential", "rate": 1e-6, "hours": 10}}],
        "events.E1.model": None, "events.E2.model": None}  # fmt: skip
SOURCES: dict[str, tuple[dict[str, Any], str, str]] = {
    "constant": ({"events.E1.source": ""}, "constant", "Konstante"),
    "stated": ({}, "data sheet", "data sheet"),
    "exponential": (
        {"events.E1.model": {"type": "exponential", "rate": 1e-6, "hours": 10}},
        "exponential model (data sheet)", "Modell Exponentialverteilung (data sheet)"),
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_where_the_number_of_an_event_comes_from(tmp_path: Path, name: str) -> None:
    edits, english, german = SOURCES[name]
    result = assessed(tmp_path / "case", edits)
    for language, wanted in (("en", english), ("de", german)):
        with use_language(shipped_language(language)):
            (tree,) = tree_rows(result, Links(result.case))
        assert next(event["source"] for event in tree["events"] if event["id"] == "E1") == wanted
    assert english == result.trees["FT"].events["E1"].source


def test_a_measured_event_and_a_group_say_in_english_what_the_assessment_says(tmp_path: Path) -> None:
    tree = {"id": "FT", "top": "TOP", "gates": [{"id": "TOP", "type": "and", "inputs": ["E1", "E2", "E3"]}]}
    model = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    case = {**measured(), "trees": [tree], "events": [
        {"id": "E1", "text": "One contact"}, {"id": "E2", "text": "Another contact"},
        {"id": "E3", "text": "The range guard fails", "model": model}],
        "common_cause": [{"id": "CC", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1],
                          "source": "handbook", "total": {"type": "exponential", "rate": 1e-6, "hours": 10}}],
    }  # fmt: skip
    result = assess(load(folder(tmp_path / "case", case, files={"record.csv": RECORD})))
    (row,) = tree_rows(result, Links(result.case))
    own = {event.source for event in result.trees["FT"].events.values()}
    members = {"E1", "E2"}  # which say where to look
    assert {event["source"] for event in row["events"] if event["id"] not in members} <= own
    with use_language(shipped_language("de")):
        (row,) = tree_rows(result, Links(result.case))
    said = " ".join(event["source"] for event in row["events"])
    assert "Nachweis EV, Messgröße probability" in said
    assert "gemeinsame Ursache von CC (beta-factor), 2 von 2 zusammen" in said


def test_limits_and_requirements(tmp_path: Path) -> None:
    result = assessed(tmp_path / "case", {})
    with use_language(shipped_language("de")):
        claim = result.case.claim["C1"]
        row = requirement_row(claim, result.requirements["C1"], Links(result.case), "")
        assert row["bound_source"] == "Ziel von FT: lift standard"
        text = in_words(result.requirements["C1"].text)
    assert text.startswith("Top-Ereignis von FT ≤ 0.001 je Mission")
    assert result.requirements["C1"].text.startswith("top event of FT ≤ 0.001 per mission")


def test_why_a_result_is_stale(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), files={"record.csv": RECORD})
    (at / "record.csv").write_text(RECORD + "pier,10,0\n", "utf-8")
    case = at / "case.yaml"
    case.write_text(case.read_text("utf-8").replace("spread: 0.5", "spread: 0.4"), "utf-8")
    why = assess(load(at)).evidence["EV"].why
    assert any("has changed" in reason for reason in why), why
    with use_language(shipped_language("de")):
        said = " ".join(map(in_words, why))
    assert "Eingabe record (record.csv) hat sich geändert" in said
    assert "Parameter spread war 0.5, ist 0.4" in said


PRIORITY: dict[str, Any] = {
    "trees.FT.gates.TOP": {"id": "TOP", "type": "priority-and", "inputs": ["E1", "E2"]},
    **{f"events.E{n}.model": {"type": "exponential", "rate": 1e-4, "hours": 10} for n in (1, 2)},
}


def test_where_the_share_of_an_order_comes_from(tmp_path: Path) -> None:
    result = assessed(tmp_path / "case", PRIORITY)
    assert not result.trees["FT"].problem
    with use_language(shipped_language("de")):
        (tree,) = tree_rows(result, Links(result.case))
    said = " ".join(event["source"] for event in tree["events"])
    assert "order" not in said
    assert "Reihenfolge unbekannt: zwischen 0 und 1, als 1 gezählt" in said
    with use_language(shipped_language("de")):
        assert origin(None, None, "order integral of TOP") == "Integral der Reihenfolge von TOP"


def test_house_events_seeds_and_kinds_of_context(tmp_path: Path) -> None:
    edits = {"trees.FT.gates.TOP": {"id": "TOP", "type": "or", "inputs": ["E1", "E2", "H"]},
             "house_events": [{"id": "H", "text": "At night", "state": False}],
             "contexts": [{"id": "X1", "text": "Nobody rides on the roof", "kind": "assumption"}],
             "claims.C1.context": ["X1"]}  # fmt: skip
    result = assessed(tmp_path / "case", edits)
    with use_language(shipped_language("de")):
        (tree,) = tree_rows(result, Links(result.case))
        (house,) = (event for event in tree["events"] if event["id"] == "H")
        assert house["probability"] == "falsch"
        drawn = "".join(standalone(diagram) for diagram in all_diagrams(result))
    assert "falsch" in drawn
    assert "annahme" not in drawn
    assert "Annahme" in drawn


CHANGES: list[tuple[Any, Any, str, str]] = [
    (0.1, 0.2, "f was 0.1, is 0.2", "f war 0.1, ist 0.2"),
    (None, ["a b"], "f: added “a b”", "f: hinzugekommen: “a b”"),
    (["A", "B"], ["B", "A"], "f: in another order, now B, A", "f: in anderer Reihenfolge, jetzt B, A"),
    ([0.1], [0.1, 0.2], "f: was 1 number, 0.1, are 2, 0.1, 0.2", "f: war 1 Zahl, 0.1, sind 2, 0.1, 0.2"),
    ("x", None, "f was x, is gone", "f war x und ist entfallen"),
]


@pytest.mark.parametrize(("old", "new", "english", "german"), CHANGES)
def test_changes_of_fields(old: Any, new: Any, english: str, german: str) -> None:
    change = FieldChange(Key("claims", "C1"), "f", old, new)
    assert sentence(change) == f"claim C1: {english}"
    with use_language(shipped_language("de")):
        assert in_words(sentence(change)) == f"Behauptung C1: {german}"


def test_conditions_of_further_evidence() -> None:
    lines = sentence_of("further.not_settled", reason=USED_UP), sentence_of("further.by_a_person")
    assert str(lines[0]).endswith(
        "a confidence that is changed now pays for none. Another look needs a new record, with `stopping: open`, `looks` "
        "or a higher confidence stated before its first run"
    )
    with use_language(shipped_language("de")):
        assert in_words(lines[0]).endswith(
            "eine jetzt geänderte Konfidenz bezahlt keine. Eine weitere Auswertung braucht eine neue Aufzeichnung, für die "
            "`stopping: open`, `looks` oder eine höhere Konfidenz vor der ersten Auswertung angegeben ist"
        )
        assert in_words(lines[1]).startswith("ohne eine neue Aufzeichnung beurteilt eine Person")


def test_thousands_have_no_comma(tmp_path: Path) -> None:
    """``1,440 h`` is less than two hours in German; and the sentence of the requirement stood in English."""
    at = folder(
        tmp_path / "c", case(on_test(720.0, 1e-5), {"type": "constant", "probability": 1e-6}, 1e-3, "or")
    )
    text = assess(load(at)).requirements["C1"].text
    assert "at 8,640 h, where it is largest within the mission; at its end, 8,760 h, it is 0.0012" in text
    with use_language(shipped_language("de")):
        german = in_words(text).replace("\u202f", "_")
    assert german.endswith(
        "nach 8_640 h, wo es in der Mission am größten ist; an ihrem Ende, 8_760 h, ist es 0.0012"
    )
    assert "Eingaben als exakt genommen" in german


def test_a_quotation_keeps_its_commas() -> None:
    with use_language(shipped_language("de")):
        assert in_words("at most 1 of 1,000 missions") == "at most 1 of 1,000 missions"
        said = in_words(Sentence("", "reason.because", {"what": "1,000 starts", "why": "12,500"}))
    assert said == "1,000 starts: 12\u202f500"


@pytest.mark.parametrize(("stated", "shown"), [("1.46455e-05", "1.46455_×_10⁻⁵"), ("0.000775", "7.75_×_10⁻⁴"), ("0.0012", "0.0012"), ("1e-06", "10⁻⁶"),
                                               ("2000", "2000"), ("EV-1e-05", "EV-1e-05")])  # fmt: skip
def test_a_number_in_a_sentence_is_written_as_in_tables(stated: str, shown: str) -> None:
    said = in_words(Sentence("", "reason.because", {"what": "limit", "why": stated}))
    assert said.replace("\u202f", "_") == f"limit: {shown}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_text_of_a_language_has_a_decimal_comma(language: str) -> None:
    words = shipped_language(language)
    texts = [*words.words.values(), *(text for entry in words.glossary for text in entry)]
    assert not [text for text in texts if re.search(r"\d,\d", text)]
