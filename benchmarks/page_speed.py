"""Processor time of a page's main thread: opening, a step of a what-if slider, the canvas.

    casegen build examples/auv -o out --html && python -m benchmarks.page_speed out/auv.html
    python -m benchmarks.page_speed    # the whole table of docs/documents.md: documents of three sizes, then the pages

Counts the time of the browser's main thread only, so that other work on the machine hardly counts; needs playwright
and Chromium (``CASEGEN_CHROMIUM`` names it).
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SLIDE = """async (steps) => {
  const slider = document.querySelector("#knobs input[type=range]");
  const low = Number(slider.min), span = Number(slider.max) - low;
  for (let i = 0; i < steps; i++) {
    slider.value = String(low + span * (0.2 + 0.6 * i / steps));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => done();
      after.port2.postMessage(0);
    }));
  }
}"""
HOLD = """window.waiting = [];
window.requestIdleCallback = (act) => { if (window.waiting) window.waiting.push(act); else setTimeout(act, 0); };"""
"""What a page does in its idle time waits until :data:`GO`: on a busy machine it fell into the time of opening."""
GO = "() => { const held = window.waiting; window.waiting = null; held.forEach((act) => act()); }"
STEPS = 20
SIZES = (1_000, 10_000, 100_000)
"""nodes of the synthetic cases"""
ROOT = Path(__file__).resolve().parents[1]


def measure(page: Any, session: Any, what: str, act: Any, times: int = 1) -> None:
    """Print the milliseconds of the main thread that ``act`` takes, of which scripts."""

    def now() -> dict[str, float]:
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}

    before = now()
    act()
    after = now()
    spent = {key: 1000 * (after[key] - before[key]) / times for key in ("TaskDuration", "ScriptDuration")}
    whole, scripts = spent["TaskDuration"], spent["ScriptDuration"]
    size = f"{after['JSHeapUsedSize'] / 1e6:.1f} MB of scripts' data, {round(after['Nodes'])} nodes"
    print(f"{what:32} {whole:8.1f} ms, scripts {scripts:7.1f} ms; {size}")


def ready(page: Any, file: Path) -> None:
    """Open the page until it can be used."""
    page.goto(file.resolve().as_uri())
    page.wait_for_function("() => document.documentElement.dataset.ready === '1'")


def rest(page: Any) -> None:
    """Have what is long in a large page put in place."""
    page.evaluate(GO)
    page.wait_for_function("() => document.documentElement.dataset.whole === '1'")


def canvas(page: Any) -> None:
    """Bring the canvas into view."""
    page.evaluate("document.getElementById('canvas').scrollIntoView({ behavior: 'instant' })")
    page.wait_for_function("() => document.getElementById('canvas').dataset.open === '1'")


def main() -> None:
    """Measure every page named, or write the documents of all sizes, measured, and then their pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("pages", nargs="*", type=Path)
    named = parser.parse_args().pages
    if named:
        measure_pages(named)
        return
    with tempfile.TemporaryDirectory() as scratch:
        measure_pages(written(Path(scratch)))


def written(folder: Path) -> list[Path]:
    """The vehicle's page and synthetic ones, each written, and measured, in a process of its own."""
    case = str(ROOT / "examples" / "auv")
    casegen = [sys.executable, "-m", "casegen", "build", case, "-o", str(folder), "--no-run"]
    subprocess.run([*casegen, "--format", "html"], check=True, stdout=subprocess.DEVNULL)
    for nodes in SIZES:
        documents = [
            sys.executable,
            "-m",
            "benchmarks.documents",
            "--nodes",
            str(nodes),
            "--keep",
            str(folder),
        ]
        subprocess.run(documents, check=True, cwd=ROOT)
    return [folder / "auv.html", *(folder / f"{nodes}.html" for nodes in SIZES)]


def measure_pages(pages: list[Path]) -> None:
    """Print what a browser needs for each page."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CASEGEN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    print(f"{platform.platform()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        browser = started.chromium.launch(executable_path=program, args=flags)
        for file in pages:
            page = browser.new_page(viewport={"width": 1400, "height": 1000})
            page.add_init_script(HOLD)
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            print(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")
            measure(page, session, "open", lambda page=page, file=file: ready(page, file))
            page.wait_for_function(
                "() => window.waiting.length > 0 || document.documentElement.dataset.whole"
            )
            measure(page, session, "the rest in place", lambda page=page: rest(page))
            page.evaluate("document.getElementById('whatif')?.scrollIntoView({ behavior: 'instant' })")
            page.wait_for_timeout(1000)  # the panel is made when it is needed
            if page.query_selector("#knobs input[type=range]"):
                measure(
                    page, session, "a step of a slider", lambda page=page: page.evaluate(SLIDE, STEPS), STEPS
                )
            measure(page, session, "canvas into view", lambda page=page: canvas(page))
            measure(
                page,
                session,
                "canvas wholly unfolded",
                lambda page=page: page.select_option("#board-depth", "999"),
            )
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
