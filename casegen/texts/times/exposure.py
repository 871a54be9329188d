"""Times of exposure that a sentence states, in English and German: missions of 30 days, within a year, 8 h a shift.

Only what a number is *per* is read: how long a mission lasts, or the period in which something must not happen.
Deadlines (``stops within 2 s``, ``repaired within a day``), intervals (``tested every month``) and ages are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.calendar_periods import HOUR_OF, HOURS, LONG, hours_of
from casegen.texts.numbers.counts import COUNT, WORD, as_written, count_of
from casegen.texts.numbers.own_lengths import own_length
from casegen.texts.numbers.shares_of_time import is_duration
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.total_first import total_first
from casegen.texts.numbers.units import stem
from casegen.texts.times.lengths_in_digits import lengths_in_digits

_SHORT = r"seconds?|secs?|sekunden?|minutes?|mins?|minuten?|s"
_HOURS = HOURS
_LONG = rf"(?:quarter\s+of\s+a\s+year|half\s+a\s+year|{LONG})"
_MISSION = (
    r"(?:missions?|flights?|trips?|journeys?|voyages?|shifts?|dives?|cruises?|sorties?|work\s+orders?|treatments?|"
    r"infusions?|campaigns?|seasons?|missionen|einsatz(?:es)?|einsätzen?|flug(?:es)?|flügen?|fahrt(?:en)?|reisen?|"
    r"schicht(?:en)?|tauchg[aä]nge?n?|behandlung(?:en)?|infusion(?:en)?)"
)
_SHIFT = (
    r"(?:shifts?|watch(?:es)?|(?:on-call\s+)?dut(?:y|ies)|[^\W\d]*schicht(?:en)?|"
    r"(?:bereitschafts|nacht|tag|früh|spät|schicht|wach)dienste?[ns]?)"
)
"""what somebody works in one piece; said of other things, too: ``1 of 1,000 watches``"""
_LIFE = (
    r"(?:service|operating|operational|design|useful|mission)[\s-]+(?:life(?:time)?|period|time)|lifetime|lebensdauer|"
    r"(?:betriebs|nutzungs)(?:dauer|zeit)"
)
_RANGE = rf"(?:\s*(?:or|to|and|bis|oder|und|[–-])\s*(?P<to>{COUNT}))?"
"""``8 to 10 h``: of missions the longer counts"""
_INDEFINITE = r"several|many|multiple|some|a\s+few|mehrere[nr]?|einige[nr]?"
_AMOUNT = (
    rf"(?P<n>{COUNT}|{_INDEFINITE}){_RANGE}[\s-]*"
    rf"(?:(?:{HOUR_OF})\s+(?={_HOURS}\b))?(?P<unit>{_SHORT}|{_HOURS}|{_LONG})\b"
)
_TIMED = compiled(_AMOUNT, re.I)
_ABOUT = (
    r"(?:(?:more\s+than|less\s+than|over|under|mehr\s+als|weniger\s+als|über|unter|länger\s+als|up\s+to|about|at\s+(?:most|least)|from|between|zwischen|mindestens|bis\s+zu|höchstens|rund|je|each|a\s+duration\s+of|"
    r"einer\s+dauer\s+von)\s+)*"
)
_WORDS = r"(?:,?\s+[^\W\d]+,?){0,3}?"
_UMLAUTS = {"a": "aä", "ä": "aä", "o": "oö", "ö": "oö", "u": "uü", "ü": "uü"}


_COMPRISES = (
    r"comprises?|consists?\s+of|covers?|spans?|(?:extends?|stretch(?:es)?|runs?)\s+over|(?:is|are)\s+made\s+up\s+of|runs?(?:\s+for)?|"
    r"goe?s?\s+on\s+for|continues?\s+for|(?:ends?|stops?|(?:is|are)\s+over|(?:is|are)\s+finished)\s+(?:after|within)|"
    r"umfass(?:t|en)|besteh(?:t|en)\s+aus|erstreck(?:t|en)\s+sich\s+über|läuft|laufen|(?:geht|gehen|reicht|reichen)\s+über|"
    r"endet\s+nach|enden\s+nach"
)
"""what a mission does with its time, beside lasting: ``comprises two days``"""


@lru_cache(maxsize=512)
def _lasting(noun: str, of_any: bool = False) -> tuple[re.Pattern[str], ...]:
    """Forms that say how long a mission lasts; ``of_any``: of any noun, which may be ``with 2 s of delay``."""
    each = r"(?:,?\s+(?:each|every\s+one|all|jeweils|je|jede[rs]?)\b)?"
    with_ = "(?:with|mit)\\s+(?=a\\s+duration|einer\\s+dauer)" if of_any else "(?:with|mit)\\s"
    joined = r":|=" if of_any else r"\(|:|="
    end = (
        r"(?!\s+(?:old|of\s+age|ago|later|earlier|before|after|in\s+total|altogether|alt|später|insgesamt)\b)"
        if of_any
        else ""
    )
    words = (
        r"(?:\s+(?!(?:with|and|or|whose|which|that|mit|und|oder|deren)\b)[^\W\d]+){0,3}?"
        if of_any
        else _WORDS
    )
    patterns = (
        rf"\b{noun}{each}(?:\s*(?:{joined})|,?\s*\b(?:of|lasting|(?:that\s+)?lasts?|takes?|von|über|zu|à|dauer[nt]|is|are|each|je|jeweils|"
        rf"die|mit\s+einer\s+dauer\s+von)\s|\s*\b{with_})\s*{_ABOUT}{_AMOUNT}{end}",
        rf"\b{noun}{words}\s+(?:takes?|lasts?|dauer[nt]|beträgt)\s+{_ABOUT}{_AMOUNT}{end}",
        rf"\b{noun}\s+(?:duration|length|time)\s*(?::|=|\b(?:is|of)\s)\s*{_ABOUT}{_AMOUNT}",
        rf"\b(?:duration|length|dauer|länge)\s+(?:of|einer|der|eines|des)\s+(?:(?:a|an|the|one|each)\s+)?{noun}\s*"
        rf"(?::|=|\b(?:is|of|ist|beträgt)\s)\s*{_ABOUT}{_AMOUNT}",
        rf"\b{_AMOUNT}[\s-]+(?:long\s+|lange[nrsm]?\s+)?{noun}\b",
        rf"\b{noun}\s+{_ABOUT}{_AMOUNT}\s+(?:long|lang)\b",
        rf"\b(?P<n>multi)[\s-]?(?P<unit>hour|day|week|month|year)[\s-]+{noun}\b",
        rf"\b(?P<n>{COUNT}|(?:{WORD}|mehr)(?=[mstwj]))[\s-]*(?P<unit>minütig|stündig|tägig|wöchig|monatig|jährig)\w*\s+{noun}\b",
    )
    return tuple(compiled(pattern, re.I) for pattern in patterns)


_LASTING = (
    *_lasting(rf"(?:{_MISSION}|{_SHIFT})"),
    compiled(
        rf"\b{_MISSION}\s+(?:(?:usually|normally|always|each|typically|meist|immer|je)\s+)?(?:{_COMPRISES})\s+{_ABOUT}{_AMOUNT}",
        re.I,
    ),
    compiled(
        rf"\b(?:missions|einsatz|flug)(?:dauer|zeit)\s*(?::|=|\b(?:von|ist|beträgt)\s)\s*{_ABOUT}{_AMOUNT}",
        re.I,
    ),
)


_OF_KIND = r"(?:(?!(?:of|per|after|before|in|on|at|an?|the|each|every|and|or|pro|je|nach|vor|und|oder)\b)[^\W\d]+\s+)?"
_SHIFTS = tuple(
    compiled(
        rf"(?:(?:\b(?:of|over|in|during|lasting|lasts?|for|von|über|während)\s+|[(:=]\s*)(?P<times>{COUNT})\s+)?{form}",
        re.I,
    )
    for form in (
        rf"\b{_AMOUNT}[\s-]+(?:long\s+|lange[nrsm]?\s+)?{_OF_KIND}{_SHIFT}\b",
        rf"{_OF_KIND}\b{_SHIFT}\s+(?:of|von|zu|à)\s+(?:(?:each|je)\s+)?{_AMOUNT}",
        rf"\b(?P<n>{COUNT}|(?:{WORD})(?=st))[\s-]*(?P<unit>stündig)\w*\s+{_OF_KIND}{_SHIFT}\b",
    )
)
"""``8 hour night shifts``, ``missions of two shifts of 8 h``"""
_IN_A_ROW = 20.0
"""so many shifts and more are counted, and not worked one after the other"""


def _forms_of(nouns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Forms for any of the nouns, in the singular and the plural."""
    if not nouns:
        return ()
    stems = "|".join(
        sorted(re.sub(r"[aäoöuü]", lambda v: f"[{_UMLAUTS[v[0]]}]", re.escape(stem(n))) for n in nouns)
    )
    return _lasting(rf"(?:{stems})(?:y|ies|ie|es|e|s|en|ern|er|n)?\b", of_any=True)


