"""Claims, outline, assumptions and defeaters as rows of the document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from casegen.assessment.overdue_reviews import review_overdue
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
from casegen.model.results import Assessment, ClaimResult, Reason, RequirementResult, Status
from casegen.render.diagrams.argument_graph import ArgumentView, Attachments
from casegen.render.freshness import out_of_date
from casegen.render.language import in_words, key_of, translate
from casegen.render.report.extent import Extent
from casegen.render.report.links import Links
from casegen.render.views.argument import (
    BecauseView,
    ClaimView,
    DetailView,
    OutlineView,
    ReasonView,
    RequiredView,
    RequirementView,
)
from casegen.render.wording import (
    COMPARISON_SIGN,
    KIND_WORD,
    STATUS_CLASS,
    STATUS_WORD,
    anchor,
    bound,
    confidence,
    held,
    interval,
    number,
    objection_class,
    requirement,
    tied,
)

OUTCOME: dict[bool | None, str] = {
    True: "outcome.met", False: "outcome.not_met", None: "outcome.not_evaluated",
}  # fmt: skip
NODE_TYPE: dict[type[Node], str] = {
    Claim: "claim", Argument: "argument", EvidenceNode: "evidence", SubCase: "sub-case", Defeater: "defeater",
    ResidualDoubt: "doubt", ContextNode: "context",
}  # fmt: skip
"""What the page's filter of kinds calls a node; the same in every language."""
FEW = 3
"""Reasons shown at once; the others are one step further."""
LEVELS_INDENTED = 8
"""of the outline, as in `page.css`: below them a row states its level instead"""


def reason_row(reason: Reason, links: Links) -> ReasonView:
    """A reason with the place it leads to."""
    return {
        "target": reason.target,
        "href": links.fragment(reason.target),
        "text": links.text(reason.target),
        "message": tied(in_words(reason.message)),
        "class": STATUS_CLASS[reason.status],
        "status": STATUS_WORD[reason.status],
    }


def claim_rows(
    assessment: Assessment, links: Links, sheets: dict[str, str], extent: Extent
) -> list[ClaimView]:
    """Every claim that is listed with requirement, estimate, status, reasons and where it is drawn."""
    rows = []
    for index, claim in enumerate(assessment.case.claims):
        result = assessment.claims.get(claim.id)
        if result is not None and claim.id not in extent.unlisted:
            rows.append(_claim_row(assessment, claim, result, index, links, sheets))
    return rows


def _claim_row(
    assessment: Assessment,
    claim: Claim,
    result: ClaimResult,
    index: int,
    links: Links,
    sheets: dict[str, str],
) -> ClaimView:
    case = assessment.case
    # what another claim says for itself stands there; here it is enough to name it
    own = [r for r in result.reasons if r.target == claim.id or r.target not in assessment.claims]
    return {
        "id": claim.id,
        "anchor": anchor("claim", claim.id),
        "text": claim.text,
        "module": claim.module or "",
        "owner": claim.owner,
        "class": STATUS_CLASS[result.status],
        "status": STATUS_WORD[result.status],
        "requirement": None
        if result.requirement is None
        else requirement_row(claim, result.requirement, links, _left_out(assessment, result)),
        "reasons": [reason_row(reason, links) for reason in own[:FEW]],
        "more_reasons": [reason_row(reason, links) for reason in own[FEW:]],
        "because": _because([r for r in result.reasons if r not in own], links),
        "count": len(result.reasons),
        "sheet": sheets.get(claim.id, ""),
        "sheet_label": "",
        "root": claim.id in case.header.roots,
        "hazards": links.references(claim.hazards),
        "properties": links.references(claim.properties),
        "assumed": claim.assumed,
        "accepted_by": claim.accepted_by,
        "doubt": bound(result.doubt, upper=True) if result.doubt is not None else "",
        "arguments": [
            {"id": a.id, "href": links.fragment(a.id), "block": a.block.value}
            for a in case.argument_for.get(claim.id, ())
        ],
        "location": str(case.locate("claims", index)),
    }


