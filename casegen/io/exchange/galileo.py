"""Galileo: the format's line in the registry; reading stands in :mod:`casegen.io.galileo.read`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casegen.io.exchange.format import Format, Imported, Item
from casegen.io.galileo.read import import_galileo
from casegen.model.case import Location
from casegen.model.diagnostic import InputError


def read(paths: Sequence[Path]) -> Imported:
    """The fault tree in a Galileo file as a case without an argument."""
    if len(paths) > 1:
        raise InputError.at(
            Location(str(paths[1])),
            "expected one Galileo file: each is a tree of its own",
            hint="import them one by one",
        )
    result = import_galileo(paths[0])
    lines = (*result.left_out, *result.unread)
    return Imported(result.case, tuple(Item(line, "no counterpart in the model") for line in lines))


GALILEO = Format(
    "galileo",
    "Galileo",
    "one fault tree of static gates and priority-AND with its events; `casegen fta convert` writes it",
    read,
    None,
)
