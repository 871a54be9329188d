"""How pieces are set: nothing that belongs together is parted by a page's end, no list in a table has no end."""

from __future__ import annotations

import copy
import datetime
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.model.results import Assessment
from casegen.render.attachments import attachments
from casegen.render.diagrams.diagram import Diagram
from casegen.render.fonts import boxed
from casegen.render.language import current_language, translate
from casegen.render.pdf import _data
from casegen.render.pdf_pictures import detached
from casegen.render.prose.audit import changes, checks, review
from casegen.render.prose.chapters import LONG, pieces_of
from casegen.render.prose.drawings import Drawings
from casegen.render.prose.pieces import (
    Annexes,
    Break,
    Bullets,
    DrawingSheet,
    Heading,
    Paragraph,
    Picture,
    Piece,
    TableBlock,
    plain,
)
from casegen.render.prose.summary import MOST_PLACES, actions
from casegen.render.prose.typeset import typeset
from casegen.render.report import Report, build_report
from casegen.render.resources import document_file, fonts_folder, typesetter
from casegen.render.views import Sections


def one_table(rows: int, words: str = "short") -> TableBlock:
    return TableBlock(("a", "b"), tuple((plain(n), plain(words)) for n in range(rows)), "A table of a method")


def test_a_short_paragraph_stays_with_its_heading_and_what_it_introduces() -> None:
    title, lead = Heading(2, "A tree"), Paragraph(plain("TE-SD: 3.1 × 10⁻⁵"))
    first, second = (row["lead"] for row in typeset([title, lead, lead, Heading(3, "Spread")])[1:3])
    assert first
    assert second
    assert not typeset([title, Paragraph(plain("long " * 200)), one_table(2)])[1]["lead"]
    assert not typeset([title, lead, Heading(2, "The next tree")])[1]["lead"], "it introduces nothing"
    assert not typeset([title, lead, Picture("p", "", "", '<svg viewBox="0 0 9 9"/>')])[1]["lead"]
    assert not typeset([one_table(1), lead, one_table(1)])[1]["lead"], (
        "without a heading it ends what is above it"
    )


@pytest.mark.slow
def test_what_stands_in_parts_moves_no_chapter_into_the_annexes(assessment: Assessment) -> None:
    """Long tables are set in parts and short ones upright: rows of the typesetter are more than pieces."""
    report = build_report(assessment)
    row = report.sections["assumptions"][0]
    many = replace(report, sections={**report.sections, "assumptions": [row] * 600})  # type: ignore[arg-type]
    data = _data(many, attachments(assessment), current_language(), datetime.date(2026, 1, 1))
    titles = [piece["text"] for piece in data["annexes"] if piece["is"] == "heading" and piece["level"] == 1]
    assert titles[0] == translate("chapter.claims")
    assert data["annexes"][0]["is"] == "heading"


def test_a_small_table_of_a_method_stands_on_one_page() -> None:
    assert typeset([one_table(12)])[0]["whole"]
    assert not typeset([one_table(40)])[0]["whole"]
    assert not typeset([one_table(12, "many words " * 60)])[0]["whole"]


def test_signs_that_only_join_or_vary_others_take_no_room_in_a_drawing() -> None:
    assert boxed("👩\u200d👩\u200d👧 ❤\ufe0f a\u00adb") == "□□□ ❤ ab"
    assert boxed("<svg a='1'>A</svg>\n") == "<svg a='1'>A</svg>\n"


def sections(assessment: Assessment) -> tuple[Sections, Drawings]:
    report = build_report(assessment)
    return copy.deepcopy(report.sections), Drawings(report)


def test_what_is_long_in_the_annexes_is_said_once_or_in_the_whole_width(assessment: Assessment) -> None:
    data, drawings = sections(assessment)
    rule = {"rule": "claim-undeveloped", "severity": "warning", "severity_words": "warning", "class": "stale",
            "source": "SCCG", "hint": "develop it"}  # fmt: skip
    data["diagnostics"] = [
        {**rule, "message": f"claim W{n}: no argument given yet", "location": f"case.yaml:{n}:5",
         "target": {"id": f"W{n}", "href": f"claim-W{n}"}} for n in range(300)
    ]  # fmt: skip
    heading, about, listed = checks(data, drawings)
    assert isinstance(heading, Heading)
    assert heading.text == "claim-undeveloped"
    assert isinstance(about, Paragraph)
    assert "develop it" in "".join(span.text for span in about.words)
    assert isinstance(listed, TableBlock)
    assert len(listed.rows) == 300
    assert len(listed.head) == 2

    step = {
        "what": "Give 308 claims an argument",
        "refs": [{"id": f"W{n}", "href": ""} for n in range(308)],
        "why": [],
    }
    data["actions"]["rows"] = [step]
    table = next(piece for piece in actions(data, drawings) if isinstance(piece, TableBlock))
    words = "".join(span.text for span in table.rows[0][2])
    assert words.count("W") == MOST_PLACES
    assert translate("summary.more_reasons", n=308 - MOST_PLACES) in words


