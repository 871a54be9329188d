"""What the verdict says of evidence that is not fresh, and of a tree that cannot be quantified."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.points import preventing
from casegen.io import load
from casegen.model.results import Freshness
from casegen.render.document_settings import read_custom
from casegen.render.report import build_report

PRESS = Path(__file__).parents[2] / "examples" / "press"
MISSING, STALE, FAILED, FRESH = Freshness.MISSING, Freshness.STALE, Freshness.FAILED, Freshness.FRESH


@pytest.mark.parametrize(
    ("language", "states", "expected"),
    [
        (
            "en",
            [STALE, FRESH, FRESH],
            "2 of 3 evidence items are fresh: 1 is stale until it is measured anew.",
        ),
        (
            "en",
            [FAILED, FAILED, FRESH],
            "1 of 3 evidence items are fresh: 2 say nothing until they are computed without error.",
        ),
        (
            "en",
            [MISSING, STALE, FRESH],
            "1 of 3 evidence items are fresh: 1 says nothing until it is measured; 1 is stale until it is measured anew.",
        ),
        ("en", [FRESH, FRESH, FRESH], "All 3 evidence items are fresh."),
        (
            "de",
            [STALE, STALE, FRESH],
            "1 von 3 Nachweisen sind aktuell: 2 sind veraltet, bis sie neu gemessen sind.",
        ),
        (
            "de",
            [FAILED, FRESH, FRESH],
            "2 von 3 Nachweisen sind aktuell: 1 besagt nichts, bis er ohne Fehler berechnet ist.",
        ),
    ],
)
def test_each_kind_of_evidence_waits_for_its_own(
    tmp_path: Path, language: str, states: list[Freshness], expected: str
) -> None:
    at = shutil.copytree(PRESS, tmp_path / "press")
    (at / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    session = Session.open(load(at))
    evidence = {
        id: replace(state, freshness=freshness)
        for (id, state), freshness in zip(session.evidence.items(), states, strict=True)
    }
    assessed = session.on(evidence).assess()
    report = build_report(assessed, custom=read_custom(at))
    assert report.sections["summary"]["fresh"] == expected


def test_a_tree_that_prevents_support_is_named_by_its_title() -> None:
    session = Session.open(load(PRESS))
    gone = {
        **session.evidence,
        "EV-RELAY": replace(session.evidence["EV-RELAY"], freshness=MISSING, measures={}),
    }
    assessed = session.on(gone).assess()
    points = {point.target: point.text for point in preventing(assessed)}
    shown = {row["target"]: row["text"] for row in build_report(assessed).sections["verdict"]["weakest"]}
    assert points["FT-PRESS"] == shown["FT-PRESS"] == "The press closes on a hand"
