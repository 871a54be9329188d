"""The form of a stored result, before anything trusts it: it may come from a stranger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_LISTS = {
    "tables": Mapping,
    "figures": Mapping,
    "assumptions": str,
    "notes": str,
    "signs": Mapping,
    "read": Mapping,
}
"""lists of a result, and what stands in them"""
_MAPPINGS = ("inputs", "parameters", "code", "environment")
"""parts of a provenance"""
_HASHES = (("provenance", "inputs"), ("provenance", "also_read"), ("provenance", "code", "modules"))
"""where a name stands beside a SHA-256"""


def ill_formed(document: Mapping[str, Any]) -> str:
    """The first part of a result, its recipe or its provenance that is not as a run writes it; empty if none."""
    return next(_ill_formed(document), "")


def _ill_formed(document: Mapping[str, Any]) -> Iterator[str]:
    for name, kind in _LISTS.items():
        value = document.get(name, [])
        if not (isinstance(value, list) and all(isinstance(part, kind) for part in value)):
            yield f"expected {name} to be a list of {'texts' if kind is str else 'mappings'}"
    if not all("name" in sign for sign in document.get("signs", []) if isinstance(sign, Mapping)):
        yield "expected signs to have names"
    recipe, origin = document.get("recipe", {}), document.get("provenance", {})
    for name, value in (("recipe", recipe), ("provenance", origin)):
        if not isinstance(value, Mapping):
            yield f"expected {name} to be a mapping"
            return
    for name, value in (
        *((f"provenance.{name}", origin.get(name, {})) for name in _MAPPINGS),
        ("provenance.stated", origin.get("stated") or {}),
        *((f"recipe.{name}", recipe.get(name, {})) for name in ("parameters", "inputs")),
    ):
        if not isinstance(value, Mapping):
            yield f"expected {name} to be a mapping"
            return
    for place in _HASHES:
        value = document
        for name in place:
            value = value.get(name, {})
        if not (isinstance(value, Mapping) and all(isinstance(v, str) for v in value.values())):
            yield f"expected {'.'.join(place)} to name hashes"
            return
    by = origin.get("code", {}).get("distribution", {})
    if by and not (isinstance(by, Mapping) and {"name", "version"} <= by.keys()):
        yield "expected provenance.code.distribution to have name and version"
