"""The notebook of the docs shows what its cells give now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_notebook", ROOT / "docs" / "write_notebook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shown(notebook: dict[str, Any]) -> list[Any]:
    """Outputs, of drawings no more than that they are some: another release of matplotlib draws otherwise."""
    return [
        [output | {"data": "a drawing"} if drawn(output) else output for output in cell["outputs"]]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def drawn(output: dict[str, Any]) -> bool:
    return "</svg>" in "".join(output.get("data", {}).get("image/svg+xml", ()))


@pytest.mark.slow
def test_the_notebook_shows_what_its_cells_give(writer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    notebook = json.loads(writer.NOTEBOOK.read_text("utf-8"))
    assert shown(writer.executed(notebook)) == shown(notebook), "run python docs/write_notebook.py"
    assert all(outputs for outputs in shown(notebook))
    assert any(drawn(output) for cell in notebook["cells"] for output in cell.get("outputs", ()))
