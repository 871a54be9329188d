"""The shape of the whole: roots, cycles, reachability."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.graph import bottom_up, cycles, reachable, strongly_connected_components
from casegen.argument.references import SINGULAR
from casegen.argument.rule import Finding, error, warning
from casegen.argument.rules.citations import CAE, GSN, ISO_15026_2
from casegen.argument.view import CaseView
from casegen.model.plural import counted

FAMILY = "Structure"


@warning(
    "argument-missing",
    FAMILY,
    "A case argues: it has claims.",
    source=ISO_15026_2,
    hint="add `claims:`, or start from a template (`casegen templates`)",
)
def argument_missing(view: CaseView) -> Iterator[Finding]:
    """A folder of fault trees alone can be quantified, but is no assurance case."""
    if not view.nodes:
        yield Finding(("case",), "the case has no claims", view.case.header.id)


@error(
    "roots-declared",
    FAMILY,
    "The case names its top claims.",
    source=f"{ISO_15026_2}; SCCG AR.1",
    hint="add `roots: [ID]` under `case:`",
)
def roots_declared(view: CaseView) -> Iterator[Finding]:
    """Guesses the top claims for the fix: those that support nothing."""
    if not view.nodes or view.case.header.roots:
        return
    tops = [claim.id for claim in view.case.claims if claim.id not in view.used_by][:5]
    hint = f"add `roots: [{', '.join(tops)}]` under `case:`" if tops else ""
    yield Finding(("case",), "the case declares no top claim (`roots`)", view.case.header.id, hint)


@error(
    "root-kind",
    FAMILY,
    "A root is a claim.",
    source=ISO_15026_2,
    hint="name the claim that the case is there to support",
)
def root_kind(view: CaseView) -> Iterator[Finding]:
    """A root that names an argument, evidence or another node."""
    for index, root in enumerate(view.case.header.roots):
        section = view.section(root)
        if section not in (None, "claims"):
            message = f"root {root} is {_an(SINGULAR[str(section)])}, expected a claim"
            yield Finding(("case", "roots", index), message, root)


def _an(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


@error(
    "support-cycle",
    FAMILY,
    "Support never returns to where it came from.",
    source=f"{ISO_15026_2}; {CAE}; SCCG LF.1",
    hint="remove one of the links; a claim cannot be part of its own support",
)
def support_cycle(view: CaseView) -> Iterator[Finding]:
    """Names every node of the cycle, sub-cases and modules passed included."""
    for cycle in view.circles():
        path = " → ".join((*cycle, cycle[0]))
        modules = {node.module for node in (view.case.node[id] for id in cycle)}
        across = f", through modules {', '.join(sorted(map(str, modules)))}" if len(modules) > 1 else ""
        yield Finding(view.place[cycle[0]], f"support runs in a circle{across}: {path}", cycle[0])


@error(
    "module-cycle",
    FAMILY,
    "Modules do not rest on each other in a circle.",
    source=f"{ISO_15026_2}; {GSN}",
    hint="move the shared claim into a module that both may use",
)
def module_cycle(view: CaseView) -> Iterator[Finding]:
    """Modules whose nodes rest on each other although no single claim does."""
    node = view.case.node
    graph: dict[str, list[str]] = {}
    for id, below in view.support.items():
        home = node[id].module
        for other in below:
            away = node[other].module
            if home is not None and away is not None and home != away:
                graph.setdefault(home, []).append(away)
                graph.setdefault(away, [])
    if not bottom_up(graph)[1]:
        return
    guilty = {
        module
        for component in strongly_connected_components(view.support)
        for module in {node[id].module for id in component}
    }
    index = {module.id: k for k, module in reversed(list(enumerate(view.case.modules)))}
    for cycle in cycles({home: sorted(set(away)) for home, away in graph.items()}):
        if not set(cycle) <= guilty:  # otherwise the circle of claims says it already
            path = " → ".join((*cycle, cycle[0]))
            place = ("modules", index[cycle[0]]) if cycle[0] in index else ("case",)
            yield Finding(place, f"modules rest on each other in a circle: {path}", cycle[0])


@error(
    "unreachable",
    FAMILY,
    "Everything can be reached from a root.",
    source=f"{ISO_15026_2}; SCCG EV.1",
    hint="link it into the argument, or remove it",
)
def unreachable(view: CaseView) -> Iterator[Finding]:
    """One finding per loose part: its uppermost node, with the number of nodes that hang below.

    A claim that a tree, or the case, names for an independence is named by the number that it stands behind.
    """
    roots = [root for root in view.case.header.roots if root in view.place]
    if not roots:
        return
    named = [tree.independent.claim for tree in view.case.trees if tree.independent is not None]
    named += [tree.independent_events for tree in view.case.trees if tree.independent_events is not None]
    named += [view.case.header.independent_errors] if view.case.header.independent_errors is not None else []
    starts = (*roots, *(name for name in named if name in view.place))
    loose = set(view.place) - reachable(starts, view.support, view.attached)
    if not loose:
        return
    graph = {
        id: [i for i in (*view.support[id], *view.attached.get(id, ())) if i in loose]
        for id in view.place if id in loose
    }  # fmt: skip
    below = {i for id in graph for i in graph[id] if i != id}
    heads = [id for id in graph if id not in below]
    covered = reachable(heads, graph)
    for id in graph:
        if id not in covered:  # a circle that nothing leads into
            heads.append(id)
            covered |= reachable([id], graph)
    objections = {node.id for node in view.objections}
    for head in heads:
        if head in objections:
            continue  # its target is missing or itself: rules of their own say so
        hanging = len(reachable([head], graph)) - 1 if len(heads) <= 50 else 0
        more = f", nor can the {counted(hanging, 'node')} below it" if hanging else ""
        message = f"{view.label(head)} cannot be reached from a root{more}"
        yield Finding(view.place[head], message, head)
