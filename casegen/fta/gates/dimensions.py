"""Dimensions through gates: rates per hour may be added, not multiplied; scores go through no gate."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.fta.gates.structure import AND, ATLEAST, TRUE, Structure
from casegen.model.quantity import MeasureKind
from casegen.model.sentence import Sentence, worded

_HINT = worded(
    "tree_problem.exposed",
    "; give the tree the kind {kind} and each rate its exposure, {exposure}",
    kind=MeasureKind.PER_MISSION,
    exposure="{hours: …}",
)


def dimension_faults(kind: MeasureKind, structure: Structure) -> Iterator[Sentence]:
    """What is wrong with the gates of a tree of ``kind``: one message per gate."""
    if kind is MeasureKind.SCORE:
        yield worded(
            "tree_problem.scores",
            "tree {tree} is of scores, which go through no gate: a score is no probability",
            tree=structure.tree,
        )
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
            yield worded(
                "tree_problem.rate_of_house",
                "tree {tree}: a house event that holds has no rate per hour{hint}",
                tree=structure.tree,
                hint=_HINT,
            )
            continue
        if abs(literal) < structure.first_gate:
            if literal < 0:
                name = structure.events[abs(literal) - 2]
                yield worded(
                    "tree_problem.rate_not",
                    "tree {tree}: {event} is a rate per hour, which has no complement{hint}",
                    tree=structure.tree,
                    event=name,
                    hint=_HINT,
                )
            continue
        j = abs(literal) - structure.first_gate
        arguments, gate = structure.arguments[j], structure.kinds[j]
        adds = gate == AND and (literal < 0 or len(arguments) == 1)
        adds = adds or (gate == ATLEAST and literal > 0 and structure.counts[j] == 1)
        if not adds:
            unnamed = worded("tree_problem.unnamed_gate", "a gate without a name")
            yield worded(
                "tree_problem.rates_multiplied",
                "tree {tree}, gate {gate}: rates per hour may be added (or), not multiplied or counted"
                " together: the result would be no rate{hint}",
                tree=structure.tree,
                gate=names.get(abs(literal), unnamed),
                hint=_HINT,
            )
            continue
        stack.extend(a if literal > 0 else -a for a in arguments)
