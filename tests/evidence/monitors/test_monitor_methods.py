"""The registered methods of the monitors: use cases at small size, a user's own tables, bad inputs."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_evidence.monitors.evaluation_method import EVALUATION, RETURNS
from casegen_monitored_worlds import braking, landing
from casegen_monitored_worlds.braking_method import BRAKING
from casegen_monitored_worlds.classification_method import CLASSIFICATION
from casegen_monitored_worlds.landing_method import LANDING
from pydantic import ValidationError

DIGITS = Path(__file__).parents[3] / "examples" / "monitor" / "data" / "numbers.npz"
METHODS = [EVALUATION, RETURNS, CLASSIFICATION, BRAKING, LANDING]


def call(method: Method, inputs: Mapping[str, Path], parameters: Mapping[str, Any], seed: int = 0) -> Result:
    with tempfile.TemporaryDirectory() as scratch:  # checkpoints belong to one call
        checked = method.parameters.model_validate(parameters)
        return method.run(Run(inputs, checked, seed, 0.95, Path(scratch)))


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def check(method: Method, result: Result) -> None:
    """Every declared measure is there with its kind and its limits."""
    assert set(result.measures) == set(method.measures)
    for name, m in result.measures.items():
        assert m.kind == method.measures[name][0], name
        assert m.lower is not None, name
        assert m.upper is not None, name
        assert m.lower <= m.value <= m.upper
    for figure in result.figures:
        assert figure.alt
    for table in result.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)


def verdicts(result: Result) -> list[str]:
    return [str(row[-1]) for row in result.tables[0].rows if row[1] == "SG"]


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_declared_parts_are_whole(method: Method) -> None:
    assert isinstance(method, Method)
    assert set(method.tolerance) == set(method.measures)


def outcomes(n: int, seed: int, **more: Any) -> list[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        wrong = rng.random() < 0.2
        row = {"true": "a", "predicted": "b" if wrong else "a", "threat": int(rng.random() < 0.5)}
        rows.append(row | {"score": f"{rng.normal(1.5 * wrong, 1):.6f}"} | more)
    return rows


@pytest.mark.slow
def test_own_monitor_with_calibration(tmp_path: Path) -> None:
    inputs = {
        "outcomes": write(tmp_path / "o.csv", outcomes(500, 0)),
        "calibration": write(tmp_path / "c.csv", outcomes(300, 1)),
    }
    result = call(
        EVALUATION, inputs, {"compare": ["runtime-threats"], "hazard_removed": 0.4, "cost_at_most": 0.15}
    )
    check(EVALUATION, result)
    m = result.measures
    assert m["safety_gain"].value + m["residual_hazard"].value == pytest.approx(m["hazard"].value)
    assert m["miss_rate"].value == pytest.approx(m["residual_hazard"].value / m["hazard"].value)
    assert "calibration rows" in result.notes[0]
    assert verdicts(result)[1] == "not acceptable"


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 3, 30])
def test_the_threshold_is_of_the_calibration_rows_whatever_groups_they_are_of(
    tmp_path: Path, size: int
) -> None:
    rows = outcomes(300, 1)
    grouped = [{**row, "group": f"u{k // size}"} for k, row in enumerate(rows)]
    tests = [{**row, "group": f"t{k}"} for k, row in enumerate(outcomes(500, 0))]
    results = []
    for name, calibration in (("plain", rows), ("grouped", grouped)):
        inputs = {
            "outcomes": write(tmp_path / "o.csv", tests),
            "calibration": write(tmp_path / f"{name}.csv", calibration),
        }
        results.append(call(EVALUATION, inputs, {"cost_at_most": 0.15}))
    assert results[0].notes[0] == results[1].notes[0]
    assert results[0].measures["recall"].value == pytest.approx(results[1].measures["recall"].value)


@pytest.mark.parametrize(
    ("calibration", "said"),
    [
        ("again, in another order", True),
        ("the first half again", True),
        ("others", False),
        ("a grid", False),
        ("the grid again", True),
        ("on another scale", True),
        ("others on another scale", False),
    ],
)
def test_a_threshold_that_was_chosen_on_the_evaluated_rows_is_reported_whatever_digits_they_have(
    tmp_path: Path, calibration: str, said: bool
) -> None:
    digits = 1 if "grid" in calibration else 3
    tests, others = (
        [{**r, "score": f"{float(r['score']):.{digits}f}"} for r in outcomes(300, k)] for k in (0, 1)
    )
    rows = {
        "again, in another order": tests[::-1],
        "the first half again": tests[:150],
        "others": others,
        "a grid": others,
        "the grid again": tests[::-1],
        "on another scale": [{**r, "score": f"{1.01 * float(r['score']) + 0.01:.5f}"} for r in tests[::-1]],
        "others on another scale": [{**r, "score": f"{0.9 * float(r['score']):.5f}"} for r in others],
    }[calibration]
    inputs = {"outcomes": write(tmp_path / "o.csv", tests), "calibration": write(tmp_path / "c.csv", rows)}
    result = call(EVALUATION, inputs, {"cost_at_most": 0.15})
    assert ("sign-calibrated-on-tests" in {sign.name for sign in result.signs}) is said


@pytest.mark.parametrize(("accident", "said"), [(-1.0, False), (-999.0, False), (999.0, True)])
def test_the_return_of_an_accident_is_no_code_for_a_missing_one(
    tmp_path: Path, accident: float, said: bool
) -> None:
    """A return has two values, an accident's and none; a code stands beside values that were measured."""
    draw = np.random.default_rng(2)
    hit = draw.random(200) < 0.1
    usual = {"safety_monitored": 0.0, "safety_ideal": 0.0, "mission_f": 1.0}
    rows = [
        {
            "safety_f": min(accident, 0.0) if h else 0.0,
            "mission_monitored": round(0.8 + 0.2 * draw.random(), 4),
        }
        | usual
        for h in hit
    ]
    if said:
        rows[3]["mission_monitored"] = accident
    path = write(tmp_path / "r.csv", rows)
    names = {sign.name for sign in call(RETURNS, {"returns": path}, {"span": 1000}).signs}
    assert ("sign-code-for-missing" in names) is said


