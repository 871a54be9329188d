"""The page on own parts is enough: what it shows works as it stands, and it names every field of what a part is made of."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from casegen_evidence.method import Method, Run

from casegen.argument.rule import Finding, error
from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.model.gates import GateRow
from casegen.render.formats import Document
from tests.conftest import ROOT, Ran
from tests.docs.blocks import blocks
from tests.plugins.conftest import Install

PAGE = ROOT / "docs" / "how-to" / "extend.md"
CASE = """casegen: 1
case: {id: c, title: Pumps, roots: [A]}
claims: [{id: A, text: The pumps deliver water on demand, undeveloped: true}]
trees: [{id: T, top: one, gates: [{id: one, type: one-of, inputs: [a, b]}]}]
events:
- {id: a, model: {type: constant, probability: 0.1}}
- {id: b, model: {type: constant, probability: 0.2}}
"""


def test_the_parts_of_the_page_work(install: Install, casegen: Callable[..., Ran], tmp_path: Path) -> None:
    by_title = {block.title: block.text for block in blocks(PAGE) if block.title}
    groups = tomllib.loads(by_title["pyproject.toml"])["project"]["entry-points"]
    points = {
        group.removeprefix("casegen."): "\n".join(f"{name} = {value}" for name, value in lines.items())
        for group, lines in groups.items()
    }
    site = install("stranger", "", **points).parent
    for title, text in by_title.items():
        if title.endswith(".py"):
            (site / title).parent.mkdir(exist_ok=True)
            (site / title).write_text(text, "utf-8")
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(CASE, "utf-8")
    rules = [d["rule"] for d in casegen("check", case, "--json").json["diagnostics"]]
    assert "claim-owner" in rules
    quantified = casegen("fta", "quantify", case, "--json").json["probability"]
    assert quantified == pytest.approx(0.1 * 0.8 + 0.9 * 0.2, rel=1e-14)
    exported = casegen("export", case, "-f", "counts", "-o", tmp_path / "counts.txt", "--json")
    assert json.loads(exported.out)["not_carried"]
    assert (tmp_path / "counts.txt").read_text() == "1 claims, 1 fault trees\n"
    built = casegen("build", case, "--format", "status", "--no-run", "-o", tmp_path / "out")
    assert built.code == 0, built.err
    assert (tmp_path / "out" / "c.status.txt").read_text() == "A: undeveloped\n"


def fields() -> list[str]:
    results = [
        f.name
        for kind in (Format, Document, GateRow, Exported, Imported, Item)
        for f in dataclasses.fields(kind)
    ]
    results += [*Finding._fields, *inspect.signature(error).parameters, *Method.__annotations__, "run"]
    return [*results, *(f.name for f in dataclasses.fields(Run) if f.name not in ("reading", "intake"))]


def test_the_page_names_every_field() -> None:
    words = set(re.findall(r"\w+", PAGE.read_text("utf-8")))
    assert [name for name in fields() if name not in words] == []
