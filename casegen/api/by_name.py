"""Columns of data frames that are given as arrays: in every input in the order of the first, by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casegen.api.class_columns import by_class
from casegen.api.columns import collected, columns_of, frame_labels
from casegen.api.estimator_names import by_feature, states_names
from casegen.api.stacked import chosen, is_columns, is_selectable, stacked
from casegen.model.diagnostic import InputError
from casegen.model.given import refused

_FIRST = ("points", "training", "activations")
"""inputs whose order of columns the others follow"""
_POINTS, _OPERATION = "points", "operation"
_SHOWN = 5
"""names of columns in a message, at most"""

_ONE_LEVEL = "give both the same names, of one level: frame.columns = ['_'.join(map(str, one)) for one in frame.columns]"

Names = list[str]


def by_name(
    inputs: Mapping[str, Any], method: str = "", settings: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The inputs of a call of ``method``, arrays that are data frames with their columns in one order.

    Columns for each class are in the order of the classes, which the parameters of the call, ``settings``, may state.
    Labels 0, 1, … that a frame has by default are no names beside texts: it is taken by the place of its columns.

    Raises:
        InputError: frames of one array have other names of columns, or inputs of operation have labels.
    """
    stated = settings or {}
    opened = {given: _opened(given, value) for given, value in inputs.items()}
    names = {given: own for given, (_, own) in opened.items()}
    result, left = by_class(method, {given: value for given, (value, _) in opened.items()}, names, stated)
    first: dict[str, tuple[str, Names]] = {}
    for given in sorted(result, key=lambda one: one not in _FIRST):
        for key, own in left[given].items():
            if str(key).endswith("labels"):
                continue
            known = first.get(key)
            order = None if known is None else _order(given, key, own, *known)
            if known is None or (_numbered(known[1]) and {*known[1]} != {*own}):
                first[key] = given, own
            if order is not None:
                result[given] = {**result[given], key: chosen(result[given][key], order)}
                left[given][key] = [own[place] for place in order]
    result = by_feature(result, {one: _named(own) for one, own in left.items()}, inputs)
    if _OPERATION in result:
        _refuse_labels(result[_OPERATION])
    if (features := _named(names.get(_POINTS, {})).get(_POINTS)) and states_names(inputs):
        table = _as_table(result[_POINTS], collected(inputs[_POINTS][_POINTS]), features, stated)
        return result if table is None else {**result, _POINTS: table}
    if _OPERATION in result:
        points, result[_OPERATION] = _of_operation(inputs, result, names, stated)
        result |= {} if points is None else {_POINTS: points}
    return result


def _opened(given: Any, value: Any) -> tuple[Any, dict[str, Names]]:
    """An input, frames other than those of pandas and polars in it as arrays; names of columns by array."""
    value = collected(value)
    if not isinstance(value, Mapping):
        return value, {}
    result, names = {}, {}
    for key, member in value.items():
        member = collected(member)
        labels = list(member) if is_columns(member) else frame_labels(member)
        if labels is not None:
            names[key] = [str(label) for label in labels]
            if again := [name for name, times in Counter(names[key]).items() if times > 1]:
                raise refused(
                    f"input {given}, array {key}: expected every column once, found {', '.join(again[:_SHOWN])} more "
                    "than once"
                )
            if not is_selectable(member):
                member = stacked(f"{given}, array {key}", member)
        result[key] = member
    return result, names


def _order(given: str, key: str, own: Names, other: str, names: Names) -> list[int] | None:
    """Places of the columns ``names`` among ``own``; None where they are taken as they stand.

    So are those that a library numbered, unless they have some of their numbers in common with the others' names.
    """
    numbered = _numbered(own) + _numbered(names)
    if own == names or numbered == 2 or (numbered and not {*own} & {*names}):
        return None
    if {*own} != {*names}:
        raise _differ(f"input {given}, array {key}", own, other, names)
    return [own.index(name) for name in names]


def _differ(where: str, own: Names, other: str, names: Names) -> InputError:
    lacking = [name for name in names if name not in own]
    more = [name for name in own if name not in names]
    differences = [f"no {', '.join(lacking[:_SHOWN])}"] * bool(lacking) + [
        f"also {', '.join(more[:_SHOWN])}"
    ] * bool(more)
    return refused(
        f"{where}: expected the columns of input {other}, each once; "
        f"found {' and '.join(differences) or 'one of them again'}",
        (_ONE_LEVEL if any(name.startswith("('") for name in (*own, *names)) else "give both the same names")
        + "; or plain arrays, whose columns are taken by their places",
    )


def _named(names: Mapping[str, Names]) -> dict[str, Names]:
    """Those of the arrays whose columns have names."""
    return {key: own for key, own in names.items() if not _numbered(own)}


