"""Sensitivity of the top event: what each input can do alone, and how steeply."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from casegen.fta.arrays import Vector, np
from casegen.fta.core.any_size import SMALLEST
from casegen.fta.events import distributions
from casegen.fta.events.expressions import Fixed, Given, Input
from casegen.fta.events.values import EventValues
from casegen.fta.study.moved_tops import End, MovedTop, MovedTops
from casegen.fta.study.slopes import slopes_by
from casegen.fta.study.swings import Moves
from casegen.fta.study.ways import FOUR_DIGITS
from casegen.fta.tree.close_differences import FEW_DIGITS, event_importance, small_differences
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.conditioning import errors_of_inputs
from casegen.fta.tree.exact_importance import wrong_measures
from casegen.fta.tree.importance import DIFFERENCE, ImportanceTable
from casegen.model.digits import in_full, outward_span
from casegen.model.sentence import Sentence

NO_GRADIENT = "no gradient: an expression bends or jumps at its value, or too near to it"
LOST_GRADIENT = "its gradient is a difference that has lost digits to rounding"
LOST_SWING = "its swing has lost digits to rounding"
_ELASTICITY = "its elasticity has lost digits to rounding"
LOST_ELASTICITY = f"{_ELASTICITY}: it is below the smallest number that a computer holds"
OF_LOST_TOP = f"{_ELASTICITY}: the top that it is a share of has"
OF_LOST_NUMBER = f"{_ELASTICITY}: the number of the event has"
_OF_COMPLEMENTS = 1e-9
"""relative error of a gradient, by digits that an event or its complement has lost, from which on it is named"""
_OF_DIFFERENCES = 1e-10
"""error of a derivative by an input, relative to its terms: ten digits are known of each"""
_AT_BOUNDS = "bounds"


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
    low_range: tuple[float, float] | None = None
    """where the top at low lies, if rounding has taken digits of it; else None"""
    high_range: tuple[float, float] | None = None

    @property
    def swing(self) -> float:
        """Distance between the two tops."""
        return abs(self.high - self.low) if self.apart is None else self.apart

    @property
    def known_low(self) -> float:
        """The top at low; NaN where fewer than four digits of it are known."""
        return _known(self.low, self.low_range)

    @property
    def known_high(self) -> float:
        """The top at high, as the other."""
        return _known(self.high, self.high_range)

    @property
    def known_swing(self) -> float:
        """The distance; NaN where the note says that its digits are lost."""
        return math.nan if LOST_SWING in self.note else self.swing

    @property
    def known_elasticity(self) -> float:
        """The elasticity; NaN where the note says that its digits, or those of the gradient in it, are lost."""
        lost = LOST_GRADIENT in self.note or _ELASTICITY in self.note
        return math.nan if lost else self.elasticity

    @property
    def at_bounds(self) -> bool:
        """Whether both tops are at measured bounds of the input."""
        return self.basis.startswith(_AT_BOUNDS)


def _known(top: float, span: tuple[float, float] | None) -> float:
    return math.nan if span is not None and span[1] - span[0] > FOUR_DIGITS * top else top


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
    table, slope, lost, few = _slopes(tree, values)
    inputs, groups = _groups(values)
    moves, tops = Moves(tree, values, slope, few), MovedTops(tree, values, table)
    here = tops.unmoved
    rows = []
    for name, key, at in groups:
        lower, upper, basis = _ends(values, inputs.get(key), name, at, level, factor)
        low, high = (tops.at(at, end) for end in (lower, upper))
        distance, kept = moves.apart(at, lower, upper, low, high)
        point, gradient, note = float(p[at[0]]), float(slope[at[0]]), ""
        known = values.rounded.get(at[0], (point, point))
        if name == key:
            point = inputs[key].point
            known = point, point
            gradient, note = _by_input(values, inputs[key], at, slope)
        note = note or (LOST_GRADIENT if lost.intersection(at) else "")
        elasticity = _elasticity(gradient, point, here.top)
        of_elasticity = _lost_elasticity(elasticity, here, known)
        notes = (
            note, "" if kept else LOST_SWING, of_elasticity if gradient != 0.0 and known != (0.0, 0.0) else "",
            _lost_tops(low, high),
        )  # fmt: skip
        rows.append(
            Swing(
                name, tuple(values.events[i] for i in at), low.top, high.top, basis, gradient, elasticity,
                "; ".join(filter(None, notes)), distance, _range(low), _range(high),
            )
        )  # fmt: skip
    # what has no number at an end comes last
    return sorted(rows, key=lambda r: (math.isnan(r.swing), -r.swing, r.id))


def _lost_tops(low: MovedTop, high: MovedTop) -> str:
    """Where the tops that have lost digits lie, and why no more is known of them; empty where none has."""
    lost = {side: end.lost for side, end in (("low", low), ("high", high)) if end.lost is not None}
    spans = [
        "its top at {} is between {} and {}".format(side, *outward_span(one.lower, one.upper))
        for side, one in lost.items()
    ]
    reasons = dict.fromkeys(str(one.reason) for one in lost.values())
    return ", ".join([*spans, *reasons])


def _range(end: MovedTop) -> tuple[float, float] | None:
    return None if end.lost is None else (end.lost.lower, end.lost.upper)


def _by_input(values: EventValues, x: Input, at: list[int], slope: Vector) -> tuple[float, str]:
    """The top's derivative by an input of the events at the positions ``at``, and what is wrong with it."""
    known = slopes_by(values, x, at)
    if known is None:
        return math.nan, NO_GRADIENT
    terms = slope[at] * known.steep
    gradient, error = math.fsum(terms), math.fsum(np.abs(slope[at]) * known.error)
    error += _OF_DIFFERENCES * math.fsum(np.abs(terms))
    return gradient, "" if error <= DIFFERENCE * abs(gradient) else LOST_GRADIENT


