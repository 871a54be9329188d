"""The unit of costs and losses: a currency or a utility, alone or per what the harm is per; nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from casegen.assessment.safety.cost_units import of_another_unit
from casegen.io import load
from casegen.model.case import Case
from casegen.model.safety import Alarp, Loss

_KINDS: dict[str, dict[str, Any]] = {
    "mission": {"kind": "probability-per-mission", "mission_time": 2},
    "demand": {"kind": "probability-per-demand"},
    "hour": {"kind": "rate-per-hour"},
}
_CLAIM = "The brake fails in at most 1 of 1,000 starts"


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    """By what the harm is per: a case of one tree, with a claim on it."""
    made: dict[str, Case] = {}
    for name, kind in _KINDS.items():
        requirement = {"measure": {"tree": "FT"}, "comparison": "<=", "bound": 1e-3, "kind": kind["kind"]}
        data = {
            "casegen": 1,
            "case": {"id": "x", "title": "Device for rescue missions", "roots": ["C"]},
            "events": [{"id": "E", "text": "It breaks"}],
            "trees": [
                {"id": "FT", "title": "Fails", "top": "G", **kind,
                 "gates": [{"id": "G", "type": "or", "inputs": ["E"], "text": "Fails"}]}
            ],
            "claims": [{"id": "C", "text": _CLAIM, "requirement": requirement}],
        }  # fmt: skip
        folder = tmp_path_factory.mktemp(name)
        (folder / "case.yaml").write_text(json.dumps(data), encoding="utf-8")
        made[name] = load(folder)
    return made


def _problem(case: Case, unit: str) -> str:
    return of_another_unit(case, Alarp(disproportion=3, unit=unit, losses=(Loss(tree="FT", amount=1.0),)))


_PERIODS = (
    "EUR/yr", "EUR/a", "EUR per yr", "EUR p.a.", "EUR annually", "EUR yearly", "EUR monthly", "EUR weekly", "EUR every year",
    "EUR each month", "EUR/d", "EUR/mo", "EUR/hr", "EUR/min", "EUR jährlich", "EUR par an", "EUR/year per vehicle",
    "annual cost in EUR", "EUR al año", "EUR per season", "EUR im Jahr", "EUR over the life", "EUR one-off", "EUR a^-1",
    "EUR (per year)", "kr/år", "£ pa", "EUR per mission and year", "EUR per mission of 10 h", "EUR per passenger", "EUR a", "EUR per training mission", "EUR per failed mission", "EUR p.a.u", "EUR a.u. per year",
)  # fmt: skip
_SENSIBLE = (
    "", "EUR", "k€", "EUR per mission", "QALY", "£", "USD 2024", "EUR (2024)", "Mio. EUR", "equivalent fatalities per mission",
    "EUR je Einsatz", "EUR per mission of two hours", "EUR at 2024 prices", "life-years lost", "hours of downtime", "A$",
    "fatalities and weighted injuries (FWI)", "1000 EUR per mission", "10³ €", "EUR each mission", "harm points", "downtime hours", "EUR per mission (2024 prices)", "Schadenspunkte",
    "kg CO2", "t CO₂ per mission", "a.u.", "a. u. per mission", "arb. units per mission", "EUR per rescue mission",
)  # fmt: skip


@pytest.mark.parametrize("unit", _PERIODS)
def test_a_unit_that_may_name_a_period_is_not_held_against_harm_per_mission(
    cases: dict[str, Case], unit: str
) -> None:
    assert repr(unit) in _problem(cases["mission"], unit)


@pytest.mark.parametrize("unit", _SENSIBLE)
def test_a_currency_or_utility_is_held_against_harm_per_mission(cases: dict[str, Case], unit: str) -> None:
    assert _problem(cases["mission"], unit) == ""


@pytest.mark.parametrize(
    ("unit", "kind", "taken"),
    [
        ("EUR/hr", "hour", True), ("EUR per hour of operation", "hour", True), ("EUR hourly", "hour", False),
        ("EUR/yr", "hour", False), ("EUR per start", "demand", True), ("EUR per request", "demand", True),
        ("EUR per stop", "demand", False), ("EUR per day", "demand", False),
    ],
)  # fmt: skip
def test_a_unit_is_per_what_the_kind_or_the_claim_calls_it(
    cases: dict[str, Case], unit: str, kind: str, *, taken: bool
) -> None:
    assert (_problem(cases[kind], unit) == "") is taken
