"""Results of parts that are denied: ``Step 2, wires: not passed``, ``The test was not finished.``; English and German.

A later verdict of another part, or of the whole, settles none of these: only the same part that passed later does, or
that all was repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.documents.reported_outcomes import reports_opposite_alone

_LONGEST = 300
"""characters of a line that are looked at"""
_GOOD = (
    r"(?:pass(?:ed)?|ok(?:ay)?|accepted|acceptable|approved|successful|satisfactory|satisfied|fulfilled|met|compliant|conform(?:ing|ant)?|bestanden|erfüllt|"
    r"erfolgreich|eingehalten|in\s+ordnung|i\.\s?o\.?|konform|freigegeben|abgenommen|akzeptiert|zufriedenstellend)"
)
_DENIED = (
    rf"(?:(?:was|were|is|are|has|have|had|wurden?|ist|sind|war(?:en)?|did|does)\s+)?(?:been\s+)?(?:not|never|nicht|nie)\s+(?:yet\s+|noch\s+|fully\s+|quite\s+|ganz\s+|been\s+)*{_GOOD}|"
    r"(?:(?:ist|sind|war(?:en)?)\s+)?durchgefallen|(?:was|were|is|are)\s+rejected"
)
_FAULTY = (
    r"(?:ein\s+|eine\s+|an?\s+|one\s+)?(?:mangel|mängel|mangelhaft|schadhaft|beanstandet|beanstandung(?:en)?|"
    r"defect(?:ive|s)?|faulty|non-?conformit(?:y|ies)|non-?conforming)"
)
_UNDECIDED = (
    r"(?:inconclusive|undecided|unclear|undetermined|open|pending|not\s+conclusive|offen|unklar|unentschieden|"
    r"ausstehend|nicht\s+(?:eindeutig|auswertbar)|ohne\s+ergebnis)"
)
_MARKS = r"[ \t>|]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?[*_]*"
_RESULT = compiled(
    r"(?:.*\b)?(?:result|verdict|outcome|conclusion|ergebnis|gesamtergebnis|urteil|gesamturteil|fazit)[*_\s]*",
    re.I,
)
_LABELLED = compiled(
    rf"^{_MARKS}(?P<of>[^\W\d_][^:\n|=]{{0,60}}?)[*_ \t]*(?:[:=]|\s[-–—](?=\s))[ \t*_\"']*"
    rf"(?:(?P<bad>{_DENIED}|{_FAULTY})|(?P<open>{_UNDECIDED})|(?P<good>{_GOOD}))(?P<more>\W*|\W+\([^()]*\)\W*|\s*[,;–—-]\s*[^\n]*)$",
    re.I,
)
_SENTENCE = compiled(
    rf"^{_MARKS}(?P<of>(?:(?:the|this|der|die|das|diese[rs]?)\s+)?[^\W\d_][^:\n|=,;]{{0,80}}?)\s+(?:(?P<bad>{_DENIED})|"
    rf"(?:(?:was|were|is|are|has|have|wurden?|ist|sind)\s+)?(?:been\s+)?(?P<good>{_GOOD}))"
    r"(?:\s+(?:on|in|at|am|im|vom)\s+[\w. ]{1,30}|\s+(?:again|later|then|erneut))*[.!\s*_]*$",
    re.I,
)
_SPOKEN_OF = compiled(
    r"\b(?:no|none|nothing|never|nobody|neither|nor|without|if|when|whenever|whether|where|unless|until|before|once|should|must|shall|may|can|could|would|will|that|which|who|"
    r"what|why|how|injected|simulated|expected|on\s+purpose|criteri\w+|kein\w*|nie\w*|ohne|wenn|falls|ob|sobald|bevor|soll\w*|darf|muss|kann|warum|legend\w*|meaning|"
    r"bedeut\w+|previous\w*|former\w*|earlier|history|first\s+(?:attempt|run)|erster?\s+(?:versuch|lauf)|before\s+repair)\b",
    re.I,
)
"""in front of a result: it did not occur, is a condition, or is over"""
_PASSED = compiled(rf"\b{_GOOD}", re.I)
_PUT_RIGHT = compiled(
    r"\b(?:repeat\w*|again|re-?test\w*|repair\w*|replac\w*|correct(?:ed|ion)|fixed|remedied|closed|resolved|resumed|continued|made\s+up|since\s+then|then|later|after\w*|"
    r"wiederhol\w*|erneut|nachgeholt|nachgeprüft|behoben|korrigiert|repariert|ersetzt|getauscht|fortgesetzt|danach|anschließend)\b",
    re.I,
)
_COMPLETED = compiled(
    r"(?<!not )(?<!nicht )"
    r"\b(?:resumed|completed|finished|continued|made\s+up|done|carried\s+out|held|nachgeholt|fortgesetzt|abgeschlossen|beendet|durchgeführt)\b",
    re.I,
)
_OF_SOME = compiled(
    r"(?<![\w.,/])(?P<k>\d{1,6})\s+(?:of|out\s+of|von)\s+(?:the\s+|den\s+|all\s+)?(?P<n>\d{1,6})\s+(?:[^\W\d_]+\s+){0,3}?(?:(?:was|were|have\s+been|has\s+been|wurden?|sind|are|is)\s+"
    r"(?:(?:only|so\s+far|actually|bisher|nur)\s+)*)?(?:inspected|tested|checked|measured|examined|verified|reviewed|compared|analy[sz]ed|executed|run|geprüft|getestet|gemessen|untersucht|"
    r"kontrolliert|verglichen|gesichtet|ausgeführt)\b(?!\s+(?:at|in|by|with|bei)\s+(?:the\s+)?(?:same|once))",
    re.I,
)
_SAMPLED = compiled(
    r"\b(?:sampl\w*|random\w*|stichprobe\w*|zufällig\w*|AQL|ISO\s?2859|according\s+to\s+(?:the\s+)?plan|as\s+planned|planmäßig|each\s+(?:day|week)|twice|again)\b",
    re.I,
)
_OTHERS = compiled(
    r"\b(?:others?|rest|remaining|remainder|further|übrigen|restlichen|anderen|weiteren|(?P<k>\d{1,6}))\b",
    re.I,
)
_COUNT = compiled(
    r"^[^\w\n]{0,20}(?:(?:number\s+of|anzahl(?:\s+der)?)\s+)?(?!(?:closed|corrected|resolved|fixed|repaired|remedied|previous|former|earlier|old|injected|seeded|detected|simulated|expected|"
    r"permitted|allowed|possible|geschlossene|behobene|frühere|erkannte|zulässige|mögliche)\b)(?:(?!not?\b)[^\W\d_]+[\s-]+){0,3}?"
    r"(?:non-?conformit(?:y|ies)|non-?conformances?|defects|deviations|findings|shortcomings|open\s+(?:points|items|issues|actions)|\w*mängel|\w*abweichungen|nichtkonformitäten|beanstandungen|"
    r"(?:haupt|neben)abweichung|befunde)"
    r"(?:\s+(?:found|noted|observed|raised|open|outstanding|remaining|left|festgestellt|offen))?(?:\s*\([^()\n]{1,30}\))?[*_\s]*[:=|][\s*_]*"
    r"(?P<n>[1-9]\d{0,4}|one|two|three|four|five|six|seven|several|eine?|zwei|drei|vier|fünf|mehrere)(?!\d|[.,]\d|\s*(?:mm|cm|m|%|°|s|V|A|N)\b)(?P<more>[^\n]{0,80})$",
    re.I,
)
_RAISED = compiled(
    r"(?<![\w.,/])(?:[1-9]\d{0,4}|one|two|three|four|five|several|some|eine?|zwei|drei|vier|fünf|mehrere|einige)\s+(?:(?:major|minor|critical|serious|open|small|schwere|leichte|kritische|kleine)\s+){0,2}"
    r"(?:non-?conformit(?:y|ies)|non-?conformances?|deviations?|mängel|mangel|abweichung(?:en)?|beanstandung(?:en)?)\s+(?:(?:was|were|has\s+been|have\s+been|wurden?)\s+)(?:found|noted|observed|raised|recorded|"
    r"festgestellt|gefunden|erhoben|vermerkt)\b",
    re.I,
)
_CLOSED = compiled(
    r"\b(?:closed|resolved|corrected|repaired|fixed|settled|remedied|rectified|behoben|erledigt|geschlossen|korrigiert|beseitigt|repariert)\b"
    r"(?<!not closed)(?<!not resolved)(?<!not corrected)",
    re.I,
)
_BETWEEN = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_]|\d)|\n")
_HINT = compiled(
    r"not\b|never|nicht|nie\b|durchgefallen|reject|mangel|mängel|schadhaft|beanstand|defect|faulty|conform|inconclus|undecided|unclear|undeterm|open|pending|offen|unklar|"
    r"unentschieden|ausstehend|ohne\s+ergebnis|\d\s+(?:of|out|von)\s|deviation|finding|shortcoming|abweichung|befund",
    re.I,
)
"""what every line that is quoted has"""


def denied_results(document: str, after: int) -> Iterator[str]:
    """The lines and sentences behind ``after`` by which a part was denied, or left undone, and was not put right later.

    >>> list(denied_results("Step 2, wires: not passed\\nStep 3, shield: passed", -1))
    ['Step 2, wires: not passed']
    >>> list(denied_results("Wires: not passed\\nWires: passed", -1)), list(denied_results("Leaks: none\\nWires: ok", -1))
    ([], [])
    >>> list(denied_results("12 of 40 wires were inspected.", -1)), list(denied_results("Major nonconformities: 2", -1))
    (['12 of 40 wires were inspected.'], ['Major nonconformities: 2'])
    """
    parts = list(_parts(document))
    passed = {name: at for at, part in parts for name in [_passed(part)] if name}
    right = max((at for at, line in _lines(document) if _succeeded_again(line)), default=-1)
    closed = max((match.end() for match in _CLOSED.finditer(document)), default=-1)
    for at, part in parts:
        if at <= after or not _HINT.search(part):
            continue
        end = at + len(part)
        behind = document[end : end + _LONGEST]
        name = _denied(part)
        again = passed.get(name, -1) > at or right > at
        undone = not (name or _SPOKEN_OF.search(part) or _COMPLETED.search(behind))
        undone = undone and bool(reports_opposite_alone(part))
        counted = _counted(part) or (closed <= at and _raised(part))
        if (name and not again) or undone or _in_part(part, behind) or counted:
            yield " ".join(part.split())[:160]


def _lines(document: str) -> Iterator[tuple[int, str]]:
    """The lines of a document, and where each ends."""
    at = 0
    for line in document.split("\n"):
        at += len(line) + 1
        yield at, line[:_LONGEST]


def _parts(document: str) -> Iterator[tuple[int, str]]:
    """The lines and sentences that are looked at, and where each begins."""
    at = 0
    for part in _BETWEEN.split(document):
        at = document.index(part, at)
        if part.strip() and len(part) <= _LONGEST and not part.lstrip().startswith("#"):
            yield at, part
        at += len(part)


def _denied(part: str) -> str:
    """The name of what a line or sentence denies; empty where it denies nothing."""
    labelled = _LABELLED.match(part)
    for match in (labelled, _SENTENCE.match(part)):
        if match is None or match["good"] or _SPOKEN_OF.search(match["of"]):
            continue
        if match is labelled and (
            (match["open"] and not _RESULT.fullmatch(match["of"]))
            or (match["more"].strip(" .!*_|\"'") and _CLOSED.search(match["more"]))
            or _PUT_RIGHT.search(match["more"])
        ):
            continue
        return _name(match["of"])
    return ""


def _passed(part: str) -> str:
    """The name of what passed; empty where a line says it of nothing."""
    match = _LABELLED.match(part) or _SENTENCE.match(part)
    return _name(match["of"]) if match is not None and match["good"] else ""


def _name(text: str) -> str:
    """What two lines about the same part have in common: no article, and no day in brackets."""
    plain = re.sub(r"\([^()]*\)", " ", text).casefold()
    return " ".join(re.sub(r"^\W*(?:the|this|der|die|das|diese[rs]?)\s+", "", plain).split()).strip(" *_-")


def _succeeded_again(line: str) -> bool:
    """Whether a line says that something was repeated or repaired, and that it passed."""
    return _PUT_RIGHT.search(line) is not None and _PASSED.search(line) is not None


def _in_part(part: str, behind: str) -> bool:
    """Whether a sentence says that fewer were looked at than there are, and none behind it that the others were."""
    match = _OF_SOME.search(part)
    if (
        match is None
        or int(match["k"]) >= int(match["n"])
        or _SAMPLED.search(part)
        or _SPOKEN_OF.search(part[: match.start()])
    ):
        return False
    left = int(match["n"]) - int(match["k"])
    behind = part[match.end() :] + behind
    return not any(
        one["k"] is None or int(one["k"]) in (left, int(match["n"])) for one in _OTHERS.finditer(behind)
    )


def _counted(part: str) -> bool:
    """Whether a line counts defects, deviations or the like that are not closed."""
    match = _COUNT.match(part)
    return match is not None and not _CLOSED.search(match["more"])


def _raised(part: str) -> bool:
    """Whether a sentence says that deviations or the like were raised."""
    match = _RAISED.search(part)
    return match is not None and not _SPOKEN_OF.search(part[: match.start()])
