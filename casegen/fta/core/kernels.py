"""The compiled kernels: what they take and give, as arrays of the standard library.

The C sources stand in ``casegen/fta/core/compiled``; installing casegen builds them as the extension
``casegen.fta._kernels``.  Kernels run without the interpreter's lock, end with ``KeyboardInterrupt`` within some
tens of milliseconds after Ctrl-C, and give ``MemoryError`` where memory is out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from casegen.model.diagnostic import MissingDependencyError

if TYPE_CHECKING:
    from casegen.fta.gates.structure import Structure

ANY_ORDER, ANY_ORDER_THEN_REORDERING = -1, -2
"""what :func:`solve` tries: a few orders, or these and, where none fits, sifting"""

_SOURCES = Path(__file__).with_name("compiled")


def _load() -> Any:
    command = "python -m pip install -e ." if _SOURCES.is_dir() else "pip install --force-reinstall casegen"
    try:
        _kernels = import_module("casegen.fta._kernels")
    except ImportError as error:
        raise MissingDependencyError(
            f"the compiled fault-tree kernels cannot be loaded ({error})", command
        ) from error
    built_from = getattr(_kernels, "SOURCE", "")
    if built_from and _SOURCES.is_dir() and built_from != source_hash(_SOURCES):
        raise MissingDependencyError("the compiled fault-tree kernels are older than their source", command)
    return _kernels


def source_hash(folder: Path) -> str:
    """What the C sources are, as the build hook (``hatch_build.py``) writes it into the extension."""
    import hashlib

    text = hashlib.sha256()
    for path in sorted([*folder.glob("*.c"), *folder.glob("*.h")]):
        text.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return text.hexdigest()[:16]


_C = _load()

Ints = Any
"""``array('i')``, or a numpy array of int32"""
Floats = Any
"""``array('d')``, or a numpy array of float64"""


def ints(numbers: Iterable[int] | bytes = ()) -> array[int]:
    """32-bit whole numbers, from numbers or from a kernel's bytes."""
    if isinstance(numbers, bytes):
        made = array("i")
        made.frombytes(numbers)
        return made
    return array("i", numbers)


def floats(numbers: Iterable[float] | bytes) -> array[float]:
    """Floating-point numbers, from numbers or from a kernel's bytes."""
    if isinstance(numbers, bytes):
        made = array("d")
        made.frombytes(numbers)
        return made
    return array("d", numbers)


def as_floats(numbers: Any) -> Floats:
    """Numbers as a kernel takes them: arrays as they are, sequences copied."""
    dtype = getattr(numbers, "dtype", None)
    if dtype is not None:
        import numpy as np

        return np.ascontiguousarray(numbers, dtype=np.float64)
    return numbers if isinstance(numbers, array) and numbers.typecode == "d" else array("d", numbers)


class GateGraph(NamedTuple):
    """A graph of gates: literal ``first + j`` is gate ``j``, its arguments ``arguments[start[j]:start[j + 1]]``.

    Kinds, counts and literals as in :class:`casegen.fta.gates.structure.Structure`; gates need not be in order.
    """

    kinds: Ints
    counts: Ints
    start: Ints
    arguments: Ints
    first: int
    top: int

    @classmethod
    def of(cls, structure: Structure) -> GateGraph:
        """The graph of a structure."""
        start, arguments = array("i", [0]), array("i")
        for row in structure.arguments:
            arguments.extend(row)
            start.append(len(arguments))
        return cls(
            array("i", structure.kinds), array("i", structure.counts), start, arguments, structure.first_gate,
            structure.top,
        )  # fmt: skip


class Nodes(NamedTuple):
    """Nodes of a diagram or of cut sets, children before parents (:class:`casegen.fta.core.diagram.Diagram`)."""

    var: Ints
    low: Ints
    high: Ints
    proxies: Ints
    events: int


class Solved(NamedTuple):
    """A solved graph: its nodes, the root, the rank of every variable."""

    nodes: Nodes
    root: int
    rank: Ints


