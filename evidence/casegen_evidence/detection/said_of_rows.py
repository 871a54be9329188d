"""Fields of images and boxes that are not read and speak of them all the same: of the training, left out, not matched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.marks import marked
from casegen_evidence.tables.truth_words import SET, UNSET

MOST_VALUES = 1000
"""values of a field up to which it may mark its rows; more of them are names or measured"""
_FOUND = {"detected", "matched", "match", "hit", "tp", "found", "correct", "erkannt", "gefunden"}
_MISSED = {"missed", "undetected", "fn", "fp", "unmatched", "übersehen", "verpasst"}
_OF_BOXES = {"is", "was", "gt", "truth", "object", "det", "detection", "by", "detector", "to", "in"}
SLACK = 0.02
"""of the detected objects: so many more may be matched by another rule"""


@dataclass(frozen=True, slots=True)
class SaidOfRows:
    """What fields of ``rows`` rows say: marks in words, and how many rows each calls detected."""

    marks: tuple[str, ...] = ()
    detected: Mapping[str, int] | None = None


def said_of(what: str, rows: Iterable[Any], known: Iterable[str]) -> SaidOfRows:
    """Read the fields of images, annotations or detections, except for the ``known`` ones."""
    values: dict[str, Counter[str]] = {}
    skip, number = set(known), 0
    for row in rows:
        number += 1
        for key, value in row.items() if isinstance(row, Mapping) else ():
            if key not in skip and isinstance(value, str | bool | int):
                values.setdefault(key, Counter())[str(value).casefold()] += 1
    marks, detected = [], {}
    for key, held in values.items():
        words, counts = list(held), list(held.values())
        if len(words) > MOST_VALUES:
            continue
        if chosen := marked(key, words, counts):
            rows_marked = sum(counts[k] for k in chosen)
            marks.append(
                f"{rows_marked:,} of {number:,} {what} count although {key!r} says {words[chosen[0]]!r}"
            )
        named = set(parts(key))
        for judged, yes in ((_FOUND, SET), (_MISSED, UNSET)):
            if named & judged and named <= judged | _OF_BOXES and held.keys() <= SET | UNSET:
                detected[key] = sum(n for word, n in held.items() if word in yes)
    return SaidOfRows(tuple(marks), detected)


def judge_said(parts_said: Iterable[SaidOfRows], hits: int, intake: Intake) -> None:
    """Doubt rows that are marked, and ``hits`` detected objects of which a field says that fewer are."""
    for said in parts_said:
        for text in said.marks:
            intake.suspects(
                "marked-rows",
                text,
                hint="take out what is not of the test; or say in the waiver what the field means",
            )
        for key, number in (said.detected or {}).items():
            if number < (1 - SLACK) * hits - 1:
                intake.suspects(
                    "answers-contradict",
                    f"{hits:,} objects count as detected, and by the field {key!r} {number:,} are",
                    hint="state the overlap and score that the field was made with; or say in the waiver what it holds",
                )
