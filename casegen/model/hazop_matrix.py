"""The matrix of a HAZOP study: every item read against every guide word, computed from the table's own rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casegen.model.case import Case
from casegen.model.hazard import GuideWord, HazopEntry
from casegen.model.safety import Judged, StudyItem

if TYPE_CHECKING:
    from casegen.model.output.safety import MatrixDocument

_FAMILIES = (
    (GuideWord.NO, GuideWord.NO_VALUE, GuideWord.NO_ACTION),
    (GuideWord.MORE, GuideWord.TOO_MUCH),
    (GuideWord.LESS, GuideWord.TOO_LITTLE),
    (GuideWord.AS_WELL_AS,),
    (GuideWord.PART_OF,),
    (GuideWord.REVERSE,),
    (GuideWord.OTHER_THAN, GuideWord.WRONG_VALUE),
    (GuideWord.EARLY, GuideWord.TOO_EARLY),
    (GuideWord.LATE, GuideWord.TOO_LATE),
    (GuideWord.BEFORE,),
    (GuideWord.AFTER,),
    (GuideWord.STUCK,),
)
"""words that ask for the same deviation; the first stands for all of them"""
FAMILY = {word: family[0] for family in _FAMILIES for word in family}
IEC_61882 = tuple(family[0] for family in _FAMILIES[:9])
"""what is read against a flow where the case does not say"""


class Answer(StrEnum):
    """How a guide word of an item is answered."""

    ROW = "row"
    ELSEWHERE = "elsewhere"
    DISMISSED = "dismissed"
    GAP = "gap"
    UNREAD = "not read"


@dataclass(frozen=True, slots=True)
class GuideWordRows:
    """One guide word of one item: rows of its own, or else rows that hold the deviation, or the reason for none."""

    answer: Answer
    rows: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HazopMatrix:
    """``cells[item id][word]``; ``titles`` by item.  Words stand for their family."""

    words: tuple[GuideWord, ...]
    titles: Mapping[str, str]
    cells: Mapping[str, Mapping[GuideWord, GuideWordRows]]

    @property
    def gaps(self) -> tuple[tuple[str, GuideWord], ...]:
        """Item and word that nothing answers."""
        return tuple(
            (item, word)
            for item, row in self.cells.items()
            for word, cell in row.items()
            if cell.answer is Answer.GAP
        )


def item_title(case: Case, item: StudyItem) -> str:
    """As entries name it: the title, or of a flow its two nodes."""
    return item.title or _ends(case, item) or item.id


def called(case: Case) -> dict[str, tuple[StudyItem, ...]]:
    """What entries may call the items: an id, a title, or the two nodes of a flow; with each item of that name."""
    named: dict[str, dict[str, StudyItem]] = {}
    for item in case.study_items:
        for name in {item.id, item_title(case, item), _ends(case, item)} - {""}:
            named.setdefault(name, {})[item.id] = item
    return {name: tuple(items.values()) for name, items in named.items()}


def _ends(case: Case, item: StudyItem) -> str:
    """The two nodes of a flow; empty of a node."""
    if not (item.source and item.target):
        return ""
    titles = {other.id: other.title or other.id for other in case.study_items}
    return f"{titles.get(item.source, item.source)} \u2192 {titles.get(item.target, item.target)}"


def entries_by_item(case: Case) -> dict[str, tuple[HazopEntry, ...]]:
    """The rows about each item; a name that several items have is about none of them."""
    items = called(case)
    result: dict[str, tuple[HazopEntry, ...]] = dict.fromkeys((item.id for item in case.study_items), ())
    for entry in case.hazop:
        meant = items.get(entry.item, ())
        if len(meant) == 1:
            result[meant[0].id] += (entry,)
    return result


def hazop_matrix(case: Case) -> HazopMatrix | None:
    """The matrix; None where the case declares no items."""
    if not case.study_items:
        return None
    stated = case.header.study.guide_words if case.header.study is not None else None
    usual = _families(stated or IEC_61882)
    cells: dict[str, dict[GuideWord, GuideWordRows]] = {}
    entries, items = entries_by_item(case), called(case)
    idle = {entry.id for entry in case.hazop if entry.is_empty or entry.item not in items}
    for item in case.study_items:
        rows: dict[GuideWord, list[str]] = {}
        for entry in entries[item.id]:
            if entry.id not in idle:
                rows.setdefault(FAMILY[entry.guide_word], []).append(entry.id)
        judged = {FAMILY[word]: one for one in item.judged for word in one.guide_words}
        left_out = usual if item.type == "flow" else ()
        wanted = left_out if item.guide_words is None else _families(item.guide_words)
        if wanted or rows or judged:
            read = dict.fromkeys((*wanted, *rows, *judged))
            cells[item.id] = {word: _cell(rows.get(word, ()), judged.get(word), idle) for word in read}
    used = {word for row in cells.values() for word in row}
    words = tuple(family[0] for family in _FAMILIES if family[0] in used)
    titles = _apart({item.id: item_title(case, item) for item in case.study_items if item.id in cells})
    complete = {
        item: {word: row.get(word, GuideWordRows(Answer.UNREAD)) for word in words}
        for item, row in cells.items()
    }
    return HazopMatrix(words, titles, complete)


def _apart(titles: dict[str, str]) -> dict[str, str]:
    """The titles by item; of those that several items have each with its id."""
    times = Counter(titles.values())
    return {id: title if times[title] == 1 else f"{title} ({id})" for id, title in titles.items()}


def _families(words: tuple[GuideWord, ...]) -> tuple[GuideWord, ...]:
    return tuple(dict.fromkeys(FAMILY[word] for word in words))


def _cell(rows: list[str] | tuple[str, ...], judged: Judged | None, idle: set[str]) -> GuideWordRows:
    """``idle``: rows that answer nothing, being empty or about an item that the study does not have."""
    elsewhere = tuple(row for row in judged.rows if row not in idle) if judged is not None else ()
    if rows:
        more = [row for row in elsewhere if row not in rows]
        return GuideWordRows(Answer.ROW, (*rows, *more))
    if judged is None or (judged.rows and not elsewhere):
        return GuideWordRows(Answer.GAP)
    return GuideWordRows(Answer.ELSEWHERE if elsewhere else Answer.DISMISSED, elsewhere, judged.reason)


def as_dict(matrix: HazopMatrix) -> MatrixDocument:
    """The matrix as JSON has it."""
    return {
        "words": [word.value for word in matrix.words],
        "gaps": [{"item": item, "guide_word": word.value} for item, word in matrix.gaps],
        "items": [
            {
                "id": item, "title": matrix.titles[item],
                "cells": {
                    word.value: {"answer": cell.answer.value, "rows": list(cell.rows), "reason": cell.reason}
                    for word, cell in row.items()
                },
            }
            for item, row in matrix.cells.items()
        ],
    }  # fmt: skip
