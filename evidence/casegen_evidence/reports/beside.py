"""What a report has beside a number: other runs of the same, of which it is the best, and trials that were left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from casegen_evidence.expressions import compiled
from casegen_evidence.method import Kind
from casegen_evidence.reports.merits import TIMES
from casegen_evidence.reports.report_files import is_position
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts

_RUNS = compiled(
    r"(?i)(?:seed|fold|run|epoch|split|trial|attempt|rep|repeat|repetition|iteration|iter|step|checkpoint|ckpt|retry|try)s?"
    r"[\s_-]?\d+"
)
_NAMING = (
    "key", "name", "title", "label", "class", "category", "kind", "type", "group", "condition", "scenario", "site",
    "dataset", "metric", "model", "version", "split",
)  # fmt: skip
"""keys whose values tell what the elements of a list are of"""


def one_of_several(
    document: Any, place: str, trials: str | None, kind: Kind, measure: str, path: Path, intake: Intake
) -> None:
    """Doubt a number that is the best one among the runs of a report: elements of a list with one name, or numbered keys.

    The number of ``trials``, and the other cells of a confusion matrix, are no other runs.
    """
    steps, of_trials = steps_of(place), steps_of(trials) if trials else []
    chosen = _at(document, steps)
    if chosen is None or _is_a_cell(document, steps, _at(document, of_trials)):
        return
    for depth, step in enumerate(steps):
        container = part_of(document, steps[:depth])
        others = {
            other: value
            for other in _other_runs(container, step)
            if [*steps[:depth], other, *steps[depth + 1 :]] != of_trials
            and (value := _at(document, [*steps[:depth], other, *steps[depth + 1 :]])) is not None
        }
        worse = [k for k, v in others.items() if v > chosen]
        better = [k for k, v in others.items() if v < chosen]
        either = kind in ("fraction", "score") and not worse
        if (worse and not better) or (either and better):
            other = (worse or better)[0]
            there = "/" + "/".join([*steps[:depth], other, *steps[depth + 1 :]])
            intake.suspects(
                "one-of-several",
                f"{path.name}: the number at {place} ({chosen:g}) is the {'least' if worse else 'largest'} of "
                f"{len(others) + 1} runs in the file; {there} has {others[other]:g}",
                [measure],
                "give a number of all runs, or say in the waiver how this one was chosen before the results were known",
            )
            return


def left_aside(document: Any, count: str, trials: str, measure: str, path: Path, intake: Intake) -> None:
    """Doubt trials beside which the file says that fewer were evaluated, or that some were left out."""
    *above, last = steps_of(trials)
    beside, whole = part_of(document, above), _at(document, [*above, last])
    if not isinstance(beside, Mapping) or whole is None:
        return
    for key, value in beside.items():
        number = _at(beside, [key])
        if number is None or key in (last, count.rsplit("/", 1)[-1]):
            continue
        words = set(parts(key))
        if words & TIMES:  # a time limit in seconds
            continue
        fewer = (
            words & _EVALUATED
            and not words & _LEFT_OUT
            and not set(parts(last)) & _EVALUATED
            and number < whole
        )
        out = words & _LEFT_OUT or (words & _LOADING and words & _FAILED)
        if fewer or (out and 0 < number <= whole):
            intake.suspects(
                "left-aside",
                f"{path.name}: the trials at {trials} are {whole:g}, and beside them the file has {key!r} = {value:g}: "
                "were all of them evaluated?",
                [measure],
                "give the number of those that were evaluated, and count what was left out as it should be; or say in "
                "the waiver what the number means",
            )
            return


_EVALUATED = {
    "evaluated",
    "valid",
    "used",
    "labelled",
    "labeled",
    "annotated",
    "processed",
    "completed",
    "scored",
    "analysed",
}
_LEFT_OUT = {
    "excluded", "skipped", "dropped", "ignored", "discarded", "timeout", "timeouts", "crashed", "unanswered", "rejected",
    "unlabelled", "unlabeled", "missing", "invalid", "aborted", "unreadable", "corrupt", "corrupted", "undecodable",
}  # fmt: skip
_LOADING = {
    "load",
    "loading",
    "read",
    "reading",
    "open",
    "opening",
    "decode",
    "decoding",
    "parse",
    "download",
    "loaded",
}
_FAILED = {"failed", "failures", "failure", "errors", "error", "not"}


def _other_runs(container: Any, step: str) -> Iterator[str]:
    """The steps beside ``step`` that lead to other runs of the same."""
    if isinstance(container, list) and is_position(step, len(container)):
        own = _names_of(container[int(step)])
        yield from (str(k) for k, one in enumerate(container) if str(k) != step and _names_of(one) == own)
    elif isinstance(container, Mapping) and _RUNS.fullmatch(step):
        stem = re.sub(r"\d+", "", step)
        yield from (k for k in container if k != step and re.sub(r"\d+", "", k) == stem)


def _names_of(element: Any) -> list[str]:
    """What an element of a list is of, by its own names, without the number of a run, as of ``fold 1``."""
    held = element if isinstance(element, Mapping) else {}
    names = [str(held[key]) for key in _NAMING if key in held]
    return [re.sub(r"\d+", "", name) if _RUNS.fullmatch(name) else name for name in names]


def proves_count(document: Any, place: str, count: float, trials: float, agreeing: Collection[str]) -> bool:
    """Whether other numbers of a file leave no doubt that a number counts some of ``trials``, whatever it is called.

    What went well, at a place in ``agreeing``, makes up the trials with it; a share there is theirs, within a tenth; or
    the cells of a confusion matrix, a row or a column of it, do.

    >>> proves_count({"cm": [[90, 3], [4, 103]]}, "/cm/0/1", 3, 200, ()), proves_count({"mr": 3}, "/mr", 3, 200, ())
    (True, False)
    """
    others = [_at(document, steps_of(one)) for one in agreeing]
    near = [
        x
        for x in others
        if x is not None and (count + x == trials or abs(x - count / trials) <= 0.1 * count / trials > 0)
    ]
    return bool(near) or _is_a_cell(document, steps_of(place), trials)


def _is_a_cell(document: Any, steps: list[str], trials: float | None) -> bool:
    """Whether a number is a cell of a square matrix of counts, which, or a row or column of which, are the ``trials``."""
    matrix = part_of(document, steps[:-2]) if len(steps) > 2 else None
    rows = [_elements(row) for row in _elements(matrix)]
    cells = [[number_of(x) for x in row] for row in rows]
    if len(cells) < 2 or any(len(row) != len(cells) or None in row for row in cells):
        return False
    sums = [sum(x or 0 for x in line) for line in (*cells, *zip(*cells, strict=True))]
    return trials in (*sums, sum(sums) / 2)


def _elements(held: Any) -> list[Any]:
    return list(held.values()) if isinstance(held, Mapping) else held if isinstance(held, list) else []


def steps_of(place: str) -> list[str]:
    """The keys and positions of a JSON pointer."""
    return [part.replace("~1", "/").replace("~0", "~") for part in place[1:].split("/")]


def part_of(document: Any, steps: list[str]) -> Any:
    """What stands at ``steps``; None where nothing does."""
    for step in steps:
        if isinstance(document, Mapping):
            document = document.get(step)
        elif isinstance(document, list) and is_position(step, len(document)):
            document = document[int(step)]
        else:
            return None
    return document


def _at(document: Any, steps: list[str]) -> float | None:
    return number_of(part_of(document, steps))


def number_of(value: Any) -> float | None:
    """A number of a JSON file; None for what is none."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:  # an integer of hundreds of digits, which is refused where it is read
        return None
