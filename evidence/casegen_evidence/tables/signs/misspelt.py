"""Names that differ as a misspelt one does: two letters change places, one is missing, double, or another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.spec import Label

MOST_NAMES = 300
"""names of a column that are compared, each with each"""
SHORTEST = {"swapped": 5, "missing": 6, "other": 8, "doubled": 4, "missing, if rare": 5}
"""letters of the longer name from which on a difference is rather a slip than another word"""
RARE = 8
"""times as many rows of the other name from which on one is rare, as slips are: `house` and `hose` may be two words"""
_VOWELS = frozenset("aeiou")
_LIKE_DIGITS = {"0": "o", "1": "il", "5": "s"}
"""letters for which a digit is typed"""
_ENDINGS = ("s", "es", "n", "en", "e")


def misspelt(one: str, other: str) -> bool:
    """Whether one of two names is the other with a slip inside it; first letters agree, as they do in slips.

    >>> misspelt("pedestrian", "pedestrain"), misspelt("person", "persson"), misspelt("night", "nigth")
    (True, True, True)
    >>> misspelt("light", "night"), misspelt("lane", "line"), misspelt("person", "parson")
    (False, False, False)
    >>> misspelt("fog", "fogg"), misspelt("fog", "f0g"), misspelt("bot", "boot"), misspelt("P0", "PO")
    (True, True, False, False)
    """
    a, b = sorted((one.casefold(), other.casefold()), key=len)
    if _with_a_digit(a, b) or _with_a_digit(b, a):
        return True
    if not all(c.isalpha() or c in " -_/" for c in a + b) or a[:1] != b[:1] or a == b:
        return False
    if len(a) == len(b):
        at = [k for k in range(len(a)) if a[k] != b[k]]
        swapped = len(at) == 2 and at[1] == at[0] + 1 and a[at[0]] == b[at[1]] and a[at[1]] == b[at[0]]
        return (swapped and len(b) >= SHORTEST["swapped"]) or (
            len(at) == 1 and 0 < at[0] < len(a) - 1 and len(b) >= SHORTEST["other"]
        )
    doubled = any(c == d not in _VOWELS and b[:k] + b[k + 1 :] == a for k, (c, d) in enumerate(pairwise(b)))
    return _is_missing(a, b) and len(b) >= SHORTEST["doubled" if doubled else "missing"]


def _is_missing(a: str, b: str) -> bool:
    """Whether ``a`` is ``b`` without a letter inside it.

    >>> _is_missing("nigt", "night"), _is_missing("fog", "fogg"), _is_missing("night", "nights")
    (True, True, False)
    """
    inside = len(b) == len(a) + 1 and a[-1] == b[-1]
    return inside and any(b[:k] + b[k + 1 :] == a for k in range(1, len(b) - 1))


def _with_a_digit(typed: str, meant: str) -> bool:
    """Whether ``typed`` is ``meant`` with a digit between letters that looks like the letter in its place."""
    if len(typed) != len(meant):
        return False
    at = [k for k, (c, d) in enumerate(zip(typed, meant, strict=True)) if c != d]
    return bool(at) and all(
        meant[k] in _LIKE_DIGITS.get(typed[k], "")
        and typed[k - 1 : k].isalpha()
        and typed[k + 1 : k + 2].isalpha()
        for k in at
    )


def variant(word: str, known: Sequence[str]) -> str:
    """The name among ``known`` of which ``word`` is a slip, a plural, or holds it with something beside; empty if none.

    >>> variant("pedestrians", ["pedestrian"]), variant("pedestrian (child)", ["pedestrian"]), variant("car", ["cart"])
    ('pedestrian', 'pedestrian', '')
    """
    folded = word.casefold()
    for name in known:
        plain = name.casefold()
        short, long = sorted((folded, plain), key=len)
        grown = len(short) > 3 and long.startswith(short) and long != short
        if misspelt(word, name) or (
            grown and (long[len(short) :] in _ENDINGS or not long[len(short)].isalnum())
        ):
            return name
    return ""


def _is_rare_slip(rare: str, usual: str, counts: Mapping[str, int]) -> bool:
    """Whether a rare name is a usual one of five letters or more without a letter inside it, or with one more."""
    a, b = sorted((rare.casefold(), usual.casefold()), key=len)
    is_word = a.isalpha() and b.isalpha() and a[:1] == b[:1] and len(b) >= SHORTEST["missing, if rare"]
    return is_word and counts[rare] * RARE <= counts[usual] and _is_missing(a, b)


def judge_spellings(table: DataTable, intake: Intake) -> None:
    """Two names of one column that is read, of which one looks like the other misspelt."""
    for name, held in table.names_by_column.items():
        kind = table.cells[name].kind
        if not isinstance(kind, Label) or len(held.words) > MOST_NAMES:
            continue
        counts = held.counts()
        for one, other in combinations(held.words, 2):
            rare, usual = sorted((one, other), key=lambda w: counts[w])
            if misspelt(one, other) or _is_rare_slip(rare, usual, counts):
                intake.suspects(
                    "near-spellings",
                    f"{table.file}, column {table.spelled(name)}: {rare!r} ({counts[rare]:,} rows) and {usual!r} "
                    f"({counts[usual]:,} rows) differ in a letter: is one the other, misspelt?",
                    hint=f"declare `labels: {{{rare}: {usual}}}`; or say in the waiver why they are two",
                )
                break
