"""On which side a measure is good: a failure probability is limited from above, a share of right answers from below."""

from __future__ import annotations

import re
from typing import Literal

from casegen.argument.reading.rare_functions import denied_function, tops_of
from casegen.argument.view import CaseView
from casegen.model.argument import Claim, Requirement, TreeTarget
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.store.methods import method, registered
from casegen.texts.events.denied_verbs import without_prevention
from casegen.texts.events.functions import limited_function
from casegen.texts.events.kept_states import noticed
from casegen.texts.events.polarity import counts_the_rest, polarity, says_contrary
from casegen.texts.events.sentences import event_sentence, other_verb
from casegen.texts.events.subjects import denies, same_subject
from casegen.texts.frequencies.agreement import agrees
from casegen.texts.numbers.stated import stated
from casegen.texts.wording.denials import negations
from casegen.texts.wording.event_words import words_of

_HALF = 0.5
Direction = Literal["low", "high"]

_LOW = compiled(
    r"(?:^|_)(?:errors?|failures?|faults?|undependability|hazards?|miss(?:es|ed)?|alarms?|accidents?|collisions?|crash(?:es)?|"
    r"unsafe|cost|needless|pmi|acu|attacked|harm|deviation|critical|unseen|uncovered|outside|rejected|misclassification|"
    r"false|wrong|residual|defects?|losses|incidents?|violations?)(?:_|$)"
)
_HIGH = compiled(
    r"(?:^|_)(?:dependability|accuracy|correct|coverage|agreement|precision|recall|performance|weighted|gain|same|proven|"
    r"activation|worst|availability|reliability|success|passed|f1|auc|iou|reduction)(?:_|$)"
)
_RECORDS = {"demand-record": "probability", "mission-record": "probability", "operating-record": "rate"}


def direction(method_name: str, measure: str, kind: MeasureKind | None) -> Direction | None:
    """The good side of a measure: as its method declares it (``better``), else by its name; None where unknown."""
    if method_name in registered():
        declared = getattr(method(method_name), "better", {}).get(measure)
        if declared in ("lower", "higher"):
            return "low" if declared == "lower" else "high"
    if _RECORDS.get(method_name) == measure or kind is MeasureKind.PER_HOUR:
        return "low"
    if kind is MeasureKind.SCORE:
        return None
    if _LOW.search(measure):  # "false_alarm_rate", "availability_cost": what is bad decides
        return "low"
    return "high" if _HIGH.search(measure) else None


def _names_top(text: str, title: str) -> bool:
    """Whether a sentence has every word of a short title (`Hand cut`), and denies as often as it does."""
    words = [re.findall(r"[^\W\d_]{3,}", t.casefold()) for t in (title, text)]
    begins = {word[:4].removesuffix("s") for word in words[1]}
    named = [word[:4].removesuffix("s") in begins for word in words[0]]
    return len(named) > 1 and all(named) and negations(text) % 2 == negations(title) % 2


_BECAUSE = compiled(r"^(?P<what>[^;]+?),?\s+(?:because|since|weil|da)\s+(?P<why>[^;.,]+)\W*$", re.I)
_UNMET = compiled(
    r"\b(?:is|are|was|were|goes?|remains?|stays?|ist|sind|wird|werden|bleibt)\s+(?:(?:not|nicht)\s+[^\W\d]+|missed|lost|unanswered|"
    r"unmet|unserved|verfehlt|unbeantwortet)$|\b(?:fails?|scheitert|scheitern|misslingt)$|\bnicht\s+erfüllt$",
    re.I,
)


def _missed_for(text: str, tops: tuple[str, ...]) -> bool:
    """Whether what a text counts from above is missed for the reason that the top event happens.

    ``At most 1 of 1,000 demands is not met because the pump does not deliver``.
    """
    match = _BECAUSE.match(text)
    if match is None or _UNMET.search(match["what"].strip()) is None or negations(match["what"]) > 1:
        return False
    said = [n for n in stated(match["what"]) if not n.condition]
    if not said or any(
        counts_the_rest(text, n) or n.side == "lower" or min(n.readings) > _HALF for n in said
    ):
        return False
    why = match["why"]
    return any(words_of(why) == words_of(top) and negations(why) == negations(top) for top in tops)


