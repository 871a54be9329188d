"""``safety --json``: guide words against items, measures against risk, the risk matrix."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class GapRow(TypedDict):
    """A guide word of an item that nothing answers."""

    item: str
    guide_word: str


class CellRow(TypedDict):
    """How one guide word of one item is answered: by rows of its own, by others, or by a reason for none."""

    answer: Literal["row", "elsewhere", "dismissed", "gap", "not read"]
    rows: list[str]
    reason: str


class ItemRow(TypedDict):
    """An item with a cell for each guide word."""

    id: str
    title: str
    cells: dict[str, CellRow]


class MatrixDocument(TypedDict):
    """The matrix of the HAZOP study."""

    words: list[str]
    gaps: list[GapRow]
    items: list[ItemRow]


class TreeChangeRow(TypedDict):
    """A top event as the case has it and with a measure's changes, and the loss of one occurrence."""

    tree: str
    now: float
    changed: float
    loss: float


class MeasureRow(TypedDict):
    """A measure against risk; ``ratio`` is cost over the larger of the two harms."""

    id: str
    title: str
    cost: float
    decision: Literal["taken", "out of proportion", "must be taken", "not evaluated"]
    harm: float | None
    harm_at_bounds: float | None
    ratio: float | None
    problem: str
    trees: list[TreeChangeRow]


class AlarpDocument(TypedDict):
    """Measures against the criterion; ``holds`` is null where one is not evaluated, or none is left out."""

    holds: bool | None
    disproportion: float
    unit: str
    claim: str | None
    measures: list[MeasureRow]


class ClassRow(TypedDict):
    """A class of frequency."""

    name: str
    at_least: float


class RiskRow(TypedDict):
    """A top event in its class; ``frequency`` is its upper bound where it is ``bounded``."""

    tree: str
    title: str
    severity: str
    entries: list[str]
    frequency: float | None
    bounded: bool
    together: float | None
    """the smaller bound from independent records together that a claim compares: then it is the ``frequency``"""
    alone: float | None
    """the bound of each record by itself, beside it"""
    frequency_class: str
    rating: str
    intolerable: bool
    problem: str
    accepted: str


class RiskMatrixDocument(TypedDict):
    """The risk matrix: ratings by severity in the order of the classes."""

    classes: list[ClassRow]
    ratings: dict[str, list[str]]
    risks: list[RiskRow]


class DoubtRow(TypedDict):
    """Why a claim may not rely on the analysis yet: an earlier run, or a vital sign, by which it would be another."""

    claim: str
    message: str


class SafetyDocument(TypedDict):
    """``safety --json``; null what the case does not declare."""

    hazop: MatrixDocument | None
    alarp: AlarpDocument | None
    risk_matrix: RiskMatrixDocument | None
    doubts: list[DoubtRow]
