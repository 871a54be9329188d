"""What people see first fits a screen, says what to do next, and folds what is alike."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path
from typing import Any

import pytest

from casegen.cli import folding
from tests.false_support import call, folder
from tests.false_support.bases import calculation

AUV = Path("examples/auv")


def screen(*arguments: str | Path) -> list[str]:
    _, out, err = call(*arguments)
    assert not err, err
    return out.splitlines()


def test_the_vehicle_fits_one_screen_and_says_what_to_do_next() -> None:
    lines = screen("assess", AUV)
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith("The case does not hold")
    steps = lines[lines.index("Next") + 1 :]
    assert any("give 5 claims an argument" in line for line in steps)


def test_points_are_told_by_the_text_of_the_claim() -> None:
    shown = "\n".join(screen("assess", AUV))
    assert "The object detection is secure enough (SubC9)" in shown
    assert "no argument given yet" in shown
    assert "is undeveloped" not in shown
    assert "1.55 % exceeds the limit of 1 %" in shown


def test_all_shows_every_claim() -> None:
    shown = "\n".join(screen("assess", AUV, "--all"))
    assert shown.count("supported  ") > 40


@pytest.mark.parametrize("command", [("allocate",), ("fta", "importance")])
def test_combinations_fold(command: tuple[str, ...]) -> None:
    lines = screen(*command, AUV, "--tree", "FT-SD")
    assert len(lines) < 45
    assert max(len(line.rstrip()) for line in lines) <= 100
    assert any("any 2 of 8" in line for line in lines)


def test_folding() -> None:
    assert doctest.testmod(folding).failed == 0


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A case with nine claims that nobody supports, in two groups of findings."""
    edits: dict[str, Any] = {}
    case = calculation()
    names = [f"X{k}" for k in range(9)]
    case["claims"] += [
        {"id": name, "text": f"Part {name} works", "owner": "A", "undeveloped": True} for name in names
    ]
    case["arguments"][0]["from"] = ["C2", *names]
    case["evidence"] = [{"id": "N9", "text": "Loose", "artefact": "x.md", "owner": "A"}]
    return folder(tmp_path / "many", case, edits, {"x.md": "x"})


def test_findings_are_grouped_with_fix_and_rule_once(many: Path) -> None:
    lines = screen("check", many)
    text = "\n".join(lines)
    assert text.count("fix: develop it") == 1
    assert "claim-undeveloped] (9)" in text
    assert "… and 4 more: 4 in case.yaml (--all)" in text
    assert "Next" in lines
    assert lines[-1].endswith("warnings")
    everything = "\n".join(screen("check", many, "--all"))
    assert everything.count("no argument given yet") == 9
    assert 'claim "Part X3 works" (X3): no argument given yet' in everything


def test_filters(many: Path) -> None:
    only = screen("check", many, "--rule", "claim-*")
    assert "(of " in only[-1]
    assert all("claim-undeveloped" in line for line in only if line.startswith(("error", "warning")))
    assert screen("check", many, "--file", "none.yaml")[0].startswith("0 errors, 0 warnings")
    assert call("check", many, "--severity", "grave")[0] == 2


def test_build_shows_the_texts(tmp_path: Path) -> None:
    shutil.copytree(AUV, tmp_path / "auv", ignore=shutil.ignore_patterns("baselines"))
    out = call("build", tmp_path / "auv", "--text", "--no-run", "-o", tmp_path / "out")[1]
    assert "Each asset is localised reliably enough at its birth (LLC4)" in out


def test_a_whatif_tells_claims_by_their_text() -> None:
    lines = screen("whatif", AUV, "--set", "BE-DVL=0.2")
    assert max(map(len, lines)) <= 140
    assert any("→" in line and "(" in line for line in lines)
