"""A document that the case rested on when it was asked about settles nothing, whichever part, section or whole was asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, discharge, respond, sign_off
from casegen.review.events import Decision, FindingSeverity
from tests.review.conftest import ANN, BOB, edit

INPUTS = ["data/counts.csv", "records/wheels.md"]
UNUSED = "data/unused.csv"


@pytest.fixture
def asked(rover: Path) -> Path:
    """The rover with a further item that no claim names, in a module, and a document of its own beside it."""
    (rover / UNUSED).write_bytes((rover / "data/counts.csv").read_bytes() + b"\n")
    (rover / "records/later.md").write_text("Wheels inspected by the test house, nothing found.\n")
    edit(
        rover, "case.yaml", "evidence_items:\n",
        "evidence_items:\n"
        f"  - {{id: EV2, method: counting, inputs: {{counts: {UNUSED}}}, parameters: {{scale: 1.0}}, seed: 3,\n"
        "     confidence: 0.95, owner: perception}\n",
    )  # fmt: skip
    edit(rover, "argument/top.yaml", "claims:", "module: {id: MAIN, title: Camera}\nclaims:")
    create(rover, "v1", author="Dan Developer", reason="first")
    return rover


@pytest.mark.parametrize(
    ("target", "files"),
    [
        ("rover", [*INPUTS, UNUSED]),
        ("document:limitations", [*INPUTS, UNUSED]),
        ("TOP", INPUTS),
        ("MAIN", INPUTS),
        ("C2", INPUTS[1:]),
    ],
)
def test_an_unchanged_input_closes_no_finding_on_what_rests_on_it(
    target: str, files: list[str], asked: Path
) -> None:
    major = FindingSeverity.MAJOR
    add_finding(asked, target=target, severity=major, text="The wheels were of another type", by=BOB)
    respond(asked, "F1", text="Same type, type plates compared", by=ANN)
    for file in files:
        with pytest.raises(InputError, match=f"evidence '{file}' is what {target} rested on at the baseline"):
            decide(asked, "F1", status="closed", text="Type plates are the same", by=BOB, evidence=[file])
    decide(
        asked, "F1", status="closed", text="Type plates are the same", by=BOB, evidence=["records/later.md"]
    )


def test_an_unchanged_input_meets_no_condition_on_the_whole_case(asked: Path) -> None:
    sign_off(asked, target="", decision=Decision.CONDITIONS, conditions=("Wheels replaced yearly",), by=BOB)
    for file in [*INPUTS, UNUSED]:
        with pytest.raises(InputError, match=f"evidence '{file}' is what rover rested on"):
            discharge(asked, "S1", condition=1, by=BOB, evidence=[file])
    discharge(asked, "S1", condition=1, by=BOB, evidence=["records/later.md"])


def test_an_input_that_changed_since_settles_what_was_asked_of_the_case(asked: Path) -> None:
    sign_off(asked, target="", decision=Decision.CONDITIONS, conditions=("Wheels replaced yearly",), by=BOB)
    (asked / UNUSED).write_text("n,k\n50,0\n")
    discharge(asked, "S1", condition=1, by=BOB, evidence=[UNUSED])
