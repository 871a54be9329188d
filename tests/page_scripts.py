"""What the page's scripts compute, run by Node.js without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

DOCUMENTS = Path(__file__).parents[1] / "templates/documents"
EVALUATION = ("diagram.js", "boxes.js", "requirements.js", "evaluate.js", "reductions.js", "variants.js")


def run_script(program: str) -> str:
    """What a program prints that uses the page's evaluation; the test is skipped where there is no Node.js."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node")
    script = "".join((DOCUMENTS / name).read_text("utf-8") for name in EVALUATION)
    # as a file of its own: a program with a large case does not fit an argument
    out = subprocess.run([node, "-"], input=script + program, capture_output=True, text=True, check=True)
    return out.stdout.strip()


def status_on_the_page(model: Mapping[str, Any], change: Mapping[str, float], claim: str = "C1") -> str:
    """The status that the page gives a claim of a portable model under a change."""
    return run_script(
        f"const m = {json.dumps(model)}, r = WhatIf.run(m, {json.dumps(change)});"
        f"console.log(WhatIf.STATUS[r.rank[m.argument.ids.indexOf({json.dumps(claim)})]])"
    )
