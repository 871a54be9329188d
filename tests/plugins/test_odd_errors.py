"""An error of a part whose class fails where it is shown or looked at is a fault of that part, named as any other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen as interface
from casegen.model import error_words
from casegen.model.diagnostic import MissingDependencyError
from tests.plugins.conftest import KINDS, Call, Install

ODD = {
    "str": "__str__ = lambda self: 'code ' + self.code",
    "str exits": "def __str__(self): raise SystemExit(0)",
    "str interrupts": "def __str__(self): raise KeyboardInterrupt",
    "str is none": "__str__ = lambda self: None",
    "attributes": "def __getattribute__(self, name): raise RuntimeError(name)",
    "class": "__class__ = property(lambda self: 1 / 0)",
    "cause": "__cause__ = property(lambda self: 1 / 0)",
    "arguments": "args = property(lambda self: 1 / 0)",
    "notes": "__notes__ = property(lambda self: 1 / 0)",
}
KIND = "class Odd({base}):\n    {body}\n\n\n"
BASES = (
    "Exception",
    "MemoryError",
    "ModuleNotFoundError",
    "OSError",
    "SystemExit",
    "SyntaxError",
    "KeyboardInterrupt",
)
LOW = {"domain": [[0, 1], [0, 1]], "cells": 4, "samples": 50}
HIGH = {"classifier": {"kind": "decision-tree"}, "balls": 20, "samples": 20, "latent": 2, "radius": 0.05}
PARTS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "provider": (
        "providers", "def part(points, labels, classes, seed, options):\n    BODY\n",
        "ram-low-dimensional", {**LOW, "classifier": {"kind": "provider", "provider": "own"}},
    ),
    "model": (
        "providers", "def part(points, labels, classes, seed, options):\n    def model(x):\n        BODY\n    return model\n",
        "ram-low-dimensional", {**LOW, "classifier": {"kind": "provider", "provider": "own"}},
    ),
    "disturbance": (
        "disturbances", "def part(centres, low, high, labels, samples, rng):\n    BODY\n",
        "ram-high-dimensional", {**HIGH, "disturbance": "own"},
    ),
    "evaluator": (
        "ball_evaluators", "def part(classify, low, high, labels, severity, samples, rng):\n    BODY\n",
        "ram-high-dimensional", {**HIGH, "estimator": "own"},
    ),
}  # fmt: skip
"""the group of entry points, the source, and a method with parameters that name the part"""


@pytest.fixture
def measured(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str, str], Path]:
    """Measure with a part whose body is given, behind ``before``; returns the file of the part."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rng = np.random.default_rng(4)
    points = rng.random((80, 2))
    data = {"points": {"points": points, "labels": (points[:, 0] > 0.5).astype(int)}}
    files: list[Path] = []

    def measure(kind: str, body: str, before: str = "") -> Path:
        group, source, method, parameters = PARTS[kind]
        if not files:
            files.append(
                install("stranger", before + source.replace("BODY", body), **{group: "own = stranger:part"})
            )
        interface.measure(method, data, parameters=parameters)
        return files[0]

    return measure


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("kind", PARTS)
def test_a_part_that_a_method_calls_is_named(
    kind: str, odd: str, measured: Callable[..., Path], tmp_path: Path
) -> None:
    """It ended in "internal error in casegen", and in an error of the class itself from ``casegen.measure``."""
    with pytest.raises((MissingDependencyError, KeyboardInterrupt)) as caught:
        measured(kind, "raise Odd", KIND.format(base="Exception", body=ODD[odd]))
    words = " ".join((error_words.words_of(caught.value), *error_words.notes_of(caught.value)))
    assert "stranger" in words
    assert f"{tmp_path / 'site' / 'stranger.py'}:" in words


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("odd", ["str", "attributes", "class"])
def test_what_an_error_claims_to_be_is_believed_of_none_that_fails(
    base: str, odd: str, measured: Callable[..., Path], tmp_path: Path
) -> None:
    with pytest.raises(MissingDependencyError, match="stranger"):
        measured("model", "raise Odd", KIND.format(base=base, body=ODD[odd]))


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "gate"])
def test_parts_that_casegen_calls_are_named(kind: str, odd: str, call: Call) -> None:
    lines = KIND.format(base="Exception", body=ODD[odd]).strip()
    ran, path = call(kind, f"exec({lines!r}, globals()); raise Odd")
    assert ran.code == 3, ran.err
    assert "stranger" in ran.err
    assert f"{path}:" in ran.err
    assert "internal error" not in ran.err


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("kind", ["gate", "rule", "method"])
def test_parts_that_fail_where_they_are_loaded_are_named(kind: str, odd: str, call: Call) -> None:
    lines = KIND.format(base="Exception", body=ODD[odd])
    ran, _ = call(kind, f"# @warning PART =\n{lines}raise Odd\n")
    assert ran.code == 3, ran.err
    assert "of the package stranger cannot be loaded: " in ran.err


CASE = """casegen: 1
case: {id: c, title: T}
evidence_items:
- id: E
  title: x
  owner: A
  method: ram-low-dimensional
  inputs: {points: points.csv}
  seed: 7
  confidence: 0.95
  parameters: {classifier: {kind: provider, provider: own}, domain: [[0, 1], [0, 1]], cells: 4, samples: 50}
"""
LEAVES = {
    "stream": ("__import__('sys').stdout.close()", "standard output"),
    "file": ("__import__('os').close(1)", "standard output"),
    "removed": ("__import__('sys').stdout = None", "standard output"),
}
ANSWER = "return lambda x: (x[:, 0] > 0.5).astype(int)"


@pytest.mark.parametrize("how", LEAVES)
def test_a_provider_that_leaves_the_process_changed_is_named_in_each_run(
    how: str, install: Install, tmp_path: Path
) -> None:
    """The first run ended in an internal error and kept a checkpoint, from which the second went on and had a result."""
    change, words = LEAVES[how]
    group, source, _, _ = PARTS["provider"]
    path = install(
        "stranger", source.replace("BODY", f"{change}; {ANSWER}"), **{group: "own = stranger:part"}
    )
    case = tmp_path / "case"
    case.mkdir()
    rows = "".join(f"{i / 60},{i * 7 % 60 / 60},{int(i > 30)}\n" for i in range(60))
    (case / "points.csv").write_text(f"x1,x2,label\n{rows}", "utf-8")
    (case / "case.yaml").write_text(CASE, "utf-8")
    folders = os.pathsep.join((str(path.parent), *sys.path))
    for more in ((), ("--force",), ("--json",)):
        ran = subprocess.run(
            [sys.executable, "-m", "casegen", "evidence", "run", str(case), *more],
            env={**os.environ, "PYTHONPATH": folders, "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 3, ran.stderr
        assert f"the provider 'own' (stranger:part) of the package stranger ({path}:1)" in ran.stderr
        assert words in ran.stderr
        assert "internal error" not in ran.stderr


def test_a_provider_that_changes_nothing_is_measured(measured: Callable[..., Path]) -> None:
    measured("provider", ANSWER)


def test_words_of_a_part_neither_steer_a_terminal_nor_fill_it(measured: Callable[..., Path]) -> None:
    with pytest.raises(MissingDependencyError) as caught:
        measured("model", "raise ValueError('\\x1b[2J\\n\\rall is well' + 'x' * 100_000)")
    words = str(caught.value)
    assert words.isprintable()
    assert "[U+001B][2J all is well" in words
    assert len(words) < 3 * error_words.MOST
    assert words.endswith("stranger.py:3)")
