"""Dimensions through gates: rates per hour may be added, not multiplied; scores go through no gate."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.fta.gates.structure import AND, ATLEAST, TRUE, Structure
from casegen.model.quantity import MeasureKind

_HINT = f"; give the tree the kind {MeasureKind.PER_MISSION} and each rate its exposure, {{hours: …}}"


def dimension_faults(kind: MeasureKind, structure: Structure) -> Iterator[str]:
    """What is wrong with the gates of a tree of ``kind``: one message per gate."""
    if kind is MeasureKind.SCORE:
        yield f"tree {structure.tree} is of scores, which go through no gate: a score is no probability"
    if kind is not MeasureKind.PER_HOUR:
        return
    names = {abs(literal): name for name, literal in structure.names.items()}
    seen: set[int] = set()
    stack = [structure.top]
    while stack:
        literal = stack.pop()
        if literal in seen or literal == -TRUE:
            continue
        seen.add(literal)
        if literal == TRUE:
            yield f"tree {structure.tree}: a house event that holds has no rate per hour{_HINT}"
            continue
        if abs(literal) < structure.first_gate:
            if literal < 0:
                name = structure.events[abs(literal) - 2]
                yield f"tree {structure.tree}: {name} is a rate per hour, which has no complement{_HINT}"
            continue
        j = abs(literal) - structure.first_gate
        arguments, gate = structure.arguments[j], structure.kinds[j]
        adds = gate == AND and (literal < 0 or len(arguments) == 1)
        adds = adds or (gate == ATLEAST and literal > 0 and structure.counts[j] == 1)
        if not adds:
            where = names.get(abs(literal), "a gate without a name")
            yield (
                f"tree {structure.tree}, gate {where}: rates per hour may be added (or), not multiplied or counted"
                f" together: the result would be no rate{_HINT}"
            )
            continue
        stack.extend(a if literal > 0 else -a for a in arguments)
