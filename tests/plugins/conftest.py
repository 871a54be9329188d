"""Packages of a test, installed for as long as it runs, in its process."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoints, distributions
from pathlib import Path

import pytest

from casegen import plugins
from casegen.argument import checking
from casegen.argument.rule import RULES
from casegen.model.gates import GATES, GateType
from casegen.store import methods
from tests.conftest import Ran

CACHED = (plugins._installed, plugins.points, checking.register_plugins, methods.method)
Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """``install("package", "source", group="name = package:PART", …)``: its module, for packages and entry points."""
    site = tmp_path / "site"
    rules, gates, types = dict(RULES), dict(GATES), dict(GateType._value2member_map_)
    names: list[str] = []

    def put(package: str, source: str, **points: str) -> Path:
        (site / f"{package}.py").parent.mkdir(exist_ok=True)
        (site / f"{package}.py").write_text(source, "utf-8")
        info = site / f"{package}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", "utf-8")
        lines = [f"[casegen.{group}]\n{line}\n" for group, line in points.items()]
        (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
        names.append(package)
        own = [point for dist in distributions(path=[str(site)]) for point in dist.entry_points]
        everything = EntryPoints([*installed, *own])
        _forget()
        monkeypatch.setattr(plugins, "_installed", lambda: everything)
        importlib.invalidate_caches()
        return site / f"{package}.py"

    installed = list(plugins._installed())
    monkeypatch.syspath_prepend(site)
    yield put
    for name in names:
        sys.modules.pop(name, None)
    for table, before in ((RULES, rules), (GATES, gates), (GateType._value2member_map_, types)):
        dict.clear(table)  # they are read only
        dict.update(table, before)  # type: ignore[arg-type]
    _forget()


def _forget() -> None:
    for function in CACHED:
        function.cache_clear()


HEAD = "casegen: 1\ncase: {id: c, title: Answers, roots: [A]}\nclaims: [{id: A, text: Answers come in time, undeveloped: true}]\n"
ITEM = "evidence_items: [{id: E, method: own, inputs: {times: times.txt}}]\n"
TREE = """trees: [{id: T, top: g, gates: [{id: g, type: own, inputs: [a, b]}]}]
events:
- {id: a, model: {type: constant, probability: 0.1}}
- {id: b, model: {type: constant, probability: 0.2}}
"""
FORMAT = """from casegen.io.exchange.format import Exported, Format


def write(case, name):
    BODY


PART = Format("own", "Own", "nothing", lambda files: write(files, ""), write)
"""
DOCUMENT = """from casegen.render.formats import Document


def write(assessment, folder, name, dossier):
    BODY


PART = Document("own", "Own", write)
"""
RULE = """from casegen.argument.rule import Finding, warning


@warning("own-rule", "Own", "It holds.", source="s", hint="h")
def own(view):
    BODY
"""
METHOD = """from casegen_evidence.method import Measure, Parameters, Result


class Own:
    name, version, summary, source, extra = "own", 1, "s", "s", None
    parameters, tolerance, inputs = Parameters, {}, {"times": (True, "t")}
    measures = {"late": ("fraction", "l")}

    def run(self, run):
        BODY


PART = Own()
"""
KINDS = {
    "format": ("exchange_formats", "own = stranger:PART", FORMAT, ("export", "CASE", "-f", "own", "-o", "x")),
    "reader": ("exchange_formats", "own = stranger:PART", FORMAT, ("import", "NEW", "times.txt", "-f", "own")),
    "document": (
        "documents", "own = stranger:PART", DOCUMENT, ("build", "CASE", "--format", "own", "--no-run", "-o", "x")
    ),
    "rule": ("rules", "own = stranger", RULE, ("check", "CASE")),
    "method": ("evidence_methods", "own = stranger:PART", METHOD, ("evidence", "run", "CASE")),
    "gate": ("gates", "own = stranger:PART", "BODY\n", ("fta", "quantify", "CASE")),
}  # fmt: skip
"""the group, the line, the source, and a command that uses the part"""


Call = Callable[[str, str], tuple[Ran, Path]]


@pytest.fixture
def call(install: Install, casegen: Callable[..., Ran], tmp_path: Path) -> Call:
    """Install a package with one part of a kind whose body, or whole source, is given, and use it."""

    def made(kind: str, body: str) -> tuple[Ran, Path]:
        group, line, source, command = KINDS[kind]
        case = tmp_path / "case"
        case.mkdir()
        more = ITEM if kind == "method" else TREE if kind == "gate" else ""
        (case / "case.yaml").write_text(HEAD + more, "utf-8")
        (case / "times.txt").write_text("1\n", "utf-8")
        path = install(
            "stranger",
            body if "PART =" in body or "@warning" in body else source.replace("BODY", body),
            **{group: line},
        )
        places = {"CASE": case, "NEW": tmp_path / "new", "x": tmp_path / "x", "times.txt": case / "times.txt"}
        return casegen(*(places.get(word, word) for word in command)), path

    return made
