"""A source, a document, a context or a reason that says of itself that it no longer stands; of another thing it may."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation
from tests.false_support.test_acceptance import FILES, base

GONE = [
    "gilt nicht mehr", "superseded by TR-9", "do not use", "withdrawn", "obsolete", "void", "expired", "replaced by TR-9",
    "zurückgezogen", "ungültig", "ersetzt durch TR-9", "abgelaufen", "außer Kraft", "no longer valid",
]  # fmt: skip
FORMS = ["{0}: {1}", "{1} ({0})", "{1}, {0}", "{1} - {0}"]
SAID = [FORMS[k % len(FORMS)].replace("{0}", gone) for k, gone in enumerate(GONE)] + [
    "The {1} has expired",
    "Das Dokument gilt nicht mehr",
]
STANDS = [
    "Record of trips, cancelled by the driver", "Data sheet DS-4, replaces DS-3 (deprecated)", "Seal record, replaced by hand",
    "Handbuch, 3. Ausgabe, ersetzt die 2. Ausgabe", "Sheet on expired filters", "The certificate is valid until 2030", "Filter, ersetzt durch den Betreiber",
]  # fmt: skip


def _context(text: str) -> dict[str, Any]:
    return {
        "contexts.+": {"id": "X9", "kind": "context", "text": text, "owner": "A. Author"},
        "claims.C1.context": ["X9"],
    }


def _asked(at: Path, part: str) -> bool:
    questions: list[dict[str, Any]] = json.loads(call("assess", at, "--json")[1])["questions"]
    return any(question["id"] == part for question in questions)


@pytest.mark.parametrize("text", SAID)
def test_a_source(tmp_path: Path, text: str) -> None:
    source = {"events.E1.source": text.replace("{1}", "data sheet DS-4")}
    must_not_hold(folder(tmp_path / "x", calculation(), source), "event-text-number")
    target = {"trees.FT.target.source": text.replace("{1}", "standard 12")}
    must_not_hold(folder(tmp_path / "y", calculation(), target), "target-text-number")


@pytest.mark.parametrize("text", SAID)
def test_evidence(tmp_path: Path, text: str) -> None:
    edits = {"evidence.N1.text": text.replace("{1}", "report TR-7 of the door contact")}
    must_not_hold(folder(tmp_path / "x", base(), edits, FILES), "evidence-opposite")


@pytest.mark.parametrize("text", SAID)
def test_a_context_and_a_reason_are_asked_about(tmp_path: Path, text: str) -> None:
    said = text.replace("{1}", "load table of the standard")
    assert _asked(folder(tmp_path / "x", calculation(), _context(said)), "X9")
    step = folder(tmp_path / "z", calculation(), {"arguments.A1.text": said})
    assert _asked(step, "A1")
    if not any(
        words in said for words in ("gilt nicht mehr", "no longer valid")
    ):  # an assumption that denies itself: an error
        assert _asked(folder(tmp_path / "y", calculation(), {"claims.C2.assumed": said}), "C2")


@pytest.mark.parametrize("text", STANDS)
def test_what_says_it_of_another_thing(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "s", calculation(), {"events.E1.source": text}))
    must_hold(folder(tmp_path / "e", base(), {"evidence.N1.text": text}, FILES))
    at = folder(tmp_path / "c", calculation(), _context(text))
    must_hold(at)
    assert not _asked(at, "X9")
