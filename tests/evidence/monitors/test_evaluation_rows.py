"""Groups, severities and matched boxes in `monitor-evaluation`: frames of a video are one unit, boxes give the error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds.measures import bounded_mean
from casegen_evidence.method import InputProblem, Result
from casegen_evidence.monitors.evaluation_method import EVALUATION

from tests.evidence.nnmetrics.test_nnmetrics_methods import call


def table(folder: Path, header: str, rows: list[Any], name: str = "outcomes") -> Path:
    path = folder / f"{name}.csv"
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def videos(folder: Path) -> Path:
    """Ten videos of 50 frames; in two of them every frame is an error, of which the monitor sees half."""
    rng = np.random.default_rng(0)
    rows = [
        (f"v{video}", int(error), int(rng.random() < (0.5 if error else 0.1)))
        for video in range(10)
        for error in [video in (2, 7)] * 50
    ]
    return table(folder, "video,error,alarm", rows)


def evaluated(
    folder: Path, path: Path, *, columns: dict[str, str] | None = None, **parameters: Any
) -> Result:
    from casegen_evidence.method import Run
    from casegen_evidence.tables.spec import Reading

    run = Run({"outcomes": path}, EVALUATION.parameters.model_validate(parameters), 1, 0.95, folder,
              reading=Reading(columns=columns or {}))  # fmt: skip
    return EVALUATION.run(run)


def test_frames_of_a_video_are_one_unit(tmp_path: Path) -> None:
    path = videos(tmp_path)
    alone = evaluated(tmp_path, path, scheme="detector-errors")
    assert "sign-grouped-rows" in [s.name for s in alone.signs]
    grouped = evaluated(tmp_path, path, scheme="detector-errors", columns={"group": "video"})
    assert grouped.signs == []
    assert grouped.measures["hazard"].n == 10
    share = np.array([0, 0, 1, 0, 0, 0, 0, 1, 0, 0], dtype=float)
    expected = bounded_mean(share, 0, 1, 0.95, "probability-per-demand", "")
    hazard = grouped.measures["hazard"]
    assert (hazard.value, hazard.upper, hazard.kind) == (
        0.2,
        pytest.approx(expected.upper),
        "probability-per-demand",
    )
    assert hazard.upper > alone.measures["hazard"].upper
    assert grouped.measures["miss_rate"].upper > alone.measures["miss_rate"].upper
    assert "10 independent groups" in " ".join(grouped.notes)


def test_errors_count_by_severity(tmp_path: Path) -> None:
    rows = (
        [("person", "person", 0)] * 30
        + [("car", "person", 1)] * 8
        + [("person", "car", 0)] * 2
        + [("car", "car", 1)] * 20
    )
    path = table(tmp_path, "true,predicted,alarm", rows)
    weights = {"person": {"car": 10}, "car": {"person": 1}}
    result = call(EVALUATION, tmp_path, {"outcomes": path}, {"scheme": "severities", "severities": weights})
    values = {n: m.value for n, m in result.measures.items()}
    assert values["hazard"] == pytest.approx((8 * 0.1 + 2) / 60)
    assert values["residual_hazard"] == pytest.approx(2 / 60)
    assert values["availability_cost"] == pytest.approx(20 / 60)
    assert values["recall"] == pytest.approx(0.8 / 2.8)
    assert {m.kind for n, m in result.measures.items() if n in ("hazard", "miss_rate", "safety_gain")} == {
        "score"
    }
    with pytest.raises(InputProblem, match="parameter severities"):
        call(EVALUATION, tmp_path, {"outcomes": path}, {"scheme": "severities"})
    with pytest.raises(InputProblem, match="expected a severity for car"):
        call(EVALUATION, tmp_path, {"outcomes": path},
             {"scheme": "severities", "severities": {"person": {"car": 10}}})  # fmt: skip


def boxes(folder: Path) -> dict[str, Path]:
    """40 frames: 0-9 detected, 10-19 missed, 20-29 detected below the score, 30-39 with a false box."""
    images = [{"id": i, "file_name": f"{i}.png"} for i in range(40)]
    truth = [{"id": i, "image_id": i, "category_id": 1, "bbox": [i, 5, 20, 20]} for i in range(40)]
    actual = [
        {"image_id": i, "category_id": 1, "bbox": [i + (40 if 10 <= i < 20 else 1), 5, 20, 20],
         "score": 0.3 if i >= 20 and i < 30 else 0.9}
        for i in range(40)
    ]  # fmt: skip
    actual += [{"image_id": i, "category_id": 1, "bbox": [80, 5, 9, 9], "score": 0.8} for i in range(30, 40)]
    paths = {name: folder / f"{name}.json" for name in ("truth", "detections")}
    categories = [{"id": 1, "name": "asset"}]
    paths["truth"].write_text(json.dumps({"images": images, "categories": categories, "annotations": truth}))
    paths["detections"].write_text(json.dumps(actual))
    return paths


@pytest.mark.slow
def test_an_error_of_a_frame_is_a_missed_or_false_box(tmp_path: Path) -> None:
    """Paper 004 Eqns 14-15: same class, score and overlap of at least a threshold."""
    alarm = [i % 2 for i in range(40)]
    files = boxes(tmp_path)
    rows = [(f"{i}.png", a) for i, a in enumerate(alarm)][::-1]
    files["outcomes"] = table(tmp_path, "image,alarm", rows)
    own = {"scheme": "detector-errors", "boxes": {"score": 0.5}}
    result = call(EVALUATION, tmp_path, files, own)
    values = {n: m.value for n, m in result.measures.items()}
    assert values["hazard"] == 0.75  # those detected are right, all others wrong
    assert values["residual_hazard"] == 0.375
    assert values["availability_cost"] == 0.125
    low = call(EVALUATION, tmp_path, files, {"scheme": "detector-errors", "boxes": {"score": 0.2}})
    assert low.measures["hazard"].value == 0.5
    tight = call(
        EVALUATION, tmp_path, files, {"scheme": "detector-errors", "boxes": {"score": 0.2, "iou": 0.95}}
    )
    assert tight.measures["hazard"].value == 1.0


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([(f"{i}.png", i % 2) for i in range(39)], "39.png have no row"),
        ([(f"x{i}.png", i % 2) for i in range(40)], "are no image"),
        ([(f"{i // 2}.png", i % 2) for i in range(40)], "0.png"),
    ],
)
def test_rows_that_are_not_the_frames(tmp_path: Path, rows: list[Any], words: str) -> None:
    files = boxes(tmp_path)
    files["outcomes"] = table(tmp_path, "image,alarm", rows)
    with pytest.raises(InputProblem, match=words):
        call(EVALUATION, tmp_path, files, {"scheme": "detector-errors", "boxes": {"score": 0.5}})


def test_signs_of_the_boxes_bar_the_monitor(tmp_path: Path) -> None:
    files = boxes(tmp_path)
    files["outcomes"] = table(tmp_path, "image,alarm", [(i, i % 2) for i in range(40)])
    actual = json.loads(files["detections"].read_text())
    files["detections"].write_text(json.dumps([{**row, "bbox": [500, 500, 5, 5]} for row in actual]))
    result = call(EVALUATION, tmp_path, files, {"scheme": "detector-errors", "boxes": {"score": 0.5}})
    assert ("sign-never-right", "fails", ()) in [
        (s.name, s.severity, tuple(s.measures)) for s in result.signs
    ]


def test_hazards_of_large_groups_stand_in_doubt(tmp_path: Path) -> None:
    """Ninety short videos without an error, and five long ones of errors: each video counts alike."""
    rows = [(f"v{v}", 0, int(v % 9 == 0)) for v in range(90)] + [
        (f"w{v}", 1, i % 2) for v in range(5) for i in range(200)
    ]
    path = table(tmp_path, "group,error,alarm", rows)
    result = call(EVALUATION, tmp_path, {"outcomes": path}, {"scheme": "detector-errors"})
    assert result.measures["hazard"].upper < 0.3
    sign = next(
        s for s in result.signs if s.name == "sign-large-groups"
    )  # the other one is of the lower limits
    assert sign.possible["hazard"] > 1000 / 1090, "as many of all rows are errors"
    assert sign.possible["residual_hazard"] > 500 / 1090
    assert "safety_gain" not in sign.measures, "of all rows more is gained"


def hazards_by_size(folder: Path, sizes: tuple[int, int], rates: tuple[float, float]) -> Result:
    """A hundred videos, of which twenty have the second of the sizes and rates of errors; a fifth has no alarm."""
    rng = np.random.default_rng(3)
    rows = []
    for video in range(100):
        kind = int(video % 5 == 0)
        for _ in range(sizes[kind]):
            error = rng.random() < rates[kind]
            rows.append((f"v{video}", int(error), int(rng.random() < (0.8 if error else 0.05))))
    return evaluated(folder, table(folder, "group,error,alarm", rows), scheme="detector-errors")


def test_a_share_of_all_rows_within_the_limit_may_be_larger_than_it(tmp_path: Path) -> None:
    """The limit over videos is above the errors counted in all rows, and below their rate as the rows bound it."""
    result = hazards_by_size(tmp_path, (10, 40), (0.03, 0.15))
    sign, other = result.signs  # the other one is of the lower limits
    assert sign.name == other.name == "sign-large-groups"
    assert 0.09 < sign.possible["hazard"] < 0.25
    assert result.measures["hazard"].upper < sign.possible["hazard"]


def test_videos_of_one_length_are_in_no_doubt(tmp_path: Path) -> None:
    assert hazards_by_size(tmp_path, (20, 20), (0.03, 0.15)).signs == []


def test_the_doubt_over_sizes_meets_what_a_generous_claim_asks(tmp_path: Path) -> None:
    """Hazards that do not go with sizes: a claim that the rows themselves support has no finding."""
    from casegen.model.quantity import Comparison
    from casegen.model.results import VitalSign

    result = hazards_by_size(tmp_path, (18, 22), (0.06, 0.06))
    assert [s.name for s in result.signs] == ["sign-large-groups"] * 2
    for name in ("hazard", "residual_hazard", "miss_rate"):
        generous = 1.2 * result.measures[name].upper
        for s in result.signs:
            sign = VitalSign(s.name, "EV", False, s.message, tuple(s.measures), possible=s.possible)
            assert not sign.speaks_of(name) or not sign.counts(name, Comparison.AT_MOST, generous)


def test_groups_finer_than_videos_stand_in_doubt(tmp_path: Path) -> None:
    rows = [(f"v{v}", f"v{v}-{i}", int(v in (2, 7)), i % 2) for v in range(10) for i in range(50)]
    path = table(tmp_path, "video,frame,error,alarm", rows)
    result = evaluated(tmp_path, path, scheme="detector-errors", columns={"group": "frame"})
    assert "sign-grouped-rows" in [s.name for s in result.signs]


def monitored(folder: Path, column: str, *, turned: bool = False) -> Path:
    """400 answers, 40 wrong; the monitor alarms at 30 of those and at 36 others. ``turned`` writes the contrary."""
    rows = [
        ("a", "b" if wrong else "a", int(alarm != turned))
        for wrong, alarm in [(1, 1)] * 30 + [(1, 0)] * 10 + [(0, 1)] * 36 + [(0, 0)] * 324
    ]
    return table(folder, f"true,predicted,{column}", rows)


@pytest.mark.parametrize(
    ("role", "column"),
    [
        ("alarm", "monitor_ok"), ("alarm", "accepted"), ("alarm", "in_distribution_pass"), ("score", "confidence"),
        ("alarm", "confidence"), ("alarm", "is confident"), ("score", "max_softmax"),
    ],
)  # fmt: skip
def test_a_column_that_says_the_contrary_is_no_alarm(tmp_path: Path, role: str, column: str) -> None:
    more = {"threshold": 0.5} if role == "score" else {}
    with pytest.raises(InputProblem, match="its name says the contrary"):
        evaluated(tmp_path, monitored(tmp_path, column, turned=True), columns={role: column}, **more)


@pytest.mark.parametrize(
    ("role", "column"),
    [
        ("alarm", "rejected"), ("alarm", "not_ok"), ("alarm", "low_confidence"), ("alarm", "confidence_monitor"),
        ("alarm", "uncertain"), ("alarm", "flag"), ("alarm", "safe_stop"), ("score", "one_minus_confidence"),
        ("score", "anomaly_score"), ("score", "mahalanobis"), ("score", "uncertainty"),
    ],
)  # fmt: skip
def test_a_column_of_alarms_has_any_other_name(tmp_path: Path, role: str, column: str) -> None:
    more = {"threshold": 0.5} if role == "score" else {}
    result = evaluated(tmp_path, monitored(tmp_path, column), columns={role: column}, **more)
    assert result.measures["recall"].value == 0.75
    assert result.signs == []


def test_alarms_that_come_where_all_is_well_are_doubted(tmp_path: Path) -> None:
    turned = evaluated(tmp_path, monitored(tmp_path, "alarm", turned=True))
    assert [s.name for s in turned.signs] == ["sign-alarms-inverted"]
    assert "25.0% of the hazardous inputs and at 90.0%" in turned.signs[0].message
    assert not evaluated(tmp_path, monitored(tmp_path, "alarm")).signs


@pytest.mark.slow
def test_a_monitor_that_knows_nothing_is_not_called_inverted(tmp_path: Path) -> None:
    rng, doubted = np.random.default_rng(3), 0
    for _ in range(40):
        rows = [("a", "b" if rng.random() < 0.1 else "a", int(rng.random() < 0.2)) for _ in range(300)]
        signs = evaluated(tmp_path, table(tmp_path, "true,predicted,alarm", rows)).signs
        doubted += any(s.name == "sign-alarms-inverted" for s in signs)
    assert doubted == 0


def test_labels_say_which_way_a_column_counts(tmp_path: Path) -> None:
    from casegen_evidence.method import Run

    path = table(tmp_path, "true,predicted,verdict_ok", [("a", "b", "halt")] * 30 + [("a", "a", "go")] * 300)
    parameters = EVALUATION.parameters.model_validate({})
    reading = {"columns": {"alarm": "verdict_ok"}, "labels": {"halt": "alarm", "go": "no alarm"}}
    result = EVALUATION.run(Run({"outcomes": path}, parameters, 1, 0.95, tmp_path, reading=reading))
    assert result.measures["recall"].value == 1.0


def scored(folder: Path, name: str, kind: str, alarm: bool = False) -> Path:
    """400 answers among 4 classes, a tenth of them wrong, with a score that knows the label or not."""
    rng = np.random.default_rng(5)
    z = rng.normal(size=(400, 4)) * 3
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    said = p.argmax(axis=1)
    true = np.where(rng.random(400) < 0.1, (said + 1) % 4, said)
    scores = {
        "label": -np.log(p[np.arange(400), true]),
        "answer": -np.log(p.max(axis=1)),
        "reconstruction": rng.gamma(2, 0.05, 400) + 0.1 * (true != said),
        "large": rng.gamma(2, 5, 400) + 10 * (true != said),
        "signed": rng.normal(size=400),
    }[kind]
    alarms = (rng.random(400) < np.where(true != said, 0.7, 0.1)).astype(int)
    rows = [
        (f"c{t}", f"c{s}", *((int(a),) if alarm else ()), f"{v:.6f}")
        for t, s, a, v in zip(true, said, alarms, scores, strict=True)
    ]
    return table(folder, "true,predicted," + ("alarm," if alarm else "") + name, rows, name.replace(" ", ""))


@pytest.mark.parametrize(
    ("name", "kind", "doubted"),
    [
        ("loss", "label", True), ("cross_entropy_loss", "label", True), ("nll", "label", True),
        ("loss", "reconstruction", False), ("loss", "large", False), ("recon_loss", "reconstruction", False),
        ("nll", "signed", False), ("loss", "answer", False), ("entropy", "answer", False),
    ],
)  # fmt: skip
def test_a_loss_of_the_label_is_no_score_of_a_monitor(
    tmp_path: Path, name: str, kind: str, doubted: bool
) -> None:
    path = scored(tmp_path, name, kind)
    result = evaluated(tmp_path, path, columns={"score": name}, threshold=12 if kind == "large" else 0.3)
    assert ("sign-alarm-is-the-error" in [s.name for s in result.signs]) == doubted


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("nll_true", True), ("loss_gt", True), ("1-p_true", True), ("neg logp of label", True),
        ("one_minus_prob_true_class", True), ("distance_to_target", False), ("label_free_distance", False),
        ("nll", False), ("expected_loss", False), ("anomaly", False),
    ],
)  # fmt: skip
def test_a_score_named_after_the_label_is_refused(tmp_path: Path, name: str, refused: bool) -> None:
    path = scored(tmp_path, name, "reconstruction")
    if not refused:
        evaluated(tmp_path, path, columns={"score": name}, threshold=0.3)
        return
    with pytest.raises(InputProblem, match="of the true class"):
        evaluated(tmp_path, path, columns={"score": name}, threshold=0.3)


@pytest.mark.parametrize(("name", "columns"), [("score", {}), ("distance", {"score": "distance"})])
def test_scores_beside_alarms_are_listed_as_not_read(
    tmp_path: Path, name: str, columns: dict[str, str]
) -> None:
    path = scored(tmp_path, name, "reconstruction", alarm=True)
    result = evaluated(tmp_path, path, columns=columns)
    assert result.read[0]["not_read"] == [name]
    assert result.read[0]["asked"] == []
    assert any(
        note.startswith(f"Column {name!r} is not read; it holds 0.0") for note in result.read[0]["notes"]
    )
    alone = evaluated(tmp_path, scored(tmp_path, name, "reconstruction"), columns=columns, threshold=0.3)
    assert alone.read[0]["not_read"] == []


def test_the_share_of_hazard_that_is_missed_is_a_fraction_with_groups_as_without(tmp_path: Path) -> None:
    result = hazards_by_size(tmp_path, (10, 12), (0.1, 0.15))
    assert {name: m.kind for name, m in result.measures.items()} == {
        name: kind for name, (kind, _) in EVALUATION.measures.items() if name in result.measures
    }
    assert set(EVALUATION.measures) - set(result.measures) == {"false_alarm_rate"}
