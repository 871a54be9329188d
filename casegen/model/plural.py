"""Words that agree with a number."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from casegen.model.decimals import in_own_context

_DIGITS = 24
"""digits up to which a count is written out: longer ones are read as a power of ten"""


@in_own_context
def in_digits(count: int) -> str:
    """The number with thousands apart; a very long one rounded, as a power of ten.

    >>> in_digits(12157665459056928801), in_digits(3**700), in_digits(10**5000)
    ('12,157,665,459,056,928,801', 'about 9.66e+333', 'about 1.00e+5000')
    """
    return f"{count:,}" if abs(count) < 10**_DIGITS else f"about {Decimal(count):.2e}"


@in_own_context
def power_of_ten(count: int) -> tuple[str, int] | None:
    """Mantissa and exponent of a count that is too long to be written out; None where it is not.

    >>> power_of_ten(3**700), power_of_ten(12)
    (('9.66', 333), None)
    """
    if abs(count) < 10**_DIGITS:
        return None
    mantissa, exponent = f"{Decimal(count):.2e}".split("e")
    return mantissa, int(exponent)


def plural(count: int, one: str, many: str = "") -> str:
    """The word for ``count`` things: ``one`` for a single one, else ``many``, by default with an s.

    >>> f"{1} {plural(1, 'claim')}", f"{0} {plural(0, 'claim')}", plural(2, "does", "do")
    ('1 claim', '0 claims', 'do')
    """
    return one if count == 1 else many or f"{one}s"


def counted(count: int, one: str, many: str = "") -> str:
    """The number with its word, thousands apart.

    >>> counted(1, "claim"), counted(2000, "entry", "entries")
    ('1 claim', '2,000 entries')
    """
    return f"{in_digits(count)} {plural(count, one, many)}"


def some(names: Sequence[str]) -> str:
    """The first three names, and whether there are more.

    >>> some(["A"]), some(["A", "B", "C", "D"])
    ('A', 'A, B, C and others')
    """
    return ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")
