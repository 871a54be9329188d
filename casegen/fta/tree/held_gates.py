"""Importance of gates, exact: what happens to the top when a gate is held true, or held false.

For a gate ``g`` let Q be the top's probability, Q(1) and Q(0) the top's with ``g`` replaced by true and by false in
every gate that uses it (Dutuit & Rauzy 2001).  Birnbaum is ``Q(1) - Q(0)``, criticality ``(Q - Q(0)) / Q``, RAW
``Q(1) / Q``, RRW ``Q / Q(0)``, DIF ``P(g and top) / Q``.  For a gate that shares nothing with the rest of the tree
these are the measures of an event in its place; for others the four above still hold, as ``Q - Q(0)`` is the
probability that the top happens and would not without the gate.  Fussell-Vesely is the probability, over Q, that a
minimal cut set has failed which is no cut set once the gate is held false; for an event this is the set's holding it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.fta.arrays import ArrayLike, np
from casegen.fta.core import kernels
from casegen.fta.core.cutsets import Families
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.engine import all_gates_diagram, top_diagram
from casegen.fta.core.kernels import GateGraph
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import AND, FIRST_EVENT, TRUE, XOR, Structure
from casegen.fta.tree.importance import EventImportance, ratio
from casegen.fta.tree.rates import RateTree

if TYPE_CHECKING:
    from casegen.fta.tree.compiled_tree import CompiledTree

_MOST_NODES = 50_000
"""nodes of one part's diagram and of its cut sets after which a gate has no Fussell-Vesely"""


def gate_importance(
    tree: CompiledTree, p: ArrayLike, gates: Iterable[str] | None = None
) -> list[EventImportance]:
    """Importance of every named gate and common-cause member (or of ``gates``), most critical first.

    ``p`` (E,): event probabilities.  A gate is measured inside the smallest module that holds it, so that the work is
    two small diagrams a gate.  A NOT gate is its input's complement, and held together with it.  Fussell-Vesely is None
    for trees that are not coherent and where its diagrams are too large; ``fussell_vesely_method`` is ``exact`` or
    ``rare-event``.  Gates too large to be solved are left out.  Raises ``KeyError`` for a gate that is not there.
    """
    vector = np.asarray(p, dtype=float)
    chosen = list(tree.structure.names) if gates is None else list(gates)
    if isinstance(tree, RateTree):
        return tree.gate_importance(vector, chosen)
    work = _Work(tree, vector.tolist())
    results = []
    for name in chosen:
        literal = tree.structure.names[name]
        try:
            held = work.held(literal)
        except TooLarge:
            continue
        results.append(_measures(name, work.top, held, *work.share(literal)))
    return sorted(results, key=lambda e: (-e.criticality, e.id))


@dataclass(frozen=True, slots=True)
class _Held:
    """P(gate), P(top) with the gate held true and held false, P(gate and top)."""

    gate: float
    given_true: float
    given_false: float
    both: float


def _measures(name: str, top: float, held: _Held, share: float | None, method: str) -> EventImportance:
    return EventImportance(
        id=name, probability=held.gate, birnbaum=held.given_true - held.given_false,
        criticality=ratio(top - held.given_false, top), fussell_vesely=share, dif=ratio(held.both, top),
        raw=ratio(held.given_true, top), rrw=ratio(top, held.given_false), occurrences=None,
        fussell_vesely_method=method,
    )  # fmt: skip


