"""Argument and fault trees as DOT and Mermaid text, for wikis that draw them by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from casegen.model.argument import Argument, Claim, EvidenceNode, Node
from casegen.model.fault_tree import FaultTree, Formula
from casegen.model.gates import Operator
from casegen.model.legible import legible
from casegen.model.results import Assessment
from casegen.render.diagrams.argument_graph import ArgumentView
from casegen.render.diagrams.diagram import palette
from casegen.render.diagrams.part_numbers import aged_title, number_lines
from casegen.render.diagrams.symbols import counted_inputs, gate_type, house_word, odd_inputs
from casegen.render.diagrams.tree import DrawnTree, drawn_tree, group_of
from casegen.render.fonts import wrap
from casegen.render.language import translate
from casegen.render.paging import spanning_tree
from casegen.render.wording import STATUS_CLASS, STATUS_WORD, anchor

LINE = 190.0
"""Width of a label's lines, in units of which 11 make the text's height."""


@dataclass(frozen=True, slots=True)
class TextNode:
    """A node of the text: its label in lines, its shape, the class of its status."""

    name: str
    lines: tuple[str, ...]
    shape: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A graph to be written: boxes, and links from the upper to the lower box.

    A link is dashed for a side-claim and the condition of an inhibit gate, and bears the place of an input whose order
    counts.
    """

    title: str
    boxes: tuple[TextNode, ...]
    links: tuple[tuple[str, str, bool, str], ...]


def argument_sketch(assessment: Assessment) -> Sketch:
    """The whole argument, every node once."""
    view = ArgumentView(assessment)
    order, tree, repeated = spanning_tree(view.roots(), view.children)
    pairs = [(parent, child) for parent in order for child in tree[parent]] + sorted(repeated)
    links = []
    for parent, child in pairs:
        node = view.case.node[parent]
        links.append((parent, child, isinstance(node, Argument) and child in node.side_claims, ""))
    boxes = tuple(_argument_box(assessment, view.case.node[name]) for name in order)
    return Sketch(assessment.case.header.title, boxes, tuple(links))


def _argument_box(assessment: Assessment, node: Node) -> TextNode:
    claim, other = assessment.claims.get(node.id), assessment.nodes.get(node.id)
    status = claim.status if claim else other.status if other else None
    kind = node.block.value if isinstance(node, Argument) else ""
    heading = " · ".join(part for part in (node.id, kind, STATUS_WORD[status] if status else "") if part)
    shape = {Claim: "claim", Argument: "argument", EvidenceNode: "evidence"}.get(type(node), "other")
    return TextNode(
        node.id, (heading, *wrap(node.text, LINE, 11)), shape, STATUS_CLASS[status] if status else ""
    )


def tree_sketch(assessment: Assessment, tree: FaultTree) -> Sketch:
    """A fault tree with the probabilities of its gates and events; a shared part appears once."""
    view = drawn_tree(assessment, tree)
    order, below, repeated = spanning_tree([tree.top], view.children)
    conditions = [
        (name, formula.condition)
        for name in order
        if (formula := view.formulas.get(name)) is not None and formula.row.conditional and formula.condition
    ]
    shown = dict.fromkeys([*order, *(condition for _, condition in conditions)])
    pairs = [(parent, child) for parent in order for child in below[parent]] + sorted(repeated)
    links = [(above, below, False, _place(view, above, below)) for above, below in pairs]
    links += [(gate, condition, True, "") for gate, condition in conditions]
    title = aged_title(tree.title or tree.id, view.result, tuple(shown))
    return Sketch(title, tuple(_tree_box(view, name) for name in shown), tuple(links))


def _place(view: DrawnTree, gate: str, child: str) -> str:
    """The place of an input, from 1, where the gate holds only if its inputs come in their order."""
    if not view.formulas[gate].row.ordered:
        return ""
    return ", ".join(str(n) for n, name in enumerate(view.children(gate), 1) if name == child)


def _tree_box(view: DrawnTree, name: str) -> TextNode:
    """Id and kind, text, probability with its bounds, the common-cause group of an event, the tree of another's gate."""
    case, formula = view.case, view.formulas.get(name)
    house, group = case.house_event.get(name), group_of(case, name)
    own = case.gate.get(name) or case.event.get(name) or house
    kind = gate_word(formula) if formula else ""
    if house is not None:
        kind = translate("canvas.house", state=house_word(house.state))
    heading = " · ".join(part for part in ("" if "\n" in name else name, kind) if part)
    numbers = number_lines(view.result, name, view.tree.top, LINE, view.limits, view.joint, sides=None)
    common = (translate("figure.common_cause", group=group),) if group else ()
    text = wrap(own.text if own else "", LINE, 11)
    home = "" if formula else next((t.id for t in case.trees if any(g.id == name for g in t.gates)), "")
    away = (translate("figure.see", sheet=home),) if home else ()
    shape = "gate" if formula else "transfer" if home else "event"
    return TextNode(name, (heading, *text, *numbers, *common, *away), shape)


