"""A gate as the top of a tree of its own: only the gates beneath it, so that each of many is solved in little time."""

from __future__ import annotations

from dataclasses import replace

from casegen.fta.gates.structure import Structure


def beneath(structure: Structure, literal: int) -> Structure:
    """The structure with ``literal`` as its top, and of its gates those beneath it alone; the events stay as they are."""
    first = structure.first_gate
    met, agenda = {abs(literal)}, [abs(literal)]
    while agenda:
        v = agenda.pop()
        for x in structure.arguments[v - first] if v >= first else ():
            if abs(x) not in met:
                met.add(abs(x))
                agenda.append(abs(x))
    kept = sorted(v - first for v in met if v >= first)
    place = {first + old: first + new for new, old in enumerate(kept)}

    def moved(x: int) -> int:
        return place.get(x, x) if x > 0 else -place.get(-x, -x)

    return replace(
        structure,
        kinds=tuple(structure.kinds[j] for j in kept),
        counts=tuple(structure.counts[j] for j in kept),
        arguments=tuple(tuple(map(moved, structure.arguments[j])) for j in kept),
        top=moved(literal),
        names={},
    )
