"""Write a document as people write case files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def case_text(document: Mapping[str, Any]) -> str:
    """YAML as :func:`casegen.io.case_writer.dump` writes it, nodes with id and text first.

    The record of a node's pattern stands last and on one line.
    """
    from casegen.io.case_writer import dump, plain

    return dump({key: _arranged(plain(value)) for key, value in document.items()})


def _arranged(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
        return value
    results = []
    for entry in value:
        last = {"pattern": _inline(entry["pattern"])} if "pattern" in entry else {}
        first = {key: entry[key] for key in ("id", "text") if key in entry}
        results.append({**first, **{k: v for k, v in entry.items() if k not in (*first, *last)}, **last})
    return results


def _inline(value: Any) -> Any:
    from casegen.io.case_writer import OneLine

    return OneLine({k: _inline(v) for k, v in value.items()}) if isinstance(value, Mapping) else value
