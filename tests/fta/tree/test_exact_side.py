"""A top that rounding leaves on both sides of its limit is decided by the decimals as they were typed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import casegen
from casegen.fta.events.models import common_cause_levels
from casegen.model.fault_tree import CcfModel
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


GROUPS: list[tuple[CcfModel, list[str]]] = [
    (CcfModel.BETA_FACTOR, ["0.1"]),
    (CcfModel.BETA_FACTOR, ["0"]),
    (CcfModel.MGL, ["0.1"]),
    (CcfModel.ALPHA_FACTOR, ["0.95", "0.05"]),
    (CcfModel.PHI_FACTOR, ["0.9", "0.013"]),
]


@pytest.mark.parametrize(("model", "factors"), GROUPS)
@pytest.mark.parametrize("kind", ["and", "or", "xor"])
def test_the_parts_of_a_common_cause_group_are_decimals(
    model: CcfModel, factors: list[str], kind: str, tmp_path: Path
) -> None:
    """The limit that both of two pumps meet exactly was met by neither the top nor the end of its rounding."""
    level = common_cause_levels(model, 2, Fraction("0.01"), [Fraction(x) for x in factors])
    alone, both = level[1], level[2]
    assert all(isinstance(x, int | Fraction) for x in level.values())
    own = {"and": alone**2, "or": 1 - (1 - alone) ** 2, "xor": 2 * alone * (1 - alone)}[kind]
    top = (1 - both) * own if kind == "xor" else 1 - (1 - both) * (1 - own)
    group = {
        "id": "CC", "model": model.value, "members": ["E1", "E2"], "factors": [float(x) for x in factors],
        "total": {"type": "constant", "probability": 0.01}, "source": "the handbook of pumps",
    }  # fmt: skip
    for at, over in enumerate((Fraction(0), Fraction(1, 10**14), -Fraction(1, 10**14))):
        limit = top * (1 + over)
        base = edited(calculation(), {
            "events.E1.model": DROP, "events.E2.model": DROP, "common_cause": [group],
            "trees.FT.gates.TOP": {"id": "TOP", "text": "top", "type": kind, "inputs": ["E1", "E2"]},
            "trees.FT.target.probability": "LIMIT", "trees.FT.target.source": DROP,
            "claims.C1.text": "The lift rarely starts with an open door",
        })  # fmt: skip
        path = folder(tmp_path / str(at), base) / "case.yaml"
        digits = f"{round(limit * 10**17)}e-17"
        path.write_text(path.read_text().replace("probability: LIMIT", f"probability: {digits}"))
        stated = (
            Fraction(float(digits)) if Fraction(digits) != Fraction(repr(float(digits))) else Fraction(digits)
        )
        if abs(stated - top) > Fraction(1, 10**16) or stated == top:
            holds = casegen.open(path.parent).claims["C1"].requirement.holds
            assert holds is (stated >= top), (digits, float(top))
