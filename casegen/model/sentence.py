"""A sentence of casegen's own that documents say in their language: a text together with its key and its values."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HOLE = re.compile(r"\{([a-z_]+)\}")


class Sentence(str):
    """The English text; ``key`` and ``values`` (which may be sentences) say the same in another language.

    Without a key it is a quotation, which every language leaves as it stands.
    """

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, str]

    def __new__(cls, text: str, key: str = "", values: Mapping[str, str] | None = None) -> Sentence:
        """``text`` is that of ``key`` in English with the values filled in."""
        self = super().__new__(cls, text)
        self.key, self.values = key, values or {}
        return self

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, str, Mapping[str, str]]]:
        return Sentence, (str(self), self.key, self.values)


NOTHING = Sentence("")


def fill(text: str, values: Mapping[str, object]) -> str:
    """A text of a language file: its form for the number ``n`` where it has two (``one|many``), braces filled in.

    >>> [fill("{n} claim is met|{n} claims are met", {"n": n}) for n in (0, 1, 2)]
    ['0 claims are met', '1 claim is met', '2 claims are met']
    """
    if "n" in values:
        one, _, many = text.partition("|")
        text = one if str(values["n"]) == "1" else many or one
    return _HOLE.sub(lambda hole: str(values.get(hole[1], hole[0])), text) if values else text


def holes(text: str) -> frozenset[str]:
    """Names that stand in braces.

    >>> sorted(holes("{n} of {count}"))
    ['count', 'n']
    """
    return frozenset(_HOLE.findall(text))


_IMPOSSIBLE = frozenset({"tree_limit.impossible", "tree_limit.impossible_by"})


def is_impossible(barred: str) -> bool:
    """Whether this bars a tree because its top event cannot happen as it is modelled."""
    return isinstance(barred, Sentence) and barred.key in _IMPOSSIBLE
