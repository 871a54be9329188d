"""Diagnostics as SARIF 2.1.0, which code hosting sites show beside the lines they speak of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from casegen import __version__
from casegen.argument.checking import RULES
from casegen.model.diagnostic import Diagnostic, Severity

_LEVEL = {
    Severity.INPUT: "error",
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.WAIVED: "note",
}


def to_sarif(diagnostics: Iterable[Diagnostic], folder: str = "") -> dict[str, Any]:
    """One SARIF log with one run.

    ``folder`` is the case folder relative to the repository's root, so that the site finds the files.
    Waived findings are kept, marked as suppressed in the source.  Columns count code points.
    """
    result = list(diagnostics)
    used = {diagnostic.rule: diagnostic for diagnostic in result}
    order = {rule: index for index, rule in enumerate(sorted(used))}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "casegen",
                        "semanticVersion": __version__,
                        "rules": [_descriptor(used[rule]) for rule in order],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(diagnostic, order[diagnostic.rule], folder) for diagnostic in result],
            }
        ],
    }


def _descriptor(example: Diagnostic) -> dict[str, Any]:
    rule = RULES.get(example.rule)
    says = rule.says if rule else example.rule.replace("-", " ")
    hint = rule.hint if rule else example.hint
    severity = rule.severity if rule else example.severity
    text = f"{says} Source: {example.source or 'casegen file format'}."
    if hint:
        text = f"{text} Fix: {hint}."
    return {
        "id": example.rule,
        "shortDescription": {"text": says},
        "fullDescription": {"text": text},
        "help": {"text": text},
        "defaultConfiguration": {"level": _LEVEL[severity]},
    }


def _result(diagnostic: Diagnostic, index: int, folder: str) -> dict[str, Any]:
    place = diagnostic.location
    path = f"{folder.strip('/')}/{place.file}" if folder.strip("/.") else place.file
    hint = f" Fix: {diagnostic.hint}." if diagnostic.hint else ""
    key = f"{diagnostic.rule}\0{place.file}\0{diagnostic.target}\0{diagnostic.message}"
    result: dict[str, Any] = {
        "ruleId": diagnostic.rule,
        "ruleIndex": index,
        "level": _LEVEL[diagnostic.severity],
        "message": {"text": f"{diagnostic.message}.{hint}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(path)},
                    "region": {"startLine": place.line, "startColumn": place.column},
                }
            }
        ],
        "partialFingerprints": {"casegen/v1": hashlib.sha256(key.encode()).hexdigest()},
    }
    if diagnostic.severity is Severity.WAIVED:
        result["suppressions"] = [{"kind": "inSource"}]
    return result
