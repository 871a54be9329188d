"""The words by which tables say yes and no: the one place that knows them, in every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

WORDS: Mapping[str, int] = {"0": 0, "1": 1, "false": 0, "true": 1, "no": 0, "yes": 1, "nein": 0, "ja": 1}
"""What stands for 0 and 1 in a column of truth values that a method reads; all others are for `labels` to say."""
_PAIRS = (
    ("1", "0"), ("true", "false"), ("yes", "no"), ("1.0", "0.0"), ("y", "n"), ("t", "f"), ("on", "off"), ("ja", "nein"),
    ("j", "n"), ("wahr", "falsch"), ("an", "aus"), ("oui", "non"), ("vrai", "faux"), ("sí", "no"), ("si", "no"),
    ("verdadero", "falso"), ("vero", "falso"), ("sim", "não"), ("tak", "nie"), ("да", "нет"), ("✓", "✗"), ("✔", "✘"),
    ("✅", "❌"), ("☑", "☐"),
)  # fmt: skip
_ONLY_BESIDE_EACH_OTHER = (("w", "f"), ("r", "f"), ("v", "f"), ("o", "n"), ("s", "n"), ("+", "-"))
"""signs that mean yes and no where a column holds nothing else"""
_MARKS = {"x", "*"}
"""what is set where other cells are empty"""
SET = {yes for yes, _ in _PAIRS} | _MARKS
UNSET = {no for _, no in _PAIRS}


MOST_OTHERS = 2
"""further words of a column of yes and no, such as unknown or partly"""


def truth_values(words: Sequence[str]) -> list[bool | None] | None:
    """What each word of a column says, None for one that says neither; None for a column that is not of yes and no.

    >>> truth_values(["Ja", "Nein", ""]), truth_values(["x", ""]), truth_values(["w", "m"])
    ([True, False, None], [True, False], None)
    >>> truth_values(["yes", "no", "partly"])
    [True, False, None]
    """
    said = [w.strip().casefold() for w in words]
    held = {w for w in said if w}
    pairs = (*_PAIRS, *_ONLY_BESIDE_EACH_OTHER) if len(held) == 2 else _PAIRS
    for yes, no in pairs if len(held) <= 2 + MOST_OTHERS else ():
        if {yes, no} <= held:
            return [True if w == yes else False if w == no else None for w in said]
    if len(held) == 1 and len(set(said)) == 2 and held <= SET:
        return [bool(w) for w in said]
    return None
