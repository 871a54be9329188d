"""Sensitivity of the top event: what each input can do alone, and how steeply."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from casegen.fta.arrays import Vector, np
from casegen.fta.core.any_size import SMALLEST
from casegen.fta.events import distributions
from casegen.fta.events.expressions import Fixed, Given, Input
from casegen.fta.events.values import EventValues
from casegen.fta.study.swings import Moves
from casegen.fta.tree.close_differences import FEW_DIGITS, event_importance, small_differences
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import lost_to_inputs
from casegen.model.digits import in_full
from casegen.model.sentence import Sentence

NO_GRADIENT = "no gradient: an expression bends or jumps at its value, or too near to it"
LOST_GRADIENT = "its gradient is a difference that has lost digits to rounding"
LOST_SWING = "its swing has lost digits to rounding"
LOST_ELASTICITY = (
    "its elasticity has lost digits to rounding: it is below the smallest number that a computer holds"
)
_OF_COMPLEMENTS = 1e-9
"""relative error of a gradient, by digits that an event or its complement has lost, from which on it is named"""
_AT_BOUNDS = "bounds"
_BLOCK = 256
"""moves whose tops are computed together"""
_STEP = 1e-3
"""of the differences, relative to the input, at first; their error is of its fourth power"""
_MOST_HALVINGS = 15
_AGREE = 1e-6
"""relative distance at which two differences agree"""
_FLAT = 1e-7
"""per cent by which a number moves per per cent of the input that cannot be distinguished from rounding"""
_CENTRAL: tuple[tuple[int, float], ...] = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))
_ONE_SIDED: tuple[tuple[int, float], ...] = ((0, -25 / 12), (1, 4.0), (2, -3.0), (3, 4 / 3), (4, -1 / 4))
"""weights of a first derivative at whole steps (Fornberg 1988)"""


@dataclass(frozen=True, slots=True)
class Swing:
    """The top event with one input low and high, all others at their value.

    An input is an event, or, where it enters several or is one of several of an event, a measure, a parameter or a stated
    distribution.  ``basis`` says where low and high come from: the evidence's bounds, quantiles of a stated
    distribution, or a factor.  ``gradient`` is the top's derivative by the input, ``elasticity`` the per cent change of
    the top per per cent of the input; both are NaN, and ``note`` says why, where the events bend or jump there.
    The ``note`` also says which of the numbers have lost digits to rounding.
    """

    id: str
    events: tuple[str, ...]
    low: float
    high: float
    basis: str
    gradient: float
    elasticity: float
    note: str = ""
    apart: float | None = None
    """distance of the two tops where these are too close to each other for a difference; else None"""

    @property
    def swing(self) -> float:
        """Distance between the two tops."""
        return abs(self.high - self.low) if self.apart is None else self.apart

    @property
    def known_swing(self) -> float:
        """The distance; NaN where the note says that its digits are lost."""
        return math.nan if LOST_SWING in self.note else self.swing

    @property
    def known_elasticity(self) -> float:
        """The elasticity; NaN where the note says that its digits, or those of the gradient in it, are lost."""
        lost = LOST_GRADIENT in self.note or LOST_ELASTICITY in self.note
        return math.nan if lost else self.elasticity

    @property
    def at_bounds(self) -> bool:
        """Whether both tops are at measured bounds of the input."""
        return self.basis.startswith(_AT_BOUNDS)


def tornado(
    tree: CompiledTree, values: EventValues, *, level: float = 0.95, factor: float = 10.0
) -> list[Swing]:
    """One input at a time, widest swing first.

    Inputs that several events share move together.  Low and high are the measured bounds where the evidence has
    them, else the ``1 - level`` and ``level`` quantiles of the stated distribution, else the value divided and
    multiplied by ``factor`` (capped at 1).  Raises ``ValueError`` for ``factor`` not above 1, or infinite.
    """
    if not 1.0 < factor < math.inf:
        raise ValueError(f"factor must be above 1 and finite, found {in_full(factor)}")
    p = values.probability
    top, slope, lost = _gradient(tree, values)
    inputs, groups = _groups(values)
    ends = [_ends(values, inputs.get(key), name, at, level, factor) for name, key, at in groups]
    tops = _tops(
        tree, p, [(at, end) for (_, _, at), (*pair, _) in zip(groups, ends, strict=True) for end in pair]
    )
    rows, moves = [], Moves(tree, p, slope, lost)
    for n, (name, key, at) in enumerate(groups):
        point, gradient, note = float(p[at[0]]), float(slope[at[0]]), ""
        if name == key:
            x = inputs[key]
            steep = _derivative(values, x, at)
            point, gradient = x.point, math.nan if steep is None else math.fsum(slope[at] * steep)
            note = NO_GRADIENT if steep is None else ""
        note = note or (LOST_GRADIENT if lost.intersection(at) else "")
        elasticity = _elasticity(gradient, point, top)
        events = tuple(values.events[i] for i in at)
        low, high = tops[2 * n : 2 * n + 2]
        apart, kept = moves.apart(at, *ends[n][:2], low, high)
        tiny = abs(elasticity) < SMALLEST and gradient != 0.0 and point != 0.0
        notes = (note, "" if kept else LOST_SWING, LOST_ELASTICITY if tiny else "")
        rows.append(
            Swing(
                name,
                events,
                low,
                high,
                ends[n][2],
                gradient,
                elasticity,
                "; ".join(filter(None, notes)),
                apart,
            )
        )
    # what has no number at an end comes last
    return sorted(rows, key=lambda r: (math.isnan(r.swing), -r.swing, r.id))


def _elasticity(gradient: float, point: float, top: float) -> float:
    """``gradient point / top``, of which nothing falls below the smallest number on the way."""
    if top <= 0.0:
        return 0.0 * gradient
    small, large = sorted((gradient, point), key=abs)
    return small / top * large


def _gradient(tree: CompiledTree, values: EventValues) -> tuple[float, Vector, set[int]]:
    """The top, its derivatives by event (E,), and the events, by position, of whose derivative digits are lost."""
    p = values.probability
    if tree.adds:
        return *tree.gradient(p), set()
    measured = event_importance(tree, p)
    few = small_differences(tree, measured.table, FEW_DIGITS)
    inputs = lost_to_inputs(tree, values.points, values, measured, ("birnbaum",), _OF_COMPLEMENTS)
    return measured.table.top, measured.table.birnbaum, {*measured.cancelled}.intersection(few).union(inputs)


def _tops(tree: CompiledTree, p: Vector, moves: list[tuple[list[int], Vector]]) -> list[float]:
    """The top with the events at some positions at other numbers, for each such move."""
    tops: list[float] = []
    for begin in range(0, len(moves), _BLOCK):
        some = moves[begin : begin + _BLOCK]
        P = np.repeat(p[:, None], len(some), axis=1)
        for column, (at, numbers) in enumerate(some):
            P[at, column] = numbers
        tops += tree.probabilities(P).tolist()
    return tops


def _groups(values: EventValues) -> tuple[dict[str, Input], list[tuple[str, str, list[int]]]]:
    """What can be moved, by key; and each input: its name, its key, if it has one, and the positions that it moves.

    What moves one event alone, as nothing else does, has the event's name.  A parameter without uncertainty is an input
    where it enters several events, or stands in an event beside what is uncertain.
    """
    events = range(len(values.events))
    fixed = [values.parameters_at(i) for i in events]
    names = Counter(key for keys in fixed for key in keys)
    inputs: dict[str, Input] = {}
    moved: list[tuple[str, ...]] = []
    for i in events:
        own = dict(values.inputs_at(i))
        if own or any(names[key] > 1 for key in fixed[i]):
            own |= {key: _movable(x) for key, x in fixed[i].items()}
        inputs |= own
        moved.append(tuple(own))
    users: dict[str, list[int]] = {}
    for i, keys in enumerate(moved):
        for key in keys:
            users.setdefault(key, []).append(i)
    single = [len(keys) == 1 and len(users[keys[0]]) == 1 for keys in moved]
    return inputs, [
        *((name, keys[0] if keys else "", [i])
          for i, (name, keys) in enumerate(zip(values.events, moved, strict=True)) if single[i] or not keys),
        *((key, key, at) for key, at in users.items() if not single[at[0]]),
    ]  # fmt: skip


def _movable(parameter: Fixed) -> Input:
    """A parameter without uncertainty as an input that keeps its sign."""
    x = parameter.number
    return Input(parameter.name, x, (0.0, math.inf) if x >= 0.0 else (-math.inf, 0.0))


def _at_bounds(confidence: float | None) -> Sentence:
    if not confidence:
        return Sentence(_AT_BOUNDS, "study.at_bounds")
    level = f"{confidence:g}"
    return Sentence(f"{_AT_BOUNDS} at {level}", "study.at_bounds_with", {"confidence": level})


def _by_factor(factor: float) -> Sentence:
    return Sentence(f"factor {factor:g}", "study.by_factor", {"factor": f"{factor:g}"})


def _ends(
    values: EventValues, x: Input | None, name: str, at: list[int], level: float, factor: float
) -> tuple[Vector, Vector, Sentence]:
    """The events' numbers with the input low and high."""
    if x is None:
        p = values.probability[at]
        return p / factor, np.minimum(values.most, p * factor), _by_factor(factor)
    if x.lower is not None or x.upper is not None:
        low, high = (x.point if end is None else end for end in (x.lower, x.upper))
        basis = _at_bounds(x.confidence)
    elif x.distribution is not None:
        low, high = (float(distributions.quantile(x.distribution, u)) for u in (1.0 - level, level))
        low_level, high_level = f"{1 - level:g}", f"{level:g}"
        basis = Sentence(
            f"quantiles {low_level} and {high_level}",
            "study.at_quantiles",
            {"low": low_level, "high": high_level},
        )
    else:
        low, high = x.point / factor, min(x.support[1], x.point * factor)
        basis = _by_factor(factor)
    moved = _moved(values, x, at)
    lower, upper = moved(low), moved(high)
    if name != x.key and lower[0] > upper[0]:  # the event falls with what it is measured by
        lower, upper = upper, lower
    return lower, upper, basis


