"""Return plug-ins and the three metrics."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.metrics import evaluate, gain_difference, paired_bootstrap
from casegen_evidence.monitors.observe import observe, play_all
from casegen_evidence.monitors.returns import (
    Episode,
    Returns,
    accident_returns,
    detector_errors,
    episodes,
    from_table,
    landing_score,
    landing_zones,
    model_errors,
    per_group,
    runtime_threats,
    weighted_errors,
    working_monitor,
)

PREDICTED = np.array([1, 1, 2, 2, 0, 0, 1, 2])
TRUE = np.array([1, 0, 2, 1, 0, 1, 1, 2])
ALARM = np.array([0, 1, 1, 0, 0, 1, 0, 0])


def test_model_errors_by_hand() -> None:
    result = evaluate(model_errors(PREDICTED, TRUE, ALARM))
    assert result.safety_gain.value == 2 / 8
    assert result.residual_hazard.value == 1 / 8
    assert result.availability_cost.value == 1 / 8
    assert result.hazard.value == 3 / 8


def test_normalised_forms_are_recall_false_negatives_and_false_positives() -> None:
    result = evaluate(model_errors(PREDICTED, TRUE, ALARM))
    assert result.false_alarm_rate is not None
    assert result.recall.value == pytest.approx(2 / 3)
    assert result.miss_rate.value == pytest.approx(1 / 3)
    assert result.false_alarm_rate.value == pytest.approx(1 / 5)


def test_threats_do_not_look_at_predictions() -> None:
    threat = np.array([1, 1, 0, 0, 1, 0, 0, 0])
    result = evaluate(runtime_threats(threat, ALARM))
    assert (result.safety_gain.value, result.residual_hazard.value, result.availability_cost.value) == (
        1 / 8,
        2 / 8,
        2 / 8,
    )


def test_limits_are_exact_for_counts() -> None:
    from casegen_evidence.bounds import clopper_pearson

    m = evaluate(model_errors(PREDICTED, TRUE, ALARM), 0.9).residual_hazard
    lower, upper = clopper_pearson(1, 8, 0.9)
    assert (m.lower, m.upper) == (float(lower), float(upper))
    assert "Clopper–Pearson" in m.estimator


def test_no_hazard_seen_says_that_nothing_is_known_of_the_miss_rate() -> None:
    result = evaluate(model_errors(TRUE, TRUE, ALARM))
    assert result.residual_hazard.value == 0.0
    assert (result.miss_rate.lower, result.miss_rate.upper) == (0.0, 1.0)
    assert "nothing is known" in result.miss_rate.text
    assert (result.miss_rate.value, result.recall.value) == (1.0, 0.0)


def test_no_hazard_seen_has_the_same_limits_where_severities_weigh() -> None:
    result = evaluate(weighted_errors([0.0] * 4, [0, 0, 1, 1]))
    assert (result.miss_rate.value, result.miss_rate.lower, result.miss_rate.upper) == (1.0, 0.0, 1.0)
    assert (result.recall.value, result.recall.lower, result.recall.upper) == (0.0, 0.0, 1.0)
    assert "nothing is known" in result.miss_rate.text


def test_no_hazard_seen_has_no_limits_where_a_monitor_may_do_harm() -> None:
    names = ("safety_f", "safety_monitored", "safety_ideal", "mission_f", "mission_monitored")
    result = evaluate(from_table(dict.fromkeys(names, np.ones(4))))
    assert (result.miss_rate.value, result.miss_rate.lower, result.miss_rate.upper) == (1.0, None, None)


def test_severities_weigh_the_errors() -> None:
    result = evaluate(weighted_errors([0, 1.0, 0, 0.25], [0, 0, 1, 1]))
    assert result.safety_gain.value == pytest.approx(0.25 / 4)
    assert result.residual_hazard.value == pytest.approx(1 / 4)
    assert result.availability_cost.value == pytest.approx(1 / 4)


def test_rows_of_a_group_count_as_one() -> None:
    error, alarm = [1, 1, 0, 0, 1, 0], [1, 0, 0, 0, 1, 1]
    result = per_group(detector_errors(error, alarm), [0, 0, 0, 0, 7, 7], "episode")
    assert result.gains.tolist() == [0.25, 0.5]
    assert result.hazards.tolist() == [0.25, 0.0]
    assert result.costs.tolist() == [0.0, 0.5]
    assert evaluate(result).safety_gain.n == 2


def drive(accident: bool, run: int, steps: int = 10) -> Episode:
    safety = np.zeros(steps)
    safety[-1] = -float(accident)
    return Episode(safety, (np.arange(steps) < run).astype(float))


def test_episodes_by_hand() -> None:
    f = [drive(True, 9), drive(False, 10), drive(True, 9)]
    monitored = [drive(False, 4), drive(False, 2), drive(True, 9)]
    ideal = [drive(False, 8), drive(False, 10), drive(False, 8)]
    result = evaluate(episodes(f, monitored, ideal))
    assert result.safety_gain.value == pytest.approx(1 / 3)
    assert result.residual_hazard.value == pytest.approx(1 / 3)
    assert result.availability_cost.value == pytest.approx((0.5 + 0.8 + 0) / 3)


class Crossing:
    """A simulator: f overlooks every third pedestrian, the monitor stops every second scenario."""

    def play(self, scenario: int, system: str) -> Episode:
        stopped = system == "monitored" and scenario % 2 == 0
        return drive(system != "ideal" and scenario % 3 == 0 and not stopped, 3 if stopped else 9)


def test_a_simulator_is_played_three_times() -> None:
    result = evaluate(play_all(Crossing(), range(12)))
    assert result.hazard.value == pytest.approx(4 / 12)
    assert result.safety_gain.value == pytest.approx(2 / 12)
    assert result.availability_cost.value == pytest.approx(0.6 / 2)


def test_an_alarm_that_causes_an_accident_is_a_negative_gain() -> None:
    zero = np.zeros(4)
    result = accident_returns(zero, np.array([-1.0, 0, 0, 0]), zero, np.ones(4), np.ones(4))
    assert evaluate(result).safety_gain.value == -0.25
    with pytest.raises(InputProblem, match="safety gains between 0 and 1"):
        accident_returns(zero, np.array([-1.0, 0, 0, 0]), zero, np.ones(4), np.ones(4), gain=(0.0, 1.0))


def test_landing_score_of_eqn_18() -> None:
    unsafe, hazard = np.array([True, False, False]), np.array([1.0, 0.5, 0.1])
    assert landing_score([1, 1, 0], unsafe, hazard) == 0.0
    assert landing_score([1, 2], unsafe, hazard, 0.4) == pytest.approx(0.4 + 0.6 * 0.7)
    assert landing_score([], unsafe, hazard) == 0.0
    with pytest.raises(InputProblem, match="κ"):
        landing_score([1], unsafe, hazard, 2.0)


def test_landing_zones_have_no_availability_cost_by_definition() -> None:
    result = evaluate(landing_zones([0.0, 0.9, 0.8], [0.7, 0.0, 0.8], [0.9, 0.9, 0.9]))
    assert result.safety_gain.value == pytest.approx((0.7 - 0.9) / 3)
    assert (result.availability_cost.lower, result.availability_cost.upper) == (0.0, 0.0)
    with pytest.raises(InputProblem, match="ideal zone at least as good"):
        landing_zones([0.9], [0.5], [0.8])


def test_own_returns() -> None:
    columns = {
        "safety_f": [0.0, 10.0],
        "safety_monitored": [8.0, 9.0],
        "safety_ideal": [10.0, 10.0],
        "mission_f": [5.0, 5.0],
        "mission_monitored": [4.0, 5.0],
    }
    result = evaluate(from_table(columns, span=10.0))
    assert result.safety_gain.value == pytest.approx(3.5)
    assert result.safety_gain.lower is not None
    assert result.safety_gain.lower >= -10
    with pytest.raises(InputProblem, match=r"up to 1; found 8.*State the span"):
        from_table(columns)


def test_arrays_and_callables_give_the_same() -> None:
    x = np.arange(8)
    by_call = observe(x, lambda i: PREDICTED[i], lambda i, p: ALARM[i], lambda i: TRUE[i])
    by_array = observe(x, PREDICTED, ALARM, TRUE)
    for name in ("prediction", "alarm", "truth"):
        np.testing.assert_array_equal(getattr(by_call, name), getattr(by_array, name))


@pytest.mark.parametrize(("alarm", "which"), [([0, 0, 0], "none of 3"), ([1, 1, 1], "every one of 3")])
def test_a_monitor_that_never_or_always_fires(alarm: list[int], which: str) -> None:
    with pytest.raises(InputProblem, match=f"fires on {which}.*Check its threshold"):
        working_monitor(alarm)


def test_misaligned_rows() -> None:
    with pytest.raises(InputProblem, match="misaligned"):
        model_errors(PREDICTED, TRUE[:5], ALARM)
    with pytest.raises(InputProblem, match="one alarm for each of 8 inputs, found 3"):
        model_errors(PREDICTED, TRUE, ALARM[:3])
    with pytest.raises(InputProblem, match="misaligned"):
        observe(None, PREDICTED, ALARM[:3], TRUE)
    with pytest.raises(InputProblem, match="one group for each of 8"):
        per_group(model_errors(PREDICTED, TRUE, ALARM), [1, 2], "episode")
    with pytest.raises(InputProblem, match="same episodes three times"):
        episodes([drive(False, 3)], [], [])
    one = np.ones(3)
    with pytest.raises(InputProblem, match="safety_f 3, safety_monitored 2"):
        Returns(one, one[:2], one, one, one, "own", "own")


def test_values_that_are_no_flags() -> None:
    with pytest.raises(InputProblem, match="alarms as a vector of 0 and 1"):
        model_errors(PREDICTED, TRUE, ALARM * 2)
    with pytest.raises(InputProblem, match="at most one accident"):
        accident_returns(*(np.full(2, -2.0),) * 3, np.ones(2), np.ones(2))
    with pytest.raises(InputProblem, match=r"losses in \[0, 1\]"):
        weighted_errors([3.0], [1])
    names = ("safety_f", "safety_monitored", "safety_ideal", "mission_f", "mission_monitored")
    with pytest.raises(InputProblem, match="finite"):
        from_table({name: [np.nan] for name in names})


def test_rounding_on_another_processor_draws_the_same_bootstrap() -> None:
    values = np.repeat(np.array([0.1, 0.3, -0.7, 0.0, 0.25]), 80)
    other = values * (1 + np.random.default_rng(3).integers(-3, 4, len(values)) * 2.0**-52)
    assert len(np.unique(other)) > len(np.unique(values))
    assert paired_bootstrap(other, 0.95) == pytest.approx(paired_bootstrap(values, 0.95), rel=1e-9)


def test_bootstrap_agrees_with_the_normal_approximation() -> None:
    x = np.random.default_rng(0).random(400) < 0.3
    lower, upper = paired_bootstrap(x.astype(float), 0.95, replicates=4000)
    half = 1.645 * np.sqrt(x.mean() * (1 - x.mean()) / 400)
    assert lower == pytest.approx(x.mean() - half, abs=0.006)
    assert upper == pytest.approx(x.mean() + half, abs=0.006)


def test_difference_of_two_monitors_is_paired() -> None:
    a = model_errors(PREDICTED, TRUE, ALARM)
    b = model_errors(PREDICTED, TRUE, 1 - ALARM)
    d = gain_difference(a, b)
    assert d.value == pytest.approx(1 / 8)
    assert d.lower is not None
    assert d.upper is not None
    assert -1 <= d.lower < d.value < d.upper <= 1
