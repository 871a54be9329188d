"""Rigorous bounds of a top event whose diagram is too large, and the labelled classical approximations."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from casegen.fta.core import kernels
from casegen.fta.core.cutsets import CutSetResult
from casegen.fta.core.diagram import Numbers
from casegen.fta.core.enclosure import ROUNDING
from casegen.fta.core.engine import DEFAULT_MAX_NODES
from casegen.fta.core.kernels import GateGraph
from casegen.fta.gates.structure import AND, FIRST_EVENT, TRUE, XOR, Structure
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import RELATIVE, SMALLEST, can_happen, lost_digits
from casegen.fta.tree.directions import event_signs
from casegen.fta.tree.given_numbers import probabilities_of
from casegen.fta.tree.ranges import over_ranges, range_words, unknown_ranges
from casegen.model.plural import counted
from casegen.model.sentence import listed

if TYPE_CHECKING:
    from casegen.fta.events.values import EventValues

_NOT_COHERENT = "no bound: the tree is not coherent"
Method = Literal["bdd", "mcub", "rare-event", "cutoff", "bounds"]

_NEARLY_CERTAIN = 1.0 - 1e-4
"""probabilities above leave their complements less than twelve digits"""
_LIMITS = (100, 400, 1600)
_TINY = 1e-300
"""far above all that a sum of lost products may hold: fewer than 1e20 of them, each below 1e-323"""
_ORDERS = (10, 16, 0)
"""orders tried, as ``core/compiled/orders.c`` numbers them"""


@dataclass(frozen=True, slots=True)
class Quantified:
    """A top-event probability with what it is worth.

    ``exact`` is True for the diagram only; ``lower`` and ``upper`` are rigorous where they are not None;
    ``label`` names the approximation in words.
    """

    probability: float
    method: Method
    exact: bool
    lower: float | None
    upper: float | None
    label: str

    def from_stale(self, words: str) -> Quantified:
        """The same as a number out of date: not exact and without an enclosure; ``words`` say why."""
        label = "; ".join(filter(None, (words, self.label)))
        return replace(self, exact=False, lower=None, upper=None, label=label)


def quantify(
    tree: CompiledTree, p: Numbers, method: Method = "bdd", *, cutoff: float | None = None,
    limit_order: int | None = None, values: EventValues | None = None,
) -> Quantified:  # fmt: skip
    """Top-event probability: exact, or by a classical approximation on request.

    ``rare-event``: sum of the minimal cut sets (Boole), ``mcub``: ``1 - prod(1 - P(C))``; for coherent trees both
    lie above the truth.  ``cutoff``: the sum of the cut sets within ``cutoff`` and ``limit_order``, with the rest
    of the sum stated as what was left out.  Raises ``ValueError`` for an unknown method, for other than one
    probability for each event, and for a cutoff that is no probability or an order below 1.  The sum of a tree of rates
    is exact by any method.  ``values``: where ``p`` comes from, so that what its expressions lose to rounding is known.
    """
    if cutoff is not None and not 0.0 <= cutoff <= 1.0:
        raise ValueError(f"a cutoff is a probability, found {cutoff}")
    if limit_order is not None:
        _refuse_no_count("limit_order", limit_order)
    if tree.adds:
        exact = tree.probability(p)
        lost = lost_digits(tree, p, values)
        if lost is not None:
            return Quantified(exact, "bdd", False, lost.lower, lost.upper, lost.reason)
        return Quantified(exact, "bdd", True, exact, exact, at_means(values))
    if method == "bdd":
        exact = tree.probability(p)
        lost, ranges = lost_digits(tree, p, values), unknown_ranges(tree.structure, p, values)
        if lost is None and not ranges:
            return Quantified(exact, "bdd", True, exact, exact, at_means(values))
        low, high = over_ranges(tree, p, ranges)
        labels = [*tree.labels, range_words(tree.structure, ranges, values)]
        if lost is not None:
            low, high = min(low, lost.lower), max(high, lost.upper)
            labels.append(lost.reason)
        return Quantified(exact, "bdd", False, low, high, listed(filter(None, labels)))
    probabilities_of(tree.events, p)
    families = tree.families
    if method == "rare-event":
        return _from_above(tree, p, values, method, families.rare_event_sum, "rare-event sum")
    if method == "mcub":
        return _from_above(tree, p, values, method, families.upper_bound, "min-cut upper bound")
    if method == "cutoff":
        total = families.rare_event_sum(p)
        result = tree.cut_sets(p, top=100_000, limit_order=limit_order, cutoff=cutoff)
        kept = sum(row.probability for row in result.rows)
        label = f"sum of {counted(len(result.rows), 'minimal cut set')}; {_left_out(result, total, kept)}"
        above = _from_above(tree, p, values, method, families.rare_event_sum, "").upper
        if not tree.coherent:
            label += f"; {_NOT_COHERENT}"
        return Quantified(min(1.0, kept), method, False, None, above, label)
    raise ValueError(f"no method {method!r}; known: bdd, mcub, rare-event, cutoff")


def at_means(values: EventValues | None) -> str:
    """What an exact top of a tree with stated distributions is at; empty for a tree of numbers and measures."""
    stated = values is not None and any(one.measured is None for one in values.uncertain.values())
    return "distributions at their means" if stated else ""


def _left_out(result: CutSetResult, total: float, kept: float) -> str:
    """What a sum over some cut sets has left out, in words; the difference of the sums has digits down to 1e-12 only."""
    reasons = [result.truncation] if result.truncation else []
    if result.count is None or len(result.rows) < result.count:
        reasons.append("only the 100,000 most probable cut sets kept")
    if not reasons:
        return "complete; left out: 0 of the rare-event sum"
    least = 1e-12 * total
    rest = f"{total - kept:.3g}" if total - kept > least else f"less than {least:.3g}"
    return f"{'; '.join(reasons)}; left out: {rest} of the rare-event sum"


def _from_above(
    tree: CompiledTree, p: Numbers, values: EventValues | None, method: Method, approximate: Callable[[Numbers], float],
    name: str,
) -> Quantified:  # fmt: skip
    """A sum over minimal cut sets that is an upper bound for coherent trees: rounded upward, as its inputs are."""
    if not tree.coherent:
        label = f"{name}, {_NOT_COHERENT}"
        return Quantified(min(1.0, approximate(p)), method, False, None, None, label)
    ends = [float(x) for x in p]
    for i, (_, high) in (values.rounded if values is not None else {}).items():
        if values is not None and ends[i] == values.points[i]:
            ends[i] = min(1.0, max(ends[i], high))
    for i, (_, high) in unknown_ranges(tree.structure, p, values).items():
        ends[i] = min(1.0, max(ends[i], high))
    # sums and products of what is not negative: two roundings a level, and some for powers and the exponential
    above = approximate(ends) * (1.0 + 4.0 * (len(ends) + tree.gate_count + 32) * sys.float_info.epsilon)
    below = SMALLEST * tree.bdd_nodes
    if above <= below / sys.float_info.epsilon and can_happen(tree, ends, ends):
        above += below
    above = min(1.0, above)
    lost = "; what its inputs lost to rounding is included" if above > (1.0 + 1e-9) * approximate(p) else ""
    return Quantified(above, method, False, None, above, f"{name}, an upper bound{lost}")


def bound(
    structure: Structure, p: Numbers, *, max_nodes: int | None = None, limits: Sequence[int] = _LIMITS,
    ratio: float = 1.05, rounded: Mapping[int, tuple[float, float]] | None = None,
) -> Quantified:  # fmt: skip
    """Rigorous lower and upper bound of the top, within ``max_nodes`` diagram nodes (about 100 bytes each).

    Every gate keeps a function below and one above it, pruned to one of ``limits`` nodes; the probabilities of
    these are exact.  All limits are tried under three orders until ``upper / lower <= ratio``; the best of all
    bounds counts.  ``probability`` is their geometric middle.  XOR gates are bounded as the AND and NOT they stand
    for, which is rigorous but wider.  ``rounded``: where events lie whose expressions lose digits, or that are
    known as a range only, cut to [0, 1].  Where even the smallest limit does not fit, one pass over the gates gives
    the bounds.
    Raises ``ValueError`` for other than one probability for each event, ranges that are none, numbers of nodes that
    are none, and a ratio below 1.
    """
    probabilities_of(structure.events, p)
    _refuse_no_ranges(structure.events, rounded or {})
    for name, nodes in (("max_nodes", max_nodes), *(("limits", limit) for limit in limits)):
        if nodes is not None:
            _refuse_no_count(name, nodes)
    if not ratio >= 1.0:
        raise ValueError(f"expected a ratio of 1 or more, found {ratio}")
    signs = event_signs(structure)
    ends = {i: (max(0.0, low), min(1.0, high)) for i, (low, high) in (rounded or {}).items() if low < high}
    for i, x in enumerate(p):
        if x > _NEARLY_CERTAIN and signs[i] != 1 and i not in ends:
            ends[i] = math.nextafter(float(x), 0.0), math.nextafter(float(x), 1.0)
    form, slack = without_xor(structure), _rounded_inputs(p, signs, ends)
    if not ends:
        result = _widened(_bounded(form, p, max_nodes, limits, ratio), slack)
        return _above_underflow(form, p, result)
    sides = [[float(x) for x in p] for _ in range(2)]
    loose = 0.0
    for i, (low, high) in ends.items():
        if signs[i] == 0:
            loose += high - low  # the top moves by no more than this with the event, whichever way
        else:
            sides[0][i], sides[1][i] = (low, high) if signs[i] == 1 else (high, low)
    # exact at moved inputs is a bound of the top only with what rounding leaves of the others
    least, most = (
        _widened(replace(_bounded(form, side, max_nodes, limits, ratio), exact=False), slack)
        for side in sides
    )
    lower = max(0.0, (least.lower or 0.0) - loose)
    upper = min(1.0, (1.0 if most.upper is None else most.upper) + loose)
    label = f"{most.label}; inputs moved over what is known of them"
    result = Quantified(_middle(lower, upper), "bounds", False, lower, upper, label)
    return _above_underflow(form, sides[1], result)


def _refuse_no_count(name: str, number: float) -> None:
    if not (number >= 1 and math.isfinite(number) and number == int(number)):
        raise ValueError(f"expected a whole number of 1 or more as {name}, found {number}")


def _refuse_no_ranges(events: Sequence[str], ranges: Mapping[int, tuple[float, float]]) -> None:
    for i, (low, high) in ranges.items():
        if not 0 <= i < len(events):
            raise ValueError(f"there is no event {i}: the tree has {len(events)}")
        if not low <= high:
            raise ValueError(f"the range of {events[i]} begins at {low:g} and ends at {high:g}")


def _rounded_inputs(p: Numbers, signs: Sequence[int], others: Mapping[int, object]) -> float:
    """Relative error of the top from rounding: of typed decimals, of their complements, and of the sweep over nodes.

    The top is a sum of products that each hold an event once, as it is or as its complement, so that errors relative to
    these add up at most.  A top that only rises with an event moves, relatively, by no more than the event does; one that
    only falls, by no more than its complement.  Events among ``others`` are moved themselves.
    """
    errors = []
    for i, x in enumerate(map(float, p)):
        if i in others or x in (0.0, 1.0):
            continue
        held = x if signs[i] == 1 else 1.0 - x if signs[i] == -1 else min(x, 1.0 - x)
        errors.append(math.ulp(x) / held)
    return math.fsum(errors) + 4.0 * len(errors) * sys.float_info.epsilon


def _widened(result: Quantified, slack: float) -> Quantified:
    """Bounds moved outward by a relative error; what is exact stays so where its digits stand."""
    if slack == 0.0 or (result.exact and slack <= RELATIVE) or result.lower is None or result.upper is None:
        return result
    lower, upper = result.lower * math.exp(-slack), min(1.0, result.upper * math.exp(slack))
    return replace(result, exact=False, lower=lower, upper=upper)


def _above_underflow(structure: Structure, p: Numbers, result: Quantified) -> Quantified:
    """Bounds so small that products below them were lost: from 0 to a number that no such loss can reach."""
    if result.upper is None or result.upper >= _TINY:
        return result
    middle = [x if x in (0.0, 1.0) else 0.5 for x in map(float, p)]
    if result.upper == 0.0 and _bounded(structure, middle, None, _LIMITS[:1], 1.05).upper == 0.0:
        return result
    return replace(result, probability=_TINY, exact=False, lower=0.0, upper=_TINY)


def _through_gates(graph: GateGraph, chances: Sequence[float]) -> tuple[float, float]:
    """Bounds that need no diagram, wider by what rounding may have taken."""
    lower, upper = kernels.enclose(graph, chances)
    return max(0.0, lower * (1.0 - ROUNDING)), min(1.0, upper * (1.0 + ROUNDING))


def _middle(lower: float, upper: float) -> float:
    """The geometric middle of an interval; its upper end where it begins at 0."""
    return math.sqrt(lower) * math.sqrt(upper) if lower > 0.0 else upper


def _bounded(
    structure: Structure, p: Numbers, max_nodes: int | None, limits: Sequence[int], ratio: float
) -> Quantified:
    graph = kernels.preprocess(GateGraph.of(structure))
    if abs(graph.top) < graph.first:
        exact = _literal(graph.top, p)
        return Quantified(exact, "bounds", True, exact, exact, "the tree is one event or a constant")
    most = max_nodes or DEFAULT_MAX_NODES
    chances = kernels.as_floats(p)
    lower, upper, best = 0.0, 1.0, 0
    for limit in limits:
        capacity = min(most, 20_000 + 4 * len(structure.events) + 2500 * limit)
        for way in _ORDERS:
            result = kernels.bound_gates(graph, chances, way, limit, capacity)
            if result is not None:
                low, high = result
                best = best or limit
                if low > lower or high < upper:
                    best = limit
                lower, upper = max(lower, low), min(upper, high)
            if best and upper <= ratio * lower:
                break
        if best and upper <= ratio * lower:
            break
    # diagrams that were pruned hard may end up wider than no diagram at all
    plain = _through_gates(graph, chances)
    closer = plain[0] > lower or plain[1] < upper
    lower, upper = max(lower, plain[0]), min(upper, plain[1])
    if not best:
        label = "rigorous bounds: one pass over the gates, since none pruned to a few nodes fits --max-nodes"
        return Quantified(_middle(lower, upper), "bounds", False, lower, upper, label)
    label = f"rigorous bounds: every gate pruned to {best:,} nodes from below and from above"
    if closer:
        label += ", and one pass over the gates"
    return Quantified(_middle(lower, upper), "bounds", False, lower, upper, label)


def without_xor(structure: Structure) -> Structure:
    """The same function without XOR gates: ``a xor b = -AND(-AND(a, -b), -AND(-a, b))``, one input at a time."""
    if XOR not in structure.kinds:
        return structure
    first = structure.first_gate
    place: dict[int, int] = {}
    kinds: list[int] = []
    counts: list[int] = []
    arguments: list[tuple[int, ...]] = []

    def at(literal: int) -> int:
        size = place.get(abs(literal), abs(literal))
        return size if literal > 0 else -size

    def add(kind: int, count: int, inputs: tuple[int, ...]) -> int:
        kinds.append(kind)
        counts.append(count)
        arguments.append(inputs)
        return first + len(kinds) - 1

    for j, kind in enumerate(structure.kinds):
        inputs = tuple(map(at, structure.arguments[j]))
        if kind != XOR:
            place[first + j] = add(kind, structure.counts[j], inputs)
            continue
        result = inputs[0]
        for other in inputs[1:]:
            one, two = add(AND, 0, (result, -other)), add(AND, 0, (-result, other))
            result = -add(AND, 0, (-one, -two))
        # a gate's own literal is positive: a last AND of one input turns the sign
        place[first + j] = add(AND, 0, (result,))
    return replace(
        structure, kinds=tuple(kinds), counts=tuple(counts), arguments=tuple(arguments), top=at(structure.top),
        names={name: at(literal) for name, literal in structure.names.items()}, priority=(),
    )  # fmt: skip


def _literal(literal: int, p: Numbers) -> float:
    if abs(literal) == TRUE:
        return float(literal > 0)
    x = float(p[abs(literal) - FIRST_EVENT])
    return x if literal > 0 else 1.0 - x
