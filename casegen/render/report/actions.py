"""What is left to do before the case can be accepted, and the points that prevent its support, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casegen.assessment.points import WAITS, PreventingPoint, preventing
from casegen.model.diagnostic import Severity
from casegen.model.results import Assessment, Freshness
from casegen.render.document_settings import Custom
from casegen.render.language import counted, key_of, translate
from casegen.render.report.extent import requirement_outcomes
from casegen.render.report.links import Links
from casegen.render.views import ActionsView, CaseSections, DiagnosticView, PointView, StepView, SummaryView
from casegen.render.wording import STATUS_CLASS, STATUS_WORD

MISSING = "missing"
TOGETHER = ("undeveloped", "evidence", MISSING, "assumed")
"""kinds of points of which several are one step"""
LEFT_OF_STANDARDS = ("partly covered", "not covered")
SAME_STEP = {"claim-undeveloped": "undeveloped", "assumption-unaccepted": "assumed"}
"""checks that ask for what points of a kind ask for already"""
CLOSED = ("closed",)
"""states of findings that wait for nobody"""
FEW_WORDS = 220
"""characters of a finding's text that a table of actions repeats"""


def actions_row(assessment: Assessment, links: Links, sections: CaseSections, custom: Custom) -> ActionsView:
    """``points`` prevent the support of the top claims, the most severe first; ``rows`` are the steps to take."""
    points = preventing(assessment)
    rows = [
        *_of_points(assessment, points, links),
        *_of_readings(sections),
        *_of_review(sections),
        *_of_approval(sections, custom),
    ]
    rows += [*_of_checks(sections, points), *_of_standards(sections)]
    return {"points": list(_points(assessment, points, links)), "rows": rows}


def summary_row(assessment: Assessment, sections: CaseSections) -> SummaryView:
    """The numbers that the summary says in sentences."""
    case = assessment.case
    outcomes = requirement_outcomes(assessment)
    fresh = sum(1 for state in assessment.evidence.values() if state.freshness is Freshness.FRESH)
    count = len(assessment.evidence)
    sentence = (
        counted("summary.fresh", count, fresh=fresh) if fresh < count else counted("summary.all_fresh", count)
    )
    read = sum(len(row["refs"]) + row["more"] for row in sections["to_be_read"])
    return {
        "parts": [
            ("claims", len(case.claims)), ("hazards", len(case.hazop)), ("trees", len(case.trees)),
            ("items", len(case.evidence_items)),
        ],
        "required": len(outcomes), "met": outcomes.count(True),
        "fresh": sentence if count else "", "all_fresh": fresh == count,
        "to_be_read": counted("to_be_read.count", read) if read else "",
    }  # fmt: skip


def _kind(assessment: Assessment, point: PreventingPoint) -> str:
    """What a point asks for: evidence that was never computed is no outdated one."""
    state = assessment.evidence.get(point.target)
    never = point.kind == "evidence" and state is not None and state.freshness is Freshness.MISSING
    return MISSING if never else point.kind


def _points(assessment: Assessment, points: tuple[PreventingPoint, ...], links: Links) -> Iterator[PointView]:
    """Each part that prevents support, with everything that is wrong with it."""
    groups: dict[tuple[str, str], list[PreventingPoint]] = {}
    for point in points:
        groups.setdefault((point.target, _kind(assessment, point)), []).append(point)
    for (target, kind), same in groups.items():
        first, alike = same[0], kind if kind in TOGETHER else ""
        yield {
            **links.reference(target), "text": first.text, "alike": alike,
            "why": [] if alike else list(dict.fromkeys(p.what for p in same)),
            "class": STATUS_CLASS[first.status], "status": STATUS_WORD[first.status],
        }  # fmt: skip


