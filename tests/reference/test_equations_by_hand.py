"""The papers' equations on examples small enough to be worked out by hand; the index is docs/methods.md."""

from __future__ import annotations

from math import exp, log, pi, sqrt

import numpy as np
import pytest


def test_000_equations_8_10_12_weigh_the_share_of_each_voxel() -> None:
    """Two voxels of [0, 10]: 3 of 4 and 1 of 2 succeed; operation has .25 and .75 of its mass there."""
    from casegen_evidence.dependability.conditions import Sampled
    from casegen_evidence.dependability.domain import Domain, Numeric
    from casegen_evidence.dependability.partition import grid
    from casegen_evidence.dependability.prediction import paper_estimate
    from casegen_evidence.dependability.scenarios import ScenarioTests

    domain = Domain((Numeric("v", 0, 10, "in/s"),))
    scenarios = np.array([[1.0], [2.0], [3.0], [4.0], [6.0], [7.0]])
    tests = ScenarioTests(domain, scenarios, np.array([0, 0, 0, 1, 0, 2], dtype=np.int8))
    operating = Sampled(domain, np.array([[1.5], [6.5], [8.0], [9.5]]))
    result = paper_estimate(tests, grid(domain, 2), operating)
    assert result is not None
    assert result == pytest.approx([0.25 * 3 / 4 + 0.75 / 2, 0.25 / 4, 0.75 / 2])
    assert sum(result) == pytest.approx(1)


def test_002_equation_1_and_k_activation_count_tuples() -> None:
    from casegen_evidence.nnmetrics.activation import k_activation
    from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage

    roads = ConditionCategories(
        {"weather": ("sun", "rain"), "road": ("dry", "wet"), "time": ("day", "dusk", "night")}
    )
    row = {"weather": "sun", "road": "dry", "time": "day"}
    result = coverage(roads, roads.encode([row, row | {"time": "night"}]))
    assert (result.covered, result.possible) == (1 + 2 + 2, 2 * 2 + 2 * 3 + 2 * 3)
    assert k_activation([[1, 0, 1], [0, 0, 1]], 2).value == (2 + 2 + 1) / (4 * 3)


def test_002_confidence_loss_is_the_worst_change_on_average() -> None:
    from casegen_evidence.nnmetrics.adversarial import from_confidences

    result = from_confidences([0.9, 0.8], {"FGSM": [0.2, 0.7], "blur": [0.6, 0.9]})
    assert result.value == pytest.approx(((0.2 - 0.9) + (0.7 - 0.8)) / 2)


def test_002_weighted_confusion_is_one_less_the_share_of_the_worst() -> None:
    from casegen_evidence.nnmetrics.confusion import weighted_confusion

    severities = {"pedestrian": {"background": 5.0}, "background": {"pedestrian": 1.0}}
    true = ["pedestrian", "pedestrian", "background", "background"]
    said = ["pedestrian", "background", "pedestrian", "background"]
    assert weighted_confusion(true, said, severities).value == pytest.approx(1 - (5 + 1) / (5 * 4))


def test_003_equations_5_to_8_at_the_centres_of_two_cells() -> None:
    """Kernels at .5 and 1, h = .5, cells [0, 1] and [1, 2]: their centres lie 0 and 1, 2 and 1 bandwidths away."""
    from casegen_evidence.ram.grid import Grid
    from casegen_evidence.ram.paper import centre_profile

    op, variance = centre_profile(Grid((0.0,), (2.0,), (2,)), np.array([[0.5], [1.0]]), 0.25)
    peak = 1 / (0.5 * sqrt(2 * pi))
    for cell, (a, b) in enumerate(((1.0, exp(-0.5)), (exp(-2.0), exp(-0.5)))):
        assert op[cell] == pytest.approx(peak * (a + b) / 2)
        assert variance[cell] == pytest.approx(peak**2 * ((a * a + b * b) / 2 - ((a + b) / 2) ** 2) / 2)


def test_003_equation_5_has_the_factor_of_both_dimensions() -> None:
    from casegen_evidence.ram.grid import Grid
    from casegen_evidence.ram.paper import centre_profile

    op, _ = centre_profile(Grid((0.0, 0.0), (1.0, 2.0), (1, 1)), np.array([[0.5, 1.0]]), 0.5)
    assert op[0] == pytest.approx(2 * 1 / (2 * pi * 0.5 * 1.0)), "volume 2, bandwidths .5 and 1"


