"""The PDF: archival and accessible by its metadata, tagged, with outline, alternative texts and data inside."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import re
import shutil
import subprocess
from dataclasses import replace

import pikepdf
import pytest
from fixture_case import build_assessment, with_hostile_text

from casegen.model.results import Assessment
from casegen.render import pdf_pictures, write_pdf
from casegen.render.attachments import attachments, case_json
from casegen.render.diagrams.diagram import Diagram
from casegen.render.page_size import PT_PER_MM, SMALLEST, room, tiles
from casegen.render.pdf import begin_pdf
from casegen.render.pdf_pictures import detached
from casegen.render.pictures import picture_size
from casegen.render.prose import pieces_of
from casegen.render.prose.pieces import Annexes
from casegen.render.prose.typeset import typeset
from casegen.render.report import build_report


@pytest.fixture(scope="module")
def pdf(assessment: Assessment, tmp_path_factory: pytest.TempPathFactory) -> pikepdf.Pdf:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1780000000")
        path = write_pdf(assessment, tmp_path_factory.mktemp("pdf") / "case.pdf")
    return pikepdf.open(path)


def structure(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    """All structure elements, depth first."""
    result, pending = [], [pdf.Root.StructTreeRoot]
    while pending:
        element = pending.pop()
        if isinstance(element, pikepdf.Array):
            pending.extend(element)
        elif isinstance(element, pikepdf.Dictionary):
            if "/S" in element and element.get("/Type", "/StructElem") == "/StructElem":
                result.append(element)
            if "/K" in element:
                pending.append(element.K)
    return result


@pytest.mark.slow
def test_nothing_is_said_of_suspects(pdf: pikepdf.Pdf) -> None:
    """The tags are certain, which is the default; pdfinfo ends with an error where it is written."""
    assert pdf.Root.MarkInfo.Marked
    assert "/Suspects" not in pdf.Root.MarkInfo


@pytest.mark.slow
def test_metadata_claims_both_standards(pdf: pikepdf.Pdf) -> None:
    metadata = pdf.open_metadata()
    assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("3", "A")
    assert metadata["pdfuaid:part"] == "1"
    assert metadata["dc:title"] == "Safety case of an autonomous inspection vehicle"
    assert ", ".join(metadata["dc:creator"]) == "Ada Byron, Grace Hopper"


@pytest.mark.slow
def test_tagged_with_language_title_and_outline(pdf: pikepdf.Pdf) -> None:
    assert bool(pdf.Root.MarkInfo.Marked)
    assert str(pdf.Root.Lang).startswith("en")
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    with pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    for wanted in ("Verdict", "Fault trees", "Argument", "Evidence register", "Traceability"):
        assert any(wanted in title for title in titles), titles


@pytest.mark.slow
def test_every_figure_has_an_alternative_text(pdf: pikepdf.Pdf) -> None:
    figures = [element for element in structure(pdf) if element.S == "/Figure"]
    assert len(figures) >= 10
    assert all(str(figure.get("/Alt", "")).strip() for figure in figures)


def test_tables_have_header_cells_and_headings_are_nested(pdf: pikepdf.Pdf) -> None:
    kinds = [str(element.S) for element in structure(pdf)]
    assert kinds.count("/TH") > 20
    assert "/H1" in kinds
    assert "/H2" in kinds


def test_the_case_is_attached_whole(pdf: pikepdf.Pdf, assessment: Assessment) -> None:
    attached = json.loads(pdf.attachments["case.json"].get_file().read_bytes())
    assert len(attached["claims"]) == len(assessment.case.claims)
    assert attached["assessment"]["claims"]["TLC1"]["status"] == "challenged"
    kept = attached["assessment"]["evidence"]["ram-detector"]
    assert kept["measures"]["pmi"]["upper"] == 3.4e-4
    raw = pdf.attachments[kept["file"]].get_file().read_bytes()
    assert hashlib.sha256(raw).hexdigest() == kept["sha256"]
    assert json.loads(raw)["measures"]["pmi"]["upper"] == 3.4e-4


def test_every_result_is_an_associated_file_of_its_own(pdf: pikepdf.Pdf, assessment: Assessment) -> None:
    wanted = {file.name for file in attachments(assessment)}
    assert wanted == set(pdf.attachments)
    assert len(wanted) == 1 + sum(state.document is not None for state in assessment.evidence.values()) > 1
    assert {str(spec.UF) for spec in pdf.Root.AF} == wanted
    for spec in pdf.Root.AF:
        assert spec.AFRelationship == "/Data"
        assert str(spec.EF.F.Subtype) == "/application/json"
        assert str(spec.Desc)


def test_every_font_is_embedded(pdf: pikepdf.Pdf) -> None:
    result = 0
    for drawn in [*pdf.pages, *(form for page in pdf.pages for form in forms(page))]:
        for font in (drawn.Resources.get("/Font") or {}).values():
            descriptor = font.DescendantFonts[0].FontDescriptor
            assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            result += 1
    assert result


def forms(page: pikepdf.Page) -> list[pikepdf.Object]:
    """The pictures of a page that are drawn by lines and letters."""
    return [x for x in page.Resources.get("/XObject", {}).values() if x.get("/Subtype") == "/Form"]


def test_every_picture_stands_in_the_place_of_its_dots(assessment: Assessment, pdf: pikepdf.Pdf) -> None:
    """Pictures are set apart from the text (memory), each in the unit square of an image, none is left out."""
    pictures: list[tuple[str, float]] = []
    pieces = pieces_of(build_report(assessment), title=False)
    detached(typeset(piece for piece in pieces if not isinstance(piece, Annexes)), pictures)
    drawn = [form for page in pdf.pages for form in forms(page)]
    assert len(drawn) == len(pictures) > 10
    for form, (svg, _) in zip(drawn, pictures, strict=True):
        width, height = picture_size(svg)
        a, b, c, d, e, f = (float(x) for x in form.Matrix)
        left, bottom, right, top = (float(x) for x in form.BBox)
        assert (b, c) == (0, 0)
        assert (a * left + e, d * bottom + f) == pytest.approx((0, 0), abs=1e-3)
        assert (a * right + e, d * top + f) == pytest.approx((1, 1), abs=1e-3)
        assert (right - left) / (top - bottom) == pytest.approx(width / height, rel=1e-3)
    assert not any(
        x.get("/Width") == 4 and x.get("/Height") == 1
        for page in pdf.pages
        for x in page.Resources.get("/XObject", {}).values()
    )


@pytest.mark.slow
def test_small_batches_make_the_same_picture(
    monkeypatch: pytest.MonkeyPatch, assessment: Assessment, pdf: pikepdf.Pdf
) -> None:
    monkeypatch.setattr(pdf_pictures, "BATCH", 1)
    small = pikepdf.open(io.BytesIO(begin_pdf(assessment)()))
    assert len(small.pages) == len(pdf.pages)
    assert all(form.read_bytes() for page in small.pages for form in forms(page))


@pytest.mark.slow
def test_repeat_builds_are_identical(assessment: Assessment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780000000")
    assert begin_pdf(assessment)() == begin_pdf(build_assessment())()


def test_tags_are_packed_and_metadata_stays_readable(pdf: pikepdf.Pdf) -> None:
    """PDF/A readers look for the metadata as plain text; the many small objects are compressed together."""
    assert "/Filter" not in pdf.Root.Metadata
    loose = io.BytesIO()
    pdf.save(loose, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    kept = io.BytesIO()
    pdf.save(kept, object_stream_mode=pikepdf.ObjectStreamMode.preserve)
    assert len(kept.getvalue()) < 0.7 * len(loose.getvalue())


@pytest.mark.slow
def test_hostile_text_is_set_as_text(assessment: Assessment) -> None:
    text = '#panic("x") $ \\ *bold* <b>&amp;</b> [link](x) `r` 安全 \x07 @ref = head // --- ' + "W" * 300
    pdf = pikepdf.open(io.BytesIO(begin_pdf(with_hostile_text(assessment, text))()))
    assert len(pdf.pages) > 5


@pytest.mark.slow
def test_an_almost_empty_case_can_be_set(assessment: Assessment) -> None:
    case = replace(
        assessment.case,
        **dict.fromkeys(
            (
                "modules",
                "properties",
                "hazop",
                "scenarios",
                "events",
                "house_events",
                "trees",
                "evidence_items",
                "claims",
                "arguments",
                "evidence",
                "contexts",
                "sub_cases",
                "defeaters",
                "residual_doubts",
            ),
            (),
        ),
    )
    bare = case.header.model_copy(update={"roots": (), "authors": (), "limitations": (), "organisation": ""})
    empty = replace(
        assessment,
        case=replace(case, header=bare),
        claims={},
        nodes={},
        evidence={},
        trees={},
        diagnostics=(),
        weakest=(),
    )
    assert begin_pdf(empty)().startswith(b"%PDF")
    assert json.loads(case_json(empty, {}))["case"]["id"] == "auv"


@pytest.mark.parametrize("size", [(300, 200), (1200, 500), (800, 1000), (3000, 400), (9000, 9000)])
def test_no_drawing_is_scaled_below_readable_size(size: tuple[float, float]) -> None:
    diagram = Diagram("d", "tree", "t", "a", size[0], size[1], "")
    parts = tiles(diagram)
    for width, height, sheet in [(p.width, p.height, p.sheet) for p in parts] or [(*size, room(diagram))]:
        assert sheet["scale"] >= SMALLEST
        assert 10 * sheet["scale"] >= 6.0  # the smallest text is 10 units high
        assert width * sheet["scale"] <= (sheet["width"] - 30) * 72 / 25.4 + 0.01
        assert height * sheet["scale"] <= sheet["height"] * 72 / 25.4
        assert max(sheet["width"], sheet["height"]) <= 431.8, "no sheet is larger than A3"


def test_no_text_is_set_below_six_points() -> None:
    from casegen.render.charts.frame import TEXT, WIDTH
    from casegen.render.page_size import TABLE_SIZES
    from casegen.render.resources import document_file

    stated = [
        float(size)
        for path in document_file("report").glob("*.typ")
        for size in re.findall(r"size: ([0-9.]+)pt", path.read_text("utf-8"))
    ]
    assert len(stated) > 10
    assert min(stated) >= 6.0
    assert min(size for size, _ in TABLE_SIZES) >= 6.0
    shown = (180 - 8) / 2 / 25.4  # inches: two plots and a gutter of 8 mm between the margins of A4
    assert TEXT * shown * 72 / WIDTH >= 6.0


@pytest.mark.parametrize(("columns", "landscape"), [(3, False), (10, False), (16, True)])
def test_a_wide_table_is_set_smaller_then_on_its_side(columns: int, landscape: bool) -> None:
    from casegen.render.page_size import table_room

    table = {
        "columns": ["measure"] * columns, "rows": [["−1.234×10⁻⁵"] * columns] * 3, "numeric": [True] * columns,
    }  # fmt: skip
    result = table_room(table)
    assert result["landscape"] is landscape
    assert result["whole"]
    assert not table_room(
        table | {"columns": ["m"] * 60, "rows": [["−1.234×10⁻⁵"] * 60], "numeric": [True] * 60}
    )["whole"]


CHECKERS = {
    # repeated heads of tables are pagination artefacts, ISO 14289-1 7.1; drawings are painted before their captions
    "outloud": ["--skip", "TAG-002", "--fail-on", "error"],
    "pdfua": ["check", "--min-severity", "error"],
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_accessibility_checkers_find_no_error(assessment: Assessment, tmp_path, checker: str) -> None:
    program = shutil.which(checker)
    if program is None:
        pytest.skip(f"{checker} is not on the path: pip install {checker}")
    path = write_pdf(assessment, tmp_path / "case.pdf")
    first, *rest = CHECKERS[checker]
    arguments = [first, *rest, str(path)] if checker == "pdfua" else [str(path), first, *rest]
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-1000:]


@pytest.mark.skipif(shutil.which("verapdf") is None, reason="veraPDF is not on the path")
@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_verapdf_finds_nothing(assessment: Assessment, tmp_path, flavour: str) -> None:
    path = write_pdf(assessment, tmp_path / "case.pdf")
    done = subprocess.run(
        ["verapdf", "--flavour", flavour, str(path)], capture_output=True, text=True, check=False
    )
    assert 'isCompliant="true"' in done.stdout, done.stdout[-3000:]


@pytest.mark.parametrize("size", [(9000.0, 900.0), (900.0, 9000.0), (5000.0, 4000.0)])
def test_a_drawing_that_no_sheet_holds_is_shown_whole_in_parts(size: tuple[float, float]) -> None:
    drawn = Diagram("d", "tree", "t", "a", *size, "")
    parts = tiles(drawn)
    assert len(parts) > 1
    for part in parts:
        assert part.sheet["width"] <= 420
        assert part.width * part.sheet["scale"] <= (part.sheet["width"] - 30) * PT_PER_MM + 0.01
    for axis, length in ((("x", "width"), size[0]), (("y", "height"), size[1])):
        ends = sorted(
            {(getattr(part, axis[0]), getattr(part, axis[0]) + getattr(part, axis[1])) for part in parts}
        )
        assert ends[0][0] == 0
        assert ends[-1][1] == pytest.approx(length)
        assert all(after[0] < before[1] for before, after in itertools.pairwise(ends)), (
            "nothing lies between parts"
        )
    assert tiles(Diagram("d", "tree", "t", "a", 800.0, 600.0, "")) == ()
