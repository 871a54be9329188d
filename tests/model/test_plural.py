"""Sentences agree with the number in them, through one function."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casegen.assessment import points
from casegen.model.plural import counted, plural
from casegen.model.results import Status

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("n", "words"), [(0, "0 claims"), (1, "1 claim"), (2, "2 claims"), (12_000, "12,000 claims")]
)
def test_a_count_and_its_noun(n: int, words: str) -> None:
    assert counted(n, "claim") == words
    assert plural(n, "entry", "entries") == ("entry" if n == 1 else "entries")


@pytest.mark.parametrize(
    ("kind", "one", "two"),
    [
        ("undeveloped", "give 1 claim an argument: C1", "give 2 claims an argument: C1, C2"),
        ("challenged", "C1: settle what challenges it", "C1, C2: settle what challenges them"),
        ("assumed", "C1: have the assumption accepted, or support it",
         "C1, C2: have the assumptions accepted, or support them"),
        ("defeater", "C1: answer the objection, or change what it attacks",
         "C1, C2: answer the objections, or change what they attack"),
        ("failed", "C1: set right what made it fail, then `casegen evidence run CASE`",
         "C1, C2: set right what made them fail, then `casegen evidence run CASE`"),
    ],
)  # fmt: skip
def test_next_steps_agree_with_what_they_name(kind: str, one: str, two: str) -> None:
    rows = [points.PreventingPoint(name, Status.CHALLENGED, "", "", kind) for name in ("C1", "C1", "C2")]
    assert points._step(kind, rows[:2]) == one
    assert points._step(kind, rows) == two


def test_no_message_makes_its_plural_by_itself() -> None:
    own = re.compile(r"""\{'s' if |\{"s" if |\{'' if [^}]* else 's'\}""")
    hits = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("casegen", "evidence/casegen_evidence")
        for path in (ROOT / folder).rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if own.search(line)
    ]
    assert not hits
