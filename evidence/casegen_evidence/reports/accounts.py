"""Other accounts that a report gives of the trials it counts: parts, rows, a confusion matrix, a rate, what went well.

One file that says two things of the same trials says nothing of them.  An account is compared only where it is of as many
trials as the number that is read, and stands beside it, so that another model's or another set's is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from casegen_evidence.expressions import compiled
from casegen_evidence.reports.beside import number_of, part_of, steps_of
from casegen_evidence.reports.parts_of_counts import (
    ALL_WRONG,
    PLAIN,
    RUNS,
    all_wrong,
    are_parts,
    names_a_kind,
    runs_or_parts,
)
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import REMARKS, sense
from casegen_evidence.tables.truth_words import SET, UNSET

_WELL = {
    "correct", "right", "ok", "passed", "pass", "success", "successes", "successful", "succeeded", "hits", "richtig",
    "korrekt", "erfolge", "erfolgreich", "bestanden",
}  # fmt: skip
_TRIALS = {
    "n", "trials", "total", "demands", "runs", "images", "cases", "samples", "tests", "missions", "count", "size",
    "frames", "rows", "items", "instances", "objects", "support",
}  # fmt: skip
_NAMES = {"ids", "id", "cases", "names", "files", "list", "images", "examples", "tests"}
_RECORDINGS = {
    "scenes", "videos", "sequences", "patients", "drives", "recordings", "subjects", "clips", "sessions", "tracks",
}  # fmt: skip
_REMARKS = REMARKS | {"warning", "warnings", "todo"}
_UNFINISHED = compiled(
    r"(?i)\b(?:preliminary|provisional|draft|unchecked|unverified|incomplete|placeholder|"
    r"not (?:yet )?(?:checked|verified|final|complete|labell?ed|evaluated)|"
    r"to be (?:checked|verified|confirmed)|vorläufig|ungeprüft)\b"
)
_BEFORE = {"raw", "before", "original", "originally", "unfiltered", "uncorrected", "initial", "initially"}
"""words of a count before something was done about it"""
_INTERVALS = {"ci", "interval", "confidence", "ci95", "ci90", "ci99", "bounds", "konfidenzintervall"}
_SHARES = {"accuracy", "acc", "rate", "share", "ratio", "fraction", "quote", "anteil"}
_PERCENT = {"percent", "pct", "percentage", "prozent"}
_FIRST_ANSWER = compiled(
    r"(?i)(?:(?:test|overall)[\s_/-]*)?(?:(?:acc(?:uracy)?|prec(?:ision)?)\s?@\s?1|acc1|"
    r"(?:acc(?:uracy)?[\s_/-]*)?top[\s_@-]*1(?:[\s_/-]*(?:acc(?:uracy)?|(?P<wrong>err(?:or)?)))?)"
)
"""the share of right answers where the first one counts: top1, acc@1, top-1 accuracy; or of wrong ones"""
_CELLS = ("tp", "fp", "fn", "tn")


class OtherCount(NamedTuple):
    """Another count of what went wrong in the same trials, or in ``some`` of them, with the place where it stands."""

    place: str
    wrong: float
    slack: float = 0.0
    some: bool = False


def contradicted_counts(
    document: Any,
    count: str,
    trials: str,
    wrong: float,
    whole: float,
    measure: str,
    file: str,
    intake: Intake,
) -> None:
    """Bar counts of ``wrong`` in ``whole`` trials that the file itself counts otherwise.

    A count whose key names a kind of failure is compared with other counts of that kind only; one whose key may stand for
    all of them, or not, is doubted.
    """
    *above, last = steps_of(count)
    is_kind = names_a_kind(last)
    judge = intake.fails if is_kind or all_wrong(last) else intake.suspects
    for account in _accounts(document, above, last, steps_of(trials)[-1], whole):
        more = account.wrong - wrong
        if (more if account.some else abs(more)) > account.slack + 1e-9 * whole:
            judge(
                "counts-contradict",
                f"{file}: the count at {count} is {wrong:g} of {whole:g}, and {account.place} of the same trials gives "
                f"{account.wrong:.6g}",
                [measure],
                "give the place of the count that holds, in a file that agrees with itself",
            )
            return
    if is_kind:
        return
    _lists(part_of(document, above), (count, wrong, whole), measure, file, intake)
    _what_went_well(document, [*above, last], steps_of(trials)[-1], (wrong, whole), measure, file, intake)


def _lists(beside: Any, at: tuple[str, float, float], measure: str, file: str, intake: Intake) -> None:
    """Doubt counts beside which lists name more failures, other runs had more, or the trials are of fewer recordings."""
    count, wrong, whole = at
    for key, value in beside.items() if isinstance(beside, Mapping) else ():
        said = _beside(str(key), value, wrong, whole)
        if said:
            intake.suspects(
                "counts-contradict",
                f"{file}: the count at {count} is {wrong:g} of {whole:g}, and beside it {said}",
                [measure],
                "count all that failed, in trials of their own; or say in the waiver what the other entry means",
            )
            return


def _beside(key: str, value: Any, wrong: float, whole: float) -> str:
    """What an entry beside a count says against it, in words; empty for one that says nothing."""
    words, number = set(parts(key)), number_of(value)
    numbers = [number_of(one) for one in value] if isinstance(value, list) else []
    if said := _outside(key, value, wrong, whole):
        return said
    if said := runs_or_parts(key, value, _each_counts(value), wrong, whole):
        return said
    if words & ALL_WRONG and not words & RUNS and len(numbers) > wrong and words <= ALL_WRONG | _NAMES:
        return f"the list {key!r} has {len(numbers):,}"
    if words & _RECORDINGS and words <= _RECORDINGS | PLAIN and number and 1 < number <= whole / 2:
        return f"{key!r} is {number:g}: trials of one recording depend on each other"
    unfinished = isinstance(value, str) and words & _REMARKS and _UNFINISHED.search(value)
    return f"{key!r} says {value[:60]!r}" if unfinished else ""


def _outside(key: str, value: Any, wrong: float, whole: float) -> str:
    """An interval of what went wrong, as share or count, that what was counted is not in, in words; else empty."""
    words = set(parts(key)) | set(re.findall(r"[a-z]+", key.casefold()))
    held = list(value.values()) if isinstance(value, Mapping) else value
    ends = [number_of(one) for one in held] if isinstance(held, list) and len(held) == 2 else []
    if not words & _INTERVALS or len(ends) != 2 or ends[0] is None or ends[1] is None:
        return ""
    (low, high), share = sorted((ends[0], ends[1])), wrong / whole
    if words & {"accuracy", "acc", "success", "correct"}:
        share = 1 - share
    elif not words & ALL_WRONG or low <= wrong <= high:
        return ""
    share *= 100 if high > 1 else 1
    slack = _slack(low) + _slack(high) if high <= 1 else 100 * (_slack(low) + _slack(high))
    return "" if low - slack <= share <= high + slack else f"{key!r} goes from {low:g} to {high:g}"


def _what_went_well(
    document: Any,
    at: list[str],
    trials: str,
    read: tuple[float, float],
    measure: str,
    file: str,
    intake: Intake,
) -> None:
    """Doubt counts beside which others of what went well, or also went wrong, leave trials over, or are of more."""
    (wrong, whole), beside = read, part_of(document, at[:-1])
    for key, value in beside.items() if isinstance(beside, Mapping) else ():
        number = number_of(value)
        if key in (at[-1], trials) or number is None or number % 1 or _share_wrong(key, number) is not None:
            continue
        words = set(parts(key))
        well = sense(key) == "good" and words <= _WELL | PLAIN and wrong + number != whole
        before = words & _BEFORE and words & ALL_WRONG and wrong < number <= whole
        if well or before or (all_wrong(key) and 0 < number <= whole and number != wrong):
            intake.suspects(
                "counts-contradict",
                f"{file}: {wrong:g} of {whole:g} trials are counted as {at[-1]!r}, and beside them the file has "
                f"{key!r} = {number:g}" + (_left_over(whole - wrong - number) if well else ""),
                [measure],
                "count everything that did not go well; or say in the waiver what the number means",
            )
            return


def _left_over(trials: float) -> str:
    """What is wrong with the trials that neither failed nor went well, in words: there are some, or fewer than none."""
    return f": how did the other {trials:g} end?" if trials > 0 else f": {-trials:g} more than were tried"


def contradicted_share(
    document: Any, place: str, value: float, measure: str, file: str, intake: Intake
) -> None:
    """Bar a stated accuracy or error rate that is not the one of the confusion matrix or the counts beside it."""
    *above, last = steps_of(place)
    wrong = _share_wrong(last, value)
    beside = part_of(document, above)
    if wrong is None or not isinstance(beside, Mapping):
        return
    for where, matrix in _matrices(document, above):
        right, total = sum(row[k] for k, row in enumerate(matrix)), sum(map(sum, matrix))
        if total and abs((total - right) / total - wrong) > _slack(value):
            intake.fails(
                "counts-contradict",
                f"{file}: the number at {place} is {value:g}, and the confusion matrix at {where} gives {right:g} "
                f"right of {total:g}",
                [measure],
                "give the number of a file that agrees with itself",
            )
            return


def agreeing(document: Any, count: str, trials: str, wrong: float, whole: float) -> frozenset[str]:
    """Places beside a count of ``wrong`` in ``whole`` trials that state the same, as a share or as what went well.

    >>> sorted(agreeing({"bad": 3, "n": 900, "accuracy": 0.9966667, "correct": 897, "top5": 0.9}, "/bad", "/n", 3, 900))
    ['/accuracy', '/correct']
    """
    *above, last = steps_of(count)
    beside = part_of(document, above)
    places = set[str]()
    for key, value in beside.items() if isinstance(beside, Mapping) else ():
        number = number_of(value)
        if number is None or key in (last, steps_of(trials)[-1]):
            continue
        share, words = _share_wrong(str(key), number), set(parts(str(key)))
        well = sense(str(key)) == "good" and words <= _WELL | PLAIN and wrong + number == whole
        if well or (share is not None and abs(share - wrong / whole) <= _slack(number) + 1e-9):
            places.add("/" + "/".join([*above, str(key)]))
    return frozenset(places)


def _accounts(document: Any, above: list[str], last: str, trials: str, whole: float) -> Iterator[OtherCount]:
    """Every account of ``whole`` trials that stands in the mapping of the count, or is the case's confusion matrix."""
    beside = part_of(document, above)
    if not isinstance(beside, Mapping):
        return
    if names_a_kind(last):
        for key, value in beside.items():
            if isinstance(value, Mapping | list) and _all_have(value, last):
                yield from _parts("/" + "/".join([*above, key]), value, last, trials, whole)
        return
    for where, matrix in _matrices(document, above):
        if sum(map(sum, matrix)) == whole:
            yield OtherCount(where, whole - sum(row[k] for k, row in enumerate(matrix)))
    folded = {key.casefold(): key for key in beside if isinstance(key, str)}
    if all(cell in folded for cell in _CELLS):
        tp, fp, fn, tn = (number_of(beside[folded[cell]]) or 0.0 for cell in _CELLS)
        if tp + fp + fn + tn == whole:
            yield OtherCount("fp and fn", fp + fn)
    for key, value in beside.items():
        place = "/" + "/".join([*above, key])
        if key != last and (number := number_of(value)) is not None:
            share = _share_wrong(key, number)
            if share is not None:
                yield OtherCount(place, share * whole, _slack(number) * whole)
        elif isinstance(value, Mapping | list):
            yield from _parts(place, value, last, trials, whole)


