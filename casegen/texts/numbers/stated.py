"""Probabilities, rates and confidences that a sentence states, in English and German.

Read are percentages, ``1 of 1,000``, ``one in a thousand``, ``once in 10⁵ hours``, ``1e-4 per hour``, decimals after
a relation (``at most 0.001``), ``SIL 2``, ``ASIL B``, ``PL d``, ``DAL A``, ``five nines``, and the confidence.  Lengths,
times and counts are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.calendar_periods import ADVERB, HOUR_OF, PERIOD, UNIT
from casegen.texts.numbers.counted_demands import AMONG, CHANCE_PER_TIME, DEMANDS_TO_FAILURE
from casegen.texts.numbers.counts import (
    COUNT,
    DIGITS,
    NO_THING,
    NUMBER,
    ORDINAL,
    POWER,
    SPELT,
    WORD,
    as_written,
    count_of,
    plain,
)
from casegen.texts.numbers.integrity_levels import (
    LEVELS,
    OTHER_LEVELS,
    SIL,
    SIL_WORDS,
    beside_level,
    is_attribute,
    number_of,
)
from casegen.texts.numbers.limits_behind import unclear
from casegen.texts.numbers.mean_times import MEAN_TIME
from casegen.texts.numbers.measurement_units import unit_at
from casegen.texts.numbers.number_readings import ODDS, READERS
from casegen.texts.numbers.number_relations import UPPER
from casegen.texts.numbers.occasions import FAILURES, FAILURES_OF, OCCASION, OF_COUNTED, SINGLE
from casegen.texts.numbers.ordinal_words import EITHER
from casegen.texts.numbers.own_lengths import own_length
from casegen.texts.numbers.quantity_words import IN_DIGITS, left_out, not_written_out
from casegen.texts.numbers.recurrences import FAILS_AFTER, RECURRING
from casegen.texts.numbers.shares_of_time import LASTING, NAMES_DOWNTIME, OF_PERIOD
from casegen.texts.numbers.surrounding_words import around
from casegen.texts.numbers.thousands import in_doubt, settled
from casegen.texts.numbers.unit_like import unit_like
from casegen.texts.numbers.unknown_units import unit_beside

READ = 2_000
"""so many characters of a text are read"""
_RARE = 0.01
"""per hour: what happens more often is work, not failure"""
_RATIO = compiled(
    rf"(?!an\s+(?:höchstens|mindestens|maximal|nur|weniger|jede|eine[mnr])\b)(?<!\d)(?<!\d[.,])(?P<n>{COUNT})\s+(?:[^\W\d]+\s+){{0,2}}?"
    r"(?:(?P<share>out\s+of|of|von|(?<=\beine )unter|(?<=\beiner )unter|(?<=\bone )among|"
    r"aus|sur|de\s+cada|de|su|van\s+de)|in|auf|per|pro|je|every|alle)\s+"
    rf"(?:(?:a|an|every|each|ein|eine[rmn]?|jede[rmn]?)\s+)?(?P<m>{COUNT})"
    rf"(?![.,]?\d|\s?(?:%|‰|per\s?cent|prozent|promille|ppm)|\s+(?:out\s+of|of|von)\s+\d)(?:\s+(?:(?:{HOUR_OF})\s+)?{UNIT})?",
    re.I,
)
_PERCENT = compiled(
    rf"(?<![\w.,])(?P<n>{NUMBER}|{SPELT})[\s\u00a0\u202f-]?"
    r"(?P<open>[\[(]\s?)?(?:in\s+)?(?P<part>%|‰|‱|o/oo\b|v\. ?[HT]\.|v[HT]\b|"
    r"(?:percent|pct|per cent|prozent|pour cent|por ciento|"
    r"per cento|promille|per ?mille|ppm|ppb|pcm|bps?|basis points?)\b)(?(open)\s?[\])])"
    rf"(?:\s?(?:/\s?|(?:(?:per|pro|je|a|an|each|every|jede[snm]?|im|in\s+jedem)\s+(?:(?P<many>{COUNT})\s+)?(?:(?:{HOUR_OF})\s+)?)){UNIT}|(?P<annum>\s+p\.\s?a\.))?",
    re.I,
)
_SHARES = r"(?:ten|hundred|thousand|million)ths?|(?:zehn|hundert|tausend|million)s?tel"
_PART_WORD = compiled(
    rf"(?P<n>{COUNT})\s+(?:(?:single|einzige[nrs]?)\s+)?"
    rf"(?P<m>(?:(?:ten|hundred|zehn|hundert)[\s-]?)?(?:{_SHARES})|{IN_DIGITS}(?:(?<=\d{{3}}\w\w)|(?=\s+(?:of|der|aller|von)\b)))\b",
    re.I,
)
_NINES = compiled(rf"(?P<n>\b(?:{WORD})\b|\b\d\b)[\s-](?:nines|neunen)\b", re.I)
_NO_PERIOD = r"(?!(?:hours?|days?|nights?|weeks?|months?|years?|stunden?|tagen?|n[aä]chten?|wochen?|monaten?|jahren?)\b)"
_EVERY = compiled(
    rf"\b(?:(?P<each>every|each|alle|jede)|(?<!\w\s)(?:(?:out\s+)?of|von|unter|among)|per|pro|je|in|auf|tous\s+les|toutes\s+les|cada|ogni)\s+"
    rf"(?P<m>{COUNT})\s+(?:[^\W\d]+\s+)?(?(each){_NO_PERIOD})(?P<of>{OCCASION})\b"
    r"(?:,?\s+(?!(?:in|of|per)\b)[^\W\d]+){0,10}?\s+"
    r"(?:(?:in|bei)\s+(?:(?:at\s+most|no\s+more\s+than|höchstens)\s+)?)?(?P<n>(?:once|twice|einmal|zweimal)\b|"
    r"(?<!with at most )(?<!mit höchstens )(?:(?<=most )|(?<=than )|(?<=höchstens )|"
    r"(?<=höchstens bei )|(?<=höchstens in ))"
    r"(?:one|two|three|eine?[rmn]?|zwei|drei|[1-9])"
    rf"(?=[^\w%‰‱]*$|\s+(?!{NO_THING})[^\W\d])|(?:one|two|three|eine[rmn]?|zwei|drei|[1-9])(?=\s+(?:at\s+most|höchstens)\b))",
    re.I,
)
_EXPECTED = compiled(
    rf"\b(?P<n>(?:one|two|three|four|five|six|seven|eight|nine|ten|a\s+single|eine?n?\s+einzige[rn]?|"
    rf"(?<=höchstens )eine?n?|\d+)\b(?![.,]\d))\s+(?:[^\W\d]+\s+){{3,8}}?"
    rf"(?:in|within|per|during|bei|auf|pro)\s+(?P<m>{COUNT})\s+(?:(?:{HOUR_OF})\s+)?"
    rf"(?:{UNIT}|(?:[^\W\d]+\s+)?(?:{OCCASION})\b)",
    re.I,
)
_OF_ONE = (
    r"(?!(?:aus|un|stör|zwischen|ab)fall)[^\W\d]+(?:fahrt|einsatz|anforderung|flug|start|versuch|fall|lauf)"
)
"""``Zugfahrt``, ``Probelauf``"""
_NTH = compiled(
    rf"\b(?:every|each|jede[rnms]?)\s+(?P<m>{ORDINAL})\s+(?:[^\W\d]+\s+)?{_NO_PERIOD}(?:{OCCASION}|{SINGLE}|{_OF_ONE})\b|"
    rf"(?:at\s+most|höchstens)\s+(?:every|alle)\s+(?P<n>{COUNT})\s+(?:[^\W\d]+\s+)?{_NO_PERIOD}(?:{OCCASION})\b|"
    rf"\b(?:every|alle)\s+(?P<k>{COUNT})\s+(?:[^\W\d]+\s+)?{_NO_PERIOD}(?:{OCCASION})\s+(?:at\s+(?:the\s+)?most|höchstens)\b|"
    rf"\b(?:the|an?|one|every|each|de[rnm]|ein(?:e[nmrs])?|jede[rnm])\s+(?P<p>{ORDINAL})\s+(?:part|teile?s?)\b",
    re.I,
)
"""``every fiftieth start``, ``every 200 missions at most``, ``the thousandth part``"""
_SLASH = compiled(
    rf"(?<![\w.,:/-])(?P<n>\d{{1,6}})\s?[/:]\s?(?P<m>{DIGITS}|{POWER})(?:\s?{UNIT})?(?![\w/:-])"
)
_PER_HOUR = compiled(
    rf"(?<!\d)(?<!\d[.,])(?P<n>{NUMBER})\s?(?:(?:(?:[^\W\d]+\s+)?{FAILURES_OF}|(?P<times>times?|mal|\s{{3,}}))\s*)?"
    rf"(?:/\s?|per\s+(?:(?:{HOUR_OF})\s+)?|pro\s+|je\s+|(?(times)(?:in\s+)?(?:an?|one|every)\s+|(?!))){UNIT}|"
    rf"(?<!\d)(?<!\d[.,])(?P<small>{NUMBER})\s+(?:(?:in\s+)?(?:each|every|jede[rmns]?)\s+|an?\s+)(?P<each>{PERIOD})\b|"
    rf"(?<!\d)(?<!\d[.,])(?P<at>{NUMBER})\s+(?P<adverb>{ADVERB})\b",
    re.I,
)
_PLAIN = compiled(
    rf"(?<!\d)(?<!\d[.,])(?P<n>{NUMBER})(?!\d|[.,]\d)(?!\s?(?:%|percent|prozent|[°µ]|(?:[numcdkMG]?(?:m|s|g|Hz|V|A|W|N|Pa|l|J)|min|h|K|bar|dB|"
    r"km/h|m/s|rad|deg|px|pixels?|metres?|meters?|seconds?|sekunden?|minutes?|minuten?|hours?|stunden?|"
    r"days?|weeks?|months?|years?|decades?|tagen?|wochen?|monaten?|jahren?)\b))",
    re.I,
)
_UNREAD = compiled(rf"(?<![\w.,:\\])(?P<n>{NUMBER})(?!\d|[.,:]\d)")
"""a number that no other form reads: what stands beside it may be a unit"""
_REDUCTION = compiled(
    r"\b(?:risk[\s-]+reduction(?:[\s-]+factor)?|RRF|risiko(?:minderungs|reduktions)faktor)\s*"
    rf"(?::|=|[≥>]=?|(?:[^\W\d]+\s+){{0,8}}?)\s*(?P<n>{COUNT})(?!\w|\s?%|\s+per\s?cent|\s+prozent)",
    re.I,
)
"""what a safety function divides the risk by: the reciprocal of its probability of failure on demand"""
_FIT = compiled(rf"(?<![\w.,])(?P<n>{NUMBER})\s?(?-i:FIT)\b")
_ODDS = compiled(rf"\b(?P<m>{COUNT})\s+(?:to|zu)\s+(?:one|1|eins)\b", re.I)
_ODDS_SAID = compiled(
    rf"(?<![\w.,])(?P<m>{COUNT})\s?(?:\s(?:to|zu)\s|[:–-])\s?(?P<n>{COUNT}|eins)(?!\w|[.,:]?\d|\s?%)", re.I
)
"""``odds of 19 to 1 against``: only with a word of odds beside it"""
_CHANCES = compiled(
    rf"(?<![\w.,])(?P<n>1|one|eins?)\s+(?:to|zu)\s+(?P<m>{COUNT})(?!\s?(?:%|[numckMG]?[msgVAWNJ]\b|h\b|°))",
    re.I,
)
_SURE = compiled(
    rf"(?P<k>{COUNT})[\s-]?(?:sigma|σ)(?=[\s-]+(?:confidence|certainty|level|significance|konfidenz|niveau|sicherheit)\b)|"
    rf"(?<=confidence of )(?P<of>{COUNT})[\s-]?(?:sigma\b|σ)|"
    r"\b(?:with|mit)\s+(?:(?:absolute|full|complete|total|utter|absoluter|voller|völliger)\s+)?(?:certainty|sicherheit|gewissheit)\b"
    r"(?!\s+(?:of|von)\b)",
    re.I,
)
"""``three-sigma confidence``, ``with certainty``"""
_FORMS = (
    ("chance per time", CHANCE_PER_TIME), ("share of time", OF_PERIOD), ("downtime", LASTING), ("among", AMONG),
    ("demands to failure", DEMANDS_TO_FAILURE), ("mean time", MEAN_TIME), ("mean time", FAILS_AFTER),
    ("reduction", _REDUCTION), ("fit", _FIT), ("odds said", _ODDS_SAID), ("odds", _ODDS),
    ("chances", _CHANCES),
    ("sure", _SURE), (SIL, SIL_WORDS), ("rate", _PER_HOUR), ("nth", _NTH), ("every", _EVERY),
    *(("recurs", form) for form in RECURRING),
    ("ratio", _RATIO),
    ("expected", _EXPECTED), ("part", _PART_WORD), ("share", _PERCENT),
    ("nines", _NINES), ("slash", _SLASH), *OTHER_LEVELS,
    ("decimal", _PLAIN), ("plain", _UNREAD),
)  # fmt: skip
_IN_PERIOD = compiled(rf"[\s/-](?:{PERIOD}\b|{ADVERB})", re.I)
_NEEDED = {
    "downtime": NAMES_DOWNTIME,
    "recurs": _IN_PERIOD,
    "rate": _IN_PERIOD,
    "among": compiled(rf"\b(?:of|in|among|von|unter|bei)\s.*?(?:{UPPER})\s", re.I | re.S),
    "demands to failure": compiled(rf"(?:{FAILURES})(?![\w-])", re.I),
    "odds said": ODDS,
    "odds": compiled(r"\s(?:to|zu)\s+(?:one|1|eins)\b", re.I),
    "part": compiled(rf"{_SHARES}|\d(?:st|nd|rd|th)\b", re.I),
    "share": compiled(
        r"%|‰|‱|o/oo|v\. ?[ht]\.|v[ht]\b|percent|pct|per cent|prozent|pour cent|por ciento|promille|per ?mille|"
        r"ppm|ppb|pcm|bps?\b|basis point",
        re.I,
    ),
    "nines": compiled("nines|neunen", re.I),
    "sure": compiled("sigma|σ|certainty|sicherheit|gewissheit", re.I),
}
"""What no match of these forms is without: looked for first, since from each number on a form is tried at length."""
CLAUSE = compiled(r"[;:]|[.,]\s")
_SHARE_OF_SHARE = compiled(r"[\s-]?(?:[%‰‱²³]|\^|(?:mille|percent|points?|punkte?)\b)", re.I)
_TWO = 2
_LONG_ODDS = 1 / 20.5
"""longer odds are odds against"""
_IN_FAVOUR = compiled(r"\s*,?\s*(?:in\s+favou?r|for|on|zugunsten|dafür|für)\b", re.I)
_LONG_RUN = compiled(r"(?<![\w.,])(?:\d{1,6}[.,]|\d[.,]?\d*[eE][+-]?)?(?P<digits>\d{300,})(?![^\W\d_])")
"""digits that are no number of a case, and are not compared with one"""
_ENDLESS = compiled(r"\d{400,}")
"""digits beyond every number; read from each of them on, they would hold a check up"""


@dataclass(frozen=True, slots=True)
class Stated:
    """A number that a text states.  ``readings``: what it may mean where separators are ambiguous."""

    quote: str
    readings: tuple[float, ...]
    side: str
    """``upper``, ``lower``, or empty where the text states no relation"""
    what: str
    """``share``, ``rate`` (per hour), ``decimal``, ``confidence``, or an integrity level, such as ``sil``"""
    condition: bool = False
    """it limits a condition (``with at most 1 % noise``), not what is claimed"""
    at: int = 0
    of_hours: float = 0.0
    """of periods that are counted (``1 of 1,000 days``): how long one is [h]"""
    attribute: bool = False
    """an integrity level that names a part (``the SIL 2 controller``), not what is claimed of it"""
    beside: str = ""
    """what is directly beside it, is not read and may make it another number; beside a quantity there are no readings"""
    written: str = ""
    """the quote with its quantities in digits"""


def stated(text: str) -> tuple[Stated, ...]:
    """Every probability, rate and confidence in ``text``, in its order; none is read twice."""
    return tuple(number for number in numbers(text) if number.readings)


def half_read(text: str) -> tuple[str, ...]:
    """Numbers of ``text`` beside which a quantity or a unit stands that is not read, or whose separator is doubtful.

    >>> half_read("At most 1 in 10 to the power -x"), half_read("At most 1 in 10 runs")
    (('1 in 10 (to the power)',), ())
    >>> half_read("At most 0.05 bips of the runs"), half_read("At most 1.000 ppm of the runs")
    (('0.05 (bips)',), ('1.000 ppm (1000 or 1)',))
    """
    return (
        *(f"{n.quote} ({n.beside})" for n in numbers(text) if n.beside),
        *_open_odds(text),
        *_too_long(text),
        *not_written_out(plain(text[:READ])),
        *(m[0] for m in EITHER.finditer(text[:READ])),
    )


def in_unknown_unit(text: str) -> tuple[str, ...]:
    """As :func:`half_read`, of a description, whose numbers may be factors of others: without signs beside a number.

    >>> in_unknown_unit("0.05 bips of the starts"), in_unknown_unit("given the cage at most pmi / 0.08")
    (('0.05 (bips)',), ())
    """
    beside = (n for n in numbers(text) if n.what not in LEVELS and re.search(r"[\w%‰‱]", n.beside))
    in_units = (f"{n.quote} ({n.beside})" for n in beside)
    return (*in_units, *_open_odds(text), *_too_long(text))


def _open_odds(text: str) -> Iterator[str]:
    """Odds below 20 of which nothing says whether they are for or against: ``odds of 19 to 1`` is .05 or .95."""
    for n in numbers(text):
        is_open = (
            len(n.readings) == _TWO and _ODDS_SAID.fullmatch(n.written) and min(n.readings) >= _LONG_ODDS
        )
        if is_open and not _IN_FAVOUR.match(text[n.at + len(n.quote) :]):
            yield f"{n.quote} (for or against)"


def _too_long(text: str) -> Iterator[str]:
    """Numbers of so many digits that none of a case is that large or small."""
    for match in _LONG_RUN.finditer(text[:READ]):
        if match["digits"] != "0" * len(match["digits"]):
            yield f"{match[0][:8]}… ({len(match[0]):,} characters)"


@lru_cache(maxsize=MOST_TEXTS)
def numbers(text: str) -> tuple[Stated, ...]:
    """As :func:`stated`, with those that are read in part."""
    raw = _ENDLESS.sub(lambda run: " " * len(run[0]), text[:READ])
    text = plain(raw)
    taken: list[tuple[int, int]] = []
    result: list[Stated] = []
    lacking = {what for what, needed in _NEEDED.items() if not needed.search(text)}
    for what, pattern in _FORMS:
        if what in lacking:
            continue
        start = 0
        while match := pattern.search(text, start):
            start = match.start() + 1
            span = match.span()
            if any(a < span[1] and span[0] < b for a, b in taken):
                continue
            number = _read(what, match, text)
            unit = _unit_of(what, match, text)
            if number is None and unit and what == "plain":
                number = Stated(match[0].strip(), (), "", what)
            if number is not None:
                number = replace(number, beside=unit)
                at, end = as_written(raw, text, *span)
                number = replace(number, at=at, quote=raw[at:end], written=number.quote)
                if what not in LEVELS and (beside := left_out(text[: span[0]], text[span[1] :])):
                    number = replace(number, readings=(), beside=_beside(raw, text, span, beside))
                elif not unit:
                    number = _settled(_of_own_length(number, raw), text)
                taken.append(span)
                result.append(number)
                start = span[1]
    ordered = _without_sizes(sorted(result, key=lambda number: number.at), raw)
    return tuple(_with_open_limit(number, ordered, raw) for number in ordered)


def _without_sizes(ordered: list[Stated], raw: str) -> list[Stated]:
    """The numbers without decimals in a unit of measurement (``above 0.5 Gy``), where another one says how often."""
    sizes = {n for n in ordered if n.what in ("decimal", "plain") and _is_size(raw[n.at + len(n.quote) :])}
    often = any(
        n.side and n.readings and not n.condition and n.what != "confidence"
        for n in ordered
        if n not in sizes
    )
    return [n for n in ordered if n not in sizes] if often else ordered


def _is_size(after: str) -> bool:
    unit = unit_at(after)
    return bool(unit) and not OF_COUNTED.match(after[after.index(unit) + len(unit) :])


def _with_open_limit(number: Stated, others: list[Stated], raw: str) -> Stated:
    """The number with words beside it that name no side of it, or both; not beside a number that has one."""
    left_open = not number.side and any(other.side and not other.condition for other in others)
    if number.what in (*LEVELS, "confidence") or number.condition or number.beside or left_open:
        return number
    before, after = raw[: number.at], raw[number.at + len(number.quote) :]
    unit = unit_like(number.quote, after) if number.what in ("rate", "share") else ""
    return replace(number, beside=unclear(number.side, before, after) or unit)


def _beside(raw: str, text: str, span: tuple[int, int], words: str) -> str:
    """The words of ``text`` directly beside a span, as ``raw`` has them."""
    blanks = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f\t\n", " "))
    text = text.translate(blanks)
    before = text.rfind(words, 0, span[0])
    start = before if text[before + len(words) : span[0]].strip(" -") == "" and before >= 0 else -1
    start = start if start >= 0 else text.find(words, span[1])
    if start < 0:
        return words
    at, end = as_written(raw, text, start, start + len(words))
    return raw[at:end]


def _read(what: str, match: re.Match[str], text: str) -> Stated | None:
    near = around(what, match, text)
    quote, at = match[0].strip(), match.start()
    if what in LEVELS:
        level, named = (number_of(match["n"]),), is_attribute(near.after)
        return Stated(quote, level, near.side or "upper", what, near.condition, at, attribute=named)
    readings, of, side, of_hours = READERS[what](match, near)
    if not readings:
        return None
    # "with at most 1e-7 per hour" is how often it fails
    condition = near.condition and not (of == "rate" and max(readings) <= _RARE)
    return Stated(quote, readings, side or near.side, of, condition, at, of_hours)


def _of_own_length(number: Stated, raw: str) -> Stated:
    """A rate per period with the hours that the text gives one: ``once in 100 working days of 8 h``."""
    end = number.at + len(number.quote)
    own = own_length(raw, number.at, end) if number.what == "rate" else None
    if own is None:
        return number
    readings = tuple(n / own.share for n in number.readings)
    of_hours = own.hours if number.of_hours else 0.0
    return replace(number, readings=readings, quote=raw[number.at : own.end], of_hours=of_hours)


def _unit_of(what: str, match: re.Match[str], text: str) -> str:
    """What is directly beside a plain number below 1, a share or a level, and is not read; empty where nothing is."""
    before, after = text[: match.start()], text[match.end() :]
    if what in LEVELS:
        return "" if is_attribute(after) else beside_level(what, before, after)
    if what == "share":
        return more[0].strip() if (more := _SHARE_OF_SHARE.match(after)) else ""
    if what not in ("decimal", "plain") or not any(0.0 < n < 1.0 for n in count_of(match["n"])):
        return ""
    return unit_beside(before, after)


def _settled(number: Stated, text: str) -> Stated:
    """The number with the readings that the language of its text has for the separators of thousands."""
    if doubt := in_doubt(number.written, text):
        return replace(number, beside=doubt)
    if len(number.readings) < _TWO or number.what not in ("share", "rate"):
        return number
    readings, doubt = settled(number.written, number.readings, text)
    return replace(number, readings=readings, beside=doubt)
