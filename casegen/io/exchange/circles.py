"""Packages that use each other in a circle: here modules may not, so such packages become one module."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from casegen.io.exchange.format import Item
from casegen.model.argument import Argument
from casegen.model.case import ARGUMENT_SECTIONS, Case


def without_circles(case: Case) -> tuple[Case, list[Item]]:
    """``case`` with every circle of modules joined into its first module, and what was joined."""
    joined = _joined(case) if len(case.modules) > 1 else {}
    if not joined:
        return case, []
    order = [m.id for m in case.modules]
    items = [
        Item(f"module {own}", f"joined with {into}: they use each other in a circle")
        for own, into in sorted(joined.items(), key=lambda pair: order.index(pair[0]))
    ]
    home = {node.id: joined.get(node.module or "", node.module) for _, _, node in case.nodes()}
    inner = {s.id: s.claim for s in case.sub_cases if home[s.id] == home.get(s.claim, "")}
    items += [
        Item(f"sub-case {own}", f"replaced by {claim} of the same module") for own, claim in inner.items()
    ]

    def moved(node: Any) -> Any:
        update: dict[str, Any] = {"module": home[node.id]}
        if isinstance(node, Argument):
            update["premises"] = tuple(dict.fromkeys(inner.get(i, i) for i in node.premises))
            update["side_claims"] = tuple(dict.fromkeys(inner.get(i, i) for i in node.side_claims))
        return node.altered(update=update)

    sections: dict[str, Any] = {
        section: tuple(moved(node) for node in getattr(case, section) if node.id not in inner)
        for section in ARGUMENT_SECTIONS
    }
    modules = tuple(m for m in case.modules if m.id not in joined)
    return replace(case, modules=modules, **sections), items


def _joined(case: Case) -> dict[str, str]:
    """Each module of a circle but its first, with that first one."""
    import networkx

    home = {node.id: node.module for _, _, node in case.nodes()}
    graph = networkx.DiGraph()
    cited = [(s.id, s.claim) for s in case.sub_cases]
    argued = [(a.supports, a.id) for a in case.arguments]
    used = [(a.id, i) for a in case.arguments for i in (*a.premises, *a.side_claims)]
    for above, below in (*cited, *argued, *used):
        one, other = home.get(above), home.get(below)
        if one is not None and other is not None and one != other:
            graph.add_edge(one, other)
    order = {m.id: n for n, m in enumerate(case.modules)}
    results = {}
    for circle in networkx.strongly_connected_components(graph):
        first, *rest = sorted(circle, key=lambda m: order.get(m, len(order)))
        results.update(dict.fromkeys(rest, first))
    return {own: into for own, into in results.items() if own in order and into in order}
