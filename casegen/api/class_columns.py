"""Numbers for each class that are data frames: their columns in the order of the classes, by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from casegen.api.inputs import as_array
from casegen.api.stacked import chosen
from casegen.model.diagnostic import InputError
from casegen.model.given import refused

PER_CLASS = ("probabilities", "scores", "logits", "confidences")
"""arrays that may have a column for each class"""
_CERTAINLY, _LABELS = "probabilities", "labels"
_NUMBERED = ("monitor-detectors",)
"""methods whose labels count the classes from 0 where no parameter `classes` names them"""
_COUNT = re.compile(r"(\D*)(\d+)(\D*)")
_SHOWN = 5
"""names of columns in a message, at most"""

Names = list[str]


def by_class(
    method: str,
    inputs: Mapping[str, Any],
    names: Mapping[str, Mapping[str, Names]],
    settings: Mapping[str, Any],
) -> tuple[dict[str, Any], dict[str, dict[str, Names]]]:
    """The ``inputs`` with the columns for each class in the order of the classes, and the names that are still to match.

    ``names`` are those of the columns of each array that is a frame, ``settings`` the parameters of the call.  Columns
    may have one text more around each class (``p_cat``, ``p_dog``).  Those that a library numbered, and plain numbers
    that count the places, are taken by place.

    Raises:
        InputError: probabilities whose columns have other names than the classes.
    """
    result, left = dict(inputs), {given: dict(own) for given, own in names.items()}
    classes = _stated(settings)
    frames = [(given, key) for given in names for key in PER_CLASS if key in names[given]]
    for given, key in frames:
        where, own = f"input {given}, array {key}", names[given][key]
        if classes:
            order, matched = _by_statement(where, key, own, classes)
        elif method in _NUMBERED and key == _CERTAINLY:
            order, matched = _by_number(where, own, inputs)
        else:
            continue
        if matched:
            del left[given][key]
        if order is not None:
            result[given] = {**result[given], key: chosen(result[given][key], order)}
    if method in _NUMBERED and not classes:
        _refuse_other_order(left)
    return result, left


def _stated(settings: Mapping[str, Any]) -> Names:
    """The classes of the parameter `classes` by their one spelling; none where it is no list of several."""
    classes = settings.get("classes")
    if not isinstance(classes, list | tuple) or not all(
        isinstance(one, str | int | float) for one in classes
    ):
        return []
    known = _spelled([str(one) for one in classes])
    return known if len({*known}) == len(known) else []


def _spelled(names: Sequence[str]) -> Names:
    from casegen_evidence.tables.labels import label

    return [label(name) for name in names]


def _by_statement(where: str, key: str, own: Names, classes: Names) -> tuple[list[int] | None, bool]:
    """Places of the columns in the order of `classes`, None where they stay; whether that settles their order."""
    if (order := _order(own, classes)) is not None:
        return order, True
    if _is_of_a_library(own):
        return None, False
    if key != _CERTAINLY or (_are_places(own) and not {*_spelled(own)} & {*classes}):
        return None, False
    raise _no_classes(where, own, classes, "of `classes`", "name the columns as the classes")


def _by_number(where: str, own: Names, inputs: Mapping[str, Any]) -> tuple[list[int] | None, bool]:
    """The same where the labels are the numbers of the classes, from 0."""
    count = [str(k) for k in range(len(own))]
    if (order := _order(own, count)) is not None:
        return order, True
    if _counted(own) is None or _is_of_a_library(own) or (_counted(own) and _any_of_first_class(inputs)):
        return None, False
    hint = "name the columns by the labels, which count the classes from 0"
    raise _no_classes(where, own, count, "by the labels", hint)


def _refuse_other_order(left: Mapping[str, Mapping[str, Names]]) -> None:
    """Names that say nothing of the labels' numbers have to stand in one order in all inputs."""
    first: tuple[str, Names] | None = None
    for given in left:
        own = left[given].get(_CERTAINLY)
        if own is None or _is_of_a_library(own):
            continue
        if first is not None and own != first[1] and {*own} == {*first[1]}:
            raise refused(
                f"input {given}, array {_CERTAINLY}: expected the columns in the order of input {first[0]}, since "
                f"nothing relates their names to the labels; found {_few(own)} for {_few(first[1])}",
                "state `classes`, with the labels by these names; or name the columns by the labels' numbers",
            )
        first = first or (given, own)


def _order(own: Names, classes: Names) -> list[int] | None:
    """Places among the columns ``own`` of those of each class; None where these are no columns for each class."""
    if len(own) != len(classes):
        return None
    spelled = _spelled(own)
    if {*spelled} == {*classes}:
        return [spelled.index(name) for name in classes]
    longest = max(classes, key=len)
    for name in own:
        for place in re.finditer(f"(?={re.escape(longest)})", name):
            before, after = name[: place.start()], name[place.start() + len(longest) :]
            around = [f"{before}{one}{after}" for one in classes]
            if {*around} == {*own}:
                return [own.index(one) for one in around]
    return None


def _is_of_a_library(names: Names) -> bool:
    """Whether pandas (0, 1, …) or polars (column_0, …) made the names of a table without any."""
    count = range(len(names))
    return names in ([str(k) for k in count], [f"column_{k}" for k in count])


def _are_places(names: Names) -> bool:
    """Whether the names are no more than places: 1, 2, …, or those that numpy gives (f0, f1, …)."""
    count = range(len(names))
    return names in ([str(k + 1) for k in count], [f"f{k}" for k in count])


def _counted(names: Names) -> bool | None:
    """Whether names count 0, 1, … or 1, 2, … in that order; None where they are not numbers with one text around."""
    parts = [_COUNT.fullmatch(name) for name in names]
    around = {(part[1], part[3]) for part in parts if part}
    if None in parts or len(around) != 1:
        return None
    numbers = [int(part[2]) for part in parts if part]
    return numbers[0] in (0, 1) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def _any_of_first_class(inputs: Mapping[str, Any]) -> bool:
    """Whether a label is 0, so that columns numbered from 1 are not those of the labels' numbers."""
    for given, value in inputs.items():
        if isinstance(value, Mapping) and _LABELS in value:
            labels = as_array(f"input {given}, column {_LABELS}", value[_LABELS], "labels")
            if labels.dtype.kind in "iuf" and (labels == 0).any():
                return True
    return False


def _no_classes(where: str, own: Names, classes: Names, which: str, hint: str) -> InputError:
    spelled = _spelled(own)
    lacking = [name for name in classes if name not in spelled]
    more = [name for name, one in zip(own, spelled, strict=True) if one not in classes]
    differences = [f"no {_few(lacking)}"] * bool(lacking) + [f"also {_few(more)}"] * bool(more)
    return refused(
        f"{where}: expected a column for each class {which}, {_few(classes)}; "
        f"found {' and '.join(differences) or 'one again'}",
        f"{hint}; or give a plain array, whose columns are in the order of the classes",
    )


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
