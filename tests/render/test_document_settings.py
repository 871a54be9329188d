"""document.yaml: what a case may change, and what is refused, with its line."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import pikepdf
import pytest

from casegen.model.diagnostic import InputError
from casegen.model.document import CHAPTERS
from casegen.model.results import Assessment
from casegen.model.sentence import holes
from casegen.render.document_settings import plain, read_custom
from casegen.render.language import counted, shipped, shipped_language, translate, use_language
from casegen.render.pdf import begun
from casegen.render.prose.docx_frame import running_lines
from casegen.render.report import build_report
from casegen.render.sanitize_svg import clean_svg
from casegen.review.dossier import Dossier

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#123"/></svg>'


def png(width: int = 4, height: int = 3) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    rows = b"".join(b"\0" + b"\x20\x40\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "document").mkdir()
    (tmp_path / "document" / "logo.svg").write_text(LOGO)
    (tmp_path / "document" / "logo.png").write_bytes(png())
    return tmp_path


def put(folder: Path, *lines: str) -> Path:
    (folder / "document.yaml").write_text("document:\n" + "".join(f"  {line}\n" for line in lines))
    return folder


def refused(folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_custom(folder)
    return "\n".join(f"{d.location}: {d.message}" for d in caught.value.diagnostics)


def test_a_case_without_the_file_gets_the_plain_document(tmp_path: Path) -> None:
    assert read_custom(tmp_path) == plain()
    assert plain().chapters == CHAPTERS


def test_chapters_are_ordered_and_left_out(folder: Path) -> None:
    result = read_custom(put(folder, "chapters: [changes, verdict]", "leave_out: [glossary]"))
    assert result.chapters[:3] == ("changes", "verdict", "control")
    assert "changes" not in result.annexes, "an annex that is ordered among the chapters is one of them"
    assert "glossary" not in result.chapters
    assert set(result.chapters) == set(CHAPTERS) - {"glossary"}


@pytest.mark.parametrize(
    ("lines", "reported"),
    [
        (["leave_out: [verdict]"], "document.yaml:2:15: the chapter `verdict` cannot be left out"),
        (["chapters: [trees, trees]"], "document.yaml:2:21: the chapter `trees` is duplicated"),
        (["chapters: [tree]"], "document.yaml:2:14"),
        (["colour: red"], "document.yaml:2"),
        (["language: dee"], "document.yaml:2:3: there is no language 'dee' (did you mean 'de'?)"),
        (["language: ../fr.yaml"], "leaves the case folder"),
        (["logo: {file: ., alt: x}"], "'.': expected a file, found a folder"),
        (["language: document/fr.yaml"], "there is no file 'document/fr.yaml'"),
        (["logo: {file: /etc/passwd, alt: x}"], "leaves the case folder"),
        (["logo: {file: document/none.svg, alt: x}"], "there is no file"),
        (["logo: {file: document.yaml, alt: x}"], "neither a PNG nor a readable SVG"),
        (["logo: {file: document/logo.svg}"], "alt"),
        (
            ["wording: {chapter: {verdikt: x}}"],
            "no word is called chapter.verdikt (did you mean 'chapter.verdict'?)",
        ),
        (["wording: {page: {of: Seite}}"], "page.of: expected a text with the braces"),
        (["paper: a5"], "expected one of"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(folder: Path, lines: list[str], reported: str) -> None:
    assert reported in refused(put(folder, *lines))


def test_every_finding_at_once(folder: Path) -> None:
    reported = refused(put(folder, "language: xx", "leave_out: [control]", "logo: {file: ../x.svg, alt: x}"))
    assert len(reported.splitlines()) == 3


def test_a_linked_file_outside_the_folder_is_refused(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "logo.svg"
    outside.write_text(LOGO)
    (folder / "document" / "link.svg").symlink_to(outside)
    assert "leaves the case folder" in refused(put(folder, "logo: {file: document/link.svg, alt: x}"))


@pytest.mark.parametrize("code", shipped())
def test_shipped_languages_are_complete(code: str) -> None:
    english, result = shipped_language("en"), shipped_language(code)
    assert result.words.keys() == english.words.keys()
    assert all(holes(result.words[key]) == holes(english.words[key]) for key in english.words)
    assert len(result.glossary) == len(english.glossary)


def test_german_differs_from_english_and_leaves_no_trace() -> None:
    with use_language(shipped_language("de")):
        assert translate("chapter.verdict") == "Urteil"
        assert counted("change.tops_moved", 2) == "2 Top-Ereignisse verschoben"
    assert translate("chapter.verdict") == "Verdict"


def test_a_language_of_the_case_must_be_complete(folder: Path) -> None:
    text = (Path(__file__).parents[2] / "templates/documents/language/en.yaml").read_text("utf-8")
    (folder / "document" / "fr.yaml").write_text(
        text.replace("verdict: Verdict", "verdict: Verdict français", 1)
    )
    result = read_custom(put(folder, "language: document/fr.yaml"))
    assert result.language.code == "fr"
    assert result.language.words["chapter.verdict"] == "Verdict français"
    (folder / "document" / "fr.yaml").write_text(
        text.replace("  of: page {page} of {pages}", "  of: page {page}")
    )
    assert "document/fr.yaml:" in refused(folder)
    (folder / "document" / "fr.yaml").write_text("chapter: {verdict: V}\n")
    assert "not complete" in refused(folder)


def test_words_are_filled_in_by_replacement_only(folder: Path) -> None:
    result = read_custom(put(folder, 'wording: {page: {version: "{version} {0} {version.__class__} %s $x"}}'))
    with use_language(result.language):
        assert translate("page.version", version="7") == "7 {0} {version.__class__} %s $x"


HOSTILE = """<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
viewBox="0 0 10 10" onload="alert(1)"><script>alert(1)</script><style>@import url(http://x.example)</style>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="http://x.example"/></body></foreignObject>
<image href="file:///etc/passwd"/><use href="http://x.example#a"/><use xlink:href="#a"/><a href="javascript:x"><rect/></a>
<rect id="a" style="fill:red;stroke:url(http://x.example);fill-opacity:.5" fill="url(#g)" stroke="url('javascript:x')"/>
<text onclick="x()">Name</text></svg>"""


def test_an_svg_is_reduced_to_what_draws() -> None:
    result = clean_svg(HOSTILE.encode())
    assert result is not None
    for word in (
        "script",
        "alert",
        "example",
        "style",
        "image",
        "foreign",
        "javascript",
        "onload",
        "onclick",
        "passwd",
    ):
        assert word not in result
    assert 'fill="red"' in result
    assert "Name" in result
    assert 'href="#a"' in result


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"<svg", b"<html/>", b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>&a;</svg>",
        b"<!DOCTYPE svg SYSTEM 'file:///etc/passwd'><svg viewBox='0 0 1 1'/>",
        b"<svg viewBox='0 0 1 1'>" + b"<g>" * 30_000 + b"</g>" * 30_000 + b"</svg>",
    ],
)  # fmt: skip
def test_what_is_no_picture_is_refused(raw: bytes) -> None:
    assert clean_svg(raw) is None


@pytest.mark.slow
@pytest.mark.parametrize("logo", ["logo.svg", "logo.png"])
def test_the_pdf_is_as_the_case_asks(assessment: Assessment, folder: Path, logo: str) -> None:
    custom = read_custom(put(
        folder, "language: de", "paper: us-letter", f"logo: {{file: document/{logo}, alt: Wappen}}", "subtitle: Unter",
        "classification: Vertraulich", "fields: [{label: Projekt, text: P7}]", "distribution: [{name: Dora}]",
        "approvers: [{role: Leitung}]", "leave_out: [trees, argument, evidence]",
    ))  # fmt: skip
    raw = begun(assessment, build_report(assessment, Dossier(), custom), custom.language)()
    pdf = pikepdf.open(io.BytesIO(raw))
    assert str(pdf.Root.Lang) == "de"
    with pdf.open_outline() as outline:
        titles = " ".join(item.title for item in outline.root)
    assert "Dokumentenlenkung" in titles
    assert "A Behauptungen" in titles, "annexes bear letters"
    assert "Nachweisregister" not in titles
    assert [round(float(side)) for side in pdf.pages[0].MediaBox[2:]] == [612, 792]
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed (poppler)")
    read = subprocess.run([program, "-", "-"], input=raw, capture_output=True, check=True).stdout.decode()
    pages = read.removesuffix("\f").split("\f")
    assert len(pages) == len(pdf.pages)
    assert all("Vertraulich" in page for page in pages)


@pytest.mark.slow
def test_every_page_of_a_docx_bears_title_version_classification_and_number(
    assessment: Assessment, folder: Path
) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    custom = read_custom(put(folder, "classification: Confidential"))
    document = docx.Document()
    with use_language(custom.language):
        running_lines(document, build_report(assessment, Dossier(), custom))
    document.add_section()
    header = assessment.case.header
    for section in document.sections:
        above, below = section.header.paragraphs[0], section.footer.paragraphs[0]
        for words in (header.title, f"version {header.version}", "Confidential"):
            assert words in above.text
        codes = [mark.get(f"{{{below._p.nsmap['w']}}}instr") for mark in below._p if "fldSimple" in mark.tag]
        assert codes == ["PAGE", "NUMPAGES"]
        assert "Not supported" in below.text


@pytest.mark.slow
def test_annexes_can_be_left_out_and_document_control_says_so(assessment: Assessment, folder: Path) -> None:
    custom = read_custom(put(folder, "annexes: false", "chapters: [verdict, tracing]"))
    assert custom.annexes == ()
    assert "tracing" in custom.chapters, "a chapter that the case orders is printed"
    report = build_report(assessment, Dossier(), custom)
    assert translate("chapter.claims") in report.sections["layout"]["left_out"]
    pdf = pikepdf.open(io.BytesIO(begun(assessment, report, custom.language)()))
    with pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert not any(title.startswith("A ") for title in titles)
    assert any(translate("chapter.tracing") in title for title in titles)