def _elasticity(gradient: float, point: float, top: float) -> float:
    """``gradient point / top``, of which nothing falls below the smallest number on the way."""
    if top <= 0.0:
        return 0.0 * gradient
    small, large = sorted((gradient, point), key=abs)
    return small / top * large


def _lost_elasticity(elasticity: float, here: MovedTop, known: tuple[float, float]) -> str:
    """Why an elasticity has lost digits, empty where it has not; ``known`` is where the number moved lies."""
    if here.lost:
        return OF_LOST_TOP
    if known[1] - known[0] > DIFFERENCE * known[0]:
        return OF_LOST_NUMBER
    return LOST_ELASTICITY if abs(elasticity) < SMALLEST else ""


class _Slopes(NamedTuple):
    """Importance, none of rates; the top's derivatives by event (E,); positions of those with fewer digits than shown."""

    table: ImportanceTable | None
    slope: Vector
    lost: set[int]
    """that are wrong by more than :data:`_OF_COMPLEMENTS`"""
    few: set[int]
    """that have fewer than four digits"""


def _slopes(tree: CompiledTree, values: EventValues) -> _Slopes:
    p = values.probability
    if tree.adds:
        return _Slopes(None, tree.gradient(p)[1], set(), set())
    measured, columns = event_importance(tree, p), ("birnbaum",)
    table = measured.table
    error = errors_of_inputs(tree, values.points, values, measured, columns)
    cancelled = {*measured.cancelled}.intersection(small_differences(tree, table, FEW_DIGITS))

    def wrong(most: float) -> set[int]:
        doubted = np.flatnonzero(error > most).tolist()
        return {*cancelled, *wrong_measures(tree, values.points, values, table, columns, doubted, most)}

    return _Slopes(table, table.birnbaum, wrong(_OF_COMPLEMENTS), wrong(FOUR_DIGITS))


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
) -> tuple[End, End, Sentence]:
    """The events' numbers with the input low and high."""
    if x is None:
        p = values.probability[at]
        lower, upper = End(p / factor, 1.0 / factor), End(np.minimum(values.most, p * factor), factor)
        return lower, upper, _by_factor(factor)
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
    lower, upper = (_moved(values, x, at, number) for number in (low, high))
    if name != x.key and lower.events[0] > upper.events[0]:  # the event falls with what it is measured by
        lower, upper = upper, lower
    return lower, upper, basis


def _moved(values: EventValues, x: Input, at: list[int], number: float) -> End:
    """The numbers of the events at the positions ``at`` with the input at another number, all others at their points."""
    draw = Given({x.key: number})
    events = np.clip([float(values.number(i, draw)) for i in at], 0.0, values.most)
    return End(events, key=x.key, number=number, moved=values.with_input(at, x.key, number))
