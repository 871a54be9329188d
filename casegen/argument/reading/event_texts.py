"""Whether the number of an event, parameter or target is the one that its own description states.

A model that stays below every frequency in the event's text, or in its source, says something else than they do.  More
than the text says is cautious, and is let through, except where an event makes the top event likelier by not happening.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from casegen.argument.acceptance import waives
from casegen.argument.reading.absent_sources import no_source
from casegen.argument.reading.exposures import time_at_risk
from casegen.argument.reading.group_texts import alone_first, factor_excess, group_excess, shares_by_level
from casegen.argument.reading.largest_values import most
from casegen.argument.reading.negated_events import negated_events
from casegen.argument.view import CaseView
from casegen.model.case import Case
from casegen.model.digits import in_full
from casegen.model.expressions import compiled
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    EventModel,
    Exponential,
    FaultTree,
    FromEvidence,
    Glm,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)
from casegen.model.parameters import parameters_behind
from casegen.model.quantity import MeasureKind, UnitMismatch, convert
from casegen.texts.events.subjects import same_words
from casegen.texts.frequencies.described_frequencies import (
    NEAR,
    cited_frequencies,
    excess,
    frequencies,
    odds_against,
)
from casegen.texts.numbers.integrity_levels import LEVELS
from casegen.texts.numbers.integrity_levels import most as most_of_level
from casegen.texts.numbers.stated import stated
from casegen.texts.numbers.votes import without_vote
from casegen.texts.reservations.unfinished import unfinished

RULE = "event-text-number"
TARGET_RULE = "target-text-number"
UNFINISHED_RULE = "tree-unfinished"
_ZERO = 0.0
_HALF = 0.5
_SINGLE = compiled(r"\b(?:each|every\s+one|jede[rs]?|je)\b", re.I)
_EACH = compiled(rf"{_SINGLE.pattern}|\b(?:both|beide[rn]?)\b", re.I)
"""of several parts"""
_WHOLE = compiled(
    r"\b(?:together|jointly|at\s+once|simultaneous(?:ly)?|as\s+a\s+whole|(?:the|a)\s+(?:pair|set|group)|"
    r"zusammen|gemeinsam|gleichzeitig|zugleich|(?:das|ein)\s+paar|die\s+gruppe|insgesamt)\b",
    re.I,
)
"""of all parts"""


class Stands(NamedTuple):
    """The largest that a model can be taken for: a probability, a rate per hour; None where it is none."""

    probability: float | None
    rate: float | None


class Contradiction(NamedTuple):
    """What texts say of a part that its number does not; ``number_of``: whose number they state, empty where none."""

    part: str
    message: str
    number_of: str = ""


def contradicted(
    view: CaseView, tree: FaultTree, settings: Mapping[str, float] | None = None
) -> Iterator[Contradiction]:
    """Events of the tree with what their texts say that their numbers do not.

    ``settings``: events, and totals of common-cause groups, that are set by hand.
    """
    negated = negated_events(view.case, tree)
    for event in _events(view, tree):
        model = model_of(view, event, tree, settings or {})
        if model is None or waives(event, RULE, view.case):
            continue
        groups = view.groups_of.get(event.id, ())
        sources = {f"common-cause group {group.id}": group.source for group in groups}
        stands = Stands(None, None)
        if not isinstance(model, FromEvidence):
            sources[f"event {event.id}"] = event.source
            stands = stands_of(view.case, model, tree)
        for part, source in sources.items():
            if no_fact := no_source(source):
                yield Contradiction(event.id, f"the source of {part} says {no_fact!r}, which names no source")
        if problem := _problem(view, event, stands, negated=event.id in negated):
            yield Contradiction(event.id, problem, event.id)
        yield from _of_groups(view, event, stands, tree)
        for value, falls, is_factor in _values(model, groups):
            for message in _behind(view.case, value, tree.mission_time, falls=falls, is_factor=is_factor):
                yield Contradiction(event.id, message)


def _of_groups(view: CaseView, event: BasicEvent, stands: Stands, tree: FaultTree) -> Iterator[Contradiction]:
    """What text and source of an event's common-cause group state and its numbers stay below; ``stands``: its total."""
    for group in view.groups_of.get(event.id, ()):
        factors = shares_by_level(group, lambda factor: most(view.case, factor, tree.mission_time))
        numbers = _of_group(stands, factors)
        for text in (group.text, group.source):
            if quote := group_excess(text, stands, factors):
                message = f"common-cause group {group.id} stands with {numbers}, its text says {quote!r}"
                yield Contradiction(event.id, message, group.id)


