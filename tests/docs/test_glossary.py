"""Every term of the field that the pages use stands in the glossary with an example, and pages lead there."""

from __future__ import annotations

import re

import pytest

from tests.docs.blocks import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
TERMS = """claim, argument, block, evidence, side-claim, warrant, sub-case, context, defeater, residual doubt, status, requirement,
waiver, baseline, hazop, mission property, hazard, hazard scenario, mitigation, alarp, top event, basic event, house event,
minimal cut set, common-cause group, importance, exposure, allocated bound, operational profile, cell, norm ball, unastuteness,
pmi, acu, r-separation, task undependability, harmful undependability, safety gain, residual hazard, availability cost,
estimate, measure kind, confidence, headroom, vital sign, ledger, stale""".replace("\n", " ").split(", ")
ENTRIES = re.findall(r"^\*\*(.+?)\*\*(.*?)(?=^\*\*|^## |\Z)", GLOSSARY, re.MULTILINE | re.DOTALL)
LINKED = ("argument", "quantities", "ram", "monitors", "dependability", "review", "safety", "fta", "index")


def test_every_term_has_an_entry() -> None:
    names = " ".join(name.lower() for name, _ in ENTRIES)
    assert [term for term in TERMS if term.lower() not in names] == []


@pytest.mark.parametrize(("name", "text"), ENTRIES, ids=[name for name, _ in ENTRIES])
def test_every_entry_has_an_example_or_a_page(name: str, text: str) -> None:
    assert re.search(r"\*[^*]{12,}\*|\]\(", text, re.DOTALL), (
        f"{name}: an example in italics, or the page that has one"
    )


@pytest.mark.parametrize("page", LINKED)
def test_pages_lead_to_the_glossary_where_they_use_a_term_first(page: str) -> None:
    assert "glossary.md" in (ROOT / "docs" / f"{page}.md").read_text("utf-8")
