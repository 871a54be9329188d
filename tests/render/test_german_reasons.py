"""In a German document every reason of a status is German: on the page, in the PDF and in the DOCX."""

from __future__ import annotations

import html
import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment
from casegen.render import write_docx, write_html, write_pdf
from casegen.render.document_settings import plain, read_custom
from casegen.render.language import shipped_language, use_language
from casegen.render.prose import flat, pieces_of
from casegen.render.prose.pieces import Bullets, Paragraph, Span
from casegen.render.report import build_report
from casegen.review.dossier import gather
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured

ENGLISH, GERMAN = shipped_language("en").words, shipped_language("de").words
LEAST = 12
"""letters of a piece of a sentence by which its language is known"""
DOUBTFUL: dict[str, Any] = {
    "claims.C2.accepted_by": "TBD",
    "claims.+": {"id": "C3", "text": "The doors close", "owner": "A. Author"},
    "arguments.A1.from.+": "C3",
    "contexts": [{"id": "X1", "text": "Nobody rides on the roof", "kind": "assumption", "state": "unknown"}],
    "claims.C1.context": ["X1"],
    "defeaters": [
        {"id": "D1", "text": "The contact was replaced", "kind": "rebutting", "target": "C2", "state": "open"},
        {"id": "D2", "text": "The door is older", "kind": "rebutting", "target": "W1", "state": "refuted",
         "response": "The drawing of 3 May shows the door of 2019", "refuted_by": "A. Author"},
    ],
}  # fmt: skip


def pieces() -> list[str]:
    """What only English has of each reason: the words between its braces."""
    german = " ".join(GERMAN.values())
    keys = [key for key in ENGLISH if key.startswith("reason.")]
    parts = (part.strip(" :;,.|") for key in keys for part in re.split(r"\{\w+\}|\|", ENGLISH[key]))
    return [part for part in parts if len(part) >= LEAST and part not in german]


def english_of(text: str) -> set[str]:
    """Pieces of English reasons in a text."""
    plain = " ".join(html.unescape(text).replace("\u00a0", " ").replace("\u00ad", "").split())
    return {part for part in pieces() if part in plain}


def missed(at: Path) -> Assessment:
    """A requirement on a measure that fails, with assumptions of the method."""
    case = edited(measured(), {"claims.C1.requirement.bound": 1e-5})
    return assess(load(folder(at, case, files={"record.csv": RECORD})))


def doubted(at: Path) -> Assessment:
    """A calculation with objections, an assumption that nobody accepted and one that nobody knows."""
    return assess(load(folder(at, edited(calculation(), DOUBTFUL))))


def stale(at: Path) -> Assessment:
    """A result whose record has changed since."""
    folder(at, measured(), files={"record.csv": RECORD})
    (at / "record.csv").write_text(RECORD + "pier,10,0\n", "utf-8")
    return assess(load(at))


CASES = {case.__name__: case for case in (missed, doubted, stale)}


def german(name: str, at: Path) -> Assessment:
    result = CASES[name](at)
    (at / "document.yaml").write_text("document: {language: de}\n", "utf-8")
    assert english_of(" ".join(reason.message for reason in result.weakest)), "the program speaks English"
    return result


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_no_reason_of_a_german_page_is_english(name: str, tmp_path: Path) -> None:
    page = write_html(german(name, tmp_path / "case"), tmp_path / "case.html").read_text("utf-8")
    shown = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert english_of(re.sub(r"<[^>]*>", " ", shown)) == set()
    assert GERMAN["status.supported"] in shown


@pytest.mark.slow
def test_no_reason_of_a_german_report_is_english(tmp_path: Path) -> None:
    assessed = german("doubted", tmp_path / "case")
    dossier = gather(assessed)
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    with zipfile.ZipFile(write_docx(assessed, tmp_path / "case.docx", dossier)) as archive:
        document = io.TextIOWrapper(archive.open("word/document.xml"), "utf-8").read()
    assert english_of(re.sub(r"<[^>]*>", "", document.replace("</w:p>", " "))) == set()
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed (poppler)")
    raw = write_pdf(assessed, tmp_path / "case.pdf", dossier).read_bytes()
    read = subprocess.run(
        [program, "-layout", "-", "-"], input=raw, capture_output=True, check=True
    ).stdout.decode()
    flowing = subprocess.run(
        [program, "-raw", "-", "-"], input=raw, capture_output=True, check=True
    ).stdout.decode()
    assert english_of(f"{read} {flowing}") == set()


def test_texts_of_methods_are_marked_as_english(tmp_path: Path) -> None:
    """A screen reader reads them as English; the legend says once whose words they are."""
    assessed = german("missed", tmp_path / "case")
    said = str((assessed.evidence["EV"].document or {})["assumptions"][0])
    with use_language(shipped_language("de")):
        report = build_report(assessed, None, read_custom(assessed.case.root))
        spans = [span for piece in flat(pieces_of(report)) for span in spans_of(piece)]
    assert {span.lang for span in spans if span.text == said} == {"en"}
    assert [span.text for span in spans].count(GERMAN["evidence.quoted"]) == 2  # the chapter and its annex
    assert "" in {span.lang for span in spans}
    english = build_report(assessed, None, plain())
    assert {span.lang for piece in flat(pieces_of(english)) for span in spans_of(piece)} == {""}
    page = write_html(assessed, tmp_path / "case.html").read_text("utf-8")
    assert f'<ul lang="en"><li>{html.escape(said, quote=False)}' in page
    assert GERMAN["evidence.quoted"] in page


def spans_of(piece: object) -> Iterator[Span]:
    """Runs of text of paragraphs and lists."""
    for words in (
        [piece.words] if isinstance(piece, Paragraph) else piece.items if isinstance(piece, Bullets) else ()
    ):
        yield from words
