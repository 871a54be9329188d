"""A tree written as Open-PSA and read again means the same."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from casegen.fta import compile_tree, event_values
from casegen.io.openpsa.read import read_openpsa
from casegen.io.openpsa.write import write_openpsa
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant
from casegen.model.quantity import Dependence, Exposure, MeasureKind
from tests.fta.small_trees import case_of, gate, random_cases


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(random_cases())
def test_round_trip(case: Case) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.xml"
        write_openpsa(case, path)
        again = read_openpsa(path)
    first = compile_tree(case, "t")
    p = dict(zip(first.events, event_values(case, "t", {}).probability, strict=True))
    top = case.trees[0].top
    tree = next(t for t in again.trees if top in {g.id for g in t.gates})
    second = compile_tree(again, tree.id, top=top)
    assert second.probability([p[e] for e in second.events]) == pytest.approx(
        first.probability(list(p.values())), rel=1e-9, abs=1e-14
    )
    before = first.gate_probabilities(list(p.values()))
    after = second.gate_probabilities([p[e] for e in second.events])
    # a gate below `at least 0 of` is written as the constant it is under, and no longer reached
    assert set(after) <= set(before)
    assert after == pytest.approx({g: before[g] for g in after}, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("share", [None, 0.25])
@pytest.mark.parametrize("dependence", [Dependence.INDEPENDENT, Dependence.ANY])
@pytest.mark.parametrize("unit", ["demands", "hours"])
def test_an_exposure_is_written_as_what_it_makes(
    unit: str, dependence: Dependence, share: float | None, tmp_path: Path
) -> None:
    kind = MeasureKind.PER_HOUR if unit == "hours" else MeasureKind.PER_DEMAND
    exposure = Exposure.model_validate({unit: 40.0, "dependence": dependence, "share": share})
    event = BasicEvent(id="a", model=Constant(probability=0.002, kind=kind, exposure=exposure))
    case = replace(case_of([gate("g", "or", "a")], {}), events=(event,))
    lost = write_openpsa(case, tmp_path / "m.xml")
    assert any("upper end" in text for text in lost) == (share is not None or dependence is Dependence.ANY)
    again = read_openpsa(tmp_path / "m.xml")
    (tree,) = again.trees
    assert event_values(again, tree.id, {}).points == pytest.approx(
        event_values(case, "t", {}).points, rel=1e-12
    )
