"""The papers' tables: what can be repeated comes out, what cannot says why, and nothing is left unsaid."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from examples.paper_tables import cells, mnist, pictures, reliability
from examples.paper_tables.__main__ import COMPARISONS, main
from examples.paper_tables.row import Row

SLOW = {"000-safety-function", "003-figure23", "003-figures", "003-running-example", "003-table1", "003-table5",
        "003-table6", "004-table1", "004-table2", "004-table3"}  # fmt: skip


def names() -> list[object]:
    return [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in COMPARISONS]


def rows(name: str) -> list[Row]:
    return list(COMPARISONS[name].rows())


@pytest.mark.parametrize("name", names())
def test_every_row_has_a_number_or_a_reason(name: str) -> None:
    for row in rows(name):
        has_number = row.ours is not None or row.lower is not None or row.upper is not None
        assert has_number != bool(row.missing), row.quantity
        assert row.note or row.missing, f"{row.quantity}: says nothing of where it comes from"
        if row.lower is not None and row.upper is not None and row.ours is not None:
            assert row.lower <= row.ours <= row.upper
        if row.lower is not None or row.upper is not None:
            assert row.confidence is not None, "an interval needs its confidence"
        if not row.comparable:
            assert row.difference is None, "other data: no difference"


def test_worked_examples_come_out_exactly() -> None:
    results = {row.quantity: row for row in rows("002-worked-examples") if not row.missing}
    assert [row.difference for row in results.values() if row.paper is not None] == [0, 0, 0, 0, 0]
    pairs = [row.ours for name, row in results.items() if name.startswith("Fig. 2")]
    assert pairs == [3 / 21, 6 / 21, 9 / 21]


@pytest.mark.slow
def test_predictions_meet_observations_within_their_intervals_and_the_papers_two_points() -> None:
    result = rows("000-conditions")
    differences = [
        row for row in result if "predicted − observed" in row.quantity or "− testing" in row.quantity
    ]
    assert len(differences) == 12 + 3
    for row in differences:
        assert row.lower is not None
        assert row.upper is not None
        assert row.lower <= 0 <= row.upper, row.quantity
    assert all((row.ours or 0) < (row.paper or 0) for row in result if "largest error" in row.quantity)
    ours, papers = (
        100 * max(row.ours or 0 for row in result if row.quantity.endswith(end))
        for end in ("largest error", "largest error by Eqns 8, 10, 12")
    )
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text("utf-8")
    assert f"largest error {ours:.2f} points, by the paper's equations {papers:.1f}" in page


@pytest.mark.slow
def test_running_example_comes_out_to_the_printed_digits(reference_data: Path) -> None:
    """``reference_data`` skips where the table's points are not at hand."""
    results = {row.quantity: row for row in rows("003-table1") if row.quantity.startswith("running example")}
    for column in ("test error", "ACU (Eqn 16)", "E[λ] (Eqn 11)", "97.5 % limit (Eqn 13)"):
        row = results[f"running example: {column}"]
        assert row.difference is not None
        assert abs(row.difference) < 5e-7 if "error" not in column else row.difference == 0
    assert "excludes" in results["running example: pmi, sound limit"].note


@pytest.mark.slow
def test_safety_function_reports_what_the_papers_runs_support() -> None:
    results = {row.quantity: row for row in rows("000-safety-function")}
    factor = results["factor: from the paper's counts"]
    assert factor.lower is not None
    assert factor.upper is not None
    assert (round(factor.lower), round(factor.upper)) == (379, 1945)
    assert math.isclose(factor.ours or 0, 781.4, abs_tol=0.1)


