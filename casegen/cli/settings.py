"""``NAME=VALUE`` as commands take it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def setting(text: str, parse: Callable[[str], Any] = json.loads) -> tuple[str, Any]:
    """``NAME=VALUE`` of the command line; the value is JSON where it reads as such, else text.

    Raises :class:`InputError` where there is no name.

    >>> setting("failure=no stop"), setting("looks=3")
    (('failure', 'no stop'), ('looks', 3))
    """
    from casegen.model.diagnostic import InputError

    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise InputError.call(f"expected NAME=VALUE, found {text!r}")
    try:
        return name.strip(), parse(value)
    except ValueError:
        return name.strip(), value
