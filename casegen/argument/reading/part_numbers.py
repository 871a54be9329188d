"""Numbers of the parts of a decomposition, compared with the number of the whole.

Of upper bounds on how often something happens, a whole that each part leads to is no rarer than its most frequent part,
and what several parts make up is bounded by their sum.  Parts may also be conditions that weigh less (by night), or all
have to fail (redundant channels): which it is, the words of the step say, or a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from casegen.argument.view import CaseView
from casegen.io.sentences import sentence
from casegen.model.argument import Argument, Block, Claim, Requirement, TreeTarget
from casegen.model.expressions import compiled
from casegen.model.number_text import in_full
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.model.sentence import NOTHING, Sentence
from casegen.texts.numbers.number_relations import UPPER
from casegen.texts.numbers.stated import READ, Stated, stated
from casegen.texts.numbers.units import nouns, stem

_SLACK = 1e-6
_KINDS = ("share", "decimal", "rate")
_CAUSE = compiled(
    r"(?:,\s*)?(?:(?:through|because\s+of|due\s+to|owing\s+to|caused\s+by|as\s+a\s+result\s+of|durch|wegen|aufgrund|infolge)\b|"
    r"(?:by|from|von|aus)\b(?=.*(?:fault|failure|error|defect|malfunction|fehler|ausfall|defekt|versagen)))",
    re.I,
)
_GIVEN = compiled(
    r"\b(?:when\w*|if|given|once|after|while|during|under|in\s+case|provided|wenn|falls|bei|nach|während|unter)\b",
    re.I,
)
_ALL_WAYS = compiled(
    r"\b(?:all|every|each|only|no\s+other|complete|exhaustive|alle|jede[rs]?|einzigen?|keine\s+anderen?|vollständig\w*)\b(?=.*"
    r"\b(?:ways?|causes?|mechanisms?|reasons?|failure\s+modes?|ursachen?|wege|gründe|ausfallarten)\b)|"
    r"\b(?:ways?|causes?|mechanisms?|failure\s+modes?|ursachen?|wege|ausfallarten)\b.*\b(?:complete|exhaustive|vollständig)\b",
    re.I,
)
_WEIGHED = compiled(
    r"\b(?:both|redundan\w*|second|backup|back-up|stand-?by|fallback|diverse|layers?|barriers?|vot\w+|together|simultan\w+|at\s+once|"
    r"at\s+the\s+same\s+time|combin\w+|product|weigh\w*|share|fraction|portion|exposure|conditional\w*|severit\w+|minor|"
    r"beide\w*|gleichzeitig|zugleich|zusammen|gewicht\w*|anteil\w*|produkt|bedingt\w*|leichte\w*)\b",
    re.I,
)
"""the parts have to come together, count for a share of the time, or are of other weight"""


@dataclass(frozen=True, slots=True)
class StatedMaximum:
    """How often at most, as a text or a requirement says."""

    value: float
    quote: str
    is_rate: bool
    per: frozenset[str]
    """stems of the nouns that a text counts; empty where it counts none"""

    def comparable(self, other: StatedMaximum) -> bool:
        """Whether both are rates or both are not, and count the same thing as far as they say."""
        return self.is_rate == other.is_rate and (not self.per or not other.per or bool(self.per & other.per))

    def weaker_than(self, other: StatedMaximum) -> bool:
        """Whether it allows more."""
        return self.value > other.value * (1 + _SLACK)


def weaker_part(view: CaseView, claim: Claim) -> Sentence:
    """Why the parts of a claim do not come to its number: one allows more than the whole; empty where none does.

    Only of a part that is the whole by one cause in the same words (``leaves its track through a wheel fault``), or where
    a side-claim says that the parts are all ways in which the whole comes about, and no word of the step weighs them.
    """
    whole = _of_text(claim) or _of_requirement(view, claim)
    steps = [step for _, step in view.arguments_for.get(claim.id, ())]
    if whole is None or any(step.tree is not None for step in steps):
        return NOTHING
    for step in steps:
        if step.block is not Block.DECOMPOSITION or len(step.premises) < 2:
            continue
        all_ways = _are_all_ways(view, claim, step)
        for part, bound in _parts(view, step):
            weaker = bound.comparable(whole) and bound.weaker_than(whole)
            if weaker and (all_ways or is_by_cause(part.text, claim.text)):
                return sentence(
                    "weaker_part",
                    claim=claim.id,
                    quote=repr(whole.quote),
                    part=part.id,
                    allowed=repr(bound.quote),
                )
    return NOTHING


def to_be_added(view: CaseView, claim: Claim, step: Argument) -> tuple[str, ...]:
    """Numbers of a whole and its parts, where one part allows more than the whole, or all together do."""
    whole = _of_text(claim) or _of_requirement(view, claim)
    if whole is None or step.block is not Block.DECOMPOSITION or step.tree is not None:
        return ()
    parts = [(part, bound) for part, bound in _parts(view, step) if bound.comparable(whole)]
    more = sum(bound.value for _, bound in parts) > whole.value * (1 + _SLACK)
    if not more or len(step.premises) < 2:
        return ()
    return (f"{claim.id}: {whole.quote}", *(f"{part.id}: {bound.quote}" for part, bound in parts))


def is_by_cause(part: str, whole: str) -> bool:
    """Whether a part is the whole's own sentence, with another number and one cause.

    >>> whole = "The rover leaves its track in at most 1 of 1,000 runs"
    >>> is_by_cause("The rover leaves its track through a wheel fault in at most 1 of 100 runs", whole)
    True
    >>> is_by_cause("The rover leaves its track by night in at most 1 of 100 runs", whole)
    False
    """
    long, short = _without_number(part).split(), _without_number(whole).split()
    more = len(long) - len(short)
    if more <= 0 or len(short) < 2:
        return False
    same = next((k for k, (a, b) in enumerate(zip(long, short, strict=False)) if a != b), len(short))
    cause = " ".join(long[same : same + more])
    alike = long[:same] + long[same + more :] == short
    return alike and _CAUSE.match(cause) is not None and _GIVEN.search(cause) is None


def _are_all_ways(view: CaseView, claim: Claim, step: Argument) -> bool:
    node = view.case.node
    sides = [node[name].text for name in step.side_claims if name in node]
    texts = [claim.text, step.text, *sides, *(node[name].text for name in step.premises if name in node)]
    return any(_ALL_WAYS.search(text[:READ]) for text in sides) and not any(
        _WEIGHED.search(text[:READ]) for text in texts
    )


def _parts(view: CaseView, step: Argument) -> Iterator[tuple[Claim, StatedMaximum]]:
    for name in step.premises:
        part = view.repeated(name)
        bound = (_of_requirement(view, part) or _of_text(part)) if part is not None else None
        if part is not None and bound is not None:
            yield part, bound


def _of_requirement(view: CaseView, claim: Claim) -> StatedMaximum | None:
    wanted = claim.requirement
    if wanted is None or not wanted.comparison.is_upper:
        return None
    limit = _limit(view, wanted)
    if limit is None or wanted.kind not in (*PROBABILITY_KINDS, MeasureKind.PER_HOUR):
        return None
    return StatedMaximum(limit, in_full(limit), wanted.kind is MeasureKind.PER_HOUR, _per(claim.text))


def _limit(view: CaseView, wanted: Requirement) -> float | None:
    bound = wanted.bound
    if isinstance(bound, TreeTarget):
        tree = view.case.tree.get(bound.target_of)
        return tree.target.probability if tree is not None and tree.target is not None else None
    return float(bound) if isinstance(bound, float | int) else None


def _of_text(claim: Claim) -> StatedMaximum | None:
    """The one upper bound that a text states; None where it states none, or several."""
    limits = _limits(claim.text)
    if len(limits) != 1:
        return None
    number = limits[0]
    return StatedMaximum(max(number.readings), number.quote, number.what == "rate", _per(claim.text))


def _limits(text: str) -> list[Stated]:
    return [n for n in stated(text) if n.side == "upper" and not n.condition and n.what in _KINDS]


def _per(text: str) -> frozenset[str]:
    return frozenset(map(stem, nouns(text)))


_LEADING = compiled(
    rf"(?:\b(?:in|on|at|with|bei|mit|auf)\s+)?(?:(?:a|the|einer)\s+(?:probability|likelihood|rate|frequency|wahrscheinlichkeit|rate)"
    rf"\s+(?:of|von)\s+)?(?:{UPPER})\s*$",
    re.I,
)


def _without_number(text: str) -> str:
    text = text[:READ]
    limits = _limits(text)
    if len(limits) == 1:
        number = limits[0]
        rest = text[number.at + len(number.quote) :]
        text = f"{_LEADING.sub('', text[: number.at])} {rest}"
    return text.casefold().strip(" .")
