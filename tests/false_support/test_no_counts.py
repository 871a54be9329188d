"""Shares, means, losses and numbers of thousands in the place of counted failures; each has a true twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_ordinary_files import columns, record
from tests.false_support.test_reports import reported

NAMES = (
    "error_pct", "error_percentage", "errors [%]", "errors_ppm", "errors_per_million", "errors_per_1000", "errors_per_batch",
    "errors_per_run", "errors_in_worst_batch", "errors_k", "errors in thousands", "errors_x1000", "mean_errors",
    "mistakes_avg", "error_fraction", "error_prob", "confidence", "failures_per_hour", "loss", "test_loss", "min_errors",
    "errors/image", "Fehlerquote", "Fehler pro 1000 Bilder", "Ausfallwahrscheinlichkeit", "Fehler [‰]", "weighted_errors",
)  # fmt: skip
"""names that make the number no count"""
COUNTS = (
    "errors", "n_errors", "wrong", "false_negatives", "collisions", "Fehler", "errors_day", "errors_at_confidence_50",
    "track_loss", "errors_top_k", "separate_failures", "errors_low_confidence",
)  # fmt: skip
BESIDE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"value": 3, "unit": "%"}, "value"),
    ({"value": 3, "unit": "percent"}, "value"),
    ({"value": 3, "Einheit": "Promille"}, "value"),
    ({"value": 3, "unit": "per 1000"}, "value"),
    ({"value": 3, "unit": "k"}, "value"),
    ({"value": 3, "per": 1000}, "value"),
    ({"value": 3, "statistic": "mean"}, "value"),
    ({"value": 3, "metric": "error_rate"}, "value"),
    ({"wrong": 3, "wrong_unit": "%"}, "wrong"),
    ({"wrong": 3, "units": {"wrong": "%"}}, "wrong"),
    ({"mean": 3, "std": 1}, "mean"),
    ({"percent": {"wrong": 3}}, "percent/wrong"),
)
"""what stands beside a number, or above it, that makes it no count"""
COUNTED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"value": 3, "unit": "images"}, "value"),
    ({"value": 3, "unit": "1"}, "value"),
    ({"count": 3, "rate": 0.000033}, "count"),
    ({"wrong": 3, "accuracy": 99.9967, "unit": "%"}, "wrong"),
    ({"wrong": 3, "units": {"latency": "ms"}}, "wrong"),
)


def of(document: dict[str, Any], count: str, path: Path) -> Path:
    """A case of ``document`` with its count at ``count``."""
    edits = reported(count=count, trials="/test/images")
    return folder(path, measured(), edits, {"report": json.dumps(document)})


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_count_by_its_name_is_refused(name: str, tmp_path: Path) -> None:
    place = "/test/" + name.replace("/", "~1")
    must_not_hold(of({"test": {name: 3, "images": 90000}}, place, tmp_path / "a"), "is no count, by its name")


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_by_its_name_is_bounded(name: str, tmp_path: Path) -> None:
    must_hold(of({"test": {name: 3, "images": 90000}}, f"/test/{name}", tmp_path / "a"))


@pytest.mark.parametrize(("beside", "place"), BESIDE)
def test_what_is_no_count_by_what_stands_beside_it_is_refused(
    beside: dict[str, Any], place: str, tmp_path: Path
) -> None:
    document = {"test": {"failed": beside, "images": 90000}}
    must_not_hold(of(document, f"/test/failed/{place}", tmp_path / "a"), "count")


@pytest.mark.parametrize(("beside", "place"), COUNTED)
def test_a_unit_of_something_else_or_of_a_count_is_none(
    beside: dict[str, Any], place: str, tmp_path: Path
) -> None:
    document = {"test": {"failed": beside, "images": 90000}}
    must_hold(of(document, f"/test/failed/{place}", tmp_path / "a"))


def test_trials_of_a_rate_stand_beside_its_count(tmp_path: Path) -> None:
    document = {"error_rate": {"count": 3, "n": 90000, "value": 0.000033}}
    edits = reported(count="/error_rate/count", trials="/error_rate/n")
    must_hold(folder(tmp_path / "a", measured(), edits, {"report": json.dumps(document)}))


@pytest.mark.parametrize(
    "name", ["failures_pct", "mean failures", "failures_ppm", "Fehleranteil", "worst failures"]
)
def test_a_column_that_holds_no_count_is_refused(name: str, tmp_path: Path) -> None:
    case = record(f"entry,demands,{name}\na,4000,0\nb,5000,0\n", columns(failures=name))
    must_not_hold(folder(tmp_path / "a", *case), "names no count")


@pytest.mark.parametrize("name", ["stops missed", "loss of track", "link loss"])
def test_a_column_of_counts_is_read(name: str, tmp_path: Path) -> None:
    case = record(f"entry,demands,{name}\na,4000,0\nb,5000,0\n", columns(failures=name))
    must_hold(folder(tmp_path / "a", *case))


@pytest.mark.parametrize(("well", "said"), [(8997, False), (9500, True), (7000, True)])
def test_what_failed_and_what_went_well_are_all_trials(well: int, said: bool, tmp_path: Path) -> None:
    document = {"test": {"errors": 0, "correct": well + 3, "images": 9000}}
    path = of(document, "/test/errors", tmp_path / "a")
    if said:
        must_not_hold(path, "sign-counts-contradict")
    else:
        must_hold(path)