def _of_group(stands: Stands, factors: Sequence[float]) -> str:
    """The total of a group, and the shares of its failures that members have in common."""
    shares = ", ".join(f"{factor:.3g}" for factor in factors)
    parts = [_in_words(stands), f"{shares} of its failures in common" if shares else ""]
    return " and ".join(filter(None, parts))


def _in_words(stands: Stands) -> str:
    probability = f"{stands.probability:.3g}" if stands.probability is not None else ""
    rate = f"{stands.rate:.3g} per hour" if stands.rate is not None else ""
    return " or ".join(filter(None, (probability, rate)))


def _values(model: EventModel, groups: Sequence[CommonCauseGroup]) -> Iterator[tuple[Value, bool, bool]]:
    """What a model's number is computed from, whether more of it is less of the event, and whether it is a factor."""
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, ParameterRef | Operation):
            yield value, False, False
    for group in groups:
        for level, factor in enumerate(group.factors):
            yield factor, level == 0 and alone_first(group), True


def _behind(case: Case, value: Value, hours: float | None, *, falls: bool, is_factor: bool) -> Iterator[str]:
    """What parameters behind a value say of themselves that their numbers do not."""
    for parameter, less in parameters_behind(case.parameter, [value], falls=falls):
        if no_fact := no_source(parameter.source):
            yield f"the source of parameter {parameter.id} says {no_fact!r}, which names no source"
        number = most(case, parameter.value, hours)
        if number is None:
            continue
        if less and 0.0 <= number <= 1.0:
            # of what is taken away more is less, and the largest number of a distribution says nothing
            number = 1.0 - number if isinstance(parameter.value, float | int) else 1.0
        texts = (parameter.text, parameter.source)
        quotes = (factor_excess(t, number) if is_factor else excess(t, number, number) for t in texts)
        if quote := next(filter(None, quotes), ""):
            stands = most(case, parameter.value, hours) or 0.0
            yield f"parameter {parameter.id} is {in_full(float(f'{stands:.15g}'))}, its text says {quote!r}"


def contradicted_values(
    view: CaseView, tree: FaultTree, most_of: dict[str, float], settings: Mapping[str, float] | None = None
) -> Iterator[Contradiction]:
    """As :func:`contradicted`, of measured events and of gates, whose numbers (``most_of``, by id) are computed."""
    for event in _events(view, tree):
        if event.id not in most_of or waives(event, RULE, view.case):
            continue
        if isinstance(model_of(view, event, tree, settings or {}), FromEvidence):
            stands = _per_time(most_of[event.id], tree.mission_time, tree.kind)
            if problem := _problem(view, event, stands):
                yield Contradiction(event.id, problem, event.id)
            yield from _of_groups(view, event, stands, tree)
    for gate in tree.gates:
        if gate.id not in most_of:
            continue
        steps = [s.text for scenario in view.case.scenarios for s in scenario.chain if s.event == gate.id]
        steps += [s.title for s in view.case.scenarios if s.tree == tree.id and gate.id == tree.top]
        # "at most" is a limit, which what is computed may well keep
        steps += [tree.title] if gate.id == tree.top else []
        texts = tuple(
            without_vote(text, gate.k, len(gate.inputs)) if gate.k else text for text in (gate.text, *steps)
        )
        texts = tuple(text for text in texts if not any(f.side == "upper" for f in frequencies(text)))
        quote = _excess(texts, _per_time(most_of[gate.id], tree.mission_time, tree.kind))
        if quote:
            message = f"gate {gate.id} comes to {most_of[gate.id]:.3g}, its text says {quote!r}"
            yield Contradiction(gate.id, message, gate.id)


