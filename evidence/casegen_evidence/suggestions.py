"""Names that were there instead of the one looked for: a few of them, and which one was most likely meant."""

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


def among(names: Iterable[str], most: int = 12) -> str:
    """Names with commas, the first ``most`` of many, for a message.

    >>> among(["class", "severity"]), among("abcd", most=2), among([])
    ('class, severity', 'a, b and 2 more', 'none')
    """
    known = [name for name in names if name]
    rest = f" and {len(known) - most:,} more" if len(known) > most else ""
    return f"{', '.join(known[:most])}{rest}" if known else "none"
