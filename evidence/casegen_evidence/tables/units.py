"""Units of columns: a method says what it counts in, the item what the file holds, the file's own words have to agree."""

from __future__ import annotations

import re

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.spec import Problems, Reading

COUNT = "count"
"""The unit of a column of whole numbers of something: demands, missions, failures."""
HOURS = {
    "ms": 1 / 3.6e6, "s": 1 / 3600, "min": 1 / 60, "h": 1.0, "d": 24.0, "week": 168.0, "kh": 1000.0, "1000 h": 1000.0,
    "y": 8766.0,
}  # fmt: skip
QUANTITIES = {
    "time": HOURS,
    "length": {
        "µm": 1e-6, "mm": 1e-3, "cm": 0.01, "m": 1.0, "km": 1000.0, "in": 0.0254, "ft": 0.3048, "yd": 0.9144,
        "mile": 1609.344, "nmi": 1852.0,
    },
    "speed": {
        "m/s": 1.0, "mm/s": 1e-3, "cm/s": 0.01, "km/h": 1 / 3.6, "mph": 0.44704, "kn": 1852 / 3600, "in/s": 0.0254,
        "ft/s": 0.3048,
    },
    "angle": {"deg": 1.0, "rad": 57.29577951308232, "mrad": 0.05729577951308232},
    "mass": {"mg": 1e-6, "g": 1e-3, "kg": 1.0, "t": 1000.0, "lb": 0.45359237},
    "share": {"%": 0.01, "‰": 0.001, "ppm": 1e-6},
}  # fmt: skip
"""The units that are known, by quantity, with the size of one."""
_SPELLED = {
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "sek": "s", "sekunde": "s", "sekunden": "s", "secondes": "s",
    "msec": "ms", "millis": "ms", "milliseconds": "ms", "millisekunden": "ms", "minute": "min", "minutes": "min",
    "mins": "min", "minuten": "min", "hour": "h", "hours": "h", "hr": "h", "hrs": "h", "std": "h", "std.": "h",
    "stunde": "h", "stunden": "h", "heures": "h", "heure": "h", "day": "d", "fh": "h", "eoh": "h", "bh": "h",
    "horas": "h", "hora": "h", "uren": "h", "uur": "h", "draaiuren": "h", "bedrijfsuren": "h", "vlieguren": "h",
    "vaaruren": "h", "rijuren": "h", "motoruren": "h", "godziny": "h", "godzin": "h",
    "days": "d", "tag": "d", "tage": "d", "tagen": "d", "jours": "d", "weeks": "week", "wk": "week", "wochen": "week",
    "woche": "week", "year": "y", "years": "y", "yr": "y", "yrs": "y", "a": "y", "jahr": "y", "jahre": "y", "ans": "y",
    "kilohours": "kh", "month": "month", "months": "month", "monat": "month", "monate": "month", "mo": "month",
    "kilometers": "km", "kilometres": "km", "kilometer": "km", "miles": "mile", "mi": "mile", "metre": "m", "metres": "m",
    "meter": "m", "meters": "m", "millimetre": "mm", "millimetres": "mm", "millimeter": "mm", "millimeters": "mm",
    "centimetre": "cm", "centimetres": "cm", "centimeter": "cm", "centimeters": "cm", "um": "µm", "inch": "in",
    "inches": "in", "feet": "ft", "foot": "ft", "yards": "yd", "nm": "nmi",
    "kmh": "km/h", "kph": "km/h", "km h": "km/h", "mps": "m/s", "ms-1": "m/s", "m s": "m/s", "knots": "kn", "kt": "kn",
    "kts": "kn", "mi/h": "mph", "degree": "deg", "degrees": "deg", "°": "deg", "grad": "deg", "radian": "rad",
    "radians": "rad", "kilogram": "kg", "kilograms": "kg", "gram": "g", "grams": "g", "gramm": "g", "tonnes": "t",
    "hundred": "hundreds", "hundert": "hundreds",
    "thousand": "thousands", "thousands": "thousands", "tausend": "thousands", "tsd": "thousands", "tsd.": "thousands",
    "million": "millions", "per thousand": "‰", "permille": "‰", "promille": "‰",
    "millions": "millions", "mio": "millions", "mio.": "millions", "percent": "%", "prozent": "%", "per cent": "%",
    "cycles": "cycle", "missions": "mission", "demands": "demand", "shifts": "shift", "schichten": "shift",
}  # fmt: skip
"""Spellings of units; those without a number of hours need a factor."""
_SCALES = {"thousands": 1e3, "k": 1e3, "millions": 1e6}
_KNOWN = {unit for sizes in QUANTITIES.values() for unit in sizes} | set(_SCALES) | {"month", "shift"}
_NAMED = {*_SPELLED.values(), *HOURS, "%", "k"} - {"m", "in", "ft", "g", "t", "kn", "deg", "rad", "nmi"}
"""units that are one as any word of a name"""
_COUNTED = {"cycle", "mission", "demand"}
_SHORT = {
    "a",
    "d",
    "y",
    "k",
    "s",
    "h",
    "mo",
    "ans",
    "fh",
    "bh",
    "nm",
    "mi",
    "kt",
    "mm",
    "cm",
    "kg",
    "lb",
    "ms-1",
}
"""Units that are too short to be one in the middle of a name: only after ``_``, or within brackets."""
_COMPOUND = compiled(r"(?i).{3,}?(millisekunden|sekunden|minuten|stunden|tage|wochen|monate|jahre)$")
_BRACKET = compiled(r"[\[(]\s*(?:in\s+)?([^\[\]()]+?)\s*[\])]\s*\.?$")
_IN_NAME = compiled(r"[\[(/]\s*([^\])/]+?)\s*[\])]?\s*$")
_LAST = compiled(r"(?:_|\s+in[\s_]+|,\s*)(?=((?:[^\W\d_]+[_/])?(?:[^\W\d_]+|%))\s*$)")
"""the last word of a name, and with the word before it: `m_s` as well as `s`"""
_SCALED = compiled(
    r"(?i)(?:[x×*]|[\[(](?=\s*10+\s*(?:[a-z]{1,2}|hours?|std\.?|stunden|demands?|missions?)?\s*[\])])|"
    r"\bin\b|\bper\b|/)\s*(10+\^?\d*|1e\d+|10\*\*\d+)\b"
)