def weaker_target(view: CaseView, tree: FaultTree) -> str:
    """What title or source of a target say that is stronger than it; empty where it covers one of their numbers."""
    target = tree.target
    if target is None or waives(tree, TARGET_RULE, view.case):
        return ""
    if no_fact := no_source(target.source):
        return f"the source of the target of tree {tree.id} says {no_fact!r}, which names no source"
    for where, text in (("title", tree.title), ("source", target.source)):
        limits = [f for f in cited_frequencies(text) if f.side != "lower" and not f.of_level]
        level = next((n for n in stated(text) if n.what in LEVELS and not n.attribute), None)
        wanted = (
            most_of_level(level.what, level.readings[0], tree.kind, tree.mission_time, text)
            if level
            else None
        )
        if level and wanted and target.probability * NEAR > wanted:
            return f"the target of tree {tree.id} is {in_full(target.probability)}, the {where} says {level.quote!r}"
        allowed = [
            value
            * (tree.mission_time or _ZERO if f.is_rate and tree.kind is not MeasureKind.PER_HOUR else 1.0)
            for f in limits
            if f.is_rate == (tree.kind is MeasureKind.PER_HOUR) or (f.is_rate and tree.mission_time)
            for value in f.values
        ]
        if allowed and target.probability * NEAR > max(allowed):
            return f"the target of tree {tree.id} is {in_full(target.probability)}, the {where} says {limits[0].quote!r}"
    return ""


def unfinished_tree(case: Case, tree: FaultTree) -> str:
    """What a tree says of itself that makes it a draft; empty where it is none, or somebody waived it."""
    texts = {f"the title of tree {tree.id}": tree.title, f"tree {tree.id}": tree.text}
    texts |= {f"gate {gate.id}": gate.text for gate in tree.gates}
    said = next(
        (f"{part} says {words!r} of itself" for part, text in texts.items() if (words := unfinished(text))),
        "",
    )
    return "" if waives(tree, UNFINISHED_RULE, case) else said


def unfinished_parts(view: CaseView, tree: FaultTree) -> Iterator[str]:
    """As :func:`unfinished_tree`, also of the trees whose gates the tree uses: of their own texts and those gates."""
    for one in view.case.trees:
        used = [gate for gate in one.gates if gate.id in view.parts_of[tree.id]]
        if one.id == tree.id:
            yield unfinished_tree(view.case, one)
        elif used:
            yield unfinished_tree(view.case, one.altered(update={"gates": tuple(used)}))


def _events(view: CaseView, tree: FaultTree) -> list[BasicEvent]:
    return [view.case.event[name] for name in sorted(view.parts_of[tree.id] & view.case.event.keys())]


def model_of(
    view: CaseView, event: BasicEvent, tree: FaultTree, settings: Mapping[str, float]
) -> EventModel | None:
    """What the event's number comes from: what is set by hand, else its group's total or its own model."""
    groups = view.groups_of.get(event.id, ())
    number = next((settings[part] for part in (event.id, *(g.id for g in groups)) if part in settings), None)
    if number is not None:
        return Constant.model_construct(probability=number, kind=tree.kind)
    return next((group.total for group in groups), event.model)


def _problem(view: CaseView, event: BasicEvent, stands: Stands, negated: bool = False) -> str:
    steps = [s.text for scenario in view.case.scenarios for s in scenario.chain if s.event == event.id]
    texts = (event.text, event.source, *steps, *_of_contexts(view, event))
    among = cited_frequencies(event.source)  # a source is cited for how often, whatever it is called
    of_parts = _of_parts(event, texts)
    whole = tuple(text for text in texts if text not in of_parts)
    quote = _excess(whole, stands)
    if not quote and event.source not in of_parts:
        quote = excess(event.source, stands.probability, stands.rate, among)
    if not quote and negated and stands.probability is not None:
        rest = _excess(texts, Stands(1.0 - stands.probability, None)) if stands.probability > _HALF else ""
        quote = rest or _surplus(texts, stands.probability)
    return f"event {event.id} stands with {_in_words(stands)}, its text says {quote!r}" if quote else ""


def _of_contexts(view: CaseView, event: BasicEvent) -> list[str]:
    """Contexts that say of an event, and of nothing else, how often it happens."""
    texts = (context.text for context in view.case.contexts)
    return [text for text in texts if frequencies(text) and same_words(text, event.text)]


def _of_parts(event: BasicEvent, texts: tuple[str, ...]) -> frozenset[str]:
    """Those of the texts that speak of one of several parts, where a typed product or power has the parts' numbers.

    One of the texts must say ``each``, and state no more than a part has.  Another one then speaks of a part if its
    number is that of a part, or was rounded up to it; what it says of all parts together is said of the product.
    """
    value = event.model.probability if isinstance(event.model, Constant) else None
    if not isinstance(value, Operation) or value.op not in ("mul", "pow"):
        return frozenset()
    numbers = [number for number in value.args if isinstance(number, float | int)]
    parts, powers = (numbers[:1], numbers[1:]) if value.op == "pow" else (numbers, [])
    if not parts or len(numbers) != len(value.args) or any(n not in (1, 2, 3, 4) for n in powers):
        return frozenset()
    largest = Stands(max(parts), None)
    each = {
        text for text in texts if _EACH.search(text) and (_SINGLE.search(text) or not _WHOLE.search(text))
    }
    if not each or _excess(tuple(each), largest):
        return frozenset()
    others = {text for text in texts if text not in each and not _WHOLE.search(text)}
    return frozenset(each | {text for text in others if _is_of_part(text, parts)})


