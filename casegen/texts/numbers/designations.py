"""Numbers with a slash or a colon that name a thing, and tolerances: *drawing 1/250*, *scale 1:50*, *± 10 %*.

A bare pair of numbers directly behind a noun is how that thing is called; a share stands behind a verb, a preposition, a
sign, a punctuation mark, or who states it (*maker 1/250*, *fails 1:300*, *risk of 1/250*).
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import Stated

_PAIR = compiled(r"\d[\d.,]*\s?[/:]\s?\d[\d.,]*")
_OF = compiled(r"\d+\s+(?:of|von)\s+\d+")
_STATES_A_SHARE = compiled(
    r"(?:^|[\s(])(?:in|of|is|are|was|were|be|about|at|to|only|or|and|nearly|below|under|over|than|most|least|with|by|up|as|on|from|for|"
    r"approx|circa|ca|around|roughly|every|each|gives|give|says|states|reports|found|shows|fails?|failed|errs?|misses|sticks|jams|leaks|breaks|"
    r"probability|likelihood|chances?|risks?|odds|rate|frequency|failures?|faults?|errors?|unavailability|unreliability|pfd|pfh|share|fraction|p|f|q|"
    r"makers?|contractors?|operators?|plants?|staff|users?|clients?|testers?|owners?|drivers?|authors?|team|betreiber|nutzer|kunde|manufacturers?|suppliers?|vendors?|customers?|experts?|statistics?|handbook|database|records?|logs?|logbook|survey|experience|estimate|"
    r"ist|sind|von|bei|mit|etwa|rund|nur|oder|und|höchstens|mindestens|unter|über|laut|versagt|klemmt|fällt|aus|wahrscheinlichkeit|risiko|rate|"
    r"häufigkeit|anteil|ausfälle?|fehler|hersteller|lieferant|statistik|handbuch|erfahrung|schätzung|"
    r"[^\W\d]*(?:wahrscheinlichkeit|rate|quote|häufigkeit))[.\s]*$",
    re.I,
)
_THING = (
    r"drawings?|batch(?:es)?|lots?|pages?|sheets?|scale|maps?|plans?|rev(?:ision)?|issue|edition|volume|part|item|section|chapter|clause|annex|figure|"
    r"table|slide|row|line|report|certificate|document|order|form|ticket|record\s+no|serial|sample|series|ratio|gear|transmission|type|model|class|"
    r"no|nr|num(?:ber)?|ref|doc|cert|rep|dwg|pos|fig|tab|sect?|ch|vol|"
    r"zeichnung|charge|los|seite|blatt|maßstab|karte|ausgabe|band|teil|abschnitt|kapitel|bild|tabelle|zeile|bericht|zertifikat|dokument|auftrag|"
    r"formular|serie|muster|probe|übersetzung|typ|modell|klasse|rohr|nummer|position|lieferung|bestellung|rechnung|protokoll|schein|urkunde"
)
_NOUN_BEFORE = compiled(
    rf"(?:\b[a-zß-ÿ][\w'’-]*|\b[A-ZÄÖÜ]{{2,}}\d*|\b[A-Z]+\d+|\b[A-Z]|\b(?i:{_THING}))\.?[\s-]*$"
)
"""in small letters, an abbreviation, or a word for a thing; another name may be of who states a share"""
_NUMBERED = compiled(
    r"\b(?:sheets?|pages?|pp?|parts?|volumes?|vol|sections?|chapters?|figures?|tables?|items?|slides?|drawings?|blatt|seiten?|teil|band|bild|folie)\.?\s*$",
    re.I,
)
_MEASURE_AFTER = compiled(
    r"^\s*(?:[\"″”']|(?:inch(?:es)?|zoll|mm|cm|m|maps?|plans?|scale|drawings?|sheets?|karte|maßstab|zeichnung|gear(?:box|ing)?|getriebe|"
    r"reduction\s+gear|transmission|übersetzung|model|modell)\b)",
    re.I,
)
_TOLERANCE = compiled(
    r"(?:±|\+\s?/\s?[-−–]|\+[-−–]|[-−–]\s?/\s?\+|\bplus\s+(?:or\s+)?minus|\bplus[/-]minus|(?:^|[\s/(])[+−–-])\s*$",
    re.I,
)


def is_designation(text: str, number: Stated) -> bool:
    """Whether what is written as a share names a thing, gives a scale, or is a tolerance.

    >>> from casegen.texts.numbers.stated import stated
    >>> texts = ("drawing 1/250", "batch 2/300", "scale 1:50", "230 V ± 10 %", "sheet 3 of 12")
    >>> [is_designation(t, stated(t)[0]) for t in texts]
    [True, True, True, True, True]
    >>> texts = ("maker 1/250", "Lamport 1/250", "fails 1:300", "data sheet: 1/250", "risk of 1/250")
    >>> [is_designation(t, stated(t)[0]) for t in texts]
    [False, False, False, False, False]
    """
    before, after = text[: number.at], text[number.at + len(number.quote) :]
    if "%" in number.written:
        return _TOLERANCE.search(before) is not None
    if _OF.fullmatch(number.written):
        return _NUMBERED.search(before) is not None
    if not _PAIR.fullmatch(number.written):
        return False
    named = _NOUN_BEFORE.search(before) is not None and _STATES_A_SHARE.search(before) is None
    return named or _MEASURE_AFTER.match(after) is not None