def _share_wrong(key: str, value: float) -> float | None:
    """The share of wrong answers that a key such as ``accuracy`` or ``error_rate`` states; None for other keys.

    >>> [_share_wrong(k, v) for k, v in (("accuracy", 97.0), ("error rate", 0.25), ("balanced_accuracy", 0.9))]
    [0.03, 0.25, None]
    >>> _share_wrong("top1", 91.0), _share_wrong("top5", 91.0)
    (0.09, None)
    """
    percent = "%" in key or bool(_PERCENT & set(parts(key)))
    if (first := _FIRST_ANSWER.fullmatch(key.strip())) and 0 <= value <= 100:
        said = value / 100 if value > 1 else value
        return said if first["wrong"] else round(1 - said, 12)
    apart = re.sub(rf"({'|'.join(_SHARES)})\b", r" \1", key)  # Fehlerquote
    words = set(parts(apart)) - {"test", "overall", "total"} - _PERCENT
    if not (words & _SHARES or percent) or not 0 <= value <= 100:
        return None
    share = value / 100 if value > 1 or percent else value
    rest = words - _SHARES
    if words <= {"accuracy", "acc"} or (rest and rest <= {"success", "pass", "correct"}):
        return round(1 - share, 12)
    return share if rest and rest <= ALL_WRONG else None


