"""Which digits of a top event are lost to rounding: enclosed, and said wherever the number is shown.

The sweep over a diagram adds products of probabilities and of complements, all of them positive, so that it loses
no more than a rounding in each step on the way to the top.  What else can be lost is in its inputs: the complement of a
number within rounding of 1, an expression that cancels (:mod:`casegen.fta.events.rounding`), and numbers below the
smallest that a computer holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from casegen.fta.core.diagram import Numbers
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.doubtful import TINY, WIDE, Cause, Spans, apart, doubtful
from casegen.fta.tree.importance import DIFFERENCE, EventImportance, without_shares
from casegen.model.sentence import Sentence, few, worded

if TYPE_CHECKING:
    from casegen.fta.arrays import Vector
    from casegen.fta.events.values import EventValues
    from casegen.fta.tree.close_differences import CloseImportance

RELATIVE = 1e-12
"""error of the top, relative to it, from which on its digits are not called exact"""
_LOST_DIFFERENCES = (
    "the Birnbaum importance and criticality of {} are differences that have lost digits to rounding"
)
_VANISHED = (
    "the importance of {} has lost digits to rounding: "
    "the products fall below the smallest number that a computer holds"
)
_FEW = 20
"""doubtful events that are moved one by one"""
_FEW_MOVED = 3
"""and of those for which every gate is measured again"""
SMALLEST = 1e-323
"""what a product may lose where it falls below the smallest number"""


@dataclass(frozen=True, slots=True)
class LostDigits:
    """The top lies between ``lower`` and ``upper``: all that rounding leaves known.  ``events`` are why."""

    lower: float
    upper: float
    events: tuple[str, ...]
    cause: Cause = "complement"
    """of the events"""
    order: bool = False
    """whether the first event is the order of a priority-AND, whose integral has an error"""
    deep: int = 0
    """nodes on the longest way through the diagram, where it is their rounding that adds up"""

    @property
    def reason(self) -> Sentence:
        """Why digits are lost."""
        names = few(self.events)
        if names and self.order:
            return worded(
                "tree_digits.order", "digits not known: the integral of {names} has an error", names=names
            )
        if names and self.cause == "test":
            return worded(
                "tree_digits.test",
                "not known: the time is within rounding of a test of {names}, and may be before or after it",
                names=names,
            )
        why = self._cause(names) if names else self._adds_up()
        return worded("tree_digits.lost", "digits lost to rounding: {why}", why=why)

    def _adds_up(self) -> Sentence:
        """What loses digits where no event does."""
        if self.deep:
            return worded(
                "tree_digits.deep",
                "that of {nodes} nodes, one below the other, adds up",
                nodes=f"{self.deep:,}",
            )
        return worded(
            "tree_digits.products", "the products fall below the smallest number that a computer holds"
        )

    def _cause(self, names: str) -> Sentence:
        if self.cause == "comparison":
            return worded(
                "tree_digits.comparison",
                "they decide a comparison in the expression of {names}",
                names=names,
            )
        if self.cause == "tiny":
            return worded(
                "tree_digits.tiny",
                "the probability of {names} is below the smallest number that a computer holds",
                names=names,
            )
        if self.cause == "expression":
            return worded(
                "tree_digits.expression",
                "what the expression of {names} leaves is within rounding of 0",
                names=names,
            )
        return worded(
            "tree_digits.complement",
            "the probability of {names} is within rounding of 1: its complement has lost digits",
            names=names,
        )

    @property
    def words(self) -> Sentence:
        """Where the top lies, and why no more is known of it."""
        from casegen.model.digits import outward_span

        lower, upper = outward_span(self.lower, self.upper)
        return worded(
            "tree_digits.between",
            "between {lower} and {upper}, {why}",
            lower=lower,
            upper=upper,
            why=self.reason,
        )

    def __str__(self) -> str:
        return str(self.words)


def lost_digits(tree: CompiledTree, p: Numbers, values: EventValues | None = None) -> LostDigits | None:
    """What rounding leaves of the top's digits at event probabilities ``p`` (E,); None where they stand.

    ``values``: where the probabilities come from, if that is known; else each counts as a rounded decimal.
    """
    return lost_to(tree, p, _spans(tree, p, values), tree.probability(p))


def lost_to(
    tree: CompiledTree, p: Numbers, spans: Spans, top: float, error: float = RELATIVE
) -> LostDigits | None:
    """What is left of the digits of the ``top`` at ``p`` (E,), with the doubtful events anywhere in their ``spans``.

    None where less than an ``error``, relative to the top, is lost.
    """
    below = SMALLEST * tree.bdd_nodes
    swept = sweep_error(tree)
    # the top moves by no more than its events do
    if apart(spans) <= error * top and top > below / error and swept <= error:
        return None
    lower, upper = list(p), list(p)
    for i, (low, high, _) in spans.items():
        lower[i], upper[i] = max(0.0, low), min(tree.most, high)
    low, high = (top, top) if not spans else _reach(tree, lower, upper)
    low, high = min(low, top), max(high, top)
    if high <= below / error and can_happen(tree, upper, lower):
        low, high = max(0.0, low - below), high + below
    if high - low <= error * top and (swept <= error or top in (0.0, 1.0)):
        return None
    # the sweeps round, too: a few units in the last place, and what falls below the smallest number
    wide = max(WIDE, swept)
    low = max(0.0, low * (1.0 - wide) - (below if low < TINY else 0.0))
    high = min(tree.most, high * (1.0 + wide) + (below if 0.0 < high < TINY else 0.0))
    return replace(because(tree, spans, low, high), deep=tree.depth if swept > RELATIVE else 0)


def sweep_error(tree: CompiledTree) -> float:
    """Relative error of the top by the rounding of each node: of its complement, the product and the sum."""
    return 3.0 * tree.depth * 2.0**-53


def lost_gates(tree: CompiledTree, p: Numbers, values: EventValues | None = None) -> frozenset[str]:
    """Named gates whose digits are lost: each doubtful event is moved to its ends alone, then all are together.

    And those of which so little is left that products may have fallen below the smallest number.
    """
    spans = _spans(tree, p, values, ())
    at = tree.gate_probabilities(p)
    vanishing = _vanishing_gates(tree, p, at)
    if not spans:
        return vanishing
    alone, together = dict.fromkeys(at, 0.0), dict.fromkeys(at, 0.0)
    for moved, q in _moved(tree, p, spans):
        error = together if moved == len(spans) else alone
        for gate, number in tree.gate_probabilities(q).items():
            error[gate] += abs(number - at[gate])
    moving = frozenset(g for g, number in at.items() if max(alone[g], together[g]) > RELATIVE * number)
    return moving | vanishing


def _vanishing_gates(tree: CompiledTree, p: Numbers, at: Mapping[str, float]) -> frozenset[str]:
    """Named gates that can happen and are so improbable that the products may have lost digits, or all of them."""
    tiny = [] if tree.adds else [g for g, number in at.items() if number < TINY]
    if not tiny:
        return frozenset()
    d = tree.diagram()
    possible = _possible(d, p, p)
    # gates are not in a diagram that is too large with them: they may have lost digits
    return frozenset(g for g in tiny if g not in d["gates"] or possible[d["gates"][g]])


def lost_importance(
    tree: CompiledTree, p: Numbers, values: EventValues | None = None, measured: CloseImportance | None = None
) -> str:
    """Which events' importance has lost digits, and why; empty where all digits stand.

    The top may keep its digits where a Birnbaum importance has none: that of A in ``A or B`` is ``1 - P(B)``, and in any
    tree it is the difference of two probabilities of the top.
    """
    from casegen.fta.tree.close_differences import event_importance

    if tree.adds:
        return ""
    known = measured or event_importance(tree, p)
    differences = _differences(
        *([tree.events[i] for i in lost] for lost in (known.cancelled, known.vanished))
    )
    lost = lost_to_inputs(tree, p, values, known, ("birnbaum", "criticality", "dif", "raw", "rrw"))
    inputs = _lost_to(tree, _spans(tree, p, values, ()), [tree.events[i] for i in lost]) if lost else ""
    return "; ".join(x for x in (differences, inputs) if x)


def lost_to_inputs(
    tree: CompiledTree,
    p: Numbers,
    values: EventValues | None,
    measured: CloseImportance,
    columns: Sequence[str],
) -> list[int]:
    """Events, by position, of whose measures in ``columns`` digits are lost as those of events or complements are."""
    from casegen.fta.arrays import np
    from casegen.fta.tree.exact_importance import wrong_measures

    doubted = np.flatnonzero(errors_of_inputs(tree, p, values, measured, columns) > RELATIVE).tolist()
    return wrong_measures(tree, p, values, measured.table, columns, doubted, RELATIVE)


def errors_of_inputs(
    tree: CompiledTree,
    p: Numbers,
    values: EventValues | None,
    measured: CloseImportance,
    columns: Sequence[str],
) -> Vector:
    """By how much the measures in ``columns`` may be off, relative to them, as digits of events or complements are lost.

    The largest of each event (E,); infinite where a measure of 0 may be more.
    """
    from casegen.fta.arrays import np
    from casegen.fta.tree.close_differences import event_importance

    spans, at = _spans(tree, p, values, ()), measured.table
    largest = np.zeros(len(tree.events))
    if not spans:
        return largest
    alone, together = ({name: np.zeros(len(tree.events)) for name in columns} for _ in range(2))
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        for count, q in _moved(tree, p, spans):
            moved, moves = event_importance(tree, q).table, together if count == len(spans) else alone
            for name in columns:
                moves[name] += np.nan_to_num(np.abs(getattr(moved, name) - getattr(at, name)))
        for name in columns:
            error = np.maximum(alone[name], together[name])
            # what is no number, and what stands still, has no error
            largest = np.fmax(largest, np.where(error > 0.0, error / np.abs(getattr(at, name)), 0.0))
    return largest


def _differences(cancelled: Sequence[str], vanished: Sequence[str]) -> str:
    """Whose measures are differences of which nothing is left, and whose fall below the smallest number."""
    both = ((_LOST_DIFFERENCES, cancelled), (_VANISHED, vanished))
    return "; ".join(words.format(", ".join(names)) for words, names in both if names)


def known_importance(rows: Iterable[EventImportance], lost: LostDigits | None) -> list[EventImportance]:
    """The rows, without what is divided by the top where complements near 0 leave it no digit: that would be infinite."""
    if lost is None or lost.cause != "complement" or lost.order or lost.upper <= 2.0 * lost.lower:
        return list(rows)
    return without_shares(rows)


def lost_gate_importance(
    tree: CompiledTree, p: Numbers, rows: Sequence[EventImportance], values: EventValues | None = None
) -> str:
    """As :func:`lost_importance`, of the gates in ``rows``: each is measured again with the doubtful events moved."""
    from casegen.fta.tree.close_differences import vanished_gates
    from casegen.fta.tree.held_gates import gate_importance, gates_of_lost_differences

    if tree.adds:
        return ""
    small = gates_of_lost_differences(tree, p, [row.id for row in rows if _is_small_difference(row)])
    differences = _differences(small, vanished_gates(tree, p, rows))
    spans = _spans(tree, p, values, ())
    if not spans:
        return differences
    columns = ("probability", "birnbaum", "criticality", "dif", "raw", "rrw")
    lost: dict[str, None] = {}
    for _, q in _moved(tree, p, spans, _FEW_MOVED):
        moved = {row.id: row for row in gate_importance(tree, q, [row.id for row in rows])}
        for row in rows:
            for name in columns if row.id in moved else ():
                a, b = getattr(row, name), getattr(moved[row.id], name)
                if math.isfinite(a) and not abs(b - a) <= RELATIVE * abs(a):
                    lost[row.id] = None
    return "; ".join(x for x in (differences, _lost_to(tree, spans, list(lost)) if lost else "") if x)


def _is_small_difference(row: EventImportance) -> bool:
    """Whether a gate's Birnbaum importance, or its criticality, may be a difference left with few digits, or none."""
    if not abs(row.criticality) >= DIFFERENCE:
        return True
    # Birnbaum over the larger of the two probabilities that it is the difference of, RAW and 1 / RRW times the top
    return not abs(row.raw - (1.0 / row.rrw if row.rrw else math.inf)) >= DIFFERENCE * row.raw


