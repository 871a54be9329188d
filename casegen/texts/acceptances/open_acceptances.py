"""Names beside which no acceptance stands: one that is undecided, put off or given back; and names that are such words.

*B. Judge (on hold)* accepts nothing, *Anna Open* and *Pending, Max* are people.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.acceptances.named_person import is_surname
from casegen.texts.acceptances.person import readable

_DECIDED = r"(?:decided|determined|settled|confirmed|released|approved|accepted|agreed|signed)"
_ENTSCHIEDEN = r"(?:entschieden|bestätigt|freigegeben|abgenommen|geklärt|unterschrieben|angenommen)"
_STATE = (
    rf"(?:(?:not|never)\s+(?:yet\s+)?{_DECIDED}(?:\s+yet)?|undecided|undetermined|unresolved|unsettled|unconfirmed|deferred|postponed|"
    r"adjourned|tabled|parked|shelved|put\s+off|on\s+(?:hold|ice)|held\s+(?:back|over)|tentative(?:ly)?|suspended|in\s+abeyance|"
    r"(?:under|in)\s+(?:consideration|discussion|deliberation|dispute|rework)|up\s+for\s+discussion|open|proposed|nominated|vorgeschlagen|"
    r"(?:decision|acceptance|approval|answer)\s+(?:is\s+|still\s+)*(?:open|pending|outstanding|missing|deferred|awaited)|(?:decision|answer|signature)\s+to\s+follow|to\s+follow|"
    r"n\W?a\s+yet|not\s+(?:available|applicable)\s+yet|"
    rf"(?:noch\s+)?nicht\s+{_ENTSCHIEDEN}|unentschieden|unbestätigt|ungeklärt|zurückgestellt|vertagt|verschoben|aufgeschoben|ausgesetzt|"
    r"ruht|in\s+der\s+schwebe|schwebend|abwartend|offen|strittig|in\s+(?:beratung|diskussion|überarbeitung|abstimmung)|"
    r"(?:entscheidung|abnahme|freigabe|antwort|zusage)\s+(?:ist\s+|noch\s+)*(?:offen|vertagt|fehlt|folgt|steht\s+(?:noch\s+)?aus)|folgt)"
)
_UNTIL = r"(?:\s+(?:until|till|by|for|to|on|in|since|as\s+of|bis|zum|zur|für|auf|am|seit|with|mit)\b.*)?"
_SENT_BACK = (
    r"(?:(?:returned|sent\s+back|given\s+back|handed\s+back|bounced)(?:\s+(?:for|to|unsigned|with|on|in)\b.*)?|"
    r"(?:zurück(?:gegeben|geschickt|gereicht|gesandt)|zur\s+(?:überarbeitung|nacharbeit|korrektur))(?:\s.*)?)"
)
_OPEN_PIECE = compiled(
    rf"\W*(?:(?:still|currently|is|was|remains|left|for\s+now|noch|derzeit|ist|wurde|bleibt)\s+)*(?:{_STATE}{_UNTIL}|{_SENT_BACK})\W*",
    re.I,
)
_BEFORE_NAME = compiled(
    r"^\W*(?:tentative(?:ly)?|undecided|deferred|postponed|parked|unconfirmed|zurückgestellt|vertagt|unbestätigt)\s+(?=[A-ZÄÖÜ])"
)
_BEHIND_NAME = compiled(
    r"[A-ZÄÖÜ][\w.'’-]*\s+(?:undecided|deferred|postponed|tentative(?:ly)?|on\s+hold|parked|suspended|unconfirmed|open|offen|n/a\s+yet|"
    r"zurückgestellt|vertagt|verschoben|unentschieden|unbestätigt)\W*$"
)
"""in small letters beside a name"""
_CONTINGENT = compiled(
    r"\b(?:contingent|dependent|depending|conditional)\s+(?:up)?on\b|\b(?:abhängig\s+von|in\s+abhängigkeit\s+von)\b",
    re.I,
)
_NOBODY_STANDS_IN = compiled(
    r"\W*(?:acting|deputy|interim|stand-?in|substitute|per\s+pro(?:c(?:uration(?:em)?)?)?\.?|per\s+procura|p\.?\s?p\.?|ppa\.?|i\.?\s?[va]\.?|"
    r"in\s+vertretung|im\s+auftrag|kommissarisch|stellvertretend|vertretungsweise|(?:der|die)\s+(?:stell)?vertret(?:er|erin|ung))\W*",
    re.I,
)
"""*i. V.* with nobody behind it"""
_SEPARATOR = compiled(r"[,;:()\[\]|]|(?<!\bn)/|\s[–—-]\s|\.\s+(?=[a-z])")
_MATTERS = """
decision approval acceptance review signature status result test tests final answer reply response feedback
action item issue point ticket step comment document report release audit check assessment sign-off signoff
outcome vote team board lead leader manager head engineer office group department committee panel assessor
reviewer auditor inspector officer director chief safety quality project risk system software hardware
customer supplier client operator everybody still currently yet now later today tomorrow monday tuesday
wednesday thursday friday saturday sunday january february march july august september october november
december entscheidung freigabe prüfung abnahme annahme unterschrift bewertung stand antwort zusage gutachten
gutachter prüfer leitung leiter leiterin amt abteilung gruppe ausschuss kunde lieferant sicherheit qualität
projekt noch derzeit weiter not never no nicht nie kein without ohne if unless when wenn falls to be is are
was has under in on at for with by until subject accepted approved agreed signed done ok partly mostly fully
largely
"""
_NO_GIVEN_NAME = frozenset(_MATTERS.split())
"""what stands before *open* or *pending* and is no first name"""
_TITLE = r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx|Sir|Herr|Frau|Ing|Dipl)\b\.?\s+)*"
_PART = r"[^\W\d_a-zß-ÿ][a-zß-ÿ'’]+(?:-[^\W\d_][a-zß-ÿ'’]+)*"
_FULL = compiled(rf"{_TITLE}(?P<given>{_PART})(?:\s+[^\W\d_a-zß-ÿ]\.)*\s+{_PART}")
_INVERTED = compiled(
    rf"{_PART}\s*,\s*{_TITLE}(?:(?P<given>{_PART})|[^\W\d_a-zß-ÿ]\.)(?:\s*[^\W\d_a-zß-ÿ]\.)*"
)


def is_full_name(text: str) -> bool:
    """Whether the whole is a first name and a surname, in either order, each of which may be any other word.

    >>> [is_full_name(t) for t in ("Anna Open", "Pending, Max", "Hold, B.", "Petra K. Entwurf")]
    [True, True, True, True]
    >>> [is_full_name(t) for t in ("Decision Pending", "Anna open", "Open, B. Judge", "Tentative Open")]
    [False, False, False, False]
    """
    seen = readable(text).strip()
    match = _FULL.fullmatch(seen) or _INVERTED.fullmatch(seen)
    given = match["given"] if match is not None else None
    if given is None:
        return match is not None
    return given.casefold() not in _NO_GIVEN_NAME and _OPEN_PIECE.fullmatch(given) is None


def without_full_name(text: str) -> str:
    """What stands beside a first name and a surname; the whole text where it does not begin with both.

    >>> without_full_name("Anna Pending, TÜV"), without_full_name("B. Judge, pending")
    (', TÜV', ', pending')
    """
    seen = readable(text).strip()
    if is_full_name(seen):
        return ""
    name, comma, rest = seen.replace("(", ",(", 1).partition(",")
    return f"{comma} {rest.strip()}" if is_full_name(name.strip()) or is_surname(name.strip()) else text


def left_open(text: str) -> bool:
    """Whether what stands for an acceptance says that it is undecided, put off, given back or contingent.

    >>> [left_open(t) for t in ("deferred", "B. Judge: on hold", "returned for rework", "B. Judge, nicht entschieden")]
    [True, True, True, True]
    >>> [left_open(t) for t in ("Anna Open", "Open, Anna", "Open Source Board", "B. Judge (returned from leave)")]
    [False, False, False, False]
    """
    rest = without_full_name(text)
    pieces = [piece for piece in _SEPARATOR.split(readable(rest)) if piece.strip()]
    beside = any(pattern.search(rest) for pattern in (_BEFORE_NAME, _BEHIND_NAME, _CONTINGENT))
    return beside or any(_OPEN_PIECE.fullmatch(piece) for piece in (rest, *pieces) if piece.strip())


def stands_in_alone(text: str) -> bool:
    """Whether a text says that somebody acts for another one, and names nobody.

    >>> [stands_in_alone(t) for t in ("i. V.", "kommissarisch", "acting", "kommissarische Leiterin A. Meier")]
    [True, True, True, False]
    """
    return _NOBODY_STANDS_IN.fullmatch(readable(text)) is not None
