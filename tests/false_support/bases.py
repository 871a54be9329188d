"""Base cases of the false-support folders: each holds without an error or a warning."""

from __future__ import annotations

from typing import Any

ACCEPTED = {"assumed": "The record of the review of 3 March says so", "accepted_by": "B. Judge"}


def calculation() -> dict[str, Any]:
    """A claim on a fault tree of stated probabilities, that meets its target of 1 of 1,000."""
    return {
        "casegen": 1,
        "case": {"id": "calc", "title": "Lift door", "roots": ["C1"]},
        "events": [
            {"id": "E1", "text": "The door contact sticks", "source": "data sheet",
             "model": {"type": "constant", "probability": 1e-4}},
            {"id": "E2", "text": "The controller misses the contact", "source": "data sheet",
             "model": {"type": "constant", "probability": 2e-4}},
        ],
        "trees": [
            {"id": "FT", "title": "The lift starts with an open door", "top": "TOP",
             "target": {"probability": 1e-3, "source": "lift standard"},
             "gates": [{"id": "TOP", "type": "or", "inputs": ["E1", "E2"], "text": "The lift starts"}]},
        ],
        "claims": [
            {"id": "C1", "text": "The lift starts with an open door in at most 1 of 1,000 missions", "owner": "A. Author",
             "requirement": {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"},
                             "kind": "probability-per-mission"}},
            {"id": "C2", "text": "The probabilities of both events come from the data sheet", "owner": "A. Author",
             **ACCEPTED},
            {"id": "W1", "text": "The tree contains the causes of the HAZOP table", "owner": "A. Author", **ACCEPTED},
        ],
        "arguments": [
            {"id": "A1", "text": "By fault tree", "supports": "C1", "block": "calculation", "tree": "FT",
             "from": ["C2"], "side_claims": ["W1"]},
        ],
    }  # fmt: skip


RECORD = "entry,demands,failures\nquay,4000,0\nbuoy,4000,1\n"


def measured() -> dict[str, Any]:
    """A claim on a record of 8,000 demands with one failure; needs the file ``record.csv`` (:data:`RECORD`)."""
    return {
        "casegen": 1,
        "case": {"id": "meas", "title": "Range guard", "roots": ["C1"]},
        "evidence_items": [
            {"id": "EV", "title": "Tests of the range guard", "method": "demand-record",
             "inputs": {"record": "record.csv"},
             "parameters": {"stopping": "planned", "spread": 0.5, "failure": "no stop", "population": "test vehicle 2"},
             "confidence": 0.95, "owner": "T. Tester"},
        ],
        "claims": [
            {"id": "C1", "text": "The range guard fails in at most 1 of 1,000 approaches", "owner": "A. Author",
             "requirement": {"measure": {"evidence": "EV", "measure": "probability"}, "comparison": "<=",
                             "bound": 1e-3, "kind": "probability-per-demand", "confidence": 0.95}},
            {"id": "W1", "text": "Approaches of the tests are like approaches in operation", "owner": "A. Author",
             **ACCEPTED},
        ],
        "evidence": [{"id": "N1", "text": "Record of the tests", "evidence": "EV", "owner": "T. Tester"}],
        "arguments": [
            {"id": "A1", "text": "The record shows it", "supports": "C1", "block": "evidence-incorporation",
             "from": ["N1"], "side_claims": ["W1"]},
        ],
    }  # fmt: skip
