"""Which result is the one of an evidence item: one small file ``results/<id>.lock`` for each.

Two people who compute different items change different files, so that merging their work needs no hands.  Where a
merge left both sides in one file, or a file is unreadable otherwise, that item is refused with file and line, and
nothing is overwritten.  The one file ``lock.json`` of earlier versions is read, never written.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casegen.io.atomic import write_text
from casegen.io.folder import inside
from casegen.io.regular import read_bytes, unrepeated
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.file_path import is_of_file_manager
from casegen.store.looks import MOST_LOOKS, are_hashes, are_levels, written

RESULTS = "results"
OLD = "lock.json"
FORMAT = 2
MAX_BYTES = 2**24
MOST_FINDINGS = 100
"""about entries of no item"""
LONGEST = 120
"""characters of an id in a file's name; most file systems take 255 bytes"""
_KEYS = frozenset(
    {"format", "id", "key", "result", "failed", "refused", "looks", "seeds", "earlier", "confidences", "lost"}
)
"""of an entry"""
_HEX = re.compile(r"[0-9a-f]{64}")
_AGAIN = "restore the file from version control, or remove it and run `casegen evidence run`"
_RENAMED = f"where the item was renamed, write its new id as `id` into the file; else {_AGAIN}"
_ONE_SIDE = "keep one side of the conflict, or remove the file and run `casegen evidence run`"
_CONFLICT = re.compile(r"(<{7}|={7}|>{7}|\|{7})(?: |$)")


@dataclass(frozen=True, slots=True)
class Entry:
    """What is recorded of an item: the key of its recipe, and the SHA-256 of its result or why the run failed.

    ``looks``: how often chance was asked until the result came out as it is; ``seeds``: how many of these, in a row,
    differ in nothing but the seed.  ``earlier`` has by measure the least and the greatest end, limit or value, of the
    other looks, ``lost`` the hashes of results among them that were gone before they were counted, ``confidences`` by
    measure those at which it was computed, where they are several.
    ``refused``: the key of the recipe of a later run that failed, and why; the result is that of an earlier one.
    """

    key: str
    result: str = ""
    failed: str = ""
    looks: int = 1
    seeds: int = 1
    earlier: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    confidences: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    refused: tuple[str, str] | None = None


def file_safe(item: str) -> str:
    """The id made safe for file systems; ids that this makes alike, as those of other scripts, stay apart by a hash."""
    safe = re.sub(r"[^A-Za-z0-9._-]|^\.", "_", item)[:LONGEST]  # what starts with a dot, no baseline holds
    return safe if safe == item else f"{safe}-{hashlib.sha256(item.encode()).hexdigest()[:8]}"


def result_name(item: str, digest: str) -> str:
    """File name of a result: the id made safe for file systems, and the start of its hash."""
    return f"{file_safe(item)}-{digest[:12]}.json"


def entry_name(item: str) -> str:
    """File name of an item's entry."""
    return f"{file_safe(item)}.lock"


def read_entry(root: Path, item: str) -> Entry | None:
    """The item's entry; None where there is none.

    Raises:
        InputError: the file is unreadable, with its line.
    """
    name = entry_name(item)
    data = _read(root, name)
    if data is None:
        old = _read(root, OLD)
        if old is None:
            return None
        if not _is_format(old, 1) or not isinstance(old.get("items"), dict):
            raise _unreadable(OLD, 1, f"expected format 1 with items, found format {old.get('format')!r}")
        hit = old["items"].get(item)
        return None if hit is None else _entry(OLD, hit)
    if not _is_format(data, FORMAT):
        raise _unreadable(name, 1, f"expected format {FORMAT}, found format {data.get('format')!r}")
    if data.get("id") != item:
        raise _unreadable(name, 1, f"expected the id {item}, found {data.get('id')!r}", _RENAMED)
    return _entry(name, data)


def sound_entry(root: Path, item: str) -> Entry | None:
    """The item's entry; None also where it cannot be read."""
    try:
        return read_entry(root, item)
    except InputError:
        return None


def keep_bytes(root: Path) -> None:
    """Tell git to leave results as they are: no other line ends, no merge of two into a third that nobody computed."""
    path = place(root, ".gitattributes")
    if not path.exists():
        write_text(path, "*.json -text -merge\n*.lock text eol=lf\n")


