"""What a report has beside a number: other runs of the same, of which it is the best, and trials that were left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    "name", "title", "label", "class", "category", "kind", "type", "group", "condition", "scenario", "site", "dataset",
    "metric", "model", "version", "split",
)  # fmt: skip
"""keys whose values tell what the elements of a list are of"""


def one_of_several(document: Any, place: str, kind: Kind, measure: str, path: Path, intake: Intake) -> None:
    """Doubt a number that is the best one among the runs of a report: of a list without names, or of numbered keys."""
    steps = steps_of(place)
    chosen = _at(document, steps)
    if chosen is None:
        return
    for depth, step in enumerate(steps):
        container = part_of(document, steps[:depth])
        others = {
            other: value
            for other in _other_runs(container, step)
            if (value := _at(document, [*steps[:depth], other, *steps[depth + 1 :]])) is not None
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
    if isinstance(container, list) and is_position(step, len(container)) and not _named(container):
        yield from (str(k) for k in range(len(container)) if str(k) != step)
    elif isinstance(container, Mapping) and _RUNS.fullmatch(step):
        stem = re.sub(r"\d+", "", step)
        yield from (k for k in container if k != step and re.sub(r"\d+", "", k) == stem)


def _named(elements: list[Any]) -> bool:
    """Whether the elements of a list are of different things, by their own names."""
    return any(
        len({str(e.get(key)) for e in elements if isinstance(e, Mapping) and key in e}) > 1 for key in _NAMING
    )


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
