"""Stamps, titles and heads of pages by which a document says that it is not in force, or not finished: *DRAFT*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.reservations.unfinished import unfinished

_STATES = (
    r"withdrawn|void|draft|superseded|obsolete|outdated|deprecated|rescinded|annulled|invalid|revoked|cancelled|retracted|expired|"
    r"not\s+(?:released|valid|approved|checked)|entwurf|zurückgezogen|ungültig|ersetzt|abgelaufen|veraltet|hinfällig|nicht\s+(?:freigegeben|gültig)"
)
_CAPITALS = "(?-i:" + _STATES.upper().replace(r"\S", r"\s") + ")"
_STAMP = compiled(rf"^[ \t>*_]*(?:{_CAPITALS})(?=[ \t*_]*(?:$|[-–—(,.!;/]))[^\n]{{0,80}}$", re.M)
"""in capitals on a line of its own"""
_DECORATED = compiled(
    rf"^(?P<marks>(?:[^\w\n|<]|_){{0,20}})(?:<[^<>\n]{{1,80}}>[^\w\n|]{{0,5}}){{0,3}}(?P<is>{_CAPITALS})(?:[^\w\n|<]|_){{0,20}}(?:</[^<>\n]{{1,20}}>[^\w\n|]{{0,5}}){{0,3}}$",
    re.M,
)
"""such a line with marks around it: ``# DRAFT``, ``[DRAFT]``, ``=== DRAFT ===``, ``<h1>DRAFT</h1>``; no row of a table"""
_MONTH = r"(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?"
_OF_PAPERS = (
    r"(?-i:DRAFT|ENTWURF|WITHDRAWN|SUPERSEDED|OBSOLETE|REVOKED|RETRACTED|VOID|"
    r"ERSETZT|ZURÜCKGEZOGEN|UNGÜLTIG|VERALTET)"
)
_DATED = compiled(
    r"^[ \t>*_#\[(]*"
    rf"{_OF_PAPERS}\s+(?:(?:vom|of|as\s+of|stand)\s+)?(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\s?\d{{1,2}}[./]\s?\d{{2,4}}|\d{{1,2}}\.?\s+{_MONTH}\s+\d{{4}}|"
    rf"(?:\d{{1,2}}/)?(?:19|20)\d\d(?:[-/]\d\d)?(?=\W*$)|{_MONTH}\s+\d|v(?:ersion)?\.?\s?\d|rev(?:ision)?\.?\s?\w|copy\b|version\b|only\b|not\s+for\b|for\s+(?:review|comments?|discussion|approval|internal)\b|"
    r"zur\s+(?:prüfung|freigabe|ansicht)\b|(?:by|durch|on|am|since|seit|with\s+effect)\s)[^\n:]{0,80}$",
    re.I | re.M,
)
"""``DRAFT 2026-11-02``, ``WITHDRAWN on 3 May``; a number alone may be what a ship's draft is"""
_NUMBER = (
    r"[\s_]*(?:#|no\.?|nr\.?|rev(?:ision)?\.?)?\s*(?:(?!0\b)\d{1,3}|(?-i:[A-Z]\d?|[IVX]{2,4}))"
    r"(?:\s+(?:of|von)\s+\d{1,3})?(?![\w.,/])"
)
_NUMBERED = compiled(
    rf"(?:\A|(?<=\n\n)|(?<=\n\r\n))[ \t>*_#\[(]*(?-i:DRAFT|ENTWURF){_NUMBER}[ \t*_#\])]*(?=\r?\n[ \t]*\r?\n|\s*\Z)",
    re.I,
)
"""``DRAFT 3``, ``DRAFT B`` on a line set off from others"""
_NUMBERED_TITLE = compiled(rf"^[\[(]?(?:draft|entwurf|{_OF_PAPERS}){_NUMBER}[\s*_\])]*$", re.I)
_IN_LIST = compiled(
    rf"^[^\n]*\n(?!(?:{_STATES}|date|datum|page|seite|issue|version|rev|report|nr|no)\b)"
    r"[^\W\d_][\w ]*[ :] ?\d[\d.,]*(?:\s?[a-z]{1,3})?\s*$",
    re.I | re.M,
)
"""a first line that more words with numbers follow at once: ``Draft 3``, ``Beam 12``"""
_PAGE = r"(?:page|seite|sheet|blatt)\s*\d+(?:\s*(?:/|of|von)\s*\d+)?"
_OF_PAGE = compiled(
    rf"^(?:[^\n|]{{0,80}}(?<![\w-]))?{_CAPITALS}[^\w\n]{{1,10}}{_PAGE}\W*$|^[^\w\n]*{_CAPITALS}[^\w\n|][^\n|]{{0,80}}\b{_PAGE}\W*$|"
    rf"^[^\w\n]*{_PAGE}[^\w\n]{{1,10}}{_CAPITALS}\W*$",
    re.I | re.M,
)
"""the head or foot of a page"""
_STATE = compiled(
    r"^[^\w\n]*(?:document\s+)?(?:status|state|validity|zustand|stand|gültigkeit)\s*[:=|]\W*(?P<is>[^\n|]{1,60})$",
    re.I | re.M,
)
_LABELLED = compiled(
    r"^[^\w\n]*(?:(?:rubber\s+)?stamp|stempel|water\s?mark|wasserzeichen|vermerk|marking|kennzeichnung|(?:issue|revision|release|approval)\s+(?:status|state)|"
    rf"(?:dokument(?:en)?|freigabe)status)\s*[:=|]\W*(?P<is>(?:{_STATES})\b[^\n|]{{0,60}})$|^[^\w\n]*(?P<flag>draft|entwurf)\s*[:=]\s*(?:true|yes|ja)\W*$",
    re.I | re.M,
)
_NOT_IN_FORCE = compiled(
    rf"^(?:{_STATES}|fail\w*|rejected|abgelehnt|red(?=\W*$)|rot(?=\W*$))\b(?!\s*(?:→|->|until|bis\b))", re.I
)
_RELEASED = compiled(r"^[^\w\n]*(?:released|issued|approved|final|freigegeben|veröffentlicht)\b", re.I | re.M)
"""a later line of the history of a document"""
_DRAFT_TITLE = compiled(r"(?:draft|entwurf)\b(?!\s*(?:$|[:.;,]\s*$))", re.I)
"""a title that begins so; the word alone may be a heading of what a ship's draft is"""
_GONE = r"withdrawn|superseded|retracted|revoked|obsolete|outdated|zurückgezogen|ungültig|veraltet|entwurf"
_WHEN = (
    r"(?:\s+(?:by|durch|since|seit|on|am|in|from|vom?)\s[^()\[\]\n]{1,60}|"
    r"[\s,]+(?:v|rev\.?|version)?\s*\d[\d./-]{0,11})?"
)
_PAPER = (
    r"\w*(?:report|record|analysis|document|certificate|case|plan|specification|"
    r"bericht|protokoll|nachweis|zertifikat|dokument)\b"
)
_TITLE = compiled(
    rf"^{_CAPITALS}(?:\s*:|\s+[-–—])(?!\s*(?:[\d.,]+\s*(?:$|[^\W\d]{{1,4}}\b\W*$)|(?:none|no|keine?|nil)\b|\W*$))|^{_CAPITALS}\s+(?=[^:]*{_PAPER})|"
    rf"^[(\[]\s*(?:{_STATES})\s*[)\]]|[(\[]\s*(?:{_STATES}){_WHEN}\s*[)\]]\W*$|\s[-–—]\s*(?:{_GONE}|{_CAPITALS}){_WHEN}\W*$|{_PAPER}.*\s[-–—]\s*draft\W*$|"
    rf"[:,]\s*{_CAPITALS}{_WHEN}\W*$|:\s*(?:withdrawn|superseded|retracted|zurückgezogen)\W*$|\s(?-i:DRAFT|ENTWURF|WITHDRAWN)\W*$",
    re.I,
)
"""``WITHDRAWN: Report IR-9``, ``Report IR-9 (draft)``, ``Report IR-9 – superseded by IR-10``, ``Report IR-9 DRAFT``"""
_OTHER = compiled(
    r"\b(?:replaces|supersedes|instead\s+of|in\s+place\s+of|former\w*|previous\w*|old|earlier|ersetzt|anstelle|statt|früher\w*|vorherige\w*|alte[rsnm]?|"
    r"list|register|record|handling|index|liste|verzeichnis)\b",
    re.I,
)
"""words of what this document stands in place of, or is about"""
_TITLED = compiled(r"^(?:title|titel|subject|betreff)\s*:\s*", re.I)
_LINES_OF_A_TITLE = 5
_LONGEST_TITLE = 120
_CONFLICT = compiled(r"^(?:<{7}|>{7}) \S.*$", re.M)


