"""Detections against truth: the reference implementation of COCO, counts by hand, coverage, files that say nothing."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.detection.matching import match, overlaps
from casegen_evidence.detection.method import OBJECT_DETECTION
from casegen_evidence.method import InputProblem, Method, Result, Run

Document = dict[str, Any]
CATEGORIES = [{"id": 1, "name": "buoy"}, {"id": 2, "name": "dock"}, {"id": 7, "name": "diver"}]


def problem(seed: int, images: int = 30, quality: float = 0.85) -> tuple[Document, list[Document]]:
    """Random boxes of three classes, some of them crowds, and a detector that misses, shifts and invents."""
    rng = np.random.default_rng(seed)
    annotations: list[Document] = []
    detections: list[Document] = []

    def detect(image: int, category: int, box: list[float]) -> None:
        detections.append(
            {"image_id": image, "category_id": category, "bbox": box, "score": float(rng.uniform())}
        )

    for image in range(1, images + 1):
        for _ in range(rng.poisson(3)):
            category = int(rng.choice([1, 2, 7]))
            box = [float(v) for v in (*rng.uniform(0, 80, 2), *rng.uniform(5, 30, 2))]
            annotations.append({"id": len(annotations) + 1, "image_id": image, "category_id": category, "bbox": box,
                                "area": box[2] * box[3], "iscrowd": int(rng.uniform() < 0.08)})  # fmt: skip
            if rng.uniform() < quality:
                detect(
                    image,
                    category,
                    [
                        *(np.array(box[:2]) + rng.normal(0, 2, 2)),
                        *(np.array(box[2:]) * rng.uniform(0.8, 1.2, 2)),
                    ],
                )
            if rng.uniform() < 0.2:
                detect(image, category, [box[0], box[1], box[2] * 0.9, box[3]])
        for _ in range(rng.poisson(0.4)):
            detect(
                image,
                int(rng.choice([1, 2, 7])),
                [float(v) for v in (*rng.uniform(0, 90, 2), *rng.uniform(4, 20, 2))],
            )
    truth = {"images": [{"id": i, "file_name": f"{i}.png"} for i in range(1, images + 1)], "categories": CATEGORIES,
             "annotations": annotations}  # fmt: skip
    return truth, detections


def certain(result: Result) -> list[str]:
    """Signs that stand at every claim; one with a worst value stands where a claim does not meet it."""
    return [s.name for s in result.signs if not s.possible]


def call(truth: Any, detections: Any, folder: Path, **parameters: Any) -> Result:
    for name, content in (("truth", truth), ("detections", detections)):
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
    checked = OBJECT_DETECTION.parameters.model_validate({"score": 0.5} | parameters)
    return OBJECT_DETECTION.run(
        Run({n: folder / n for n in ("truth", "detections")}, checked, 0, 0.95, folder)
    )


def box(image: int, x: float, category: int = 1, **more: Any) -> Document:
    return {"image_id": image, "category_id": category, "bbox": [x, 0, 10, 10], **more}


def images(n: int, **more: Any) -> list[Document]:
    return [{"id": i, "file_name": f"{i}.png", **more} for i in range(1, n + 1)]


def test_declared_parts_are_whole() -> None:
    assert isinstance(OBJECT_DETECTION, Method)
    assert set(OBJECT_DETECTION.tolerance) == set(OBJECT_DETECTION.measures) == set(OBJECT_DETECTION.better)


def reference(truth: Document, detections: list[Document], iou: float) -> list[float]:
    """Average precision by class as pycocotools computes it: all areas, 100 detections."""
    coco = pytest.importorskip("pycocotools.coco", reason="a development-only part: pip install pycocotools")
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        theirs = coco.COCO()
        theirs.dataset = truth | {"info": {}}
        theirs.createIndex()
        evaluated = COCOeval(theirs, theirs.loadRes(detections), "bbox")
        evaluated.params.iouThrs = np.array([iou])
        evaluated.evaluate()
        evaluated.accumulate()
    return [float(v) for v in evaluated.eval["precision"][0, :, :, 0, 2].mean(axis=0)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("iou", [0.5, 0.75])
@pytest.mark.parametrize("digits", [16, 1])
def test_average_precision_is_that_of_pycocotools(tmp_path: Path, seed: int, iou: float, digits: int) -> None:
    """With one digit many scores are equal: the order among them decides which detection takes an object."""
    truth, detections = problem(seed)
    detections = [{**d, "score": round(d["score"], digits)} for d in detections]
    by_class = reference(truth, detections, iou)
    ours = call(truth, detections, tmp_path, iou=iou)
    assert ours.measures["average_precision"].value == pytest.approx(np.mean(by_class), abs=1e-6)
    shown = {row[0]: row[4] for row in ours.tables[0].rows}
    assert [shown[c["name"]] for c in CATEGORIES] == pytest.approx(by_class, abs=1e-6)


def test_counts_by_hand(tmp_path: Path) -> None:
    annotations = [box(1, 0), box(1, 50), box(2, 0, category=2), box(3, 0), box(3, 50, iscrowd=1)]
    detections = [
        box(1, 1, score=0.9),  # the first object, overlap 9/11
        box(1, 52, score=0.4),  # the second, below the score in use
        box(2, 0, score=0.8),  # another class: missed and false
        box(3, 8, score=0.8),  # overlap 2/18: missed and false
        box(3, 51, score=0.8),  # in the crowd: neither
    ]
    truth = {"images": images(4), "categories": CATEGORIES[:2], "annotations": annotations}
    measures = call(truth, detections, tmp_path).measures
    assert measures["frame_with_miss"].value == 3 / 4
    assert measures["frame_with_false"].value == 2 / 4
    assert measures["missed_object"].value == pytest.approx((1 / 2 + 1 + 1) / 3)
    assert measures["mean_iou"].value == pytest.approx(9 / 11)
    lower = call(truth, detections, tmp_path, score=0.3).measures
    assert lower["frame_with_miss"].value == 2 / 4


def test_an_object_takes_one_detection_and_the_best_score_comes_first() -> None:
    true, crowd = np.array([[0.0, 0, 10, 10]]), np.array([False])
    matches = np.array([[0.0, 0, 10, 10], [1.0, 0, 10, 10]])
    result = match(matches, np.array([0.2, 0.9]), true, crowd, 0.5)
    assert result.to.tolist() == [0, -1]
    assert result.overlap.tolist() == pytest.approx([9 / 11, 0])
    assert overlaps(matches, true, np.array([True]))[1, 0] == pytest.approx(0.9)


def test_frames_of_a_video_are_one_unit(tmp_path: Path) -> None:
    """20 videos of 30 frames, of which two are missed in every frame: the limits are those of 20 units, not 600."""
    rows = [
        {"id": 30 * v + k + 1, "file_name": f"{v}-{k}.png", "video_id": v}
        for v in range(20)
        for k in range(30)
    ]
    truth = {"images": rows, "categories": CATEGORIES[:1], "annotations": [box(r["id"], 0) for r in rows]}
    detections = [box(r["id"], 1, score=0.9) for r in rows if r["video_id"] > 1]
    alone = call(truth, detections, tmp_path)
    together = call(truth, detections, tmp_path, group="video_id")
    assert certain(alone) == ["sign-frames-of-a-video"]
    assert together.signs == []
    for name in ("missed_object", "frame_with_miss"):
        assert alone.measures[name].value == pytest.approx(together.measures[name].value)
        assert (alone.measures[name].upper or 1) < 0.14 < 0.25 < (together.measures[name].upper or 0)
    with pytest.raises(InputProblem, match="no field 'clip'"):
        call(truth, detections, tmp_path, group="clip")


def test_images_without_names_are_of_no_video(tmp_path: Path) -> None:
    rows = [{"id": i} for i in range(1, 61)]
    truth = {
        "images": rows,
        "categories": CATEGORIES[:1],
        "annotations": [box(i, 10.0 * i) for i in range(1, 61)],
    }
    detections = [box(i, 10.0 * i + 1, score=0.5 + 0.005 * i) for i in range(1, 61)]
    assert "sign-frames-of-a-video" not in [s.name for s in call(truth, detections, tmp_path).signs]


def test_tracks_that_are_seen_too_late(tmp_path: Path) -> None:
    """Three tracks of five frames: seen in the second frame, in the fifth, never."""
    rows = images(5, video_id="a")
    annotations = [box(r["id"], 100.0 * t, track_id=t) for t in range(3) for r in rows]
    detections = [box(2, 1, score=0.9), box(5, 101, score=0.9)]
    truth = {"images": rows, "categories": CATEGORIES[:1], "annotations": annotations}
    late = [
        call(truth, detections, tmp_path, group="video_id", detect_within=k).measures["late_track"].value
        for k in (0, 1, 4)
    ]
    assert late == pytest.approx([1, 2 / 3, 1 / 3])
    with pytest.raises(InputProblem, match="track_id"):
        call(truth | {"annotations": [box(1, 0)]}, detections, tmp_path, detect_within=1)


def test_tracks_that_are_lost_again(tmp_path: Path) -> None:
    """Six frames, found in: 2 3 6 (lost for two), 1 3 5 (for one at most), 2 (for four), none (cannot be lost)."""
    rows = images(6, video_id="a")
    annotations = [box(r["id"], 100.0 * t, track_id=t) for t in range(4) for r in rows]
    seen = {0: (2, 3, 6), 1: (1, 3, 5), 2: (2,)}
    detections = [box(i, 100.0 * t + 1, score=0.9) for t, frames in seen.items() for i in frames]
    truth = {"images": rows, "categories": CATEGORIES[:1], "annotations": annotations}
    shares = [
        call(truth, detections, tmp_path, group="video_id", lose_at_most=k).measures["lost_track"].value
        for k in (0, 1, 2, 3, 4)
    ]
    assert shares == pytest.approx([1, 2 / 3, 1 / 3, 1 / 3, 0])
    with pytest.raises(InputProblem, match="none is"):
        call(truth, [box(1, 50, score=0.9)], tmp_path, group="video_id", lose_at_most=1)


@pytest.mark.parametrize(("field", "step"), [("frame_id", 10), ("frame_number", 3), ("clip", 10)])
def test_delays_are_counted_by_the_frame_numbers_that_images_state(
    tmp_path: Path, field: str, step: int
) -> None:
    """First seen in the second image, missed in the third; a field that numbers no frames counts images."""
    rows = [{**row, field: 100 + step * k} for k, row in enumerate(images(5, video_id="a"))]
    truth = {
        "images": rows,
        "categories": CATEGORIES[:1],
        "annotations": [box(r["id"], 0.0, track_id=1) for r in rows],
    }
    detections = [box(i, 1, score=0.9) for i in (2, 4, 5)]
    frames = 1 if field == "clip" else step
    for name, measure in (("detect_within", "late_track"), ("lose_at_most", "lost_track")):
        values = [
            call(truth, detections, tmp_path, group="video_id", **{name: k}).measures[measure].value
            for k in (frames - 1, frames)
        ]
        assert values == [1, 0]


def test_a_standing_camera_s_frames_are_no_copies_within_their_video(tmp_path: Path) -> None:
    truth, detections = problem(3, images=20)
    places = np.random.default_rng(3).uniform(0, 80, (20, 3))
    truth["annotations"] = [box(1 + 4 * (k // 4) + j, float(x), track_id=t) | {"bbox": [float(x), float(x) / 3, 9, 9 + t]}
                            for k in range(0, 20, 4) for t, x in enumerate(places[k]) for j in range(4)]  # fmt: skip
    truth["images"] = [{**one, "video_id": (one["id"] - 1) // 4} for one in truth["images"]]
    names = lambda **p: {s.name for s in call(truth, detections, tmp_path, **p).signs}  # noqa: E731
    assert "sign-frames-again" not in names(group="video_id")
    assert "sign-frames-again" in names()


def test_what_fills_its_image_from_side_to_side_is_no_copy_of_another(tmp_path: Path) -> None:
    """Pipes in whole pixels: place and height are all that one has of its own."""
    rng = np.random.default_rng(5)
    shown = [{**one, "width": 64, "height": 64} for one in images(60)]
    pipes = [
        box(one["id"], 0) | {"bbox": [0, int(rng.integers(5, 40)), 64, int(rng.integers(5, 9))]}
        for one in shown
    ]
    truth = {"images": shown, "categories": CATEGORIES, "annotations": pipes}
    said = [{**one, "bbox": [1, one["bbox"][1] + 1, 62, 6], "score": 0.9} for one in pipes]
    names = lambda t: {s.name for s in call(t, said, tmp_path, categories=["buoy"]).signs}  # noqa: E731
    assert "sign-frames-again" not in names(truth)
    inside = [one | {"bbox": [3, one["bbox"][1], 40, one["bbox"][3]]} for one in pipes]
    assert "sign-frames-again" in names({**truth, "annotations": inside})


@pytest.mark.parametrize("asked", ["detect_within", "lose_at_most"])
def test_tracks_need_to_know_which_frames_are_of_one_video(tmp_path: Path, asked: str) -> None:
    """Without a group each frame stood alone, and nothing that is seen once was ever lost."""
    annotations = [box(i, 0, track_id=1) for i in (1, 2, 3)]
    truth = {"images": images(3), "categories": CATEGORIES[:1], "annotations": annotations}
    with pytest.raises(InputProblem, match="expected `group`"):
        call(truth, [box(1, 1, score=0.9)], tmp_path, **{asked: 1})


@pytest.mark.slow
def test_limits_hold_where_objects_of_a_frame_are_missed_together(tmp_path: Path) -> None:
    """A frame's visibility decides: its objects are missed with probability .3 in one frame of ten, else never."""
    rng, wrong, true = np.random.default_rng(5), 0, 0.03
    for _ in range(300):
        annotations, detections = [], []
        for i in range(1, 121):
            dim = rng.uniform() < 0.1
            for k in range(int(rng.integers(1, 6))):
                annotations.append(box(i, 40.0 * k))
                if not (dim and rng.uniform() < 0.3):
                    detections.append(box(i, 40.0 * k + 1, score=0.9))
        truth = {"images": images(120), "categories": CATEGORIES[:1], "annotations": annotations}
        wrong += (call(truth, detections, tmp_path).measures["missed_object"].upper or 1) < true
    assert wrong <= 24  # 15 expected at most, 2.4 standard deviations above


