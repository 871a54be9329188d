"""Numbers that lost their digits, or were not shown, where they are smallest or largest."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from casegen.fta import compile_tree, event_values, gate_importance
from casegen.fta.events import models
from casegen.io.openpsa.read import import_openpsa
from casegen.model.case import Case, Header
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import BasicEvent, FaultTree, PeriodicTest
from tests.fta.small_trees import case_of, gate


def test_the_risk_reduction_worth_of_a_nearly_certain_event_is_finite() -> None:
    """OR of .9 and 1e-18: without the first the top is 1e-18, so that RRW is 9e17."""
    case = case_of([gate("g", "or", "a", "b")], {"a": 0.9, "b": 1e-18})
    tree = compile_tree(case, "t")
    rows = {row.id: row for row in tree.importance([0.9, 1e-18])}
    assert rows["a"].rrw == pytest.approx(9e17, rel=1e-12)
    assert rows["b"].rrw == pytest.approx(1.0)
    alone = compile_tree(case_of([gate("g", "and", "a", "b")], {"a": 0.5, "b": 0.5}), "t")
    assert all(math.isinf(row.rrw) for row in alone.importance([0.5, 0.5]))


@pytest.mark.parametrize("seed", range(20))
def test_importance_is_the_top_with_the_event_held(seed: int) -> None:
    draw = np.random.default_rng(seed)
    gates = [
        gate("top", "or", "g1", "g2", "e0"),
        gate("g1", "and", "g3", "e1"),
        gate("g2", "xor", "e2", "g4"),
    ]
    gates += [
        gate("g3", "atleast", "e0", "e2", "e3", "e4", k=2),
        gate("g4", "and", "e4", "n"),
        gate("n", "not", "e1"),
    ]
    p = {f"e{i}": float(10.0 ** -draw.uniform(0, 20)) for i in range(5)}
    tree = compile_tree(case_of(gates, p), "t")
    points = [p[e] for e in tree.events]
    top = tree.probability(points)
    for row in tree.importance(points):
        i = tree.index[row.id]
        with_event, without = (tree.probability([*points[:i], x, *points[i + 1 :]]) for x in (1.0, 0.0))
        assert row.raw == pytest.approx(with_event / top, rel=1e-11)
        assert row.rrw == pytest.approx(top / without if without else math.inf, rel=1e-11)


def test_a_repairable_component_keeps_the_digits_of_a_small_rate() -> None:
    assert models.glm(0.0, 1e-15, 0.0, 1.0) == pytest.approx(1e-15, rel=1e-14)
    assert models.glm(0.0, 1e-15, 1e-3, 10.0) == pytest.approx(1e-15 * -math.expm1(-1e-2) / 1e-3, rel=1e-12)
    assert models.glm(0.01, 1e-3, 0.1, 0.0) == 0.01
    assert models.glm(0.01, 0.0, 0.0, 5.0) == 0.01
    assert models.glm(0.01, 1e-3, 0.1, 1e9) == pytest.approx(1e-3 / 0.101)


@pytest.mark.slow
def test_the_number_of_cut_sets_may_have_more_digits_than_python_prints_unasked() -> None:
    """15,000 pairs in series, 2^15,000 cut sets."""
    pairs = [gate(f"g{i}", "or", f"a{i}", f"b{i}") for i in range(15_000)]
    events = {f"{side}{i}": 0.9 for i in range(15_000) for side in "ab"}
    tree = compile_tree(case_of([gate("top", "and", *(g.id for g in pairs)), *pairs], events), "t")
    count = tree.cut_set_count()
    assert count == 2**15_000
    assert len(str(count)) == len(json.dumps(count)) == 4516


def test_a_not_gate_is_held_where_it_is_used_and_its_input_is_not() -> None:
    """top = a or n, n = not b, beside b itself: held false, n takes its own branch away and leaves b."""
    gates = [
        gate("top", "or", "x", "y"),
        gate("x", "and", "a", "n"),
        gate("y", "and", "c", "b"),
        gate("n", "not", "b"),
    ]
    p = {"a": 0.3, "b": 0.2, "c": 0.1}
    tree = compile_tree(case_of(gates, p), "t")
    values = [p[e] for e in tree.events]
    (row,) = gate_importance(tree, values, ["n"])
    top = 0.3 * 0.8 + 0.1 * 0.2
    held_true, held_false = 0.3 + 0.1 * 0.2 - 0.3 * 0.1 * 0.2, 0.1 * 0.2
    assert row.probability == pytest.approx(0.8)
    assert row.birnbaum == pytest.approx(held_true - held_false)
    assert row.raw == pytest.approx(held_true / top)
    assert row.rrw == pytest.approx(top / held_false)


def _imported(tmp_path: Path, body: str) -> Path:
    file = tmp_path / "m.xml"
    file.write_text(f'<opsa-mef><define-fault-tree name="T">{body}</define-fault-tree></opsa-mef>')
    return file


def test_names_that_are_no_identifiers_are_renamed_and_listed(tmp_path: Path) -> None:
    file = _imported(
        tmp_path,
        """<define-gate name="a top"><or><event name="pump &amp; valve"/><basic-event name="pump_valve"/></or></define-gate>
        <define-basic-event name="pump &amp; valve"><float value="0.1"/></define-basic-event>
        <define-basic-event name="pump_valve"><float value="0.2"/></define-basic-event>""",
    )
    result = import_openpsa(file)
    assert {e.id for e in result.case.events} == {"pump-valve", "pump_valve"}
    assert result.left_out == ("renamed: 'a top' is a-top here", "renamed: 'pump & valve' is pump-valve here")
    tree = compile_tree(result.case, "T")
    assert tree.probability(event_values(result.case, "T", {}).points) == pytest.approx(0.28)


def test_an_xor_of_three_is_ambiguous_in_exchanged_files(tmp_path: Path) -> None:
    file = _imported(
        tmp_path,
        '<define-gate name="g"><xor><event name="a"/><event name="b"/><event name="c"/></xor></define-gate>'
        + "".join(f'<define-basic-event name="{e}"><float value="0.1"/></define-basic-event>' for e in "abc"),
    )
    with pytest.raises(InputError, match="two meanings"):
        import_openpsa(file)


def test_a_first_test_after_the_mission_is_the_untested_event() -> None:
    model = PeriodicTest(type="periodic-test", failure_rate=1e-4, interval=50, first=720)
    case = Case(
        header=Header(id="c", title="c"), events=(BasicEvent(id="e", model=model),),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "e"),), mission_time=100.0),),
    )  # fmt: skip
    assert event_values(case, "t", {}).points[0] == pytest.approx(-math.expm1(-1e-2), rel=1e-12)


def test_a_group_member_with_an_expression_of_its_own_is_listed(tmp_path: Path) -> None:
    members = "".join(f'<basic-event name="{e}"/>' for e in "ab")
    file = _imported(
        tmp_path,
        f"""<define-gate name="g"><and>{members}</and></define-gate>
        <define-CCF-group name="C" model="beta-factor"><members>{members}</members>
        <distribution><float value="0.1"/></distribution><factor level="2"><float value="0.2"/></factor></define-CCF-group>
        <define-basic-event name="a"><float value="0.5"/></define-basic-event>""",
    )
    result = import_openpsa(file)
    assert result.left_out == ("basic event a: its own expression, for which group C has the distribution",)
