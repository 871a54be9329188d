"""Other tools' formats: one module each, one line each in :data:`FORMATS`; installed packages add theirs."""

from __future__ import annotations

import importlib

from casegen import plugins
from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.suggestions import nearest

__all__ = ["FORMATS", "Exported", "Format", "Imported", "Item", "exchange_format"]

FORMATS: dict[str, str] = {
    "sacm": "casegen.io.exchange.sacm:SACM",
    "gsn": "casegen.io.exchange.gsn:GSN",
    "tea": "casegen.io.exchange.tea:TEA",
    "ltac": "casegen.io.exchange.ltac:LTAC",
    "openpsa": "casegen.io.exchange.openpsa:OPENPSA",
    "galileo": "casegen.io.exchange.galileo:GALILEO",
    "xlsx": "casegen.io.exchange.xlsx:XLSX",
    "csv": "casegen.io.exchange.csv_table:CSV",
    "json": "casegen.io.exchange.document:JSON",
    "reqif": "casegen.io.exchange.reqif:REQIF",
}
"""``module:attribute`` of the :class:`Format` by name, loaded when asked for.  ReqIF is written, Galileo read only."""


def exchange_format(name: str) -> Format:
    """The format of that name, or :class:`InputError` that lists the known ones."""
    added = plugins.points(plugins.FORMATS)
    if name not in FORMATS and name not in added:
        known = [*FORMATS, *added]
        raise InputError.at(
            Location("command line"),
            f"there is no format {name!r}{nearest(name, known)}",
            hint=f"--format, one of: {', '.join(known)}",
        )
    if name not in FORMATS:
        plugin = plugins.load(plugins.FORMATS, name)
        assert isinstance(plugin, Format)
        return plugin
    module, _, attribute = FORMATS[name].partition(":")
    result = getattr(importlib.import_module(module), attribute)
    assert isinstance(result, Format)
    return result