_LIFETIME = tuple(
    compiled(pattern, re.I)
    for pattern in (
        rf"\b(?:{_LIFE})\s*(?::|\b(?:of|is|von|ist)\s)\s*{_ABOUT}{_AMOUNT}",
        rf"\b{_AMOUNT}[\s-]+(?:of\s+)?(?:operation|service|betrieb)\b",
    )
)
"""forms that say how long the system is used"""
_ARTICLE = (
    r"(?:(?:the\s+course\s+of|the|der|des|dem|von|any|each|every|jede[mrns]?|a\s+(?=single|whole|full|given)|single|whole|full|given|"
    r"(?:an?\s+|the\s+)?(?:period|span|stretch|interval|time)\s+of|(?:einem\s+|eines\s+)?zeitr(?:aum|aums)\s+von)\s+)*"
)
_SOME = r"(?:an?\s+)?(?:couple\s+of|few|number\s+of|several|some|many)|mehrere[rn]?|einige[rn]?|ein\s+paar|vielen?"
"""of an unknown number of years two are the fewest"""
_OF_ADJECTIVE = (
    rf"(?:(?:{HOUR_OF}|ganze[nrs]?|volle[nrs]?)\s+|"
    r"(?!(?:of|or|and|to|than|more|less|out|von|und|oder|bis|mehr|seconds?|minutes?|sekunden?|minuten?|missions?|hundred|thousand|million)\b)"
    r"[^\W\d]{3,}\s+)?"
)
_WITHIN = compiled(
    r"\b(?P<how>within|during|over|throughout|across|in|for|innerhalb|binnen|während|im\s+(?:laufe|verlauf)|im|über)\s+"
    rf"{_ARTICLE}(?:(?P<some>{_SOME})\s+|(?:an?\s+(?=(?:{COUNT})-))?(?P<n>{COUNT})[\s-]+)?{_OF_ADJECTIVE}(?P<unit>{_HOURS}|{_LONG})\b"
    r"(?!\s+(?:old|ago|later|earlier|before|after|alt|später|vor)\b)",
    re.I,
)
_OF_OWN_LENGTH = compiled(
    rf"\b(?:an?|one|each|every|any|per|eine[rmns]?|jede[rmns]?|pro|je)\s+{_OF_ADJECTIVE}(?P<n>(?!))?(?P<unit>{_LONG})\b",
    re.I,
)
"""``on a working day of 8 h``"""
_EACH = compiled(
    r"\bper\s+(?P<unit>annum)\b|\bp\.\s?a\.(?P<year>)|"
    r"\b(?P<adjective>annual(?:ly)?|yearly|monthly|weekly|daily|hourly|(?:jähr|monat|wöchent|täg|stünd)lich\w*)\s+(?:[^\W\d]+\s+)?"
    r"(?:probability|risk|frequency|likelihood|chance|wahrscheinlichkeit|risiko|häufigkeit|with|mit|in\s+at\s+most|höchstens)\b",
    re.I,
)
_ADJECTIVES = {"annual": 8760.0, "year": 8760.0, "jähr": 8760.0, "month": 730.0, "monat": 730.0, "week": 168.0,
               "wöchent": 168.0, "dai": 24.0, "täg": 24.0, "hour": 1.0, "stünd": 1.0}  # fmt: skip
