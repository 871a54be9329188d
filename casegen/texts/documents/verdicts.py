"""What a document says of itself besides its verdict lines: counts of tests, yes or no, boxes and signs."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

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
_BOXES = compiled(r"^\s*(?:[-*+]\s+)?(?:\[(?=[ xX]\])|(?=[☐☑☒]))(?P<is>[ xX☐☑☒])\]?\s", re.M)
_SIGNS = compiled(r"(?P<is>[✓✔✅✗✘❌])\W*$", re.M)
_EXIT = compiled(r"^\W*(?:process\s+\w+\s+with\s+)?exit\s+(?:code|status)\W+(?P<is>\d{1,3})\W*$", re.I | re.M)


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
