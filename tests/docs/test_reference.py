"""The reference pages are what the program says, and say something of every field."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from tests.docs.blocks import ROOT

REFERENCE = ROOT / "docs" / "reference"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_reference", REFERENCE / "write_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_pages_are_up_to_date(writer: ModuleType) -> None:
    for name, text in writer.pages().items():
        committed = (REFERENCE / name).read_text("utf-8")
        assert committed == text, f"{name}: run python docs/reference/write_pages.py"


def test_every_field_of_a_case_file_has_meaning_and_example(writer: ModuleType) -> None:
    rows = [line for line in writer.files_page().splitlines() if line.startswith("| `")]
    assert len(rows) > 200
    bare = [row for row in rows if re.search(r"\|\s*\|$", row) or row.split(" | ")[4].strip() == ""]
    assert bare == []


def test_every_parameter_and_measure_of_a_method_has_a_meaning(writer: ModuleType) -> None:
    rows = [line for line in writer.methods_page().splitlines() if line.startswith("| `")]
    assert len(rows) > 200
    assert [row for row in rows if re.search(r"\|\s+\|", row) or row.endswith("|  |")] == []


def test_every_option_has_a_meaning(writer: ModuleType) -> None:
    rows = [line for line in writer.commands_page().splitlines() if line.startswith("| `")]
    assert len(rows) > 100
    assert [row for row in rows if re.search(r"\|\s+\|$", row)] == []


@pytest.mark.slow
def test_links_within_the_pages_lead_to_a_heading(writer: ModuleType) -> None:
    for name, text in writer.pages().items():
        headings = {h.lower().replace(" ", "-") for h in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings, name
