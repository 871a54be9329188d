"""The document as rows of text: one value from which the page and the PDF are both written.

Every number is put into words here and nowhere else, so the two can never disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import casegen
from casegen.assessment.limits_of import tree_limits
from casegen.assessment.points import PreventingPoint, preventing
from casegen.model.case import Case
from casegen.model.diagnostic import Severity
from casegen.model.results import Assessment, Freshness, Status
from casegen.render.charts.case import coverage_charts, margin_charts
from casegen.render.charts.plan import plan_chart
from casegen.render.charts.tree import tree_charts
from casegen.render.date import document_date
from casegen.render.diagrams import Diagram, all_diagrams
from casegen.render.diagrams.top_bound import joint_bound
from casegen.render.document_settings import Custom, plain
from casegen.render.freshness import by_old_numbers
from casegen.render.language import counted, current_language, key_of, translate, use_language
from casegen.render.report import (
    actions,
    argument,
    changes,
    doubts,
    evidence,
    hazards,
    plans,
    review,
    safety,
    study,
    to_be_read,
    tracing,
    trees,
)
from casegen.render.report.extent import LISTED, extent_of, extent_row, requirement_outcomes
from casegen.render.report.index import index_rows
from casegen.render.report.ledger import ledger_sentence, split_row
from casegen.render.report.links import Links
from casegen.render.views import (
    CaseSections,
    DiagnosticView,
    DocumentView,
    FactView,
    LayoutView,
    Sections,
    StatusMeaning,
    VerdictView,
)
from casegen.render.views.argument import ClaimView, ObstacleView
from casegen.render.views.base import Placed
from casegen.render.wording import STATUS_CLASS, STATUS_MEANING, STATUS_WORD, anchor, tied
from casegen.review.dossier import Dossier

SEVERITY_CLASS = {
    Severity.INPUT: "challenged", Severity.ERROR: "challenged", Severity.WARNING: "stale", Severity.WAIVED: "unknown",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """All sections of a document, its diagrams and its charts of numbers, these in reading order.

    The ``kind`` of a chart is what it shows (``margins``, ``coverage``, ``plan``, ``tornado``, ``distribution``,
    ``curve``), its ``subject`` the tree or claim that it shows it of, empty for the whole case.
    """

    sections: Sections
    diagrams: tuple[Diagram, ...]
    charts: tuple[Diagram, ...] = ()


def build_report(
    assessment: Assessment, dossier: Dossier | None = None, custom: Custom | None = None
) -> Report:
    """Put an assessment into words and drawings; page and PDF of one assessment share the same report.

    ``dossier`` holds what stands beside it: baselines, changes, review, compliance, study.  ``custom`` is what
    the case asks of its documents: language, chapters, title page.

    Raises:
        MissingDependencyError: no Graphviz layout program was found.
    """
    day = ((dossier.day if dossier else None) or document_date(assessment.case)).isoformat()
    for held, beside, asked, dated, report in _latest:
        if held is assessment and beside is dossier and asked == custom and dated == day:
            return report
    wanted = custom or plain()
    with use_language(wanted.language):
        built = _build(assessment, dossier or Dossier(), wanted, day)
    _latest[:] = [(assessment, dossier, custom, day, built)]
    return built


_latest: list[tuple[Assessment, Dossier | None, Custom | None, str, Report]] = []


def _build(assessment: Assessment, dossier: Dossier, custom: Custom, day: str) -> Report:
    extent = extent_of(assessment)
    links = Links(assessment.case, extent.unlisted)
    diagrams = all_diagrams(assessment, dossier.marks)
    sheets = {name: d.name for d in reversed(diagrams) if d.kind == "argument" for name in d.shown}
    titles = {d.name: d.title for d in diagrams}
    claims = argument.claim_rows(assessment, links, sheets, extent)
    asked = to_be_read.question_rows(assessment, dossier, links)
    unread = to_be_read.to_be_read_rows(assessment, dossier, links)
    read = to_be_read.read_sentence(assessment, dossier)
    rows: CaseSections = {
        "document": _document(assessment, day),
        "verdict": _verdict(
            assessment,
            claims,
            links,
            sum(row["open"] for row in asked),
            bool(unread),
            read,
            review.damage(dossier),
            review.open_findings(dossier),
        ),
        "extent": extent_row(extent),
        "claims": claims,
        "requirements": argument.requirement_rows(claims),
        "outline": argument.outline_rows(assessment, links, sheets) if extent.whole else [],
        "properties": hazards.property_rows(assessment, links),
        "hazop": hazards.hazop_rows(assessment, links),
        "safety": safety.safety_row(assessment, links),
        "scenarios": hazards.scenario_rows(assessment, links),
        "trees": trees.tree_rows(assessment, links),
        "evidence": evidence.evidence_rows(assessment, links),
        "assumptions": (assumptions := doubts.assumption_rows(assessment, links)),
        "assumption_groups": doubts.assumption_groups(assumptions),
        "doubts": doubts.doubt_rows(assessment, links),
        "to_be_read": unread,
        "questions": asked,
        "tracing": tracing.tracing_rows(assessment, links),
        "diagnostics": _diagnostics(assessment, links),
        "control": review.control_row(dossier, assessment.case.header.id),
        "changes": changes.changes_row(dossier, links),
        "marks": dossier.marks,
        "review": review.review_row(dossier, links),
        "compliance": review.compliance_rows(dossier, links),
        "study": study.study_row(assessment, dossier, links),
        "plans": plans.plan_rows(assessment, dossier, links),
        "statuses": _statuses(),
        "glossary": [{"word": word, "meaning": meaning} for word, meaning in current_language().glossary],
        "layout": _layout(custom),
    }
    for row in claims:
        row["sheet_label"] = titles.get(row["sheet"], "")
    sections = _with_summaries(assessment, links, rows, custom)
    return Report(sections, diagrams, tuple(_charts(assessment, dossier, sections)))


def _with_summaries(assessment: Assessment, links: Links, rows: CaseSections, custom: Custom) -> Sections:
    """The sections with those that are made of others, each with its place."""
    sections: Sections = {
        **rows,
        "actions": actions.actions_row(assessment, links, rows, custom),
        "summary": actions.summary_row(assessment, rows),
        "index": index_rows(links, rows),
        "digest": "",
        "attached": {},
    }
    _place_once(sections)
    return sections


def _charts(assessment: Assessment, dossier: Dossier, sections: Sections) -> Iterator[Diagram]:
    studies = {one.tree: one for one in dossier.study.trees}
    yield from margin_charts(assessment)
    yield from coverage_charts(assessment, sections["tracing"])
    for plan in dossier.study.plans:
        if (drawn := plan_chart(plan)) is not None:
            claim = assessment.claims[plan.claim]
            old = by_old_numbers(assessment, claim)
            yield replace(drawn, title=translate("chart.out_of_date", title=drawn.title)) if old else drawn
    for tree in assessment.case.trees:
        joint = joint_bound(assessment, tree.id)
        yield from tree_charts(
            tree, assessment.trees.get(tree.id), studies.get(tree.id), joint, tree_limits(assessment, tree.id)
        )


def _place_once(sections: Sections) -> None:
    """Take the anchor from every row but the first of those that share an id: a place exists once."""
    seen: set[str] = set()
    rows: list[Placed] = [
        *sections["claims"], *sections["outline"], *sections["properties"], *sections["hazop"], *sections["scenarios"],
        *sections["trees"], *sections["evidence"],
    ]  # fmt: skip
    for tree in sections["trees"]:
        rows += [*tree["events"], *tree["gates"]]
    again = {id(row) for row in sections["outline"] if row["repeated"]}
    for row in rows:
        if row["anchor"] in seen:
            row["anchor"] = ""
        elif row["anchor"] and id(row) not in again:
            seen.add(row["anchor"])


def _document(assessment: Assessment, day: str) -> DocumentView:
    header = assessment.case.header
    return {
        "id": header.id, "anchor": anchor("case", header.id), "title": header.title, "version": header.version,
        "date": day, "authors": list(header.authors),
        "organisation": header.organisation, "system": header.system, "environment": header.environment,
        "intended_use": header.intended_use, "risk_criteria": header.risk_criteria,
        "limitations": list(header.limitations), "files": list(assessment.case.files),
        "generator": f"casegen {casegen.__version__}",
    }  # fmt: skip


def _layout(custom: Custom) -> LayoutView:
    settings = custom.settings
    return {
        "language": custom.language.code, "paper": settings.paper, "sections": list(custom.chapters),
        "logo": {"svg": custom.logo, "alt": settings.logo.alt} if settings.logo is not None else None,
        "own_words": custom.own_words_note, "subtitle": settings.subtitle, "classification": settings.classification,
        "fields": [field.model_dump() for field in settings.fields],
        "approvers": [person.model_dump() for person in settings.approvers],
        "distribution": [person.model_dump() for person in settings.distribution],
        "annexes": list(custom.annexes),
        "left_out": [translate(f"chapter.{name}") for name in custom.left_out],
    }  # fmt: skip


def _statuses() -> list[StatusMeaning]:
    return [{"class": STATUS_CLASS[s], "word": STATUS_WORD[s], "meaning": STATUS_MEANING[s]} for s in Status]


def _verdict(
    assessment: Assessment,
    claims: list[ClaimView],
    links: Links,
    asked: int,
    unread: bool,
    read: str,
    damaged: str,
    findings: str,
) -> VerdictView:
    """``asked``: questions that nobody has answered; ``unread``: whether other parts are; ``read``: who read what.

    ``damaged``: that the history of the review is not whole; ``findings``: how many are open, by severity.
    """
    outcomes = requirement_outcomes(assessment)
    fresh = sum(1 for state in assessment.evidence.values() if state.freshness is Freshness.FRESH)
    counts = {s: sum(1 for item in assessment.claims.values() if item.status is s) for s in Status}
    errors = sum(1 for d in assessment.diagnostics if d.severity in (Severity.INPUT, Severity.ERROR))
    warnings = sum(1 for d in assessment.diagnostics if d.severity is Severity.WARNING)
    return {
        "supported": assessment.supported,
        "class": "supported" if assessment.supported else "challenged",
        "word": translate(_word(assessment.supported, bool(asked) or unread)),
        "sentence": _sentence(assessment.supported, asked, unread, read)
        if assessment.case.header.roots
        else translate("summary.no_root"),
        "damaged": damaged,
        "findings": findings,
        "questions": counted("questions.short", asked) if asked and assessment.supported else "",
        "spent": ledger_sentence(assessment),
        "split": split_row(assessment),
        "counts": [
            {"class": STATUS_CLASS[s], "word": STATUS_WORD[s], "key": key_of(s.value), "count": n}
            for s, n in counts.items()
            if n
        ],
        "roots": [row for row in claims if row["root"]],
        "weakest": [
            {**argument.reason_row(reason, links), "text": _title(assessment.case, point)}
            for reason, point in zip(assessment.weakest[:LISTED], preventing(assessment), strict=False)
        ],
        "unlisted": max(0, len(assessment.weakest) - LISTED),
        "obstacles": _obstacles(assessment),
        "facts": [
            *_share("claims_supported", counts[Status.SUPPORTED], len(assessment.claims), "claims"),
            *_share("requirements_met", outcomes.count(True), len(outcomes), "claims"),
            *_share("evidence_fresh", fresh, len(assessment.evidence), "evidence"),
            {
                "label": translate("verdict.errors_warnings"),
                "value": f"{counted('verdict.errors', errors)}, {counted('verdict.warnings', warnings)}",
                "href": "findings",
            },
        ],
    }


def _share(key: str, n: int, count: int, href: str) -> list[FactView]:
    """So many of all; nothing where there is none of them."""
    value = translate("verdict.share", n=n, count=count)
    return [{"label": translate(f"verdict.{key}"), "value": value, "href": href}] if count else []


def _word(supported: bool, unread: bool) -> str:
    if not supported:
        return "verdict.not_supported"
    return "verdict.by_numbers" if unread else "verdict.supported"


def _sentence(supported: bool, asked: int, unread: bool, read: str) -> str:
    """The verdict in a sentence: by its numbers, as long as a part is unread; with it the questions that are open."""
    if not supported:
        return translate("verdict.sentence_not")
    left = counted("questions.count", asked) if asked else ""
    holds = "verdict.sentence_by_numbers" if asked or unread else "verdict.sentence_supported"
    return " ".join(filter(None, (translate(holds), read, left)))


def _title(case: Case, point: PreventingPoint) -> str:
    """The text or title of what prevents support; empty of an evidence item that has none."""
    item = case.evidence_item.get(point.target)
    return point.text if item is None else item.title or ""


def _obstacles(assessment: Assessment) -> list[ObstacleView]:
    """How many points of each status prevent support, in the order they are listed."""
    counts = Counter(reason.status for reason in assessment.weakest)
    return [{"word": STATUS_WORD[status].lower(), "count": count} for status, count in counts.items()]


def _diagnostics(assessment: Assessment, links: Links) -> list[DiagnosticView]:
    return [
        {
            "rule": d.rule,
            "severity": d.severity.value,
            "severity_words": translate(f"severity.{d.severity.value}"),
            "class": SEVERITY_CLASS[d.severity],
            "message": tied(d.message),
            "location": str(d.location),
            "source": d.source,
            "hint": d.hint,
            "target": links.reference(d.target),
        }
        for d in sorted(
            assessment.diagnostics, key=lambda d: (list(Severity).index(d.severity), d.sort_key())
        )
    ]
