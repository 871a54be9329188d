"""What a report says of how its trials and errors were chosen: a filter, accepted errors, the right answer among five."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casegen_evidence.expressions import compiled
from casegen_evidence.reports.beside import number_of, part_of, steps_of
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts

_ERRORS = {
    "error", "errors", "failure", "failures", "failed", "fault", "faults", "issue", "issues", "bug", "bugs", "defect",
    "defects", "deviation", "deviations", "fehler", "ausfälle", "abweichungen",
}  # fmt: skip
_SET_ASIDE = {
    "accepted", "known", "waived", "tolerated", "expected", "ignored", "muted", "suppressed", "quarantined", "allowed",
    "whitelisted", "allowlisted", "excused", "bekannte", "akzeptierte", "geduldete",
}  # fmt: skip
_FILTER = {"filter", "filters", "filtered", "where", "restriction", "restricted"}
_ALL = {"", "none", "no", "all", "false", "off", "null", "keine", "alle"}
_DISTINCT = {"unique", "distinct", "different", "eindeutige", "verschiedene"}
_OF_TRIALS = {
    "inputs", "images", "pictures", "samples", "scenes", "cases", "files", "frames", "runs", "tests", "demands", "rows",
    "n",
}  # fmt: skip
_VERSIONS = {
    "augmentations", "augmentation", "variants", "versions", "copies", "crops", "repeats", "repetitions",
}  # fmt: skip
_CHOSEN_ONES = {
    "answered", "accepted", "confident", "labelled", "labeled", "matched", "detected", "completed", "valid", "clear",
}  # fmt: skip
_BATCHES = {"batches", "steps"}
_AMONG = compiled(r"(?i)(?<![a-z])top[-_ ]?(?:[2-9]|[1-9]\d+)(?!\d)")
_CRITERION = {
    "metric",
    "measure",
    "criterion",
    "tolerance",
    "definition",
    "matching",
    "match",
    "mode",
    "score",
    "rule",
}


def judge_selection(
    document: Any, count: str, trials: str, whole: float, measure: str, file: str, intake: Intake
) -> None:
    """Doubt counts of ``whole`` trials that were chosen, or of errors of which some were set aside."""
    *above, last = steps_of(count)
    beside = part_of(document, above)
    held = dict(beside) if isinstance(beside, Mapping) else {}
    others = {str(k): v for k, v in held.items() if k not in (last, steps_of(trials)[-1])}
    for said in (*_among_several([*above, last], others), *_chosen(others, whole), *_batches(others, whole)):
        intake.suspects(
            "left-aside",
            f"{file}: the count at {count} is of {whole:g} trials, and {said}",
            [measure],
            "count every error among trials as operation has them; or say in the waiver what the entry means",
        )
        return


def _among_several(steps: list[str], others: Mapping[str, Any]) -> Iterator[str]:
    """Right answers that were looked for among several of the system."""
    for step in steps:
        if _AMONG.search(step):
            yield f"by its place, {step!r}, an answer is right that is among several"
    for key, value in others.items():
        if isinstance(value, str) and set(parts(key)) & _CRITERION and _AMONG.search(value):
            yield f"{key!r} says {value[:60]!r}: is an answer right that is among several?"


def _chosen(others: Mapping[str, Any], whole: float) -> Iterator[str]:
    for key, value in others.items():
        words, number = set(parts(key)), number_of(value)
        many = float(len(value)) if isinstance(value, list) else number or 0.0
        if (words & _SET_ASIDE and words & _ERRORS and 0 < many <= whole) or (
            words == {"muted"} and 0 < many <= whole
        ):
            yield f"beside it stands {key!r} = {many:g}: were these counted?"
        elif value is True and "only" in words and words & (_ERRORS | _CHOSEN_ONES | {"new"}):
            yield f"{key!r} is true: what of the others?"
        elif words & _FILTER and (_is_a_choice(value) or (number is not None and number > whole)):
            yield f"{key!r} says {str(value)[:60]!r}: how did the others end?"
        elif words & _DISTINCT and words & _OF_TRIALS and number is not None and 1 < number <= whole / 2:
            yield f"{key!r} is {number:g}: an input that is there again is no trial of its own"
        elif words & _VERSIONS and "per" in words and number is not None and number > 1:
            yield f"{key!r} is {number:g}: versions of one input depend on each other"


def _batches(others: Mapping[str, Any], whole: float) -> Iterator[str]:
    """Batches of which the evaluation took fewer than the trials need."""
    numbers = {key: n for key, value in others.items() if (n := number_of(value)) is not None and n > 0}
    size = next((n for key, n in numbers.items() if {"batch", "size"} <= set(parts(key))), 0.0)
    for key, n in numbers.items():
        words = set(parts(key))
        if not words & _BATCHES or words & {"train", "training"}:
            continue
        if "limit" in words and n < 1:
            yield f"{key!r} is {n:g}: a part of the trials was evaluated"
        elif n >= 1 and "batches" in words and 0 < size * n < whole:
            yield f"{key!r} = {n:g} of {size:g} are {size * n:g} trials"


def _is_a_choice(value: Any) -> bool:
    """Whether a value says by what trials were chosen."""
    return isinstance(value, str) and value.strip().casefold() not in _ALL and not value.strip().isdecimal()
