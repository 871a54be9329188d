"""Documents that are forms, or hold one, which nobody filled in: open boxes, lines to be written on, empty fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled

_OPEN = r"(?:(?<!\w)\[[ _\u00a0]\]|☐|□)"
_TICK = compiled(r"(?:^|(?<=\s))(?:\[[xX✓✔]\]|☑|☒|✓|✔)(?=\s)")
_AT_START = compiled(rf"^(?:[-*+]\s+)?(?:{_OPEN}|\[\]|\( \))\s+[^\W\d]")
_ANSWER = compiled(rf"[^\W\d][^:?\n]{{0,60}}[:?]\s*{_OPEN}|{_OPEN}\s*[^\W\d][^\n]*{_OPEN}\s*[^\W\d]")
_DENIED = (
    r"(?:not\s+\w+|no\b|n/?a\b|fail(?:ed)?\b|nok\b|reject(?:ed)?\b|nein\b|nicht\s+\w+|abgelehnt|"
    r"durchgefallen|mangelhaft)"
)
_OTHER_ANSWER = compiled(rf"{_OPEN}\s*{_DENIED}[^\S\n]*", re.I)
"""the answer that was not ticked, beside one that was"""
_LABEL = (
    r"(?:(?:full\s+)?name|date|place|signature|signed|(?:signed|approved|accepted|checked|released|verified|inspected|tested|reviewed)\s+by|role|"
    r"datum|ort|unterschrift|(?:geprüft|freigegeben|genehmigt|abgenommen|unterschrieben)\s+(?:von|durch))"
)
_GAP = r"[ \t_.…]*"
_FIELDS = compiled(rf"(?:^[ \t>*|-]*{_LABEL}[ \t*]*:{_GAP}(?:\n\s*|\Z))+(?=\Z|#)", re.I | re.M)
"""fields at the end of a document or of a part, each without a word; what follows may be their values"""
_TO_WRITE_ON = compiled(
    r"(?:[^\W\d]\s*:|\b(?:by|on|of|von|durch|am|vom))[ \t]*_{3,}(?!\w)|[^\W\d]\s*:[ \t]*(?:\.{4,}|…{2,})[ \t.…]*$",
    re.I | re.M,
)
_EMPTY_ROW = compiled(
    rf"^[ \t]*\|[^\n]*\b{_LABEL}\b[^\n]*\|[ \t]*\n[ \t]*\|[ \t:|-]+\|[ \t]*\n[ \t]*\|(?:{_GAP}\|)+[ \t]*$",
    re.I | re.M,
)
"""the row below the head of a table of names, dates or signatures"""


def left_blank(document: str) -> Iterator[str]:
    """What a document leaves open that is to be filled in, as it is written.

    >>> list(left_blank("The brake was inspected.\\n[ ] accepted")), list(left_blank("[x] passed\\n[ ] failed"))
    (['[ ] accepted'], [])
    >>> list(left_blank("I accept the risk.\\nName:\\nDate:")), list(left_blank("Name: B. Judge\\nDate: 2026-03-04"))
    (['Name:\\nDate:'], [])
    """
    lines = [line.strip() for line in without_other_answers(document).splitlines()]
    yield from (line for line in lines if _has_open_box(line) or _TO_WRITE_ON.search(line))
    yield from (match[0] for match in _FIELDS.finditer(document))
    yield from ("an empty row for a name, date or signature" for _ in _EMPTY_ROW.finditer(document))


def without_other_answers(document: str) -> str:
    """A document without the answers that were not given, where it has one that was ticked.

    >>> without_other_answers("[x] passed [ ] failed"), without_other_answers("[ ] yes [ ] no")
    ('[x] passed  ', '[ ] yes [ ] no')
    """
    return _OTHER_ANSWER.sub(" ", document) if _TICK.search(document) else document


def _has_open_box(line: str) -> bool:
    """Whether a line holds a box that waits for a tick; of several answers in a line one may be given."""
    return not _TICK.search(line) and (_AT_START.match(line) is not None or _ANSWER.search(line) is not None)
