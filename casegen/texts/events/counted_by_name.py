"""Sentences that count failures by that name alone, and what loses something as what has none of it.

``At most 2 failures in 1,000 hours`` counts what a record counts as failure, whatever that is.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import HOUR_OF
from casegen.texts.numbers.counts import SPELT
from casegen.texts.numbers.number_relations import UPPER
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.wording.denials import negations
from casegen.texts.wording.event_words import words_of

_NAME = r"(?:failures?|ausf(?:all|alls|älle|ällen)|versagen)"
_NUMBER = r"(?:\d[\d.,]*(?:[eE][-+−]?\d+)?|[^\W\d]+)"
_PERIOD = (
    r"(?:per|in|within|during|pro|je|innerhalb|während)\s+(?:(?:any|an?|one|each|every|the|eine[rm]?|jede[rm]?)\s+)?"
    rf"(?:\d[\d.,\s]*(?:[eE]\d+\s*)?)?(?:(?:{HOUR_OF})\s+)?(?:h|hours?|demands?|missions?|stunden?|anforderung(?:en)?|einsätzen?|einsatz)\b"
    r"(?:\s+of\s+operation)?\W*$"
)
_COUNTED = compiled(
    rf"^\W*(?:(?:there\s+(?:is|are)|(?:(?:the|its|die|der|das)\s+)?[^\W\d]+\s+(?:has|have|hat|haben))\s+)?"
    rf"(?:{UPPER})\s*{_NUMBER}\s+{_NAME}(?:\s+(?:of|der|des|von)\s+(?:(?:the|its)\s+)?[^\W\d]+)?\s+{_PERIOD}",
    re.I,
)
_RATE = compiled(
    rf"^\W*(?:the\s+|die\s+)?(?:rate|frequency|number|häufigkeit|zahl|anzahl)\s+(?:of|der|von)\s+{_NAME}\s+(?:is|ist|beträgt|liegt)\s+"
    rf"(?:{UPPER})\s*{_NUMBER}\s+{_PERIOD}",
    re.I,
)
_LOSS = compiled(
    r"\b(?:los(?:e|es|t|ing)|loss(?:es)?\s+of|verlier(?:t|en)|verlor(?:en)?|verluste?\s+(?:von|des|der|an))\b",
    re.I,
)
_ANY_FAILURE = words_of(
    "fails failed failing failure fault error goes wrong loses loss versagt ausfall fehler"
)
_FAILS = compiled(
    r"\b(?:fails?|failed|failing|failures?|malfunctions?|versagt|versagen|ausfällt|ausfall(?:en)?|f(?:ä|a)ll(?:t|en)\b[^.;]*\baus)\b"
    r"(?!\s+(?:to|by|through|from|due|because|durch|wegen|aufgrund)\b)",
    re.I,
)
_OF_A_KIND = compiled(
    r"\b(?!(?:an?|any|the|its?|their|no|one|single|such|further|more|most|than|of|each|every|as|and|or|were|are|is|there|counts?|counted|"
    rf"{SPELT})\b)[^\W\d]+\s+(?:failures?|malfunctions?)\b",
    re.I,
)
"""``leak failures``, ``dangerous failures``"""


def counts_failures_alone(text: str) -> bool:
    """Whether a sentence says how many failures there are, and nothing of what fails, or how.

    >>> texts = ("At most 2 failures in 1000 hours", "At most 2 failures to close per hour")
    >>> [counts_failures_alone(text) for text in texts]
    [True, False]
    """
    text = text[:READ]
    numbers = [n for n in stated(text) if not n.condition and n.what in ("share", "rate", "decimal")]
    return len(numbers) == 1 and bool(_COUNTED.match(text) or _RATE.match(text))


def fails_in_any_way(text: str) -> bool:
    """Whether a sentence says of something that it fails, and not how: what its record defines is that failure.

    >>> texts = ("The pump fails in 1 of 9 demands", "The pump fails to start", "At most 2 leak failures per hour")
    >>> [fails_in_any_way(text) for text in texts]
    [True, False, False]
    """
    text = text[:READ]
    return _FAILS.search(text) is not None and _OF_A_KIND.search(text) is None


def says_the_same(failure: str, text: str) -> bool:
    """Whether a text has all words of a failure, and as many of each deny; who loses something has none of it.

    >>> [says_the_same("no pressure", text) for text in ("The pump loses pressure at most twice", "It has pressure")]
    [True, False]
    """
    if not words_of(failure) - _ANY_FAILURE <= words_of(text):
        return False
    denied = [negations(one) for one in (failure, text)]
    lost = [len(_LOSS.findall(one[:READ])) for one in (failure, text)]
    kept = words_of(_LOSS.sub(" ", failure)) & words_of(_LOSS.sub(" ", text))
    return denied[0] % 2 == denied[1] % 2 or bool(
        kept and lost[0] != lost[1] and (denied[0] + lost[0]) % 2 == (denied[1] + lost[1]) % 2
    )
