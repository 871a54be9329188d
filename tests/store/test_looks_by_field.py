"""Of every field of an evidence item: whether a run with another value and other numbers is a further look."""

from __future__ import annotations

from typing import Any

import pytest

from casegen.model.evidence import EvidenceSpec
from casegen.model.results import EvidenceState, Freshness
from casegen.store.looks import another_look, counted
from casegen.store.recipe import Recipe

FIRST: dict[str, Any] = {
    "id": "EV", "method": "demand-record", "inputs": {"record": "a.csv"}, "parameters": {"failure": "no stop"},
}  # fmt: skip
OTHER: dict[str, Any] = {
    "method": "mission-record", "inputs": {"record": "b.csv"}, "parameters": {"failure": "late stop"},
    "columns": {"demands": "runs"}, "labels": {"1": "pier"}, "units": {"demands": "10"}, "decimal": ",",
    "thousands": ".", "delimiter": ";", "encoding": "cp1252", "sheet": "summer", "rows": {"sample": 9},
    "totals": ["all"], "seed": 2, "seeds": 3,
}  # fmt: skip
BESIDE: dict[str, Any] = {
    "id": "EV-2", "title": "Tests", "text": "What", "confidence": 0.99, "unit_cost": 2.0, "owner": "A. Author",
    "waive": [{"rule": "sign-merged-entries", "reason": "one campaign", "by": "S. Safety"}],
}  # fmt: skip
"""what asks nothing else: names, texts, and how sure the limits are of the same draws"""


def document(number: float, **fields: object) -> dict[str, Any]:
    spec = EvidenceSpec.model_validate(FIRST | fields)
    hashes = {path: f"hash of {path}" for path in spec.inputs.values()}
    recipe = Recipe(spec, 1, spec.parameters, spec.confidence or 0.95, spec.inputs, hashes)
    measures = {"probability": {"value": number, "upper": number * 2, "confidence": recipe.confidence}}
    return {"id": spec.id, "recipe": recipe.content(), "measures": measures}


def test_every_field_is_one_or_the_other() -> None:
    assert {*OTHER, *BESIDE} == {*EvidenceSpec.model_fields}


@pytest.mark.parametrize("field", [*OTHER, *BESIDE])
def test_another_value_and_other_numbers_are_a_look(field: str) -> None:
    before, now = document(0.1), document(0.01, **{field: (OTHER | BESIDE)[field]})
    assert another_look(before, now) == (field in OTHER)
    assert another_look(now, document(0.1)) == (field in OTHER)
    assert not another_look(before, document(0.1, **{field: OTHER.get(field, BESIDE.get(field))}))


@pytest.mark.parametrize("field", OTHER)
def test_looks_are_counted_by_what_was_asked(field: str) -> None:
    state = EvidenceState("EV", Freshness.FRESH, document=document(0.1))
    assert counted(state, document(0.01, **{field: OTHER[field]})).looks == 2
