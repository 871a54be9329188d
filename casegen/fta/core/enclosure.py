"""The check that every exact result passes before it is shown, by algorithms that use no decision diagram.

A fault in the kernels must end a run, not show as a digit.  Two things are compared with each diagram:

- the tree itself, run on many assignments side by side with the diagram; one difference proves the diagram wrong;
- rigorous bounds of the top, by one pass over the gates (products where arguments share no event; Boole's and Frechet's
  inequalities, and association after Esary & Proschan 1970, elsewhere): the exact value lies between them.
"""

from __future__ import annotations

from casegen.fta.core import kernels
from casegen.fta.core.diagram import DecisionDiagram, Numbers
from casegen.fta.core.kernels import GateGraph
from casegen.fta.errors import InconsistentResult

SEED = 20_240_229
_LEAST_ROUNDS, _MOST_ROUNDS = 8, 64
_GATES_PER_ROUND = 16
_MOST_STEPS = 4_000_000
"""nodes and arguments visited while tree and diagram are compared; one round of 64 assignments is always run"""
ROUNDING = 1e-9
"""relative error that rounding may leave in the exact value and in its bounds together"""


def compare(graph: GateGraph, diagram: DecisionDiagram, tree: str, root: int | None = None) -> None:
    """Run a tree and its diagram side by side; raises :class:`InconsistentResult` where they differ."""
    wanted = max(_LEAST_ROUNDS, min(_MOST_ROUNDS, len(graph.kinds) // _GATES_PER_ROUND))
    rounds = max(1, min(wanted, _MOST_STEPS // (len(diagram) + 32 * (len(graph.arguments) + graph.first))))
    root = diagram.root if root is None else root
    wrong = kernels.disagreements(graph, diagram.nodes, root, rounds, SEED)
    if wrong:
        raise InconsistentResult(
            f"tree {tree}: its diagram differs from its gates in {wrong} of {64 * rounds} assignments"
        )


def enclosed(graph: GateGraph, p: Numbers, exact: float, tree: str) -> float:
    """The exact probability of a top, once rigorous bounds enclose it; else :class:`InconsistentResult`."""
    lower, upper = kernels.enclose(graph, p)
    if not lower * (1.0 - ROUNDING) - 1e-300 <= exact <= upper * (1.0 + ROUNDING) + 1e-300:
        raise InconsistentResult(
            f"tree {tree}: its probability {exact!r} lies outside the bounds {lower!r} and {upper!r}"
        )
    return exact
