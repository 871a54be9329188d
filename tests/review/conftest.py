"""A small case with one measured item that runs in milliseconds, a tree, and two people."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem, Measure, Parameters, Result, Run

import casegen.store.methods
from casegen import plugins
from casegen.io import load
from casegen.review.events import Independence, Person
from casegen.store import identity
from casegen.store.run import run

ANN = Person(name="Ann Author", role="safety engineer")
BOB = Person(
    name="Bob Assessor", role="assessor", independence=Independence.ORGANISATION, organisation="Assessors Ltd"
)

CASE = """casegen: 1
case:
  id: rover
  title: Rover follows its track
  version: "1"
  authors: [Ann Author]
  organisation: Rovers Ltd
  roots: [TOP]
include: [trees.yaml, argument/*.yaml]
evidence_items:
  - {id: EV, method: counting, inputs: {counts: data/counts.csv}, parameters: {scale: 1.0}, seed: 3,
     confidence: 0.95, owner: perception}
"""
TREES = """events:
  - {id: B1, text: Camera misses the track, model: {type: evidence, evidence: EV, measure: rate, exposure: {demands: 2}}}
  - {id: B2, text: Wheel is blocked, source: records, model: {type: constant, probability: 0.001}}
  - {id: B3, text: Guard does not stop, source: records, model: {type: constant, probability: 0.01}}
trees:
  - id: FT
    title: The rover leaves its track
    top: G1
    target: {probability: 0.01, confidence: 0.95}
    gates:
      - {id: G1, type: or, inputs: [G2, B2], text: Track is left}
      - {id: G2, type: and, inputs: [B1, B3], text: Wrong and not stopped}
"""
ARGUMENT = """claims:
  - {id: TOP, text: The rover leaves its track in at most 1 of 100 runs, owner: safety,
     requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-mission, confidence: 0.95}}
  - {id: C1, text: The camera misses the track in at most 1 of 5 frames, owner: perception,
     requirement: {measure: {evidence: EV, measure: rate}, bound: 0.2, kind: probability-per-demand, confidence: 0.95}}
  - {id: W1, text: The fault tree holds every way off the track, owner: safety,
     assumed: Reviewed, accepted_by: Cat Checker}
  - {id: W2, text: The frames are drawn from operation, owner: perception, assumed: By plan, accepted_by: Cat Checker}
  - {id: C2, text: The wheels were inspected, owner: workshop}
  - {id: W3, text: The record is complete, owner: workshop, assumed: Signed by the workshop, accepted_by: Cat Checker}
arguments:
  - {id: A1, supports: TOP, block: calculation, tree: FT, from: [C1, C2], side_claims: [W1], text: Fault tree FT}
  - {id: A2, supports: C1, block: evidence-incorporation, from: [E1], side_claims: [W2], text: The measurement shows it}
  - {id: A3, supports: C2, block: evidence-incorporation, from: [E2], side_claims: [W3], text: The record shows it}
evidence:
  - {id: E1, evidence: EV, text: Measured miss rate, owner: perception}
  - {id: E2, artefact: records/wheels.md, sha256: HASH, text: Record of the inspection, owner: workshop,
     accepted_by: Cat Checker}
"""
RECORD = "Four wheels inspected, nothing found.\n"


class CountingParameters(Parameters):
    """``noise`` stands for what differs between machines: a relative error of the recomputation."""

    scale: float = 1.0
    noise: float = 0.0


@dataclasses.dataclass
class Counting:
    """Failures over demands from a csv file with one ``failed`` column of 0 and 1."""

    name: str = "counting"
    version: int = 1
    summary: str = "Share of failures"
    source: str = "test"
    parameters: type[Parameters] = CountingParameters
    inputs: Mapping[str, tuple[bool, str]] = dataclasses.field(
        default_factory=lambda: {"counts": (True, "csv with a column of 0 and 1")}
    )
    measures: Mapping[str, tuple[Any, str]] = dataclasses.field(
        default_factory=lambda: {"rate": ("probability-per-demand", "share of failures")}
    )
    extra: str | None = None
    tolerance: Mapping[str, float] = dataclasses.field(default_factory=lambda: {"rate": 1e-6})
    elsewhere: Mapping[str, float] = dataclasses.field(default_factory=dict)
    drift: float = 0.0
    """relative error of this machine"""

    def run(self, run: Run) -> Result:
        rows = run.inputs["counts"].read_text().split()[1:]
        if not rows or set(rows) - {"0", "1"}:
            raise InputProblem("expected a column of 0 and 1")
        scale = run.parameters.scale * (1 + self.drift)
        value = sum(map(int, rows)) / len(rows) * scale
        measure = Measure(
            value,
            "probability-per-demand",
            lower=0.0,
            upper=min(1.0, value + 0.1),
            confidence=run.confidence,
            n=len(rows),
        )
        return Result({"rate": measure}, notes=(f"seed {run.seed}",))


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    """The method, registered for the length of a test."""
    method = Counting()
    point = types.SimpleNamespace(
        name="counting",
        load=lambda: method,
        dist=None,
        module=__name__,
        group=plugins.METHODS,
        value=__name__,
    )
    before = plugins.points
    monkeypatch.setattr(
        plugins,
        "points",
        lambda group: before(group) | ({"counting": point} if group == plugins.METHODS else {}),
    )
    parts = identity.parts()
    monkeypatch.setattr(
        identity, "parts", cache(lambda: {**parts, f"{plugins.METHODS}:counting": {__name__}})
    )
    forget_methods()
    yield method
    forget_methods()


def forget_methods() -> None:
    """Ask for the registered methods anew."""
    casegen.store.methods.method.cache_clear()


def written(folder: Path) -> None:
    """Write the case as ``folder`` and compute its evidence."""
    for name in ("data", "argument", "records"):
        (folder / name).mkdir(parents=True)
    (folder / "case.yaml").write_text(CASE)
    (folder / "trees.yaml").write_text(TREES)
    (folder / "records" / "wheels.md").write_text(RECORD)
    digest = hashlib.sha256(RECORD.encode()).hexdigest()
    (folder / "argument" / "top.yaml").write_text(ARGUMENT.replace("HASH", digest))
    (folder / "data" / "counts.csv").write_text("failed\n" + "0\n" * 95 + "1\n" * 5)
    assert [o.what for o in run(load(folder))] == ["computed"]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Callable[[Path], None]], Path]:
    """A folder as the given function makes it, made once; whoever changes it takes a :func:`copied` one."""
    folders: dict[Callable[[Path], None], Path] = {}

    def once(make: Callable[[Path], None]) -> Path:
        if make not in folders:
            folder = tmp_path_factory.mktemp(make.__name__) / "rover"
            make(folder)
            folders[make] = folder
        return folders[make]

    return once


def copied(folder: Path, target: Path) -> Path:
    """A copy that may be changed, as new as if it had just been written."""
    return Path(shutil.copytree(folder, target, symlinks=True, copy_function=shutil.copy))


@pytest.fixture
def rover(tmp_path: Path, counting: Counting, made: Callable[[Callable[[Path], None]], Path]) -> Path:
    """A case folder with its evidence computed."""
    return copied(made(written), tmp_path / "rover")


def edit(folder: Path, name: str, old: str, new: str) -> None:
    """Replace one place of a file."""
    path = folder / name
    text = path.read_text()
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1))


def copy(folder: Path, name: str) -> Path:
    """A copy of the case beside it."""
    target = folder.parent / name
    shutil.copytree(folder, target, symlinks=True)
    return target


def lock(folder: Path) -> dict[str, Any]:
    """The entry of EV."""
    return dict(json.loads((folder / "results" / "EV.lock").read_text()))


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Call ``casegen`` in this process (the test's method is registered here); exit code and output."""
    from casegen.cli import main

    def call(*arguments: str | Path) -> tuple[int, str]:
        sys.argv = ["casegen", *map(str, arguments)]
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        reported = capsys.readouterr()
        assert "Traceback" not in reported.err
        code = ended.value.code
        return (code if isinstance(code, int) else 0), reported.out or reported.err

    return call
