"""The report for wikis and word processors: the same rows, whole, safe, repeatable."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from pathlib import Path

import pytest
from fixture_case import build_assessment, with_hostile_text

import casegen
from casegen.model.results import Assessment
from casegen.render.language import translate
from casegen.render.prose import Heading, Picture, Piece, TableBlock, pieces_of
from casegen.render.prose.markdown import escaped, markdown, write_markdown
from casegen.render.report import build_report
from tests.false_support import folder
from tests.false_support.bases import calculation

HOSTILE = "# x\n- y | z [l](javascript:1) ![i](x) <script>alert(1)</script> &lt; @me http://x.example `c` $a$ *b* 1. \\"


@pytest.fixture(autouse=True)
def _dated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780000000")


@pytest.mark.slow
def test_every_part_of_the_case_is_reported(assessment: Assessment, tmp_path: Path) -> None:
    text, *pictures = write_markdown(assessment, tmp_path / "case.md")
    content = text.read_text("utf-8")
    for claim in assessment.case.claims:
        assert f'<a id="claim-{claim.id}"></a>' in content
    for item in assessment.evidence:
        assert f'<a id="evidence-{item}"></a>' in content
    named = set(re.findall(r"!\[[^\]]*\]\(<([^>]+)>\)", content))
    assert named == {f"{p.parent.name}/{p.name}" for p in pictures}
    assert len(named) >= 10


def test_the_index_is_not_empty_where_there_are_no_pages(assessment: Assessment, tmp_path: Path) -> None:
    content = write_markdown(assessment, tmp_path / "case.md")[0].read_text("utf-8")
    index = content.split('<a id="chapter-index"></a>')[1]
    for claim in assessment.case.claims:
        assert f"](#claim-{claim.id})" in index


def test_links_lead_to_places_and_tables_are_even(assessment: Assessment, tmp_path: Path) -> None:
    content = write_markdown(assessment, tmp_path / "case.md")[0].read_text("utf-8")
    assert set(re.findall(r"\]\(#([^)]+)\)", content)) <= set(re.findall(r'<a id="([^"]+)">', content))
    tables = re.findall(r"(?:^\|.*\n)+", content, re.MULTILINE)
    assert len(tables) > 10
    for table in tables:
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1, table[:200]


@pytest.mark.slow
def test_hostile_text_starts_no_markup(assessment: Assessment, tmp_path: Path) -> None:
    content = write_markdown(with_hostile_text(assessment, HOSTILE), tmp_path / "c.md")[0].read_text("utf-8")
    assert "<script" not in content
    assert "](javascript" not in content.replace("\\](", "")
    assert "http://x.example" not in content
    assert not re.search(r"^# x", content, re.MULTILINE)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("a_b*c", "a\\_b\\*c"), ("- a", "\\- a"), ("1. b", "1\\. b"), ("0.51×", "0.51×"), ("a-b", "a-b"),
        ("<b>&", "&lt;b&gt;&amp;"), ("a\nb", "a<br>b"), ("x|y", "x\\|y"), ("# h", "\\# h"),
    ],
)  # fmt: skip
def test_escaping(given: str, wanted: str) -> None:
    assert escaped(given) == wanted


def test_parts_of_a_cell_stand_on_lines_of_their_own(assessment: Assessment, tmp_path: Path) -> None:
    written = write_markdown(assessment, tmp_path / "case.md")[0].read_text("utf-8")
    assert escaped("\n") == "<br>"
    assert re.search(r"\| \*\*[^|*]+\*\*<br>[^|]+ \|", written), "a value and what stands below it"


def test_headings_are_nested_and_tables_whole(assessment: Assessment) -> None:
    pieces = list(pieces_of(build_report(assessment)))
    levels = [piece.level for piece in pieces if isinstance(piece, Heading)]
    assert levels[0] == 0
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    for piece in pieces:
        if isinstance(piece, TableBlock):
            assert {len(row) for row in piece.rows} <= {len(piece.head)}
            assert not piece.anchors or len(piece.anchors) == len(piece.rows)
        if isinstance(piece, Picture):
            assert piece.alt


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    """A claim on a fault tree, with a picture or two."""
    at = folder(tmp_path_factory.mktemp("small") / "case", calculation())
    return casegen.assess(casegen.load(at))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "pictures"), [("small", 2), pytest.param("assessment", 10, marks=pytest.mark.slow)]
)
def test_docx_is_whole_and_accessible(which: str, pictures: int, request: pytest.FixtureRequest) -> None:
    assessment: Assessment = request.getfixturevalue(which)
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from casegen.render.prose.docx import docx_document

    raw = docx_document(assessment)
    document = docx.Document(io.BytesIO(raw))
    assert document.core_properties.title == assessment.case.header.title
    headings = [p.text for p in document.paragraphs if p.style.name == "Heading 1"]
    assert translate("chapter.verdict") in headings
    assert translate("chapter.evidence") in headings
    alts = [shape._inline.docPr.get("descr") for shape in document.inline_shapes]
    assert len(alts) >= pictures
    assert all(alts)
    captions = [p for p in document.paragraphs if p.style.name == "Caption"]
    assert len(captions) >= len(alts)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        body = archive.read("word/document.xml").decode()
    marks = re.findall(r'w:bookmarkStart[^>]*w:name="([^"]+)"', body)
    assert len(marks) == len(set(marks))
    assert set(re.findall(r'w:anchor="([^"]+)"', body)) - {""}
    assert body.count("<w:tblHeader") > pictures
    pages = [(s.page_width, s.left_margin) for s in document.sections]
    assert all(shape.width <= max(w - 2 * m for w, m in pages) for shape in document.inline_shapes)


@pytest.mark.slow
def test_docx_pictures_are_lean_and_as_sharp_as_their_size_on_paper_asks(assessment: Assessment) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from PIL import Image

    from casegen.render.pictures import DOTS_PER_INCH, MOST_COLOURS
    from casegen.render.prose.docx import docx_document

    raw = docx_document(assessment)
    document = docx.Document(io.BytesIO(raw))
    drawn = 0
    for shape in document.inline_shapes:
        part = document.part.related_parts[shape._inline.graphic.graphicData.pic.blipFill.blip.embed]
        with Image.open(io.BytesIO(part.blob)) as picture:
            assert picture.width == pytest.approx(DOTS_PER_INCH * shape.width.inches, abs=2)
            assert picture.height / picture.width == pytest.approx(shape.height / shape.width, rel=0.01)
            assert picture.mode in ("P", "RGB")
            if picture.mode == "P":
                drawn += 1
                colours = picture.convert("RGB").getcolors(1 << 16)
                assert len(colours) <= MOST_COLOURS
                assert (255, 255, 255) in [colour for _, colour in colours], "the ground stays white"
    assert drawn >= 10


@pytest.mark.slow
def test_docx_repeats_to_the_byte(assessment: Assessment) -> None:
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from casegen.render.prose.docx import docx_document

    assert docx_document(assessment) == docx_document(build_assessment())


@pytest.mark.slow
def test_docx_takes_hostile_text(assessment: Assessment) -> None:
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from casegen.render.prose.docx import docx_document

    assert docx_document(with_hostile_text(assessment, HOSTILE + "\x07 安全"))[:2] == b"PK"


@pytest.mark.slow
def test_a_title_that_the_format_has_no_room_for_is_cut(tmp_path: Path) -> None:
    """A Word file's properties hold 255 characters; the page itself shows the whole title."""
    docx = pytest.importorskip("docx", reason="needs the extra casegen[docx]")
    import casegen

    folder = tmp_path / "long"
    folder.mkdir()
    title = "Long " * 80
    (folder / "case.yaml").write_text(
        f"casegen: 1\ncase: {{id: long, title: {title}, authors: [{'Ann ' * 90}]}}\n"
        "claims:\n  - {id: C1, text: The kettle does not boil dry}\n"
    )
    (written,) = casegen.documents_of(casegen.assess(casegen.load(folder)), tmp_path / "out", ["docx"])
    properties = docx.Document(str(written)).core_properties
    assert len(properties.title) == 255
    assert len(properties.author) <= 255


@pytest.mark.slow
def test_docx_keeps_every_script_and_spells_what_turns_or_ends_a_text(
    assessment: Assessment, caplog: pytest.LogCaptureFixture
) -> None:
    """The reader's program has fonts for what ours lack; an override of the order of letters is no text."""
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    from casegen.render.prose.docx import docx_document

    words = "系统 نظام ‏ 👩\u200d👩 ∑ a\u00a0b\u202fc"
    document = docx.Document(
        io.BytesIO(docx_document(with_hostile_text(assessment, f"{words} \u202eevil\x07")))
    )
    text = "\n".join(cell.text for table in document.tables for row in table.rows for cell in row.cells)
    assert words in text
    assert "as empty squares: 系 (U+7CFB)" in caplog.text
    assert "[U+202E]evil[U+0007]" in text
    assert "\u202e" not in text


def test_no_level_of_headings_is_left_out_before_the_first_chapter() -> None:
    """Where the settings put the verdict later, the key of the signs stood one level too low."""
    pieces: list[Piece] = [Heading(0, "T"), Heading(2, "K"), Heading(1, "C"), Heading(2, "S")]
    assert [line for line in markdown(pieces, "p").splitlines() if line] == ["# T", "## K", "## C", "### S"]
