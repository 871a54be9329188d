"""Columns of scores by class whose largest is not the answer, known by their names or by what they hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.beside import Beside, Rows
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.copies import as_numbers
from casegen_evidence.tables.signs.marks import row_words
from casegen_evidence.tables.signs.separated import MOST_OTHERS, wrong_side
from casegen_evidence.tables.signs.sharp_edge import sharp_edge

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import DataTable

Array = NDArray[np.float64]
T = TypeVar("T")
OFTEN = 0.01
"""share of the rows above which the largest score belongs to another class than the answer: fewer are ties"""
MOSTLY = 0.8
"""share of the rows in which the largest of some numbers is the answer, from which on they are its scores"""
ROUNDED, MOST_OF_ANOTHER = 0.95, 0.505
"""of 1/K, and a half: shares may have been rounded"""
SCORES = {
    "p", "prob", "probs", "proba", "probability", "score", "scores", "confidence", "conf", "softmax", "logit", "logits",
    "konfidenz", "wahrscheinlichkeit", "positive", "yscore", "yprob",
}  # fmt: skip
"""words of the names of columns that hold how sure the system is"""
_OF_ONE_ANSWER = ({"y", "score"}, {"y", "prob"}, {"y", "proba"}, {"yscore"}, {"yprob"}, {"positive"})
"""words of the name of a score of one of two answers, which is never one of how sure the system was of the other"""
_OUTPUTS = SCORES | {"out", "output", "outputs", "ausgabe", "ausgaben"}
"""words of the names of numbered columns that hold what the system gave for each class"""
FEWEST_ROWS = 100
"""rows from which on the largest shares may stop at a value"""
_SUM = 0.02
"""by how much the shares of all classes together may differ from 1, rounded as they are"""
NOT_OF_THESE = ": the scores are not of these answers, or the answers not of this system"
_HINT = "give the answers of the system itself; or say in the waiver how answers follow from the scores"


def judge_scores(table: DataTable, look: Beside) -> None:
    """Doubt answers that are not the class with the largest score, or on the wrong side of every threshold of one."""
    said = table.names("predicted")
    names = sorted({*said.words, *table.names("true").words})
    answers = np.array([names.index(word) for word in said.words])[said.codes]
    numbers = {
        c.spelled.strip(): v for c in look.columns if (v := as_numbers(c)) is not None and len(names) > 1
    }
    for scores, sure in _scores(names, numbers, answers):
        _judge_largest(table.file, scores, look)
        largest = np.argmax(scores, axis=0)
        other = largest != answers
        if other.mean() <= OFTEN or not (sure or _decides(other, answers)):
            continue
        if len(names) == 2 and wrong_side(scores[1] - scores[0], answers == 1, 1.0).mean() <= OFTEN:
            continue  # a threshold of its own, which the answers keep to
        first = names[int(largest[int(np.flatnonzero(other)[0])])]
        said_so = (
            f"{{count}} of {len(other):,} answers are not the class with the largest score, here {first!r}"
        )
        said_so += "" if other.mean() <= 1 - MOSTLY else NOT_OF_THESE
        look.doubt("answers-contradict", other, said_so, _HINT)
        return
    if _judge_scores_of_a_class(names, answers, numbers, look):
        return
    if len(names) == 2:
        several = {name for family in _families(names, numbers) for name in family}
        alone = {name: values for name, values in numbers.items() if name not in several}
        _judge_one_score(names, answers == 1, alone, look)


def _judge_largest(file: str, scores: Array, look: Beside) -> None:
    """Doubt answers of which only those are there whose largest of ``scores`` (classes, rows) is above a value."""
    shares = scores / 100 if scores.max() > 1.5 else scores
    if shares.shape[1] < FEWEST_ROWS or not _are_shares(shares):
        return
    edge = sharp_edge(shares.max(axis=0), len(shares))
    if edge:
        look.intake.suspects(
            "cut-by-score",
            f"{file}: the largest share of all classes stops at {edge:g} in every row: were answers below left out?",
            hint="give the answers to all inputs, or state in the waiver what the system does with those below",
        )


def _judge_scores_of_a_class(
    names: Sequence[str], answers: NDArray[np.int64], numbers: Mapping[str, Array], look: Beside
) -> bool:
    """Doubt answers that the share of one class contradicts; whether there are some.

    Of K classes the likeliest has a share of 1/K or more, and above 1/2 no other one has more.  A system that answers
    with care has a threshold of its own, which the answers keep to.
    """
    for name, values in numbers.items():
        for code, word in enumerate(names):
            rest = re.sub(rf"(?<![^\W_]){re.escape(word.casefold())}(?![^\W_])", "", name.casefold())
            left = set(parts(rest))
            if (
                rest == name.casefold()
                or not left
                or not left <= SCORES
                or values.min() < 0
                or values.max() > 100
            ):
                continue
            shares, answered = values / (100 if values.max() > 1 else 1), answers == code
            other = np.where(answered, shares < ROUNDED / len(names), shares > MOST_OF_ANOTHER)
            above = wrong_side(shares, answered)
            decides = above.any() or _divides(shares, answered)
            if min(other.mean(), above.mean() if decides else 1.0) <= OFTEN or not answered.any():
                continue
            said = f"{{count}} answers contradict column {name!r}: it gives {word!r} too small a share where that is the "
            said += "answer, or more than half where it is not"
            if look.doubt("answers-contradict", other, said, _HINT):
                return True
    return False


def _divides(values: Array, flags: Rows) -> bool:
    """Whether all ``flags`` are set above some value, and none below."""
    return bool(flags.any() and not flags.all() and values[flags].min() >= values[~flags].max())


def _judge_one_score(names: Sequence[str], second: Rows, numbers: Mapping[str, Array], look: Beside) -> None:
    """Two answers and one score: a threshold on it gives nearly all of them, and not the others."""
    for name, values in numbers.items():
        if not row_words(name) & SCORES or len(np.unique(values)) < 3:  # a mark is no score
            continue
        for towards in (second, ~second):
            other = wrong_side(values, towards)
            if other.mean() > OFTEN and look.doubt(
                "answers-contradict",
                other,
                f"column {name!r} decides between {names[0]!r} and {names[1]!r} at a threshold in all rows but "
                "{count}, here the first: whatever the threshold, they lie on the other side of it than their answer",
                _HINT,
            ):
                return
        if any(words <= row_words(name) for words in _OF_ONE_ANSWER) and _judge_any_threshold(
            name, names, second, values, look
        ):
            return


def _judge_any_threshold(name: str, names: Sequence[str], second: Rows, values: Array, look: Beside) -> bool:
    """Doubt two answers that the score of one of them hardly decides, whatever the threshold."""
    if values.min() * 2 >= ROUNDED * max(1.0, round(values.max(), -2)):
        return False  # of the answer, whichever it is: a half or more
    best = min((wrong_side(values, towards, 1.0) for towards in (second, ~second)), key=np.sum)
    return best.mean() > OFTEN and look.doubt(
        "answers-contradict",
        best,
        f"column {name!r} decides between {names[0]!r} and {names[1]!r} at no threshold: {{count}} of {len(best):,} "
        f"answers lie on the other side of the best one{NOT_OF_THESE}",
        _HINT,
    )


def _decides(other: Rows, answers: NDArray[np.int64]) -> bool:
    rarer = 1 - float(np.bincount(answers).max()) / len(answers)
    return bool(other.mean() <= min(1 - MOSTLY, MOST_OTHERS * rarer))


def _scores(
    names: Sequence[str], numbers: Mapping[str, Array], answers: NDArray[np.int64]
) -> Iterator[tuple[Array, bool]]:
    """Scores ``(classes, rows)`` and whether they are called so: columns whose names differ in the class or a number."""
    by_class, numbered = _named_alike(names, numbers)
    for form, held in by_class.items():
        if set(held) == set(names):
            yield np.stack([held[name] for name in names]), bool(row_words(form) & SCORES) or form == "#"
    for form, columns in numbered.items():
        if len(columns) == len(names) and max(columns) - min(columns) == len(names) - 1:
            scores = np.stack([columns[k] for k in sorted(columns)])
            if _are_ranks(scores):
                continue
            counts = np.zeros((len(names), len(names)))
            np.add.at(counts, (np.argmax(scores, axis=0), answers), 1)
            stands_for = np.argmax(counts, axis=1)
            sure = bool(row_words(form) & _OUTPUTS) or _are_shares(scores)
            if len(set(stands_for.tolist())) == len(names):
                yield scores[np.argsort(stands_for)], sure
            elif sure and names == sorted(names):
                yield scores, True


def _families(names: Sequence[str], numbers: Mapping[str, Array]) -> Iterator[list[str]]:
    """Columns that are scores of several classes together, though not all of these classes may be among the rows."""
    for held in _named_alike(names, {name: name for name in numbers}):
        yield from (list(family.values()) for family in held.values() if len(family) > 1)


def _named_alike(
    names: Sequence[str], columns: Mapping[str, T]
) -> tuple[dict[str, dict[str, T]], dict[str, dict[int, T]]]:
    """Columns by what their names have besides a class, with the class, and besides their last number, with it."""
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    named = re.compile(rf"(?<![^\W_])({listed})(?![^\W_])")
    by_class: dict[str, dict[str, T]] = defaultdict(dict)
    numbered: dict[str, dict[int, T]] = defaultdict(dict)
    for name, held in columns.items():
        for hit in named.finditer(name):
            by_class[f"{name[: hit.start()]}#{name[hit.end() :]}"][hit[1]] = held
        if number := re.search(r"\d+(?=\D*$)", name):
            numbered[f"{name[: number.start()]}#{name[number.end() :]}"][int(number[0])] = held
    return by_class, numbered


def _are_ranks(scores: Array) -> bool:
    """Whether scores ``(classes, rows)`` never rise from one to the next: those of the first, second, third answer."""
    return bool(np.all(np.diff(scores, axis=0) <= 0))


def _are_shares(scores: Array) -> bool:
    """Whether scores ``(classes, rows)`` sum to 1 in every row, as the shares of all classes do."""
    return bool(scores.min() >= 0 and np.all(np.abs(scores.sum(axis=0) - 1) <= _SUM))
