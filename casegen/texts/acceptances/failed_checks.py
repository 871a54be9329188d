"""Reasons that report the failure of the check that they stand for: *Walkthrough failed*, *half of the diagram was read*.

English and German.  What was found and put right, or done again, is no failure.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_CHECK = (
    r"(?:walk-?throughs?|checks?|reviews?|inspections?|tests?|comparisons?|analys[ie]s|surveys?|audits?|visits?|measurements?|readings?|searches|search|"
    r"examinations?|counts?|\w*(?:durchsicht|prüfung|begehung|abgleich|vergleich|inspektion|kontrolle|messung|besichtigung|durchgang|sichtung|zählung))"
)
_FAILED = (
    r"(?:failed|cancell?ed|aborted|abandoned|interrupted|stopped|broken\s+off|postponed|called\s+off|skipped|omitted|unfinished|incomplete|inconclusive|"
    r"unsuccessful|(?:not|never|nicht|nie)\s+(?:finished|completed|done|held|carried\s+out|beendet|abgeschlossen|durchgeführt|gemacht|erfolgt)|"
    r"abgebrochen|ausgefallen|entfallen|abgesagt|unterbrochen|gescheitert|fehlgeschlagen|verschoben|unvollständig|ergebnislos)"
)
_OUTCOME = compiled(
    rf"\b{_CHECK}(?:\s+(?:of|with|by|der|des|von|mit)\s+(?:[\w-]+\s+){{0,4}}?[\w-]+)?\s*[:,–-]?\s+"
    r"(?:(?:has|have|had|was|were|is|are|been|to|be|ist|sind|wurden?|war(?:en)?|musste|werden|partly|zum\s+teil)\s+)*"
    rf"{_FAILED}(?=\W*$|\s*[.;,(]|\s+(?:after|because|due|on|in|at|for|by|when|halfway|early|nach|wegen|am|im|bei|weil|vorzeitig)\b)",
    re.I,
)
_NUMBER = (
    r"(?:[1-9]\d{0,5}|one|two|three|four|five|six|seven|eight|nine|ten|several|some|many|most|a\s+few|eine?|zwei|drei|vier|fünf|sechs|mehrere|"
    r"einige|viele)"
)
_FOUND = compiled(
    rf"(?<![\w.,/])(?<!sheet )(?<!sheets )(?<!table )(?<!blatt ){_NUMBER}\s+(?:[^\W\d]+\s+){{1,3}}?(?:(?:was|were|are|"
    rf"is|be|wurden?|waren?|sind|ist)\s+(?:found\s+(?:to\s+be\s+)?)?"
    r"(?:missing|absent|wrong|incorrect|left\s+out|not\s+(?:covered|found|listed|drawn|there|included)|overlooked|unaccounted\s+for|nicht\s+(?:gefunden|erfasst|enthalten)|"
    r"falsch|übersehen|vergessen)|fehl(?:t|en|ten|te)\b)(?=\W*$|\s*[.;,(])",
    re.I,
)
_SOME_OF = compiled(
    r"\b(?:walked|checked|looked|read|reviewed|compared|went|gone|inspected|searched|examined|counted|saw|seen)\s+(?:[^\W\d]+\s+){0,2}?"
    r"(?:(?:only|just|about|roughly)\s+)?(?:half|a\s+(?:half|third|quarter|part|fraction)|one\s+(?:half|third|quarter)|part|parts|some)\s+of\s+(?:the|all)\b|"
    r"\b(?:die\s+hälfte|ein(?:en)?\s+teil|(?:ein\s+)?drittel|teile)\s+(?:der|des|vom|von)\s+[^.;]*\b(?:gelesen|geprüft|durchgesehen|verglichen|durchgegangen|gesichtet)\b",
    re.I,
)
_CHECKED = (
    r"(?:checked|inspected|tested|reviewed|compared|read|measured|examined|verified|looked\s+at|looked\s+through|walked\s+through|seen|analy[sz]ed|surveyed|covered|"
    r"geprüft|überprüft|gelesen|getestet|verglichen|gemessen|untersucht|gesichtet|durchgesehen|kontrolliert|besichtigt|begangen)"
)
_PARTLY = (
    r"(?:partly|partially|incompletely|in\s+part|half|teilweise|zum\s+teil|teils|halb|unvollständig|auszugsweise|"
    r"lückenhaft)"
)
_PIECE = (
    r"(?:half|third|quarter|part|side|end|section|portion|first\s+\w+|hälfte|drittel|viertel|teil|seite|"
    r"abschnitt)(?!\s+\d)"
)
_ENDED = compiled(
    rf"\b{_CHECKED}(?:\s+[\w-]+){{0,3}}?\s*(?:[,;:–-]\s*)?\s(?:(?:but|and|aber|und)\s+)?(?:{_FAILED}|(?:not|nicht)\s+(?:passed|ok|successful|bestanden|in\s+ordnung|erfolgreich)|"
    r"without\s+success|ohne\s+erfolg|durchgefallen)(?=\W*$|\s*[.;,(])",
    re.I,
)
"""``Checked once, failed``"""
_IN_PART = compiled(
    rf"\b{_PARTLY}\s+{_CHECKED}\b|\b{_CHECKED}\s+(?:(?:only|just|so\s+far|nur|bisher|erst)\s+)?{_PARTLY}(?=\W*$|\s*[.;,(])|"
    rf"\b{_CHECKED}\s+(?:[\w-]+\s+){{0,5}}?{_PIECE}(?:\s+[\w-]+){{0,3}}?\s+(?:only|alone|so\s+far)(?=\W*$|\s*[.;,(])|"
    rf"\b(?:only|just|solely|nur|lediglich|bisher)\s+(?:[\w-]+\s+){{0,4}}?{_PIECE}\b[^.;]*\b{_CHECKED}\b|"
    rf"\b{_CHECKED}\s+(?:only|just|solely)\s+(?:[\w-]+\s+){{0,4}}?{_PIECE}\b",
    re.I,
)
"""``Only partly checked``, ``Checked for the left half only``"""
_GONE = compiled(
    r"\W*(?:(?:the|der|die|das)\s+)?[^\W\d][\w-]*(?:\s+[\w-]+)?\s+(?:(?:has|have|was|were|is|are|been|got|ist|sind|wurden?|ging)\s+)*"
    r"(?:lost|missing|gone|mislaid|unreadable|illegible|destroyed|deleted|verloren|verschwunden|verlegt|unleserlich|vernichtet|gelöscht)\W*",
    re.I,
)
_PUT_RIGHT = compiled(
    r"\b(?:as\s+planned|on\s+purpose|when\s+the|added|entered|corrected|repaired|replaced|repeated|again|then|later|since|afterwards|completed|resumed|made\s+up|fixed|found\s+again|"
    r"anschließend|danach|wiederholt|nachgeholt|ergänzt|nachgetragen|korrigiert|beendet|fortgesetzt)\b",
    re.I,
)
_NOT_SO = compiled(
    r"\b(?:no|none|not|never|nothing|without|if|whether|should|kein\w*|nicht|ohne|falls|wenn|ob)\b[^.;]*$",
    re.I,
)
_ALL = compiled(r"\b(?:all|every|each|the\s+(?:rest|others?|other\s+half)|alle|jede[rs]?|den\s+rest)\b", re.I)


def failed_check(reason: str) -> str:
    """Words by which a reason says that its check failed, or was done in part; empty without them.

    >>> [bool(failed_check(t)) for t in ("Walkthrough failed", "The check was cancelled", "Half was read; Diagram lost",
    ...     "Walked through half of the diagram", "Durchsicht abgebrochen", "Diagram lost")]
    [True, True, False, True, True, True]
    >>> [bool(failed_check(t)) for t in ("Checked once, failed", "Only partly checked", "Teilweise geprüft")]
    [True, True, True]
    >>> [bool(failed_check(t)) for t in ("Two parts were found missing and added, issue 4", "No check failed",
    ...     "The first check failed and was repeated", "Failed tests were read, sheet 4")]
    [False, False, False, False]
    """
    for form in (_OUTCOME, _FOUND, _SOME_OF, _ENDED, _IN_PART):
        for match in form.finditer(reason):
            before, after = reason[: match.start()], reason[match.end() :]
            whole = form in (_SOME_OF, _IN_PART) and _ALL.search(after)
            if not (whole or _NOT_SO.search(before) or _PUT_RIGHT.search(after)):
                return match[0].strip(" ,;")
    return reason.strip() if _GONE.fullmatch(reason) and not _NOT_SO.search(reason) else ""
