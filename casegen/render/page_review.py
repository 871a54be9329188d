"""The review in the page: findings at their targets, the words of its forms, and what its script needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from casegen.model.case import SECTIONS
from casegen.model.results import Assessment
from casegen.render.language import counted, translate
from casegen.render.report.extent import extent_of
from casegen.render.report.links import Links
from casegen.render.report.review import review_word
from casegen.render.views.audit import FindingView, ReviewView
from casegen.render.views.page import PageData, ReviewWords
from casegen.review.events import Decision, FindingSeverity, FindingStatus, Independence


def raised_at(findings: Sequence[FindingView]) -> dict[str, list[FindingView]]:
    """Findings by the part they are about; one on a link ``ARGUMENT:NODE`` stands at the argument."""
    result: dict[str, list[FindingView]] = {}
    for row in findings:
        target = row["target"]["id"]
        part = target if row["target"]["href"] else target.partition(":")[0]
        result.setdefault(part, []).append(row)
    return result


def review_words(review: ReviewView) -> ReviewWords:
    """The choices of the forms, and what is asked for in one sentence."""
    waiting = {status.value: 0 for status in FindingStatus}
    for row in review["findings"]:
        waiting[row["status"]] += 1
    left = [point["subject"] for point in review["points"] if not point["done"]]
    signed = [row for row in review["sign_offs"] if row["id"] in left]
    standing = [row for row in signed if row["stands"]]
    rejected = sum(1 for row in standing if row["decision"] == Decision.REJECT)
    conditions = sum(len(row["open_conditions"]) for row in standing)
    named = {"history", *(row["id"] for row in (*review["findings"], *review["sign_offs"]))}
    asked = [
        counted("web.asked_finding", count, status=review_word(word))
        for word, count in waiting.items()
        if count and word != FindingStatus.CLOSED
    ]
    others = (
        ("fallen", len(signed) - len(standing)), ("rejecting", rejected), ("condition", conditions),
        ("broken", len(review["problems"])), ("other", sum(one not in named for one in left)),
    )  # fmt: skip
    asked += [counted(f"web.asked_{key}", count) for key, count in others if count]
    return {
        "severities": choices(FindingSeverity),
        "finding_statuses": choices(FindingStatus),
        "decisions": choices(Decision),
        "independences": choices(Independence),
        "review_words": ", ".join(asked) + "." if asked else "",
    }


def choices(values: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """What a form or filter offers: (value, word)."""
    return [(one.value, review_word(one.value)) for one in values]


def page_data(assessment: Assessment, raised: Mapping[str, Sequence[FindingView]], token: str) -> PageData:
    """For the script: flags of drawings as (fragment, class, word, description), ids that can be targets, the token."""
    case, links = assessment.case, Links(assessment.case, extent_of(assessment).unlisted)
    targets = [case.header.id, *(part.id for section in SECTIONS for part in getattr(case, section))]
    return {
        "raised": [
            [fragment, rows[0]["class"], " ".join(row["id"] for row in rows), "; ".join(_described(row) for row in rows)]
            for part, rows in raised.items()
            if (fragment := links.fragment(part))
        ],
        "targets": list(dict.fromkeys([*targets, *case.gate])),
        "token": token,
    }  # fmt: skip


def _described(row: FindingView) -> str:
    parts = (translate("column.finding"), row["id"], row["severity_words"], row["status_words"])
    return f"{' '.join(parts[:2])}, {', '.join(parts[2:])}: {row['text']}"