def _slack(stated: float) -> float:
    """One in the last digit in which a share is stated, half of one where that is the first; percentages as shares.

    >>> _slack(0.97), _slack(97.5), _slack(0.9), _slack(97)
    (0.01, 0.001, 0.05, 0.01)
    """
    if float(stated) in (0.0, 1.0):
        return 5e-3
    digits = len(repr(float(stated)).partition(".")[2]) if "e" not in repr(float(stated)) else 9
    unit = 0.01 if stated > 1 else 1.0
    if float(stated).is_integer():
        return unit
    return unit * 10.0**-digits if digits > 1 or stated > 1 else 0.05  # hardly anybody cuts .97 to .9


def _matrices(document: Any, above: list[str]) -> Iterator[tuple[str, list[list[float]]]]:
    """Confusion matrices beside a number, or beside what holds it, by their name."""
    for depth in range(len(above), -1, -1):
        held = part_of(document, above[:depth])
        for key, value in held.items() if isinstance(held, Mapping) else ():
            if {"confusion", "confusionmatrix", "cm"} & set(parts(str(key))):
                inner = value.values() if isinstance(value, Mapping) else [value]
                for one in [value, *inner]:
                    if (matrix := _square(one)) is not None:
                        yield "/" + "/".join([*above[:depth], str(key)]), matrix
                        return