def _because(reasons: Sequence[Reason], links: Links) -> list[BecauseView]:
    """The claims on which a status rests, by what they are: challenged ones first, as they are listed."""
    groups: dict[Status, list[str]] = {}
    for reason in reasons:
        groups.setdefault(reason.status, []).append(reason.target)
    return [
        {
            "class": STATUS_CLASS[status],
            "status": STATUS_WORD[status],
            "refs": links.references(dict.fromkeys(names)),
        }
        for status, names in groups.items()
    ]


def _left_out(assessment: Assessment, result: ClaimResult) -> str:
    """Why a requirement that is met does not count as met, as a word of outcomes; empty where it counts."""
    if not out_of_date(assessment, result):
        return ""
    return "met_overdue" if review_overdue(assessment, result) else "met_old"


def requirement_row(claim: Claim, result: RequirementResult, links: Links, left_out: str) -> RequirementView:
    """A requirement as evaluated: what is measured, the bound, the bound used, the outcome.

    ``left_out``: the outcome where it is met and does not count, by numbers out of date or overdue parts.
    """
    assert claim.requirement is not None
    measure = claim.requirement.measure
    source = measure.tree or measure.evidence or ""
    what = (
        translate("argument.top_event", tree=source)
        if measure.tree
        else translate("argument.measure_of", measure=measure.measure, evidence=source)
    )
    estimate = result.estimate
    compared, limit = held(result)
    beside = () if result.bound is None else (result.bound,)
    return {
        "what": what,
        "source": source,
        "href": links.fragment(source),
        "tree": measure.tree or "",
        "text": requirement(result),
        "bound": limit,
        "sign": COMPARISON_SIGN[result.comparison],
        "kind": KIND_WORD[result.kind],
        "confidence": confidence(result.confidence),
        "compared": compared,
        "value": compared
        if estimate and result.is_value
        else number(estimate.value, beside=beside)
        if estimate
        else "–",
        "interval": interval(estimate, beside=beside),
        "holds": result.holds,
        "outcome": translate(f"outcome.{left_out}" if left_out and result.holds else OUTCOME[result.holds]),
        "class": {True: "stale" if left_out else "supported", False: "challenged", None: "unknown"}[
            result.holds
        ],
        "problem": in_words(result.problem),
        "bound_source": in_words(result.bound_source),
        "notes": [tied(in_words(note)) for note in result.notes],
        "subject": tied(result.subject or in_words(result.text)),
        "headroom": ""
        if result.headroom is None
        else f"{bound(result.headroom, upper=False, digits=2, beside=(1.0,))}×",
        "rank": ""
        if result.headroom is None or not math.isfinite(result.headroom)
        else f"{result.headroom:.6g}",
    }


def requirement_rows(claims: Sequence[ClaimView]) -> list[RequiredView]:
    """The claims that have a requirement, the tightest first: not met, not evaluated, then by headroom."""

    def tightness(row: RequiredView) -> tuple[int, float]:
        result = row["requirement"]
        return {False: 0, None: 1, True: 2}[result["holds"]], float(result["rank"] or math.inf)

    required: list[RequiredView] = [
        {"id": row["id"], "anchor": row["anchor"], "requirement": result}
        for row in claims
        if (result := row["requirement"]) is not None
    ]
    return sorted(required, key=tightness)


def outline_rows(assessment: Assessment, links: Links, sheets: dict[str, str]) -> list[OutlineView]:
    """The argument in words, depth first: each row with its depth; a node met again refers back."""
    view = ArgumentView(assessment)
    seen: set[str] = set()
    rows: list[OutlineView] = []
    pending = [(root, 0, "") for root in reversed(view.roots())]
    while pending:
        name, depth, relation = pending.pop()
        repeated = name in seen
        seen.add(name)
        rows.append(_outline_row(assessment, name, depth, relation, repeated, links, sheets))
        if not repeated:
            pending += [(child, depth + 1, how) for child, how in reversed(list(_below(view, name)))]
    rows += [
        _outline_row(assessment, node.id, 0, translate("argument.unreached"), False, links, sheets)
        for node in assessment.case.node.values()
        if node.id not in seen
    ]
    for row, following in zip(rows, [*rows[1:], None], strict=False):
        row["parent"] = following is not None and following["depth"] > row["depth"]
        row["fold"] = bool(row["parent"] or row["details"] or row["reasons"])
        row["closes"] = row["depth"] - (following["depth"] if following is not None else 0)
    return rows


