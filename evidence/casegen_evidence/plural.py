"""Words that agree with a number."""

from __future__ import annotations


def plural(count: int, one: str, many: str = "") -> str:
    """The word for ``count`` things: ``one`` for a single one, else ``many``, by default with an s.

    >>> f"{1} {plural(1, 'row')}", f"{0} {plural(0, 'row')}", plural(2, "row is", "rows are")
    ('1 row', '0 rows', 'rows are')
    """
    return one if count == 1 else many or f"{one}s"
