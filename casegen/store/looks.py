"""Looks: how often chance was asked for a result, and what the other answers were."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from casegen.model.results import EvidenceState

Ends = Mapping[str, tuple[float, float]]


def another_look(before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> bool:
    """Whether a run asked chance again: other data, parameters or seed, and other numbers.

    A run with other code, or another confidence, of the same draws is none, and neither is going on with a record whose
    limits hold at any time.
    """
    if before is None:
        return False
    old, new = before.get("recipe", {}), now.get("recipe", {})
    asked = any(old.get(name) != new.get(name) for name in ("inputs", "parameters", "seed"))
    asked = asked or (old.get("reading") or {}).get("rows") != (new.get("reading") or {}).get("rows")
    return asked and before.get("measures") != now.get("measures") and not _goes_on(before, now)


def _goes_on(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether every limit of ``now`` holds at any time and its record has the failures of ``before``, or more."""
    old, new = before.get("measures", {}), now.get("measures", {})
    limited = {name: m for name, m in new.items() if m.get("upper") is not None}
    return bool(limited) and all(
        m.get("at_any_time") and name in old and _count(m) >= _count(old[name]) * (1 - 1e-9) - 1e-9
        and (m.get("n") or 0) >= (old[name].get("n") or 0)
        for name, m in limited.items()
    )  # fmt: skip


def _count(measure: Mapping[str, Any]) -> float:
    """Failures counted, where ``n`` counts trials."""
    return float(measure.get("value", 0.0)) * float(measure.get("n") or 0)


def seeds_tried(before: EvidenceState, now: Mapping[str, Any]) -> int:
    """How many seeds of one recipe were run so far; other data, parameters or methods begin anew."""
    if before.document is None:
        return 1
    old, new = (dict(d.get("recipe", {})) for d in (before.document, now))
    drawn = [(r.pop("seed", None), dict(r.get("reading", {})).get("rows")) for r in (old, new)]
    same_seed = drawn[0] == drawn[1]
    for asked in (old, new):
        asked["reading"] = {k: v for k, v in dict(asked.get("reading", {})).items() if k != "rows"}
    if old != new:
        return 1
    return before.seeds + (not same_seed and before.document.get("measures") != now.get("measures"))


def farthest(earlier: Ends, document: Mapping[str, Any] | None) -> dict[str, tuple[float, float]]:
    """By measure the least and the greatest end of ``earlier`` looks and of the result ``document``."""
    result = dict(earlier)
    for name, m in (document or {}).get("measures", {}).items():
        ends = [float(v) for v in (m.get("lower"), m.get("value"), m.get("upper")) if v is not None]
        ends = [v for v in ends if math.isfinite(v)]
        if ends:
            low, high = result.get(name, (ends[0], ends[0]))
            result[name] = (min(low, *ends), max(high, *ends))
    return result
