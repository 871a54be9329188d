"""Numbers as an item declares their separators: read in that one form, or not at all.

With a declared separator of thousands a number has no group, or a first one of one to three digits that does not begin
with 0 and others of exactly three; before decimals stands the declared sign alone, and an exponent follows digits without
groups (``1.800e+03`` is 1800 to the program that wrote it, whatever separates thousands).
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casegen_evidence.tables.spec import Reading

_ALSO = {" ": str.maketrans("\u00a0\u202f\u2009", "   "), "'": str.maketrans("\u2019", "'")}
"""other spellings of a separator of thousands"""
_SIGNS = re.compile(r"[.,'_ \u2019]")


@lru_cache(maxsize=16)
def _form(sign: str, point: str) -> re.Pattern[str]:
    """A number with groups, and one without."""
    apart, mark = re.escape(sign), re.escape(point)
    groups = rf"(?P<groups>[1-9]\d{{0,2}}(?:{apart}\d{{3}})+)(?:{mark}(?P<rest>\d*))?"
    digits = rf"(?P<digits>\d*)(?:{mark}(?P<decimals>\d*))?(?P<exponent>[eE][+-]?\d+)?"
    return re.compile(rf"(?P<minus>[+-]?)(?:{groups}|{digits})", re.ASCII)


def ungrouped(text: str, sign: str, point: str) -> str:
    """A number with a decimal point and without separators of thousands; empty where it is not in the declared form.

    >>> [ungrouped(text, ".", ",") for text in ("2.980", "1.510,25", "12,25", "1,8e3")]
    ['2980', '1510.25', '12.25', '1.8e3']
    >>> [ungrouped(text, ".", ",") for text in ("0.980", "12.25", "1510.250", "1.8e3", "1.800e+03", "1,510.5")]
    ['', '', '', '', '', '']
    """
    match = _form(sign, point).fullmatch(text.translate(_ALSO.get(sign, {})))
    if match is None:
        return ""
    if match["groups"]:
        rest = f".{match['rest']}" if match["rest"] else ""
        return f"{match['minus']}{match['groups'].replace(sign, '')}{rest}"
    rest = f".{match['decimals']}" if match["decimals"] else ""
    if not (match["digits"] or rest):
        return ""
    return f"{match['minus']}{match['digits']}{rest}{match['exponent'] or ''}"


def contradicted(text: str, reading: Reading) -> str:
    """What a number that is not in the declared form contradicts; empty where nothing is declared, or it is no number."""
    sign, point = reading.thousands, reading.point
    digits = _SIGNS.sub("", text)
    if not (reading.decimal or sign) or not re.fullmatch(
        r"[+-]?\d+(?:[eE][+-]?\d+)?", digits.strip(), re.ASCII
    ):
        return ""
    used = {"'" if one == "\u2019" else one for one in _SIGNS.findall(text.strip())}
    alike = "Write the numbers of the column in one form, or correct `thousands` and `decimal`"
    if sign is not None and sign in used:
        return (
            f'; it contradicts `thousands: "{sign}"`, which separates groups of three digits: the first of 1 to 3, '
            f"without a leading 0, and no exponent. {alike}"
        )
    if sign is None and used - {point}:
        (other, *_) = sorted(used - {point})
        return f'; it contradicts `decimal: "{point}"`; if {other!r} separates thousands, declare `thousands: "{other}"`'
    declared = f'`decimal: "{point}"`' + (f' with `thousands: "{sign}"`' if sign else "")
    return f"; it contradicts {declared}. {alike}" if used else ""


def without_signs(number: float | Decimal) -> str:
    """A number as text that is the same one whatever separates decimals and thousands.

    >>> without_signs(2.985), without_signs(-1510.0), without_signs(1e-7), without_signs(Decimal("1.50"))
    ('2985e-3', '-1510', '1e-7', '150e-2')
    """
    exact = Decimal(repr(number)) if isinstance(number, float) else number
    if not exact.is_finite():
        return str(number)
    if exact == exact.to_integral_value() and abs(exact) < 10**15:
        return str(int(exact)) if exact or not exact.is_signed() else "0"
    minus, digits, exponent = exact.as_tuple()
    assert isinstance(exponent, int)
    return f"{'-' * minus}{''.join(map(str, digits))}e{exponent}"


def is_number(text: str, reading: Reading | None = None) -> bool:
    """Whether a cell is a number as programs write it, or as ``reading`` declares it."""
    try:
        float(text)
    except ValueError:
        if reading is None or not (reading.decimal or reading.thousands):
            return False
        return bool(ungrouped(text.strip(), reading.thousands or "\0", reading.point))
    return True