def _below(view: ArgumentView, name: str) -> Iterator[tuple[str, str]]:
    attached = view.attached.get(name, Attachments())
    yield from ((other, translate("argument.context")) for other in attached.contexts)
    yield from ((other, translate("argument.objection")) for other in attached.objections)
    node = view.case.node[name]
    sides = node.side_claims if isinstance(node, Argument) else ()
    for child in view.children(name):
        yield child, translate("argument.side_claim") if child in sides else ""


def _outline_row(
    assessment: Assessment,
    name: str,
    depth: int,
    relation: str,
    repeated: bool,
    links: Links,
    sheets: dict[str, str],
) -> OutlineView:
    node = assessment.case.node[name]
    claim, other = assessment.claims.get(name), assessment.nodes.get(name)
    status = claim.status if claim else other.status if other else None
    if isinstance(node, ContextNode) and node.kind != "assumption":
        status = None
    if isinstance(node, Defeater | ResidualDoubt) and not objection_class(status):
        status = None
    # an argument's reasons are those of the claim it supports, which the table of claims tells
    arisen = other.reasons[:FEW] if other and not isinstance(node, Argument) else ()
    return {
        "id": name,
        "depth": depth,
        "level": translate("argument.level", n=depth + 1) if depth >= LEVELS_INDENTED else "",
        "relation": relation,
        "repeated": repeated,
        "kind": node_kind(node),
        "type": NODE_TYPE[type(node)],
        "text": node.text,
        "anchor": "" if isinstance(node, Claim) else anchor("node", name),
        "href": anchor("claim" if isinstance(node, Claim) else "node", name),
        "sheet": sheets.get(name, ""),
        "class": STATUS_CLASS[status] if status else "none",
        "status": STATUS_WORD[status] if status else "",
        "details": [] if repeated else _details(node, links),
        "reasons": [reason_row(reason, links) for reason in arisen],
        "parent": False,
        "fold": False,
        "closes": 0,
    }


def node_kind(node: Node) -> str:
    """What a node is, in the field's words."""
    match node:
        case Claim():
            return translate("node.claim")
        case Argument():
            return translate("argument.argument", block=translate(f"block.{key_of(node.block.value)}"))
        case EvidenceNode():
            return translate("node.evidence")
        case SubCase():
            return translate("node.sub_case")
        case Defeater():
            return translate(
                "argument.defeater",
                kind=translate(f"node.{node.kind}"),
                state=translate(f"state.{node.state}"),
            )
        case ResidualDoubt():
            return translate("node.residual_doubt")
        case ContextNode():
            return translate(f"node.{node.kind}")
        case _:
            return ""


def _details(node: Node, links: Links) -> list[DetailView]:
    """Further facts of a node: (label, text, where it leads)."""
    result: list[tuple[str, str, str]] = []
    match node:
        case Argument():
            result = [("fault tree", node.tree or "", links.fragment(node.tree or ""))]
        case EvidenceNode():
            result = [
                ("measured", node.evidence or "", links.fragment(node.evidence or "")),
                ("artefact", node.artefact, ""),
                ("version", node.version, ""),
                ("date", str(node.date or ""), ""),
                ("SHA-256", node.sha256 or "", ""),
                ("accepted by", node.accepted_by, ""),
            ]
        case SubCase():
            result = [("claim", node.claim, links.fragment(node.claim))]
        case Defeater():
            result = [
                ("against", node.target, links.fragment(node.target)),
                ("response", node.response, ""),
                ("judged by", node.refuted_by, ""),
            ]
        case ResidualDoubt():
            result = [
                ("about", node.target, links.fragment(node.target)),
                ("reason", node.reason, ""),
                ("accepted by", node.accepted_by, ""),
            ]
        case ContextNode():
            result = [
                ("stated as", translate(f"state.{node.state}") if node.kind == "assumption" else "", ""),
                ("accepted by", node.accepted_by, ""),
            ]
    if not isinstance(node, Claim):  # the table of claims tells theirs
        result.append(("owner", node.owner, ""))
    return [
        {"label": translate(f"detail.{key_of(label)}"), "text": text, "href": href}
        for label, text, href in result
        if text
    ]
