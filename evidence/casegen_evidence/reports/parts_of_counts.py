"""Counts of a report by their keys: of all that went wrong, of one kind of it, of parts of the trials, of other runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from casegen_evidence.reports.beside import number_of
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import sense

ALL_WRONG = {
    "error", "errors", "wrong", "incorrect", "mistake", "mistakes", "misclassified", "misclassifications", "failures",
    "failure", "failed", "fails", "fail", "fehler", "falsch", "ausfälle", "err", "errs", "bad", "nok",
}  # fmt: skip
"""words of a count of everything that went wrong"""
_MISSED = {"miss", "misses", "missed", "false", "negatives", "negative"}
"""words of a count of what was not noticed: everything that went wrong, or half of it"""
PLAIN = {
    "n", "nb", "num", "number", "nr", "of", "count", "counts", "cnt", "total", "tot", "all", "k", "cases", "tests",
    "test", "anzahl",
}  # fmt: skip
SHORT = 3
"""letters up to which a word of a key abbreviates another one rather than naming a kind of failure"""
RUNS = {"seeds", "seed", "runs", "run", "folds", "fold", "repeats", "repetitions"}
_OF_ALL_TRIALS = RUNS | {
    "model", "models", "network", "networks", "method", "methods", "version", "versions", "epoch", "epochs", "threshold",
    "thresholds", "checkpoint", "baseline", "monitor", "detector", "k",
}  # fmt: skip
"""what each has all trials of its own: the numbers of several models add up to nothing"""
_BY = {"by", "per", "je", "nach", "pro"}
_OVERLAPPING = {
    "class", "classes", "category", "label", "object", "objects", "tag", "tags", "klasse", "klassen",
}  # fmt: skip
_STATISTICS = {"mean", "median", "max", "min", "std", "total", "average", "avg", "sum", "p", "q"}
_MOST_RUNS = 30
"""seeds from which on they are those of trials, such as runs of a simulator"""


def all_wrong(name: str) -> bool:
    """Whether a key counts everything that went wrong, and not one kind of it.

    >>> [all_wrong(n) for n in ("n_errors", "failed", "critical_errors", "collisions", "Fehler")]
    [True, True, False, False, True]
    """
    words = set(parts(name))
    return bool(words & ALL_WRONG) and words <= ALL_WRONG | PLAIN


def names_a_kind(name: str) -> bool:
    """Whether a key names one kind of failure, by a word of its own and no abbreviation.

    >>> [names_a_kind(n) for n in ("critical_errors", "collisions", "n_errs", "misses", "fn", "false_negatives", "x2")]
    [True, True, False, False, False, False, False]
    """
    own = set(parts(name)) - ALL_WRONG - PLAIN - _MISSED
    return any(len(word) > SHORT and not word.isdigit() for word in own)


def are_parts(name: str) -> bool:
    """Whether a name says that what it holds are parts of all trials.

    >>> [are_parts(n) for n in ("by_weather", "errors_by_site", "by_model", "sites")]
    [True, True, False, False]
    """
    words = set(parts(name))
    return bool(words & _BY) and not words & (_OF_ALL_TRIALS | _OVERLAPPING)


def runs_or_parts(key: str, value: Any, numbers: Sequence[float], wrong: float, whole: float) -> str:
    """What other runs, or parts, say against ``wrong`` of ``whole`` trials, in words; empty where they say nothing.

    ``numbers``: the counts that ``value`` holds, one of each run or part.
    """
    words, most, total = set(parts(key)), max(numbers, default=0.0), sum(numbers)
    names = value.split(",") if isinstance(value, str) else value
    if words <= {"seeds", "random"} and isinstance(names, list):
        many = len(names)
        return (
            f"{key!r} names {many}: is the count of all of them, or of the best?"
            if 1 < many <= _MOST_RUNS
            else ""
        )
    if words & RUNS:
        of_errors = sense(key) == "bad" or wrong in numbers
        return f"{key!r} goes up to {most:g}: were other runs worse?" if of_errors and most > wrong else ""
    if not are_parts(key) or len(numbers) < 2 or total <= wrong or total == whole:
        return ""
    named = {word for name in value for word in parts(str(name))} if isinstance(value, Mapping) else set()
    counted = sense(key) == "bad" or not _all_numbers(value)
    if counted or (parts(key)[0] in _BY and not named & _STATISTICS):
        return f"the parts in {key!r} add up to {total:g}, which is neither the one nor the other"
    return ""


def _all_numbers(value: Any) -> bool:
    held = value.values() if isinstance(value, Mapping) else value
    return all(number_of(one) is not None for one in held)