class _Part:
    """A module with the modules inside it as variables: a small structure, with one variable to spare.

    ``place`` maps the literals of the whole tree to literals here; a module inside stands for the literal that is
    false while no event has happened (``polarity``), so that small probabilities keep their digits.  The last event
    is the spare one, which stands for a gate that is held.
    """

    def __init__(self, whole: Structure, root: int, modules: set[int], polarity: list[int]) -> None:
        first = whole.first_gate
        variables: dict[int, int] = {}
        inside = {abs(root) - first}
        stack = list(inside)
        while stack:
            for literal in whole.arguments[stack.pop()]:
                v = abs(literal)
                if v == TRUE or v - first in inside:
                    continue
                if v < first or v - first in modules:
                    variables.setdefault(v if v < first else v * polarity[v - first], len(variables))
                else:
                    inside.add(v - first)
                    stack.append(v - first)
        self.variables = list(variables)
        self.gates = sorted(inside)
        self.spare = FIRST_EVENT + len(variables)
        place = {TRUE: TRUE} | {v: FIRST_EVENT + i for v, i in variables.items()}
        place |= {first + j: self.spare + 1 + i for i, j in enumerate(self.gates)}
        self.place = place | {-v: -x for v, x in place.items()}
        self.structure = Structure(
            tree=whole.tree, events=(*(str(v) for v in variables), "held"),
            kinds=tuple(whole.kinds[j] for j in self.gates), counts=tuple(whole.counts[j] for j in self.gates),
            arguments=tuple(tuple(self.place[x] for x in whole.arguments[j]) for j in self.gates),
            top=self.place[root], names={},
        )  # fmt: skip

    def holding(self, literal: int, value: int) -> Structure:
        """The part with a gate's literal replaced by another literal in every gate that uses it."""
        change = {literal: value, -literal: -value}
        return replace(
            self.structure,
            arguments=tuple(tuple(change.get(x, x) for x in row) for row in self.structure.arguments),
        )


