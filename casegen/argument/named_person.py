"""Whether what stands for a person names one: grammar alone, a pointer, or a sentence does not."""

from __future__ import annotations

import re

from casegen.argument.person import readable
from casegen.model.expressions import compiled

_CLOSED = """
a an the this that these those of by for to in on at with from as like than or and but who whom whose which it its
he she they we you his her their our my your i me him them us
is are was were be been being has have had does do did will would shall should may might can could must
no not nor never none neither nobody noone any some each every all both other another else same one ones
yet still soon later now so far only also just here there then again somebody someone anybody anyone everybody everyone
der die das den dem des ein eine einer eines einem einen und oder aber von vom zu zum zur für mit bei im in an am als wie
er sie es wir ihr ich ist sind war waren hat haben wird werden soll muss kann nicht nie kein keine keiner keines niemand
noch schon bald später nur auch selbe selbst gleiche derselbe dieselbe dasselbe jemand irgendwer alle jeder andere anderer
"""
_GRAMMAR = frozenset(_CLOSED.split())
"""words of closed classes, in English and German: articles, pronouns, prepositions, auxiliaries, negations, adverbs"""
_NOUNS = """
owner owns owned signs signed wrote undersigned responsible whoever empty
author person people human man woman individual party name signature signatory approver
claim argument step node evidence case context assumption doubt objection defeater document report entry row
besitzer besitzerin eigentümer eigentümerin verfasser autor person unterschrift behauptung nachweis dokument zeile
"""
_PARTS = frozenset(_NOUNS.split())
"""nouns for somebody or something in the case: ``the owner of this claim`` names nobody who is not named elsewhere"""
_UNFILLED = compiled(
    r"(?-i:\bto\s+be\s+[a-z]+)|(?-i:^\W*(?:not|without|will\s+be|wird|ohne|nicht)\s)|^\W*(?:still\s+)?to\s+be\s+\w+|^\W*(?:noch\s+)?zu\s+\w+en\b|^\W*(?:vacant|unfilled|vakant|unbesetzt)\b|"
    r"\b(?:missing|withheld|vacant|unsigned|fehlt|fehlend\w*|unbesetzt|vakant)\W*$",
    re.I,
)
_ELSEWHERE = compiled(
    r"\W*(?:(?:see|cf|siehe|vgl|like|as|wie)\b.*|(?:the\s+)?same\b.*|ditto|dito|idem|(?:as\s+)?above|(?:as\s+)?below|oben|"
    r"unten|s\W*[ou])\W*",
    re.I,
)
_SENTENCE = compiled(
    r"\S\s+(?:will|would|shall|should|must|(?:has|have|is|are|was|were|did|does|do)\s+(?:yet\s+)?(?:not|to)|wird|werden|soll|sollte|muss)\s+\w"
)
"""small letters only: ``Will`` and ``May`` are names; so is what stands first"""
_SURNAME = compiled(
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx|Sir|Herr|Frau|Ing|Dipl)\b\.?\s+|[^\W\d_]\.\s*)+[^\W\d_](?=\w*[a-zß-ÿ])[\w'’-]+"
)
"""``M. Pending``, ``Ms. Owner``: what follows a title or an initial is how somebody is called"""


def is_surname(text: str) -> bool:
    """Whether the whole is a title or initials and one name, which may be any word.

    >>> [is_surname(t) for t in ("M. Pending", "Dr. J. Yet", "pending", "M. TBD", "B. Judge, pending")]
    [True, True, False, False, False]
    """
    return _SURNAME.fullmatch(readable(text)) is not None


def names_nobody(text: str) -> str:
    """Why what stands for a person is none; empty where it may be one.

    >>> [bool(names_nobody(t)) for t in ("nobody yet", "same as owner", "the owner of this claim", "to be named",
    ...     "Otto will decide", "noch niemand")]
    [True, True, True, True, True, True]
    >>> [bool(names_nobody(t)) for t in ("J. Same", "Will Smith", "head of operations", "author of TN-12", "Ms. Owner")]
    [False, False, False, False, False]
    """
    plain = re.sub(r"\([^()]*\)", " ", readable(text)).strip() or readable(text)
    if is_surname(plain):
        return ""
    if _ELSEWHERE.fullmatch(plain):
        return "points to somebody else instead of naming who it is"
    if _SENTENCE.search(plain):
        return "is a sentence, and not who accepted"
    words = re.findall(r"[^\W_]+", plain.casefold())
    empty = bool(words) and all(
        word in _GRAMMAR or word in _PARTS or word.removesuffix("s") in _PARTS for word in words
    )
    return "stands for something that is still to come" if empty or _UNFILLED.search(plain) else ""
