"""Sizes that no part of a decomposition covers: temperatures, speeds or ages with a hole between two parts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casegen.argument.reading.part_sets import without_limits
from casegen.model.expressions import compiled
from casegen.texts.events.ranges import unit_of
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.counts import plain
from casegen.texts.numbers.units import stem

_N = r"(?:minus\s+|[-−–](?=\d))?\d+(?:[.,]\d+)?"
_UNIT = r"°\s?[CFK]?|degrees?(?:\s+celsius)?\b|grad\b|%|[^\W\d_]+(?:/[^\W\d_]+)?"
_BELOW = (
    r"below|under|up\s+to|less\s+than|at\s+most|no\s+more\s+than|until|[<≤]|unter|bis(?:\s+zu)?|höchstens"
)
_ABOVE = r"above|over|more\s+than|at\s+least|beyond|[>≥]|über|ab|mindestens|mehr\s+als"
_SPAN = compiled(
    rf"(?:(?P<before>[^\W\d_]+)\s+)?(?:"
    rf"(?P<n>{_N})\s?(?P<u>{_UNIT})??\s?(?P<to>to|bis|–|-|and|und|\.\.+|…)\s?(?P<m>{_N})(?:\s?-?(?P<v>{_UNIT}))?|"
    rf"(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))\s+(?P<k>{_N})\s?-?(?P<w>{_UNIT}))",
    re.I,
)
_BETWEEN = compiled(r"between|zwischen", re.I)
_NO_SUBJECT = compiled(
    r"from|at|of|in|on|to|with|for|the|between|speeds?|temperatures?|von|bei|zwischen", re.I
)
_ALIKE = 0.5
"""so many of their words parts share that are of one thing"""
_STEP = 0.05
"""of the whole: so far apart are whole numbers that follow each other (``18 to 40, 41 to 80``)"""


class _Span(NamedTuple):
    """Sizes in the unit of their kind, with the unit as written, and what else the text speaks of."""

    low: float
    high: float
    of: str
    scale: float
    unit: str
    words: frozenset[str]


def uncovered(conclusion: str, parts: Sequence[str], contexts: Sequence[str]) -> Iterator[str]:
    """Sizes between those of the parts, or at the ends of the whole, that no part covers.

    ``contexts``: what contexts and the header say, for a whole that states no range.
    """
    spans_of = [list(_spans(part)) for part in parts]
    for of in dict.fromkeys(span.of for spans in spans_of for span in spans):
        split = [[span for span in spans if span.of == of] for spans in spans_of]
        split = [spans for spans in split if spans]
        if len(split) < 2 or not _alike([spans[0].words for spans in split]):
            continue
        covered = [span for spans in split for span in spans]
        wholes = [span for span in _spans(conclusion) if span.of == of]
        wholes = wholes or [span for text in contexts for span in _spans(text) if span.of == of]
        ends = (min(span.low for span in covered), max(span.high for span in covered))
        for low, high in [(span.low, span.high) for span in wholes] or [ends]:
            yield from (_said(a, b, covered[0]) for a, b in _holes(low, high, covered))


def _alike(words: Sequence[frozenset[str]]) -> bool:
    return all(len(one & words[0]) >= _ALIKE * len(one | words[0]) for one in words)


def _holes(low: float, high: float, covered: Sequence[_Span]) -> Iterator[tuple[float, float]]:
    ends = [x for span in covered for x in (span.low, span.high) if math.isfinite(x)]
    length = max(ends) - min(ends)
    step = covered[0].scale
    whole = all(math.isclose(x / step, round(x / step), abs_tol=1e-9) for x in ends)
    slack = step if whole and step <= _STEP * length else 0.0
    at = low
    for span in sorted(covered):
        start, end = min(span.low, high), min(span.high, high)
        if start > at + slack + 1e-9 * abs(at if math.isfinite(at) else 1.0):
            yield at, start
        at = max(at, end)
    if at < high - 1e-9 * max(1.0, abs(at)):
        yield at, high


def _said(low: float, high: float, like: _Span) -> str:
    a, b = (f"{x / like.scale:.6g}" for x in (low, high))
    words = f"under {b}" if math.isinf(low) else f"over {a}" if math.isinf(high) else f"{a} to {b}"
    return repr(f"{words} {like.unit}".strip())


def _spans(text: str) -> Iterator[_Span]:
    text = plain(without_limits(text))
    for match in _SPAN.finditer(text):
        if match["to"] in ("and", "und") and not _BETWEEN.fullmatch(match["before"] or ""):
            continue
        sizes = [_size(match[key]) for key in ("n", "m", "k") if match[key]]
        unit, of, scale = _kind(match)
        if not of or (match["k"] and of == "time" and not re.match("y|j", unit, re.I)):
            continue
        low, high = min(sizes) * scale, max(sizes) * scale
        low = -math.inf if match["below"] else low
        high = math.inf if match["above"] else high
        rest = f"{text[: match.start()]} {match['before'] or ''} {text[match.end() :]}"
        yield _Span(low, high, of, scale, unit, stems(rest))


def _kind(match: re.Match[str]) -> tuple[str, str, float]:
    """Unit as written, kind and size of one; without a unit the kind is what the word before says (``aged``)."""
    written = match["v"] or match["w"] or match["u"] or ""
    if written:
        unit, of, scale = unit_of(written)
        if scale or of == "°c":
            return unit, of, scale or 1.0
    before = match["before"] or ""
    if match["k"] or not before or _NO_SUBJECT.fullmatch(before):
        return "", "", 1.0
    return "", f"number:{stem(before)}", 1.0


def _size(number: str) -> float:
    sign = re.match(r"minus\s+|[-−–]", number, re.I)
    value = float((number[sign.end() :] if sign else number).replace(",", "."))
    return -value if sign else value
