"""Hazard scenarios: the chain of events from cause to consequence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from casegen.assessment.limits_of import tree_limits
from casegen.model.hazard import HazardScenario
from casegen.model.results import Assessment, TreeResult
from casegen.render import svg
from casegen.render.diagrams.diagram import MARGIN, Diagram, marked_words
from casegen.render.diagrams.part_numbers import aged_title, number_lines
from casegen.render.diagrams.symbols import change_tag
from casegen.render.diagrams.top_bound import joint_bound
from casegen.render.fonts import BOLD, REGULAR, wrap, wrap_id
from casegen.render.language import translate
from casegen.render.layout import Edge, Layout, LayoutGraph, Point
from casegen.render.wording import anchor

WIDTH = 142.0
PAD = 9.0
LEAD = 13.0
PER_ROW, MOST_PER_ROW = 5, 10
"""steps side by side: more where their rows would be too high for a sheet; ten are as wide as A3 on its side"""
HIGH = 1090.0
"""drawing units that A4, and A3 on its side, hold from top to bottom"""
STRAIGHT = 50
"""weight of the links of a chain, so that its steps stand on one line"""
GAP = 14.0
"""between cards of one step, one below the other"""
ROW_GAP = 34.0
MOST_LINES = 60
"""lines of a card's text at most: a step has no other place on paper"""
TURN = 36.0
"""Room at both ends of the rows for the line from one row to the next, and for the arrows of events that join a step
from above or below."""
TIP = 9.0


@dataclass(frozen=True, slots=True)
class Card:
    """One event of the chain as drawn."""

    key: str
    event: str
    label: str
    heading: tuple[str, ...]
    words: tuple[str, ...]
    numbers: tuple[str, ...]
    href: str
    change: str = ""

    @property
    def height(self) -> float:
        """Height of the card."""
        return PAD * 2 + LEAD * (1 + len(self.heading) + len(self.words) + len(self.numbers)) - 3


@dataclass(frozen=True, slots=True)
class ScenarioPlan:
    """A scenario ready for layout: one graph per row of the drawing."""

    scenario: HazardScenario
    rows: tuple[tuple[str, ...], ...]
    cards: dict[str, Card]
    joins: tuple[tuple[str, str], ...]
    graphs: tuple[LayoutGraph, ...]
    result: TreeResult | None = None
    """the tree that its numbers are of"""


def plan_scenario(
    assessment: Assessment, scenario: HazardScenario, marks: Mapping[str, str] | None = None
) -> ScenarioPlan:
    """Size the cards of a scenario and break its chain into rows."""
    cards: dict[str, Card] = {}
    chain: list[str] = []
    joins: list[tuple[str, str]] = []
    last = len(scenario.chain) - 1
    for index, step in enumerate(scenario.chain):
        role = (
            translate("scenarios.cause")
            if index == 0
            else (
                translate("scenarios.consequence") if index == last else translate("scenarios.step", n=index)
            )
        )
        label = role if index == 0 or not step.joined_by else f"{role} · {step.gate.upper()}"
        key = f"{index}"
        cards[key] = _card(assessment, scenario, key, step.event, step.text, label)
        chain.append(key)
        for other in step.joined_by:
            joined = f"{index}+{other}"
            cards[joined] = _card(
                assessment, scenario, joined, other, "", translate("scenarios.joins", gate=step.gate.upper())
            )
            joins.append((key, joined))
    changed = marks or {}
    cards = {key: replace(card, change=changed.get(card.event, "")) for key, card in cards.items()}
    rows = _rows(chain, cards, joins)
    graphs = tuple(_graph(row, cards, joins) for row in rows)
    result = assessment.trees.get(scenario.tree or "")
    return ScenarioPlan(scenario, rows, cards, tuple(joins), graphs, result)


