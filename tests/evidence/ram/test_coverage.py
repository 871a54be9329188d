"""The coverage laboratory, small: the default bound covers on every problem; the paper's does not."""

import pytest

from benchmarks.coverage import binomial, low, weighted
from benchmarks.coverage.cases import CASES

SMALL = [name for name, case in CASES.items() if case.points < 1000]


@pytest.fixture(scope="module")
def results() -> dict[str, dict[str, low.Coverage]]:
    return {name: {c.name: c for c in low.repeat(CASES[name], 40)} for name in SMALL}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_default_covers_on_every_problem(name: str, results) -> None:
    """40 repetitions cannot prove 97.5 %; they would show a bound that is clearly short."""
    for bound in (low.DEFAULT, low.WITH_INPUTS):
        assert results[name][bound].limits[1] >= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bumpy border", "wrong island", "missed spike", "outside"])
def test_eqn_13_falls_short(name: str, results) -> None:
    assert results[name]["Eqn 13"].limits[1] < 0.975


@pytest.mark.slow
def test_each_rung_covers_where_its_assumptions_hold(results) -> None:
    for name in ("perfect", "sharp edge", "stripes", "shifted tiles"):
        assert results[name]["pmi_smooth"].limits[1] >= 0.975
        assert results[name]["pmi_voted"].limits[1] >= 0.975


@pytest.mark.slow
def test_each_rung_fails_where_its_assumption_does(results) -> None:
    assert results["missed spike"]["pmi_smooth"].limits[1] < 0.975
    assert results["outside"]["pmi_voted"].limits[1] < 0.975


@pytest.mark.slow
def test_one_problem_quickly() -> None:
    results = {c.name: c for c in low.repeat(CASES["bumpy border"], 40)}
    assert results[low.DEFAULT].limits[1] >= 0.975
    assert results["Eqn 13"].limits[1] < 0.975


@pytest.mark.slow
def test_repetitions_are_the_same_whoever_computes_them() -> None:
    from casegen_evidence.blocks import Workers

    from benchmarks.coverage import shifted

    case, situation = CASES["bumpy border"], shifted.SITUATIONS[0]
    assert low.repeat(case, 7) == low.repeat(case, 7, workers=Workers(2))
    assert shifted.repeat(situation, 100, 400, 6) == shifted.repeat(
        situation, 100, 400, 6, workers=Workers(2)
    )


def test_fay_feuer_covers_where_the_clt_does_not_and_the_plan_decides_the_width() -> None:
    cells = weighted.skewed(scale=0.002)
    equal = {c.name: c for c in weighted.repeat(cells, 100_000, "equal", 200)}
    planned = {c.name: c for c in weighted.repeat(cells, 100_000, "proportional", 200)}
    assert equal["CLT (Eqns 12–13)"].limits[1] < 0.975
    for item in (equal, planned):
        assert item["Fay–Feuer"].limits[1] >= 0.975
    assert planned["Fay–Feuer"].median < equal["Fay–Feuer"].median / 5
    assert planned["sum of exact limits"].median > 50 * cells.truth


@pytest.mark.slow
def test_exact_limits_never_fall_below_nominal() -> None:
    assert binomial.least_coverage("Clopper–Pearson", 30)[0] >= 0.975
    assert binomial.least_coverage("Jeffreys", 30)[0] < 0.975
