"""Words that agree with a number."""

from __future__ import annotations

from collections.abc import Sequence


def plural(count: int, one: str, many: str = "") -> str:
    """The word for ``count`` things: ``one`` for a single one, else ``many``, by default with an s.

    >>> f"{1} {plural(1, 'claim')}", f"{0} {plural(0, 'claim')}", plural(2, "does", "do")
    ('1 claim', '0 claims', 'do')
    """
    return one if count == 1 else many or f"{one}s"


def counted(count: int, one: str, many: str = "") -> str:
    """The number with its word, thousands apart.

    >>> counted(1, "claim"), counted(2000, "entry", "entries")
    ('1 claim', '2,000 entries')
    """
    return f"{count:,} {plural(count, one, many)}"


def some(names: Sequence[str]) -> str:
    """The first three names, and whether there are more.

    >>> some(["A"]), some(["A", "B", "C", "D"])
    ('A', 'A, B, C and others')
    """
    return ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")
