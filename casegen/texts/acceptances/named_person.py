"""Whether what stands for a person names one: grammar alone, a pointer, or a sentence does not."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.acceptances.person import readable

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
_OFFICE = (
    r"(?:[A-ZÄÖÜ][a-zäöüß]*-?)?(?:[Gg]utachter|[Pp]rüfer|[Ll]eiter|[Ll]eitung|[Ii]ngenieur|[Bb]eauftragte|[Ss]achverständige|[Mm]anager|[Mm]itarbeiter|"
    r"[Bb]ewerter|[Aa]uditor|[Ii]nspektor|[Kk]olleg|[Cc]hef|[Dd]irektor|[Bb]etreiber|[Aa]ssessor|[Rr]eviewer|[Ee]ntwickler|[Ee]igentümer)(?:in|e|[rn])?"
)
"""what somebody is employed as, in German, and not by whom it is held"""
_NO_ONE_DEFINITE = compiled(
    r"^(?:my|our|your|their|mein\w*|unser\w*|mon|notre|nuestr[oa]|nostr[oa])\s+(?!(?:[\w-]+\s+){0,3}"
    r"(?:board|committee|panel|council|authority|department|directorate|\w*(?:ausschuss|gremium|beirat|abteilung|leitung))\b)\w|"
    r"^(?:some|any|another|somebody|someone|anybody|anyone|irgend\w*|jemand\w*|(?:un|una|uno)\s+\w+|whoever|wer|quien)\b|(?-i:^[aA]n?\s+[a-z])|"
    r"^ein(?:e[rnms]?)?\s+\w|^(?:unknown|unnamed|unidentified|anonym(?:ous|er|e)?|unbekannte?[rns]?)\s+\w|"
    r"(?-i:^(?:(?:the\s+)?(?:[Ff]ormer|[Pp]revious)|[Ee]x-|[Ee]hemalige[rn]?|(?:the\s+)?new|neue[rn]?)\s*[a-zß-ÿ ]+$)|"
    rf"(?-i:^(?:der\s+|die\s+)?(?:(?:[Ee]hemalige|[Ff]rühere|[Vv]ormalige|[Nn]eue)[rn]?\s+|[Ee]x-){_OFFICE}$)|"
    r"(?-i:^(?:retired|left\s.*|ausgeschieden)$)|"
    r"(?-i:^(?:the|der|die)\s+(?:\w+\s+)?(?:boss|chef|guy|itself|selbst|Chefin?|Vorgesetzten?|Kolleg(?:e|in)|colleague|superior)$)|"
    r"^(?:every(?:body|one)|all|alle|jede[rnms]?|wir\s+alle)\s+(?:in|at|of|on|present|im|am|bei|aus|von|anwesend\w*)\b|"
    r"(?-i:^[A-ZÄÖÜ][\w.'’-]*(?:\s+[A-ZÄÖÜ][\w.'’-]*)*\s+(?:or|oder)\s+[A-ZÄÖÜ])",
    re.I,
)
"""``my boss``, ``some reviewer``, ``ein Prüfer``, ``former assessor``: nobody who could be asked"""
_FIELD_NAME = (
    r"(?:(?:full\s+)?name|vorname|nachname|surname|date|datum|place|ort|signature|unterschrift|stamp|stempel|role|"
    r"funktion|position|title)"
)
_FORM = compiled(
    rf"\W*{_FIELD_NAME}(?:(?:\s*[,;/|+&]\s*|\s+)(?:(?:and|und|or|oder)\s+)?{_FIELD_NAME})+\W*|"
    r"\W*(?:first|last|given|family|full|your|sur)?\W*(?:name|vorname|nachname|surname|last)\W*(?:(?:vor|nach|sur|first|last)\w*)?\W*|"
    r"\W*sign\s+here\W*|\W*(?:self|selbst)\W?(?:assessment|auskunft|accepted)\W*|\W*(?:accepted\s+by\s+)?default\W*|"
    r"\W*auto(?:matic(?:ally)?)?(?:\s+accepted)?\W*|\W*(?:an?\s+)?(?:llm|ai|ki)\W*|\W*anon\W*|\W*ebenso\W*|"
    r"\W*jane\s+roe\W*|\W*open\s+position\W*|\W*(?:asdf|qwert|qwer|yxcv|zxcv)\w*\W*",
    re.I,
)
"""what stands in a form before somebody fills it in, and what nobody typed as a name"""
_RECORD_ALONE = compiled(
    r"\W*(?:the\s+)?(?:minutes|protocol|protokoll|niederschrift|meeting|session|sitzung|besprechung|e-?mail|letter|brief|phone\s+call|telefonat|signature|stamp|stempel|"
    r"workshop)(?:\s+(?:no\.?|nr\.?|of|from|on|vom|von|der|in|at|the|dated|jan\w*|feb\w*|mar\w*|mär\w*|apr\w*|may|mai|june?|juni|july?|juli|aug\w*|sep\w*|"
    r"o[ck]t\w*|nov\w*|de[cz]\w*|[\d.,/-]+(?:st|nd|rd|th)?))*\W*",
    re.I,
)
"""``minutes of 3 May``: a record of a day, and nobody"""
_NOT_YET = compiled(
    r"(?-i:^\W*will\s+[a-z])|^\W*(?:maybe|perhaps|probably|todo|vielleicht)\b|\bpas\s+encore\b|^\W*(?:à|por|da)\s+(?:nommer|désigner|définir|definir|"
    r"nombrar|designar|definire|nominare)\b|^\W*(?:non|sin)\s+(?:nommé|nombrar|asignar)\b",
    re.I,
)
_UNSIGNED = compiled(
    r"\b(?:tb[acds]|to\s+be\s+\w+|did\s+not\s+(?:sign|accept|approve)|not\s+signed|hat\s+nicht\s+\w+)\b", re.I
)
"""what in brackets takes back the name before them"""
_GONE = compiled(
    r"[(,;–-]\s*(?:(?:has|who|since|now|meanwhile|inzwischen|hat|die|der)\s+){0,2}(?:left|quit|retired|resigned|ausgeschieden|pensioniert|im\s+ruhestand)\b"
    r"(?!\s+(?:hand|side|wing|bank|door|lane|half)\b)|[(,;–-]\s*(?:hat\s+)?(?:das|die)\s+(?:unternehmen|firma)\s+verlassen\b",
    re.I,
)
"""``(left the company)``: behind a name, somebody who cannot be asked any more"""
_FIELD = compiled(r"[^:]*:\s*[^\W\d_A-ZÄÖÜ][^\WA-ZÄÖÜ]*\W*")
"""a field of a form with one word in small letters: ``owner: safety``; not ``owner: B. Judge``, ``dep: S12``"""
_BRACKETS = compiled(r"\(([^()]*)\)")
_ROLE_BY_LAW = compiled(
    r"\W*(?:the\s+|die\s+)?(?:responsible\s+person|person\s+responsible|verantwortliche\s+person)\s*\((?=[^()]*\d)[^()]*"
    r"(?:\b(?:articles?|art|artikel|annex|anhang|clause|section|abs|(?-i:MDR|IVDR|EU|EN|ISO|IEC))\b|§)[^()]*\)",
    re.I,
)
"""``Responsible person (MDR article 15)``: a role that a law makes somebody's"""
_GIVEN_NAME = compiled(r"(?:Will|May|Mai|Can|Do|An)\s+[A-ZÄÖÜ][a-zß-ÿ'’-]+")
"""``Will Must``: what is written large after a name that is a word as well is a surname"""
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
    seen = readable(text)
    return _SURNAME.fullmatch(seen) is not None or _GIVEN_NAME.fullmatch(seen) is not None


