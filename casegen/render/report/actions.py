"""What is left to do before the case can be accepted, and the points that prevent its support, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casegen.assessment.overdue_reviews import review_overdue
from casegen.assessment.points import WAITS, PreventingPoint, preventing, to_be_done
from casegen.model.diagnostic import Severity
from casegen.model.results import Assessment, Freshness
from casegen.render.document_settings import Custom
from casegen.render.freshness import out_of_date
from casegen.render.language import counted, in_words, key_of, translate
from casegen.render.report.extent import requirement_outcomes
from casegen.render.report.links import Links
from casegen.render.views import ActionsView, CaseSections, DiagnosticView, PointView, StepView, SummaryView
from casegen.render.views.audit import FindingView, SignOffView
from casegen.render.views.base import Reference
from casegen.render.wording import STATUS_CLASS, STATUS_WORD
from casegen.review.dossier import PointKind
from casegen.review.events import Decision

MISSING = "missing"
TOGETHER = ("undeveloped", "evidence", MISSING, "assumed")
"""kinds of points of which several are one step"""
LEFT_OF_STANDARDS = ("partly covered", "not covered")
SAME_STEP = {"claim-undeveloped": "undeveloped", "assumption-unaccepted": "assumed"}
"""checks that ask for what points of a kind ask for already"""
NOT_FRESH = {
    Freshness.MISSING: "never_measured",
    Freshness.STALE: "to_be_measured_anew",
    Freshness.FAILED: "failed_to_compute",
}
"""what the summary says of evidence items that are not fresh"""
FEW_WORDS = 220
"""characters of a finding's text that a table of actions repeats"""


def actions_row(assessment: Assessment, links: Links, sections: CaseSections, custom: Custom) -> ActionsView:
    """``points`` prevent the support of the top claims, the most severe first; ``rows`` are the steps to take."""
    points = preventing(assessment)
    rows = [
        *_of_points(assessment, to_be_done(assessment), links),
        *_of_readings(sections),
    ]
    rows += _of_evidence(assessment, sections, rows, links)
    rows += [*_of_review(sections), *_of_approval(sections, custom)]
    rows += [*_of_checks(sections, points), *_of_standards(sections)]
    rows += _overdue(sections, rows, links)
    return {"points": list(_points(assessment, points, links)), "rows": rows}


def summary_row(assessment: Assessment, sections: CaseSections) -> SummaryView:
    """The numbers that the summary says in sentences."""
    case = assessment.case
    outcomes = requirement_outcomes(assessment)
    read = sum(len(row["refs"]) + row["more"] for row in sections["to_be_read"])
    return {
        "parts": [
            ("claims", len(case.claims)), ("hazards", len(case.hazop)), ("trees", len(case.trees)),
            ("items", len(case.evidence_items)),
        ],
        "required": len(outcomes), "met": outcomes.count(True),
        "fresh": _fresh(assessment), "met_key": _met_key(assessment),
        "overdue": sum(review_overdue(assessment, claim) for claim in assessment.claims.values()),
        "to_be_read": _unread(read, sections),
    }  # fmt: skip


def _fresh(assessment: Assessment) -> str:
    """How many evidence items are fresh, and what the others wait for; empty of a case without any."""
    states = [state.freshness for state in assessment.evidence.values()]
    count, fresh = len(states), states.count(Freshness.FRESH)
    if fresh == count:
        return counted("summary.all_fresh", count) if count else ""
    others = ((key, states.count(freshness)) for freshness, key in NOT_FRESH.items())
    parts = [counted(f"summary.{key}", n) for key, n in others if n]
    return counted("summary.fresh", count, fresh=fresh, others="; ".join(parts))


def _met_key(assessment: Assessment) -> str:
    """The sentence that counts requirements: with what it leaves out, met by old numbers or by overdue parts."""
    left_out = [
        result
        for result in assessment.claims.values()
        if result.requirement is not None and result.requirement.holds and out_of_date(assessment, result)
    ]
    if not left_out:
        return "met"
    overdue = sum(review_overdue(assessment, result) for result in left_out)
    return "met_overdue" if overdue == len(left_out) else "met_reviewed" if overdue else "met_at_hand"


def _unread(count: int, sections: CaseSections) -> str:
    """How many parts are to be read; where the history is damaged, that what was read does not count."""
    if not count:
        return ""
    damaged = sections["verdict"]["damaged"] == translate("review.damaged")  # else it says this itself
    void = translate("to_be_read.void") if damaged else ""
    return f"{counted('to_be_read.count', count)} {void}".rstrip()


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
            **links.reference(target), "text": in_words(first.text), "alike": alike,
            "why": [] if alike else list(dict.fromkeys(in_words(p.what) for p in same)),
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
            []
            if kind in TOGETHER and kind not in ("evidence", MISSING)
            else [in_words(point.what) for point in alike]
        )
        yield {
            "what": counted(f"actions.{kind}", len(targets)), "refs": links.references(targets),
            "why": list(dict.fromkeys(reasons)),
        }  # fmt: skip


