"""Verbs of the past in the form of the present, so that a report is compared with what it reports; English."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_PAST_AND_PRESENT = """
fell:falls broke:breaks stuck:sticks left:leaves lost:loses went:goes ran:runs struck:strikes came:comes
gave:gives lay:lies froze:freezes spun:spins burnt:burns burst:bursts leapt:leaps kept:keeps held:holds
met:meets rose:rises sank:sinks slid:slides swung:swings took:takes tore:tears did:does was:is
were:are had:has
"""
_IRREGULAR = dict(pair.split(":") for pair in _PAST_AND_PRESENT.split())
_PAST = compiled(
    rf"\b(?:(?P<stem>[^\W\d]{{2,}}?)(?:(?P<twice>[bdgmnprt])(?P=twice))?ed|(?P<own>{'|'.join(_IRREGULAR)}))\b",
    re.I,
)
_EARLIER = compiled(
    r"\b(?:before|until|till|prior\s+to|up\s+to|formerly|previously|earlier|in\s+the\s+past|once|the\s+(?:old|former|previous)|used\s+to)\b",
    re.I,
)


def in_present(text: str) -> str:
    """The text with its verbs of the past in the present; participles lose their ending as well.

    >>> in_present("A door stayed shut"), in_present("The lift stopped and fell")
    ('A door stays shut', 'The lift stops and falls')
    """
    return _PAST.sub(_present, text)


def _present(match: re.Match[str]) -> str:
    own = match["own"]
    return _IRREGULAR[own.casefold()] if own else f"{match['stem']}{match['twice'] or ''}s"


def of_earlier_state(text: str) -> bool:
    """Whether a text reports what was so at a time that is over.

    >>> of_earlier_state("Before the repair it stayed shut"), of_earlier_state("Last year it stayed shut")
    (True, False)
    """
    return _EARLIER.search(text) is not None and _PAST.search(text) is not None
