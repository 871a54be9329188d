"""The files of a case as they stand, read without casegen: for the second reader of :mod:`replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

SECTIONS = ("claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters", "residual_doubts")
MORE = ("trees", "events", "common_cause", "evidence_items", "parameters")
Node = dict[str, Any]
Folder = tuple[dict[str, list[Node]], Node]


def read(root: Path) -> Folder:
    """Every part of the case by section, and its header."""
    parts: dict[str, list[Node]] = {name: [] for name in (*SECTIONS, *MORE)}
    names, header = ["case.yaml"], Node()
    for name in names:  # grows
        data = yaml.load((root / name).read_text("utf-8"), yaml.CSafeLoader) or {}
        header = data.get("case", header) if name == "case.yaml" else header
        for section, rows in parts.items():
            rows += data.get(section) or []
        result = [
            p.relative_to(root).as_posix() for g in data.get("include") or [] for p in sorted(root.glob(g))
        ]
        names += [n for n in dict.fromkeys(result) if n not in names]
    return parts, header
