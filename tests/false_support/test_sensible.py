"""Sensible small cases as people write them: no error, no warning, and they hold."""

from __future__ import annotations

import copy
import hashlib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.false_support import edited, folder, must_hold
from tests.false_support.bases import ACCEPTED, RECORD, calculation, measured

NOTE = "Inspection of 4 May: all twelve bolts tightened.\n"
RECORDED = {
    "id": "N9", "text": "Record of the inspection", "artefact": "records/inspection.md", "version": "1", "date": "2026-05-04",
    "sha256": hashlib.sha256(NOTE.encode()).hexdigest(), "owner": "T. Tester", "accepted_by": "B. Judge",
}  # fmt: skip
FILES = {"record.csv": RECORD, "records/inspection.md": NOTE}
OWNED = {"owner": "A. Author"}


def _step(
    id: str, supports: str, block: str, *premises: str, side: tuple[str, ...] = ("W1",), **more: Any
) -> dict[str, Any]:
    return {"id": id, "text": f"Step to {supports}", "supports": supports, "block": block, "from": list(premises),
            "side_claims": list(side), **more}  # fmt: skip


def redundancy() -> dict[str, Any]:
    """Two channels, one of them measured, under an AND, with a common cause beside them."""
    base = measured()
    base["events"] = [
        {"id": "A", "text": "The guard misses", "model": {"type": "evidence", "evidence": "EV", "measure": "probability",
                                                          "exposure": {"demands": 3}}},
        {"id": "B", "text": "The bumper misses", "source": "data sheet", "model": {"type": "constant", "probability": 1e-3}},
        {"id": "P", "text": "Power is lost", "source": "field data",
         "model": {"type": "exponential", "rate": {"distribution": "lognormal", "mean": 1e-7, "error_factor": 3}}},
    ]  # fmt: skip
    base["trees"] = [{"id": "FT", "title": "Collision", "top": "TOP", "mission_time": 4,
                      "target": {"probability": 1e-4, "confidence": 0.9},
                      "gates": [{"id": "TOP", "type": "or", "inputs": ["BOTH", "P"]},
                                {"id": "BOTH", "type": "and", "inputs": ["A", "B"]}]}]  # fmt: skip
    base["evidence_items"][0]["confidence"] = 0.99
    base["case"]["roots"] = ["C0"]
    base["claims"][0]["requirement"]["bound"] = {"allocated": {"tree": "FT", "event": "A"}}
    base["claims"][0]["text"] = "The range guard fails no more often than the tree leaves to it"
    base["claims"].append({"id": "C0", "text": "The vehicle collides in fewer than 1 of 10,000 missions", **OWNED,
                           "requirement": {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"}, "confidence": 0.9,
                                           "kind": "probability-per-mission"}})  # fmt: skip
    base["arguments"].append(_step("A0", "C0", "calculation", "C1", tree="FT"))
    return base


def documents() -> dict[str, Any]:
    """Records only, with context, definition, justification and a refuted objection."""
    return {
        "casegen": 1, "case": {"id": "doc", "title": "Bridge", "roots": ["C1"], "authors": ["A. Author", "B. Judge"]},
        "claims": [
            {"id": "C1", "text": "The railing of the bridge carries a crowd", "context": ["K1", "K2", "K3"]},
            {"id": "W1", "text": "The inspectors used the torque of the drawing", **ACCEPTED},
        ],
        "contexts": [
            {"id": "K1", "kind": "context", "text": "Foot bridge over the canal, 2026"},
            {"id": "K2", "kind": "definition", "text": "Crowd: 1 kN per metre, after the railing standard"},
            {"id": "K3", "kind": "assumption", "text": "Nobody loosens bolts between inspections", "owner": "Canal office",
             "accepted_by": "B. Judge"},
        ],
        "evidence": [copy.deepcopy(RECORDED)],
        "arguments": [_step("A1", "C1", "evidence-incorporation", "N9")],
        "defeaters": [{"id": "D1", "target": "N9", "kind": "undermining", "state": "refuted", "owner": "C. Critic",
                       "text": "The record is of the other bridge", "response": "Its photographs show the canal",
                       "refuted_by": "B. Judge"}],
        "residual_doubts": [{"id": "R1", "target": "W1", "text": "Two bolts were hard to reach", "owner": "T. Tester",
                             "reason": "Ten bolts carry the load", "accepted_by": "B. Judge"}],
    }  # fmt: skip