def quantity(unit: str) -> str:
    """What a unit of the closed list measures: time, length, speed, angle, mass or share; empty for any other.

    >>> quantity("Minuten"), quantity("km/h"), quantity("lux")
    ('time', 'speed', '')
    """
    name = plain(unit)
    return next((q for q, sizes in QUANTITIES.items() if name in sizes), "")


def known(text: str) -> str:
    """The unit of the closed list that a text is; empty where it is none.

    >>> known(" Minuten "), known("in kmh"), known("Meyer")
    ('min', 'km/h', '')
    """
    name = plain(text.strip()[3:] if text.strip().lower().startswith("in ") else text)
    return name if name in _KNOWN else ""


def factor(
    name: str, spelled: str, unit: str, reading: Reading, problems: Problems, *, counted: bool = True
) -> float:
    """What a cell is multiplied with to be in ``unit``; 1 where nothing is declared.

    A unit or a factor in the column's own name that is another than ``unit`` has to be declared, and so has the unit of
    hours in a column of another name that states none.  ``counted`` says that the method itself counts in ``unit``, hours
    or a plain count; else it is that of a dimension, as the item declares it, and only the end of the name speaks of it.
    """
    declared = reading.units.get(name)
    written = stated_unit(spelled, unit) if counted else stated_at_end(spelled)
    if declared is not None:
        if (
            written is not None
            and quantity(written) == quantity(declared) != ""
            and written != plain(declared)
        ):
            problems.add(
                f"{problems.file}: by its name the column {spelled!r} is in {written}, by `units` in {declared}; declare "
                f"`units: {{{name}: {written}}}`, or name the right column"
            )
        elif (
            counted
            and unit == "h"
            and quantity(declared) == "time"
            and quantity(written or "") not in ("", "time")
        ):
            problems.add(
                f"{problems.file}: by its name the column {spelled!r} is in {written}, which is no time; declare what "
                f"one of it is in hours as a number, such as `units: {{{name}: 0.02}}`, or name the right column"
            )
        return _declared(name, declared, unit, problems)
    if written is None and counted and unit == "h" and spelled != name and not _says_hours(spelled):
        problems.add(
            f"{problems.file}: column {spelled!r} is read as hours, and its name states no unit; declare `units: "
            f"{{{name}: h}}` if it holds hours, or the unit that it holds"
        )
    if written is None or written == plain(unit):
        return 1.0
    wanted = "a plain count" if unit == COUNT else unit
    if quantity(written) and quantity(written) == quantity(unit):
        hint = f"declare `units: {{{name}: {written}}}`, and it is converted"
    else:
        hint = f"declare what one of it is as a number, such as `units: {{{name}: 1000}}`, or name the right column"
    problems.add(f"{problems.file}: the column {spelled!r} is in {written}, {wanted} is expected; {hint}")
    return 1.0


def _declared(name: str, declared: str, unit: str, problems: Problems) -> float:
    try:
        number = float(declared)
    except ValueError:
        number = 0.0
    if 0 < number < float("inf"):
        return number
    sizes = QUANTITIES.get(quantity(unit), {})
    if plain(declared) in sizes:
        return sizes[plain(declared)] / sizes[plain(unit)]
    if plain(declared) == plain(unit) != COUNT:
        return 1.0
    expected = f"a number, or one of {', '.join(sizes)}" if sizes else "a number above 0"
    problems.add(f"{problems.file}: unknown unit {declared!r} of {name}; expected {expected}")
    return 1.0


