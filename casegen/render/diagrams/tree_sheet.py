"""Fault-tree sheets drawn: the cells of :mod:`casegen.render.diagrams.tree` at the places that the layout gives."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.render import svg
from casegen.render.diagrams import symbols
from casegen.render.diagrams.condition import draw_condition
from casegen.render.diagrams.diagram import MARGIN, Continuation, Diagram, marked_words
from casegen.render.diagrams.part_numbers import aged, aged_title
from casegen.render.diagrams.tree import (
    BOX,
    LEAD,
    PAD,
    TreeCell,
    TreeSheet,
    group_of,
    importance_class,
    sheet_label,
    sheet_name,
)
from casegen.render.language import counted, translate
from casegen.render.layout import RAKE, Layout
from casegen.render.wording import anchor, number


def draw_sheet(plan: TreeSheet, layout: Layout) -> Diagram:
    """Draw a sheet at the positions of ``layout``."""
    view, tree = plan.view, plan.view.tree
    marked = view.highlighted
    wires = "".join(_wires(plan, layout, marked))
    body = "".join(_draw_cell(plan, cell, layout.centres[key], marked) for key, cell in plan.cells.items())
    title = tree.title or tree.id
    if plan.count > 1:
        title = translate("figure.part", title=title, n=plan.index + 1, count=plan.count)
    return Diagram(
        name=sheet_name(tree, plan.index),
        kind="tree",
        title=aged_title(translate("figure.tree", title=title), view.result, _shown(plan)),
        alt=_alt(plan),
        width=layout.width + 2 * MARGIN,
        height=layout.height + 2 * MARGIN,
        body=f'<g transform="translate({MARGIN:g} {MARGIN:g})">{wires}{body}</g>',
        shown=_shown(plan),
        continuations=_continuations(plan),
        subject=tree.id,
    )


def _wires(plan: TreeSheet, layout: Layout, marked: frozenset[str]) -> Iterator[str]:
    for parent in plan.page.nodes:
        keys = [child for above, child in plan.links if above == parent]
        if not keys:
            continue
        stacked = {key for column in plan.graph.columns for key in column}
        cell = plan.cells[parent]
        px, py = layout.centres[parent]
        top, bottom = py - cell.size[1] / 2, py + cell.size[1] / 2
        out = top + cell.symbol_top + cell.symbol_height
        tops = {key: layout.centres[key][1] - plan.cells[key].size[1] / 2 for key in keys}
        bus = (bottom + min(tops.values())) / 2
        inset = symbols.input_inset(cell.formula) if cell.formula else 0.0
        for key in sorted(keys, key=lambda key: _on_path(plan, parent, key, marked)):
            cx, cy = layout.centres[key]
            css = "wire cut" if _on_path(plan, parent, key, marked) else "wire"
            start = ("M", px, out - inset, "L", px, bus)
            if key in stacked:
                side, level = cx - BOX / 2, cy - plan.cells[key].size[1] / 2 + plan.cells[key].box_height / 2
                way = svg.path(*start, "L", side - RAKE, bus, "L", side - RAKE, level, "L", side, level)
            else:
                way = svg.path(*start, "L", cx, bus, "L", cx, tops[key])
            yield svg.element("path", d=way, class_=css)


def _shown(plan: TreeSheet) -> tuple[str, ...]:
    """The parts drawn in full, the root of a further sheet of a wide gate not among them."""
    names = dict.fromkeys(cell.identifier for cell in plan.cells.values() if "\n" not in cell.identifier)
    return tuple(name for name in names if not plan.page.part or name != plan.page.root)


def _on_path(plan: TreeSheet, parent: str, key: str, marked: frozenset[str]) -> bool:
    return parent in marked and plan.cells[key].identifier in marked


def _draw_cell(plan: TreeSheet, cell: TreeCell, centre: tuple[float, float], marked: frozenset[str]) -> str:
    cx, top = centre[0], centre[1] - cell.size[1] / 2
    extra = " cut" if cell.identifier in marked else ""
    parts: list[str] = []
    at = top + cell.symbol_top
    if cell.boxed:
        parts.append(_draw_box(cell, cx, top, extra))
        stem = svg.path("M", cx, top + cell.box_height, "L", cx, at)
        parts.append(svg.element("path", d=stem, class_=f"wire{extra}"))
    if cell.away:
        parts.append(symbols.transfer(cx, at, _mark_label(plan, cell.away)))
        return f'<a href="#{svg.text(cell.away)}" tabindex="-1">{"".join(parts)}</a>'
    if cell.formula is not None:
        parts.append(symbols.gate_symbol(cell.formula, cx, at, extra))
        if cell.condition is not None:
            parts.append(draw_condition(cell.condition, cx, at))
        if cell.called:
            parts.append(symbols.transfer_here(cx, at))
    else:
        parts.append(_event_symbol(plan, cell, cx, at, extra))
    drawn = "".join(parts)
    return f'<a href="#{cell.href}" tabindex="-1">{drawn}</a>' if cell.href else f"<g>{drawn}</g>"


def _draw_box(cell: TreeCell, cx: float, top: float, extra: str) -> str:
    left = cx - BOX / 2
    box = svg.element("rect", x=left, y=top, width=BOX, height=cell.box_height, rx=3, class_=f"box{extra}")
    base = top + PAD + 9
    heading = svg.lines(cell.heading, cx, base, LEAD, "b m")
    below = base + LEAD * len(cell.heading)
    words = svg.lines(cell.words, cx, below, LEAD, "m")
    numbers = svg.lines(cell.numbers, cx, below + LEAD * len(cell.words), LEAD, "s m q")
    return (
        svg.full(cell.identifier, cell.heading)
        + box
        + heading
        + words
        + numbers
        + symbols.change_tag(left + BOX - 4, top, cell.change)
    )


def _event_symbol(plan: TreeSheet, cell: TreeCell, cx: float, top: float, extra: str) -> str:
    case = plan.view.case
    house = case.house_event.get(cell.identifier)
    if house is not None:
        return symbols.house_event(cx, top, house.state)
    event = case.event.get(cell.identifier)
    result = plan.view.result.events.get(cell.identifier) if plan.view.result else None
    shade = importance_class(result.fussell_vesely if result else None)
    grouped = bool(group_of(case, cell.identifier))
    if event is None or event.undeveloped or (event.model is None and not grouped):
        return symbols.undeveloped_event(cx, top, shade, extra)
    drawn = symbols.basic_event(cx, top, shade, extra)
    return drawn + symbols.common_cause(cx, top) if grouped else drawn


def _mark_label(plan: TreeSheet, name: str) -> str:
    """What stands in the triangle of a transfer: the sheet's number, or an arrow to another tree."""
    tree, _, sheet = name.rpartition("-")
    return sheet if tree == f"sheet-{anchor('tree', plan.view.tree.id)}" else "↗"


