"""Lines of a document by which its author withholds what it is cited for: a reserve, a low grade, open points, hearsay.

A list of defects that says ``none``, and a deviation that was closed, withhold nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.reservations.weakenings import weakened

_NONE = (
    r"(?:0+(?!\d|[.,]\d)|no(?:ne|thing)?\b|nein\b|nil\b|zero\b|n/?a\b|keine?\w*|nichts|"
    r"aucune?\b|ningun\w*|nessun\w*|[-–—]+\s*$)"
)
_CLOSED = r"(?!.*\b(?:closed|resolved|corrected|repaired|fixed|settled|done|behoben|erledigt|geschlossen|korrigiert)\b)"
_LISTED = (
    r"(?:defects?|deviations?|findings?|open\s+(?:points?|items?|issues?|actions?)|non-?conformit(?:y|ies)|faults?|shortcomings?|mängel|abweichungen|offene\s+punkte|"
    r"befunde|défauts?|écarts?|defectos?|difetti)"
)
_ENTRY = compiled(rf"^\W*(?:number\s+of\s+|anzahl\s+)?{_LISTED}\s*[:=]\s*(?!{_NONE}){_CLOSED}\S", re.I)
_HEADED = compiled(
    rf"^\W*{_LISTED}\W*\n\s*(?:\d+[.)]|[-*+•])\s+{_CLOSED}(?=[^\n]*\b(?:missing|wrong|loose|broken|not|open|absent|damaged|worn|illegible|cracked|fehl\w+|lose|defekt\w*|"
    r"falsch\w*|nicht|offen)\b)(?P<item>[^\n]+)",
    re.I | re.M,
)
"""a heading for defects with an item below it"""
_VERDICT = (
    r"(?:conclusion|verdict|assessment|summary|opinion|fazit|ergebnis|urteil|result|recommendation|recommended|empfehlung|r[ée]sultat|resultado|esito|risultato|"
    r"conclusi[oó]n|conclusione)"
)
_REFUSES = compiled(
    rf"\b{_VERDICT}\s*[:=–-]\s*[^.\n]*?(?:\b(?:unsafe|unacceptable|inadequate|insufficient|deficient|poor|unfit|unsicher|mangelhaft|ungenügend)\b|"
    r"\bnot\s+(?:\w+ly\s+)?(?:safe|acceptable|ready|recommended|fit|suitable|adequate|conform\w*)\b|\b(?:do|should|must)\s+not\s+(?:be\s+)?(?:release|use|accept|install|operate|approve)d?\b|"
    r"\b(?:release|accept\w*|approv\w+|use|freigabe)\s+(?:only\s+)?(?:after|once|when|nach|erst)\b|\bnicht\s+(?:freigeben|zulassen|verwenden|sicher|geeignet)\b|"
    r"\bn(?:on|o)\s+(?:es\s+)?(?:conform\w*|apto|apta|idone\w+|superat\w+|accettat\w+|validé\w*)\b|\b(?:échec|refusé\w*|insuffisant\w*|rechazad\w+|negativ[oae]\w*|fallid\w+|respint\w+)\b)|"
    r"^\W*do\s+not\s+(?:release|use|install|operate)\b",
    re.I,
)
_RESERVED = compiled(
    r"\b(?:pass(?:ed)?|accepted|approved|released|ok|bestanden|freigegeben|abgenommen)\W{1,3}(?:with|mit|but|subject\s+to|apart\s+from)\s+(?:(?:an?|one|minor|major|open|some|two|three|few|[1-9]\d{0,3}|einer|einem|eine[rmn]?|kleine\w*|offenen?|einigen|zwei|drei)\s+){0,3}"
    r"(?:exceptions?|remarks?|reservations?|deviations?|restrictions?|findings?|comments?|defects?|auflagen?|anmerkung(?:en)?|mängeln|mangel|ausnahmen?|vorbehalt\w*)\b|"
    r"\b(?:pass(?:ed)?|ok|okay|bestanden)\s*\?|"
    r"\bstatus\s*[:=|]\W*(?:in\s+progress|ongoing|open|pending|in\s+work|in\s+bearbeitung|offen|laufend|en\s+cours)\b|"
    r"\b(?:this|the|dies\w*)\s+(?:record|report|document|form|protocol|protokoll|bericht)\s+(?:is|ist)\s+(?:only\s+|merely\s+|nur\s+)?(?:an?\s+|eine?\s+)?(?:template|draft|sample|example|"
    r"placeholder|specimen|vorlage|muster|beispiel|entwurf)\b|"
    r"\b(?:one|two|three|four|five|six|several|some|many|[1-9]\d*)\s+(?:(?:out\s+)?of\s+(?:the\s+)?(?:[^\W_]+\s+)?)?(?:items?|points?|sheets?|actions?|questions?|rows?)\s+"
    r"(?:(?:is|are|was|were)\s+(?:still\s+)?|remain(?:s|ed)?\s+)(?:open|unanswered|unchecked|unread|missing)\b|"
    r"\b(?:sheets?|drawings?|pages?|cabinets?|rooms?|records?|parts?|files?)\b[^.;|]{0,40}?\b(?:was|were|is|are)\s+(?:not\s+(?:at\s+hand|available|accessible|present|legible)|missing|illegible|locked)\b|"
    r"\b(?:inspector|tester|reviewer|auditor|examiner|assessor|team|prüfer\w*|we|i|he|she|they)\s+(?:could|was|were)\s*(?:not|n['’]t|unable\s+to|not\s+able\s+to)\s+(?!detect|find|see\s+any)\w+|"
    r"\baccording\s+to\s+(?:the|its|our)\s+(?:foreman|supplier|operator|owner|customer|manufacturer|installer|contractor|author|developer)\b|"
    r"\blaut\s+(?:dem|der)?\s*(?:vorarbeiter|lieferant\w*|betreiber|hersteller|kunden?)\b",
    re.I,
)
_DEVIATES = compiled(
    r"\b(?:weich(?:t|en)|wich(?:en)?)\b(?!.*\b(?:nicht|nie|kein\w*|nirgends)\b).*\bab\b|"
    r"^(?!.*\b(?:no|not|none|never|nothing|if|when|whether|would|should)\b).*\b(?:deviat(?:es?|ed)\s+from|(?:is|are|was|were)\s+(?:swapped|interchanged|reversed|mixed\s+up)|"
    r"(?:goes|go|leads?|went|connects?|connected)\s+to\s+[^.;]{1,40}\s+instead\s+of)\b|"
    r"\b(?:sind|ist|waren|war)\s+(?:vertauscht|verwechselt)\b",
    re.I,
)
_GRADE = compiled(
    r"\b(?:score|rating|grade|mark|note|points|bewertung)\s*[:=]\s*(?P<k>\d{1,3})\s*(?:/|of|out\s+of|von)\s*(?P<n>\d{1,3})\b",
    re.I,
)
_STARS = compiled(r"(?P<full>★*)(?P<empty>☆+)")
_NOTHING = compiled(r"\b(?:result|ergebnis|résultat|resultado)\s*[:=]\s*0\W*$", re.I)
"""``Result: 0``, of which nobody knows what it counts"""

_ALL_CORRECTED = compiled(
    r"\b(?:all|every|alle)\s+(?:the\s+)?(?:errors?|fehler)\s+(?:(?:found|reported|listed|gefundenen)\s+)?(?:(?:was|were|has|have|been|wurden?|sind)\s+)+(?:corrected|korrigiert)\b",
    re.I,
)


def reserves(line: str) -> bool:
    """Whether a line of a document withholds what the document is cited for.

    >>> [reserves(t) for t in ("Result: passed (with exceptions).", "Score: 2/10", "Defects: 2", "Status: in progress")]
    [True, True, True, True]
    >>> [reserves(t) for t in ("Result: passed", "Score: 9/10", "Defects: none", "Deviations: two, both closed on 4 May")]
    [False, False, False, False]
    """
    if any(form.search(line) for form in (_ENTRY, _REFUSES, _RESERVED, _DEVIATES, _NOTHING)):
        return True
    low = any(2 * int(m["k"]) < int(m["n"]) for m in _GRADE.finditer(line))
    faint = any(len(m["empty"]) > len(m["full"]) for m in _STARS.finditer(line))
    return low or faint or bool(weakened(_ALL_CORRECTED.sub(" ", line)))


_OBJECT = compiled(
    r"^\W*(?:object|subject|item(?:\s+under\s+test)?|unit(?:\s+under\s+test)?|device|product|system|gegenstand|prüfling|prüfgegenstand|objet|objeto|oggetto)\b[^:\n]{0,30}:[^\n]+$",
    re.I | re.M,
)
_RELEASE = compiled(
    r"\b(?:release|version|rev(?:ision)?|firmware|software|stand|ausgabe)\.?\s+v?(?P<of>\d+(?:\.\d+)+)", re.I
)


def of_another_release(document: str, system: str) -> str:
    """The line by which a document is about another release than ``system`` states; empty where it is not.

    >>> of_another_release("Object: guard, release 1.2", "Guard, release 2.0")
    'Object: guard, release 1.2'
    >>> of_another_release("Object: guard, release 2.0", "Guard, release 2.0")
    ''
    """
    own = {match["of"] for match in _RELEASE.finditer(system)}
    for line in _OBJECT.finditer(document) if own else ():
        said = {match["of"] for match in _RELEASE.finditer(line[0])}
        if said and not said & own:
            return " ".join(line[0].split())[:160]
    return ""


def listed_defects(document: str) -> Iterator[str]:
    """The first item of each list of defects that names one that is there.

    >>> list(listed_defects("Findings\\n\\n1. Missing earth.")), list(listed_defects("Findings\\n\\n- None"))
    (['Missing earth.'], [])
    """
    for match in _HEADED.finditer(document):
        yield " ".join(match["item"].split())[:160]
