"""Other tools' formats: one module each, one line each in :data:`FORMATS`; installed packages add theirs."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from casegen import plugins
from casegen.io.exchange.format import Exported, Format, Imported, Item
from casegen.io.folder import ROOT_FILE
from casegen.model.case import Case
from casegen.model.case_file import held_in
from casegen.model.diagnostic import InputError
from casegen.model.part import Part
from casegen.model.suggestions import nearest
from casegen.model.truth_values import are_plain

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


def _is_of_a_case(name: str) -> bool:
    """Whether a file of that name would take the place of a case's own, in any letters."""
    return name.lower() == ROOT_FILE


def _refuse_unreadable(what: str, parts: Sequence[Part], read: Callable[..., Any]) -> None:
    """Refuse parts that a case's file cannot hold as they are: changed after they were made, or two of one id."""
    for index, part in enumerate(parts):
        try:
            data = part.model_dump(by_alias=True, warnings=False)
            same = are_plain(data) and type(part).model_validate(data) == part
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, (f"[{index}]", *first["loc"])))
            raise plugins.wrong_result(
                what, read, "parts as its class allows", f"{place}: {first['msg']}"
            ) from error
        if not same:
            raise plugins.wrong_result(
                what, read, "parts that a file can hold as they are", f"another as [{index}]"
            )
    ids = Counter(str(getattr(part, "id", index)) for index, part in enumerate(parts))
    if again := [id for id, times in ids.items() if times > 1]:
        raise plugins.wrong_result(what, read, "parts with ids of their own", f"several {again[0]!a}")


def _of_package(name: str) -> Format:
    """The format of an installed package; what fails in it names it."""
    plugin: Format = plugins.load(plugins.FORMATS, name, Format)
    read, write, what = plugin.read, plugin.write, f"the format {name!r}"

    def reading(files: Sequence[Path]) -> Imported:
        assert read is not None
        made = plugins.call(what, read, Imported, files, reads=True, files=files)
        for section, kind in held_in().items():
            parts = getattr(made.case, section)
            within = f"{what}, in the case's {section},"
            plugins.check(within, parts, tuple[kind, ...], read)  # type: ignore[valid-type]
            _refuse_unreadable(within, parts, read)
        within = f"{what}, in the case's header,"
        _refuse_unreadable(within, [made.case.header], read)
        return made

    def writing(case: Case, file: str, **more: Any) -> Exported:
        assert write is not None
        # a copy, as a document gets: what a package writes into it must not reach a verdict
        made = plugins.call(what, write, Exported, deepcopy(replace(case)), file, **more)
        wrong = [name for name in made.files if not name or name.strip(".") == "" or {*name} & {*"/\\\0"}]
        if wrong or not made.files:
            raise plugins.wrong_result(
                what, write, "files by their names, without a folder", ascii(wrong or made.files)
            )
        if not made.files.get(file):
            expected = f"the file that was asked for, {file!a}"
            actual = "one without content" if file in made.files else ascii([*made.files])
            raise plugins.wrong_result(what, write, expected, actual)
        if others := [name for name in made.files if name != file and _is_of_a_case(name)]:
            expected = "beside the file that was asked for none that a case folder has"
            raise plugins.wrong_result(what, write, expected, ascii(others))
        return made

    return replace(plugin, read=reading if read else None, write=writing if write else None)
