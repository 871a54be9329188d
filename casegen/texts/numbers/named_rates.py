"""Names of a rate per hour that stand before its number: ``the PFH is at most 1e-6``, without another *per hour*.

PFH is the average frequency of a dangerous failure per hour (IEC 61508-4, 3.6.19).
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_PER_HOUR = (
    r"(?:[\[(]?(?:per\s+(?:operating\s+)?hour|(?:pro|je)\s+(?:betriebs)?stunde)\b[\])]?|"
    r"[\[(]?(?:1\s?/\s?h|/\s?h|h\^?-1|h⁻¹)(?!\w)[\])]?)"
)
_QUANTITY = (
    r"(?:frequenc\w+|rates?|probabilit\w+|likelihood|risk|number|\w*häufigkeit|\w*rate|"
    r"\w*wahrscheinlichkeit|risiko|\w*zahl)"
)
_OTHER = (
    r"(?:pfd\w*|probab\w+|likelihood|share|fraction|confidence|demands?|missions?|\w*wahrscheinlich\w*|anteil|konfidenz|"
    r"anforderung\w*|einsatz\w*)\b"
)
_NAMED = compiled(
    rf"\b(?P<name>PFH(?:_?[dD]\b)?|{_QUANTITY}\b[^.;,\d]{{0,80}}?[\s,]{_PER_HOUR})(?=[\s,()=:<≤])"
    rf"(?:[\s,()=:<≤]+(?!{_OTHER})[^\W\d][\w'’-]*)*[\s,()=:<≤]*$",
    re.I,
)
"""the name, and up to the number words of no other quantity"""


def rate_named_before(before: str) -> str:
    """The name of a rate per hour, of which the number behind ``before`` is; empty without one.

    >>> rate_named_before("The PFH of the valve is at most "), rate_named_before("The PFD of the valve is at most ")
    ('PFH', '')
    >>> rate_named_before("The average frequency of a dangerous failure per hour is at most ")
    'frequency of a dangerous failure per hour'
    >>> rate_named_before("Its PFH is met with a probability of at least ")
    ''
    """
    match = _NAMED.search(before[-300:])
    return match["name"] if match is not None else ""
