"""Search: ids before texts, claims before the rest, texts of neighbouring cells apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixture_case import build_assessment
from waiting import eventually

from casegen.render import write_html

pytestmark = pytest.mark.browser
HITS = "[...document.querySelectorAll('#results a')].map((one) => one.querySelector('b').textContent)"
TEXTS = "[...document.querySelectorAll('#results a')].map((one) => one.textContent)"


def ask(page: object, words: str) -> None:
    page.fill("#query", words)
    eventually(page, "document.getElementById('results').childElementCount > 0", True)


@pytest.mark.slow
def test_an_id_comes_first_then_those_that_begin_with_it_then_claims(open_page) -> None:
    page = open_page()
    case = build_assessment().case
    claim = max(case.claims, key=lambda one: len(one.id))
    ask(page, claim.id.lower())
    eventually(page, f"{HITS}[0]", claim.id)
    word = max((word for word in claim.text.split() if word.isalpha()), key=len)
    ask(page, word)
    kinds = page.evaluate(
        "[...document.querySelectorAll('#results a')].map((one) => Boolean(document.getElementById("
        "decodeURIComponent(one.hash.slice(1))).closest('#claims-table')))"
    )
    names = page.evaluate(HITS)
    texts = [claims for claims, name in zip(kinds, names, strict=True) if word.lower() not in name.lower()]
    assert texts[0]
    assert texts == sorted(texts, reverse=True)


@pytest.mark.slow
def test_texts_of_neighbouring_cells_are_apart(open_page) -> None:
    """The last word of a cell and the first of the next make no word together."""
    page = open_page()
    row = page.evaluate("""() => { const row = document.querySelector('#hazop-table tbody tr');
      const last = row.cells[0].textContent.trim().split(/\\s+/).pop(), first = row.cells[1].textContent.trim().split(/\\s+/)[0];
      return [last, first]; }""")
    page.fill("#query", "".join(row))
    eventually(page, "document.getElementById('results-count').textContent", "0 places")
    ask(page, " ".join(row))
    eventually(page, f"{HITS}.includes({row[0]!r})", True)


@pytest.mark.slow
def test_a_hit_shows_the_words_that_were_looked_for(open_page) -> None:
    page = open_page()
    claim = max(build_assessment().case.claims, key=lambda one: len(one.text))
    word = max((word for word in claim.text.split() if word.isalpha()), key=len)
    ask(page, word)
    assert all(word.lower() in text.lower() for text in page.evaluate(TEXTS)[:5])


@pytest.mark.slow
def test_the_what_if_panel_has_no_scroller_of_its_own_and_keeps_its_verdict_in_view(open_page) -> None:
    page = open_page(viewport={"width": 1280, "height": 500})
    inner = page.evaluate("""[...document.querySelectorAll('#whatif .live, #whatif .live *')].filter((one) =>
      ['auto', 'scroll'].includes(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1).length""")
    assert inner == 0
    page.evaluate(
        "document.querySelector('#whatif .live').lastElementChild.scrollIntoView({ block: 'end', behavior: 'instant' })"
    )
    eventually(page, "document.querySelector('#whatif-verdict').getBoundingClientRect().top >= 0", True)


@pytest.mark.slow
def test_figures_are_vectors_in_the_page_with_text_that_can_be_read_out(open_page, page_file: Path) -> None:
    page = open_page()
    assert page.evaluate("document.querySelectorAll('.plots svg text').length") > 20
    assert page.evaluate("document.querySelectorAll('.plots img').length") == 0
    missing = page.evaluate("""[...document.querySelectorAll('.plots svg')].filter((one) =>
      !document.getElementById(one.getAttribute('aria-labelledby'))?.textContent).length""")
    assert missing == 0


@pytest.mark.slow
def test_what_a_very_large_page_does_not_list_is_found_and_shown_on_the_canvas(
    open_page, tmp_path, monkeypatch
) -> None:
    from casegen.render import diagrams
    from casegen.render.report import extent

    monkeypatch.setattr(diagrams, "DRAWN", 10)
    monkeypatch.setattr(extent, "LISTED", 1)
    monkeypatch.setattr("casegen.render.report.LISTED", 1)
    page = open_page(write_html(build_assessment(), tmp_path / "very-large.html"))
    assert page.locator("#claim-SubC11").count() == 0
    page.fill("#query", "SubC11")
    page.locator("#results a").first.click()
    eventually(
        page, "document.querySelector('#boarddetail, #board-detail').textContent.includes('SubC11')", True
    )
    page.locator("#board [role=treeitem]", has_text="SubC11").first.wait_for(state="visible")


@pytest.mark.slow
def test_words_of_buttons_are_not_found(open_page) -> None:
    page = open_page()
    page.evaluate("""() => { const part = document.querySelector('[data-find]'), button = document.createElement('button');
      button.textContent = 'Xylophone'; (part.querySelector('b, td, th') || part).append(button); }""")
    page.fill("#query", "xylophone")
    eventually(page, "document.getElementById('results-count').textContent", "0 places")
