"""A compiled fault tree: the value that every question about a tree is asked of."""

from __future__ import annotations

import contextlib
import math
import sys
import threading
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casegen.fta.arrays import ArrayLike, Vector, np
from casegen.fta.core.cutsets import CutSetResult, Families, list_cut_sets
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.enclosure import compare, enclosed
from casegen.fta.core.engine import DEFAULT_MAX_NODES, all_gates_diagram, top_diagram
from casegen.fta.core.kernels import GateGraph
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import Structure, build_structure
from casegen.fta.tree.directions import event_signs
from casegen.fta.tree.gates_beneath import beneath
from casegen.fta.tree.given_numbers import are_probabilities, probabilities_of
from casegen.fta.tree.importance import LARGEST, ImportanceTable, unmultiplied_shares
from casegen.fta.tree.monotone import proved_signs, reachable
from casegen.fta.tree.recurring_inputs import repeated_inputs, without_cancelling
from casegen.model.arithmetic import in_own_arithmetic
from casegen.model.case import Case
from casegen.model.quantity import MeasureKind
from casegen.model.sentence import worded

if TYPE_CHECKING:
    from casegen.fta.core.fussell_vesely import Unions


_SIDES = {
    1: worded("tree_digits.upper", "an upper bound"),
    -1: worded("tree_digits.lower", "a lower bound"),
    0: worded("tree_digits.neither", "neither an upper nor a lower bound"),
}
_MONOTONE_NODES = 50_000
_GATES_AT_LEAST = 20_000
_GATES_TIMES = 10
_MORE_GATES = 200_000
"""nodes of the diagram of all gates for what is computed on it; fewer are written out (:meth:`CompiledTree.diagram`)"""
_SMALL = 1e-290
"""a product of an event's and the top's probability that may have lost digits before it is divided by the top"""
_LEAST_POWER = -300.0
"""power of ten of the least outcome above which no RRW passes the largest number, and none of Q(0) is lost"""
_SMALLEST = sys.float_info.min
"""numbers below keep fewer digits the smaller they are, down to none"""
_SHARED_TREES = 64
_SHARED_NODES = 200_000
"""trees kept for the next question, and nodes of them all: some tens of megabytes with what is built on demand"""
_shared: dict[tuple[str, int, int | None, int], CompiledTree] = {}
_sharing = threading.Lock()


def compile_tree(
    case: Case, tree_id: str, *, max_nodes: int | None = None, house: Mapping[str, bool] | None = None,
    top: str | None = None,
) -> CompiledTree:  # fmt: skip
    """Compile a fault tree of a case, common-cause groups expanded, transfers followed.

    ``house`` overrides states of house events, ``top`` asks for another gate of the tree, ``max_nodes``
    limits the diagram.  Raises :class:`~casegen.fta.errors.FaultTreeError` for a tree without meaning and
    :class:`~casegen.fta.errors.TooLarge` for one beyond the limit.

    A tree of the same structure compiled before is given again while it is among the last: assessments of one case under
    other numbers share diagrams, cut sets and gates' diagrams.
    """
    structure = build_structure(case, tree_id, house=house, top=top)
    adds = case.tree[tree_id].kind is MeasureKind.PER_HOUR
    key = (structure.tree, structure.top, max_nodes, hash((adds, structure.events, structure.arguments)))
    known = _shared.get(key)
    if known is not None and known.structure == structure and known.adds == adds:
        return known
    if adds:
        from casegen.fta.tree.rates import RateTree

        made: CompiledTree = RateTree(structure, max_nodes)
    else:
        made = CompiledTree(structure, max_nodes)
    with _sharing:
        _shared[key] = made
        # the oldest go first
        while _shared and (
            len(_shared) > _SHARED_TREES or sum(t.bdd_nodes for t in _shared.values()) > _SHARED_NODES
        ):
            del _shared[next(iter(_shared))]
    return made


