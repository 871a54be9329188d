"""The robot task: the simulator against a scalar one, its rules, training, and the registered methods."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_robot import plan, task
from casegen_robot.methods import ROBOT_SAFETY_FUNCTION, SCENARIO_TESTS, TRAINING
from casegen_robot.network import QNetwork, load

from benchmarks.dependability import scalar

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "examples" / "robot" / "data"


@pytest.fixture(scope="module")
def network() -> QNetwork:
    return load(SHIPPED / "network.npz")


def call(method: Method, inputs: dict[str, Path], tmp_path: Path, **parameters: Any) -> Result:
    checked = method.parameters.model_validate(parameters)
    return method.run(Run(inputs, checked, seed=1, confidence=0.975, scratch=tmp_path))


def single(scenarios: list[list[float]], policy: task.Policy) -> list[int]:
    """Modes without sensor noise."""
    x = np.array(scenarios, dtype=np.float32)
    return task.simulate_block(policy, x, np.zeros((100, len(x), 3), dtype=np.float32)).tolist()


def up(seen: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.ones(len(seen), dtype=bool)


def down(seen: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.zeros(len(seen), dtype=bool)


def after_it_passed(seen: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    passed: np.ndarray[Any, Any] = seen[:, 0] <= -15 / 50 + 1e-6
    return passed


def test_rules_of_the_task() -> None:
    """Success needs the goal and no strike; an obstacle that never comes cannot strike (v = 0)."""
    assert single([[0, 0, 50], [0, 0, 50.0]], up) == [task.SUCCESS] * 2
    assert single([[5, 0, 40]], up) == [task.HARM], "waiting above the edge"
    assert single([[5, 0, 40]], down) == [task.TASK_FAILURE]
    assert single([[5, 0, 0]], down) == [task.SUCCESS], "a goal at the base is reached at once"
    assert single([[5, 0, 40]], after_it_passed) == [task.SUCCESS]


def test_slow_obstacles_leave_no_time() -> None:
    """65 inches at v need 65/v seconds; with eight strides to 40 in, waiting succeeds only where time remains."""
    assert single([[0.6, 0, 40], [0.75, 0, 40]], after_it_passed) == [task.TASK_FAILURE, task.SUCCESS]


def test_strike_after_the_goal_is_harmful() -> None:
    """The robot is at its goal in time and is struck there later: harm, whether or not the task was completed."""
    assert single([[1, 0, 30]], up) == [task.HARM]


def test_network_is_shown_scaled_clamped_noisy_values() -> None:
    x = np.array([[2.0, 1.0, 40.0], [10.0, 0.0, 40.0]], dtype=np.float32)
    noise = np.array([[0.1, 0.5, -1.0], [0, 0, 0]], dtype=np.float32)
    seen = task.observe(x, np.array([25.0, 50.0], dtype=np.float32), 11.0, noise)
    assert seen[0] == pytest.approx([(50 - 2 * 9.5) / 50, 0.5, 0.21, 0.78])
    assert seen[1] == pytest.approx([-0.4, 1.0, 1.0, 0.8])
    limited = task.observe(
        x, np.zeros(2, dtype=np.float32), 11.0, noise, lambda y: np.minimum(y, np.float32(20))
    )
    assert limited[:, 3] == pytest.approx([0.4, 0.4])


@pytest.mark.slow
def test_vectorised_agrees_with_the_scalar_simulator(network: QNetwork) -> None:
    """Same noise, task by task; float32 against Python's double may flip a borderline decision."""
    rng = np.random.default_rng(8)
    x = np.concatenate([plan.TESTING.sample(rng, 40), plan.TABLE_1["OC4"].sample(rng, 20)]).astype(np.float32)
    noise = rng.standard_normal((100, len(x), 3), dtype=np.float32) * np.array(task.NOISE, dtype=np.float32)
    modes = task.simulate_block(network, x, noise)
    alone = [scalar(network, x[i], noise[:, i]) for i in range(len(x))]
    assert np.sum(modes != alone) <= 1


@pytest.mark.slow
def test_results_do_not_depend_on_how_many_scenarios_follow(network: QNetwork) -> None:
    x = task.sample_uniform(np.random.default_rng(1), 3 * task.BLOCK)
    whole = task.simulate(network, x, (9,))
    assert np.array_equal(whole[: task.BLOCK], task.simulate(network, x[: task.BLOCK], (9,)))
    assert np.array_equal(whole, task.simulate(network, x, (9,)))


