"""One line of a comparison: what the paper prints, what is computed here, or why nothing is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A quantity of a paper.

    ``paper`` is the printed value, ``ours`` the one computed here with one-sided limits ``lower`` and ``upper``
    at ``confidence`` each.  ``comparable`` is False where ours was measured on other data: then no difference
    is formed.  ``missing`` says why nothing was computed.
    """

    quantity: str
    paper: float | None = None
    ours: float | None = None
    lower: float | None = None
    upper: float | None = None
    confidence: float | None = None
    comparable: bool = True
    note: str = ""
    missing: str = ""

    @property
    def difference(self) -> float | None:
        """Ours less the paper's, where both stand for the same thing."""
        if self.paper is None or self.ours is None or not self.comparable:
            return None
        return self.ours - self.paper


@dataclass(frozen=True, slots=True)
class PublishedComparison:
    """A table or figure of a paper: its name on the command line, where it stands, and how its rows are computed."""

    name: str
    title: str
    rows: Callable[[], Sequence[Row]]
