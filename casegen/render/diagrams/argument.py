"""Argument sheets: claims, arguments and evidence (CAE), cut by module and at claims."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from casegen.model.argument import (
    Argument,
    ContextNode,
)
from casegen.model.results import Assessment
from casegen.render.diagrams import cae
from casegen.render.diagrams.argument_graph import ArgumentView
from casegen.render.diagrams.argument_nodes import ACROSS, DEEP, node_box, stands
from casegen.render.diagrams.diagram import MARGIN, Continuation, Diagram, marked_words
from casegen.render.language import counted, translate
from casegen.render.layout import RAKE, Edge, Layout, LayoutGraph
from casegen.render.paging import Page, columns_of, cut_pages, share_sheets, split_wide
from casegen.render.wording import (
    STATUS_WORD,
    anchor,
)

SHEET = 60
"""Nodes on a sheet before it is cut at a claim."""
SIDE_BY_SIDE = 8
"""Ends of subtrees that share a sheet, where a node has more subtrees than its sheet could refer to."""


Boxes = dict[tuple[str, str, bool], cae.NodeBox]
"""boxes of nodes that were sized, as :attr:`ArgumentView.boxes` has them"""


def argument_sheets(
    assessment: Assessment,
    cuts: Collection[str] = (),
    marks: Mapping[str, str] | None = None,
    boxes: Boxes | None = None,
) -> tuple[ArgumentView, list[Page]]:
    """The argument cut into sheets, in reading order, each named by its module; ``cuts`` start sheets too.

    ``boxes``: those sized for other cuts of the same argument; what is sized here is added.
    """
    view = ArgumentView(assessment, marks=marks or {}, boxes={} if boxes is None else boxes)
    roots, apart = view.roots(), view.across | {*cuts}
    pages = cut_pages(
        roots, view.children, view.is_seam, limit=SHEET, forced=apart.__contains__, weight=view.weight
    )
    pages = share_sheets(pages, ACROSS * DEEP, SIDE_BY_SIDE, apart=(apart | {*roots}).__contains__)
    pages = [part for page in pages for part in split_wide(page, ACROSS * DEEP)]
    taken: dict[str, int] = {}
    for page in pages:
        module = view.case.node[page.root].module or "case"
        taken[module] = taken.get(module, 0) + 1
        sheet = f"sheet-{anchor('argument', module)}-{taken[module]}"
        view.names[page.root, page.part] = sheet
        view.sheet_of.update(dict.fromkeys(shown_on(page), sheet))
        for name in page.nodes:
            for other in view.all_hanging(name):
                if isinstance(view.case.node[other], ContextNode):
                    view.context_sheet.setdefault(other, sheet)
    return view, pages


def shown_on(page: Page) -> tuple[str, ...]:
    """The nodes that a sheet shows in full: not the root of a further sheet of a wide node."""
    return page.nodes if page.part is None else page.nodes[1:]


BESIDE = 18.0
"""Gap between a node and what hangs beside it."""
STACK = 8.0
INDENT, STEM = 26.0, 13.0
"""What hangs on an objection or a context stands so far to its right, on a line so far from its left edge."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A context or an objection beside a node, with the style of the line to it.

    ``depth``: 0 for what hangs on the node itself, 1 for what hangs on that, and so on.
    """

    box: cae.NodeBox
    css: str
    depth: int

    @property
    def indent(self) -> float:
        """How far it stands to the right of what hangs on the node itself."""
        return INDENT * self.depth


@dataclass(frozen=True, slots=True)
class ArgumentCell:
    """A node with its contexts and objections beside it, and what hangs on these below them."""

    box: cae.NodeBox
    beside: tuple[Hanging, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of everything together."""
        width, height = self.box.size
        if not self.beside:
            return width, height
        stacked = sum(one.box.size[1] for one in self.beside) + STACK * (len(self.beside) - 1)
        return width + BESIDE + max(one.indent + one.box.width for one in self.beside), max(height, stacked)


@dataclass(frozen=True, slots=True)
class ArgumentSheet:
    """A sheet ready for layout.  ``drawn`` links upper and lower cells: support, or side-claim."""

    view: ArgumentView
    page: Page
    number: int
    count: int
    cells: Mapping[str, ArgumentCell]
    drawn: tuple[tuple[str, str, str], ...]
    graph: LayoutGraph