def test_reasons_of_a_sign_off_that_no_longer_stands_are_a_list_below_its_table(
    assessment: Assessment,
) -> None:
    data, drawings = sections(assessment)
    why = [f"basic event BE-{n}: model.rate was 0.0004, is 0.001" for n in range(9)]
    data["review"]["sign_offs"] = [
        {"id": "S1", "anchor": "sign-off-S1", "target": {"id": "C1", "href": ""}, "name": "Rita", "class": "stale",
         "independence_words": "", "decision_words": "accept", "conditions": [], "baseline": "r1", "date": "",
         "stands": False, "state": "no longer valid", "why": why, "text": ""}
    ]  # fmt: skip
    pieces = list(review(data, drawings))
    assert isinstance(pieces[-1], Bullets)
    assert len(pieces[-1].items) == 9
    assert isinstance(pieces[-3], TableBlock)
    assert all(len("".join(span.text for span in cell)) < 60 for cell in pieces[-3].rows[0])


def test_parts_that_came_together_have_the_room_of_the_description(assessment: Assessment) -> None:
    data, drawings = sections(assessment)
    refs = [{"id": f"N-{n}", "href": ""} for n in range(20)]
    group = {"id": "N-0", "href": "", "kind": "added", "part": "claim", "text": "", "kind_words": "new",
             "part_words": "claim", "refs": refs}  # fmt: skip
    state = {"word": "Supported", "class": "supported"}
    data["changes"] = {
        "label": "r1", "since": None, "summary": "20 parts added", "problem": "", "parts": [group], "grouped": [group],
        "supported": {"before": state, "after": state, "changed": False}, "errors": [], "evidence": [], "trees": [],
        "requirements": [], "claims": [], "findings": [], "sign_offs": [], "asked": [],
    }  # fmt: skip
    table = next(p for p in changes(data, drawings) if isinstance(p, TableBlock) and len(p.head) == 4)
    assert "".join(span.text for span in table.rows[0][3]).count("N-") == 20
    assert table.widths[3] > 2.5 * table.widths[2]


def test_small_drawings_stand_in_the_text_and_wide_ones_share_a_sheet(assessment: Assessment) -> None:
    report = build_report(assessment)
    for width, height, kind in (
        (300.0, 120.0, Picture),
        (500.0, 420.0, DrawingSheet),
        (1000.0, 200.0, DrawingSheet),
    ):
        drawn = tuple(Diagram(f"d{n}", "scenario", f"Drawing {n}", "a", width, height, "") for n in range(2))
        made = list(Drawings(replace(report, diagrams=drawn)).sheets(("scenario",)))
        assert {type(one) for one in made} == {kind}, (width, height)
        names = [
            p.name
            for one in made
            for p in ([one] if isinstance(one, Picture) else [q for q, *_ in one.placed])
        ]
        assert names == ["d0", "d1"]


def test_an_annex_of_many_rows_has_pages_of_its_own(assessment: Assessment) -> None:
    """What stands between page breaks is laid out side by side; short annexes go on where the last one ends."""
    report = build_report(assessment)
    row = report.sections["claims"][0]
    many = replace(report, sections={**report.sections, "claims": [row] * (LONG + 1)})  # type: ignore[arg-type]
    assert Break() not in _annexes(report)
    pieces = _annexes(many)
    ends = [n for n, piece in enumerate(pieces) if isinstance(piece, Break)]
    assert [pieces[n + 1] for n in ends] == [
        Heading(1, translate(f"chapter.{name}"), f"chapter-{name}") for name in ("claims", "tables")
    ]


def _annexes(report: Report) -> list[Piece]:
    pieces = list(pieces_of(report))
    return pieces[pieces.index(Annexes()) + 1 :]


WATCH = """
#import "report/look.typ": placed
#context {
  let now = data.labels.keys().map(n => (n, if placed() { str(locate(label(n)).page()) }))
  let had = query(label("first pass"))
  if placed() [#metadata(if had.len() > 0 { had.first().value } else { now })#label("first pass")]
  [#metadata(now)#label("last pass")]
}
"""


@pytest.mark.slow
def test_the_first_pass_of_the_layout_has_the_pages_of_the_last(
    assessment: Assessment, tmp_path: Path
) -> None:
    """References have room before their pages are known, so that only they are set a second time."""
    data = _data(
        build_report(assessment), attachments(assessment), current_language(), datetime.date(2026, 1, 1)
    )
    data["fonts"], data["files"] = ["Inter", "DejaVu Sans"], []
    templates = tmp_path / "documents"
    shutil.copytree(document_file(""), templates)
    with (templates / "report.typ").open("a") as script:
        script.write(WATCH)
    compiler = typesetter().Compiler(
        str(templates / "report.typ"), root=str(templates), ignore_system_fonts=True,
        font_paths=[str(fonts_folder())], sys_inputs={"data": json.dumps(detached(data, []))},
    )  # fmt: skip
    first, last = (
        json.loads(compiler.query(f'label("{name} pass")'))[0]["value"] for name in ("first", "last")
    )
    assert len(last) == len(data["labels"]) > 10
    assert first == last
