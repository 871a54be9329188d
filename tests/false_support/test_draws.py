"""Draws that are none: rows twice, calibration among the evaluated rows, classes and combinations that nobody tested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_answers import (
    ITEM,
    SEVERITIES,
    WANTED,
    answers,
    confusion,
    layer,
    monitor,
    npz,
    outcomes,
    outputs,
    performance,
)

OUT = outcomes()
LINES = OUT.splitlines()[1:]
HEAD = "true,predicted,score\n"


def lines(rows: list[str], head: str = HEAD) -> str:
    return head + "".join(row + "\n" for row in rows)


def other(n: int = 1000) -> str:
    """A sample of its own, as a calibration should be."""
    rng = np.random.default_rng(77)
    wrong = rng.random(n) < 0.1
    scores = rng.normal(np.where(wrong, 6.0, 0.0))
    return lines([f"3,{'4' if w else '3'},{float(s)!r}" for w, s in zip(wrong, scores, strict=True)])


def rounded(digits: int, rows: list[str]) -> list[str]:
    parts = [row.split(",") for row in rows]
    return [f"{t},{p},{round(float(s), digits)}" for t, p, s in parts]


COPIES: dict[str, str] = {
    "each-row-twice": lines(LINES + LINES),
    "forty-rows-a-hundred-times": lines(LINES[:40] * 100),
    "some-rows-again": lines(LINES + LINES[:60]),
    "shuffled-copies": lines(sorted(LINES * 3, key=lambda row: row[::-1])),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COPIES)
def test_outcomes_that_are_there_again(name: str, tmp_path: Path) -> None:
    must_not_hold(
        folder(tmp_path / name, monitor(threshold=3.0), {}, {"o.csv": COPIES[name]}), "sign-repeated-rows"
    )


@pytest.mark.slow
def test_answers_of_pictures_that_are_there_again(tmp_path: Path) -> None:
    named = [f"img{k:04}.png,{row}" for k, row in enumerate(answers(3).splitlines()[1:])]
    head = "image,true,predicted\n"
    must_hold(folder(tmp_path / "twin", confusion(), {}, {"p.csv": lines(named, head)}))
    must_not_hold(
        folder(tmp_path / "x", confusion(), {}, {"p.csv": lines(named * 2, head)}), "sign-repeated-rows"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("groups", "hold"), [(2, True), (20, False)])
def test_a_column_group_that_the_method_does_not_read(groups: int, hold: bool, tmp_path: Path) -> None:
    """Two groups are arms of a study; twenty are what rows depend on each other in."""
    rows = answers(3).splitlines()[1:]
    named = [f"{k * groups // len(rows)},{row}" for k, row in enumerate(rows)]
    case = folder(tmp_path / "x", confusion(), {}, {"p.csv": lines(named, "group,true,predicted\n")})
    if hold:
        must_hold(case)
    else:
        must_not_hold(case, "sign-grouped-rows")


def beside(name: str, values: list[str]) -> str:
    return f"{name},{HEAD}" + "".join(f"{v},{row}\n" for v, row in zip(values, LINES, strict=True))


DEPENDENT: dict[str, tuple[str, str]] = {
    "rows-of-ten-videos": (beside("video", [f"v{k // 100}" for k in range(1000)]), "sign-grouped-rows"),
    "cross-validated": (beside("fold", [str(k % 5) for k in range(1000)]), "sign-cross-validated"),
    "several-states": (beside("epoch", [str(10 * (k % 3)) for k in range(1000)]), "sign-cross-validated"),
    "training-rows": (beside("split", ["train", "test"] * 500), "sign-marked-rows"),
    "counts": (beside("n", [str(1 + k % 7) for k in range(1000)]), "sign-unread-count"),
    "alarm-made-from-the-labels": (
        "true,predicted,score\n" + "".join(f"3,{p},{int(p != '3')}\n" for p in "4333333333" * 100), "sign-alarm-is-the-error"),
    "near-copies-and-copies": (lines(LINES + rounded(5, LINES) * 2), "sign-repeated-rows"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", DEPENDENT)
def test_rows_that_depend_on_each_other(name: str, tmp_path: Path) -> None:
    table, because = DEPENDENT[name]
    must_not_hold(
        folder(tmp_path / name, monitor(threshold=0.5), {WANTED + ".bound": 0.2}, {"o.csv": table}), because
    )


@pytest.mark.slow
def test_rows_of_the_one_fold_that_was_held_out(tmp_path: Path) -> None:
    one = beside("fold", ["10"] * 1000)
    must_hold(folder(tmp_path / "x", monitor(threshold=3.0), {}, {"o.csv": one}))


@pytest.mark.slow
def test_a_video_for_each_row(tmp_path: Path) -> None:
    one = beside("video", [f"v{k}" for k in range(1000)])
    must_hold(folder(tmp_path / "x", monitor(threshold=3.0), {}, {"o.csv": one}))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["image_quality", "videoType", "frame rate"])
def test_a_property_of_pictures_names_none(name: str, tmp_path: Path) -> None:
    one = beside(name, ["good", "bad"] * 500)
    must_hold(folder(tmp_path / "x", monitor(threshold=3.0), {}, {"o.csv": one}))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "n_objects",
        "object_count",
        "n_faces",
        "count_cars",
        "Anzahl Personen",
        "num pedestrians",
        "n_instances",
    ],
)
def test_counts_of_things_in_a_picture(name: str, tmp_path: Path) -> None:
    one = beside(name, [str(k % 5) for k in range(1000)])
    must_hold(folder(tmp_path / "x", monitor(threshold=3.0), {}, {"o.csv": one}))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["count", "n_images", "Anzahl Bilder", "times seen", "occurrences", "row_count"]
)
def test_counts_of_how_often_a_row_occurred(name: str, tmp_path: Path) -> None:
    one = beside(name, [str(1 + k % 7) for k in range(1000)])
    must_not_hold(folder(tmp_path / "x", monitor(threshold=3.0), {}, {"o.csv": one}), "sign-unread-count")


@pytest.mark.slow
def test_saturated_scores_are_no_copies(tmp_path: Path) -> None:
    rows = [row.rsplit(",", 1) for row in LINES]
    soft = [f"{a},{float(np.float32(1 / (1 + np.exp(-4 * float(s) + 12))))!r}" for a, s in rows]
    must_hold(folder(tmp_path / "x", monitor(threshold=0.5), {}, {"o.csv": lines(soft)}))


def calibrated() -> dict[str, Any]:
    return edited(monitor(), {f"{ITEM}.inputs.calibration": "c.csv"})


CALIBRATIONS: dict[str, str] = {
    "reversed": lines(LINES[::-1]),
    "a-part": lines(LINES[300:400]),
    "fewer-digits": lines(rounded(3, LINES)),
    "two-digits": lines(rounded(2, LINES)),
    "a-part-with-fewer-digits": lines(rounded(4, LINES[::5])),
    "among-others": other() + lines(LINES[:120], ""),
    "other-columns-first": lines([",".join(row.split(",")[::-1]) for row in LINES], "score,predicted,true\n"),
    "other-file": lines([row.replace(",", ";") for row in LINES], HEAD.replace(",", ";")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CALIBRATIONS)
def test_calibration_rows_that_are_evaluated_too(name: str, tmp_path: Path) -> None:
    files = {"o.csv": OUT, "c.csv": CALIBRATIONS[name]}
    must_not_hold(folder(tmp_path / name, calibrated(), {}, files), "sign-calibrated-on-tests")


@pytest.mark.slow
def test_calibration_in_another_format(tmp_path: Path) -> None:
    rows = [row.split(",") for row in LINES]
    arrays = npz(true=np.array([r[0] for r in rows]), predicted=np.array([r[1] for r in rows]),
                 score=np.array([r[2] for r in rows], dtype=np.float32))  # fmt: skip
    edits = {f"{ITEM}.inputs.calibration": "c.npz"}
    must_not_hold(
        folder(tmp_path / "x", monitor(), edits, {"o.csv": OUT, "c.npz": arrays}), "sign-calibrated-on-tests"
    )


@pytest.mark.slow
def test_calibration_of_its_own(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "twin", calibrated(), {}, {"o.csv": OUT, "c.csv": other()}))
    coarse = {"o.csv": lines(rounded(2, LINES)), "c.csv": lines(rounded(2, other().splitlines()[1:]))}
    must_hold(folder(tmp_path / "coarse", calibrated(), {}, coarse))


# Severities of answers that never come, and classes that `labels` makes one.

NEVER = {"pedestrian": {"bg": 1.0}, "vehicle": {"pedestrian": 0.2}}
CONFUSED: dict[str, tuple[Any, Any, str]] = {
    "answer-in-another-word": (NEVER, None, "sign-class-without-data"),
    "largest-severity-on-an-answer-never-given": (
        {"pedestrian": {"background": 1.0, "wall": 50.0}, "vehicle": {"pedestrian": 0.2}}, None, "sign-class-without-data"),
    "merged-with-the-harmless": (SEVERITIES, {"background": "vehicle"}, "sign-labels-merge"),
    "emptied": ({"vehicle": {"background": 1.0}}, {"pedestrian": "vehicle"}, "sign-labels-merge"),
    "turned-round": (SEVERITIES, {"background": "vehicle", "vehicle": "background"}, "sign-labels-merge"),
    "a-key-in-another-case": (SEVERITIES, {"Pedestrian": "person"}, "`labels` has 'Pedestrian'"),
    "a-key-mistyped": (SEVERITIES, {"pedestrain": "person"}, "`labels` has 'pedestrain'"),
    "keys-in-vain": (SEVERITIES, {7: "person", 8: "car"}, "`labels` is in vain"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFUSED)
def test_severities_and_labels(name: str, tmp_path: Path) -> None:
    severities, labels, because = CONFUSED[name]
    must_not_hold(folder(tmp_path / name, confusion(severities, labels), {}, {"p.csv": answers(90)}), because)


def test_confusions_that_cost_nothing(tmp_path: Path) -> None:
    free = edited(confusion({"vehicle": {"pedestrian": 1.0}}), {f"{ITEM}.parameters.default": 0.0})
    must_not_hold(folder(tmp_path / "x", free, {}, {"p.csv": answers(90)}), "sign-free-confusion")


@pytest.mark.slow
def test_labels_that_bring_spellings_together(tmp_path: Path) -> None:
    text = answers(3).replace("pedestrian,pedestrian", "Pedestrian,pedestrian", 5)
    must_hold(folder(tmp_path / "case", confusion(labels={"Pedestrian": "pedestrian"}), {}, {"p.csv": text}))
    codes = answers(3).replace("pedestrian,", "1,").replace("vehicle,", "2,").replace("background,", "0,")
    named = {0: "background", 1: "pedestrian", 2: "vehicle", 3: "wheelchair"}
    must_hold(folder(tmp_path / "codes", confusion(labels=named), {}, {"p.csv": codes}))


# Combinations of conditions.


def scenarios(*left_out: tuple[str, str]) -> str:
    pairs = [(a, b) for a in ("day", "night") for b in ("dry", "rain") if (a, b) not in left_out]
    return "light,road,correct\n" + "".join(f"{a},{b},1\n" for a, b in pairs for _ in range(300))


BOTH = {"by": ["light", "road"]}
STATED = {"conditions": {"light": ["day", "night"], "road": ["dry", "rain"]}, "k": 1}


@pytest.mark.slow
def test_a_combination_that_nobody_tested(tmp_path: Path) -> None:
    whole, part = {"p.csv": scenarios()}, {"p.csv": scenarios(("night", "rain"))}
    must_hold(folder(tmp_path / "twin", performance(**BOTH, **STATED), {}, whole))
    must_hold(folder(tmp_path / "plain", performance(**BOTH), {}, whole))
    must_not_hold(folder(tmp_path / "x", performance(**BOTH, **STATED), {}, part), "sign-untested-scenario")
    must_not_hold(folder(tmp_path / "y", performance(**BOTH), {}, part), "sign-untested-scenario")
    cannot = {"excluded": [{"light": "night", "road": "rain"}]}
    must_hold(folder(tmp_path / "impossible", performance(**BOTH, **STATED, **cannot), {}, part))
    wrong = {"excluded": [{"Light": "night"}]}
    must_not_hold(folder(tmp_path / "wrong", performance(**BOTH, **wrong), {}, part), "found 'Light'")


@pytest.mark.slow
def test_activations_that_are_there_again(tmp_path: Path) -> None:
    data = {"a.npz": npz(fc=outputs(0)), "s.npz": npz(fc=np.tile(outputs(1, 80), (5, 1)))}
    must_not_hold(folder(tmp_path / "x", layer(), {}, data), "sign-repeated-rows")


@pytest.mark.slow
def test_rows_drawn_at_random_by_a_seed_of_their_own(tmp_path: Path) -> None:
    import json

    table = {"p.csv": answers(9, n=3000)}
    at = folder(tmp_path / "twin", confusion(), {f"{ITEM}.rows": {"sample": 4000, "seed": 3}}, table)
    must_hold(at)
    (path,) = (at / "results").glob("EV-*.json")
    document = json.loads(path.read_text())
    assert document["read"][0]["rows"] == 4000
    assert document["read"][0]["notes"] == ["4,000 of 9,000 rows, drawn at random with seed 3."]
    assert document["recipe"]["reading"]["rows"] == {"sample": 4000, "seed": 3}
    for seed in (4, 5, 6):
        text = (at / "case.yaml").read_text()
        (at / "case.yaml").write_text(text.replace(f"seed: {seed - 1}", f"seed: {seed}"))
        from tests.false_support import call

        call("evidence", "run", at)
    must_not_hold(at, "sign-seeds-tried")
    few = edited(confusion(), {f"{ITEM}.rows": {"sample": 4000}, f"{WANTED}.bound": 1e-4})
    must_not_hold(folder(tmp_path / "bound", few, {}, table), "challenged")
