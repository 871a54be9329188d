"""What stands beside a count in a report: fewer trials than are counted, errors before a correction; true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support.test_accounts import signs

COUNTS = {"n": 4000, "wrong": 2}
PAIRS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"eval_dataset": "s3://data/train"}, {"eval_dataset": "s3://data/test", "train_dataset": "s3://data/train"}, "of-the-training"),
    ({"testset_path": "/data/train/"}, {"training_data": "/data/train/"}, "of-the-training"),
    ({"n_failed_to_load": 900}, {"n_failed_to_load": 0}, "left-aside"),
    ({"load_errors": 12}, {"load_seconds": 12}, "left-aside"),
    ({"unreadable": 30}, {"readable": 4000}, "left-aside"),
    ({"batch_size": 32, "num_batches": 10}, {"batch_size": 32, "num_batches": 125}, "left-aside"),
    ({"limit_test_batches": 0.1}, {"limit_test_batches": 1.0, "limit_train_batches": 0.1}, "left-aside"),
    ({"answered_only": True}, {"answered_only": False}, "left-aside"),
    ({"wrong_raw": 160}, {"wrong_raw": 1}, "counts-contradict"),
    ({"errors_before_review": 160}, {"seconds_before_review": 160}, "counts-contradict"),
    ({"error_rate_ci95": [0.03, 0.05]}, {"error_rate_ci95": [0.0001, 0.0018]}, "counts-contradict"),
    ({"error_ci": {"lower": 3.1, "upper": 5.2}}, {"error_ci": {"lower": 0.01, "upper": 5.2}}, "counts-contradict"),
    ({"accuracy_ci": [0.95, 0.97]}, {"accuracy_ci": [0.998, 0.9999]}, "counts-contradict"),
    ({"wrong_interval": [3, 9]}, {"latency_ci95": [0.03, 0.05]}, "counts-contradict"),
    ({"wrong_ci95": [30, 90]}, {"wrong_ci95": [1, 9]}, "counts-contradict"),
]  # fmt: skip


@pytest.mark.parametrize(("false", "true", "sign"), PAIRS)
def test_beside_a_count(false: dict[str, Any], true: dict[str, Any], sign: str, tmp_path: Path) -> None:
    assert f"sign-{sign}" in signs(tmp_path, {**COUNTS, **false}, "/wrong", "/n")
    assert not signs(tmp_path, {**COUNTS, **true}, "/wrong", "/n")
