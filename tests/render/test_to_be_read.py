"""What no program checks stands in every document, in its language, with the place of each part."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pikepdf
import pytest

from casegen.argument.reading.step import QUESTIONS
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.render.document_settings import plain
from casegen.render.language import key_of, shipped, shipped_language
from casegen.render.report import build_report
from casegen.render.report.to_be_read import LISTED
from tests.false_support import call, folder
from tests.false_support.bases import ACCEPTED, calculation

FORMULA = "Is this the formula, with every cause in it, and numbers as their sources say?"
TAKEN = "May this assumption be taken, as B. Judge says?"
TREE = "Do these gates and events say what the tree counts, as their sources say?"
ABOUT = "Are the claims about this, and do its limits leave them what they say?"
COUNT = "5 parts are to be read by a person"


def test_every_language_asks_every_question() -> None:
    for code in shipped():
        words = shipped_language(code).words
        for kind, question in QUESTIONS.items():
            said = words[f"to_be_read.{key_of(kind)}"]
            assert said.endswith("?")
            assert ("{by}" in said) == ("{by}" in question)
            assert code != "en" or said.lower() == question.lower()


def test_parts_are_gathered_by_question(tmp_path: Path) -> None:
    sections = build_report(assess(load(folder(tmp_path / "c", calculation()))), None, plain()).sections
    assert [(row["question"], [ref["id"] for ref in row["refs"]], row["more"]) for row in sections["to_be_read"]] == [
        (FORMULA, ["A1"], 0), (TREE, ["FT"], 0), (TAKEN, ["C2", "W1"], 0), (ABOUT, ["calc"], 0)]  # fmt: skip
    assert all(ref["href"] for row in sections["to_be_read"] for ref in row["refs"] if ref["id"] != "calc")
    assert sections["summary"]["to_be_read"].startswith(COUNT)


@pytest.mark.slow
def test_page_word_and_markdown_list_them(tmp_path: Path) -> None:
    at, out = folder(tmp_path / "c", calculation()), tmp_path / "out"
    code, _, err = call("build", at, "--html", "--docx", "--markdown", "--no-run", "-o", out)
    assert code == 0, err
    page = (out / "calc.html").read_text("utf-8")
    block = page[page.index('id="to-be-read"') :].split("</details>")[0]
    text = (out / "calc.md").read_text("utf-8")
    docx = _docx(out / "calc.docx")
    for shown in (block, text, docx):
        for words in (COUNT, FORMULA, TAKEN, "A1", "C2", "W1"):
            assert words in shown, words


def test_the_summary_names_the_parts_that_nobody_has_read(tmp_path: Path) -> None:
    at, out = folder(tmp_path / "c", calculation()), tmp_path / "out"
    assert call("build", at, "--markdown", "--no-run", "-o", out)[0] == 0
    text = (out / "calc.md").read_text("utf-8")
    summary = text[text.index("### What to watch") : text.index("### How to read it")]
    watch, following = summary.split("### What to do next")
    assert "This is so by the numbers." in watch
    (step,) = [line for line in following.splitlines() if "Have 5 parts read" in line]
    for part in ("A1", "FT", "C2", "W1"):
        assert f"[{part}]" in step


def _docx(path: Path) -> str:
    return re.sub(r"<[^>]+>", "", zipfile.ZipFile(path).read("word/document.xml").decode())


@pytest.mark.slow
def test_the_pdf_has_them_in_its_outline(tmp_path: Path) -> None:
    at, out = folder(tmp_path / "c", calculation()), tmp_path / "out"
    code, _, err = call("build", at, "--pdf", "--no-run", "-o", out)
    assert code == 0, err
    with pikepdf.open(out / "calc.pdf") as pdf, pdf.open_outline() as outline:
        (actions,) = [entry for entry in outline.root if entry.title.endswith("Open actions")]
        assert any(entry.title.endswith("To be read by a person") for entry in actions.children)


def test_a_case_that_does_not_hold_lists_what_its_supported_claims_rest_on(tmp_path: Path) -> None:
    edits = {
        "claims.C1.requirement.bound": 1e-4,
        "claims.C1.text": "The lift starts in at most 1 of 10,000 missions",
    }
    sections = build_report(
        assess(load(folder(tmp_path / "c", calculation(), edits))), None, plain()
    ).sections
    assert [row["question"] for row in sections["to_be_read"]] == [TAKEN]


def test_a_long_list_says_how_many_more_there_are(tmp_path: Path) -> None:
    base = calculation()
    more = [
        {"id": f"W{k}", "text": f"Part {k} was reviewed", "owner": "A. Author", **ACCEPTED}
        for k in range(2, 99)
    ]
    base["claims"] += more
    base["arguments"][0]["side_claims"] += [claim["id"] for claim in more]
    sections = build_report(assess(load(folder(tmp_path / "c", base))), None, plain()).sections
    row = sections["to_be_read"][2]
    assert (len(row["refs"]), row["more"]) == (LISTED, 99 - LISTED)
    assert sections["summary"]["to_be_read"].startswith("102 parts")


def test_nothing_to_read_is_not_mentioned(tmp_path: Path) -> None:
    edits = {"claims.C2.accepted_by": "", "claims.W1.accepted_by": ""}
    at, out = folder(tmp_path / "c", calculation(), edits), tmp_path / "out"
    call("build", at, "--html", "--no-run", "-o", out)
    assert 'id="to-be-read"' not in (out / "calc.html").read_text("utf-8")


@pytest.mark.slow
def test_the_id_of_the_case_leads_to_what_the_case_is_about(tmp_path: Path) -> None:
    at, out = folder(tmp_path / "c", calculation()), tmp_path / "out"
    assert call("build", at, "--markdown", "--html", "--docx", "--no-run", "-o", out)[0] == 0
    text, page = ((out / f"calc.{end}").read_text("utf-8") for end in ("md", "html"))
    assert "[calc](#case-calc)" in text
    assert text.count('id="case-calc"') == 1
    assert 'href="#case-calc"' in page
    assert page.count('id="case-calc"') == 1
    document = zipfile.ZipFile(out / "calc.docx").read("word/document.xml").decode()
    link = re.search(r'<w:hyperlink w:anchor="(\w+)"[^>]*>(?:(?!</w:hyperlink>).)*?>calc<', document)
    assert link is not None
    assert f'w:name="{link[1]}"' in document
