"""What the page's canvas draws: the argument and every fault tree as nodes with their links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from casegen.assessment.limits_of import tree_limits
from casegen.model.argument import SubCase
from casegen.model.fault_tree import FaultTree
from casegen.model.results import Assessment, Status
from casegen.render.diagrams.argument_graph import ArgumentView, Attachments
from casegen.render.diagrams.part_numbers import aged, probability_text
from casegen.render.diagrams.symbols import house_word
from casegen.render.diagrams.tree import DrawnTree, group_of
from casegen.render.dot_mermaid import gate_word
from casegen.render.language import translate
from casegen.render.paging import spanning_tree
from casegen.render.report.argument import node_kind
from casegen.render.report.extent import extent_of
from casegen.render.report.links import Links
from casegen.render.wording import STATUS_CLASS, anchor


class Board(TypedDict):
    """A graph as parallel lists, one entry a node; a node stands under its first parent, elsewhere as a reference.

    ``below`` holds places of nodes; a link to a node that stands elsewhere is written as ``-1 - place``.
    """

    id: str
    title: str
    ids: list[str]
    texts: list[str]
    kinds: list[str]
    statuses: list[str]
    """class of the status of a node of the argument; ``cut`` for what lies on the leading cut set of a tree"""
    numbers: list[str]
    anchors: list[str]
    below: list[list[int]]
    roots: list[int]


def boards(assessment: Assessment) -> list[Board]:
    """The argument, then every fault tree in the case's order."""
    return [_argument(assessment), *(_tree(assessment, tree) for tree in assessment.case.trees)]


def _argument(assessment: Assessment) -> Board:
    view, case, links = (
        ArgumentView(assessment),
        assessment.case,
        Links(assessment.case, extent_of(assessment).unlisted),
    )
    statuses = {name: result.status for name, result in assessment.claims.items()}
    statuses |= {name: result.status for name, result in assessment.nodes.items()}

    def children(name: str) -> list[str]:
        attached = view.attached.get(name, Attachments())
        weak = (one for one in attached.contexts if statuses.get(one) not in (None, Status.SUPPORTED))
        node = case.node.get(name)
        repeated_claim = [node.claim] if isinstance(node, SubCase) and node.claim in case.node else []
        return [*view.children(name), *repeated_claim, *attached.objections, *weak]

    order, below, repeated = spanning_tree(view.roots(), children)
    return Board(
        id="argument",
        title=translate("web.argument"),
        ids=order,
        texts=[case.node[name].text for name in order],
        kinds=[node_kind(case.node[name]) for name in order],
        statuses=[STATUS_CLASS[statuses[name]] if name in statuses else "none" for name in order],
        numbers=[""] * len(order),
        anchors=[links.fragment(name) for name in order],
        below=_places(order, below, repeated),
        roots=_roots(order, below),
    )


def _places(
    order: Sequence[str], below: Mapping[str, Sequence[str]], repeated: set[tuple[str, str]]
) -> list[list[int]]:
    place = {name: index for index, name in enumerate(order)}
    elsewhere: dict[str, list[str]] = {}
    for parent, child in sorted(repeated):
        elsewhere.setdefault(parent, []).append(child)
    return [
        [place[child] for child in below[name]] + [-1 - place[child] for child in elsewhere.get(name, ())]
        for name in order
    ]


def _roots(order: Sequence[str], below: Mapping[str, Sequence[str]]) -> list[int]:
    under = {child for children in below.values() for child in children}
    return [index for index, name in enumerate(order) if name not in under]


def _tree(assessment: Assessment, tree: FaultTree) -> Board:
    case, result = assessment.case, assessment.trees.get(tree.id)
    view = DrawnTree(case, tree, result, limits=tree_limits(assessment, tree.id))
    view.formulas.update(case.gate)

    def children(name: str) -> list[str]:
        formula = view.formulas.get(name)
        condition = [formula.condition] if formula is not None and formula.condition else []
        return [*view.children(name), *condition]

    order, below, repeated = spanning_tree([tree.top], children)
    marked = view.highlighted
    return Board(
        id=tree.id,
        title=tree.title or tree.id,
        ids=["" if "\n" in name else name for name in order],
        texts=[_text(assessment, name) for name in order],
        kinds=list(_kinds(view, order)),
        statuses=["cut" if name in marked else "none" for name in order],
        numbers=[_number(view, name) for name in order],
        anchors=[_anchor(assessment, name) for name in order],
        below=_places(order, below, repeated),
        roots=_roots(order, below),
    )


def _number(view: DrawnTree, name: str) -> str:
    """The probability in one line, with its age."""
    shown = probability_text(view.result, name, view.tree.top, view.limits)
    return aged(shown, old=view.result is not None and view.result.is_stale(name))


def _text(assessment: Assessment, name: str) -> str:
    case = assessment.case
    own = case.gate.get(name) or case.event.get(name) or case.house_event.get(name)
    return own.text if own else ""


def _kinds(view: DrawnTree, order: Sequence[str]) -> Iterator[str]:
    for name in order:
        house = view.case.house_event.get(name)
        if name in view.formulas:
            yield gate_word(view.formulas[name])
        elif house is not None:
            yield translate("canvas.house", state=house_word(house.state))
        else:
            group = group_of(view.case, name)
            common = f" · {translate('figure.common_cause', group=group)}" if group else ""
            yield translate("part.basic_event") + common


def _anchor(assessment: Assessment, name: str) -> str:
    case = assessment.case
    if name in case.gate:
        return anchor("gate", name)
    return anchor("event", name) if name in case.event or name in case.house_event else ""