def _of_readings(sections: CaseSections) -> Iterator[StepView]:
    """One step for all parts that nobody has read, where their words are all that may deny what is shown."""
    asked = [row["target"] for row in sections["questions"] if row["open"]]
    unread = sections["to_be_read"] if sections["verdict"]["supported"] else []
    read = [ref for row in unread for ref in row["refs"]]
    count = len(asked) + len(read) + sum(row["more"] for row in unread)
    if count:
        parts = {ref["id"]: ref for ref in (*asked, *read)}
        yield {"what": counted("actions.read", count), "refs": list(parts.values()), "why": []}


def _left(sections: CaseSections, kind: PointKind) -> list[str]:
    """Subjects of the points of a kind at which the review has something left to do."""
    return [row["subject"] for row in sections["review"]["points"] if row["kind"] == kind and not row["done"]]


def _others(subjects: Iterable[str], rows: Iterable[StepView]) -> list[str]:
    """Those that no step names already."""
    named = {ref["id"] for row in rows for ref in row["refs"]}
    return [subject for subject in subjects if subject not in named]


def _of_evidence(
    assessment: Assessment, sections: CaseSections, rows: Iterable[StepView], links: Links
) -> list[StepView]:
    """Evidence that is not fresh, though nothing that is not supported rests on it: outdated, then failed."""
    steps: list[StepView] = []
    others = _others(_left(sections, PointKind.EVIDENCE), rows)
    failed = [item for item, state in assessment.evidence.items() if item in others and state.is_failed]
    for kind, items in (("evidence", [item for item in others if item not in failed]), ("failed", failed)):
        if items:
            what = counted(f"actions.{kind}", len(items))
            steps.append({"what": what, "refs": links.references(items), "why": []})
    return steps


def _overdue(sections: CaseSections, rows: Iterable[StepView], links: Links) -> list[StepView]:
    """Parts whose date of review has passed, though the check that asks for it was set aside."""
    others = _others(_left(sections, PointKind.OVERDUE), rows)
    return (
        [{"what": translate("actions.overdue"), "refs": links.references(others), "why": []}]
        if others
        else []
    )


def _of_review(sections: CaseSections) -> Iterator[StepView]:
    """A step for each record, finding and sign-off of which the review has something left."""
    review = sections["review"]
    if review["problems"]:
        yield {
            "what": translate("actions.history"),
            "refs": [{"id": translate("chapter.review"), "href": "chapter-review"}],
            "why": [f"{problem['place']}: {problem['message']}" for problem in review["problems"]],
        }
    findings, sign_offs = _left(sections, PointKind.FINDING), _left(sections, PointKind.SIGN_OFF)
    yield from (_of_finding(finding) for finding in review["findings"] if finding["id"] in findings)
    for signed in review["sign_offs"]:
        if signed["id"] in sign_offs:
            yield from _of_sign_off(signed)


def _of_finding(finding: FindingView) -> StepView:
    """What it asks for; of one that is open again, to look at what has changed since."""
    text, severity = finding["text"], finding["severity_words"]
    words = text if len(text) <= FEW_WORDS else f"{text[:FEW_WORDS].rstrip()}…"
    return {
        "what": translate("actions.finding_again", severity=severity, was=finding["recorded_words"])
        if finding["reopened"]
        else translate(f"actions.finding_{key_of(finding['status'])}", severity=severity),
        "refs": [{"id": finding["id"], "href": finding["anchor"]}, finding["target"]],
        "why": [words, *finding["reopened"]],
    }


def _of_sign_off(signed: SignOffView) -> Iterator[StepView]:
    """To sign again, to remove the reason of a rejection, or to meet each condition that is open."""
    own: Reference = {"id": signed["id"], "href": signed["anchor"]}
    if not signed["stands"]:
        what = translate("actions.sign_again")
        yield {"what": what, "refs": [own, signed["target"]], "why": [signed["name"], *signed["why"]]}
    elif signed["decision"] == Decision.REJECT:
        why = [text for text in (signed["name"], signed["text"]) if text]
        yield {"what": translate("actions.rejected"), "refs": [own, signed["target"]], "why": why}
    for condition in signed["open_conditions"]:
        why = [signed["conditions"][condition - 1]]
        yield {"what": translate("actions.condition"), "refs": [own], "why": why}


def _of_approval(sections: CaseSections, custom: Custom) -> Iterator[StepView]:
    people = [
        ", ".join(filter(None, (person.name, person.role, person.organisation)))
        for person in custom.settings.approvers
    ]
    if people:
        yield {"what": counted("actions.approval", len(people)), "refs": [], "why": people}
    elif not sections["control"]["approvals"]:
        yield {"what": translate("actions.nobody"), "refs": [], "why": []}
    if _left(sections, PointKind.ACCEPTANCE):
        yield {"what": translate("actions.acceptance"), "refs": [], "why": []}


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