def write_entry(root: Path, item: str, entry: Entry) -> None:
    """Record what became of an item.

    Raises:
        InputError: the folder of the results is a link that leaves the case.
    """
    what = {"result": entry.result} if entry.result else {"failed": entry.failed}
    looks = written(entry.looks, entry.seeds, entry.earlier, entry.lost, entry.confidences)
    later = dict(zip(("key", "failed"), entry.refused, strict=True)) if entry.refused else None
    data = {
        "format": FORMAT,
        "id": item,
        "key": entry.key,
        **what,
        **({"refused": later} if later else {}),
        **looks,
    }
    write_text(place(root, entry_name(item)), json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def place(root: Path, name: str) -> Path:
    """The path of a file of the results.

    Raises:
        InputError: it leaves the case folder through a link.
    """
    if inside(root, f"{RESULTS}/{name}") is None or (root / RESULTS).is_symlink():
        raise InputError.at(
            Location(f"{RESULTS}/{name}"),
            "this is a link: results are neither read nor written through one",
            hint="replace it by a folder of the case",
        )
    return root / RESULTS / name


def is_result(relative: str) -> bool:
    """Whether a path inside the case is a result's, or an item's entry."""
    folder, _, name = relative.rpartition("/")
    if folder != RESULTS or is_of_file_manager(name):
        return False
    return re.search(r"-[0-9a-f]{12}\.json$|\.lock$", name) is not None


def results_of(root: Path, item: str = "") -> Iterator[Path]:
    """Every result file of the item, or of all, in order of name, also those that no entry names."""
    pattern = re.compile((re.escape(file_safe(item)) if item else ".+") + r"-[0-9a-f]{12}\.json")
    folder = root / RESULTS
    if folder.is_dir() and not folder.is_symlink():
        with os.scandir(folder) as there:
            names = sorted(
                entry.name
                for entry in there
                if pattern.fullmatch(entry.name) and not is_of_file_manager(entry.name)
            )
        yield from (folder / name for name in names)


def unreadable_leftovers(root: Path, items: Iterable[str]) -> Iterator[Diagnostic]:
    """What is wrong with entries of no item, as those that a rename or a merge left behind: the first hundred of them."""
    own = {entry_name(item) for item in items}
    folder = root / RESULTS
    if not folder.is_dir() or folder.is_symlink():
        return
    with os.scandir(folder) as there:
        names = {entry.name for entry in there if entry.name == OLD or entry.name.endswith(".lock")}
    reported = 0
    for name in sorted(names - own):
        if is_of_file_manager(name):
            continue
        try:
            _read(root, name)
        except InputError as error:
            yield from error.diagnostics
            reported += 1
            if reported == MOST_FINDINGS:
                return


def _read(root: Path, name: str) -> dict[str, Any] | None:
    path = place(root, name)
    try:
        text = read_bytes(path, most=MAX_BYTES).decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise _unreadable(name, 1, "expected UTF-8 text") from None
    except OSError as error:
        raise _unreadable(name, 1, str(error.strerror or error)) from None
    for number, line in enumerate(text.splitlines(), start=1):
        if _CONFLICT.match(line):
            raise _unreadable(name, number, f"a merge conflict: {line[:40]}", _ONE_SIDE)
    try:
        data = json.loads(text, object_pairs_hook=unrepeated)
    except (ValueError, RecursionError) as error:
        raise _unreadable(name, getattr(error, "lineno", 1), f"expected JSON: {why_no_json(error)}") from None
    if not isinstance(data, dict):
        raise _unreadable(name, 1, "expected a mapping")
    return data


def why_no_json(error: Exception) -> str:
    """What Python's reader says of a text that is no JSON, without its advice to raise the limit of digits.

    >>> why_no_json(ValueError("value has 6000 digits; use sys.set_int_max_str_digits() to increase the limit"))
    'value has 6000 digits'
    """
    return str(error).partition("; use sys.")[0]


def _is_format(data: Mapping[str, Any], number: int) -> bool:
    return type(data.get("format")) is int and data["format"] == number


def _entry(name: str, data: Any) -> Entry:
    if isinstance(data, Mapping) and (unknown := sorted(map(str, data.keys() - _KEYS))):
        message = f"unknown key {unknown[0]!r}: a newer casegen may have written it, or nobody"
        raise _unreadable(name, 1, message)
    parts = (
        {key: data.get(key, "") for key in ("key", "result", "failed")} if isinstance(data, Mapping) else {}
    )
    key, result, failed = (parts.get(part) for part in ("key", "result", "failed"))
    counts = [data.get(name, 1) if isinstance(data, Mapping) else 1 for name in ("looks", "seeds")]
    sound = (
        isinstance(key, str)
        and isinstance(failed, str)
        and isinstance(result, str)
        and _HEX.fullmatch(key)
        and (bool(_HEX.fullmatch(result)) != bool(failed))
    )
    earlier = data.get("earlier", {}) if isinstance(data, Mapping) else {}
    if not sound:
        raise _unreadable(name, 1, "expected the key of a recipe with the hash of its result")
    if not all(type(n) is int and 1 <= n <= MOST_LOOKS for n in counts):
        raise _unreadable(name, 1, f"expected `looks` and `seeds` as whole numbers from 1 to {MOST_LOOKS:,}")
    if not _are_ends(earlier):
        raise _unreadable(name, 1, "expected `earlier` as the least and the greatest number of each measure")
    lost = data.get("lost", [])
    if not are_hashes(lost):
        raise _unreadable(name, 1, "expected `lost` as a list of hashes of results")
    stated = data.get("confidences", {})
    if not are_levels(stated):
        raise _unreadable(name, 1, "expected `confidences` as a list of confidences of each measure")
    later = data.get("refused")
    is_later = isinstance(later, Mapping) and all(
        isinstance(later.get(part), str) for part in ("key", "failed")
    )
    refused = (later["key"], later["failed"]) if is_later else None
    if later is not None and not (refused and result):
        raise _unreadable(name, 1, "expected `refused` as the key of a recipe and why its run failed")
    ends = {str(measure): (float(low), float(high)) for measure, (low, high) in earlier.items()}
    levels = {str(measure): tuple(map(float, every)) for measure, every in stated.items()}
    looks, seeds = counts
    return Entry(str(key), str(result), str(failed), looks, seeds, ends, tuple(lost), levels, refused)


def _are_ends(earlier: object) -> bool:
    """Whether ``earlier`` is, by measure, a pair of finite numbers."""
    return isinstance(earlier, dict) and all(
        isinstance(ends, list)
        and len(ends) == 2
        and all(type(end) in (int, float) and abs(end) <= sys.float_info.max for end in ends)
        for ends in earlier.values()
    )


def _unreadable(name: str, line: int, message: str, hint: str = _AGAIN) -> InputError:
    return InputError.at(Location(f"{RESULTS}/{name}", line, 1), message, rule="result-entry", hint=hint)
