"""Sentences that limit what is wanted without its verb: demands that something meets, and deliveries that occur.

*At most 1 of 1,000 demands is met by the pump* is the contrary of *The pump does not deliver*, in other words.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.events.denied_verbs import denied_verb, goes_wrong, without_prevention
from casegen.texts.events.polarity import counts_the_rest, names_harm, polarity
from casegen.texts.events.sentences import event_sentence, tokens_of
from casegen.texts.numbers.stated import stated
from casegen.texts.wording.denials import negations
from casegen.texts.wording.event_words import words_of

_SERVED = (
    compiled(
        r"\b(?P<verb>(?:is|are|was|were|be|gets?)\s+(?:met|served|answered|satisfied|fulfilled|followed|obeyed|handled|mastered))\s+by\s+"
        r"(?P<subject>[^,;.]+)$",
        re.I,
    ),
    compiled(
        r"\b(?:wird|werden|wurden?)\s+(?:von|vom|durch)\s+(?P<subject>[^,;.]+?)\s+"
        r"(?P<verb>erfüllt|bedient|beantwortet|befolgt|bewältigt|gemeistert)$",
        re.I,
    ),
    compiled(
        r"\b(?:von|vom|durch)\s+(?P<subject>[^,;.]+?)\s+"
        r"(?P<verb>(?:erfüllt|bedient|beantwortet|befolgt|bewältigt|gemeistert)\s+(?:wird|werden))$",
        re.I,
    ),
)
"""``is met by the pump``, ``wird von der Pumpe erfüllt``"""
_OCCURS = compiled(
    r"^\W*(?:(?:the|an?|die|der|das|eine?)\s+)?(?P<verb>[^\W\d_]+)\s+(?:of|by|des|der|von|vom|durch)\s+(?P<subject>[^,;.]+?)\s+"
    r"(?:occurs?|happens?|succeeds?|takes?\s+place|is\s+(?:seen|observed)|erfolgt|gelingt|geschieht|findet\s+statt|tritt\s+ein)$",
    re.I,
)
"""``delivery of the pump occurs``"""
_SHORT = 4


def served_beside(text: str, top: str) -> str:
    """What a sentence limits, and what its top event denies of the same subject; empty where it limits no such thing.

    >>> served_beside("At most 1 of 1,000 demands is met by the pump", "The pump does not deliver")
    'is met, does not deliver'
    >>> served_beside("Delivery of the pump occurs in at most 1 of 1,000 demands", "The pump does not deliver")
    'Delivery, does not deliver'
    >>> served_beside("At most 1 of 1,000 demands is not met by the pump", "The pump does not deliver")
    ''
    """
    event, denied = event_sentence(text), denied_verb(without_prevention(top))
    if denied is None or polarity(text) or negations(event) % 2 or not negations(top) % 2:
        return ""
    if any(n.side == "lower" or counts_the_rest(text, n) for n in stated(text)):
        return ""
    if goes_wrong(event) or names_harm(event):
        return ""
    subject, verb, quote = denied
    match = next(filter(None, (pattern.search(event) for pattern in _SERVED)), None)
    if match is None and (match := _OCCURS.match(event)) is not None and not _is_noun_of(match["verb"], verb):
        return ""
    if match is None or not _is_of(subject, match["subject"]):
        return ""
    return f"{match['verb']}, {quote}"


def _is_noun_of(noun: str, verb: str) -> bool:
    """Whether a noun is made of a verb, by its beginning: ``delivery`` of ``deliver``, ``Förderung`` of ``fördert``."""
    stem = re.sub(r"(?:[es]|et|t)$", "", verb.casefold())
    return len(stem) >= _SHORT and noun.casefold().startswith(stem)


def _is_of(subject: list[str], text: str) -> bool:
    """Whether a text begins with the words of a subject, in the singular or the plural: no *silence of the alarm*."""
    words = tokens_of(text)[: len(subject)]
    return len(words) == len(subject) > 0 and all(
        one == word or bool(words_of(one) & words_of(word)) for one, word in zip(subject, words, strict=True)
    )
