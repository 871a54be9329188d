"""The documentation builds as a site without a warning, and fetches nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

pytest.importorskip("sphinx", reason="the extra `docs` is not installed")
pytest.importorskip("myst_parser", reason="the extra `docs` is not installed")
pytest.importorskip("furo", reason="the extra `docs` is not installed")

pytestmark = pytest.mark.slow
NO_NETWORK = (
    "import socket\ndef refuse(*a, **k): raise OSError('no network here')\nsocket.socket.connect = refuse\n"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    program = NO_NETWORK + "import sys\nfrom sphinx.cmd.build import main\nsys.exit(main(sys.argv[1:]))"
    options = [
        "-q",
        "-W",
        "--keep-going",
        "-d",
        str(folder / "trees"),
        str(ROOT / "docs"),
        str(folder / "html"),
    ]
    done = subprocess.run(
        [sys.executable, "-c", program, *options], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_page_is_there_and_in_the_navigation(site: Path) -> None:
    start = (site / "index.html").read_text("utf-8")
    sidebar = start[start.index('<div class="sidebar-tree">') :]
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        assert (site / name).is_file()
        if not name.startswith("patterns/") and name != "index.html":
            assert f'href="{name}"' in sidebar, f"{name} is in no chapter of docs/conf.py"


def test_nothing_is_fetched_when_it_is_read(site: Path) -> None:
    loads = r"""<(?:script|img|iframe|source|video)\b[^>]*\bsrc\s*=\s*["'](?:https?:)?//"""
    styles = r"""<link\b(?=[^>]*\brel\s*=\s*["'](?:stylesheet|preload|preconnect|icon)\b)[^>]*\bhref\s*=\s*["'](?:https?:)?//"""
    for page in site.rglob("*.html"):
        assert re.findall(f"{loads}|{styles}", page.read_text("utf-8")) == [], page.name
    for sheet in site.rglob("*.css"):
        assert (
            re.findall(r"""(?:url\(\s*["']?|@import\s+["'])(?:https?:)?//""", sheet.read_text("utf-8")) == []
        ), sheet.name


def test_search_index_holds_words_of_the_pages(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    assert all(word in index for word in ("how-to/own-model", "unastut", "tutorial"))
