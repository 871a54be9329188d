"""Other tools' formats: one module each, one line each in :data:`FORMATS`; installed packages add theirs."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from casegen import plugins
from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.model.case import Case
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
    added = plugins.added(plugins.FORMATS, FORMATS)
    if name not in FORMATS and name not in added:
        known = [*FORMATS, *added]
        raise InputError.call(
            f"there is no format {name!r}{nearest(name, known)}",
            hint=f"--format, one of: {', '.join(known)}",
        )
    if name not in FORMATS:
        return _of_package(name)
    module, _, attribute = FORMATS[name].partition(":")
    result = getattr(importlib.import_module(module), attribute)
    assert isinstance(result, Format)
    return result


def _check_items(what: str, function: Callable[..., Any], *lists: object) -> None:
    """Refuse lists of what a conversion left out or decided that do not consist of items with texts."""
    for items in lists:
        sound = isinstance(items, tuple | list) and all(
            isinstance(i, Item) and plugins.is_text(i.what) and plugins.is_text(i.why) for i in items
        )
        if not sound:
            raise plugins.wrong_result(
                what, function, "what it left out or decided as `Item`s with texts", ascii(items)
            )


def _of_package(name: str) -> Format:
    """The format of an installed package; what fails in it names it."""
    plugin: Format = plugins.load(plugins.FORMATS, name, Format)
    read, write, what = plugin.read, plugin.write, f"the format {name!r}"

    def reading(files: Sequence[Path]) -> Imported:
        assert read is not None
        taken: Imported = plugins.call(what, read, Imported, files)
        _check_items(what, read, taken.left_out, taken.decided)
        return taken

    def writing(case: Case, file: str, **more: Any) -> Exported:
        assert write is not None
        made: Exported = plugins.call(what, write, Exported, case, file, **more)
        if not isinstance(made.files, Mapping) or not made.files:
            raise plugins.wrong_result(what, write, "files of bytes by name", ascii(made.files))
        _check_items(what, write, made.left_out)
        for key, content in made.files.items():
            if not isinstance(key, str) or not isinstance(content, bytes):
                raise plugins.wrong_result(
                    what, write, "files of bytes by name", f"{type(content).__name__} in {key!r}"
                )
        return made

    return replace(plugin, read=reading if read else None, write=writing if write else None)
