"""One case with everything that is hard to set, in every format: nothing missing, nothing outside its page."""

from __future__ import annotations

import io
import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pikepdf
import pytest
from test_html import Page

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render import write_docx, write_markdown, write_svgs, write_texts
from casegen.render.html import html_page
from casegen.render.pdf import pdf_document
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
TINY = (1e-300, 1e-12, 1e-3, 0.5)


def _yaml(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


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


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    folder = tmp_path_factory.mktemp("odd")
    (folder / "case.yaml").write_text(_case(), "utf-8")
    return assess(load(folder))


def test_every_drawing_fits_on_paper_and_together_they_show_every_node(odd: Assessment) -> None:
    drawn = build_report(odd).diagrams
    assert all(one.width < 14_400 and one.height < 14_400 for one in drawn)
    shown = {name for one in drawn if one.kind == "argument" for name in one.shown}
    assert shown >= set(odd.case.claim)
    trees = {name for one in drawn if one.kind == "tree" for name in one.shown}
    assert trees >= {f"B{n}" for n in range(200)}


def test_the_page_has_every_text_once_as_it_is_written(odd: Assessment) -> None:
    text = html_page(odd)
    page = Page(text)
    assert page.open == []
    statuses = [attrs for tag, attrs in page.tags if tag == "tr" and "data-owner" in attrs]
    assert len(statuses) == len(odd.case.claims)
    for words in ODD.values():
        escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;")
        assert escaped in text


def test_pictures_and_texts_for_wikis_are_well_formed(odd: Assessment, tmp_path: Path) -> None:
    for path in write_svgs(odd, tmp_path / "svg"):
        ET.parse(path)
    written = "".join(path.read_text("utf-8") for path in write_texts(odd, tmp_path / "text"))
    assert all(name in written for name in ("主张", "C😀", LONG, "B199"))
    markdown = tmp_path / "odd.md"
    write_markdown(odd, markdown)
    assert "系统在港口环境中足够安全" in markdown.read_text("utf-8")


@pytest.mark.slow
def test_printed_nothing_is_wider_than_a3(odd: Assessment, tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    import docx

    pdf = pikepdf.open(io.BytesIO(pdf_document(odd)))
    assert all(max(map(float, page.MediaBox[2:])) <= 1225 for page in pdf.pages)
    write_docx(odd, tmp_path / "odd.docx")
    written = docx.Document(str(tmp_path / "odd.docx"))
    words = "\n".join(cell.text for table in written.tables for row in table.rows for cell in row.cells)
    joined = re.sub("[\\s\u200b]", "", words)
    assert [name for name in odd.case.claim if re.sub(r"\s", "", name) not in joined] == []