def test_scenario_outside_the_domain_is_refused(network: QNetwork) -> None:
    with pytest.raises(InputProblem, match=r"v in \[0, 10\]; scenario 1 has 12"):
        task.simulate(network, np.array([[12.0, 0, 0]]), (1,))


def test_scenario_plan_aims_at_the_atoms_of_table_1() -> None:
    x = plan.scenario_plan(np.random.default_rng(1), 1000, 50)
    assert len(x) == 1000 + 4 * 50 + 4 * 5
    for condition in plan.TABLE_1.values():
        for name, atoms in condition.points().items():
            for value in atoms:
                assert np.sum(x[:, task.DOMAIN.index(name)] == value) >= 50
    assert np.all(x[:1000] % (1 / 2048) == 0), "scenarios are middles of steps of 1/1024"


@pytest.mark.slow
def test_shipped_tables_are_what_the_shipped_network_does(network: QNetwork, tmp_path: Path) -> None:
    inputs = {"network": SHIPPED / "network.npz", "table": SHIPPED / "tests.npz"}
    result = call(SCENARIO_TESTS, inputs, tmp_path).measures
    assert result["table_agreement"].value >= 0.999
    assert result["dependability"].value > 0.9
    modes = [result[n].value for n in ("dependability", "task_undependability", "harmful_undependability")]
    assert sum(modes) == pytest.approx(1.0, abs=1e-12)
    other = tmp_path / "other"
    other.mkdir()  # finished blocks belong to one run
    with pytest.raises(InputProblem, match="scenarios that this seed gives"):
        call(SCENARIO_TESTS, inputs, other, tests=500)


@pytest.mark.slow
def test_safety_function_reduces_harm_on_scenarios_that_did_not_set_it(tmp_path: Path) -> None:
    result = call(
        ROBOT_SAFETY_FUNCTION, {"network": SHIPPED / "network.npz"}, tmp_path, learning=20_000, tests=20_000
    )
    before, after = (result.measures[f"harmful_undependability_{s}"] for s in ("before", "after"))
    assert after.upper is not None
    assert before.lower is not None
    assert after.upper < 0.05 * before.lower
    assert (result.measures["harm_reduction_factor"].lower or 0) > 20
    assert result.measures["dependability_after"].value > result.measures["dependability_before"].value


def test_networks_that_cannot_be_are_named(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    np.savez(path, w1=np.zeros((4, 3)), b1=np.zeros(3), w2=np.zeros((3, 2)))
    with pytest.raises(InputProblem, match="arrays w1, b1, w2, b2"):
        load(path)
    np.savez(path, w1=np.zeros((5, 3)), b1=np.zeros(3), w2=np.zeros((3, 2)), b2=np.zeros(2))
    with pytest.raises(InputProblem, match=r"shape \(4, 3\)"):
        load(path)
    path.write_bytes(b"no archive")
    with pytest.raises(InputProblem, match="npz"):
        load(path)


@pytest.mark.slow
def test_training_is_seeded(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs torch: pip install 'casegen[torch]'")
    from casegen_robot.training import Settings, train

    short = Settings(steps=30, select_every=15, selection=200, episodes=64, batch=32)
    one, two, other = train(4, short), train(4, short), train(5, short)
    assert one.curve == two.curve
    assert np.array_equal(one.network.w1, two.network.w1)
    assert not np.array_equal(one.network.w1, other.network.w1)
    assert [row[0] for row in one.curve] == [15, 30]


@pytest.mark.slow
def test_training_reaches_the_papers_dependability(tmp_path: Path) -> None:
    """More than 90 % in the testing conditions (paper 000: 90.35 %), from training scenarios of its own."""
    pytest.importorskip("torch", reason="training needs torch: pip install 'casegen[torch]'")
    result = call(TRAINING, {"network": SHIPPED / "network.npz"}, tmp_path)
    assert result.measures["selection_dependability"].value > 0.9
    # rounding differs between processors and grows over the steps of training: 0.96 to 1 was seen
    assert result.measures["same_decisions"].value > 0.9
