"""What is allocated to an event that may as well be certain is no limit: infinity, in every document the text ``inf``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casegen as library
from casegen.assessment.assess import Session
from casegen.assessment.portable.assessment import portable
from tests.false_support import call, folder
from tests.false_support.bases import ACCEPTED, measured
from tests.page_scripts import status_on_the_page

HOURS = "entry,hours,failures\nspring,4000,0\nautumn,4000,0\n"


def _case() -> dict[str, Any]:
    """A tree whose other event alone keeps the target, and a claim that the rate is within what the tree leaves to it."""
    base = measured()
    base["evidence_items"][0]["method"] = "operating-record"
    base["events"] = [
        {"id": "E1", "text": "The guard stops", "model": {
            "type": "evidence", "evidence": "EV", "measure": "rate", "exposure": {"hours": 10}}},
        {"id": "E2", "text": "An obstacle is there", "source": "site plan",
         "model": {"type": "constant", "probability": 0.001}},
    ]  # fmt: skip
    base["trees"] = [
        {"id": "FT", "title": "Collision", "top": "TOP", "mission_time": 10,
         "target": {"probability": 0.01, "confidence": 0.95},
         "gates": [{"id": "TOP", "type": "and", "inputs": ["E1", "E2"]}]},
    ]  # fmt: skip
    base["claims"][0] |= {
        "text": "The guard stops no more often than the tree leaves to it",
        "requirement": {"measure": {"evidence": "EV", "measure": "rate"}, "kind": "rate-per-hour", "confidence": 0.95,
                        "bound": {"allocated": {"tree": "FT", "event": "E1"}}}}  # fmt: skip
    base["claims"].append({"id": "W0", "text": "The tree holds the causes", "owner": "A. Author", **ACCEPTED})
    base["arguments"][0]["side_claims"].append("W0")
    return base


@pytest.fixture(scope="module")
def without_limit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("inf") / "c", _case(), files={"record.csv": HOURS})


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("assess",), ("assess", "--why", "C1"), ("plan",), ("explain",), ("allocate",), ("whatif", "--set", "E2=0.002"),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_limit_is_a_document_like_any_other(without_limit: Path, command: tuple[str, ...]) -> None:
    """Infinity is no number of JSON: each of these ended as an error of the program."""
    name, *options = command
    code, out, err = call(name, without_limit, *options, "--json")
    assert code == (1 if name == "assess" else 0), err
    json.loads(out, parse_constant=pytest.fail)


def test_the_limit_is_the_text_inf(without_limit: Path) -> None:
    requirement = library.open(without_limit).document()["claims"][0]["requirement"]
    assert requirement is not None
    assert (requirement["bound"], requirement["holds"]) == ("inf", None)
    assert "nothing could refute it" in requirement["problem"]


@pytest.mark.slow
def test_a_baseline_and_pages_are_written(without_limit: Path, tmp_path: Path) -> None:
    assert call("build", without_limit, "--format", "html", "-o", tmp_path / "out")[0] == 0
    assert call("baseline", "create", without_limit, "b1", "--by", "A. Author", "--reason", "first")[0] == 0
    assert call("diff", without_limit, without_limit, "--json")[0] == 0


@pytest.mark.slow
def test_the_page_has_no_limit_either(without_limit: Path) -> None:
    session = Session.open(library.load(without_limit))
    page = portable(session.assess(), session)
    for settings in ({}, {"EV.rate": 1e-5}, {"E2": 2e-3}):
        assert status_on_the_page(page, settings) == "not evaluated"


def test_nobody_is_asked_to_compute_what_is_computed(without_limit: Path) -> None:
    ((repair,),) = json.loads(call("explain", without_limit, "--json")[1])["repair_sets"]
    assert repair["target"] == "C1"
    assert "nothing could refute it" in repair["action"]
