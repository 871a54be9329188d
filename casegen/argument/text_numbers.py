"""Probabilities, rates and confidences that a sentence states, in English and German, compared with a requirement.

Read are percentages, ``1 of 1,000``, ``one in a thousand``, ``once in 10⁵ hours``, ``1e-4 per hour``, decimals after
a relation (``at most 0.001``), ``SIL 2``, ``five nines``, and the confidence.  Lengths, times and counts are left
alone.  Words that allow no failure at all (``never``, ``always``) are held against the requirement as well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from casegen.model.quantity import PROBABILITY_KINDS, Comparison, MeasureKind

READ = 2_000
"""so many characters of a text are read"""
_SLACK = 1e-6
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_WORDS = {
    "once": 1, "einmal": 1, "one": 1, "a": 1, "an": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1,
    "two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4, "five": 5, "fünf": 5, "six": 6, "sechs": 6,
    "seven": 7, "sieben": 7, "eight": 8, "acht": 8, "nine": 9, "neun": 9, "ten": 10, "zehn": 10, "twelve": 12,
    "zwölf": 12, "twenty": 20, "zwanzig": 20, "fifty": 50, "fünfzig": 50, "hundred": 100, "hundert": 100,
    "thousand": 1_000, "tausend": 1_000, "million": 1_000_000, "millionen": 1_000_000,
    "billion": 1_000_000_000, "milliarde": 1_000_000_000, "twice": 2, "zweimal": 2, "eleven": 11, "elf": 11,
    "fifteen": 15, "fünfzehn": 15, "thirty": 30, "dreißig": 30, "forty": 40, "vierzig": 40, "sixty": 60, "sechzig": 60,
    "seventy": 70, "siebzig": 70, "eighty": 80, "achtzig": 80, "ninety": 90, "neunzig": 90, "einhundert": 100,
    "eintausend": 1_000, "zehntausend": 10_000, "hunderttausend": 100_000, "einhunderttausend": 100_000,
}  # fmt: skip
_TIMES = {"hundred": 100, "hundert": 100, "thousand": 1_000, "tausend": 1_000, "million": 1_000_000,
          "millionen": 1_000_000, "billion": 1_000_000_000, "milliarden": 1_000_000_000}  # fmt: skip
_SUFFIXES = {"k": 1e3, "K": 1e3, "M": 1e6}
_HOURS = {"h": 1.0, "hour": 1.0, "stunde": 1.0, "flugstunde": 1.0, "betriebsstunde": 1.0, "day": 24.0, "tag": 24.0,
          "week": 168.0, "woche": 168.0, "month": 730.0, "monat": 730.0, "year": 8760.0, "jahr": 8760.0,
          "decade": 87_600.0, "jahrzehnt": 87_600.0}  # fmt: skip
_DIGITS = r"\d{1,3}(?:[   ,.'’]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_POWER = r"(?:10|(?<![\d.,])2)(?:\s?(?:\^|\*\*)\s?\(?[-+−]?\d+\)?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_NUMBER = rf"(?:{_POWER}|(?:{_DIGITS})(?:[eE][-+−]?\d+|\s?[×·*x]\s?(?:{_POWER}))?)"
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_TIMES_WORD = "|".join(_TIMES)
_SPELT = rf"\b(?:{_WORD})\b(?:[\s-]+(?:{_TIMES_WORD})\b)*"
_COUNT = rf"(?:{_POWER}|{_NUMBER}(?:(?-i:[kKM])\b|\s(?:{_TIMES_WORD})\b)?|{_SPELT})"
_UNIT = (
    r"(?P<unit>hours?|h|(?:flug|betriebs)?stunden?|days?|tage?n?|weeks?|wochen?|months?|monate?n?|years?|jahre?n?|"
    r"decades?|jahrzehnte?n?)\b"
)
_RATIO = re.compile(
    rf"(?P<n>{_COUNT})\s+(?:[^\W\d]+\s+){{0,2}}?(?:out\s+of|of|in|von|aus|auf|per|pro|je|every|alle)\s+"
    rf"(?:(?:a|an|ein|eine[rmn]?)\s+)?(?P<m>{_COUNT})(?:\s+(?:(?:flight|operating)\s+)?{_UNIT})?",
    re.I,
)
_PARTS = {"%": 1e-2, "percent": 1e-2, "per cent": 1e-2, "prozent": 1e-2, "‰": 1e-3, "promille": 1e-3, "per mille": 1e-3,
          "ppm": 1e-6, "ppb": 1e-9}  # fmt: skip
_PERCENT = re.compile(
    rf"(?<![\w.,])(?P<n>{_NUMBER}|{_SPELT})[\s\u00a0\u202f-]?"
    r"(?P<part>%|‰|(?:percent|per cent|prozent|promille|per mille|ppm|ppb)\b)",
    re.I,
)
_SHARES = {"tenth": 10, "zehntel": 10, "hundredth": 100, "hundertstel": 100, "thousandth": 1e3, "tausendstel": 1e3,
           "millionth": 1e6, "millionstel": 1e6}  # fmt: skip
_PART_WORD = re.compile(
    rf"(?P<n>{_COUNT})\s(?P<m>(?:(?:ten|hundred|zehn|hundert)[\s-]?)?(?:{'|'.join(f'{w}s?' for w in _SHARES)}))\b"
    r"(?:\s+(?:of\s+(?:a|one)\s+|eines\s+)?(?P<part>percent|per cent|prozents?|per mille|promille)\b)?",
    re.I,
)
_NINES = re.compile(rf"(?P<n>\b(?:{_WORD})\b|\b\d\b)[\s-](?:nines|neunen)\b", re.I)
_RECURS = re.compile(
    r"\b(?P<n>once|twice|einmal|zweimal)\s+(?:(?:in|per|every|each|pro|alle|im)\s+)?"
    rf"(?:(?:an?|one|eine[mrns]?|jede[mrns]?)\s+)?(?:lifetime\s+of\s+)?(?P<m>{_COUNT}\s+)??{_UNIT}",
    re.I,
)
_SLASH = re.compile(rf"(?<![\w.,:/-])(?P<n>\d{{1,6}})\s?[/:]\s?(?P<m>{_DIGITS}|{_POWER})(?![\w/:-])")
_PER_HOUR = re.compile(
    rf"(?P<n>{_NUMBER})\s?(?:(?:failures?|faults?|ausfälle?)\s+)?"
    rf"(?:/\s?|per\s+(?:(?:flight|operating)\s+)?|pro\s+|je\s+){_UNIT}",
    re.I,
)
_PLAIN = re.compile(
    rf"(?P<n>{_NUMBER})(?!\d)(?!\s?(?:%|percent|prozent|[°µ]|(?:[numcdkMG]?(?:m|s|g|Hz|V|A|W|N|Pa|l|J)|min|h|K|bar|dB|"
    r"km/h|m/s|rad|deg|px|pixels?|metres?|meters?|seconds?|sekunden?|minutes?|minuten?|hours?|stunden?)\b))",
    re.I,
)
_SIL = re.compile(r"\bSIL[\s-]?(?P<n>[1-4])\b")
_UPPER = (
    r"at\s+most|no\s+more\s+(?:often\s+)?than|not\s+more\s+(?:often\s+)?than|no\s+longer\s+than|less\s+(?:often\s+)?than|fewer\s+than|rarer\s+than|"
    r"smaller\s+than|lower\s+than|up\s+to|below|under|maximum(?:\s+of)?|≤|<=|<|höchstens|maximal|nicht\s+(?:mehr|öfter|häufiger)\s+als|"
    r"weniger\s+als|seltener\s+als|kleiner\s+als|unter|bis\s+zu|does\s+not\s+exceed|do\s+not\s+exceed|überschreitet\s+nicht"
)
_LOWER = (
    r"at\s+least|no\s+less\s+than|not\s+less\s+than|no\s+fewer\s+than|more\s+than|greater\s+than|above|over|"
    r"minimum(?:\s+of)?|≥|>=|>|mindestens|wenigstens|nicht\s+weniger\s+als|mehr\s+als|größer\s+als|über|exceeds?"
)
_FILLER = r"(?:\s*(?:about|around|ca\.?|rund|etwa|in|of|von|only|nur|einem?|eine)\b)?\s*$"
_SIDE = re.compile(rf"(?:(?P<lower>{_LOWER})|(?P<upper>{_UPPER})){_FILLER}", re.I)
_CONDITION = re.compile(r"(?:\b(?:with|under|for|given|bei|mit|für|unter)\s+)$", re.I)
_SURE_AFTER = re.compile(
    r"\s*(?:[a-zäöü-]+\s+){0,1}?(?:confidence|konfidenz|vertrauen\w*|certainty|sicherheit)\b", re.I
)
_SURE_BEFORE = re.compile(
    r"(?:confidence|konfidenz\w*|vertrauens\w*|certainty)(?:\s+(?:level|of|von))*\s*$", re.I
)
_FORMS = (
    ("rate", _PER_HOUR), ("recurs", _RECURS), ("ratio", _RATIO), ("part", _PART_WORD), ("share", _PERCENT),
    ("nines", _NINES), ("slash", _SLASH), ("sil", _SIL), ("decimal", _PLAIN),
)  # fmt: skip
_NOT_MORE = re.compile(
    r"\b(?:never|not|no|nie|niemals|nicht|in\s+keine[rmns]?)\s+(?:[^\W\d]+\s+){0,6}"
    rf"(?:more(?:\s+often)?\s+than|greater\s+than|above|over|exceeds?|mehr\s+als|größer\s+als|über){_FILLER}",
    re.I,
)
_ABSOLUTE = re.compile(
    r"(?<![\w-])(?:never|always|impossible|without\s+(?:any\s+)?exceptions?|in\s+none\s+of|"
    r"in\s+(?:zero|0|no(?:\s+single)?)\s+(?!more|less|fewer|longer|later|way|order|time|particular|need|position|doubt|single)"
    r"[^\W\d]+|niemals|nie|unmöglich|ausnahmslos|ohne\s+(?:jede\s+)?ausnahme|"
    r"immer(?!\s+(?:noch|wenn|dann|mehr|wieder|dort|wo))|"
    r"in\s+keine[rmns]?\s+(?!weise|hinsicht)[^\W\d]+)(?![\w-])",
    re.I,
)
_HEDGED = re.compile(
    r"(?:\b(?:not|cannot|almost|nearly|hardly|practically|virtually|nicht|kaum|fast|beinahe|nahezu|quasi|noch)|n't)\s+"
    r"(?:be\s+)?$",
    re.I,
)
_LIMITED = re.compile(rf"(?:{_LOWER}|{_UPPER})\s+(?:{_COUNT})", re.I)
_CLAUSE = re.compile(r"[;:]|[.,]\s")
_ENDLESS = re.compile(r"\d{400,}")
"""digits beyond every number; read from each of them on, they would hold a check up"""
_LIKELY = re.compile(r"probab|likelihood|wahrscheinlich|\brate\b|pmi\b|\bpfd", re.I)


@dataclass(frozen=True, slots=True)
class Stated:
    """A number that a text states.  ``readings``: what it may mean where separators are ambiguous."""

    quote: str
    readings: tuple[float, ...]
    side: str
    """``upper``, ``lower``, or empty where the text states no relation"""
    what: str
    """``share``, ``rate`` (per hour), ``decimal``, ``sil`` or ``confidence``"""
    condition: bool = False
    """it limits a condition (``with at most 1 % noise``), not what is claimed"""
    at: int = 0


def stated(text: str) -> tuple[Stated, ...]:
    """Every probability, rate and confidence in ``text``, in its order; none is read twice."""
    text = _ENDLESS.sub(lambda run: " " * len(run[0]), text[:READ])
    taken: list[tuple[int, int]] = []
    result: list[Stated] = []
    for what, pattern in _FORMS:
        start = 0
        while match := pattern.search(text, start):
            start = match.start() + 1
            span = match.span()
            if any(a < span[1] and span[0] < b for a, b in taken):
                continue
            number = _read(what, match, text)
            if number is not None:
                taken.append(span)
                result.append(number)
                start = span[1]
    return tuple(sorted(result, key=lambda number: number.at))


def _read(what: str, match: re.Match[str], text: str) -> Stated | None:
    before, after = text[: match.start()], text[match.end() :]
    relation = _SIDE.search(before)
    side = "" if relation is None else "lower" if relation["lower"] else "upper"
    if side == "lower" and _NOT_MORE.search(_CLAUSE.split(before)[-1]):
        side = "upper"
    condition = relation is not None and _CONDITION.search(before[: relation.start()]) is not None
    readings = _numbers(match["n"])
    if what == "ratio":
        total = [m for m in _numbers(match["m"], whole=True) if m >= 2]
        unit = _hours(match["unit"])
        readings = tuple(
            n / (m * (unit or 1.0)) for n in _numbers(match["n"], whole=True) for m in total if n <= m
        )
        what = "rate" if unit else "share"
    elif what == "rate":
        readings = tuple(n / (_hours(match["unit"]) or 1.0) for n in readings)
    elif what == "share":
        part = _PARTS[match["part"].casefold()]
        readings = tuple(n * part for n in readings if n * part <= 1.0)
        if _SURE_AFTER.match(after) or _SURE_BEFORE.search(before):
            what = "confidence"
    elif what == "part":
        readings = tuple(n * _part(match["m"], match["part"]) for n in readings)
        what = "share"
    elif what == "nines":
        readings = tuple(1.0 - 10.0**-n for n in readings if 2 <= n <= 15)
        what = "share"
    elif what == "recurs":
        spans = _numbers(match["m"], whole=True) if match["m"] else (1.0,)
        readings = tuple(n / (m * (_hours(match["unit"]) or 1.0)) for n in readings for m in spans if m > 0)
        what = "rate"
    elif what == "slash":
        total = [m for m in _numbers(match["m"], whole=True) if m >= 20 and not 1900 <= m < 2100]  # no year
        readings = tuple(n / m for n in readings for m in total if n < m)
        what = "share"
    elif what == "decimal":
        readings = tuple(n for n in readings if n <= 1.0)
        small = any(n < 0.1 for n in readings) and re.search(r"[eE][-−]|10|\^|\*\*|⁻", match["n"])
        if re.fullmatch(r"[01]", match["n"]) or not (side or small or _LIKELY.search(before)):
            return None
    if what == "sil":
        side = side or "upper"
    return Stated(match[0].strip(), readings, side, what, condition, match.start()) if readings else None


def _part(word: str, of: str | None) -> float:
    """``hundredth`` is 0.01; ``hundredth of a percent`` is 0.0001."""
    low = re.sub(r"[\s-]", "", word.casefold()).rstrip("s")
    stem = max((w for w in _SHARES if low.endswith(w)), key=len)
    times = {"ten": 10.0, "zehn": 10.0, "hundred": 100.0, "hundert": 100.0}.get(low.removesuffix(stem), 1.0)
    return (_PARTS[of.casefold().rstrip("s")] if of else 1.0) / (times * _SHARES[stem])


def _hours(unit: str | None) -> float | None:
    if unit is None:
        return None
    low = unit.casefold()
    for stem, hours in _HOURS.items():
        if low in (stem, f"{stem}s", f"{stem}n", f"{stem}e", f"{stem}en"):
            return hours
    return None


def _numbers(text: str, whole: bool = False) -> tuple[float, ...]:
    """What a number may mean: ``1.000`` is one in English and a thousand in German."""
    text = text.strip()
    low = text.casefold()
    spelt = _spelt(low)
    if spelt is not None:
        return (spelt,)
    if text[-1] in _SUFFIXES:
        return tuple(n * _SUFFIXES[text[-1]] for n in _numbers(text[:-1], whole))
    digits, _, word = low.rpartition(" ")
    if word in _TIMES:
        return tuple(n * _TIMES[word] for n in _numbers(digits, whole))
    low = re.sub(
        r"\s?\*\*\s?|\s?\^\s?", "^", low.translate(_SUPER) if "^" not in low and "**" not in low else low
    )
    power = re.fullmatch(
        r"(?:(?P<d>.*?)\s?[×·*x]\s?)?(?P<b>10|2)\^?\(?(?P<e>[-+−]?\d+)\)?", low.replace("−", "-")
    )
    scaled = re.search(r"[⁰¹²³⁴⁵⁶⁷⁸⁹^]", text) or "**" in text
    if power and scaled and (power["d"] or low.startswith(("10", "2"))):
        factors = _numbers(power["d"], whole) if power["d"] else (1.0,)
        return tuple(d * _power(power["b"], power["e"]) for d in factors)
    mantissa, sign, exponent = low.replace("−", "-").partition("e")
    scale = 10.0 ** int(exponent) if sign and exponent else 1.0
    return tuple(d * scale for d in _plain(mantissa, whole))


def _spelt(text: str) -> float | None:
    """``a hundred thousand`` is 100000; None where a word is no number."""
    first, *more = re.split(r"[\s-]+", text)
    if first not in _WORDS or not all(word in _TIMES for word in more):
        return None
    return float(math.prod((_WORDS[first], *(_TIMES[word] for word in more))))


def _power(base: str, exponent: str) -> float:
    return math.exp2(int(exponent)) if base == "2" else 10.0 ** int(exponent)


def _plain(digits: str, whole: bool) -> tuple[float, ...]:
    digits = re.sub(r"[   '’]", "", digits)
    groups = re.fullmatch(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*", digits)
    if groups is None:
        if "," in digits and "." in digits:  # the later one is the decimal sign
            comma = digits.rfind(",") > digits.rfind(".")
            digits = digits.replace("." if comma else ",", "")
        return (float(digits.replace(",", ".")),)
    grouped = float(re.sub(r"[.,]", "", digits))
    ambiguous = digits.count(groups[1]) == 1 and not whole
    return (grouped, float(digits.replace(",", "."))) if ambiguous else (grouped,)


def disagreement(
    text: str, comparison: Comparison, limit: float, kind: MeasureKind, confidence: float | None
) -> str:
    """Why a requirement is weaker than the sentence it stands for; empty where it is at least as strong.

    Numbers after a relation decide; without any, one number that fits suffices.  Conditions (``with at most …``)
    are left out.
    """
    numbers = [n for n in stated(text) if not n.condition]
    for number in numbers:
        if number.what == "confidence" and max(number.readings) > (confidence or 0.0) * (1 + _SLACK):
            wanted = f"{confidence:g}" if confidence is not None else "no confidence"
            return f"the text says {number.quote} confidence, the requirement asks for {wanted}"
    word = absolute(text)
    allows = 0.0 < limit < 1.0 and kind is not MeasureKind.SCORE
    if word and allows and not agrees(text, comparison, limit, kind):
        asked = "0" if comparison.is_upper else "1"
        return f"the text says {word!r}, which asks for {asked}, the requirement {comparison} {limit:.4g}"
    numbers = [n for n in numbers if n.what != "confidence"]
    fitting = [n for n in numbers if (n.what == "rate") == (kind is MeasureKind.PER_HOUR) or n.what == "sil"]
    if not fitting:
        rates = [n for n in numbers if n.what == "rate" and n.side]
        if rates and kind in PROBABILITY_KINDS:
            return f"the text speaks of a rate ({rates[0].quote}), the requirement of a {kind}"
        return ""
    related = [n for n in fitting if n.side]
    weak = [n for n in related or fitting if not _covers(n, comparison, limit, kind)]
    if not weak or (not related and len(weak) < len(fitting)):
        return ""
    return f"the text says {weak[0].quote!r}, the requirement {comparison} {limit:.4g}"


def absolute(text: str) -> str:
    """The word by which a text allows no failure at all; empty where there is none.

    >>> [absolute(t) for t in ("It never fails", "It is never wrong in more than 1 of 1000 runs", "Not always right")]
    ['never', '', '']
    """
    text = text[:READ]
    for match in _ABSOLUTE.finditer(text):
        clause = _CLAUSE.split(text[match.end() :])[0]
        if not _HEDGED.search(text[: match.start()]) and not _LIMITED.search(clause):
            return match[0]
    return ""


def agrees(text: str, comparison: Comparison, limit: float, kind: MeasureKind) -> bool:
    """Whether the text itself states a relation on the requirement's side, that the requirement covers."""
    side = "upper" if comparison.is_upper else "lower"
    return any(
        n.side == side and not n.condition and _covers(n, comparison, limit, kind) for n in stated(text)
    )


