"""Requirements on trees whose number is an unavailability: it holds claims on a demand, a moment or a mean.

It holds no claim on how often the top happens, and none that says neither.  A number of missions, in the
other direction, holds no claim on a share of demands.

The largest probability of being failed at a moment may be 5 % where the top begins 400 times a year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from casegen.argument.reading.rare_functions import rare_function
from casegen.argument.reading.restored_events import is_restored
from casegen.argument.view import CaseView, view_of
from casegen.assessment.level_limits import texts_of_limit
from casegen.fta.study.lasting import Recurrence, recurrence
from casegen.io.sentences import enumerated, sentence
from casegen.model.argument import Claim, ContextNode, Requirement
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.fault_tree import FaultTree
from casegen.model.plural import some
from casegen.model.quantity import MeasureKind
from casegen.model.results import RequirementResult
from casegen.model.sentence import Sentence
from casegen.texts.frequencies.agreement import subject_of
from casegen.texts.frequencies.counted_occasions import of_demands
from casegen.texts.frequencies.demand_rates import without_demand_rate
from casegen.texts.frequencies.occurrences import in_a_time, whether_ever
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.stated import stated
from casegen.texts.numbers.units import nouns, unknown
from casegen.texts.times.exposure import Period, periods
from casegen.texts.times.stretches import stretches
from casegen.texts.unavailability.how_often import words_of_how_often
from casegen.texts.unavailability.moment_claims import (
    beside_the_moment,
    named_rate,
    names_the_moment,
    unread_beside,
)
from casegen.texts.unavailability.unread_words import in_another_language
from casegen.texts.unavailability.whether_at_all import counts_in_words

RULE = "unavailability-as-frequency"
"""id of the warning at a requirement that is not evaluated for this"""

if TYPE_CHECKING:
    from casegen.assessment.trees import BoundTree

_CITES = compiled(
    r"\b(?:data|based|handbook|sheet|from|taken|source[ds]?|according|see|oreda|rates|aus|nach|laut|gemäß|daten\w*|raten|quelle)\b",
    re.I,
)
"""a text of a tree on where its numbers come from: it says nothing of the top"""


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
        if text := _counts_demands(case, requirement, holder):
            why = sentence("moment.of_missions", text=text)
            return replace(result, holds=None, headroom=None, problem=why)
        return result
    if words := _words(case, requirement, holder):
        why = sentence("moment.not_how_often", words=words, why=_why(known))
        return replace(result, holds=None, headroom=None, problem=why)
    if result.averaged:
        return result
    if words := _open_words(case, requirement, holder):
        why = sentence("moment.open", words=words, why=_why(known))
        return replace(result, holds=None, headroom=None, problem=why)
    note = sentence("moment.of_one", why=_why(known))
    return replace(result, text=enumerated([result.text, note]), notes=(*result.notes, note))


def says_how_often(case: Case, requirement: Requirement, bound: BoundTree | None, holder: str) -> bool:
    """Whether a text of the requirement limits how often the top happens, and its tree gives an unavailability.

    Or a text counts demands, and the tree gives a number of missions.
    """
    if bound is None or requirement.kind is not MeasureKind.PER_MISSION:
        return False
    known = recurrence(case.as_written or case, bound.compiled, bound.evidence)
    if not known.is_unavailability:
        return bool(_counts_demands(case, requirement, holder))
    return bool(_words(case, requirement, holder) or _open_words(case, requirement, holder))


def at_moments_only(problem: str) -> str:
    """What is wrong, without what to do, where the text of a requirement says how often; else empty."""
    if isinstance(problem, Sentence) and problem.key == "moment.of_missions":
        return problem
    if isinstance(problem, Sentence) and problem.key == "moment.open":
        return sentence("moment.says_neither", **problem.values)
    if not isinstance(problem, Sentence) or problem.key != "moment.not_how_often":
        return ""
    return sentence("moment.says_how_often", **problem.values)


def _open_words(case: Case, requirement: Requirement, holder: str) -> str:
    """The limit of a requirement of which no text says that it is one of a moment, a demand or a mean; else empty.

    The texts are those that it stands for, and that of its tree; one without any number, mission or time limits nothing.
    """
    texts = tuple(texts_of_limit(case, requirement, holder))
    tree = case.tree[str(requirement.measure.tree)]
    if any(names_the_moment(text) for text in (*texts, tree.text)):
        return ""
    return next((limit for text in texts if (limit := _limit(text))), "")


def _limit(text: str) -> str:
    """The first limit of a text, or else its words of a time or a mission."""
    return _number(text) or in_a_time(text) or whether_ever(text)


def _number(text: str) -> str:
    limits = (n.quote for n in stated(text) if n.what != "confidence" and (n.side or not n.condition))
    return next(limits, "")


def _words(case: Case, requirement: Requirement, holder: str) -> str:
    """The words of the texts that the requirement stands for, by which they limit how often the top happens."""
    tree = case.tree[str(requirement.measure.tree)]
    names = _names(tree)
    for text in map(without_demand_rate, texts_of_limit(case, requirement, holder)):
        lasting = tuple(_lasting(case, holder, tree.id, text))
        limits = _number(text) or (text not in names and (_has_digits(text) or counts_in_words(text)))
        words = words_of_how_often(text, lasting, tree.mission_time)
        words = words or (beside_the_moment(text) if limits else named_rate(text))
        if words := words or (named_rate(text) if text in names else ""):
            return words
    own = tree.text if not _CITES.search(tree.text) else ""
    texts = (own, *(gate.text for gate in tree.gates if gate.id == tree.top))
    return next((words for text in texts if (words := named_rate(text))), "")


def _names(tree: FaultTree) -> tuple[str, str]:
    return tree.title, tree.target.source if tree.target is not None else ""


def _has_digits(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def words_to_explain(case: Case, claim: Claim | ContextNode, result: RequirementResult) -> tuple[str, ...]:
    """Words of a claim, and of those above that its number is for, of which no rule knows what they say of it.

    Of a requirement that an unavailability meets; without those that another question on the claim names.
    """
    wanted = claim.requirement
    if wanted is None or not result.holds or not (result.averaged or any(map(_is_of_one, result.notes))):
        return ()
    tree = case.tree[str(wanted.measure.tree)]
    known = tuple(_on_subject(case, tree))
    texts = (text for text in texts_of_limit(case, wanted, claim.id) if text not in _names(tree))
    left = (word for text in texts if _is_read(text, known) for word in unread_beside(text, known))
    asked = set(re.findall(r"[\w-]+", " ".join(_asked_elsewhere(case, claim, wanted, tree.id)).casefold()))
    return tuple(dict.fromkeys(word for word in left if word.casefold() not in asked))


def _is_read(text: str, known: Sequence[str]) -> bool:
    """Whether a text has a limit, and its words can be held against those of the tree."""
    return bool(_number(text)) and not in_another_language(text, known)


def _is_of_one(note: str) -> bool:
    return isinstance(note, Sentence) and note.key == "moment.of_one"


def _on_subject(case: Case, tree: FaultTree) -> Iterator[str]:
    """The texts whose words are those of what the tree is about."""
    yield from (tree.title, tree.text, case.header.title, case.header.system)
    below = view_of(case).parts_of[tree.id]
    yield from (gate.text for one in case.trees for gate in one.gates if gate.id in below or one is tree)
    for event in case.events:
        if event.id in below:
            yield from (event.id, event.text, event.component or "")


def _asked_elsewhere(case: Case, claim: Claim | ContextNode, wanted: Requirement, tree: str) -> Iterator[str]:
    subject = subject_of(case, wanted)
    yield from unread(claim.text)
    yield from unknown(claim.text, wanted.kind, subject)
    yield from stretches(claim.text, wanted.kind, subject)
    yield rare_function(case, tree, claim.text)


def _counts_demands(case: Case, requirement: Requirement, holder: str) -> str:
    """The text of the requirement that counts demands, where repair or tests were written that restore nothing.

    Without any such text, or such events, it is empty: then the text is held against the requirement as it is written.
    """
    if not is_restored(case.as_written or case, str(requirement.measure.tree)):
        return ""
    return next((text for text in texts_of_limit(case, requirement, holder) if of_demands(text)), "")


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
