"""A package beside casegen adds a rule, a format, a document, a gate, a method and an evaluator: one file and one line each."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "examples" / "plugin"
PROJECT = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample package as an installer would lay it: modules, and a folder that lists its entry points."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(PLUGIN / "casegen_example_plugin", folder / "casegen_example_plugin")
    info = folder / "casegen_example_plugin-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: casegen-example-plugin\nVersion: 0.1.0\n", "utf-8"
    )
    lines = []
    for group, points in PROJECT["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("case")
    (to / "times.txt").write_text("0.1\n0.2\n0.3\n" * 100, "utf-8")
    (to / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: Answers, roots: [A]}\n"
        "claims: [{id: A, text: Answers come in time, undeveloped: true}]\n"
        "evidence_items: [{id: E, method: late-answers, inputs: {times: times.txt}, parameters: {deadline: 0.25}}]\n",
        "utf-8",
    )
    return to


def call(site: Path | None, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    paths = [str(site)] if site is not None else []
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    code = "from casegen.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )


def test_every_part_is_one_file_and_one_line() -> None:
    files = {path.stem for path in (PLUGIN / "casegen_example_plugin").glob("*.py")} - {"__init__"}
    named = [value for points in PROJECT["entry-points"].values() for value in points.values()]
    assert len(named) == len(files) == 6
    assert {value.partition(":")[0].rpartition(".")[2] for value in named} == files
    for name in files:
        assert len((PLUGIN / "casegen_example_plugin" / f"{name}.py").read_text("utf-8").splitlines()) <= 60


GATES = """casegen: 1
case: {id: c, title: Pumps, roots: [A]}
claims: [{id: A, text: The pumps deliver, undeveloped: true}]
trees:
- id: T
  top: one
  gates:
  - {id: one, type: one-of, inputs: [a, b, {type: and, inputs: [b, c]}]}
events:
- {id: a, model: {type: constant, probability: 0.1}}
- {id: b, model: {type: constant, probability: 0.2}}
- {id: c, model: {type: constant, probability: 0.3}}
"""
EXACT = 0.1 * 0.8 + 0.9 * 0.2 * 0.7
"""a alone, or b without c: exactly one of a, b, and b with c"""


def probability(site: Path | None, case: Path) -> float:
    done = call(site, "fta", "quantify", case, "--json")
    assert done.returncode == 0, done.stderr
    return float(json.loads(done.stdout)["probability"])


@pytest.mark.slow
def test_the_gate_is_what_its_row_says_in_trees_files_and_drawings(site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "case.yaml").write_text(GATES, "utf-8")
    assert probability(site, folder) == pytest.approx(EXACT, rel=1e-14)
    cut_sets = json.loads(call(site, "fta", "cutsets", folder, "--prime", "--json").stdout)
    assert cut_sets["kind"] == "prime implicants"
    for name in ("tree.xml", "tree.dft"):
        done = call(site, "fta", "convert", folder, "--tree", "T", "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        assert "one-of" in done.stdout + done.stderr  # its type is lost, and listed
        assert probability(None, tmp_path / name) == pytest.approx(EXACT, rel=1e-14)
    assert call(site, "fta", "draw", folder, "-o", tmp_path / "sheets").returncode == 0
    (sheet,) = (tmp_path / "sheets").glob("*.svg")
    assert ">1</text>" in sheet.read_text("utf-8")


@pytest.mark.slow
def test_a_gate_of_no_installed_package_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(GATES, "utf-8")
    done = call(None, "fta", "quantify", tmp_path)
    assert done.returncode == 2
    assert "one-of" in done.stdout + done.stderr


@pytest.mark.slow
def test_a_gate_that_cannot_be_loaded_ends_the_command(site: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(site, broken)
    (broken / "casegen_example_plugin" / "one_of.py").write_text("ONE_OF = 'exactly one'\n", "utf-8")
    (tmp_path / "case.yaml").write_text(GATES, "utf-8")
    done = call(broken, "fta", "quantify", tmp_path)
    assert done.returncode == 3
    assert "one-of" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_rule_is_checked(site: Path, folder: Path) -> None:
    with_plugin = json.loads(call(site, "check", folder, "--json").stdout)
    (finding,) = [d for d in with_plugin["diagnostics"] if d["rule"] == "example-claim-owner"]
    assert finding["line"] == 3
    assert finding["source"] == "our company's safety manual, section 3"


@pytest.mark.slow
def test_the_method_runs(site: Path, folder: Path) -> None:
    assert call(site, "evidence", "run", folder).returncode == 0
    shown = json.loads(call(site, "evidence", "show", folder, "E", "--json").stdout)
    assert shown["measures"]["late"]["value"] == pytest.approx(1 / 3)


@pytest.mark.slow
def test_the_format_is_written(site: Path, tmp_path: Path) -> None:
    done = call(
        site, "export", ROOT / "examples" / "inspection", "--format", "outline", "-o", tmp_path / "o.txt"
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "o.txt").read_text("utf-8").startswith("- ")
    assert "an outline holds claims only" in done.stdout + done.stderr
    refused = call(
        None, "export", ROOT / "examples" / "inspection", "--format", "outline", "-o", tmp_path / "p.txt"
    )
    assert refused.returncode == 2
    assert "there is no format 'outline'" in refused.stderr


@pytest.mark.slow
def test_the_document_is_written(site: Path, tmp_path: Path) -> None:
    done = call(
        site, "build", ROOT / "examples" / "inspection", "--format", "verdict", "--no-run", "-o", tmp_path
    )
    assert done.returncode == 0, done.stderr
    (written,) = tmp_path.glob("*.verdict.txt")
    assert "not supported" in written.read_text("utf-8")
    refused = call(None, "build", ROOT / "examples" / "inspection", "--format", "verdict", "-o", tmp_path)
    assert refused.returncode == 2
    assert "there is no document format 'verdict'" in refused.stderr


FAILING = """
from casegen.argument.rule import warning


@warning("own-rule", "Own", "It is found.", source="s", hint="h")
def own(view):
    raise ValueError("no such part")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    ["import nothing_of_that_name\n", "import sys\n\nsys.exit(0)\n", "REGISTERS = 'nothing'\n", FAILING],
)
def test_a_rule_that_cannot_be_loaded_ends_the_command(
    site: Path, folder: Path, tmp_path: Path, code: str
) -> None:
    """One that exits would leave a case without its rule, and say nothing."""
    broken = tmp_path / "broken"
    shutil.copytree(site, broken)
    (broken / "casegen_example_plugin" / "rule.py").write_text(code, "utf-8")
    done = call(broken, "check", folder)
    assert done.returncode == 3
    assert "casegen-example-plugin" in done.stderr.replace("_", "-")
    assert "Traceback" not in done.stderr