def test_own_monitor_with_alarms(tmp_path: Path) -> None:
    rows = [{"error": e, "alarm": a} for e, a in [(1, 1)] * 8 + [(1, 0)] * 2 + [(0, 1)] * 5 + [(0, 0)] * 85]
    result = call(EVALUATION, {"outcomes": write(tmp_path / "o.csv", rows)}, {"scheme": "detector-errors"})
    check(EVALUATION, result)
    values = {k: m.value for k, m in result.measures.items()}
    assert values["miss_rate"] == 0.2
    assert values["false_alarm_rate"] == pytest.approx(5 / 90)
    assert values["alarm_rate"] == 0.13


@pytest.mark.parametrize(
    ("rows", "parameters", "message"),
    [
        ([{"error": 1, "alarm": 0}, {"error": 0, "alarm": 0}], {}, "fires on none of 2"),
        ([{"error": 1, "alarm": 1}, {"error": 0, "alarm": 1}], {}, "fires on every one of 2"),
        ([{"error": 1, "score": 1}, {"error": 0, "score": 2}], {}, "has scores only"),
        ([{"error": 1, "alarm": 1}, {"error": 0, "alarm": 0}], {"threshold": 0.5}, "expected a column score"),
        ([{"error": 2, "alarm": 1}], {}, r"o\.csv:2, column error: expected 0 or 1, found '2'"),
        ([{"error": 1, "alarmed": 1}], {}, "column alarm or score"),
        ([{"mistake": 1, "alarm": 1}], {}, "expected a column error"),
        ([{f"x{k}": 1 for k in range(1000)}], {}, "found x0, .*, x11 and 988 more"),
    ],
)
def test_bad_tables(
    tmp_path: Path, rows: list[dict[str, Any]], parameters: dict[str, Any], message: str
) -> None:
    path = write(tmp_path / "o.csv", rows)
    with pytest.raises(InputProblem, match=message):
        call(EVALUATION, {"outcomes": path}, {"scheme": "detector-errors", **parameters})


def test_threshold_and_calibration_exclude_each_other(tmp_path: Path) -> None:
    path = write(tmp_path / "o.csv", outcomes(20, 0))
    with pytest.raises(InputProblem, match="either a threshold or calibration rows"):
        call(EVALUATION, {"outcomes": path, "calibration": path}, {"threshold": 0.0})


