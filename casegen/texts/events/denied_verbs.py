"""A sentence beside a top event of the same subject, where one of the two denies: another verb, or more words of it.

*The pump is ready in at most 1 of 1,000 demands* limits what is wanted, where the tree is of *The pump does not deliver*.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.events.polarity import names_harm, polarity
from casegen.texts.events.sentences import event_sentence, says, tokens_of
from casegen.texts.wording.denials import negations
from casegen.texts.wording.event_words import words_of

_PREVENTED = compiled(
    r"\b(?:is|are|was|were|be|been|being|gets?)\s+(?P<no>(?:not|never)\s+)?(?:prevented|kept|stopped|hindered|barred|"
    r"deterred|precluded|inhibited|restrained|held\s+back)\s+from\s+(?=[^\W\d]+ing\b)|\b(?:fails?|refuses?)\s+to\s+(?=[^\W\d])",
    re.I,
)
_AUXILIARY = r"(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|shall|should|must|may|might)"
_DENIED_AT = compiled(
    rf"^(?P<subject>.+?)\s+(?:{_AUXILIARY}(?:\s+not|n['’]t|\s+never)|cannot|never|(?:is\s+)?no\s+longer|fails?\s+to|not)\s+"
    r"(?P<rest>[^\W\d][\w-]*)",
    re.I,
)
"""where the verb of a denied event stands: ``does not deliver``"""
_DENIED_BEHIND = compiled(
    r"^(?P<subject>(?i:der|die|das|eine?r?|jede[rs]?)\s+(?:[^\W\d]+\s+|\d+\s+)+?)(?P<rest>[a-zäöüß]+(?:t|en))\s+(?:[^.;]+?\s+)?nicht\b"
)
"""``Die Pumpe fördert nicht``, ``Der Haken hält seine Last nicht``: a verb in small letters, and a denial behind it"""
_GOES_WRONG = compiled(
    r"\b(?:too|only|merely|just|by\s+itself|late|early|half|less|wrong\w*|drops?|los(?:es?|t)|slips?|sticks?|stuck|jams?|jammed|leaks?|"
    r"breaks?|broken|bursts?|cracks?|hits?|passes|leaves|strikes?|injures?|hurts?|kills?|traps?|overlooks?|ignores?|misses|trips?|stalls?|overruns?|"
    r"overshoots?|overheats?|freezes|frozen|blocks?|blocked|seizes?|seized|falls?|tears?|burns?|explodes?|derails?|"
    r"(?:stays|remains)\s+(?:shut|open|closed|locked)|(?:stays|remains|is)\s+(?:silent|dark|off|out|dead|down)|delayed|lets|(?:goes|comes|runs|drifts|slides|flies|rolls)\s+(?:out|off|away|past|down|over)|refuses?|lacks?|without|out\s+of|"
    r"no\s+longer|un[^\W\d]{4,}(?:able|ed)|dis[^\W\d]{4,}ed|zu|nur|halb|verlier\w*|verlor\w*|bricht|reißt|klemmt|rutscht|leckt|trifft|"
    r"verletzt|übersieht|übersehen|verpasst|überfährt|blockiert|fällt|lässt|stumm|ohne|spät|verspätet|verlässt|platzt|brennt|nichts|"
    r"weniger|falsch\w*|un[^\W\d]{5,})\b",
    re.I,
)
"""words by which an event tells by itself that something goes wrong"""
_STATE_VERBS = (
    "is are was were be stays stay remains remain gets ist sind war waren bleibt bleiben wird "
    "has have had can could will would may might hat haben kann können"
)
_BEFORE_STATE = frozenset(_STATE_VERBS.split())
"""what says the more with the word behind it: ``is ready``"""
_STARTS = compiled(
    r"\s*(?:(?:the|an?|every|each|der|die|das|eine?[rn]?|jede[rs]?)\s+[^\W\d_]|(?-i:[A-ZÄÖÜ]\w*\s+(?:\d+|[A-Z])\s))",
    re.I,
)


def without_prevention(text: str) -> str:
    """The text with *is prevented from starting* and *fails to start* as denials of *starting*.

    >>> without_prevention("The train is prevented from starting"), without_prevention("It is not kept from starting")
    ('The train not starting', 'It not not starting')
    """
    return _PREVENTED.sub(lambda match: f"{match['no'] or ''}not ", text)


def beside_denial(text: str, top: str) -> str:
    """The verb of a sentence and what its top event says of the same subject, where one of them denies; else empty.

    A sentence whose own words tell that something goes wrong is left alone (``loses its pressure``), and so is one that
    says how (``delivers too late``).

    >>> beside_denial("The pump is ready in at most 1 of 1,000 demands", "The pump does not deliver")
    'is ready, does not deliver'
    >>> beside_denial("The lift does not start in at most 1 of 1,000 trips", "The lift starts with an open door")
    'does not start, starts'
    >>> beside_denial("The pump loses its pressure in at most 1 of 1,000 demands", "The pump does not deliver")
    ''
    """
    event, top = without_prevention(event_sentence(text)), without_prevention(top)
    if polarity(text) or not (_STARTS.match(event) and _STARTS.match(top)):
        return ""
    denies = negations(event) % 2
    if denies == negations(top) % 2 or goes_wrong(event):
        return ""
    if denies:
        return _same_verb(event, top) if not goes_wrong(top) else ""
    return "" if names_harm(event) else _same_verb(top, event, turned=True) or _other(event, top)


_SERVES = compiled(
    r"(?:work|function|operate|operational|perform|respond|react|act|run|running|start|available|ready|able|present|effective|active|usable|"
    r"funktioniert|arbeitet|reagiert|läuft|startet|verfügbar|bereit|wirksam|einsatzbereit)(?:e?s|ing)?",
    re.I,
)
"""words by which a denial says of anything that it fails"""


def denied_otherwise(text: str, top: str) -> str:
    """The denials of a sentence and of its top event, where both deny another verb or state of the same subject.

    *The pump is not stuck* denies what goes wrong, where the tree is of *The pump does not deliver*.

    >>> denied_otherwise("The pump is not stuck in at most 1 of 1,000 demands", "The pump does not deliver")
    'is not stuck, does not deliver'
    >>> denied_otherwise("The pump does not work in at most 1 of 1,000 demands", "The pump does not deliver")
    ''
    """
    event, top = without_prevention(event_sentence(text)), without_prevention(top)
    one, other = denied_verb(event), denied_verb(top)
    if one is None or negations(event) != 1 or _SERVES.fullmatch(one[1]):
        return ""
    if other is None:  # "is not stuck" beside "stays shut"
        denies_harm = goes_wrong(one[1]) and not says(top, one[1]) and _begins(one[0], top)
        return one[2] if denies_harm else ""
    if not (_begins(one[0], top) and _begins(other[0], event)) or _all_words(event) >= _all_words(top):
        return ""
    return "" if says(top, one[1]) else f"{one[2]}, {other[2]}"


def denied_verb(text: str) -> tuple[list[str], str, str] | None:
    """The words of a subject, the verb denied of it, and how that stands there; None where no verb is denied.

    >>> denied_verb("The feed pump does not deliver")
    (['feed', 'pump'], 'deliver', 'does not deliver')
    """
    match = _DENIED_AT.match(text) or _DENIED_BEHIND.match(text)
    if match is None:
        return None
    return tokens_of(match["subject"]), match["rest"], text[match.end("subject") : match.end()].strip()


def goes_wrong(event: str) -> bool:
    """Whether the words of an event tell by themselves that something goes wrong.

    >>> goes_wrong("The pump delivers too late"), goes_wrong("The pump delivers")
    (True, False)
    """
    return _GOES_WRONG.search(event) is not None


def _same_verb(denied: str, other: str, turned: bool = False) -> str:
    """Both verbs, where ``other`` says what ``denied`` denies, with more words, or with fewer."""
    stands = denied_verb(denied)
    if stands is None:
        return ""
    subject, verb, quote = stands
    one, two = _all_words(denied), _all_words(other)  # "behind the line" is not "before the line"
    if one == two or not (one < two or two < one) or not _begins(subject, other) or not says(other, verb):
        return ""
    said = next((word for word in tokens_of(other) if words_of(word) & words_of(verb)), "")
    if not said:
        return ""
    return f"{said}, {quote}" if turned else f"{quote}, {said}"


def _all_words(text: str) -> frozenset[str]:
    return frozenset(next(iter(words_of(word)), word) for word in tokens_of(text))


def _begins(subject: list[str], text: str) -> bool:
    """Whether a text begins with the words of a subject, in the singular or the plural."""
    words = tokens_of(text)[: len(subject)]
    return len(words) == len(subject) > 0 and all(map(_same, subject, words))


def _same(one: str, other: str) -> bool:
    return one == other or bool(words_of(one) & words_of(other))


def _other(event: str, top: str) -> str:
    """The predicate of an event, where its top denies another verb of the same subject."""
    stands = denied_verb(top)
    if stands is None or not _begins(stands[0], event):
        return ""
    subject, verb, quote = stands
    rest = tokens_of(event)[len(subject) :]
    if not rest or says(event, verb):
        return ""
    plural = re.search(r"\b(?:do|are|were|have)\s+not\b|\b[^\W\d]+en\b.*\bnicht\b", quote, re.I) is not None
    said = rest[:2] if rest[0] in _BEFORE_STATE else rest[:1]
    finite = rest[0] in _BEFORE_STATE or plural or (len(rest[0]) > 3 and rest[0].endswith(("s", "t")))
    if not finite or rest[0].endswith(("ss", "ness", "ment")):
        return ""
    return (
        ""
        if any(says(top, word) for word in said if word not in _BEFORE_STATE)
        else f"{' '.join(said)}, {quote}"
    )
