"""Fault-tree commands on a case folder and on model files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

Call = Callable[..., Any]


@pytest.mark.slow
def test_uncertainty(auv: Path, casegen: Call) -> None:
    result = casegen(
        "fta", "uncertainty", auv, "--tree", "FT-SD", "--trials", "2000", "--seed", "3", "--json"
    ).json
    assert {"mean", "std", "error_factor", "quantiles", "trials", "seed"} <= set(result)
    assert result["quantiles"]["0.05"] < result["mean"] < result["quantiles"]["0.95"]
    again = casegen(
        "fta", "uncertainty", auv, "--tree", "FT-SD", "--trials", "2000", "--seed", "3", "--json"
    ).json
    assert again == result
    assert (
        "did you mean 'sobol'"
        in casegen("fta", "uncertainty", auv, "--tree", "FT-SD", "--method", "sobel").err
    )


@pytest.mark.slow
def test_sensitivity_is_sorted_by_swing(auv: Path, casegen: Call) -> None:
    rows = casegen("fta", "sensitivity", auv, "--tree", "FT-SD", "--json").json["inputs"]
    swings = [row["swing"] for row in rows]
    assert swings == sorted(swings, reverse=True)
    assert casegen("fta", "sensitivity", auv, "--tree", "FT-SD", "--factor", "0.5").code == 2


@pytest.mark.slow
def test_a_curve_at_the_points_of_uncertain_inputs_says_that_it_bounds_nothing(
    auv: Path, casegen: Call
) -> None:
    """Its average and level are those of estimates: a reader may take them for limits."""
    words = "distributions at their means and measures at their estimates: these numbers are no bounds"
    asked = ("fta", "curve", auv, "--tree", "FT-SD", "--hours", "2", "--points", "3")
    assert words in " ".join(casegen(*asked).out.split())
    assert words in casegen(*asked, "--json").json["label"]


@pytest.mark.slow
def test_curve_rises_with_time(auv: Path, casegen: Call) -> None:
    result = casegen("fta", "curve", auv, "--tree", "FT-SD", "--hours", "4", "--points", "5", "--json").json
    assert result["hours"] == [0, 1, 2, 3, 4]
    assert result["probability"] == sorted(result["probability"])
    top = casegen("fta", "quantify", auv, "--tree", "FT-SD", "--json").json["probability"]
    assert result["probability"][2] == pytest.approx(top)


@pytest.mark.slow
def test_convert_keeps_the_probability_and_lists_what_is_lost(
    auv: Path, casegen: Call, tmp_path: Path
) -> None:
    file = tmp_path / "model.xml"
    ran = casegen("fta", "convert", auv, "-o", file, "--json")
    assert ran.code == 0
    assert any("BE-0-1" in item for item in ran.json["not_carried"])
    before = {t["tree"]: t["probability"] for t in casegen("fta", "quantify", auv, "--json").json["trees"]}
    after = casegen("fta", "quantify", file, "--mission-time", "2", "--json").json["trees"]
    assert {t["tree"]: t["probability"] for t in after} == pytest.approx(before, rel=1e-9)


@pytest.mark.slow
def test_draw_writes_sheets(auv: Path, casegen: Call, tmp_path: Path) -> None:
    ran = casegen("fta", "draw", auv, "--tree", "FT-MISS", "-o", tmp_path / "drawn")
    assert ran.code == 0, ran.err
    files = [Path(line) for line in ran.out.split()]
    assert files
    for file in files:
        assert ElementTree.parse(file).getroot().tag.endswith("svg")


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
def test_allocation_to_many_events_meets_the_target(auv: Path, casegen: Call, method: str) -> None:
    result = casegen("allocate", auv, "--tree", "FT-SD", "--method", method, "--json").json
    assert result["problem"] == ""
    assert result["achieved"] <= result["target"] * (1 + 1e-9)
    assert {e["id"] for e in result["events"] if not e["meets"]} >= {"BE-0-1"}


def test_a_galileo_file(casegen: Call, tmp_path: Path) -> None:
    file = tmp_path / "model.dft"
    file.write_text('toplevel "T";\n"T" and "A" "B";\n"A" prob=0.1;\n"B" prob=0.2;\n')
    ran = casegen("fta", "quantify", file, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["probability"] == pytest.approx(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["mcub", "rare-event", "cutoff"])
def test_approximations_carry_their_name(auv: Path, casegen: Call, method: str) -> None:
    exact = casegen("fta", "quantify", auv, "--tree", "FT-SD", "--json").json
    result = casegen("fta", "quantify", auv, "--tree", "FT-SD", "--method", method, "--json").json
    assert result["method"] == method
    assert result["exact"] is False
    assert result["label"]
    assert result["upper"] >= exact["probability"]
    assert result["probability"] == pytest.approx(exact["probability"], rel=0.05)
    assert "did you mean 'mcub'" in casegen("fta", "quantify", auv, "--method", "mcubb").err


def test_a_share_of_less_than_the_whole_is_never_printed_as_100_per_cent() -> None:
    from casegen.cli.output import part_of_whole

    assert [part_of_whole(share) for share in (0.0, 1 / 3, 0.999998, 1.0)] == [
        "0 %", "33.33 %", "99.9998 %", "100 %",
    ]  # fmt: skip
    assert part_of_whole(0.996, 2) == "99.6 %"