_DEADLINE = compiled(
    r"\b(?:tested|inspected|checked|serviced|calibrated|replaced|adjusted|repaired|renewed|restored|"
    r"maintained|detected|found|noticed|answered|reported|closed|completed|delivered|"
    r"stored|valid|kept|aged|after|later|than|once|twice|getestet|geprüft|gewartet|ersetzt|repariert|entdeckt|behoben|"
    r"gemeldet|nach|einmal)\W+(?:[^\W\d]+\W+){0,2}$",
    re.I,
)
_DEADLINE_AFTER = compiled(
    r"^\W+(?:[^\W\d]+\W+){0,3}?(?:getestet|geprüft|gewartet|ersetzt|repariert|entdeckt|behoben|gemeldet)\b",
    re.I,
)
"""``wird innerhalb eines Tages behoben``"""
_RESPONSE = compiled(
    r"\b(?:stops?|returns?|recovers?|alarms?|hält|stoppt|reagiert|kehrt)\W+(?:[^\W\d]+\W+){0,2}$", re.I
)
"""``the operator returns within 2 days``; nothing has a year to respond"""
_NO_RESPONSE = compiled(
    r"\b(?:not|no|never|nothing|fail\w*|unable|cannot|without|nicht|nie|kein\w*|versagt)\b|n['’]t\b", re.I
)
_WEEK = 168.0
_SPOKEN = {"s": 1 / 3600, "second": 1 / 3600, "sekunde": 1 / 3600, "sec": 1 / 3600, "min": 1 / 60, "minute": 1 / 60,
           "hr": 1.0, "minütig": 1 / 60, "stündig": 1.0, "tägig": 24.0, "wöchig": 168.0, "monatig": 730.0,
           "jährig": 8760.0, "tages": 24.0, "monats": 730.0, "jahres": 8760.0}  # fmt: skip