def modules() -> tuple[dict[str, Any], str]:
    """A claim of one module used by another through a sub-case, in shorter words; and the file of that module."""
    below = documents()
    below["claims"][0] |= {"public": True}
    del below["case"]
    below["module"] = {"id": "RAILING", "title": "The railing"}
    above = {
        "casegen": 1, "case": {"id": "mod", "title": "Bridge", "roots": ["C0"]}, "include": ["railing.yaml"],
        "claims": [{"id": "C0", "text": "The bridge is open to walkers"}, {"id": "C2", "text": "The deck is dry"},
                   {"id": "W0", "text": "Walkers need a railing and a deck", **ACCEPTED}],
        "evidence": [{**RECORDED, "id": "N2"}],
        "sub_cases": [{"id": "S1", "claim": "C1", "text": "The railing carries a crowd"}],
        "arguments": [_step("A0", "C0", "decomposition", "S1", "C2", side=("W0",)),
                      _step("A2", "C2", "evidence-incorporation", "N2", side=("W0",))],
    }  # fmt: skip
    return above, yaml.safe_dump(below)


def falsifiable() -> dict[str, Any]:
    """An assumption that a measurement decides."""
    return edited(documents(), {
        "evidence_items": measured()["evidence_items"],
        "contexts.K3": {"id": "K3", "kind": "assumption", "text": "Fewer than 1 of 100 walkers climbs the railing",
                        "owner": "Canal office", "state": "unknown",
                        "requirement": measured()["claims"][0]["requirement"] | {"bound": 0.01}},
    })  # fmt: skip


def german() -> dict[str, Any]:
    return edited(measured(), {
        "case.title": "Hafenfahrzeug",
        "claims.C1.text": "Der Bereichswächter versagt bei höchstens 1 von 1.000 Annäherungen mit 95 % Konfidenz",
        "claims.W1.text": "Die Annäherungen der Versuche sind wie die im Betrieb, höchstens 5 % liegen außerhalb",
    })  # fmt: skip


def monitor() -> dict[str, Any]:
    """A monitor as condition of an inhibit gate, and a tree that is switched by a house event."""
    return edited(calculation(), {
        "events.E2": {"id": "E2", "text": "The monitor is silent", "conditional": True, "source": "share of tests",
                      "model": {"type": "constant", "probability": 0.02, "kind": "fraction"}},
        "house_events.+": {"id": "TRIAL", "state": False, "text": "Trial operation without monitor"},
        "trees.FT.gates.TOP": {"id": "TOP", "type": "inhibit", "inputs": ["E1"], "condition": "SILENT"},
        "trees.FT.gates.+": {"id": "SILENT", "type": "or", "inputs": ["E2", "TRIAL"]},
    })  # fmt: skip


def two_numbers() -> dict[str, Any]:
    """A condition with a percentage of its own, lengths, times and a standard in the text."""
    return edited(measured(), {
        "claims.C1.text": "With at most 2 % of the beams blocked, the guard of IEC 61496 misses at most 0.1 % of obstacles "
        "closer than 1.5 m within 2 s",
    })  # fmt: skip


def availability() -> dict[str, Any]:
    return edited(measured(), {
        "claims.C1.text": "The range guard answers at least 999 of 1,000 approaches",
    })  # fmt: skip


def stricter() -> dict[str, Any]:
    """The requirement asks for more than text and target."""
    return edited(calculation(), {"claims.C1.requirement.bound": 4e-4, "trees.FT.target.probability": 1e-3})


def hours() -> dict[str, Any]:
    """A rate per hour from a record of operation, required as a rate."""
    base = measured()
    base["evidence_items"][0] |= {"method": "operating-record", "title": "Hours of the thrusters"}
    base["claims"][0]["text"] = "A thruster fails at most once in 10³ hours"
    base["claims"][0]["requirement"] |= {
        "measure": {"evidence": "EV", "measure": "rate"},
        "kind": "rate-per-hour",
    }
    return base


HOURS = {"record.csv": "entry,hours,failures\nfleet 1,6000,1\nfleet 2,9000,2\n"}
CASES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "redundancy": (redundancy(), FILES), "documents": (documents(), FILES), "modules": (modules()[0], {**FILES, "railing.yaml": modules()[1]}),
    "falsifiable": (falsifiable(), FILES), "german": (german(), FILES), "monitor": (monitor(), FILES),
    "two-numbers": (two_numbers(), FILES), "availability": (availability(), FILES), "stricter": (stricter(), FILES),
    "hours": (hours(), HOURS),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_sensible_case_is_clean(tmp_path: Path, name: str) -> None:
    case, files = CASES[name]
    must_hold(folder(tmp_path / name, case, files=files))
