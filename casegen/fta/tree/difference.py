"""The difference of two tops over the same events, some of which have other numbers in the second tree.

`P(first) − P(second)` is linear in each event, so that its extremes over a box stand at corners.  Which corner, is proved
on diagrams of *first and not second* and *second and not first*, in which an event whose number only falls (or only
rises) is one that does not happen in the second tree unless it does in the first: then one of the two diagrams is mostly
empty, and the other moves with each remaining event as the difference does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from casegen.fta.arrays import Vector, np
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import AND, FIRST_EVENT, TRUE, Structure
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.fta.tree.directions import MOST_CORNERS, extremes

Limits = tuple[Vector, Vector]
"""least and largest probability of each event of a tree"""
FIRST, SECOND, KEPT = "first", "second", "kept"
_NODES = 20_000
_TIMES = 20
"""nodes of a diagram of the difference: at least, and times those of both trees"""


@lru_cache(maxsize=64)
def difference(
    first: CompiledTree, second: CompiledTree, same: frozenset[str],
    falls: frozenset[str] = frozenset(), rises: frozenset[str] = frozenset(),
) -> Difference:  # fmt: skip
    """:class:`Difference`, made once for each pair: what is proved of it holds for every number of the events."""
    return Difference(first, second, same, falls, rises)


class Difference:
    """`P(first) − P(second)`, where the events ``same`` are one in both trees and all others are two.

    ``falls`` and ``rises`` are events of both trees that are none of the same, whose number in the second tree is not
    above, or not below, the one in the first wherever it matters.
    """

    def __init__(
        self, first: CompiledTree, second: CompiledTree, same: frozenset[str],
        falls: frozenset[str] = frozenset(), rises: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.first, self.second, self.falls, self.rises = first, second, falls, rises
        self.same = [
            (first.index[e], second.index[e]) for e in first.events if e in same and e in second.index
        ]
        self._shared = frozenset(first.events[i] for i, _ in self.same)

    # --- how it moves ----------------------------------------------------------------------------------

    @cached_property
    def signs(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How it moves with each event of the first tree, and of the second: 1 up, -1 down, 0 not known."""
        one, other = list(self.first.signs), [-sign for sign in self.second.signs]
        for i, j in self.same:
            one[i] = other[j] = self._of_shared[i]
        return tuple(one), tuple(other)

    @cached_property
    def _of_shared(self) -> Mapping[int, int]:
        """How it moves with the events that are one in both trees, by position in the first."""
        if self.first.adds:
            slopes = [tree.gradient(np.zeros(len(tree.events)))[1] for tree in (self.first, self.second)]
            return {i: int(np.sign(slopes[0][i] - slopes[1][j])) or 1 for i, j in self.same}
        if self._diagrams is None:
            return {i: 0 for i, _ in self.same}
        result = {}
        for i, _ in self.same:
            name = f"{FIRST}:{self.first.events[i]}"
            moves = {
                side * tree.signs[tree.index[name]]
                for side, tree in zip((1, -1), self._diagrams, strict=True)
                if tree.index[name] in tree.reached
            }
            result[i] = moves.pop() if len(moves) == 1 else int(not moves)
        return result

    @cached_property
    def _diagrams(self) -> tuple[CompiledTree, CompiledTree] | None:
        """The first top and not the second, and the second and not the first; None where they are too large."""
        most = max(_NODES, _TIMES * (self.first.bdd_nodes + self.second.bdd_nodes))
        try:
            more, less = (CompiledTree(structure, most) for structure in self._structures())
        except TooLarge:
            return None
        return more, less

    def _structures(self) -> Iterator[Structure]:
        joint = _Joint(self._shared, self.falls, self.rises, self.first.events, self.second.events)
        one, other = joint.added(self.first.structure, FIRST), joint.added(self.second.structure, SECOND)
        for top in ((one, -other), (-one, other)):
            yield joint.structure(self.first.id, top)

    # --- how large it is -------------------------------------------------------------------------------

    def most(self, here: Limits, there: Limits) -> float:
        """An upper end of the difference over a box of both trees' events; no larger than need be up to
        :data:`MOST_CORNERS` events of unknown direction.  Those that are the same have the limits of the first.
        """
        signs, other_signs = (np.array(x, dtype=int) for x in self._signs_that_matter(here))
        lower, upper = (x.copy() for x in there)
        for i, j in self.same:
            lower[j], upper[j] = here[0][i], here[1][i]
        p, q = _corner(signs, here), _corner(other_signs, (lower, upper))
        shared = {j: i for i, j in self.same}
        free = [(i, None) for i in range(len(p)) if signs[i] == 0 and here[0][i] < here[1][i]]
        apart = [j for j in range(len(q)) if j not in shared and other_signs[j] == 0 and lower[j] < upper[j]]
        n = len(free) + len(apart)
        if n > MOST_CORNERS:
            return self._enclosed(here, (lower, upper))
        corners = (np.arange(2**n)[None, :] >> np.arange(n)[:, None]) & 1
        P, Q = np.repeat(p[:, None], 2**n, axis=1), np.repeat(q[:, None], 2**n, axis=1)
        for k, (i, _) in enumerate(free):
            P[i] = np.where(corners[k] == 1, here[1][i], here[0][i])
        for k, j in enumerate(apart, start=len(free)):
            Q[j] = np.where(corners[k] == 1, upper[j], lower[j])
        for i, j in self.same:
            Q[j] = P[i]
        if n == 0:
            return self.first.probability(P[:, 0]) - self.second.probability(Q[:, 0])
        return float((self.first.probabilities(P) - self.second.probabilities(Q)).max())

    def _signs_that_matter(self, here: Limits) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The signs; those of the same events are not asked for where none of them has any width."""
        if any(here[0][i] < here[1][i] for i, _ in self.same):
            return self.signs
        return self.first.signs, tuple(-sign for sign in self.second.signs)

    def _enclosed(self, here: Limits, there: Limits) -> float:
        """The difference of the extremes; or of those of the two diagrams, where that is less."""
        apart = extremes(self.first, *here)[1] - extremes(self.second, *there)[0]
        if self._diagrams is None or self.first.adds:
            return apart
        more, less = self._diagrams
        ends = [
            extremes(
                tree, *(np.array(x) for x in zip(*self._joint_limits(tree.events, here, there), strict=True))
            )
            for tree in (more, less)
        ]
        return min(apart, ends[0][1] - ends[1][0])

    def _joint_limits(
        self, events: Sequence[str], here: Limits, there: Limits
    ) -> Iterator[tuple[float, float]]:
        """Limits of the events of the two diagrams; an event with a direction stands at its end."""
        own = {
            tree: {event: self._ends(signs[i], limits, i) for event, i in compiled.index.items()}
            for tree, compiled, signs, limits in (
                (FIRST, self.first, self.signs[0], here), (SECOND, self.second, self.signs[1], there)
            )
        }  # fmt: skip
        for name in events:
            tree, event = name.split(":", 1)
            if tree == KEPT:
                p, q = own[FIRST][event][0], own[SECOND][event][0]
                less, more = (q, p) if event in self.falls else (p, q)
                # more often than always: taken as always, which leaves more of the difference
                share = min(1.0, less / more) if more > 0.0 else 1.0
                yield share, share
            else:
                yield own[tree][event]

    @staticmethod
    def _ends(sign: int, limits: Limits, i: int) -> tuple[float, float]:
        low, high = float(limits[0][i]), float(limits[1][i])
        return (low, high) if sign == 0 else (high, high) if sign > 0 else (low, low)


def _corner(signs: Sequence[int] | Vector, limits: Limits) -> Vector:
    """Every event at the end that raises the difference; at its lower one where that is not known."""
    return np.where(np.asarray(signs) > 0, limits[1], limits[0])


def _name(tree: str, event: str) -> str:
    return f"{tree}:{event}"


class _Joint:
    """Two structures as one graph of literals, over the events of both."""

    def __init__(
        self, same: frozenset[str], falls: frozenset[str], rises: frozenset[str],
        first: Sequence[str], second: Sequence[str],
    ) -> None:  # fmt: skip
        names = [_name(FIRST, event) for event in first if event not in rises]
        names += [_name(SECOND, event) for event in second if event not in same and event not in falls]
        names += [_name(KEPT, event) for event in first if event in falls or event in rises]
        self.events = tuple(names)
        self._literal = {name: FIRST_EVENT + i for i, name in enumerate(names)}
        self._kinds: list[int] = []
        self._counts: list[int] = []
        self._arguments: list[tuple[int, ...]] = []
        self._same, self._falls, self._rises = same, falls, rises

    def _gate(self, kind: int, count: int, arguments: tuple[int, ...]) -> int:
        self._kinds.append(kind)
        self._counts.append(count)
        self._arguments.append(arguments)
        return FIRST_EVENT + len(self.events) + len(self._kinds) - 1

    def _event(self, event: str, tree: str) -> int:
        """The literal of an event of a tree: of one that is seldomer there, one that does not happen alone."""
        other = FIRST if tree == SECOND else SECOND
        if event in (self._falls if tree == SECOND else self._rises):
            pair = (self._literal[_name(other, event)], self._literal[_name(KEPT, event)])
            return self._gate(AND, 2, pair)
        return self._literal[_name(FIRST if event in self._same else tree, event)]

    def added(self, structure: Structure, tree: str) -> int:
        """The top of a structure, whose gates are added to the graph."""
        known = [0, TRUE, *(self._event(event, tree) for event in structure.events)]

        def literal(old: int) -> int:
            return known[old] if old > 0 else -known[-old]

        for kind, count, arguments in zip(
            structure.kinds, structure.counts, structure.arguments, strict=True
        ):
            known.append(self._gate(kind, count, tuple(map(literal, arguments))))
        return literal(structure.top)

    def structure(self, tree: str, both: tuple[int, int]) -> Structure:
        """The graph with the AND of two literals as its top."""
        top = FIRST_EVENT + len(self.events) + len(self._kinds)
        return Structure(
            tree, self.events, (*self._kinds, AND), (*self._counts, 2), (*self._arguments, both), top, {}
        )