class _Work:
    """One question about one tree: its parts, their diagrams, and what each gate does when held."""

    def __init__(self, tree: CompiledTree, p: list[float]) -> None:
        self.tree, self.whole, self.p, self.limit = tree, tree.structure, p, tree.max_nodes
        self.first = tree.structure.first_gate
        self.top = tree.probability(p)
        self.owner, self.modules = _owners(tree.structure)
        self.coherent = tree.coherent
        self.polarity = _polarity(tree.structure, coherent=self.coherent)
        # held, a gate that is always false may make what is rare, whose complement keeps no digits of it
        self.held_polarity = _polarity(tree.structure, coherent=False)
        if self.coherent:
            # a module that is always true has the empty cut set, which no variable has
            self.modules -= _constants(tree.structure)
        self.parts: dict[int, _Part] = {}
        self.diagrams: dict[int, DecisionDiagram] = {}
        self.values: dict[int, list[float]] = {}
        self.known: dict[int, _Held] = {}
        self.known_shares: dict[int, tuple[float | None, str]] = {}

    # --- parts ---------------------------------------------------------------------------------------

    def part_of(self, v: int, polarity: list[int]) -> tuple[int, _Part]:
        """Literal of the smallest module that properly holds gate literal ``v``, and the module's part."""
        owner = self.owner[abs(v) - self.first]
        whole = owner == abs(self.whole.top) - self.first
        root = self.whole.top if whole else (self.first + owner) * polarity[owner]
        if root not in self.parts:
            self.parts[root] = _Part(self.whole, root, self.modules, self.polarity)
        return root, self.parts[root]

    def numbers(self, root: int, part: _Part) -> list[float]:
        """Probabilities of a part's variables, the spare one's last."""
        if root not in self.values:
            self.values[root] = [*(self.variable(v) for v in part.variables), 0.0]
        return self.values[root]

    def variable(self, v: int) -> float:
        """Probability of an event, or of a module's literal."""
        if 0 < v < self.first:
            return self.p[v - FIRST_EVENT]
        if v not in self.parts:
            self.parts[v] = _Part(self.whole, v, self.modules, self.polarity)
        diagram = self.diagram(v)
        return float(diagram.values(self.numbers(v, self.parts[v]))[diagram.root])

    def diagram(self, root: int) -> DecisionDiagram:
        """Diagram of a part."""
        if root not in self.diagrams:
            self.diagrams[root] = top_diagram(self.parts[root].structure, self.limit)
        return self.diagrams[root]

    def solve(self, structure: Structure, p: list[float], *, top: int | None = None) -> float:
        """Probability of a part's top."""
        diagram = top_diagram(structure if top is None else replace(structure, top=top), self.limit)
        return float(diagram.values(p)[diagram.root])

    # --- held gates ----------------------------------------------------------------------------------

    def held(self, literal: int) -> _Held:
        """The top with a literal held either way."""
        if literal not in self.known:
            self.known[literal] = self._find(literal)
        return self.known[literal]

    def _find(self, literal: int) -> _Held:
        v = abs(literal)
        if literal == self.whole.top:
            return _Held(self.top, 1.0, 0.0, self.top)
        if v == TRUE:
            p = float(literal > 0)
            return _Held(p, self.top, self.top, p * self.top)
        if v < self.first:
            return self._event(literal)
        if literal == -self.whole.top:
            return _Held(1.0 - self.top, 0.0, 1.0, 0.0)
        root, part = self.part_of(v, self.held_polarity)
        gate, true, false, both = self._inside(root, part, literal)
        if root == self.whole.top:
            return _Held(gate, true, false, both)
        above = self.held(root)
        true, false = (x * above.given_true + (1.0 - x) * above.given_false for x in (true, false))
        together = both * above.given_true + max(0.0, gate - both) * above.given_false
        return _Held(gate, true, false, together)

    def _event(self, literal: int) -> _Held:
        """A NOT gate over an event is the event's complement."""
        i = abs(literal) - FIRST_EVENT
        ends = []
        for state in (literal > 0, literal < 0):
            ends.append(self.tree.probability([*self.p[:i], float(state), *self.p[i + 1 :]]))
        p = self.p[i] if literal > 0 else 1.0 - self.p[i]
        return _Held(p, ends[0], ends[1], p * ends[0])

    def _inside(self, root: int, part: _Part, literal: int) -> tuple[float, float, float, float]:
        """P(gate), P(part | gate held true), P(part | held false), P(gate and part)."""
        p = self.numbers(root, part)
        if abs(literal) - self.first in self.modules:
            sign = 1 if literal in part.place and literal in part.variables else -1
            i = part.variables.index(sign * literal)
            q = p[i] if sign > 0 else 1.0 - p[i]
            diagram = self.diagram(root)
            ends = []
            for state in (sign > 0, sign < 0):
                value = diagram.values([*p[:i], float(state), *p[i + 1 :]])
                ends.append(float(value[diagram.root]))
            return q, ends[0], ends[1], q * ends[0]
        local = part.place[literal]
        gate = self.solve(part.structure, p, top=local)
        diagram = top_diagram(part.holding(local, part.spare), self.limit)
        ends = [float(diagram.values([*p[:-1], state])[diagram.root]) for state in (1.0, 0.0)]
        true = part.holding(local, TRUE)
        both = replace(
            true, kinds=(*true.kinds, AND), counts=(*true.counts, 0),
            arguments=(*true.arguments, (local, true.top)), top=true.first_gate + len(true.kinds),
        )  # fmt: skip
        return gate, ends[0], ends[1], self.solve(both, p)

    # --- Fussell-Vesely ------------------------------------------------------------------------------

    def share(self, literal: int) -> tuple[float | None, str]:
        """Fussell-Vesely of a literal and how it was found."""
        if literal not in self.known_shares:
            self.known_shares[literal] = self._share(literal) if self.coherent else (None, "")
        return self.known_shares[literal]

    def _share(self, literal: int) -> tuple[float | None, str]:
        v = abs(literal)
        if literal == self.whole.top:
            return 1.0, "exact"
        if v == TRUE or self.top <= 0.0:
            return 0.0, "exact"
        if v < self.first or literal == -self.whole.top:
            return None, ""
        root, part = self.part_of(v, self.polarity)
        above, how_above = (1.0, "exact") if root == self.whole.top else self.share(root)
        try:
            inside, how = lost_share(part, part.place[literal], self.numbers(root, part), self.limit)
        except TooLarge:
            return None, ""
        if above is None:
            return None, ""
        return inside * above, "exact" if how == how_above == "exact" else "rare-event"


