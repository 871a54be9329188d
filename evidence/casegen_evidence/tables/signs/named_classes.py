"""Columns that name in words the classes that others hold as codes, beside what `labels` makes of these codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from casegen_evidence.signs import Intake
from casegen_evidence.tables.labels import key_of
from casegen_evidence.tables.spec import Label

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

PURE = 0.98
"""share of the rows in which a code has the word that it has mostly, from which on that word is its name"""
FILLED = 0.2
"""share of the rows that hold a word"""
_MOST = 200
"""words of a column that names classes"""
_SHOWN = 12


class _Names(NamedTuple):
    """The word that stands beside each code, in most rows, and in which share of them all of it is so."""

    words: Mapping[str, str]
    purity: float
    row: int


def compare_with_labels(
    table: DataTable, read: Sequence[Cells], translate: Mapping[str, str], intake: Intake
) -> dict[str, str]:
    """Bar what rests on `labels` that a column of names contradicts; what each other such column says, by its name.

    The text is empty for a column that says in all rows what `labels` says.
    """
    coded = [c for c in read if isinstance(c.kind, Label) and any(w in translate for w in c.words()[1])]
    classes = {key_of(name): name for name in translate.values()}
    said: dict[str, str] = {}
    for cells in table.beside if coded else ():
        names = max((_beside(codes, cells) for codes in coded), key=lambda one: one.purity)
        pairs = {code: word for code, word in names.words.items() if code in translate}
        if names.purity < PURE or not pairs or len(set(map(key_of, pairs.values()))) < len(pairs):
            continue
        others = {c: w for c, w in pairs.items() if key_of(w) != key_of(translate[c])}
        wrong = {c: w for c, w in others.items() if key_of(w) in classes}
        if others or names.purity == 1.0:
            said[cells.spelled] = _pairs(others, translate)
        if wrong:
            intake.fails(
                "labels-contradict",
                f"{table.file}:{table.line(names.row)}: column {cells.spelled!r} says {_pairs(wrong, translate)}",
                hint="correct `labels`; or correct the column, or take it out of the file, where it is wrong",
            )
    return said


def _beside(codes: Cells, cells: Cells) -> _Names:
    """The words of a column by the codes of another."""
    (a, keys), (b, words) = codes.words(), cells.words()
    filled = np.array([bool(word.strip()) and not _is_number(word) for word in words])[b]
    if len(words) > _MOST or len(keys) > _MOST or filled.mean() < FILLED:
        return _Names({}, 0.0, 0)
    counts = np.zeros((len(keys), len(words)), dtype=np.int64)
    np.add.at(counts, (a[filled], b[filled]), 1)
    most = counts.argmax(axis=1)
    named = {key: words[most[k]].strip() for k, key in enumerate(keys) if counts[k].sum()}
    return _Names(named, float(counts.max(axis=1).sum() / filled.sum()), int(np.flatnonzero(filled)[0]))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _pairs(words: Mapping[str, str], translate: Mapping[str, str]) -> str:
    shown = [f"{word!r} where `labels` makes {code} {translate[code]!r}" for code, word in words.items()]
    return ", ".join(shown[:_SHOWN]) + (f", and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else "")