def names_nobody(text: str) -> str:
    """Why what stands for a person is none, as the key of a reason (``is_…``); empty where it may be one.

    >>> [bool(names_nobody(t)) for t in ("nobody yet", "same as owner", "the owner of this claim", "to be named",
    ...     "Otto will decide", "noch niemand", "owner: safety")]
    [True, True, True, True, True, True, True]
    >>> [bool(names_nobody(t)) for t in ("J. Same", "Will Smith", "head of operations", "author of TN-12", "Ms. Owner",
    ...     "Owner: B. Judge")]
    [False, False, False, False, False, False]
    """
    seen = readable(text)
    plain = _BRACKETS.sub(" ", seen).strip() or seen
    if any(_UNSIGNED.search(said) for said in _BRACKETS.findall(seen)) or _NOT_YET.search(plain):
        return "placeholder"
    if _GONE.search(seen):
        return "nobody"
    if is_surname(plain) or _ROLE_BY_LAW.match(seen):
        return ""
    if _NO_ONE_DEFINITE.search(plain) or _FORM.fullmatch(plain) or _FIELD.fullmatch(plain):
        return "nobody"
    if _ELSEWHERE.fullmatch(plain) or _RECORD_ALONE.fullmatch(plain):
        return "pointer"
    if _SENTENCE.search(plain):
        return "no_person"
    words = re.findall(r"[^\W_]+", plain.casefold())
    empty = bool(words) and all(
        word in _GRAMMAR or word in _PARTS or word.removesuffix("s") in _PARTS for word in words
    )
    return "placeholder" if empty or _UNFILLED.search(plain) else ""