def lost_share(part: _Part, literal: int, p: list[float], limit: int) -> tuple[float, str]:
    """P(a minimal cut set of the part has failed that is none once ``literal`` is held false) / P(part).

    With the part written twice, the second time with the literal false, in one diagram.
    """
    held = part.holding(literal, -TRUE)
    gates, first = len(held.kinds), held.first_gate

    def second(x: int) -> int:
        return x if abs(x) < first else x + (gates if x > 0 else -gates)

    twice = replace(
        held, kinds=held.kinds * 2, counts=held.counts * 2,
        arguments=(*part.structure.arguments, *(tuple(map(second, row)) for row in held.arguments)),
        names={"whole": held.top, "held": second(held.top)},
    )  # fmt: skip
    base = top_diagram(part.structure, limit)
    both = all_gates_diagram(twice, base, min(limit, _MOST_NODES))
    whole = float(both.values(p)[both.roots["whole"]])
    if whole <= 0.0:
        return 0.0, "exact"
    lost = _lost_families(both, min(limit, _MOST_NODES))
    try:
        return _union(lost, p) / whole, "exact"
    except TooLarge:
        return min(1.0, lost.rare_event_sum(p) / whole), "rare-event"


def _lost_families(both: DecisionDiagram, limit: int) -> Families:
    """Minimal cut sets of the root named whole that hold no cut set of the root named held."""
    whole, held = both.roots["whole"], both.roots["held"]
    sets = kernels.lost_families(both.nodes, both.rank, whole, held, limit, 4 * len(both) + 1024)
    if sets is None:
        raise TooLarge("the minimal cut sets of a gate", limit)
    return Families(both, limit, sets)


def _union(families: Families, p: list[float]) -> float:
    """Probability that one of the sets has failed, exact; raises :class:`TooLarge`."""
    rank = families.diagram.rank
    most = 40 * len(families) + 1024
    level_variable = [0] * len(rank)
    for v, level in enumerate(rank):
        level_variable[level] = v
    made = kernels.unions(families.nodes, rank, [families.root], level_variable, 0, most)
    if made is None:
        raise TooLarge("the union of cut sets", most)
    union = DecisionDiagram(made.nodes, made.ids[0], rank)
    return float(union.values(p)[union.root])


def _polarity(structure: Structure, *, coherent: bool) -> list[int]:
    """1 for gates to be taken as they are, -1 for those to be taken as complements, by what is false with no event.

    Of a constant gate in a coherent tree the true literal is taken, which has a minimal cut set, the empty one.
    """
    constant = _constants(structure) if coherent else set()
    none = _states(structure, False)
    return [(1 if low else -1) if j in constant else -1 if low else 1 for j, low in enumerate(none)]


def _constants(structure: Structure) -> set[int]:
    """Gates of a coherent tree that have one value with no event and with all, and so always."""
    none, every = _states(structure, False), _states(structure, True)
    return {j for j, low in enumerate(none) if low == every[j]}


def _states(structure: Structure, event: bool) -> list[bool]:
    """Every gate with all events in one state."""
    first = structure.first_gate
    state: list[bool] = []
    for kind, count, row in zip(structure.kinds, structure.counts, structure.arguments, strict=True):
        held = sum(
            (state[abs(x) - first] if abs(x) >= first else event or abs(x) == TRUE) == (x > 0) for x in row
        )
        state.append(held == len(row) if kind == AND else held % 2 == 1 if kind == XOR else held >= count)
    return state


def _owners(structure: Structure) -> tuple[dict[int, int], set[int]]:
    """The smallest module that properly holds each gate below the top, and the modules (gates by number)."""
    first = structure.first_gate
    if abs(structure.top) < first:
        return {}, set()
    entry, leave, low, high, order = kernels.visits(GateGraph.of(structure))
    modules = {
        j for j in order
        if all(low[abs(x)] > entry[first + j] and high[abs(x)] < leave[first + j]
               for x in structure.arguments[j] if abs(x) != TRUE)
    }  # fmt: skip
    owner: dict[int, int] = {}
    for j in reversed(order):
        for x in structure.arguments[j]:
            child = abs(x) - first
            if child >= 0:
                owner.setdefault(child, j if j in modules else owner[j])
    return owner, modules