def _rows(
    chain: list[str], cards: dict[str, Card], joins: list[tuple[str, str]]
) -> tuple[tuple[str, ...], ...]:
    """The chain in rows: as many steps side by side as it takes for the rows to stand on one sheet."""
    beside = {step: sum(cards[other].height + GAP for one, other in joins if one == step) for step in chain}

    def tall(row: tuple[str, ...]) -> float:
        """Height of a row at most: what joins a step stands above the steps, or below them."""
        return max(cards[step].height for step in row) + 2 * max(beside[step] for step in row)

    rows: tuple[tuple[str, ...], ...] = ()
    for across in range(PER_ROW, MOST_PER_ROW + 1):
        rows = tuple(tuple(chain[start : start + across]) for start in range(0, len(chain), across))
        if sum(map(tall, rows)) + ROW_GAP * (len(rows) - 1) <= HIGH:
            break
    return rows


def _graph(row: tuple[str, ...], cards: dict[str, Card], joins: list[tuple[str, str]]) -> LayoutGraph:
    mine = [(step, joined) for step, joined in joins if step in row]
    names = [*row, *(joined for _, joined in mine)]
    before = {step: row[index - 1] for index, step in enumerate(row) if index}
    edges = [Edge(a, b, STRAIGHT) for a, b in pairwise(row)]
    edges += [Edge(joined, step) for step, joined in mine if step in before]
    return LayoutGraph({name: (WIDTH, cards[name].height) for name in names}, edges, left_to_right=True,
                 node_gap=GAP, level_gap=28)  # fmt: skip


def _card(
    assessment: Assessment, scenario: HazardScenario, key: str, name: str, text: str, label: str
) -> Card:
    case = assessment.case
    inner = WIDTH - 2 * PAD
    event, gate, house = case.event.get(name), case.gate.get(name), case.house_event.get(name)
    result = assessment.trees.get(scenario.tree or "")
    top = next((tree.top for tree in case.trees if tree.id == scenario.tree), "")
    limits = tree_limits(assessment, scenario.tree or "")
    joint = joint_bound(assessment, scenario.tree or "")
    numbers = number_lines(result, name, top, inner, limits, joint)
    own = event or gate or house
    words = wrap(text or (own.text if own else ""), inner, 11, REGULAR, MOST_LINES)
    href = anchor("gate" if gate else "event", name) if own else ""
    return Card(key, name, label, wrap_id(name, inner, 11, BOLD), words, numbers, href)


def draw_scenario(plan: ScenarioPlan, layouts: tuple[Layout, ...]) -> Diagram:
    """Draw the rows one below the other; a line leads between them from each row's end to the next one's start."""
    scenario = plan.scenario
    at = 0.0
    turn = TURN if len(plan.rows) > 1 or any(step == plan.rows[0][0] for step, _ in plan.joins) else 0.0
    gaps: list[float] = []
    places: dict[str, tuple[float, float]] = {}
    parts: list[str] = []
    for row, layout, graph in zip(plan.rows, layouts, plan.graphs, strict=True):
        for name in graph.nodes:
            x, y = layout.centres[name]
            places[name] = (x + turn, y + at)
        at += layout.height + ROW_GAP
        gaps.append(at - ROW_GAP / 2)
        parts += [_arrow(places[a], places[b]) for a, b in pairwise(row)]
    parts += _joined(plan, places)
    width = max(layout.width for layout in layouts) + 2 * turn
    for (above, below), gap in zip(pairwise(plan.rows), gaps, strict=False):
        parts.append(_turn(places[above[-1]], places[below[0]], gap, width))
    parts += [_draw_card(plan, card, places[key]) for key, card in plan.cards.items()]
    steps = translate("alt.then").join(step.text or step.event for step in scenario.chain)
    marks = _marks(plan)
    return Diagram(
        name=anchor("scenario", scenario.id),
        kind="scenario",
        title=aged_title(
            translate("figure.scenario", title=scenario.title),
            plan.result,
            [card.event for card in plan.cards.values()],
        ),
        alt=translate(
            "alt.chain", scenario=scenario.id, steps=steps, marks=marked_words(marks, list(marks))
        ).strip(),
        width=width + 2 * MARGIN,
        height=at - ROW_GAP + 2 * MARGIN,
        body=f'<g transform="translate({MARGIN:g} {MARGIN:g})">{"".join(parts)}</g>',
        shown=tuple(step.event for step in scenario.chain),
        subject=scenario.id,
    )


