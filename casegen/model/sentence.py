"""A sentence of casegen's own that documents say in their language: a text together with its key and its values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

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


def worded(key: str, english: str, /, **values: object) -> Sentence:
    """The sentence of ``key``, for rooms that read no language file: ``english`` is the file's text, word for word.

    >>> worded("reason.stale", "evidence item {item} is stale", item="EV1")
    'evidence item EV1 is stale'
    """
    given = {name: value if isinstance(value, Sentence) else str(value) for name, value in values.items()}
    return Sentence(fill(english, given), key, given)


def listed(texts: Iterable[str]) -> Sentence:
    """Texts one after the other; halved, so that a list of thousands is no sentence in a sentence as often.

    >>> listed(["one", "two", "three"]), listed([])
    ('one; two; three', '')
    """
    given = [text if isinstance(text, Sentence) else Sentence(text) for text in texts]
    if len(given) < 2:
        return given[0] if given else NOTHING
    half = len(given) // 2
    return worded("reason.also", "{one}; {other}", one=listed(given[:half]), other=listed(given[half:]))


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


def few(names: Sequence[str]) -> str:
    """The first three names, and whether there are more, as :func:`casegen.model.plural.some` has them.

    >>> few(["A"]), few(["A", "B", "C", "D"])
    ('A', 'A, B, C and others')
    """
    shown = ", ".join(names[:3])
    return worded("tree_digits.others", "{names} and others", names=shown) if len(names) > 3 else shown


_IMPOSSIBLE = frozenset({"tree_limit.impossible", "tree_limit.impossible_by"})


def is_impossible(barred: str) -> bool:
    """Whether this bars a tree because its top event cannot happen as it is modelled."""
    return isinstance(barred, Sentence) and barred.key in _IMPOSSIBLE