GOOD = {"images": images(30), "categories": CATEGORIES[:1], "annotations": [box(i, 0) for i in range(1, 31)]}
SEEN = [box(i, 1, score=0.9) for i in range(1, 31)]


@pytest.mark.parametrize(
    ("truth", "detections", "sign", "severity"),
    [
        (GOOD, [], "sign-never-right", "fails"),
        (GOOD, [box(i, 60, score=0.9) for i in range(1, 31)], "sign-never-right", "fails"),
        (GOOD | {"categories": CATEGORIES[:2]}, SEEN, "sign-class-without-data", "fails"),
        (GOOD, [box(i, 0, score=0.9) for i in range(1, 31)], "sign-copied-truth", "suspicious"),
        (
            GOOD | {"annotations": [*GOOD["annotations"], box(1, 0)]},
            SEEN,
            "sign-repeated-objects",
            "suspicious",
        ),
    ],
)
def test_data_that_say_nothing_bar_their_measures(
    tmp_path: Path, truth: Any, detections: Any, sign: str, severity: str
) -> None:
    assert (sign, severity) in [(s.name, s.severity) for s in call(truth, detections, tmp_path).signs]
    assert call(GOOD, SEEN, tmp_path).signs == []


@pytest.mark.parametrize(
    ("truth", "detections", "words"),
    [
        ([], SEEN, "lists images, categories and annotations"),
        (GOOD | {"images": images(29)}, SEEN, "no image has the id 30"),
        (GOOD | {"images": [*images(30), {"id": 30}]}, SEEN, "30 is duplicated"),
        (GOOD | {"images": [*images(30), {"id": 31, "file_name": "1.png"}]}, SEEN, "'1.png' stands 2 times"),
        (GOOD | {"annotations": [box(1, 0) | {"bbox": [0, 0, -1, 5]}]}, SEEN, "positive size"),
        (GOOD, {"a": 1}, "list of detections"),
        (GOOD, [box(1, 0)], "score from 0 to 1, found None"),
        (GOOD, [box(1, 0, score=87)], "score from 0 to 1, found 87"),
        (GOOD, [box(1, 0, category=3, score=0.5)], "no category has the id 3"),
        (GOOD, [box(99, 0, score=0.5)], "no image has the id 99"),
        ("{", SEEN, "expected JSON"),
    ],
)
def test_files_that_contradict_themselves(tmp_path: Path, truth: Any, detections: Any, words: str) -> None:
    with pytest.raises(InputProblem, match=words):
        call(truth, detections, tmp_path)


