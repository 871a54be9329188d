"""Every fenced block of the docs works: commands run, files load, programs run, fragments fit their place.

A block is kept from running only by ``<!-- not run: reason -->`` in the page, and those are counted.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.docs.blocks import PAGES, ROOT, Block, all_blocks, blocks, mismatch, shell

KNOWN = {"sh", "console", "yaml", "python", "json", "toml", "text", "markdown", ""}
MOST_NOT_RUN = 6
SLOW = {
    "docs/vehicle.md",
    "docs/dependability.md",
    "docs/python.md",
    "docs/safety.md",
    *(f"docs/how-to/{name}.md" for name in ("audit", "ci", "documents", "pipeline", "targets", "what-if")),
}
FOLLOWED = ROOT / "docs" / "tutorial.md"
"""This page has a test of its own."""


def test_languages_are_known() -> None:
    strange = [b.name for page in PAGES for b in blocks(page) if b.language not in KNOWN]
    assert strange == [], f"write one of {', '.join(sorted(KNOWN))} after the fence, or none"


def test_few_blocks_are_not_run() -> None:
    kept = [b for page in PAGES for b in blocks(page) if b.not_run]
    assert all(len(b.not_run) > 15 for b in kept), "a reason is a sentence"
    assert len(kept) <= MOST_NOT_RUN, [b.name for b in kept]


# --- what runs -----------------------------------------------------------------------------------


def pages_that_run() -> list[Any]:
    results = []
    for page in PAGES:
        run = [b for b in blocks(page) if b.language in ("sh", "python") and not b.not_run]
        if run and page != FOLLOWED:
            name = str(page.relative_to(ROOT))
            results.append(pytest.param(page, id=name, marks=[pytest.mark.slow] if name in SLOW else []))
    return results


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_that_run())
def test_commands_and_programs_run_in_order(page: Path, tmp_path: Path) -> None:
    ignore = shutil.ignore_patterns(".casegen", "__pycache__")
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=ignore)
    printed = None
    for block in blocks(page):
        if block.not_run:
            continue
        if block.title:
            file = tmp_path / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, "utf-8")
        elif block.language == "sh":
            printed = _run(block, tmp_path)
        elif block.language == "python":
            _run_python(block, tmp_path)
        elif block.language == "text" and printed is not None:
            assert mismatch(block.text, printed) == "", block.name
        printed = printed if block.language == "sh" else None


def _run(block: Block, folder: Path) -> str:
    """Every command ends with 0, or with 1: it worked, and the case falls short."""
    judged = "set +e\ntrap 'code=$?; [ $code -le 1 ] || exit $code' ERR\n" + block.text + "\ntrue\n"
    done = shell(judged, folder)
    assert done.returncode == 0, f"{block.name}: exit code {done.returncode}\n{done.stdout}"
    assert "Traceback" not in done.stdout
    return done.stdout


def _run_python(block: Block, folder: Path) -> None:
    program = block.text
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        env={"PYTHONPATH": f"{folder}:{ROOT}", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, f"{block.name}\n{done.stderr}"


# --- what is read --------------------------------------------------------------------------------


@pytest.mark.parametrize("block", all_blocks("yaml"), ids=lambda b: b.name)
def test_yaml_is_what_casegen_reads(block: Block) -> None:
    from casegen.io.source_map import parse
    from casegen.model.case_file import CaseFile
    from casegen.model.document import DocumentFile
    from casegen.model.event_model import Parameter

    if block.page.parts[-1] == "ci.md":
        return  # other programs' files: tests/docs/test_ci_templates.py
    parsed = parse(block.text, block.name)
    assert not parsed.problems
    data = parsed.data
    if isinstance(data, list):
        _one_fragment(block, data)
    elif "pattern" in data:
        _a_pattern(data)
    elif "compliance" in data:
        _a_mapping(data)
    elif "document" in data:
        DocumentFile.model_validate(data)
    elif isinstance(data.get("scenarios"), dict):
        for setting in (setting for one in data["scenarios"].values() for setting in one.values()):
            if not isinstance(setting, float | int):
                Parameter.model_validate({"id": "p", "value": setting})
    elif "steps" in data:
        _commands_exist([line for step in data["steps"] for line in step["run"].splitlines()])
    else:
        file = CaseFile.model_validate(data)
        for item in file.evidence_items:
            _parameters(item.method, item.parameters, set(item.inputs))


def _one_fragment(block: Block, data: list[Any]) -> None:
    """Items of the list that is named by a mark, or of the one that takes all of them."""
    from casegen.io.schema import parts

    sections = [block.fragment] if block.fragment else [s for s in parts() if s != "case"]
    problems: dict[str, ValidationError] = {}
    for section in sections:
        try:
            result = TypeAdapter(list[parts()[section]]).validate_python(data)  # type: ignore[misc]
        except ValidationError as error:
            problems[section] = error
            continue
        for item in result:
            if section == "evidence_items":
                _parameters(item.method, item.parameters, set(item.inputs))
        return
    raise AssertionError(f"{block.name} fits no list of a case file: {problems}")


def _parameters(method: str, given: dict[str, Any], inputs: set[str]) -> None:
    from casegen.store.methods import method as named

    result = named(method)
    result.parameters.model_validate(given)
    assert inputs <= set(result.inputs)
    assert {name for name, (needed, _) in result.inputs.items() if needed} <= inputs


def _a_pattern(data: Any) -> None:
    from casegen.argument.patterns.pattern import Pattern

    Pattern.model_validate(data)


def _a_mapping(data: Any) -> None:
    from casegen.review.compliance import MappingFile

    MappingFile.model_validate(data)


@pytest.mark.parametrize("block", all_blocks("json"), ids=lambda b: b.name)
def test_json_is_json(block: Block) -> None:
    json.loads(block.text)


@pytest.mark.parametrize("block", all_blocks("toml"), ids=lambda b: b.name)
def test_toml_names_groups_that_casegen_looks_in(block: Block) -> None:
    from casegen_evidence.models.provider import GROUP as PROVIDERS

    from casegen import plugins

    known = {plugins.METHODS, plugins.RULES, plugins.FORMATS, plugins.DOCUMENTS, plugins.GATES, PROVIDERS}
    assert set(tomllib.loads(block.text)["project"]["entry-points"]) <= known


# --- synopses ------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", all_blocks("console", ""), ids=lambda b: b.name)
def test_synopses_name_commands_and_options_that_exist(block: Block) -> None:
    _commands_exist(block.text.splitlines())


def _commands_exist(lines: list[str]) -> None:
    known = dict(_options())
    for line in lines:
        for call in line.split("casegen ")[1:]:
            words = [
                w.strip("[](),;") for w in shlex.split(call.replace("'", "").replace('"', ""), comments=True)
            ]
            command = " ".join(words[:2]) if " ".join(words[:2]) in known else words[0]
            assert command in known, f"{line}: there is no command {command}"
            for word in words:
                if word.startswith("--"):
                    assert word.split("=")[0] in known[command], f"{line}: {command} has no {word}"


def _options() -> Iterator[tuple[str, set[str]]]:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")
    for section in page.split("\n## casegen ")[1:]:
        name, _, body = section.partition("\n")
        rows = [line.split("`")[1] for line in body.splitlines() if line.startswith("| `")]
        yield name, {option.strip() for row in rows for option in row.split(",")} | {"--help"}
