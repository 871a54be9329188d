"""The form of a stored result, before anything trusts it: it may come from a stranger."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from casegen.store.looks import MOST_LOOKS, MOST_NAMED, are_hashes, are_levels

FORMAT = 1
"""of the results that this version writes and reads"""
_LISTS = {
    "tables": Mapping,
    "figures": Mapping,
    "assumptions": str,
    "notes": str,
    "signs": Mapping,
    "read": Mapping,
}
"""lists of a result, and what stands in them"""
_COLUMN = {
    "name": str, "in_file": str, "unit": str, "least": float, "most": float, "distinct": int, "classes": {"*": int},
}  # fmt: skip
_FORMS: Mapping[str, Any] = {
    "tables": {"columns": [object], "rows": [[object]]},
    "figures": {"data": {}},
    "signs": {"possible": {"*": float}},
    "read": {
        "input": str, "file": str, "rows": int, "duplicates": (int, type(None)), "notes": [str], "not_read": [str],
        "asked": [str], "elsewhere": [str], "first_rows": [[object]], "columns": [_COLUMN], "accumulates": {"*": [float]},
        "ended": bool,
    },
}  # fmt: skip
"""what stands in the members of a list, as far as they have it; ``*`` is any key, ``object`` anything, a tuple one of
its forms (duplicates are None where a table is too long to count them)"""
_MAPPINGS = ("inputs", "parameters", "code", "environment")
"""parts of a provenance"""
_HASHES = (
    ("provenance", "inputs"),
    ("provenance", "also_read"),
    ("provenance", "code", "modules"),
    ("provenance", "code", "packages"),
)
"""where a name stands beside a SHA-256, or a version"""
_KEYS: Mapping[tuple[str, ...], frozenset[str]] = {
    (): frozenset((
        "format", "id", "method", "summary", "source", "measures", *_LISTS, "recipe", "provenance",
    )),
    ("recipe",): frozenset((
        "method", "method_version", "parameters", "seed", "seeds", "confidence", "inputs", "reading",
    )),
    ("provenance",): frozenset((
        *_MAPPINGS, "stated", "seed", "also_read", "looks", "started", "seconds",
    )),
    ("provenance", "code"): frozenset((
        "distribution", "casegen", "method_version", "module", "sha256", "modules", "packages", "package_sha256",
    )),
    ("provenance", "code", "distribution"): frozenset(("name", "version")),
    ("provenance", "environment"): frozenset((
        "python", "machine", "system", "processor", "instructions", "numpy", "scipy", "scikit-learn", "torch", "device",
    )),
}  # fmt: skip
"""every key that a run writes, and `package_sha256`, which early ones wrote: what else stands there was put there"""
_WRITTEN: Mapping[tuple[str, ...], Mapping[str, Any]] = {
    (): {
        "id": str, "method": str, "summary": str, "source": str, "measures": {"*": {}}, "recipe": {}, "provenance": {},
        **dict.fromkeys(_LISTS, list),
    },
    ("recipe",): {
        "method": str, "method_version": int, "parameters": {}, "seed": int, "confidence": float, "inputs": {"*": str},
    },
    ("provenance",): {
        "inputs": {"*": str}, "parameters": {}, "seed": int, "code": {}, "environment": {}, "started": str,
        "seconds": float,
    },
}  # fmt: skip
"""what every run writes, by its form"""
_NOT_EARLY = ("signs", "read")
"""what early ones did not write, which recorded one hash of a package and no modules"""
_MEASURE: Mapping[str, Any] = {
    "text": str, "estimator": str, "assumes": str, "not_for_claims": str, "kind": str, "looks": int,
    "reproduction_only": bool, "at_any_time": bool, "distribution": ({}, type(None)),
}  # fmt: skip
"""what stands in a measure, its numbers aside, as far as it has it"""
_OF_A_TABLE = ("not_read", "asked", "duplicates", "first_rows", "notes")
"""what is said of every table that is read, also where it is nothing; of other files the lists come together"""
_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "measures": (
        "value", "kind", "lower", "upper", "confidence", "distribution", "n", "text", "estimator", "reproduction_only",
        "assumes", "looks", "at_any_time", "not_for_claims",
    ),
    "tables": ("title", "columns", "rows", "note"),
    "figures": ("title", "form", "data", "alt", "x_label", "y_label", "log_x", "log_y"),
    "signs": ("name", "severity", "message", "measures", "hint", "possible"),
}  # fmt: skip
"""what every run writes of each member, also where it is empty: a recomputation takes an empty one for one left out"""


def of_another_format(document: Any) -> str:
    """Why a result cannot be read as one of :data:`FORMAT`, in words; empty if it can."""
    if not isinstance(document, Mapping):
        form = (
            "a list"
            if isinstance(document, list)
            else "a text"
            if isinstance(document, str)
            else repr(document)
        )
        return f"is no result: expected an object, found {form}"
    number = document.get("format")
    if type(number) is int and number > FORMAT:
        return f"has format {number}, newer than this casegen, which reads format {FORMAT}: update casegen"
    return (
        ""
        if type(number) is int and number == FORMAT
        else f"has no format: expected {FORMAT}, found {number!r}"
    )


def ill_formed(document: Mapping[str, Any]) -> str:
    """The first part of a result, its recipe or its provenance that is not as a run writes it; empty if none."""
    return next(_ill_formed(document), "")


def _ill_formed(document: Mapping[str, Any]) -> Iterator[str]:
    for name, kind in _LISTS.items():
        value = document.get(name, [])
        if not (isinstance(value, list) and all(isinstance(part, kind) for part in value)):
            yield f"expected {name} to be a list of {'texts' if kind is str else 'mappings'}"
    for name, form in _FORMS.items():
        for number, member in enumerate(document.get(name, [])):
            for part, inner in form.items():
                if part in member and not _fits(member[part], inner):
                    yield f"expected {name}[{number}].{part} as a run writes it"
    if not all(
        ("least" in column) == ("most" in column)
        for report in document.get("read", [])
        for column in report.get("columns", [])
    ):
        yield "expected columns to have least and most"
    if not all("name" in sign for sign in document.get("signs", []) if isinstance(sign, Mapping)):
        yield "expected signs to have names"
    recipe, origin = document.get("recipe", {}), document.get("provenance", {})
    for name, value in (("recipe", recipe), ("provenance", origin)):
        if not isinstance(value, Mapping):
            yield f"expected {name} to be a mapping"
            return
    for name, value in (
        *((f"provenance.{name}", origin.get(name, {})) for name in _MAPPINGS),
        ("provenance.stated", origin.get("stated") or {}),
        *((f"recipe.{name}", recipe.get(name, {})) for name in ("parameters", "inputs")),
    ):
        if not isinstance(value, Mapping):
            yield f"expected {name} to be a mapping"
            return
    for place in _HASHES:
        value = document
        for name in place:
            value = value.get(name, {})
        if not (isinstance(value, Mapping) and all(isinstance(v, str) for v in value.values())):
            yield f"expected {'.'.join(place)} to name hashes"
            return
    if not _are_looks(origin.get("looks", {})):
        yield "expected provenance.looks as a run writes it"
    if not (_fits(origin.get("seconds"), (float, type(None))) and (origin.get("seconds") or 0) >= 0):
        yield "expected provenance.seconds to be a number that is not negative"
    by = origin.get("code", {}).get("distribution", {})
    if by and not (isinstance(by, Mapping) and {"name", "version"} <= by.keys()):
        yield "expected provenance.code.distribution to have name and version"


def unknown_key(document: Mapping[str, Any]) -> str:
    """The first key that no run writes, in words: a recomputation compares what it knows, and nothing else."""
    return next(_unknown_keys(document), "")


def unwritten(document: object) -> str:
    """The first part that every run writes and the result does not have, or has in another form; empty if none."""
    return next(_unwritten(document), "")


def _unwritten(document: object) -> Iterator[str]:
    if not isinstance(document, Mapping):
        yield "not written by a run: it is no mapping"
        return
    for place, forms in _WRITTEN.items():
        part: Any = document
        for name in place:
            part = part[name]
        for key, form in forms.items():
            where = ".".join((*place, key))
            if key not in part and key in _NOT_EARLY and _is_early(document):
                continue
            if key not in part:
                yield f"not written by a run: `{where}` is missing"
                return
            if not _fits(part[key], form):
                yield f"not written by a run: `{where}` has another form"
                return
    for name, measure in document["measures"].items():
        for key, form in _MEASURE.items():
            if key in measure and not _fits(measure[key], form):
                yield f"not written by a run: `measures.{name}.{key}` has another form"
    if not _is_early(document):
        yield from (f"not written by a run: `{where}` is missing" for where in _struck(document))


def _struck(document: Mapping[str, Any]) -> Iterator[str]:
    """Keys that every member of a part has, and one of these does not."""
    for part, keys in _MEMBERS.items():
        for where, member in _members(part, document[part]):
            yield from (f"{where}.{key}" for key in keys if key not in member)
    for where, member in _members("read", document["read"]):
        columns = member.get("columns")
        is_table = any(
            "in_file" in one and "shape" not in one for one in columns or () if isinstance(one, Mapping)
        )
        if is_table or "duplicates" in member or "first_rows" in member:
            yield from (f"{where}.{key}" for key in _OF_A_TABLE if key not in member)
        elif lists := {"not_read", "asked", "notes"}.intersection(member):
            yield from (f"{where}.{key}" for key in ("not_read", "asked", "notes") if key not in lists)


def _members(part: str, members: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The members of a part, each with its place, as far as they are mappings."""
    pairs = members.items() if isinstance(members, Mapping) else enumerate(members)
    for name, member in pairs:
        if isinstance(member, Mapping):
            yield f"{part}.{name}" if isinstance(members, Mapping) else f"{part}[{name}]", member


