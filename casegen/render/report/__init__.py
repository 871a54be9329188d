"""The document as rows of text: one value from which the page and the PDF are both written.

Every number is put into words here and nowhere else, so the two can never disagree.
"""

from __future__ import annotations

from dataclasses import dataclass

import casegen
from casegen.assessment.results import Assessment, Freshness, Status
from casegen.model.diagnostic import Severity
from casegen.render.date import document_date
from casegen.render.diagrams import Diagram, all_diagrams
from casegen.render.report import argument, evidence, hazards, tracing, trees
from casegen.render.report.glossary import GLOSSARY
from casegen.render.report.links import Links, Row
from casegen.render.wording import STATUS_CLASS, STATUS_MEANING, STATUS_WORD

SEVERITY_CLASS = {
    Severity.INPUT: "challenged", Severity.ERROR: "challenged", Severity.WARNING: "stale", Severity.WAIVED: "unknown",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """All sections of a document, and its diagrams."""

    sections: Row
    diagrams: tuple[Diagram, ...]


def build_report(assessment: Assessment) -> Report:
    """Put an assessment into words and drawings; page and PDF of one assessment share the same report.

    Raises:
        OutsidePartMissing: no Graphviz layout program was found.
    """
    day = document_date(assessment.case).isoformat()
    for held, dated, report in _latest:
        if held is assessment and dated == day:
            return report
    built = _build(assessment)
    _latest[:] = [(assessment, day, built)]
    return built


_latest: list[tuple[Assessment, str, Report]] = []


def _build(assessment: Assessment) -> Report:
    links = Links(assessment.case)
    diagrams = all_diagrams(assessment)
    sheets = {name: d.name for d in reversed(diagrams) if d.kind == "argument" for name in d.shown}
    claims = argument.claim_rows(assessment, links, sheets)
    sections: Row = {
        "document": _document(assessment),
        "verdict": _verdict(assessment, claims, links),
        "claims": claims,
        "outline": argument.outline_rows(assessment, links, sheets),
        "properties": hazards.property_rows(assessment, links),
        "hazop": hazards.hazop_rows(assessment, links),
        "scenarios": hazards.scenario_rows(assessment, links),
        "trees": trees.tree_rows(assessment, links),
        "evidence": evidence.evidence_rows(assessment, links),
        "assumptions": argument.assumption_rows(assessment, links),
        "doubts": argument.doubt_rows(assessment, links),
        "tracing": tracing.tracing_rows(assessment, links),
        "diagnostics": _diagnostics(assessment, links),
        "statuses": _statuses(),
        "glossary": [{"word": word, "meaning": meaning} for word, meaning in GLOSSARY],
    }
    _place_once(sections)
    return Report(sections, diagrams)


def _place_once(sections: Row) -> None:
    """Take the anchor from every row but the first of those that share an id: a place exists once."""
    seen: set[str] = set()
    rows = [row for name in PLACED for row in sections[name]]
    rows += [row for tree in sections["trees"] for name in ("events", "gates") for row in tree[name]]
    for row in rows:
        if row["anchor"] in seen:
            row["anchor"] = ""
        elif row["anchor"] and not row.get("repeated"):
            seen.add(row["anchor"])


PLACED = ("claims", "outline", "properties", "hazop", "scenarios", "trees", "evidence")


def _document(assessment: Assessment) -> Row:
    header = assessment.case.header
    return {
        "id": header.id, "title": header.title, "version": header.version,
        "date": document_date(assessment.case).isoformat(), "authors": list(header.authors),
        "organisation": header.organisation, "system": header.system, "environment": header.environment,
        "intended_use": header.intended_use, "risk_criteria": header.risk_criteria,
        "limitations": list(header.limitations), "files": list(assessment.case.files),
        "generator": f"casegen {casegen.__version__}",
    }  # fmt: skip


def _statuses() -> list[Row]:
    return [{"class": STATUS_CLASS[s], "word": STATUS_WORD[s], "meaning": STATUS_MEANING[s]} for s in Status]


def _verdict(assessment: Assessment, claims: list[Row], links: Links) -> Row:
    required = [row for row in claims if row["requirement"] is not None]
    met = sum(1 for row in required if row["requirement"]["holds"])
    fresh = sum(1 for state in assessment.evidence.values() if state.freshness is Freshness.FRESH)
    counts = {s: sum(1 for found in assessment.claims.values() if found.status is s) for s in Status}
    errors = sum(1 for d in assessment.diagnostics if d.severity in (Severity.INPUT, Severity.ERROR))
    warnings = sum(1 for d in assessment.diagnostics if d.severity is Severity.WARNING)
    return {
        "supported": assessment.supported,
        "class": "supported" if assessment.supported else "challenged",
        "word": "Supported" if assessment.supported else "Not supported",
        "sentence": "Every top claim of this case is supported."
        if assessment.supported
        else "At least one top claim of this case is not supported.",
        "counts": [
            {"class": STATUS_CLASS[s], "word": STATUS_WORD[s], "count": n} for s, n in counts.items() if n
        ],
        "roots": [row for row in claims if row["root"]],
        "weakest": [argument.reason_row(reason, links) for reason in assessment.weakest],
        "facts": [
            {
                "label": "Claims supported",
                "value": f"{counts[Status.SUPPORTED]} of {len(assessment.claims)}",
                "href": "claims",
            },
            {"label": "Requirements met", "value": f"{met} of {len(required)}", "href": "claims"},
            {
                "label": "Evidence fresh",
                "value": f"{fresh} of {len(assessment.evidence)}",
                "href": "evidence",
            },
            {"label": "Errors, warnings", "value": f"{errors}, {warnings}", "href": "findings"},
        ],
    }


def _diagnostics(assessment: Assessment, links: Links) -> list[Row]:
    return [
        {
            "rule": d.rule,
            "severity": d.severity.value,
            "class": SEVERITY_CLASS[d.severity],
            "message": d.message,
            "location": str(d.location),
            "source": d.source,
            "mend": d.mend,
            "target": links.reference(d.target),
        }
        for d in sorted(
            assessment.diagnostics, key=lambda d: (list(Severity).index(d.severity), d.sort_key())
        )
    ]
