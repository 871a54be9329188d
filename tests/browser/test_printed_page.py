"""What is printed is the whole document, whatever is filtered on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
import reviewed_case

pytestmark = pytest.mark.browser
SHOWN = """() => Object.fromEntries(Object.entries({
  claims: '#claims-table tbody tr', hazards: '#hazop-table tbody tr', outline: '.outline li', findings: '.card',
}).map(([name, rows]) => [name, [...document.querySelectorAll(rows)].filter((row) => row.checkVisibility()).length]))"""
"""How many rows of each list can be seen."""
FILTERS = {
    "a status": ["#claims .chips button[data-status]"],
    "a text that nothing has": ["#claims-text", "#hazop-text", "#outline-text", "#review-text"],
    "a kind": ["#claims-kind", "#hazop-kind", "#outline-kind"],
    "an owner": ["#claims-owner"],
    "a status of the outline, of findings": ["#outline-status", "#review-status", "#review-severity"],
}


@pytest.fixture(scope="module", params=["en", "de"])
def reviewed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = reviewed_case.make(tmp_path_factory.mktemp("case"))
    (folder / "document.yaml").write_text(f"document: {{language: {request.param}}}\n")
    return reviewed_case.page(folder, tmp_path_factory.mktemp("page") / "case.html")


def choose(page: object, place: str) -> None:
    """Filters by what leaves the fewest rows."""
    if "button" in place:
        page.locator(place).last.click()
    elif place.endswith("-text"):
        page.fill(place, "no such words")
    else:
        page.select_option(place, index=page.locator(f"{place} option").count() - 1)


@pytest.mark.slow
@pytest.mark.parametrize("places", FILTERS.values(), ids=FILTERS)
def test_print_shows_every_row_whatever_is_filtered(open_page, reviewed: Path, places: list[str]) -> None:
    page = open_page(reviewed)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    whole = page.evaluate(SHOWN)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert min(whole.values()) > 0
    for place in places:
        choose(page, place)
    filtered = page.evaluate(SHOWN)
    assert sum(filtered.values()) < sum(whole.values())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate(SHOWN) == whole
    assert page.locator(".tools:visible").count() == 0
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(SHOWN) == filtered


@pytest.mark.slow
def test_a_printed_file_has_as_many_pages_whatever_is_filtered(
    open_page, reviewed: Path, tmp_path: Path
) -> None:
    """The page as Chromium prints it: nothing is left out, and nothing that is hidden takes room."""
    import pikepdf

    page = open_page(reviewed)
    sizes = []
    for name in ("whole", "filtered"):
        page.pdf(path=tmp_path / f"{name}.pdf", prefer_css_page_size=True)
        with pikepdf.open(tmp_path / f"{name}.pdf") as printed:
            sizes.append([len(one.Contents.read_bytes()) for one in printed.pages])
        for place in ("#claims-text", "#hazop-text", "#outline-text", "#review-text"):
            choose(page, place)
    assert sizes[1] == sizes[0]
