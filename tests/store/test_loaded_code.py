"""A process that lives on while packages change, as a notebook does, computes with what is installed, and says so."""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import casegen.store.run as running
from casegen.io import load
from casegen.model.results import Freshness
from casegen.store import identity, loaded_code
from casegen.store.run import run
from casegen.store.store import Store
from tests.store.test_store import SMALL, small, state

__all__ = ["small"]

CODE = """
def provide(points, labels, classes, seed, options):
    import numpy as np
    return lambda x: np.full(len(x), classes[0], dtype=object)
"""


@pytest.fixture
def living(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of an installed provider; the case beside it takes its model from there."""
    site = tmp_path / "site"
    about = site / "living_provider-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "living_provider.py").write_text(CODE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: living-provider\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[casegen.providers]\nliving = living_provider:provide\n")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr(
        sys, "dont_write_bytecode", True
    )  # bytecode of an edit of the same size and date is refused
    text = SMALL.replace("{kind: decision-tree}", "{kind: provider, provider: living}")
    (small / "case.yaml").write_text(text)
    yield site / "living_provider.py"
    sys.modules.pop("living_provider", None)


@pytest.fixture(autouse=True)
def own_modules_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real comparison, of other modules than those that other tests leave behind."""
    files = loaded_code.loaded_files

    def those(among: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
        return (
            one
            for one in files(among)
            if one[0].startswith(("living", "_living", "casegen_evidence", "numpy", "pydantic"))
        )

    monkeypatch.setattr(loaded_code, "loaded_files", those)
    monkeypatch.setattr(identity, "loaded_files", those)
    monkeypatch.setattr(running, "outdated", loaded_code.outdated)


def edit(code: Path) -> None:
    """Another answer, with size and date of the file before."""
    before = code.stat()
    code.write_text(CODE.replace("classes[0]", "classes[1]"))
    os.utime(code, ns=(before.st_atime_ns, before.st_mtime_ns))


def imported() -> ModuleType:
    importlib.invalidate_caches()
    return importlib.import_module("living_provider")


def pmi(folder: Path) -> float:
    (one,) = Store(load(folder)).states().values()
    assert one.freshness is Freshness.FRESH
    return one.measures["pmi"].value


@pytest.mark.slow
def test_code_that_changed_after_it_was_imported_is_not_what_computes(living: Path, small: Path) -> None:
    assert [o.what for o in run(load(small))] == ["computed"]
    before = pmi(small)
    edit(living)
    assert state(small) == (Freshness.STALE, "code changed: living_provider")
    assert [o.what for o in run(load(small))] == ["computed"]
    assert pmi(small) != before


@pytest.mark.slow
def test_what_is_as_it_was_loaded_computes_in_this_process(
    living: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process of its own")

    monkeypatch.setattr(running, "side_by_side", refuse)
    assert [o.what for o in run(load(small))] == ["computed"]
    assert [o.what for o in run(load(small), force=True)] == ["computed"]


def test_a_module_may_be_another_where_its_file_changed_or_nobody_saw_it_loaded(living: Path) -> None:
    imported()
    assert (
        "living_provider" in loaded_code.outdated()
    )  # younger than this process, and loaded nobody knows when
    sys.modules.pop("living_provider")
    before, since = frozenset(sys.modules), time.time_ns()
    imported()
    loaded_code.note_loaded(before, since)
    assert "living_provider" not in loaded_code.outdated()
    edit(living)
    assert "living_provider" in loaded_code.outdated()
    living.unlink()
    assert "living_provider" in loaded_code.outdated()


@pytest.mark.slow
def test_a_folder_that_appears_beside_a_module_is_what_an_import_would_take(
    living: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that was loaded is as it was, and no longer the module of that name."""
    assert [o.what for o in run(load(small))] == ["computed"]
    assert identity.shadowed() == []
    (package := living.with_suffix("")).mkdir()
    (package / "__init__.py").write_text(CODE.replace("classes[0]", "classes[1]"))
    assert state(small)[0] is Freshness.STALE
    assert identity.shadowed() == ["living_provider"]
    monkeypatch.setattr(running, "side_by_side", lambda *_, **__: iter(()))
    assert list(run(load(small))) == []  # in a process of its own, which is not started here


def test_what_was_there_before_the_process_is_what_it_loaded() -> None:
    assert not [name for name in loaded_code.outdated() if name.startswith(("numpy", "pydantic"))]
    started = loaded_code._started()
    assert Path(sys.executable).stat().st_mtime_ns < started < time.time_ns()


def test_a_lazy_module_is_not_loaded_by_a_look(monkeypatch: pytest.MonkeyPatch, living: Path) -> None:
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("living_provider")
    assert spec is not None
    assert spec.loader is not None
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "living_provider", module)
    spec.loader.exec_module(module)
    living.write_text("raise RuntimeError('loaded')\n")
    loaded_code.outdated()
    assert object.__getattribute__(module, "__class__") is not ModuleType


def test_what_only_calls_itself_a_module_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the libraries of cffi do, which signatures load."""

    class Library:
        __slots__ = ()
        __class__ = ModuleType  # type: ignore[assignment]

    monkeypatch.setitem(sys.modules, "_living_library", Library())
    assert "_living_library" not in loaded_code.outdated()
