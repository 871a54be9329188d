"""explain: where what it advises to change stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call, folder
from tests.false_support.test_propagation import OR, measured, record, tree_case


@pytest.fixture(scope="module")
def missed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A top event that misses its limit by one of two records."""
    case, files = tree_case(
        {"A": measured("R"), "B": measured("S")}, OR, 3e-3, record("R", 0.975, 1000, 0), record("S", 0.975, 9000, 1),
        confidence=0.95,
    )  # fmt: skip
    return folder(tmp_path_factory.mktemp("missed") / "c", case, files=files)


def _line(at: Path, text: str) -> str:
    lines = (at / "case.yaml").read_text("utf-8").splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if line.strip() == text]
    return f"case.yaml:{number}:"


def test_what_is_to_be_changed_is_named_with_its_file_and_line(missed: Path) -> None:
    said = call("explain", missed)[1]
    assert _line(missed, "- id: R") in said
    (rows,) = json.loads(call("explain", missed, "--json")[1])["repair_sets"]
    assert [(row["target"], row["location"].startswith(_line(missed, "- id: R"))) for row in rows] == [
        ("R", True)
    ]


def test_a_tree_and_an_event_have_a_place_too(tmp_path: Path) -> None:
    case, _ = tree_case(
        {"A": {"type": "constant", "probability": 1e-3}, "B": {"type": "constant", "probability": 1e-3}}, OR, 1e-4
    )  # fmt: skip
    at = folder(tmp_path / "c", case)
    for row in (r for one in json.loads(call("explain", at, "--json")[1])["repair_sets"] for r in one):
        assert row["location"].startswith("case.yaml:"), row
