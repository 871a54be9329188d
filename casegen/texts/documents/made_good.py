"""Where a document says that what failed was done again and passed: of the same thing, not of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled

_GOOD = r"(?:pass(?:ed|es)?|succeeded|successful|ok|bestanden|erfolgreich|i\.\s?O\.)(?!\w)"
_MADE_GOOD = compiled(
    r"\b(?:(?<!in )(?P<every>all(?!\s+in\s+all)|alle|each|every|jede[rs]?)|again|retest\w*|repeat\w*|repetition|"
    r"then|now|since|"
    rf"danach|inzwischen|wiederhol\w*)\b[^.\n|]{{0,200}}?\b{_GOOD}|"
    r"\b(?:injected|simulated\s+fault|expected\s+to|on\s+purpose|absichtlich)\b",
    re.I,
)
"""what failed first was done again, or was to fail"""
_OTHERS = (
    r"(?:(?:all|each|every|any)\s+(?:of\s+)?(?:the\s+)?(?:others?|further)|(?<!each )(?:the\s+)?others?|"
    r"(?:everything|all|alles)\s+else|alles\s+andere|(?:the\s+)?(?:rest|remaining|remainder)|"
    r"(?:alle[ns]?|die|der|das|jede[rs]?)\s+(?:ander|übrig|restlich|verbleibend|weiter)\w*|(?:der\s+)?rest)"
)
_OTHERS_PASSED = compiled(rf"\b{_OTHERS}\b[^.;\n|]{{0,60}}?\b{_GOOD}", re.I)
EXCEPT = compiled(
    rf"\b{_GOOD}[^.;\n|]{{0,20}}?\b(?:except|apart\s+from|other\s+than|save\s+for|with\s+the\s+exception|but\s+(?:for|not|one|two|three|steps?|tests?|checks?|items?)|"
    r"außer|ausser|bis\s+auf|ausgenommen|mit\s+ausnahme)\b|"
    r"\b(?:all|every|each|alle[rns]?|jede[rs]?)\b[^.;\n|]{0,60}?\b(?:except|apart\s+from|other\s+than|save\s+for|with\s+the\s+exception|"
    rf"but\s+(?:for|not|one|two|three|th(?:is|at|ese|ose)\s+ones?|(?:steps?|tests?|checks?|items?)\s+\w+)|außer|ausser|bis\s+auf|mit\s+ausnahme)\b[^.;\n|]{{0,60}}?\b{_GOOD}|"
    rf"\b{_GOOD}\s*[,;–—-]\s*(?:but\s+|and\s+|aber\s+|und\s+)?(?:[\w-]+\s+){{1,3}}?(?:did|does|do|was|were)\s*(?:not|n['’]t)\W*(?=$|[.;\n])|"
    rf"\b{_GOOD}\s*[,;]\s*(?:aber\s+|und\s+)?(?:[\w-]+\s+){{1,3}}?nicht\W*(?=$|[.;\n])",
    re.I,
)
"""of some it was not so: ``All steps passed except step 4``, ``11 steps passed, step 4 did not``"""
_LABEL = compiled(r"^[\s>*_#-]*(?P<of>[^\W\d_][^\n:|.]{0,40}):[^\n]*$")
_OF_ALL = compiled(
    r"\d|result|verdict|outcome|conclusion|summary|overall|total|status|final|again|now|second|repe[at]|re-?test|re-?run|after|run\b|attempt|tests?\b|steps?\b|"
    r"checks?\b|report|record|finding|corrective|action|ergebnis|fazit|gesamt|wiederhol|nach|zweit|prüfung|urteil|bericht|protokoll",
    re.I,
)
"""labels of what is said of the whole, or of a repetition"""
_CRITERION = compiled(
    r"\b(?:criteri\w+|requirements?|required|shall|must|kriteri\w+|anforderung\w*|pass\s+condition)\b", re.I
)
_REPEATED = compiled(
    r"\b(?:again|re-?test\w*|re-?run|repeat\w*|repetition|then|now|since|after\w*|later|second|next|until|finally|in\s+the\s+end|repair\w*|replac\w*|fix\w*|correct\w*|"
    r"exchang\w*|adjust\w*|clean\w*|chang\w*|refill\w*|filled|updat\w*|new|including|danach|inzwischen|wiederhol\w*|erneut|nach\w*|zweite\w*|neu\w*|repar\w*|ersetzt|"
    r"getauscht|ausgetauscht|behoben|korrigiert|gereinigt)\b|\d\.?\s+(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|"
    r"(?:19|20)\d\d-\d\d|\d\.\d{1,2}\.\d\d",
    re.I,
)
"""a word of repair or repetition, or a day"""
_LONGEST = 500
"""characters of a line that are looked at"""
_NEAR = 5000
"""characters before a label in which its thing is named"""


def made_good(document: str) -> int:
    """Where a document says last that all passed, or that what failed was done again; -1 where it does not.

    Characters from the start of the document.

    >>> made_good("FAIL: stop. It was repeated and passed.") > 0, made_good("FAIL: stop. All other steps passed.")
    (True, -1)
    >>> made_good("FAIL: stop\\nSetup: all checks passed"), made_good("All steps passed except step 4.")
    (-1, -1)
    """
    return max((match.start() for match in _matches(document)), default=-1)


def done_again(document: str) -> int:
    """As :func:`made_good`, where a word of repair or repetition, or a day, stands before or with it.

    >>> done_again("FAIL: stop\\nAll steps passed."), done_again("FAIL: stop\\nOn 5 May all steps passed.") > 0
    (-1, True)
    """
    first = _REPEATED.search(document)
    from_here = len(document) + 1 if first is None else first.end()
    again = (m for m in _matches(document) if m["every"] is None or from_here <= _line_end(document, m.end()))
    return max((match.start() for match in again), default=-1)


def _matches(document: str) -> Iterator[re.Match[str]]:
    return (match for match in _MADE_GOOD.finditer(document) if _is_of_all(document, match))


def without_others(document: str) -> str:
    """A document without the clauses by which only the others passed.

    >>> without_others("Step 4 failed, all others passed.")
    'Step 4 failed,  .'
    """
    return _OTHERS_PASSED.sub(" ", document)


def _is_of_all(document: str, match: re.Match[str]) -> bool:
    """Whether a match speaks of what failed, or of everything."""
    start, line = _line(document, match.start())
    sentence = document[match.start() : _line_end(document, match.end())][:_LONGEST]
    sentence = re.split(r"(?<=[.!?])\s", sentence, maxsplit=1)[0]
    if _OTHERS_PASSED.search(match[0]) or EXCEPT.search(sentence):
        return False
    if match["every"] is None:
        return True
    label = _LABEL.match(line)
    if label is not None and match.start() > start + label.end("of"):
        named = label["of"].strip(" *_").casefold()
        if _CRITERION.search(named) or not (
            _OF_ALL.search(named) or named in document[max(0, start - _NEAR) : start].casefold()
        ):
            return False
    before_it = re.split(r"(?<=[.!?;])\s", line[: match.start() - start])[-1]
    return _CRITERION.search(before_it) is None


def _line(document: str, at: int) -> tuple[int, str]:
    """The line around a place, and where it starts."""
    start = document.rfind("\n", 0, at) + 1
    return start, document[start : min(_line_end(document, at), start + _LONGEST)]


def _line_end(document: str, at: int) -> int:
    end = document.find("\n", at)
    return len(document) if end < 0 else end
