"""Scores again with noise, alarms spread over stretches, corrected answers, mirrored points; each beside its true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.evidence.monitors.test_segment_alarms import spread, videos
from tests.evidence.monitors.test_threshold_of_a_row import scored as scores_of
from tests.evidence.ram.test_mirrored import points as measured_points
from tests.evidence.tables.test_corrected_below import network
from tests.evidence.tables.test_noisy_copies import again
from tests.evidence.tables.test_noisy_copies import answers as shares
from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_answers import WANTED, base
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table

Case = tuple[dict[str, Any], dict[str, Any], dict[str, "str | bytes"]]
NAMES = ("dock", "buoy", "none")
RNG = np.random.default_rng(17)


def accuracy(bound: float, head: str, rows: list[str]) -> Case:
    case = base("nn-weighted-confusion", {"predictions": "p.csv"}, "critical_confusion", 1 - bound,
                {"severities": {"dock": {"none": 1}}, "default": 1}, "probability-per-demand")  # fmt: skip
    return case, {}, {"p.csv": "\n".join([f"image,true,predicted,{head}", *rows]) + "\n"}


def with_shares(made: tuple[np.ndarray, np.ndarray]) -> Case:
    rows = [
        f"{k}.png,{NAMES[t]},{NAMES[x.argmax()]},{','.join(map(str, x))}"
        for k, (x, t) in enumerate(zip(*made, strict=True))
    ]
    return accuracy(0.6, ",".join(f"p_{name}" for name in NAMES), rows)


def called(made: tuple[np.ndarray, np.ndarray], names: tuple[str, ...]) -> Case:
    """The same with shares that are called otherwise."""
    case, edits, files = with_shares(made)
    head, rest = str(files["p.csv"]).split("\n", 1)
    return case, edits, {"p.csv": ",".join([*head.split(",")[:3], *names]) + "\n" + rest}


def measured(times: int) -> Case:
    """Answers with three measured columns, several times over with a little noise."""
    rng = np.random.default_rng(9)
    true = rng.integers(0, 3, 200)
    said = np.where(rng.random(200) < 0.05, (true + 1) % 3, true)
    x = np.stack([rng.uniform(0, 40, 200), rng.gamma(2, 1, 200), rng.normal(20, 4, 200)], axis=1)
    rows = [
        f"{rng.integers(16**7):07x}.png,{NAMES[t]},{NAMES[a]}," + ",".join(f"{v:.4f}" for v in row)
        for _ in range(times)
        for t, a, row in zip(true, said, x * (1 + 0.0005 * rng.normal(size=x.shape)), strict=True)
    ]
    return accuracy(0.6, "range_m,speed_ms,depth_m", [rows[k] for k in rng.permutation(len(rows))])


def of_many_classes(rows: int) -> Case:
    """Answers of a sharp network with the shares of 20 classes, of which nothing was left out."""
    rng = np.random.default_rng(10)
    names = ["dock", "none", *(f"c{k:02d}" for k in range(18))]
    true, logits = rng.integers(0, 20, rows), rng.normal(size=(rows, 20))
    logits[np.arange(rows), true] += 5
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return accuracy(0.6, ",".join(f"p_{name}" for name in names), [
        f"{k}.png,{names[t]},{names[p.argmax()]}," + ",".join(f"{v:.4f}" for v in p)
        for k, (t, p) in enumerate(zip(true, shares, strict=True))])  # fmt: skip


def corrected(below: float) -> Case:
    sure, said, true = network(600, np.random.default_rng(50))
    answered = np.where(sure < below, true, said)
    rows = [
        f"{k}.png,{NAMES[t]},{NAMES[p]},{s}"
        for k, (t, p, s) in enumerate(zip(true, answered, sure, strict=True))
    ]
    return accuracy(0.6, "confidence", rows)


def monitored(adjusted: bool) -> Case:
    rng = np.random.default_rng(8)
    bad, group = videos(120, rng)
    alarm = rng.random(len(bad)) < np.where(bad, 0.25 if adjusted else 0.97, 0.03)
    alarm = spread(bad, alarm, group) if adjusted else alarm
    rows = [f"v{g},{int(t)},{int(a)}" for g, t, a in zip(group, bad, alarm, strict=True)]
    case = base("monitor-evaluation", {"outcomes": "o.csv"}, "residual_hazard", 0.1,
                {"scheme": "runtime-threats"}, "probability-per-demand")  # fmt: skip
    return case, {}, {"o.csv": "\n".join(["group,threat,alarm", *rows]) + "\n"}


def scored(chosen: bool) -> Case:
    scores, hazardous = scores_of(600, 4)
    threshold = float(scores.mean() + 1.5 * scores.std()) if chosen else 1.234567
    rows = [f"dock,{'none' if w else 'dock'},{s}" for w, s in zip(hazardous, scores, strict=True)]
    case = base("monitor-evaluation", {"outcomes": "o.csv"}, "residual_hazard", 0.1,
                {"threshold": threshold}, "probability-per-demand")  # fmt: skip
    return case, {}, {"o.csv": "\n".join(["true,predicted,score", *rows]) + "\n"}


def placed(x: np.ndarray, labels: np.ndarray) -> Case:
    return edited(points(domain=[[0, 10], [20, 90]]), {f"{WANTED}.bound": 0.2}), {}, {**table(x, labels)}


def coded(values: np.ndarray, labels: np.ndarray) -> Case:
    """Labelled points of a measured feature that says nothing, and one of whole numbers."""
    noise = np.round(np.random.default_rng(6).normal(size=len(values)), 4)
    text = "The classifier errs in at most 90 % of the cases"
    case = edited(points(), {f"{WANTED}.bound": 0.9, "claims.C1.text": text})
    return case, {}, {**table(np.c_[noise, values], labels)}


X, KIND = measured_points(200, 3)
MIRRORED = np.round(np.c_[X[:, 0], 110 - X[:, 1]], 4)
FILLED = np.where(RNG.random(200) < 0.2, round(float(X[:, 1].mean()), 4), X[:, 1])
FRESH = measured_points(400, 4)
COIN = RNG.integers(0, 2, 800)
AROUND = np.array([0, 3, 1, 2])[2 * COIN + RNG.integers(0, 2, 800)]
GEAR = RNG.integers(1, 7, 800)

FALSE: dict[str, tuple[Case, str]] = {
    "scores-four-times-with-noise": (with_shares(again(*shares(100, RNG), 4, 0.0003, RNG)), "sign-repeated-rows"),
    "scores-again-called-by-the-classes": (called(again(*shares(100, RNG), 4, 0.0005, RNG), NAMES), "sign-repeated-rows"),
    "scores-again-called-by-nothing": (
        called(again(*shares(100, RNG), 4, 0.0005, RNG), ("a", "b", "c")), "sign-repeated-rows"),
    "measured-twice-with-noise": (measured(2), "sign-repeated-rows"),
    "numbers-around-another-class": (coded(AROUND, COIN), "sign-label-given-away"),
    "blocks-of-sorted-rows": (coded(np.arange(800) // 100, np.sort(COIN)), "sign-label-given-away"),
    "corrected-below-a-confidence": (corrected(0.6), "sign-corrected-answers"),
    "alarms-spread-over-stretches": (monitored(adjusted=True), "sign-alarms-fill-segments"),
    "threshold-of-the-scores": (scored(chosen=True), "sign-calibrated-on-tests"),
    "points-mirrored": (placed(np.r_[X, MIRRORED], np.r_[KIND, KIND]), "sign-repeated-rows"),
    "points-filled": (placed(np.c_[X[:, 0], FILLED], KIND), "sign-code-for-missing"),
    "points-of-a-sensor-that-stood-still": (
        placed(np.c_[X[:, 0], np.where(np.arange(200) < 140, X[:, 1], 47.1233)], KIND), "sign-stands-still"),
}  # fmt: skip
TRUE: dict[str, Case] = {
    "scores-of-their-own": with_shares(shares(400, RNG)),
    "scores-called-by-the-classes": called(shares(400, RNG), NAMES),
    "measured-once": measured(1),
    "shares-of-twenty-classes": of_many_classes(1200),
    "gears-that-separate": coded(GEAR, (GEAR > 3).astype(int)),
    "answers-that-nobody-corrected": corrected(0.0),
    "alarms-at-nearly-all-frames": monitored(adjusted=False),
    "threshold-from-elsewhere": scored(chosen=False),
    "points-of-their-own": placed(*FRESH),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_what_was_made_from_the_labels_or_again(name: str, tmp_path: Path) -> None:
    (case, edits, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, edits, files), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_what_was_not(name: str, tmp_path: Path) -> None:
    case, edits, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, edits, files))
