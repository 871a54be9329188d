"""Probabilities below the smallest floating-point number: decimals of 34 digits and almost any exponent.

A share of the top may be a number of sense, as 1e-80, where the product that is divided by the top is not (1e-330).
Python's decimals are some thirty times slower than a sweep, so that this is for what a sweep has lost only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    localcontext,
)

from casegen.fta.core.diagram import DecisionDiagram, Numbers
from casegen.model.decimals import in_own_context

SMALLEST = sys.float_info.min
"""smallest number that keeps all its digits"""
_DECIMALS = Context(
    prec=34, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX, capitals=1, clamp=0, flags=[],
    traps=[InvalidOperation, DivisionByZero, Overflow],
)  # fmt: skip


@in_own_context
def chances(diagram: DecisionDiagram, p: Numbers) -> list[Decimal]:
    """Probability of every node for event probabilities ``p`` (E,)."""
    one = Decimal(1)
    value = [Decimal(0), one]
    with localcontext(_DECIMALS):
        of_events = [Decimal(float(x)) for x in p]
        for v, low, high in zip(diagram.var[2:], diagram.low[2:], diagram.high[2:], strict=True):
            x = of_events[v] if v < diagram.events else value[diagram.proxies[v - diagram.events]]
            value.append(x * value[high] + (one - x) * value[low])
    return value


@in_own_context
def times(part: Decimal, whole: Decimal, share: Decimal) -> Decimal:
    """``part / whole * share``; 0 of a whole that is."""
    with localcontext(_DECIMALS):
        return part / whole * share if whole else Decimal(0)


@in_own_context
def product_over(factors: Iterable[float], whole: float) -> float:
    """The product of numbers, over one above 0: to the last digit or two, unless it is itself too small."""
    with localcontext(_DECIMALS):
        product = Decimal(1)
        for x in factors:
            product *= Decimal(float(x))
        return float(product / Decimal(whole))
