"""Placeholders, and reasons that are none: still to come, put off, a pointer to something else."""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.acceptances.person import readable, without_address
from casegen.texts.reservations.unfinished import unfinished
from casegen.texts.wording.open_words import MARKS

_NAMES_NOBODY = """
nobody noone none na nil null tbd tba tbc tbs todo fixme xxx unknown unnamed someone somebody anyone anybody
everyone everybody pending open name assessorsname placeholder dummy later yes ok true accepted approved done
niemand keiner keine jemand irgendwer unbekannt offen spaeter später folgt ausstehend nn nomennescio ja
tobedetermined tobedecided tobeconfirmed tobedefined tobeannounced notassigned unassigned notyet notapplicable
we us ourselves me myself self team theteam thegroup thecompany author theauthor owner theowner wir ich selbst
dasteam derautor projectteam theprojectteam cipipeline thepipeline pipeline buildserver
chatgpt gpt copilot llm ai theai ki bot jenkins ci automatic automated automatically tool thetool casegen
script skript thescript makefile cronjob thescripts program theprogram software thesoftware
computer thecomputer rechner machine themachine server
reason because noreason noneneeded notneeded nocondition noconditions asagreed obviously
johndoe janedoe maxmustermann erikamustermann musterfrau mustermann mickeymouse testuser anonymous anonym ghost admin
administrator root user user1 abc foo bar foobar
system thesystem dassystem outstanding acceptanceoutstanding inprogress stehtaus stehtnochaus inklärung inprüfung entfällt
waived formality exempt exempted skipped notrequired nochoffen nochzuklären zuklären wirdnochbenannt okay fine passt
"""
_PLACEHOLDERS = frozenset(_NAMES_NOBODY.split())
_STUDIED = (
    r"(?:done|decided|determined|defined|clarified|analy[sz]ed|assessed|considered|discussed|looked\s+at|reviewed|studied|"
    r"examined|checked|investigated|evaluated)"
)
_PUT_OFF = compiled(
    rf"\bto\s+be\s+{_STUDIED}\b|\bwill\s+be\s+{_STUDIED}\b|\b(?:not|never)\s+(?:yet|been)\s+(?:\w+\s+)?{_STUDIED}\b|"
    rf"\b(?:not|never)\s+(?:been\s+)?{_STUDIED}\s+(?:yet|so\s+far)\b|^\W*(?:not|never)\s+(?:been\s+)?{_STUDIED}\W*$|"
    r"\b(?:ran|run)\s+out\s+of\s+time\b|\bno(?:body)?\s+(?:had\s+)?(?:the\s+)?time(?:\s+left)?\W*$|"
    r"\b(?:skipped|deferred|postponed)\b|\bnoch\s+(?:nicht|zu|offen)\b|\bwird\s+(?:noch|später)\b|"
    r"\b(?:in|at|for)\s+(?:the|our)\s+next\s+(?:session|workshop|meeting|review|release|revision|version|phase|step)\b|"
    r"^\W*(?:low(?:est)?|no|small)\s+priority\W*$|^\W*(?:geringe|niedrige|keine)\s+priorität\W*$|\bin\s+der\s+nächsten\s+(?:sitzung|besprechung|runde)\b|"
    r"\b(?:vertagt|verschoben|vorerst)\b|\bfor\s+(?:now|the\s+moment)\b|\bopen\s+(?:point|issue|action|item|question)\b|"
    r"\b(?:no\s+idea|no\s*(?:one|body)\s+knows|tb[dc]|todo|unclear|not\s+known|keine\s+ahnung|offener\s+punkt|unklar)\b|"
    r"\b(?:look|see|decide|check|analy[sz]e|discuss|do|address|consider|study)\b(?:\s+\w+){0,3}\s+later\b",
    re.I,
)
_POINTER = compiled(
    r"\W*(?:(?:see|cf|ref|refer\s+to|as\s+per|per|under|siehe|vgl|s|gemäß)\b\W*)?(?:the\s+|an?\s+|open\s+|offene[rns]?\s+)*"
    r"(?:actions?(?:\s+items?)?(?:\s+lists?)?|ap|ai|to-?do|issues?|tickets?|points?|items?|comments?|remarks?|notes?|minutes|workshop|"
    r"discussion|meeting|rows?|entry|entries|above|below|elsewhere|previous|(?:the\s+)?same(?:\s+as\s+\w+)?|ditto|dito|idem|"
    r"as\s+(?:above|before|discussed|agreed)|maßnahmen?|aktion(?:en)?|punkte?|zeilen?|oben|unten|protokoll|besprechung|"
    r"wie\s+(?:oben|besprochen|vereinbart)|s\W*o)\b\W*(?:no\b\W*|nr\b\W*)?(?:\w*\d[\w.-]*)?\W*(?:open|pending|raised|closed)?\W*",
    re.I,
)
_SEE = compiled(r"\W*(?:see|cf|ref|refer\s+to|siehe|vgl)\b[^:;,–—]*", re.I)
_BARE = compiled(
    r"\W*(?:it\s+|is\s+|this\s+)*(?:not\s+relevant|irrelevant|does\s+not\s+apply|not\s+needed|no\s+deviation|no\s+issue|nothing|(?:(?:the\s+)?risk\s+(?:is\s+)?)?(?:tolerable|acceptable|accepted|akzeptabel|tragbar)|no|nein|agreed(?:\s+(?:in|by|with|at)\s+(?:the\s+)?\w+)?|entfällt|"
    r"trifft\s+nicht\s+zu|nicht\s+(?:relevant|anwendbar|nötig))\W*",
    re.I,
)
_WORDS = """
    a an the this that it its we i our us my their they them somebody someone nobody no one else others other
    another people person team is are was were be been being has have had do does did will would should can could
    may might must not never ever and or so of in on at to by with for from within here there as if any all too
    very rather quite extremely highly fairly really just only still already out outside beyond scope study
    session workshop meeting project case revision document analysis elsewhere separate supplier suppliers
    customer customers client maker manufacturer vendor subcontractor responsibility responsible job task business
    left referred delegated up handled treated covered addressed dealt considered excluded skipped dropped omitted
    ignored taken care probability likelihood likely unlikely probable improbable rare rarely seldom low small
    high negligible minor insignificant risk concern concerns issue problem harmless safe acceptable uncritical ok
    okay fine good assumed believed thought deemed presumed seems seem appears think believe assume feel guess
    know experience happened happen occurred occur seen observed reported far yet before until now year years
    month months decade decades ten five twenty obvious obviously trivial clear clearly self evident course time
    present available der die das ein eine es ist sind war wird werden wurde hat wir nicht nie kein keine bisher
    noch selten sehr unwahrscheinlich gering geringes risiko außerhalb des umfangs unkritisch harmlos sicher
    offensichtlich nachgereicht nachgeliefert nachgeholt lieferant hersteller kunde sache aufgabe vorgekommen
    passiert beobachtet aufgetreten none contract budget takes take hard difficult say tell assess judge probably
    perhaps maybe presumably later operation unser unsere gewerk vermutlich wahrscheinlich schwer schwierig zu
    sagen beurteilen
"""
_SAYS_NOTHING = frozenset(_WORDS.split())
"""words that hand a question to others, or judge it, and name nothing of the system"""
_AHEAD = (
    rf"{MARKS}|placeholder|dummy|(?:still\s+)?to\s+be\s+{_STUDIED}|"
    rf"not\s+(?:yet\s+)?{_STUDIED}(?:\s+yet)?|noch\s+(?:offen|nicht\s+\w+)|folgt"
)
_UNWRITTEN = compiled(rf"\W*(?:{_AHEAD}|n\W?a|not\s+applicable)?\W*", re.I)
_TO_COME = compiled(
    rf"\W*(?:{_AHEAD}|pending|later|unknown|ausstehend|später|unbekannt)(?:[:;,.–—]\s|\s[-–—]\s|\W*$)", re.I
)
"""how a reason begins that is still to come"""
_IN_BRACKETS = compiled(r"([(\[<{])([^()\[\]<>{}]*)[)\]>}]")
_CITED = compiled(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")
_OF_A_FORM = compiled(
    r"x+|n{2,}|y{2,}|m{2,}|d{2,}|the|your|of|and|here|insert|add|enter|fill|in|sources?|ref|references?|citations?|needed|names?|"
    r"numbers?|no|dates?|years?|titles?|authors?|makers?|manufacturers?|documents?|reports?|links?|urls?|pages?|versions?|"
    r"quelle|nummer|datum|jahr|titel|autor|hersteller|seite"
)
"""words of a bracket that is to be filled in: ``[insert source here]``, ``<YYYY>``"""
_TAG = compiled(r"/?\s*(?:sub|sup|em|strong|code|span|small|br|tt)\s*/?", re.I)
"""marks of HTML, which set what they enclose; they hold no place"""
_TO_FILL_IN = compiled(r"^\W*?(?:\[[ _]?\]|☐|□)\s*\w|(?:^|[\s:])_{3,}(?!\w)")
"""a box without a tick before what is to be accepted, or a line to be written on"""
_TICK = compiled(r"^\s*\[[xX]\]\s+(?=\w+\s+\w)")


@lru_cache(maxsize=MOST_TEXTS)
def is_placeholder(text: str) -> bool:
    """Whether a name or a reason stands for one that is still to come.

    A bracket within a text that says something else is a citation, unless its words are those of a form.

    >>> [is_placeholder(t) for t in ("TBD", "?", "{assessor}", "<name>", "n/a", "x", "B. Judge", "R. R.", "Team 7")]
    [True, True, True, True, True, True, False, False, False]
    >>> [is_placeholder(t) for t in ("[Smith, 2003]", "Report [draft]", "Maker (TBD)", "Smith [2003]", "NSWC > 7")]
    [True, True, True, False, False]
    """
    text = without_address(text).strip() or text
    if _TO_FILL_IN.search(text):
        return True
    text = _TICK.sub("", text)
    if any(_is_slot(*said) for said in _IN_BRACKETS.findall(text)):
        return True
    text = _CITED.sub(" ", text)
    if "???" in text or "..." in text.strip(".")[-3:] or text.strip() == "…":
        return True
    letters = "".join(c for c in readable(text).casefold() if c.isalnum())
    words = re.findall(r"\w+", readable(text))
    initials = len(words) > 1 and all(len(word) == 1 for word in words) and "x" not in letters
    alike = len(set(letters)) == 1 and not initials
    return sum(c.isalpha() for c in letters) < 2 or alike or letters in _PLACEHOLDERS


def _is_slot(bracket: str, said: str) -> bool:
    """Whether what stands in brackets is to be filled in; a citation has a number or a name: ``[12]``, ``<NPRD>``."""
    if said.strip() and (is_unwritten(said) or unfinished(said)):
        return True
    words = re.findall(r"\w+", said.casefold())
    if bracket == "(" or not words or said != said.strip():
        return False
    named = any(len(word) > 1 for word in words) and not _TAG.fullmatch(said)
    lower = bracket in "<{" and named and not re.search(r"[A-ZÄÖÜ\d]", said)
    return lower or "".join(words) in _PLACEHOLDERS or all(_OF_A_FORM.fullmatch(word) for word in words)


def no_reason(text: str) -> bool:
    """Whether what stands for a reason is a placeholder or begins with one, repeats one word, points to an action or
    another row, or says `not relevant`.

    >>> [no_reason(t) for t in ("see action 12", "-", "as above", "TBC: ask Ann", "fine fine")]
    [True, True, True, True, True]
    >>> [no_reason(t) for t in ("The wire goes one way", "see TN-12, section 3", "n/a: no rider on board")]
    [False, False, False]
    """
    plain = readable(text)
    words = plain.split()
    return (
        is_placeholder(text)
        or any(pattern.fullmatch(plain) is not None for pattern in (_POINTER, _BARE))
        or (len(words) > 1 and len(set(words)) == 1)
        or _TO_COME.match(plain) is not None
    )


def is_unwritten(text: str) -> bool:
    """Whether a description is still to come; words that may describe something (`open`, `none`) are let through.

    >>> [is_unwritten(t) for t in ("TBD", "n/a", "?", "not analysed yet", "open", "0", "frame skipped")]
    [True, True, True, True, False, False, False]
    """
    return _UNWRITTEN.fullmatch(readable(text)) is not None


def points_elsewhere(text: str) -> bool:
    """Whether a text is nothing but a pointer, such as `refer to hazard log`.

    >>> [points_elsewhere(t) for t in ("see FMEA", "refer to hazard log", "see TN-12: one sender", "late frames drop")]
    [True, True, False, False]
    """
    return _SEE.fullmatch(readable(text)) is not None


def put_off(text: str) -> bool:
    """Whether a reason says that the work is still to be done.

    >>> [put_off(t) for t in ("not analysed yet", "to be done", "The flow goes one way only", "Nobody had time")]
    [True, True, False, True]
    """
    return _PUT_OFF.search(readable(text)) is not None


def declines(text: str) -> bool:
    """Whether a reason hands a question to others, or only judges it, and names nothing that would answer it.

    >>> [declines(t) for t in ("out of scope of this study", "unlikely", "never seen so far", "left to the supplier")]
    [True, True, True, True]
    >>> [declines(t) for t in ("unlikely: the wire goes one way", "out of scope: no rider on board")]
    [False, False]
    """
    words = re.findall(r"[^\W_]+", readable(text).casefold())
    return bool(words) and _SAYS_NOTHING.issuperset(words)