def test_absent_data_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASEGEN_REFERENCE_DATA", str(tmp_path))
    results = [row for row in reliability.table_1() if not row.quantity.startswith("MNIST")]
    assert all(row.missing for row in results)
    missing = {row.quantity: row.missing for row in results}
    assert "set CASEGEN_REFERENCE_DATA" in missing["running example: E[λ] (Eqn 11)"]
    assert "trainingdata_a.xls" in missing["synthetic DS-1: test error"]
    assert len(missing) == 3 * 7 + 2 * 3, "every printed number has its row, computed or not"
    cells._parts.cache_clear()
    assert all("CASEGEN_REFERENCE_DATA" in row.missing for row in rows("003-running-example"))
    cells._parts.cache_clear()


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert set(COMPARISONS) <= set(capsys.readouterr().out.split())
    assert main(["002-worked-examples", "003-table3", "000-testing", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert all(isinstance(r["lower"], float) for r in document["000-testing"][:3])
    assert [len(document[n]) for n in ("002-worked-examples", "003-table3")] == [10, 8]
    assert main(["002-worked-examples"]) == 0
    assert "| interpretation precision, Fig. 4 (5/9) | 0.5556 | 0.5556 | 0 |" in capsys.readouterr().out
    assert main(["005"]) == 2
    assert "there is no table 005" in capsys.readouterr().err


def test_every_paper_is_there() -> None:
    assert {name[:3] for name in COMPARISONS} == {"000", "002", "003", "004"}
    assert any("001" in c.title for c in COMPARISONS.values()), "paper 001 is the first version of 003"


def test_printed_numbers_agree_with_each_other_where_they_should() -> None:
    """Table 1's limits follow if V[λ] is a standard deviation and do not if it is a variance; mAP are means."""
    result = rows("003-printed")
    for row in result:
        assert row.difference is not None
        if "variance" in row.quantity:
            assert row.difference > 0.002
        else:
            assert abs(row.difference) < 2e-6, row.quantity
    assert len(result) == 9
    assert all(abs(row.difference or 1) < 5e-6 for row in rows("003-table3"))


def test_sizes_of_the_published_networks_and_the_samplers_floor() -> None:
    results = {row.quantity: row for row in rows("003-appendices")}
    assert results["Fig. 19: MNIST network, parameters"].difference == 0
    assert results["Fig. 20: auto-encoder, parameters"].difference == 0
    for name, digits in (("MNIST", 1.93e-22), ("CIFAR10", 1.92e-22)):
        row = results[f"Table 5: λ, {name} adversarial"]
        assert row.paper == digits
        assert row.difference is not None
        assert abs(row.difference) < 1e-24


def test_slices_of_the_testing_conditions_follow_from_the_printed_harm() -> None:
    """Eqn 12 with two voxels, y below and above 30 in: 5.47 % of all is 13.675 % of the upper two fifths."""
    results = {row.quantity: row for row in rows("000-printed")}
    assert math.isclose(results["OC2: U^H, y from 30 in"].ours or 0, 0.0547 / 0.4)
    assert results["OC1: U^H, y up to 30 in"].ours == 0
    assert abs((results["OC3, OC4: Pr(v = 0)"].ours or 0) - 0.0668072) < 1e-7
    assert all(
        abs(results[f"D + U^T + U^H with{end}"].difference or 0) < 1e-4
        for end in (" it", "out the safety function")
    )


def test_monitor_tables_normalise_to_what_their_counts_support() -> None:
    results = {row.quantity: row for row in rows("004-printed")}
    half = results["Table II, E2: SG / (SG + RH), accidents avoided"]
    assert (half.ours, round(half.lower or 0, 3), round(half.upper or 0, 3)) == (0.5, 0.193, 0.807)
    assert results["Table III, E1: SG + RH"].ours == 1
    for monitor in ("auto-encoder", "classifier"):
        assert results[f"Table I, {monitor}, E2: SG + RH, share of modified images"].difference == 0
        alarms = results[f"Table I, {monitor}, E2: AC over the harmless share, false alarms"]
        assert alarms.upper is not None
        assert alarms.upper < 0.3, "fewer false alarms on test images than the 30 % on training images"


@pytest.mark.slow
def test_flat_profile_gives_the_average_unastuteness(reference_data: Path) -> None:
    """Remark 5; and 001 §5: the worst case for the cells left out is above E[λ], the average is no limit."""
    results = {row.quantity: row.ours or 0 for row in rows("003-running-example")}
    assert abs(results["Remark 5: pmi under a flat profile less ACU"]) < 1e-15
    assert results["V[λ] as printed, with the Opᵢ as dependent as they are"] > 3 * 4.29e-6
    whole = results["E[λ] with exact areas"]
    assert abs(whole - 0.004891) < 1e-6
    assert whole < results["001 §5: E[λ] with the rest at 1"] < whole + 0.01 + 1e-12
    page = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text("utf-8")
    assert f"{results['001 §5: cells that hold 99 % of the profile']:,.0f} of 62,500 cells" in page


@pytest.mark.slow
def test_a_tree_by_radius_agrees_with_monte_carlo() -> None:
    result = rows("003-figure23")
    for row in result:
        if row.quantity.startswith("(b)"):
            assert row.lower is not None
            assert row.upper is not None
            assert row.lower <= 0 <= row.upper, row.quantity
    by_radius = [row.ours or 0 for row in result if row.quantity.startswith("(a)")]
    assert max(by_radius) == by_radius[-1], "more disturbance, less reliable"


@pytest.mark.slow
def test_both_measures_show_what_adversarial_training_does() -> None:
    """Table 6: the pmi falls and the least change grows.

    On these pictures the least change grows, but the network knows fewer centres and its pmi does not fall
    (docs/benchmarks.md).
    """
    by_quantity = {row.quantity: row for row in rows("003-table6") if not row.missing}
    results = {quantity: row.ours or 0 for quantity, row in by_quantity.items()}
    assert results["mean least change, adversarial over normal"] > 1.3
    for name in ("normal", "adversarial"):
        around = by_quantity[f"{name}: mean λ around centres answered correctly"]
        assert (around.upper or 1) < (by_quantity[f"{name}: pmi, sound limits"].upper or 0), (
            "wrong centres add to it"
        )
    assert pictures._assessed(True).right.mean() < pictures._assessed(False).right.mean()
    for name in ("normal", "adversarial"):
        a = pictures._assessed(name == "adversarial")
        assert (a.least[~a.right] == 0).all()
        assert (a.least[a.right] > 0).all()
        assert not (a.verified & (a.least < a.assessment.radius * 0.999)).any(), (
            "proven, and yet a failure within the ball"
        )
        general, left = float(a.right.mean()), -results[f"{name}: generalisability × robustness − (1 − pmi)"]
        assert 0 <= left <= 1 - general


def test_mnist_is_recorded_with_where_it_comes_from() -> None:
    record = mnist._recorded()
    assert len(record["data"]["sha256"]) == 64
    for name, (training, test, apart) in reliability.OF_PICTURES.items():
        if name.startswith("MNIST"):
            rows_ = [*mnist.errors(name[7:], training, test), mnist.separation(name[7:], apart)]
            assert [row.paper for row in rows_] == [training, test, apart]
            assert abs(rows_[2].difference or 1) < 5e-4, "half the distance, to the printed digits"
            assert all(row.lower is not None and not row.comparable for row in rows_[:2])
    normal, adversarial = (
        [row.ours or 0 for row in mnist.reliability(n, 0.0, 0.0)] for n in ("normal", "adversarial")
    )
    assert normal[0] > adversarial[0], "pmi falls by adversarial training, as in Table 6"
    assert normal[2] < adversarial[2], "and the least change grows"


def test_smallest_distance_is_that_of_all_pairs() -> None:
    from examples.paper_tables.record_mnist import smallest_distance

    rng = np.random.default_rng(0)
    x = np.where(rng.random((200, 30)) < 0.5, 0.0, rng.random((200, 30)))
    y = rng.integers(0, 3, 200)
    every = np.abs(x[:, None] - x[None]).max(axis=2)
    every[y[:, None] == y[None]] = np.inf
    assert smallest_distance(x, y, below=0.99, pixels=10, block=70) == every.min()
    with pytest.raises(ValueError, match="Raise below"):
        smallest_distance(x, y, below=every.min() / 2)
