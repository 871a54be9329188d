"""Requirements on trees whose number is an unavailability: it holds no claim on how often the top happens.

The largest probability of being failed at a moment may be 5 % where the top begins 400 times a year.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from casegen.argument.view import CaseView, view_of
from casegen.assessment.level_limits import texts_of_limit
from casegen.fta.study.lasting import Recurrence, recurrence
from casegen.io.sentences import enumerated, sentence
from casegen.model.argument import Requirement
from casegen.model.case import Case
from casegen.model.plural import some
from casegen.model.quantity import MeasureKind
from casegen.model.results import RequirementResult
from casegen.model.sentence import Sentence
from casegen.texts.how_often import words_of_how_often
from casegen.texts.times import Period, periods
from casegen.texts.units import nouns

RULE = "unavailability-as-frequency"
"""id of the warning at a requirement that is not evaluated for this"""

if TYPE_CHECKING:
    from casegen.assessment.trees import BoundTree


def held_at_moments(
    case: Case, requirement: Requirement, bound: BoundTree | None, holder: str, result: RequirementResult
) -> RequirementResult:
    """The ``result``; not evaluated where it is met by an unavailability, and a text limits how often the top happens.

    A limit that the unavailability misses is missed by what it stands for, too: it is no larger than the probability
    that the top ever happens.
    """
    if bound is None or requirement.kind is not MeasureKind.PER_MISSION or not result.holds:
        return result
    known = recurrence(case.as_written or case, bound.compiled, bound.evidence)
    if not known.is_unavailability:
        return result
    if words := _words(case, requirement, holder):
        why = sentence("moment.not_how_often", words=words, why=_why(known))
        return replace(result, holds=None, headroom=None, problem=why)
    if result.averaged:
        return result
    note = sentence("moment.of_one", why=_why(known))
    return replace(result, text=enumerated([result.text, note]), notes=(*result.notes, note))


def says_how_often(case: Case, requirement: Requirement, bound: BoundTree | None, holder: str) -> bool:
    """Whether a text of the requirement limits how often the top happens, and its tree gives an unavailability."""
    if bound is None or requirement.kind is not MeasureKind.PER_MISSION:
        return False
    known = recurrence(case.as_written or case, bound.compiled, bound.evidence)
    return known.is_unavailability and bool(_words(case, requirement, holder))


def at_moments_only(problem: str) -> str:
    """What is wrong, without what to do, where the text of a requirement says how often; else empty."""
    if not isinstance(problem, Sentence) or problem.key != "moment.not_how_often":
        return ""
    return sentence("moment.says_how_often", **problem.values)


def _words(case: Case, requirement: Requirement, holder: str) -> str:
    """The words of the texts that the requirement stands for, by which they limit how often the top happens."""
    tree = case.tree[str(requirement.measure.tree)]
    for text in texts_of_limit(case, requirement, holder):
        lasting = tuple(_lasting(case, holder, tree.id, text))
        if words := words_of_how_often(text, lasting, tree.mission_time):
            return words
    return ""


def _lasting(case: Case, holder: str, tree: str, text: str) -> Iterator[Period]:
    """What the text and those beside it say that one of what it counts lasts."""
    view: CaseView = view_of(case)
    one, header = case.tree[tree], case.header
    contexts = view.contexts_above(holder) if holder in case.node else ()
    beside = (text, f"{one.title}; {one.text}", *(case.node[name].text for name in contexts))
    for said in (*beside, header.intended_use, header.environment, header.system):
        yield from (period for period in periods(said, nouns(text)) if period.of_mission)


def _why(known: Recurrence) -> Sentence:
    """By which events the top may end, and happen again."""
    for key in ("repaired", "tested", "ending"):
        if names := getattr(known, key):
            return sentence(f"moment.{key}", n=len(names), events=some(names))
    raise AssertionError("a top that stays has no such reason")
