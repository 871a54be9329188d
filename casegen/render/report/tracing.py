"""Traceability: hazard ↔ scenario ↔ tree ↔ claim ↔ evidence, one chain per HAZOP entry."""

from __future__ import annotations

from casegen.model.argument import Argument, EvidenceNode, SubCase
from casegen.model.case import Case
from casegen.model.results import Assessment
from casegen.render.language import translate
from casegen.render.report.links import Links
from casegen.render.views.argument import TracedClaim, TracingView
from casegen.render.wording import STATUS_CLASS, STATUS_WORD


def tracing_rows(assessment: Assessment, links: Links) -> list[TracingView]:
    """Per HAZOP entry everything that answers it, and what is missing from the chain."""
    case = assessment.case
    rows: list[TracingView] = []
    for entry in case.hazop:
        scenarios = [s for s in case.scenarios if entry.id in s.hazop]
        trees = list(dict.fromkeys(s.tree for s in scenarios if s.tree))
        named = [c.id for c in case.claims if entry.id in c.hazards]
        named += [ref for m in entry.mitigations for ref in m.refs if ref in case.claim]
        named += [c.id for c in case.claims if c.requirement and c.requirement.measure.tree in trees]
        claims = list(dict.fromkeys(named))
        evidence = list(dict.fromkeys(item for claim in claims for item in evidence_below(case, claim)))
        gaps = [
            word
            for word, item in (
                ("scenario", scenarios),
                ("tree", trees),
                ("claim", claims),
                ("evidence", evidence),
            )
            if not item
        ]
        rows.append(
            {
                "hazop": links.reference(entry.id),
                "what": f"{entry.item}: {entry.attribute}, {entry.guide_word.value}",
                "scenarios": links.references(s.id for s in scenarios),
                "trees": links.references(trees),
                "claims": [_claim(assessment, links, claim) for claim in claims],
                "evidence": links.references(evidence),
                "gaps": gaps,
                "gaps_words": ", ".join(translate(f"tracing.no_{gap}") for gap in gaps),
            }
        )
    return rows


def _claim(assessment: Assessment, links: Links, identifier: str) -> TracedClaim:
    result = assessment.claims.get(identifier)
    row = links.reference(identifier)
    if result is None:
        return {**row, "class": "none", "status": ""}
    return {**row, "class": STATUS_CLASS[result.status], "status": STATUS_WORD[result.status]}


def evidence_below(case: Case, claim: str) -> list[str]:
    """Evidence nodes that support a claim, directly or through sub-claims, side-claims and sub-cases."""
    seen: set[str] = set()
    result: list[str] = []
    pending = [claim]
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        node = case.node.get(name)
        if isinstance(node, EvidenceNode):
            result.append(name)
        elif isinstance(node, SubCase):
            pending.append(node.claim)
        elif isinstance(node, Argument):
            pending += [*node.side_claims, *node.premises]
        pending += [argument.id for argument in case.argument_for.get(name, ())]
    return result
