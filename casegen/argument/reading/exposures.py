"""Times at risk of a tree and its events that are far too short to be meant, and the reasons that explain them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from casegen.argument.acceptance import waives
from casegen.argument.reading.largest_values import largest
from casegen.argument.view import CaseView
from casegen.model.argument import Block, Claim
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    EventModel,
    Exponential,
    FaultTree,
    FromEvidence,
    Glm,
    PeriodicTest,
    Weibull,
)
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.stated import stated
from casegen.texts.times.exposure import periods

EXPOSURE_RULE = "exposure-unexplained"
MISSION_RULE = "mission-time-short"
FAR_BELOW = 0.1
"""an event at risk for less than this share of the mission says why"""
LEAST_MISSION = 1.0 / 3600.0
"""a mission of less than a second is a mistake of units, or none [h]"""
_TINY = 1e-4
"""below this share of the mission the reason names the time itself"""
_NEAR = 0.05
"""two times differ by no more than this share: they are the same"""
_AMOUNT = r"\d\s*(?:h|s|ms|min|hours?|minutes?|seconds?|stunden?|minuten?|sekunden?|%)(?!\w)"
AMOUNT = compiled(_AMOUNT, re.I)
_REASON = compiled(
    r"\b(?:while|during(?!\s+(?:the\s+|a\s+|its\s+)?(?:operation|mission|flight|use|service|trip|shift|run)s?\b)|only\s+\w+|"
    r"phase|duty|at\s+risk|switched\s+on|energi[sz]ed|takes|lasts|per\s+(?:mission|flight|trip|shift)|"
    r"of\s+(?:the|a|each|every)\s+(?:mission|flight|trip|shift)|between|until|landing|approach|take-?off|start-?up|docking|"
    r"descent|climb|manoeuvre|während(?!\s+(?:des\s+|der\s+)?(?:betriebs|mission|flugs|fahrt)\b)|nur\s+\w+|dauert?|"
    r"je\s+(?:mission|einsatz|flug|fahrt)|pro\s+(?:mission|einsatz|flug|fahrt)|bis|zwischen|anflug|landung|phase)\b|"
    rf"{_AMOUNT}|(?:dauer|zeit|phase)\b",
    re.I,
)


def time_at_risk(case: Case, model: EventModel, hours: float | None) -> float | None:
    """Hours that the event's model states for itself, as far as they are plain [h]; ``hours``: the mission."""
    if isinstance(model, Constant | FromEvidence):
        return model.exposure.hours if model.exposure is not None else None
    if not isinstance(model, Exponential | Weibull | Glm | PeriodicTest):
        return None
    return largest(case, model.hours, hours)


def never_fails(case: Case, model: EventModel, mission: float | None) -> bool:
    """Whether a model gives 0 after its time at risk: that ends within the time without failures, or the rate is 0.

    ``mission``: how long the mission is [h].  Not where there is no time at risk, or a number is not plain.
    """
    if not isinstance(model, Exponential | Weibull):
        return False
    hours = mission if model.hours is None else largest(case, model.hours, mission)
    if not hours:
        return False
    if isinstance(model, Exponential):
        return largest(case, model.rate, mission) == 0.0
    location = largest(case, model.location, mission)
    return location is not None and location >= hours


def unexplained(view: CaseView, tree: FaultTree) -> Iterator[tuple[BasicEvent, str]]:
    """Events of the tree that are at risk for a small part of the mission, and say nowhere why."""
    if not tree.mission_time:
        return
    totals = {m: group.total for group in view.case.common_cause for m in group.members}
    for name in sorted(view.parts_of[tree.id] & view.case.event.keys()):
        event = view.case.event[name]
        model = totals.get(name, event.model)
        hours = time_at_risk(view.case, model, tree.mission_time) if model is not None else None
        if hours is None or not 0.0 < hours < FAR_BELOW * tree.mission_time:
            continue
        reason = AMOUNT if hours < _TINY * tree.mission_time else _REASON
        if reason.search(f"{event.text}; {event.source}") or waives(event, EXPOSURE_RULE, view.case):
            continue
        yield (
            event,
            (
                f"event {name} is at risk for {hours:g} h of a mission of {tree.mission_time:g} h, and nothing says why"
            ),
        )


