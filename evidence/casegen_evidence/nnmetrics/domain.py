"""Rules of an operating domain: which combinations of conditions can occur, and what they leave of any few conditions.

A rule is a table over the conditions that it names.  What all rules together leave of a subset of the conditions is the
projection of their conjunction, computed by eliminating the other conditions one after the other, the cheapest first:
conditions that no rule connects never meet in one table, so sixteen conditions in four rules cost four small tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod
from typing import Annotated, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from casegen_evidence.method import InputProblem, Parameters

MOST_ENTRIES = 4_000_000
"""entries of one table: rules that connect more are refused"""

Cells = NDArray[np.bool_]
Scope = tuple[int, ...]
Finite = Annotated[float, Field(allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Rule:
    """``allowed`` has one axis for each condition of ``scope`` (ascending); ``text`` says the rule."""

    scope: Scope
    allowed: Cells
    text: str


class DomainRule(Parameters):
    """What holds together in every scenario: an implication (``when``, ``then``), or limits of a weighted ``sum``."""

    when: dict[str, str | list[str]] | None = Field(
        None, description="conditions with a category, or with a list of them of which any will do"
    )
    then: dict[str, str | list[str]] | None = Field(None, description="what then holds, of other conditions")
    sum: dict[str, Finite] | None = Field(
        None, description="weight of each category that holds, as `condition=category`"
    )
    at_least: Finite | None = Field(None, description="least sum")
    at_most: Finite | None = Field(None, description="largest sum")

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        implies = self.when is not None and self.then is not None
        limits = self.at_least is not None or self.at_most is not None
        if (
            implies == (self.sum is not None)
            or limits != (self.sum is not None)
            or (self.sum is not None and (self.when or self.then))
        ):
            raise ValueError("a rule has `when` and `then`, or `sum` with `at_least`, `at_most` or both")
        return self


class Named(Protocol):
    """Conditions with their categories."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of categories per condition."""

    def code(self, name: str, value: str, place: str) -> int:
        """Index of a category."""


Values = Mapping[str, str | list[str]]


def rule_of(conditions: Named, stated: DomainRule, place: str) -> Rule:
    """The table of a rule as an evidence item states it."""
    if stated.sum is not None:
        return weighted_sum(conditions, stated.sum, stated.at_least, stated.at_most, place)
    return implication(conditions, stated.when or {}, stated.then or {}, place)


def never(conditions: Named, partial: Values, place: str) -> Rule:
    """A combination that cannot occur."""
    scope, at = _selection(conditions, partial, place)
    allowed = np.ones([conditions.sizes[c] for c in scope], dtype=bool)
    allowed[np.ix_(*at)] = False
    return Rule(scope, allowed, f"{_said(partial)} is excluded as impossible")


def implication(conditions: Named, when: Values, then: Values, place: str) -> Rule:
    """Where ``when`` holds, ``then`` holds too; a value may be a list of categories, any of which will do."""
    if not when or not then or set(when) & set(then):
        raise InputProblem(f"expected different conditions under `when` and `then` in {place}")
    scope = tuple(sorted({conditions.names.index(n) for n in _known(conditions, (*when, *then), place)}))
    shape = [conditions.sizes[c] for c in scope]
    _bounded(shape, place)
    premise, conclusion = (_holds(conditions, part, scope, shape, place) for part in (when, then))
    return Rule(scope, ~premise | conclusion, f"where {_said(when)}, {_said(then)}")


def weighted_sum(
    conditions: Named,
    weights: Mapping[str, float],
    at_least: float | None,
    at_most: float | None,
    place: str,
) -> Rule:
    """``at_least`` <= sum of the weights of the categories that hold (written ``condition=category``) <= ``at_most``."""
    parts = []
    for word, weight in weights.items():
        name, sign, value = word.partition("=")
        if not sign:
            raise InputProblem(f"expected condition=category in {place}; found {word!r}")
        _known(conditions, (name,), place)
        parts.append((conditions.names.index(name), conditions.code(name, value, place), weight))
    scope = tuple(sorted({condition for condition, _, _ in parts}))
    shape = [conditions.sizes[c] for c in scope]
    _bounded(shape, place)
    total = np.zeros(shape)
    for condition, code, weight in parts:
        at: list[Any] = [slice(None)] * len(scope)
        at[scope.index(condition)] = code
        total[tuple(at)] += weight
    allowed = np.ones(shape, dtype=bool)
    if at_least is not None:
        allowed &= total >= at_least - 1e-9
    if at_most is not None:
        allowed &= total <= at_most + 1e-9
    limits = [f"at least {at_least:g}"] if at_least is not None else []
    limits += [f"at most {at_most:g}"] if at_most is not None else []
    said = " + ".join(
        f"{weight:g}·[{word}]" if weight != 1 else f"[{word}]" for word, weight in weights.items()
    )
    return Rule(scope, allowed, f"{said} is {' and '.join(limits)}")


