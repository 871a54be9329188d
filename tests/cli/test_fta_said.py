"""What fault-tree commands say beside their numbers: an upper bound, a unit, a target that is just met."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen import open as opened
from tests.conftest import Ran


@pytest.mark.parametrize("command", ["importance", "uncertainty", "sensitivity", "curve"])
@pytest.mark.parametrize("setting", [(), ("--set", "A=0.1")])
def test_an_order_that_is_counted_as_1_is_said_by_every_command(
    casegen: Callable[..., Ran], tmp_path: Path, command: str, setting: tuple[str, ...]
) -> None:
    """``quantify`` named the upper bound, the others printed it as if it were the probability."""
    path = tmp_path / "tree.dft"
    numbers = "lambda=.01" if setting else "prob=.1"
    path.write_text(f'toplevel "G";\n"G" pand "A" "B";\n"A" {numbers};\n"B" lambda=.02;\n')
    more = ("--hours", 10) if command == "curve" else ("--mission-time", 10)
    ran = casegen("fta", command, path, *more, *setting)
    assert "counted as 1" in ran.err if setting else "counted as AND: an upper bound" in ran.err
    if setting:
        assert "counted" not in casegen("fta", command, path, *more).err


def test_a_whatif_says_that_an_order_is_counted_as_1(tmp_path: Path) -> None:
    """A rise from .0085 to .0181 by a change of an input from .095 to .1: the order is no longer known."""
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T}\nevents:\n"
        "  - {id: A, model: {type: exponential, rate: 0.01}}\n  - {id: B, model: {type: exponential, rate: 0.02}}\n"
        "trees: [{id: T, top: G, mission_time: 10, gates: [{id: G, type: priority-and, inputs: [A, B]}]}]\n"
    )
    (tree,) = opened(tmp_path).what_if({"A": 0.1}).document()["trees"]
    assert tree["after"] == pytest.approx(0.0181269, rel=1e-5)
    assert "counted as 1" in tree["rounding"]
    spread = {"distribution": "uniform", "lower": 0.0, "upper": 0.2}
    (tree,) = opened(tmp_path).what_if({"A": spread}).document()["trees"]
    assert tree["rounding"] == "priority-AND gate G is counted as AND: an upper bound"
    assert opened(tmp_path).tree("T").rounding == ""


def test_a_target_that_is_just_met_is_not_shown_as_missed(
    casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    """0.30000000000000004 was printed as 0.3001, since bounds are rounded upward."""
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T}\nevents: [{id: A}, {id: B}, {id: C, model: {type: exponential, rate: 0.01}}]\n"
        "common_cause: [{id: CC, model: beta-factor, members: [A, B], factors: [0.1],\n"
        "  total: {type: exponential, rate: 0.02}}]\n"
        "trees: [{id: T, top: G, mission_time: 10, target: {probability: 0.3}, gates: [\n"
        "  {id: G, type: or, inputs: [C, {type: and, inputs: [A, B]}]}]}]\n"
    )
    assert "achieved with these: 0.3;" in casegen("allocate", tmp_path, "--event", "[A B]").out


def test_a_rate_is_not_headed_probability_alone(casegen: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T}\n"
        "events: [{id: A, model: {type: constant, probability: 1.5, kind: rate-per-hour}}]\n"
        "trees: [{id: T, top: G, kind: rate-per-hour, gates: [{id: G, type: or, inputs: [A]}]}]\n"
    )
    assert "T: a rate, per hour" in casegen("fta", "quantify", tmp_path).out
    shown = casegen("fta", "curve", tmp_path, "--hours", 1).out
    assert "rate, per hour" in shown
    assert "probability" not in shown


def test_a_mission_time_that_the_command_states_need_not_stand_in_the_case(
    casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    """1 - .99 exp(-.01); the same model as Open-PSA XML was answered, the case folder was refused."""
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T}\nevents:\n  - {id: A, model: {type: exponential, rate: 1e-4}}\n"
        "  - {id: B, model: {type: constant, probability: 1e-2}}\n"
        "trees: [{id: T, top: G, gates: [{id: G, type: or, inputs: [A, B]}]}]\n"
    )
    here = ("--mission-time", 100)
    assert casegen("fta", "quantify", tmp_path, *here, "--json").json["probability"] == pytest.approx(
        0.01985066
    )
    for command in ("cutsets", "importance", "uncertainty", "sensitivity"):
        assert casegen("fta", command, tmp_path, *here).code == 0
    curve = casegen("fta", "curve", tmp_path, "--hours", 100, "--json").json
    assert curve["probability"][-1] == pytest.approx(0.01985066)
    drawn = casegen("fta", "draw", tmp_path, *here, "-o", tmp_path / "drawn")
    assert drawn.code == 0, drawn.err
    for refused in (("check",), ("assess",), ("fta", "quantify"), ("fta", "cutsets")):
        ran = casegen(*refused, tmp_path)
        assert ran.code == 1
        assert "mission-time-missing" in ran.out + ran.err
    (tmp_path / "case.yaml").write_text((tmp_path / "case.yaml").read_text().replace("top: G,", "top: X,"))
    assert casegen("fta", "quantify", tmp_path, *here).code == 1


@pytest.mark.parametrize(
    ("kind", "hours", "exact"),
    [("not", 500, False), ("not", 1000, True), ("not", 1500, True), ("or", 500, True)],
)
def test_own_hours_that_may_begin_at_any_time_leave_a_range(
    casegen: Callable[..., Ran], tmp_path: Path, kind: str, hours: int, exact: bool
) -> None:
    """The number after all hours was called exact, of a top that is largest before they begin."""
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T}\nevents:\n  - {id: A, model: {type: constant, probability: 0.2}}\n"
        f"  - {{id: E, model: {{type: exponential, rate: 0.001, hours: {hours}}}}}\n"
        "trees: [{id: T, top: G, mission_time: 1000, gates: [{id: G, type: and, inputs: [A, N]},"
        f" {{id: N, type: {kind}, inputs: [E]}}]}}]\n"
    )
    row = json.loads(casegen("fta", "quantify", tmp_path, "--json").out)
    assert row["exact"] is exact
    assert ("may begin at any time" in row["label"]) is not exact
    if not exact:
        assert row["upper"] == pytest.approx(0.2)
        assert row["lower"] == pytest.approx(row["probability"]) == pytest.approx(0.2 * math.exp(-0.5))


@pytest.mark.parametrize("command", ["quantify", "cutsets", "importance", "uncertainty", "sensitivity"])
@pytest.mark.parametrize("hours", [400, 20_000])
def test_hours_of_an_event_s_own_are_said_by_every_command(
    casegen: Callable[..., Ran], tmp_path: Path, command: str, hours: int
) -> None:
    """The numbers are those after 20,000 h beside a mission of 8,760 h, and nothing said so."""
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T}\nevents:\n"
        f"  - {{id: A, model: {{type: exponential, rate: 1.0e-5, hours: {hours}}}}}\n"
        "  - {id: B, model: {type: exponential, rate: 2.0e-5}}\n"
        "trees: [{id: T, top: G, mission_time: 8760, gates: [{id: G, type: or, inputs: [A, B]}]}]\n"
    )
    words = f"A after its own {hours:,} h (mission: 8,760 h)"
    assert words in " ".join(casegen("fta", command, tmp_path).out.split())
    document = json.loads(casegen("fta", command, tmp_path, "--json").out)
    assert document["label" if command == "quantify" else "hours"] == words
    set_by_hand = json.loads(casegen("fta", command, tmp_path, "--json", "--set", "A=0.1").out)
    assert set_by_hand["label" if command == "quantify" else "hours"] == ""
