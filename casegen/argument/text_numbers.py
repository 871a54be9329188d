"""Probabilities, rates and confidences that a sentence states, in English and German.

Read are percentages, ``1 of 1,000``, ``one in a thousand``, ``once in 10⁵ hours``, ``1e-4 per hour``, decimals after
a relation (``at most 0.001``), ``SIL 2``, ``ASIL B``, ``PL d``, ``DAL A``, ``five nines``, and the confidence.  Lengths,
times and counts are left alone.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from casegen.argument.integrity_levels import (
    ASIL,
    ASIL_WORDS,
    DAL,
    DAL_WORDS,
    LEVELS,
    PL,
    PL_WORDS,
    SIL,
    SIL_WORDS,
    is_attribute,
    number_of,
)
from casegen.argument.occasions import OCCASION, OF_COUNTED, OF_OCCASIONS

READ = 2_000
"""so many characters of a text are read"""
_RARE = 0.01
"""per hour: more often is work, not failure"""
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_WORDS = {
    "once": 1, "einmal": 1, "one": 1, "a": 1, "an": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1,
    "eines": 1, "two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4, "five": 5, "fünf": 5, "six": 6,
    "sechs": 6, "seven": 7, "sieben": 7, "eight": 8, "acht": 8, "nine": 9, "neun": 9, "ten": 10, "zehn": 10, "twelve": 12,
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
          "decade": 87_600.0, "jahrzehnt": 87_600.0, "fortnight": 336.0, "century": 876_000.0,
          "jahrhundert": 876_000.0, "quarter": 2_190.0, "quartal": 2_190.0, "vierteljahr": 2_190.0, "halbjahr": 4_380.0,
          "annum": 8760.0}  # fmt: skip
_HOUR_OF = "flight|flying|operating|driving|running|working|service|duty|engine|machine|vehicle|train|pump|fleet|calendar"
_DIGITS = r"\d{1,3}(?:[   ,.'’]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_POWER = r"(?:10|(?<![\d.,])2)(?:\s?(?:\^|\*\*)\s?\(?[-+−]?\d+\)?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
NUMBER = rf"(?:{_POWER}|(?:{_DIGITS})(?:[eE][-+−]?\d+|\s?[×·*x]\s?(?:{_POWER}))?)"
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_TIMES_WORD = "|".join(_TIMES)
_SPELT = rf"\b(?:{_WORD})\b(?:[\s-]+(?:{_TIMES_WORD})\b)*"
COUNT = rf"(?:{_POWER}|{NUMBER}(?:(?-i:[kKM])\b|\s(?-i:k)\b|\s(?:{_TIMES_WORD})\b)?|{_SPELT})"
_UNIT = (
    r"(?P<unit>hours?|h|(?:flug|betriebs)?stunden?|days?|tage?n?|weeks?|wochen?|months?|monate?n?|years?|jahre?n?|"
    r"decades?|jahrzehnte?n?)\b"
)
_RATIO = re.compile(
    rf"(?P<n>{COUNT})\s+(?:[^\W\d]+\s+){{0,2}}?(?:(?P<share>out\s+of|of|von|aus|sur|de\s+cada|su|van\s+de)|in|auf|per|pro|je|every|alle)\s+"
    rf"(?:(?:a|an|ein|eine[rmn]?)\s+)?(?P<m>{COUNT})"
    rf"(?![.,]?\d|\s?(?:%|‰|per\s?cent|prozent|promille|ppm))(?:\s+(?:(?:{_HOUR_OF})\s+)?{_UNIT})?",
    re.I,
)
_PARTS = {"%": 1e-2, "percent": 1e-2, "per cent": 1e-2, "prozent": 1e-2,
          "pour cent": 1e-2, "por ciento": 1e-2, "per cento": 1e-2, "‰": 1e-3, "promille": 1e-3, "per mille": 1e-3,
          "ppm": 1e-6, "ppb": 1e-9}  # fmt: skip
_PERCENT = re.compile(
    rf"(?<![\w.,])(?P<n>{NUMBER}|{_SPELT})[\s\u00a0\u202f-]?"
    r"(?P<part>%|‰|(?:percent|per cent|prozent|pour cent|por ciento|per cento|promille|per mille|ppm|ppb)\b)",
    re.I,
)
_SHARES = {"tenth": 10, "zehntel": 10, "hundredth": 100, "hundertstel": 100, "thousandth": 1e3, "tausendstel": 1e3,
           "millionth": 1e6, "millionstel": 1e6}  # fmt: skip
_PART_WORD = re.compile(
    rf"(?P<n>{COUNT})\s(?P<m>(?:(?:ten|hundred|zehn|hundert)[\s-]?)?(?:{'|'.join(f'{w}s?' for w in _SHARES)}))\b"
    r"(?:\s+(?:of\s+(?:a|one)\s+|eines\s+)?(?P<part>percent|per cent|prozents?|per mille|promille)\b)?",
    re.I,
)
_NINES = re.compile(rf"(?P<n>\b(?:{_WORD})\b|\b\d\b)[\s-](?:nines|neunen)\b", re.I)
_EVERY = re.compile(
    rf"\b(?:every|each|(?<!\w\s)(?:(?:out\s+)?of|von)|alle|jede|per|pro|je|in|auf|tous\s+les|toutes\s+les|cada|ogni)\s+(?P<m>{COUNT})\s+(?:[^\W\d]+\s+)?(?:{OCCASION})\b"
    r"(?:,?\s+(?!(?:in|of|per)\b)[^\W\d]+){0,10}?\s+"
    r"(?:(?:in|bei)\s+(?:at\s+most|no\s+more\s+than|höchstens)\s+)?(?P<n>(?:once|twice|einmal|zweimal)\b|"
    r"(?:(?<=most )|(?<=than )|(?<=höchstens ))(?:one|two|three|eine?[rmn]?|zwei|drei|[1-9])(?=\W*$))",
    re.I,
)
_EXPECTED = re.compile(
    rf"\b(?P<n>(?:one|two|three|four|five|six|seven|eight|nine|ten|a\s+single|eine?n?\s+einzige[rn]?|\d+)\b(?![.,]\d))\s+(?:[^\W\d]+\s+){{3,8}}?"
    rf"(?:in|per|during|bei|auf|pro)\s+(?P<m>{COUNT})\s+(?:[^\W\d]+\s+)?(?:{OCCASION})\b",
    re.I,
)
_RECURS = re.compile(
    r"\b(?P<n>once|twice|einmal|zweimal)\s+(?:(?:in|per|every|each|pro|alle|im)\s+)?"
    rf"(?:(?:an?|one|eine[mrns]?|jede[mrns]?)\s+)?(?:lifetime\s+of\s+)?(?P<m>{COUNT}\s+)??{_UNIT}",
    re.I,
)
_SLASH = re.compile(rf"(?<![\w.,:/-])(?P<n>\d{{1,6}})\s?[/:]\s?(?P<m>{_DIGITS}|{_POWER})(?![\w/:-])")
_PER_HOUR = re.compile(
    rf"(?P<n>{NUMBER})\s?(?:(?:failures?|faults?|ausfälle?)\s+)?"
    rf"(?:/\s?|per\s+(?:(?:{_HOUR_OF})\s+)?|pro\s+|je\s+){_UNIT}",
    re.I,
)
_PLAIN = re.compile(
    rf"(?P<n>{NUMBER})(?!\d)(?!\s?(?:%|percent|prozent|[°µ]|(?:[numcdkMG]?(?:m|s|g|Hz|V|A|W|N|Pa|l|J)|min|h|K|bar|dB|"
    r"km/h|m/s|rad|deg|px|pixels?|metres?|meters?|seconds?|sekunden?|minutes?|minuten?|hours?|stunden?)\b))",
    re.I,
)
_MEAN_TIME = re.compile(
    r"(?:\bMT(?:B|T)F\b|\bmean\s+time\s+(?:between|to)\s+(?:[^\W\d]+\s+)?failures?|\bmean\s+life|"
    r"\bmittlere[rn]?\s+(?:zeit\s+zwischen\s+(?:zwei\s+)?ausfällen|lebensdauer))\s*"
    rf"(?::|=|[≥>]=?|(?:[^\W\d]+\s+){{0,8}}?)\s*(?P<n>{COUNT})\s?{_UNIT}",
    re.I,
)
_FIT = re.compile(rf"(?<![\w.,])(?P<n>{NUMBER})\s?(?-i:FIT)\b")
_ODDS = re.compile(rf"\b(?P<m>{COUNT})\s+(?:to|zu)\s+(?:one|1|eins)\b", re.I)
UPPER = (
    r"at\s+most|no\s+more\s+(?:often\s+)?than|not\s+more\s+(?:often\s+)?than|no\s+longer\s+than|less\s+(?:often\s+)?than|fewer\s+than|rarer\s+than|"
    r"smaller\s+than|lower\s+than|up\s+to|below|under|maximum(?:\s+of)?|≤|<=|<|höchstens|maximal|nicht\s+(?:mehr|öfter|häufiger)\s+als|"
    r"au\s+(?:plus|maximum)|moins\s+(?:souvent\s+)?(?:de|que|d['’])|pas\s+plus\s+de|como\s+(?:máximo|mucho)|a\s+lo\s+sumo|"
    r"(?:no\s+más|menos)\s+de|al\s+massimo|(?:meno|non\s+più)\s+di|"
    r"weniger\s+als|seltener\s+als|kleiner\s+als|unter|bis\s+zu|does\s+not\s+exceed|do\s+not\s+exceed|überschreitet\s+nicht"
)
LOWER = (
    r"at\s+least|no\s+less\s+than|not\s+less\s+than|no\s+fewer\s+than|more\s+(?:often\s+|frequently\s+)?than|greater\s+than|above|over|"
    r"au\s+moins|al\s+menos|por\s+lo\s+menos|almeno|minimum(?:\s+of)?|≥|>=|>|mindestens|wenigstens|nicht\s+weniger\s+als|mehr\s+als|(?:öfter|häufiger|größer)\s+als|über|exceeds?"
)
_FILLER = r"(?:\s*(?:about|around|ca\.?|rund|etwa|in|of|von|only|nur|einem?|eine)\b)?\s*$"
_SIDE = re.compile(rf"(?:(?P<lower>{LOWER})|(?P<upper>{UPPER})){_FILLER}", re.I)
_CONDITION = re.compile(r"(?:\b(?:with|under|given|mit|unter|(?P<for>for|bei|für))\s+)$", re.I)
_SURE_AFTER = re.compile(
    r"\s*(?:[a-zäöü-]+\s+){0,1}?(?:confidence|konfidenz|vertrauen\w*|certainty|certain|sure|sicherheit)\b",
    re.I,
)
_SURE_BEFORE = re.compile(
    r"(?:confidence|konfidenz\w*|vertrauens\w*|certainty)(?:\s+(?:level|of|von))*\s*$", re.I
)
_FORMS = (
    ("mean time", _MEAN_TIME), ("fit", _FIT), ("odds", _ODDS),
    ("rate", _PER_HOUR), ("every", _EVERY), ("recurs", _RECURS), ("ratio", _RATIO),
    ("expected", _EXPECTED), ("part", _PART_WORD), ("share", _PERCENT),
    ("nines", _NINES), ("slash", _SLASH), (SIL, SIL_WORDS), (ASIL, ASIL_WORDS), (PL, PL_WORDS), (DAL, DAL_WORDS),
    ("decimal", _PLAIN),
)  # fmt: skip
_NOT_MORE = re.compile(
    r"\b(?:never|not|no|nie|niemals|nicht|in\s+keine[rmns]?)\s+(?:[^\W\d]+\s+){0,6}"
    rf"(?:more(?:\s+often)?\s+than|greater\s+than|above|over|exceeds?|mehr\s+als|größer\s+als|über){_FILLER}",
    re.I,
)
CLAUSE = re.compile(r"[;:]|[.,]\s")
_LIKELY = re.compile(
    r"probab|likelihood|wahrscheinlich|\brate\b|pmi\b|\bpf[dh]|reliab|availab|zuverlässig|verfügbar|\bp(?:_?\w+)?\s*[=≈]\s*$",
    re.I,
)
_ENDLESS = re.compile(r"\d{400,}")
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


@lru_cache(maxsize=8192)
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
    if side == "lower" and _NOT_MORE.search(CLAUSE.split(before)[-1]):
        side = "upper"
    given = _CONDITION.search(before[: relation.start()]) if relation is not None else None
    behind = OF_COUNTED if what == "share" else OF_OCCASIONS
    happens = given is not None and given["for"] and what in ("ratio", "share") and behind.match(after)
    condition = given is not None and not happens  # "bei höchstens 1 von 1.000 Anflügen" says how often
    if what == "odds":
        odds = tuple(1.0 / (m + 1.0) for m in count_of(match["m"], whole=True) if m >= 20)
        return Stated(match[0].strip(), odds, side, "share", condition, match.start()) if odds else None
    if what in LEVELS:
        named = is_attribute(after)
        level = (number_of(match["n"]),)
        return Stated(
            match[0].strip(), level, side or "upper", what, condition, match.start(), attribute=named
        )
    readings = count_of(match["n"])
    of_hours = 0.0
    if what in ("every", "expected"):
        first = match["n"] if what == "every" else match["n"].split()[0]
        side = side or ("upper" if what == "every" else "")
        if what == "every" and (relation := _SIDE.search(match[0][: match.start("n") - match.start()])):
            side = "lower" if relation["lower"] else "upper"
        total = [m for m in count_of(match["m"], whole=True) if m >= 20]
        readings = tuple(n / m for n in count_of(first, whole=True) for m in total if n < m)
        what = "share"
    elif what == "ratio":
        total = [m for m in count_of(match["m"], whole=True) if m >= 2]
        unit = hours_of(match["unit"])
        readings = tuple(
            n / (m * (unit or 1.0)) for n in count_of(match["n"], whole=True) for m in total if n <= m
        )
        what = "rate" if unit else "share"
        of_hours = unit if unit and unit >= 24.0 and match["share"] else 0.0
    elif what == "rate":
        readings = tuple(n / (hours_of(match["unit"]) or 1.0) for n in readings)
    elif what == "share":
        part = _PARTS[match["part"].casefold()]
        readings = tuple(n * part for n in readings if n * part <= 1.0)
        if _SURE_AFTER.match(after) or _SURE_BEFORE.search(before):
            what = "confidence"
    elif what == "part":
        readings = tuple(n * _part(match["m"], match["part"]) for n in readings)
        what = "share"
    elif what == "mean time":  # at least so long means at most so often
        times = count_of(match["n"], whole=True)
        readings = tuple(1.0 / (n * (hours_of(match["unit"]) or 1.0)) for n in times if n > 0.0)
        what, side = "rate", "upper"
    elif what == "fit":
        readings, what = tuple(1e-9 * n for n in readings), "rate"
    elif what == "nines":
        readings = tuple(1.0 - 10.0**-n for n in readings if 2 <= n <= 15)
        what = "share"
    elif what == "recurs":
        spans = count_of(match["m"], whole=True) if match["m"] else (1.0,)
        readings = tuple(n / (m * (hours_of(match["unit"]) or 1.0)) for n in readings for m in spans if m > 0)
        what = "rate"
    elif what == "slash":
        total = [m for m in count_of(match["m"], whole=True) if m >= 20 and not 1900 <= m < 2100]  # no year
        readings = tuple(n / m for n in readings for m in total if n < m)
        what = "share"
    elif what == "decimal":
        readings = tuple(n for n in readings if n <= 1.0)
        small = any(n < 0.1 for n in readings) and re.search(r"[eE][-−]|10|\^|\*\*|⁻", match["n"])
        if re.fullmatch(r"[01]", match["n"]) or not (side or small or _LIKELY.search(before)):
            return None
    if what == "rate" and readings and max(readings) < _RARE:
        condition = False  # "with at most 1e-7 per hour" is how often it fails
    return (
        Stated(match[0].strip(), readings, side, what, condition, match.start(), of_hours)
        if readings
        else None
    )


def _part(word: str, of: str | None) -> float:
    """``hundredth`` is 0.01; ``hundredth of a percent`` is 0.0001."""
    low = re.sub(r"[\s-]", "", word.casefold()).rstrip("s")
    stem = max((w for w in _SHARES if low.endswith(w)), key=len)
    times = {"ten": 10.0, "zehn": 10.0, "hundred": 100.0, "hundert": 100.0}.get(low.removesuffix(stem), 1.0)
    return (_PARTS[of.casefold().rstrip("s")] if of else 1.0) / (times * _SHARES[stem])


def hours_of(unit: str | None) -> float | None:
    """Length of a unit of time [h]; None for any other word, and for none."""
    if unit is None:
        return None
    low = unit.casefold()
    for stem, hours in _HOURS.items():
        if low in (stem, f"{stem}s", f"{stem}n", f"{stem}e", f"{stem}en"):
            return hours
    return None


def count_of(text: str, whole: bool = False) -> tuple[float, ...]:
    """What a number may mean: ``1.000`` is one in English and a thousand in German."""
    text = text.strip()
    low = text.casefold()
    spelt = _spelt(low)
    if spelt is not None:
        return (spelt,)
    if text[-1] in _SUFFIXES:
        return tuple(n * _SUFFIXES[text[-1]] for n in count_of(text[:-1], whole))
    digits, _, word = low.rpartition(" ")
    if word in _TIMES:
        return tuple(n * _TIMES[word] for n in count_of(digits, whole))
    low = re.sub(
        r"\s?\*\*\s?|\s?\^\s?", "^", low.translate(_SUPER) if "^" not in low and "**" not in low else low
    )
    power = re.fullmatch(
        r"(?:(?P<d>.*?)\s?[×·*x]\s?)?(?P<b>10|2)\^?\(?(?P<e>[-+−]?\d+)\)?", low.replace("−", "-")
    )
    scaled = re.search(r"[⁰¹²³⁴⁵⁶⁷⁸⁹^]", text) or "**" in text
    if power and scaled and (power["d"] or low.startswith(("10", "2"))):
        factors = count_of(power["d"], whole) if power["d"] else (1.0,)
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
