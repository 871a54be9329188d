"""The templates for users' own repositories: they parse, their commands exist and judge as they should."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.blocks import ROOT, blocks, shell

CI = ROOT / "templates" / "ci"


def template(name: str) -> Any:
    return yaml.safe_load((CI / name).read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A user's repository with a case that is sound and holds, committed on main."""
    case = tmp_path / "safety-case"
    case.mkdir()
    for block in blocks(ROOT / "docs" / "tutorial.md"):
        if block.title.startswith("reader/"):
            file = case / block.title.removeprefix("reader/")
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, "utf-8")  # the last version of a file is the one that holds
    assert (
        shell("python safety-case/data/train.py && casegen evidence run safety-case", tmp_path).returncode
        == 0
    )
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q", "-b", "main"], ["add", "."], [*identity, "commit", "-q", "-m", "case"],
                      ["update-ref", "refs/remotes/origin/main", "main"]):  # fmt: skip
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    return tmp_path


def workflow_steps() -> dict[str, str]:
    """Steps of the workflow that run casegen, by name."""
    steps = template("github-workflow.yml")["jobs"]["case"]["steps"]
    return {
        s["name"]: s["run"] for s in steps if "casegen " in s.get("run", "") and "pip install" not in s["run"]
    }


def run_step(command: str, folder: Path) -> int:
    variables = (
        "export CASE=safety-case GITHUB_RUN_NUMBER=17 GITHUB_BASE_REF=main GITHUB_STEP_SUMMARY=summary.md\n"
    )
    done = shell(variables + command, folder)
    assert "Traceback" not in done.stdout
    return done.returncode


def break_rule(folder: Path) -> None:
    _edit(folder, "argument.yaml", "supports: C-READER", "supports: C-READR")


def break_file(folder: Path) -> None:
    _edit(folder, "case.yaml", "casegen: 1", "casegen: [1")


def break_claim(folder: Path) -> None:
    _edit(folder, "events.yaml", "1.0e-3", "1.0e-1")


def break_result(folder: Path) -> None:
    (folder / "safety-case" / "data" / "predictions.csv").write_text("true,predicted\n9,0\n1,1\n", "utf-8")


def _edit(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / "safety-case" / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_workflow_has_the_shape_that_the_site_reads() -> None:
    workflow = template("github-workflow.yml")
    assert workflow["permissions"]["security-events"] == "write", "needed to upload SARIF"
    for step in workflow["jobs"]["case"]["steps"]:
        assert ("uses" in step) != ("run" in step)
    uploads = [s for s in workflow["jobs"]["case"]["steps"] if "upload-sarif" in s.get("uses", "")]
    assert len(uploads) == 1
    assert uploads[0]["if"] == "always()"
    assert uploads[0]["with"]["sarif_file"] in workflow_steps()["Is the case well formed?"]


@pytest.mark.slow
def test_every_step_passes_on_a_case_that_holds(repository: Path) -> None:
    codes = {name: run_step(command, repository) for name, command in workflow_steps().items()}
    assert codes == dict.fromkeys(codes, 0)
    assert len(codes) == 5
    sarif = json.loads((repository / "findings.sarif").read_text("utf-8"))
    assert sarif["version"] == "2.1.0"
    assert "no semantic difference" in (repository / "summary.md").read_text("utf-8")
    assert list((repository / "documents").glob("*.pdf"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "check", "assess"),
    [(break_rule, 1, 1), (break_file, 2, 2), (break_claim, 0, 1), (break_result, 0, 1)],
    ids=lambda c: getattr(c, "__name__", ""),
)
def test_gates_stop_a_case_that_does_not(repository: Path, change: Any, check: int, assess: int) -> None:
    change(repository)
    steps = workflow_steps()
    assert run_step(steps["Is the case well formed?"], repository) == check
    result = json.loads((repository / "findings.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert any(r["level"] == "error" for r in result) == (check > 0)
    assert run_step(steps["Do its claims hold?"], repository) == assess


@pytest.mark.slow
def test_hooks_judge_as_the_commands_do(repository: Path) -> None:
    hooks = template("pre-commit-config.yaml")["repos"][0]
    assert hooks["repo"] == "local"
    for hook in hooks["hooks"]:
        assert {"id", "name", "entry", "language", "additional_dependencies", "files"} <= set(hook)
        assert hook["pass_filenames"] is False, "casegen takes the folder, not the files that changed"
        assert run_step(hook["entry"], repository) == 0
    break_rule(repository)
    assert [run_step(hook["entry"], repository) for hook in hooks["hooks"]] == [1, 1]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not installed")
def test_pre_commit_reads_the_file(repository: Path) -> None:
    file = repository / ".pre-commit-config.yaml"
    file.write_text((CI / "pre-commit-config.yaml").read_text("utf-8"), "utf-8")
    done = subprocess.run(
        ["pre-commit", "validate-config", str(file)], cwd=repository, env=dict(os.environ), check=False
    )
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["github-workflow.yml", "pre-commit-config.yaml"])
def test_the_page_shows_the_file(name: str) -> None:
    page = ROOT / "docs" / "how-to" / "ci.md"
    shown = next(b for b in blocks(page) if b.title == f"templates/ci/{name}")
    assert shown.text == (CI / name).read_text("utf-8")
