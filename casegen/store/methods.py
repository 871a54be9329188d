"""The one door between cases and evidence methods: a registry of entry points.

A user's own package adds a method by declaring it under the group ``casegen.evidence_methods``.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casegen_evidence.method import Method

GROUP = "casegen.evidence_methods"


@cache
def registered() -> dict[str, EntryPoint]:
    """Entry points of the evidence methods by name; nothing is imported."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


@cache
def method(name: str) -> Method:
    """The registered method; raises :class:`LookupError` for an unknown name."""
    points = registered()
    if name not in points:
        raise LookupError(name)
    loaded: Method = points[name].load()
    return loaded
