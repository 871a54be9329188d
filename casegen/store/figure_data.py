"""Whether the data of a figure are as its form asks for, so that whatever draws it can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

_ALONG: Mapping[str, tuple[str, ...]] = {
    "lines": ("x", "y", "lower", "upper"),
    "bars": ("values", "lower", "upper"),
    "scatter": ("x", "y", "z"),
}
"""what a series has, all of one length: see :class:`casegen_evidence.method.Figure`"""
_REQUIRED: Mapping[str, int] = {"lines": 2, "bars": 1, "scatter": 2}
"""how many of them it must have"""


def misshapen(form: str, data: Mapping[str, Any]) -> str:
    """The first part of a figure's data, as JSON, that its form does not allow, in words; empty if there is none."""
    return next(_misshapen(form, data), "")


def _misshapen(form: str, data: Mapping[str, Any]) -> Iterator[str]:
    if form in _ALONG:
        yield from _series(form, data)
    elif form == "heatmap":
        rows, extent = data.get("z"), data.get("extent")
        if not (_is_list(rows) and rows and all(_is_list(row) and row for row in rows)):
            yield "z is no list of rows"
        elif len({len(row) for row in rows}) > 1 or not all(
            map(_is_number, (n for row in rows for n in row))
        ):
            yield "z has rows of different lengths, or cells that are no numbers"
        if extent is not None and not (
            _is_list(extent) and len(extent) == 4 and all(map(_is_number, extent))
        ):
            yield "extent is not four numbers"
    elif form == "image" and not isinstance(data.get("png"), str):
        yield "png is no text"
    elif form == "pictures":
        pictures = data.get("pictures")
        if not _is_list(pictures) or not all(
            isinstance(one, Mapping) and isinstance(one.get("png"), str) for one in pictures
        ):
            yield "pictures is no list of mappings with png"


def _series(form: str, data: Mapping[str, Any]) -> Iterator[str]:
    series, along = data.get("series"), _ALONG[form]
    if not _is_list(series) or not all(isinstance(one, Mapping) for one in series):
        yield "series is no list of mappings"
        return
    categories = data.get("categories")
    if form == "bars" and not _is_list(categories):
        yield "categories is no list"
        return
    for number, one in enumerate(series):
        lists = {name: one.get(name) for name in along[: _REQUIRED[form]]}
        lists |= {name: one[name] for name in along if one.get(name) is not None}
        for name, values in lists.items():
            if not _is_list(values) or not all(map(_is_number, values)):
                yield f"series[{number}].{name} is no list of numbers"
                return
        lengths = {name: len(values) for name, values in lists.items()}
        if form == "bars" and categories is not None:
            lengths["categories"] = len(categories)
        if len(set(lengths.values())) > 1:
            yield f"series[{number}] has {', '.join(f'{n} {name}' for name, n in lengths.items())}"


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_number(value: Any) -> bool:
    """A number, or a gap."""
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))
