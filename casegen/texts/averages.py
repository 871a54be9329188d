"""Whether a sentence speaks of an average over time, as the probability of failure on demand of a SIL is one."""

from __future__ import annotations

from casegen.model.expressions import compiled
from casegen.texts.integrity_levels import SIL_WORDS, is_attribute

_OF = (
    r"(?:probabilit(?:y|ies)|unavailabilit(?:y|ies)|value|frequency|wahrscheinlichkeit\w*|nichtverfügbarkeit|"
    r"unverfügbarkeit|ausfallwahrscheinlichkeit|versagenswahrscheinlichkeit|häufigkeit)"
)
_AVERAGE = compiled(
    r"(?i)\bon\s+(?:the\s+)?average\b|\baveraged\s+over\b|"
    rf"\b(?:average|mean|mittlere[rnms]?|durchschnittliche[rnms]?)\s+(?:\w+\s+)?{_OF}\b|"
    r"\bPFD(?:[\s_]?avg)?\b|\bim\s+(?:zeitlichen\s+)?(?:Mittel|Durchschnitt)\b|\bgemittelt\b"
)


def is_on_average(text: str) -> bool:
    """Whether the sentence is on an average over the mission: by its words, or by a SIL that is not per hour.

    >>> is_on_average("It fails with 1 % on average"), is_on_average("The stop meets SIL 2"), is_on_average("It fails")
    (True, True, False)
    """
    levels = (m for m in SIL_WORDS.finditer(text) if not is_attribute(text[m.end() :]))
    return _AVERAGE.search(text) is not None or next(levels, None) is not None