def _moved(values: EventValues, x: Input, at: list[int]) -> Callable[[float], Vector]:
    """The numbers of the events at the positions ``at``, from that of the input, all others at their points."""

    def moved(number: float) -> Vector:
        draw = Given({x.key: number})
        return np.clip([float(values.number(i, draw)) for i in at], 0.0, values.most)

    return moved


def _derivative(values: EventValues, x: Input, at: list[int]) -> Vector | None:
    """How steeply the events rise with the input, by differences of their expressions: some ten digits.

    The step is halved until the differences to both sides agree with each other and with those of the last step; None
    where none do: the expressions bend or jump at the point, or too near to it.
    """
    scale = abs(x.point) or x.upper or min(1.0, x.support[1])
    moved = _moved(values, x, at)
    last: list[Vector] = []
    for halvings in range(_MOST_HALVINGS):
        step = _STEP * scale * 0.5**halvings
        sides = [
            s for s in (step, -step) if x.support[0] <= x.point + 4 * s and x.point + 4 * s <= x.support[1]
        ]
        now = [_difference(moved, x.point, s, _ONE_SIDED) for s in sides]
        if len(now) == len(last) > 0:
            both = np.array([*now, *last])
            slack = _AGREE * np.abs(both).max(axis=0) + _FLAT * moved(x.point) / scale
            if np.all(np.ptp(both, axis=0) <= slack):
                return _difference(moved, x.point, step, _CENTRAL) if len(sides) == 2 else now[0]
        last = now
    return None


def _difference(
    moved: Callable[[float], Vector], point: float, step: float, weights: tuple[tuple[int, float], ...]
) -> Vector:
    """Weighted from the number at the point, so that what stands still has no slope by rounding."""
    here = moved(point)
    return (
        sum((w * (moved(point + k * step) - here) for k, w in weights if k), start=np.zeros(len(here))) / step
    )
