"""The documentation as a site: ``sphinx-build -W --keep-going docs out/site``.

The pages are plain Markdown that reads the same in a repository browser; only navigation is added here.  Nothing
is fetched, when building or reading: the theme uses the reader's fonts, and search runs in the page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

NAVIGATION = {
    "Start": ["tutorial"],
    "How to": [
        "how-to/documents",
        "how-to/what-if",
        "how-to/targets",
        "how-to/data",
        "how-to/pipeline",
        "how-to/own-model",
        "how-to/extend",
        "how-to/audit",
        "how-to/ci",
    ],
    "Concepts": [
        "glossary",
        "cases",
        "quantities",
        "argument",
        "safety",
        "evidence",
        "patterns/index",
        "security",
    ],
    "Reference": [
        "commands",
        "reference/commands",
        "reference/json",
        "python",
        "reference/files",
        "reference/methods",
        "rules",
        "documents",
        "review",
        "exchange",
    ],
    "Methods": [
        "methods",
        "fta",
        "ram",
        "bounds",
        "dependability",
        "nn-metrics",
        "monitors",
        "underwater",
        "scale",
    ],
    "Examples": ["vehicle"],
    "Measured": ["benchmarks", "comparison"],
    "Inside": ["architecture", "decisions", "dependencies"],
}
"""Chapters and their pages."""

project = "casegen"
author = "casegen contributors"
copyright = "casegen contributors, Apache-2.0"
extensions = ["myst_parser"]
exclude_patterns = ["**/*.py"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
html_theme = "furo"
html_title = "casegen"
html_show_sphinx = False
html_copy_source = False
pygments_style = "friendly"
highlight_language = "none"
nitpicky = True


def _add_navigation(app: Any, page: str, source: list[str]) -> None:
    if page == "index":
        source[0] += "\n" + _chapters(Path(app.srcdir))
    elif page == "patterns/index":
        patterns = sorted(p.stem for p in (Path(app.srcdir) / "patterns").glob("*.md") if p.stem != "index")
        source[0] += "\n" + _contents("", patterns)


def _chapters(folder: Path) -> str:
    """Every chapter; pages that nobody has put into one come last, under *More*."""
    named = {page for pages in NAVIGATION.values() for page in pages} | {"index"}
    every = {p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.md")}
    rest = sorted(page for page in every - named if not page.startswith("patterns/"))
    chapters = NAVIGATION | ({"More": rest} if rest else {})
    return "\n".join(_contents(title, pages) for title, pages in chapters.items())


def _contents(title: str, pages: list[str]) -> str:
    caption = [f":caption: {title}"] if title else []
    return "\n".join(["```{toctree}", ":hidden:", *caption, "", *pages, "```", ""])


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _add_navigation)
