"""What the page says beside a top event: its target by the number of the claim, and where its bounds are to be found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from waiting import appears, eventually

import casegen
from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, compare
from casegen.render import write_html
from casegen.review.dossier import gather
from tests.assessment.test_whatif_edited import BETA, IN_A_GROUP, RECORD, REQUIREMENT, _with_record
from tests.false_support import DROP, folder

pytestmark = [pytest.mark.browser, pytest.mark.slow]
OLD = RECORD.replace("4000", "500")
TREES = "document.getElementById('whatif-trees').innerText"
CLAIMS = "document.getElementById('whatif-claims').innerText"
PLAIN = {"trees.FT.target.confidence": DROP, f"{REQUIREMENT}.confidence": DROP}
SPREAD = {"distribution": "lognormal", "mean": 0.1, "error_factor": 2}
NOTE = {"en": "Bounds: only on the command line.", "de": "Schranken: nur auf der Kommandozeile."}


def opened(
    open_page: Any,
    at: Path,
    edits: dict[str, Any],
    scenarios: dict[str, Any] | None = None,
    language: str = "en",
) -> tuple[Any, Session]:
    """The page of a tree of a measured and a typed event, with its session."""
    base = _with_record()
    base["parameters"] = [BETA | {"value": SPREAD}] if edits.keys() & IN_A_GROUP.keys() else []
    made = folder(at / "case", base, edits, {"record.csv": RECORD, "old.csv": OLD})
    (made / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    (made / "whatif.yaml").write_text(yaml.safe_dump({"scenarios": scenarios or {"one": {"E2": 1e-5}}}))
    session = Session.open(casegen.load(made))
    assessed = session.assess()
    page = open_page(write_html(assessed, at / "case.html", gather(assessed, session=session)))
    page.evaluate("document.getElementById('whatif').scrollIntoView()")
    return page, session


@pytest.mark.parametrize("limit", [5e-4, 1e-2, 1e-4])
def test_the_target_is_met_by_the_number_of_the_claim(open_page: Any, tmp_path: Path, limit: float) -> None:
    """Without a confidence a measured top is held by its bound: the target was met by the estimate beside *not met*."""
    text = {"claims.C1.text": f"The lift starts with an open door in at most {limit:.4f} of the missions"}
    page, session = opened(open_page, tmp_path, PLAIN | text | {"trees.FT.target.probability": limit})
    for number in (None, "0.0001", "0.009"):
        if number is not None:
            page.get_by_label("Probability of E2").fill(number)
            page.keyboard.press("Tab")
        asked = [change(session.case, session, "E2", float(number))] if number else []
        holds = compare(session, asked).after.requirements["C1"].holds
        eventually(page, f"/not met/.test({TREES})", not holds)
        words = page.locator("#whatif-claims tr td:last-child").inner_text()
        assert words.startswith("met" if holds else "not met")


@pytest.mark.parametrize("language", NOTE)
def test_bounds_that_only_the_command_has_are_said_to_be_its(
    open_page: Any, tmp_path: Path, language: str
) -> None:
    """A group with uncertain factors, and a measured event that is set, of a claim without a confidence."""
    page, session = opened(
        open_page, tmp_path, IN_A_GROUP | PLAIN | {"trees.FT.target.confidence": DROP},
        {"contact": {"E1": 1e-4}}, language,
    )  # fmt: skip
    assert NOTE[language] not in page.inner_text("#whatif-trees")
    result = compare(session, [change(session.case, session, "E1", 1e-4)])
    assert result.after.trees["FT"].top.upper is not None
    page.select_option("#whatif-scenario", "contact")
    eventually(page, f"{TREES}.includes(given)", True, NOTE[language])
    eventually(
        page, "document.getElementById('whatif-compared').innerText.includes(given)", True, NOTE[language]
    )


BESIDE = {
    "evidence_items.+": {
        "id": "EV2", "title": "Tests of a door that is gone", "method": "demand-record", "inputs": {"record": "old.csv"},
        "parameters": {"stopping": "planned", "spread": 0.5, "failure": "no stop", "population": "old door"},
        "confidence": 0.95, "owner": "T. Tester"},
    "evidence.+": {"id": "N9", "text": "The old record", "evidence": "EV2"},
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_scenario_with_a_measure_that_nothing_reads_is_offered_and_others_are_named(
    open_page: Any, tmp_path: Path, language: str
) -> None:
    edits = BESIDE | {
        "trees.+": {"id": "OLD", "title": "Not quantified", "top": "T9", "gates": [
            {"id": "T9", "type": "or", "inputs": ["E9"], "text": "Old"}]},
        "events.+": {"id": "E9", "text": "The old door sticks", "source": "data sheet"},
    }  # fmt: skip
    scenarios = {
        "both": {"EV2.probability": 1e-3, "E2": 1e-5},
        "old": {"EV2.probability": 0.5},
        "waits": {"E9": 0.1},
    }
    page, session = opened(open_page, tmp_path, edits, scenarios, language)
    offered = page.locator("#whatif-scenario option").all_inner_texts()
    assert {"both", "old"} <= set(offered)
    for name, settings in list(scenarios.items())[:2]:
        asked = [change(session.case, session, *one) for one in settings.items()]
        result = compare(session, asked)
        statuses = page.evaluate(
            "(set) => { const { run, model, WhatIf } = casegen, r = run(set);"
            " return Object.fromEntries(model.argument.claims.map((n) => [model.argument.ids[n], WhatIf.STATUS[r.rank[n]]])); }",
            settings,
        )
        assert statuses == {claim: status.value for claim, status in result.edited.items()}, name
    assert "waits" not in offered
    refused = page.locator("#whatif-refused")
    appears(refused)
    assert "waits" in refused.inner_text()
    assert ("recompute" if language == "en" else "nachrechnet") in refused.inner_text()
