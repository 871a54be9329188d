"""``NAME=VALUE`` on a command line: names may hold signs of equality, numbers are written as in the case's files."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

from casegen.model.decimals import in_own_context
from casegen.model.expressions import compiled

_NUMBER = compiled(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?(inf|nan)", re.ASCII | re.IGNORECASE)
_WHOLE = compiled(r"[-+]?[0-9]{1,400}")


def split_setting(text: str) -> tuple[str, str]:
    """Name and value: a value is no mapping, or begins with a brace.

    >>> split_setting("BE-1=0.5"), split_setting("x=1=0.5"), split_setting("E={distribution: normal, mean: 1, sd: 1}")
    (('BE-1', '0.5'), ('x=1', '0.5'), ('E', '{distribution: normal, mean: 1, sd: 1}'))
    """
    name, brace, rest = text.partition("={")
    if brace:
        return name.strip(), "{" + rest.strip()
    name, _, value = text.rpartition("=")
    return name.strip(), value.strip()


def number_set(text: str, expected: str, words: Mapping[str, float] | None = None) -> tuple[str, float]:
    """Name and number of a setting; ``words`` are taken for numbers.

    Raises ``ValueError`` that names what was ``expected``, for what is no setting, no number or not finite.

    >>> number_set("BE-1=1e-3", "EVENT=PROBABILITY"), number_set("H=true", "HOUSE=true|false", {"true": 1.0})
    (('BE-1', 0.001), ('H', 1.0))
    """
    name, stated = split_setting(text)
    number = (words or {}).get(stated.lower(), as_written(stated))
    if number is None or not name:
        hint = "; 3 % is written 0.03" if stated.endswith("%") else ""
        if "," in stated and as_written(stated.replace(",", "")) is not None:
            hint = "; a number is written with a decimal point, without commas, for example 0.002 or 2e-3"
        raise ValueError(f"expected {expected}, found {text!r}{hint}")
    if not math.isfinite(number):
        raise ValueError(f"{name}: a number must be finite, found {stated}")
    if stated.lower() not in (words or {}) and vanishes(stated):
        raise ValueError(f"{name}: {stated} is too small for a number, and would be read as 0")
    if stated.lower() not in (words or {}) and (kept := read_as(stated)):
        raise ValueError(f"{name}: {stated} has {MORE_DIGITS} {kept}; write that, or fewer digits")
    return name, number


def stated_number(text: str) -> float | None:
    """The number that a text is, as YAML 1.2 has it, or None: ``1_000`` and digits of other scripts are none.

    >>> stated_number("1e-3"), stated_number("1_000"), stated_number("-0.0"), stated_number(".5"), stated_number("1e-400")
    (0.001, None, 0.0, 0.5, None)
    """
    number = as_written(text)
    return None if number is None or vanishes(text) else number


def as_written(text: str) -> float | None:
    """As :func:`stated_number`, where a number that is too small is 0: :func:`vanishes` tells it.

    >>> as_written("1e-400"), as_written("1_000"), as_written("\N{ARABIC-INDIC DIGIT ONE}")
    (0.0, None, None)
    """
    return float(text) + 0.0 if _NUMBER.fullmatch(text) else None


def whole_number(text: str) -> int | None:
    """The whole number that a text is, in the digits 0 to 9, or None.

    >>> whole_number(" 12 "), whole_number("1_0"), whole_number("1.0"), whole_number("\N{SUPERSCRIPT TWO}")
    (12, None, None, None)
    """
    written = text.strip()
    return int(written) if _WHOLE.fullmatch(written) else None


def quoted(text: str) -> str:
    """A text from a file as a message quotes it: of a long one, as a number of thousands of digits, the beginning.

    >>> quoted("5of6"), len(quoted("9" * 5_000))
    ("'5of6'", 76)
    """
    if len(text) <= MOST_QUOTED:
        return repr(text)
    return f"{text[:MOST_QUOTED]!r}… ({len(text):,} characters)"


MOST_QUOTED = 54
"""characters of a text in a message"""
MORE_DIGITS = "more digits than are kept: read as"
ALWAYS_KEPT = 15
"""digits up to which every number is kept as it is written, unless it is below the :data:`_SMALL` ones"""
_SMALL = 1e-300
_FEW = 3


@in_own_context
def read_as(text: str) -> str:
    """The shortest decimal of the number that a text is read as, where it is another than is written; else empty.

    >>> read_as("0.24999999999999999"), read_as("0.1000000000000000000"), read_as("3.14159265358979"), read_as("1e400")
    ('0.25', '', '', '')
    """
    number = float(text)
    if not math.isfinite(number) or (len(text) <= ALWAYS_KEPT and abs(number) >= _SMALL):
        return ""
    shortest = repr(number)
    return "" if Decimal(text) == Decimal(shortest) else shortest


def shortened(numbers: Iterable[tuple[object, str]]) -> tuple[str, ...]:
    """Lines on those of the numbers, each with its place, that are not kept as they are written: the first few."""
    lines = [
        f"{place}: {text} has {MORE_DIGITS} {kept}" for place, text in numbers if (kept := read_as(text))
    ]
    more = len(lines) - _FEW
    return (*lines[:_FEW], *([f"{more} more numbers have more digits than are kept"] if more > 0 else []))


def vanishes(text: str) -> bool:
    """Whether a number that is not 0 is written so small that it would be read as 0.

    >>> vanishes("1e-400"), vanishes("0e-400"), vanishes("5e-324"), vanishes("-0.0")
    (True, False, False, False)
    """
    return float(text) == 0.0 and text.lower().partition("e")[0].strip("+-0. ") != ""
