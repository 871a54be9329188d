"""Documents that are stamped, titled or headed as drafts or as withdrawn, however it is written; with true twins."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from casegen.texts.documents.stamps import stamp
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_acceptance import FILES, base
from tests.false_support.test_document_forms import OPPOSITE, edits, page

REPORT = "# Inspection report IR-9\n\nDate: 2026-10-01\n\nEach of 40 stops within 2 s.\n\nResult: passed\n"
STAMPS = [
    "# DRAFT", "## DRAFT", "# **DRAFT**", "# DRAFT #", "[DRAFT]", "(DRAFT)", "<h1>DRAFT</h1>", "<center><b>DRAFT</b></center>", "=== DRAFT ===",
    "--- OBSOLETE ---", "*** SUPERSEDED ***", "Stamp: DRAFT", "Stempel: ungültig", "Watermark: Draft", "Revision status: superseded", "draft: true",
    "DRAFT 2026-11-02", "DRAFT 3 November 2026", "DRAFT v0.3", "DRAFT for review", "ENTWURF vom 3.5.2026", "WITHDRAWN on 3 May 2026",
    "DRAFT Page 1 of 3", "IR-9 DRAFT - Seite 2", "# ENTWURF", "# WITHDRAWN", "# ZURÜCKGEZOGEN", "# OBSOLETE", "★ DRAFT ★",
    "DRAFT 3", "DRAFT B", "DRAFT #3", "*DRAFT 3*", "DRAFT No. 3", "DRAFT 3 of 5", "DRAFT 10/2026", "DRAFT 2026-10", "ENTWURF 3", "WITHDRAWN 2026",
]  # fmt: skip
TITLES = [
    "WITHDRAWN: Inspection report IR-9", "Inspection report IR-9 (WITHDRAWN)", "Inspection report IR-9 (draft)", "Inspection report IR-9 - DRAFT",
    "Inspection report IR-9 – Draft", "Inspection report IR-9 DRAFT", "Inspection report IR-9, DRAFT", "Inspection report IR-9: withdrawn",
    "Inspection report IR-9 [SUPERSEDED by IR-10]", "[DRAFT] Inspection report", "OBSOLETE – Inspection report", "SUPERSEDED Inspection report IR-9",
    "Draft 3", "Draft B", "WITHDRAWN 3", "Entwurf 3", "Draft rev. B",
    "Prüfbericht 7 (Entwurf)", "Prüfbericht 7 – ungültig", "Prüfbericht 7 (ersetzt durch 8)", "ENTWURF: Prüfbericht",
]  # fmt: skip
NONE = [
    "# Draft of the ship 2.1 m", "The draft was replaced by issue 2.", "| Issue | State |\n|---|---|\n| 0.9 | draft |\n| 1.0 | released |",
    "Issue 0.9 DRAFT 2026-09-01\nIssue 1.0 RELEASED 2026-10-01", "DRAFT 2026-09-01\nRELEASED 2026-10-01", "Status: draft\nStatus: released",
    "DRAFT 2.1 m", "| DRAFT | 2.1 m |", "Withdrawn parts: none", "## Superseded documents", "IR-9, replaces IR-8 (withdrawn)",
    "Handling of expired certificates", "EXPIRED certificates are refused", "Stamp: Rita Reviewer", "INVALID INPUTS: 0", "CANCELLED by user: 0",
    "The document was a DRAFT on page 2 of the file", "~~DRAFT~~", "# Entwurf und Konstruktion", "Pointer to void",
    "Draft 2.1 m", "DRAFT 3 m", "BEAM 12\nDRAFT 3", "DRAFT 3\nBEAM 12", "Draft 3: forward", "WITHDRAWN 0", "Entwurf 3 Blätter",
]  # fmt: skip


def places(line: str) -> list[str]:
    """The line above the report, below its title, and at its end."""
    return [f"{line}\n\n{REPORT}", REPORT.replace("\n\n", f"\n\n{line}\n\n", 1), f"{REPORT}\n{line}\n"]


@pytest.mark.parametrize("line", STAMPS)
def test_a_stamp_wherever_it_stands(tmp_path: Path, line: str) -> None:
    above, *others = places(line)
    assert all(map(stamp, others))
    must_not_hold(stamped(tmp_path, "r.md", above.encode()), OPPOSITE)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_says_so(tmp_path: Path, title: str) -> None:
    text = REPORT.replace("Inspection report IR-9", title)
    must_not_hold(stamped(tmp_path, "r.md", text.encode()), OPPOSITE)
    must_not_hold(stamped(tmp_path, "r.html", page(title, "Each of 40 stops within 2 s.")), OPPOSITE)


@pytest.mark.parametrize("line", NONE)
def test_what_is_no_stamp(tmp_path: Path, line: str) -> None:
    assert not any(map(stamp, places(line)))
    must_hold(stamped(tmp_path, "r.md", places(line)[1].encode()))


def test_a_heading_among_headings_in_capitals() -> None:
    assert not stamp("# SHIP DATA\n\n## BEAM\n5 m\n\n## DRAFT\n2.1 m\n")
    assert stamp("# SHIP DATA\n\n## DRAFT\n\n## Beam\n5 m\n")


@pytest.mark.parametrize(
    ("header", "holds"),
    [
        ('<w:p><v:shape><v:textpath style="x" string="DRAFT"/></v:shape></w:p>', False),
        ("<w:p><w:t>IR-9 DRAFT page 1 of 3</w:t></w:p>", False),
        ("<w:p><w:t>IR-9 page 1 of 3</w:t></w:p>", True),
    ],
)
def test_heads_of_pages_of_an_office_text(tmp_path: Path, header: str, holds: bool) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(
            "word/document.xml", "<w:document><w:p><w:t>Each of 40 stops within 2 s</w:t></w:p></w:document>"
        )
        archive.writestr("word/header1.xml", f"<w:hdr>{header}</w:hdr>")
    at = stamped(tmp_path, "r.docx", file.getvalue())
    must_hold(at) if holds else must_not_hold(at, OPPOSITE)


def stamped(tmp_path: Path, name: str, content: bytes) -> Path:
    """A case whose one document is this."""
    return folder(tmp_path / name, base(), edits(name, content), {**FILES, name: content})
