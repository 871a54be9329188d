"""What stands for an acceptance that is on its way, or names no person: *submitted*, *with QA*, *next week*, *Dr.*, *cc*.

English and German.  A name begins with a capital letter, or with no word by which something is handed on.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.acceptances.person import is_title_alone, readable

_HANDED_ON = (
    r"(?:submitted|scheduled|planned|forwarded|sent|handed|passed|mailed|emailed|invited|booked|queued|filed|lodged|presented|circulated|circulating|"
    r"routed|assigned|issued|prepared|requested|announced|arranged|foreseen|due|geplant|eingereicht|vorgelegt|eingeplant|terminiert|versandt|"
    r"gesandt|geschickt|verschickt|zugeschickt|zugesandt|(?:zu|ver)?gesendet|versendet|gemailt|gefaxt|"
    r"(?:weiter)?gereicht|weitergereicht|(?:weiter)?gegeben|weitergegeben|angeschrieben|weitergeleitet|übergeben|übermittelt|angefordert|beantragt|vorgesehen|vorbereitet|"
    r"angemeldet|angekündigt|hinterlegt|eingegangen)"
)
_TO_WHERE = (
    r"(?:for|to|by|on|in|at|over|with|from|next|this|zur|zum|an|am|im|in|für|bei|auf|ab|bis|nach|mit|beim)"
)
_STAGE = (
    r"(?:re-?)?(?:review|approval|acceptance|circulation|progress|process|signature|signing|sign-?off|release|verification|checking|validation|"
    r"preparation|umlauf|freigabe|prüfung|unterschrift|unterzeichnung|abstimmung|genehmigung|abnahme|begutachtung|vorbereitung|vorlage|kenntnis(?:nahme)?|"
    r"durchsicht|bestätigung|entscheidung|qs|qa)"
)
_WHEN = (
    r"(?:week|month|year|quarter|time|session|meeting|release|version|sprint|review|monday|tuesday|wednesday|thursday|friday|woche|monat|jahr|"
    r"quartal|mal|sitzung|besprechung|montag|dienstag|mittwoch|donnerstag|freitag)"
)
_ROLE = compiled(
    r"\b(?:manager|lead|leader|head|assessor|reviewer|auditor|inspector|officer|director|engineer|board|committee|team|department|authority|body|"
    r"council|panel|prüfer|gutachter|sachverständig\w*|leiter\w*|beauftragt\w*|ausschuss|\w*rat|abteilung)(?:in|s)?\b",
    re.I,
)
_UNDER_WAY = compiled(
    rf"(?:(?:is|was|still|already|noch|schon|bereits|wird|wurde|ist)\s+)*(?:{_HANDED_ON}(?:\W*|\s+{_TO_WHERE}\b.*)|"
    rf"(?:in|im|under|on|zur|zum|for|out\s+for|awaiting|vor|the)(?:\s+(?:der|the|its))?\s+{_STAGE}(?:\s.*)?|"
    rf"(?:next|this|coming|nächste[nrs]?|kommende[nrs]?|diese[nrs]?)\s+{_WHEN}(?:\s.*)?|"
    rf"(?:to|for)\s+\S.*\s{_HANDED_ON}|(?:lies|is|sits|rests|waits|liegt|ist|wartet)\s+(?:with|at|on|for|by|bei|beim|auf|zur|zum|im)\b.*|"
    r"tomorrow|soon|shortly|waits|waiting|wartet|morgen|bald|demnächst|unterwegs|on\s+(?:the|its)\s+way|geht\s+an\s.*|kommt(?:\s+noch)?|steht\s+(?:noch\s+)?an|on\s+\S+\s+desk|in\s+the\s+(?:post|mail|queue|pipeline)|"
    r"(?:nobody|no\s+one|none|niemand|keiner)(?:\s+[a-zß-ÿ]+)*)\W*",
    re.I,
)
_SENT_TO = compiled(
    rf"(?:(?:ist|wird|wurde|noch|schon|bereits)\s+)*(?:per\s+\S+\s+)?(?:an|für)\s+\S.*\s{_HANDED_ON}\W*", re.I
)
"""``an den Gutachter gesendet``: whoever it is, it is on its way"""
_WITH_SOMEBODY = compiled(r"(?:with|at|bei|beim)\s+\S.*")
_STARTS_SMALL = re.compile(r"\W*[a-zß-ÿ]")
_NO_PERSON = compiled(
    r"\W*(?:(?-i:k\.?\s?A\.?)|keine\s+angaben?|no\s+(?:entry|data|details|information)|platzhalter|"
    r"(?:bitte\s+|please\s+)?(?:hier\s+|here\s+)?(?:unterschreiben|unterzeichnen|signieren|eintragen|ausfüllen)|(?:please\s+)?(?:sign|fill\s+in)(?:\s+here)?|"
    r"gezeichnet|gez\.?|signed|unterschrieben|unterzeichnet|(?-i:FIXME|TODO|ToDo|XXX|TBD|TBC)\b.*|"
    r"(?-i:(?:[A-Z]\.|Max|Maxi|Erika|John|Jane)(?:\s+[A-Z]\.)*\s+Muster(?:mann|frau)))\W*",
    re.I,
)
_PIECES = compiled(r"[,;:()\[\]|]|\s[–—-]\s|\.\s+(?=[A-Za-z])")
_OPEN_THINGS = (
    r"(?:comments?|questions?|issues?|remarks?|objections?|fragen|rückfragen|kommentare|anmerkungen|einwände|"
    r"einwendungen)"
)
_TALKS = (
    r"(?:rücksprache|klärung|abstimmung|gespräch|diskussion|nacharbeit|überarbeitung|discussion|clarification|rework|call|talk|consultation|"
    r"correction|korrektur|nachbesserung)"
)
_REMARK = compiled(
    rf"\W*(?:veto|dissent(?:s|ing|ed)?|dissenting\s+(?:vote|opinion)|objection|objects|einspruch|widerspruch|gegenstimme|sondervotum|minderheitsvotum|"
    rf"{_OPEN_THINGS}\s+(?:(?:are|is|sind|ist)\s+)?(?:(?:still|noch)\s+)?(?:open|pending|outstanding|unresolved|unanswered|offen|ungeklärt|ausstehend|unbeantwortet)|"
    rf"(?:(?:still|noch)\s+)?(?:open|pending|outstanding|unresolved|offene)\s+{_OPEN_THINGS}|"
    rf"{_TALKS}\s+(?:(?:is|ist)\s+)?(?:(?:still|noch)\s+)?(?:nötig|erforderlich|notwendig|needed|required|necessary|pending|ausstehend|offen|open|gewünscht|requested)|"
    rf"(?:needs?|requires?|braucht|bittet\s+um)\s+{_TALKS}|"
    r"b?cc|in\s+(?:copy|kopie|cc)|z\.?\s?k\.?|(?:zur\s+)?kenntnis(?:nahme|\s+genommen)?|(?:hat\s+)?zur\s+kenntnis\s+genommen|"
    r"(?:taken\s+)?note[ds]?|for\s+(?:your\s+)?info(?:rmation)?(?:\s+only)?|f\.?y\.?i\.?|(?:was\s+|wurde\s+)?(?:informed|notified|informiert|benachrichtigt))\W*",
    re.I,
)
_IN_COPY = compiled(
    r"\S\s+(?:in\s+(?:copy|kopie|cc)|\(cc\)|dissenting|zur\s+kenntnis)\W*$|\(\s*z\.?\s?k\.?\s*\)", re.I
)
"""in small letters behind a name"""


def on_its_way(text: str) -> bool:
    """Whether what stands for an acceptance says where it is, or when it is to come, or what it is beside a name.

    >>> [on_its_way(t) for t in ("in review", "sent to Rita", "with QA", "geplant", "B. Judge (cc)", "B. Judge, Veto")]
    [True, True, True, True, True, True]
    >>> [on_its_way(t) for t in ("B. Judge", "head of operations", "scheduled maintenance team lead", "Sent Li", "QA")]
    [False, False, False, False, False]
    """
    seen = readable(text)
    begins = _STARTS_SMALL.match(seen) is not None
    small = begins and _ROLE.search(seen) is None
    if begins and _SENT_TO.fullmatch(seen):
        return True
    if small and (_UNDER_WAY.fullmatch(seen) or _WITH_SOMEBODY.fullmatch(seen)):
        return True
    first, *behind = [piece for piece in _PIECES.split(seen) if piece.strip()] or [""]
    return _IN_COPY.search(seen) is not None or any(map(_REMARK.fullmatch, behind if first else ()))


def is_no_person(text: str) -> bool:
    """Whether a text stands in a form where a name is to come, is a title alone, or a name that forms give as example.

    >>> [is_no_person(t) for t in ("keine Angabe", "Dr.", "gezeichnet", "hier unterschreiben", "J. Mustermann")]
    [True, True, True, True, True]
    >>> [is_no_person(t) for t in ("Dr. Meier", "K. A. Meier", "gez. Meier", "Anna Mustermann")]
    [False, False, False, False]
    """
    seen = readable(text)
    return _NO_PERSON.fullmatch(seen) is not None or is_title_alone(seen)