def _marks(plan: ScenarioPlan) -> dict[str, str]:
    return {card.event: card.change for card in plan.cards.values() if card.change}


def _joined(plan: ScenarioPlan, places: Mapping[str, Point]) -> Iterator[str]:
    """An arrow from each event that joins a step: beside those that stand above or below it, where it starts a row."""
    for step in dict.fromkeys(step for step, _ in plan.joins):
        joined = [places[other] for one, other in plan.joins if one == step]
        head = places[step]
        yield from (_arrow(tail, head) for tail in joined if abs(tail[0] - head[0]) >= WIDTH)
        for side in (-1, 1):
            stack = sorted(
                (
                    tail
                    for tail in joined
                    if abs(tail[0] - head[0]) < WIDTH and side * (tail[1] - head[1]) > 0
                ),
                key=lambda tail: abs(tail[1] - head[1]),
            )
            yield from _around(stack, head, side * (plan.cards[step].height / 2 - 5))


def _around(stack: list[Point], head: Point, reach: float) -> Iterator[str]:
    """Arrows around the cards between: the farther one starts, the farther out it runs, and the nearer to the middle
    it ends, so that none crosses another."""
    for index, tail in enumerate(stack):
        left = head[0] - WIDTH / 2
        out = left - TIP - 3 - 12 * index / len(stack)
        end = head[1] + reach * (1 - index / (len(stack) + 1))
        line = svg.path("M", left, tail[1], "L", out, tail[1], "L", out, end, "L", left - 7, end)
        yield _tipped(line, left, end)


def _tipped(line: str, x: float, y: float) -> str:
    tip = svg.path("M", x, y, "L", x - TIP, y - 4.5, "L", x - TIP, y + 4.5, "Z")
    return svg.element("path", d=line, class_="flow") + svg.element("path", d=tip, class_="flowtip")


def _arrow(tail: Point, head: Point) -> str:
    x0, x1 = tail[0] + WIDTH / 2, head[0] - WIDTH / 2
    middle = (x0 + x1) / 2
    line = svg.path("M", x0, tail[1], "C", middle, tail[1], middle, head[1], x1 - 7, head[1])
    return _tipped(line, x1, head[1])


def _turn(tail: Point, head: Point, gap: float, width: float) -> str:
    """From the right end of a row, between the rows, to the left end of the next: no card lies on the way."""
    right, left = width - TURN / 3, TURN / 3
    x0, x1 = tail[0] + WIDTH / 2, head[0] - WIDTH / 2
    line = svg.path("M", x0, tail[1], "L", right, tail[1], "L", right, gap, "L", left, gap, "L", left, head[1],
                    "L", x1 - 7, head[1])  # fmt: skip
    return _tipped(line, x1, head[1])


def _draw_card(plan: ScenarioPlan, card: Card, centre: tuple[float, float]) -> str:
    left, top = centre[0] - WIDTH / 2, centre[1] - card.height / 2
    joined = "+" in card.key
    shape = svg.element(
        "rect", x=left, y=top, width=WIDTH, height=card.height, rx=14 if joined else 4, class_="box"
    )
    base = top + PAD + 9
    label = svg.element("text", svg.text(card.label), x=centre[0], y=base, class_="s m q")
    heading = svg.lines(card.heading, centre[0], base + LEAD, LEAD, "b m")
    below = base + LEAD * (1 + len(card.heading))
    words = svg.lines(card.words, centre[0], below, LEAD, "m")
    numbers = svg.lines(card.numbers, centre[0], below + LEAD * len(card.words), LEAD, "s m q")
    drawn = svg.full(card.event, card.heading) + shape + label + heading + words + numbers
    drawn += change_tag(left + WIDTH - 4, top, card.change)
    return f'<a href="#{svg.text(card.href)}" tabindex="-1">{drawn}</a>' if card.href else f"<g>{drawn}</g>"
