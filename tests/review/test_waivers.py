"""A waiver is an act of its author: who waived something in the argument does not sign off what rests on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review import create
from casegen.review.acceptance import sign_off
from casegen.review.events import Decision
from tests.review.conftest import BOB, edit

pytestmark = pytest.mark.slow

WAIVED = "waive: [{rule: %s, reason: the same build is in service, by: %s}]"
EVENT = "text: Wheel is blocked,"
CLAIM = "text: The wheels were inspected,"
PARTS = {
    "an-item": ("case.yaml", "confidence: 0.95,", "sign-stands-still"),
    "an-event": ("trees.yaml", EVENT, "event-unsourced"),
    "a-tree": ("trees.yaml", "title: The rover leaves its track", "tree-unfinished"),
    "a-claim": ("argument/a.yaml", CLAIM, "claim-qualifier"),
    "a-step": ("argument/a.yaml", "text: Fault tree FT", "warrant-missing"),
    "evidence": ("argument/a.yaml", "text: Record of the inspection,", "evidence-older"),
}


def waived(at: Path, part: str, by: str) -> None:
    """Put a waiver onto one part of the case."""
    file, after, rule = PARTS[part]
    file = (
        next(p.relative_to(at).as_posix() for p in sorted(at.rglob("*.yaml")) if after in p.read_text())
        or file
    )
    said = WAIVED % (rule, by)
    block = f"\n    {said}" if part == "a-tree" else f" {said}," if after.endswith(",") else f", {said}"
    edit(at, file, after, after + block)
    create(at, "v1", author="Ann", reason="first")


@pytest.mark.parametrize("part", PARTS)
def test_who_waived_a_rule_does_not_sign(rover: Path, part: str) -> None:
    waived(rover, part, "Dr. Bob  Assessor" if part == "a-tree" else BOB.name)
    with pytest.raises(
        InputError, match=r"waived .* accepted or waived something in the argument does not sign"
    ):
        sign_off(rover, target="", decision=Decision.REJECT, by=BOB)


@pytest.mark.parametrize("part", PARTS)
def test_what_somebody_else_waived_is_signed(rover: Path, part: str) -> None:
    waived(rover, part, "Dora Deputy")
    sign_off(rover, target="", decision=Decision.REJECT, by=BOB)


def test_what_does_not_rest_on_it_is_signed(rover: Path) -> None:
    waived(rover, "an-item", BOB.name)
    with pytest.raises(InputError, match=r"waived sign-stands-still on EV: .*does not sign"):
        sign_off(rover, target="C1", decision=Decision.REJECT, by=BOB)
    sign_off(rover, target="C2", decision=Decision.REJECT, by=BOB)


def test_who_accepted_a_context_or_judged_an_answer_does_not_sign(rover: Path) -> None:
    more = (
        "contexts:\n  - {id: K1, kind: assumption, text: The track is dry, accepted_by: Cat Checker}\n"
        f"defeaters:\n  - {{id: D1, kind: rebutting, target: C2, text: The wheels are worn, state: refuted,\n     response: They are new, refuted_by: {BOB.name}}}\n"
    )
    file = next(p for p in sorted(rover.rglob("*.yaml")) if CLAIM in p.read_text())
    file.write_text(file.read_text().replace(CLAIM, f"{CLAIM} context: [K1],") + more)
    create(rover, "v1", author="Ann", reason="first")
    with pytest.raises(InputError, match="judged the answer to D1"):
        sign_off(rover, target="C2", decision=Decision.REJECT, by=BOB)
    file.write_text(
        file.read_text().replace(BOB.name, "Dora Deputy").replace("Cat Checker}\ndef", f"{BOB.name}}}\ndef")
    )
    create(rover, "v2", author="Ann", reason="second")
    with pytest.raises(InputError, match="accepted K1"):
        sign_off(rover, target="C2", decision=Decision.REJECT, by=BOB)
