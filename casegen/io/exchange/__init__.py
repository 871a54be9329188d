"""Other tools' formats: one module each, one line each in :data:`FORMATS`."""

from __future__ import annotations

import importlib

from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.io.explain import nearest
from casegen.model.case import Location
from casegen.model.diagnostic import InputError

__all__ = ["FORMATS", "Exported", "Format", "Imported", "Item", "exchange_format"]

FORMATS: dict[str, str] = {
    "sacm": "casegen.io.exchange.sacm:SACM",
    "gsn": "casegen.io.exchange.gsn:GSN",
    "tea": "casegen.io.exchange.tea:TEA",
    "ltac": "casegen.io.exchange.ltac:LTAC",
    "openpsa": "casegen.io.exchange.openpsa:OPENPSA",
    "xlsx": "casegen.io.exchange.xlsx:XLSX",
    "csv": "casegen.io.exchange.csv_table:CSV",
    "json": "casegen.io.exchange.document:JSON",
    "reqif": "casegen.io.exchange.reqif:REQIF",
}
"""Name to ``module:attribute`` of the :class:`Format`; loaded when asked for.  ReqIF is written only."""


def exchange_format(name: str) -> Format:
    """The format of that name, or :class:`InputError` that lists the known ones."""
    if name not in FORMATS:
        raise InputError.at(
            Location("command line"),
            f"there is no format {name!r}{nearest(name, FORMATS)}",
            hint=f"--format, one of: {', '.join(FORMATS)}",
        )
    module, _, attribute = FORMATS[name].partition(":")
    result = getattr(importlib.import_module(module), attribute)
    assert isinstance(result, Format)
    return result
