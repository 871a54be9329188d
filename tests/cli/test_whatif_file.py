"""A mistake in ``whatif.yaml`` is reported with its place by `check`, `assess` and `build`, before anything is computed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.assessment.test_safety import studied
from tests.cli.test_build_checks import COVERED, MEASURED_EVENT
from tests.false_support import call, folder
from tests.false_support.bases import RECORD

MISTAKES = {
    "empty file": ("", "whatif.yaml:1:1", "expected `scenarios:`"),
    "only a comment": ("# none\n", "whatif.yaml:1:1", "expected `scenarios:`"),
    "a list": ("- E2: 0.1\n", "whatif.yaml:1:1", "expected `scenarios:`"),
    "no scenario": ("scenarios: {}\n", "whatif.yaml:1:1", "expected `scenarios:`"),
    "unknown event": ("scenarios:\n  a: {E2: 0.1, E22: 0.1}\n", "whatif.yaml:2:16", "'E22' (did you mean 'E2'"),
    "unknown measure": ("scenarios:\n  a: {EV.probabilty: 0.1}\n", "whatif.yaml:2:7", "did you mean 'probability'"),
    "unknown key": ("scenario:\n  a: {E2: 0.1}\n", "whatif.yaml:1:1", "did you mean 'scenarios'"),
    "unknown key beside": ("scenarios:\n  a: {E2: 0.1}\nscenario:\n  b: {E2: 0.2}\n", "whatif.yaml:3:1", "'scenario'"),
    "a unit": ("scenarios:\n  a: {E2: 5 per hour}\n", "whatif.yaml:2:7", "expected a number"),
    "a percentage": ("scenarios:\n  a: {E2: 5 %}\n", "whatif.yaml:2:7", "expected a number"),
    "out of range": ("scenarios:\n  a: {E2: 1.5}\n", "whatif.yaml:2:7", "lies in [0, 1], found 1.5"),
    "measure out of range": ("scenarios:\n  a: {EV.probability: 2}\n", "whatif.yaml:2:7", "lie in [0, 1]"),
    "not a number": ("scenarios:\n  a: {E2: .nan}\n", "whatif.yaml:2:7", "lies in [0, 1]"),
    "true for a number": ("scenarios:\n  a: {E2: true}\n", "whatif.yaml:2:7", "expected a number"),
    "no value": ("scenarios:\n  a: {E2: }\n", "whatif.yaml:2:7", "expected a number"),
    "no settings": ("scenarios:\n  a:\n", "whatif.yaml:2:3", "expected EVENT: PROBABILITY"),
    "no distribution": ("scenarios:\n  a: {E2: {distribution: lognorml, mean: 0.1, error_factor: 3}}\n",
                        "whatif.yaml:2:7", "lognorml"),
    "duplicate name": ("scenarios:\n  a: {E2: 0.1}\n  a: {E2: 0.2}\n", "whatif.yaml:3:3", "'a'"),
    "number and word of one name": ("scenarios:\n  1: {E2: 0.1}\n  '1': {E2: 0.2}\n", "whatif.yaml:3:3", "1"),
    "no YAML": ("scenarios: {a: {E2: 0.1}\n", "whatif.yaml:", "expected"),
}  # fmt: skip
COMMANDS: tuple[tuple[str, ...], ...] = (("check",), ("assess",), ("build", "--markdown", "-o", "OUT"))


def case(at: Path, edits: dict[str, Any] | None = None) -> Path:
    """A case with a measured event that has no result yet."""
    folder(at, studied(), {**MEASURED_EVENT, **(edits or {})}, {"record.csv": RECORD})
    shutil.rmtree(at / "results", ignore_errors=True)
    return at


def run(command: tuple[str, ...], at: Path, out: Path) -> tuple[int, str]:
    words = [str(out) if word == "OUT" else word for word in command[1:]]
    code, stdout, stderr = call(command[0], at, *words)
    return code, " ".join((stdout + stderr).split())


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_with_its_place_before_anything_is_computed(
    tmp_path: Path, mistake: str
) -> None:
    text, place, words = MISTAKES[mistake]
    at = case(tmp_path / "case")
    (at / "whatif.yaml").write_text(text)
    for command in COMMANDS:
        code, said = run(command, at, tmp_path / "out")
        assert (code, place in said, words in said) == (2, True, True), (command, said)
    assert not (at / "results").exists()
    assert not (tmp_path / "out").exists()


def test_every_mistake_of_the_file_is_reported_at_once(tmp_path: Path) -> None:
    at = case(tmp_path / "case")
    (at / "whatif.yaml").write_text("scenarios:\n  a: {E9: 0.1}\n  b: {E2: 2}\n")
    said = run(("check", "--all"), at, tmp_path)[1]
    assert "whatif.yaml:2:7" in said
    assert "whatif.yaml:3:7" in said


@pytest.mark.parametrize(
    "text",
    [
        "scenarios:\n  waits: {EV.probability: 1.0e-7}\n  typed: {E2: 1.0e-5}\n",
        "scenarios:\n  spread: {E2: {distribution: lognormal, mean: 1.0e-4, error_factor: 3}}\n",
        "# kept for later\nscenarios:\n  'no change': {}\n  same: {E2: 1.0e-5}\n",
    ],
)
def test_a_file_in_order_adds_no_finding(tmp_path: Path, text: str) -> None:
    at = case(tmp_path / "case")
    before = [run(command, at, tmp_path)[0] for command in COMMANDS[:2]]
    (at / "whatif.yaml").write_text(text)
    assert [run(command, at, tmp_path)[0] for command in COMMANDS[:2]] == before
    assert "whatif.yaml" not in run(("check",), at, tmp_path)[1]


def test_the_file_of_a_case_with_errors_is_read_all_the_same(tmp_path: Path) -> None:
    """A tree without meaning has no kind of its events; its own rule reports it, and nothing else is lost."""
    at = case(tmp_path / "case", {"trees.FT.top": "G9"})
    (at / "whatif.yaml").write_text(
        "scenarios:\n  a: {E2: {distribution: lognormal, mean: 1.0e-4, error_factor: 3}, E9: 0.1}\n"
    )
    code, said = run(("check", "--all"), at, tmp_path)
    assert code == 2
    assert "'G9'" in said
    assert "'E9'" in said
    assert "'E2'" not in said


@pytest.mark.slow
def test_a_measure_that_a_stale_result_lacks_is_known_when_the_evidence_is_run(tmp_path: Path) -> None:
    item = {"id": "EV", "title": "Coverage", "method": "coverage-report", "inputs": {"report": "record.csv"}}
    at = folder(tmp_path / "case", studied(), {"evidence_items": [item]}, {"record.csv": COVERED})
    (at / "whatif.yaml").write_text("scenarios:\n  a: {EV.branch_coverage: 0.9}\n")
    code, said = run(("check",), at, tmp_path)
    assert (code, "has no measure 'branch_coverage'" in said) == (2, True)
    (at / "record.csv").write_text(COVERED.replace('line-rate="1"', 'line-rate="1" branch-rate="1"'))
    assert "whatif.yaml" not in run(("check",), at, tmp_path)[1]
    (at / "whatif.yaml").write_text("scenarios:\n  a: {EV.brunch_coverage: 0.9}\n")
    assert run(("check",), at, tmp_path)[0] == 2
