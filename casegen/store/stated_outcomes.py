"""Outcomes that the case's own words state of measured evidence, held against what the data gave.

Read are counts (``90 failures in 8,000 demands``, ``failed in 90 of 8,000 tests``), error rates and accuracies in titles,
notes and descriptions of the item and of the evidence that cites it, in English and German.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.quantity import PROBABILITY_KINDS, Estimate

_FAILING = ("probability", "test_error", "clean_error", "probability_per_demand", "probability_per_mission")
"""measures that are the share of all that failed, the first of a result that is there"""
_RIGHT = ("accuracy", "performance")
_N = r"\d{1,3}(?:[ ,.'’]\d{3})+(?!\d)|\d+"
_BAD = (
    r"(?:failures?|failed|faults?|errors?|wrong|misses|missed|mistakes?|collisions?|misclassified|misclassifications?|"
    r"ausfälle?|fehler|versagen|kollisionen)"
)
_OF = r"(?:out\s+of|of|von)"
_COUNTED = tuple(compiled(form, re.I) for form in (
    rf"(?<![\w.,])(?P<k>{_N})\s+{_BAD}\b(?:\s+\w+)?\s+(?:in|among|bei|{_OF})\s+(?P<n>{_N})\b",
    rf"\b{_BAD}\s+(?:in|on|for|bei)\s+(?P<k>{_N})\s+{_OF}\s+(?P<n>{_N})\b",
    rf"(?<![\w.,])(?P<k>{_N})\s+{_OF}\s+(?:the\s+|den\s+)?(?P<n>{_N})\s+(?:\w+\s+){{0,4}}?{_BAD}\b",
))  # fmt: skip
_IS = r"\s*(?:\w+\s+){0,3}?(?:of|is|was|=|:|von|beträgt|war|ist)?\s*"
_PERCENT = r"(?P<p>\d{1,3}(?:[.,]\d+)?)\s?(?:%|percent|per cent|prozent)"
_RATE = compiled(
    rf"\b(?:error|failure|misclassification|fehler|ausfall)[\s-]?(?:rate|share|quote){_IS}{_PERCENT}", re.I
)
_ACCURACY = compiled(rf"\b(?:accuracy|genauigkeit|trefferquote){_IS}{_PERCENT}", re.I)
_OTHER_TIME = compiled(
    r"(?i)\b(?:previous|earlier|last|former|old|before|until|prior|first|fixed|injected|simulated|required|at\s+(?:least|most)|"
    r"should|must|target|goal|expected|allowed|tolerated|assumed|früher\w*|vorig\w*|alt\w*|vor|behoben|höchstens|mindestens|"
    r"ziel|erlaubt|baseline|without|no\s+more|less\s+than|more\s+than|below|above)\b|[<>≤≥]"
)
"""words of other data, or of what was asked for: such a sentence states no outcome of these"""
MARGIN = 5e-4
"""a percentage may be rounded"""


def contradicted(case: Case, item: str, measures: Mapping[str, Estimate]) -> str:
    """What the case's words state of an item and its measures exclude; empty where they agree, or state nothing."""
    failing = next((m for name in _FAILING if (m := measures.get(name)) is not None), None)
    right = next((m for name in _RIGHT if (m := measures.get(name)) is not None), None)
    for text in _texts(case, item):
        for sentence in re.split(r"(?<=[.;!?])\s+|\n", text[:2000]):
            if _OTHER_TIME.search(sentence):
                continue
            for share, quote in _stated(sentence):
                if failing is not None and failing.kind in PROBABILITY_KINDS:
                    if failing.upper is not None and share > failing.upper + MARGIN:
                        return f"{quote!r} is stated, and the data give at most {failing.upper:.3g}"
                elif right is not None and right.lower is not None and 1 - share < right.lower - MARGIN:
                    return f"{quote!r} is stated, and the data give at least {right.lower:.3g} right"
    return ""


def _texts(case: Case, item: str) -> Iterator[str]:
    """The words of an item and of the evidence that cites it."""
    spec = case.evidence_item[item]
    yield from (spec.title, spec.text)
    yield from (value for value in spec.parameters.values() if isinstance(value, str))
    for node in case.evidence:
        if node.evidence == item:
            yield from (node.text, node.note)


def _stated(sentence: str) -> Iterator[tuple[float, str]]:
    """Shares of failures that a sentence states, each with its words."""
    for form in _COUNTED:
        for match in form.finditer(sentence):
            k, n = (int(re.sub(r"\D", "", match[part])) for part in ("k", "n"))
            if 0 < k <= n and n >= 20:
                yield k / n, match[0].strip()
    for form, turned in ((_RATE, False), (_ACCURACY, True)):
        for match in form.finditer(sentence):
            share = float(match["p"].replace(",", ".")) / 100
            if share <= 1:
                yield (1 - share if turned else share), match[0].strip()
