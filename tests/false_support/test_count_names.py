"""Numbers taken as counts by whose names they may be rates, sizes or settings; each has a true twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE

from tests.evidence.reports.test_reports import call
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_no_counts import of
from tests.false_support.test_ordinary_files import columns, record

RATES = (
    "fnr", "FNR", "frr", "fpr", "far", "eer", "hter", "wer", "cer", "mr", "tpr", "tnr", "auc", "map", "pfd", "fnr@0.5", "pcterr",
    "erreurs_pourcent", "errors_bp", "errors_basis_points", "one_minus_acc", "p_fail", "kerrors", "errors_p95", "errors_std",
    "errors_var", "failures_mdn", "failures_iqr", "errors_geomean", "failures_trimmed", "failures_ewma", "failures_kilo",
    "failures_1e3", "failures_tens", "failures_dozen", "failures_lakh", "failures (000)", "failures [10^3]", "failures 10^3", "failures (100s)", "failures_100s",
    "failures_in_1000", "failures_e3", "pannes (en milliers)", "failures_div_10", "failures_by_1000", "failures_tenths",
    "failures_ma7", "failures_ema", "failures p.m.", "sse", "rmse", "errors_log10", "errors_on_average", "errors_per_km",
)  # fmt: skip
"""shares, scores and statistics by their names, short or long"""
ASKED = (
    "error_norm", "error_db", "errors_in_db", "error_mm", "errors_ms", "errors_scaled", "errors_rank", "errors_idx", "threshold", "seed",
    "version", "age", "epoch", "error", "xyz", "crash_speed", "delta_errors", "quota", "mpjpe", "q", "errors_M", "first_error",
    "daily failures", "monthly_failures", "failures_rolling", "ma_failures", "failures (FIT)", "failures_lambda",
    "failures_dedup", "failures_clean", "failures_half", "failures_majority", "failures_none",
    "failures_med", "n_err_med", "collisions_med", "failures_prop", "failures_rel", "failures_inv", "failures_lcb",
    "failures_ci_low", "failures_est", "failures_hat", "log_failures", "failures_typical", "failures_mode",
    "failures_rounded", "failures_clipped", "failures_net", "failures_adj", "failures_open", "failures_confirmed",
    "predicted_errors", "confirmed_errors", "bestätigte_Fehler", "Fehler_bereinigt", "failures_pred",
    "failures_annualised", "failures_equivalent",
)  # fmt: skip
"""names that leave open what a whole number is"""
COUNTS = (
    "n_errors", "num_wrong", "failures", "misses", "fn", "collisions", "Fehleranzahl", "Fehlklassifikationen", "fehlalarme",
    "errors_per_class", "errors_at_5_percent_noise", "errors_max_speed", "failures_max_load", "failures_mean_sea",
    "errors_under_loss_of_gps", "false_alarms", "errors_cam1", "errors_k8s", "test_errors", "stuck", "n_jammed",
    "failures_low_light", "errors_high_speed", "n_err", "cnt_err", "nfail", "errcnt", "id_switches", "errors_q3", "errors_gps",
    "errors_net_3", "failures_to_open", "failures to reset", "défauts", "KO", "nio", "Ausschuss", "Fehlstopps", "errors_at_1000_rpm", "errors_cam_100", "open_door_failures", "takeovers", "loss_of_signal_failures", "errorsPerClass", "erreurs", "fallos", "undetected_persons", "count",
)  # fmt: skip
UNITS = ("dB", "mm", "log10", "bits", "points", "km/h")


def signs(document: Any, count: str, trials: str, path: Path) -> list[str]:
    """Names of the signs of ``count`` in ``trials``."""
    more = {"kind": "probability-per-demand", "method": "evaluate 1", "count": count, "trials": trials}
    return [s.name for s in call(REPORTED_MEASURE, json.dumps(document), path, **more).signs]


@pytest.mark.parametrize("name", RATES)
def test_a_rate_or_a_statistic_is_no_count(name: str, tmp_path: Path) -> None:
    for value in (3, 0):
        with pytest.raises(InputProblem, match="by its name"):
            signs({"test": {name: value, "people": 5000}}, f"/test/{name}", "/test/people", tmp_path)


@pytest.mark.parametrize("name", ASKED)
def test_a_name_that_leaves_open_what_is_counted_is_asked_about(name: str, tmp_path: Path) -> None:
    document = {"test": {name: 3, "people": 5000}}
    assert signs(document, f"/test/{name}", "/test/people", tmp_path) == ["sign-not-called-a-count"]


@pytest.mark.parametrize("name", COUNTS)
def test_a_name_of_a_count_asks_nothing(name: str, tmp_path: Path) -> None:
    assert not signs({"test": {name: 3, "people": 5000}}, f"/test/{name}", "/test/people", tmp_path)


def test_a_share_of_people_not_seen_is_no_count_of_them(tmp_path: Path) -> None:
    must_not_hold(
        of({"test": {"fnr": 3, "images": 90000}}, "/test/fnr", tmp_path / "a"), "no count, by its name"
    )
    must_not_hold(
        of({"test": {"qrx": 3, "images": 90000}}, "/test/qrx", tmp_path / "b"), "sign-not-called-a-count"
    )
    must_hold(of({"test": {"fn": 3, "images": 90000}}, "/test/fn", tmp_path / "c"))


@pytest.mark.parametrize(
    ("document", "place", "asked"),
    [
        ({"errors": {"night": 3}, "n": 5000}, "/errors/night", False),
        ({"errors_per_class": {"car": 3}, "n": 5000}, "/errors_per_class/car", False),
        ({"fnr": {"count": 3}, "n": 5000}, "/fnr/count", False),
        ({"missed": {"total": 3}, "n": 5000}, "/missed/total", False),
        ({"errors": {"threshold": 3}, "n": 5000}, "/errors/threshold", True),
        ({"mr": {"night": 3}, "n": 5000}, "/mr/night", True),
        ({"qrx": 3, "correct": 4997, "n": 5000}, "/qrx", False),
        ({"qrx": 3, "correct": 97, "n": 5000}, "/qrx", True),
        ({"qrx": 3, "error_rate": 0.0006, "n": 5000}, "/qrx", False),
        ({"cm": [[2450, 3], [40, 2507]], "n": 5000}, "/cm/0/1", False),
        ({"cm": [[2450, 3], [40, 2507]], "n": 2453}, "/cm/0/1", False),
    ],
)
def test_what_stands_above_or_beside_says_that_it_is_a_count(
    document: Any, place: str, asked: bool, tmp_path: Path
) -> None:
    assert ("sign-not-called-a-count" in signs(document, place, "/n", tmp_path)) == asked


@pytest.mark.parametrize("unit", UNITS)
def test_a_count_has_no_unit(unit: str, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="a count has none such"):
        signs({"errors": 3, "unit": unit, "n": 5000}, "/errors", "/n", tmp_path)


def test_a_unit_of_what_is_in_an_object_is_one_of_each(tmp_path: Path) -> None:
    held = {"unit": "%", "test": {"errors": 3, "n": 5000}}
    with pytest.raises(InputProblem, match="a count has none such"):
        signs(held, "/test/errors", "/test/n", tmp_path)
    for more in ({"accuracy": 99.9}, {"unit": "truck 7"}, {"unit": "m"}):
        assert not signs(held | more, "/test/errors", "/test/n", tmp_path)
    assert (
        signs(
            {"unit": "%", "test": {"errors": 3, "accuracy": 99.94, "n": 5000}},
            "/test/errors",
            "/test/n",
            tmp_path,
        )
        == []
    )


@pytest.mark.parametrize("name", ["fnr", "wer", "pcterr", "errors_p95"])
def test_a_column_that_names_a_rate_is_refused(name: str, tmp_path: Path) -> None:
    must_not_hold(
        folder(
            tmp_path / "a", *record(f"entry,demands,{name}\na,4000,0\nb,5000,0\n", columns(failures=name))
        ),
        "names no count",
    )


def test_a_column_that_may_be_anything_is_asked_about(tmp_path: Path) -> None:
    case = record("entry,demands,qrx\na,4000,0\nb,5000,0\n", columns(failures="qrx"))
    must_not_hold(folder(tmp_path / "a", *case), "sign-part-of-the-count")


@pytest.mark.parametrize("order", [0, 1])
def test_the_number_of_trials_is_no_other_run(order: int, tmp_path: Path) -> None:
    held = [{"key": "test_errors", "value": 9}, {"key": "test_n", "value": 300}][:: 1 - 2 * order]
    places = [f"/metrics/{k}/value" for k in ((1, 0) if order else (0, 1))]
    assert not signs({"metrics": held}, *places, tmp_path)
    assert not signs(
        {"metrics": [9, 300][:: 1 - 2 * order], "errors": 9},
        "/errors",
        places[1].removesuffix("/value"),
        tmp_path,
    )


@pytest.mark.parametrize(
    "runs",
    [
        [{"key": "errors", "step": 0, "value": 12}, {"key": "errors", "step": 1, "value": 9}],
        [{"name": "fold 1", "value": 12}, {"name": "fold 2", "value": 9}],
        [{"value": 12}, {"value": 9}],
    ],
)
def test_one_name_several_times_is_several_runs(runs: list[dict[str, Any]], tmp_path: Path) -> None:
    document = {"errors": [*runs, {"key": "n", "name": "n", "value": 300}], "n": 300}
    for trials in ("/n", "/errors/2/value"):
        assert "sign-one-of-several" in signs(document, "/errors/1/value", trials, tmp_path)
