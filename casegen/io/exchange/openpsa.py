"""Open-PSA MEF: the format's line in the registry; reading and writing stand in :mod:`casegen.io.openpsa.read`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.io.exchange.from_case import parts_left_out
from casegen.io.openpsa.read import import_openpsa
from casegen.io.openpsa.write import CARRIED, openpsa_text
from casegen.model.case import Case
from casegen.model.diagnostic import InputError


def read(paths: Sequence[Path]) -> Imported:
    """The fault trees in Open-PSA files as a case without an argument."""
    result = import_openpsa(*paths)
    lines = (*result.left_out, *result.unread)
    return Imported(result.case, tuple(Item(line, "no counterpart in the model") for line in lines))


def write(case: Case, name: str) -> Exported:
    """Trees, events, parameters and common-cause groups; the rest of the case is listed."""
    if not case.trees:
        raise InputError.at(
            case.locate("trees"), "the case has no fault tree, so there is nothing to write as Open-PSA"
        )
    text, lost = openpsa_text(case)
    items = [
        Item(what, why) for what, why in parts_left_out(case, CARRIED, "Open-PSA holds fault trees only")
    ]
    return Exported({name: text.encode()}, (*(Item(line, "Open-PSA cannot say it") for line in lost), *items))


OPENPSA = Format(
    "openpsa", "Open-PSA MEF", "fault trees with events, parameters and common-cause groups", read, write
)
