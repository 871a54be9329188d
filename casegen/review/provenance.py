"""Provenance of each evidence result as an in-toto statement.

Source of the form: in-toto Attestation Framework, Statement v1; predicate: SLSA Provenance v1.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from casegen.model.results import EvidenceState
from casegen.store.entries import RESULTS, result_name

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"
BUILD = "urn:casegen:evidence-run:1"


def _dependencies(inputs: Mapping[str, str], code: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a result rests on: input files, the method's code as a whole and by module, installed packages."""
    return [
        *({"name": path, "digest": {"sha256": digest}} for path, digest in sorted(inputs.items())),
        {
            "name": f"code of {code.get('module')}",
            "digest": {"sha256": code.get("sha256", code.get("package_sha256"))},
            "annotations": {"covers": "name and content of every own module that the method rests on"},
        },
        *(
            {"name": f"module {name}", "digest": {"sha256": digest}}
            for name, digest in sorted(code.get("modules", {}).items())
        ),
        *(
            {"name": f"package {name}", "annotations": {"version": version}}
            for name, version in sorted(code.get("packages", {}).items())
        ),
    ]


def statement(state: EvidenceState, result_sha256: str) -> dict[str, Any] | None:
    """The statement of one stored result: subject, method, parameters, seed, inputs, code, times.

    ``None`` where there is no result.  Nothing is computed anew: every entry is what the run recorded.
    """
    document = state.document
    if document is None:
        return None
    recorded: Mapping[str, Any] = document.get("provenance", {})
    recipe: Mapping[str, Any] = document.get("recipe", {})
    code: Mapping[str, Any] = recorded.get("code", {})
    return {
        "_type": STATEMENT,
        "subject": [
            {"name": f"{RESULTS}/{result_name(state.id, result_sha256)}", "digest": {"sha256": result_sha256}}
        ],
        "predicateType": PREDICATE,
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD,
                "externalParameters": {
                    "evidence": state.id,
                    "method": document.get("method"),
                    "method_version": recipe.get("method_version"),
                    "parameters": recorded.get("parameters", {}),
                    "seed": recorded.get("seed"),
                    "confidence": recipe.get("confidence"),
                },
                "internalParameters": {"environment": recorded.get("environment", {})},
                "resolvedDependencies": _dependencies(recorded.get("inputs", {}), code),
            },
            "runDetails": {
                "builder": {"id": "urn:casegen", "version": {"casegen": code.get("casegen")}},
                "metadata": _times(recorded),
            },
        },
    }


def _times(recorded: Mapping[str, Any]) -> dict[str, Any]:
    try:
        started = datetime.datetime.fromisoformat(str(recorded.get("started")))
        seconds = datetime.timedelta(seconds=float(recorded.get("seconds", 0.0)))
    except (ValueError, TypeError, OverflowError):
        return {}
    return {
        "startedOn": started.isoformat(),
        "finishedOn": (started + seconds).isoformat(timespec="milliseconds"),
    }
