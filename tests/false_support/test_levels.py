"""Integrity levels in texts (SIL, ASIL, PL), and fractions of inputs that are taken for missions or for a year."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured

TEXT, REQUIREMENT = "claims.C1.text", "claims.C1.requirement"
RATES = "entry,hours,failures\nfleet 1,60000000,1\nfleet 2,90000000,2\n"
HOURLY = {
    "evidence_items.EV.method": "operating-record", f"{REQUIREMENT}.measure.measure": "rate",
    f"{REQUIREMENT}.kind": "rate-per-hour",
}  # fmt: skip


def _rate(text: str, bound: float) -> dict[str, Any]:
    return {**HOURLY, TEXT: text, f"{REQUIREMENT}.bound": bound}


LEVELS: dict[str, dict[str, Any]] = {
    "pl-d": _rate("The range guard reaches PL d", 2e-6),
    "pl-e": _rate("The range guard reaches PL e.", 5e-7),
    "pl-b": _rate("Die Funktion Bereichswächter erreicht den Performance Level b", 2e-5),
    "pl-c-required": _rate("The range guard reaches PLr = c", 5e-6),
    "asil-d": _rate("The range guard meets ASIL D", 9e-8),
    "asil-c": _rate("The range guard meets ASIL-C", 2e-7),
    "asil-b-decomposed": _rate("The range guard meets ASIL B(D)", 2e-7),
    "sil-3": _rate("The range guard meets SIL 3", 2e-7),
    "pl-in-a-mean-time": _rate("The range guard keeps performance level d over its life", 2e-6),
    "roman": _rate("The range guard reaches SIL III", 2e-7),
    "in-words": _rate("The range guard reaches safety integrity level 3", 2e-7),
    "quoted": _rate("Die Funktion Bereichswächter erreicht Performance Level „d“", 2e-6),
    "dal-a": _rate("The range guard meets DAL A", 1e-8),
    "dal-b-of-an-item": _rate("The range guard is developed to item assurance level B", 1e-6),
    "do-178c": _rate("Software of the range guard keeps to DO-178C, Level A", 1e-7),
    "fdal-c-german": _rate("Die Funktion Bereichswächter erreicht FDAL C", 1e-4),
    "dal-per-demand": {TEXT: "The range guard meets DAL B"},
    "pl-per-demand": {TEXT: "The range guard reaches PL d"},
    "asil-per-demand": {TEXT: "The range guard meets ASIL D"},
    # a SIL of high demand or continuous mode is per hour, whatever the requirement counts
    "sil-of-high-demand": {TEXT: "The range guard reaches SIL 2 in high demand mode"},
    "sil-of-continuous-mode": {TEXT: "The range guard reaches SIL 1 in continuous mode"},
    "sil-by-its-pfh": {TEXT: "The PFH of the range guard is that of SIL 2"},
    "sil-of-high-demand-german": {TEXT: "Die Funktion Bereichswächter erreicht SIL 2 in der Betriebsart mit hoher Anforderungsrate"},
    "sil-of-low-demand-per-hour": _rate("The range guard reaches SIL 2 in low demand mode", 1e-7),
}  # fmt: skip


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_stronger_than_the_requirement(tmp_path: Path, name: str) -> None:
    files = {"record.csv": RATES if REQUIREMENT + ".kind" in LEVELS[name] else RECORD}
    must_not_hold(folder(tmp_path / name, measured(), LEVELS[name], files), "text-number")


def test_a_level_of_a_tree_per_mission(tmp_path: Path) -> None:
    """10⁻⁷ to 10⁻⁶ per hour over ten hours is less than 1 of 1,000 missions."""
    edits = {"trees.FT.mission_time": 10, TEXT: "The lift starts with an open door seldom enough for PL d"}
    must_not_hold(folder(tmp_path / "mission", calculation(), edits), "text-number")
    edits |= {"trees.FT.target.probability": 1e-5}
    edits |= {f"events.E{k}.model.probability": 1e-6 for k in (1, 2)}
    must_hold(folder(tmp_path / "twin", calculation(), edits))


def test_a_sil_of_continuous_mode_of_a_tree_per_mission(tmp_path: Path) -> None:
    """SIL 3 over ten hours is 10⁻⁶ per mission, not 10⁻³."""
    text = "The lift starts with an open door seldom enough for SIL 3 in continuous mode"
    edits = {"trees.FT.mission_time": 10, TEXT: text}
    must_not_hold(folder(tmp_path / "mission", calculation(), edits), "text-number")


LEVEL_TWINS: dict[str, dict[str, Any]] = {
    "pl-d": _rate("The range guard reaches PL d", 1e-6),
    "pl-a": _rate("The range guard reaches PL a", 1e-4),
    "pl-c-german": _rate("Die Funktion Bereichswächter erreicht PL c", 3e-6),
    "asil-b": _rate("The range guard meets ASIL B", 1e-7),
    "asil-a-has-no-number": _rate("The range guard meets ASIL A", 1e-3),
    "dal-b": _rate("The range guard meets DAL B", 1e-7),
    "sil-of-high-demand": _rate("The range guard meets SIL 2 in high demand mode", 1e-6),
    "sil-of-low-demand": {TEXT: "The range guard reaches SIL 2 in low demand mode"},
    "dal-e-has-no-number": _rate("The range guard meets DAL E", 1e-3),
    "the-dal-part-is-named": {TEXT: "The DAL A computer of the range guard fails in at most 1 of 1,000 approaches"},
    "the-part-is-named": {TEXT: "The PL d controller of the range guard fails in at most 1 of 1,000 approaches"},
    "the-function-is-named": {TEXT: "The ASIL B function of the range guard fails in at most 1 of 1,000 approaches"},
    "the-sil-part-is-named": {TEXT: "The SIL 4 range guard fails in at most 1 of 1,000 approaches"},
    "performance-level-a-system": {TEXT: "The range guard keeps the performance level a vehicle needs"},
    "pull-request": {TEXT: "The range guard of PL engineering fails in at most 1 of 1,000 approaches"},
}  # fmt: skip


@pytest.mark.parametrize("name", LEVEL_TWINS)
def test_a_level_that_the_requirement_covers(tmp_path: Path, name: str) -> None:
    files = {"record.csv": RATES if REQUIREMENT + ".kind" in LEVEL_TWINS[name] else RECORD}
    must_hold(folder(tmp_path / name, measured(), LEVEL_TWINS[name], files))


PER_INPUT = {
    "evidence_items.EV.title": "Pictures of the quay",
    "evidence_items.EV.method": "nn-scenario-performance", "evidence_items.EV.inputs": {"predictions": "p.csv"},
    "evidence_items.EV.parameters": {"by": ["light"]}, f"{REQUIREMENT}.measure.measure": "worst_scenario",
    f"{REQUIREMENT}.kind": "fraction", f"{REQUIREMENT}.comparison": ">=", f"{REQUIREMENT}.bound": 0.9,
}  # fmt: skip
PICTURES = {"p.csv": "light,correct,true,predicted\n" + "day,1,a,a\nnight,1,b,b\n" * 300}
FRACTIONS = {
    "missions": "In at least 90 % of the missions the range guard is right",
    "flights": "The range guard is right in at least 9 of 10 flights",
    "missionen": "In mindestens 90 % der Missionen hat der Bereichswächter recht",
    "per-mission": "The range guard is right with a probability of at least 0.9 per mission",
    "within-a-year": "The range guard is wrong within a year with a probability of at most 10 %",
    "innerhalb-eines-jahres": "Der Bereichswächter irrt innerhalb eines Jahres mit einer Wahrscheinlichkeit von höchstens 10 %",
    "over-the-service-life": "The range guard is right over a service life of 20 years with a probability of at least 0.9",
    "flight-of-two-hours": "The range guard is right with a probability of at least 0.9 per flight of 2 h",
}  # fmt: skip


@pytest.mark.parametrize("name", FRACTIONS)
def test_a_fraction_of_inputs_is_none_of_missions_or_years(tmp_path: Path, name: str) -> None:
    edits = {**PER_INPUT, TEXT: FRACTIONS[name]}
    must_not_hold(folder(tmp_path / name, measured(), edits, PICTURES), "the text speaks of")


FRACTION_TWINS: dict[str, dict[str, Any]] = {
    "pictures": {TEXT: "The range guard is right in at least 90 % of the pictures"},
    "pictures-of-a-year": {TEXT: "The range guard is right in at least 90 % of the pictures within a year"},
    "rows-are-missions": {
        TEXT: "In at least 90 % of the missions the range guard is right",
        "evidence_items.EV.title": "A row for each mission of the range guard"},
    "rows-are-flights": {
        TEXT: "The range guard is right in at least 9 of 10 flights", "evidence_items.EV.text": "Flights of May"},
    "for-the-missions-of-a-year": {TEXT: "For the missions of the year, the guard is right in at least 90 % of the pictures"},
}  # fmt: skip


@pytest.mark.parametrize("name", FRACTION_TWINS)
def test_a_fraction_of_what_its_data_are(tmp_path: Path, name: str) -> None:
    edits = {**PER_INPUT, **FRACTION_TWINS[name]}
    must_hold(folder(tmp_path / name, measured(), edits, PICTURES))
