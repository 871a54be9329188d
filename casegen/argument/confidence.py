"""Confidence from leaf doubts, by bounds that need no invented network (Assurance 2.0).

A claim holds when everything it rests on holds; each leaf fails with at most its stated doubt ``d_i``.
Whatever the dependence between leaves, the probability that all hold lies between the Fréchet bounds
``max(0, 1 − Σ d_i)`` and ``1 − max d_i``; where independence is argued it is at least ``Π (1 − d_i)``.
A leaf that supports a claim along several ways is counted once.  A doubt stated of a claim that is argued is one of the
step itself, and counts like a leaf's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from casegen.argument.graph import bottom_up, reachable
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Claim, EvidenceNode, SubCase
from casegen.model.case import Case


class PremiseDependence(StrEnum):
    """What is assumed of the leaves' doubts: printed beside every number."""

    UNKNOWN = "no assumption on how errors depend on each other: 1 − their sum"
    INDEPENDENT = "errors are argued to be independent: product of the confidences"


@dataclass(frozen=True, slots=True)
class Confidence:
    """Confidence in one claim.

    ``value`` under ``assumption``; ``lower`` and ``upper`` are the Fréchet bounds; ``leaves`` counts the
    doubts that entered.  ``missing`` names leaves without a stated doubt: then there is no value.
    """

    id: str
    value: float | None
    lower: float | None
    upper: float | None
    leaves: int
    assumption: PremiseDependence
    missing: tuple[str, ...] = ()

    @property
    def doubt(self) -> float | None:
        """1 − value."""
        return None if self.value is None else 1.0 - self.value


MISSING_LIMIT = 5


@dataclass(frozen=True, slots=True)
class _Sum:
    """Leaves below a node: those on a single way summed up, those on several ways by one bit each."""

    doubts: float = 0.0
    log_product: float = 0.0
    greatest: float = 0.0
    leaves: int = 0
    missing: tuple[str, ...] = ()
    shared: int = 0

    def plus(self, other: _Sum) -> _Sum:
        """Both together: leaves on single ways add up, those on several are united."""
        return _Sum(
            self.doubts + other.doubts,
            self.log_product + other.log_product,
            max(self.greatest, other.greatest),
            self.leaves + other.leaves,
            (self.missing + other.missing)[:MISSING_LIMIT],
            self.shared | other.shared,
        )


def confidence(
    case: Case, dependence: PremiseDependence = PremiseDependence.UNKNOWN
) -> dict[str, Confidence]:
    """Confidence in every claim of a structurally sound argument.

    Leaves are claims without argument and evidence nodes; each needs its ``doubt``, a probability.
    Raises :class:`ValueError` where support is circular: such an argument has no confidence.
    Linear where no part is used twice; a leaf below a part that is costs one bit in every node above.
    """
    view = CaseView(case)
    order, circular = bottom_up(view.support)
    if circular:
        raise ValueError(f"support is circular at {min(circular)}: confidence has no meaning there")
    doubts = dict(_leaves(view))
    twice = [id for id, users in _users(view).items() if users > 1]
    shared = [id for id in reachable(twice, view.support) if id in doubts]
    bit = {id: k for k, id in enumerate(sorted(shared))}
    below: dict[str, _Sum] = {}
    for id in order:
        result = _Sum()
        if id in bit:
            result = _Sum(shared=1 << bit[id])
        elif id in doubts:
            result = _leaf(id, doubts[id])
        if _incomplete(view, id):
            result = result.plus(_Sum(missing=(id,)))
        for other in dict.fromkeys(view.support[id]):
            result = result.plus(below[other])
        below[id] = result
    names = sorted(shared)
    return {id: _close(id, below[id], names, doubts, dependence) for id in case.claim if id in below}


def _leaves(view: CaseView) -> Iterator[tuple[str, float | None]]:
    """Leaves with their doubt, if one is stated; and argued claims of which somebody states one nevertheless."""
    for _, _, node in view.nodes:
        leaf = isinstance(node, EvidenceNode) or (
            isinstance(node, Claim) and node.id not in view.arguments_for
        )
        if isinstance(node, Claim | EvidenceNode) and (leaf or node.doubt is not None):
            yield node.id, node.doubt


def _incomplete(view: CaseView, id: str) -> bool:
    """Whether a step rests on nothing, or on something that does not exist: then no number is honest."""
    node = view.case.node[id]
    if isinstance(node, Argument):
        named = {*node.premises, *node.side_claims}
        return not node.premises or not named <= view.place.keys()
    return isinstance(node, SubCase) and node.claim not in view.place


def _users(view: CaseView) -> dict[str, int]:
    count: dict[str, int] = {}
    for below in view.support.values():
        for id in dict.fromkeys(below):
            count[id] = count.get(id, 0) + 1
    return count


def _leaf(id: str, doubt: float | None) -> _Sum:
    if doubt is None:
        return _Sum(leaves=1, missing=(id,))
    log = math.log1p(-doubt) if doubt < 1.0 else -math.inf
    return _Sum(doubt, log, doubt, 1)


def _close(
    id: str, below: _Sum, shared: list[str], doubts: Mapping[str, float | None], dependence: PremiseDependence
) -> Confidence:
    result, bits = below, below.shared
    while bits:
        low = bits & -bits
        leaf = shared[low.bit_length() - 1]
        result = result.plus(_leaf(leaf, doubts[leaf]))
        bits ^= low
    if result.missing or not result.leaves:
        return Confidence(id, None, None, None, result.leaves, dependence, result.missing)
    lower = max(0.0, 1.0 - result.doubts)
    value = lower if dependence is PremiseDependence.UNKNOWN else math.exp(result.log_product)
    return Confidence(id, value, lower, 1.0 - result.greatest, result.leaves, dependence)
