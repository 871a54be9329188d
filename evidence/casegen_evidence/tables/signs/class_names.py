"""Classes that the names of files or codes of their own say of the rows, and that mostly are those of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.beside import Beside
from casegen_evidence.tables.signs.meaning import names_a_truth, names_an_answer

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.data_table import DataTable

Codes = NDArray[np.int64]
NAMED = 0.9
"""share of the rows whose class a column has to name"""
MOSTLY = 0.8
"""share of these that agree with the table, from which on the class is meant"""
BEYOND_CHANCE = 0.5
"""Cohen's kappa from which on it is meant, too, where files name every class"""
FEWEST = 5
_FILE = re.compile(r"[/\\]|\.\w{2,5}$")
_CODED = re.compile(r"(?i)[\W_]?(id|idx|index|code|nr|no|num|int)$")


def judge_class_names(table: DataTable, look: Beside) -> None:
    """Doubt rows whose file is named after, or kept in the folder of, another class than nearly all others are."""
    columns = {name: table.names(name) for name in ("true", "predicted")}
    names = sorted({*columns["true"].words, *columns["predicted"].words})
    read = {
        name: np.array([names.index(word) for word in held.words])[held.codes]
        for name, held in columns.items()
    }
    for cells in look.columns:
        said = _of_files(cells, names)
        files = said is not None
        said = _of_codes(cells, read, names) if said is None else said
        if said is None or (said >= 0).mean() < NAMED:
            continue
        known = said >= 0
        name, own = max(read.items(), key=lambda item: int((item[1] == said).sum()))
        other = known & (own != said)
        meant = other.sum() <= (1 - MOSTLY) * known.sum() or (
            files and _names_each(said[known], own[known]) and kappa(said[known], own[known]) >= BEYOND_CHANCE
        )
        if other.sum() >= FEWEST and meant:
            first = names[int(said[int(np.flatnonzero(other)[0])])]
            look.doubt(
                "answers-contradict",
                other,
                f"column {{column}} says {{word}}, {first!r}, and {table.spelled(name)!r} another class, in {{count}} "
                "rows; in all others both say the same",
                "correct the rows; or say in the waiver what that column says",
                cells,
            )


def _names_each(said: Codes, own: Codes) -> bool:
    """Whether every class of the table is named, in :data:`FEWEST` rows or more."""
    return bool((np.bincount(said, minlength=int(own.max()) + 1)[np.unique(own)] >= FEWEST).all())


def kappa(one: Codes, other: Codes) -> float:
    """Cohen's kappa of two columns of classes ``(rows,)``: their agreement beyond chance, 1 where they are the same.

    Source: J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20, 1960.

    >>> kappa(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1])), kappa(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    (1.0, 0.0)
    """
    size = int(max(one.max(), other.max())) + 1
    shares = [np.bincount(codes, minlength=size) / len(codes) for codes in (one, other)]
    chance = float((shares[0] * shares[1]).sum())
    return (float((one == other).mean()) - chance) / (1 - chance) if chance < 1 else 0.0


def _of_files(cells: Cells, names: Sequence[str]) -> Codes | None:
    """The class that each name of a file holds as a word of its own, -1 for none or several; None for other columns."""
    codes, words = cells.words()
    if not words or not _FILE.search(words[0]) or not all(re.search(r"[^\W\d_]{2}", name) for name in names):
        return None
    known = {name.casefold(): k for k, name in enumerate(names)}
    listed = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    form = re.compile(rf"(?<![^\W\d_])({listed})(?![^\W\d_])")
    held = [{known[hit] for hit in form.findall(word.casefold())} for word in words]
    return np.array([one.pop() if len(one) == 1 else -1 for one in held])[codes]


def _of_codes(cells: Cells, read: dict[str, Codes], names: Sequence[str]) -> Codes | None:
    """The class that each code of a column such as ``pred_id`` stands for in most rows, one for each; None for others."""
    codes, words = cells.words()
    plain = _CODED.sub("", cells.spelled.strip())
    if len(words) != len(names) or plain == cells.spelled.strip():
        return None
    which = "predicted" if names_an_answer(plain) else "true" if names_a_truth(plain) else ""
    if not which:
        return None
    counts = np.zeros((len(words), len(names)))
    np.add.at(counts, (codes, read[which]), 1)
    stands_for = np.argmax(counts, axis=1)
    return stands_for[codes] if len(set(stands_for.tolist())) == len(names) else None