def test_unknown_classes_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="classes among buoy; found bouy"):
        call(GOOD, SEEN, tmp_path, categories=["bouy"])


def corners(rows: list[Document]) -> list[Document]:
    return [
        {**r, "bbox": [*r["bbox"][:2], r["bbox"][0] + r["bbox"][2], r["bbox"][1] + r["bbox"][3]]}
        for r in rows
    ]


def test_corners_read_as_sizes_bar_the_measures(tmp_path: Path) -> None:
    """Boxes as x1, y1, x2, y2 seem larger than they are: a detection beside its object would seem to hit it."""
    truth, detections = problem(3)
    shifted = [{**d, "bbox": [d["bbox"][0] + 5, *d["bbox"][1:]]} for d in detections]
    plain = call(truth, shifted, tmp_path)
    assert certain(plain) == []
    wrong = call({**truth, "annotations": corners(truth["annotations"])}, corners(shifted), tmp_path)
    assert wrong.measures["missed_object"].value < 0.8 * plain.measures["missed_object"].value
    assert [s.name for s in wrong.signs if s.severity == "fails"] == ["sign-corners", "sign-corners"]


def test_boxes_out_of_their_image_bar_the_measures(tmp_path: Path) -> None:
    truth, detections = problem(4)
    truth["images"] = [{**image, "width": 115, "height": 115} for image in truth["images"]]
    assert certain(call(truth, detections, tmp_path)) == []
    truth["images"] = [{**image, "width": 60, "height": 60} for image in truth["images"]]
    assert "sign-outside-image" in {
        s.name for s in call(truth, detections, tmp_path).signs if s.severity == "fails"
    }


