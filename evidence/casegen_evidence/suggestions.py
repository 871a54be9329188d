"""The known name that a mistyped one most likely meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The closest known name, or None where nothing is close.

    >>> nearest("sevrity", ["severity", "class"]), nearest("depth", ["class"])
    ('severity', None)
    """
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), None)


def near(word: str, known: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` where something close is known, else an empty text."""
    close = nearest(word, known)
    return f" (did you mean {close!r}?)" if close else ""
