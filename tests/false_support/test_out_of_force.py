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


OF_ANOTHER = [
    "Data sheet DS-4, which supersedes the withdrawn DS-3", "Report TR-7, revision 3 (revision 2 withdrawn)",
    "IEC 61508:2010 (1998 edition withdrawn)", "DS-4, valid, not withdrawn", "DS-4 (not superseded as of 2026-01)",
    "Record of 12 pumps, of which 2 were withdrawn from service", "Report on obsolete relays R-9",
    "Data sheet DS-4, replaces the superseded DS-3", "Handbook, edition 4; edition 3 is obsolete", "DS-4, issue B (issue A superseded)",
]  # fmt: skip
OF_ITSELF = [
    "DS-4 withdrawn", "The withdrawn DS-3", "from the withdrawn report TR-3", "DS-4, which was withdrawn",
    "Report TR-7, revision 2 (revision 2 withdrawn)", "IEC 61508:1998 (1998 edition withdrawn)", "Data from outdated tables",
    "DS-4, revision 2 (withdrawn)", "DS-4, which replaces DS-3 and is withdrawn", "Values of a retracted paper",
]  # fmt: skip


@pytest.mark.parametrize("text", OF_ANOTHER)
def test_a_source_beside_another_that_is_withdrawn(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "twin", calculation(), {"events.E1.source": text}))


@pytest.mark.parametrize("text", OF_ITSELF)
def test_a_source_that_is_withdrawn_itself(tmp_path: Path, text: str) -> None:
    must_not_hold(folder(tmp_path / "false", calculation(), {"events.E1.source": text}), "event-text-number")


NO_LONGER = [
    "recalled by the maker", "retired", "ceased to apply", "use DS-9 instead", "since replaced", "not to be relied on",
    "found wrong in 2025", "known to be faulty", "obsolet", "ausser Kraft", "nicht mehr anzuwenden", "fehlt noch",
    "wird nachgereicht", "hearsay", "same as above",
]  # fmt: skip


@pytest.mark.parametrize("said", NO_LONGER)
def test_a_source_with_other_words_for_none(tmp_path: Path, said: str) -> None:
    for k, form in enumerate(("{}", "Data sheet DS-4, {}", "Data sheet DS-4 ({})")):
        case = folder(tmp_path / str(k), calculation(), {"events.E1.source": form.format(said)})
        must_not_hold(case, "event-text-number")


@pytest.mark.parametrize("text", [
    "Fleet record 2024, retired vehicles left out", "Field data, recalled units left out", "Record of 12 pumps: 3 found faulty",
    "Data sheet DS-4; use DS-9 instead of DS-8", "Record of pumps, known to be faulty in 2 cases", "DS-4 (same as DS-3, table 2)",
])  # fmt: skip
def test_a_source_with_these_words_of_other_things(tmp_path: Path, text: str) -> None:
    must_hold(folder(tmp_path / "twin", calculation(), {"events.E1.source": text}))
