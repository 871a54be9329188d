"""The equation index is whole, what it names exists, and no docstring cites an equation that its paper lacks."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "methods.md").read_text("utf-8")
LAST = {"000": 12, "001": 14, "002": 1, "003": 16, "004": 18}
"""Number of the last equation of each paper."""
CITED = re.compile(r"(?:Eqns?\.?|Equations?) ((?:\d+(?:[–-]\d+)?(?:, (?:and )?| and | to )?)+)")


def numbers(text: str) -> set[int]:
    """Numbers in ``1, 2`` or ``7–9`` or ``3 to 12``, ranges filled."""
    results: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:(?:[–-]| to )(\d+))?", text):
        results |= set(range(int(first), int(last or first) + 1))
    return results


def index(paper: str, after: str = "") -> set[int]:
    """Equations in the first column of the tables under the paper's heading."""
    section = PAGE.split(f"\n### {paper}\n", 1)[1].split("\n## ")[0].split("\n### ")[0]
    section = section.split(after, 1)[1] if after else section
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")]
    parts = [
        re.sub(r"(?:Remarks?|Tables?|Figs?\.|Appendix|Assumptions?|footnote|step|§)[^,]*", "", c)
        for c in cells
    ]
    return set().union(*(numbers(part) for part in parts if re.match(r"\s*\d", part)))


@pytest.mark.parametrize(
    ("paper", "heading", "after"),
    [
        ("000", "Paper 000", ""),
        ("002", "Paper 002", ""),
        ("003", "Papers 001 and 003", "\nPaper 003:\n"),
        ("004", "Paper 004", ""),
    ],
)
def test_every_equation_has_a_row(paper: str, heading: str, after: str) -> None:
    assert index(heading, after) == set(range(1, LAST[paper] + 1))


def test_paper_001_is_mapped_whole() -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("| paper 001 |"))
    assert set().union(*(numbers(cell) for cell in row.split("|")[2:-3])) == set(range(1, LAST["001"] + 1))


@pytest.mark.parametrize(
    "name", sorted(set(re.findall(r"`((?:casegen_evidence|casegen|examples)\.[\w.]+)`", PAGE)))
)
def test_every_name_exists(name: str) -> None:
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            result: object = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            result = getattr(result, part)
        return
    pytest.fail(f"{name} cannot be imported")


def docstrings() -> Iterator[tuple[Path, str]]:
    """Every string of the evidence library: docstrings, sources, estimators, notes."""
    for path in sorted((ROOT / "evidence" / "casegen_evidence").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path, node.value


def paper_of(path: Path, text: str) -> str:
    """The paper that a text speaks of: the one it names, else the one its room is after."""
    named = re.findall(r"paper (00\d)", text) or re.findall(r"\b(00[0-4])\b", text)
    rooms = {"ram": "003", "dependability": "000", "nnmetrics": "002", "monitors": "004", "underwater": "003"}
    return (
        named[-1]
        if named
        else rooms.get(path.relative_to(ROOT / "evidence" / "casegen_evidence").parts[0], "003")
    )


@pytest.mark.slow
def test_no_text_cites_an_equation_that_its_paper_lacks() -> None:
    cited = [(path, text, item) for path, text in docstrings() for item in CITED.findall(text)]
    assert len(cited) > 60
    wrong = [
        f"{path.relative_to(ROOT)}: Eqn {item.strip()} of paper {paper_of(path, text)}"
        for path, text, item in cited
        if max(numbers(item)) > LAST[paper_of(path, text)]
    ]
    assert not wrong
