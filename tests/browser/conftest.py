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
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("request", lambda request: self.asked.append(request.url))


@pytest.fixture
def open_page(browser, page_file: Path) -> Iterator[object]:
    """A function that opens a page; at the end nothing may have been said, nothing but the file asked for."""
    contexts, opened = [], []

    def start(path: Path = page_file, fragment: str = "", **options: object) -> object:
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options}
        )
        contexts.append(context)
        one = Opened(context.new_page())
        opened.append(one)
        one.page.goto(path.as_uri() + fragment)
        one.page.wait_for_function("() => document.documentElement.dataset.ready === '1'")
        one.page.wait_for_function(
            "() => !document.getElementById('whatif') || document.documentElement.dataset.played === '1'"
        )
        return one.page

    yield start
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
