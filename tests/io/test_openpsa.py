"""Open-PSA and Galileo files: what they carry, and one bad file per error."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.fta import FaultTreeError, compile_tree, event_values
from casegen.io.galileo import read_galileo
from casegen.io.openpsa import import_openpsa, read_openpsa, write_openpsa
from casegen.model.diagnostic import InputError

BAD = Path(__file__).parent.parent / "bad" / "fta"


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("bomb.xml", 2, "declares entit"),
        ("external.xml", 2, "declares entit"),
        ("malformed.xml", 4, "not well-formed"),
        ("not-a-model.xml", 1, "expected <opsa-mef>"),
        ("unknown-gate.xml", 3, "did you mean <and>"),
        ("arity.xml", 3, "at least 2"),
        ("k-above-n.xml", 3, "k = 3 is more than the 2 inputs"),
        ("undefined.xml", 5, "'pmup' is not defined"),
        ("probability.xml", 4, "outside \\[0, 1\\]"),
        ("distribution.xml", 5, "greater than 1"),
        ("twice.xml", 4, "defined twice"),
        ("dynamic.dft", 3, "dynamic gate"),
        ("unfinished.dft", 2, "3 of 2|more than"),
    ],
)
def test_bad_files_are_refused_at_their_line(name: str, line: int, message: str) -> None:
    read = read_galileo if name.endswith(".dft") else read_openpsa
    with pytest.raises(InputError, match=message) as caught:
        read(BAD / name)
    assert caught.value.diagnostics[0].location.line == line
    assert caught.value.diagnostics[0].location.file.endswith(name)


def test_every_undefined_reference_is_reported() -> None:
    with pytest.raises(InputError) as caught:
        read_openpsa(BAD / "undefined.xml")
    assert [d.location.line for d in caught.value.diagnostics] == [5, 6]
    assert "did you mean pump?" in caught.value.diagnostics[0].mend


def test_a_cycle_is_found_with_its_place() -> None:
    case = read_openpsa(BAD / "cycle.xml")
    with pytest.raises(FaultTreeError, match="g1 -> g2 -> g3 -> g1") as caught:
        compile_tree(case, "t")
    assert case.locate(*caught.value.element).line == 3


def test_a_missing_mission_time_is_named() -> None:
    case = read_openpsa(BAD / "mission-time.xml")
    with pytest.raises(FaultTreeError, match="no mission time for a"):
        event_values(case, "t", {})
    assert event_values(case, "t", {}, mission_time=1000.0).probability[0] == pytest.approx(0.6321205588)


RICH = """<?xml version="1.0"?>
<opsa-mef name="plant">
  <define-fault-tree name="t"><label>Loss of cooling</label>
    <define-gate name="top"><label>all fail</label>
      <or><gate name="pumps"/><and><house-event name="maintenance"/><not><basic-event name="valve"/></not></and></or>
    </define-gate>
    <define-gate name="pumps"><cardinality min="1" max="2"><basic-event name="p1"/><basic-event name="p2"/></cardinality></define-gate>
    <define-component name="drive">
      <define-gate name="inner" role="private"><imply><basic-event name="valve"/><constant value="false"/></imply></define-gate>
      <define-gate name="outer"><gate name="inner"/></define-gate>
    </define-component>
    <define-CCF-group name="pumps-fail" model="MGL">
      <members><basic-event name="p1"/><basic-event name="p2"/></members>
      <distribution><float value="0.1"/></distribution>
      <factors><factor level="2"><float value="0.2"/></factor></factors>
    </define-CCF-group>
  </define-fault-tree>
  <model-data>
    <define-house-event name="maintenance"><constant value="true"/></define-house-event>
    <define-parameter name="rate" unit="hours-1"><lognormal-deviate><float value="1e-3"/><float value="3"/><float value="0.95"/></lognormal-deviate></define-parameter>
    <define-basic-event name="valve"><exponential><mul><float value="2"/><parameter name="rate"/></mul><system-mission-time/></exponential></define-basic-event>
  </model-data>
  <define-event-tree name="e"/>
</opsa-mef>
"""


def test_every_construct_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rich.xml"
    path.write_text(RICH)
    found = import_openpsa(path)
    case = found.case
    assert len(found.left_out) == 1
    assert "define-event-tree" in found.left_out[0]
    assert [t.id for t in case.trees] == ["t", "t.drive.outer"]
    assert case.trees[0].title == "Loss of cooling"
    values = event_values(case, "t", {}, mission_time=100.0)
    p = dict(zip(values.events, values.probability, strict=True))
    assert p["valve"] == pytest.approx(0.1812692469)
    assert p["[p1]"] == pytest.approx(0.08)
    assert p["[p1 p2]"] == pytest.approx(0.02)
    drive = compile_tree(case, "t.drive.outer")
    assert drive.probability([p["valve"]]) == pytest.approx(1 - p["valve"])


def test_a_written_model_means_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "rich.xml", tmp_path / "again.xml"
    first.write_text(RICH)
    case = read_openpsa(first)
    write_openpsa(case, second)
    again = read_openpsa(second)
    for tree in ("t", "t_drive_outer"):
        source = tree.replace("t_drive_outer", "t.drive.outer")
        a = compile_tree(case, source)
        b = compile_tree(again, tree)
        p = event_values(case, source, {}, mission_time=100.0)
        q = event_values(again, tree, {}, mission_time=100.0)
        assert a.probability(p.probability) == pytest.approx(b.probability(q.probability), rel=1e-12)


def test_a_static_galileo_tree(tmp_path: Path) -> None:
    path = tmp_path / "tree.dft"
    path.write_text(
        'toplevel "System"; // comment\n"System" or "A" B;\n/* two\nlines */ "A" 2of3 "C" "D" "E";\n'
        'B pand "C" "D";\n"C" prob=0.1 dorm=0;\n"D" lambda=0.001;\n"E" rate=0.01 shape=2;\n'
    )
    case = read_galileo(path)
    values = event_values(case, "tree", {}, mission_time=100.0)
    p = dict(zip(values.events, values.probability, strict=True))
    assert p["D"] == pytest.approx(0.0951625820)
    assert p["E"] == pytest.approx(0.6321205588)
    assert case.locate("events", 0).line == 6