def _is_of_part(text: str, parts: Sequence[float]) -> bool:
    """Whether each frequency of a text is the number of a part, or at least a half of it."""
    values = [f.values for f in cited_frequencies(text) if not f.is_rate]
    return all(any(_HALF * part <= v <= part / NEAR for part in parts for v in one) for one in values)


def _excess(texts: tuple[str, ...], stands: Stands) -> str:
    return next((quote for text in texts if (quote := excess(text, stands.probability, stands.rate))), "")


def _surplus(texts: tuple[str, ...], probability: float) -> str:
    """A frequency that is exceeded where more is not cautious; empty where it, or its complement, is meant."""
    for text in texts:
        values = [v for f in frequencies(text) if not f.is_rate and not f.of_level for v in f.values]
        meant = (
            probability * NEAR <= v or (v * NEAR <= 1.0 - probability <= v / NEAR and not odds_against(text))
            for v in values
        )  # fmt: skip
        if values and not any(meant):
            return next(f.quote for f in frequencies(text) if not f.is_rate)
    return ""


def _per_time(probability: float, hours: float | None, kind: MeasureKind) -> Stands:
    if kind is MeasureKind.PER_HOUR:
        return Stands(None, probability)
    rate = -math.log1p(-probability) / hours if hours and probability < 1.0 else None
    return Stands(probability, rate)


def stands_of(case: Case, model: EventModel, tree: FaultTree) -> Stands:
    """What a model can be taken for in a tree: a probability [1], a rate [1/h]."""
    hours = time_at_risk(case, model, tree.mission_time) or tree.mission_time
    if isinstance(model, Constant):
        return _constant(case, model, tree)
    if isinstance(model, Exponential):
        return _over_time(most(case, model.rate, hours), hours)
    if isinstance(model, PeriodicTest):
        rate = most(case, model.failure_rate, hours)
        spans = [most(case, value, hours) or _ZERO for value in (model.interval, model.first)]
        return _over_time(rate, max(spans))
    if isinstance(model, Glm):
        started, rate = most(case, model.on_demand, hours), most(case, model.failure_rate, hours)
        over = _over_time(rate, hours)
        return Stands(None if started is None else max(started, over.probability or _ZERO), rate)
    if isinstance(model, Weibull):
        scale, shape = most(case, model.scale, hours), most(case, model.shape, hours)
        return _worn(scale, shape, most(case, model.location, hours), hours)
    return Stands(None, None)


def _worn(scale: float | None, shape: float | None, location: float | None, hours: float | None) -> Stands:
    """A Weibull model at ``hours``: ``1 - exp(-((hours - location) / scale) ** shape)``, 0 before ``location``."""
    if not scale or scale < _ZERO or shape is None or location is None or not hours:
        return Stands(None, None)
    try:
        exponent = (max(hours - location, _ZERO) / scale) ** shape
    except OverflowError:  # what is beyond the largest number has failed
        exponent = math.inf
    except ZeroDivisionError:  # a shape below 0 has no meaning at an age of 0
        return Stands(None, None)
    return Stands(-math.expm1(-exponent), max(exponent / hours, 1.0 / scale))


def _constant(case: Case, model: Constant, tree: FaultTree) -> Stands:
    value = most(case, model.probability, tree.mission_time)
    if value is None:
        return Stands(None, None)
    if model.kind is MeasureKind.PER_HOUR:
        hours = model.exposure.hours if model.exposure is not None else tree.mission_time
        return _over_time(value, hours)
    try:
        converted = convert(min(value, 1.0), model.kind, tree.kind, model.exposure)
    except UnitMismatch:
        converted = value
    return Stands(
        max(value, converted), _per_time(min(converted, 1.0), tree.mission_time, MeasureKind.PER_MISSION).rate
    )


def _over_time(rate: float | None, hours: float | None) -> Stands:
    if rate is None or rate < _ZERO or (hours or _ZERO) < _ZERO:
        return Stands(None, None)
    return Stands(-math.expm1(-rate * hours) if hours else None, rate)
