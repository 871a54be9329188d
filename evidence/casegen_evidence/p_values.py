"""A p-value in words: one that is too small for its digits is not called 0."""

from __future__ import annotations

LEAST = 1e-300
"""below, digits of a p-value are those of the arithmetic"""


def stated(p_value: float, digits: int = 2) -> str:
    """``p = …`` with so many digits, or what it is less than.

    >>> stated(0.0123), stated(1.7e-10, 1), stated(0.0)
    ('p = 0.012', 'p = 2e-10', 'p < 1e-300')
    """
    return f"p = {p_value:.{digits}g}" if p_value >= LEAST else f"p < {LEAST:g}"
