"""An argument as other notations have it: nodes, and three kinds of links between them.

GSN, SACM, LTAC and TEA differ from CAE in one way that matters: there a strategy is optional and a goal
may have several; here each claim is supported by exactly one argument.  Readers build a :class:`Graph`,
:mod:`.into_case` turns it into CAE; :mod:`.from_case` goes the other way for the writers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from casegen.io.exchange.format import Item
from casegen.model.argument import Module
from casegen.model.case import Location

DIRECT = "Added on import: direct support"
GROUP = "Added on import: groups what supports"
OPEN = "Added on import: stands for support that the source leaves open"
REPEAT = "Added on import: repeats"
"""Notes on nodes that only CAE needs; writers recognise them and leave the nodes out again."""


def plain_text(claim: str) -> str:
    """The text of an argument that only CAE needs, for the claim of that id."""
    return f"Support of {claim}"


MAX_NODES = 200_000


class ExchangeKind(StrEnum):
    """What a node is, whatever its notation calls it."""

    CLAIM = "claim"
    STRATEGY = "strategy"
    EVIDENCE = "evidence"
    CONTEXT = "context"
    DEFEATER = "defeater"
    DOUBT = "residual doubt"


@dataclass(slots=True)
class GraphNode:
    """One node; ``extras`` are fields of the model that the notation carries beside its own."""

    id: str
    kind: ExchangeKind
    text: str = ""
    place: Location = field(default_factory=lambda: Location("import"))
    module: str | None = None
    reference: str = ""
    context_kind: str = "context"
    undeveloped: bool = False
    defeated: bool = False
    against: list[str] = field(default_factory=list)
    """what the source says of the element that keeps it from standing: abstract, supported by a contract elsewhere"""
    assumed: str = ""
    public: bool = False
    cites: str | None = None
    note: str = ""
    extras: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceMark:
    """What the source says against a node, or a link (above, below), without naming an objection."""

    target: str | tuple[str, str]
    text: str
    is_conceded: bool = False


@dataclass(slots=True)
class ExchangeGraph:
    """Nodes by id and the links between them, each list in the order of the source.

    ``support``: (supported, supporting); ``warrants``: (strategy, side-claim); ``contexts``: (holder,
    context); ``challenges``: (defeater, target) where the target is a node, or a link as (above, below).
    """

    title: str = ""
    id: str = ""
    description: str = ""
    header: dict[str, Any] = field(default_factory=dict)
    nodes: dict[str, GraphNode] = field(default_factory=dict)
    support: list[tuple[str, str]] = field(default_factory=list)
    warrants: list[tuple[str, str]] = field(default_factory=list)
    contexts: list[tuple[str, str]] = field(default_factory=list)
    challenges: list[tuple[str, str | tuple[str, str]]] = field(default_factory=list)
    marks: list[SourceMark] = field(default_factory=list)
    """links declared defeated, elements marked undeveloped although something supports them"""
    said: dict[str, list[str]] = field(default_factory=dict)
    """texts of the links that support a claim directly: what an argument for it says"""
    modules: list[Module] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)
    left_out: list[Item] = field(default_factory=list)
    decided: list[Item] = field(default_factory=list)

    def record_loss(self, what: str, why: str) -> None:
        """Note a part that is not carried."""
        self.left_out.append(Item(what, why))

    def record_decision(self, what: str, why: str) -> None:
        """Note what the reader had to decide."""
        self.decided.append(Item(what, why))

    def of_kind(self, *kinds: ExchangeKind) -> Iterator[GraphNode]:
        """Nodes of some kinds."""
        return (node for node in self.nodes.values() if node.kind in kinds)

    def children(self) -> dict[str, list[str]]:
        """What supports each node."""
        return grouped(self.support)


_FORBIDDEN = re.compile(r"[/\\<>\"'&\x00-\x1f\x7f\u0085\u2028\u2029\ud800-\udfff]+")


def identifier(raw: str, fallback: str = "node") -> str:
    """``raw`` as an identifier of the model: forbidden characters become ``-``, at most 80 characters.

    >>> identifier('a/b "c"'), identifier("")
    ('a-b -c', 'node')
    """
    text = " ".join(_FORBIDDEN.sub("-", raw).split())[:80].strip(" -")
    return text if text and text[0] not in "/\\<>\"'&" else fallback


def fresh(wanted: str, taken: Any) -> str:
    """``wanted``, or ``wanted-2``, ``wanted-3`` …: one that is not ``taken``, found in few steps.

    >>> fresh("C", {"C", "C-2"})
    'C-3'
    """
    if wanted not in taken:
        return wanted
    low, high = 1, 2
    while f"{wanted}-{high}" in taken:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if f"{wanted}-{middle}" in taken else (low, middle)
    return f"{wanted}-{high}"


def grouped(links: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    """Second members of pairs by their first, each once."""
    results: dict[str, dict[Any, None]] = {}
    for first, second in links:
        results.setdefault(first, {})[second] = None
    return {first: list(seconds) for first, seconds in results.items()}


def tidy(text: str) -> str:
    """Text as the model keeps it: trimmed, line ends as ``\\n``, control characters as blanks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = ["".join(c if c.isprintable() else " " for c in line).rstrip() for line in lines]
    return "\n".join(kept).strip()