def gate_word(formula: Formula) -> str:
    """The kind of a gate, as the drawings have it: ``2/3``, ``1–2/3``, ``INHIBIT if CONDITION``."""
    row, word = formula.row, gate_type(formula).upper()
    if row.takes_k:
        return counted_inputs(formula)
    if row.operator is Operator.ODD and len(formula.inputs) > 2:
        return f"{word} {odd_inputs(formula)}"
    return f"{word} {translate('trees.condition', event=formula.condition)}" if row.conditional else word


DOT_SHAPE = {
    "claim": "box, style=rounded", "argument": "box", "evidence": "box, peripheries=1", "other": "parallelogram",
    "gate": "box", "event": "ellipse", "transfer": "box, style=dashed",
}  # fmt: skip


def dot(sketch: Sketch) -> str:
    """The graph in Graphviz's language; colours are those of the drawings."""
    names = {box.name: f"n{index}" for index, box in enumerate(sketch.boxes)}
    lines = [
        f"// {' '.join(sketch.title.split())}",
        "digraph {",
        'node [fontname="sans-serif"] edge [dir=back]',
    ]
    for box in sketch.boxes:
        label = "\\n".join(_dot_text(line) for line in box.lines)
        colour = f', color="{palette()[box.css][0]}"' if box.css else ""
        lines.append(f'{names[box.name]} [label="{label}", shape={DOT_SHAPE[box.shape]}{colour}]')
    for above, below, dashed, place in sketch.links:
        style = " [style=dashed]" if dashed else f' [label="{place}"]' if place else ""
        lines.append(f"{names[above]} -> {names[below]}{style}")
    return legible("\n".join([*lines, "}"]) + "\n")


def _dot_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


MERMAID_SHAPE = {
    "claim": ("([", "])"), "argument": ("[", "]"), "evidence": ("[[", "]]"), "other": ("[/", "/]"),
    "gate": ("[", "]"), "event": ("((", "))"), "transfer": ("[/", "\\]"),
}  # fmt: skip


def mermaid(sketch: Sketch) -> str:
    """The graph in Mermaid's language; statuses are classes with the colours of the drawings."""
    names = {box.name: f"n{index}" for index, box in enumerate(sketch.boxes)}
    lines = ["flowchart TB"]
    for box in sketch.boxes:
        start, end = MERMAID_SHAPE[box.shape]
        label = "<br/>".join(_mermaid_text(line) for line in box.lines)
        lines.append(f'{names[box.name]}{start}"{label}"{end}{f":::{box.css}" if box.css else ""}')
    for above, below, dashed, place in sketch.links:
        arrow = "-.->" if dashed else f'-->|"{place}"|' if place else "-->"
        lines.append(f"{names[below]} {arrow} {names[above]}")
    for css in sorted({box.css for box in sketch.boxes if box.css}):
        fill, line = palette()[f"{css}-tint"][0], palette()[css][0]
        lines.append(f"classDef {css} fill:{fill},stroke:{line},color:{palette()['ink'][0]}")
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    """Mermaid's own entities for what would end a label or start markup."""
    special = '"<>&#;`\\[]{}|'
    return "".join(f"#{ord(c)};" if c in special else c for c in legible(text))


FORMATS: tuple[tuple[str, Callable[[Sketch], str]], ...] = (("dot", dot), ("mmd", mermaid))


def texts(assessment: Assessment) -> Iterator[tuple[str, str]]:
    """File names and contents: the argument and every tree, in both languages."""
    sketches = [("argument", argument_sketch(assessment))]
    sketches += [(anchor("tree", tree.id), tree_sketch(assessment, tree)) for tree in assessment.case.trees]
    for name, sketch in sketches:
        for suffix, write in FORMATS:
            yield f"{name}.{suffix}", write(sketch)


def write_texts(assessment: Assessment, folder: Path) -> tuple[Path, ...]:
    """Write every text of :func:`texts` into ``folder``.

    Raises:
        OSError: the folder cannot be written.
    """
    from casegen.io.atomic import write_bytes

    return tuple(write_bytes(folder / name, text.encode("utf-8")) for name, text in texts(assessment))
