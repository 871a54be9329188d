"""Words of the page and its scripts: each has a key in every language, and no key is left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casegen.argument.reading.step import QUESTIONS
from casegen.assessment.points import STEP
from casegen.model.argument import Block
from casegen.model.diagnostic import Severity
from casegen.model.results import Status
from casegen.model.safety_results import ReductionDecision
from casegen.render.document_settings import plain
from casegen.render.html import html_page
from casegen.render.language import key_of, shipped, shipped_language
from casegen.render.report import build_report
from casegen.render.report.actions import TOGETHER
from casegen.render.report.hazards import SEVERITY_RANK
from casegen.review.compliance import ClauseCoverage
from casegen.review.events import Decision, FindingSeverity, FindingStatus, Independence

ROOT = Path(__file__).parents[2]
DOCUMENTS = ROOT / "templates/documents"
KEYS = shipped_language("en").words
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted(DOCUMENTS.glob("*.js"))}
PAGES = {path.name: path.read_text("utf-8") for path in sorted(DOCUMENTS.glob("*.j2"))}
SOURCES = "".join(path.read_text("utf-8") for path in sorted((ROOT / "casegen/render").rglob("*.py")))
TYPST = "".join(path.read_text("utf-8") for path in sorted((DOCUMENTS / "report").glob("*.typ")))


def said_by_scripts() -> set[str]:
    """Keys that the scripts say: literal ones, those of a choice, and the problems of the arithmetic."""
    text = "".join(SCRIPTS.values())
    result = set(re.findall(r'(?:translate|counted)\("([a-z_]+)"', text))
    for choice in re.findall(r'(?:translate|counted)\([^"()]*\?([^,)]*)', text):
        result |= set(re.findall(r'"([a-z_]+)"', choice))
    problems = re.search(r"PROBLEMS: \{(.*?)\n  \}", SCRIPTS["evaluate.js"], re.DOTALL)
    assert problems is not None
    return result | set(re.findall(r"^    ([a-z_]+):", problems[1], re.MULTILINE))


def test_scripts_say_what_the_languages_have_and_nothing_is_left_over() -> None:
    used = said_by_scripts()
    stated = {key.removeprefix("script.") for key in KEYS if key.startswith("script.")}
    elsewhere = set(re.findall(r'"script\.([a-z_]+)"', "".join(PAGES.values()) + SOURCES + TYPST))
    assert used - stated == set()
    assert stated - used - elsewhere == set()


@pytest.mark.parametrize("name", PAGES)
def test_templates_ask_for_words_that_are_there(name: str) -> None:
    asked = set(re.findall(r'(?:w|counted)\("([a-z_]+\.[a-z_]+)"', PAGES[name]))
    asked |= {f"column.{key}" for key in re.findall(r'\bth\("([a-z_]+)"', PAGES[name])}
    for several in re.findall(r"\bths\(([^)]*)\)", PAGES[name]):
        asked |= {f"column.{key}" for key in re.findall(r'"([a-z_]+)"', several)}
    assert asked - set(KEYS) == set()


def test_no_word_of_the_page_is_left_over() -> None:
    text = "".join(PAGES.values()) + SOURCES
    unused = {key for key in KEYS if key.startswith("web.") and f'"{key}"' not in text}
    assert {key for key in unused if not re.fullmatch(r"web\.asked_\w+", key)} == set()


def test_templates_have_no_text_of_their_own() -> None:
    for name, text in PAGES.items():
        bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", text, flags=re.DOTALL)
        words = re.findall(r">([^<>]*[A-Za-z]{3,}[^<>]*)<", bare)
        assert [word.strip() for word in words if not word.strip().startswith("casegen whatif")] == [], name
        attributes = re.findall(r'(?:aria-label|title|placeholder)="([^"]*[A-Za-z]{3,}[^"]*)"', bare)
        assert [word for word in attributes if word != "what-if"] == [], name


def test_every_shipped_language_has_every_word() -> None:
    for code in shipped():
        assert set(shipped_language(code).words) == set(KEYS), code


@pytest.mark.slow
def test_page_and_report_share_one_build(assessment) -> None:
    html_page(assessment)
    assert build_report(assessment, None, plain()) is build_report(assessment, None, plain())


COMPOSED: dict[str, set[str]] = {
    "actions": {*STEP, *Status, "measure_more", *(f"finding_{status.value}" for status in FindingStatus)}
    - {FindingStatus.CLOSED, "finding_closed"},
    "summary": {f"{kind}_alike" for kind in TOGETHER},
    "block": {*Block},
    "severity": {*Severity},
    "coverage": {*ClauseCoverage},
    "review_word": {*Decision, *Independence, *FindingSeverity, *FindingStatus},
    "to_be_read": {*QUESTIONS},
    "harm": {*SEVERITY_RANK},
    "safety": {decision.name.lower() for decision in ReductionDecision},
}
"""groups of which a key is put together while a document is made, with all that it may be made of"""


@pytest.mark.parametrize("code", shipped())
@pytest.mark.parametrize("group", COMPOSED)
def test_a_key_that_is_put_together_has_words(group: str, code: str) -> None:
    words = shipped_language(code).words
    assert [value for value in COMPOSED[group] if f"{group}.{key_of(value)}" not in words] == []
