"""Boxes of the nodes of an argument: shape, words, status and notes."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.model.argument import (
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Node,
    ResidualDoubt,
    SubCase,
)
from casegen.model.results import Assessment, RequirementResult, Status
from casegen.render.diagrams import cae
from casegen.render.diagrams.argument_graph import ArgumentView
from casegen.render.fonts import BOLD, REGULAR, metrics, wrap, wrap_id
from casegen.render.language import counted, key_of, translate
from casegen.render.wording import (
    COMPARISON_SIGN,
    FRESHNESS_WORD,
    KIND_WORD,
    STATUS_CLASS,
    STATUS_WORD,
    anchor,
    held,
    objection_class,
)

ACROSS, DEEP = 5, 4
"""Nodes without nodes below them: so many side by side, then in columns, then on further sheets."""
BLOCK_LABEL = {"evidence-incorporation": "block.evidence_inc"}
"""shorter names where a heading has little room"""


def node_box(view: ArgumentView, name: str, *, away: str = "", brief: bool = False) -> cae.NodeBox:
    """The box of a node: its shape, its words, its status.  ``brief`` leaves the words out.

    Each is sized once for all the rounds in which sheets are cut: to wrap its words takes the longest.
    """
    node = view.case.node[name]
    if isinstance(node, SubCase):
        away = view.sheet_of.get(node.claim, "")
    key = (name, away, brief)
    if key not in view.boxes:
        view.boxes[key] = _sized(view, node, away, brief=brief)
    return view.boxes[key]


def _sized(view: ArgumentView, node: Node, away: str, *, brief: bool) -> cae.NodeBox:
    shape, label = _shape_and_label(node)
    label_width = metrics(REGULAR).width(label, 10) + 8
    needed = metrics(BOLD).width(node.id, 11) + 16 + label_width
    width = needed + 2 * cae.INSET[shape] + 4 if brief else cae.width_for(node.text, shape, needed)
    inner = width - 2 * cae.INSET[shape]
    heading = wrap_id(node.id, inner - 15 - label_width, 11, BOLD)
    notes = (
        ()
        if (away and shape != "sub-case") or brief
        else tuple(n for note in _notes(view, node) for n in wrap(note, inner, 10, REGULAR, 3))
    )
    return cae.NodeBox(
        identifier=node.id,
        shape=shape,
        label=label,
        heading=heading,
        words=() if brief else wrap(node.text, inner, 11, REGULAR, 2 if away else 9),
        notes=notes,
        status=_status_class(view.assessment, node),
        width=width,
        away=away,
        href=anchor("claim" if isinstance(node, Claim) else "node", node.id),
        change=view.marks.get(node.id, ""),
    )


def _shape_and_label(node: Node) -> tuple[cae.Shape, str]:
    match node:
        case Claim():
            return "claim", translate("node.claim")
        case Argument():
            return "argument", translate(
                BLOCK_LABEL.get(node.block.value, f"block.{key_of(node.block.value)}")
            )
        case EvidenceNode():
            return "evidence", translate("node.evidence")
        case SubCase():
            return "sub-case", translate("node.sub_case")
        case Defeater():
            return "defeater", translate(f"node.{node.kind}")
        case ResidualDoubt():
            return "defeater", translate("part.residual_doubt")
        case ContextNode():
            return "context", translate(f"part.{node.kind}")
        case _:
            return "context", ""


def stands(assessment: Assessment, node: Node) -> bool:
    """Whether an objection or a doubt still bars what it is about, as it was judged."""
    return isinstance(node, Defeater | ResidualDoubt) and bool(objection_class(_judged(assessment, node)))


def _judged(assessment: Assessment, node: Defeater | ResidualDoubt) -> Status | None:
    """The status of an objection; of one that was not assessed, what its own words leave open."""
    result = assessment.nodes.get(node.id)
    if result is not None:
        return result.status
    return Status.CHALLENGED if isinstance(node, Defeater) and node.state == "open" else None


def _status_class(assessment: Assessment, node: Node) -> str:
    if isinstance(node, Defeater | ResidualDoubt):
        return objection_class(_judged(assessment, node)) or "none"
    claim = assessment.claims.get(node.id)
    if claim is not None:
        return STATUS_CLASS[claim.status]
    result = assessment.nodes.get(node.id)
    if result is None or (isinstance(node, ContextNode) and node.kind not in ("assumption",)):
        return "none"
    return STATUS_CLASS[result.status]


def _notes(view: ArgumentView, node: Node) -> Iterator[str]:
    if isinstance(node, Claim):
        result = view.assessment.claims.get(node.id)
        if result is not None and result.requirement is not None:
            yield requirement_note(result.requirement)
    if isinstance(node, EvidenceNode) and node.evidence:
        state = view.assessment.evidence.get(node.evidence)
        if state is not None:
            yield f"{node.evidence}: {FRESHNESS_WORD[state.freshness].lower()}"
    if isinstance(node, Argument):
        if node.tree:
            yield translate("argument.fault_tree", tree=node.tree)
        if len(view.children(node.id)) > ACROSS * DEEP:  # more than one sheet shows
            yield counted("argument.inputs", len(view.children(node.id)))
    if isinstance(node, SubCase):
        yield translate("argument.claim", claim=node.claim)
    if isinstance(node, Defeater | ResidualDoubt):
        yield from _state_notes(view.assessment, node)


def _state_notes(assessment: Assessment, node: Defeater | ResidualDoubt) -> Iterator[str]:
    """The state that is stated, and how it was judged where it does not settle the objection."""
    stated = translate(f"state.{node.state}") if isinstance(node, Defeater) else ""
    status = _judged(assessment, node)
    judged = STATUS_WORD[status].lower() if status is not None and objection_class(status) else ""
    if words := ", ".join(filter(None, (stated, judged))):
        yield translate("argument.state", state=words)


def requirement_note(requirement: RequirementResult) -> str:
    """What is required and what was found, in one short line."""
    parts = {
        "sign": COMPARISON_SIGN[requirement.comparison], "bound": held(requirement)[1],
        "kind": KIND_WORD[requirement.kind],
    }  # fmt: skip
    if requirement.compared is None:
        return translate("argument.needs_open", **parts)
    return translate("argument.needs", **parts, value=held(requirement)[0])
