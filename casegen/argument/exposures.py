"""Times at risk of a tree and its events that are far too short to be meant, and the reasons that explain them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.acceptance import is_placeholder, no_name
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    EventModel,
    Exponential,
    FaultTree,
    FromEvidence,
    Glm,
    ParameterRef,
    PeriodicTest,
    Weibull,
)
from casegen.model.waiver import Waiver

EXPOSURE_RULE = "exposure-unexplained"
MISSION_RULE = "mission-time-short"
FAR_BELOW = 0.1
"""an event at risk for less than this share of the mission says why"""
LEAST_MISSION = 1.0 / 3600.0
"""a mission of less than a second is a mistake of units, or none [h]"""
_REASON = re.compile(
    r"\b(?:while|during|only|phase|duty|exposure|at\s+risk|in\s+use|in\s+operation|switched\s+on|energi[sz]ed|takes|lasts|"
    r"active|share\s+of|per\s+(?:mission|flight|trip|shift)|of\s+(?:the|a|each|every)\s+(?:mission|flight|trip|shift)|"
    r"between|until|before|after|landing|approach|take-?off|start-?up|docking|descent|climb|manoeuvre|während|nur|dauert?|"
    r"je\s+(?:mission|einsatz|flug|fahrt)|pro\s+(?:mission|einsatz|flug|fahrt)|bis|zwischen|anflug|landung|start|phase)\b|"
    r"\d\s*(?:h|s|min|hours?|minutes?|seconds?|stunden?|minuten?|sekunden?|%)(?!\w)|(?:dauer|zeit|phase)\b",
    re.I,
)


def time_at_risk(case: Case, model: EventModel) -> float | None:
    """Hours that the event's model states for itself, where they are a number [h]."""
    if isinstance(model, Constant | FromEvidence):
        return model.exposure.hours if model.exposure is not None else None
    if not isinstance(model, Exponential | Weibull | Glm | PeriodicTest):
        return None
    value = model.hours
    if isinstance(value, ParameterRef):
        parameter = case.parameter.get(value.parameter)
        value = parameter.value if parameter is not None else None
    return float(value) if isinstance(value, int | float) else None


def unexplained(view: CaseView, tree: FaultTree) -> Iterator[tuple[BasicEvent, str]]:
    """Events of the tree that are at risk for a small part of the mission, and say nowhere why."""
    if not tree.mission_time:
        return
    totals = {m: group.total for group in view.case.common_cause for m in group.members}
    for name in sorted(view.parts_of[tree.id] & view.case.event.keys()):
        event = view.case.event[name]
        model = totals.get(name, event.model)
        hours = time_at_risk(view.case, model) if model is not None else None
        if hours is None or not 0.0 < hours < FAR_BELOW * tree.mission_time:
            continue
        if _REASON.search(f"{event.text}; {event.source}") or waived(event.waive, EXPOSURE_RULE):
            continue
        yield (
            event,
            (
                f"event {name} is at risk for {hours:g} h of a mission of {tree.mission_time:g} h, and nothing says why"
            ),
        )


def too_short(tree: FaultTree) -> str:
    """Why a mission is too short to be meant; empty where it is not, or where somebody says that it is."""
    if not tree.mission_time or tree.mission_time >= LEAST_MISSION or waived(tree.waive, MISSION_RULE):
        return ""
    return f"a mission of tree {tree.id} lasts {tree.mission_time:g} h, less than a second"


def waived(waivers: tuple[Waiver, ...], rule: str) -> bool:
    """Whether somebody with a name set the rule aside, with a reason."""
    return any(w.rule == rule and not no_name(w.by) and not is_placeholder(w.reason) for w in waivers)
