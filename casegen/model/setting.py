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

    >>> stated_number("1e-3"), stated_number("1_000"), stated_number("x"), stated_number(".5")
    (0.001, None, None, 0.5)
    """
    return float(text) if _NUMBER.fullmatch(text) else None
