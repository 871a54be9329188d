"""Words for how often something happens, held against a limit that says the opposite, or next to nothing."""

from __future__ import annotations

import re

from casegen.argument.text_numbers import READ, stated
from casegen.model.quantity import PROBABILITY_KINDS, Comparison, MeasureKind

_RARE = (
    r"seldom|rare(?:ly)?|unlikely|improbable|infrequently|scarcely|hardly\s+ever|(?:almost|nearly)\s+never|negligible|"
    r"safe(?:ly)?|selten|unwahrscheinlich|kaum|vernachlässigbar|(?:fast|beinahe|nahezu)\s+nie|sicher"
)
_OFTEN = (
    r"mostly|usually|(?:almost|nearly)\s+always|reliabl[ey]|dependabl[ey]|meist(?:ens)?|überwiegend|zuverlässig|"
    r"verlässlich|(?:fast|beinahe|nahezu)\s+immer"
)
_SEEN_FROM = {
    True: re.compile(rf"(?<![\w-])(?:{_RARE}|{_OFTEN})(?![\w-])", re.I),
    False: re.compile(rf"(?<![\w-])(?:{_OFTEN})(?![\w-])", re.I),
}
"""by whether the limit is an upper one: what is at least so probable may be a failure that somebody else has"""
_DENIED = re.compile(r"(?:\b(?:not|never|nicht|kaum|how|wie)|n't)\s+(?:[^\W\d]+\s+)?$", re.I)
HALF = 0.5
"""what happens more often than not is neither rare nor done reliably"""
HARDLY = 0.1
"""a limit within this of saying nothing needs its number in the sentence"""


def says_little(text: str, comparison: Comparison, limit: float, kind: MeasureKind) -> str:
    """Why a sentence without a number says more than its limit; empty where it does not.

    >>> says_little("The guard fails seldom", Comparison.AT_MOST, 0.98, MeasureKind.PER_DEMAND)
    "the text says 'seldom', the requirement is met by what happens in 98 of 100 cases"
    """
    if kind not in PROBABILITY_KINDS or any(n.what != "confidence" and not n.condition for n in stated(text)):
        return ""
    slack = 1.0 - limit if comparison.is_upper else limit
    if slack >= HALF:
        return ""
    share = f"{100.0 * limit:.6g} of 100 cases"
    allowed = f"the requirement is met by what {'happens' if comparison.is_upper else 'succeeds'} in {share}"
    word = frequency_word(text, comparison)
    if word:
        return f"the text says {word!r}, {allowed}"
    near = comparison.is_upper and slack <= HARDLY * (1 + 1e-9)
    return f"{allowed}, and the text does not say so" if near else ""


def frequency_word(text: str, comparison: Comparison = Comparison.AT_MOST) -> str:
    """The word by which a text calls a failure rare, or a success usual; empty where there is none.

    >>> [frequency_word(t) for t in ("It fails seldom", "It is not unlikely to fail", "How safe it is")]
    ['seldom', '', '']
    """
    text = text[:READ]
    for match in _SEEN_FROM[comparison.is_upper].finditer(text):
        if not _DENIED.search(text[: match.start()]):
            return match[0]
    return ""
