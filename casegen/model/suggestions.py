"""The nearest known name to a mistyped one, cheap enough for thousands of mistakes in one case."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from casegen.model.sentence import NOTHING, Sentence, worded

_MOST_NAMES = 400
"""above this many names only those at edit distance 1 are suggested: of so many, some other is always a little alike"""
_COMPARED = 4
"""names with the most pairs of letters in common that are compared letter by letter"""


class KnownNames:
    """Known names of one kind, by indexes of one-letter deletions (edit distance 1) and of pairs of letters."""

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

        >>> KnownNames({"SubC7", "TLC1"}).nearest("subc-7"), KnownNames({"TLC1"}).nearest("weather")
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
        if len(self.names) <= _MOST_NAMES:
            close = difflib.get_close_matches(word, self._most_in_common(word), n=1, cutoff=0.6)
            return close[0] if close else None
        return None

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], list[str]]:
        results: dict[tuple[str, str], list[str]] = {}
        for name in self.names:
            for pair in _pairs(name):
                results.setdefault(pair, []).append(name)
        return results

    def _most_in_common(self, word: str) -> list[str]:
        pairs = _pairs(word)
        common = Counter(name for pair in pairs for name in self._by_pair.get(pair, ()))
        shares = [(-count / (len(word) + len(name)), name) for name, count in common.items()]
        return [name for _, name in sorted(shares)[:_COMPARED]]

    def hint(self, word: str) -> Sentence:
        """`` (did you mean 'x'?)``, or an empty text."""
        close = self.nearest(word)
        meant = worded("tree_problem.did_you_mean", " (did you mean {name}?)", name=repr(close))
        return meant if close else NOTHING


def nearest(word: str, known: Iterable[str]) -> Sentence:
    """`` (did you mean 'x'?)`` for the known name that ``word`` most likely meant, or an empty text.

    >>> nearest("cliams", ["claims", "evidence"])
    " (did you mean 'claims'?)"
    """
    return _indexed(tuple(known)).hint(word)


@lru_cache(maxsize=20)
def _indexed(known: tuple[str, ...]) -> KnownNames:
    # one list is often searched many times: for every name of a file that is not defined in it
    return KnownNames(known)


def _fold(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum()) or name


def _pairs(word: str) -> set[tuple[str, str]]:
    """Neighbouring letters, and the letters at both ends."""
    return set(pairwise(f"\0{word}\0"))


def _deletions(word: str) -> Iterator[str]:
    if len(word) > 60:
        return
    for position in range(len(word)):
        yield word[:position] + word[position + 1 :]
