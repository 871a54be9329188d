"""What a claim's number takes for granted, and each decision on the claim itself, stands in every document."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.results import Assessment, Reason, Status
from casegen.render import write_html, write_markdown
from tests.false_support import folder
from tests.false_support.bases import calculation, measured

PRESS = Path(__file__).parent.parent.parent / "examples" / "press"
SET_ASIDE = "set aside by S. Safety: the quay was closed that week"
WAIVE = [{"rule": "sign-looked-again", "reason": "the quay was closed that week", "by": "S. Safety"}]


def rows(assessment: Assessment, at: Path, claim: str) -> dict[str, str]:
    """The row of a claim in the page and in the report, as plain text."""
    page = write_html(assessment, at / "case.html").read_text("utf-8")
    report = write_markdown(assessment, at / "case.md")[0].read_text("utf-8")
    matches = {
        "page": re.search(rf'<tr id="claim-{claim}".*?</tr>', page, re.DOTALL),
        "report": re.search(rf'<a id="claim-{claim}".*', report),
    }
    return {
        name: " ".join(
            html.unescape(re.sub(r"<[^>]*>|\]\(#[^)]*\)|[\\[*]", " ", match[0]))
            .replace("\u00a0", " ")
            .split()
        )
        for name, match in matches.items()
        if match
    }


def test_what_a_number_takes_for_granted_stands_at_its_claim(tmp_path: Path) -> None:
    said = rows(assess(load(PRESS)), tmp_path, "C-PRESS")
    for name in ("page", "report"):
        assert "assuming that operation is the mix of entries that was recorded" in said[name]
        assert "from the data together 0.00104" in said[name], name


def test_typed_numbers_are_counted_where_another_claim_decides(tmp_path: Path) -> None:
    case = calculation()
    case["parameters"] = [
        {"id": "P", "value": {"distribution": "lognormal", "median": 1e-4, "error_factor": 2}, "source": "s"}
    ]
    case["events"][0]["model"] = {"type": "constant", "probability": {"parameter": "P"}}
    case["claims"][0]["requirement"]["confidence"] = 0.95
    del case["claims"][1]["accepted_by"]
    assessed = assess(load(folder(tmp_path / "case", case)))
    assert assessed.claims["C1"].requirement is not None
    assert assessed.claims["C1"].status is not Status.SUPPORTED
    assert not any("taken as exact" in reason.message for reason in assessed.claims["C1"].reasons)
    for name, row in rows(assessed, tmp_path, "C1").items():
        assert "1 input taken as exact" in row, name


@pytest.mark.slow
@pytest.mark.parametrize("name", ["page", "report"])
def test_a_sign_that_somebody_set_aside_stands_at_the_claim_that_rests_on_it(
    tmp_path: Path, name: str
) -> None:
    case = measured()
    case["evidence_items"][0]["waive"] = WAIVE
    for record in ("quay,4000,5", "buoy,9000,1"):
        at = folder(tmp_path / "case", case, files={"record.csv": f"entry,demands,failures\n{record}\n"})
    assessed = assess(load(at))
    assert assessed.claims["C1"].status is Status.SUPPORTED
    assert SET_ASIDE in rows(assessed, tmp_path, "C1")[name]


@pytest.mark.parametrize("status", [Status.CHALLENGED, Status.STALE, Status.ASSUMED, Status.NOT_EVALUATED])
def test_reasons_that_are_not_well_stand_in_full_however_many(tmp_path: Path, status: Status) -> None:
    assessed = assess(load(folder(tmp_path / "case", calculation())))
    many = tuple(Reason(f"E{n}", f"the {n}. thing stands against it", status) for n in range(1, 7))
    own = (Reason("C1", "the budget of losses is not stated", status), *many)
    changed = replace(assessed.claims["C1"], status=status, reasons=own)
    said = rows(replace(assessed, claims={**assessed.claims, "C1": changed}), tmp_path, "C1")["report"]
    for reason in own:
        assert reason.message in said


def test_the_outcome_stands_once(tmp_path: Path) -> None:
    said = rows(assess(load(PRESS)), tmp_path, "C-PRESS")["report"]
    assert "The press closes on a hand:" not in said
    assert said.count("from the data together") == 1
