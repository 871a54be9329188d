"""Probabilities that are given to a tree: one number for each event, or a ``ValueError`` that says what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from casegen.fta.arrays import ArrayLike, Vector, np


def are_probabilities(p: ArrayLike, events: Sequence[str]) -> TypeGuard[list[float]]:
    """Whether ``p`` is a list of one probability for each event: quicker than to make an array of it."""
    return (
        isinstance(p, list)
        and len(p) == len(events)
        and all(isinstance(x, int | float) and 0.0 <= x <= 1.0 for x in p)
    )


def probabilities_of(events: Sequence[str], p: ArrayLike) -> Vector:
    """``p`` as numbers, one for each event.

    Raises ``ValueError`` for another shape, for what is no probability, and for what is masked.
    """
    if np.ma.is_masked(p):
        raise ValueError("some probabilities are masked: give a number for each event")
    vector = numbers_of(p, "probabilities")
    if vector.shape != (len(events),):
        raise ValueError(f"expected {len(events)} probabilities, found shape {vector.shape}")
    wrong = np.flatnonzero(~((vector >= 0.0) & (vector <= 1.0)))
    if wrong.size:
        listed = ", ".join(f"{events[i]} = {vector[i]:g}" for i in wrong[:5])
        raise ValueError(f"probabilities must lie in [0, 1]: {listed}")
    return vector


def numbers_of(p: ArrayLike, what: str) -> Vector:
    """``p`` as numbers; raises ``ValueError`` where it holds something else."""
    try:
        return np.asarray(p, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} must be numbers: {error}") from None
