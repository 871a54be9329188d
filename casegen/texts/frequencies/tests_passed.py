"""What a sentence says of how many tests pass or fail, held against a limit on their count or share."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.model.quantity import Comparison
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.wording.denials import negations

_TEST = r"(?:[^\W\d]+\s+){0,2}?(?:[^\W\d]*tests?|test\s+cases?|testfälle?)\b"
_PASS = r"(?:pass(?:es|ed)?|succeeds?|bestanden|erfolgreich)\b"
_FAIL = r"(?:fails?|failed|scheitern|scheitert|fehlgeschlagen)\b"
_NO = r"(?:no|zero|0|not\s+(?:one|a\s+single)|none\s+of|keine?r?|null)"
_WITHOUT_FAILURE = (
    compiled(
        rf"^\W*(?:all|every|each|alle|jeder|sämtliche|100\s?%)\s+(?:(?:of|the|der|\d+)\s+)*{_TEST}.*\b{_PASS}",
        re.I,
    ),
    compiled(rf"\btests?\b.*\b{_PASS}.*\b(?:without\s+exception|ausnahmslos|ohne\s+ausnahme)\b", re.I),
    compiled(rf"^\W*{_NO}\s+(?:the\s+)?{_TEST}.*\b{_FAIL}", re.I),
    compiled(rf"\b(?:has|have|there\s+are|with|hat)\s+{_NO}\s+(?:failed|failing)\s+tests?\b", re.I),
)
_ITS_TESTS = compiled(
    r"\b(?:pass(?:es|ed)?|succeed(?:s|ed)?\s+in|(?:came|comes)\s+through|besteht|bestehen|bestanden?)\s+"
    r"(?:(?:all|every|each|alle|sämtliche)\s+)?(?:of\s+)?(?:(?:its|their|the|his|her|our|seine?n?|ihre?n?|die|den|das)\s+)?"
    r"(?:[^\W\d]+\s+){0,2}?(?:[^\W\d]*tests?|testing|test\s+(?:cases?|suite|campaign)|tested|testfälle?|prüfung(?:en)?)\b|"
    r"^\W*(?:(?:the|its|die)\s+)?(?:[^\W\d]+\s+)?(?:tests?|test\s+(?:cases?|suite))\s+(?:(?:of|von|der|für|for)\s+(?:[^\W\d]+\s+){1,5}?)?"
    r"(?:(?:has|have|was|were|is|are|sind|wurden)\s+)?(?:pass(?:es|ed)?|succeed(?:s|ed)?|bestanden)\b",
    re.I,
)
"""``the controller passes its tests``: all of them"""
_NEARLY = (
    (
        compiled(
            r"\b(?:(?:nearly|almost|virtually|practically|close\s+to|fast|beinahe|nahezu)\s+(?:all|every|each|alle|jeder)|"
            rf"the\s+(?:great|vast|overwhelming)\s+majority|the\s+bulk|die\s+allermeisten)\b.*(?:{_TEST})",
            re.I,
        ),
        0.9,
    ),
    (
        compiled(
            rf"\b(?:most|(?:a|the)\s+majority|the\s+larger\s+part|die\s+meisten|die\s+mehrheit)\b.*(?:{_TEST})",
            re.I,
        ),
        0.5,
    ),
)
"""words of a share of the tests, and the least that they say"""
_LIMITED = compiled(r"\b(?:more\s+than|mehr\s+als|except|unless|außer|apart\s+from|but\s+\w+)\b", re.I)
_PART = compiled(
    r"\b(?:most|many|some|several|few|half|nearly|almost|partly|majority|bulk|or\s+more|if|when|only|only\s+if|"
    r"die\s+meisten|viele|einige|manche|hälfte|fast|nahezu|beinahe|teilweise|wenn|nur)\b",
    re.I,
)
"""words of a part of the tests, and of conditions"""
_AT_MOST = compiled(
    rf"\b(?:at\s+most|no\s+more\s+than|höchstens)\s+(?P<n>{COUNT})\s+(?:of\s+the\s+)?{_TEST}.*\b{_FAIL}", re.I
)
_BETWEEN = compiled(
    rf"\b(?:between|zwischen)\s+(?P<n>\d+(?:\.\d+)?)\s?%?\s+(?:and|und)\s+\d+(?:\.\d+)?\s?%\s+.*\btests?\b.*\b{_PASS}",
    re.I,
)


def shortfall(text: str, measure: str, comparison: Comparison, limit: float) -> str:
    """Why a limit on the failed tests, or on the share that passes, is weaker than a sentence; empty where it is not."""
    text = text[:READ]
    said, asked = _said(text, measure)
    if asked is None or (limit <= asked if comparison.is_upper else limit >= asked):
        return ""
    return f"the text says {said!r}, which asks for {asked:g}, the requirement {comparison} {limit:g}"


def _said(text: str, measure: str) -> tuple[str, float | None]:
    """The words, and what they ask of the measure."""
    if measure == "failed" and (counted := _AT_MOST.search(text)):
        return counted[0], max(count_of(counted["n"], whole=True), default=None)
    if measure == "passed_share" and (between := _BETWEEN.search(text)):
        return between[0], float(between["n"]) / 100.0
    if _LIMITED.search(text) or any(n.side for n in stated(text)):
        return "", None
    if measure == "passed_share" and not negations(text):
        for pattern, least in _NEARLY:
            if (nearly := pattern.search(text)) and re.search(_PASS, text, re.I):
                return nearly[0], least
    claimed = next((match for pattern in _WITHOUT_FAILURE if (match := pattern.search(text))), None)
    if claimed is None and not stated(text) and not negations(text) and not _PART.search(text):
        claimed = _ITS_TESTS.search(text)
    if claimed is None:
        return "", None
    return claimed[0], 1.0 if measure == "passed_share" else 0.0