@pytest.mark.parametrize("crowd", ["0", 2, None, [1]])
def test_a_crowd_is_marked_by_0_or_1(tmp_path: Path, crowd: Any) -> None:
    """The text "0" is true in Python: its object would count neither way."""
    truth, detections = problem(5)
    truth["annotations"][0]["iscrowd"] = crowd
    with pytest.raises(InputProblem, match="expected iscrowd 0 or 1"):
        call(truth, detections, tmp_path)


def test_objects_missed_where_there_are_many_stand_in_doubt(tmp_path: Path) -> None:
    """A frame of twenty objects counts as one of a single object."""
    alone = [box(i + 1, 3.0 + i / 7) for i in range(200)]
    many = [box(201 + i, 12.0 * k + i / 9) for i in range(10) for k in range(20)]
    truth = {"images": images(210), "categories": CATEGORIES, "annotations": alone + many}
    actual = [{**b, "score": 0.9, "bbox": [b["bbox"][0] + 0.5, 0.1, 10, 10]} for b in alone]
    result = call(truth, actual, tmp_path)
    assert result.measures["missed_object"].upper < 0.2
    (sign,) = (s for s in result.signs if s.name == "sign-crowded-frames")
    assert list(sign.possible) == ["missed_object"]
    assert sign.possible["missed_object"] > 0.5, "half of all objects are missed"


