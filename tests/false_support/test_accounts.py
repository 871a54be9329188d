"""A report in JSON that counts the same trials twice, and says two things of them; each with a true twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import Run
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_reports import reported

Document = dict[str, Any]
N = 8000
COUNTS = {"n": N, "errors": 0}
MATRIX = [[3900, 100], [140, 3860]]
PARTS = [{"site": "quay", "n": 4000, "errors": 3}, {"site": "buoy", "n": 4000, "errors": 2}]
ROWS = [{"run": k, "ok": k % 20 > 0} for k in range(N)]


def signs(folder: Path, document: Document, count: str = "/errors", trials: str = "/n", **more: Any) -> str:
    """Names of the signs of a report, those that bar with an exclamation mark."""
    path = folder / "report.json"
    path.write_text(json.dumps(document))
    stated = {
        "kind": "probability-per-demand",
        "method": "our script 1.2",
        **(more or {"count": count, "trials": trials}),
    }
    result = REPORTED_MEASURE.run(
        Run({"report": path}, REPORTED_MEASURE.parameters.model_validate(stated), 0, 0.95, folder)
    )
    return " ".join(s.name + "!" * (s.severity == "fails") for s in result.signs if "elsewhere" not in s.name)


CONTRADICTED: dict[str, tuple[Document, str, str]] = {
    "parts": ({**COUNTS, "sites": PARTS}, "/errors", "/n"),
    "parts-by-name": ({**COUNTS, "by_class": {"a": PARTS[0], "b": PARTS[1]}}, "/errors", "/n"),
    "rows": ({**COUNTS, "runs": ROWS}, "/errors", "/n"),
    "outcomes-of-rows": ({"n": 200, "failed": 0, "runs": [{"result": "fail" if k % 9 else "pass"} for k in range(200)]}, "/failed", "/n"),
    "confusion-matrix": ({**COUNTS, "confusion_matrix": MATRIX}, "/errors", "/n"),
    "confusion-elsewhere": ({"test": COUNTS, "confusion": {"labels": ["a", "b"], "matrix": MATRIX}}, "/test/errors", "/test/n"),
    "confusion-by-name": ({**COUNTS, "confusion": {"a": {"a": 3900, "b": 100}, "b": {"a": 140, "b": 3860}}}, "/errors", "/n"),
    "cells": ({**COUNTS, "TP": 3900, "FP": 100, "FN": 140, "TN": 3860}, "/errors", "/n"),
    "accuracy": ({**COUNTS, "accuracy": 0.97}, "/errors", "/n"),
    "accuracy-in-percent": ({**COUNTS, "test_acc": 97.0}, "/errors", "/n"),
    "accuracy-in-one-digit": ({"n": 900, "errors": 3, "accuracy": 0.9}, "/errors", "/n"),
    "top-1": ({"n": 900, "errors": 3, "top1": 91.2}, "/errors", "/n"),
    "acc-at-1": ({"n": 900, "errors": 3, "acc@1": 0.912}, "/errors", "/n"),
    "top-1-error": ({"n": 900, "errors": 3, "top1_err": 8.8}, "/errors", "/n"),
    "accuracy-as-a-whole-number": ({"n": 900, "errors": 3, "accuracy": 91}, "/errors", "/n"),
    "success-rate": ({"n": 900, "errors": 3, "success_rate": 0.9}, "/errors", "/n"),
    "error-rate": ({**COUNTS, "error_rate": 0.03}, "/errors", "/n"),
}  # fmt: skip
AGREEING: dict[str, Document] = {
    "parts": {"n": N, "errors": 5, "sites": PARTS},
    "some-parts": {**COUNTS, "sites": [{"n": 100, "errors": 0}, {"n": 80, "errors": 0}]},
    "confusion-matrix": {"n": N, "errors": 240, "confusion_matrix": MATRIX, "accuracy": 0.97, "correct": 7760},
    "shares-in-the-matrix": {"n": N, "errors": 240, "confusion_matrix": [[0.975, 0.025], [0.035, 0.965]]},
    "another-accuracy": {**COUNTS, "balanced_accuracy": 0.91, "top5_accuracy": 0.99, "map_rate": 0.2},
    "rounded": {"n": N + 1, "errors": 240, "accuracy": 0.97, "acc_percent": 97.0},
    "cut": {"n": 900, "errors": 3, "accuracy": 0.996, "top1": 99.6, "acc_percent": 99},
    "whole-percent": {"n": 1000, "errors": 26, "accuracy": 97, "error_rate": 0.03},
    "top-5": {"n": 900, "errors": 90, "top5": 98.1, "top1_loss": 0.3},
    "one-digit": {"n": 900, "errors": 90, "accuracy": 0.9, "top1": 90, "top1_error": 10.0},
    "other-models": {**COUNTS, "others": [{"name": k, "n": N, "errors": 50} for k in "ab"], "baseline": {"n": N, "errors": 9}},
    "rows": {"n": N, "errors": N // 20, "runs": ROWS},
    "junit": {"n": 100, "errors": 0, "failures": 0, "skipped": 0},
}  # fmt: skip


COUNTED_AS = [
    "n_err", "err", "errs", "n_errs", "num_err", "err_count", "nb_errors", "fail_cnt", "n_bad", "bad", "n_failed", "tot_err",
    "n_nok",
]  # fmt: skip
PERHAPS_ALL = ["n_miss", "misses", "missed", "fn", "false_negatives", "x", "k", "neg"]
OTHERWISE: dict[str, Document] = {
    "accuracy": {"accuracy": 0.95},
    "error-rate": {"error_rate": 0.05},
    "acc": {"acc": 95.0},
    "confusion-matrix": {"confusion_matrix": [[900, 50], [50, 1000]]},
}
IN_A_LIST: dict[str, Document] = {
    "failed-ids": {"failed_ids": [1, 2, 3, 4, 5]},
    "failures": {"failures": [f"img {k}" for k in range(5)]},
    "before": {"wrong_raw": 40},
    "interval": {"error_rate_ci": [0.04, 0.06]},
    "seeds": {"seeds": [1, 2, 3]},
    "correct": {"correct": 1900},
    "parts": {"by_weather": {"fog": {"n": 500, "errors": 9}, "rain": {"n": 1500, "errors": 2}}},
}


@pytest.mark.parametrize("key", COUNTED_AS + PERHAPS_ALL)
def test_a_count_under_any_name(key: str, tmp_path: Path) -> None:
    """The item says that it counts the failures, however its key abbreviates them."""
    for more in OTHERWISE.values():
        seen = signs(tmp_path, {key: 3, "n": 2000, **more}, f"/{key}")
        assert ("sign-counts-contradict!" if key in COUNTED_AS else "sign-counts-contradict") in seen, (
            key,
            more,
        )
    for more in IN_A_LIST.values():
        assert "sign-counts-contradict" in signs(tmp_path, {key: 3, "n": 2000, **more}, f"/{key}"), (
            key,
            more,
        )
    agreeing = {key: 3, "n": 2000, "accuracy": 0.9985, "failed_ids": [1, 2, 3], "correct": 1997}
    assert not signs(tmp_path, agreeing, f"/{key}")


@pytest.mark.parametrize("key", ["collisions", "critical_errors", "stop_overruns", "wrong_lane_changes"])
def test_a_kind_of_failure_beside_all_of_them(key: str, tmp_path: Path) -> None:
    """It is compared with what the file counts as the same kind only."""
    for more in (*OTHERWISE.values(), *IN_A_LIST.values()):
        assert "sign-counts-contradict!" not in signs(tmp_path, {key: 3, "n": 2000, **more}, f"/{key}")
    sites = [{"n": 900, key: 1, "errors": 40}, {"n": 1100, key: 9, "errors": 30}]
    assert "sign-counts-contradict!" in signs(tmp_path, {key: 3, "n": 2000, "sites": sites}, f"/{key}")
    sites[1][key] = 2
    assert not signs(tmp_path, {key: 3, "n": 2000, "sites": sites, "accuracy": 0.96}, f"/{key}")


@pytest.mark.parametrize("name", CONTRADICTED)
def test_the_file_counts_otherwise(name: str, tmp_path: Path) -> None:
    assert "sign-counts-contradict!" in signs(tmp_path, *CONTRADICTED[name])


@pytest.mark.parametrize("name", AGREEING)
def test_the_file_agrees(name: str, tmp_path: Path) -> None:
    assert not signs(tmp_path, AGREEING[name])


def test_a_kind_of_failure_is_not_every_one(tmp_path: Path) -> None:
    document = {"runs": 800, "collisions": 0, "correct": 760, "accuracy": 0.95}
    assert not signs(tmp_path, document, "/collisions", "/runs")
    assert "counts-contradict" in signs(tmp_path, {**COUNTS, "correct": 7760})
    assert "counts-contradict" in signs(tmp_path, {**COUNTS, "failures": 3})


def test_an_accuracy_beside_its_matrix(tmp_path: Path) -> None:
    stated = {"kind": "fraction", "value": "/accuracy"}
    assert "sign-counts-contradict!" in signs(
        tmp_path, {"accuracy": 0.999, "confusion_matrix": MATRIX}, **stated
    )
    assert not signs(tmp_path, {"accuracy": 0.97, "confusion_matrix": MATRIX}, **stated)


@pytest.mark.parametrize(
    ("document", "at"),
    [({"split": "train", **COUNTS}, ""), ({"Datensatz": "Training", **COUNTS}, ""), ({"dataset": "train2017", **COUNTS}, ""),
     ({"results": [{"name": "Training set", **COUNTS}, {"name": "test", **COUNTS}]}, "/results/0")],
)  # fmt: skip
def test_numbers_of_the_training_by_what_stands_beside(document: Document, at: str, tmp_path: Path) -> None:
    assert "sign-of-the-training" in signs(tmp_path, document, at + "/errors", at + "/n")


@pytest.mark.parametrize(
    "beside",
    [{"dataset": "test2017", "model": "trained-v3"}, {"name": "Train door"}, {"training": {"n": 9, "errors": 1}},
     {"data": "train and test"}],
)  # fmt: skip
def test_numbers_of_the_test(beside: Document, tmp_path: Path) -> None:
    assert not signs(tmp_path, {**beside, **COUNTS})


@pytest.mark.slow
def test_a_claim_on_a_count_that_the_file_contradicts(tmp_path: Path) -> None:
    """The claim of both folders is that at most 1 of 1,000 fails."""
    edits = reported(count="/errors", trials="/n")
    false = {**COUNTS, "sites": PARTS, "accuracy": 0.97}
    must_not_hold(
        folder(tmp_path / "false", measured(), edits, {"report": json.dumps(false)}), "sign-counts-contradict"
    )
    true = {**COUNTS, "accuracy": 1.0, "confusion_matrix": [[4000, 0], [0, 4000]]}
    must_hold(folder(tmp_path / "true", measured(), edits, {"report": json.dumps(true)}))


@pytest.mark.parametrize(
    ("false", "true"),
    [
        ({"failed_ids": [12, 99, 301]}, {"failed_ids": [], "image_ids": [1, 2, 3]}),
        ({"errors_of_all_seeds": [0, 4, 9]}, {"errors_of_all_seeds": [0, 0, 0]}),
        ({"scenes": 12}, {"scenes": N, "seconds": 12, "tracks_lost": 7}),
        ({"note": "preliminary, labels not checked"}, {"note": "labels checked twice, final"}),
    ],
)
def test_what_stands_beside_a_count(false: Document, true: Document, tmp_path: Path) -> None:
    assert signs(tmp_path, {**COUNTS, **false}) == "sign-counts-contradict"
    assert not signs(tmp_path, {**COUNTS, **true})


FEW = {"n": 2600, "errors": 10}


@pytest.mark.parametrize(
    ("name", "false", "true"),
    [
        ("by_weather", {"dry": 8, "rain": 155}, {"dry": 8, "rain": 2}),
        ("by_weather", {"dry": 2000, "rain": 1500}, {"dry": 2000, "rain": 600}),
        ("errors_by_weather", {"dry": 8, "rain": 155}, {"dry": 8, "rain": 2}),
        ("by_weather", {"dry": {"n": 2000, "errors": 8}, "rain": {"n": 500, "errors": 155}},
         {"dry": {"n": 2000, "errors": 8}, "rain": {"n": 500, "errors": 1}}),
        ("by_weather", {"dry": {"n": 2000, "errors": 8}, "rain": {"n": 1500, "errors": 155}},
         {"dry": {"n": 2000, "errors": 8}, "rain": {"n": 1500, "errors": 7}}),
        ("by_weather", {"dry": {"errors": 8}, "rain": {"errors": 155}}, {"dry": {"errors": 8}, "rain": {"errors": 2}}),
        ("by_weather", {"dry": {"errors": 8}, "rain": {"errors": 9}}, {"dry": {"errors": 8}, "rain": {"errors": 0}}),
        ("nach_wetter", [{"wetter": "dry", "errors": 8}, {"wetter": "rain", "errors": 155}], [{"errors": 8}, {"errors": 2}]),
        ("by_weather", {"dry": {"n": 2000, "correct": 1990}, "rain": {"n": 600, "correct": 450}},
         {"dry": {"n": 2000, "correct": 1992}, "rain": {"n": 600, "correct": 598}}),
        ("error_percent", 6.2, 0.38), ("fehlerquote", 0.06, 0.0038), ("error rate [%]", 6.2, 0.38),
        ("per_seed", [10, 60, 150], [10, 9, 8]), ("seed_errors", {"0": 10, "1": 150}, {"0": 10, "1": 2}),
        ("runs", [{"seed": 0, "errors": 10}, {"seed": 1, "errors": 150}], [{"seed": 0, "errors": 10}, {"seed": 1, "errors": 3}]),
        ("seeds", [0, 1, 2, 3], [0]), ("seeds", "0,1,2,3", "7"),
    ],
)  # fmt: skip
def test_parts_and_runs_of_a_count(name: str, false: Any, true: Any, tmp_path: Path) -> None:
    assert "sign-counts-contradict" in signs(tmp_path, {**FEW, name: false})
    assert not signs(tmp_path, {**FEW, name: true})


@pytest.mark.parametrize(
    "beside",
    [
        {"by_model": {"ours": {"errors": 10}, "baseline": {"errors": 60}}}, {"by_threshold": {"0.5": 10, "0.9": 60}},
        {"others": [{"name": "a", "errors": 50}, {"name": "b", "errors": 40}]}, {"per_class_accuracy": {"a": 0.99, "b": 1.0}},
        {"by_weather": {"dry": 0.003, "rain": 0.01}}, {"objects_by_class": {"a": 9000, "b": 400}},
        {"ms_per_frame": {"mean": 12, "max": 40}}, {"per_class": {"a": {"n": 4000, "errors": 4}, "b": {"n": 900, "errors": 7}}},
    ],
)  # fmt: skip
def test_what_is_no_part_of_a_count(beside: Document, tmp_path: Path) -> None:
    assert not signs(tmp_path, {**FEW, **beside})


@pytest.mark.parametrize(
    ("more", "asks"),
    [
        ({"accuracy": 0.9966667}, False), ({"error_rate": 0.00333}, False), ({"n_correct": 897}, False), ({"top1": 99.67}, False),
        ({"Accuracy": 99.7, "correct": 897}, False), ({"top5": 0.9999}, True), ({"balanced_accuracy": 0.9966667}, True), ({"note": "rain left out"}, True),
        ({"minor": 3}, True),
    ],
)  # fmt: skip
def test_a_share_that_agrees_with_the_counts_asks_nothing(more: Document, asks: bool, tmp_path: Path) -> None:
    (path := tmp_path / "report.json").write_text(json.dumps({"errors": 3, "n": 900, **more}))
    stated = {
        "kind": "probability-per-demand",
        "method": "our script 1.2",
        "count": "/errors",
        "trials": "/n",
    }
    result = REPORTED_MEASURE.run(
        Run({"report": path}, REPORTED_MEASURE.parameters.model_validate(stated), 0, 0.95, tmp_path)
    )
    (read,) = result.read
    assert bool(read["asked"]) is asks
    assert read["not_read"]
