"""Results of methods that are not installed here: usable as recorded, compared with what the case states now.

A stored result says which parameters the case stated when it was computed (``provenance.stated``); the same method
with the same stated parameters, seed, confidence and inputs is the same recipe, defaults included.  Whether the method
itself has changed since cannot be seen without it, and is said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from casegen.io.folder import inside
from casegen.io.regular import read_bytes, sha256
from casegen.model.case import Case
from casegen.store.reads import changed_reads, in_case
from casegen.store.recipe import DEFAULT_CONFIDENCE, Recipe, changed_values

ABOUT = "baseline.json"
FILES = "files"
STALE_THEN = "stale when it was frozen: "


def not_installed(method: str, document: Mapping[str, Any]) -> str:
    """What is to be known of a result whose method is missing."""
    by = document.get("provenance", {}).get("code", {}).get("distribution", {})
    package = f" (package {by['name']} {by['version']})" if by else ""
    return (
        f"method {method}{package} is not installed: the result is as recorded and cannot be recomputed here"
    )


def changes(case: Case, index: int, document: Mapping[str, Any]) -> tuple[str, ...]:
    """How the item of the case differs from the recipe of its stored result, its method's defaults aside."""
    spec = case.evidence_items[index]
    recorded: Mapping[str, Any] = document["recipe"]
    hashes, gone = {}, []
    for name, relative in spec.inputs.items():
        path = inside(case.root, relative)
        if path is not None and path.is_file():
            hashes[relative] = sha256(path)
        else:
            gone.append(f"input {name} ({relative}) is not in the case folder")
    inputs = {name: path for name, path in spec.inputs.items() if path in hashes}
    now = Recipe(
        spec,
        int(recorded["method_version"]),
        recorded["parameters"],
        spec.confidence or DEFAULT_CONFIDENCE,
        inputs,
        hashes,
    )
    stated = document.get("provenance", {}).get("stated")
    differing = now.as_recorded(case.root, recorded).changes_since(recorded)
    return (*gone, *differing, *_parameters(case.root, spec.parameters, recorded, stated))


def _parameters(
    root: Path, given: Mapping[str, Any], recorded: Mapping[str, Any], stated: Mapping[str, Any] | None
) -> list[str]:
    if stated is not None:
        return changed_values("parameter", stated, given)
    known = {name: recorded["parameters"].get(name) for name in given}
    differing = changed_values("parameter", known, given)
    if differing or is_frozen(root):  # a baseline froze the statement together with the result
        return differing
    return [
        "it is not recorded which parameters were stated, and the method is not installed to compare them"
    ]


def is_frozen(root: Path) -> bool:
    """Whether ``root`` holds the files of a baseline."""
    return root.name == FILES and (root.parent / ABOUT).is_file()


def changed_beside(root: Path, document: Mapping[str, Any]) -> tuple[str, ...]:
    """Files of a frozen case that the run read beside its inputs and that are not what it read, in words.

    A file that no baseline takes in (hidden, or behind a link that was left out) may be gone.
    """
    recorded = document["provenance"].get("also_read", {})
    left = _about(root).get("left_out")
    kept = {
        name: recorded[name]
        for name, path in in_case(recorded).items()
        if (root / path).exists()
        or not _not_taken_in(PurePosixPath(path), left if isinstance(left, dict) else {})
    }
    return changed_reads(kept, root)


def _not_taken_in(path: PurePosixPath, left: Mapping[str, str]) -> bool:
    hidden = any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    return hidden or any(str(place) in left for place in (path, *path.parents))


def _about(root: Path) -> dict[str, Any]:
    """What the baseline of ``root`` says of itself; nothing where it cannot be read, which `baseline verify` names."""
    try:
        about = json.loads(read_bytes(root.parent / ABOUT))
    except (OSError, ValueError, RecursionError):
        return {}
    return about if isinstance(about, dict) else {}


def stale_when_frozen(root: Path, item: str) -> tuple[str, ...]:
    """Why the result of an item was stale when the baseline of ``root`` was made; nothing since then made it fresh."""
    stale = _about(root).get("stale", {})
    return (f"{STALE_THEN}{stale[item]}",) if isinstance(stale, dict) and item in stale else ()