def _numbered(names: Names) -> bool:
    """Whether a library made the names, by counting the columns."""
    count = range(len(names))
    return names in ([str(k) for k in count], [f"column_{k}" for k in count])


def _refuse_labels(operation: Any) -> None:
    if isinstance(operation, Mapping) and {_POINTS, "labels"} <= {*operation} and _has_arrays(operation):
        raise refused(
            f"input {_OPERATION}: expected inputs without labels, found arrays points and labels",
            'give {"points": inputs}',
        )


def _of_operation(
    inputs: Mapping[str, Any],
    result: Mapping[str, Any],
    names: Mapping[str, Mapping[str, Names]],
    stated: Mapping[str, Any],
) -> tuple[Any, Any]:
    """Labelled points (None where they stay) and inputs of operation: if one is a table, by the names of its columns."""
    operation, points = result[_OPERATION], result.get(_POINTS)
    own, known = names[_OPERATION].get(_POINTS), names.get(_POINTS, {}).get(_POINTS)
    if own is not None and known is None and points is not None:
        header = _header(points)
        by_place = _numbered(own) or header is None or _numbered(header) or header == _places(len(header))
        return None, operation if by_place else collected(inputs[_OPERATION][_POINTS])
    if known is None or own is not None or _numbered(known):
        return None, operation
    header = _header(operation)
    if isinstance(operation, str | Path):
        frame = collected(inputs[_POINTS][_POINTS])
        return _beside_file(points, frame, known, header, stated), operation
    return None, operation if header is None else _renamed(operation, header, known)


def _beside_file(
    points: Any, frame: Any, known: Names, header: Names | None, stated: Mapping[str, Any]
) -> Any:
    """Labelled points as a table, where a file of operation has their columns by the same names; None otherwise."""
    places = _places(len(known))
    if header is None or known == places:
        return None
    if {*known} == {*places} <= {*header}:
        raise refused(
            f"input {_OPERATION}: expected columns {', '.join(places)} by the places of those of input {_POINTS}, "
            f"found there {', '.join(known[:_SHOWN])}",
            "read the file into a data frame, or give the points in that order",
        )
    if {*places} <= {*header}:
        return None
    if not {*known} <= {*header}:
        raise _differ(f"input {_OPERATION}", [name for name in header if name in known], _POINTS, known)
    return _as_table(points, frame, known, stated)


def _as_table(points: Any, frame: Any, known: Names, stated: Mapping[str, Any]) -> Any:
    """Labelled points, whose array is the ``frame``, as a table, of which the label is the last column."""
    group, label = stated.get("group"), stated.get("label")
    if not isinstance(label, str) or label in known:
        label = next((name for name in ("label", "labels", "class") if name not in known), None)
    others = {group: points[group]} if isinstance(group, str) and group in points else {}
    if label is None or "labels" not in points or {*others} & {*known}:
        return None
    return {**(columns_of(_POINTS, frame) or {}), **others, label: points["labels"]}


def _renamed(operation: Any, header: Names, known: Names) -> Any:
    """A table of operation, the columns by the names that the method gives those of an array of points."""
    if {*known} - {*header}:
        raise _differ(f"input {_OPERATION}", [name for name in header if name in known], _POINTS, known)
    columns = columns_of(_OPERATION, operation) or {}
    new = dict(zip(_places(len(known)), (columns[name] for name in known), strict=True))
    others = {name: values for name, values in columns.items() if name not in known and name not in new}
    return {**others, **new}


def _places(count: int) -> Names:
    return [f"x{k + 1}" for k in range(count)]


def _has_arrays(value: Mapping[Any, Any]) -> bool:
    return any(
        frame_labels(member) is not None or getattr(member, "ndim", 0) > 1 or _is_nested(member)
        for member in value.values()
    )


def _is_nested(value: Any) -> bool:
    """Whether a value is a list of lists."""
    if not isinstance(value, list | tuple) or not value:
        return False
    return hasattr(value[0], "__len__") and not isinstance(value[0], str | Mapping)


def _header(value: Any) -> Names | None:
    """Names of the columns of a table, or of a file of one; None for anything else."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.tables.reader import header_of

    if isinstance(value, str | Path):
        path = Path(value)
        if path.suffix in (".npz", ".npy") or not path.is_file():
            return None
        try:
            return [name for name in header_of(path, headless=True) if name]
        except InputProblem:
            return None
    if isinstance(value, Mapping):
        return None if _has_arrays(value) else [str(name) for name in value]
    value = collected(value)
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return [str(name) for name in value[0]]
    labels = frame_labels(value)
    return None if labels is None else [str(label) for label in labels]
