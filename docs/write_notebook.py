"""Run the cells of ``docs/python.ipynb`` and write them back with their output: ``python docs/write_notebook.py``.

The cells are the notebook's own; this file runs them as IPython would (the value of a last expression is shown), without
needing IPython, so that a test can compare.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent / "python.ipynb"


def outputs_of(source: str, space: dict[str, Any]) -> list[dict[str, Any]]:
    """Run one cell in ``space``; its printed text, and the value of its last expression as text and HTML."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        data: dict[str, Any] = {"text/plain": [repr(value)]}
        if hasattr(value, "savefig"):
            data["image/svg+xml"] = [drawing(value)]
        if hasattr(value, "_repr_html_"):
            data["text/html"] = [value._repr_html_()]
        outputs.append(
            {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data}
        )
    return outputs


def drawing(figure: Any) -> str:
    """A figure of matplotlib as SVG: the same bytes each time."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "casegen", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with every cell's output as it is now; to be run in a folder that holds ``examples/``."""
    space: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell = cell | {"outputs": outputs_of("".join(cell["source"]), space), "execution_count": None}
        cells.append(cell)
    return notebook | {"cells": cells}


if __name__ == "__main__":
    with contextlib.chdir(Path(__file__).parents[1]):
        text = json.dumps(executed(json.loads(NOTEBOOK.read_text("utf-8"))), indent=1, ensure_ascii=False)
    NOTEBOOK.write_text(text + "\n", "utf-8")
