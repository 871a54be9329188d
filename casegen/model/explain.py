"""Turn pydantic's findings into sentences with a place: what was expected, what was found, how to fix it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.event_model import VALUE_FORMS
from casegen.model.plural import counted
from casegen.model.setting import as_written, vanishes
from casegen.model.suggestions import nearest

Path_ = tuple[str | int, ...]
MOST = 200
"""findings on the form of one file; more are counted only"""

_TAGS = ("type", "distribution")
"""keys that choose the variant of a part"""
_EXPECTED = {
    "float_parsing": "a number", "float_type": "a number", "int_parsing": "a whole number",
    "int_type": "a whole number", "int_from_float": "a whole number", "string_type": "a text",
    "bool_type": "true or false", "bool_parsing": "true or false", "list_type": "a list",
    "tuple_type": "a list", "dict_type": "a mapping (key: value)", "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)", "date_parsing": "a date such as 2026-01-31",
    "date_from_datetime_parsing": "a date such as 2026-01-31", "date_type": "a date such as 2026-01-31",
    "date_from_datetime_inexact": "a date such as 2026-01-31",
    "finite_number": "a finite number",
}  # fmt: skip


def explain(
    error: ValidationError, model: type[BaseModel], data: Any, places: Mapping[Path_, Location], file: str
) -> list[Diagnostic]:
    """Every finding of ``error`` as a diagnostic, without the echoes that follow from another finding."""
    results = []
    count = error.error_count()
    details = error.errors(include_url=False)[:MOST]
    located = [_path(detail, data) for detail in details]
    for detail, path in zip(details, located, strict=True):
        if detail["type"] == "too_short" and any(
            len(p) > len(path) and p[: len(path)] == path for p in located
        ):
            continue  # the list is short only because an entry of it was refused
        message, hint = _sentence(detail, model, path)
        where = _subject(path, data)
        results.append(
            Diagnostic("format", Severity.INPUT, f"{where}{message}", _place(path, places, file), hint=hint)
        )
    if count > MOST:
        results.append(more(count - MOST, Location(file)))
    return results


def limited(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings by place, and one that stands for those beyond :data:`MOST`."""
    result = sorted(findings, key=Diagnostic.sort_key)
    beyond = len(result) - MOST
    return [*result[:MOST], more(beyond, Location(result[0].location.file))] if beyond > 0 else result


def more(count: int, place: Location) -> Diagnostic:
    """The finding that stands for ``count`` further ones of a file: nobody reads a million."""
    message = f"and {counted(count, 'more finding')} in this file"
    return Diagnostic("format", Severity.INPUT, message, place, hint="correct these, and look again")


def _path(detail: Any, data: Any) -> Path_:
    """The place of a finding, without the union tags pydantic puts between the keys."""
    loc: tuple[str | int, ...] = detail["loc"]
    absent = detail["type"] == "missing"
    path: list[str | int] = []
    here = data
    for position, step in enumerate(loc):
        if isinstance(here, dict) and isinstance(step, str):
            more = position + 1 < len(loc)
            tag = more and step in [here.get(key) for key in _TAGS]
            # the form of a value is known by a key of its name, and a plain text or number holds no key
            form = more and step in VALUE_FORMS and not isinstance(here.get(step), dict | list)
            if step in here and not tag and not form:
                here = here[step]
                path.append(step)
            elif absent and position + 1 == len(loc):
                path.append(step)  # its place is its parent's
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
            path.append(step)
    return tuple(path)


def _place(path: Path_, places: Mapping[Path_, Location], file: str) -> Location:
    for end in range(len(path), -1, -1):
        if path[:end] in places:
            return places[path[:end]]
    return Location(file)


def _subject(path: Path_, data: Any) -> str:
    """``claim C1, requirement.bound: `` from the path, naming ids where parts have them."""
    words: list[str] = []
    here = data
    for step in path:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(step, int):
            name = here.get("id") if isinstance(here, dict) else None
            words[-1:] = [f"{words[-1] if words else 'entry'}[{name if isinstance(name, str) else step + 1}]"]
        else:
            words.append(step)
    return f"{'.'.join(words)}: " if words else ""


