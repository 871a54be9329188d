"""The review in the page: findings at their targets, the words of its forms, and what its script needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casegen.assessment.results import Assessment
from casegen.model.case import SECTIONS
from casegen.render.report.links import Links, Row
from casegen.render.wording import plural
from casegen.review.events import Decision, FindingStatus, Independence, Severity


def raised_at(findings: Sequence[Row]) -> dict[str, list[Row]]:
    """Findings by the part they are about; one on a link ``ARGUMENT:NODE`` stands at the argument."""
    found: dict[str, list[Row]] = {}
    for row in findings:
        target = row["target"]["id"]
        part = target if row["target"]["href"] else target.partition(":")[0]
        found.setdefault(part, []).append(row)
    return found


def review_words(review: Row) -> Row:
    """The choices of the forms, and what is asked for in one sentence."""
    waiting = {status.value: 0 for status in FindingStatus}
    for row in review["findings"]:
        waiting[row["status"]] += 1
    fallen = sum(1 for row in review["sign_offs"] if not row["stands"])
    rejected = sum(1 for row in review["sign_offs"] if row["stands"] and row["decision"] == Decision.REJECT)
    asked = [
        f"{plural(count, 'finding')} {word}"
        for word, count in waiting.items()
        if count and word != FindingStatus.CLOSED
    ]
    asked += [f"{plural(fallen, 'sign-off')} fallen"] if fallen else []
    asked += [f"{plural(rejected, 'sign-off')} rejecting"] if rejected else []
    asked += [plural(len(review["problems"]), "broken record")] if review["problems"] else []
    return {
        "severities": [one.value for one in Severity],
        "finding_statuses": [one.value for one in FindingStatus],
        "decisions": [one.value for one in Decision],
        "independences": [one.value for one in Independence],
        "review_words": ", ".join(asked) + "." if asked else "",
    }


def page_data(assessment: Assessment, raised: Mapping[str, Sequence[Row]], token: str) -> Row:
    """For the script: flags of drawings as (fragment, class, word, description), ids that can be targets, the token."""
    case, links = assessment.case, Links(assessment.case)
    targets = [case.header.id, *(part.id for section in SECTIONS for part in getattr(case, section))]
    return {
        "raised": [
            [fragment, rows[0]["class"], " ".join(row["id"] for row in rows), "; ".join(_said(row) for row in rows)]
            for part, rows in raised.items()
            if (fragment := links.fragment(part))
        ],
        "targets": list(dict.fromkeys([*targets, *case.gate])),
        "token": token,
    }  # fmt: skip


def _said(row: Row) -> str:
    return f"Finding {row['id']}, {row['severity']}, {row['status']}: {row['text']}"
