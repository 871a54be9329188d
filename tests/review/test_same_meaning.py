"""What changes no meaning opens nothing again: an order that says nothing, and the name of a file of equal content."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io import load
from casegen.review import create, review_state, sign_off
from casegen.review.changes import compare
from casegen.review.events import Decision
from tests.review.conftest import BOB, copy, edit


def changed(old: Path, new: Path) -> set[tuple[str, str]]:
    changes = compare(load(old), load(new))
    assert (changes.added, changes.removed, changes.renamed) == ((), (), ())
    return {(one.key.id, one.field) for one in changes.changed}


@pytest.mark.parametrize(
    "gate",
    [
        "type: and, inputs: [B1, B3]", "type: or, inputs: [B1, B3]", "type: xor, inputs: [B1, B3]",
        "type: nand, inputs: [B1, B3]", "type: nor, inputs: [B1, B3]", "type: iff, inputs: [B1, B3]",
        "type: atleast, k: 1, inputs: [B1, B3]", "type: cardinality, k: 1, k_max: 1, inputs: [B1, B3]",
        "type: or, inputs: [{type: and, inputs: [B1, B3]}, B3]",
    ],
)  # fmt: skip
def test_the_order_of_inputs_means_nothing(gate: str, rover: Path) -> None:
    edit(rover, "trees.yaml", "type: and, inputs: [B1, B3]", gate)
    other = copy(rover, "other")
    edit(other, "trees.yaml", "[B1, B3]", "[B3, B1]")
    assert changed(rover, other) == set()


@pytest.mark.parametrize(
    ("gate", "there"),
    [
        ("type: priority-and, inputs: [B1, B3]", "type: priority-and, inputs: [B3, B1]"),
        ("type: or, inputs: [{type: priority-and, inputs: [B1, B3]}, B3]", "type: or, inputs: [{type: priority-and, inputs: [B3, B1]}, B3]"),
        ("type: and, inputs: [B1, B3]", "type: and, inputs: [B3, B1, B1]"),
        ("type: or, inputs: [{type: and, inputs: [B1, B3]}, B2]", "type: or, inputs: [{type: or, inputs: [B3, B1]}, B2]"),
    ],
)  # fmt: skip
def test_an_order_that_is_asked_for_counts(gate: str, there: str, rover: Path) -> None:
    edit(rover, "trees.yaml", "type: and, inputs: [B1, B3]", gate)
    other = copy(rover, "other")
    edit(other, "trees.yaml", gate, there)
    assert changed(rover, other) == {("G2", "inputs")}


def test_a_type_that_asks_for_an_order_is_a_change(rover: Path) -> None:
    other = copy(rover, "other")
    edit(other, "trees.yaml", "type: and, inputs: [B1, B3]", "type: priority-and, inputs: [B3, B1]")
    assert changed(rover, other) == {("G2", "type"), ("G2", "inputs")}


def test_premises_stand_in_any_order(rover: Path) -> None:
    other = copy(rover, "other")
    edit(other, "argument/top.yaml", "from: [C1, C2]", "from: [C2, C1]")
    assert changed(rover, other) == set()


def test_a_file_of_equal_content_has_any_name(rover: Path) -> None:
    other = copy(rover, "other")
    (other / "data" / "counts.csv").rename(other / "data" / "frames.csv")
    edit(other, "case.yaml", "data/counts.csv", "data/frames.csv")
    (other / "records" / "wheels.md").rename(other / "records" / "inspection.md")
    edit(other, "argument/top.yaml", "records/wheels.md", "records/inspection.md")
    assert changed(rover, other) == set()
    (other / "records" / "inspection.md").write_text("Two wheels inspected.\n")
    assert changed(rover, other) >= {("E2", "artefact"), ("E2", "artefact (content)")}


def test_a_file_that_is_gone_or_read_otherwise_is_another_one(rover: Path) -> None:
    other = copy(rover, "other")
    edit(other, "case.yaml", "data/counts.csv", "data/none.csv")
    assert ("EV", "inputs.counts") in changed(rover, other)
    (other / "data" / "counts.csv").rename(other / "data" / "counts.tsv")
    edit(other, "case.yaml", "data/none.csv", "data/counts.tsv")
    assert ("EV", "inputs.counts") in changed(rover, other)


def test_a_sign_off_stands(rover: Path) -> None:
    create(rover, "v1", author="Dan Developer", reason="Review")
    sign_off(rover, target="", decision=Decision.ACCEPT, by=BOB)
    edit(rover, "trees.yaml", "[B1, B3]", "[B3, B1]")
    edit(rover, "trees.yaml", "[G2, B2]", "[B2, G2]")
    (rover / "data" / "counts.csv").rename(rover / "data" / "frames.csv")
    edit(rover, "case.yaml", "data/counts.csv", "data/frames.csv")
    assert [one.reopened for one in review_state(load(rover)).sign_offs] == [()]
    edit(rover, "trees.yaml", "type: and", "type: priority-and")
    assert not review_state(load(rover)).sign_offs[0].stands
