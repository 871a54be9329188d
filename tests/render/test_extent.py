"""An argument too large to draw: what decides the verdict is listed, counts are of all of it, and documents say so."""

from __future__ import annotations

import re

import pytest
from fixture_case import build_assessment

from casegen.render import diagrams
from casegen.render.freshness import out_of_date
from casegen.render.html import html_page
from casegen.render.prose import pieces_of
from casegen.render.prose.pieces import Bullets, Paragraph, Picture, flat
from casegen.render.prose.places import places
from casegen.render.report import build_report, extent


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch):
    """The fixture case where more than ten nodes are many and four claims are listed."""
    monkeypatch.setattr(diagrams, "DRAWN", 10)
    monkeypatch.setattr(extent, "LISTED", 4)
    monkeypatch.setattr("casegen.render.report.LISTED", 4)
    return build_assessment()


def test_the_top_claims_come_first_then_failing_requirements(large) -> None:
    listed = set(large.case.claim) - extent.extent_of(large).unlisted
    assert len(listed) == 4
    assert set(large.case.header.roots) <= listed
    outcomes = {c.id: large.claims[c.id].requirement for c in large.case.claims}
    failing = [name for name, result in outcomes.items() if result is not None and result.holds is False]
    assert failing
    assert set(failing) <= listed


@pytest.mark.slow
def test_counts_are_those_of_the_whole_case(large) -> None:
    rows = build_report(large).sections
    whole = len(large.case.claims)
    assert len(rows["claims"]) == 4
    assert f"of {whole}" in rows["verdict"]["facts"][0]["value"]
    required = [large.claims[c.id] for c in large.case.claims if large.claims[c.id].requirement]
    met = sum(1 for one in required if one.requirement.holds and not out_of_date(large, one))
    assert rows["verdict"]["facts"][1]["value"] == f"{met} of {len(required)}"
    assert (rows["summary"]["met"], rows["summary"]["required"]) == (met, len(required))
    assert sum(row["count"] for row in rows["verdict"]["obstacles"]) == len(large.weakest)
    assert len(rows["verdict"]["weakest"]) + rows["verdict"]["unlisted"] == len(large.weakest)
    assert f"4 of its {whole} claims" in rows["extent"]["sentence"]


def test_it_is_not_drawn_and_the_build_says_so(large, caplog: pytest.LogCaptureFixture) -> None:
    drawn = diagrams.all_diagrams(large)
    assert {one.kind for one in drawn} & {"argument", "overview"} == set()
    assert any(one.kind == "tree" for one in drawn)
    assert "not drawn on sheets" in caplog.text


@pytest.mark.slow
def test_page_and_report_say_it_and_every_link_leads_somewhere(large) -> None:
    page = html_page(large).rpartition("<script>")[0]
    assert 'class="large"' in page, "what is long is parsed after the rest can be used"
    assert page.count('<noscript class="late">') >= 1 + bool(large.diagnostics)
    assert page.count("too many to draw on sheets") == 2
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert {link for link in re.findall(r'href="#([^"]+)"', page) if link not in ids} == set()
    pieces = list(pieces_of(build_report(large)))
    said = [
        p
        for p in flat(pieces)
        if isinstance(p, Paragraph) and "too many to draw" in "".join(w.text for w in p.words)
    ]
    assert len(said) == 2
    assert not any(isinstance(p, Bullets) and p.depths for p in flat(pieces))
    listed = {row["anchor"] for row in build_report(large).sections["claims"]}
    assert {name for name in places(pieces) if name.startswith("claim-")} == listed


@pytest.mark.slow
def test_paper_lists_fewer_claims_of_what_the_page_lists_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extent, "PRINTED", 10)
    monkeypatch.setattr(extent, "LISTED_ON_PAPER", 4)
    case = build_assessment()
    page = html_page(case).rpartition("<script>")[0]
    assert "too many for paper" not in page
    assert all(f'id="claim-{claim.id}"' in page for claim in case.case.claims)
    pieces = list(pieces_of(build_report(case)))
    assert len({name for name in places(pieces) if name.startswith("claim-")}) == 4
    assert {f"claim-{name}" for name in case.case.header.roots} <= set(places(pieces))
    assert not any(isinstance(p, Bullets) and p.depths for p in flat(pieces))
    said = ["".join(w.text for w in p.words) for p in flat(pieces) if isinstance(p, Paragraph)]
    assert sum(f"listed are 4 of its {len(case.case.claims)} claims" in text for text in said) == 1
    assert any(isinstance(p, Picture) and p.name.startswith("sheet-argument") for p in flat(pieces))


@pytest.mark.slow
def test_an_ordinary_argument_is_whole() -> None:
    rows = build_report(build_assessment()).sections
    assert rows["extent"] == {"whole": True, "sentence": "", "printed": None, "paper": ""}
    assert rows["outline"]
