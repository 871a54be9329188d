"""Two tables that are not what they are to each other: tests counted as observations, other conditions, easier inputs."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_answers import ITEM, WANTED, answers, attack, base, confusion, npz
from tests.false_support.test_beside import HEAD, Case, labelled, record
from tests.false_support.test_points import COIN, SCENES, X
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.false_support.test_same_rows import ONE, SEEN, SEEN_LABELS
from tests.false_support.test_scenario_tables import (
    DOMAIN,
    OBSERVED,
    UNIFORM,
    WORDS,
    rows,
    safety,
    table,
    worded,
)
from tests.false_support.test_scenario_tables import base as scenarios
from tests.false_support.test_traces import LOOSE, above, pictures

R = np.random.default_rng(29)
TESTED, MODES = rows(4000, 0.002, 3)
SAID = worded(MODES)
ENDED = "".join(f"site,{w},{SAID.count(w)}\n" for w in WORDS)
ERROR = {
    f"{WANTED}.measure.measure": "prediction_error",
    f"{WANTED}.bound": 0.05,
    f"{WANTED}.kind": "fraction",
}
COMPARED = {
    f"{ITEM}.method": "ml-dependability-comparison",
    f"{ITEM}.parameters": {"domain": copy.deepcopy(DOMAIN), "testing": copy.deepcopy(UNIFORM),
                           "conditions": {"site": copy.deepcopy(UNIFORM)}, "partition": {"kind": "grid", "cells": 4}},
    **ERROR, f"{WANTED}.measure.measure": "largest_error",
}  # fmt: skip


def observed(runs: str, edits: dict[str, Any]) -> Case:
    files: dict[str, str | bytes] = {
        "tests.csv": table(TESTED, SAID),
        "observed.csv": "condition,outcome,count\n" + runs,
    }
    return scenarios(), OBSERVED | edits, files


def function(**other: tuple[Any, list[str]]) -> Case:
    """Tests of a safety function that leaves no harm above 40."""
    parts: dict[str, tuple[Any, list[str]]] = {}
    for seed, name in enumerate(("learning", "before", "after"), start=3):
        x = rows(seed=seed)[0]
        parts[name] = (x, worded(np.where(x[:, 1] > 40, 2, 0) * (name != "after")))
    return safety("after.csv"), {}, {f"{n}.csv": table(*part) for n, part in (parts | other).items()}


BEFORE = rows(seed=4)[0]
UNHARMED = BEFORE[BEFORE[:, 1] <= 40]
AFTER = rows(seed=5)[0]


def episodes(accidents: Any, monitored: Any, more: str = "", last: Any = None) -> Case:
    case = base(
        "monitor-episodes", {"episodes": "e.csv"}, "residual_hazard", 0.05, {}, "probability-per-mission"
    )
    case = edited(case, {"claims.C1.text": "A mission ends with an accident rarely enough"})
    head = "episode,accident_f,accident_monitored,success_f,success_monitored" + more
    lines = [
        f"e{k},{int(a)},{int(b)},{int(not a)},{int(not b)}{'' if last is None else ',' + last[k]}\n"
        for k, (a, b) in enumerate(zip(accidents, monitored, strict=True))
    ]
    return case, {}, {"e.csv": head + "\n" + "".join(lines)}


HAD = R.random(800) < 0.1
LEFT = HAD & (R.random(800) < 0.1)


def gone() -> Case:
    case, edits, files = episodes(HAD, LEFT)
    kept = [line for line in str(files["e.csv"]).splitlines() if line.split(",")[2] != "1"]
    return case, edits, {"e.csv": "\n".join(kept) + "\n"}


def seen(seed: int, noise: float = 0.6) -> dict[str, Any]:
    """Inputs, features and probabilities of a network that is wrong for some of 400 inputs."""
    r = np.random.default_rng(seed)
    y = r.integers(0, 3, 400)
    features = 2 * np.eye(3)[y] + noise * r.normal(size=(400, 3))
    soft = np.exp(2 * features)
    return {"inputs": np.c_[features, r.normal(size=(400, 5))], "features": features,
            "probabilities": soft / soft.sum(axis=1, keepdims=True), "labels": y}  # fmt: skip


TRAINED, SET, FRESH = seen(1, 1.0), seen(2, 1.0), seen(3, 1.0)
RIGHT = FRESH["probabilities"].argmax(axis=1)


def detectors(evaluated: dict[str, Any]) -> Case:
    inputs = {"training": "t.npz", "calibration": "c.npz", "evaluation": "e.npz"}
    case = base(
        "monitor-detectors",
        inputs,
        "residual_hazard",
        0.3,
        {"monitor": "max-softmax"},
        "probability-per-demand",
    )
    return case, {}, {"t.npz": npz(**TRAINED), "c.npz": npz(**SET), "e.npz": npz(**evaluated)}


def noisy(part: dict[str, Any]) -> dict[str, Any]:
    return {
        k: v + 1e-4 * R.normal(size=v.shape) if k in ("inputs", "features") else v for k, v in part.items()
    }


KNOWN, SEEN_IN_USE = R.normal(size=(3000, 2)), R.normal(size=(3000, 2))


def drift(operation: Any) -> Case:
    case = base(
        "operation-drift", {"reference": "r.csv", "operation": "o.csv"}, "largest_shift", 0.2, {}, "score"
    )
    text = ["a,b\n" + "".join(f"{p:.6f},{q:.6f}\n" for p, q in rows) for rows in (KNOWN, operation)]
    return case, {}, {"r.csv": text[0], "o.csv": text[1]}


def framed(form: str) -> Case:
    text = "".join(
        f"{form.format(k // 200, k % 200, k)},{row}\n" for k, row in enumerate(answers(3).splitlines()[1:])
    )
    return confusion(), {}, {"p.csv": f"image,true,predicted\n{text}"}


def in_percent(column: str, turned: bool = False) -> Case:
    head, *lines = str(above(0.9, "confidence")["p.csv"]).splitlines()
    cells = [line.rsplit(",", 1) for line in lines]
    text = "".join(f"{a},{1 - float(v) if turned else 100 * float(v):.4f}\n" for a, v in cells)
    return confusion(), LOOSE, {"p.csv": head.replace("confidence", column) + "\n" + text}


BITS = R.integers(0, 2, (600, 2))
MARKED = np.arange(36).reshape(6, 6) == 0
BLURRED = (SEEN + sum(np.roll(SEEN, s, a) for s in (-1, 1) for a in (1, 2))) / 5
FALSE: dict[str, tuple[Case, str]] = {
    "observed-are-the-tests-counted": (observed(ENDED, ERROR), "sign-observed-of-tests"),
    "compared-with-the-tests-counted": (observed(ENDED, COMPARED), "sign-observed-of-tests"),
    "observed-are-twice-the-tests": (observed("".join(f"site,{w},{2 * SAID.count(w)}\n" for w in WORDS), ERROR), "sign-observed-of-tests"),
    "episodes-eight-times": (
        episodes(np.tile(HAD[:100], 8), np.tile(LEFT[:100], 8), ",severity_f", [f"{v:.5f}" for v in np.tile(R.random(100), 8)]),
        "sign-repeated-rows"),
    "a-scene-for-each-frame": (
        (points(group="scene"), {}, {"points.csv": "\n".join(
            f"{row},{f's{k}' if k else 'scene'}" for k, row in enumerate(point_table(SCENES, np.repeat(R.integers(0, 2, 40), 15))["points.csv"].splitlines())) + "\n"}),
        "sign-near-copies"),
    "an-entry-rounded": (record(f"{HEAD}\na,4013,0\nb,3017,1\na (rounded),4000,0\n"), "is named as a copy of 'a'"),
    "after-in-easier-conditions": (function(after=(AFTER * [1, 0.5], ["success"] * len(AFTER))), "sign-unlike-before"),
    "after-is-before-with-noise": (function(after=(UNHARMED + 1e-5, ["success"] * len(UNHARMED))), "sign-left-out-scenarios"),
    "episodes-taken-out": (gone(), "sign-left-out-rows"),
    "episodes-that-end-otherwise": (
        episodes(HAD, HAD & False, ",result", ["crash" if k % 20 == 7 else "ok" for k in range(800)]), "sign-unread-failures"),
    "evaluated-inputs-are-the-training-with-noise": (detectors(noisy(TRAINED)), "sign-fitted-on-tests"),
    "evaluated-features-are-the-training": (detectors({**TRAINED, "inputs": FRESH["inputs"]}), "sign-fitted-on-tests"),
    "evaluated-are-the-right-ones": (detectors({k: v[FRESH["labels"] == RIGHT] for k, v in FRESH.items()}), "sign-easier-than-calibration"),
    "evaluated-labels-are-the-answers": (detectors({**FRESH, "labels": RIGHT}), "sign-easier-than-calibration"),
    "operation-is-the-reference-with-noise": (drift(KNOWN + 1e-4 * R.normal(size=KNOWN.shape)), "sign-reference-in-operation"),
    "operation-is-the-reference-rounded": (drift(np.round(KNOWN, 3)), "sign-reference-in-operation"),
    "operation-is-a-hundred-rows": (drift(np.repeat(SEEN_IN_USE[:100], 30, axis=0) + 1e-5 * R.normal(size=(3000, 2))), "sign-copied-operation"),
    "year-that-holds-a-month": (record(f"{HEAD}\n2023/24,9000,1\n2024-01,3100,0\n"), "or a part of it"),
    "months-that-hold-a-month": (record(f"{HEAD}\nJan-Mar 2024,9000,1\nFeb 2024,3100,0\n"), "or a part of it"),
    "week-in-two-languages": (record(f"{HEAD}\nKW 1,4000,0\nweek 1,4100,0\nKW 2,4100,1\n"), "or a part of it"),
    "unit-with-a-letter": (record(f"{HEAD}\nunit 3,4013,0\nunit 3b,4013,0\nunit 4,2000,1\n"), "sign-repeated-entries"),
    "labelled-by-a-network": (labelled("image,true,predicted,annotator", "i{k}.png,{t},{t},yolov8"), "sign-marked-rows"),
    "frames-of-drives-by-name": (framed("drive{0:02}/frame_{1:04}.png"), "sign-grouped-rows"),
    "cut-in-percent": (in_percent("confidence"), "sign-cut-by-score"),
    "cut-by-uncertainty": (in_percent("uncertainty", turned=True), "sign-cut-by-score"),
    "class-in-three-features": (
        (points(), {}, {**point_table(np.c_[X[:, 0], BITS, BITS[:, 0] ^ BITS[:, 1] ^ COIN], COIN, "a,b,c,d")}), "sign-label-given-away"),
    "class-in-a-pixel": ((attack(), {}, {"i.npz": npz(**(ONE | {
        "train_images": np.where(MARKED, SEEN_LABELS[:, None, None], R.random(SEEN.shape)),
        "images": np.where(MARKED, ONE["labels"][:, None, None], R.random(ONE["images"].shape))}))}), "sign-label-given-away"),
    "training-pictures-cropped": ((attack(), {}, pictures(np.pad(SEEN[:, 1:-1, 1:-1], ((0, 0), (1, 1), (1, 1)), mode="edge"))), "sign-trained-on-tests"),
    "training-pictures-blurred": ((attack(), {}, pictures(BLURRED)), "sign-trained-on-tests"),
}  # fmt: skip
TRUE: dict[str, Case] = {
    "observed-apart": observed("site,success,900\nsite,task failure,100\nsite,harmful failure,2\n", ERROR),
    "compared-apart": observed("site,success,900\nsite,task failure,100\nsite,harmful failure,2\n", COMPARED),
    "a-safety-function": function(),
    "episodes": episodes(HAD, LEFT),
    "detectors": detectors(FRESH),
    "operation-of-its-own": drift(SEEN_IN_USE),
    "years": record(f"{HEAD}\n2022/23,9000,1\n2023/24,3100,0\n"),
    "weeks": record(f"{HEAD}\nKW 1,4000,0\nKW 2,4100,1\nweek 3,4100,0\n"),
    "lettered-piers": record(f"{HEAD}\npier 3a,4013,0\npier 3b,4010,0\npier 4,2000,1\n"),
    "pictures-by-number": framed("run7/img_{2:05}.png"),
    "annotated-by-people": labelled("image,true,predicted,annotator", "i{k}.png,{t},{t},Ann"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_parts_that_do_not_fit(name: str, tmp_path: Path) -> None:
    (case, edits, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, edits, files), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_parts_that_fit(name: str, tmp_path: Path) -> None:
    case, edits, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, edits, files))
