"""Outcomes of numbered steps and tests: step 4 stays failed where only other numbers pass behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled

_STEP = (
    r"steps?|cases?|checks?|items?|requirements?|schritte?|testfälle?|testfall|prüfpunkte?|anforderung(?:en)?"
)
_ATTEMPT = r"tests?|runs?|trials?|versuche?|läufe|lauf|prüfung(?:en)?"
_SUBJECT = (
    rf"(?:(?P<step>{_STEP})|(?P<attempt>{_ATTEMPT}))\s+(?:no\.?\s*|nr\.?\s*)?(?P<first>\d{{1,4}})"
    r"(?:\s*(?:to|bis|and|und|[-–,])\s*(?P<last>\d{1,4}))?\b"
)
_OUTCOME = compiled(
    rf"(?:\b{_SUBJECT}(?:(?!\b(?:{_STEP}|{_ATTEMPT})\s+\d)[^.;\n|]){{0,60}}?)?"
    r"(?<!not\s)(?<!had\s)\b(?:(?P<bad>failed|fehlgeschlagen|nicht\s+bestanden|durchgefallen)|"
    r"(?P<good>passed|passes|succeeded|bestanden))\b",
    re.I,
)
_SPOKEN_OF = compiled(
    r"\b(?:if|when|whether|unless|until|where|should|after|before|injected|simulated|expected|no|none|never|not|wenn|falls|ob|nachdem|kein\w*)\b[^.;\n]*$",
    re.I,
)
"""before a failure: it did not occur, or is the condition of something"""
_BESIDE = 200
"""characters of a line before and behind an outcome that are looked at"""
_RANGE = 500
"""numbers of a range (``steps 1 to 12``); of a longer one nothing is known"""


def failed_numbers(document: str) -> Iterator[str]:
    """The lines by which a numbered step failed, where all that passes behind it are steps of other numbers.

    Runs, trials and tests may be attempts at the same thing: of them only those in the same line are compared.

    >>> list(failed_numbers("Step 4 failed, step 5 passed.")), list(failed_numbers("Step 4 failed, then it passed."))
    (['Step 4 failed, step 5 passed.'], [])
    >>> list(failed_numbers("Run 1 failed.\\nRun 2 passed.")), list(failed_numbers("Step 4 failed. Steps 3 to 5 passed."))
    ([], [])
    """
    outcomes = list(_OUTCOME.finditer(document))
    passed = _Passed(outcomes)
    for index, failed in enumerate(outcomes):
        if not failed["bad"] or not failed["first"]:
            continue
        start = max(document.rfind("\n", 0, failed.start()) + 1, failed.start() - _BESIDE)
        line = document[start : failed.end() + _BESIDE]
        end = line.find("\n", failed.end() - start)
        line = line if end < 0 else line[:end]
        if failed["attempt"]:
            passed_in_line = _Passed(
                [one for one in _OUTCOME.finditer(line) if one.start() > failed.start() - start]
            )
            others = passed_in_line.others_after(-1, int(failed["first"]))
        else:
            others = passed.others_after(index, int(failed["first"]))
        if others and not _SPOKEN_OF.search(document[start : failed.start()]):
            yield " ".join(line.split())[:160]


class _Passed:
    """Where what passed stands last: with a number, without one, at all."""

    def __init__(self, outcomes: list[re.Match[str]]) -> None:
        self.by_number: dict[int, int] = {}
        self.without, self.any = -1, -1
        for index, one in enumerate(outcomes):
            if not one["good"]:
                continue
            self.any = index
            first = int(one["first"] or 0)
            last = int(one["last"] or first)
            if not one["first"] or not 0 <= last - first <= _RANGE:
                self.without = index
            else:
                self.by_number.update(dict.fromkeys(range(first, last + 1), index))

    def others_after(self, index: int, number: int) -> bool:
        """Whether something passes behind an outcome, and all of it has other numbers."""
        return self.any > index >= max(self.without, self.by_number.get(number, -1))
