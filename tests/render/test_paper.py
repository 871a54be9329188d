"""The printed report: read to the end, in about fifty pages, with a page behind every reference."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from fixture_case import build_assessment

import casegen
from casegen.argument.outcome_text import outcome
from casegen.assessment.points import preventing
from casegen.model.argument import Argument, Claim
from casegen.model.case import Case, Header
from casegen.model.document import ANNEXES, REPORT
from casegen.model.quantity import Comparison, Estimate, MeasureKind
from casegen.model.results import Assessment, ClaimResult, Reason, RequirementResult, Status
from casegen.render.diagrams.diagram import Continuation, Diagram
from casegen.render.document_settings import plain
from casegen.render.language import shipped_language, translate
from casegen.render.page_size import PT_PER_MM, Room, room
from casegen.render.pdf import begin_pdf
from casegen.render.prose import Bullets, Heading, Items, Paragraph, TableBlock, flat, pieces_of
from casegen.render.prose import case as prose_case
from casegen.render.prose.chapters import CHAPTERS
from casegen.render.prose.columns import table_widths
from casegen.render.prose.drawings import Drawings, in_text, plot_row, tall_last, text_behind_sheets, ways_on
from casegen.render.prose.pieces import (
    LINE,
    Annexes,
    Break,
    Contents,
    DrawingSheet,
    Picture,
    PictureRow,
    Sideways,
    Span,
    Together,
)
from casegen.render.prose.places import places
from casegen.render.prose.quantities import drawn_apart
from casegen.render.prose.typeset import typeset
from casegen.render.report import Report, build_report
from casegen.render.report.ledger import ledger_sentence
from casegen.render.sheet_packing import PACKED
from casegen.review.dossier import Dossier, gather

A3 = (431.8 + 1) * 72 / 25.4


@pytest.fixture(autouse=True)
def _dated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780000000")


@pytest.fixture(scope="module")
def report(assessment: Assessment) -> Report:
    return build_report(assessment)


def text_of(pieces: list[object]) -> str:
    spans: list[Span] = []
    for piece in flat(pieces):  # type: ignore[arg-type]
        match piece:
            case Paragraph():
                spans += piece.words
            case Bullets():
                spans += [span for item in piece.items for span in item]
            case TableBlock():
                for row in piece.rows:
                    for cell in row:
                        spans += [s for i in cell.items for s in i] if isinstance(cell, Items) else cell
    return " ".join(span.text for span in spans)


def chapter_pages(pdf: pikepdf.Pdf) -> dict[str, int]:
    """The page, counted from 1, on which each chapter begins."""
    numbers = {page.objgen: n for n, page in enumerate(pdf.pages, 1)}
    matches = {}
    with pdf.open_outline() as outline:
        for item in outline.root:
            place = item.destination
            if not isinstance(place, pikepdf.Array):
                place = item.action.D
            matches[item.title] = numbers[place[0].objgen]
    return matches


def test_the_summary_answers_what_an_assessor_asks_first(report: Report) -> None:
    pieces = list(pieces_of(report, title=False))
    first = pieces[: next(n for n, piece in enumerate(pieces) if isinstance(piece, Contents))]
    asked = [piece.text for piece in first if isinstance(piece, Heading) and piece.level == 2]
    assert asked == [translate(f"summary.{key}") for key in ("claimed", "holds", "why", "next")]
    words = text_of(first)
    for root in report.sections["verdict"]["roots"]:
        assert root["text"] in words
    for point in report.sections["actions"]["points"]:
        assert point["id"] in words, "everything that prevents support is named"
    assert report.sections["actions"]["rows"][0]["what"] in words


def test_chapters_of_the_report_come_first_then_the_annexes(report: Report) -> None:
    assert plain().chapters == (*REPORT, *ANNEXES)
    pieces = list(pieces_of(report, title=False))
    cut = next(n for n, piece in enumerate(pieces) if isinstance(piece, Annexes))
    later = [p.anchor for p in pieces[cut:] if isinstance(p, Heading) and p.level == 1]
    assert later == [f"chapter-{name}" for name in ANNEXES]


def test_every_reference_leads_to_a_place_that_is_printed(report: Report) -> None:
    pieces = list(pieces_of(report, title=False))
    known = set(places(pieces))
    spans = [s for piece in typeset(pieces) for s in _spans(piece) if s.get("h")]
    assert len(spans) > 100
    lost = {s["h"] for s in spans} - known
    assert not lost, "a reference without a page"


def _spans(value: object) -> list[dict[str, str]]:
    if isinstance(value, dict):
        own = [value] if "t" in value else []
        return own + [s for part in value.values() for s in _spans(part)]
    if isinstance(value, list):
        return [s for part in value for s in _spans(part)]
    return []


def test_a_place_exists_once(report: Report) -> None:
    anchors: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, dict):
            anchors.extend(a for a in [value.get("anchor"), *value.get("anchors", ())] if a)
            if "svg" in value and value["name"]:
                anchors.append(value["name"])
            for part in value.values():
                collect(part)
        elif isinstance(value, list):
            for part in value:
                collect(part)

    collect([p for p in typeset(pieces_of(report, title=False)) if p["is"] != "index"])
    assert len(anchors) == len(set(anchors))


def test_a_row_that_fills_more_than_a_page_may_break() -> None:
    short, long = (Span("a word"),), (Span("word " * 3000),)
    (row,) = typeset([TableBlock(("a", "b"), ((short, long), (short, short)), widths=(1, 1))])
    assert [r["whole"] for r in row["rows"]] == [False, True]


def test_a_plot_on_another_page_than_its_item_s_words_names_the_item(report: Report) -> None:
    chapter = list(itertools.dropwhile(lambda p: not isinstance(p, Together), pieces_of(report)))
    items = {row["id"] for row in report.sections["evidence"]}
    after = [
        b for a, b in itertools.pairwise(chapter) if isinstance(a, Together) and isinstance(b, PictureRow)
    ]
    assert after
    for plots in after:
        assert {plot.title.split(": ")[0] for plot in plots.pictures} <= items


def test_each_evidence_item_stands_together(report: Report) -> None:
    together = [p for p in pieces_of(report) if isinstance(p, Together)]
    assert len(together) == len(report.sections["evidence"])
    for piece, row in zip(together, report.sections["evidence"], strict=True):
        assert isinstance(piece.pieces[0], Heading)
        assert piece.pieces[0].anchor == row["anchor"]
        names = {m["name"] for m in row["measures"] if m["used"]}
        assert all(name in text_of([piece]) for name in names), "what the case uses is on the page itself"


@pytest.mark.parametrize(("value", "upper", "narrow"), [(0.009, 0.0155, True), (0.012, 0.0155, False)])
def test_more_data_are_asked_for_only_where_the_estimate_meets_the_limit(
    assessment: Assessment, value: float, upper: float, narrow: bool
) -> None:
    estimate = Estimate(value=value, kind=MeasureKind.PER_DEMAND, lower=0.001, upper=upper, confidence=0.975)
    result = RequirementResult(
        "t",
        Comparison.AT_MOST,
        0.01,
        MeasureKind.PER_DEMAND,
        0.975,
        estimate,
        upper,
        holds=False,
        subject="errors",
    )
    claim = assessment.case.claims[0].id
    reason = Reason(claim, outcome(result), Status.CHALLENGED)
    failing = replace(assessment, requirements={claim: result}, weakest=(reason,))
    (point,) = preventing(failing)
    assert point.narrow is narrow
    (row, *_) = build_report(failing, Dossier()).sections["actions"]["rows"]
    assert row["what"] == translate("actions.measure_more" if narrow else "actions.requirement")


def test_error_probabilities_that_add_up_to_one_are_said_to_bound_nothing(assessment: Assessment) -> None:
    class Account:
        spends = (type("S", (), {"measured": 28})(),)
        statistical, doubts, by_value, confidence = 1.9, 0.0, (), 0.0

    class Ledger:
        def account(self, roots: object) -> Account:
            return Account()

    sentence = ledger_sentence(replace(assessment, ledger=Ledger()))  # type: ignore[arg-type]
    assert "1.9" in sentence
    assert "together" in sentence
    assert "spent" not in sentence


@pytest.mark.slow
def test_no_page_is_larger_than_a3_and_the_summary_ends_on_the_third(assessment: Assessment) -> None:
    pdf = pikepdf.open(io.BytesIO(begin_pdf(assessment)()))
    for page in pdf.pages:
        assert max(float(side) for side in page.MediaBox[2:]) <= A3
    pages = chapter_pages(pdf)
    starts = {title.split(" ", 1)[1]: n for title, n in pages.items()}
    assert starts[translate("chapter.verdict")] == 2
    assert starts[translate("chapter.control")] <= 5, "title, two pages of summary, contents"
    assert starts[translate("chapter.claims")] > starts[translate("chapter.actions")]


@pytest.mark.slow
@pytest.mark.parametrize("example", ["auv", "inspection", "monitor", "robot"])
def test_the_report_of_every_example_has_at_most_fifty_pages(example: str) -> None:
    root = Path(__file__).parents[2] / "examples" / example
    assessed = casegen.assess(casegen.load(root))
    pdf = pikepdf.open(io.BytesIO(begin_pdf(assessed, gather(assessed))()))
    pages = chapter_pages(pdf)
    annexed = next(n for title, n in pages.items() if title.startswith("A "))
    assert annexed - 1 <= 50
    assert all(max(float(side) for side in page.MediaBox[2:]) <= A3 for page in pdf.pages)


@pytest.mark.slow
def test_docx_is_set_by_styles_with_widths_and_kept_rows(assessment: Assessment) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from casegen.render.prose.docx import docx_document

    raw = docx_document(assessment)
    document = docx.Document(io.BytesIO(raw))
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        body = archive.read("word/document.xml").decode()
        styles = archive.read("word/styles.xml").decode()
    rows, kept = body.count("<w:tr>") + body.count("<w:tr "), body.count("<w:cantSplit")
    assert rows == kept > 50
    grids = [
        re.findall(r'w:gridCol w:w="(\d+)"', grid) for grid in re.findall(r"<w:tblGrid>.*?</w:tblGrid>", body)
    ]
    assert any(len(set(grid)) > 1 for grid in grids), "columns have widths of their own"
    wide = [s for s in document.sections if s.page_width > s.page_height]
    assert wide, "large drawings lie on their side"
    assert 'w:styleId="Heading1"' in styles
    assert "<w:numPr>" in re.search(r'w:styleId="Heading1".*?</w:style>', styles, re.DOTALL)[0]  # type: ignore[index]
    contents = [p.text for p in document.paragraphs if p.style.name.startswith("toc ")]
    assert any(translate("chapter.trees") in line for line in contents), "the contents are there"
    assert 'w:val="Hyperlink"' in body
    bulleted = [
        p
        for table in document.tables
        for cell in table._cells
        for p in cell.paragraphs
        if p.style.name == "Cell bullet"
    ]
    assert bulleted, "lists stand in cells as lists"


@pytest.mark.slow
def test_docx_repeats_its_contents_for_every_chapter(assessment: Assessment) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from casegen.render.prose.docx import docx_document

    document = docx.Document(io.BytesIO(docx_document(assessment)))
    chapters = [p.text for p in document.paragraphs if p.style.name == "Heading 1"]
    listed = [p.text.split(" ", 1)[1].strip() for p in document.paragraphs if p.style.name == "toc 1"]
    assert listed == chapters


@pytest.mark.slow
def test_open_actions_name_findings_approvals_and_checks(assessment: Assessment) -> None:
    said = build_report(assessment, Dossier()).sections["actions"]["rows"]
    assert any(row["what"] == translate("actions.nobody") for row in said)
    challenged = [r for r in assessment.weakest if r.status is Status.CHALLENGED]
    named = {ref["id"] for row in said for ref in row["refs"]}
    assert {r.target for r in challenged} <= named
    assert build_assessment().supported is False


@pytest.mark.slow
def test_the_summary_stays_short_however_much_prevents_support(assessment: Assessment) -> None:
    names = [claim.id for claim in assessment.case.claims]
    many = tuple(
        Reason(name, f"no argument given yet: {n}", Status.UNDEVELOPED) for n in range(40) for name in names
    )
    report = build_report(replace(assessment, weakest=many), Dossier())
    pieces = list(pieces_of(report, title=False))
    first = pieces[: next(n for n, piece in enumerate(pieces) if isinstance(piece, Contents))]
    assert len(text_of(first)) < 9000
    (row, *_) = report.sections["actions"]["rows"]
    assert {ref["id"] for ref in row["refs"]} == set(names), "the chapter of actions names all of them"


@pytest.mark.slow
def test_a_chapter_that_begins_with_one_large_drawing_has_its_heading_on_that_page() -> None:
    """A single sheet on its side; the heading may not stay behind on the page before."""
    names = [f"C{n}" for n in range(14)]
    claims = (
        Claim(id="TOP", text="All of it"),
        *(
            Claim(
                id=n,
                text=f"Part {n} of it is as it must be, and that has been shown by somebody who knows it",
            )
            for n in names
        ),
    )
    argument = Argument(**{"id": "A", "supports": "TOP", "block": "decomposition", "from": tuple(names)})
    case = Case(header=Header(id="x", title="x", roots=("TOP",)), claims=claims, arguments=(argument,))
    results = {one.id: ClaimResult(one.id, Status.UNDEVELOPED) for one in claims}
    assessed = Assessment(case=case, supported=False, claims=results, nodes={}, evidence={}, trees={})
    report = build_report(assessed)
    [drawn] = [d for d in report.diagrams if d.kind == "argument"]
    assert room(drawn)["landscape"]
    [sheet] = [p for p in pieces_of(report) if isinstance(p, DrawingSheet)]
    assert sheet.heading is not None
    height = 13 + drawn.height * sheet.scale / PT_PER_MM
    assert height <= sheet.height - 34 - 10, "heading and caption fit beside the drawing"
    pdf = pikepdf.open(io.BytesIO(begin_pdf(assessed)()))
    [place] = [n for title, n in chapter_pages(pdf).items() if title.endswith(translate("chapter.argument"))]
    box = pdf.pages[place - 1].MediaBox
    assert box[2] > box[3], "the page on its side"


def test_a_step_with_hundreds_of_reasons_tells_the_first_and_counts_the_others(
    assessment: Assessment,
) -> None:
    name = next(iter(assessment.claims))
    many = tuple(Reason(name, f"event E{n} has no source", Status.NOT_EVALUATED) for n in range(300))
    report = build_report(replace(assessment, weakest=many), Dossier())
    pieces = list(pieces_of(report, title=False))
    start = next(n for n, p in enumerate(pieces) if isinstance(p, Heading) and p.anchor == "chapter-actions")
    table = next(p for p in pieces[start:] if isinstance(p, TableBlock))
    words = text_of([table])
    assert words.count("has no source") == 12
    assert translate("summary.more_reasons", n=288) in words


def test_a_turned_page_leaves_no_page_with_a_picture_alone(report: Report) -> None:
    """The chart of hazards stands beside the table that lies on its side, on whichever page has room."""
    assert [piece.upright for piece in pieces_of(report) if isinstance(piece, Sideways)] == [True], (
        "it is short"
    )
    many = {**report.sections, "hazop": report.sections["hazop"] * 20}
    pieces = list(pieces_of(replace(report, sections=many)))
    [turned] = [piece for piece in pieces if isinstance(piece, Sideways)]
    assert not turned.upright
    assert turned.picture is not None
    assert turned.picture.name.startswith("chart-coverage")
    assert turned.picture not in pieces
    assert [p for p in flat(pieces) if p == turned.picture] == [turned.picture]


def test_a_tall_picture_between_words_stands_at_its_chapter_s_end_where_no_page_is_set(
    report: Report,
) -> None:
    room: Room = {"landscape": False, "width": 210.0, "height": 297.0, "scale": 0.72}
    tall, low = (Picture(f"p{h}", "", "", f'<svg viewBox="0 0 90.0 {h}.0"/>', room) for h in (600, 90))
    title, next_title, words = Heading(1, "One"), Heading(1, "Two"), Paragraph(())
    assert [*tall_last([title, words, low, words, tall, words, next_title, words])] == [
        title, words, low, words, words, tall, next_title, words,
    ]  # fmt: skip
    assert [*tall_last([title, tall, tall, words])] == [title, tall, tall, words], (
        "drawings that make a chapter"
    )
    assert [*tall_last([words, Sideways((), tall), words])] == [words, Sideways(()), words, tall]


def test_a_drawing_between_sheets_stands_behind_them_and_the_first_one_before() -> None:
    upright: Room = {"landscape": False, "width": 210.0, "height": 297.0, "scale": 0.72}
    first, between, last = (Picture(name, "", "", '<svg viewBox="0 0 9 9"/>', upright) for name in "abc")
    sheet = DrawingSheet(420.0, 297.0, (), PACKED)
    lying = replace(first, name="d", room={**upright, "landscape": True})
    given = [first, sheet, between, lying, last]
    assert [*text_behind_sheets(given)] == [first, sheet, lying, between, last]


def test_large_drawings_of_trees_stand_behind_all_trees(report: Report) -> None:
    chapter = list(CHAPTERS["trees"](report.sections, Drawings(report)))
    drawn = [n for n, p in enumerate(chapter) if isinstance(p, DrawingSheet | Picture)]
    words = [n for n, p in enumerate(chapter) if isinstance(p, TableBlock | Paragraph)]
    assert min(drawn) > max(words)
    own_page = [isinstance(p, DrawingSheet) or not in_text(p) for p in chapter[drawn[0] :]]  # type: ignore[arg-type]
    assert any(own_page)
    first = chapter[min(drawn)]
    heading = first.heading if isinstance(first, DrawingSheet) else chapter[min(drawn) - 1]
    assert isinstance(heading, Heading)
    assert heading.text == translate("trees.drawings")


def test_each_tree_s_drawings_are_in_order_those_in_the_text_before_or_behind_all_sheets(
    report: Report,
) -> None:
    """A before the sheets, where the page has room; B3 would come behind B4: it has a sheet; B5 behind."""
    widths = {"B1": 1500, "A": 200, "B2": 1500, "B3": 200, "B4": 1500, "B5": 200}
    drawn = tuple(
        Diagram(name, "tree", name, name, width, 600.0 if width == 200 else 900.0, "", subject=name[0])
        for name, width in widths.items()
    )
    printed = Drawings(replace(report, diagrams=drawn)).in_turn("A", "B")
    names = [p.name if isinstance(p, Picture) else [one.name for one, _, _ in p.placed] for p in printed]
    assert names == ["A", "B1", "B2", ["B3"], "B4", "B5"]


def test_a_chapter_without_content_takes_no_page() -> None:
    claims = (Claim(id="TOP", text="All of it"),)
    case = Case(header=Header(id="x", title="x", roots=("TOP",)), claims=claims)
    results = {"TOP": ClaimResult("TOP", Status.UNDEVELOPED)}
    assessed = Assessment(case=case, supported=False, claims=results, nodes={}, evidence={}, trees={})
    pieces = list(pieces_of(build_report(assessed)))
    at = next(
        n for n, p in enumerate(pieces) if isinstance(p, Heading) and p.text == translate("chapter.trees")
    )
    assert not isinstance(pieces[at - 1], Break)


@pytest.mark.parametrize(("width", "breaks"), [(200, 0), (1500, 1)])
def test_a_chapter_starts_below_a_drawing_in_the_text_and_after_a_page_of_drawings_on_the_next(
    report: Report, width: float, breaks: int
) -> None:
    drawn = Diagram("d", "argument", "Drawing", "a", width, 100.0, "")
    pieces = list(pieces_of(replace(report, diagrams=(drawn,))))
    at = next(n for n, p in enumerate(pieces) if isinstance(p, Heading) and p.anchor == "chapter-evidence")
    assert sum(isinstance(piece, Break) for piece in pieces[at - 1 : at]) == breaks


def test_captions_say_once_where_a_drawing_goes_on() -> None:
    links = [Continuation("b", "A1", False), Continuation("a", "sheet 1", True), Continuation("c", "A1", False),
             Continuation("d", "K, W", False), Continuation("e", "sheet 2", True)]  # fmt: skip
    assert ways_on(links) == (
        (("a",), "from sheet 1"), (("e",), "sheet 2"), (("b", "c"), "continues: A1"), (("d",), "K, W"),
    )  # fmt: skip


def test_drawings_of_trees_that_take_much_of_a_page_stand_together_behind_all_trees() -> None:
    def drawing(name: str, height: float) -> Picture:
        sheet: Room = {"landscape": False, "width": 210.0, "height": 297.0, "scale": 0.72}
        return Picture(name, name, "", f'<svg viewBox="0 0 90.0 {height / 0.72 * PT_PER_MM:.1f}"/>', sheet)

    small, tall = drawing("small", 50.0), drawing("tall", 120.0)
    sheet = DrawingSheet(420.0, 297.0, ((tall, 0.0, 0.0),), PACKED)
    assert drawn_apart({"A": [small], "B": [tall], "C": [tall]}) == ["B", "C"]
    assert drawn_apart({"A": [small], "B": [tall], "C": [sheet]}) == ["B", "C"]
    assert drawn_apart({"A": [small], "B": [tall]}) == [], "one alone stands with its tree"
    assert drawn_apart({"A": [small], "B": [sheet]}) == ["B"]


def test_a_small_drawing_behind_its_tree_s_sheet_stays_with_it(report: Report) -> None:
    widths = {"B1": 1500, "B2": 200, "C1": 1500, "C2": 200}
    drawn = tuple(
        Diagram(name, "tree", name, name, width, 600.0 if width == 200 else 900.0, "", subject=name[0])
        for name, width in widths.items()
    )
    printed = Drawings(replace(report, diagrams=drawn)).in_turn("B", "C")
    names = [p.name if isinstance(p, Picture) else p.placed[0][0].name for p in printed]
    assert names == ["B1", "B2", "C1", "C2"]


def test_the_tallest_of_three_plots_comes_first_so_that_numbers_follow_the_pages() -> None:
    tall, low, other = (
        Picture(n, "", "", f'<svg viewBox="0 0 9 {h}"/>') for n, h in (("a", 8), ("b", 4), ("c", 5))
    )
    assert [p.name for p in plot_row([low, tall, other]).pictures] == ["a", "b", "c"]
    assert [p.name for p in plot_row([tall, low]).pictures] == ["a", "b"]


def test_each_tree_refers_to_its_own_tables(report: Report) -> None:
    drawings = Drawings(report)
    words = [p for p in CHAPTERS["trees"](report.sections, drawings) if isinstance(p, Paragraph)]
    asked = [s.href for p in words for s in p.words if s.href.startswith("tables-")]
    headings = [p.anchor for p in CHAPTERS["tables"](report.sections, drawings) if isinstance(p, Heading)]
    assert asked == [f"tables-{tree['anchor']}" for tree in report.sections["trees"]]
    assert set(asked) <= set(headings)


def test_a_state_has_the_room_of_its_longest_word(assessment: Assessment) -> None:
    """German words are longer than English ones: a width follows the words that stand there."""
    words = shipped_language("de").words
    states = [words[f"state.{key}"] for key in ("accepted", "refuted", "unknown", "open")]
    report = build_report(assessment)
    pieces = prose_case.assumptions(report.sections, Drawings(report))
    given = [p for p in pieces if isinstance(p, TableBlock) and translate("column.state") in p.head]
    assert len(given) == 2
    for piece in given:
        at = piece.head.index(translate("column.state"))
        for state in states:
            rows = [(*row[:at], (Span(state),), *row[at + 1 :]) for row in piece.rows]
            widths = table_widths(replace(piece, rows=tuple(rows)), LINE, lambda word: len(word) + 1.0)
            assert widths[at] >= len(state), state
