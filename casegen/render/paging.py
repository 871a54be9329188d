"""Cutting a large graph into pages at its natural seams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a graph that is drawn together.

    ``nodes`` are drawn in full, in reading order; ``children`` are the drawn links; a link (parent,
    child) in ``away`` ends in a transfer: the child's subtree stands on another page, or once on this one.
    """

    root: str
    nodes: tuple[str, ...]
    children: Mapping[str, tuple[str, ...]]
    away: frozenset[tuple[str, str]]
    part: tuple[int, int, int] | None = None
    """of a page that goes on with its root's children: the first and the last of them, counted from 1, and how many"""


def spanning_tree(
    roots: Iterable[str], children: Callable[[str], Sequence[str]]
) -> tuple[list[str], dict[str, list[str]], set[tuple[str, str]]]:
    """Each reachable node once, under its first parent.

    Returns the nodes in preorder, the tree's links, and the links (parent, child) that lead to a node
    which already has a place: shared nodes, and cycles of a case that is wrong.
    """
    order: list[str] = []
    tree: dict[str, list[str]] = {}
    repeated: set[tuple[str, str]] = set()
    for root in roots:
        if root in tree:
            continue
        pending: list[tuple[str | None, str]] = [(None, root)]
        while pending:
            parent, node = pending.pop()
            if node in tree:
                if parent is not None:
                    repeated.add((parent, node))
                continue
            tree[node] = []
            order.append(node)
            if parent is not None:
                tree[parent].append(node)
            pending.extend((node, child) for child in reversed(dict.fromkeys(children(node))))
    return order, tree, repeated


def cut_pages(
    roots: Sequence[str],
    children: Callable[[str], Sequence[str]],
    seam: Callable[[str], bool],
    *,
    limit: int,
    forced: Callable[[str], bool] = lambda node: False,
    weight: Callable[[str], int] = lambda node: 1,
) -> list[Page]:
    """Pages of at most ``limit`` nodes where seams allow it, in reading order.

    A page starts at a root, at a node that ``forced`` names, and wherever a subtree would make a page too
    large: then the heaviest seams below are cut until the rest fits, so pages stay few and full.
    ``weight`` counts a node with what hangs on it.
    """
    order, tree, repeated = spanning_tree(roots, children)
    starts = {root for root in roots if root in tree} | {node for node in order if forced(node)}
    again = Counter(parent for parent, _ in repeated)
    load: dict[str, int] = {}
    for node in reversed(order):
        # what stands elsewhere too is drawn here as well, if only as a transfer
        load[node] = _cut_below(node, tree, load, starts, seam, limit, weight(node) + again[node])
    pages = []
    for node in order:
        if node in starts:
            pages.append(_page(node, tree, starts, repeated, children))
    return pages


def _cut_below(
    node: str,
    tree: Mapping[str, Sequence[str]],
    load: Mapping[str, int],
    starts: set[str],
    seam: Callable[[str], bool],
    limit: int,
    own: int,
) -> int:
    total = own + sum(1 if child in starts else load[child] for child in tree[node])
    if total <= limit or not seam(node):
        return total
    frontier = _nearest_seams(node, tree, starts, seam)
    for heavy in sorted(frontier, key=lambda result: -load[result]):
        if total <= limit or load[heavy] < 2:
            break
        starts.add(heavy)
        total -= load[heavy] - 1
    return total


def _nearest_seams(
    node: str, tree: Mapping[str, Sequence[str]], starts: set[str], seam: Callable[[str], bool]
) -> list[str]:
    results: list[str] = []
    pending = list(tree[node])
    while pending:
        child = pending.pop(0)
        if child in starts:
            continue
        if seam(child):
            results.append(child)
        else:
            pending.extend(tree[child])
    return results


def _page(
    root: str,
    tree: Mapping[str, Sequence[str]],
    starts: set[str],
    repeated: set[tuple[str, str]],
    children: Callable[[str], Sequence[str]],
) -> Page:
    nodes: list[str] = []
    drawn: dict[str, tuple[str, ...]] = {}
    away: set[tuple[str, str]] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        nodes.append(node)
        links = tuple(
            child
            for child in dict.fromkeys(children(node))
            if child in tree[node] or (node, child) in repeated
        )
        drawn[node] = links
        elsewhere = {child for child in links if child in starts or (node, child) in repeated}
        away |= {(node, child) for child in elsewhere}
        pending.extend(child for child in reversed(links) if child not in elsewhere)
    return Page(root, tuple(nodes), drawn, frozenset(away))