def stamp(document: str) -> str:
    """By what a document says that it is not in force, or not finished; empty where it does not.

    >>> stamp("# Report\\n\\nWITHDRAWN"), stamp("Status: draft\\nStatus: released"), stamp("For TR-6, withdrawn in May.")
    ('WITHDRAWN', '', '')
    >>> stamp("# Draft test report\\n\\nPassed."), stamp("# Draft of the vessel\\n\\nAt most 2 m.")
    ('Draft test report', '')
    >>> stamp("# Report IR-9 (draft)\\n\\nPassed."), stamp("# SIZE\\n## BEAM\\n5 m\\n## DRAFT\\n2 m")
    ('Report IR-9 (draft)', '')
    """
    states = [m for m in _STATE.finditer(document) if m["is"].strip()]
    gone = [bool(_NOT_IN_FORCE.match(m["is"].strip(" *_"))) for m in states]
    if gone and gone[-1]:
        return states[-1][0].strip(" |*_\n")
    match = _STAMP.search(document) or _CONFLICT.search(document)
    if match:
        return match[0].strip(" >*_")
    listed = bool(states) or _IN_LIST.match(document.lstrip()) is not None
    said = next((title for title in _titles(document) if _is_stamped(title, bool(states), listed)), "")
    return said or next(_stamps(document, is_released=bool(gone) and not gone[-1]), "")


