"""Reading a report of another program: its bytes, its counts, JSON without repeated keys, a place in it by pointer."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casegen_evidence.method import InputProblem
from casegen_evidence.tables.labels import key_of, label, vanishes

MAX_BYTES = 200 * 2**20
MOST = 2**53
"""a count; larger ones are no whole numbers as floating-point numbers"""


def content(path: Path) -> bytes:
    """The file's bytes; raises :class:`InputProblem` above 200 MiB."""
    if path.stat().st_size > MAX_BYTES:
        raise InputProblem(f"{path.name}: the file is larger than {MAX_BYTES // 2**20} MiB")
    return path.read_bytes()


def whole(text: str | None, place: str) -> int:
    """A count as an attribute states it; raises :class:`InputProblem` for what is none."""
    try:
        value = float(text or "")
    except ValueError:
        value = -1.0
    if not 0 <= value < MOST or value != int(value) or vanishes(str(text)):
        raise InputProblem(f"{place}: expected a count, found {text!r}")
    return int(value)


def json_document(path: Path) -> Any:
    """A JSON file; raises :class:`InputProblem` with line and column, and for a key that is duplicated."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = min(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            raise InputProblem(f"{path.name}: the key {twice!r} is duplicated; which of the two is meant?")
        return made

    def held(word: str) -> float:
        if vanishes(word):
            raise InputProblem(f"{path.name}: {word[:40]} is too small for a number: it would be read as 0")
        return float(word)

    try:
        return json.loads(content(path).decode("utf-8-sig"), object_pairs_hook=unique, parse_float=held)
    except json.JSONDecodeError as error:
        raise InputProblem(f"{path.name}:{error.lineno}:{error.colno}: expected JSON: {error.msg}") from None
    except (UnicodeDecodeError, RecursionError) as error:
        raise InputProblem(f"{path.name}: expected JSON in UTF-8: {error}") from None
    except InputProblem:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise InputProblem(f"{path.name}: expected JSON: {str(error).partition(';')[0]}") from None


def pointed(document: Any, place: str, file: str) -> Any:
    """What stands at ``place``, a JSON pointer (RFC 6901) such as ``/test/error`` or ``/runs/0/metrics/auc``.

    Raises :class:`InputProblem` that names the part that is not there, and what is.
    """
    if not place.startswith("/"):
        raise InputProblem(f"expected a place as a JSON pointer, such as /test/error; found {place!r}")
    here = document
    for i, part in enumerate(
        parts := [p.replace("~1", "/").replace("~0", "~") for p in place[1:].split("/")]
    ):
        if isinstance(here, dict) and part in here:
            _no_second(here, part, place, file)
            here = here[part]
        elif isinstance(here, list) and is_position(part, len(here)):
            here = here[int(part)]
        else:
            known = (
                list(here)[:8]
                if isinstance(here, dict)
                else f"{len(here)} entries"
                if isinstance(here, list)
                else here
            )
            at = "/" + "/".join(parts[:i])
            raise InputProblem(f"{file}: nothing stands at {place}; at {at} there is {known}")
    if not label(parts[-1]):
        raise InputProblem(
            f"{file}: what stands at {place} has no name (its key is {parts[-1]!r}), so that nothing tells what it is; "
            "write it under a name"
        )
    return here


def _no_second(held: Mapping[str, Any], key: str, place: str, file: str) -> None:
    """Refuse a key beside which the same name stands in another spelling, with something else: which one is meant?

    Letters alone may differ in case: ``n`` and ``N`` are two quantities.
    """
    for other in held:
        alike = other != key and key_of(label(other)) == key_of(label(key))
        if alike and held[other] != held[key] and not len(other) == len(key) == 1:
            raise InputProblem(
                f"{file}: {other!r} stands beside {key!r} on the way to {place}, the same name spelt otherwise, and "
                "holds something else: which of the two is meant? Leave the other one out, or give it a name of its own"
            )


def is_position(step: str, length: int) -> bool:
    """Whether a step of a JSON pointer is a position of a list of ``length``: ASCII digits without a leading 0."""
    return re.fullmatch(r"0|[1-9][0-9]{0,8}", step) is not None and int(step) < length


def number_at(document: Any, place: str, file: str) -> float:
    """The finite number at ``place``; MLflow's list of steps gives its last value only if there is one step."""
    value = pointed(document, place, file)
    if isinstance(value, dict) and isinstance(value.get("value"), int | float) and set(value) <= _METRIC:
        value = value["value"]
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
        raise InputProblem(f"{file}: expected a number at {place}, found {str(value)[:60]!r}")
    try:
        return float(value)
    except OverflowError:
        raise InputProblem(
            f"{file}: expected a number at {place}, found one of {len(str(value))} digits"
        ) from None


_METRIC = {"key", "value", "timestamp", "step", "run_id", "model_id", "dataset_name", "dataset_digest"}
"""what MLflow writes of one metric"""
