"""Looks: how often chance was asked for a result, and what the other answers were."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from casegen.model.ledger import error_probability
from casegen.model.results import EvidenceState

MOST_LOOKS = 10**6
"""looks that one item can have had: of runs that take a second each, twelve days without a pause"""
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


def written(
    looks: int, seeds: int, earlier: Ends, paid: Mapping[str, int] | None = None, errors: Ends | None = None
) -> dict[str, object]:
    """What an entry and a result record of looks; empty after the first run.  ``paid``, ``errors``: of a result alone."""
    counts: dict[str, object] = {
        name: min(n, MOST_LOOKS) for name, n in (("looks", looks), ("seeds", seeds)) if n > 1
    }
    ends = {"earlier": {name: list(ends) for name, ends in earlier.items()}} if earlier else {}
    spent = {"errors": {name: list(two) for name, two in errors.items()}} if errors else {}
    return counts | ends | ({"paid": dict(paid)} if paid else {}) | spent


def paid_from_the_start(before: EvidenceState, now: Mapping[str, Any]) -> dict[str, int]:
    """Of measures of ``now`` the looks that every run so far was stated to pay for, where these are fewer than its own.

    Looks that are stated after the first one do not pay for it: it was at the whole error probability.
    """
    result = {}
    for name, measure in now.get("measures", {}).items():
        stated = _stated_looks(measure)
        first = stated if before.document is None and before.looks == 1 else _paid(before, name)
        if first < stated:
            result[name] = first
    return result


def errors_with(
    before: EvidenceState, now: Mapping[str, Any], *, again: bool
) -> dict[str, tuple[float, float]]:
    """What ``EvidenceState.errors`` is after the run ``now``: ``again``, another look, or the draws of ``before``.

    A look that was decided at a confidence has spent it: one that is raised later, also on the same draws before more
    are added, pays for later looks alone.
    """
    result: dict[str, tuple[float, float]] = {}
    for name in {**before.errors, **now.get("measures", {})}:
        known, error = _errors(before, name), _error(now, name)
        if known is None:
            continue
        two = (_sum(*known), error or 0.0) if again else (known[0], max(known[1], error or 0.0))
        if error is None or two != (_sum((before.looks + again - 1) * error), error):
            result[name] = two
    return result


def _errors(state: EvidenceState, name: str) -> tuple[float, float] | None:
    """What the earlier looks at a measure, and this one, may err with; None where nothing says so."""
    error = _error(state.document or {}, name)
    if name in state.errors or error is None:
        return state.errors.get(name)
    return _sum((state.looks - 1) * error), error


def _error(document: Mapping[str, Any], name: str) -> float | None:
    confidence = document.get("measures", {}).get(name, {}).get("confidence")
    return None if confidence is None else error_probability(float(confidence))


def _sum(*errors: float) -> float:
    """A sum without the digits of rounding: 0.05 and 0.025 are 0.075."""
    return round(math.fsum(errors), 12)


def _paid(state: EvidenceState, name: str) -> int:
    """Looks that every run of a state's measure was stated to pay for; 1 where its result is lost."""
    stated = _stated_looks((state.document or {}).get("measures", {}).get(name, {}))
    return min(stated, state.paid.get(name, stated))


def _stated_looks(measure: Mapping[str, Any]) -> int:
    looks = measure.get("looks", 1)
    return looks if isinstance(looks, int) else 1


def vouched(state: EvidenceState) -> EvidenceState:
    """``state`` with no fewer looks, and no better ends of them, than its result records, whatever its entry says."""
    stored = ((state.document or {}).get("provenance") or {}).get("looks")
    if not stored:
        return state
    ends = {name: (float(low), float(high)) for name, (low, high) in stored.get("earlier", {}).items()}
    looks, seeds = max(state.looks, stored.get("looks", 1)), stored.get("seeds", 1)
    paid = dict(stored.get("paid", {}))
    errors = {name: (float(sum_), float(one)) for name, (sum_, one) in stored.get("errors", {}).items()}
    return replace(
        state, looks=looks, seeds=seeds, earlier=_wider(state.earlier, ends), paid=paid, errors=errors
    )  # fmt: skip


def with_another(state: EvidenceState, other: EvidenceState) -> EvidenceState:
    """``state`` with ``other``, a result of the item that lies beside it as after a merge, counted as a look.

    How many of the looks the two have in common is not recorded: the count is the least that there were.
    """
    if other.document is None or state.document is None:
        return state
    if not (another_look(other.document, state.document) and another_look(state.document, other.document)):
        return state  # of a record that went on, either way
    seeds = state.seeds + seeds_tried(replace(other, seeds=1), state.document) - 1
    earlier = farthest(_wider(state.earlier, other.earlier), other.document)
    paid = {**state.paid, **paid_from_the_start(other, state.document)}
    return replace(
        state, looks=max(state.looks, other.looks) + 1, seeds=seeds, earlier=earlier,
        paid={name: min(n, state.paid.get(name, n)) for name, n in paid.items()},
        errors=_errors_beside(state, other),
    )  # fmt: skip


def _errors_beside(state: EvidenceState, other: EvidenceState) -> dict[str, tuple[float, float]]:
    """The errors of ``state`` once ``other``, that lies beside it, is one of its earlier looks."""
    result = dict(state.errors)
    for name in state.measures:
        mine, others = _errors(state, name), _errors(other, name)
        if mine is not None and others is not None:
            result[name] = (_sum(max(mine[0], others[0]), others[1]), mine[1])
    return result


def after_a_lost(known: EvidenceState, left: EvidenceState, *, other_recipe: bool) -> EvidenceState:
    """What comes before a run whose last result is gone or was changed: the looks of its entry, ``known``, count on.

    ``left`` is what else lies there; where nothing does, and the lost result was of ``other_recipe``, it was a look.
    """
    looks = max(known.looks + (other_recipe and left.document is None), left.looks)
    return replace(left, looks=looks, earlier=_wider(known.earlier, left.earlier))


def _wider(one: Ends, other: Ends) -> dict[str, tuple[float, float]]:
    both = {name: [ends[name] for ends in (one, other) if name in ends] for name in {**one, **other}}
    return {name: (min(e[0] for e in ends), max(e[1] for e in ends)) for name, ends in both.items()}


def _goes_on(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether every limit of both holds at any time and the record of ``now`` holds that of ``before``, entry by entry.

    A larger record of other entries is another record, and so is one without an entry that counted before.  A limit that
    does not hold at any time was a look of its own, whatever is stated after it.
    """
    old, new = before.get("measures", {}), now.get("measures", {})
    limited = {name: m for name, m in new.items() if m.get("upper") is not None}
    at_any_time = limited and all(
        m.get("at_any_time") and old.get(name, {}).get("at_any_time") for name, m in limited.items()
    )
    held, holds = _accumulated(before), _accumulated(now)
    return bool(at_any_time and held) and all(
        entry in holds and all(a >= b for a, b in zip(holds[entry], numbers, strict=True))
        for entry, numbers in held.items()
    )


def _accumulated(document: Mapping[str, Any]) -> dict[tuple[str, str], list[float]]:
    """By input and entry the numbers that only grow while a record goes on."""
    return {
        (str(report.get("input")), str(entry)): [float(v) for v in numbers]
        for report in document.get("read", ())
        for entry, numbers in report.get("accumulates", {}).items()
    }


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
