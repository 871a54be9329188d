"""Importance of gates, exact: what happens to the top when a gate is held true, or held false.

For a gate ``g`` let Q be the top's probability, Q(1) and Q(0) the top's with ``g`` replaced by true and by false in
every gate that uses it (Dutuit & Rauzy 2001).  Birnbaum is ``Q(1) - Q(0)``, criticality ``(Q - Q(0)) / Q``, RAW
``Q(1) / Q``, RRW ``Q / Q(0)``, DIF ``P(g and top) / Q``.  For a gate that shares nothing with the rest of the tree
these are the measures of an event in its place; for others the four above still hold, as ``Q - Q(0)`` is the
probability that the top happens and would not without the gate.  Fussell-Vesely is the probability, over Q, that a
minimal cut set has failed which is no cut set once the gate is held false; for an event this is the set's holding it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.fta.arrays import ArrayLike, np
from casegen.fta.core.any_size import SMALLEST
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.engine import top_diagram
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import FIRST_EVENT, TRUE, Structure
from casegen.fta.tree.chances import CERTAIN, NEVER, Chance, both_hold, chance, held_at, side_by_side
from casegen.fta.tree.gate_shares import MOST_NODES, lost_share
from casegen.fta.tree.importance import DIFFERENCE, EventImportance, ratio, without_shares
from casegen.fta.tree.modules import constants, owners, polarity
from casegen.fta.tree.rates import RateTree

if TYPE_CHECKING:
    from casegen.fta.tree.compiled_tree import CompiledTree

_CANCELLED = 1e-4
"""share of a probability below which a difference of two of its size is not taken, but summed from its own outcomes"""
TINY = 1e-300
"""differences below may have lost digits because products fell below the smallest number"""


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
    rows = without_shares(results) if tree.vanishes(vector, work.top) else results
    return sorted(rows, key=lambda e: (-e.criticality, e.id))


def gates_of_lost_differences(tree: CompiledTree, p: ArrayLike, gates: Iterable[str]) -> list[str]:
    """Those of ``gates`` whose Birnbaum importance or criticality is a difference that has fewer than ten digits."""
    work = _Work(tree, np.asarray(p, dtype=float).tolist())
    return [name for name in gates if not work.has_digits(tree.structure.names[name])]


def event_slopes(
    tree: CompiledTree, p: ArrayLike, events: Iterable[int]
) -> Iterator[tuple[int, float | None, bool]]:
    """Birnbaum importance of events, by position, and whether ten digits of it are kept.

    Each is summed from the outcomes in which the event causes the top and from those in which it prevents it, so that
    digits are lost only where these two cancel.  None where the diagrams are too large.
    """
    work = _Work(tree, np.asarray(p, dtype=float).tolist())
    for i in events:
        try:
            held = work.held(FIRST_EVENT + i)
            yield i, held.slope + 0.0, work.has_digits(FIRST_EVENT + i)
        except TooLarge:
            yield i, None, False


@dataclass(frozen=True, slots=True)
class _GateValues:
    """P(gate), P(top) with the gate held true and held false, P(gate and top).

    ``slope``: given true less given false.  ``drop``: P(top) less given false.  ``kept``: whether both have their digits.
    """

    gate: float
    given_true: float
    given_false: float
    both: float
    slope: float
    drop: float
    kept: bool = True


@dataclass(frozen=True, slots=True)
class _Inside:
    """As :class:`_GateValues`, of the part in which a gate stands; ``alone``: P(gate and not part)."""

    gate: float
    given_true: Chance
    given_false: Chance
    both: float
    alone: float
    slope: float
    drop: float
    kept: bool


def _measures(name: str, top: float, held: _GateValues, share: float | None, method: str) -> EventImportance:
    # zero is added where a difference may be -0.0, which would be printed with its sign
    return EventImportance(
        id=name, probability=held.gate, birnbaum=held.slope + 0.0, criticality=ratio(held.drop, top) + 0.0,
        fussell_vesely=min(share, ratio(held.both, top)) if share and method == "rare-event" else share,
        dif=ratio(held.both, top), raw=ratio(held.given_true, top), rrw=ratio(top, held.given_false),
        occurrences=None, fussell_vesely_method=method,
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
        return held_at(self.structure, literal, value)


class _Work:
    """One question about one tree: its parts, their diagrams, and what each gate does when held."""

    def __init__(self, tree: CompiledTree, p: list[float]) -> None:
        self.tree, self.whole, self.p, self.limit = tree, tree.structure, p, tree.max_nodes
        self.first = tree.structure.first_gate
        self.top = tree.probability(p)
        self.owner, self.modules = owners(tree.structure)
        self.coherent = tree.coherent
        self.polarity = polarity(tree.structure, coherent=self.coherent)
        if self.coherent:
            # a module that is always true has the empty cut set, which no variable has
            self.modules -= constants(tree.structure)
        self.parts: dict[int, _Part] = {}
        self.diagrams: dict[int, DecisionDiagram] = {}
        self.values: dict[int, list[Chance]] = {}
        self.known: dict[int, _GateValues] = {}
        self.known_shares: dict[int, tuple[float | None, str]] = {}
        self.open: _Work | None = None
        """the same with every event that is not certain as likely as not"""
        self.happened: _Work | None = None
        """the same with every event that can happen as one that has"""

    # --- parts ---------------------------------------------------------------------------------------

    def part_of(self, v: int) -> tuple[int, _Part]:
        """Literal of the smallest module that properly holds the gate or event ``v``, and the module's part."""
        owner = self.owner[abs(v)]
        whole = owner == abs(self.whole.top) - self.first
        root = self.whole.top if whole else (self.first + owner) * self.polarity[owner]
        return root, self.part(root)

    def unknown(self, literal: int, known: Container[int]) -> list[int]:
        """A literal and those of the modules around it up to the first that is known: the outermost first."""
        results = [literal]
        while abs(results[-1]) in self.owner:
            root, _ = self.part_of(results[-1])
            if root == self.whole.top or root in known:
                break
            results.append(root)
        return results[::-1]

    def part(self, root: int) -> _Part:
        """The part of a module, by its literal."""
        if root not in self.parts:
            self.parts[root] = _Part(self.whole, root, self.modules, self.polarity)
        return self.parts[root]

    def numbers(self, root: int) -> list[Chance]:
        """Chances of a part's variables, the spare one's last; of modules, thousands deep, the innermost first."""
        waiting = [root]
        while waiting:
            variables = self.part(waiting[-1]).variables
            inside = [v for v in variables if not 0 < v < self.first and v not in self.values]
            if inside and waiting[-1] not in self.values:
                waiting += inside
                continue
            at = waiting.pop()
            if at not in self.values:
                self.values[at] = [*(self.variable(v) for v in variables), NEVER]
        return self.values[root]

    def variable(self, v: int) -> Chance:
        """Chance of an event, or of a module's literal, whose own variables are known."""
        if 0 < v < self.first:
            return Chance(self.p[v - FIRST_EVENT], 1.0 - self.p[v - FIRST_EVENT])
        return chance(self.diagram(v), self.values[v])

    def diagram(self, root: int) -> DecisionDiagram:
        """Diagram of a part."""
        if root not in self.diagrams:
            self.diagrams[root] = top_diagram(self.parts[root].structure, self.limit)
        return self.diagrams[root]

    def solve(self, structure: Structure, p: list[Chance], *, top: int | None = None) -> Chance:
        """Chance of a part's top."""
        return chance(top_diagram(structure if top is None else replace(structure, top=top), self.limit), p)

    # --- held gates and events -----------------------------------------------------------------------

    def has_digits(self, literal: int) -> bool:
        """Whether ten digits are kept of what holding a literal does: nothing cancels, no product vanishes."""
        held = self.held(literal)
        if not held.kept:
            return False
        numbers = [(held.slope, "slope")]
        if abs(literal) >= self.first and held.gate > 0.0:
            numbers.append((held.drop, "drop"))
        return not any(abs(x) < TINY and self._may_be(literal, name) for x, name in numbers)

    def _may_be(self, literal: int, name: str) -> bool:
        """Whether ``slope`` or ``drop``, of which next to nothing is left, is more than 0 beside what is certain.

        It is measured with every event that is not certain as likely as not: no product is tiny then.
        """
        if self.open is None:
            self.open = _Work(self.tree, [x if x in (0.0, 1.0) else 0.5 for x in self.p])
        held = self.open.held(literal)
        return not held.kept or getattr(held, name) != 0.0

    def held(self, literal: int) -> _GateValues:
        """The top with a literal held either way."""
        if literal not in self.known:
            for one in self.unknown(literal, self.known):
                self.known[one] = self._find(one)
        return self.known[literal]

    def _find(self, literal: int) -> _GateValues:
        v = abs(literal)
        if literal == self.whole.top:
            return _GateValues(self.top, 1.0, 0.0, self.top, 1.0, self.top)
        if v == TRUE:
            p = float(literal > 0)
            return _GateValues(p, self.top, self.top, p * self.top, 0.0, 0.0)
        if literal == -self.whole.top:
            gate = self.solve(self.whole, [Chance(x, 1.0 - x) for x in self.p]).no
            return _GateValues(gate, 0.0, 1.0, 0.0, -1.0, -gate)
        root, part = self.part_of(v)
        inside = self._inside(root, part, literal)
        if root == self.whole.top:
            return _GateValues(inside.gate, inside.given_true.yes, inside.given_false.yes, inside.both, inside.slope,
                         inside.drop, inside.kept)  # fmt: skip
        above = self.known[root]
        true, false, together = (
            yes * above.given_true + no * above.given_false
            for yes, no in (inside.given_true, inside.given_false, (inside.both, inside.alone))
        )
        return _GateValues(inside.gate, true, false, together, inside.slope * above.slope, inside.drop * above.slope,
                     inside.kept and above.kept)  # fmt: skip

    def _inside(self, root: int, part: _Part, literal: int) -> _Inside:
        """What a gate does to the part in which it stands."""
        p, local = self.numbers(root), part.place[literal]
        true, false = part.holding(local, TRUE), part.holding(local, -TRUE)
        if abs(local) < part.spare:  # an event or module: by itself, so that what is asked are products
            i = abs(local) - FIRST_EVENT
            gate = p[i] if local > 0 else p[i].complement
            ends = [
                chance(self.diagram(root), [*p[:i], CERTAIN if state else NEVER, *p[i + 1 :]])
                for state in (local > 0, local < 0)
            ]
            slope, kept = self._difference(true, false, p, ends)
            both, alone = (gate.yes * x for x in ends[0])
            return _Inside(gate.yes, ends[0], ends[1], both, alone, slope, gate.yes * slope, kept)
        gate = self.solve(part.structure, p, top=local)
        diagram = top_diagram(part.holding(local, part.spare), self.limit)
        ends = [chance(diagram, [*p[:-1], state]) for state in (CERTAIN, NEVER)]
        both = self.solve(both_hold(true, local, true.top), p).yes
        alone = gate.yes - both
        if alone < _CANCELLED * gate.yes:
            alone = self.solve(both_hold(true, local, -true.top), p).yes
        slope, kept = self._difference(true, false, p, ends)
        now = chance(self.diagram(root), p)
        drop, kept_drop = self._difference(part.structure, false, p, [now, ends[1]])
        return _Inside(gate.yes, ends[0], ends[1], both, alone, slope, drop, kept and kept_drop)

    def _difference(
        self, a: Structure, b: Structure, p: list[Chance], at: list[Chance]
    ) -> tuple[float, bool]:
        """P(a) - P(b), whose chances are ``at``, and whether ten digits of it are kept.

        Where much cancels it is P(a and not b) - P(b and not a), of which the second is 0 unless something is prevented.
        """
        one, other = (x if at[0].yes + at[1].yes <= 1.0 else x.complement for x in at)
        sign = 1.0 if one is at[0] else -1.0
        plain, largest = sign * (one.yes - other.yes), max(one.yes, other.yes)
        if abs(plain) > _CANCELLED * largest or largest == 0.0:
            return plain, True
        both = side_by_side(a, b)
        x, y = both.names["first"], both.names["second"]
        limit = min(self.limit, MOST_NODES)
        try:
            more, less = (
                chance(top_diagram(both_hold(both, u, -v), limit), p).yes for u, v in ((x, y), (y, x))
            )
        except TooLarge:
            return plain, abs(plain) >= DIFFERENCE * largest
        kept = more == 0.0 or less == 0.0 or abs(more - less) >= DIFFERENCE * max(more, less)
        return more - less, kept

    # --- Fussell-Vesely ------------------------------------------------------------------------------

    def share(self, literal: int) -> tuple[float | None, str]:
        """Fussell-Vesely of a literal and how it was found."""
        if not self.coherent:
            return None, ""
        if literal not in self.known_shares:
            for one in self.unknown(literal, self.known_shares):
                self.known_shares[one] = self._share(one)
        return self.known_shares[literal]

    def _share(self, literal: int) -> tuple[float | None, str]:
        v = abs(literal)
        if literal == self.whole.top:
            return 1.0, "exact"
        if v == TRUE or self.top <= 0.0:
            return 0.0, "exact"
        if v < self.first or literal == -self.whole.top:
            return None, ""
        root, part = self.part_of(v)
        above, how_above = (1.0, "exact") if root == self.whole.top else self.known_shares[root]
        try:
            p = [x.yes for x in self.numbers(root)]
            held = part.holding(part.place[literal], -TRUE)
            inside, how = lost_share(part.structure, held, p, self.limit)
        except TooLarge:
            return None, ""
        if above is None:
            return None, ""
        share = inside * above
        if not share * self.top >= SMALLEST and self._may_share(literal):
            return None, ""
        return share, "exact" if how == how_above == "exact" else "rare-event"

    def _may_share(self, literal: int) -> bool:
        """Whether a share, of which next to nothing is left, is more than 0: where all that can happen has happened."""
        if self.happened is None:
            self.happened = _Work(self.tree, [float(x > 0.0) for x in self.p])
            self.happened.happened = self.happened  # its shares are 0 or 1: none is doubted
        return self is not self.happened and self.happened.share(literal)[0] != 0.0
