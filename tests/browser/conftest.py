"""A real Chromium on a page built from the fixture case, offline; skipped with a reason where there is none."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "render")]
ROOT = Path(__file__).parent.parent.parent

OFF = (
    # what Playwright turns off: the last of several such flags is the one that counts
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    # pages of the address bar, and a process in store for the next page: two fifths of the time of each window
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,AndroidWarmUpSpareRendererWithTimeout"
)


def _chromium() -> str | None:
    named = os.environ.get("CASEGEN_CHROMIUM")
    return (
        named or shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One headless browser for the session."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = _chromium()
    if program is None:
        pytest.skip("no Chromium on the path (CASEGEN_CHROMIUM names another)")
    flags = [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        f"--disable-features={OFF}",
    ]
    with playwright.sync_playwright() as session:
        started = session.chromium.launch(executable_path=program, args=flags)
        yield started
        started.close()


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixture case as a page on disk."""
    from fixture_case import build_assessment

    from casegen.render import write_html

    return write_html(build_assessment(), tmp_path_factory.mktemp("page") / "case.html")


class Opened:
    """A page with everything it said, and every address that it asked for."""

    def __init__(self, page: object) -> None:
        self.page = page
        self.said: list[str] = []
        self.asked: list[str] = []
        self._heard = {
            "console": lambda message: self.said.append(f"{message.type}: {message.text}"),
            "pageerror": lambda error: self.said.append(f"error: {error}"),
            "request": lambda request: self.asked.append(request.url),
        }
        for event, listener in self._heard.items():
            page.on(event, listener)

    def leave(self) -> None:
        """Nobody listens any more: the page may serve the next test."""
        for event, listener in self._heard.items():
            self.page.remove_listener(event, listener)


SIZE = {"width": 1280, "height": 900}


class Shared:
    """One page for all tests that ask for nothing special: a window of its own costs two fifths of a test."""

    def __init__(self, browser: object) -> None:
        self._browser = browser
        self._page: object | None = None

    def take(self) -> object:
        """The page, empty and as new."""
        if self._page is None:
            self._page = self._browser.new_context(viewport=SIZE, reduced_motion="reduce").new_page()
        self._page.goto("about:blank")
        self._page.set_viewport_size(SIZE)
        self._page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce")
        return self._page

    def give_back(self) -> None:
        """What the test's page has kept for next time goes; a page that does not answer goes as well."""
        from playwright.sync_api import Error

        try:
            self._page.evaluate("() => localStorage.clear()")
            self._page.mouse.up()
            self._page.mouse.move(0, 0)
        except Error:
            self._page.context.close()
            self._page = None


@pytest.fixture(scope="session")
def shared(browser) -> Shared:
    return Shared(browser)


@pytest.fixture
def open_page(browser, shared: Shared, page_file: Path) -> Iterator[object]:
    """A function that opens a page; at the end nothing may have been said, nothing but the file asked for."""
    contexts, opened = [], []

    def start(path: Path = page_file, fragment: str = "", **options: object) -> object:
        if options or len(opened) > len(contexts):
            contexts.append(browser.new_context(**{"viewport": SIZE, "reduced_motion": "reduce", **options}))
            one = Opened(contexts[-1].new_page())
        else:
            one = Opened(shared.take())
        opened.append(one)
        one.page.goto(path.as_uri() + fragment)
        one.page.wait_for_function("() => document.documentElement.dataset.ready === '1'")
        one.page.wait_for_function(
            "() => !document.getElementById('whatif') || document.documentElement.dataset.played === '1'"
        )
        return one.page

    yield start
    if len(opened) > len(contexts):
        shared.give_back()
    for one in opened:
        one.leave()
    for context in contexts:
        context.close()
    for one in opened:
        assert one.said == []
        assert all(url.startswith(("file:", "data:")) for url in one.asked), one.asked


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's script (``npm install axe-core``), from ``CASEGEN_AXE`` or ``node_modules``."""
    places = [os.environ.get("CASEGEN_AXE", ""), str(ROOT / "node_modules/axe-core/axe.min.js")]
    result = next((Path(place) for place in places if place and Path(place).is_file()), None)
    if result is None:
        pytest.skip("axe-core is not installed: npm install axe-core, or name its axe.min.js in CASEGEN_AXE")
    return result.read_text("utf-8")