def _titles(document: str) -> Iterator[str]:
    """The first line, and headings close behind it."""
    lines = (line for line in document[:4000].splitlines() if line.strip(" \t#=>*_-"))
    for n, line in zip(range(_LINES_OF_A_TITLE), lines, strict=False):
        title = re.sub(r"<[^<>\n]{1,80}>", " ", line).strip(" \t#=>*_")
        if (n == 0 or line.lstrip().startswith(("#", "<h", "<H")) or _TITLED.match(title)) and title:
            yield _TITLED.sub("", title)


def _is_stamped(title: str, has_state: bool, listed: bool) -> bool:
    if not has_state and _DRAFT_TITLE.match(title) and unfinished(title):
        return True
    if not listed and _NUMBERED_TITLE.match(title):
        return True
    match = _TITLE.search(title) if len(title) <= _LONGEST_TITLE else None
    return match is not None and not _OTHER.search(title[: match.start()])


def _stamps(document: str, *, is_released: bool) -> Iterator[str]:
    """Lines that are stamps, with marks or dates around the word, or behind a label; none that a release follows."""
    of_headings: dict[str, bool] = {}
    for match in _DECORATED.finditer(document):
        marks = match["marks"].strip()
        if marks not in of_headings:
            of_headings[marks] = _is_of_headings(document, marks)
        if "~~" not in marks and not of_headings[marks]:
            yield match[0].strip()
    last = max((match.start() for match in _RELEASED.finditer(document)), default=-1)
    for pattern in (_DATED, _LABELLED, _OF_PAGE, _NUMBERED):
        for match in () if is_released else pattern.finditer(document):
            if last < match.end():
                yield match[0].strip()[:80]


def _is_of_headings(document: str, marks: str) -> bool:
    """Whether headings of that level are written in capitals, so that one more is a heading and no stamp."""
    if not marks or set(marks) != {"#"}:
        return False
    headings = re.findall(rf"^[ \t]*{marks}[ \t]+([^#\n]*[^\W\d_][^\n]*)$", document, re.M)
    return any(line.isupper() and not re.fullmatch(_STATES, line.strip(" #*_"), re.I) for line in headings)