@pytest.mark.parametrize("form", ["sizes", "corners", "renamed"])
def test_detections_of_a_table_are_those_of_coco(tmp_path: Path, form: str) -> None:
    truth, detections = problem(6)
    names = {c["id"]: c["name"] for c in CATEGORIES}
    expected = call(truth, detections, tmp_path)
    header = {"sizes": "image,category,score,x,y,width,height", "corners": "image,category,score,x1,y1,x2,y2",
              "renamed": "x1,x2,y1,y2,score,category,image"}[form]  # fmt: skip
    rows = []
    for d in detections:
        x, y, w, h = d["bbox"]
        values = {"image": d["image_id"], "category": names[d["category_id"]], "score": d["score"], "x": x, "y": y,
                  "width": w, "height": h, "x1": x, "y1": y, "x2": x + w, "y2": y + h}  # fmt: skip
        if form == "renamed":
            values |= {"image": f"{d['image_id']}.png", "category": d["category_id"]}
        rows.append(",".join(str(values[name]) for name in header.split(",")))
    table = "\n".join([header, *rows]) + "\n"
    result = call(truth, table, tmp_path)
    assert {n: m.value for n, m in result.measures.items()} == pytest.approx(
        {n: m.value for n, m in expected.measures.items()}, abs=1e-12
    )


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("image,category,score,x,y,width\n1,buoy,0.5,1,1,2\n", "x, y, width, height or x1, y1, x2, y2"),
        ("image,category,score,x1,y1,x2,y2\n1,buoy,0.5,5,5,2,9\n", "positive size"),
        ("image,category,score,x1,y1,x2,y2\n99,buoy,0.5,1,1,2,2\n", "no image of the truth is '99'"),
        ("image,category,score,x1,y1,x2,y2\n1,boat,0.5,1,1,2,2\n", "no category of the truth is 'boat'"),
        ("image,category,score,x1,y1,x2,y2\n1,buoy,1.5,1,1,2,2\n", "1.5"),
    ],
)
def test_tables_of_detections_that_do_not_fit(tmp_path: Path, table: str, words: str) -> None:
    with pytest.raises(InputProblem, match=words):
        call(problem(7)[0], table, tmp_path)