def plan_sheet(view: ArgumentView, page: Page, index: int, count: int) -> ArgumentSheet:
    """Size every node of a sheet."""
    own = view.sheet_name(page)
    met = {name for name, sheet in view.context_sheet.items() if sheet != own}
    cells: dict[str, ArgumentCell] = {page.root: _cell(view, page.root, met)}
    drawn: list[tuple[str, str, str]] = []
    for name in page.nodes:
        node = view.case.node[name]
        sides = node.side_claims if isinstance(node, Argument) else ()
        for child in page.children.get(name, ()):
            key, away = child, (name, child) in page.away
            if away or child in cells:
                key = f"{name}\n→{child}"
            cells[key] = (
                ArgumentCell(node_box(view, child, away=view.sheet_of.get(child, "")))
                if away
                else _cell(view, child, met)
            )
            drawn.append((name, key, "side" if child in sides else "link"))
    upper = {above for above, _, _ in drawn}
    ends = [key for key in cells if key not in upper]
    graph = LayoutGraph(
        {key: cell.size for key, cell in cells.items()}, [Edge(above, below) for above, below, _ in drawn],
        node_gap=16, level_gap=34,
        columns=columns_of(page.nodes, [(above, below) for above, below, _ in drawn], ends, ACROSS),
    )  # fmt: skip
    return ArgumentSheet(view, page, index, count, cells, tuple(drawn), graph)


def _cell(view: ArgumentView, name: str, met: set[str]) -> ArgumentCell:
    """A node with what hangs on it, and on that; a context ``met`` before, here or on an earlier sheet, is named only."""
    beside: list[Hanging] = []
    pending = [(other, 0) for other in reversed(view.hanging(name))]
    while pending:
        other, depth = pending.pop()
        node = view.case.node[other]
        known = other in met
        if isinstance(node, ContextNode):
            met.add(other)
            css = "ctx"
        else:
            css = "attack" if stands(view.assessment, node) else "attack off"
        beside.append(Hanging(node_box(view, other, brief=known), css, depth))
        if not known:
            pending += [(below, depth + 1) for below in reversed(view.hanging(other))]
    return ArgumentCell(node_box(view, name), tuple(beside))


def draw_sheet(plan: ArgumentSheet, layout: Layout) -> Diagram:
    """Draw a sheet at the positions of ``layout``."""
    view, page = plan.view, plan.page
    wires = "".join(_supports(plan, layout))
    body = "".join(_draw_cell(view, cell, layout.centres[key]) for key, cell in plan.cells.items())
    own = view.sheet_name(page)
    above = sorted(view.users_of(page) - {own})
    below: dict[str, list[str]] = {}
    for name in shown_on(page):
        for sheet in view.parts(name):
            below.setdefault(sheet, []).append(name)
    for cell in plan.cells.values():
        if cell.box.away and cell.box.away != own:
            below.setdefault(cell.box.away, []).append(cell.box.identifier)
    return Diagram(
        name=own,
        kind="argument",
        title=_title(plan),
        alt=_alt(plan),
        width=layout.width + 2 * MARGIN,
        height=layout.height + 2 * MARGIN,
        body=f'<g transform="translate({MARGIN:g} {MARGIN:g})">{wires}{body}</g>',
        shown=shown_on(page),
        continuations=(
            *(
                Continuation(name, translate("figure.sheet", sheet=_sheet_label(view, name)), True)
                for name in above
            ),
            *(Continuation(name, ", ".join(dict.fromkeys(ids)), False) for name, ids in below.items()),
        ),
        subject=view.case.node[page.root].module or "",
    )


def _main_centre(cell: ArgumentCell, centre: tuple[float, float]) -> tuple[float, float]:
    """Centre of the node itself: what hangs beside it lies to its right."""
    return centre[0] - (cell.size[0] - cell.box.width) / 2, centre[1]


def _draw_cell(view: ArgumentView, cell: ArgumentCell, centre: tuple[float, float]) -> str:
    x, y = _main_centre(cell, centre)
    parts = [cae.draw_box(cell.box, (x, y), _sheet_label(view, cell.box.away))]
    right = x + cell.box.width / 2
    top = y - (sum(one.box.size[1] for one in cell.beside) + STACK * (len(cell.beside) - 1)) / 2
    stems: dict[int, tuple[float, float]] = {}
    for one in cell.beside:
        width, height = one.box.size
        left = right + BESIDE + one.indent
        middle = (left + width / 2, top + height / 2)
        if one.depth:
            parts.append(cae.draw_below(one.css, stems[one.depth - 1], (left, middle[1])))
        else:
            parts.append(cae.draw_attachment(one.css, (right, y), (left, middle[1])))
        parts.append(cae.draw_box(one.box, middle))
        top += height + STACK
        stems[one.depth] = (left + STEM, top - STACK)
    return "".join(parts)


