"""How a function moves with each of its variables, proved on its diagram."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.fta.core.diagram import DecisionDiagram

_MOST_PAIRS = 200_000
"""pairs of nodes that are compared for single events, once the function as a whole is known not to be monotone"""


def proved_signs(diagram: DecisionDiagram, signs: tuple[int, ...]) -> tuple[int, ...]:
    """``signs`` of every event as the gates show them, or better where the diagram proves it (1 up, -1 down, 0 open).

    A function rises with a variable if at every node of it the low child implies the high one; with a module's event it
    moves as with the module, times the module with the event.  An event of no node moves nothing, and counts as 1.
    """
    pairs = _Pairs(diagram)
    low, high = pairs.low, pairs.high
    if pairs.everywhere(low, high, reachable(diagram, diagram.root)):
        return (1,) * len(signs)
    pairs.left = _MOST_PAIRS
    moves: dict[int, set[int]] = {}
    stack, seen = [(diagram.root, 1)], set()
    try:
        while stack:
            root, outside = stack.pop()
            if (root, outside) in seen:
                continue
            seen.add((root, outside))
            for variable, sign in pairs.signs(root):
                if variable < diagram.events:
                    moves.setdefault(variable, set()).add(outside * sign)
                else:
                    stack.append((diagram.proxies[variable - diagram.events], outside * sign))
    except _TooMany:
        return signs
    return tuple(
        1 if v not in moves else sign or (next(iter(moves[v])) if len(moves[v]) == 1 else 0)
        for v, sign in enumerate(signs)
    )


class _TooMany(Exception):
    """More pairs of nodes than may be compared."""


class _Pairs:
    """Which nodes of a diagram imply which."""

    def __init__(self, diagram: DecisionDiagram) -> None:
        self.diagram = diagram
        # a list answers several times faster than the packed numbers of the diagram
        self.low, self.high = list(diagram.low), list(diagram.high)
        rank = list(diagram.rank)
        self.level = [rank[v] for v in diagram.var]
        self.known: dict[tuple[int, int], bool] = {}
        self.left: int | None = None

    def implies(self, first: int, second: int) -> bool:
        """Whether the function of ``first`` is nowhere above that of ``second``."""
        low, high, level, known = self.low, self.high, self.level, self.known
        asked: list[tuple[int, int]] = []
        stack = [(first, second)]
        while stack:
            f, g = pair = stack.pop()
            if f == g or f == 0 or g == 1 or known.get(pair):
                continue
            if f == 1 or g == 0 or known.get(pair) is False:
                # what was asked on the way is not known to hold
                for other in asked:
                    del known[other]
                known[first, second] = False
                return False
            known[pair] = True
            asked.append(pair)
            if self.left is not None:
                self.left -= 1
                if self.left < 0:
                    raise _TooMany
            low_f, high_f = (low[f], high[f]) if level[f] <= level[g] else (f, f)
            low_g, high_g = (low[g], high[g]) if level[g] <= level[f] else (g, g)
            stack += [(low_f, low_g), (high_f, high_g)]
        return True

    def everywhere(self, first: list[int], second: list[int], nodes: list[int]) -> bool:
        """Whether ``first[n]`` implies ``second[n]`` for all of the nodes ``n``."""
        known = self.known
        for n in nodes:
            f, g = first[n], second[n]
            # most pairs are answered without a search
            if f != g and f != 0 and g != 1 and not known.get((f, g)) and not self.implies(f, g):
                return False
        return True

    def signs(self, root: int) -> Iterator[tuple[int, int]]:
        """Each variable of the nodes below ``root``, modules as one, and how the function moves with it."""
        diagram, low, high = self.diagram, self.low, self.high
        var = list(diagram.var)
        nodes: dict[int, list[int]] = {}
        for n in reachable(diagram, root, modules=False):
            nodes.setdefault(int(var[n]), []).append(n)
        for variable, own in nodes.items():
            if self.everywhere(low, high, own):
                yield variable, 1
            else:
                yield variable, -1 if self.everywhere(high, low, own) else 0


def reachable(diagram: DecisionDiagram, root: int, *, modules: bool = True) -> list[int]:
    """Nodes below ``root`` (leaves left out), those of modules it uses included if asked for."""
    var, low, high, events = diagram.var, diagram.low, diagram.high, diagram.events
    seen = {0, 1}
    stack = [root]
    results = []
    while stack:
        n = stack.pop()
        if n in seen:
            continue
        seen.add(n)
        results.append(n)
        stack += (low[n], high[n])
        if modules and var[n] >= events:
            stack.append(diagram.proxies[var[n] - events])
    return results