def _is_early(document: Mapping[str, Any]) -> bool:
    origin = document.get("provenance")
    code = origin.get("code") if isinstance(origin, Mapping) else None
    return isinstance(code, Mapping) and "package_sha256" in code and "modules" not in code


def _unknown_keys(document: Mapping[str, Any]) -> Iterator[str]:
    for place, known in _KEYS.items():
        part: Any = document
        for name in place:
            part = part.get(name) or {}
        for key in sorted(part.keys() - known):
            yield f"{'.'.join((*place, str(key)))} is no part of a result: no run writes it"


def _are_looks(value: object) -> bool:
    """Whether ``value`` counts looks and seeds, with two ends for each measure."""
    form = {
        "looks": int,
        "seeds": int,
        "earlier": {"*": [float]},
        "paid": {"*": int},
        "confidences": {"*": [float]},
        "errors": {"*": [[float]]},
        "history": [str],
        "lost": [str],
    }
    return (
        _fits(value, form)
        and isinstance(value, Mapping)
        and value.keys() <= form.keys()
        and all(1 <= value.get(name, 1) <= MOST_LOOKS for name in ("looks", "seeds"))
        and all(len(ends) == 2 for ends in value.get("earlier", {}).values())
        and len(value.get("history", [])) <= MOST_NAMED
        and are_hashes(value.get("lost", []))
        and are_levels(value.get("confidences", {}))
        and all(map(_are_errors, value.get("errors", {}).values()))
    )


def _are_errors(looks: list[list[float]]) -> bool:
    """Whether each is an error probability with a number of looks, that of the present one last.

    Earlier versions wrote these in place of ``confidences``.
    """
    pairs = all(
        len(one) == 2 and 0 <= one[0] <= 1 and 1 <= one[1] <= MOST_LOOKS and one[1] % 1 == 0 for one in looks
    )
    return bool(looks) and pairs and looks[-1][1] == 1


def _fits(value: object, form: Any) -> bool:
    """Whether ``value`` is of ``form``: a type, a tuple of possible ones, a list, or a mapping of keys to forms."""
    if isinstance(form, tuple):
        return any(_fits(value, one) for one in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(_fits(member, form[0]) for member in value)
    if isinstance(form, Mapping):
        return isinstance(value, Mapping) and all(
            _fits(one, form.get(key, form.get("*", object))) for key, one in value.items()
        )
    if form in (int, float):
        kinds = int if form is int else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
    return isinstance(value, form)
