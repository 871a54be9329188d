"""A document with the answers that it gives and no others: legends, boxes, questions, and what it says did not occur.

English and German.  ``☐ yes ☒ no`` becomes ``no``, ``Passed? Yes`` becomes ``Passed: Yes``, ``Failed: no`` is left out.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_BOX = r"(?:\[[ \u00a0]?\]|\[[xX✓✔]\]|\( ?\)|\([xX]\)|[☐☑☒□])"
_TICKED = compiled(r"(?:\[[xX✓✔]\]|\([xX]\)|[☑☒])")
_WORD = (
    r"(?:not[ \t]+(?:ok|passed|accepted|approved|fulfilled|met|applicable)|nicht[ \t]+(?:bestanden|erfüllt|"
    r"freigegeben|zutreffend|in[ \t]+ordnung|i\.?[ \t]?o\.?)|"
    r"n\.?[ \t]?i\.?[ \t]?o\.?|in[ \t]+ordnung|i\.?[ \t]?o\.?|yes|no|ja|nein|pass(?:ed)?|fail(?:ed)?|n?ok|"
    r"accepted|rejected|approved|bestanden|erfüllt|durchgefallen|"
    r"freigegeben|abgelehnt|n/a|entfällt)(?!\w)"
)
_BEFORE = compiled(
    rf"^(?P<label>[^\n☐☑☒□\[\]()]{{0,80}}?)(?P<boxes>(?:{_BOX}[ \t]*{_WORD}[ \t,;/|.]*){{2,4}})$", re.I | re.M
)
"""boxes before their words: ``Pump stops: ☐ yes ☒ no``"""
_BEHIND = compiled(
    rf"^(?P<label>[^\n☐☑☒□\[\]()]{{0,80}}?)(?<!\w)(?P<boxes>(?:{_WORD}[ \t:]*{_BOX}[ \t,;/|.]*){{2,4}})$",
    re.I | re.M,
)
_PAIR_BEFORE = compiled(rf"(?P<box>{_BOX})[ \t]*(?P<word>{_WORD})", re.I)
_PAIR_BEHIND = compiled(rf"(?P<word>{_WORD})[ \t:]*(?P<box>{_BOX})", re.I)
_QUESTION = compiled(
    r"(?P<asked>[^\n.!?|]{2,80})\?(?P<between>[ \t*_]*)(?P<given>yes|no|ja|nein|none|keine?r?s?)(?=[\s.,;!*_)]|$)",
    re.I,
)
_NAMES = (
    r"(?:fail(?:ed|ures?|s)?|abort(?:ed)?|error(?:s|ed)?|nok|not[ \t]+passed|fehlgeschlagen|nicht[ \t]+bestanden|"
    r"durchgefallen|abgebrochen|draft|withdrawn|superseded|obsolete|entwurf|zurückgezogen)"
)
_THINGS = r"(?:[ \t]+(?:tests?|checks?|steps?|cases?|runs?|items?|schritte?|prüfungen|prüfschritte))?"
_DENIED = compiled(
    rf"^[ \t>*_|\"'-]*{_NAMES}{_THINGS}[\"'*_ \t]*(?:[:=|]|[ \t][-–—][ \t])[ \t\"'*_]*(?:no|none|nil|false|nein|"
    r"keine?r?s?|0+|[-–—])[\"'*_ \t.,|]*$|"
    r"^[^\n.?]{0,60}\b(?:any|some|irgendein\w*|ein)\b[^\n.?]{0,60}\b(?:fail\w*|error|exceed\w*|abort\w*|reject\w*|"
    r"fehlgeschlagen|durchgefallen)\b[^\n.?:]{0,40}:[ \t*_]*"
    r"(?:no|none|nein|keine?r?s?)\b[.!*_ \t]*$",
    re.I | re.M,
)
"""a label of failures, or the question whether there were any, that is answered with none"""
_SIGN = r"(?:[✓✔✅☑☒☐✗✘✕✖❌]|[PFX]|P/F|OK|NOK|green|red|yellow|grün|rot|gelb|n?\.?[ ]?i\.?[ ]?o\.?|PASS|FAIL|\[[ xX]\])"
_TITLE = r"(?:legend|key|legende|zeichenerklärung|abbreviations|abkürzungen)"
_LEGEND = compiled(
    rf"^[ \t>*_(]*(?:{_TITLE}[*_ \t]*[:–-][*_ \t]*)?(?:{_SIGN}[ \t]*[=≙:][ \t]*[^\n,;/=]{{1,40}}[,;/]?[ \t]*)"
    rf"{{2,6}}$|"
    rf"^[ \t>*_(]*{_TITLE}[*_ \t]*[:–-][*_ \t]*(?:{_SIGN}[ \t]*[=≙:–-]?[ \t]*[^\n,;/=]{{1,40}}[,;/]?[ \t]*){{2,6}}$",
    re.I | re.M,
)
"""``P = passed, F = failed``, ``Legend: ✓ passed, ✗ failed``"""
_BAD_BOX = compiled(
    r"^[^\n\w☒]*(?:(?:legend|key|legende)\W+)?[^\n☒=]{0,60}☒[ \t]*[=≙:][ \t]*(?:not\b|no\b|nicht\b|fail|nok\b|"
    r"defect|bad\b|durchgefallen|mangel)[^\n]*$",
    re.I | re.M,
)
_STRUCK = re.compile(r"~~[^~\n]+~~")
_GOOD = compiled(r"\b(?:pass(?:ed)?|bestanden|ok|yes|ja|accepted|fail(?:ed)?|nok|no|nein|rejected)\b", re.I)


def with_given_answers(document: str) -> str:
    """A document without the answers that were not given, the legends of its signs, and failures that it denies.

    >>> with_given_answers("Pump stops: ☐ yes ☒ no"), with_given_answers("Passed? ☒ yes ☐ no")
    ('Pump stops: no', 'Passed: yes')
    >>> with_given_answers("P = passed, F = failed\\nstart: P"), with_given_answers("start: ok\\nfailed: false")
    ('\\nstart: P', 'start: ok\\n')
    """
    if "☒" in document and (legend := _BAD_BOX.search(document)):
        document = f"{document[: legend.start()]}{document[legend.end() :]}".replace("☒", "❌")
    document = _LEGEND.sub("", document)
    document = _BEFORE.sub(_ticked_before, document)
    document = _BEHIND.sub(_ticked_behind, document)
    document = _QUESTION.sub(lambda match: f"{match['asked']}: {match['given']}", document)
    if "~~" in document:
        document = "\n".join(_without_struck(line) for line in document.split("\n"))
    return _DENIED.sub("", document)


def _ticked_before(match: re.Match[str]) -> str:
    return _ticked(match, _PAIR_BEFORE)


def _ticked_behind(match: re.Match[str]) -> str:
    return _ticked(match, _PAIR_BEHIND)


def _ticked(match: re.Match[str], pair: re.Pattern[str]) -> str:
    """The label and the word of the one box that is ticked; the whole where none is, or several are."""
    given = [one["word"] for one in pair.finditer(match["boxes"]) if _TICKED.fullmatch(one["box"])]
    if len(given) != 1:
        return match[0]
    label = match["label"].rstrip()
    return f"{label} {given[0]}" if label else given[0]


def _without_struck(line: str) -> str:
    """A line without what is struck out, where another answer stands beside it."""
    rest = _STRUCK.sub("", line)
    return rest.rstrip(" /|,;") if rest != line and "|" not in line and _GOOD.search(rest) else line
