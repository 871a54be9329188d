"""Sentences of a document by which only a part was looked at, or some parts were in a bad state; English and German."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled

_WORDS = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
    r"ein(?:e[rs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
)
_SOME = rf"(?:[1-9]\d{{0,6}}|{_WORDS}|some|several|a\s+few|half|einige|mehrere|die\s+hälfte)"
_WHOLE = r"(?:(?:of|out\s+of|von)\s+(?:the\s+|all\s+|den\s+)?|der\s+)"
_DONE = (
    r"(?:reach|inspect|test|check|measur|examin|open|visit|verif|view|sampl|look|erreich|geprüft|prüf|getestet|gemess|geöffnet|untersuch|gesichtet)\w*|"
    r"(?:accessible|reachable|available|seen|visible|present|zugänglich|erreichbar|verfügbar|sichtbar)"
)
_ONLY_SOME = compiled(
    rf"\b(?:only|merely|just|nur|lediglich)\s+{_SOME}\s+{_WHOLE}(?:{_SOME}\s+)?(?:[^\W\d_]+\s+){{0,3}}?"
    rf"(?:(?:could|can)\s+be\s+\w+|(?:was|were|is|are|have\s+been|has\s+been|wurden?|waren|war|sind|ist)\s+(?:{_DONE})\b|"
    r"konnten?\s+\w+\s+werden)",
    re.I,
)
"""``Only four of the nine bolts could be reached``; not ``only one of the two pumps runs``"""
_BAD_STATE = (
    r"(?:loose|missing|absent|cracked|broken|bent|torn|worn(?:\s+out)?|leaking|damaged|corroded|rusty|rusted|defective|faulty|stuck|burnt|"
    r"lose|locker|gerissen|gebrochen|verbogen|verschlissen|undicht|beschädigt|korrodiert|defekt)"
)
_SOME_BAD = compiled(
    rf"(?<![\w.,:/])(?:{_SOME})\s+(?:{_WHOLE}(?:{_SOME}\s+)?)?(?:[^\W\d_]+\s+){{1,3}}?(?:was|were|is|are|war(?:en)?|ist|sind)\s+"
    rf"(?:(?:found|slightly|still|already|badly|noch|leicht)\s+)*(?:to\s+be\s+)?{_BAD_STATE}\b",
    re.I,
)
"""``Two bolts were loose``"""
_PROVIDED_FOR = compiled(
    r"\b(?:if|when|whenever|where|until|unless|although|whether|even|expected|on\s+purpose|before\s+the\s+(?:repair|overhaul|test)|simulated|injected|"
    r"wenn|falls|ob|sobald|absichtlich)\b",
    re.I,
)
_PUT_RIGHT = compiled(
    r"\b(?:(?:re)?tighten\w*|re-?torqu\w*|repaired|replaced|exchanged|corrected|fixed|remedied|resolved|adjusted|refitted|rewelded|sealed|renewed|"
    r"(?:nach|an|fest)gezogen|repariert|ersetzt|getauscht|ausgetauscht|behoben|korrigiert|erneuert)\b",
    re.I,
)
_BETWEEN = re.compile(r"(?<=[.!?])\s+|\n")


def partly_done(document: str) -> Iterator[str]:
    """Sentences by which only some parts were looked at, or some were found bad and nothing later puts them right.

    >>> list(partly_done("Only four of the nine bolts could be reached. Result: passed"))
    ['Only four of the nine bolts could be reached.']
    >>> list(partly_done("Two bolts were loose.")), list(partly_done("Two bolts were loose. They were tightened."))
    (['Two bolts were loose.'], [])
    >>> list(partly_done("Only one of the two pumps runs at a time.")), list(partly_done("If two bolts are loose, stop."))
    ([], [])
    """
    put_right = max((match.end() for match in _PUT_RIGHT.finditer(document)), default=-1)
    at = 0
    for part in _BETWEEN.split(document):
        at = document.index(part, at)
        bad = _SOME_BAD.search(part)
        lasts = bad is not None and at + bad.start() > put_right and not _PROVIDED_FOR.search(part)
        if lasts or _ONLY_SOME.search(part):
            yield " ".join(part.split())[:160]
        at += len(part)
