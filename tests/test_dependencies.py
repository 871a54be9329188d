"""The lock file names every dependency with a hash and a licence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_dependency_is_locked_with_hash_and_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [
        *project["dependencies"],
        *(one for name in ("docx", "onnx", "sign", "dask", "parquet") for one in extras[name]),
    ]
    names = {re.split(r"[<>=;\[ ]", one)[0].lower() for one in asked}
    text = (ROOT / "requirements.lock").read_text("utf-8")
    locked = dict(
        re.findall(r"^([\w.-]+)==\S+ --hash=sha256:[0-9a-f]{64}  # (.+)$", text, flags=re.MULTILINE)
    )
    assert len(locked) == sum(not line.startswith("#") for line in text.splitlines())
    assert {name.replace("_", "-") for name in names} <= {name.replace("_", "-") for name in locked}
    assert "not stated" not in locked.values()