def wrong_side(case: Case, text: str, requirement: Requirement, kind: MeasureKind | None) -> str:
    """Why the comparison cannot be meant as it stands; empty where it can.

    A requirement on the bad side holds for the worse system.  It is meant where the sentence says so in numbers, and
    where a reference is compared with a tree's target (no better than what is asked of the system).
    """
    m = requirement.measure
    tree = case.tree.get(m.tree or "")
    of_top = tree is not None and (same_subject(text, tree.title) or _names_top(text, tree.title))
    of_top = of_top and tree is not None and not other_verb(text, tree.title)
    if tree is not None and requirement.comparison.is_upper and _missed_for(text, tops_of(tree)):
        return ""
    if tree is not None and (quote := says_contrary(text, requirement.comparison.is_upper, True, of_top)):
        return _contrary(text, quote, requirement)
    if m.tree is not None and (top := _denied_top(case, m.tree, text)):
        return f"the text limits the contrary of {top!r}, which tree {m.tree} is of, and the requirement limits that"
    if m.tree is not None and (problem := _limits_function(case, m.tree, text, requirement)):
        return problem
    spec = case.evidence_item.get(m.evidence or "")
    if spec is None or m.measure is None:
        return ""
    good = direction(spec.method, m.measure, kind)
    bound = requirement.bound
    if isinstance(bound, TreeTarget):
        if not requirement.comparison.is_upper:
            return ""
        tree = case.tree.get(bound.target_of)
        bound = tree.target.probability if tree is not None and tree.target is not None else 1.0
    if good is not None and (quote := says_contrary(text, requirement.comparison.is_upper, good == "low")):
        return _contrary(text, quote, requirement)
    said = isinstance(bound, float | int) and agrees(
        text, requirement.comparison, float(bound), requirement.kind
    )
    if said:
        return ""
    if good is not None and (good == "low") != requirement.comparison.is_upper:
        side = "from above" if good == "low" else "from below"
        return f"{m.measure} of {spec.id} is limited {side}, the requirement says {requirement.comparison}"
    left_out = "comparison" not in requirement.model_fields_set
    if good is None and left_out and requirement.kind in (MeasureKind.FRACTION, MeasureKind.SCORE):
        return f"whether {m.measure} of {spec.id} should be small or large is not known, and no comparison is stated"
    return ""


def _limits_function(case: Case, tree: str, text: str, requirement: Requirement) -> str:
    """Why a sentence limits what the requirement does not: the contrary of what goes wrong in the tree; else empty."""
    if not requirement.comparison.is_upper or any(counts_the_rest(text, n) for n in stated(text)):
        return ""
    denied = denied_function(case, tree, text)
    return (
        f"the text limits the contrary of {denied!r} in tree {tree}, and the requirement limits that"
        if denied
        else ""
    )


def _denied_top(case: Case, tree: str, text: str) -> str:
    """What the tree is of, where a sentence with an upper limit says the contrary of it; else empty."""
    known = case.tree.get(tree)
    said = [
        number
        for number in stated(text)
        if not number.condition and number.what in ("share", "rate", "decimal")
    ]
    if (
        known is None
        or not said
        or any(number.side == "lower" or min(number.readings) > 0.5 for number in said)
    ):
        return ""
    if any(counts_the_rest(text, number) for number in said):
        return ""  # "delivers in all but 1 of 1,000"
    event = event_sentence(text)
    texts = (event, text) if negations(event) % 2 == negations(text) % 2 else (event,)
    denied = (
        (top, *(without_prevention(noticed(said)) for said in (one, top)))
        for top in tops_of(known)
        for one in texts
    )
    return next((top for top, one, other in denied if denies(one, other)), "")


def _contrary(text: str, quote: str, requirement: Requirement) -> str:
    measured = requirement.measure.tree or requirement.measure.measure
    counted = polarity(text) or "failure"  # in the words of the top event
    return f"the text counts {counted} ({quote!r}), the requirement says {measured} {requirement.comparison}"


def _contrary_of(case: Case, text: str, requirement: Requirement, good: Direction) -> str:
    """Why a sentence is the contrary of a requirement below it; empty where it is not."""
    if quote := says_contrary(text, requirement.comparison.is_upper, good == "low"):
        return _contrary(text, quote, requirement)
    return _limits_function(case, requirement.measure.tree or "", text, requirement)


def contrary_above(case: Case, claim: Claim, view: CaseView) -> str:
    """Why a number of a claim without requirement is the contrary of what the requirements below it hold; else empty."""
    if claim.requirement is not None or not (polarity(claim.text) or limited_function(claim.text)):
        return ""
    problems, seen, waiting = [], {claim.id}, [claim.id]
    while waiting:
        name = waiting.pop()
        node = view.repeated(name)
        if node is None:
            continue
        if node.requirement is not None:
            m = node.requirement.measure
            spec = case.evidence_item.get(m.evidence or "")
            kind = node.requirement.kind
            good = (
                "low"
                if m.tree
                else direction(spec.method, str(m.measure), kind)
                if spec is not None
                else None
            )
            if good is not None:
                problems.append(_contrary_of(case, claim.text, node.requirement, good))
            continue
        below = [p for _, a in view.arguments_for.get(node.id, ()) for p in a.premises if p not in seen]
        waiting += below
        seen.update(below)
    return problems[0] if problems and all(problems) else ""
