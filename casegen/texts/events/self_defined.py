"""Whether the sentence itself fixes what its vague or universal word means, so that no definition is missing."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.events.subjects import stems

UNIVERSAL = frozenset({"all", "every", "always", "never"})
_PREPOSED = (
    r"(?:(?:in|at|on|by|for|of|with|to|from|during|under|after|before|through)\s+(?:which|whom)|"
    r"(?:in|bei|an|auf|mit|von|nach)\s+(?:denen|welchen))"
)
_NOT_OF_A_CLAUSE = r"(?!\w+ed\b|(?:found|knew|said|meant|such|so|now|sure|is|are|was|were|has|have)\b)"
_ONE = rf"{_NOT_OF_A_CLAUSE}[^\W\d][\w'’-]*(?:[^s\W]|ss|us)"
_MANY = rf"{_NOT_OF_A_CLAUSE}(?:[^\W\d][\w'’-]*s|people|persons|children|men|women)"
_FIRST = r"\s+(?:(?:of\s+)?(?:the|den|der)\s+)?"
_BEHIND_PREPOSITION = compiled(rf"{_FIRST}(?:[^\W\d][\w'’-]*,?\s+){{1,5}}?{_PREPOSED}\s+\w+", re.I)
_BEHIND_ONE = compiled(
    rf"{_FIRST}(?:[^\W\d][\w'’-]*\s+){{0,3}}?{_ONE}\s+(?:that|which|who|whose|where)\s+\w+", re.I
)
_BEHIND_MANY = compiled(
    rf"{_FIRST}(?:[^\W\d][\w'’-]*\s+){{0,3}}?{_MANY}\s+(?:that|which|who|whose|where)\s+\w+", re.I
)
"""behind *every*: ``every approach in which the van did not brake`` says of which set it speaks"""
_MEANS = compiled(
    r"\s*['\"”’]?\s+(?:(?:here|hier)\s+)?"
    r"(?:means(?!\s+(?:is|are|was|were|of|for|to)\b)|denotes|stands\s+for|is\s+(?:defined|taken)\b)",
    re.I,
)
"""behind the first word: ``Acceptable means that …``"""
_NECESSARY_AND = compiled(
    r"\b(?:needed|necessary|required|what\s+it\s+takes)\b(?:\s+\w+){0,4}?\s+and\s+(?:(?:is|are|also|together)\s+){0,2}sufficient\b|"
    r"\bsufficient\b(?:\s+\w+){0,2}?\s+and\s+(?:(?:is|are|also)\s+){0,2}(?:necessary|needed|required)\b",
    re.I,
)
"""*sufficient* as the logical word"""
_OF_ALL = compiled(
    r"\b(?:all|every|each|both|any)\s+(?:of\s+the\s+|the\s+)?(?:(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+)?"
    r"(?P<of>[^\W\d][\w'’-]*)",
    re.I,
)


def names_its_set(text: str, end: int) -> bool:
    """Whether a relative clause behind *every* or *all* says which ones are meant.

    >>> names_its_set("The record counts every drop in which the arm did not open", 23)
    True
    >>> names_its_set("The arm opens every door", 19), names_its_set("Every test shows that it holds", 5)
    (False, False)
    """
    word = re.findall(r"\w+", text[:end].casefold())[-1]
    if word not in ("all", "every"):
        return False
    form = _BEHIND_MANY if word == "all" else _BEHIND_ONE
    return _BEHIND_PREPOSITION.match(text, end) is not None or form.match(text, end) is not None


def defines_itself(text: str, start: int, end: int) -> bool:
    """Whether a sentence begins with the word and says what it means.

    >>> defines_itself("Acceptable means that it fails in at most 1 of 1000 demands", 0, 10)
    True
    """
    return not text[:start].strip(" '\"“‘") and _MEANS.match(text, end) is not None


def is_logical(text: str) -> bool:
    """Whether *sufficient* stands beside *necessary*.

    >>> is_logical("Relay and drives are needed for a trip and are sufficient"), is_logical("The test is sufficient")
    (True, False)
    """
    return _NECESSARY_AND.search(text) is not None


def spoken_of_as_all(text: str, start: int) -> frozenset[str]:
    """The stem of what *every* or *all* at a place stands before, with the numbers between left out."""
    match = _OF_ALL.match(text, start)
    return stems(match["of"]) if match else frozenset()
