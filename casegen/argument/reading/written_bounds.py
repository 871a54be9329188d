"""Bounds that a claim's text states, and whether anything below the claim evaluates them."""

from __future__ import annotations

import re

from casegen.argument.reading.restored_events import is_restored
from casegen.argument.view import CaseView
from casegen.model.argument import (
    AllocatedBound,
    Argument,
    Block,
    Claim,
    EvidenceNode,
    Requirement,
    TreeTarget,
)
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.texts.events.absolutes import absolute
from casegen.texts.frequencies.agreement import disagreement, events_of, failure_of, subject_of, words_of
from casegen.texts.numbers.integrity_levels import LEVELS
from casegen.texts.numbers.stated import READ, Stated, half_read, stated
from casegen.texts.numbers.units import other_unit

MOST_RARE = 0.1
"""a share of at most so much, or of all but so much, is taken for a bound on a probability"""
_NO_WEAKER = (Block.DECOMPOSITION, Block.CONCRETION, Block.SUBSTITUTION)
_BOUND = compiled(
    r"(?:<=|≤|<|>=|≥|>|\bat most\b|\bat least\b|\bbelow\b|\babove\b|\bless than\b|\bmore than\b|\bno more than\b)"
    r"\s*\d+(?:\.\d+)?(?:\s?%|[eE][-+]?\d+|\s?[×x]\s?10|\s*per\b)",
    re.I,
)


def unevaluated(view: CaseView, claim: Claim) -> str:
    """The bound that the claim's text states and that neither its own requirement nor one below it evaluates.

    A number of an assumption is answered for by whoever accepts it, in whatever form it is written.
    """
    whole = view.case.claim.get(claim.id, claim)  # a claim may be asked without its requirement
    if whole.requirement is not None or claim.assumed:
        return ""
    text = claim.text[:READ]
    steps = [step for _, step in view.arguments_for.get(claim.id, ())]
    quote = _written(text) or _in_words(text)
    if not quote and any(_counts(view, step) for step in steps):
        quote = absolute(text)  # no failure at all, of something that is measured
    return "" if not quote or any(_evaluates(view, text, step) for step in steps) else quote


def _counts(view: CaseView, step: Argument) -> bool:
    """Whether the step follows from numbers: requirements that allow failures, or measured evidence."""
    nodes = (view.case.node.get(name) for name in step.premises)
    return bool(_numbers(view, step)) or any(
        isinstance(node, EvidenceNode) and node.evidence is not None for node in nodes
    )


def uncalculated(view: CaseView, claim: Claim) -> str:
    """Of :func:`unevaluated`, the bound of a claim whose support comes to other numbers: none of them shows it.

    What rests on documents alone was judged by whoever accepted them.
    """
    quote = unevaluated(view, claim)
    return quote if quote and any(view.held.reached(claim.id)) else ""


def _numbers(view: CaseView, step: Argument) -> list[Requirement]:
    """Requirements of the claims that the step follows from."""
    below = [view.repeated(premise) for premise in step.premises]
    return [claim.requirement for claim in below if claim is not None and claim.requirement is not None]


def _evaluates(view: CaseView, text: str, step: Argument) -> bool:
    """Whether a claim below holds the number: by its own words, or as a part that is no weaker than the whole."""
    held = _numbers(view, step)
    if step.block is Block.CALCULATION and step.tree is not None:
        return True
    if step.block not in _NO_WEAKER:
        return False
    other = any(other_unit(text, wanted.kind, subject_of(view.case, wanted)) for wanted in held)
    if other and step.block is not Block.DECOMPOSITION:
        return True  # that a side-claim ties kilometres, say, to missions is a rule of its own
    return any(_covers(view.case, text, wanted) for wanted in held)


def _covers(case: Case, text: str, wanted: Requirement) -> bool:
    bound = wanted.bound
    if isinstance(bound, AllocatedBound):
        return True  # known only once it is computed
    if isinstance(bound, TreeTarget):
        tree = case.tree.get(bound.target_of)
        bound = tree.target.probability if tree is not None and tree.target is not None else 1.0
    tree = case.tree.get(wanted.measure.tree or "")
    hours = tree.mission_time if tree is not None else None
    about, subject = words_of(case, wanted), subject_of(case, wanted)
    failure, events = failure_of(case, wanted), events_of(case, wanted)
    return not disagreement(
        text,
        wanted.comparison,
        float(bound),
        wanted.kind,
        wanted.confidence,
        hours,
        about,
        subject,
        failure,
        events,
        is_restored(case, wanted.measure.tree or ""),
    )


def _in_words(text: str) -> str:
    read = (number.quote for number in stated(text) if _is_bound(number))
    return next(iter((*read, *half_read(text))), "")


def _written(text: str) -> str:
    """A bound by its sign."""
    result = _BOUND.search(text)
    return "" if result is None else result[0]


def _is_bound(number: Stated) -> bool:
    """A ratio near one half (``2 of 3 channels``) is a number of parts, a rate from below an interval of work."""
    if number.what == "rate":
        return number.side == "upper"
    rare = any(reading <= MOST_RARE or reading >= 1.0 - MOST_RARE for reading in number.readings)
    if number.what in LEVELS:  # of the claim's own subject, not of a part that it names
        return not number.attribute
    return number.what in ("share", "decimal") and bool(number.side) and rare