def test_own_returns(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(80):
        f, gain = rng.random() * 5, rng.random() * 5
        rows.append(
            {
                "safety_f": f,
                "safety_monitored": f + gain,
                "safety_ideal": 10,
                "mission_f": 4,
                "mission_monitored": 3,
            }
        )
    path = write(tmp_path / "r.csv", rows)
    result = call(RETURNS, {"returns": path}, {"span": 10})
    check(RETURNS, result)
    assert result.measures["availability_cost"].value == 1.0


def test_returns_of_rows_in_groups_are_those_of_the_groups(tmp_path: Path) -> None:
    """Ten episodes of twenty steps, against the means of the episodes as rows."""
    rng = np.random.default_rng(0)
    named = ("safety_f", "safety_monitored", "safety_ideal", "mission_f", "mission_monitored")
    values = np.round(np.sort(rng.random((200, 5)), axis=1)[:, [0, 1, 4, 3, 2]], 3)
    steps = [
        dict(zip(named, row, strict=True)) | {"group": f"e{k // 20}"} for k, row in enumerate(values.tolist())
    ]
    means = [dict(zip(named, row, strict=True)) for row in values.reshape(10, 20, 5).mean(axis=1).tolist()]
    grouped, alone = (
        call(RETURNS, {"returns": write(tmp_path / f"{k}.csv", rows)}, {"span": 1})
        for k, rows in enumerate((steps, means))
    )
    for name, m in grouped.measures.items():
        assert m.value == pytest.approx(alone.measures[name].value), name
        assert (m.lower, m.upper) == pytest.approx(
            (alone.measures[name].lower, alone.measures[name].upper)
        ), name
    assert "10 independent groups" in grouped.notes[0]
    assert not grouped.signs


@pytest.mark.slow
def test_classification_scheme_changes_the_verdict() -> None:
    result = call(CLASSIFICATION, {"images": DIGITS}, {"compare": ["mahalanobis"]})
    check(CLASSIFICATION, result)
    assert verdicts(result) == ["acceptable", "not acceptable"]
    assert "E2 finds mahalanobis acceptable" in result.notes[0]


@pytest.mark.slow
def test_classification_of_own_pictures(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 400)
    images = np.clip(rng.normal(0.3, 0.1, (400, 5, 5)) + 0.3 * labels[:, None, None] * np.eye(5), 0, 1)
    np.savez(tmp_path / "i.npz", images=images, labels=labels)
    parameters = {"compare": [], "hidden": [8], "perturbations": ["noise"], "intensity": 1.0}
    result = call(CLASSIFICATION, {"images": tmp_path / "i.npz"}, parameters)
    check(CLASSIFICATION, result)
    np.savez(tmp_path / "i.npz", images=images * 255, labels=labels)
    with pytest.raises(InputProblem, match="expected 50 pictures or more"):
        call(CLASSIFICATION, {"images": tmp_path / "i.npz"}, parameters)
    np.savez(tmp_path / "i.npz", images=images, labels=labels[:9])
    with pytest.raises(InputProblem, match="misaligned"):
        call(CLASSIFICATION, {"images": tmp_path / "i.npz"}, parameters)


def recording(
    detected: np.ndarray, alarm: np.ndarray, appears: list[int], contact: list[int]
) -> braking.Recording:
    n = len(appears)
    scene = braking.World(np.array(appears), np.array(contact), np.full(n, -1), np.zeros(n), ("fog",))
    return braking.Recording(scene, detected, alarm)


def test_braking_by_hand() -> None:
    """Seen twice in time; never seen but stopped by an alarm; never seen; no pedestrian but an alarm."""
    detected = np.zeros((4, braking.STEPS), dtype=bool)
    alarm = np.zeros_like(detected)
    detected[0, 41:45] = True
    alarm[1, 42] = alarm[3, 19] = True
    result = braking.judge(
        recording(detected, alarm, [40, 40, 40, braking.NEVER], [46, 46, 46, braking.NEVER]), 0.95
    )
    assert result.accident_f.tolist() == [False, True, True, False]
    assert result.accident_monitored.tolist() == [False, False, True, False]
    assert result.needless.tolist() == [False, False, False, True]
    assert result.stop_f.tolist() == [43, braking.NEVER, braking.NEVER, braking.NEVER]
    assert result.stop_monitored.tolist() == [43, 43, braking.NEVER, 20]
    assert result.e2.safety_gain.value == result.e2.residual_hazard.value == 0.25
    assert result.e2.availability_cost.value == pytest.approx((0 + 3 + 0 + 60) / 80 / 4)
    assert result.e1.residual_hazard.value == pytest.approx(np.mean([2 / 46, 5 / 46, 6 / 46, 0]))


def test_sudden_detections_are_first_ones() -> None:
    seen = np.array([[1, 0, 1, 1, 0, 1]], dtype=bool)
    assert braking.sudden(seen).astype(int).tolist() == [[0, 0, 1, 0, 0, 1]]


def test_braking_monitor_that_never_fires() -> None:
    quiet = np.zeros((2, braking.STEPS), dtype=bool)
    with pytest.raises(InputProblem, match="monitor of the brake to fire"):
        braking.judge(recording(quiet, quiet, [40, 40], [46, 46]), 0.95)


@pytest.mark.slow
def test_braking_scheme_changes_the_verdict() -> None:
    result = call(BRAKING, {}, {})
    check(BRAKING, result)
    assert verdicts(result) == ["acceptable", "not acceptable"]
    assert result.measures["availability_cost"].value > 2 * result.measures["frame_availability_cost"].value


@pytest.mark.slow
def test_landing_at_small_size() -> None:
    result = call(LANDING, {}, {"maps": 40})
    check(LANDING, result)
    m = result.measures
    assert m["unsafe_landing"].value <= m["unsafe_landing_unmonitored"].value


@pytest.mark.slow
def test_landing_scheme_changes_the_verdict() -> None:
    result = call(LANDING, {}, {})
    assert verdicts(result) == ["acceptable", "not acceptable"]
    assert "the monitor made the landing worse" in result.notes[0]


def test_the_ideal_zone_is_the_best_that_exists() -> None:
    true = landing.town(np.random.default_rng(3))
    best = landing.best_score(true, 5, 0.5)
    scores = [
        landing.landing_score(landing.zone(true, (i, j), 5), landing.FORBIDDEN, landing.HAZARD, 0.5)
        for i in range(5, 59, 3)
        for j in range(5, 59, 3)
    ]
    assert best >= max(scores) - 1e-9


def test_candidates_hold_no_forbidden_class_and_lie_apart() -> None:
    seen = landing.town(np.random.default_rng(4))
    result = landing.candidates(seen, 5, 6)
    assert result
    for c in result:
        assert not landing.FORBIDDEN[landing.zone(seen, c, 5)].any()
    gaps = [np.hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(result) for b in result[:i]]
    assert min(gaps, default=99) >= 10


def test_unknown_perturbation() -> None:
    with pytest.raises(InputProblem, match="found hail"):
        landing.run(maps=20, perturbations=["hail"])
    with pytest.raises(InputProblem, match="found hail"):
        braking.world(3, ["hail"], 0.5, 0.5, np.random.default_rng(0))


@pytest.mark.parametrize("name", ["channel-shuffle", "channel-dropout"])
def test_perturbations_of_colour_are_no_choice_for_grey_frames(name: str) -> None:
    with pytest.raises(ValidationError, match="frames are grey"):
        BRAKING.parameters.model_validate({"perturbations": [name]})


def test_returns_of_long_episodes_stand_in_doubt(tmp_path: Path) -> None:
    """Sixty short episodes without a hazard, and six long ones with one at each step; equal ones are in no doubt."""

    def rows(lengths: list[int]) -> list[dict[str, object]]:
        return [
            {"safety_f": -bad, "safety_monitored": -bad if k % 2 else 0, "safety_ideal": 0, "mission_f": 1,
             "mission_monitored": 1 - (k == 0), "group": f"e{e}"}
            for e, length in enumerate(lengths) for bad in [int(e >= 60)] for k in range(length)
        ]  # fmt: skip

    for name, lengths, doubted in (("long", [4] * 60 + [40] * 6, True), ("even", [10] * 66, False)):
        result = call(RETURNS, {"returns": write(tmp_path / f"{name}.csv", rows(lengths))}, {"span": 1})
        signs = [s for s in result.signs if s.name == "sign-large-groups"]
        assert bool(signs) is doubted
        assert all(s.possible["hazard"] > 240 / 480 > result.measures["hazard"].upper for s in signs[:1])
