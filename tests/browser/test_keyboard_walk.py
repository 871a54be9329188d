"""From the first to the last stop of the Tab key, on a telephone and on a screen: seen, reachable, never sideways."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST = 2000
"""stops after which a walk that does not end counts as caught"""
STOP = """(number) => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const style = getComputedStyle(e), box = e.getBoundingClientRect(), page = document.documentElement;
  const within = e.closest('.scroll, .canvas, svg');
  const problems = [];
  if ((style.outlineStyle === 'none' || !parseFloat(style.outlineWidth)) && style.boxShadow === 'none')
    problems.push('no sign of the focus');
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
    problems.push('out of the window');
  if (!within && (box.left < -1 || box.right > innerWidth + 1)) problems.push('cut off');
  if (page.scrollWidth > innerWidth || scrollX) problems.push('the page scrolls sideways');
  const twice = e.dataset.stop !== undefined && Number(e.dataset.stop) === number - 1;
  if (twice) problems.push('the focus stays');
  e.dataset.stop = number;
  return { problems, where: e.closest('section')?.id || '', what: e.outerHTML.slice(0, 120) };
}"""
SECTIONS = {"verdict", "canvas", "claims", "argument", "hazards", "trees", "whatif", "evidence", "findings"}


def walk(page: Any, key: str) -> list[dict[str, Any]]:
    """Every stop of a key, until the page ends."""
    stops: list[dict[str, Any]] = []
    for number in range(MOST):
        page.keyboard.press(key)
        stop = page.evaluate(STOP, number)
        if stop is None:
            return stops
        stops.append(stop)
    raise AssertionError(f"no end after {MOST} stops, the last in {stops[-1]}")


@pytest.mark.parametrize("width", [320, 1280])
def test_every_stop_is_seen_and_none_holds_the_focus(open_page: Any, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    stops = walk(page, "Tab")
    assert [stop for stop in stops if stop["problems"]] == []
    assert {stop["where"] for stop in stops} >= SECTIONS


@pytest.mark.parametrize("width", [320, 1280])
def test_forms_of_the_review_open_fit_and_close_by_keyboard(open_page: Any, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    for name in ("Raise a finding", "Sign off"):
        button = page.get_by_role("button", name=name).first
        button.focus()
        page.keyboard.press("Enter")
        form = page.locator("dialog[open]")
        form.wait_for()
        box = form.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert form.evaluate("(d) => d.scrollWidth <= d.clientWidth"), "cut off at the side"
        inside = set()
        for _ in range(12):
            page.keyboard.press("Tab")
            inside.add(
                page.evaluate("() => document.querySelector('dialog[open]').contains(document.activeElement)")
            )
        assert True in inside
        page.keyboard.press("Escape")
        form.wait_for(state="detached")
        assert button.evaluate("(b) => b === document.activeElement"), "the focus goes back"
