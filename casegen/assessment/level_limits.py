"""Requirements whose limit is no part of what their sentence says: an integrity level ends there, or it says *below*.

SIL 2 on demand is a probability from 10⁻³ to below 10⁻² (IEC 61508-1, table 2): a top event of exactly 10⁻² meets a
requirement ``<= 0.01``, and is not SIL 2.  Nor is it a probability *below 0.01*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from casegen.argument.view import CaseView, view_of
from casegen.io.sentences import enumerated, sentence
from casegen.model.argument import Block, Requirement
from casegen.model.case import Case
from casegen.model.quantity import Comparison
from casegen.model.results import RequirementResult
from casegen.texts.frequencies.agreement import failure_of, level_at, strict_words_at, words_of

_STRICT = {Comparison.AT_MOST: Comparison.LESS, Comparison.AT_LEAST: Comparison.GREATER}
_ONE_NUMBER = (Block.CALCULATION, Block.DECOMPOSITION, Block.CONCRETION, Block.SUBSTITUTION)
"""steps by which a claim without a requirement may be held by one below it"""


def held_below_level(
    case: Case, requirement: Requirement, holder: str, evaluate: Callable[[Requirement], RequirementResult]
) -> RequirementResult:
    """The requirement as ``evaluate`` has it; not met exactly at the limit where a text excludes it.

    By a level that ends there or a strict comparison: in the claim that is the ``holder``, in a claim above it that has
    no requirement of its own, or in the title or the source of the target of its tree.
    """
    result = evaluate(requirement)
    if result.holds is not True or not (note := _strict_at(case, requirement, holder, result.bound)):
        return result
    below = evaluate(_strict(requirement))
    if below.holds is True:
        return result
    return replace(below, text=enumerated([below.text, note]), notes=(note, *below.notes))


def as_judged(case: Case, requirement: Requirement, holder: str, bound: float | None) -> Requirement:
    """The requirement with its ``bound`` no part of what meets it, where a text that it stands for excludes it."""
    return _strict(requirement) if _strict_at(case, requirement, holder, bound) else requirement


def _strict(requirement: Requirement) -> Requirement:
    return requirement.altered(update={"comparison": _STRICT[requirement.comparison]})


def _strict_at(case: Case, requirement: Requirement, holder: str, bound: float | None) -> str:
    """Why a text that the requirement stands for excludes the ``bound``; empty where none does."""
    if bound is None or requirement.comparison not in _STRICT:
        return ""
    tree = case.tree.get(requirement.measure.tree or "")
    hours, upper = tree.mission_time if tree is not None else None, requirement.comparison.is_upper
    about, failure = words_of(case, requirement), failure_of(case, requirement)
    for text in texts_of_limit(case, requirement, holder):
        if level := level_at(text, upper, bound, requirement.kind, hours):
            return sentence("limit.below_level", level=level)
        if words := strict_words_at(text, upper, bound, requirement.kind, hours, about, failure):
            return sentence("limit.strict_words", words=words)
    return ""


def texts_of_limit(case: Case, requirement: Requirement, holder: str) -> Iterator[str]:
    node, tree = case.node.get(holder), case.tree.get(requirement.measure.tree or "")
    yield getattr(node, "text", "")
    yield from _above(view_of(case), holder, {holder})
    if tree is not None:
        yield tree.title
        yield tree.target.source if tree.target is not None else ""


def _above(view: CaseView, node: str, seen: set[str]) -> Iterator[str]:
    """Texts of the claims without a requirement that follow from a node by steps of one number."""
    for step in view.used_by.get(node, ()):
        claim = view.case.claim.get(step.supports)
        if claim is None or claim.id in seen or node not in step.premises or step.block not in _ONE_NUMBER:
            continue
        seen.add(claim.id)
        if claim.requirement is None:
            yield claim.text
            yield from _above(view, claim.id, seen)
