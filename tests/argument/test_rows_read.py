"""Rows of the HAZOP table that supported claims name are read with all that they say."""

from __future__ import annotations

from typing import Any

from casegen.argument.reading.to_be_read import to_be_read
from casegen.argument.status import status
from casegen.model.case import Case
from casegen.model.hazard import HazardScenario, HazopEntry, MissionProperty
from tests.argument.arguments import argument, case, claim, measured, state

ROW: dict[str, Any] = {
    "item": "zq item", "attribute": "zq value", "guide_word": "no", "deviation": "zq deviation",
    "causes": ["zq cause"], "consequences": ["zq consequence"], "mitigations": [{"text": "zq measure"}],
    "note": "zq note", "severity": "critical", "properties": ["P1"],
}  # fmt: skip


def read(one: Case) -> dict[str, tuple[str, ...]]:
    states = {"EV": state("EV")}
    return {s.id: s.texts for s in to_be_read(one, status(one, {}, states, {}).claims, states)}


def table(**more: Any) -> Case:
    nodes = (claim("C1", **more), argument("A1", "C1", "E1"), measured("E1", "EV"))
    rows = tuple(HazopEntry.model_validate({"id": name, **ROW}) for name in ("H1", "H2"))
    chain = [{"event": "E", "text": "zq step"}, {"event": "F"}]
    scenarios = tuple(
        HazardScenario.model_validate(
            {"id": f"S{k}", "title": "zq title", "hazop": [f"H{k}"], "chain": chain}
        )
        for k in (1, 2)
    )
    prop = MissionProperty(id="P1", title="zq property", stakeholders=("zq people",))
    return case(*nodes, items=("EV",), hazop=rows, scenarios=scenarios, properties=(prop,))


def test_a_named_row_is_read_with_all_its_cells() -> None:
    result = read(table(hazards=("H1",)))
    said = " ".join(result["H1"])
    for words in ("zq item", "zq value", "deviation", "cause", "consequence", "measure", "note", "critical"):
        assert words in said
    assert result["S1"] == ("zq title", "E: zq step")
    assert "zq people" in result["P1"]


def test_rows_that_no_claim_names_are_only_asked_about() -> None:
    result = read(table())
    assert {"S1", "S2", "P1"}.isdisjoint(result)
    assert "zq cause" not in " ".join(result["H1"])