def _sentence(detail: Any, model: type[BaseModel], path: Path_) -> tuple[str, str]:
    kind, given = detail["type"], detail.get("input")
    if kind == "extra_forbidden" and str(path[-1]).isdigit() and given is None:
        return "unknown key", f"decimals take a point: 0.{path[-1]} instead of 0,{path[-1]}"
    if kind == "extra_forbidden":
        known = sorted({name for m in _models_at(model, path[:-1]) for name in _names(m)})
        if detail["loc"][-2:-1] and isinstance(detail["loc"][-2], str):
            known = sorted(_names_of_variant(model, path[:-1], detail["loc"][-2])) or known
        return (
            f"unknown key{nearest(str(path[-1]), known)}",
            f"known here: {', '.join(known)}" if known else "",
        )
    if kind == "missing":
        return "required key missing", f"add `{path[-1] if path else '?'}:`"
    if kind in ("enum", "literal_error"):
        expected = str(detail["ctx"]["expected"])
        words = [w.strip(" '") for w in expected.replace(" or ", ",").split(",")]
        return f"expected one of {expected}, found {_show(given)}{nearest(str(given), words)}", ""
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        context = detail["ctx"]
        expected = str(context.get("expected_tags", ""))
        key = str(context.get("discriminator", "type")).strip("'")
        tags = [w.strip(" '") for w in expected.split(",")] if expected else _known_tags(model, path)
        tag = context.get("tag")
        description = (
            f"found {_show(tag)}{nearest(str(tag), tags)}" if tag is not None else f"found no `{key}:`"
        )
        return f"expected `{key}` to be one of {', '.join(tags)}; {description}", ""
    if kind == "value_error":
        return str(detail["ctx"]["error"]), ""
    if kind in ("less_than_equal", "greater_than_equal", "less_than", "greater_than"):
        sign = {"less_than_equal": ("le", "at most"), "greater_than_equal": ("ge", "at least"),
                "less_than": ("lt", "less than"), "greater_than": ("gt", "more than")}[kind]  # fmt: skip
        return f"expected a number {sign[1]} {detail['ctx'][sign[0]]:g}, found {_show(given)}", _as_share(
            given
        )
    if kind == "string_pattern_mismatch":
        return f"expected {_pattern_words(path)}, found {_show(given)}", ""
    if kind == "string_too_short" and (fewest := detail["ctx"]["min_length"]) > 1:
        return f"expected a text of at least {fewest} characters, found {_show(given)}", ""
    if kind == "string_too_short":
        return f"expected a text that is not empty, found {_show(given)}", ""
    if kind == "too_short" and given == "":  # of a text that is read by a function of its own, as a path
        return "expected a text, found none", ""
    if kind == "too_short":
        return (
            f"expected at least {counted(detail['ctx']['min_length'], 'entry', 'entries')}, found {_show(given)}",
            "",
        )
    if kind == "more_digits":
        return f"{given} {detail['msg']}", f"write {detail['ctx']['kept']}, or fewer digits"
    if kind in _EXPECTED and _EXPECTED[kind].endswith("number") and _is_too_small(given):
        return f"{given.strip()} is too small for a number, and would be read as 0", ""
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, found {_show(given)}", _as_meant(_EXPECTED[kind], given)
    return f"{detail['msg'][:1].lower()}{detail['msg'][1:]}, found {_show(given)}", ""


def _is_too_small(given: Any) -> bool:
    """Whether a text is a number that is not 0, and would be read as 0: the reader of files leaves it a text."""
    text = given.strip() if isinstance(given, str) else ""
    return as_written(text) is not None and vanishes(text)


