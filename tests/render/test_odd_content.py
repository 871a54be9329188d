"""One case with everything that is hard to set, in every format: nothing missing, nothing outside its page."""

from __future__ import annotations

import functools
import itertools
import re
import shutil
import subprocess
import tempfile
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from test_html import Page

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.hazard import MissionProperty
from casegen.model.results import Assessment
from casegen.render import write_docx, write_markdown, write_pdf, write_svgs, write_texts
from casegen.render.fonts import printable
from casegen.render.html import html_page
from casegen.render.prose.chapters import CHAPTERS
from casegen.render.prose.drawings import Drawings
from casegen.render.prose.pieces import DrawingSheet, Picture
from casegen.render.report import build_report

LONG = "AN-IDENTIFIER-OF-SIXTY-CHARACTERS-THAT-IS-LONGER-THAN-A-BOX1"
ODD = {
    "主张": "系统在港口环境中足够安全，所有危险均已得到控制。",
    "C-ARABIC": "النظام آمن بما فيه الكفاية في 12.5 % من الحالات",
    "C-HEBREW": "המערכת בטוחה מספיק בסביבת היעד",
    "C😀": "The 🤖 keeps clear of the 👩‍👩‍👧 and the 🇩🇪 flag",
    LONG: "W" * 400,
    "C-MATHS": "∀ε ∃δ: ∫₀^∞ e^(−λt) dt ≤ 10⁻⁹ ∧ √2 ∉ ℚ ⇒ P(A∩B) ≈ ∑ᵢ pᵢ",
    "C-MARKUP": 'A <b>bold</b> & "quoted" </script><!-- | `code` $x$ #set @ref _a_ text',
}
A3 = 432 * 72 / 25.4
TINY = (1e-300, 1e-12, 1e-3, 0.5)


KINDS = {
    "12 levels": [f"Level L{n} is as it must be" for n in range(12)],
    "300 children": [f"Part W{n} is whole" for n in range(300)],
    "200 events": [f"Part {n} of the pump fails" for n in range(200)],
    "CJK": ["主张", ODD["主张"]],
    "Arabic": [ODD["C-ARABIC"]],
    "Hebrew": [ODD["C-HEBREW"]],
    "emoji": ["C😀", ODD["C😀"]],
    "identifier of sixty characters": [LONG, ODD[LONG]],
    "mathematics": [ODD["C-MATHS"]],
    "markup": [ODD["C-MARKUP"]],
}
SCRIPTS = list(KINDS)[3:]


def _yaml(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _texts() -> str:
    """Texts in many scripts alone."""
    claims = [f"  - {{id: {_yaml(n)}, text: {_yaml(t)}, undeveloped: true}}" for n, t in ODD.items()]
    return "\n".join(["casegen: 1", "case: {id: texts, title: Texts}", "claims:", *claims, ""])


def _case() -> str:
    """Twelve levels, 300 children, a tree of 200 events, and texts in many scripts."""
    levels, wide = [f"L{n}" for n in range(12)], [f"W{n}" for n in range(300)]
    texts = (
        {name: f"Level {name} is as it must be" for name in levels}
        | {w: f"Part {w} is whole" for w in wide}
        | ODD
    )
    below = {"TOP": ["L0", "WIDE", *ODD], "WIDE": wide} | {a: [b] for a, b in itertools.pairwise(levels)}
    gates: dict[str, list[str]] = {}
    layer = [f"B{n}" for n in range(200)]
    while len(layer) > 1:
        groups = [layer[k : k + 5] for k in range(0, len(layer), 5)]
        layer = [f"G{len(gates) + k}" for k in range(len(groups))]
        gates |= dict(zip(layer, groups, strict=True))
    claims = [
        "  - {id: TOP, text: Everything that is odd is shown}",
        "  - {id: WIDE, text: All parts are whole}",
    ]
    claims += [
        f"  - {{id: {_yaml(n)}, text: {_yaml(t)}{'' if n in below else ', undeveloped: true'}}}"
        for n, t in texts.items()
    ]
    arguments = [
        f"  - {{id: A-{n}, supports: {_yaml(n)}, block: decomposition, from: [{', '.join(map(_yaml, below[n]))}]}}"
        for n in below
    ]
    events = [
        f"  - {{id: B{n}, text: Part {n} of the pump fails, source: handbook of parts,"
        f" model: {{type: constant, probability: {TINY[n % 4]}}}}}"
        for n in range(200)
    ]
    drawn = [
        f"      - {{id: {g}, type: {'or' if n % 2 else 'and'}, inputs: [{', '.join(i)}], text: Gate {g} of the tree}}"
        for n, (g, i) in enumerate(gates.items())
    ]
    head = "casegen: 1\ncase: {id: odd, title: 系统 ادعاء 😀 ∑, roots: [TOP], date: 2026-11-21}"
    tree = f"trees:\n  - id: 树\n    title: ادعاء 系统\n    top: {layer[0]}\n    gates:"
    return "\n".join(
        [head, "claims:", *claims, "arguments:", *arguments, "events:", *events, tree, *drawn, ""]
    )


def _assessed(folder: Path, text: str) -> Assessment:
    (folder / "case.yaml").write_text(text, "utf-8")
    return assess(load(folder))


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    return _assessed(tmp_path_factory.mktemp("odd"), _case())


def bare(text: str) -> str:
    """The signs of a text, without what breaks or turns a line."""
    return re.sub("[\\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\x0c]", "", text)


def in_markdown(assessment: Assessment, folder: Path) -> str:
    """What a reader of the Markdown sees, without its pictures."""
    from markdown_it import MarkdownIt

    text, *_ = write_markdown(assessment, folder / "odd.md")
    reader = MarkdownIt("commonmark", {"html": True, "maxNesting": 100}).enable("table")
    drawn = reader.render(text.read_text("utf-8"))
    return "\n".join(Page(drawn).words)


def in_docx(assessment: Assessment, folder: Path) -> str:
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    written = docx.Document(str(write_docx(assessment, folder / "odd.docx")))
    cells = [cell.text for table in written.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in written.paragraphs), *cells])


