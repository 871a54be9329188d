"""What the failure of a record says beyond its claim, so that it may count less: sizes, counts, quantifiers, names.

``Touches a person with more than 150 N`` leaves out most of what ``touches a person`` claims.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.amounts import amounts
from casegen.texts.numbers.counts import NUMBER, SPELT, count_of
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.stated import READ

_COUNT = compiled(rf"(?<![\w.,/-])(?:{NUMBER}|{SPELT})(?![\w-])", re.I)
_COMPARISON = compiled(
    rf"\b(?:(?!(?:oth|rath)er)[^\W\d]{{2,}}er\s+(?:than|als))\b|(?<!\w)(?:{LOWER}|{UPPER})(?!\w)", re.I
)
_QUANTIFIER = compiled(
    r"\b(?:all|each|every|both|only|at\s+all|alle[nrs]?|jede[mnrs]?|beide[nrs]?|sämtliche[nrs]?|nur|gar|überhaupt)\b",
    re.I,
)
_NAME = compiled(r"\b(?!I\b)(?:[A-Z]{1,4}[-\s]?\d+\w*|(?<=[^\W\d]\s)[A-Z])\b")
"""``P-101``, ``pump B``"""


def narrowed_by(claim: str, failure: str, *, denied: bool) -> str:
    """The words of a ``failure`` that may leave out some of what a claim counts; empty where it has none.

    ``denied``: the failure is that something does not happen.  ``No stop within 2 s`` is that of stops after 3 s, too.

    >>> narrowed_by("The brake slips", "the brake slips by more than 10 cm", denied=False)
    '10 cm'
    >>> narrowed_by("The pump does not start", "no start within 60 s", denied=True)
    ''
    >>> narrowed_by("Pump P-101 does not start", "Pump P-102 does not start", denied=True)
    'P-102'
    """
    claim, failure = claim[:READ], failure[:READ]
    own = {one.of for one in amounts(claim)}
    for one in amounts(failure):
        if one.side == "late":  # behind it stands from when the time counts
            failure = failure[: one.end]
            break
        if one.of not in own and not (denied and one.side == "below"):
            return one.quote
    claim, failure = _without_amounts(claim), _without_amounts(failure)
    names = {_plain(match[0]) for match in _NAME.finditer(claim)}
    for match in _NAME.finditer(failure):
        if _plain(match[0]) not in names:
            return match[0]
    counts = {n for match in _COUNT.finditer(claim) for n in count_of(match[0])}
    for match in _COUNT.finditer(_NAME.sub(" ", failure)):
        numbers = set(count_of(match[0]))
        if numbers and not numbers & (counts | {1.0}):
            return match[0]
    for form in (_COMPARISON, _QUANTIFIER):
        words = {match[0].casefold() for match in form.finditer(claim)}
        for match in form.finditer(failure):
            if match[0].casefold() not in words:
                return match[0]
    return ""


def _without_amounts(text: str) -> str:
    for one in reversed(amounts(text)):
        text = f"{text[: one.at]} · {text[one.end :]}"
    return text


def _plain(name: str) -> str:
    return re.sub(r"[-\s]", "", name).casefold()
