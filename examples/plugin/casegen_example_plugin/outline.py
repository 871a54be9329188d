"""An exchange format, written only: claims as an indented list."""

from __future__ import annotations

from casegen.io.exchange.format import Exported, Format, Item
from casegen.model.case import Case


def write(case: Case, name: str) -> Exported:
    """One line a claim, below the claim that it supports; names what an outline cannot hold."""
    lines: list[str] = []
    agenda = [(0, root) for root in reversed(case.header.roots)]
    while agenda:
        depth, id = agenda.pop()
        if id in case.claim:
            lines.append(f"{'  ' * depth}- {id}: {case.claim[id].text}")
            for argument in reversed(case.argument_for.get(id, ())):
                agenda += [
                    (depth + 1, child) for child in reversed((*argument.premises, *argument.side_claims))
                ]
    left_out = [Item(f"fault tree {tree.id}", "an outline holds claims only") for tree in case.trees]
    return Exported({name: "\n".join([*lines, ""]).encode("utf-8")}, tuple(left_out))


OUTLINE = Format("outline", "Outline", "claims and what they rest on", None, write)