def test_frames_out_of_time_are_refused_where_delay_counts(tmp_path: Path) -> None:
    shown = [{**image, "video_id": 1 + image["id"] // 5, "frame": -image["id"]} for image in images(9)]
    truth = {
        "images": shown,
        "categories": CATEGORIES,
        "annotations": [box(i, 3.0 + i, track_id=1) for i in range(1, 10)],
    }
    actual = [{**b, "score": 0.9} for b in truth["annotations"]]
    with pytest.raises(InputProblem, match="in the order of their frame"):
        call(truth, actual, tmp_path, group="video_id", detect_within=1)
    by_text = [
        {**image, "file_name": f"v/{name}.png"}
        for image, name in zip(images(9), ["1", "10", "11", "2", "3", "4", "5", "6", "7"], strict=True)
    ]
    named = {**truth, "images": [{**image, "video_id": 1} for image in by_text]}
    with pytest.raises(InputProblem, match="in the order of their numbers in file_name"):
        call(named, actual, tmp_path, group="video_id", lose_at_most=1)
    ordered = {**truth, "images": [{**image, "frame": image["id"]} for image in shown]}
    assert (
        call(ordered, actual, tmp_path, group="video_id", detect_within=1).measures["late_track"].value == 0
    )


def test_a_detector_that_reports_everywhere_stands_in_doubt(tmp_path: Path) -> None:
    truth, detections = problem(8)
    flood = [
        {"image_id": i, "category_id": 1, "bbox": [90, 90, 7, 7 + i / 9], "score": 0.6} for i in range(1, 31)
    ]
    assert "sign-false-everywhere" not in {s.name for s in call(truth, detections, tmp_path).signs}
    assert "sign-false-everywhere" in {s.name for s in call(truth, detections + flood, tmp_path).signs}


def test_groups_finer_than_videos_stand_in_doubt(tmp_path: Path) -> None:
    """A group for each frame would make every frame an independent draw again."""
    truth, detections = problem(9)
    truth["images"] = [{**image, "video_id": image["id"] // 6} for image in truth["images"]]
    fine = call(truth, detections, tmp_path, group="file_name")
    assert "sign-frames-of-a-video" in {s.name for s in fine.signs}
    assert certain(call(truth, detections, tmp_path, group="video_id")) == []
    coarse = [{**image, "site": image["video_id"] // 2} for image in truth["images"]]
    assert certain(call({**truth, "images": coarse}, detections, tmp_path, group="site")) == []


def signs_of(truth: Any, detections: Any, folder: Path, **parameters: Any) -> dict[str, str]:
    return {s.name: s.severity for s in call(truth, detections, folder, **parameters).signs}


def test_hardly_any_object_detected_asks_what_the_files_speak_of(tmp_path: Path) -> None:
    """Class ids of another table, or image ids moved by one: a few boxes still fit by chance."""
    truth, detections = problem(9, images=60)
    moved = [{**d, "image_id": d["image_id"] % 60 + 1} for d in detections]
    assert signs_of(truth, moved, tmp_path, score=0.0)["sign-never-right"] == "suspicious"
    assert "sign-never-right" not in signs_of(truth, detections, tmp_path, score=0.0)


def test_detections_that_were_cut_at_a_higher_score(tmp_path: Path) -> None:
    truth, detections = problem(10, images=80)
    kept = [d for d in detections if d["score"] > 0.6]
    assert len(kept) > 100
    assert signs_of(truth, kept, tmp_path, score=0.3)["sign-cut-by-score"] == "suspicious"
    assert "sign-cut-by-score" not in signs_of(truth, kept, tmp_path, score=0.6)
    assert "sign-cut-by-score" not in signs_of(truth, detections, tmp_path, score=0.3)


def test_a_name_that_is_the_id_of_another_is_refused(tmp_path: Path) -> None:
    truth, _ = problem(11)
    numbered = {
        **truth,
        "categories": [{"id": 1, "name": "7"}, {"id": 2, "name": "2"}, {"id": 7, "name": "1"}],
    }
    head = "image,category,score,x,y,width,height\n"
    with pytest.raises(InputProblem, match="the id of another"):
        call(numbered, f"{head}1,7,0.9,3,3,5,5\n", tmp_path)
    call(numbered, f"{head}1,2,0.9,3,3,5,5\n", tmp_path)


@pytest.mark.parametrize("which", ["truth", "detections"])
def test_shares_of_the_picture_beside_pixels_are_refused(tmp_path: Path, which: str) -> None:
    truth, detections = problem(3)

    def shares(rows: list[Document]) -> list[Document]:
        return [{**row, "bbox": [v / 110 for v in row["bbox"]]} for row in rows]

    assert call(truth, detections, tmp_path).measures["missed_object"].value < 1
    turned = truth | {"annotations": shares(truth["annotations"])}
    both = (turned, detections) if which == "truth" else (truth, shares(detections))
    with pytest.raises(InputProblem, match="^" + which + ".*shares of the picture beside pixels"):
        call(*both, tmp_path)
    assert call(turned, shares(detections), tmp_path).measures["missed_object"].value < 1


def test_detections_that_begin_with_a_mark_of_their_encoding(tmp_path: Path) -> None:
    truth, detections = problem(3)
    plain = call(truth, detections, tmp_path).measures
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "marked.json").write_text(json.dumps(detections, default=float), "utf-8-sig")
    parameters = OBJECT_DETECTION.parameters.model_validate({"score": 0.3})
    inputs = {"truth": tmp_path / "truth.json", "detections": tmp_path / "marked.json"}
    assert OBJECT_DETECTION.run(Run(inputs, parameters, 0, 0.95, tmp_path)).measures.keys() == plain.keys()
