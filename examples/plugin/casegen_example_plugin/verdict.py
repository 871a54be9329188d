"""A document: the verdict as one line of text, for a status display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casegen.io.atomic import write_bytes
from casegen.model.results import Assessment
from casegen.render.formats import Document
from casegen.review.dossier import Dossier


def write(assessment: Assessment, folder: Path, name: str, dossier: Dossier | None) -> Sequence[Path]:
    """Write ``NAME.verdict.txt``; every number and word in it was assessed before."""
    held = sum(claim.status.value == "supported" for claim in assessment.claims.values())
    verdict = "supported" if assessment.supported else "not supported"
    text = f"{assessment.case.header.title}: {verdict}; {held} of {len(assessment.claims)} claims supported\n"
    return [write_bytes(folder / f"{name}.verdict.txt", text.encode("utf-8"))]


VERDICT = Document("verdict", "the verdict in one line", write)
