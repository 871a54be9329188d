"""What a run asks Python for: however it does, and only while it runs."""

from __future__ import annotations

import builtins
import importlib
import importlib.metadata
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import pytest

from casegen.store import asked_for as watching
from casegen.store.asked_for import asked_for

POINT = {"name": "lone", "value": "lone_asked:X", "group": "casegen.providers"}
ASKED = {"lone_asked", "casegen.providers:lone=lone_asked:X"}


@pytest.fixture
def lone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module that was loaded before anything runs."""
    (tmp_path / "lone_asked.py").write_text("X = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import_module("lone_asked")
    yield
    sys.modules.pop("lone_asked", None)


def found_by_importlib_metadata(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let that package find what is installed, as it does once something imports it; gives the package."""
    package = pytest.importorskip("importlib_metadata")
    others = [one for one in sys.meta_path if type(one).__module__ != package.__name__]
    monkeypatch.setattr(sys, "meta_path", [*others, package.MetadataPathFinder()])
    monkeypatch.delattr(PathFinder, "find_distributions", raising=False)
    return package


def test_imports_are_watched_only_while_something_runs() -> None:
    plain = builtins.__import__, watching._importlib._gcd_import, importlib.metadata.EntryPoint.load
    with asked_for() as outer:
        with asked_for() as inner:
            import json.tool  # noqa: F401
        from json import decoder  # noqa: F401
    assert (builtins.__import__, watching._importlib._gcd_import, importlib.metadata.EntryPoint.load) == plain
    assert {"json.tool"} <= inner <= outer
    assert "json.decoder" in outer - inner


def test_import_module_is_noted_under_whatever_name_it_has(lone: None) -> None:
    with asked_for() as asked:
        import_module("lone_asked")
    assert asked == {"lone_asked"}


def test_entry_points_of_python_are_noted(lone: None) -> None:
    with asked_for() as asked:
        assert importlib.metadata.EntryPoint(**POINT).load() == 1
    assert asked >= ASKED


@pytest.mark.parametrize("meanwhile", [False, True])
def test_entry_points_of_another_package_are_noted(
    lone: None, monkeypatch: pytest.MonkeyPatch, meanwhile: bool
) -> None:
    """Imported before the run, or by it."""
    package = pytest.importorskip("importlib_metadata")
    load = package.EntryPoint.load
    others = [one for one in sys.meta_path if type(one).__module__ != package.__name__]
    monkeypatch.setattr(sys, "meta_path", others)
    if not meanwhile:
        found_by_importlib_metadata(monkeypatch)
    with asked_for() as asked:
        if meanwhile:
            found_by_importlib_metadata(monkeypatch)
            import json  # noqa: F401
        assert package.EntryPoint(**POINT).load() == 1
    assert asked >= ASKED
    assert package.EntryPoint.load is load
