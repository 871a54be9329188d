"""The date that a document states of itself in its head: ``Date: 3 January 2027``, ``Ausgabe: 03.01.2027``."""

from __future__ import annotations

import re

from casegen.model.dates import latest_date
from casegen.model.expressions import compiled
from casegen.texts.times.written_days import DAY, written_days

_HEAD = 40
"""lines, of those that are not blank, in which a document dates itself"""
_LONGEST = 200
"""characters of a line that are looked at"""
_OF = (
    r"(?:\s+(?:of|des|der)\s+(?:(?:this|the|dieses|dieser)\s+)?(?:report|document|issue|test|tests|inspection|"
    r"record|release|signature|berichts?|dokuments?|ausgabe|prüfung|unterschrift))?"
)
_LABEL = (
    rf"(?:(?:report|document|issue|issuing|release|test|inspection|print|revision|publication)[\s-]+)?date{_OF}|dated|date[\s,]+(?:place|signature)|place[\s,]+date|ort[\s,]+datum|"
    rf"(?:berichts|prüf|ausgabe|erstellungs|freigabe|druck)?-?datum{_OF}|issued?|ausgabe(?:stand)?|(?:\w+\s+)?stand|fassung\s+vom|as\s+of|created|written|published|printed|signed|"
    r"approved|released|tested|inspected|completed|revised|last\s+(?:modified|changed|updated)|erstellt|ausgestellt|veröffentlicht|unterschrieben|unterzeichnet|freigegeben|"
    r"geprüft|gedruckt|geändert|aktualisiert"
)
_DATED = compiled(
    rf"^[^\w\n]{{0,20}}(?:{_LABEL})(?:\s+(?:on|am|vom))?[*_\"']*(?:\s*[:=|]\s*|\s+)[\"'*_|]{{0,4}}\s*(?:[^\W\d_]+,\s*)?(?:on\s+|am\s+|vom\s+|the\s+|den\s+)?(?={DAY})(?P<is>[^\n]*)$",
    re.I,
)


def dated_ahead(document: str) -> str:
    """The line in the head of a document by which it is of a day that is still to come; empty where none says so.

    >>> dated_ahead("# Report\\n\\nDate: 3 January 2094"), dated_ahead("Datum: 03.01.2094")
    ('Date: 3 January 2094', 'Datum: 03.01.2094')
    >>> dated_ahead("Date: 2026-01-03\\nNext review: 2094-01-03\\nValid until: 3 January 2094")
    ''
    """
    lines = [line for line in document.splitlines() if line.strip()][:_HEAD]
    for line in lines:
        match = _DATED.match(line) if len(line) <= _LONGEST else None
        day = next(written_days(match["is"]), None) if match is not None else None
        if day is not None and day.first > latest_date():
            return " ".join(line.split()).strip(" |*_\"',")
    return ""