def solve(graph: GateGraph, max_nodes: int, only: int = ANY_ORDER) -> Solved | None:
    """Diagram of the graph's top, or None where a module passes ``max_nodes``.

    ``only``: ANY_ORDER, ANY_ORDER_THEN_REORDERING, or the one candidate (0 to 3) to use.
    """
    result = _C.solve(graph, max_nodes, only)
    if result is None:
        return None
    var, low, high, proxies, root, rank = result
    return Solved(Nodes(ints(var), ints(low), ints(high), ints(proxies), graph.first - 2), root, ints(rank))


@dataclass(frozen=True, slots=True)
class JointDiagram:
    """Several literals in one diagram: its nodes, the node of each literal, the order of the events (literals)."""

    nodes: Nodes
    ids: Ints
    order: Ints


def build_all(
    graph: GateGraph,
    order: Sequence[int],
    wanted: Sequence[int],
    max_nodes: int,
    *,
    work: int = 0,
    smallest: int = 0,
) -> JointDiagram | None:
    """Diagram of the literals ``wanted`` under an order of all events; gates come after their arguments.

    With ``work`` the order is changed on the way, by sifting from ``smallest`` nodes on until so many node visits are
    spent.  None beyond ``max_nodes``.
    """
    result = _C.build_all(graph, ints(order), ints(wanted), max_nodes, work, smallest)
    if result is None:
        return None
    (var, low, high, ids), final = result
    return JointDiagram(
        Nodes(ints(var), ints(low), ints(high), ints(), graph.first - 2), ints(ids), ints(final)
    )


class Visits(NamedTuple):
    """Times of a depth-first traversal by literal, and the gates below the top, children first."""

    entry: Ints
    leave: Ints
    low: Ints
    high: Ints
    gates: Ints


def visits(graph: GateGraph) -> Visits:
    """First visit, end, and the span of all visits of each literal and of what lies below it."""
    return Visits(*map(ints, _C.visits(graph)))


def preprocess(graph: GateGraph) -> GateGraph:
    """The graph simplified; gates that are no longer needed have no arguments."""
    kinds, counts, start, arguments, first, top = _C.preprocess(graph)
    return GateGraph(ints(kinds), ints(counts), ints(start), ints(arguments), first, top)


def bound_gates(
    graph: GateGraph, p: Floats, way: int, limit: int, capacity: int
) -> tuple[float, float] | None:  # fmt: skip
    """Lower and upper probability of the top, every gate pruned to ``limit`` nodes; None beyond ``capacity``."""
    bounds: tuple[float, float] | None = _C.bound_gates(graph, as_floats(p), way, limit, capacity)
    return bounds


def enclose(graph: GateGraph, p: Floats) -> tuple[float, float]:
    """Rigorous bounds of the top by one pass over the gates, without a diagram."""
    low, high = _C.enclose(graph, as_floats(p))
    return low, high


def disagreements(graph: GateGraph, nodes: Nodes, root: int, rounds: int, seed: int) -> int:
    """Assignments, of 64 a round, under which the graph and the diagram differ."""
    return int(_C.disagreements(graph, nodes, root, rounds, seed))


def evaluate(nodes: Nodes, p: Floats) -> array[float]:
    """Probability of every node for event probabilities (E,)."""
    return floats(_C.evaluate(nodes, as_floats(p)))


def gradient(nodes: Nodes, p: Floats, root: int) -> tuple[float, bytes]:
    """Probability of a node and its derivatives by event, as bytes of float64 (E,)."""
    value, slope = _C.gradient(nodes, as_floats(p), root)
    return value, slope


def rate_events(nodes: Nodes, p: Floats, root: int) -> tuple[float, bytes]:
    """Probability of a node, and Birnbaum, criticality, DIF, RAW, RRW of all events as bytes of float64 (5 E,).

    The first is -1 when a probability lies outside [0, 1].
    """
    top, columns = _C.rate_events(nodes, as_floats(p), root)
    return top, columns


def plan_sweep(nodes: Nodes, root: int) -> tuple[bytes, int, int]:
    """How to evaluate many samples with few values at a time: plan, places, place of the root."""
    plan, places, place = _C.plan_sweep(nodes, root)
    return plan, places, place


