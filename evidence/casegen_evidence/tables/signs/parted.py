"""Columns beside those read that part the rows: sets of a split, folders of pictures, stretches of a recording.

What such a column is called says little, so what counts is how the wrong answers lie in its parts: nearly none of them in
the part that was trained on, many of them in few stretches of a recording.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.signs.shared_origin import names_groups
from casegen_evidence.tables.signs.time_columns import orders_of

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Index = NDArray[np.intp]
Truths = NDArray[np.bool_]
MOST_PARTS = 12
FEWEST_ROWS, FEWEST_GROUPS = 20, 5
TIMES = 2.0
"""so many times more wrong answers, limit against limit, from which on parts are no draws of one thing"""
TIMES_UNNAMED = 3.0
"""the same for folders and beginnings of names, which may tell of conditions"""
CERTAIN = 1e-6
MANY_PAIRS = 10.0
"""standard deviations by which pairs of wrong answers in one stretch are more than chance explains"""
DESCRIBED = 0.9
"""share of wrong rows in a part from which on its name describes the answer, and parts nothing"""
_NUMBER = compiled(r"(?i)[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?")
_PARTING = {
    "split", "splits", "set", "sets", "subset", "partition", "fold", "folds", "dataset", "data", "usage", "use",
    "used", "role", "purpose", "phase", "stage", "step", "part", "portion", "sample", "source", "origin", "kind",
    "pool", "corpus", "domain", "collection", "group", "bucket", "cohort", "release", "batch", "seen", "known",
    "checked", "verified", "reviewed", "reviewer", "inspected", "inspector", "confirmed", "labelled", "labeled",
    "annotated", "annotator", "audited", "geprüft", "prüfer",
    "train", "training", "trained", "learn", "learning", "learned", "fit", "fitted", "fitting", "tuned", "tuning",
    "generated", "real", "synthetic", "test", "testing", "eval", "holdout", "satz", "datensatz", "menge", "teilmenge",
    "teil", "gruppe", "verwendung", "zweck", "quelle", "herkunft", "stufe", "jeu", "ensemble", "lot", "partie",
    "rôle", "conjunto", "partición", "parte", "uso", "fase", "insieme", "zbiór", "podział",
}  # fmt: skip
"""words of columns that say to which set, use or origin a row belongs"""


class Parts(NamedTuple):
    """Two sides of a column: the names of the better one, rows and wrong rows of both."""

    better: tuple[str, ...]
    rows: int
    wrong: int
    other_rows: int
    other_wrong: int


def judge_parted(
    file: str,
    wrong: Truths,
    labels: NDArray[np.int32] | None,
    beside: Sequence[Cells],
    intake: Intake,
    groups: NDArray[np.int32] | None = None,
) -> None:
    """Doubt rows of which a part is ``wrong`` far less often, or whose wrong answers keep to few stretches.

    ``labels`` are the rows' true classes, where there are any: what names the class parts nothing.  Rows of one of the
    ``groups`` depend on each other, so that wrong ones among them come together.
    """
    if len(wrong) < 2 * FEWEST_ROWS or wrong.sum() < 5:
        return
    groups = _groups(beside) if groups is None else groups
    for cells in beside:
        codes, names = cells.words()
        if labels is not None and nested(codes, labels):
            continue
        for at, words, times in _readings(cells.spelled, codes, names):
            if labels is not None and nested(at, labels):
                continue  # a folder for each class
            seen = two_sides(at, words, wrong, times)
            if seen is not None:
                _doubt_parts(file, cells.spelled, seen, intake)
                break
        else:
            _judge_order(file, cells, wrong, groups, intake)
            _judge_stretches(file, cells.spelled, codes, names, wrong, intake)


def _groups(beside: Sequence[Cells]) -> NDArray[np.int32] | None:
    """The groups by a column that is not read and by its name holds them, such as `scene`; None without one."""
    for cells in beside:
        codes, names = cells.words()
        if names_groups(cells.spelled) and FEWEST_GROUPS <= len(names) <= len(codes) / 2:
            return codes
    return None


def nested(codes: NDArray[np.int32] | Index, labels: NDArray[np.int32]) -> bool:
    """Whether (nearly) every name of a column goes with one class only."""
    if len(np.unique(codes)) > len(codes) / 2:
        return False
    _, often = np.unique(np.stack([codes, labels]), axis=1, return_counts=True)
    pairs, rows = np.unique(np.stack([codes, labels]), axis=1)[0], often
    most = np.zeros(int(codes.max()) + 1)
    np.maximum.at(most, pairs, rows)
    return bool(most.sum() > 0.99 * len(codes)) and len(np.unique(labels)) > 1


def _readings(
    name: str, codes: NDArray[np.int32], names: Sequence[str]
) -> Iterator[tuple[Index, list[str], float]]:
    """A column as parts: by its names, if it is called so, or by the folders and beginnings of names with numbers."""
    if 1 < len(names) <= MOST_PARTS:
        words = row_words(name).union(*(row_words(n) for n in names))
        if words & _PARTING and not any("." in n for n in names):
            yield codes.astype(np.intp), list(names), TIMES
        return
    if all(map(_NUMBER.fullmatch, names)):
        forms = ["-#" if n.startswith("-") else "#" for n in names]  # how it is written is no origin
    else:
        forms = [re.sub(r"\d+", "#", n) for n in names]
    known = {form: i for i, form in enumerate(dict.fromkeys(forms))}
    if 1 < len(known) <= MOST_PARTS:
        named = any(row_words(form) & _PARTING for form in known)
        if "" in known and not row_words(name) & _PARTING:
            return  # what was measured in some rows only, such as the delay of an alarm, is no origin of rows
        yield (
            np.array([known[f] for f in forms], dtype=np.intp)[codes],
            list(known),
            TIMES if named else TIMES_UNNAMED,
        )


def two_sides(at: Index, words: Sequence[str], wrong: Truths, times: float) -> Parts | None:
    """The parts by their share of wrong rows, cut in two where the sides differ most; None where they do little."""
    from casegen_evidence.bounds.binomial import clopper_pearson

    rows = np.bincount(at, minlength=len(words))
    bad = np.bincount(at, weights=wrong, minlength=len(words)).astype(int)
    order = np.argsort(bad / np.maximum(rows, 1), kind="stable")
    best: tuple[float, Parts] | None = None
    for cut in range(1, len(order)):
        low, high = order[:cut], order[cut:]
        n, k, m, j = (int(v.sum()) for v in (rows[low], bad[low], rows[high], bad[high]))
        if min(n, m) < FEWEST_ROWS or n < 0.2 * len(at) or j >= DESCRIBED * m:
            continue
        most = float(clopper_pearson(k, n, 0.99)[1])
        least = float(clopper_pearson(j, m, 0.99)[0])
        if least > times * most and (best is None or least / most > best[0]):
            best = least / most, Parts(tuple(words[i] for i in low), n, k, m, j)
    return best[1] if best else None


def _doubt_parts(file: str, column: str, seen: Parts, intake: Intake) -> None:
    named = ", ".join(map(repr, seen.better[:3])) + (" …" if len(seen.better) > 3 else "")
    intake.suspects(
        "parted-rows",
        f"{file}: by column {column!r}, {seen.wrong:,} of {seen.rows:,} rows of {named} are wrong, and "
        f"{seen.other_wrong:,} of the {seen.other_rows:,} others: are the first ones of training, made otherwise, or not "
        "looked at?",
        hint="keep the rows of the test, as operation has them; or say in the waiver why all are draws of operation",
    )


def _judge_order(
    file: str, cells: Cells, wrong: Truths, groups: NDArray[np.int32] | None, intake: Intake
) -> None:
    """Wrong answers that keep to the first or the last rows by the clock: what was met then was another thing.

    Of each group, the first time counts, and whether any answer is wrong.
    """
    if len(cells.words()[1]) < len(wrong) / 5:
        return
    readings = orders_of(cells)
    if readings and groups is not None:
        wrong = np.bincount(groups, weights=wrong) > 0
        readings = [_first_of_each(times, groups) for times in readings]
    seen = [at_one_end(times, wrong) for times in readings]
    if not seen or seen[0] is None or None in seen:
        return
    end = seen[0]
    kind, what = ("answers", "rows") if groups is None else ("groups", "groups")
    intake.suspects(
        "parted-rows",
        f"{file}: by column {cells.spelled!r}, {end.held:,} of {int(wrong.sum()):,} wrong {kind} are among the "
        f"{end.which} {end.rows:,} of {len(wrong):,} {what}: was something else met then, or another system?",
        hint="evaluate the time that is like operation by itself; or say in the waiver why all are draws of it",
    )


def _first_of_each(times: NDArray[np.float64], groups: NDArray[np.int32]) -> NDArray[np.float64]:
    result = np.full(int(groups.max()) + 1, np.inf)
    np.minimum.at(result, groups, times)
    return result


class End(NamedTuple):
    """The ``first`` or ``last`` rows, and how many wrong ones these hold."""

    which: str
    rows: int
    held: int


def at_one_end(times: NDArray[np.float64], wrong: Truths) -> End | None:
    """The first or last rows that hold half of the ``wrong`` ones or more, as chance hardly does; None where none do.

    >>> at_one_end(np.arange(600.0), np.arange(600) % 300 > 295), at_one_end(np.arange(600.0), np.arange(600) > 588)
    (None, End(which='last', rows=11, held=11))
    """
    from scipy.stats import binom

    rank = np.argsort(np.argsort(times, kind="stable"), kind="stable")
    at, n, w = np.sort(rank[wrong]), len(wrong), int(wrong.sum())
    ends = {"last": n - at, "first": at[::-1] + 1}  # rows from each wrong answer to the end of the table
    for which, rows in ends.items():
        held = w - np.arange(w)  # wrong answers among them
        chance = n * binom.sf(held - 1, w, rows / n)
        best = int(chance.argmin())
        if chance[best] < CERTAIN and held[best] >= w / 2:
            return End(which, int(rows[best]), int(held[best]))
    return None


def _judge_stretches(
    file: str, column: str, codes: NDArray[np.int32], names: Sequence[str], wrong: Truths, intake: Intake
) -> None:
    """Wrong answers that share a stretch of rows of one name far more often than chance explains."""
    from scipy.stats import binom

    at = codes
    if len(names) > len(codes) / 5:
        heads = [m.group(0) if (m := re.match(r"\D*\d+", n)) else n for n in names]
        known = {head: i for i, head in enumerate(dict.fromkeys(heads))}
        at, names = np.array([known[h] for h in heads], dtype=np.int32)[codes], list(known)
    if not 5 <= len(names) <= len(at) / 5 or 1 + int((np.diff(at) != 0).sum()) > 1.2 * len(names):
        return
    rows = np.bincount(at).astype(float)
    bad = np.bincount(at, weights=wrong)
    share, w = rows / len(at), float(wrong.sum())
    pairs, together = float((bad * (bad - 1)).sum() / 2), float((share**2).sum())
    expected = w * (w - 1) / 2 * together
    one = float(len(share) * binom.sf(bad - 1, w, share).min())  # that some stretch holds as many, by chance
    many = (pairs - expected) / max(
        1e-9, expected * (1 - together)
    ) ** 0.5  # pairs are independent, two by two
    if pairs > 3 * expected and (one < CERTAIN or many > MANY_PAIRS):
        intake.suspects(
            "grouped-rows",
            f"{file}: the rows follow each other in {len(names):,} stretches of column {column!r}, and "
            f"{int(bad.max()):,} of {int(w):,} wrong answers lie in one of them: rows of a stretch depend on each other, "
            "and the bounds take every row for a draw of its own",
            hint="keep one row of each, or state in the waiver why its rows are independent",
        )
