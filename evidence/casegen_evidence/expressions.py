"""Regular expressions that are compiled when they are first used: a case is assessed without reading a table."""

from __future__ import annotations

import re
from typing import Any

PARTS = (
    "search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn", "flags", "groups", "groupindex",
)  # fmt: skip
"""public attributes of a compiled expression, besides its text"""


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """The same as ``re.compile(text, flags)``, when it is used.

    >>> compiled(r"(?P<n>[0-9]+) days?", re.I).fullmatch("30 Days")["n"]
    '30'
    """
    later: Any = UsedLater(text, flags)
    expression: re.Pattern[str] = later
    return expression


class UsedLater:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._stated = flags

    def __getattr__(self, name: str) -> Any:
        """What this object lacks until it is compiled: everything but its text."""
        if name.startswith("__"):
            raise AttributeError(name)
        real = re.compile(self.pattern, self._stated)
        vars(self).update({part: getattr(real, part) for part in PARTS})
        return getattr(real, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return compiled, (self.pattern, self._stated)

    def __repr__(self) -> str:
        return f"compiled({self.pattern!r}, {self._stated!r})"