def test_003_equations_10_to_13_and_16_for_two_cells() -> None:
    from casegen_evidence.ram.paper import assemble
    from casegen_evidence.ram.unastuteness import Unastuteness

    sampled = Unastuteness(
        np.array([0.2, 0.6]),
        np.array([1.0, 3.0]),
        np.array([5, 5]),
        np.array([0, 1]),
        np.zeros(2, bool),
        np.ones(2),
    )
    spread = sampled.variance()
    assert spread == pytest.approx([(0.8**2 + 4 * 0.2**2) / (4 * 5), (3 * 0.4**2 + 2 * 0.6**2) / (4 * 5)]), (
        "Eqn 10"
    )
    row = assemble(np.array([0.5, 0.5]), np.array([0.01, 0.02]), sampled.value, spread, 0.975)
    parts = [0.2**2 * 0.01 + 0.25 * 0.04 + 0.01 * 0.04, 0.6**2 * 0.02 + 0.25 * 0.06 + 0.02 * 0.06]
    assert (row.mean, row.acu) == pytest.approx((0.4, 0.4))
    assert row.sd == pytest.approx(sqrt(sum(parts)))
    assert row.upper == pytest.approx(0.4 + 1.959964 * sqrt(sum(parts)))


def test_003_equations_14_and_15_for_two_balls() -> None:
    from casegen_evidence.ram.high import eqns_14_15

    mean, sd, upper = eqns_14_15(np.array([0.0, 1.0]), np.array([1.0, 3.0]), 0.975)
    assert (mean, sd) == pytest.approx((0.75, sqrt(0.75 - 0.75**2)))
    assert upper == pytest.approx(0.75 + 1.959964 * sqrt(0.1875))


def test_003_log_densities_are_natural_logs() -> None:
    from casegen_evidence.ram.latent import log_density

    result = log_density(np.array([[0.0], [2.0]]), np.array([[0.0]]), 1.0)
    assert result[0] == pytest.approx(log((1 + exp(-2)) / (2 * sqrt(2 * pi))))


def test_004_equations_6_to_11_for_four_inputs() -> None:
    """Two errors, one of them caught; two right answers, one of them rejected."""
    from casegen_evidence.monitors.metrics import evaluate
    from casegen_evidence.monitors.returns import model_errors

    result = evaluate(model_errors([0, 1, 1, 0], [0, 0, 1, 1], [0, 1, 1, 0]))
    assert (result.safety_gain.value, result.residual_hazard.value, result.availability_cost.value) == (
        0.25,
        0.25,
        0.25,
    )
    assert result.hazard.value == 0.5
    assert result.false_alarm_rate is not None
    assert (result.recall.value, result.miss_rate.value, result.false_alarm_rate.value) == (0.5, 0.5, 0.5)


def test_004_equations_16_and_17_for_two_episodes() -> None:
    """Four frames each.  f hits in frame 3 of the second; its monitor stops both after frame 1."""
    from casegen_evidence.monitors.metrics import evaluate
    from casegen_evidence.monitors.returns import Episode, episodes

    run, hit = Episode(np.zeros(4), np.ones(4)), Episode(np.array([0, 0, -1, 0]), np.array([1, 1, 0, 0]))
    stopped = Episode(np.zeros(4), np.array([1.0, 0, 0, 0]))
    result = evaluate(episodes([run, hit], [stopped, stopped], [run, run]))
    assert (result.safety_gain.value, result.residual_hazard.value) == (0.5, 0.0)
    assert result.availability_cost.value == pytest.approx(((1 - 0.25) + (0.5 - 0.25)) / 2)


def test_004_equation_18_for_a_zone_of_two_classes() -> None:
    from casegen_evidence.monitors.returns import landing_score

    safe, hazard = np.array([False, False, True]), np.array([0.2, 0.6, 1.0])
    assert landing_score([0, 1], safe, hazard, kappa=0.5) == pytest.approx(0.5 + 0.5 * (0.8 + 0.4) / 2)
    assert landing_score([0, 2], safe, hazard, kappa=0.5) == 0
