"""What a record counts as failure, held against what the claim that rests on it counts.

``The pump does not start within 60 s`` says nothing of a claim that it starts within 2 s, and ``the press stops`` is the
contrary of ``fails to stop the press``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.events.counted_by_name import fails_in_any_way
from casegen.texts.events.narrower_counts import narrowed_by
from casegen.texts.numbers.amounts import RELATIONS, UNIT, Amount, amounts
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.occasions import OF_COUNTED
from casegen.texts.numbers.stated import READ, Stated, stated
from casegen.texts.times.lengths_in_digits import lengths_in_digits
from casegen.texts.wording.event_words import are_opposite, contrary, event_of, replaced, same_event, words_of

_HALF = 0.5
_SLACK = 1e-9
_ASIDE = compiled(
    r"\b(?:which|who|whose|where|when|whenever|while|if|unless|although|though|because|wenn|wo|während|falls|obwohl|weil|als)\b|"
    r"(?<![\d\W])\s*,\s+(?!(?:in|bei)\b)|[;(]",
    re.I,
)
"""from here on a sentence speaks of the circumstances"""
_BEFORE_SHARE = compiled(
    rf"(?:(?:{LOWER}|{UPPER})\s*|\b(?:in|on|at|for|bei|with|dans|once|only|nur|a|the|rate|probability|of|von|mit|"
    r"einer|rate|wahrscheinlichkeit)\s+|,\s*)+$",
    re.I,
)
_SIDE_BEFORE = compiled(rf"(?:{LOWER}|{UPPER})\s*$", re.I)
_REST = compiled(r"\b(?:all\s+but|all\s+except|alle[nr]?\s+bis\s+auf|bis\s+auf)\b", re.I)
_COUNTED = compiled(r"^\W*(?:(?:of|der|aller|von)\s+)?(?:(?:the|den|der)\s+)?[^\W\d]+\s*,?")
"""the noun that is counted"""
_GERMAN = compiled(r"\b(?:höchstens|mindestens|nicht|der|die|das|von|bei)\b", re.I)
_RELATION = compiled(rf"(?:{RELATIONS.pattern})(?:\s+[^\W\d]{{1,4}})?\s*$", re.I)
"""directly before an amount; ``stops below the floor`` is no relation"""
_OPENING = compiled(
    r"^\W*(?:after|with|on|upon|at|in|during|for|under|without|nach|mit|bei|während|ohne|unter)\b[^,]*,\s*",
    re.I,
)
"""``After a pull of the cord,``"""
_AFTER_TIME = compiled(r"^\s*(?:after|past|nach(?:dem)?)\b.*$", re.I | re.S)


_FAILING = compiled(
    r"[,;(–—]\s*(?:and\s+|but\s+)?(?:failing|missing|with\s+(?:a\s+)?(?:failures?(?:\s+rate)?|misses)|fails|misses)(?:\s+(?:in|on|at|of))?\W*$",
    re.I,
)
"""``, failing`` before how often"""
_CLAUSE = compiled(r"[,;(–—]\s*(?:(?:with|mit|bei|where|wobei|whereby)\s+)?$", re.I)
_FAILED = compiled(
    r"^\W*(?:(?:of|der|von)\s+)?(?:(?:the|its|den|der|seiner)\s+)?(?:(?:verpasst|versäumt|fehlgeschlagen|misslungen)\w+\s+[^\W\d]+\b|"
    r"[^\W\d]+\s+(?:is\s+|are\s+|being\s+|was\s+|were\s+|wird\s+|werden\s+)?(?:missed|failed|failing|fails?|lost|unsuccessful|refused|missing|verpasst|versäumt|misslingt|"
    r"scheitern|scheitert|schl(?:ä|a)g(?:t|en)\s+fehl)\b)",
    re.I,
)
"""``stops missed`` behind how often, in a clause of its own"""


class Difference(NamedTuple):
    """How a record counts otherwise than its claim."""

    kind: str
    """``looser``: less is counted; ``contrary``: the opposite; ``narrower``: the same, with words that
    may leave some of it out; ``unclear``: a person compares; ``same``; or empty"""
    words: str = ""


class _Part(NamedTuple):
    """A sentence without how often, and what stands beside: the event, its circumstances, whether it is to happen."""

    event: str
    aside: str
    wanted: bool


@lru_cache(maxsize=MOST_TEXTS)
def counted_otherwise(claim: str, failure: str, *, of_event: bool = False) -> Difference:
    """How the ``failure`` that a record counts differs from what a claim says, which limits how often.

    ``of_event``: the text is that of an event, which says what goes wrong, and not how often.

    >>> counted_otherwise("The pump does not start within 2 s in at most 1 of 9 runs", "no start within 60 s").kind
    'looser'
    >>> counted_otherwise("The door is open in at most 1 of 9 trips", "the door is closed").kind
    'contrary'
    >>> counted_otherwise("The pump starts within 2 s in 99 % of the runs", "the pump does not start within 1 s").kind
    'same'
    """
    claim, failure = (re.sub(r" {2,}", " ", lengths_in_digits(one)) for one in (claim, failure))
    claimed, counted = _split(claim) if of_event else _parts(claim, failure), _split(failure)
    claimed_event, counted_event = (event_of(_bare(part.event)) for part in (claimed, counted))
    if claimed.wanted:
        claimed_event = claimed_event._replace(
            denied=not claimed_event.denied, negated=not claimed_event.negated
        )
    sizes = _of_sizes(claimed, counted, claimed_event.negated, counted_event.negated)
    if sizes.kind in ("looser", "contrary"):
        return sizes
    if contrary(claimed_event, counted_event):
        return Difference("contrary", failure)
    if other := replaced(claimed_event, counted_event):
        return Difference("contrary" if are_opposite(*other) else "unclear", failure)
    if sizes.kind or _narrower(claim, claimed, failure) or _is_for_a_reason(failure, claim):
        return Difference("unclear", failure)
    same = same_event(claimed_event, counted_event)
    if narrowed_by(claim, counted.event, denied=counted_event.negated) and (
        same or not fails_in_any_way(claim)
    ):
        return Difference("narrower" if same else "unclear", failure)
    if not of_event and claimed.wanted is False and _second_way(claim, failure):
        return Difference("unclear", failure)
    return Difference("same" if same else "")


def without_sizes(numbers: Sequence[Stated], text: str, failure: str) -> list[Stated]:
    """The numbers of a claim without those of what fails: amounts with a unit, and what the ``failure`` states as well.

    One that says how often has to be left.

    >>> text = "The value is off by more than 0.3 mmol/l in at most 1 of 500 samples"
    >>> [n.quote for n in without_sizes(stated(text), text, "")]
    ['1 of 500']
    """
    left = [n for n in numbers if not _has_unit(n, text) and not in_failure(n, failure)]
    return left if any(n.what != "confidence" for n in left) else list(numbers)


def _has_unit(number: Stated, text: str) -> bool:
    return number.what == "decimal" and UNIT.match(text, number.at + len(number.quote)) is not None


def in_failure(number: Stated, failure: str) -> bool:
    """Whether a number of a claim is one of what fails, not of how often: what counts as failure states it, too.

    >>> [in_failure(n, "the strain exceeds 0.2 %") for n in stated("It exceeds 0.2 % in at most 1 of 500 lifts")]
    [True, False]
    """
    return bool(failure) and any(
        n.side == number.side and n.what == number.what and set(n.readings) & set(number.readings)
        for n in stated(failure)
    )


def _parts(claim: str, failure: str) -> _Part:
    """A claim without the number that says how often; what stands behind it are circumstances."""
    text = claim[:READ]
    numbers = [n for n in stated(text) if n.what != "confidence" and not n.condition]
    often = [n for n in without_sizes(numbers, text, failure) if not _is_size(n, text)] or numbers
    number = next((n for n in often if n.side), often[0] if often else None)
    if number is None:
        return _split(text)._replace(wanted=True)
    before, behind = text[: number.at], text[number.at + len(number.quote) :]
    if stands := of_failing_clause(before, behind):
        return _split(stands)._replace(aside=text[len(stands) :], wanted=number.side != "lower")
    rest = _REST.search(before) is not None
    high = number.side == "lower" or (not number.side and max(number.readings) > _HALF)
    before = _BEFORE_SHARE.sub("", before.rstrip() + " ")
    after = _COUNTED.sub("", behind)
    if len(words_of(before)) >= 2 and not _GERMAN.search(text):
        part = _split(before)
        part = part._replace(aside=f"{part.aside} {behind}")
    else:  # the verb, or what denies it, stands behind
        part = _split(f"{before} {after}")
    return part._replace(wanted=high != rest)


def of_failing_clause(before: str, behind: str) -> str:
    """What is to happen, where a clause behind it limits how often it fails; empty where none does.

    >>> of_failing_clause("The pump starts when demanded, failing at most ", " demands")
    'The pump starts when demanded'
    """
    bare = _SIDE_BEFORE.sub("", before)
    match = _FAILING.search(bare) or (_CLAUSE.search(bare) if _FAILED.match(behind) else None)
    if match is None:
        return ""
    event = event_of(_bare(bare[: match.start()]))
    return "" if event.negated else bare[: match.start()]


def _is_size(number: Stated, text: str) -> bool:
    """Whether a percentage is no share of occasions: ``more than 110 % of its load``."""
    behind = text[number.at + len(number.quote) :]
    return number.what == "share" and "%" in number.quote and not OF_COUNTED.match(behind)


def _split(text: str) -> _Part:
    opening = _OPENING.match(text)
    first, text = (opening[0], text[opening.end() :]) if opening else ("", text)
    match = _ASIDE.search(text)
    if match is None or not words_of(text[: match.start()]):
        return _Part(text, first, wanted=False)
    return _Part(text[: match.start()], f"{first} {text[match.start() :]}", wanted=False)


def _bare(text: str) -> str:
    """An event without its amounts, and without that from which its time is counted."""
    result, at = [], 0
    for one in amounts(text):
        result.append(_RELATION.sub(" ", text[at : one.at]))
        at = one.end
        if one.side == "late" or _AFTER_TIME.match(text[at:]):
            return " ".join(result)
    return " ".join((*result, text[at:]))


def _of_sizes(claimed: _Part, counted: _Part, claim_denied: bool, record_denied: bool) -> Difference:
    """How the sizes differ: less is counted, the contrary, or unclear."""
    unclear = Difference("")
    of_claim, of_record = amounts(claimed.event), (*amounts(counted.event), *amounts(counted.aside))
    own = amounts(counted.event)
    for one in (*of_claim, *amounts(claimed.aside)):
        others = [other for other in of_record if other.of == one.of]
        in_both = one in of_claim and len(others) == 1 and others[0] in own
        if not others:
            if (
                one in of_claim
                and one.side
                and claim_denied
                and not any(o.of == one.of for o in amounts(claimed.aside))
            ):
                unclear = Difference("unclear", f"{one.quote}, of which the record says nothing")
            continue
        sides = (_bad(one, claim_denied), _bad(others[0], record_denied)) if in_both else ("", "")
        if any(_equal(one, other) for other in others):
            if in_both and set(sides) == {"above", "below"} and one.side != others[0].side:
                return Difference("unclear", f"{others[0].quote}, beside {one.quote}")
            continue
        words = f"{others[0].quote!r}, the text {one.quote!r}"
        if sides[0] and sides[0] == sides[1]:
            if _looser(one, others[0], sides[0]):
                return Difference("looser", words)
            continue
        unclear = Difference("unclear", words)
    return unclear


def _bad(one: Amount, denied: bool) -> str:
    """On which side of an amount the event lies."""
    if one.side == "late":
        return "above"
    if not one.side:
        return ""
    return {"above": "below", "below": "above"}[one.side] if denied else one.side


def _equal(one: Amount, other: Amount) -> bool:
    return any(math.isclose(a, b, rel_tol=_SLACK) for a in one.sizes for b in other.sizes)


def _looser(claimed: Amount, counted: Amount, side: str) -> bool:
    """Whether the record leaves out what lies between both sizes."""
    above = max(counted.sizes) > max(claimed.sizes)
    return above if side == "above" else min(counted.sizes) < min(claimed.sizes)


_REASONS = compiled(
    r"\b(?:for|due\s+to|because\s+of|owing\s+to|from|aus|wegen)\s+(?:(?:the|an?|any)\s+)?(?P<why>[^\W\d]+)\s+(?:reasons?|causes?|grounds|faults?|failures?|"
    r"gründen|ursachen)\b",
    re.I,
)
"""``no start for electrical reasons``"""
_OTHER_WAY = compiled(
    r"(?P<before>[^,;]*?),?\s*\b(?:or|oder)\s+(?P<way>(?:(?!\b(?:in|on|at|with|bei|mit)\b)[^,;])+)", re.I
)
_OF_CIRCUMSTANCES = compiled(
    r"\b(?:in|at|on|by|with|from|for|under|during|of|to|after|when|bei|in|mit|von|nach|am|im)\s+(?:[^\W\d]+\s+){0,2}[^\W\d]+\W*$",
    re.I,
)
"""``in rain or snow``"""


def _is_for_a_reason(failure: str, claim: str) -> bool:
    """Whether a record counts failures of one kind of reason alone, which the claim does not name."""
    reason = _REASONS.search(failure)
    return reason is not None and not words_of(reason["why"]) <= words_of(claim)


def _second_way(claim: str, failure: str) -> bool:
    """Whether a claim names a second failure (``does not start, or leaks,``) of which the record has no word."""
    way = _OTHER_WAY.search(claim)
    if way is None or stated(way["way"]) or _OF_CIRCUMSTANCES.search(way["before"]):
        return False
    own, counted = words_of(way["way"]), words_of(failure)
    first = next((words for word in way["way"].split() if (words := words_of(word))), frozenset())
    return bool(own) and not (own & counted and first <= counted)  # "touches or injures a person"


def _narrower(claim: str, claimed: _Part, failure: str) -> bool:
    """Whether a record names all of the claim's event, and more that the claim does not."""
    event = event_of(_bare(claimed.event)).words
    counted = event_of(_bare(failure)).words
    return len(event) >= 2 and event <= counted and bool(counted - event_of(claim).words)
