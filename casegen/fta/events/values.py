"""Numbers of a tree's basic events: point values, bounds and samples, each with its source."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from casegen.fta.arrays import NDArray, Vector, np
from casegen.fta.errors import reason_of
from casegen.fta.events import distributions
from casegen.fta.events.conversion import Conversion
from casegen.fta.events.decimals import exact_number
from casegen.fta.events.expressions import (
    Apply,
    Draw,
    Expression,
    Fixed,
    Input,
    NoEnclosure,
    Range,
    Ranges,
    Settled,
    inputs_in,
    mean_draw,
    parameters_in,
    with_input,
)
from casegen.fta.events.problems import of_subject
from casegen.fta.events.sampling import Sampler, Sampling, outside
from casegen.model.arithmetic import in_own_arithmetic
from casegen.model.quantity import Distribution, Estimate
from casegen.model.sentence import Sentence, worded

Evidence = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class Source:
    """How one event's probability comes about, in the tree's kind."""

    expression: Expression
    text: str


class EventValues:
    """Probabilities of a tree's events in the tree's measure kind, in the order of ``events``.

    ``probability``, ``lower``, ``upper``, ``confidence``: shape (E,), NaN where the source has no bound; ``points`` are
    the probabilities as plain numbers.  ``sources`` says where each number comes from.  A distribution enters the
    point value by its mean.  ``most`` is the largest number of an event: 1, or infinite where they are rates.
    """

    def __init__(self, events: Sequence[str], sources: Sequence[Source], most: float = 1.0) -> None:
        self.events = tuple(events)
        self._sources = tuple(sources)
        self.most = most
        self.sources = tuple(s.text for s in sources)
        # the events of a common-cause level have one source: what it gives is worked out once
        first = {id(source.expression): i for i, source in reversed(list(enumerate(sources)))}
        self._first = [first[id(source.expression)] for source in sources]
        self._keys: dict[int, list[str]] = {}
        self._inputs_at: dict[int, dict[str, Input]] = {}
        self._signs: dict[int, Mapping[str, int]] = {}
        self._latest: dict[int, tuple[tuple[tuple[str, Range], ...], Range]] = {}
        self.without: dict[int, Sentence] = {}
        """why an event has no number, by position; its point is NaN"""
        self.points = self._each(mean_draw)
        self.inputs = self._find_inputs()

    @cached_property
    def probability(self) -> Vector:
        return np.array(self.points, dtype=float)

    @cached_property
    def typed(self) -> tuple[Fraction | None, ...]:
        """The events' numbers as decimals alone give them; None of others, and of 1, which more nines may have been."""
        known = [exact_number(self._sources[i].expression) for i in self._first]
        return tuple(None if x == 1 else x for x in known)

    @cached_property
    def has_ranges(self) -> bool:
        """Whether some event is known to lie in a range only, though every input is known."""
        return any(map(self.is_set, dict.fromkeys(self._first)))

    @property
    def distinct(self) -> tuple[int, ...]:
        """One event, by position, of each source: the events of a common-cause level share theirs."""
        return tuple(dict.fromkeys(self._first))

    def exposed(self, i: int) -> bool:
        """Whether event ``i`` has an exposure for which it is known to lie in a range only."""
        return any(isinstance(function, Conversion) for function in self._sets(i))

    def is_placed_anywhere(self, i: int) -> bool:
        """Whether event ``i`` has hours of its own that may begin at any time."""
        return any(getattr(function, "is_any_time", False) for function in self._sets(i))

    def is_set(self, i: int) -> bool:
        """Whether event ``i`` is known to lie in a range only, though every input is known."""
        return any(self._sets(i))

    def _sets(self, i: int) -> Iterator[object]:
        """What in event ``i`` is known as a set only."""
        for part in self._sources[i].expression.parts():
            if isinstance(part, Apply) and getattr(part.function, "a_set", False):
                yield part.function

    @cached_property
    @in_own_arithmetic
    def rounded(self) -> dict[int, tuple[float, float]]:
        """Where the probability of each event that is computed lies, for the rounding of every step, by position."""
        from casegen.fta.events.rounding import rounded

        known: dict[int, tuple[float, float]] = {}
        for i, first in enumerate(self._first):
            if isinstance(self._sources[first].expression, Apply | Settled):
                if first not in known:
                    low, high = rounded(self._sources[first].expression)
                    known[first] = min(self.most, max(0.0, low)), min(self.most, max(0.0, high))
                known[i] = known[first]
        return known

    @cached_property
    def beside_tests(self) -> frozenset[int]:
        """Events of which it is not known whether their time is before or after a periodic test, by position."""
        from casegen.fta.events.beside_tests import beside_a_test

        return self._with(beside_a_test)

    @cached_property
    def undecided(self) -> frozenset[int]:
        """Events in whose expressions rounding leaves a comparison undecided, by position."""
        from casegen.fta.events.undecided import undecided

        return self._with(undecided)

    def _with(self, property_of: Callable[[Expression], object]) -> frozenset[int]:
        """Events whose expressions have a property, by position."""
        known = {i for i in dict.fromkeys(self._first) if property_of(self._sources[i].expression)}
        return frozenset(i for i, first in enumerate(self._first) if first in known)

    @cached_property
    def lower(self) -> Vector:
        return self._limits[0]

    @cached_property
    def upper(self) -> Vector:
        return self._limits[1]

    @cached_property
    def confidence(self) -> Vector:
        return _column(
            min((x.confidence or math.nan for x in measured), default=None)
            for measured in map(self._measured, range(len(self.events)))
        )

    @cached_property
    @in_own_arithmetic
    def _limits(self) -> tuple[Vector, Vector]:
        """Bounds of the events with measured inputs, stated distributions at their means."""
        lower, upper = (np.full(len(self.events), math.nan) for _ in range(2))
        for i in dict.fromkeys(self._first):
            measured = self._measured(i)
            if not any(x.confidence for x in measured):
                continue
            low, high = self._sources[i].expression.enclose(
                {
                    x.key: (
                        x.support[0] if x.lower is None else x.lower,
                        x.support[1] if x.upper is None else x.upper,
                    )
                    for x in measured
                }
            )
            signs = self._sources[i].expression.signs()
            ends = {(x, signs[x.key]) for x in measured}
            if not any(x.lower is None if sign > 0 else x.upper is None for x, sign in ends):
                lower[i] = max(0.0, low)
            if not any(x.upper is None if sign > 0 else x.lower is None for x, sign in ends):
                upper[i] = min(self.most, high)
        return lower[self._first], upper[self._first]

    def _measured(self, i: int) -> list[Input]:
        return [x for x in self.inputs_at(i).values() if x.measured is not None]

    def inputs_at(self, i: int) -> dict[str, Input]:
        """The uncertain inputs of event ``i`` by key: measures, and stated distributions."""
        first = self._first[i]
        if first not in self._inputs_at:
            self._inputs_at[first] = inputs_in(self._sources[first].expression)
        return self._inputs_at[first]

    def parameters_at(self, i: int) -> dict[str, Fixed]:
        """The parameters without uncertainty that event ``i`` names, or what it names, by key."""
        return parameters_in(self.expression(i))

    @cached_property
    def uncertain(self) -> dict[str, Input]:
        """Every uncertain input of the tree by key."""
        return {key: x for i in dict.fromkeys(self._first) for key, x in self.inputs_at(i).items()}

    def expression(self, i: int) -> Expression:
        """How the number of event ``i`` comes about."""
        return self._sources[self._first[i]].expression

    def with_input(self, at: Sequence[int], key: str, number: float) -> EventValues:
        """The events at the positions ``at`` alone, with an input or a parameter that they name at another point."""
        made = {
            first: Source(with_input(self._sources[first].expression, key, number), self.sources[first])
            for first in dict.fromkeys(self._first[i] for i in at)
        }
        return EventValues([self.events[i] for i in at], [made[self._first[i]] for i in at], self.most)

    @in_own_arithmetic
    def number(self, i: int, draw: Draw) -> Any:
        """Event ``i`` for a draw of its inputs, not brought into [0, 1]."""
        return self._sources[i].expression.value(draw)

    def conversion(self, i: int) -> tuple[Any, ...] | None:
        """What turns the one measure of event ``i`` into its probability: kinds, exposure, complement; None: nothing.

        Of an event that is more than a converted measure it is the event itself, equal to no other.
        """
        expression = self._sources[i].expression
        if isinstance(expression, Input):
            return None
        if isinstance(expression, Apply) and isinstance(expression.function, Conversion):
            c = expression.function
            return c.kind, c.target, c.exposure, c.complement
        return i, i, None, True

    def signs(self, i: int) -> Mapping[str, int]:
        """How event ``i`` moves with each of its inputs: 1 up, -1 down, 0 unknown."""
        first = self._first[i]
        if first not in self._signs:
            self._signs[first] = self._sources[first].expression.signs()
        return self._signs[first]

    @cached_property
    def exact(self) -> tuple[str, ...]:
        """Numbers that a person typed and that are taken as exact."""
        names = {
            part.name: None
            for i in dict.fromkeys(self._first)
            for part in self._sources[i].expression.parts()
            if isinstance(part, Fixed) and part.name
        }
        return tuple(names)

    @in_own_arithmetic
    def enclosures(self, ranges: Ranges) -> tuple[Vector, Vector]:
        """Least and largest probability of every event (E,) over the inputs in ``ranges``, brought into [0, 1].

        Inputs not named stand at their point; what is known only to lie in a set (orders, exposures of any
        dependence) is enclosed always.  Raises :class:`~casegen.fta.events.expressions.NoEnclosure`, naming the event.
        """
        lower, upper = self._settled[0].copy(), self._settled[1].copy()
        for i in dict.fromkeys(self._first):
            own = tuple((key, ranges[key]) for key in self.inputs_at(i) if key in ranges)
            if own:
                # a search moves one input at a time: the other events keep what was last found
                if i not in self._latest or self._latest[i][0] != own:
                    self._latest[i] = own, self._enclosed(i, ranges)
                lower[i], upper[i] = self._latest[i][1]
        return lower[self._first], upper[self._first]

    @cached_property
    def _settled(self) -> tuple[Vector, Vector]:
        """Every event with all inputs at their points."""
        lower, upper = self.probability.copy(), self.probability.copy()
        for i in dict.fromkeys(self._first):
            if not isinstance(self._sources[i].expression, Fixed):
                try:
                    lower[i], upper[i] = self._enclosed(i, {})
                except NoEnclosure:  # the last digits of its known numbers leave nothing known of it
                    lower[i], upper[i] = 0.0, self.most
        return np.minimum(lower, self.probability), np.maximum(upper, self.probability)

    def _enclosed(self, i: int, ranges: Ranges) -> tuple[float, float]:
        try:
            low, high = self._sources[i].expression.enclose(ranges)
        except (NoEnclosure, OverflowError, ZeroDivisionError) as error:
            raise NoEnclosure(of_subject(self.events[i], reason_of(error))) from None
        if math.isnan(low) or math.isnan(high):
            raise NoEnclosure(
                worded(
                    "tree_problem.no_end",
                    "{event} has no value at an end of its inputs' bounds",
                    event=self.events[i],
                )
            )
        return min(self.most, max(0.0, low)), min(self.most, max(0.0, high))

    def _each(self, draw: Draw) -> list[float]:
        """Every event's number under ``draw`` (E,)."""
        results: dict[int, float] = {}
        reasons: dict[int, Sentence] = {}
        for i in dict.fromkeys(self._first):
            try:
                results[i] = float(self._sources[i].expression.value(draw))
            except (ArithmeticError, ValueError) as error:
                results[i], reasons[i] = math.nan, reason_of(error)
        self.without |= {i: reasons[first] for i, first in enumerate(self._first) if first in reasons}
        return [results[i] for i in self._first]

    def _find_inputs(self) -> dict[str, Distribution]:
        """Uncertain inputs by key; events that share a parameter or evidence share the key."""
        results: dict[str, Distribution] = {}

        def note(key: str, distribution: Distribution) -> float:
            results[key] = distribution
            return distributions.mean(distribution)

        for i in dict.fromkeys(self._first):
            if i not in self.without:
                self._sources[i].expression.value(note)
        return results

    def inputs_of(self, i: int) -> list[str]:
        """Keys of the uncertain inputs of event ``i``."""
        first = self._first[i]
        if first not in self._keys:
            results: dict[str, None] = {}

            def note(key: str, distribution: Distribution) -> float:
                results[key] = None
                return distributions.mean(distribution)

            self._sources[first].expression.value(note)
            self._keys[first] = list(results)
        return list(self._keys[first])

    @in_own_arithmetic
    def sample(self, trials: int, *, seed: int = 0, method: Sampling = "monte-carlo") -> Vector:
        """Joint samples (E, trials): shared parameters and evidence are drawn once per trial.

        Values that leave [0, 1] (a normal's tail) are set to the nearer end; :meth:`clipped` counts them.
        """
        P = np.empty((len(self.events), trials))
        for begin, raw in self.blocks(trials, seed=seed, method=method):
            np.clip(raw, 0.0, self.most, out=P[:, begin : begin + raw.shape[1]])
        return P

    @in_own_arithmetic
    def clipped(self, trials: int, *, seed: int = 0, method: Sampling = "monte-carlo") -> dict[str, int]:
        """Number of trials in which an event's value had to be brought back into [0, 1]."""
        counts = sum(
            (outside(raw, self.most) for _, raw in self.blocks(trials, seed=seed, method=method)),
            np.zeros(len(self.events), int),
        )
        return self.named(counts)

    def named(self, counts: NDArray[np.int64]) -> dict[str, int]:
        """Counts by event, those of 0 left out."""
        return {name: int(c) for name, c in zip(self.events, counts, strict=True) if c}

    def blocks(
        self, trials: int, *, seed: int = 0, method: Sampling = "monte-carlo"
    ) -> Iterator[tuple[int, Vector]]:
        """Joint samples as the distributions give them, some trials at a time: (first trial, (E, some)).

        The next block overwrites the one before.
        """
        sampler = self.sampler(trials, seed=seed, method=method)
        room = sampler.storage()
        for begin in range(0, trials, sampler.width):
            yield begin, sampler.block(begin, min(sampler.width, trials - begin), room)

    def sampler(self, trials: int, *, seed: int = 0, method: Sampling = "monte-carlo") -> Sampler:
        """The joint samples by block, in any order and from several threads."""
        from casegen.fta.events.impossible import not_drawn

        def without(i: int, drawn: Mapping[str, float]) -> Sentence:
            return not_drawn(self.events[i], self.expression(i), drawn)

        computes = [s.expression.value for s in self._sources]
        return Sampler(self.inputs, computes, trials, seed, method, without)


def _column(numbers: Any) -> Vector:
    return np.array([math.nan if x is None else float(x) for x in numbers])
