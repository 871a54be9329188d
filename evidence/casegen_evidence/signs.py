"""Vital signs: what the data themselves say against using a measure, and what was read from each table.

A method declares its signs by name beside itself (``signs``) and evaluates them while it runs.  A sign that
*fails* bars measures from claims by name: nothing can waive it but other data.  A sign that is *suspicious* stands at
every claim that uses the measure, until a person sets it aside with a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Direction = Literal["lower", "higher"]
"""Which end of a measure is the good one: a claim asks for an upper limit where ``lower`` is better."""

TABLES: Mapping[str, str] = {
    "marked-rows": "rows that a column beside those read marks as planned, simulated, excluded or for training",
    "labels-merge": "names that `labels` makes one, or lets change places",
    "changed-places": "answers that are read as labels, or labels as answers",
    "trained-on-tests": "evaluated rows or pictures that are also training ones, or that the model's file holds",
    "training-file": "a file that is named as one of training",
    "planned-file": "a file that is named as one of a plan",
    "several-systems": "rows of several systems or versions, which count as one's",
    "retried-rows": "rows that came out well at a later attempt only",
    "part-of-the-count": "a column whose name admits that it holds a part of what is counted, or another quantity",
    "unread-weights": "a column of weights of the rows, which is not read",
    "hidden-cells": "hidden columns of a sheet that hold values, and values of which nothing is seen",
    "struck-cells": "cells of a sheet that are struck out and count",
    "cell-comments": "comments on cells of a sheet that count",
    "unread-cells": "cells beside a table, in columns without a name",
    "unread-sheets": "other sheets of a workbook that go on with the one that is read",
    "code-for-missing": "a number that looks like a code for a missing value, or like one filled in for it",
    "cut-off": "as many rows as a sheet of a spreadsheet holds",
    "network-guesses": "a network that is asked, and right no more often than by guessing",
    "classes-renumbered": "answers that would be right far more often under another order of the classes",
    "rows-in-sequence": "rows that are like the ones before them",
    "labels-contradict": "words that count for better than they say, or names of other classes than `labels` makes",
    "unread-namesake": "another column that bears the name the method asks for",
    "repeated-rows": "rows that repeat an earlier one in every digit",
    "near-copies": "rows that come in small groups of near copies, and no group that says so",
    "unread-failures": "failures that another column says, which is not read",
    "unread-count": "a column of counts, which is not read",
    "other-labels": "another column of labels that says otherwise than the one that is read",
    "left-out-rows": "rows without any failure whose numbers leave some out",
    "cut-by-score": "answers of which only those above a confidence, or this side of a value, are there",
    "parted-rows": "parts of the rows, by a set, an origin or a folder, of which one is wrong far less often",
    "answers-contradict": "labels and answers, beside a column that says otherwise of which answers are right",
    "corrected-answers": "answers that differ from another column's only where that one is wrong, or are all right "
    "below a confidence",
    "padded-rows": "rows with which a table, or a batch, is filled up",
    "near-spellings": "two names of one column that differ in a letter, as a misspelt one does",
    "cross-validated": "answers of several models, one for each part of a cross-validation or state of a training",
    "future-period": "entries that are periods of the future, or rows that are dated ahead",
    "clock-goes-back": "times that go back from row to row, or ends that are before their starts",
    "dates-as-numbers": "counts that look like dates as a spreadsheet or a clock counts them",
    "stands-still": "a score or feature that stands still while the others go on",
    "overlapping-windows": "rows that are windows of one recording and overlap",
    "grouped-rows": "rows that are parts of fewer videos, scenes or patients",
}
"""Signs of the reader of tables, which every method shares."""

PREFIX = "sign-"
"""Every sign's name starts so: a waiver on the evidence item names it."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing seen in the data: ``fails`` bars the measures, ``suspicious`` stands beside them.

    ``measures`` names those it speaks of; empty means every measure of the result.  ``message`` says what was seen,
    with row, column or class, and what was expected; ``hint`` how to put it right.  ``possible`` is by measure the worst
    value that the measure may have as far as the sign goes: it stands only where that value would not meet what is
    required.
    """

    name: str
    severity: Literal["fails", "suspicious"]
    message: str
    measures: Sequence[str] = ()
    hint: str = ""
    possible: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class Intake:
    """What a run has read and seen so far; it becomes part of the result."""

    read: list[Mapping[str, Any]] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    written: dict[str, tuple[str, float, float]] = field(default_factory=dict)
    """how columns of numbers are written in the tables read so far, by their names, with the least and the largest"""

    def fails(self, name: str, message: str, measures: Collection[str] = (), hint: str = "") -> None:
        """Note a sign that bars ``measures`` (all, if empty) from claims."""
        self.add(Sign(PREFIX + name, "fails", message, tuple(measures), hint))

    def suspects(self, name: str, message: str, measures: Collection[str] = (), hint: str = "") -> None:
        """Note a sign that stands at every claim on ``measures`` until a person sets it aside."""
        self.add(Sign(PREFIX + name, "suspicious", message, tuple(measures), hint))

    def suspects_beyond(self, name: str, message: str, possible: Mapping[str, float], hint: str = "") -> None:
        """Note a sign that stands only at claims that ``possible``, the worst value of each measure, would not meet."""
        self.add(Sign(PREFIX + name, "suspicious", message, tuple(possible), hint, possible))

    def add(self, sign: Sign) -> None:
        """Note a sign once."""
        if sign not in self.signs:
            self.signs.append(sign)


def better(method: Any, measure: str) -> Direction | None:
    """Which end of ``measure`` is the good one, as ``method`` declares it; None where it does not."""
    declared: Mapping[str, Direction] = getattr(method, "better", {})
    return declared.get(measure)


def declared(method: Any) -> Mapping[str, str]:
    """The signs that ``method`` declares, with what each means, and those that every table may show."""
    signs: Mapping[str, str] = {**TABLES, **getattr(method, "signs", {})}
    return {PREFIX + name: text for name, text in signs.items()}


def directions(lower: Sequence[str] = (), higher: Sequence[str] = ()) -> Mapping[str, Direction]:
    """The declaration of a method, from the names of both kinds."""
    result: dict[str, Direction] = dict.fromkeys(lower, "lower")
    return result | dict.fromkeys(higher, "higher")