def possible(
    rules: Iterable[Rule], keep: Scope, sizes: Sequence[int], fixed: Mapping[int, int] | None = None
) -> Cells:
    """What the rules leave of the conditions ``keep``: true where some whole scenario has these values.

    Args:
        rules: tables whose conjunction holds.
        keep: conditions (ascending), the axes of the result.
        sizes: number of categories of every condition.
        fixed: conditions whose category is given already; none of ``keep``.

    Raises:
        InputProblem: a table of more than :data:`MOST_ENTRIES` entries would be needed.
    """
    factors = [_at(rule, fixed or {}) for rule in rules]
    while True:
        others = {c for scope, _ in factors for c in scope} - set(keep)
        if not others:
            break
        cost = {c: prod(sizes[d] for d in _joined(factors, c)) for c in others}
        chosen = min(others, key=lambda c: (cost[c], c))
        met = [factor for factor in factors if chosen in factor[0]]
        scope, table = _product(met, _joined(factors, chosen), sizes)
        factors = [factor for factor in factors if chosen not in factor[0]]
        left = np.asarray(table.any(axis=scope.index(chosen)))
        factors.append((tuple(c for c in scope if c != chosen), left))
    return _product(factors, keep, sizes)[1]


def connected(rules: Sequence[Rule], conditions: Iterable[int]) -> tuple[Rule, ...]:
    """The rules that bear on ``conditions``, through other rules too."""
    reached = set(conditions)
    chosen: list[Rule] = []
    left = list(rules)
    while nearer := [rule for rule in left if reached.intersection(rule.scope)]:
        chosen += nearer
        left = [rule for rule in left if not reached.intersection(rule.scope)]
        reached.update(c for rule in nearer for c in rule.scope)
    return tuple(chosen)


# --- tables ---------------------------------------------------------------------------------------------

Factor = tuple[Scope, Cells]


def _at(rule: Rule, fixed: Mapping[int, int]) -> Factor:
    at = tuple(fixed.get(c, slice(None)) for c in rule.scope)
    return tuple(c for c in rule.scope if c not in fixed), np.asarray(rule.allowed[at])


def _joined(factors: Sequence[Factor], condition: int) -> Scope:
    return tuple(sorted({c for scope, _ in factors if condition in scope for c in scope}))


def _product(factors: Sequence[Factor], scope: Scope, sizes: Sequence[int]) -> Factor:
    shape = [sizes[c] for c in scope]
    _bounded(shape, "the rules")
    spread = (table.reshape([sizes[c] if c in own else 1 for c in scope]) for own, table in factors)
    return scope, reduce(np.logical_and, spread, np.ones(shape, dtype=bool))


def _bounded(shape: Sequence[int], place: str) -> None:
    if prod(shape) > MOST_ENTRIES:
        raise InputProblem(
            f"expected rules that connect few conditions; {place} need a table of {prod(shape):,} combinations, "
            f"{MOST_ENTRIES:,} at most. Split the rule, or merge categories"
        )


# --- what a rule says -----------------------------------------------------------------------------------


def _known(conditions: Named, names: Iterable[str], place: str) -> tuple[str, ...]:
    from casegen_evidence.suggestions import near

    for name in names:
        if name not in conditions.names:
            raise InputProblem(
                f"expected conditions among {', '.join(conditions.names)} in {place}; found {name!r}"
                f"{near(name, conditions.names)}"
            )
    return tuple(names)


def _listed(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _selection(conditions: Named, partial: Values, place: str) -> tuple[Scope, list[list[int]]]:
    scope = tuple(sorted(conditions.names.index(n) for n in _known(conditions, partial, place)))
    at = [
        [conditions.code(name, value, place) for value in _listed(partial[name])]
        for name in (conditions.names[c] for c in scope)
    ]
    _bounded([conditions.sizes[c] for c in scope], place)
    return scope, at


def _holds(conditions: Named, partial: Values, scope: Scope, shape: Sequence[int], place: str) -> Cells:
    own, at = _selection(conditions, partial, place)
    inside = np.zeros([conditions.sizes[c] for c in own], dtype=bool)
    inside[np.ix_(*at)] = True
    spread = inside.reshape([n if c in own else 1 for c, n in zip(scope, shape, strict=True)])
    return np.broadcast_to(spread, shape)


def _said(partial: Values) -> str:
    return ", ".join(f"{n} = {' or '.join(_listed(v))}" for n, v in partial.items())
