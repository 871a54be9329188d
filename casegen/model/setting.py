"""``NAME=VALUE`` on a command line: names may hold signs of equality, numbers are written as in the case's files."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_NUMBER = compiled(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?(inf|nan)", re.ASCII | re.IGNORECASE)


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


def stated_number(text: str) -> float | None:
    """The number that a text is, as YAML 1.2 has it, or None: ``1_000`` and digits of other scripts are none.

    >>> stated_number("1e-3"), stated_number("1_000"), stated_number("-0.0"), stated_number(".5"), stated_number("1e-400")
    (0.001, None, 0.0, 0.5, None)
    """
    return float(text) + 0.0 if _NUMBER.fullmatch(text) and not vanishes(text) else None


def vanishes(text: str) -> bool:
    """Whether a number that is not 0 is written so small that it would be read as 0.

    >>> vanishes("1e-400"), vanishes("0e-400"), vanishes("5e-324"), vanishes("-0.0")
    (True, False, False, False)
    """
    return float(text) == 0.0 and text.lower().partition("e")[0].strip("+-0. ") != ""
