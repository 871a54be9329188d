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
        table.clear()
        table.update(before)  # type: ignore[arg-type]
    _forget()


def _forget() -> None:
    for function in CACHED:
        function.cache_clear()