def _covers(number: Stated, comparison: Comparison, limit: float, kind: MeasureKind) -> bool:
    return any(_one(reading, number, comparison.is_upper, limit, kind) for reading in _scaled(number, kind))


def _scaled(number: Stated, kind: MeasureKind) -> Iterator[float]:
    for reading in number.readings:
        if number.what == "sil":  # IEC 61508-1, tables 2 and 3: upper ends of the ranges
            yield 10.0 ** -(reading + 4.0 if kind is MeasureKind.PER_HOUR else reading)
        else:
            yield reading


def _one(value: float, number: Stated, upper: bool, limit: float, kind: MeasureKind) -> bool:
    if kind is MeasureKind.SCORE:
        least = min(abs(limit - value), abs(limit + value), abs(limit - 100.0 * value))
        return least <= 0.02 * max(abs(limit), value) or not number.side
    side = number.side
    if not side:  # a bare number: the small side of a limit from above, the large one of a limit from below
        side = "upper" if value <= 0.5 else "lower"
    if (side == "upper") == upper:
        return limit <= value * (1 + _SLACK) if upper else limit >= value * (1 - _SLACK)
    if kind not in PROBABILITY_KINDS:
        return False
    if upper and value < 0.5 and limit < 0.5:
        return False  # "in more than 1 of 1,000" is no limit from above
    other = 1.0 - value
    return limit <= other + _SLACK * max(other, 1e-9) if upper else limit >= other * (1 - _SLACK)