_ARTICLE_ONLY = compiled(r"(?:an?|ein\w*)\b", re.I)
"""``an open door in 10 years`` is no rate"""
_DAY = 24.0
_PLURAL = compiled(
    r"(?:days|weeks|months|years|decades|hours|hrs|tage[ns]?|wochen|monate[ns]?|jahre[n]?|stunden)", re.I
)
_MANY = r"(?!(?:an?|one|eine?[rmns]?)\s+(?!hundred|thousand|million|hundert|tausend|dozen))"
"""no article: ``0.001 in a year`` counts no years"""
_COUNTED = compiled(
    rf"(?<![\w.,])(?:{COUNT})\s+(?:[^\W\d]+\s+)?(?:out\s+of|of|in|von|aus|per|pro|auf)\s+(?:(?:a|ein(?:e[rmn]?)?)\s+)?{_MANY}(?:{COUNT})\s+(?P<of>[^\W\d]{{3,}})|"
    r"(?:%|percent|prozent|‰)\s+(?:of\s+|der\s+|aller\s+|von\s+)?(?:(?:the|all)\s+)?(?P<share>[^\W\d]{3,})",
    re.I,
)

_UNIT = rf"(?:{_HOURS}|{_LONG}|{_SHORT})\b"
_SHARE_OF_TIME = compiled(
    rf"(?<![\w.,])(?:{COUNT}|eine[mrn]?|zwei|drei)\s+(?:out\s+of|of|von|in|aus|auf)\s+(?:(?:a|the|den|je)\s+)?{_MANY}(?:{COUNT})\s+{_UNIT}|"
    rf"(?<![\w.,])(?:{COUNT}|eine[mrn]?)\s+{_UNIT}\s+(?:out\s+of|of|von|in|aus)\s+(?:(?:a|je)\s+)?(?:{COUNT})(?![.,'’]?\d|\s+(?:(?:{HOUR_OF})\s+)?{_UNIT})\b",
    re.I,
)
"""``5 von 100 Jahren``, ``one year in a hundred``: a share of stretches of time, none of which lasts as long"""


@dataclass(frozen=True, slots=True)
class Period:
    """A time of exposure [h], and whether it is how long a mission lasts, or a stretch of the calendar or of use."""

    quote: str
    hours: float
    of_mission: bool


@lru_cache(maxsize=MOST_TEXTS)
def periods(text: str, nouns: tuple[str, ...] = ()) -> tuple[Period, ...]:
    """Every time of exposure in a text; none is read twice.  ``nouns``: what a mission is called besides.

    >>> [(p.hours, p.of_mission) for p in periods("Missions of 30 days")]
    [(720.0, True)]
    >>> [(p.hours, p.of_mission) for p in periods("The dam overtops within a year")]
    [(8760.0, False)]
    >>> [p.hours for p in periods("1 of 1,000 drives, each of 720 h", ("drives",))]
    [720.0]
    >>> [p.hours for p in periods("Missions of half a day")]
    [12.0]
    >>> periods("The pump stops within 2 s, and is tested every month")
    ()
    """
    text = text[:READ]
    result: list[Period] = []
    rates = [n for n in stated(text) if n.what == "rate" and not n.of_hours]
    taken = [(n.at, n.at + len(n.quote)) for n in rates if n.side or not _ARTICLE_ONLY.match(n.quote)]
    taken += [(n.at, n.at + len(n.quote)) for n in stated(text) if n.what == "share" and is_duration(n.quote)]
    taken += [match.span() for match in _SHARE_OF_TIME.finditer(text)]
    for match in _EACH.finditer(text):
        if not (match["adjective"] and _DEADLINE.search(text[: match.start()])):
            word = (match["adjective"] or "year").casefold()
            length = next(h for stem, h in _ADJECTIVES.items() if word.startswith(stem))
            taken.append(match.span())
            result.append(Period(match[0].strip(), length, of_mission=False))
    written, text = text, lengths_in_digits(text)
    named = _forms_of(nouns) if nouns and _TIMED.search(text) else ()
    for pattern in (*_SHIFTS, *_LASTING, *named, *_LIFETIME, _WITHIN, _OF_OWN_LENGTH):
        of_mission = pattern in _SHIFTS or pattern in _LASTING or pattern in named
        for match in pattern.finditer(text):
            if any(a < match.end() and match.start() < b for a, b in taken):
                continue
            hours = _length(_number(match), match["unit"])
            if of_mission and hours and (longer := match.groupdict().get("to")):
                hours = max(hours, _length(longer, match["unit"]) or 0.0)
            hours = hours + _and_more(match, text) if hours and of_mission else hours
            many = max(count_of(match.groupdict().get("times") or "1", whole=True), default=1.0)
            start = (
                match.start() if many < _IN_A_ROW else match.end("times") + 1
            )  # "1 of 1,000 8 hour shifts"
            hours = many * hours if hours and many < _IN_A_ROW else hours
            own = own_length(text, *match.span()) if pattern in (_WITHIN, _OF_OWN_LENGTH) else None
            if pattern is _OF_OWN_LENGTH and (own is None or _is_deadline(match, text)):
                continue
            hours = own.share * hours if own and hours else hours
            if hours is None or (pattern is _WITHIN and not _is_exposure(match, text)):
                continue
            taken.append(match.span())
            start, end = as_written(written, text, start, own.end if own else match.end())
            result.append(Period(written[start:end].strip(" (:="), hours, of_mission))
    return tuple(result)


