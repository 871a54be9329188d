"""Neuron k-activation and activation pattern."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.activation import k_activation, on_off, pattern_deviation


def test_on_means_above_zero_for_relu() -> None:
    result = on_off([[0.0, 2.0], [0.1, 0.0]])
    assert result.active.tolist() == [[False, True], [True, False]]
    assert result.threshold == 0.0
    assert "ReLU" in result.rule


def test_other_layers_need_a_threshold_and_say_it() -> None:
    with pytest.raises(InputProblem, match=r"outputs of a ReLU in layer fc1.*-0\.5.*state a threshold"):
        on_off([[-0.5, 2.0]], layer="layer fc1")
    assert on_off([[-0.5, 2.0]], threshold=1.0).rule == "output above the stated threshold 1"


@pytest.mark.parametrize("bad", [np.zeros((0, 3)), np.zeros(4)])
def test_shapes(bad: np.ndarray) -> None:
    with pytest.raises(InputProblem, match="shape"):
        on_off(bad)


def test_not_a_number() -> None:
    with pytest.raises(
        InputProblem, match="expected finite outputs of the layer; row 1 of the 1 asked for together has nan"
    ):
        on_off([[np.nan, 1.0]])


def test_maps_are_flattened() -> None:
    assert on_off(np.ones((5, 2, 3, 4))).active.shape == (5, 24)


def test_all_patterns_of_two_neurons() -> None:
    result = k_activation([[0, 0], [0, 1], [1, 0], [1, 1]], 2)
    assert (result.seen, result.cells, result.value) == (4, 4, 1.0)


def test_one_input_shows_one_pattern_of_each_tuple() -> None:
    result = k_activation(np.ones((50, 6), dtype=bool), 3)
    assert (result.seen, result.cells) == (20, 160)


@pytest.mark.parametrize("k", [0, 7])
def test_k_out_of_range(k: int) -> None:
    with pytest.raises(InputProblem, match="number of neurons, 6"):
        k_activation(np.ones((2, 6)), k)


def test_groups_by_number_of_active_neurons() -> None:
    active = np.zeros((6, 10), dtype=bool)
    for row, count in enumerate([0, 1, 2, 3, 9, 10]):
        active[row, :count] = True
    result = pattern_deviation(active, groups=5)
    assert result.counts == (2, 2, 0, 0, 2)
    assert result.majority == 0
    assert result.deviating.tolist() == [False] * 4 + [True] * 2
    assert result.value == pytest.approx(1 / 3)


def test_margin_and_fixed_majority() -> None:
    active = np.tri(11, 10, k=-1, dtype=bool)
    assert pattern_deviation(active, 10, margin=9).value == 0.0
    assert pattern_deviation(active, 10, margin=0, majority=9).value == pytest.approx(9 / 11)


@pytest.mark.parametrize("neurons", [2, 8, 9, 17])
def test_the_order_of_an_array_in_memory_is_of_no_matter(neurons: int) -> None:
    active = np.random.default_rng(neurons).random((40, neurons)) < 0.5
    for k in (1, 2):
        assert k_activation(np.asfortranarray(active), k) == k_activation(active, k)
        assert k_activation(active.T.copy().T, k) == k_activation(active, k)


@pytest.mark.parametrize(("groups", "margin"), [(0, 1), (11, 1), (5, -1)])
def test_bad_groups(groups: int, margin: int) -> None:
    with pytest.raises(InputProblem, match="expected"):
        pattern_deviation(np.ones((2, 10)), groups, margin)


def test_too_many_patterns_are_refused() -> None:
    with pytest.raises(InputProblem, match="smaller k, or a layer nearer to the output"):
        k_activation(np.zeros((2, 4000), dtype=bool), 4)
    with pytest.raises(InputProblem, match="at most 20,000 neurons"):
        k_activation(np.zeros((2, 30_000), dtype=bool), 2)


def test_pairs_across_blocks_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    active = np.random.default_rng(1).random((20, 50)) < 0.2
    whole = k_activation(active, 2).seen
    assert whole == sum(len(set(map(tuple, active[:, [i, j]].tolist()))) for j in range(50) for i in range(j))
    monkeypatch.setattr("casegen_evidence.nnmetrics.activation.BLOCK", 7)
    assert k_activation(active, 2).seen == whole
