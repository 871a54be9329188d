"""What the names of a record's entries say against counting them: nothing was run, a footnote, several programs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.marks import marked

_NOTHING = re.compile(
    r"(?i)(?:x{2,}|foo|lorem\b.*|e\.\s?g\..*|z\.\s?b\..*|"
    r"(?:examples?|beispiele?|muster|ejemplo|exemple|esempio)(?:[\s_-]?(?:rows?|entry|line|data|zeile|eintrag))?|"
    r"ditto|dito|idem|,,|#{2,}|#(?:name|ref|value|num|div/0|n/a)|"
    r"(?:amount |balance )?(?:carried|brought) (?:forward|over|down)|übertrag|vortrag|adjustments?|corrections?|"
    r"korrektur(?:buchung)?|ausgleich|storno|ajuste|rettifica)\W*\d*\W*|[\"'〃]+"
)
"""names that stand for nothing, as templates have them, for the row above, or for what was booked over"""
_FOOTNOTE = re.compile(
    r"^\s*[*†‡§]+\)?\s*\w|(?<=\w)\s*(?:[*†‡]+|\s[¹²³⁴⁵⁶⁷⁸⁹]+|(?<=[^\W\d_]{3})[¹²³⁴⁵⁶⁷⁸⁹]+)\s?[)⁾]?\s*$"
)
_NO_FOOTNOTE = re.compile(r"(?<!\w)[A-Z]\*$")
"""algorithms such as A*"""
_SOFTWARE = re.compile(
    r"(?i)(?<![^\W_])(?:sw|fw|software|firmware)(?:[\s_-]?(?:version|release|rev|v))?[\s._:-]*v?(\d[\d.]*)"
)


def footnote(name: str) -> bool:
    """Whether a name ends or begins with the mark of a footnote, which a table cannot hold.

    >>> footnote("quay*"), footnote("pier ¹"), footnote("A*"), footnote("hall 40 m²")
    (True, True, False, False)
    """
    return bool(_FOOTNOTE.search(name)) and not _NO_FOOTNOTE.search(name.strip())


def judge_entry_names(table: DataTable, entries: Sequence[str], intake: Intake) -> None:
    """Note entries that were never run, that a footnote speaks of, and entries of several programs."""
    never = marked("status", entries, [1] * len(entries)) or [
        k for k, name in enumerate(entries) if _NOTHING.fullmatch(name.strip())
    ]
    if never:
        intake.suspects(
            "marked-rows",
            f"{table.place(never[0], 'entry')}: {entries[never[0]]!r} counts as if it had been run",
            hint="remove the rows that were not measured, or state in the waiver why they count",
        )
    spelled = [table.spelled(column) for column in table.cells]
    noted = [name for name in (*spelled, *entries) if footnote(name)]
    if noted:
        intake.suspects(
            "marked-rows",
            f"{table.file}: {noted[0]!r} carries the mark of a footnote, which the file does not hold",
            hint="say in a column what the footnote says, or in the waiver why the rows count all the same",
        )
    programs = sorted({hit[1].rstrip(".") for name in entries if (hit := _SOFTWARE.search(name))})
    if len(programs) > 1:
        intake.suspects(
            "several-systems",
            f"{table.file}: entries are of software {', '.join(programs[:4])}: rows of several systems count as one's",
            hint="give the rows of the software in use; or say in the waiver why all of them speak of it",
        )
