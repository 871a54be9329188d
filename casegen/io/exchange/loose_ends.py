"""The ends of an imported argument: parts that nothing uses, and claims above which nothing stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from casegen.io.exchange.graph import ExchangeGraph

Parts = dict[str, list[Any]]
"""parts of the case by section"""


def leave_unlinked(
    graph: ExchangeGraph, parts: Parts, contexts: Mapping[str, Collection[str]], premises: Collection[str]
) -> list[str]:
    """Take out contexts and evidence that nothing uses, which would be unreachable, and list them.

    ``contexts``: of each node.  Returns the sections that lost a part.
    """
    holders = {p.id for s in ("claims", "arguments") for p in parts[s]}
    used = {c for own, ids in contexts.items() if own in holders for c in ids} | set(premises)
    changed = []
    for section in ("contexts", "evidence"):
        loose = [part for part in parts[section] if part.id not in used]
        for part in loose:
            graph.record_loss(
                f"{section.rstrip('s')} {part.id}", f"nothing links to it; its text: {part.text[:200]}"
            )
        if loose:
            parts[section] = [part for part in parts[section] if part.id in used]
            changed.append(section)
    return changed


def roots_of(graph: ExchangeGraph, parts: Parts, premises: Collection[str]) -> list[str]:
    """The roots that the source names, else the claims that no argument and no sub-case uses."""
    given = [r for r in graph.roots if any(c.id == r for c in parts["claims"])]
    if given:
        return given
    cited = {s.claim for s in parts["sub_cases"]}
    roots = [c.id for c in parts["claims"] if c.id not in premises and c.id not in cited]
    if len(roots) > 1:
        graph.record_decision("case: roots", f"claims above which nothing stands: {', '.join(roots[:20])}")
    return roots or [parts["claims"][0].id]
