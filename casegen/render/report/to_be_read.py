"""What a person has to read, by question: steps, documents, assumptions and answers that no program checks."""

from __future__ import annotations

from casegen.model.results import Assessment
from casegen.render.language import counted, key_of, translate
from casegen.render.report.links import Links
from casegen.render.views.argument import QuestionView, ToBeReadView
from casegen.review.dossier import Dossier, readings_of

LISTED = 60
"""parts that are named for each question; ``assess --all`` lists every one with its sentences"""


def question_rows(assessment: Assessment, dossier: Dossier, links: Links) -> list[QuestionView]:
    """A row for each question at which something was noticed, with what it quotes, and who has answered it."""
    return [
        {
            "target": links.reference(one.step.id),
            "question": translate(f"to_be_read.{key_of(one.step.asked)}", by=one.step.by),
            "texts": list(one.step.texts),
            "read": translate("questions.read", by=one.read_by, text=one.text)
            if one.read_by
            else translate("questions.open"),
            "open": not one.read_by,
        }
        for one in readings_of(assessment, dossier.review.journal)
        if one.step.asks
    ]


def read_sentence(assessment: Assessment, dossier: Dossier) -> str:
    """How many parts a person has read, and who; empty where nobody has read one."""
    read = [one for one in readings_of(assessment, dossier.review.journal) if one.read_by]
    by = ", ".join(dict.fromkeys(one.read_by for one in read))
    return counted("to_be_read.read", len(read), by=by) if read else ""


def to_be_read_rows(assessment: Assessment, dossier: Dossier, links: Links) -> list[ToBeReadView]:
    """A row for each question that nobody has answered, in the order in which its first part stands in the case."""
    parts: dict[str, list[str]] = {}
    for one in readings_of(assessment, dossier.review.journal):
        if one.step.asks or one.read_by:
            continue
        question = translate(f"to_be_read.{key_of(one.step.asked)}", by=one.step.by)
        parts.setdefault(question, []).append(one.step.id)
    return [
        {
            "question": question,
            "refs": links.references(names[:LISTED]),
            "more": max(0, len(names) - LISTED),
        }
        for question, names in parts.items()
    ]