def _lost_to(tree: CompiledTree, spans: Spans, names: Sequence[str]) -> str:
    """In words that the importance of these has lost digits to the doubtful events."""
    lost = because(tree, spans, 0.0, 0.0)
    verb = "has" if lost.order or lost.cause != "test" else "is"
    return f"the importance of {', '.join(names)} {verb} {lost.reason}"


def because(tree: CompiledTree, spans: Spans, low: float, high: float) -> LostDigits:
    """Digits lost to the doubtful events."""
    widest = sorted(spans, key=lambda i: spans[i][0] - spans[i][1])
    cause = spans[widest[0]][2] if widest else "complement"
    names = tuple(tree.events[i] for i in widest if spans[i][2] == cause)
    return LostDigits(low, high, names, cause, names[:1] != () and names[0] in tree.structure.orders)


def _moved(
    tree: CompiledTree, p: Numbers, spans: Spans, few: int = _FEW
) -> Iterator[tuple[int, list[float]]]:
    """The probabilities with each doubtful event at its ends alone, of at most ``few``, and with all of them together.

    Together also as far from 0 and 1 as each may lie: a product of two that are rounded to 0, one of them a complement,
    is 0 with both at their lower ends, and with both at their upper ones.  Each with the number of events that are moved.
    """
    single = [(i,) for i in spans] if 1 < len(spans) <= few else []
    for events in (*single, tuple(spans)):
        lower, upper = ({i: spans[i][:2][end] for i in events} for end in (0, 1))
        inward = {i: upper[i] if p[i] < 0.5 else lower[i] for i in events}
        for moved in (lower, upper, *([] if inward in (lower, upper) else [inward])):
            q = [float(x) for x in p]
            for i, number in moved.items():
                q[i] = min(tree.most, max(0.0, number))
            yield len(events), q


