"""A fault tree of an open case, with today's evidence bound to its events."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casegen.api.arguments import Ranked, chosen, truth, whole, within
from casegen.model.arithmetic import computes_by_itself
from casegen.model.given import refused
from casegen.model.limits import MOST_TRIALS
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.assessment.assess import Session
    from casegen.assessment.trees import BoundTree
    from casegen.fta.core.cutsets import CutSetResult
    from casegen.fta.study.propagation import Uncertainty
    from casegen.fta.study.sensitivity import Swing
    from casegen.fta.tree.bounds import Quantified
    from casegen.fta.tree.importance import EventImportance
    from casegen.model.quantity import Estimate, MeasureKind
    from casegen.model.results import TreeResult


class Importance(Ranked["EventImportance"]):
    """Importance by place and by id; ``rounding`` says which rows have lost digits, empty where none has."""

    def __new__(cls, rows: Iterable[EventImportance], rounding: str = "") -> Importance:
        made = super().__new__(cls, rows)
        made.rounding = rounding
        return made

    rounding: str


@computes_by_itself
class OpenTree:
    """A quantified fault tree; every number is in the tree's ``kind``."""

    def __init__(self, session: Session, result: TreeResult) -> None:
        self._session = session
        self.id = result.id
        self.result = result
        """the tree as the assessment has it: gates, events, leading cut sets"""

    @cached_property
    def _bound(self) -> BoundTree:
        numbers = self._session.numbers()
        if self.id not in numbers.trees:
            raise refused(f"fault tree {self.id}: {numbers.problems[self.id]}")
        return numbers.trees[self.id].at(None)

    @property
    def kind(self) -> MeasureKind:
        """What one unit of its probability is: per demand, per mission, per hour."""
        return self._session.case.tree[self.id].kind

    @property
    def events(self) -> tuple[str, ...]:
        """Its basic events, in the order of every vector."""
        return tuple(self._bound.values.events)

    @property
    def probability(self) -> float:
        """Top-event probability at the events' values; :attr:`top` has its bounds."""
        return self.top.value

    @property
    def top(self) -> Estimate:
        """The top event with the bounds that follow from the events' at the target's confidence.

        Where there is no bound, ``lower`` and ``upper`` are None and ``note`` says why.  Raises :class:`InputError`
        where the tree cannot be quantified.
        """
        if self.result.top is None:
            raise refused(f"fault tree {self.id}: {self.result.problem}")
        return self.result.top

    @cached_property
    def quantified(self) -> Quantified:
        """The probability with what it is worth: ``exact``, ``lower`` and ``upper`` around it, ``method``, ``label``."""
        from casegen.assessment.stale_parts import stale_label
        from casegen.fta.study.mission import values_anywhere
        from casegen.fta.tree.bounds import quantify

        bound = self._bound
        values = values_anywhere(bound.case, bound.compiled, bound.evidence, bound.settings) or bound.values
        result = quantify(bound.compiled, values.points, values=values)
        return result.from_stale(stale_label(self.stale)) if self.stale else result

    @property
    def stale(self) -> tuple[str, ...]:
        """Stale evidence items that its numbers come from: then every number of the tree is out of date."""
        return self.result.stale_items

    @property
    def rounding(self) -> str:
        """What rounding leaves of the digits, and which events are known as a range only; empty where neither is so."""
        return self.result.rounding

    @cached_property
    def hours(self) -> str:
        """Which events have their number after hours of their own, not after the mission's; empty where none has."""
        from casegen.fta.study.mission import own_hours

        bound = self._bound
        return own_hours(bound.case, bound.compiled, bound.settings)

    @property
    def gate_count(self) -> int:
        """Gates of the tree as it is solved."""
        return self._bound.compiled.gate_count

    @property
    def bdd_nodes(self) -> int:
        """Nodes of its decision diagram."""
        return self._bound.compiled.bdd_nodes

    def bound(self, confidence: float) -> Estimate:
        """The top event with its bounds at a one-sided ``confidence``.

        Where no input is uncertain, ``lower`` and ``upper`` are None and ``note`` says so, as of :attr:`top`.  Raises
        :class:`InputError` where an input's bounds do not hold with that confidence.
        """
        checked = within(confidence, "confidence", 0.5, 1.0)
        estimate, problem = self._bound.estimate(self._session.case, checked)
        if problem:
            raise refused(f"fault tree {self.id}: {problem}")
        return estimate

    def importance(self, *, gates: bool = False) -> Importance:
        """Birnbaum, criticality, Fussell-Vesely, DIF, RAW and RRW of every event (or gate), most critical first.

        In that order, and by id: ``importance()[0]``, ``importance()["BE-CLS"]``.  Its ``rounding`` says whose numbers
        have lost digits: differences of near numbers carry few, and what is divided by a top without a digit is NaN.
        """
        from casegen.fta.tree.ranked import ranked_importance

        ranked = ranked_importance(self._bound.compiled, self._bound.values, gates=truth(gates, "gates"))
        return Importance(ranked.rows, ranked.rounding(self.rounding))

    def cut_sets(
        self, top: int = 20, limit_order: int | None = None, cutoff: float | None = None, *, prime: bool = False
    ) -> CutSetResult:  # fmt: skip
        """The ``top`` most probable minimal cut sets (or prime implicants); ``count`` is that of all of them."""
        compiled = self._bound.compiled
        ask = compiled.prime_implicants if truth(prime, "prime") else compiled.cut_sets
        return ask(
            self._bound.values.probability,
            top=whole(top, "top", least=1),
            limit_order=None if limit_order is None else whole(limit_order, "limit_order", least=1),
            cutoff=None if cutoff is None else within(cutoff, "cutoff", 0.0, 1.0, ends=True),
        )

    def uncertainty(self, trials: int = 100_000, seed: int = 0, method: str = "monte-carlo") -> Uncertainty:
        """Distribution of the top-event probability over the uncertain inputs."""
        from casegen.fta import uncertainty

        chosen(method, "method", ("monte-carlo", "latin-hypercube", "sobol"))
        trials, seed = whole(trials, "trials", least=2, most=MOST_TRIALS), whole(seed, "seed", least=0)
        return uncertainty(self._bound.compiled, self._bound.values, trials=trials, seed=seed, method=method)  # type: ignore[arg-type]

    def sensitivity(self, level: float = 0.95, factor: float = 10.0) -> Ranked[Swing]:
        """One input at a time, widest swing first; ``factor`` for inputs without uncertainty."""
        from casegen.fta import tornado

        level, factor = within(level, "level", 0.5, 1.0), within(factor, "factor", 1.0, math.inf)
        return Ranked(tornado(self._bound.compiled, self._bound.values, level=level, factor=factor))

    def __reduce__(self) -> tuple[Any, ...]:
        from casegen.api.case import OpenCase

        return OpenCase.tree, (OpenCase(self._session.case), self.id)

    def __repr__(self) -> str:
        if self.id not in self._session.numbers().trees or self.result.top is None:
            return f"<fault tree {self.id!r}: not quantified>"
        events = counted(len(self.events), "event")
        old = ", out of date" if self.stale else ""
        return f"<fault tree {self.id!r}: {events}, top {self.probability:.4g} {self.kind.value}{old}>"

    def _repr_html_(self) -> str:
        from casegen.api.notebook import tree_html

        return tree_html(self)

    def rows(self) -> list[dict[str, Any]]:
        """One row an event: probability, bounds, importance; ``rounding``: whose importance in the tree lost digits."""
        from casegen.api.rows import event_rows

        return event_rows(self.result, self.importance().rounding if self.result.events else "")
