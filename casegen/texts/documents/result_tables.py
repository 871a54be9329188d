"""Rows of tables that report a failure, by what their columns are: in Markdown, CSV, TSV, and columns set by blanks.

A column of results is one that is called so, or in which something passed.  Columns of failure modes, of what was
expected, and legends report nothing; a column ``failed`` reports where something is counted or marked in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.texts.documents.runner_lines import BAD_RESULT

_BAD = compiled(
    r"(?:fail(?:ed|ure)?|bad|faulty|defective|fehlerhaft|mangelhaft|nok|not\s+ok|not\s+passed|rejected|"
    r"nicht\s+(?:bestanden|erfüllt|eingehalten|i\.?\s?o\.?|in\s+ordnung)|durchgefallen|"
    r"fehlgeschlagen|n\.?\s?i\.?\s?o\.?|✗|✘|❌|✕|🔴)[.!]?(?P<more>(?:\s*[(\[:;,–—]|\s+-|-(?!\w)|\s+(?:\d|see\b|siehe\b|after\b|"
    r"at\b|in\b)|\s(?<=[✗✘❌✕🔴]\s)).*)?",
    re.I,
)
_GOOD_WORD = compiled(
    r"(?:pass(?:ed)?|ok|bestanden|i\.?\s?o\.?|in\s+ordnung|eingehalten|erfüllt|✓|✔|✅|yes|ja|true)\.?", re.I
)
_RESULT = compiled(
    r"\W*(?:(?:overall|final|test|gesamt)[\s-]*)?(?:results?|verdict|outcome|status|conclusion|ergebnis|urteil|"
    r"bewertung|observed|actual|"
    r"pass(?:ed)?\s*/\s*fail(?:ed)?|p/f|re-?test)\W*",
    re.I,
)
_VERDICT = compiled(r"\W*(?:results?|verdict|outcome|ergebnis|urteil)\W*", re.I)
_GOOD = compiled(
    r"\W*(?:passed|pass|ok|success|accepted|approved|fulfilled|met|conform(?:s|ing|ant)?|compl(?:ies|iant)|"
    r"bestanden|erfüllt|konform|i\.?\s?o|"
    r"(?:in|within)\s+(?:tolerance|spec\w*|(?:the\s+)?limits?)|in\s+ordnung)\W*",
    re.I,
)
_YES, _DENIED = compiled(r"\W*(?:yes|ja)\W*", re.I), compiled(r"\W*(?:no|nein)\W*", re.I)
_UNWANTED = compiled(
    r"\b\w*(?:leak|damage|defect|crack|corro|noise|fault|error|deviat|mangel|mängel|schaden|schäden|riss|undicht|alarm|open|offen|spurious|missing|loose|worn|"
    r"finding|problem|abweich|fehl|failure|restrict|remark|objection|needed|required|smoke|wear|lose|nötig|erforderlich|unzulässig|verschleiß)\w*",
    re.I,
)
"""of what is not to be: a mark under ``no`` is good"""
_TEST = compiled(
    r"\W*(?:tests?|test\s*cases?|checks?|steps?|cases?|requirements?|prüfung(?:en)?|prüfpunkte?|prüfschritte?|schritte?|anforderung(?:en)?)"
    r"(?:[\s_](?:name|id|no\.?|nr\.?))?\W*",
    re.I,
)
_EXPOSURE = compiled(
    r".*\b(?:demands?|hours?|runs?|cycles?|trials?|km|starts?|total|n|stunden|versuche?|zyklen|anforderungen|anzahl)\b.*",
    re.I,
)
"""beside it, failures are counted as data"""
_LETTERS = frozenset(["p", "f", "", "-", "–"])
_FAILED = compiled(
    r"\W*(?:fail|failed|failures?|errors?|nok|not\s+(?:ok|passed)|nicht\s+bestanden|durchgefallen|fehlgeschlagen|"
    r"n\.?\s?i\.?\s?o|fehler|ausfälle|(?:out\s+of|outside)\s+(?:tolerance|spec\w*|limits?))\W*",
    re.I,
)
_OTHER = compiled(
    r".*\b(?:modes?|causes?|effects?|injected|faults?|hazards?|scenarios?|meaning|conditions?|states?|events?|"
    r"description|definitions?|deviation|"
    r"fehlerart|ursachen?|auswirkung\w*|bedeutung|beschreibung)\b.*",
    re.I,
)
"""columns of what may occur, or was brought about"""
_EXPECTED = compiled(r".*\b(?:expected|required|specified|soll\w*|erwartet\w*)\b.*", re.I)
_LEGEND = compiled(r"\W*(?:meaning|definition|explanation|bedeutung|erklärung)s?\W*", re.I)
_LONGEST = 5000
"""characters of a row; none is longer"""
_RULE = re.compile(r"^[ \t]{0,9}\|?[ \t:]{0,99}-{2,}[ \t|:-]*$")
_TOLD = compiled(
    r"\b(?:pass(?:ed|es)?|bestanden|expected|repeated|repaired|replaced|fixed|injected|on\s+purpose|none)\b|^\W*0\W*$",
    re.I,
)
_MARK = compiled(r"(?:x|☒|☑|✓|✔|✗|✘|❌|✅|yes|ja|true)", re.I)
_YES_NO = frozenset(
    [
        "yes",
        "no",
        "true",
        "false",
        "ja",
        "nein",
        "0",
        "1",
        "x",
        "☒",
        "☑",
        "☐",
        "✓",
        "✔",
        "✗",
        "✘",
        "❌",
        "✅",
        "-",
        "–",
        "",
    ]
)
_NO = frozenset(["no", "false", "0", "nein", "✗", "✘", "❌"])
_COUNT = re.compile(r"[1-9]\d{0,8}")
_BLANKS = re.compile(r"\t| {2,}")
_LOOSE = re.compile(r"[|;,\t]| {2,}")
"""between what stands in a line, where it is no row of a table"""


class _Row(NamedTuple):
    at: int
    line: str
    cells: tuple[str, ...]


def failed_rows(document: str, after: int) -> Iterator[str]:
    """The rows of a document behind ``after`` that report a failure, as they are written.

    >>> list(failed_rows("| test | result |\\n|---|---|\\n| dry | passed |\\n| wet | failed (leak) |", -1))
    ['| wet | failed (leak) |']
    >>> list(failed_rows("| test | pass | fail |\\n|---|---|---|\\n| dry | 20 | 0 |\\n| wet | 18 | 2 |", -1))
    ['| wet | 18 | 2 |']
    >>> list(failed_rows("| Failure mode | Effect |\\n|---|---|\\n| failed | no flow |", -1))
    []
    """
    for table in _tables(document):
        yield from (" ".join(row.line.split())[:160] for row in _failed(table) if row.at > after)


def _tables(document: str) -> Iterator[list[_Row]]:
    """Lines that follow each other with as many cells between the same signs."""
    rows: list[_Row] = []
    kind: tuple[str, int] = ("", 0)
    at = 0
    for line in document.split("\n"):
        cells, sign = _cells(line)
        if sign and (sign == kind[0] == "|" or (sign, len(cells)) == kind):
            rows.append(_Row(at, line, cells))
        else:
            if rows:
                yield rows
            rows, kind = ([_Row(at, line, cells)] if sign else []), (sign, len(cells))
        at += len(line) + 1
    if rows:
        yield rows


def _cells(line: str) -> tuple[tuple[str, ...], str]:
    """The cells of a line, and the sign between them; none where it has one cell."""
    text = line.strip() if len(line) <= _LONGEST else ""
    for sign in "|\t;,":
        if sign in text:
            split = text.strip("|").split("|") if sign == "|" else text.split(sign)
            return tuple(cell.strip(' "*_`') for cell in split), sign
    parts = _BLANKS.split(text)
    return (tuple(cell.strip(' "*_`') for cell in parts), " ") if len(parts) > 1 else ((), "")


def _failed(rows: list[_Row]) -> Iterator[_Row]:
    """The rows of a table that report a failure."""
    body = [row for row in rows if not _RULE.match(row.line)]
    head = _head(rows, body)
    if any(_LEGEND.fullmatch(cell) for cell in head):
        return
    if not head:
        yield from (row for row in body if _is_bad_line(row))
        return
    if not _is_titles(body) and any(map(_is_bad, head)):
        yield body[0]
    columns = [_Column(head, body[1:], k) for k in range(max(len(row.cells) for row in body))]
    for row in body[1:]:
        wanted = {row.cells[c.at].casefold() for c in columns if c.expected and c.at < len(row.cells)}
        held = [
            c for c in columns if c.at < len(row.cells) and not (c.denied and _UNWANTED.search(row.cells[0]))
        ]
        if any(c.reports(row.cells[c.at], wanted) for c in held):
            yield row


def without_titles(document: str) -> str:
    """A document with blanks in place of the titles of columns, and of legends, in which ``failed`` is no report.

    >>> without_titles("test,pass,fail\\ndry,20,0").strip()
    'dry,20,0'
    """
    parts: list[str] = []
    at = 0
    for rows in _tables(document):
        body = [row for row in rows if not _RULE.match(row.line)]
        head = _head(rows, body)
        legend = any(_LEGEND.fullmatch(cell) for cell in head)
        for row in body if legend else body[:1] if head and _is_titles(body) else ():
            parts += [document[at : row.at], " " * len(row.line)]
            at = row.at + len(row.line)
    return "".join([*parts, document[at:]])


def _head(rows: Sequence[_Row], body: Sequence[_Row]) -> tuple[str, ...]:
    """The titles of the columns; empty where a table has none."""
    ruled = len(rows) > 1 and _RULE.match(rows[1].line) is not None
    return body[0].cells if body and (ruled or _is_head(body)) else ()


def _is_head(body: Sequence[_Row]) -> bool:
    """Whether the first row names columns, of results or of failures, and the others do not."""
    if len(body) < 2:
        return False
    if _answers(body[0].cells):
        return True
    named = [k for k, cell in enumerate(body[0].cells) if _named(cell)]
    return any(
        _RESULT.fullmatch(body[0].cells[k])
        or not any(_says(row.cells[k]) for row in body[1:] if k < len(row.cells))
        for k in named
    )


def _answers(head: Sequence[str]) -> bool:
    """Whether two columns are for the answers yes and no."""
    return any(map(_YES.fullmatch, head)) and any(map(_DENIED.fullmatch, head))


def _is_titles(body: Sequence[_Row]) -> bool:
    """Whether what the first row calls failed is counted or marked below, or the other columns tell of failures."""
    head, rest = body[0].cells, body[1:]
    bad = [k for k, cell in enumerate(head) if _FAILED.fullmatch(cell)]
    said = any(_says(row.cells[k]) for k in bad for row in rest if k < len(row.cells))
    return bool(bad) and (not said or any(_OTHER.fullmatch(cell) for cell in head))


def _named(cell: str) -> bool:
    return any(form.fullmatch(cell) for form in (_RESULT, _GOOD, _FAILED, _OTHER, _LEGEND))


def _says(cell: str) -> bool:
    """Whether a cell says in words how something came out."""
    return _is_bad(cell) or (_GOOD_WORD.fullmatch(cell) is not None and _MARK.fullmatch(cell) is None)


def _is_bad(cell: str) -> bool:
    match = _BAD.fullmatch(cell)
    return match is not None and not _TOLD.search(match["more"] or "") and not _is_none(match["more"])


def _is_none(more: str | None) -> bool:
    return re.fullmatch(r"\W*(?:0|none|no|keine?r?)?\W*", more or "x", re.I) is not None


def _is_bad_line(row: _Row) -> bool:
    """Whether a line that belongs to no table has a verdict between its signs."""
    cells = [cell.strip(' "*_') for cell in _LOOSE.split(row.line)]
    if row.line.lstrip().startswith("#"):
        return False
    if cells and _FAILED.fullmatch(cells[0]) and all(_is_none(cell) or cell.isdigit() for cell in cells[1:]):
        return False  # `FAIL  0`, whose count is read elsewhere
    return any(map(_is_bad, cells))


class _Column:
    """What a column of a table is about."""

    def __init__(self, head: Sequence[str], rest: Sequence[_Row], at: int) -> None:
        name = head[at] if at < len(head) else ""
        cells = [row.cells[at] for row in rest if at < len(row.cells)]
        self.at = at
        self.expected = _EXPECTED.fullmatch(name) is not None
        self.other = self.expected or _OTHER.fullmatch(name) is not None
        self.failed = _FAILED.fullmatch(name) is not None
        self.beside_good = any(_GOOD.fullmatch(cell) for cell in head)
        of_tests = bool(head) and _TEST.fullmatch(head[0]) is not None
        self.counted = self.beside_good or (of_tests and not any(map(_EXPOSURE.fullmatch, head[1:])))
        self.denied = _answers(head) and _DENIED.fullmatch(name) is not None and not _UNWANTED.search(head[0])
        self.lettered = _RESULT.fullmatch(name) is not None and {c.casefold() for c in cells} <= _LETTERS
        good = any(_GOOD_WORD.fullmatch(cell) for cell in cells)
        self.result = _RESULT.fullmatch(name) is not None or (good and not self.failed)
        self.verdict = good and _VERDICT.fullmatch(name) is not None
        answers = {cell.casefold() for cell in cells}
        self.answered = answers <= _YES_NO and (
            _GOOD.fullmatch(name) is not None or (_RESULT.fullmatch(name) is not None and good)
        )

    def reports(self, cell: str, wanted: set[str]) -> bool:
        """Whether a cell of it reports a failure that was not ``wanted``."""
        if self.other or not cell or cell.casefold() in wanted:
            return False
        if self.failed:
            counted = self.counted and _COUNT.fullmatch(cell) is not None
            return counted or _MARK.fullmatch(cell) is not None or (_is_bad(cell) and len(cell) > 1)
        if (self.denied and _MARK.fullmatch(cell)) or (self.lettered and cell in "Ff"):
            return True
        if _is_bad(cell) or (self.answered and cell.casefold() in _NO):
            return True
        if self.verdict and cell.casefold() in ("no", "nein"):
            return True
        return self.result and BAD_RESULT.fullmatch(cell) is not None