def _spans(
    tree: CompiledTree, p: Numbers, values: EventValues | None, signs: Sequence[int] | None = None
) -> Spans:
    """As :func:`doubtful`; ``signs``: of the top if None."""
    return doubtful(p, values, lambda: tree.signs if signs is None else signs)


def _reach(tree: CompiledTree, lower: Sequence[float], upper: Sequence[float]) -> tuple[float, float]:
    from casegen.fta.arrays import np
    from casegen.fta.tree.directions import extremes

    return extremes(tree, np.array(lower, dtype=float), np.array(upper, dtype=float))


def can_happen(tree: CompiledTree, upper: Sequence[float], lower: Sequence[float]) -> bool:
    """Whether some outcome of events that can happen (``upper`` > 0), or can fail to (``lower`` < 1), makes the top."""
    d = tree.diagram(gates=False)
    return bool(_possible(d, upper, lower)[d["root"]])


def _possible(d: Mapping[str, Any], upper: Numbers, lower: Numbers) -> list[bool]:
    """Of every node of the diagram ``d``, whether some outcome makes it, as :func:`can_happen`."""
    var, lows, highs, proxies, events = d["var"], d["low"], d["high"], d["proxies"], len(d["events"])
    true: list[bool] = [False, True]
    false: list[bool] = [True, False]
    for n in range(2, len(var)):
        v = var[n]
        yes, no = (
            (bool(upper[v] > 0.0), bool(lower[v] < 1.0))
            if v < events
            else (true[proxies[v - events]], false[proxies[v - events]])
        )
        true.append((yes and true[highs[n]]) or (no and true[lows[n]]))
        false.append((yes and false[highs[n]]) or (no and false[lows[n]]))
    return true
