"""The nearest known name to a mistyped one, cheap enough for thousands of mistakes in one case."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache

_DIFFLIB_NAMES = 400
"""above this many names only the indexed search runs: difflib compares with every one of them"""


class KnownNames:
    """Known names of one kind, searched by an index of one-letter deletions (edit distance 1)."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def __contains__(self, name: str) -> bool:
        return name in self.names

    @cached_property
    def _folded(self) -> dict[str, str]:
        results: dict[str, str] = {}
        for name in self.names:
            results.setdefault(_fold(name), name)
        return results

    @cached_property
    def _shortened(self) -> dict[str, str]:
        results: dict[str, str] = {}
        for folded, name in self._folded.items():
            for shorter in _deletions(folded):
                results.setdefault(shorter, name)
        return results

    def nearest(self, word: str) -> str | None:
        """The known name that ``word`` most likely meant, or None.

        >>> Names({"SubC7", "TLC1"}).nearest("subc-7"), Names({"TLC1"}).nearest("weather")
        ('SubC7', None)
        """
        folded = _fold(word)
        if folded in self._folded:
            return self._folded[folded]
        if len(folded) >= 2:
            candidates = (folded, *_deletions(folded))
            for index in (self._folded, self._shortened):
                for candidate in candidates:
                    if candidate in index:
                        return index[candidate]
        if len(self.names) <= _DIFFLIB_NAMES:
            close = difflib.get_close_matches(word, sorted(self.names), n=1, cutoff=0.6)
            return close[0] if close else None
        return None

    def hint(self, word: str) -> str:
        """`` (did you mean 'x'?)``, or an empty text."""
        close = self.nearest(word)
        return f" (did you mean {close!r}?)" if close else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` for the known name that ``word`` most likely meant, or an empty text.

    >>> nearest("cliams", ["claims", "evidence"])
    " (did you mean 'claims'?)"
    """
    return _hint(word, tuple(known))


@lru_cache(maxsize=1000)
def _hint(word: str, known: tuple[str, ...]) -> str:
    # one mistake is often met many times: a method that is not installed, at every item that names it
    return KnownNames(known).hint(word)


def _fold(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum()) or name


def _deletions(word: str) -> Iterator[str]:
    if len(word) > 60:
        return
    for position in range(len(word)):
        yield word[:position] + word[position + 1 :]
