"""Words behind a number that say on which side of it something lies: ``or more``, ``at most``, ``und darüber``, ``+``."""

from __future__ import annotations

import re
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import SPELT

_EVEN = (
    r"(?:(?:even|possibly|perhaps|maybe|likely|probably|much|far|often|sometimes|still|sogar|noch|vielleicht|womöglich|"
    r"möglicherweise|viel|gar|auch)\s+){0,2}"
)
_MORE = (
    r"more|above|over|beyond|higher|greater|larger|bigger|oftener|up(?:wards?)?|mehr|darüber|drüber|höher|größer|grösser|öfter|"
    r"häufiger|aufwärts"
)
_LESS = (
    r"less|fewer|below|under|lower|smaller|rarer|down(?:wards?)?|weniger|darunter|drunter|niedriger|geringer|kleiner|seltener|"
    r"abwärts|more\s+rarely|more\s+seldom|less\s+often"
)
_JOIN = r"(?:or|and|oder|und|bzw\.?|if\s+not|wenn\s+nicht|/)"
_ENDS = (
    r"(?=\s*(?:$|[.,;:!?)\]–—](?!\d))|\s+(?:of|often|frequently|likely|with|at|on|per|in|if|when|during|and|or|by|for|der|"
    r"aller|von|mit|bei|am|im|je|pro|und|oder|wenn|confidence)\b)"
)
_STOP = (
    r"(?:with|without|when|whenever|if|while|where|during|within|at|on|in|for|under|over|above|below|after|before|that|which|who|"
    r"and|or|but|than|as|to|from|between|until|mit|ohne|wenn|falls|während|bei|auf|am|im|unter|über|nach|vor|die|das|und|oder|"
    r"aber|als|bis|ab|seit|innerhalb|einem|einer)"
)
_WORDS = rf"(?:\s+(?!{_STOP}\b)(?!(?:{SPELT})\b)[^\W\d][\w-]*){{0,4}}?"
"""``of the missions``: no further number, and no other part of the sentence"""
_ONE = rf"(?:\s+(?!{_STOP}\b)[^\W\d][\w-]*)?"
_BEHIND = compiled(
    rf"[)\]]?(?:{_WORDS}(?:\s*,)?\s*(?:(?P<lower>{_JOIN}\s+{_EVEN}(?:{_MORE})(?:\s+(?:often|frequently|likely))?|"
    rf"at\s+(?:the\s+)?(?:very\s+)?least|mindestens|wenigstens|at\s+(?:a|the)\s+minimum)|"
    rf"(?P<upper>{_JOIN}\s+{_EVEN}(?:{_LESS})|at\s+(?:the\s+)?(?:very\s+)?most|höchstens|maximal|at\s+(?:a|the)\s+maximum)|"
    rf"(?P<open>{_JOIN}\s+{_EVEN}(?:worse|schlechter|schlimmer)))|"
    rf"{_ONE}\s+(?:(?P<least>minimum|upwards?|(?:an\s+)?aufwärts|plus)|(?P<most>maximum|tops))|\s+(?P<up>up)){_ENDS}",
    re.I,
)
_DIRECTLY = compiled(
    rf"(?P<plus>\s?\+){_ENDS}|\s+(?P<or>(?:or|oder)\s+(?!(?:better|besser|not|nicht|never|none|neither|nie|it|its|equal)\b)[^\W\d]+){_ENDS}",
    re.I,
)
"""``0.1 %+``, ``0.001 or thereabouts``"""

_SIDES = {"lower": "lower", "least": "lower", "up": "lower", "upper": "upper", "most": "upper"}
_BEFORE = compiled(
    r"(?<![^\W\d_])(?P<words>(?:no|not|never)\s+better\s+than|worse\s+than|(?:nicht|nie)\s+besser\s+als|schlechter\s+als|"
    r"surpass(?:es|ed|ing)?|from|as\s+(?:high|large|great|often|much|many|frequently)\s+as)\s+(?:in\s+)?$",
    re.I,
)
_FROM = compiled(r"\bvon\s+$", re.I)
_ON = compiled(rf"{_WORDS}\s+(?P<words>an){_ENDS}", re.I)
_PARTICLE = compiled(
    r"\b(?:spring|lauf|läuf|geh|zieh|schalt|zeig|greif|leg|halt|häl|hielt|komm|nimm|nehm|ruf|stell|steuer|fahr|fähr|sprech|sprich|geb|gib|"
    r"nahm|kam|ging|lief|sprang|zog|stieg|steig|lieg|wend|pass|schließ|kündig|mess|deut|seh|sieh)(?:e?t|e?n)?\b",
    re.I,
)
"""of verbs with *an*: ``springt mit einer Wahrscheinlichkeit von 0,001 an``"""
_RANGE = compiled(r"\s*(?:to|and|bis|und|up\s+to|[–-])\s*\W?\d|\s+(?:to|bis)\b", re.I)


class Behind(NamedTuple):
    """The side that words behind a number name, empty where they name none or one of both, and the words."""

    side: str
    words: str


def behind(after: str) -> Behind:
    """What stands behind a number and limits it; ``after``: the text from its end.

    >>> behind(" missions or more"), behind(" of the starts at most"), behind(" missions of 3 h or more")
    (Behind(side='lower', words='or more'), Behind(side='upper', words='at most'), Behind(side='', words=''))
    >>> behind(" or thereabouts"), behind("+ of the missions"), behind(" and it stops")
    (Behind(side='', words='or thereabouts'), Behind(side='lower', words='+'), Behind(side='', words=''))
    """
    if match := _BEHIND.match(after):
        name = next(key for key, words in match.groupdict().items() if words)
        return Behind(_SIDES.get(name, ""), match[name])
    if match := _DIRECTLY.match(after):
        return Behind("lower", "+") if match["plus"] else Behind("", match["or"])
    return Behind("", "")


def unclear(side: str, before: str, after: str) -> str:
    """Words beside a number that leave its side open, or name another than the ``side`` that is read; empty without any.

    >>> unclear("upper", "at most ", " missions or more"), unclear("", "a chance no better than ", "")
    ('or more', 'no better than')
    >>> unclear("", "mit einer Wahrscheinlichkeit von ", " an"), unclear("", "Sie springt mit einer von ", " an")
    ('an', '')
    >>> unclear("", "in ", " missions"), unclear("upper", "at most ", " missions or fewer")
    ('', '')
    """
    limit = behind(after)
    if limit.words and (not limit.side or limit.side != side):
        return limit.words
    if side or _RANGE.match(after):
        return ""
    on = _ON.match(after) if _FROM.search(before) and not _PARTICLE.search(before) else None
    match = on or _BEFORE.search(before)
    return match["words"] if match else ""
