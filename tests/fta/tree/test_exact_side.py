"""A top that rounding leaves on both sides of its limit is decided by the decimals as they were typed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import casegen
from tests.false_support import DROP, edited, folder
from tests.false_support.bases import calculation


def holds(at: Path, one: str, other: str, limit: str, gate: dict[str, object]) -> bool | None:
    """Whether a tree of two constants, as they are typed, meets the limit."""
    base = edited(calculation(), {
        "events.E1.model": {"type": "constant", "probability": "ONE"},
        "events.E2.model": {"type": "constant", "probability": "OTHER"},
        "trees.FT.gates.TOP": {"id": "TOP", "text": "top", **gate},
        "trees.FT.target.probability": "LIMIT", "trees.FT.target.source": DROP,
        "claims.C1.text": "The lift rarely starts with an open door",
    })  # fmt: skip
    path = folder(at, base) / "case.yaml"
    text = path.read_text()
    for word, number in (("ONE", one), ("OTHER", other), ("LIMIT", limit)):
        text = text.replace(f"probability: {word}", f"probability: {number}")
    path.write_text(text)
    return casegen.open(path.parent).claims["C1"].requirement.holds


NOT_BOTH = {"type": "and", "inputs": [{"type": "not", "inputs": ["E1"]}, "E2"]}


@pytest.mark.parametrize("nines", range(2, 16))
def test_the_complement_of_a_short_decimal(nines: int, tmp_path: Path) -> None:
    works = "0." + "9" * nines
    exact = Fraction(1, 2) / 10**nines
    for at, over in enumerate((Fraction(0), Fraction(1, 10**12), Fraction(1, 10**4), -Fraction(1, 10**12))):
        limit = exact * (1 + over)
        text = f"{limit.numerator * 10**40 // limit.denominator}e-40"
        assert holds(tmp_path / str(at), works, "0.5", text, NOT_BOTH) is (over >= 0), (nines, over)


def test_what_is_read_as_certain_leaves_its_complement_open(tmp_path: Path) -> None:
    """1 may stand for more nines than are kept."""
    assert holds(tmp_path, "1.0", "0.5", "1e-17", NOT_BOTH) is not True
