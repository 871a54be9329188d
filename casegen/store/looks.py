"""Looks: how often chance was asked for a result, and what the other answers were."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from casegen.model.ledger import error_probability
from casegen.model.results import EvidenceState
from casegen.store.canonical import canonical
from casegen.store.comparison import same_but_rounding

MOST_LOOKS = 10**6
"""looks that one item can have had: of runs that take a second each, twelve days without a pause"""
MOST_NAMED = 1000
"""looks that a result names one by one; of earlier ones it records the number alone"""
_DRAWS = ("inputs", "parameters", "seed")
_NO_DRAWS = ("method", "method_version", "confidence", "reading")
"""of a recipe: what is no other question by itself, or is named apart"""
Ends = Mapping[str, tuple[float, float]]
Confidences = Mapping[str, tuple[float, ...]]


def are_hashes(value: object) -> bool:
    """Whether ``value`` is a list of SHA-256 hashes."""
    return isinstance(value, list) and all(
        isinstance(one, str) and re.fullmatch("[0-9a-f]{64}", one) is not None for one in value
    )


def are_levels(value: object) -> bool:
    """Whether ``value`` has by measure a list of confidences."""
    return isinstance(value, Mapping) and all(
        isinstance(levels, list)
        and levels
        and all(type(one) in (int, float) and 0 <= one <= 1 for one in levels)
        for levels in value.values()
    )


def another_look(before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> bool:
    """Whether a run asked again: of anything else, in another way or by another seed, and with other numbers.

    A run with other code, or another confidence, of the same draws is none, and neither is going on with a record whose
    limits hold at any time.
    """
    return before is not None and _differs(before, now) and not _goes_on(before, now)


def _differs(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    asked = _asked(before) != _asked(now) or _other_method(before, now)
    return asked and not same_but_rounding(before.get("measures"), now.get("measures"))


def _other_method(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    one, other = (document.get("recipe", {}).get("method") for document in (before, now))
    return one != other and None not in (one, other)


def _asked(document: Mapping[str, Any]) -> list[Any]:
    """What decides the draws of a result by its method: all of its recipe but the confidence and the version of the code.

    What is rarely stated comes last, and only where it is: the names that earlier versions gave to looks stay the same.
    """
    recipe = document.get("recipe", {})
    reading = dict(recipe.get("reading") or {})
    rows = reading.pop("rows", None)
    others = {name: recipe[name] for name in recipe.keys() - {*_DRAWS, *_NO_DRAWS}}
    others |= {"reading": reading} if reading else {}
    return [*(recipe.get(name) for name in _DRAWS), rows, *([others] if others else [])]


def _draws(document: Mapping[str, Any]) -> str:
    """The name of a result's draws: the same for every run that asks the same by the same method."""
    return _with_method(hashlib.sha256(canonical(_asked(document))).hexdigest()[:12], document)


def _with_method(name: str, document: Mapping[str, Any]) -> str:
    """A look's name with its method; those of earlier versions had none, and are taken to be of the result's."""
    method = document.get("recipe", {}).get("method")
    return name if "-" in name or method is None else f"{name}-{method}"


def history(state: EvidenceState) -> tuple[str, ...]:
    """The looks that are known by name, each by its first draws, that of the result last.

    A record that goes on keeps the name of its look.
    """
    return state.history or (() if state.document is None else (_draws(state.document),))


def written(
    looks: int, seeds: int, earlier: Ends, lost: tuple[str, ...], confidences: Confidences
) -> dict[str, object]:
    """What an entry records of looks; empty after the first run."""
    counts: dict[str, object] = {
        name: min(n, MOST_LOOKS) for name, n in (("looks", looks), ("seeds", seeds)) if n > 1
    }
    ends = {"earlier": {name: list(ends) for name, ends in earlier.items()}} if earlier else {}
    levels = {name: list(levels) for name, levels in confidences.items()}
    return (
        counts | ends | ({"confidences": levels} if levels else {}) | ({"lost": list(lost)} if lost else {})
    )


def counted(before: EvidenceState, now: Mapping[str, Any]) -> EvidenceState:
    """The looks of the run ``now``, which comes after ``before``, as a state without a result.

    Draws that are among the looks that came before, as those of the other side of a merge, are no further one.
    """
    again = another_look(before.document, now)
    named, own = history(before), _draws(now)
    more = again and (own not in named or _other_method(before.document or {}, now))
    of_another = not again and before.id != now["id"]
    if of_another:  # the same look of another item: which one was first plays no part
        named = named[:-1]
    if again or not named or of_another:
        named = (*(name for name in named if name != own), own)
    earlier = farthest(before.earlier, before.document) if again else before.earlier
    looks = before.looks + more
    return replace(
        before, document=None, measures={}, looks=looks, seeds=min(seeds_tried(before, now), looks), earlier=earlier,
        paid=paid_from_the_start(before, now), confidences=confidences_with(before, now, {}), history=named,
    )  # fmt: skip