def _square(value: Any) -> list[list[float]] | None:
    """A matrix of counts as rows of numbers; a mapping of mappings by the same names is one too."""
    if isinstance(value, Mapping) and all(isinstance(row, Mapping) for row in value.values()):
        names = list(value)
        value = [
            [row.get(name, 0) for name in names] if set(row) <= set(names) else [] for row in value.values()
        ]
    if not isinstance(value, list) or len(value) < 2:
        return None
    rows = [[number_of(cell) for cell in row] if isinstance(row, list) else [] for row in value]
    if any(
        len(row) != len(value) or any(cell is None or cell < 0 or cell % 1 for cell in row) for row in rows
    ):
        return None
    return [[float(cell or 0) for cell in row] for row in rows]


def _parts(place: str, value: Any, last: str, trials: str, whole: float) -> Iterator[OtherCount]:
    """What the parts or the rows in a list or mapping add up to, where they are of all trials, or of some."""
    items: Sequence[Any] = list(value.values()) if isinstance(value, Mapping) else value
    if len(items) < 2 or not all(isinstance(item, Mapping) for item in items):
        return
    sizes = [_one_of(item, trials, _is_size) for item in items]
    counts = [_wrong_in(item, last, size) for item, size in zip(items, sizes, strict=True)]
    named = are_parts(place.rsplit("/", 1)[-1])
    if None not in counts and None not in sizes:
        total = sum(n for n in sizes if n is not None)
        most = sum(k for k in counts if k is not None)
        if total == whole or (total < whole and named):
            yield OtherCount(place, most, some=total < whole)
    if None not in counts and named:
        yield OtherCount(f"a part in {place}", max(k for k in counts if k is not None), some=True)
    if len(items) == whole and not names_a_kind(last):
        ended = [_went_wrong(item) for item in items]
        if None not in ended:
            yield OtherCount(place, sum(1 for bad in ended if bad))


def _all_have(value: Mapping[str, Any] | Sequence[Any], name: str) -> bool:
    """Whether each part has a number of its own under ``name``, and not yes or no."""
    items = value.values() if isinstance(value, Mapping) else value
    return all(isinstance(item, Mapping) and number_of(item.get(name)) is not None for item in items)


def _wrong_in(item: Mapping[str, Any], last: str, size: float | None) -> float | None:
    """What went wrong in a part of ``size`` trials: as it counts it, or what did not go well."""
    well = _one_of(item, "correct", lambda key: set(parts(key)) <= _WELL | PLAIN and sense(key) == "good")
    wrong = _one_of(item, last, all_wrong)
    return wrong if wrong is not None or well is None or size is None else size - well


def _each_counts(value: Any) -> list[float]:
    """The whole numbers that a list or mapping holds, or what each of its parts counts as wrong where no sizes are."""
    items = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    rows = [
        _one_of(one, "errors", all_wrong) if isinstance(one, Mapping) else number_of(one) for one in items
    ]
    sized = any(isinstance(one, Mapping) and _one_of(one, "n", _is_size) is not None for one in items)
    whole = [n for n in rows if n is not None and n >= 0 and n % 1 == 0]
    return whole if len(whole) == len(items) and not sized else []


def _is_size(key: str) -> bool:
    return set(parts(key)) <= _TRIALS


def _one_of(item: Mapping[str, Any], name: str, alike: Any) -> float | None:
    """The number of ``item`` under ``name``, else under the first key that is ``alike``."""
    if (number := number_of(item.get(name))) is not None:
        return number
    return next(
        (n for k, v in item.items() if parts(k) and alike(k) and (n := number_of(v)) is not None), None
    )


def _went_wrong(item: Mapping[str, Any]) -> bool | None:
    """Whether a row says that it went wrong: a mark of 0 and 1 by its name, or a word for how it ended."""
    for key, value in item.items():
        word = str(value).strip().casefold()
        if (meant := sense(key)) in ("good", "bad") and word in SET | UNSET:
            return (word in SET) == (meant == "bad")
        if set(parts(key)) & {"status", "result", "outcome", "verdict"} and sense(word):
            return sense(word) != "good"
    return None
