"""Parts of the optional MNIST run that need neither the data nor hours."""

import gzip
import pickle
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.ram.high import eqns_14_15, sound_limits

from benchmarks.mnist.__main__ import curves
from benchmarks.mnist.data import read


def _file(path: Path, content: object) -> Path:
    with gzip.open(path, "wb") as stream:
        pickle.dump(content, stream, protocol=3)
    return path


def test_a_file_that_names_code_is_refused(tmp_path: Path) -> None:
    class Code:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "ran",))

    with pytest.raises(pickle.UnpicklingError, match="expected numpy arrays only"):
        read(_file(tmp_path / "code.pkl.gz", Code()))
    assert not (tmp_path / "ran").exists()


def test_a_file_of_other_counts_is_refused(tmp_path: Path) -> None:
    part = (np.zeros((6, 784), np.float32), np.arange(6) % 2)
    with pytest.raises(SystemExit, match=r"60,000 \+ 10,000 images .* found \(18, 784\), 6 of them to test"):
        read(_file(tmp_path / "few.pkl.gz", (part, part, part)))


def test_curves_end_at_all_balls() -> None:
    rng = np.random.default_rng(0)
    values, density = rng.beta(0.2, 2, 300), rng.lognormal(size=300)
    result = curves(values, density)
    assert result["k"][0] == 10
    assert result["k"][-1] == 300
    assert (result["pmi"][-1], result["pmi_sd"][-1], result["pmi_upper"][-1]) == eqns_14_15(
        values, density, 0.975
    )
    assert result["acu"][-1] == pytest.approx(values.mean())
    assert result["sound_upper"][-1] == sound_limits(values, 0.975, 1.0, "chernoff").upper
    assert result["acu_upper"][-1] < result["sound_upper"][-1]


def test_attacks_stay_near_and_raise_the_loss() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    from benchmarks.mnist.training import STEP, STEPS, attack, network

    torch.manual_seed(0)
    model, x, y = network(), torch.rand(8, 784), torch.arange(8)
    moved = attack(model, x, y, x)
    assert float((moved - x).abs().max()) <= STEPS * STEP + 1e-6
    assert float(moved.min()) >= 0
    assert float(moved.max()) <= 1
    loss = torch.nn.functional.cross_entropy
    assert loss(model(moved), y).item() > loss(model(x), y).item()
