"""Trees of rates per hour: rates of distinct events are added, and nothing is ever multiplied.

A top event that each of its basic events causes by itself occurs at most as often as these together: its rate is the
sum over the *distinct* events that reach it, each counted once however many gates name it.  That is exact for events of
which no two happen at once, and an upper bound for any.  Gates other than OR have no such meaning and are refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from casegen.fta.arrays import ArrayLike, Vector, np
from casegen.fta.core.cutsets import CutSetResult
from casegen.fta.errors import FaultTreeError
from casegen.fta.gates.dimensions import dimension_faults
from casegen.fta.gates.structure import FIRST_EVENT, Structure
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.given_numbers import numbers_of
from casegen.fta.tree.importance import EventImportance, ImportanceTable, ratio
from casegen.model.arithmetic import in_own_arithmetic
from casegen.model.quantity import MeasureKind


class RateTree(CompiledTree):
    """A tree of rates per hour, answered as :class:`~casegen.fta.CompiledTree` is: its probabilities are rates.

    Minimal cut sets are the single events.  What asks for the top given that an event *holds* (RAW) has no meaning
    for a rate and is NaN.  Raises :class:`FaultTreeError` for gates through which rates cannot go.
    """

    adds = True
    most = math.inf

    def __init__(self, structure: Structure, max_nodes: int | None = None) -> None:
        faults = list(dimension_faults(MeasureKind.PER_HOUR, structure))
        if faults:
            raise FaultTreeError.gather([(("trees",), message) for message in faults])
        super().__init__(structure, max_nodes)
        self._below = [0] * len(structure.arguments)
        """events below each gate, as bits"""
        for j, arguments in enumerate(structure.arguments):
            for literal in arguments:
                self._below[j] |= self._bits(literal)

    def _bits(self, literal: int) -> int:
        size = abs(literal)
        if size < FIRST_EVENT:
            return 0
        return (
            1 << size - FIRST_EVENT
            if size < self.structure.first_gate
            else self._below[size - self.structure.first_gate]
        )

    def _members(self, bits: int) -> list[int]:
        return [i for i in range(len(self.events)) if bits >> i & 1]

    @cached_property
    def _reached(self) -> list[int]:
        """Places of the events that the top adds up."""
        return self._members(self._bits(self.structure.top))

    @cached_property
    def signs(self) -> tuple[int, ...]:
        return (1,) * len(self.events)

    def probability(self, p: ArrayLike) -> float:
        """Rate of the top event per hour for the events' rates ``p`` (E,)."""
        vector = self._vector(p)
        return math.fsum(vector[self._reached])

    def unchecked(self, p: Sequence[float]) -> float:
        return self.probability(p)

    def exactly(self, p: Sequence[Fraction | None]) -> Fraction | None:
        known = [x for x in (p[i] for i in self._reached) if x is not None]
        return sum(known, start=Fraction(0)) if len(known) == len(self._reached) else None

    def probabilities(self, P: ArrayLike) -> Vector:
        """Rates of the top, one per column of ``P`` (E, S); shape (S,)."""
        return np.asarray(np.asarray(P, dtype=float)[self._reached].sum(axis=0))

    def sweep(self, P: Vector) -> Vector:
        return self.probabilities(P)

    def gate_probabilities(self, p: ArrayLike) -> dict[str, float]:
        """Rate of every named gate, by id."""
        vector = self._vector(p)
        return {
            name: math.fsum(vector[self._members(self._bits(literal))])
            for name, literal in self.structure.names.items()
        }

    def gradient(self, p: ArrayLike) -> tuple[float, Vector]:
        slope = np.zeros(len(self.events))
        slope[self._reached] = 1.0
        return self.probability(p), slope

    def birnbaum(self, p: ArrayLike) -> Vector:
        return self.gradient(p)[1]

    def conditional(self, p: ArrayLike, states: Mapping[str, bool]) -> float:
        """The rate with some events never happening; a rate given that one does has no meaning (``ValueError``)."""
        vector = self._vector(p).copy()
        for name, state in states.items():
            if state:
                raise ValueError(f"a rate per hour given that {name} holds has no meaning")
            vector[self.index[name]] = 0.0
        return self.probability(vector)

    @in_own_arithmetic
    def importance(self, p: ArrayLike) -> ImportanceTable:
        """Shares of the sum: criticality, Fussell-Vesely and DIF are the same number, RAW has no meaning."""
        vector = self._vector(p)
        top, slope = self.gradient(vector)
        share = np.array([ratio(x, top) for x in vector * slope])
        relief = np.array([ratio(top, self._without(vector, top, i)) for i in range(len(vector))])
        nothing = np.full(len(vector), math.nan)
        columns = (vector, slope, share, share, nothing, relief)
        return ImportanceTable(self.events, top, columns, lambda: self.cut_set_shares(vector, top))

    def _without(self, vector: Vector, top: float, i: int) -> float:
        if i not in self._places:
            return top
        # the difference has no digits where the event is nearly all of the sum
        others = top - float(vector[i])
        return others if others > 0.5 * top else math.fsum(vector[j] for j in self._reached if j != i)

    @cached_property
    def _places(self) -> frozenset[int]:
        return frozenset(self._reached)

    @in_own_arithmetic
    def cut_set_shares(self, p: Vector, top: float) -> tuple[list[float] | None, list[int] | None, str]:
        counts = [int(i in self._places) for i in range(len(p))]
        return [ratio(float(x) * n, top) for x, n in zip(p, counts, strict=True)], counts, "exact"

    def prime_implicants(
        self, p: ArrayLike, top: int | None = 100, limit_order: int | None = None, cutoff: float | None = None
    ) -> CutSetResult:
        """The minimal cut sets: no event is absent in any."""
        return self.cut_sets(p, top, limit_order, cutoff)

    def gate_importance(self, p: ArrayLike, gates: Sequence[str]) -> list[EventImportance]:
        """A gate held false takes with it the events that reach the top through it alone."""
        vector = self._vector(p)
        top = self.probability(vector)
        rows = []
        for name in gates:
            literal = self.structure.names[name]
            gate = math.fsum(vector[self._members(self._bits(literal))])
            rest = math.fsum(vector[self._members(self._beside(abs(literal)))])
            share, reached = ratio(top - rest, top), self._bits(literal) & self._bits(self.structure.top)
            both = math.fsum(vector[self._members(reached)])
            rows.append(
                EventImportance(
                    id=name, probability=gate, birnbaum=float(rest < top), criticality=share, fussell_vesely=share,
                    dif=ratio(both, top), raw=math.nan, rrw=ratio(top, rest), occurrences=None,
                    fussell_vesely_method="exact",
                )
            )  # fmt: skip
        return sorted(rows, key=lambda e: (-e.criticality, e.id))

    def _beside(self, held: int) -> int:
        """Events that reach the top with gate ``held`` false."""
        seen, stack, bits = set(), [abs(self.structure.top)], 0
        while stack:
            v = stack.pop()
            if v in seen or v == held or v < FIRST_EVENT:
                continue
            seen.add(v)
            if v < self.structure.first_gate:
                bits |= 1 << v - FIRST_EVENT
            else:
                stack += [abs(a) for a in self.structure.arguments[v - self.structure.first_gate]]
        return bits

    def diagram(self, *, gates: bool = True) -> dict[str, Any]:
        """As :meth:`CompiledTree.diagram`; ``adds`` says that values are ``p*value[high] + value[low]``."""
        return {**super().diagram(gates=gates), "adds": True}

    def _vector(self, p: ArrayLike) -> Vector:
        vector = numbers_of(p, "rates")
        if vector.shape != (len(self.events),):
            raise ValueError(f"expected {len(self.events)} rates, found shape {vector.shape}")
        wrong = np.flatnonzero(~((vector >= 0.0) & np.isfinite(vector)))
        if wrong.size:
            listed = ", ".join(f"{self.events[i]} = {vector[i]:g}" for i in wrong[:5])
            raise ValueError(f"rates must be finite and not negative: {listed}")
        return vector