def _supports(plan: ArgumentSheet, layout: Layout) -> Iterator[str]:
    stacked = {key for keys in plan.graph.columns for key in keys}
    edges = _level_edges(plan, layout)
    for above, below, css in plan.drawn:
        upper, lower = plan.cells[above], plan.cells[below]
        ux, uy = _main_centre(upper, layout.centres[above])
        lx, ly = _main_centre(lower, layout.centres[below])
        if css == "side":
            ux += 0.3 * upper.box.width * (1 if lx >= ux else -1)
        upper_edge = edges[round(layout.centres[above][1], 1)][1]
        if below in stacked:
            side = (lx - lower.box.width / 2, ly)
            yield cae.draw_hanging(css, side, side[0] - RAKE, (ux, uy + upper.box.size[1] / 2), upper_edge)
            continue
        gap = upper_edge, edges[round(layout.centres[below][1], 1)][0]
        yield cae.draw_support(css, (lx, ly - lower.box.size[1] / 2), (ux, uy + upper.box.size[1] / 2), gap)


def _level_edges(plan: ArgumentSheet, layout: Layout) -> dict[float, tuple[float, float]]:
    """Upper and lower edge of each level, a column taken as one: lines bend only between levels."""
    extents = [(layout.centres[key][1], cell.size[1] / 2) for key, cell in plan.cells.items()]
    for keys in plan.graph.columns:
        middle = [layout.centres[key][1] for key in keys]
        half = plan.graph.column(keys)[1] / 2
        first = middle[0] - plan.graph.nodes[keys[0]][1] / 2
        extents.append((first + half, half))
    edges: dict[float, tuple[float, float]] = {}
    for y, half in extents:
        high, low = edges.get(round(y, 1), (y - half, y + half))
        edges[round(y, 1)] = (min(high, y - half), max(low, y + half))
    return edges


def _sheet_label(view: ArgumentView, away: str) -> str:
    """A short name of a sheet: its module and number."""
    if not away:
        return ""
    module, _, sheet = away.removeprefix("sheet-argument-").rpartition("-")
    return f"{module} {sheet}"


def _title(plan: ArgumentSheet) -> str:
    view, root = plan.view, plan.page.root
    name = view.case.node[root].module
    module = next((m for m in view.case.modules if m.id == name), None)
    title = (module.title or module.id) if module else (name or view.case.header.title)
    if plan.count > 1:
        title = translate("figure.part", title=title, n=plan.number, count=plan.count)
    if plan.page.part:
        first, last, count = plan.page.part
        title += f" ({root}: {translate('figure.inputs', first=first, last=last, count=count)})"
    return translate("figure.argument", title=title)


def _alt(plan: ArgumentSheet) -> str:
    view, page = plan.view, plan.page
    claims = [name for name in shown_on(page) if name in view.case.claim]
    words: dict[str, int] = {}
    for name in claims:
        result = view.assessment.claims.get(name)
        if result is not None:
            word = STATUS_WORD[result.status]
            words[word] = words.get(word, 0) + 1
    counts = ", ".join(f"{count} {status}" for status, count in words.items())
    parts = counted("alt.claims", len(claims)) + (f" ({counts})" if counts else "")
    others = counted("alt.others", len(shown_on(page)) - len(claims))
    marks = marked_words(view.marks, page.nodes)
    return translate("alt.argument", claim=page.root, parts=f"{parts}, {others}", marks=marks)


def sheets_per_module(view: ArgumentView, pages: Sequence[Page]) -> list[tuple[Page, int, int]]:
    """Every page with its number within its module and how many the module has."""
    modules = [view.case.node[page.root].module or "case" for page in pages]
    seen: dict[str, int] = {}
    numbered = []
    for page, module in zip(pages, modules, strict=True):
        seen[module] = seen.get(module, 0) + 1
        numbered.append((page, seen[module], modules.count(module)))
    return numbered
