"""What a baseline states of the case that it froze: all of it follows from the frozen files and the tool."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import platform
import re
from functools import cache
from pathlib import Path
from typing import Any

import casegen_evidence

import casegen
from casegen.io.templates import templates_folder
from casegen.model.case import Case
from casegen.review.provenance import statement
from casegen.store.store import Store


def as_json(document: Any) -> bytes:
    """A document as it is frozen: one order of keys."""
    text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False, sort_keys=True)
    return (text + "\n").encode("utf-8")


def tool() -> dict[str, str]:
    """What froze a case: versions, and the hash of casegen's own code and words, which a version may not tell apart."""
    version = importlib.metadata.version("casegen")
    return {"casegen": version, "python": platform.python_version(), "code": own_code()}


@cache
def own_code() -> str:
    """One SHA-256 over casegen's modules, those of its methods, and its data files."""
    places = [Path(str(part.__file__)).parent for part in (casegen, casegen_evidence)]
    texts = {path for place in places for path in place.rglob("*.py")}
    texts |= set(templates_folder("documents").parent.rglob("*.yaml"))
    rows = sorted(
        f"{hashlib.sha256(b''.join(path.read_bytes().split())).hexdigest()} {path.name}" for path in texts
    )
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def assessment_of(frozen: Case) -> bytes:
    """What the tool says of the frozen case; rule errors instead, where there are any."""
    from casegen.assessment import documents
    from casegen.assessment.assess import assess
    from casegen.assessment.checks.case import check

    result: dict[str, Any] = {"check": documents.diagnostics(check(frozen))}
    if not result["check"]["errors"]:
        result["assess"] = documents.assessment(assess(frozen))
    return as_json(result).replace(str(frozen.root).encode(), b".")


def statements_of(frozen: Case) -> dict[str, dict[str, Any]]:
    """The statement of each stored result, by the name of its file."""
    store = Store(frozen)
    results = {}
    for item, state in store.states().items():
        digest = store.recorded(state)
        document = statement(state, digest) if digest else None
        if document is not None:
            name = re.sub(r"[^A-Za-z0-9._-]", "_", item)
            results[f"{name}.intoto.json"] = document
    return results
