"""Who signs the case as a whole signs what stands beside it too; the baseline that was signed is what was frozen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.review import create, review_state, sign_off
from casegen.review.events import Decision

from .conftest import BOB, edit

COMPLIANCE = """compliance:
  - standard: amlas
    clauses:
      - {clause: "5", nodes: [C1], coverage: full}
      - {clause: "6", not_applicable: never deployed, by: safety engineer}
"""
DOCUMENT = (
    "document: {subtitle: First mission, fields: [{label: Project, text: R1}], approvers: [{role: Judge}]}\n"
)
WHAT_IF = "scenarios:\n  Dusk: {B2: 0.01}\n"


@pytest.fixture
def signed(rover: Path) -> Path:
    """Accepted as a whole (S1), and one of its claims by itself (S2)."""
    for name, text in (
        ("compliance.yaml", COMPLIANCE),
        ("document.yaml", DOCUMENT),
        ("whatif.yaml", WHAT_IF),
    ):
        (rover / name).write_text(text)
    (rover / "document").mkdir()
    (rover / "document" / "mark.svg").write_text("<svg/>\n")
    create(rover, "v1", author="Fred", reason="review")
    for target in ("", "C2"):
        sign_off(rover, target=target, decision=Decision.ACCEPT, by=BOB)
    return rover


def reopened(folder: Path) -> list[str]:
    return ["; ".join(one.reopened) for one in review_state(load(folder)).sign_offs]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("compliance.yaml", "coverage: full", "coverage: part", "amlas 5"),
        ("compliance.yaml", "never deployed", "not our business", "amlas 6"),
        ("compliance.yaml", "standard: amlas", "standard: unknown", "compliance.yaml"),
        ("compliance.yaml", "compliance:", "compliance: [", "content of compliance.yaml"),
        ("document.yaml", "First mission", "All missions", "document.yaml"),
        ("document.yaml", "role: Judge", "role: Nobody", "document.yaml"),
        ("whatif.yaml", "0.01", "0.001", "whatif.yaml"),
        ("document/mark.svg", "<svg/>", "<svg></svg>", "content of document/mark.svg"),
    ],
)
def test_what_stands_beside_the_case_is_signed_with_it(
    signed: Path, name: str, old: str, new: str, words: str
) -> None:
    assert reopened(signed) == ["", ""]
    edit(signed, name, old, new)
    whole, claim = reopened(signed)
    assert words in whole
    assert claim == ""


@pytest.mark.slow
def test_what_is_gone_or_new_beside_the_case(signed: Path) -> None:
    (signed / "compliance.yaml").unlink()
    assert "amlas 5" in reopened(signed)[0]
    (signed / "compliance.yaml").write_text(COMPLIANCE)
    (signed / "document" / "fr.yaml").write_text("{}\n")
    assert "document/fr.yaml" in reopened(signed)[0]


@pytest.mark.slow
def test_a_case_named_by_a_relative_path_is_read_too(signed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(signed.parent)
    assert reopened(Path(signed.name)) == ["", ""]
    edit(signed, "document/mark.svg", "<svg/>", "<svg></svg>")
    assert "content of document/mark.svg" in reopened(Path(signed.name))[0]


@pytest.mark.slow
def test_comments_and_order_beside_the_case_mean_nothing(signed: Path) -> None:
    edit(signed, "compliance.yaml", "compliance:", "# by clause\ncompliance:")
    edit(signed, "document.yaml", "subtitle: First mission, fields: [{label: Project, text: R1}]",
         "fields: [{label: Project, text: R1}], subtitle: First mission")  # fmt: skip
    assert reopened(signed) == ["", ""]


def same_edit_twice(folder: Path) -> None:
    for place in ("argument/top.yaml", "baselines/v1/files/argument/top.yaml"):
        edit(folder, place, "The wheels were inspected", "The wheels were inspected twice")


def no_list(folder: Path) -> None:
    (folder / "baselines" / "v1" / "SHA256SUMS").unlink()


def another_file(folder: Path) -> None:
    (folder / "baselines" / "v1" / "files" / "argument" / "more.yaml").write_text("claims: []\n")


def another_result(folder: Path) -> None:
    edit(folder, "baselines/v1/files/results/EV.lock", '"format"', '"looks": 3, "format"')


@pytest.mark.slow
@pytest.mark.parametrize("change", [same_edit_twice, no_list, another_file, another_result])
def test_a_baseline_that_was_changed_carries_no_signature(
    signed: Path, change: Callable[[Path], None]
) -> None:
    change(signed)
    whole, claim = reopened(signed)
    assert "is not what was frozen" in whole
    assert "is not what was frozen" in claim