def _of_points(
    assessment: Assessment, points: tuple[PreventingPoint, ...], links: Links
) -> Iterator[StepView]:
    """One step for all points that ask for the same."""
    groups: dict[str, list[PreventingPoint]] = {}
    for point in points:
        if point.kind == WAITS:
            continue
        kind = "measure_more" if point.narrow else key_of(_kind(assessment, point))
        groups.setdefault(kind, []).append(point)
    for kind, alike in groups.items():
        targets = list(dict.fromkeys(point.target for point in alike))
        reasons = (
            [] if kind in TOGETHER and kind not in ("evidence", MISSING) else [point.what for point in alike]
        )
        yield {
            "what": counted(f"actions.{kind}", len(targets)), "refs": links.references(targets),
            "why": list(dict.fromkeys(reasons)),
        }  # fmt: skip


def _of_readings(sections: CaseSections) -> Iterator[StepView]:
    """One step for all parts that nobody has read, where their words are all that may deny what is shown."""
    asked = [row["target"] for row in sections["questions"] if row["open"]]
    read = [ref for row in sections["to_be_read"] for ref in row["refs"]]
    count = len(asked) + len(read) + sum(row["more"] for row in sections["to_be_read"])
    if count and sections["verdict"]["supported"]:
        parts = {ref["id"]: ref for ref in (*asked, *read)}
        yield {"what": counted("actions.read", count), "refs": list(parts.values()), "why": []}


def _of_review(sections: CaseSections) -> Iterator[StepView]:
    for finding in sections["review"]["findings"]:
        if finding["status"] not in CLOSED:
            text = finding["text"]
            yield {
                "what": translate(
                    f"actions.finding_{key_of(finding['status'])}", severity=finding["severity_words"]
                ),
                "refs": [{"id": finding["id"], "href": finding["anchor"]}, finding["target"]],
                "why": [text if len(text) <= FEW_WORDS else f"{text[:FEW_WORDS].rstrip()}…"],
            }
    for signed in sections["review"]["sign_offs"]:
        if not signed["stands"]:
            yield {
                "what": translate("actions.sign_again"),
                "refs": [{"id": signed["id"], "href": signed["anchor"]}, signed["target"]],
                "why": [signed["name"]],
            }
        for condition in signed["open_conditions"]:
            yield {
                "what": translate("actions.condition"), "why": [signed["conditions"][condition - 1]],
                "refs": [{"id": signed["id"], "href": signed["anchor"]}],
            }  # fmt: skip


def _of_approval(sections: CaseSections, custom: Custom) -> Iterator[StepView]:
    people = [
        ", ".join(filter(None, (person.name, person.role, person.organisation)))
        for person in custom.settings.approvers
    ]
    if people:
        yield {"what": counted("actions.approval", len(people)), "refs": [], "why": people}
    elif not sections["control"]["approvals"]:
        yield {"what": translate("actions.nobody"), "refs": [], "why": []}


def _of_checks(sections: CaseSections, points: Iterable[PreventingPoint]) -> Iterator[StepView]:
    """One step for all findings of a rule; not for parts of which a point asks the same."""
    asked = {(point.kind, point.target) for point in points}
    alike: dict[tuple[str, str], list[DiagnosticView]] = {}
    for check in sections["diagnostics"]:
        same = (SAME_STEP.get(check["rule"], ""), check["target"]["id"])
        if check["severity"] != Severity.WAIVED.value and same not in asked:
            alike.setdefault((check["severity_words"], check["rule"]), []).append(check)
    for (severity, rule), checks in alike.items():
        refs = [check["target"] for check in checks if check["target"]["id"]]
        yield {
            "what": translate("actions.check", severity=severity, rule=rule),
            "refs": refs or [{"id": translate("chapter.checks"), "href": "chapter-checks"}],
            "why": [checks[0]["message"]] if len(checks) == 1 else [checks[0]["hint"]],
        }


def _of_standards(sections: CaseSections) -> Iterator[StepView]:
    """One step for all standards; their matrices have the clauses."""
    left = {
        matrix["title"]: sum(clause["coverage"] in LEFT_OF_STANDARDS for clause in matrix["clauses"])
        for matrix in sections["compliance"]
    }
    count = sum(left.values())
    if count:
        yield {
            "what": counted("actions.clauses", count),
            "refs": [{"id": translate("chapter.compliance"), "href": "chapter-compliance"}],
            "why": [f"{title}: {n}" for title, n in left.items() if n],
        }