def share_sheets(
    pages: Sequence[Page], most: int, ends: int, *, apart: Callable[[str], bool] = lambda node: False
) -> list[Page]:
    """The pages, with the subtrees below a node that has more than ``most`` pages of its own several to a page.

    Such a page has the wide node as its root again, and neighbouring children with what is below them, of at most
    ``ends`` nodes that nothing hangs below.  The node's own page refers to the first child of each, of ``most`` at most;
    all of them have the same root, which leads to them.  A child that ``apart`` names keeps its page.
    """
    own = {page.root: page for page in pages if page.part is None}
    result: dict[str, list[Page]] = {page.root: [page] for page in pages}
    shared: set[str] = set()
    for page in pages:
        for name in page.nodes:
            small = [
                child
                for child in page.children[name]
                if (name, child) in page.away and child in own and child not in shared and not apart(child)
                and _ends(own[child]) < ends
            ]  # fmt: skip
            if len(small) <= most:
                continue
            groups = _neighbours(small, own, ends)
            later = {child for group in groups for child in group[1:]}
            away_from_here = later | {group[0] for group in groups[most:]}
            first = result[page.root][0]
            kept = tuple(child for child in first.children[name] if child not in away_from_here)
            away = frozenset(link for link in first.away if link[0] != name or link[1] not in away_from_here)
            result[page.root][0] = replace(first, children={**first.children, name: kept}, away=away)
            count, at = len(page.children[name]), {child: n for n, child in enumerate(page.children[name], 1)}
            for group in groups:
                result[group[0]] = [
                    _shared(name, [own[c] for c in group], (at[group[0]], at[group[-1]], count))
                ]
            shared |= {*small}
            for child in later:
                result[child] = []
    return [one for page in pages for one in result[page.root]]


def _ends(page: Page) -> int:
    """How many boxes of a page have nothing below them, which decides how wide it is."""
    below = sum(1 for node in page.nodes if not page.children[node])
    return below + len(page.away)


def _neighbours(names: Sequence[str], own: Mapping[str, Page], ends: int) -> list[list[str]]:
    groups: list[list[str]] = []
    wide = ends
    for name in names:
        if wide + _ends(own[name]) > ends:
            groups.append([])
            wide = 0
        groups[-1].append(name)
        wide += _ends(own[name])
    return groups


def _shared(root: str, pages: Sequence[Page], part: tuple[int, int, int]) -> Page:
    """One page of several, with the node above them as its root."""
    children = {node: links for page in pages for node, links in page.children.items()}
    children[root] = tuple(page.root for page in pages)
    nodes = (root, *(node for page in pages for node in page.nodes))
    return Page(root, nodes, children, frozenset(link for page in pages for link in page.away), part)


def split_wide(page: Page, most: int) -> list[Page]:
    """The page, and further ones for nodes with more than ``most`` children that nothing hangs below.

    A further page has the wide node as its root again, and the next ``most`` of these children.
    """
    pages = [page]
    for name in page.nodes:
        links = page.children[name]
        loose = [c for c in links if (name, c) in page.away or not page.children.get(c)]
        if len(loose) <= most:
            continue
        for start in range(0, len(loose), most):
            some = tuple(loose[start : start + most])
            if start == 0:
                rest = set(loose[most:])
                kept = tuple(link for link in links if link not in rest)
                moved = {c for c in rest if (name, c) not in page.away}
                pages[0] = replace(
                    pages[0],
                    nodes=tuple(n for n in pages[0].nodes if n not in moved),
                    children={**pages[0].children, name: kept},
                    away=frozenset(link for link in pages[0].away if link[0] != name or link[1] not in rest),
                )
                continue
            away = frozenset((name, c) for c in some if (name, c) in page.away)
            nodes = (name, *(c for c in some if (name, c) not in away))
            drawn = {node: some if node == name else () for node in nodes}
            pages.append(Page(name, nodes, drawn, away, (start + 1, start + len(some), len(loose))))
    return pages


def columns_of(
    nodes: Sequence[str], links: Sequence[tuple[str, str]], ends: Iterable[str], across: int
) -> tuple[tuple[str, ...], ...]:
    """The children of wide nodes in columns, as many as ``across``: those among ``ends``, that nothing hangs below.

    One more than ``across`` still stand side by side.
    """
    last = set(ends)
    result: list[tuple[str, ...]] = []
    for parent in nodes:
        loose = [key for above, key in links if above == parent and key in last]
        if len(loose) > across + 1:
            deep = -(-len(loose) // across)
            result += [tuple(loose[start : start + deep]) for start in range(0, len(loose), deep)]
    return tuple(result)


def next_cut(page: Page, seam: Callable[[str], bool]) -> str | None:
    """The seam at which a page that is too large is best cut in two: the one nearest to half of it.

    None when the page has no seam below its root that takes more than itself away.
    """
    size: dict[str, int] = {}
    for node in reversed(page.nodes):
        links = page.children[node]
        size[node] = 1 + sum(1 if (node, child) in page.away else size.get(child, 1) for child in links)
    half = size[page.root] / 2
    candidates = [node for node in page.nodes if node != page.root and seam(node) and size[node] > 1]
    return min(candidates, key=lambda node: abs(size[node] - half), default=None)
