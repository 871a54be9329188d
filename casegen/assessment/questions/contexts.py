"""Contexts of supported claims that a reader has to hold against the numbers: of missions, of demands, of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from casegen.argument.reading.data_quantities import quantities
from casegen.argument.reading.exposures import mission_hours
from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView, trees_of, view_of
from casegen.model.case import Case
from casegen.model.digits import in_full
from casegen.model.expressions import compiled
from casegen.model.fault_tree import FaultTree, FromEvidence
from casegen.model.plural import counted
from casegen.model.results import Assessment
from casegen.texts.events.subjects import same_words
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.times.exposure import periods

_OCCASIONS = (
    "run", "ride", "cycle", "operation", "passage", "crossing", "lift", "drive", "job", "task", "batch", "delivery",
    "lauf", "betrieb", "vorgang",
)  # fmt: skip
"""what a mission is called besides the words that are read as one everywhere"""
_EACH = rf"(?:each|every|per|a|one|je|pro|jede[rmns]?)\s+(?:mission|flight|trip|shift|fahrt|{'|'.join(_OCCASIONS)})\b"
_TIMES = rf"(?:{COUNT})(?=[\s-]*(?:times|mal)\b)"
_ASKED_OFTEN = compiled(
    rf"\b{_EACH}[^.;]{{0,60}}?(?P<n>{_TIMES})|(?P<m>{_TIMES})[^.;]{{0,20}}?\b{_EACH}|"
    rf"(?P<k>{COUNT})\s+(?:demands?|requests?|approach(?:es)?|stops?|starts?|uses?|calls?|anforderungen|annäherungen)\b[^.;]{{0,40}}?\b"
    rf"(?:in\s+|during\s+|bei\s+)?{_EACH}",
    re.I,
)
"""``each run asks for it 1,000 times``, ``forty approaches in every mission``"""
_LOWER, _UPPER = (compiled(rf"(?:{side})\s*$", re.I) for side in (LOWER, UPPER))
_SLACK = 1.05


class _Limit(NamedTuple):
    """A quantity that a context limits: which context, its words, the size in the unit of ``of``, from which side."""

    context: str
    text: str
    size: float
    of: str
    is_upper: bool


def contexts_in_question(assessed: Assessment) -> Iterator[ReadingStep]:
    """Contexts that say a mission is longer, or asks more often, than a tree takes it; two that exclude each other."""
    case = assessed.case
    view = view_of(case)
    held = relied_on(case, assessed.claims)
    above: dict[str, str] = {}
    for claim in (c for c in case.claims if c.id in held):
        names = view.contexts_above(claim.id)
        above.update((name, case.node[name].text) for name in names)
        for tree in trees_of(claim.requirement) if claim.requirement is not None else ():
            texts = {name: case.node[name].text for name in names}
            header = case.header
            texts[header.id] = "; ".join((header.intended_use, header.environment, case.tree[tree].text))
            for name, text in texts.items():
                if said := _longer(view, case.tree[tree], text) or _more_often(case, view, tree, text):
                    yield ReadingStep(name, "context", said, asks=True)
    yield from _excluded(above)


def _longer(view: CaseView, tree: FaultTree, text: str) -> tuple[str, ...]:
    """The length of a mission in a text, and the tree's, where that is shorter."""
    hours = mission_hours(view, tree)
    spans = [p for p in periods(text, _OCCASIONS) if p.of_mission] if hours else []
    least = min(spans, key=lambda p: p.hours, default=None)
    if hours is None or least is None or least.hours <= hours * _SLACK:
        return ()
    return least.quote, f"mission_time of {tree.id}: {in_full(hours)} h"


def _more_often(case: Case, view: CaseView, tree: str, text: str) -> tuple[str, ...]:
    """How often a text says that a mission asks for something, where each measured event is asked for less often."""
    match = _ASKED_OFTEN.search(text)
    times = (
        max(count_of(match["n"] or match["m"] or match["k"], whole=True), default=0.0)
        if match is not None
        else 0.0
    )
    models = [case.event[name].model for name in view.parts_of[tree] & case.event.keys()]
    demands = [m.exposure.demands for m in models if isinstance(m, FromEvidence) and m.exposure is not None]
    known = [number for number in demands if number is not None]
    if match is None or not known or times <= max(known):
        return ()
    return match[0], f"{counted(int(max(known)), 'demand')} in a mission of {tree}"


def _excluded(texts: dict[str, str]) -> Iterator[ReadingStep]:
    """Pairs of contexts that limit one quantity of one subject from both sides, so that nothing is left between."""
    limits = [limit for name, text in texts.items() for limit in _limits(name, text)]
    for one, other in combinations(limits, 2):
        if one.of != other.of or one.is_upper == other.is_upper or one.context == other.context:
            continue
        low, high = (other, one) if one.is_upper else (one, other)
        if low.size > high.size * _SLACK and same_words(low.text, high.text):
            yield ReadingStep(one.context, "context", (one.text, other.text), asks=True)


def _limits(name: str, text: str) -> Iterator[_Limit]:
    for quote, size, of in quantities(text):
        before = re.split(re.escape(quote), text, maxsplit=1)[0]
        if _UPPER.search(before) or _LOWER.search(before):
            yield _Limit(name, text, size, of, _UPPER.search(before) is not None)
