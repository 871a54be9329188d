"""What a document says of itself besides its verdict lines: counts of tests, yes or no, and stamps such as WITHDRAWN."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.unfinished import unfinished

_N = r"(?P<n>\d{1,9})"
_GOOD = r"(?:passed|passes|succeeded|successful|bestanden|erfolgreich)"
_BAD = r"(?:failed|failures?|errors?|nicht\s+bestanden|durchgefallen|fehlgeschlagen)"
_PASSED = compiled(
    rf"(?<![\w.,]){_N}(?:[ \t]*(?:/|of|von)[ \t]*\d+)?[ \t]+(?:(?:tests?|checks?|runs?|versuche[n]?)[ \t]+)?{_GOOD}\b|"
    rf"\b{_GOOD}\s*[:=]\s*(?P<m>\d{{1,9}})\b",
    re.I,
)
_FAILED = compiled(
    rf"(?<![\w.,]){_N}[ \t]+(?:(?:tests?|checks?|runs?|versuche[n]?)[ \t]+)?{_BAD}\b|"
    rf"\b{_BAD}\s*[:=]\s*(?P<m>\d{{1,9}})\b",
    re.I,
)
_OF_TOTAL = compiled(
    rf"(?<![\w.,])0\s*(?:/|of|von)\s*[1-9]\d*\s+(?:\w+\s+)?{_GOOD}\b|\b{_GOOD}\W{{1,3}}0\s*(?:/|of|von)\s*[1-9]\d*\b",
    re.I,
)
_RUNNER = compiled(r"^=*\s*[1-9]\d* (?:failed|errors?)(?:, \d+ (?!passed)\w+)* in [\d.]+\s?s\b", re.I | re.M)
"""last line of a test run in which nothing passed"""
_YES_NO = compiled(
    r"^\W*(?:passed|pass|success|successful|ok|accepted|approved|released|fulfilled|bestanden|erfolgreich|freigegeben|erfüllt)\W*[:=]\W*(?P<is>yes|no|true|false|ja|nein)\W*$",
    re.I | re.M,
)
_TAP = compiled(r"^(?P<is>not ok|ok)\s+\d+\b", re.M)
_NO = ("no", "false", "nein", "not ok")
_STATES = (
    r"withdrawn|void|draft|superseded|obsolete|invalid|revoked|cancelled|retracted|expired|"
    r"not\s+(?:released|valid|approved|checked)|entwurf|zurückgezogen|ungültig|ersetzt|abgelaufen|nicht\s+freigegeben"
)
_IN_CAPITALS = _STATES.upper().replace(r"\S", " ")
_STAMP = compiled(rf"^[ \t>*_]*(?:{_IN_CAPITALS})(?=[ \t*_]*(?:$|[-–—(,.!;/]))[^\n]{{0,80}}$", re.M)
"""in capitals on a line of its own"""
_STATE = compiled(
    r"^\W*(?:document\s+)?(?:status|state|zustand|stand)\s*[:=|]\W*(?P<is>[^\n|]{1,60})$", re.I | re.M
)
_BOXES = compiled(r"^\s*(?:[-*+]\s+)?(?:\[(?=[ xX]\])|(?=[☐☑☒]))(?P<is>[ xX☐☑☒])\]?\s", re.M)
_SIGNS = compiled(r"(?P<is>[✓✔✅✗✘❌])\W*$", re.M)
_EXIT = compiled(r"^\W*(?:process\s+\w+\s+with\s+)?exit\s+(?:code|status)\W+(?P<is>\d{1,3})\W*$", re.I | re.M)
_NOT_IN_FORCE = compiled(
    rf"^(?:{_STATES}|fail\w*|rejected|abgelehnt|red(?=\W*$)|rot(?=\W*$))\b(?!\s*(?:→|->|until|bis\b))", re.I
)
_DRAFT_TITLE = compiled(r"(?:draft|entwurf)\b(?!\s*(?:$|[:.;,]\s*$))", re.I)
"""a title that begins so; the word alone may be a heading of what a ship's draft is"""
_CONFLICT = compiled(r"^(?:<{7}|>{7}) \S.*$", re.M)


def counted_verdicts(document: str) -> list[tuple[str, str]]:
    """Verdicts that a document gives by counting or by yes and no: as they are written, and ``passed`` or ``failed``.

    >>> counted_verdicts("0 passed, 40 failed"), counted_verdicts("40 passed, 0 failed")
    ([('0 passed, 40 failed', 'failed')], [('40 passed, 0 failed', 'passed')])
    >>> counted_verdicts("Of 400 starts, 2 failed"), counted_verdicts("passed: no")
    ([], [('passed: no', 'failed')])
    """
    result = [(m[0].strip(), "failed" if m["is"].casefold() in _NO else "passed")
              for pattern in (_YES_NO, _TAP) for m in pattern.finditer(document)]  # fmt: skip
    good, bad = ([(int(m["n"] or m["m"]), m[0]) for m in p.finditer(document)] for p in (_PASSED, _FAILED))
    if any(n for n, _ in good):
        result.append((_first(document, good, bad), "passed"))
    elif good and any(n for n, _ in bad):
        result.append((_first(document, good, bad), "failed"))
    else:
        result += [(m[0], "failed") for pattern in (_OF_TOTAL, _RUNNER) for m in pattern.finditer(document)]
    return [*result, *_marked(document)]


def _marked(document: str) -> list[tuple[str, str]]:
    """Boxes of which none is ticked, signs at the ends of lines of which none is good, and how a program ended."""
    result = [(m[0].strip(), "passed" if int(m["is"]) == 0 else "failed") for m in _EXIT.finditer(document)]
    for pattern, good in ((_BOXES, "xX☑☒"), (_SIGNS, "✓✔✅")):
        marks = list(pattern.finditer(document))
        if len(marks) > 1 and not any(m["is"] in good for m in marks):
            result.append((f"{len(marks)} lines with {marks[0][0].strip()!r}", "failed"))
    return result


def _first(document: str, *counted: list[tuple[int, str]]) -> str:
    """The line with the first count."""
    quote = min((q for counts in counted for _, q in counts), key=document.find)
    return next(
        (line.strip()[:80] for line in document.splitlines() if quote in line), " ".join(quote.split())
    )


def stamp(document: str) -> str:
    """By what a document says that it is not in force, or not finished; empty where it does not.

    >>> stamp("# Report\\n\\nWITHDRAWN"), stamp("Status: draft\\nStatus: released"), stamp("For TR-6, withdrawn in May.")
    ('WITHDRAWN', '', '')
    >>> stamp("# Draft test report\\n\\nPassed."), stamp("# Draft of the vessel\\n\\nAt most 2 m.")
    ('Draft test report', '')
    """
    states = [m for m in _STATE.finditer(document) if m["is"].strip()]
    if states and _NOT_IN_FORCE.match(states[-1]["is"].strip(" *_")):
        return states[-1][0].strip(" |*_\n")
    match = _STAMP.search(document) or _CONFLICT.search(document)
    if match:
        return match[0].strip(" >*_")
    title = next((line.strip(" \t#=>*_") for line in document.splitlines() if line.strip(" \t#=>*_")), "")
    return title[:80] if not states and _DRAFT_TITLE.match(title) and unfinished(title) else ""
