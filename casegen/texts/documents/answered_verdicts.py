"""Verdicts of a document that answer a label: ``Conforms: no``, ``"ok": 0``, ``PASS [ ]  FAIL [X]``, ``Result:`` alone.

English and German.  A label that asks for what is unwanted (``Leaks: no``) is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from casegen.model.expressions import compiled

_WANTED = (
    r"(?:conform(?:s|ing|ant|ity)?|compl(?:ies|y|iant|iance)|konform(?:ität)?|in[ \t]+(?:ordnung|order|compliance)|ok|"
    r"okay|pass(?:ed)?|"
    r"success(?:ful)?|valid|accepted|acceptable|acceptance|approved|approval|released?|fulfilled|met|suitable|"
    r"fit[ \t]+for[ \t]+(?:use|purpose)|"
    r"freigabe|freigegeben|abnahme|abgenommen|zulassung|zugelassen|erfüllt|bestanden|erfolgreich|geeignet|tauglich|gültig|"
    r"verdict|outcome|conclusion|urteil|gesamturteil|ergebnis|gesamtergebnis)"
)
_ANSWERED = compiled(
    rf"^[^\w\n]{{0,20}}(?:(?:is|are|was|were|ist)[ \t]+)?(?:(?:overall|final|test|part|parts|gesamt)[ \t-]*)?{_WANTED}"
    r"(?:[ \t]+(?:by|von|durch)[ \t]+[^\W\d][\w. ]{0,30})?[\"'*_ \t]*(?:[:=|?]|\s[-–—]\s)[\s\"'*_]{0,9}"
    r"(?P<is>no|n|false|nein|yes|y|true|ja|j|(?:(?<=: )|(?<=[:=]))(?:0|[1-9]\d{0,8}))[ \t\"'*_.,!]{0,9}$",
    re.I | re.M,
)
_NO = frozenset(["no", "n", "false", "nein", "0"])
_COUNTED = compiled(
    r"^[^\w\n]{0,20}(?:ok|okay|conform\w*|compl(?:ies|iant)|success\w*|valid|fulfilled|konform|erfüllt)\b",
    re.I,
)
"""what is answered by 0 and 1, as well; ``Release: 0`` is a number, ``passed: 0`` a count"""
_BLANK = compiled(
    r"^[^\w\n]{0,20}(?:(?:overall|final|test|gesamt)[ \t-]*)?(?P<of>result|verdict|outcome|conclusion|ergebnis|"
    r"gesamtergebnis|urteil|gesamturteil)"
    r"[*_ \t]*[:=][\s*_|–—-]*\Z",
    re.I | re.M,
)
"""a label of the verdict with nothing behind it, at the end of a document"""
_LETTER = compiled(
    r"^[^\w\n]{0,20}(?i:(?:(?:overall|final|test)[ \t-]*)?(?:result|verdict|outcome|"
    r"grade))[*_ \t]*[:=][*_ \t]*(?P<is>[FP])[ \t.*_]*$",
    re.M,
)
_MARK = compiled(
    r"^[^\w\n]{0,20}(?:(?:overall|final|test|gesamt)[ \t-]*)?(?:result|verdict|outcome|conclusion|status|ergebnis|"
    r"urteil)[*_ \t]*[:=|–—][*_ \t]*"
    r"(?P<is>[❌✗✘✕🔴👎]|[✓✔✅🟢👍])[ \t*_|]*$",
    re.I | re.M,
)
_BAD_MARKS = "❌✗✘✕🔴👎"
_BOX = r"(?:[\[(](?P<tick>[ xX✓✔_]?)[\])]|(?P<sign>[☐☑☒□]))"
_BOXED = compiled(
    rf"(?P<word>not[ \t]+(?:ok|passed|accepted|approved|fulfilled|met)|nicht[ \t]+(?:bestanden|erfüllt|freigegeben|"
    rf"i\.?[ \t]?o\.?)|n\.?[ \t]?i\.?[ \t]?o\.?|"
    r"pass(?:ed)?|fail(?:ed)?|n?ok|accepted|rejected|approved|bestanden|erfüllt|durchgefallen|freigegeben|abgelehnt|"
    r"i\.?[ \t]?o\.?)"
    rf"[ \t]*:?[ \t]*{_BOX}",
    re.I,
)
_BELOW = compiled(
    rf"^(?P<box>[ \t>*-]*{_BOXED.pattern})[ \t]*\n(?=[ \t>*-]*[^\W\d][^\n\[\](){{}}☐☑☒□]{{0,20}}[\[(☐☑☒□][ "
    rf"xX✓✔_]?[\])]?[ \t]*$)",
    re.I | re.M,
)
_BAD = compiled(r"(?:not|nicht|fail|nok|reject|durch|abge|n\.?[ \t]?i)", re.I)
_BESIDE = re.compile(r"[\s|/,;–-]*")


def answered_verdicts(document: str) -> Iterator[tuple[str, str]]:
    """The verdicts that answer a label, as they are written, and ``passed`` or ``failed``.

    >>> list(answered_verdicts("Conforms: no")), list(answered_verdicts("Leaks: no"))
    ([('Conforms: no', 'failed')], [])
    >>> list(answered_verdicts("PASS [ ]  FAIL [X]")), list(answered_verdicts("All parts were seen.\\nResult:"))
    ([('PASS [ ] FAIL [X]', 'failed')], [('Result:', 'failed')])
    """
    for match in _ANSWERED.finditer(document):
        if not match["is"].isdigit() or _COUNTED.match(match[0]):
            yield _said(match[0]), "failed" if match["is"].casefold() in _NO else "passed"
    for match in _LETTER.finditer(document):
        yield _said(match[0]), "failed" if match["is"] == "F" else "passed"
    for match in _MARK.finditer(document):
        yield _said(match[0]), "failed" if match["is"] in _BAD_MARKS else "passed"
    for match in _BLANK.finditer(document):
        yield f"{match['of']}:", "failed"
    for line in _joined(document).splitlines():
        if (ticked := _ticked(line)) is not None:
            yield _said(line), "failed" if _BAD.match(ticked) else "passed"


def denied_verdicts(document: str) -> list[tuple[str, str]]:
    """Those that failed, where none passed.

    >>> denied_verdicts("Conforms: no\\nApproved: no"), denied_verdicts("Conforms: no\\nApproved: yes")
    ([('Conforms: no', 'failed'), ('Approved: no', 'failed')], [])
    """
    verdicts = list(answered_verdicts(document))
    return [] if any(said == "passed" for _, said in verdicts) else verdicts


def with_ticked_words_alone(document: str) -> str:
    """A document whose lines of boxes behind their words hold the word that is ticked and no other.

    >>> with_ticked_words_alone("Seal: PASS [X]  FAIL [ ]")
    'Seal: PASS'
    """
    if not _BOXED.search(document):
        return document
    return "".join(_alone(line) for line in _joined(document).splitlines(keepends=True))


def _joined(document: str) -> str:
    """A document in which boxes that stand below each other, each behind its word, are one line."""
    return _BELOW.sub(r"\g<box>  ", document)


def _alone(line: str) -> str:
    ticked = _ticked(line)
    if ticked is None:
        return line
    first, end = _BOXED.search(line), line[len(line.rstrip("\r\n")) :]
    return f"{line[: first.start()] if first is not None else ''}{ticked}{end}"


def _ticked(line: str) -> str | None:
    """The word before the one ticked box of a line of two or more boxes behind their words; None for other lines."""
    boxes = list(_BOXED.finditer(line)) if len(line) <= 500 and re.search(r"[\])☐☑☒□]", line) else []
    if len(boxes) < 2 or line[boxes[-1].end() :].strip(" \t|.\r\n"):
        return None
    gaps = (line[one.end() : other.start()] for one, other in pairwise(boxes))
    ticked = [
        one["word"] for one in boxes if (one["tick"] or "") in tuple("xX✓✔") or one["sign"] in ("☑", "☒")
    ]
    return ticked[0] if len(ticked) == 1 and all(_BESIDE.fullmatch(gap) for gap in gaps) else None


def _said(quote: str) -> str:
    return " ".join(quote.split()).strip("\"'|*_ ")
