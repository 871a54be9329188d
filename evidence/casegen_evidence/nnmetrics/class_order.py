"""Whether a network's answers and the labels number the classes alike: answers as by guessing, or in another order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake

FEWEST = 20
"""rows from which on answers show that they are guessed, or in another order"""
MOST_CLASSES = 2000
TELLING = 3.0
"""standard deviation of the agreement by chance, in rows, from which on a network would show that it does not guess"""
GAINED = 0.05
"""share of the rows that another order has to set right"""
HINT = (
    "state `classes` in the order of the network's scores (labels from 1 are classes 1, 2, …), `layout` and the "
    "`preprocessing` of its pipeline"
)
Codes = NDArray[np.int64]


class _Reordered(NamedTuple):
    """What answers another order of the classes would have made right, and how: label to answer, by place."""

    right: int
    standing_for: dict[int, int]


def as_by_guessing(true: Codes, answers: Codes, classes: int) -> bool:
    """Whether answers ``(n,)`` agree with labels ``(n,)`` no more often than by guessing among ``classes``.

    Either as equal shares have it, or as answers of the same frequencies in another order of the rows would.
    """
    n, right = len(true), int((true == answers).sum())
    if n < FEWEST:
        return False
    chance = 1 / classes
    if right <= n * chance + (n * chance * (1 - chance)) ** 0.5:
        return True
    a, b = (np.bincount(v, minlength=classes).astype(float) for v in (true, answers))
    both, kept = a * b, (n - a) * (n - b)
    # the moments of Σ N_kk where answers are permuted over the rows: hypergeometric cells of fixed margins
    variance = (both * kept + both * (both.sum() - both)).sum() / (n * n * (n - 1))
    return bool(variance >= TELLING**2 and right <= both.sum() / n + 2 * variance**0.5)


def judge_order(true: Codes, answers: Codes, names: Sequence[str], file: str, intake: Intake) -> None:
    """Doubt answers that would be right far more often under another order of the classes ``names``.

    The order is taken from one half of the rows and counted on the other, so that noise gives no gain.
    """
    wrong = int((true != answers).sum())
    if len(true) < FEWEST or wrong < GAINED * len(true) or not 2 <= len(names) <= MOST_CLASSES:
        return
    right = len(true) - wrong
    fit = _other_start(true, answers, names, right) or _other_order(true, answers, names, right)
    if fit is not None:
        intake.suspects(
            "classes-renumbered",
            f"{file}: {right:,} of {len(true):,} answers are the label, and {fit[0]:,} would be if {fit[1]}",
            hint="write labels and answers in the same numbers or names of the classes, in the order of the network's "
            "scores",
        )


def _other_start(true: Codes, answers: Codes, names: Sequence[str], right: int) -> tuple[int, str] | None:
    """Right answers if labels and answers number the classes from 0 and from 1, or the other way round."""
    if not all(name.lstrip("-").isdecimal() for name in names):
        return None
    numbers = np.array([int(name) for name in names])
    own, said = ({int(numbers[k]) for k in np.unique(codes)} for codes in (true, answers))
    for step in (1, -1):
        moved = {k - step for k in said}
        then = int((numbers[answers] - step == numbers[true]).sum())
        if said - own and moved <= own and then - right >= max(5.0, 3 * (then + right) ** 0.5):
            return then, (
                f"each were {'1 less' if step > 0 else '1 more'}: labels are numbered from {min(own)}, answers from "
                f"{min(said)}"
            )
    return None


def _other_order(true: Codes, answers: Codes, names: Sequence[str], right: int) -> tuple[int, str] | None:
    """Right answers under the order of the classes that fits best, where that is far more; and what stands for what."""
    other, wrong = _reordered(true, answers, len(names)), len(true) - right
    gain, left = other.right - right, len(true) - other.right
    if not other.standing_for or gain < max(10.0, GAINED * len(true), 3 * wrong**0.5):
        return None
    if 2 * left > wrong and other.right < 3 * right:
        return None
    pairs = [f"{names[b]!r} stood for {names[a]!r}" for a, b in list(other.standing_for.items())[:3]]
    return other.right, ", ".join(pairs) + (", …" if len(other.standing_for) > 3 else "")


def _reordered(true: Codes, answers: Codes, classes: int) -> _Reordered:
    from scipy.optimize import linear_sum_assignment

    right, last = 0, np.arange(classes)
    for half in (0, 1):
        counts = np.zeros((classes, classes))
        np.add.at(counts, (true[1 - half :: 2], answers[1 - half :: 2]), 1.0)
        last = linear_sum_assignment(counts + 1e-6 * np.eye(classes), maximize=True)[1]
        right += int((last[true[half::2]] == answers[half::2]).sum())
    moved = [k for k in np.unique(true).tolist() if last[k] != k]
    return _Reordered(right, {k: int(last[k]) for k in moved})


def check_classes(labels: Sequence[str], answers: Sequence[str], rows: int, file: str) -> None:
    """Refuse labels and answers that are measured numbers: decimals of which hardly any occurs twice."""
    for words in (labels, answers):
        decimals = sum(_is_decimal(word) for word in words)
        if len(words) < max(FEWEST, rows / 2) or decimals < len(words) / 2:
            return
    raise InputProblem(
        f"{file}: labels ({labels[0]}, {labels[1]}, …) and answers ({answers[0]}, {answers[1]}, …) are decimal numbers, "
        f"{len(labels):,} different labels in {rows:,} rows: a quantity, and no classes. State for each row whether the "
        "answer was near enough (a column correct or error, or the failures of a demand-record)"
    )


def _is_decimal(word: str) -> bool:
    try:
        return float(word) != round(float(word))
    except (ValueError, OverflowError):
        return False


def judge_network(
    true: Sequence[str] | Codes, answers: Sequence[str] | Codes, file: str, intake: Intake
) -> None:
    """Doubt the answers of a network that was asked, where its classes, layout or preprocessing are not its own."""
    names, codes = np.unique([*true, *answers], return_inverse=True)
    own, said = codes[: len(true)].astype(np.int64), codes[len(true) :].astype(np.int64)
    if len(np.unique(own)) > 1 and as_by_guessing(own, said, len(names)):
        intake.suspects(
            "network-guesses",
            f"{file}: {int((own == said).sum()):,} of {len(own):,} answers of the network are the label, as by guessing "
            f"among {len(names)} classes",
            hint=HINT,
        )
    judge_order(own, said, [str(name) for name in names], file, intake)


def all_classes(known: Sequence[str], labels: Collection[str], file: str, intake: Intake) -> None:
    """Every class that the classifier knows, by its scores or its names, should be among the evaluated ones."""
    missing = [c for c in known if c not in labels]
    if missing:
        intake.suspects(
            "class-not-evaluated",
            f"{file}: nothing evaluated is of class {', '.join(missing[:4])}{', …' if len(missing) > 4 else ''}, which "
            "the classifier knows",
            hint="evaluate inputs of every class; or say in the waiver why operation has none",
        )
