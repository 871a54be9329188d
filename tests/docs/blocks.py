"""Fenced blocks of the docs as values, and how they are run.

A line ``<!-- not run: reason -->`` before a block keeps it from being run; ``<!-- fragment: section -->``
says which list of a case file a YAML block belongs to, where its first key does not.  A ``title="path"`` in
a fence's first line makes the block a file.  A ``text`` block after a ``sh`` block is what the commands
print; ``…`` stands for any text within a line, and alone on a line for any lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<language>[\w-]*)(?P<info>.*)$")
_MARK = re.compile(r"<!-- (?P<kind>not run|fragment): (?P<text>.+?) -->")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: where it stands, its language, the file it makes, its marks and its text."""

    page: Path
    line: int
    language: str
    title: str
    not_run: str
    fragment: str
    text: str

    @property
    def name(self) -> str:
        """Page and line, for test ids and messages."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page in order."""
    lines = page.read_text("utf-8").splitlines()
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at])
        if not opened:
            at += 1
            continue
        begun, body, indent = at, [], len(opened["indent"])
        at += 1
        while lines[at].strip() != opened["ticks"]:
            body.append(lines[at][indent:])
            at += 1
        at += 1
        title = re.search(r'title="([^"]+)"', opened["info"])
        marks = _marks(lines, begun)
        yield Block(
            page, begun + 1, opened["language"], title[1] if title else "",
            marks.get("not run", ""), marks.get("fragment", ""), "\n".join(body) + "\n",
        )  # fmt: skip


def _marks(lines: list[str], at: int) -> dict[str, str]:
    result = _MARK.fullmatch(lines[at - 1].strip()) if at else None
    return {result["kind"]: result["text"]} if result else {}


def all_blocks(*languages: str) -> list[Block]:
    """Blocks of all pages in these languages."""
    return [b for page in PAGES for b in blocks(page) if b.language in languages]


def shell(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run commands as a reader would, with this Python's ``casegen`` and ``python`` first on the path; one stream, as on a terminal."""
    bin_folder = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "NO_COLOR": "1",
    }
    environment.pop("CASEGEN_AUTHOR", None)
    return subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", commands],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False,
    )  # fmt: skip


_PROGRESS = re.compile(r"evidence: \d+ of \d+ items?, \d+%, about ")
"""a line that says how far a long run is: whether there is one, is the machine's"""


def mismatch(expected: str, result: str) -> str:
    """Empty where ``result`` is what ``expected`` shows, else both."""
    wanted = [line.rstrip() for line in expected.strip("\n").splitlines()]
    lines = (line.rstrip() for line in result.strip("\n").splitlines() if not _PROGRESS.match(line))
    shown = "\n".join(lines) + "\n"
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "…" else _line(line) for line in wanted)
    return "" if re.fullmatch(pattern, shown) else f"shown in the page:\n{expected}\nfound:\n{result}"


def _line(line: str) -> str:
    return r"[^\n]*".join(re.escape(part) for part in line.split("…")) + r"\n"