def in_pdf(assessment: Assessment, folder: Path) -> str:
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed (poppler)")
    path = write_pdf(assessment, folder / "odd.pdf")
    with pikepdf.open(path) as pdf:
        assert all(max(map(float, page.MediaBox[2:])) <= A3 for page in pdf.pages)
    return subprocess.run([program, "-raw", path, "-"], capture_output=True, check=True).stdout.decode()


def in_html(assessment: Assessment, _: Path) -> str:
    return "\n".join(Page(html_page(assessment)).words)


READ = {"html": in_html, "markdown": in_markdown, "docx": in_docx, "pdf": in_pdf}


@functools.cache
def read(which: str, form: str) -> str:
    """All that a reader of this document of the case sees, without the breaks of its lines."""
    with tempfile.TemporaryDirectory() as folder:
        case = _assessed(Path(folder), _case() if which == "whole" else _texts())
        return READ[form](case, Path(folder))


def missing(words: Sequence[str], form: str, text: str) -> list[str]:
    """Those of the words that are not there; letters of words that run from right to left come in any order."""
    whole = bare(text)
    if form != "pdf":
        return [one for one in words if bare(one) not in whole]
    letters = {"".join(sorted(bare(word))) for word in text.split()}
    lost = []
    for one in map(printable, words):
        turned = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in one)
        parts = [word for word in one.split() if "".join(sorted(word)) not in letters] if turned else [one]
        lost += [part for part in parts if bare(part) not in whole]
    return lost


@pytest.mark.parametrize("kind", SCRIPTS)
@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_texts_in_every_script_are_printed(kind: str, form: str) -> None:
    assert missing(KINDS[kind], form, read("texts", form)) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "form", ["html", "markdown", *(pytest.param(form, marks=pytest.mark.slow) for form in ("docx", "pdf"))]
)
def test_everything_odd_is_reported_in_every_document(kind: str, form: str) -> None:
    assert missing(KINDS[kind], form, read("whole", form)) == []


@pytest.mark.slow
def test_sheets_of_a_tree_follow_each_other(odd: Assessment) -> None:
    """Small ones among large ones as well: two of this tree would find room in the text before its first sheet."""
    report = build_report(odd)
    drawn = [
        picture.name
        for piece in CHAPTERS["trees"](report.sections, Drawings(report))
        for picture in ([one for one, _, _ in piece.placed] if isinstance(piece, DrawingSheet) else [piece])
        if isinstance(picture, Picture)
    ]
    sheets = [d.name for d in report.diagrams if d.kind == "tree"]
    assert len(sheets) > 20
    assert drawn == sheets


@pytest.mark.slow
def test_every_drawing_fits_on_paper_and_together_they_show_every_node(odd: Assessment) -> None:
    drawn = build_report(odd).diagrams
    assert all(one.width < 14_400 and one.height < 14_400 for one in drawn)
    shown = {name for one in drawn if one.kind == "argument" for name in one.shown}
    assert shown >= set(odd.case.claim)
    trees = {name for one in drawn if one.kind == "tree" for name in one.shown}
    assert trees >= {f"B{n}" for n in range(200)}


@pytest.mark.slow
def test_the_page_has_every_text_once_as_it_is_written(odd: Assessment) -> None:
    text = html_page(odd)
    page = Page(text)
    assert page.open == []
    statuses = [attrs for tag, attrs in page.tags if tag == "tr" and "data-owner" in attrs]
    assert len(statuses) == len(odd.case.claims)
    for words in ODD.values():
        escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;")
        assert escaped in text


@pytest.mark.slow
def test_pictures_and_texts_for_wikis_are_well_formed(odd: Assessment, tmp_path: Path) -> None:
    for path in write_svgs(odd, tmp_path / "svg"):
        ET.parse(path)
    written = "".join(path.read_text("utf-8") for path in write_texts(odd, tmp_path / "text"))
    assert all(name in written for name in ("主张", "C😀", LONG, "B199"))
    markdown = tmp_path / "odd.md"
    write_markdown(odd, markdown)
    assert "系统在港口环境中足够安全" in markdown.read_text("utf-8")


@pytest.mark.slow
def test_no_word_leaves_its_page(tmp_path: Path) -> None:
    """Words without end, rows of signs that are written as code points, and lines of a title."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed (poppler)")
    endless = "Endless " + "W" * 300 + " " + "x\x00" * 40 + "\n\nline" * 4
    given = _assessed(tmp_path, _texts())
    header = given.case.header.model_copy(
        update={"title": endless, "version": endless, "roots": ("C-MATHS",)}
    )
    named = tuple(MissionProperty(id=f"MP{k}-" + "y" * 56, title="Stays afloat") for k in range(4))
    claims = tuple(claim.model_copy(update={"text": endless}) for claim in given.case.claims)
    path = write_pdf(
        replace(given, case=replace(given.case, header=header, claims=claims, properties=named)),
        tmp_path / "odd.pdf",
    )
    with pikepdf.open(path) as pdf:
        widths = [float(page.MediaBox[2]) for page in pdf.pages]
    boxes = subprocess.run([program, "-bbox", path, "-"], capture_output=True, check=True).stdout.decode()
    for width, page in zip(widths, boxes.split("<page ")[1:], strict=True):
        words = [
            tuple(map(float, one))
            for one in re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)"', page)
        ]
        assert words
        assert all(top > 0 and right < width - 30 for _, top, right in words)