_UNCOUNTED = compiled(rf"{_INDEFINITE}|multi|mehr", re.I)
_AND_MORE = compiled(
    r"\s*(?:and\s+|und\s+|,\s*)?(?P<n>\d{1,2})\s?"
    r"(?P<unit>min|minutes?|minuten?|h|hours?|stunden?)\b(?!\s*(?:later|after|before|per|a)\b)",
    re.I,
)
"""behind a time in a larger unit: ``1 h 30 min``"""


def _and_more(match: re.Match[str], text: str) -> float:
    """Hours that a smaller unit behind a length adds to it; 0 without one."""
    more = _AND_MORE.match(text, match.end("unit"))
    added = _length(more["n"], more["unit"]) if more else None
    return added if added and added < (_length("1", match["unit"]) or 0.0) else 0.0


def _number(match: re.Match[str]) -> str | None:
    few = match.groupdict().get("some") or (match["n"] and _UNCOUNTED.fullmatch(match["n"]))
    return "two" if few else match["n"]


def _is_exposure(match: re.Match[str], text: str) -> bool:
    """Whether a stretch of the calendar is one in which something must not happen: no deadline, no interval."""
    how, unit = match["how"].casefold(), match["unit"]
    if _number(match) is None and _PLURAL.fullmatch(unit):
        return False  # "in hours"
    if hours_of(unit) == 1.0 or unit.casefold() in ("hr", "hrs"):
        long = _number(match) is not None and (_length(_number(match), unit) or 0.0) >= _DAY
        return _number(match) is not None and (how in ("during", "throughout", "während") or long)
    if _number(match) is None and how in ("over", "for", "über"):
        return False
    return not _is_deadline(match, text)


def _is_deadline(match: re.Match[str], text: str) -> bool:
    """Whether something is done within the stretch: by people, or, in less than a week, as a response."""
    before = text[: match.start()]
    if _DEADLINE.search(before) or _DEADLINE_AFTER.match(text[match.end() :]):
        return True
    hours = _length(_number(match), match["unit"]) or 0.0
    return hours < _WEEK and bool(_RESPONSE.search(before)) and not _NO_RESPONSE.search(before)


def _length(count: str | None, unit: str) -> float | None:
    low = unit.casefold()
    hours = (
        hours_of(low.split()[0])
        if low.startswith("quarter")
        else 4380.0
        if low.startswith("half")
        else hours_of(unit)
    )
    if hours is None:
        hours = next((h for stem, h in _SPOKEN.items() if low in (stem, f"{stem}s", f"{stem}n")), None)
    numbers = count_of(count) if count else (1.0,)
    return None if hours is None or not numbers else numbers[0] * hours


@lru_cache(maxsize=MOST_TEXTS)
def counted(text: str) -> str:
    """The noun whose share a text states (``1 of 1,000 requests``); empty where it states none."""
    match = _COUNTED.search(total_first(text[:READ]))
    return "" if match is None else (match["of"] or match["share"] or "").casefold()


def counts_missions(text: str) -> bool:
    """Whether the share that a text states is one of missions, flights, shifts …"""
    return re.fullmatch(_MISSION, counted(text), re.I) is not None