def evaluate_many(plan: bytes, P: Any, places: int, width: int, place: int) -> bytes:
    """Probabilities for the columns of ``P`` (E, S), C-contiguous, as bytes of float64 (S,)."""
    result: bytes = _C.evaluate_many(plan, P, len(P), places, width, place)
    return result


class Sets(NamedTuple):
    """Families of sets: their nodes (``proxies`` are the modules' families) and the root."""

    nodes: Nodes
    root: int


def _sets(result: Any, events: int) -> Sets | None:
    if result is None:
        return None
    var, low, high, modules, root = result
    return Sets(Nodes(ints(var), ints(low), ints(high), ints(modules), events), root)


def minimal_families(nodes: Nodes, rank: Ints, root: int, max_nodes: int, capacity: int) -> Sets | None:
    """Minimal cut sets below a node; None beyond ``max_nodes``."""
    return _sets(_C.minimal_families(nodes, rank, root, max_nodes, capacity), nodes.events)


def lost_families(nodes: Nodes, rank: Ints, f: int, g: int, max_nodes: int, capacity: int) -> Sets | None:
    """Minimal cut sets of node ``f`` that hold none of node ``g``; None beyond ``max_nodes``."""
    return _sets(_C.lost_families(nodes, rank, f, g, max_nodes, capacity), nodes.events)


def weigh(sets: Nodes, weight: Floats) -> array[float]:
    """Sum over each family's sets of the product of their events' weights (E,)."""
    return floats(_C.weigh(sets, as_floats(weight)))


def best_sets(sets: Nodes, weight: Floats) -> array[float]:
    """Weight of the heaviest set in each family, -1 where it is empty."""
    return floats(_C.best_sets(sets, as_floats(weight)))


def count_sets(sets: Nodes) -> array[int]:
    """Number of sets in each family, exact below 2**63."""
    made = array("q")
    made.frombytes(_C.count_sets(sets))
    return made


def longest_sets(sets: Nodes) -> tuple[array[int], array[int]]:
    """Largest and smallest order in each family."""
    most, least = _C.longest_sets(sets)
    return ints(most), ints(least)


def count_orders(sets: Nodes, most: Ints, place: Sequence[int]) -> array[int]:
    """Number of sets of each order ``k`` in family ``n``, at ``place[n] + k``; exact below 2**63."""
    made = array("q")
    made.frombytes(_C.count_orders(sets, most, array("q", place)))
    return made


def share_sets(sets: Nodes, weight: Floats, total: Floats, root: int) -> array[float]:
    """Weight of the sets that hold each event (E,); ``total`` comes from :func:`weigh`."""
    return floats(_C.share_sets(sets, as_floats(weight), total, root))


def unions(
    sets: Nodes, rank: Ints, roots: Sequence[int], level_var: Sequence[int], max_work: int, capacity: int
) -> JointDiagram | None:
    """Unions of the sets of each root, and of those with each variable, as functions in one diagram.

    ``roots`` are the families of the modules and, last, of the top; ``level_var`` the variable at each rank.  With
    ``max_work`` 0 only the first root's union is made, of families without modules.  None beyond ``max_work`` steps or
    ``capacity`` nodes.
    """
    result = _C.unions(sets, rank, ints(roots), ints(level_var), max_work, capacity)
    if result is None:
        return None
    var, low, high, ids = result
    return JointDiagram(Nodes(ints(var), ints(low), ints(high), ints(), sets.events), ints(ids), ints())


def share_unions(
    value: Floats, with_variable: Ints, owner: Ints, modules: Ints, events: int, top: float
) -> array[float]:
    """Fussell-Vesely of every event and module, from the unions' probabilities by node."""
    return floats(_C.share_unions(value, with_variable, owner, modules, events, top))


def fill_uniforms(keys: Any, begin: int, out: Any) -> None:
    """Uniform numbers in (0, 1) into ``out`` (inputs, some), C-contiguous, from trial ``begin`` on."""
    _C.fill_uniforms(keys, begin, out, out.shape[1])


def quantiles_at(u: Any, waits: Any, out: Any) -> None:
    """Standard normal quantiles at ``u`` into ``out``, with ``waits = -log(4 u (1 - u))``; all C-contiguous."""
    _C.quantiles_at(u, waits, out)