class CompiledTree:
    """An exact diagram of a fault tree.

    ``events`` fixes the order of every probability vector: shape (E,), each in [0, 1].  ``groups`` lists the
    independent events of each common-cause group the tree uses; ``labels`` names what is not exact;
    ``unordered`` are the events "in order" whose probability is not known, and counted as 1.  A tree of rates per hour
    is a :class:`~casegen.fta.tree.rates.RateTree`.
    """

    adds = False
    """whether the numbers are rates, which are added"""
    most = 1.0
    """the largest number an event can have"""

    def __init__(self, structure: Structure, max_nodes: int | None = None) -> None:
        self.structure = structure
        self.max_nodes = max_nodes or DEFAULT_MAX_NODES
        self.id = structure.tree
        self.events = structure.events
        self.groups = structure.groups
        self.index = {name: i for i, name in enumerate(structure.events)}
        self._graph = GateGraph.of(structure)
        self._diagram = top_diagram(structure, max_nodes)
        compare(self._graph, self._diagram, self.id)
        self.unordered = tuple(name for name, inputs in structure.orders.items() if not inputs)
        signs = event_signs(structure) if self.unordered else ()
        self.labels = tuple(
            worded(
                "tree_digits.as_and",
                "priority-AND gate {gate} is counted as AND: {side}",
                gate=name.rpartition(" in order")[0],
                side=_SIDES[signs[self.index[name]]],
            )
            for name in self.unordered
        )

    # --- probability ---------------------------------------------------------------------------------

    def probability(self, p: ArrayLike) -> float:
        """Exact probability of the top event for event probabilities ``p`` (E,).

        Raises :class:`~casegen.fta.errors.InconsistentResult` where rigorous bounds do not enclose it.
        """
        numbers = p if are_probabilities(p, self.events) else self._vector(p)
        value = self._diagram.values(numbers)
        return enclosed(self._graph, numbers, float(value[self._diagram.root]), self.id)

    def unchecked(self, p: Sequence[float]) -> float:
        """As :meth:`probability`, of a tree that was checked before, for probabilities known to be right."""
        return float(self._diagram.values(p)[self._diagram.root])

    def exactly(self, p: Sequence[Fraction | None]) -> Fraction | None:
        """The top event for event probabilities as they were typed (E,); None where that is not known exactly."""
        return self._diagram.exactly(p)

    def probabilities(self, P: ArrayLike) -> Vector:
        """Exact probabilities of the top event, one per column of ``P`` (E, S); shape (S,)."""
        matrix = np.asarray(P, dtype=float)
        if matrix.ndim != 2 or matrix.shape[0] != len(self.events):
            raise ValueError(f"expected probabilities of shape ({len(self.events)}, S), found {matrix.shape}")
        return self._diagram.many(matrix)

    def sweep(self, P: Vector) -> Vector:
        """As :meth:`probabilities`, for a matrix known to be right."""
        return self._diagram.many(P)

    def gate_probabilities(self, p: ArrayLike) -> dict[str, float]:
        """Exact probability of every named gate and common-cause member, by id.

        Where the diagram of all gates together passes the budget each gate is solved by itself; gates too large even
        so are left out.
        """
        if "_gate_diagrams" in self.__dict__:
            return self._gates_one_by_one(self._vector(p))
        try:
            gates = self._gates
        except TooLarge:
            return self._gates_one_by_one(self._vector(p))
        value = gates.values(self._vector(p))
        return {name: float(value[node]) for name, node in gates.roots.items()}

    def _gates_one_by_one(self, p: Vector) -> dict[str, float]:
        return {name: float(d.values(p)[d.root]) for name, d in self._gate_diagrams.items()}

    @cached_property
    def _gate_diagrams(self) -> dict[str, DecisionDiagram]:
        """Every gate's own diagram, kept for the next what-if; gates too large are left out."""
        results: dict[str, DecisionDiagram] = {}
        for name, literal in self.structure.names.items():
            with contextlib.suppress(TooLarge):
                results[name] = top_diagram(beneath(self.structure, literal), self.max_nodes)
        return results

    def birnbaum(self, p: ArrayLike) -> Vector:
        """Birnbaum importance of every event (E,): the derivative of the top by the event's probability."""
        return self._diagram.gradient(self._vector(p))[1]

    def gradient(self, p: ArrayLike) -> tuple[float, Vector]:
        """Top-event probability and its derivatives (E,) in one pair of sweeps."""
        return self._diagram.gradient(self._vector(p))

    def conditional(self, p: ArrayLike, states: Mapping[str, bool]) -> float:
        """Probability of the top given that some events hold or do not."""
        vector = self._vector(p).copy()
        for name, state in states.items():
            vector[self.index[name]] = float(state)
        return self.probability(vector)

    # --- importance ----------------------------------------------------------------------------------

    @in_own_arithmetic
    def importance(self, p: ArrayLike) -> ImportanceTable:
        """Importance of every event, most critical first; see :mod:`casegen.fta.tree.importance`."""
        vector = np.asarray(p, dtype=float)
        if vector.shape != (len(self.events),):
            self._vector(vector)
        top, vector, columns = self._diagram.importance(vector)
        if top < 0.0:
            self._vector(vector)
        elif self.vanishes(vector, top):
            columns = np.array([columns[0], *np.full((4, len(vector)), math.nan)])
            return ImportanceTable(
                self.events, top, (vector, *columns), lambda: (None, self.cut_set_shares(vector, top)[1], "")
            )
        elif top > 0.0 and len(vector) and np.abs(columns[1:3]).min() * top < _SMALL:
            columns = unmultiplied_shares(top, vector, columns)
        if top > 0.0 and np.isinf(columns[4]).any():
            columns = self._with_finite_worth(columns, vector, top)
        return ImportanceTable(self.events, top, (vector, *columns), lambda: self.cut_set_shares(vector, top))

    def _with_finite_worth(self, columns: Vector, p: Vector, top: float) -> Vector:
        """RRW is the largest number, not infinite, of events that the top does not need: Q(0) is too small.

        It is not known where a small top by a Q(0) of that kind may be less than the largest number.
        """
        possible = (p > 0.0) & (p < 1.0)
        if np.log10(np.minimum(p, 1.0 - p)[possible]).sum() > _LEAST_POWER:
            return columns
        needed = np.isinf(self._diagram.importance(np.where(possible, 0.5, p))[2][4])
        columns = columns.copy()
        known = top > LARGEST * math.ulp(0.0) * self.bdd_nodes
        columns[4][np.isinf(columns[4]) & ~needed] = LARGEST if known else math.nan
        return columns

    def vanishes(self, p: ArrayLike, top: float) -> bool:
        """Whether the top can happen, and its probability is too small to be known: shares of it are not, either."""
        if not 0.0 <= top < _SMALLEST:
            return False
        d, chances = self._diagram, np.asarray(p, dtype=float).tolist()
        may = [(True, False), (False, True)]  # be false, and be true
        for v, a, b in zip(d.var[2:], d.low[2:], d.high[2:], strict=True):
            own = (chances[v] < 1.0, chances[v] > 0.0) if v < d.events else may[d.proxies[v - d.events]]
            may.append(
                (
                    (own[0] and may[a][0]) or (own[1] and may[b][0]),
                    (own[0] and may[a][1]) or (own[1] and may[b][1]),
                )
            )
        return may[d.root][1]

    @in_own_arithmetic
    def cut_set_shares(self, p: Vector, top: float) -> tuple[list[float] | None, list[int] | None, str]:
        """Fussell-Vesely (E,), minimal cut sets with each event (E,), and the method; None beyond the budget."""
        from casegen.fta.core.fussell_vesely import rare_event_shares

        try:
            families = self.families
        except TooLarge:
            return None, None, ""
        unions = self._unions
        if unions is not None:
            return unions.shares(p, top), families.occurrences, "exact"
        given_top = None
        if self.coherent and top > 0.0:
            slope = self.gradient(p)[1]
            given_top = (p / top * np.minimum(1.0, top + (1.0 - p) * slope)).tolist()
        return rare_event_shares(families, p, top, given_top), families.occurrences, "rare-event"

    # --- minimal cut sets ----------------------------------------------------------------------------

    def cut_set_count(self) -> int:
        """Number of minimal cut sets, exact and without listing them."""
        return self.families.count()

    def cut_sets(
        self, p: ArrayLike, top: int | None = 100, limit_order: int | None = None, cutoff: float | None = None
    ) -> CutSetResult:
        """The ``top`` most probable minimal cut sets (None: all), with what was left out stated.

        ``limit_order`` keeps sets of at most that many events, ``cutoff`` those at least that probable.
        For a tree that is not coherent these are the minimal sets of events whose occurrence alone makes
        the top hold; :meth:`prime_implicants` gives literals.
        """
        return list_cut_sets(self.families, self.events, self._vector(p).tolist(), top, limit_order, cutoff)

    def prime_implicants(
        self, p: ArrayLike, top: int | None = 100, limit_order: int | None = None, cutoff: float | None = None
    ) -> CutSetResult:
        """The ``top`` most probable prime implicants: minimal sets of events and absences that force the top.

        A literal ``not x`` means that event ``x`` does not occur; its probability is ``1 - p``.  For coherent trees
        these are the minimal cut sets.  Raises :class:`TooLarge`.
        """
        if self.coherent:
            return self.cut_sets(p, top, limit_order, cutoff)
        from casegen.fta.core.prime import prime_families

        vector = self._vector(p)
        families = prime_families(self._gates, self.max_nodes)
        names = [*self.events, *(f"not {e}" for e in self.events)]
        chances = [*vector.tolist(), *(1.0 - vector).tolist()]
        return list_cut_sets(families, names, chances, top, limit_order, cutoff)

    # --- shape ---------------------------------------------------------------------------------------

    @cached_property
    def coherent(self) -> bool:
        """Whether no event, by occurring, ever prevents the top.

        Read off the gates where no complement reaches an event; else proved on the diagram, if that has at most
        50,000 nodes; a larger tree with complements counts as not coherent.
        """
        return all(sign == 1 for sign in self.signs)

    @cached_property
    def signs(self) -> tuple[int, ...]:
        """How the top moves with each event (E,): 1 up, -1 down, 0 unknown."""
        signs = event_signs(self.structure)
        if any(sign != 1 for sign in signs) and len(self._diagram) <= _MONOTONE_NODES:
            return proved_signs(self._diagram, signs)
        return signs

    @cached_property
    def reached(self) -> frozenset[int]:
        """Places of the events that the top's diagram asks for: no other moves the top."""
        variables = {int(self._diagram.var[n]) for n in reachable(self._diagram, self._diagram.root)}
        return frozenset(v for v in variables if v < len(self.events))

    @cached_property
    def repeated_inputs(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Gates that count one input twice, and the literals of these (:mod:`casegen.fta.tree.recurring_inputs`)."""
        return repeated_inputs(self.structure, self._diagram)

    @cached_property
    def without_cancelling(self) -> CompiledTree:
        """The tree in which no event prevents the top; it holds wherever this one does.  Raises :class:`TooLarge`."""
        return type(self)(without_cancelling(self.structure), self.max_nodes)

    @property
    def bdd_nodes(self) -> int:
        """Nodes of the top's diagram, the two leaves left out."""
        return len(self._diagram) - 2

    @cached_property
    def depth(self) -> int:
        """Nodes on the longest way through the top's diagram, those of modules on the way included."""
        return self._diagram.depth()

    @property
    def gate_count(self) -> int:
        """Gates with a name."""
        return len(self.structure.names)

    def diagram(self, *, gates: bool = True) -> dict[str, Any]:
        """The diagram as JSON-able arrays (:meth:`casegen.fta.core.diagram.Diagram.arrays`), with all gates.

        Gates are left out where their common diagram is more than ten times the top's.
        """
        if gates:
            with contextlib.suppress(TooLarge):
                if len(self._gates) <= self._few_gates:
                    return self._gates.arrays(self.events)
        return self._diagram.arrays(self.events)

    # --- parts built on demand -----------------------------------------------------------------------

    @cached_property
    def _gates(self) -> DecisionDiagram:
        few = self._few_gates
        diagram = all_gates_diagram(
            self.structure, self._diagram, [few, max(few, min(self.max_nodes, _MORE_GATES))]
        )
        compare(self._graph, diagram, self.id)
        return diagram

    @property
    def _few_gates(self) -> int:
        """Nodes of the diagram of all gates that are not many beside those of the top's."""
        return min(self.max_nodes, _GATES_AT_LEAST + _GATES_TIMES * len(self._diagram))

    @cached_property
    def families(self) -> Families:
        """The minimal cut sets, implicit; raises :class:`TooLarge`."""
        return Families(self._diagram, self.max_nodes)

    @cached_property
    def _unions(self) -> Unions | None:
        from casegen.fta.core.fussell_vesely import Unions

        try:
            return Unions(self.families)
        except TooLarge:
            return None

    def _vector(self, p: ArrayLike) -> Vector:
        return probabilities_of(self.events, p)
