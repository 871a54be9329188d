"""Every method that asks a network doubts data without one of the classes that the network knows."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Method, Run

OWN = [e for e in entry_points(group="casegen.evidence_methods") if e.value.startswith("casegen_evidence.")]
WITHOUT_LABELS = {"nn-neuron-activation"}
"""methods whose files hold no labels"""
SIGN = "class-not-evaluated"


def method_named(name: str) -> Method:
    (entry,) = (e for e in OWN if e.name == name)
    module, attribute = entry.value.split(":")
    value: Method = getattr(import_module(module), attribute)
    return value


def test_the_sign_is_declared_where_a_network_can_be_given() -> None:
    asking = {e.name for e in OWN if "model" in method_named(e.name).inputs} - WITHOUT_LABELS
    assert {
        "nn-weighted-confusion",
        "nn-scenario-performance",
        "monitor-detectors",
        "ml-dependability",
    } <= asking
    assert not [name for name in asking if SIGN not in getattr(method_named(name), "signs", {})]


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any, Path]:
    """Digits, their labels and a forest that knows all ten, as a file."""
    import skops.io
    from sklearn.datasets import load_digits
    from sklearn.ensemble import RandomForestClassifier

    x, y = load_digits(return_X_y=True)
    forest = RandomForestClassifier(20, random_state=0).fit(x[:600], y[:600])
    path = tmp_path_factory.mktemp("network") / "forest.skops"
    skops.io.dump(forest, path)
    return x, y, path


PARAMETERS: dict[str, dict[str, Any]] = {
    "nn-weighted-confusion": {"severities": {"8": {"1": 1}}, "default": 1},
    "nn-scenario-performance": {"by": ["light"]},
    "monitor-detectors": {"monitor": "max-softmax"},
    "ml-dependability": {
        "domain": [{"name": "v", "lower": 0, "upper": 10}],
        "testing": {"v": {"distribution": "uniform"}},
        "operating": {"v": {"distribution": "uniform"}},
        "network": {"harmful": [{"true": "8", "predicted": "1"}]},
    },
}


def inputs(name: str, at: Path, x: Any, y: Any, rows: Any, network: Path) -> dict[str, Path]:
    held, true = x[rows], y[rows]
    v = np.random.default_rng(1).random(len(true)) * 10
    light = np.where(np.arange(len(true)) % 2, "day", "night")
    more = {"nn-scenario-performance": {"light": light}, "ml-dependability": {"v": v}}.get(name, {})
    files: dict[str, dict[str, Any]] = {"table": {"inputs": held, "true": true, **more}}
    if name == "monitor-detectors":
        files = {
            "training": {"inputs": x[:600], "labels": y[:600]},
            "calibration": {"inputs": x[600:900], "labels": y[600:900]},
            "evaluation": {"inputs": held, "labels": true},
        }
    result = {"model": network}
    for role, arrays in files.items():
        given = role if role != "table" else "tests" if name == "ml-dependability" else "predictions"
        result[given] = at / f"{role}.npz"
        np.savez(result[given], **arrays)
    return result


@pytest.mark.slow
@pytest.mark.parametrize("left_out", [3, None])
@pytest.mark.parametrize("name", PARAMETERS)
def test_a_class_that_no_input_has(name: str, left_out: int | None, digits: Any, tmp_path: Path) -> None:
    x, y, network = digits
    rows = np.arange(900, 1700)
    rows = rows[y[rows] != left_out]
    method = method_named(name)
    checked = method.parameters.model_validate(PARAMETERS[name])
    run = Run(inputs(name, tmp_path, x, y, rows, network), checked, 1, 0.95, tmp_path)
    signs = [s for s in method.run(run).signs if s.name == f"sign-{SIGN}"]
    assert [("class 3" in s.message) for s in signs] == ([] if left_out is None else [True])