def _continuations(plan: TreeSheet) -> tuple[Continuation, ...]:
    """The sheets that transfer to gates of this one, gate by gate, then those that this one goes on on."""
    own = sheet_name(plan.view.tree, plan.index)
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for cell in plan.cells.values():
        if cell.away and cell.away != own:
            below.setdefault(cell.away, []).append(cell.identifier)
        for caller in plan.callers.get(cell.identifier, ()) if cell.called else ():
            if caller != own:
                above.setdefault(caller, []).append(cell.identifier)
    if plan.page.part:
        above.setdefault(plan.view.sheet_of[plan.page.root], []).append(plan.page.root)
    else:
        for name in plan.page.nodes:
            for sheet in plan.view.parts.get(name, ()):
                below.setdefault(sheet, []).append(name)
    up = [
        Continuation(
            name, f"{sheet_label(plan.view, name)} ({', '.join(dict.fromkeys(gates))})", upwards=True
        )
        for name, gates in above.items()
    ]
    down = [Continuation(name, ", ".join(dict.fromkeys(ids)), upwards=False) for name, ids in below.items()]
    return (*up, *down)


def _alt(plan: TreeSheet) -> str:
    view, tree = plan.view, plan.view.tree
    gates = sum(1 for cell in plan.cells.values() if cell.formula is not None)
    leaves = sum(1 for cell in plan.cells.values() if cell.formula is None and not cell.away)
    transferred = sum(1 for cell in plan.cells.values() if cell.away)
    message = f"{counted('alt.gates', gates)}, {counted('alt.events', leaves)}"
    if transferred:
        message += f", {counted('alt.transferred', transferred)}"
    parts = [translate("alt.tree", tree=tree.id, root=plan.page.root, parts=message)]
    if view.result is not None and view.result.top is not None and plan.index == 0:
        top = number(view.result.top.value, beside=view.limits)
        may_be_more = tree.top in view.result.ranged_gates
        value = translate("trees.ranged", number=top) if may_be_more else top
        parts.append(translate("alt.top", value=aged(value, old=view.result.is_stale(tree.top))))
    if view.leading:
        parts.append(translate("alt.leading", events=", ".join(view.leading)))
    shown = list(dict.fromkeys(cell.identifier for cell in plan.cells.values()))
    parts.append(marked_words(view.marks, shown).strip())
    return " ".join(part for part in parts if part)