def agrees(written: str, name: str, unit: str, reading: Reading) -> bool:
    """Whether a unit that the file states for the column ``name`` is what the item declares, or the method counts in."""
    declared = reading.units.get(name)
    if declared is None:
        return plain(written) == plain(unit)
    if plain(declared) == plain(written):
        return True
    sizes = {**QUANTITIES.get(quantity(unit), {}), **_SCALES}
    try:
        return abs(float(declared) / (sizes[plain(written)] / sizes.get(plain(unit), 1.0)) - 1) < 1e-6
    except (KeyError, ValueError):
        return False


def stated_unit(spelled: str, unit: str = "h") -> str | None:
    """The unit or factor that the name of a column states beside ``unit``; None where it states none.

    >>> [stated_unit(n) for n in ("minutes", "run [min]", "run_time_s", "t (days)", "Hubminuten", "hours of year 2", "a")]
    ['min', 'min', 's', 'd', 'min', None, None]
    >>> [stated_unit(n, COUNT) for n in ("demands (x1000)", "operating hours", "failures in year 2", "cycles")]
    ['1000', 'h', None, None]
    >>> [stated_unit(n) for n in ("thousand hours", "run time [100 h]", "hours in hundreds", "hours (10 rigs)")]
    ['thousands', '100', 'hundreds', None]
    """
    match = _BRACKET.search(spelled) or _IN_NAME.search(spelled)
    if match and ((inner := plain(match[1])) in _NAMED or inner in _KNOWN) and inner not in _COUNTED:
        return None if inner == unit else inner
    if scaled := _SCALED.search(spelled):
        return scaled[1]
    words = re.findall(r"[^\W\d_]+|%", re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", spelled))
    units = [_word(word) for word in reversed(words)]
    scales = [name for name in units if name in ("hundreds", "thousands", "millions")]
    if scales:
        return scales[0]
    if unit in units:
        return None
    for k, (name, word) in enumerate(zip(units, reversed(words), strict=True)):
        last = (
            k == 0 and len(words) > 1 and re.search(rf"[_\[(/.]\s*{re.escape(word)}\W*$", spelled) is not None
        )
        if name in _NAMED and (word.lower() not in _SHORT or last):
            return name if _counts_otherwise(name, spelled, unit) else None
    return None


def stated_at_end(spelled: str) -> str | None:
    """The unit of the closed list with which a name ends, in brackets or behind a line; None where there is none.

    >>> [stated_at_end(n) for n in ("v (km/h)", "speed_kmh", "gap in mm", "t_total_s", "v_m_s", "box_t", "speed [ego]")]
    ['km/h', 'km/h', 'mm', 's', 'm/s', None, None]
    """
    match = _BRACKET.search(spelled)
    if match:
        return known(match[1]) or None
    units = [known(match[1].replace("_", "/")) for match in _LAST.finditer(spelled)]
    unit = next(filter(None, units), "")
    return unit if unit and unit not in {"t", "g", "k", "y", "d", "in", "month", "shift"} else None


_SURROUNDINGS = compiled(
    r"(?i)temperatur|(?<![^\W_])(?:temp|ambient|humidity|luftfeuchte?|luftdruck|umgebung|wind|weather|wetter|light|lighting|licht|"
    r"visibility|sicht|season|daytime)(?![^\W_])|(?<=[\W_])°?[ck]\W*$|°"
)


def of_surroundings(name: str) -> bool:
    """Whether a column is of weather, light or temperature: it matters where a claim speaks of these.

    >>> [of_surroundings(n) for n in ("ambient_C", "T [°C]", "weather", "attempts", "cpu c")]
    [True, True, True, False, True]
    """
    return _SURROUNDINGS.search(name) is not None


def _says_hours(spelled: str) -> bool:
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", spelled))
    return any(_word(word) in ("h", "kh") for word in words)


def _word(word: str) -> str:
    """A word of a name as a unit, German compounds such as Betriebsminuten by their end."""
    name = plain(word)
    match = None if name in _NAMED or name in HOURS else _COMPOUND.match(word)
    return plain(match[1]) if match else name


def _counts_otherwise(name: str, spelled: str, unit: str) -> bool:
    """For a count, times in a name that say when or where it was counted are no unit: failures in year 2."""
    if unit != COUNT:
        return True
    return name not in _COUNTED and (
        name not in {*HOURS, "month"}
        or not re.search(r"(?i)\b(in|since|of|during|after|im|seit|am)\b", spelled)
    )


def plain(text: str) -> str:
    """A unit in the one spelling that is used here."""
    word = " ".join(text.strip().lower().replace("·", " ").split())
    return _SPELLED.get(word, word)