def _as_share(given: Any) -> str:
    """How to write a percentage where a share belongs; empty where ``given`` is none."""
    plain = isinstance(given, int | float) and not isinstance(given, bool)
    return f"{given:g} % is written {given / 100.0:g}" if plain and 1.0 < given <= 100.0 else ""


def _as_meant(expected: str, given: Any) -> str:
    """How to write what was most likely meant; empty where nobody can tell.

    >>> _as_meant("a number", "2,5e-3"), _as_meant("a number", "1/200"), _as_meant("a list", "C1")
    ('write 2.5e-3: decimals take a point', 'write 0.005', 'write [C1]')
    >>> _as_meant("a date such as 2026-01-31", 20261127)
    'write 2026-11-27'
    """
    if expected == "a text" and isinstance(given, int | float) and not isinstance(given, bool):
        return f'write "{given}", in quotes'
    if expected.startswith("a date") and re.fullmatch(r"(?:19|20)\d{6}", str(given)):
        return f"write {str(given)[:4]}-{str(given)[4:6]}-{str(given)[6:]}"
    if expected == "true or false":
        return "write `true` or `false`, without quotes"
    if not isinstance(given, str):
        return ""
    text = given.strip()
    if expected == "a list" and text:
        return f"write [{text}]"
    if not expected.endswith("number"):
        return ""
    if match := re.fullmatch(r"([0-9]+\.?[0-9]*|\.[0-9]+)\s*%", text):
        return f"{text} is written {float(match[1]) / 100.0:g}"
    if match := re.fullmatch(r"([0-9]+)\s*/\s*([1-9][0-9]*)", text):
        number = float(match[1]) / float(match[2])
        return f"write {number:g}" if math.isfinite(number) else ""
    if re.fullmatch(r"[-+]?[0-9]+,[0-9]+([eE][-+]?[0-9]+)?", text):
        return f"write {text.replace(',', '.')}: decimals take a point"
    if re.fullmatch(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?", text):
        return f"write {text}, without quotes"
    return ""


def _pattern_words(path: Path_) -> str:
    if path and path[-1] == "sha256":
        return "64 hexadecimal digits"
    return "an identifier without quotes, slashes, <, > or &, not starting with a space"


def _show(given: Any) -> str:
    if given is None:
        return "nothing"
    if isinstance(given, dict):
        return f"a mapping with {', '.join(map(str, list(given)[:4])) or 'no keys'}"
    if isinstance(given, list | tuple):
        return f"a list of {counted(len(given), 'entry', 'entries')}" if given else "an empty list"
    if isinstance(given, bool):
        return str(given).lower()
    try:
        text = repr(given) if isinstance(given, str) else str(given)
    except Exception:  # of an object that somebody gave in Python, or more digits than are written
        return type(given).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"


def _names(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield field.alias or name


def _names_of_variant(model: type[BaseModel], path: Path_, tag: str) -> set[str]:
    """Names known to the variant of a union that ``tag`` selects."""
    return {name for m in _models_at(model, path) if tag in _tags(m) for name in _names(m)}


def _known_tags(model: type[BaseModel], path: Path_) -> list[str]:
    """The variants that may stand at ``path``, in the order of the model."""
    tags = (
        field.annotation for m in _models_at(model, path) for n, field in m.model_fields.items() if n in _TAGS
    )
    return list(dict.fromkeys(str(tag) for annotation in tags for tag in get_args(annotation)))


def _tags(model: type[BaseModel]) -> set[Any]:
    fields = [model.model_fields[key] for key in _TAGS if key in model.model_fields]
    return {tag for field in fields for tag in get_args(field.annotation)}


def _models_at(model: type[BaseModel], path: Path_) -> list[type[BaseModel]]:
    """The models that may stand at ``path`` below ``model``."""
    here = [model]
    for step in path:
        if isinstance(step, int):
            continue
        annotations = [
            f.annotation for m in here for name, f in m.model_fields.items() if step in (name, f.alias)
        ]
        here = [m for annotation in annotations for m in _models_in(annotation)]
    return here


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
