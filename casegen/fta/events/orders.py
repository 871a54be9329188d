"""Orders of failures, of a priority-AND's inputs: the share of an order among all, and its probability over time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from casegen.fta.arrays import Vector, np
from casegen.fta.events.expressions import Range, Signs
from casegen.fta.events.order_integrals import Failure, Failures, order_shares, share_in_order
from casegen.fta.events.timed import timed_model

Shapes = tuple[tuple[type, tuple[str, ...]], ...]
"""of each input of a gate, its model and the names of the model's parameters"""


_ROUNDING = 2.0**-46
"""relative error of the probability that all inputs fail, generously"""


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
        return sum(self.share(a, range(len(self.inputs)))) / 2.0

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return (0,) * len(ranges)

    def enclose(self, ranges: Sequence[Range]) -> Range:
        if all(x == y for x, y in ranges):
            return self.share([x for x, _ in ranges], range(len(self.inputs)))
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
            result.append(self._enclosed(numbers, (i, j)))
        return result[0][0], result[1][1]

    def share(self, a: Sequence[float], chosen: Sequence[int]) -> Range:
        """Where the share of the order of the ``chosen`` inputs lies; 1 where they cannot all fail."""
        parts = self._places()
        if any(self._failure(k, a[parts[k]]).never_fails() for k in chosen):
            return 1.0, 1.0
        return self._enclosed(a, chosen)

    def _enclosed(self, a: Sequence[float], chosen: Sequence[int]) -> Range:
        """As :meth:`share`, also its limits where a rate goes to 0 or a scale to infinity, the ends of a range.

        Of what fails at once, and of a scale below 0, nothing is known.
        """
        parts = self._places()
        failures = [self._failure(k, a[parts[k]]) for k in chosen]
        if not all(failure.has_begun(self.hours) for failure in failures):
            return 1.0, 1.0
        if any(failure.is_immediate() for failure in failures):
            return 0.0, 1.0
        return share_in_order(failures, self.hours)

    def integral(self, a: Sequence[float]) -> Range:
        """Where the probability lies that all inputs fail in their order."""
        parts = self._places()
        curves = [timed_model(*self.inputs[k])([*a[parts[k]], self.hours]) for k in range(len(self.inputs))]
        low, high = self.share(a, range(len(self.inputs)))
        together = math.prod(map(float, curves))
        return low * together * (1.0 - _ROUNDING), high * together * (1.0 + _ROUNDING)

    def _failure(self, k: int, part: Sequence[float]) -> Failure:
        own = dict(zip(self.inputs[k][1], map(float, part), strict=True))
        if "rate" in own:
            return Failure(own["rate"], is_rate=True)
        return Failure(own["scale"], own["shape"], own["location"])

    def _many(self, a: list[Any]) -> Vector:
        """The share for arrays of parameters, one per trial."""
        columns = np.broadcast_arrays(*[np.asarray(x, dtype=float) for x in a])
        result, width = np.empty(columns[0].shape[0]), 512
        for begin in range(0, len(result), width):
            part = [c[begin : begin + width] for c in columns]
            places = self._places()
            failures = [self._failures(k, part[places[k]]) for k in range(len(self.inputs))]
            result[begin : begin + width] = order_shares(failures, self.hours)
        return result

    def _failures(self, k: int, part: Sequence[Vector]) -> Failures:
        own = dict(zip(self.inputs[k][1], part, strict=True))
        if "rate" in own:
            with np.errstate(divide="ignore"):
                return Failures(1.0 / own["rate"])
        return Failures(own["scale"], own["shape"], own["location"])


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
                low = high = float(timed_model(model, names)(list(numbers)))
            else:
                low, high = Order(self.inputs, hours).integral(numbers[:-1])
            self.known[numbers] = low, min(1.0, high)
        return self.known[numbers]


def places(inputs: Shapes) -> list[slice]:
    """Where the parameters of each input stand among all."""
    ends = list(itertools.accumulate((len(names) for _, names in inputs), initial=0))
    return [slice(x, y) for x, y in itertools.pairwise(ends)]
