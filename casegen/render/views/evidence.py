"""The evidence register."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from casegen.render.diagrams import Diagram
from casegen.render.views.base import Classed, Reference


class MeasureView(TypedDict):
    """A measure; ``used`` where a requirement or an event takes it."""

    name: str
    value: str
    interval: str
    kind: str
    n: str
    text: str
    estimator: str
    reproduction_only: bool
    used: bool


class TableView(TypedDict):
    """A table of a result; ``numeric`` says of each column whether it holds numbers.

    ``quoted`` says that its words are those of the method.
    """

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str
    quoted: bool
    numeric: list[bool]


class ProvenanceView(TypedDict):
    """Where a result comes from: pairs of name and value."""

    inputs: list[list[str]]
    parameters: list[list[str]]
    code: list[list[str]]
    environment: list[list[str]]
    seed: str
    started: str
    seconds: str


class EvidenceView(Classed):
    """An evidence item with what is stored of it."""

    id: str
    anchor: str
    title: str
    text: str
    method: str
    owner: str
    confidence: str
    freshness: str
    why: list[str]
    summary: str
    source: str
    measures: list[MeasureView]
    tables: list[TableView]
    figures: Sequence[Diagram]
    assumptions: list[str]
    signs: list[str]
    notes: list[str]
    result: str
    provenance: ProvenanceView
    nodes: list[Reference]
    events: list[Reference]
    claims: list[Reference]
    location: str
