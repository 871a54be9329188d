"""Tables of the risk chapter, and charts beside them: numbers with their units, columns with room, words apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render import write_html
from casegen.render.charts.case import margin_charts
from casegen.render.document_settings import plain as plain_document
from casegen.render.language import in_words, shipped_language, use_language
from casegen.render.prose import flat, pieces_of
from casegen.render.prose.pieces import Paragraph, Span, TableBlock, content_shares, row_lines
from casegen.render.report import build_report
from casegen.review.change_text import field_sentence
from casegen.review.changes import FieldChange, Key
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured

MATRIX: dict[str, Any] = {
    "classes": [{"name": "often", "at_least": 0.01}, {"name": "seldom", "at_least": 0}],
    "ratings": {s: ["bad", "fine"] for s in ("catastrophic", "critical", "marginal", "negligible")},
}


def texts(result: Assessment) -> list[str]:
    """Paragraphs of the report."""
    report = build_report(result, None, plain_document())
    pieces = (piece for piece in flat(pieces_of(report)) if isinstance(piece, Paragraph))
    return ["".join(span.text for span in piece.words) for piece in pieces]


@pytest.mark.parametrize(
    ("kind", "unit"), [("probability-per-mission", "per mission"), ("probability-per-demand", "per demand")]
)
def test_frequencies_of_the_risk_matrix_have_a_unit(tmp_path: Path, kind: str, unit: str) -> None:
    edits = {"case.study": {"risk_matrix": MATRIX}, "trees.FT.kind": kind, "claims.C1.requirement.kind": kind}
    for event in ("E1", "E2"):
        edits[f"events.{event}.model.kind"] = kind
    report = build_report(
        assess(load(folder(tmp_path / "case", edited(calculation(), edits)))), None, plain_document()
    )
    heads = [piece.head[0] for piece in flat(pieces_of(report)) if isinstance(piece, TableBlock)]
    assert any(f"requency {unit}" in str(head) for head in heads), heads


def test_a_case_without_matrix_says_nothing_of_frequencies(tmp_path: Path) -> None:
    said = texts(assess(load(folder(tmp_path / "case", calculation()))))
    assert not any("Frequencies" in text for text in said)


def cells(*row: int) -> list[tuple[Span, ...]]:
    return [(Span(("word " * n)[:n]),) for n in row]


def test_one_long_cell_leaves_the_other_rows_their_room() -> None:
    """Of a reason with 700 signs of places, and four with few, the reasons are not broken into a word a line."""
    rows = [cells(14, 700), *(cells(50, 24) for _ in range(4))]
    shares = content_shares(("Reason", "Items"), rows)
    reason = shares[0] / sum(shares)
    assert reason > 0.15
    assert sum(row_lines(row, shares) for row in rows) < 28


def test_columns_of_rows_that_are_alike_stay_as_they_were() -> None:
    rows = [cells(20, 400) for _ in range(5)]
    shares = content_shares(("Reason", "Items"), rows)
    assert 0.03 < shares[0] / sum(shares) < 0.1


def test_a_zero_before_the_axis_does_not_touch_the_words(tmp_path: Path) -> None:
    title = (
        "Tests of the range guard on a pier, by night and by day, in calm water and in waves of all heights"
    )
    edits = {"evidence_items.EV.title": title}
    record = RECORD.replace("buoy,4000,1", "buoy,4000,0")
    ends = []
    for name, given in (("zero", record), ("one", RECORD)):
        result = assess(load(folder(tmp_path / name, edited(measured(), edits), files={"record.csv": given})))
        (chart,) = margin_charts(result)
        (words,) = re.findall(r">(Probability \([^<]*…)<", chart.body)
        ends.append(len(words))
        assert (">0<" in chart.body) == (name == "zero")
    assert ends[0] < ends[1]


@pytest.mark.parametrize(("language", "words"), [("en", "“a new word”"), ("de", "„a new word“")])
def test_quotations_have_the_marks_of_the_language(language: str, words: str) -> None:
    change = FieldChange(Key("claims", "C1"), "text", "an old one", "a new word")
    with use_language(shipped_language(language)):
        assert words in in_words(field_sentence(change))


def test_a_measure_breaks_between_its_words(tmp_path: Path) -> None:
    """In a narrow column a name such as ``homogeneity_p_value`` ends its line after an underscore."""
    result = assess(load(folder(tmp_path / "case", measured(), files={"record.csv": RECORD})))
    page = write_html(result, tmp_path / "case.html").read_text("utf-8")
    names = [name for state in result.evidence.values() for name in state.measures if "_" in name]
    assert names
    for name in names:
        assert f'<th scope="row">{name.replace("_", "_<wbr>")}</th>' in page
