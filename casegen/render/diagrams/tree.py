"""Fault trees: true gate shapes, a probability at every gate and event, importance by hatching."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from casegen.assessment.results import Assessment, TreeResult
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree, Formula, GateType
from casegen.render import svg
from casegen.render.diagrams import symbols
from casegen.render.diagrams.critical_path import path_of
from casegen.render.diagrams.diagram import MARGIN, Continuation, Diagram, marked_words
from casegen.render.fonts import BOLD, REGULAR, shorten, wrap
from casegen.render.language import counted, translate
from casegen.render.layout import Edge, Layout, LayoutGraph
from casegen.render.paging import Page, cut_pages
from casegen.render.wording import anchor, bounds, number

SHEET = 28
"""Nodes on a sheet before it is cut at a gate."""
BOX = 138.0
PAD = 7.0
LEAD = 13.0
STEM = 8.0
OVAL = 50.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One node as drawn: the lines of its box, what stands below it, and its size."""

    key: str
    identifier: str
    heading: str
    words: tuple[str, ...]
    numbers: tuple[str, ...]
    formula: Formula | None = None
    away: str = ""
    href: str = ""
    boxed: bool = True
    change: str = ""

    @property
    def box_height(self) -> float:
        """Height of the text box; an unnamed gate has none."""
        if not self.boxed:
            return 0.0
        return PAD * 2 + LEAD * (1 + len(self.words) + len(self.numbers)) - 3

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole cell."""
        symbol = symbols.HEIGHT if self.formula is not None else symbols.EVENT
        wide = self.formula is not None and self.formula.type is GateType.INHIBIT
        width = BOX if self.boxed else symbols.WIDTH
        if wide:
            width = max(width, 2 * (symbols.WIDTH / 2 + 14 + 2 * OVAL))
        return width, self.box_height + (STEM if self.boxed else 0.0) + symbol


@dataclass(slots=True)
class TreeView:
    """A tree with its results, and where each gate's sheet is."""

    case: Case
    tree: FaultTree
    result: TreeResult | None
    formulas: dict[str, Formula] = field(default_factory=dict)
    sheet_of: dict[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    def children(self, name: str) -> tuple[str, ...]:
        """Input names of a gate of this tree; a nested formula gets a name of its own."""
        formula = self.formulas.get(name)
        if formula is None:
            return ()
        return tuple(
            given if isinstance(given, str) else self._nested(name, index, given)
            for index, given in enumerate(formula.inputs)
        )

    def is_seam(self, name: str) -> bool:
        """Whether a sheet may start at a node: at named gates only."""
        return name in self.formulas and "\n" not in name

    def _nested(self, parent: str, index: int, formula: Formula) -> str:
        name = f"{parent}\n{index}"
        self.formulas[name] = formula
        return name

    @property
    def highlighted(self) -> frozenset[str]:
        """The events of the leading cut set, and every gate that they alone make hold."""
        if self.result is None or not self.result.cut_sets:
            return frozenset()
        return path_of(self.result.cut_sets[0].events, self.case, self.formulas, self.children)


def tree_sheets(
    assessment: Assessment, cuts: Collection[str] = (), marks: Mapping[str, str] | None = None
) -> Iterator[tuple[TreeView, Sequence[Page]]]:
    """Every tree of the case with the pages it is cut into; the gates in ``cuts`` start pages too."""
    for tree in assessment.case.trees:
        view = TreeView(assessment.case, tree, assessment.trees.get(tree.id), marks=marks or {})
        view.formulas.update({gate.id: gate for gate in tree.gates})
        roots = list(dict.fromkeys([tree.top, *(gate.id for gate in tree.gates)]))
        used = {child for gate in list(view.formulas) for child in view.children(gate)}
        roots = [root for root in roots if root == tree.top or root not in used]
        pages = cut_pages(roots, view.children, view.is_seam, limit=SHEET, forced=cuts.__contains__)
        pages = [page for page in pages if page.root in view.formulas]
        for index, page in enumerate(pages):
            for name in page.nodes:
                if name in view.formulas:
                    view.sheet_of[name] = sheet_name(tree, index)
        yield view, pages


def sheet_name(tree: FaultTree, index: int) -> str:
    """File name and fragment of a tree's sheet, counted from 1."""
    return f"sheet-{anchor('tree', tree.id)}-{index + 1}"


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A sheet ready for layout: cells, links and what they mean."""

    view: TreeView
    page: Page
    index: int
    count: int
    cells: Mapping[str, Cell]
    links: tuple[tuple[str, str], ...]
    graph: LayoutGraph
    callers: Mapping[str, tuple[str, ...]]


def callers_of(sheets: Sequence[tuple[TreeView, Sequence[Page]]]) -> dict[str, tuple[str, ...]]:
    """The sheets of other trees that transfer to a gate, by gate."""
    value: dict[str, dict[str, None]] = {}
    gates = {name for view, _ in sheets for name in view.sheet_of}
    for view, pages in sheets:
        for index, page in enumerate(pages):
            for name in page.nodes:
                for child in page.children.get(name, ()):
                    if child in gates and child not in view.formulas:
                        value.setdefault(child, {})[sheet_name(view.tree, index)] = None
    return {gate: tuple(names) for gate, names in value.items()}


def plan_sheet(
    view: TreeView,
    page: Page,
    index: int,
    count: int,
    others: Mapping[str, str],
    callers: Mapping[str, tuple[str, ...]],
) -> SheetPlan:
    """Size every node of a sheet.

    ``others`` maps gates of other trees to their sheet; ``callers`` gates of this one to the sheets of other
    trees that use them.
    """
    cells: dict[str, Cell] = {}
    links: list[tuple[str, str]] = []
    cells[page.root] = _cell(view, page.root, page.root, "")
    for parent in page.nodes:
        for child in page.children.get(parent, ()):
            gate = child in view.formulas or child in others
            away = gate and ((parent, child) in page.away or child not in view.formulas)
            shared = child not in page.nodes or (parent, child) in page.away or child in cells
            key = f"{parent}\n→{child}" if away or shared else child
            where = view.sheet_of.get(child) or others.get(child, "") if away else ""
            cells[key] = _cell(view, key, child, where)
            links.append((parent, key))
    graph = LayoutGraph({key: cell.size for key, cell in cells.items()}, [Edge(a, b) for a, b in links],
                  node_gap=14, level_gap=26)  # fmt: skip
    return SheetPlan(view, page, index, count, cells, tuple(links), graph, callers)


def _cell(view: TreeView, key: str, name: str, away: str) -> Cell:
    case, result = view.case, view.result
    formula = view.formulas.get(name)
    inner = BOX - 2 * PAD
    if formula is not None and "\n" in name and not away:
        return Cell(key, name, "", (), (), formula, boxed=False)
    if away or formula is not None:
        gate = case.gate.get(name)
        words = wrap(gate.text if gate else "", inner, 11, REGULAR, 2 if away else 4)
        probability = result.gates.get(name) if result else None
        numbers = (f"P = {number(probability)}",) if probability is not None else ()
        return Cell(key, name, shorten(name, inner, 11, BOLD), words, numbers, None if away else formula, away,
                    anchor("gate", name), change=view.marks.get(name, ""))  # fmt: skip
    event = case.event.get(name) or case.house_event.get(name)
    words = wrap(event.text if event else translate("alt.undefined"), inner, 11, REGULAR, 4)
    return Cell(key, name, shorten(name, inner, 11, BOLD), words, _event_numbers(result, name),
                href=anchor("event", name) if event else "", change=view.marks.get(name, ""))  # fmt: skip


def _event_numbers(result: TreeResult | None, name: str) -> tuple[str, ...]:
    value = result.events.get(name) if result else None
    if value is None:
        probability = result.gates.get(name) if result else None
        return () if probability is None else (f"P = {number(probability)}",)
    share = value.importance.get("fussell_vesely")
    line = f"P = {number(value.probability)}" + ("" if share is None else f" · FV {number(share, 2)}")
    limits = bounds(value.lower, value.upper, value.confidence, short=True)
    if limits == "–":
        return (line,)
    return (line, *wrap(limits, BOX - 2 * PAD, 10, REGULAR, 2))


def draw_sheet(plan: SheetPlan, layout: Layout) -> Diagram:
    """Draw a sheet at the positions of ``layout``."""
    view, tree = plan.view, plan.view.tree
    marked = view.highlighted
    wires = "".join(_wires(plan, layout, marked))
    body = "".join(_draw_cell(plan, cell, layout.centres[key], marked) for key, cell in plan.cells.items())
    enter, continuations, width = _transfers(plan, layout)
    title = tree.title or tree.id
    if plan.count > 1:
        title = translate("figure.part", title=title, n=plan.index + 1, count=plan.count)
    return Diagram(
        name=sheet_name(tree, plan.index),
        kind="tree",
        title=translate("figure.tree", title=title),
        alt=_alt(plan),
        width=width + 2 * MARGIN,
        height=layout.height + 2 * MARGIN,
        body=f'<g transform="translate({MARGIN:g} {MARGIN:g})">{wires}{body}{enter}</g>',
        shown=tuple(
            dict.fromkeys(cell.identifier for cell in plan.cells.values() if "\n" not in cell.identifier)
        ),
        continuations=continuations,
        subject=tree.id,
    )


def _wires(plan: SheetPlan, layout: Layout, marked: frozenset[str]) -> Iterator[str]:
    for parent in plan.page.nodes:
        keys = [child for above, child in plan.links if above == parent]
        if not keys:
            continue
        cell = plan.cells[parent]
        px, py = layout.centres[parent]
        bottom = py + cell.size[1] / 2
        tops = {key: layout.centres[key][1] - plan.cells[key].size[1] / 2 for key in keys}
        bus = (bottom + min(tops.values())) / 2
        inset = symbols.input_inset(cell.formula) if cell.formula else 0.0
        for key in sorted(keys, key=lambda key: _on_path(plan, parent, key, marked)):
            cx = layout.centres[key][0]
            css = "wire cut" if _on_path(plan, parent, key, marked) else "wire"
            yield svg.element(
                "path",
                d=svg.path("M", px, bottom - inset, "L", px, bus, "L", cx, bus, "L", cx, tops[key]),
                class_=css,
            )


def _on_path(plan: SheetPlan, parent: str, key: str, marked: frozenset[str]) -> bool:
    return parent in marked and plan.cells[key].identifier in marked


def _draw_cell(plan: SheetPlan, cell: Cell, centre: tuple[float, float], marked: frozenset[str]) -> str:
    cx, top = centre[0], centre[1] - cell.size[1] / 2
    extra = " cut" if cell.identifier in marked else ""
    parts: list[str] = []
    at = top
    if cell.boxed:
        parts.append(_draw_box(cell, cx, top, extra))
        at = top + cell.box_height + STEM
        stem = svg.path("M", cx, top + cell.box_height, "L", cx, at)
        parts.append(svg.element("path", d=stem, class_=f"wire{extra}"))
    if cell.away:
        parts.append(symbols.transfer(cx, at, _sheet_label(plan, cell.away)))
        return f'<a href="#{svg.text(cell.away)}" tabindex="-1">{"".join(parts)}</a>'
    if cell.formula is not None:
        parts.append(symbols.gate_symbol(cell.formula, cx, at, extra))
        if cell.formula.type is GateType.INHIBIT:
            parts.append(_condition(plan, cell.formula, cx, at))
    else:
        parts.append(_event_symbol(plan, cell, cx, at, extra))
    href = f' href="#{cell.href}" tabindex="-1"' if cell.href else ""
    return f"<a{href}>{''.join(parts)}</a>" if href else "".join(parts)


def _draw_box(cell: Cell, cx: float, top: float, extra: str) -> str:
    left = cx - BOX / 2
    box = svg.element("rect", x=left, y=top, width=BOX, height=cell.box_height, rx=3, class_=f"box{extra}")
    base = top + PAD + 9
    heading = svg.element("text", svg.text(cell.heading), x=cx, y=base, class_="b m")
    words = svg.lines(cell.words, cx, base + LEAD, LEAD, "m")
    numbers = svg.lines(cell.numbers, cx, base + LEAD * (1 + len(cell.words)), LEAD, "s m q")
    return box + heading + words + numbers + symbols.change_tag(left + BOX - 4, top, cell.change)


def _event_symbol(plan: SheetPlan, cell: Cell, cx: float, top: float, extra: str) -> str:
    case = plan.view.case
    house = case.house_event.get(cell.identifier)
    if house is not None:
        return symbols.house_event(cx, top, house.state)
    event = case.event.get(cell.identifier)
    result = plan.view.result.events.get(cell.identifier) if plan.view.result else None
    shade = importance_class(result.importance.get("fussell_vesely") if result else None)
    grouped = any(cell.identifier in group.members for group in case.common_cause)
    if event is None or event.undeveloped or (event.model is None and not grouped):
        return symbols.undeveloped_event(cx, top, shade, extra)
    return symbols.basic_event(cx, top, shade, extra)


def importance_class(share: float | None) -> str:
    """Hatching for a Fussell–Vesely importance: from 0.01 low, from 0.1 mid, from 0.5 high."""
    if share is None or share < 0.01:
        return ""
    return "low" if share < 0.1 else "mid" if share < 0.5 else "high"


def _condition(plan: SheetPlan, formula: Formula, cx: float, top: float) -> str:
    name = formula.condition or ""
    middle = top + symbols.HEIGHT / 2
    left = cx + symbols.WIDTH / 2 + 14
    centre = left + OVAL
    numbers = _event_numbers(plan.view.result, name)
    wire = svg.element(
        "path", d=svg.path("M", cx + symbols.WIDTH / 2, middle, "L", left, middle), class_="wire"
    )
    label = svg.element("text", svg.text(shorten(name, 2 * OVAL - 18, 10, BOLD)), x=centre, y=middle - 1,
                        class_="b s m")  # fmt: skip
    value = svg.element("text", svg.text(numbers[0].split(" · ")[0] if numbers else ""), x=centre, y=middle + 11,
                        class_="s m q")  # fmt: skip
    return wire + symbols.condition_oval(centre, middle, OVAL, 19) + label + value


def _foreign_label(name: str) -> str:
    tree, _, sheet = name.removeprefix("sheet-tree-").rpartition("-")
    return f"{tree} {translate('figure.sheet', sheet=sheet)}"


def _sheet_label(plan: SheetPlan, name: str) -> str:
    tree, _, sheet = name.rpartition("-")
    return sheet if tree == f"sheet-{anchor('tree', plan.view.tree.id)}" else "↗"


def _transfers(plan: SheetPlan, layout: Layout) -> tuple[str, tuple[Continuation, ...], float]:
    below: dict[str, list[str]] = {}
    for cell in plan.cells.values():
        if cell.away and cell.away != sheet_name(plan.view.tree, plan.index):
            below.setdefault(cell.away, []).append(cell.identifier)
    out = tuple(
        Continuation(name, ", ".join(dict.fromkeys(ids)), upwards=False) for name, ids in below.items()
    )
    own = sheet_name(plan.view.tree, plan.index)
    above = [sheet for name, sheet in plan.view.sheet_of.items()
             if sheet != own and plan.page.root in plan.view.children(name)]  # fmt: skip
    foreign = [sheet for name in plan.page.nodes for sheet in plan.callers.get(name, ())]
    back = tuple(
        Continuation(
            name,
            translate("figure.sheet", sheet=_sheet_label(plan, name))
            if name in above
            else _foreign_label(name),
            upwards=True,
        )
        for name in dict.fromkeys([*sorted(above), *foreign])
    )
    if not back:
        return "", out, layout.width
    px, py = layout.centres[plan.page.root]
    top = py - plan.cells[plan.page.root].size[1] / 2
    cx = px + BOX / 2 + 34
    label = _sheet_label(plan, back[0].name)
    wire = svg.element("path", d=svg.path("M", px + BOX / 2, top + 22, "L", cx - 11, top + 22), class_="wire")
    mark = wire + symbols.transfer(cx, top + 2, label)
    return mark, back + out, max(layout.width, cx + symbols.EVENT / 2 + 6)


def _alt(plan: SheetPlan) -> str:
    view, tree = plan.view, plan.view.tree
    gates = sum(1 for cell in plan.cells.values() if cell.formula is not None)
    leaves = sum(1 for cell in plan.cells.values() if cell.formula is None and not cell.away)
    told = f"{counted('alt.gates', gates)}, {counted('alt.events', leaves)}"
    parts = [translate("alt.tree", tree=tree.id, root=plan.page.root, parts=told)]
    if view.result is not None and view.result.top is not None and plan.index == 0:
        parts.append(translate("alt.top", value=number(view.result.top.value)))
    if view.result is not None and view.result.cut_sets:
        parts.append(translate("alt.leading", events=", ".join(view.result.cut_sets[0].events)))
    shown = list(dict.fromkeys(cell.identifier for cell in plan.cells.values()))
    parts.append(marked_words(view.marks, shown).strip())
    return " ".join(part for part in parts if part)
