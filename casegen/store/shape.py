"""The form of a stored result, before anything trusts it: it may come from a stranger."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from casegen.store.looks import MOST_LOOKS, MOST_NAMED, are_hashes

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


def of_another_format(document: Mapping[str, Any]) -> str:
    """Why a result cannot be read as one of :data:`FORMAT`, in words; empty if it can."""
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
    if not _fits(origin.get("seconds"), (float, type(None))):
        yield "expected provenance.seconds to be a number"
    by = origin.get("code", {}).get("distribution", {})
    if by and not (isinstance(by, Mapping) and {"name", "version"} <= by.keys()):
        yield "expected provenance.code.distribution to have name and version"


def _are_looks(value: object) -> bool:
    """Whether ``value`` counts looks and seeds, with two ends for each measure."""
    form = {
        "looks": int,
        "seeds": int,
        "earlier": {"*": [float]},
        "paid": {"*": int},
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
        and all(map(_are_errors, value.get("errors", {}).values()))
    )


def _are_errors(looks: list[list[float]]) -> bool:
    """Whether each is an error probability with a number of looks, that of the present one last."""
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
