"""The data that documents carry: the case with its assessment, and every evidence result as a file of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casegen.assessment.points import questions
from casegen.model.case import SECTIONS
from casegen.model.results import Assessment, EvidenceState
from casegen.render.language import translate
from casegen.render.wording import anchor
from casegen.store.stored_result import result_text


@dataclass(frozen=True, slots=True)
class Attachment:
    """One file of data; ``evidence`` names the item whose result it is, empty for the case itself."""

    name: str
    text: str
    description: str
    evidence: str = ""

    @property
    def sha256(self) -> str:
        """Hash of the file's bytes."""
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()


def attachments(assessment: Assessment) -> tuple[Attachment, ...]:
    """``case.json`` first, then each stored result byte for byte as it lies in the store."""
    results = tuple(
        Attachment(
            f"{anchor('evidence', name)}.json",
            result_text(state.document),
            translate("file.result", evidence=name),
            name,
        )
        for name, state in assessment.evidence.items()
        if state.document is not None
    )
    case = case_json(assessment, {file.evidence: file for file in results})
    return (Attachment("case.json", case, translate("file.case")), *results)


def case_json(assessment: Assessment, results: Mapping[str, Attachment]) -> str:
    """The case and its assessment as one JSON document, which names each result's file and hash."""
    case = assessment.case
    parts = {
        section: [
            part.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            for part in getattr(case, section)
        ]
        for section in SECTIONS
    }
    document = {
        "case": case.header.model_dump(mode="json", exclude_defaults=True),
        **{section: rows for section, rows in parts.items() if rows},
        "assessment": {
            "supported": assessment.supported,
            "questions": [{"id": one.id, "question": one.question, "texts": one.texts} for one in questions(assessment)],
            "claims": {name: {"status": result.status.value, "reasons": [r.message for r in result.reasons]}
                       for name, result in assessment.claims.items()},
            "trees": {name: None if result.top is None else result.top.model_dump(mode="json", exclude_none=True)
                      for name, result in assessment.trees.items()},
            "evidence": {name: _evidence(state, results.get(name)) for name, state in assessment.evidence.items()},
        },
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=False, default=str)


def _evidence(state: EvidenceState, file: Attachment | None) -> dict[str, Any]:
    measures = {
        name: result.model_dump(mode="json", exclude_none=True) for name, result in state.measures.items()
    }
    kept = {"file": file.name, "sha256": file.sha256} if file is not None else {}
    return {"freshness": state.freshness.value, "why": list(state.why), "measures": measures, **kept}
