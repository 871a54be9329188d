"""In every example, each number that a claim rests on leads by links to its method, inputs and place in a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from waiting import eventually

from casegen.assessment.assess import Session
from casegen.render import write_html

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/case.yaml"))
PLACE = re.compile(r"[\w./-]+\.yaml:\d+:\d+")


def at_measured(page, href: str) -> None:
    """An evidence item tells method, inputs by hash, seed, code, and where it is stated; its plots are drawn."""
    shown = page.locator(href)
    text = shown.text_content()
    assert shown.locator("dt", has_text="Method").count() == 1
    assert PLACE.search(text), href
    for word in ("Provenance", "Seed", "Code", "Environment"):
        assert word in text, (href, word)
    for plot in shown.locator("figure img").all():
        plot.scroll_into_view_if_needed()
        assert plot.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
        assert plot.get_attribute("alt")


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(p, id=p.name, marks=[pytest.mark.slow] if p.name in ("auv", "robot") else [])
        for p in EXAMPLES
    ],
)
def test_every_number_leads_to_where_it_comes_from(open_page, tmp_path, folder: Path) -> None:
    import casegen

    assessed = Session.open(casegen.load(folder)).assess()
    wanted = [c for c in assessed.case.claims if c.requirement is not None]
    if not wanted:
        pytest.skip("no claim of the example rests on a number")
    page = open_page(write_html(assessed, tmp_path / "case.html"))
    measured: set[str] = set()
    for claim in wanted:
        row = page.locator(f"[id='claim-{claim.id}']")
        assert PLACE.search(row.text_content()), claim.id
        href = row.locator("td.mid a").first.get_attribute("href")
        if href.startswith("#evidence-"):
            measured.add(href)
            continue
        tree = page.locator(f"[id='{href[1:]}']")
        assert PLACE.search(tree.text_content()), href
        for event in tree.locator("table.sorted tbody tr").all():
            assert PLACE.search(event.text_content()), event.text_content()
            link = event.locator("a[href^='#evidence-']")
            if link.count():
                measured.add(link.first.get_attribute("href"))
            else:
                assert event.locator("td.source").text_content().strip()
    first = page.locator("#claims-table td.mid a").first
    first.click()
    eventually(page, "document.activeElement.id", first.get_attribute("href")[1:])
    for href in measured:
        at_measured(page, f"[id='{href[1:]}']")
