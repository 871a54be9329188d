"""The event that a sentence limits, without the words that say how often, and whether another one has its verb.

``The probability that the pump does not deliver is at most 0.001`` is of the event ``the pump does not deliver``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.events.polarity import polarity
from casegen.texts.numbers.number_relations import DENIAL, LOWER, UPPER, without_denied_excess
from casegen.texts.numbers.stated import READ, Stated, stated
from casegen.texts.wording.denials import negations, without_limits, without_negations
from casegen.texts.wording.event_words import words_of

_LIKELY = r"(?:[^\W\d]+\s+)?(?:probability|likelihood|chance|risk|frequency|rate|wahrscheinlichkeit|häufigkeit|gefahr)"
_LED = compiled(
    rf"^\W*(?:the|an?|its|die|der|eine|ihre)?\s*{_LIKELY}\s*,?\s+(?:that|of|for|with\s+which|dass|daß|für|von|mit\s+der)\s+(?!\W*\d)",
    re.I,
)
"""``the probability that …``"""
_FRAME = compiled(
    r"^\W*(?:(?:it\s+)?(?:happens?|occurs?|comes?\s+about|is\s+(?:true|so|the\s+case)|holds)(?:\s+(?:of|for))?|(?:is|was)\s+it\s+[^\W\d]+|(?:it\s+is|we|one)\s+(?:seen|see|sees|found|find|finds|observed|observe)|"
    r"(?:es\s+)?(?:kommt(?:\s+es)?\s+vor|geschieht(?:\s+es)?|passiert(?:\s+es)?|tritt\s+(?:es\s+)?ein|ist\s+(?:es\s+)?so)|"
    r"find|finds|show|shows|see|sees|zeigen|zeigt)\s*,?\s+(?:that|dass|daß)\s+",
    re.I,
)
"""``it happens that``: what happens stands behind it"""
_FRAME_BEHIND = compiled(
    r"^\W*(?:that|dass|daß)\s+(?P<event>[^,;]+?)\s*,?\s+(?:happens|occurs|is\s+(?:seen|found|observed|true|so|the\s+case)|comes\s+about|"
    r"(?:kommt|geschieht|passiert|tritt)(?:\s+(?:vor|ein))?)\W*$",
    re.I,
)
_RARELY = compiled(
    r"^\W*(?:rarely|seldom|selten)\b\s*,?\s*(?:nämlich\s+|namely\s+)?",
    re.I,
)
_INVERTED = compiled(
    r"^\W*(?P<verb>[a-zäöüß]{2,}(?:t|en|st))\s+(?P<subject>(?:der|die|das|diese[rs]?|eine?|jede[rs]?)\s+(?:[a-zäöüß]+\s+)*?"
    r"[A-ZÄÖÜ][\w-]*(?:\s+(?:\d+|[A-Z]))?(?:\s+(?:des|der|eine[rs])\s+[A-ZÄÖÜ][\w-]*)?)(?P<rest>.*)$"
)
"""``ertönt der Alarm``, behind what stood in front of the verb"""
_TIMES = compiled(r"\b(?:mal|times?)$", re.I)
_BEFORE = compiled(
    r"(?:,?\s*(?:\b(?:is|are|lies|remains|stays|ist|liegt|beträgt|bleibt)\s+)?)"
    rf"(?:\b(?:with|mit|at)\s+(?:an?\s+|the\s+|einer\s+|der\s+)?{_LIKELY}\s+(?:that\s+is\s+|which\s+is\s+|of\s+|von\s+|,\s*die\s+)?)?"
    r"(?:\b(?:in|on|at|for|bei|auf|with|mit|of|von|only|nur)\s+)*"
    rf"(?:\b(?:not\s+even|nicht\s+einmal|at\s+best|bestenfalls|allenfalls)\s+|(?:(?<![^\W\d_])(?:{UPPER}|{LOWER})))?"
    r"(?:\s*\b(?:in|on|at|for|bei|auf|of|von)\b)*\s*$",
    re.I,
)
_STATE_OF_IT = compiled(
    r"\b(?:stays?|remains?|is|are|keeps?)\s+(?:on|in|at)(?=\s+(?:in|on|at)\s+"
    rf"(?:(?:{UPPER}|{LOWER})\s*)?$)",
    re.I,
)
"""a preposition behind another one is an adverb: ``stays on in at most``"""
_OCCASIONS = compiled(
    rf"^\s*(?:(?:of|der|aller|von)\s+)?(?:(?:the|all|den|its)\s+)?(?!{DENIAL}\b)[^\W\d_]+",
    re.I,
)
"""not ``mit höchstens 2 % kein Wasser``: a denial behind the number is of the event"""
_COPULA = compiled(r"\s*(?P<verb>is|are|remains|stays|ist|bleibt)\b", re.I)
_STATE_LAST = compiled(r"\s+[a-zäöüß]{2,}\W*$")
"""``bleibt in höchstens 1 von 1.000 Fahrten geschlossen``: the verb is of the event"""
_ASKED = compiled(
    r",?\s*\b(?:(?:up)?on|per|when|whenever|if|pro|je)\s+(?:(?:it\s+is|they\s+are)\s+)?"
    r"(?:demand(?:ed)?|request(?:ed)?|call(?:ed)?|command(?:ed)?|needed|required|asked|triggered|mission|anforderung|einsatz)\b|"
    r"\b(?:auf|bei|nach)\s+(?:anforderung|bedarf|befehl)\b",
    re.I,
)
_TAIL = compiled(
    r",?\s*(?:(?:and|und|or|oder)\s+)?\b(?:at\s+(?:the\s+)?(?:best|most|worst)|bestenfalls|allenfalls|höchstens|"
    r"(?:not|no|never|nicht|nie)\s+(?:more|mehr|öfter)(?:\s+often)?|fewer|less|weniger)\W*$",
    re.I,
)
_HALF = 0.5
_SAID = ("share", "decimal", "rate")
_ARTICLE = compiled(
    r"(?:the|an?|its|their|this|every|each|der|die|das|den|dem|des|eine?[nmrs]?|ihre?n?|seine?n?)", re.I
)
_STARTS = compiled(r"\s*(?:the|an?|every|each|der|die|das|eine?[rn]?|jede[rs]?)\s+[^\W\d_]", re.I)
_BE = frozenset(("is", "are", "was", "were", "gets", "ist", "sind", "wird", "werden"))
_DO = frozenset(("does", "do", "did"))
_THING = compiled(rf"\b{_ARTICLE.pattern}\s+[^\W\d_]+")
_TOKEN = compiled(r"[^\W\d_][\w-]*|\d+")


@lru_cache(maxsize=MOST_TEXTS)
def event_sentence(text: str) -> str:
    """The event of a sentence without the words that say how often, how likely, and on which occasions.

    >>> event_sentence("The probability that the pump does not deliver on demand is at most 0.001")
    'the pump does not deliver'
    >>> event_sentence("The pump delivers in 1 of 1,000 demands at best"), event_sentence("The rope breaks")
    ('The pump delivers', 'The rope breaks')
    >>> event_sentence("It happens in 1 of 9 runs that it stops"), event_sentence("In 1 von 9 Fällen hält der Zug")
    ('it stops', 'der Zug hält')
    >>> event_sentence("Das Ventil bleibt in höchstens 1 von 1.000 Fahrten geschlossen")
    'Das Ventil bleibt geschlossen'
    """
    text = without_denied_excess(without_limits(text[:READ]))
    often = [n for n in stated(text) if n.what in _SAID and not n.condition]
    for number in sorted(often, key=lambda n: -n.at):
        text = _without(text, number)
    text = _TAIL.sub("", _ASKED.sub(" ", _LED.sub("", text)))
    text = " ".join(text.split()).strip(" ,.")
    behind = _FRAME_BEHIND.match(text)
    text = behind["event"] if behind is not None else _FRAME.sub("", _RARELY.sub("", text))
    return _INVERTED.sub(r"\g<subject> \g<verb>\g<rest>", text).strip(" ,.")


def _without(text: str, number: Stated) -> str:
    before, after = text[: number.at], text[number.at + len(number.quote) :]
    counted = number.what == "share" and not _ASKED.match(after) and not _TIMES.search(number.quote)
    ends = _STATE_OF_IT.search(before)  # "stays on in at most 1 of 1,000": the verb is of the event
    behind = _OCCASIONS.sub("", after) if counted else after
    limit = _BEFORE.search(before)
    if ends is not None:
        before = before[: ends.end()]
    elif limit is not None:
        verb = _COPULA.match(limit[0]) if counted and _STATE_LAST.match(behind) else None
        before = f"{before[: limit.start()]} {verb['verb']}" if verb else before[: limit.start()]
    return f"{before} {behind}"


def of_what_works(text: str) -> bool:
    """Whether every share, probability and rate of a sentence limits from below what is more than half of all.

    >>> of_what_works("It keeps running in at least 999 of 1,000 runs"), of_what_works("It stops in at most 1 of 9 runs")
    (True, False)
    """
    said = [n for n in stated(text) if n.what in _SAID and not n.condition]
    return bool(said) and all(n.side == "lower" and min(n.readings) > _HALF for n in said)


def other_verb(text: str, top: str) -> str:
    """The verbs of two sentences with one subject, where these differ; empty where they do not, or one has none.

    Synonyms and contraries (``drops its part``, ``holds its part``) are not distinguished: that is for a person to say.

    >>> other_verb("The gripper holds its part in at most 1 of 1,000 demands", "The gripper loses its part")
    'holds, loses'
    >>> other_verb("The gripper loses its part in at most 1 of 1,000 demands", "The gripper loses its part")
    ''
    """
    event = event_sentence(text)
    if (
        polarity(text)
        or negations(event) % 2 != negations(top) % 2
        or not (_STARTS.match(event) and _STARTS.match(top))
    ):
        return ""
    one, other = tokens_of(event), tokens_of(top)
    same = 0
    while same < min(len(one), len(other)) and _stem(one[same]) == _stem(other[same]):
        same += 1
    if not same or same >= min(len(one), len(other)) or one[0] in _BE:
        return ""
    verbs = one[same], other[same]
    if not all(_is_verb(tokens, same) for tokens in (one, other)):
        return ""
    return "" if says(top, verbs[0]) or says(event, verbs[1]) else ", ".join(verbs)


def says(text: str, verb: str) -> bool:
    """Whether a text has a verb, in whatever form; a thing of that name is none.

    >>> says("The train stopped too late", "stops"), says("The train overruns its stop", "stops")
    (True, False)
    """
    return _stem(verb) in _said_of_it(text)


def _said_of_it(text: str) -> set[str]:
    """Words without the things that stand behind an article: ``its stop`` does not say that it stops."""
    return {_stem(word) for word in _TOKEN.findall(_THING.sub(" ", text.casefold()))}


def tokens_of(text: str) -> list[str]:
    """The words of a sentence in order, without articles, denials and auxiliaries of denials."""
    words = _TOKEN.findall(without_negations(text).casefold())
    return [w for w in words if not _ARTICLE.fullmatch(w) and w not in _DO]


def _stem(word: str) -> str:
    return next(iter(words_of(word)), word)


def _is_verb(tokens: list[str], at: int) -> bool:
    """Whether a word is a finite verb in the third person (``holds``, ``hält``), or a participle (``is found``)."""
    word = tokens[at]
    if at and tokens[at - 1] in _BE:
        return word.endswith(("ed", "en", "t", "und", "n"))
    return (
        len(word) > 3
        and word.endswith(("s", "t"))
        and not word.endswith(("ss", "ness", "ment", "heit", "keit"))
    )