def recorded_looks(state: EvidenceState, document: Mapping[str, Any]) -> dict[str, object]:
    """What the result ``document`` records of ``state``, its looks; empty after the first run."""
    more: dict[str, object] = {"paid": dict(state.paid)} if state.paid else {}
    if state.history != (_draws(document),):
        more["history"] = list(state.history[-MOST_NAMED:])
    return written(state.looks, state.seeds, state.earlier, state.lost, state.confidences) | more


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


def confidences_with(
    before: EvidenceState, now: Mapping[str, Any], known: Confidences
) -> dict[str, tuple[float, ...]]:
    """What ``EvidenceState.confidences`` is of the result ``now`` with the looks of ``before``, and those ``known``.

    Draws that are run again at another confidence are no further look, and still a choice after the data.
    """
    own = _levels(now)
    every = _all_levels(
        _levels(before.document or {}), _all_levels(before.confidences, _all_levels(known, own))
    )
    return {name: levels for name, levels in every.items() if levels != own.get(name)}


def _levels(document: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    """The confidence of each measure of a result that has one."""
    levels = {name: measure.get("confidence") for name, measure in document.get("measures", {}).items()}
    return {name: (float(level),) for name, level in levels.items() if level is not None}


def _all_levels(one: Confidences, other: Confidences) -> dict[str, tuple[float, ...]]:
    """The confidences of both by measure, those of ``one`` first."""
    return {
        name: tuple(dict.fromkeys((*one.get(name, ()), *other.get(name, ())))) for name in {**one, **other}
    }


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
    named = tuple(_with_method(name, state.document or {}) for name in stored.get("history", ()))
    looks, seeds = max(state.looks, stored.get("looks", 1), len(named)), stored.get("seeds", 1)
    return replace(
        state, looks=looks, seeds=seeds, earlier=_wider(state.earlier, ends), paid=dict(stored.get("paid", {})),
        confidences=_all_levels(_stored_levels(stored), state.confidences), history=named,
        lost=_all_of(state.lost, stored.get("lost", ())),
    )  # fmt: skip


def _stored_levels(stored: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    """The confidences that a result records of its looks; earlier versions recorded what each look may err with."""
    levels = {name: tuple(map(float, levels)) for name, levels in stored.get("confidences", {}).items()}
    errors = {
        name: tuple(dict.fromkeys(error_probability(float(error)) for error, _ in looks))
        for name, looks in stored.get("errors", {}).items()
    }
    return _all_levels(errors, levels)


def with_another(state: EvidenceState, other: EvidenceState) -> EvidenceState:
    """``state`` with the looks of ``other``, a result of the item that lies beside it as after a merge.

    A look that both name counts once.  Of looks that a result does not name, as those of earlier versions, the two may
    have any in common: the least that there were is counted.
    """
    if other.document is None or state.document is None:
        return state
    mine, same = history(state), _one_look(state, other)
    others = _names_beside(state, other, same=same)
    new = [name for name in others if name not in mine]
    unknown = max(state.looks - len(mine), other.looks - len(others))
    looks = len(mine) + len(new) + unknown
    seeds = state.seeds
    if new and seeds_tried(replace(other, seeds=1), state.document) > 1:
        seeds += min(len(new), other.seeds)
    earlier = _wider(state.earlier, other.earlier)
    paid = {**state.paid, **paid_from_the_start(other, state.document)}
    return replace(
        state, looks=looks, seeds=seeds, history=(*new, *mine),
        earlier=earlier if same else farthest(earlier, other.document),
        paid={name: min(n, state.paid.get(name, n)) for name, n in paid.items()},
        confidences=confidences_with(other, state.document, state.confidences),
        lost=_all_of(state.lost, other.lost),
    )  # fmt: skip


def still_lost(state: EvidenceState, name: str) -> tuple[str, ...]:
    """The lost results of ``state`` without that of the result file ``name``."""
    return tuple(digest for digest in state.lost if not name.endswith(f"-{digest[:12]}.json"))


def found_again(state: EvidenceState, other: EvidenceState, name: str) -> EvidenceState:
    """``state`` without the looks of ``other``, of the file ``name``, where it was lost: they were counted unnamed."""
    lost = still_lost(state, name)
    if lost == state.lost:
        return state
    return replace(state, lost=lost, looks=max(state.looks - other.looks, len(history(state))))


def _all_of(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def of_one_line(state: EvidenceState, other: EvidenceState) -> bool:
    """Whether two results of one method have a look in common: they are of one item, whatever its id was then."""
    methods = {((s.document or {}).get("recipe") or {}).get("method") for s in (state, other)}
    return len(methods) == 1 and not {*history(state)}.isdisjoint(history(other))


def _one_look(state: EvidenceState, other: EvidenceState) -> bool:
    """Whether two results are of one look: their draws or numbers are the same, or one went on with the other's record.

    What went on has the same looks before it; where the histories differ, that one record holds the other is chance.
    """
    one, two = state.document or {}, other.document or {}
    if not _differs(one, two):
        return True
    mine, others = history(state), history(other)
    from_one = state.looks == other.looks and set(mine[:-1]) == set(others[:-1])
    return (mine[-1] == others[-1] or from_one) and (_goes_on(one, two) or _goes_on(two, one))


def _names_beside(state: EvidenceState, other: EvidenceState, *, same: bool) -> tuple[str, ...]:
    """The history of ``other`` in the names of ``state``: one look has one name, two that went on apart have two."""
    mine, others = history(state), history(other)
    if same:
        return (*others[:-1], mine[-1])
    return (*others, _draws(other.document or {})) if mine[-1] == others[-1] else others


def after_a_lost(known: EvidenceState, left: EvidenceState, lost: str) -> EvidenceState:
    """What comes before a run whose last result is gone or was changed: the looks of its entry, ``known``, count on.

    ``left`` is what else lies there.  ``lost`` is the result's hash where it was of another recipe: it was a look, and no
    one knows its numbers; empty where the run measures the same again.
    """
    looks = max(known.looks + (bool(lost) and left.document is None), left.looks + bool(lost))
    gone = _all_of(known.lost, (*left.lost, *([lost] if lost else [])))
    return replace(
        left, looks=looks, earlier=_wider(known.earlier, left.earlier), lost=gone,
        confidences=_all_levels(known.confidences, left.confidences),
    )  # fmt: skip


def _wider(one: Ends, other: Ends) -> dict[str, tuple[float, float]]:
    both = {name: [ends[name] for ends in (one, other) if name in ends] for name in {**one, **other}}
    return {name: (min(e[0] for e in ends), max(e[1] for e in ends)) for name, ends in both.items()}


def _goes_on(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether every limit of both holds at any time and the record of ``now`` holds that of ``before``, entry by entry.

    A larger record of other entries is another record, and so is one without an entry that counted before, or, where each
    entry counts as one that has ended, in which one went on.  A limit that does not hold at any time was a look of its
    own, whatever is stated after it, and so is that of another method.
    """
    if _other_method(before, now):
        return False
    old, new = before.get("measures", {}), now.get("measures", {})
    limited = {name: m for name, m in new.items() if m.get("upper") is not None}
    at_any_time = limited and all(
        m.get("at_any_time") and old.get(name, {}).get("at_any_time") for name, m in limited.items()
    )
    held, holds = _accumulated(before), _accumulated(now)
    return bool(at_any_time and held) and all(
        entry in holds
        and len(holds[entry]) == len(numbers)
        and all(a >= b for a, b in zip(holds[entry], numbers, strict=True))
        for entry, numbers in held.items()
    )


def _accumulated(document: Mapping[str, Any]) -> dict[tuple[str, str], list[float]]:
    """By input and entry the numbers that only grow while a record goes on: of one that has ended both ways, so never."""
    return {
        (str(report.get("input")), str(entry)): [
            sign * float(v) for sign in ((1, -1) if report.get("ended") else (1,)) for v in numbers
        ]
        for report in document.get("read", ())
        for entry, numbers in report.get("accumulates", {}).items()
    }


def seeds_tried(before: EvidenceState, now: Mapping[str, Any]) -> int:
    """How many seeds of one recipe were run so far; other data, parameters or methods begin anew."""
    if before.document is None:
        return 1
    old, new = (dict(d.get("recipe", {})) for d in (before.document, now))
    same_seed = _taken_draw(old) == _taken_draw(new)
    if old != new:
        return 1
    return before.seeds + (not same_seed and before.document.get("measures") != now.get("measures"))


def _taken_draw(recipe: dict[str, Any]) -> tuple[object, object]:
    """The seed and the sample of rows, which are taken out of a recipe."""
    reading = dict(recipe.pop("reading", None) or {})
    drawn = recipe.pop("seed", None), reading.pop("rows", None)
    recipe["reading"] = reading
    return drawn


def only_another_draw(one: Mapping[str, Any], other: Mapping[str, Any], beside: Collection[str]) -> bool:
    """Whether two results of different items asked the same by another seed, and got other numbers.

    At which confidence is no other question, and neither are parameters ``beside`` that change no number.
    """
    recipes = [dict(document.get("recipe", {})) for document in (one, other)]
    drawn = [_taken_draw(recipe) for recipe in recipes]
    for recipe in recipes:
        recipe.pop("confidence", None)
        recipe["parameters"] = {k: v for k, v in recipe.get("parameters", {}).items() if k not in beside}
    values = [
        {name: measure.get("value") for name, measure in document.get("measures", {}).items()}
        for document in (one, other)
    ]
    return recipes[0] == recipes[1] and drawn[0] != drawn[1] and values[0] != values[1]


def with_other_draws(state: EvidenceState, others: Iterable[EvidenceState]) -> EvidenceState:
    """``state`` with the looks of other items that asked the same by other seeds: any of them could have been cited."""
    for other in others:
        both = with_another(state, other)
        state = replace(both, seeds=max(both.seeds, state.seeds + (both.looks > state.looks)))
    return state


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
