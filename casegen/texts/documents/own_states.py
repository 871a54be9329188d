"""Words of a source that it is withdrawn, superseded or obsolete, unless they are said of another thing."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ

_STATE = compiled(r"\b(?:superseded|withdrawn|retracted|obsolete|outdated)\b", re.I)
_ISSUE = (
    r"(?:(?:revision|rev\.?|issue|edition|version|ausgabe|fassung)\s*(?P<{0}>[\w.]+)|(?P<{0}y>(?:19|20)\d\d|\d+(?:st|nd|rd|th)|first|second|third|previous|former|earlier|"
    r"old)\s+(?:revision|issue|edition|version))"
)
_OTHER_ISSUE = compiled(
    rf"[(;,]\s*(?:the\s+)?{_ISSUE.format('of')}\s+(?:(?:is|was|has\s+been)\s+)?(?:now\s+)?$", re.I
)
_OWN_ISSUE = compiled(_ISSUE.format("own"), re.I)
_IN_PLACE_OF = compiled(
    r"\b(?:replaces|replacing|supersedes|superseding|in\s+place\s+of|instead\s+of)\s+(?:(?!\b(?:and|but|which|is|was|are|were)\b)[\w./-]+\s+){0,4}\(?\s*$",
    re.I,
)
"""``which supersedes the withdrawn DS-3``"""
_DENIED = compiled(r"\b(?:not|never|neither|nor|nicht)\s+(?:been\s+|yet\s+)*$", re.I)
_FROM_USE = compiled(r"\s+from\s+(?:service|use|operation|the\s+(?:fleet|line|plant|field))\b", re.I)
_PAPER = compiled(
    r"\s+(?:[\w-]*\s){0,2}?[\w-]*(?:report|record|sheet|certificate|standard|norm|document|handbook|manual|table|edition|issue|revision|version|paper|"
    r"analys[ie]s|study|survey|list|database|data|source|specification|regulation|directive|drawing|letter|guide|catalogue|values?|numbers?|figures?|test)",
    re.I,
)
_ABOUT = compiled(r"\b(?:on|about|of|for)\s+(?:the\s+|all\s+)?$", re.I)
_THINGS = compiled(r"\s+(?!by\b|in\b|on\b|since\b|as\b|at\b|from\b)[a-z]{3,}", re.I)

_APART = compiled(r"[,;:()\[\]]|\s[–—-]\s")
_TO_COME = compiled(
    r"\W*(?:fehlt(?:\s+noch)?|(?:wird|werden)\s+(?:noch\s+)?nachgereicht|hearsay|hörensagen|(?:the\s+)?same\s+as\s+(?:above|below)|wie\s+oben)\W*",
    re.I,
)
"""set apart: a source that is still to come, or none"""


def own_state(text: str) -> str:
    """The word by which a source says that it no longer stands; empty where there is none, or it is another's.

    >>> [own_state(t) for t in ("DS-4 withdrawn", "DS-4, revision 2 (withdrawn)", "The withdrawn report TR-3")]
    ['withdrawn', 'withdrawn', 'withdrawn']
    >>> [own_state(t) for t in ("DS-4, which supersedes the withdrawn DS-3", "TR-7, revision 3 (revision 2 withdrawn)",
    ...     "DS-4, not withdrawn", "Record of pumps withdrawn from service", "Report on obsolete relays R-9")]
    ['', '', '', '', '']
    """
    text = text[:READ]
    if said := next((piece.strip() for piece in _APART.split(text) if _TO_COME.fullmatch(piece)), ""):
        return said
    return next(
        (m[0] for m in _STATE.finditer(text) if not _is_of_another(text[: m.start()], text[m.end() :])), ""
    )


def _is_of_another(before: str, behind: str) -> bool:
    if _DENIED.search(before) or _IN_PLACE_OF.search(before) or _FROM_USE.match(behind):
        return True
    if _ABOUT.search(before) and _THINGS.match(behind) and not _PAPER.match(behind):
        return True
    issue = _OTHER_ISSUE.search(before)
    if issue is None:
        return False
    head = before[: issue.start()]
    own = [m["own"] or m["owny"] for m in _OWN_ISSUE.finditer(head)]
    other = issue["of"] or issue["ofy"]
    if issue["of"]:
        return bool(own) and other.casefold() not in {o.casefold() for o in own}
    return (
        bool(re.search(r"\d", head))
        and other.casefold() not in {o.casefold() for o in own}
        and f":{other}" not in head
    )