def mission_hours(view: CaseView, tree: FaultTree) -> float | None:
    """How long a mission of the tree is: as stated, else the longest time that one of its events is at risk [h]."""
    if tree.mission_time is not None:
        return tree.mission_time
    events = (view.case.event[name] for name in view.parts_of[tree.id] & view.case.event.keys())
    times = [time_at_risk(view.case, event.model, None) for event in events if event.model is not None]
    return max((hours for hours in times if hours is not None), default=None)


_OF_DATA = compiled(
    r"\b(?:data|records?|recorded|measured|observed|collected|counted|seen|experience|statistics?|sources?|rates?|reviewed|"
    r"designed|design|life(?:time)?|guarantee|warranty|daten\w*|erfahrung\w*|betriebserfahrung|erhoben|gemessen|beobachtet|"
    r"aufzeichnung\w*|statistik|\w*lebensdauer|garantie|(?:from|after|aus|nach)\s+\w+\s+(?:years?|months?|jahre\w*|monate\w*))\b",
    re.I,
)
"""``from ten years of operation``: how long something was watched, or lasts, and not what a probability is for"""
_SENTENCE = compiled(r"[;.](?=\s|$)")


def span_of_tree(texts: Iterable[str], hours: float) -> str:
    """The stretch of time that title and texts of a tree are for, where it is longer than its missions of ``hours``.

    Empty where they name one that is no longer, or say how long a mission is.
    """
    spans = [
        span
        for text in texts
        for part in _SENTENCE.split(text)
        if not _OF_DATA.search(part)
        for span in periods(part)
    ]
    least = min(spans, key=lambda span: span.hours, default=None)
    longer = least is not None and least.hours > hours and not any(span.of_mission for span in spans)
    return least.quote if least is not None and longer else ""


def too_short(case: Case, tree: FaultTree) -> str:
    """Why a mission is too short to be meant; empty where it is not, or where somebody says that it is."""
    if not tree.mission_time or tree.mission_time >= LEAST_MISSION or waives(tree, MISSION_RULE, case):
        return ""
    return f"a mission of tree {tree.id} lasts {tree.mission_time:g} h, less than a second"


_HOURS = compiled(rf"(?P<n>{COUNT})\s?(?:h|hours?|stunden|betriebsstunden)\b", re.I)
_YEARS = compiled(r"\b(?:years?|jahr\w*|months?|monat\w*|weeks?|woche\w*|days?|tage?\w*)\b", re.I)


def equates(view: CaseView, claim: str, hours: float) -> bool:
    """Whether a context above defines a stretch of the calendar by the mission's hours: ``one year, 8,000 h``.

    No less than half of the stretch: an hour of a year is no year.
    """
    for name in view.contexts_above(claim):
        text = view.case.node[name].text
        spans = [period.hours for period in periods(text) if period.hours > hours]
        amounts = [n for match in _HOURS.finditer(text) for n in count_of(match["n"], whole=True)]
        near = any(abs(n - hours) <= (_NEAR) * hours for n in amounts)
        if near and _YEARS.search(text) and spans and max(spans) <= 2.0 * hours:
            return True
    return False


def shown_above(view: CaseView, claim: str) -> Iterator[Claim]:
    """Claims whose number this one shows: they follow from it, through sub-cases too, and hold no requirement.

    Each states a number; one that states none passes the number on where it is made precise, or replaced.
    """
    seen, stack = {claim}, [claim]
    while stack:
        name = stack.pop()
        for premise in (name, *view.sub_cases_of.get(name, ())):
            for argument in view.used_by.get(premise, ()):
                above = view.case.claim.get(argument.supports)
                if above is None or above.id in seen or premise not in argument.premises or above.requirement:
                    continue
                says = bool(stated(above.text))
                if says or argument.block in (Block.CONCRETION, Block.SUBSTITUTION):
                    seen.add(above.id)
                    stack.append(above.id)
                if says:
                    yield above
