"""A report in JSON whose run failed, or whose numbers are called something else; each with a true twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE
from pydantic import ValidationError

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_reports import CHECKED, reported

Document = dict[str, Any]
COUNTS: Document = {"n": 8000, "errors": 0}
LIMITS: Document = {"error": 0.0001, "upper": 0.0005}


def signs(folder: Path, document: Any, **more: Any) -> str:
    """Names of the signs, those that bar with an exclamation mark; counts at /errors and /n unless other places are given."""
    (path := folder / "report.json").write_text(json.dumps(document))
    stated = {"kind": "probability-per-demand", "method": "our script 1.2", **more}
    if not {"value", "count"} & set(more):
        stated |= {"count": "/errors", "trials": "/n"}
    checked = REPORTED_MEASURE.parameters.model_validate(stated)
    result = REPORTED_MEASURE.run(Run({"report": path}, checked, 0, 0.95, folder))
    return " ".join(s.name + "!" * (s.severity == "fails") for s in result.signs if "elsewhere" not in s.name)


BROKEN: dict[str, tuple[Document, Document]] = {
    "mlflow": ({"info": {"status": "FAILED"}}, {"info": {"status": "FINISHED", "lifecycle_stage": "active"}}),
    "killed": ({"run": {"state": "KILLED"}}, {"run": {"state": "finished"}}),
    "deleted": ({"info": {"lifecycle_stage": "deleted"}}, {"stage": "test"}),
    "under-way": ({"info": {"status": "RUNNING"}}, {"service": {"status": "running"}}),
    "slurm": ({"job": {"State": "OUT_OF_MEMORY"}}, {"job": {"State": "COMPLETED"}}),
    "not-finished": ({"status": "not finished"}, {"status": "error-free"}),
    "status": ({"status": "FAILED"}, {"status": "passed"}),
    "timed-out": ({"conclusion": "timed_out"}, {"conclusion": "success"}),
    "aborted": ({"aborted": True}, {"aborted": False}),
    "partial": ({"is_partial": True}, {"partial_sums": True}),
    "never-finished": ({"finished": False}, {"finished": True, "converged": False}),
    "exit-code": ({"exit_code": 1}, {"exit_code": 0}),
    "exit-code-in-words": ({"process": {"returncode": "137"}}, {"process": {"returncode": "0"}}),
    "signal": ({"signal": 9}, {"signal": 0}),
    "signal-in-words": ({"process": {"term_signal": "SIGKILL"}}, {"process": {"term_signal": None}}),
    "signal-that-is-measured": ({"signal": "15"}, {"signal": 12.5, "signal_to_noise": 9}),
    "message": ({"error": "CUDA out of memory"}, {"error": "none"}),
    "exception": ({"exception": {"type": "ValueError", "message": "nan"}}, {"exception": None}),
    "nested": ({"run": {"result": {"state": "crashed"}}}, {"run": {"result": {"state": "done"}}}),
    "ok-in-words": ({"ok": "false"}, {"ok": "true"}),
    "progress": ({"progress": 0.4}, {"progress": 1.0}),
    "no-end": ({"info": {"start_time": 1, "end_time": None}}, {"end_time": None}),
    "settings": ({"failed": True}, {"fail_fast": True, "timeout_s": 30, "allow_failure": True}),
    "other-run": ({"status": "crashed"}, {"previous": {"status": "crashed"}, "runs": [{"status": "FAILED"}]}),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_the_run_that_the_number_is_of(name: str, tmp_path: Path) -> None:
    false, true = BROKEN[name]
    assert "sign-run-broken-off" in signs(tmp_path, COUNTS | false)
    assert not signs(tmp_path, COUNTS | true)


def test_a_metric_of_a_failed_run_of_mlflow(tmp_path: Path) -> None:
    for status, said in (("FAILED", "sign-run-broken-off"), ("FINISHED", "")):
        run = {
            "info": {"run_id": "ab", "status": status},
            "data": {"metrics": [{"key": "error", "value": 0.01}]},
        }
        assert signs(tmp_path, run, value="/data/metrics/0") == said


@pytest.mark.parametrize(
    "count",
    ["true_positives", "skipped", "n_skipped", "images", "objects_detected", "handled", "tests", "warnings"],
)
def test_counts_of_what_did_not_fail(count: str, tmp_path: Path) -> None:
    document = {**COUNTS, count: 0}
    with pytest.raises(InputProblem, match="by its name; expected what failed"):
        signs(tmp_path, document, count=f"/{count}", trials="/n")
    assert not signs(tmp_path, document, count=f"/{count}", trials="/n", kind="fraction")


@pytest.mark.parametrize(
    "count",
    ["false_positives", "missed", "collisions", "faults_detected", "timeouts", "k", "not_detected", "late"],
)
def test_counts_of_what_may_have_failed(count: str, tmp_path: Path) -> None:
    assert "counts-contradict!" not in signs(tmp_path, {"n": 8000, count: 0}, count=f"/{count}", trials="/n")


@pytest.mark.parametrize(
    "trials",
    [
        "hours",
        "duration_s",
        "seed",
        "epochs",
        "batches",
        "n_batches",
        "km",
        "workers",
        "random_seed",
        "run_id",
        "fps",
        "image_width",
        "failures",
    ],
)
def test_numbers_that_are_no_trials(trials: str, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="is no number of trials"):
        signs(tmp_path, {**COUNTS, trials: 9000}, count="/errors", trials=f"/{trials}")
    with pytest.raises(InputProblem, match="is no number of trials"):
        signs(tmp_path, {"errors": 0, trials: {"total": 9000}}, count="/errors", trials=f"/{trials}/total")


@pytest.mark.parametrize(
    "trials", ["images", "n_seeds", "night_time_runs", "support", "episodes", "test_size", "total"]
)
def test_numbers_that_may_be_trials(trials: str, tmp_path: Path) -> None:
    assert not signs(tmp_path, {"errors": 0, trials: 9000}, count="/errors", trials=f"/{trials}")
    assert not signs(
        tmp_path, {"epoch 12": {"errors": 0, "n": 9000}}, count="/epoch 12/errors", trials="/epoch 12/n"
    )


def test_trials_of_the_training(tmp_path: Path) -> None:
    assert "of-the-training" in signs(
        tmp_path, {"errors": 0, "train_images": 900}, count="/errors", trials="/train_images"
    )
    assert not signs(tmp_path, {"errors": 0, "test_images": 900}, count="/errors", trials="/test_images")


@pytest.mark.parametrize(
    "name", ["log10_pfd", "error_reduction", "delta_error", "relative_error", "error_std", "error %"]
)
def test_other_quantities_than_a_share_of_failures(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="by its name"):
        signs(tmp_path, {name: 0.001}, value=f"/{name}")


def test_extremes_and_sides_of_an_interval(tmp_path: Path) -> None:
    named = {"error": 0.0001, "error_max": 0.0005, "lower": 0.00005, "min_error": 0.00001}
    assert not signs(tmp_path, named, value="/error", upper="/error_max", lower="/lower")
    assert "of-something-else" in signs(tmp_path, named, value="/min_error")
    with pytest.raises(InputProblem, match="is the other one, by its name"):
        signs(tmp_path, LIMITS | {"lower": 0.0003}, value="/error", upper="/lower")


def test_a_number_is_no_limit_of_itself(tmp_path: Path) -> None:
    for more in (
        {"value": "/error", "upper": "/error"},
        {"value": "/error", "lower": "/upper", "upper": "/upper"},
        {"count": "/n", "trials": "/n"},
    ):
        with pytest.raises(ValidationError, match="another place for each number"):
            signs(tmp_path, LIMITS | COUNTS, **more)
    assert (
        signs(tmp_path, {"error": 0.0005, "upper": 0.0005}, value="/error", upper="/upper") == "sign-no-width"
    )


@pytest.mark.parametrize(
    "name", ["threshold", "target_upper", "std", "error_se", "margin_of_error", "max_allowed"]
)
def test_what_is_no_limit_by_its_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="no limit of a confidence interval"):
        signs(tmp_path, {"error": 0.0001, name: 0.0005}, value="/error", upper=f"/{name}")


LOWER: list[tuple[Document, Document]] = [
    ({"confidence": "50 %"}, {"confidence": "95 %"}),
    ({"ci": "80 %"}, {"ci": 0.01}),
    ({"confidence_interval": "two-sided, 90%"}, {"confidence_interval": "Wilson, 95%"}),
    ({"alpha": 0.5}, {"alpha": 0.05, "note": "final"}),
    ({"CI level": "0.9"}, {"level": "high"}),
]


@pytest.mark.parametrize(("false", "true"), LOWER)
def test_limits_of_less_confidence(false: Document, true: Document, tmp_path: Path) -> None:
    places = {"value": "/error", "upper": "/upper"}
    assert "sign-lower-confidence" in signs(tmp_path, LIMITS | false, **places)
    assert not signs(tmp_path, LIMITS | true, **places)
    further = {
        "test": LIMITS,
        "confidence_level": "80 %",
        "confidence": 0.5,
    }  # the latter may be a detector's
    inside = {"value": "/test/error", "upper": "/test/upper"}
    assert "sign-lower-confidence!" in signs(tmp_path, further, **inside)
    assert not signs(tmp_path, further | {"confidence_level": "95 %"}, **inside)


@pytest.mark.parametrize(
    "name",
    ["mtbf_hours", "MTTF", "time_between_failures", "hours_to_failure", "operating_hours", "failures_per_million_hours", "per_1e6_h",
     "fpmh", "rate_fit", "p_value"],
)  # fmt: skip
def test_what_is_no_rate_per_hour(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="by its name"):
        signs(tmp_path, {name: 0.5}, value=f"/{name}", kind="rate-per-hour")
    assert not signs(tmp_path, {name: 0.5}, value=f"/{name}", kind="score")


@pytest.mark.parametrize("name", ["failures_per_hour", "rate", "lambda", "rate_per_operating_hour", "pfh"])
def test_what_may_be_a_rate_per_hour(name: str, tmp_path: Path) -> None:
    assert not signs(tmp_path, {name: 0.5}, value=f"/{name}", kind="rate-per-hour")


def test_units_beside_a_number(tmp_path: Path) -> None:
    for unit in ("per million hours", "1/10^6 h", "FIT", "hours", "1/min"):
        with pytest.raises(InputProblem, match="the unit of /rate/value"):
            signs(tmp_path, {"rate": {"value": 2.0, "unit": unit}}, value="/rate/value", kind="rate-per-hour")
    for unit in ("1/h", "h^-1", "per hour", "failures/hour", "h⁻¹"):
        assert not signs(
            tmp_path, {"rate": {"value": 2.0, "unit": unit}}, value="/rate/value", kind="rate-per-hour"
        )
    with pytest.raises(InputProblem, match="expected a share of one"):
        signs(tmp_path, {"risk": {"value": 0.5, "unit": "%"}}, value="/risk/value")
    assert not signs(tmp_path, {"risk": {"value": 0.5, "unit": "per demand"}}, value="/risk/value")


@pytest.mark.slow
def test_claims_on_numbers_of_a_failed_run(tmp_path: Path) -> None:
    """The claim of all folders is that at most 1 of 1,000 fails."""
    counts, limit = reported(count="/errors", trials="/n"), reported(value="/error", upper="/upper") | CHECKED
    for name, document, edits in (("counts", COUNTS, counts), ("limits", LIMITS, limit)):
        false, true = document | {"info": {"status": "FAILED"}}, document | {"info": {"status": "FINISHED"}}
        must_not_hold(
            folder(tmp_path / f"{name}-false", measured(), edits, {"report": json.dumps(false)}),
            "sign-run-broken-off",
        )
        must_hold(folder(tmp_path / f"{name}-true", measured(), edits, {"report": json.dumps(true)}))
