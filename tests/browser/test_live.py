"""The served page says that it is out of date, wherever its reader has scrolled to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import reviewed_case
from waiting import eventually

from casegen.serve import LiveCase, Server

pytestmark = pytest.mark.browser


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    made = Server(LiveCase(reviewed_case.make(tmp_path / "case")))
    for target in (made.watch, made.serve_forever):
        threading.Thread(target=target, daemon=True).start()
    yield made
    made.stopping.set()
    made.shutdown()
    made.server_close()


@pytest.mark.slow
def test_files_that_cannot_be_built_are_reported_over_the_old_page(
    browser, served: Server, tmp_path: Path
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 700}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_function("() => document.documentElement.dataset.ready === '1'")
        page.evaluate(
            "document.getElementById('about').scrollIntoView({ block: 'end', behavior: 'instant' })"
        )
        file = tmp_path / "case" / "case.yaml"
        before = file.read_text("utf-8")
        file.write_text("casegen: [broken", "utf-8")
        page.locator("#problem").wait_for()
        eventually(page, "document.querySelector('#problem b').textContent.includes('earlier state')", True)
        place = "document.getElementById('problem').getBoundingClientRect()"
        eventually(page, f"{place}.top >= 0 && {place}.top < innerHeight", True)
        file.write_text(before, "utf-8")
        page.wait_for_function("() => !document.getElementById('problem')")
    finally:
        context.close()


@pytest.mark.slow
def test_a_newer_state_behind_an_open_form_is_reported(browser, served: Server, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 700}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_function("() => document.documentElement.dataset.ready === '1'")
        page.get_by_role("button", name="Raise a finding").click()
        file = tmp_path / "case" / "case.yaml"
        file.write_text(file.read_text("utf-8") + "\n# a remark\n", "utf-8")
        page.locator("#newer").wait_for(state="attached")
        page.keyboard.press("Escape")
        page.wait_for_function(
            "() => !document.getElementById('newer') && document.documentElement.dataset.ready === '1'"
        )
    finally:
        context.close()
