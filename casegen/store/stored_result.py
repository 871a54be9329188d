"""One result file: its text, and what it says once it was held against its hash, its form and its recipe."""

from __future__ import annotations

import datetime
import hashlib
import json
import math
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from casegen.io.regular import as_written, read_bytes, unrepeated
from casegen.model.dates import latest_date, started_on
from casegen.model.given_parts import WrongPart
from casegen.model.quantity import Estimate
from casegen.model.results import EvidenceState, Freshness
from casegen.model.setting import vanishes
from casegen.store.canonical import canonical
from casegen.store.entries import RESULTS, Entry, place, result_name, why_no_json
from casegen.store.looks import vouched
from casegen.store.shape import ill_formed, of_another_format, unknown_key, unwritten

_CENTURY = 100 * 366 * 86_400
"""in seconds: more need not be counted"""
_LONGEST = 40
"""characters of a number that a message shows"""


def stored(root: Path, item: str, entry: Entry, name: str = "") -> EvidenceState:
    """The result that the entry names, with its hashes checked; fresh as far as it goes.

    ``name`` is its file, where that was renamed.
    """
    name = name or result_name(item, entry.result)
    try:
        raw = as_written(read_bytes(place(root, name)))
    except FileNotFoundError:
        return EvidenceState(item, Freshness.MISSING, (f"its result file {name} is gone",))
    except OSError as error:
        return EvidenceState(item, Freshness.FAILED, (f"its result {name}: {error.strerror or error}",))
    if hashlib.sha256(raw).hexdigest() != entry.result:
        words = f"results/{name} does not match its recorded hash: it was changed after the run"
        return EvidenceState(item, Freshness.FAILED, (words,))
    try:
        document = json.loads(
            raw.decode(), parse_constant=_no_number, parse_float=_finite, object_pairs_hook=unrepeated
        )
        if strange := of_another_format(document):
            return EvidenceState(item, Freshness.FAILED, (f"results/{name} {strange}",))
        if lacking := unwritten(document):
            return EvidenceState(item, Freshness.FAILED, (f"its result cannot be read: {lacking}",))
        measures = {name: estimate(m) for name, m in document["measures"].items()}
        recorded = hashlib.sha256(canonical(document.get("recipe", {}))).hexdigest()
        if b"\\ud" in raw.lower():
            result_text(document).encode()  # half of a surrogate pair is no text
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return EvidenceState(item, Freshness.FAILED, (f"its result cannot be read: {why_no_json(error)}",))
    wrong = ill_formed(document) or unknown_key(document)
    if wrong:
        return EvidenceState(item, Freshness.FAILED, (f"its result cannot be read: {wrong}",))
    if document.get("id") != item or recorded != entry.key:
        words = f"results/{name} is the result of another recipe than the one that is recorded for it"
        return EvidenceState(item, Freshness.FAILED, (words,))
    return vouched(
        EvidenceState(
            item, Freshness.FRESH, (), measures, document,
            looks=entry.looks, seeds=entry.seeds, earlier=entry.earlier, lost=entry.lost, confidences=entry.confidences,
        )
    )  # fmt: skip


def timely(state: EvidenceState) -> EvidenceState:
    """``state``, unless its result was computed in the future: it is not used then, though it was a look all the same."""
    begun = started_on(state.document)
    took = ((state.document or {}).get("provenance") or {}).get("seconds") or 0.0
    if begun is None:
        return state
    if begun > latest_date():
        when = f"it was computed on {begun}, which"
    elif datetime.timedelta(seconds=min(took, _CENTURY)) > latest_date() - begun + datetime.timedelta(days=1):
        when = f"it was begun on {begun} and took {took:g} s, whose end"
    else:
        return state
    words = f"its result says that {when} lies in the future: set the clock of this computer, or run it again"
    return EvidenceState(state.id, Freshness.FAILED, (words,))


def said(path: Path) -> tuple[str, str]:
    """The id and the key of the recipe that a result file names; empty where it cannot be read."""
    try:
        document = json.loads(read_bytes(path), parse_constant=_no_number, object_pairs_hook=unrepeated)
        return str(document.get("id", "")), hashlib.sha256(canonical(document.get("recipe", {}))).hexdigest()
    except (OSError, ValueError, AttributeError, RecursionError):
        return "", ""


def digest_of(path: Path) -> str:
    """SHA-256 of a result file that is named after it; empty where it is not, or cannot be read."""
    try:
        digest = hashlib.sha256(as_written(read_bytes(path))).hexdigest()
    except OSError:
        return ""
    return digest if path.name.endswith(f"-{digest[:12]}.json") else ""


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) and not vanishes(text) else _no_number(text)


def _no_number(word: str) -> float:
    shown = word if len(word) <= _LONGEST else f"{word[:_LONGEST]}… ({len(word):,} characters)"
    raise ValueError(f"{shown} is no number of JSON")


def result_text(document: Mapping[str, Any]) -> str:
    """The text of a result file: what was read from the store gives the same bytes again."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def result_path(item: str, document: Mapping[str, Any]) -> str:
    """Where a stored result lies, from the case folder."""
    return f"{RESULTS}/{result_name(item, hashlib.sha256(result_text(document).encode()).hexdigest())}"


def estimate(measure: Mapping[str, Any]) -> Estimate:
    """A stored measure as the model's estimate.

    Raises:
        ValueError: numbers that its kind cannot take, in one line.
    """
    fields = ("value", "lower", "upper", "confidence", "kind", "distribution", "n")
    for name in ("value", "lower", "upper", "confidence", "n"):
        given = measure.get(name)
        if given is not None and (type(given) not in (int, float) or abs(given) > sys.float_info.max):
            raise ValueError(f"{name}: expected a number, found {str(given)[:40]!r}")
    try:
        return Estimate(
            **{k: measure[k] for k in fields if measure.get(k) is not None}, note=measure.get("text") or None
        )
    except WrongPart as error:
        raise ValueError(refusal(error)) from error


def refusal(error: ValidationError | WrongPart) -> str:
    """The first thing that a model says against a value, with its place, in one line."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    words = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {words}" if where else words
