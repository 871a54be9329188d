"""What a person has to read, by question: steps, documents, assumptions and answers that no program checks."""

from __future__ import annotations

from casegen.assessment.points import reading_steps
from casegen.model.results import Assessment
from casegen.render.language import key_of, translate
from casegen.render.report.links import Links
from casegen.render.views.argument import QuestionView, ToBeReadView
from casegen.review.dossier import Dossier, questions_of

LISTED = 60
"""parts that are named for each question; ``assess --all`` lists every one with its sentences"""


def question_rows(assessment: Assessment, dossier: Dossier, links: Links) -> list[QuestionView]:
    """A row for each question at which something was noticed, with what it quotes, and who has answered it."""
    return [
        {
            "target": links.reference(one.step.id),
            "question": translate(f"to_be_read.{key_of(one.step.kind)}", by=one.step.by),
            "texts": list(one.step.texts),
            "read": translate("questions.read", by=one.read_by, text=one.text)
            if one.read_by
            else translate("questions.open"),
            "open": not one.read_by,
        }
        for one in questions_of(assessment, dossier.review.journal)
    ]


def to_be_read_rows(assessment: Assessment, links: Links) -> list[ToBeReadView]:
    """A row for each question, in the order in which its first part stands in the case."""
    parts: dict[str, list[str]] = {}
    for step in reading_steps(assessment):
        if step.asks:
            continue
        question = translate(f"to_be_read.{key_of(step.kind)}", by=step.by)
        parts.setdefault(question, []).append(step.id)
    return [
        {
            "question": question,
            "refs": links.references(names[:LISTED]),
            "more": max(0, len(names) - LISTED),
        }
        for question, names in parts.items()
    ]
