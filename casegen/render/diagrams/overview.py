"""The map of the argument: one box per sheet, or per module when there are many sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.model.results import Status
from casegen.render import svg
from casegen.render.diagrams.argument_graph import ArgumentView
from casegen.render.diagrams.diagram import MARGIN, Diagram
from casegen.render.diagrams.symbols import badge
from casegen.render.fonts import BOLD, REGULAR, shorten, wrap
from casegen.render.language import counted, translate
from casegen.render.layout import Edge, Layout, LayoutGraph
from casegen.render.paging import Page
from casegen.render.wording import STATUS_CLASS, STATUS_WORD

STATUS_OF = {css: status for status, css in STATUS_CLASS.items()}

WIDTH = 190.0
PAD = 11.0
LEAD = 13.5
MANY = 36
"""More sheets than this are drawn by module."""


@dataclass(frozen=True, slots=True)
class MapTile:
    """A part of the argument on the map."""

    heading: str
    words: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]
    href: str

    @property
    def height(self) -> float:
        """Height of the tile."""
        return PAD * 2 + LEAD * (1 + len(self.words)) + 24


@dataclass(frozen=True, slots=True)
class OverviewPlan:
    """The map ready for layout."""

    tiles: dict[str, MapTile]
    links: tuple[tuple[str, str], ...]
    graph: LayoutGraph


def plan_overview(view: ArgumentView, pages: Sequence[Page]) -> OverviewPlan | None:
    """The map, or None when the argument fits on one sheet."""
    if len(pages) < 2:
        return None
    by_module = len(pages) > MANY
    part = {page.root: _part(view, page, by_module) for page in pages}
    groups: dict[str, list[Page]] = {}
    for page in pages:
        groups.setdefault(part[page.root], []).append(page)
    of_node = {name: part[page.root] for page in pages for name in page.nodes}
    links = dict.fromkeys(
        (part[page.root], of_node[child])
        for page in pages
        for parent, children in page.children.items()
        for child in children
        if (parent, child) in page.away and of_node.get(child, part[page.root]) != part[page.root]
    )
    for sub_case in view.case.sub_cases:
        pair = of_node.get(sub_case.id), of_node.get(sub_case.claim)
        if pair[0] and pair[1] and pair[0] != pair[1]:
            links[(pair[0], pair[1])] = None
    tiles = {name: _tile(view, name, group) for name, group in groups.items()}
    graph = LayoutGraph({name: (WIDTH, tile.height) for name, tile in tiles.items()},
                  [Edge(a, b) for a, b in links], node_gap=16, routed=True, level_gap=34)  # fmt: skip
    return OverviewPlan(tiles, tuple(links), graph)


def _part(view: ArgumentView, page: Page, by_module: bool) -> str:
    sheet = view.sheet_of[page.root]
    return sheet.rpartition("-")[0] if by_module else sheet


def _tile(view: ArgumentView, name: str, pages: Sequence[Page]) -> MapTile:
    root = view.case.node[pages[0].root]
    module = next((m for m in view.case.modules if m.id == root.module), None)
    title = (module.title or module.id) if module else (root.module or root.id)
    inner = WIDTH - 2 * PAD
    counts: dict[str, int] = {}
    for page in pages:
        for node in page.nodes:
            result = view.assessment.claims.get(node)
            if result is not None:
                css = STATUS_CLASS[result.status]
                counts[css] = counts.get(css, 0) + 1
    order = [STATUS_CLASS[status] for status in Status]
    return MapTile(
        shorten(title, inner, 11, BOLD),
        wrap(f"{root.id}: {root.text}", inner, 11, REGULAR, 3),
        tuple((css, counts[css]) for css in order if css in counts),
        view.sheet_of[pages[0].root],
    )


def draw_overview(plan: OverviewPlan, layout: Layout) -> Diagram:
    """Draw the map; a line leads from each part to the parts that it rests on."""
    links = []
    for route in layout.routes:
        if len(route) >= 4:
            points = [coordinate for point in route[1:] for coordinate in point]
            links.append(svg.element("path", d=svg.path("M", *route[0], "C", *points), class_="flow"))
    tiles = "".join(_draw_tile(tile, layout.centres[name]) for name, tile in plan.tiles.items())
    return Diagram(
        name="sheet-map",
        kind="overview",
        title=translate("figure.map"),
        alt=counted("alt.map", len(plan.tiles), parts="; ".join(
            f"{tile.heading} ({_words(tile)})" for tile in list(plan.tiles.values())[:12])),
        width=layout.width + 2 * MARGIN,
        height=layout.height + 2 * MARGIN,
        body=f'<g transform="translate({MARGIN:g} {MARGIN:g})">{"".join(links)}{tiles}</g>',
    )  # fmt: skip


def _words(tile: MapTile) -> str:
    return ", ".join(f"{count} {STATUS_WORD[STATUS_OF[css]]}" for css, count in tile.counts)


def _draw_tile(tile: MapTile, centre: tuple[float, float]) -> str:
    left, top = centre[0] - WIDTH / 2, centre[1] - tile.height / 2
    parts = [svg.element("rect", x=left, y=top, width=WIDTH, height=tile.height, rx=8, class_="box")]
    base = top + PAD + 9
    parts.append(svg.element("text", svg.text(tile.heading), x=left + PAD, y=base, class_="b"))
    parts.append(svg.lines(tile.words, left + PAD, base + LEAD, LEAD, "w"))
    x = left + PAD + 7
    y = top + tile.height - PAD - 6
    for css, count in tile.counts:
        label = str(count)
        parts.append(svg.element("g", badge(x, y, css), class_=css))
        parts.append(svg.element("text", label, x=x + 11, y=y + 4, class_="b s"))
        x += 24 + 7 * len(label)
    return f'<a href="#{svg.text(tile.href)}" tabindex="-1">{"".join(parts)}</a>'
