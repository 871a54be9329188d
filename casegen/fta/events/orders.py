"""Orders of failures, of a priority-AND's inputs: the share of an order among all, and its probability over time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from casegen.fta.arrays import Vector, np
from casegen.fta.events.expressions import Range, Signs
from casegen.fta.events.operations import TIMED
from casegen.fta.events.order_integrals import in_order, order_shares
from casegen.fta.events.timed import timed_model

Shapes = tuple[tuple[type, tuple[str, ...]], ...]
"""of each input of a gate, its model and the names of the model's parameters"""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Share of orderings: the probability that inputs failed in the order listed, given that all failed by ``hours``.

    Arguments: the parameters of every input's model in turn.  Over uncertain parameters the share follows the pairs:
    truncated at ``hours``, an exponential or Weibull of larger rate (smaller scale, shape known) is earlier in
    likelihood ratio, so that a pair's share takes its extremes at the ends; of several, no share is above its least
    pair's, and none below one minus what the pairs lack.
    """

    inputs: Shapes
    hours: float

    def __call__(self, a: list[Any]) -> Any:
        if any(isinstance(x, np.ndarray) and x.ndim for x in a):
            return self._many(a)
        return self._share(a, range(len(self.inputs)))[0]

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return (0,) * len(ranges)

    def enclose(self, ranges: Sequence[Range]) -> Range:
        if all(x == y for x, y in ranges):
            share, error = self._share([x for x, _ in ranges], range(len(self.inputs)))
            return max(0.0, share - error), min(1.0, share + error)
        n = len(self.inputs)
        pairs = [(i, j, self._pair(i, j, ranges)) for i, j in itertools.combinations(range(n), 2)]
        lacking = sum(1.0 - pair[0] for i, j, pair in pairs if j == i + 1)
        return max(0.0, 1.0 - lacking), min(pair[1] for _, _, pair in pairs)

    def _places(self) -> list[slice]:
        return places(self.inputs)

    def _pair(self, i: int, j: int, ranges: Sequence[Range]) -> Range:
        """Range of the probability that input ``i`` failed before input ``j``, given that both did."""
        places, result = self._places(), []
        for early, late in ((0, 1), (1, 0)):
            # least where the first is late and the second early, largest the other way round
            numbers = [low for low, _ in ranges]
            for k, tardy in ((i, early == 0), (j, late == 0)):
                names = self.inputs[k][1]
                for name, place in zip(names, range(places[k].start, places[k].stop), strict=True):
                    low, high = ranges[place]
                    if low == high:
                        continue
                    if name not in ("rate", "scale"):
                        return 0.0, 1.0
                    numbers[place] = low if (name == "rate") == tardy else high
            share, error = self._share(numbers, (i, j))
            result.append((max(0.0, share - error), min(1.0, share + error)))
        return result[0][0], result[1][1]

    def _share(self, a: Sequence[float], chosen: Sequence[int]) -> tuple[float, float]:
        """The share of the order of the ``chosen`` inputs, and how far the integral may be off."""
        integral, error, together = self.integral(a, chosen)
        return (min(1.0, integral / together), error / together) if together > 0.0 else (1.0, 0.0)

    def integral(self, a: Sequence[float], chosen: Sequence[int]) -> tuple[float, float, float]:
        """The probability that the ``chosen`` inputs fail in their order, how far it may be off, and that all fail."""
        places = self._places()
        curves = [self._curve(k, a[places[k]]) for k in chosen]
        together = math.prod(float(curve(np.array([self.hours]))[0]) for curve in curves)
        if together <= 0.0 or self.hours <= 0.0:
            return 0.0, 0.0, 0.0
        # at a location within the time a failure begins of a sudden
        smooth = not any(0.0 < a[at] < self.hours for k in chosen for at in self._located(k))
        integral, error = in_order(curves, self.hours, smooth=smooth)
        # a distribution near 1 grows in steps of its last digit
        return integral, error + len(chosen) * 2.0**-52 * together, together

    def _located(self, k: int) -> list[int]:
        """Places of the locations of an input."""
        return [
            at for at, name in enumerate(self.inputs[k][1], self._places()[k].start) if name == "location"
        ]

    def _curve(self, k: int, part: Sequence[Any]) -> Callable[[Vector], Vector]:
        model, names = self.inputs[k]
        values = dict(zip(names, part, strict=True))
        return lambda times: np.asarray(TIMED[model](values, times))

    def _many(self, a: list[Any]) -> Vector:
        """The share for arrays of parameters, one per trial."""
        columns = np.broadcast_arrays(*[np.asarray(x, dtype=float) for x in a])
        result, width = np.empty(columns[0].shape[0]), 512
        for begin in range(0, len(result), width):
            part = [c[begin : begin + width] for c in columns]
            places = self._places()
            curves = [self._curve(k, part[places[k]]) for k in range(len(self.inputs))]
            result[begin : begin + width] = order_shares(curves, self.hours)
        return result


@dataclass(frozen=True, slots=True, eq=False)
class AnyOrder:
    """A share of orderings that is not known: anywhere between 0 and 1, counted as 1."""

    a_set = True

    def __call__(self, a: list[Any]) -> Any:
        return 1.0

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return ()

    def enclose(self, ranges: Sequence[Range]) -> Range:
        return 0.0, 1.0


@dataclass(frozen=True, eq=False)
class InOrder:
    """The probability that inputs fail in the order listed by a time, which only grows with the time.

    Arguments: the parameters of every input's model in turn, then the hours.  ``known`` keeps what was integrated: a
    search asks for the same times again.
    """

    inputs: Shapes
    known: dict[tuple[float, ...], Range] = field(default_factory=dict)

    def __call__(self, a: list[Any]) -> Any:
        return 0.5 * sum(self._at(tuple(map(float, a))))

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return (*(0,) * (len(ranges) - 1), 1)

    def enclose(self, ranges: Sequence[Range]) -> Range:
        begin, until = ranges[-1]
        return self._over(ranges[:-1], begin)[0], self._over(ranges[:-1], until)[1]

    @cached_property
    def earlier(self) -> InOrder:
        """The same of all inputs but the last, of which there are two at least."""
        return InOrder(self.inputs[:-1])

    def _over(self, parameters: Sequence[Range], hours: float) -> Range:
        """At one time: the integral of known parameters, else the share of the order times what all fail with."""
        if all(low == high for low, high in parameters):
            return self._at((*(low for low, _ in parameters), hours))
        parts = [
            timed_model(model, names).enclose([*parameters[place], (hours, hours)])
            for (model, names), place in zip(self.inputs, places(self.inputs), strict=True)
        ]
        share = (1.0, 1.0) if len(parts) == 1 else Order(self.inputs, hours).enclose(parameters)
        low, high = (math.prod(ends) for ends in zip(share, *parts, strict=True))
        return low, high

    def _at(self, numbers: tuple[float, ...]) -> Range:
        if numbers not in self.known:
            hours, count = numbers[-1], len(self.inputs)
            if count == 1:
                model, names = self.inputs[0]
                value, error = float(timed_model(model, names)(list(numbers))), 0.0
            else:
                value, error, _ = Order(self.inputs, hours).integral(numbers[:-1], range(count))
            self.known[numbers] = max(0.0, value - error), min(1.0, value + error)
        return self.known[numbers]


def places(inputs: Shapes) -> list[slice]:
    """Where the parameters of each input stand among all."""
    ends = list(itertools.accumulate((len(names) for _, names in inputs), initial=0))
    return [slice(x, y) for x, y in itertools.pairwise(ends)]
