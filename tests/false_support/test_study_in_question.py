"""Safety studies whose own words contradict their numbers; each beside its true twin."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.assessment.test_safety import ITEMS, MATRIX, ROW, compared, studied
from tests.false_support import DROP, folder
from tests.false_support.test_decisive_states import asked_of

GROUP = {
    "id": "CCF", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1], "text": "same supply",
    "total": {"type": "constant", "probability": 3e-4}, "source": "IEC 61508-6, annex D; maker",
}  # fmt: skip
LATER = {
    **ROW,
    "id": "H2",
    "item": "N2",
    "item_type": "node",
    "guide_word": "late",
    "deviation": "late signal",
}


def row(**edits: Any) -> dict[str, Any]:
    return {f"hazop.H1.{key}": value for key, value in edits.items()}


def group(**edits: Any) -> dict[str, Any]:
    made = {
        "events.E1.model": DROP,
        "events.E2.model": DROP,
        "events.E1.source": DROP,
        "events.E2.source": DROP,
    }
    merged = {key: value for key, value in {**GROUP, **edits}.items() if value is not DROP}
    return made | {"common_cause": [merged]}


def rows(**edits: Any) -> dict[str, Any]:
    return {"hazop": [deepcopy(one) for one in (ROW, {**LATER, **edits})], "claims.C1.hazards": ["H1", "H2"]}


def matrix(name: str) -> dict[str, Any]:
    classes = [{**one, "name": name} if one["at_least"] == 1e-5 else one for one in MATRIX["classes"]]
    return {"case.study.risk_matrix": {**MATRIX, "classes": classes}}


def judged(item: str) -> dict[str, Any]:
    """A word of the flow of signals is left to a row about ``item``."""
    flow = {**ITEMS[2], "judged": [ITEMS[2]["judged"][0], {"guide_words": ["late"], "rows": ["H2"]}]}
    ends: list[dict[str, Any]] = [
        {"id": "N3", "type": "node", "title": "rope"}, {"id": "N4", "type": "node", "title": "motor"},
        {"id": "F2", "source": "N4", "target": "N3", "guide_words": ["late"]},
        {"id": "F3", "source": "N2", "target": "N4", "guide_words": ["late"]},
    ]  # fmt: skip
    more = [{**LATER, "id": "H3", "item": i, "item_type": "flow"} for i in ("F2", "F3") if i != item]
    made = [ROW, {**LATER, "item": item, "item_type": "flow"}, *more]
    made = [deepcopy(one) for one in made]
    return {
        "study_items": [*ITEMS[:2], flow, *ends],
        "hazop": made,
        "claims.C1.hazards": [one["id"] for one in made],
    }


ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "killed-and-negligible": (row(severity="negligible", consequences=["a person is killed in the shaft"]), "H1"),
    "fatal-and-marginal": (row(severity="marginal", consequences=["fatal fall"]), "H1"),
    "killed-and-unrated": (rows(severity=None, consequences=["a rider is killed"]), "H2"),
    "hurt-and-unrated": (rows(severity=None, consequences=["loss of a hand"]), "H2"),
    "hurt-and-negligible": (row(severity="negligible", consequences=["serious injuries of a rider"]), "H1"),
    "two-severities": (rows(severity="negligible"), "H2"),
    "planned": (row(mitigations=[{"text": "an interlock is planned", "refs": ["E2"]}]), "H1"),
    "removed": (row(mitigations=[{"text": "light curtain (removed in 2025)", "refs": ["E2"]}]), "H1"),
    "to-be-installed": (row(mitigations=[{"text": "interlock, to be installed in 2027", "refs": ["E2"]}]), "H1"),
    "in-development": (row(mitigations=[{"text": "second switch under development", "refs": ["E2"]}]), "H1"),
    "in-brackets": (row(mitigations=[{"text": "door switch (deactivated)", "refs": ["E2"]}]), "H1"),
    "broken-leg": (row(severity="negligible", consequences=["a rider breaks a leg"]), "H1"),
    "electrocuted": (row(severity="negligible", consequences=["worker electrocuted"]), "H1"),
    "bypassed": (row(mitigations=[{"text": "the alarm is currently bypassed", "refs": ["E2"]}]), "H1"),
    "two-deaths": (row(severity="marginal", consequences=["two deaths"]), "H1"),
    "planned-first": (row(mitigations=[{"text": "planned: rope brake", "refs": ["E2"]}]), "H1"),
    "bare-removed": (row(mitigations=[{"text": "rope brake removed", "refs": ["E2"]}]), "H1"),
    "no-longer": (row(mitigations=[{"text": "rope brake no longer fitted", "refs": ["E2"]}]), "H1"),
    "dismantled": (row(mitigations=[{"text": "the rope brake dismantled", "refs": ["E2"]}]), "H1"),
    "out-of-order": (row(mitigations=[{"text": "the rope brake is out of order", "refs": ["E2"]}]), "H1"),
    "nicht-mehr": (row(mitigations=[{"text": "Seilbremse nicht mehr eingebaut", "refs": ["E2"]}]), "H1"),
    "geplant": (row(mitigations=[{"text": "geplant: Seilbremse", "refs": ["E2"]}]), "H1"),
    "severe-and-marginal": (row(severity="marginal", consequences=["severe injury"]), "H1"),
    "seriously-injured": (row(severity="negligible", consequences=["The driver is seriously injured"]), "H1"),
    "loss-of-a-hand": (row(severity="negligible", consequences=["loss of a hand"]), "H1"),
    "killed-and-critical": (row(severity="critical", consequences=["a person is killed"]), "H1"),
    "verlust": (row(severity="marginal", consequences=["Verlust einer Hand"]), "H1"),
    "row-of-a-stranger": (judged("F2"), "F1"),
    "class-of-another-number": (matrix("remote (less than 1e-7)"), "calc"),
    "beta-of-nothing": (group(factors=[0.0]), "CCF"),
    "beta-of-next-to-nothing": (group(factors=[1e-9]), "CCF"),
    "alpha-of-nothing": (group(model="alpha-factor", factors=[1.0]), "CCF"),
    "phi-of-nothing": (group(model="phi-factor", factors=[1.0, 0.0]), "CCF"),
    "mgl-of-nothing": (group(model="mgl", factors=[0.0]), "CCF"),
    "beta-of-a-member": (group(source=DROP) | {"events.E1.source": "data sheet"}, "CCF"),
    "alpha-short-of-one": (group(model="alpha-factor", factors=[0.75, 0.05]), "CCF"),
}  # fmt: skip
QUIET: dict[str, dict[str, Any]] = {
    "killed-and-catastrophic": row(severity="catastrophic", consequences=["a person is killed in the shaft"]),
    "no-row-is-rated": row(severity=None, consequences=["a person is killed"]),
    "dirt-and-unrated": rows(severity=None, consequences=["the rope is dirty"]),
    "nobody-killed": row(severity="marginal", consequences=["no person is killed, the rope is worn"]),
    "a-process-killed": row(severity="marginal", consequences=["the process is killed and starts anew"]),
    "hurt-and-marginal": row(severity="marginal", consequences=["light injuries"]),
    "two-consequences": rows(severity="negligible", consequences=["the ride starts a second later"]),
    "one-severity": rows(),
    "in-force": row(mitigations=[{"text": "the plan of maintenance removes worn contacts", "refs": ["E2"]}]),
    "prevented": row(severity="marginal", consequences=["a fatal fall is prevented by the net"]),
    "removed-for": row(
        mitigations=[{"text": "the door, removed for cleaning, opens the circuit", "refs": ["E2"]}]
    ),
    "switched-off-by": row(
        mitigations=[{"text": "the motor is switched off by the watchdog", "refs": ["E2"]}]
    ),
    "planned-maintenance": row(mitigations=[{"text": "planned maintenance of the lock", "refs": ["E2"]}]),
    "sources-removed": row(mitigations=[{"text": "ignition sources removed", "refs": ["E2"]}]),
    "obstacles": row(mitigations=[{"text": "the obstacles removed", "refs": ["E2"]}]),
    "motor-off": row(mitigations=[{"text": "the motor is disabled by the switch", "refs": ["E2"]}]),
    "planned-stop": row(mitigations=[{"text": "planned stop of the lift", "refs": ["E2"]}]),
    "longer": row(mitigations=[{"text": "the brake no longer sticks", "refs": ["E2"]}]),
    "severe-and-critical": row(severity="critical", consequences=["severe injury", "loss of a hand"]),
    "bruise": row(severity="marginal", consequences=["the driver is hurt", "loss of a load"]),
    "row-of-a-neighbour": judged("F3"),
    "class-of-its-number": matrix("remote (1e-5 to 1e-3)"),
    "class-of-a-name": matrix("remote"),
    "beta": group(),
    "beta-in-the-text": group(source=DROP, text="Shared supply, beta 10 %")
    | {"events.E1.source": "data sheet"},
    "beta-in-a-members-source": group(source=DROP) | {"events.E1.source": "data sheet; beta of table D.4"},
    "alpha": group(model="alpha-factor", factors=[0.95, 0.05]),
    "phi": group(model="phi-factor", factors=[0.95, 0.05]),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_study_against_its_own_words_is_asked_about(tmp_path: Path, name: str) -> None:
    edits, part = ASKED[name]
    assert part in asked_of(folder(tmp_path / "x", studied(), edits))


@pytest.mark.parametrize("name", QUIET)
def test_a_study_that_agrees_asks_nothing(tmp_path: Path, name: str) -> None:
    assert asked_of(folder(tmp_path / "x", studied(), QUIET[name])) == []


@pytest.mark.parametrize(
    ("edits", "asked"),
    [
        ({"cost_source": "offer, 5 EUR"}, True),
        ({"cost_source": "offer, 300 EUR"}, False),
        ({"cost_source": "offer, 0.3 k€"}, False),
        ({"cost_source": "TBD"}, True),
        ({"cost_source": "guessed"}, True),
        ({"cost_source": "offer 17 of the maker"}, False),
        ({"title": "Better contact for 5 EUR"}, True),
        ({"title": "Better contact for EUR 300"}, False),
    ],
)
def test_what_a_measure_costs_is_what_its_words_say(
    tmp_path: Path, edits: dict[str, Any], asked: bool
) -> None:
    at = folder(tmp_path / "x", compared(300), {f"risk_reductions.RR.{k}": v for k, v in edits.items()})
    assert ("RR" in asked_of(at)) == asked


@pytest.mark.parametrize(
    ("edits", "part"),
    [
        ({"claims.C3.text": "Each measure left out costs more than ten times the harm"}, "C3"),
        (
            {"case.risk_criteria": "A measure is left out if it costs 10 times the harm that it removes"},
            "calc",
        ),
        ({"claims.C3.text": "Each measure left out costs more than three times the harm"}, ""),
        (
            {"case.risk_criteria": "A measure is left out if it costs more than the factor of 3 of the harm"},
            "",
        ),
    ],
)
def test_the_factor_in_words_is_the_one_that_is_held(
    tmp_path: Path, edits: dict[str, Any], part: str
) -> None:
    asked = asked_of(folder(tmp_path / "x", compared(300), edits))
    assert part in asked if part else not {"C3", "calc"} & set(asked)
