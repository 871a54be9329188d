"""Fault trees: true gate shapes, a probability at every gate and event, importance by hatching."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from casegen.assessment.limits_of import tree_limits
from casegen.model.case import Case
from casegen.model.digits import same
from casegen.model.fault_tree import FaultTree, Formula, GateType
from casegen.model.results import Assessment, JointBound, TreeResult
from casegen.render.diagrams import symbols
from casegen.render.diagrams.condition import REACH, Condition, condition_of
from casegen.render.diagrams.critical_path import path_of
from casegen.render.diagrams.part_numbers import age_lines, bound_lines, number_lines, probability_text
from casegen.render.diagrams.top_bound import joint_bound
from casegen.render.fonts import BOLD, REGULAR, metrics, wrap, wrap_id
from casegen.render.language import counted, translate
from casegen.render.layout import Edge, LayoutGraph
from casegen.render.paging import Page, columns_of, cut_pages, share_sheets, split_wide
from casegen.render.wording import anchor, number

SHEET = 28
"""Nodes on a sheet before it is cut at a gate."""
BOX = 138.0
PAD = 7.0
LEAD = 13.0
STEM = 8.0
SIDE = " · "
"""between two numbers on one line"""
ACROSS = 7
"""Inputs without inputs of their own side by side; more than one above this stand in columns, one below the other."""
DEEP = 4
"""Inputs in such a column; a gate with more than ``ACROSS * DEEP`` of them goes on on further sheets."""
SIDE_BY_SIDE = 10
"""Ends of subtrees that share a sheet, where a gate has more sheets below it than its own could refer to."""


@dataclass(frozen=True, slots=True)
class TreeCell:
    """One node as drawn: the lines of its box, what stands below it, and its size."""

    key: str
    identifier: str
    heading: tuple[str, ...]
    words: tuple[str, ...]
    numbers: tuple[str, ...]
    formula: Formula | None = None
    away: str = ""
    href: str = ""
    boxed: bool = True
    change: str = ""
    called: bool = False
    """whether another place transfers to this gate: its triangle stands beside the gate's symbol"""
    condition: Condition | None = None

    @property
    def box_height(self) -> float:
        """Height of the text box; an unnamed gate has none."""
        if not self.boxed:
            return 0.0
        return PAD * 2 + LEAD * (len(self.heading) + len(self.words) + len(self.numbers)) - 3

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole cell."""
        width, symbol = (BOX if self.boxed else symbols.WIDTH), self.symbol_height
        if self.condition is not None:
            width, symbol = max(width, 2 * REACH), max(symbol, self.condition.height)
        return width, self.symbol_top + symbol

    @property
    def symbol_top(self) -> float:
        """How far the symbol is below the upper edge of the cell."""
        return self.box_height + (STEM if self.boxed else 0.0)

    @property
    def symbol_height(self) -> float:
        """Height of the symbol, without a condition beside it that is taller."""
        return symbols.HEIGHT if self.formula is not None else symbols.EVENT


@dataclass(slots=True)
class DrawnTree:
    """A tree with its results, and where each gate's sheet is."""

    case: Case
    tree: FaultTree
    result: TreeResult | None
    formulas: dict[str, Formula] = field(default_factory=dict)
    sheet_of: dict[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    parts: dict[str, list[str]] = field(default_factory=dict)
    """the further sheets of a gate that has more inputs than one sheet holds"""
    joint: JointBound | None = None
    """the bound that a claim compares instead of the top's own"""
    limits: tuple[float, ...] = ()
    """what the top is compared with"""

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
    def leading(self) -> tuple[str, ...]:
        """The events of the cut set that is more probable than every other one; none where several are equal."""
        sets = self.result.cut_sets[:2] if self.result else ()
        if not sets or (len(sets) > 1 and same(sets[0].probability, sets[1].probability)):
            return ()
        return sets[0].events

    @property
    def highlighted(self) -> frozenset[str]:
        """The events of the leading cut set, and every gate that they alone make hold."""
        return path_of(self.leading, self.case, self.formulas, self.children) if self.leading else frozenset()


def drawn_tree(assessment: Assessment, tree: FaultTree, marks: Mapping[str, str] | None = None) -> DrawnTree:
    """A tree of the case with its results, not yet on sheets."""
    joint = joint_bound(assessment, tree.id)
    view = DrawnTree(assessment.case, tree, assessment.trees.get(tree.id), marks=marks or {}, joint=joint,
                     limits=tree_limits(assessment, tree.id))  # fmt: skip
    view.formulas.update({gate.id: gate for gate in tree.gates})
    return view


def tree_sheets(
    assessment: Assessment, cuts: Collection[str] = (), marks: Mapping[str, str] | None = None
) -> Iterator[tuple[DrawnTree, Sequence[Page]]]:
    """Every tree of the case with the pages it is cut into; the gates in ``cuts`` start pages too."""
    for tree in assessment.case.trees:
        view = drawn_tree(assessment, tree, marks)
        roots = list(dict.fromkeys([tree.top, *(gate.id for gate in tree.gates)]))
        used = {child for gate in list(view.formulas) for child in view.children(gate)}
        roots = [root for root in roots if root == tree.top or root not in used]
        pages = cut_pages(roots, view.children, view.is_seam, limit=SHEET, forced=cuts.__contains__)
        pages = [page for page in pages if page.root in view.formulas]
        pages = share_sheets(pages, ACROSS * DEEP, SIDE_BY_SIDE, apart={*roots, *cuts}.__contains__)
        pages = [part for page in pages for part in split_wide(page, ACROSS * DEEP)]
        for index, page in enumerate(pages):
            if page.part:
                view.parts.setdefault(page.root, []).append(sheet_name(tree, index))
            own = page.nodes[1:] if page.part else page.nodes
            view.sheet_of.update({name: sheet_name(tree, index) for name in own if name in view.formulas})
        yield view, pages


def sheet_name(tree: FaultTree, index: int) -> str:
    """File name and fragment of a tree's sheet, counted from 1."""
    return f"sheet-{anchor('tree', tree.id)}-{index + 1}"


@dataclass(frozen=True, slots=True)
class TreeSheet:
    """A sheet ready for layout: cells, links and what they mean."""

    view: DrawnTree
    page: Page
    index: int
    count: int
    cells: Mapping[str, TreeCell]
    links: tuple[tuple[str, str], ...]
    graph: LayoutGraph
    callers: Mapping[str, tuple[str, ...]]


def callers_of(sheets: Sequence[tuple[DrawnTree, Sequence[Page]]]) -> dict[str, tuple[str, ...]]:
    """The sheets that transfer to a gate, by gate: of its own tree and of others."""
    value: dict[str, dict[str, None]] = {}
    gates = {name for view, _ in sheets for name in view.sheet_of}
    for view, pages in sheets:
        for index, page in enumerate(pages):
            for name in page.nodes:
                for child in page.children.get(name, ()):
                    if child in gates and ((name, child) in page.away or child not in view.formulas):
                        value.setdefault(child, {})[sheet_name(view.tree, index)] = None
    return {gate: tuple(names) for gate, names in value.items()}


def plan_sheet(
    view: DrawnTree,
    page: Page,
    index: int,
    count: int,
    others: Mapping[str, str],
    callers: Mapping[str, tuple[str, ...]],
) -> TreeSheet:
    """Size every node of a sheet.

    ``others`` maps gates of other trees to their sheet; ``callers`` gates to the sheets that transfer to them.
    """
    cells: dict[str, TreeCell] = {}
    links: list[tuple[str, str]] = []
    cells[page.root] = _cell(view, page.root, page.root, "", page, callers)
    for parent in page.nodes:
        for child in page.children.get(parent, ()):
            gate = child in view.formulas or child in others
            away = gate and ((parent, child) in page.away or child not in view.formulas)
            shared = child not in page.nodes or (parent, child) in page.away or child in cells
            key = f"{parent}\n→{child}" if away or shared else child
            where = view.sheet_of.get(child) or others.get(child, "") if away else ""
            cells[key] = _cell(view, key, child, where, page, callers)
            links.append((parent, key))
    columns = columns_of(
        page.nodes, links, [key for key, cell in cells.items() if cell.formula is None], ACROSS
    )
    graph = LayoutGraph({key: cell.size for key, cell in cells.items()}, [Edge(a, b) for a, b in links],
                        node_gap=14, level_gap=26, columns=columns)  # fmt: skip
    return TreeSheet(view, page, index, count, cells, tuple(links), graph, callers)


def _cell(
    view: DrawnTree, key: str, name: str, away: str, page: Page, callers: Mapping[str, tuple[str, ...]]
) -> TreeCell:
    case = view.case
    formula = view.formulas.get(name)
    inner = BOX - 2 * PAD
    if formula is not None and "\n" in name and not away:
        return TreeCell(key, name, (), (), (), formula, boxed=False, condition=_condition(view, formula))
    if away or formula is not None:
        gate = case.gate.get(name)
        words = wrap(gate.text if gate else "", inner, 11, REGULAR, 4)
        numbers = event_numbers(view, name)
        called = not away and not (page.part and name == page.root) and bool(callers.get(name))
        if away:
            numbers += wrap(translate("figure.see", sheet=sheet_label(view, away)), inner, 10, REGULAR, 2)
        if called:
            numbers += wrap(_users(view, callers[name]), inner, 10, REGULAR, 3)
        inputs = 0 if away else len(dict.fromkeys(view.children(name)))
        if inputs > len(page.children.get(name, ())) and not page.part:  # the others stand on further sheets
            numbers += wrap(counted("argument.inputs", inputs), inner, 10, REGULAR, 1)
        if page.part and name == page.root:
            numbers += wrap(_inputs_shown(page), inner, 10, REGULAR, 2)
        condition = None if away or formula is None else _condition(view, formula)
        return TreeCell(key, name, wrap_id(name, inner, 11, BOLD), words, numbers, None if away else formula, away,
                        anchor("gate", name), True, view.marks.get(name, ""), called, condition)  # fmt: skip
    event = case.event.get(name) or case.house_event.get(name)
    words = wrap(event.text if event else translate("alt.undefined"), inner, 11, REGULAR, 4)
    numbers = (*event_numbers(view, name), *_group(view, name))
    return TreeCell(key, name, wrap_id(name, inner, 11, BOLD), words, numbers,
                href=anchor("event", name) if event else "", change=view.marks.get(name, ""))  # fmt: skip


def _condition(view: DrawnTree, formula: Formula) -> Condition | None:
    """The condition of an inhibit gate: a house event with its state, else an event with its numbers."""
    name = formula.condition
    if formula.type is not GateType.INHIBIT or not name:
        return None
    case = view.case
    house = case.house_event.get(name)
    own = house or case.event.get(name) or case.gate.get(name)
    first, *further = event_numbers(view, name) or ("",)
    value, _, share = first.partition(SIDE)
    numbers = [*([share] if share else []), *further, *_group(view, name)]
    state = "" if house is None else symbols.house_word(house.state)
    return condition_of(name, state or value, own.text if own else "", numbers)


def _users(view: DrawnTree, sheets: Sequence[str]) -> str:
    """Where a gate is used again: sheets of its own tree by their numbers, other trees by their ids."""
    labels = dict.fromkeys(tree_of(view, name) or sheet_label(view, name) for name in sheets)
    return translate("figure.used_by", names=", ".join(labels))


def _inputs_shown(page: Page) -> str:
    first, last, count = page.part or (0, 0, 0)
    return translate("figure.inputs", first=first, last=last, count=count)


def sheet_label(view: DrawnTree, name: str) -> str:
    """A sheet as seen from a tree: its number, after the id of another tree that it belongs to."""
    sheet = translate("figure.sheet", sheet=name.rpartition("-")[2])
    tree = tree_of(view, name)
    return f"{tree}, {sheet}" if tree else sheet


def tree_of(view: DrawnTree, name: str) -> str:
    """The other tree that a sheet belongs to; empty for a sheet of the tree itself."""
    start = name.rpartition("-")[0]
    tree = next((tree.id for tree in view.case.trees if f"sheet-{anchor('tree', tree.id)}" == start), start)
    return "" if tree == view.tree.id else tree


def group_of(case: Case, name: str) -> str:
    """The common-cause group of an event; empty when it has none."""
    return next((group.id for group in case.common_cause if name in group.members), "")


def _group(view: DrawnTree, name: str) -> tuple[str, ...]:
    group = group_of(view.case, name)
    if not group:
        return ()
    return wrap(translate("figure.common_cause", group=group), BOX - 2 * PAD, 10, REGULAR, 2)


def event_numbers(view: DrawnTree, name: str) -> tuple[str, ...]:
    """Probability, importance and bounds of an event, or of a gate without importance, in lines that fit its box."""
    result, top, limits = view.result, view.tree.top, view.limits
    value = result.events.get(name) if result else None
    shown, inner = probability_text(result, name, top, limits), BOX - 2 * PAD
    if value is None:
        return number_lines(result, name, top, inner, limits, view.joint)
    estimate = result.top if result else None
    share = None if estimate is None or estimate.value == 0 else value.fussell_vesely
    numbers = _side_by_side(shown, "" if share is None else f"FV {number(share, 2)}")
    return (*numbers, *bound_lines(result, name, "", inner, limits), *age_lines(result, name, inner))


def _side_by_side(first: str, second: str) -> tuple[str, ...]:
    """Two numbers in one line of a box, one below the other where it is too narrow for both."""
    if not second:
        return (first,)
    line = first + SIDE + second
    return (line,) if metrics().width(line, 10) <= BOX - 2 * PAD else (first, second)


def importance_class(share: float | None) -> str:
    """Hatching for a Fussell–Vesely importance: from 0.01 low, from 0.1 mid, from 0.5 high."""
    if share is None or share < 0.01:
        return ""
    return "low" if share < 0.1 else "mid" if share < 0.5 else "high"
