"""A value that somebody gave, in a message."""

from __future__ import annotations


def shown(value: object) -> str:
    """The value as Python writes it; its type where that is long, or fails, as of a list that holds itself.

    >>> shown("abc"), shown("abc" * 100), shown(10**5000)
    ("'abc'", 'str', 'int')
    """
    try:
        text = repr(value)
    except Exception:  # of the caller's own object, or a number of more digits than Python writes
        return type(value).__name__
    return text if len(text) <= 60 else type(value).__name__
