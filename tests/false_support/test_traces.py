"""Traces of what was done to a table before: copies with noise, rows left out, pictures moved, classes in a code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.tables.signs.cut import cut_at
from casegen_evidence.tables.signs.multiples import near_repeats, no_draws

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import WANTED, answers, attack, confusion, monitor, npz, performance
from tests.false_support.test_draws import HEAD, LINES
from tests.false_support.test_points import COIN, X
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.false_support.test_same_rows import ONE, SEEN, SEEN_LABELS
from tests.false_support.test_scenario_tables import MODES, WORDS
from tests.false_support.test_scenario_tables import X as DRIVEN
from tests.false_support.test_scenario_tables import base as scenarios
from tests.false_support.test_scenario_tables import table as scenario_table

Case = tuple[dict[str, Any], dict[str, Any], dict[str, "str | bytes"]]
R = np.random.default_rng(41)
GOOD = answers(0).splitlines()[1:]
KEPT = np.flatnonzero(R.random(len(GOOD)) > 0.06)
SCORE = R.beta(9, 1, len(GOOD))
SURE = R.beta(6, 2, 3000)
KIND = R.integers(0, 3, 3000)
MISSED = (R.random(3000) > SURE) & (KIND != 1)
NAMES = ("background", "pedestrian", "vehicle")
WORDED = [WORDS[m] for m in MODES.tolist()]
LOOSE = {f"{WANTED}.bound": 0.2}


def scored(rows: list[str], names: bool = True) -> dict[str, str | bytes]:
    head = ("id," if names else "") + HEAD
    return {"o.csv": head + "".join(f"r{k},{row}\n" if names else f"{row}\n" for k, row in enumerate(rows))}


def noisy(size: float) -> list[str]:
    """The outcomes, and twice more with noise on the score."""
    parts = [row.split(",") for row in LINES]
    again = [f"{t},{p},{float(s) + size * float(R.normal())!r}" for _ in range(2) for t, p, s in parts]
    return LINES + again


def answered(digits: int, times: int = 3) -> dict[str, str | bytes]:
    rows = [f"{row},{s:.{digits}f}" for row, s in zip(GOOD, SCORE, strict=True)] * times
    named = "".join(f"i{k}.png,{row}\n" for k, row in enumerate(rows))
    return {"p.csv": f"image,true,predicted,score\n{named}"}


def above(least: float, column: str) -> dict[str, str | bytes]:
    said = np.where(MISSED, (KIND + 1) % 3, KIND)
    chosen = np.flatnonzero(least <= SURE)
    rows = (f"i{k}.png,{NAMES[KIND[k]]},{NAMES[said[k]]},{SURE[k]:.4f}\n" for k in chosen)
    return {"p.csv": f"image,true,predicted,{column}\n" + "".join(rows)}


def kept(column: str, form: str) -> dict[str, str | bytes]:
    rows = "".join(f"{form.format(k)},{GOOD[k]}\n" for k in KEPT)
    return {"p.csv": f"{column},true,predicted\n{rows}"}


def pictures(images: Any, labels: Any = SEEN_LABELS) -> dict[str, str | bytes]:
    return {"i.npz": npz(**(ONE | {"images": images, "labels": labels}))}


def moved(images: Any, down: int, right: int) -> Any:
    """Pictures moved by a pixel, black where they came from."""
    result = np.zeros_like(images)
    result[:, down:, right:] = images[:, : images.shape[1] - down, : images.shape[2] - right]
    return result


def coded(column: Any) -> dict[str, str | bytes]:
    return {**point_table(np.c_[X[:, 0], column], COIN)}


OTHER = R.integers(0, 2, 600)
RUNS = [k for k in range(100) if k not in (5, 17, 44)]
FRAMES = [k for k in range(1, 1500) if k % 13]
FALSE: dict[str, tuple[Case, str]] = {
    **{f"scores-with-noise-{e:g}": ((monitor(threshold=3.0), {}, scored(noisy(e), False)), "sign-repeated-rows")
       for e in (1e-9, 1e-7, 1e-5, 1e-3)},
    "three-times-under-other-names": ((monitor(threshold=3.0), {}, scored(LINES * 3)), "sign-repeated-rows"),
    "a-tenth-ten-times": ((monitor(threshold=3.0), {}, scored(LINES[:100] * 10)), "sign-repeated-rows"),
    "a-part-again-under-other-names": ((monitor(threshold=3.0), {}, scored(LINES + LINES[:100])), "sign-repeated-rows"),
    "answers-three-times": ((confusion(), {}, answered(6)), "sign-repeated-rows"),
    "answers-with-few-digits-three-times": ((confusion(), {}, answered(4)), "sign-repeated-rows"),
    "scenarios-with-noise": (
        (scenarios(), {}, {"tests.csv": scenario_table(np.r_[DRIVEN[:3600], DRIVEN[:400] + 1e-6], WORDED[:3600] + WORDED[:400])}),
        "sign-repeated-scenarios"),
    "answers-above-a-confidence": ((confusion(), LOOSE, above(0.9, "confidence")), "sign-cut-by-score"),
    "answers-above-a-score": ((confusion(), LOOSE, above(0.75, "score")), "sign-cut-by-score"),
    "moved-round": ((attack(), {}, pictures(np.roll(SEEN, (0, 1), (1, 2)))), "sign-trained-on-tests"),
    "moved-down": ((attack(), {}, pictures(moved(SEEN, 1, 0))), "sign-trained-on-tests"),
    "moved-both-ways": ((attack(), {}, pictures(moved(SEEN, 1, 1))), "sign-trained-on-tests"),
    "turned": ((attack(), {}, pictures(np.rot90(SEEN, 1, (1, 2)))), "sign-trained-on-tests"),
    "class-in-tens": ((points(), {}, coded(10 * COIN + R.integers(0, 10, 600))), "sign-label-given-away"),
    "class-in-hundreds": ((points(), {}, coded(100 * (COIN + 3) + R.integers(0, 80, 600))), "sign-label-given-away"),
    "class-in-odd-and-even": ((points(), {}, coded(2 * R.integers(0, 300, 600) + COIN)), "sign-label-given-away"),
    "class-in-the-last-digit": ((points(), {}, coded(np.round(X[:, 1], 3) + 1e-4 * COIN)), "sign-label-given-away"),
    "class-in-two-features": (
        (points(), {}, {**point_table(np.c_[X[:, 0], OTHER, OTHER ^ COIN], COIN, "a,b,c")}), "sign-label-given-away"),
    "right-answers-of-a-data-frame": ((confusion(), {}, kept("", "{}")), "sign-left-out-rows"),
    "right-answers-of-images": ((confusion(), {}, kept("image", "img_{:05}.png")), "sign-left-out-rows"),
    "runs-without-a-failure": (
        (measured(), {}, {"record.csv": "entry,demands,failures\n" + "".join(f"run {k},{90 + k % 7},0\n" for k in RUNS)}),
        "sign-left-out-rows"),
    "frames-without-an-error": (
        (performance(), {}, {"p.csv": "frame,light,correct\n" + "".join(f"{k},{'day' if k % 2 else 'night'},1\n" for k in FRAMES)}),
        "sign-left-out-rows"),
    "tests-without-harm": (
        (scenarios(), {}, {"tests.csv": "run,v,y,outcome\n" + "".join(
            f"{k},{float(DRIVEN[k, 0])!r},{float(DRIVEN[k, 1])!r},{WORDED[k]}\n" for k in np.flatnonzero(MODES != 2))}),
        "sign-left-out-rows"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_what_was_done_before_leaves_a_trace(name: str, tmp_path: Path) -> None:
    (case, edits, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, edits, files), because)


# True twins: scores that take few values by their nature, all rows, gaps beside failures.

WRONG = R.random(1000) < 0.1
LEVEL = np.clip(np.where(WRONG, 0.75, 0.25) + 0.12 * R.normal(size=1000), 0, 1)
LEAVES = np.sort(R.random(150))


def outcome(score: Any, names: bool = False) -> Case:
    rows = [f"3,{'4' if w else '3'},{float(s)!r}" for w, s in zip(WRONG, score, strict=True)]
    return edited(monitor(threshold=0.5), {f"{WANTED}.bound": 0.2}), {}, scored(rows, names)


TRUE: dict[str, Case] = {
    "votes-of-thirty-trees": outcome(np.round(LEVEL * 30) / 30),
    "votes-with-row-names": outcome(np.round(LEVEL * 30) / 30, names=True),
    "leaves-of-a-tree": outcome(LEAVES[np.abs(LEVEL[:, None] - LEAVES).argmin(axis=1)]),
    "half-precision": outcome(LEVEL.astype(np.float16)),
    "four-digits": outcome(np.round(LEVEL, 4)),
    "five-digits-with-row-names": outcome(np.round(LEVEL, 5), names=True),
    "saturated": outcome((1 / (1 + np.exp(-20 * (LEVEL - 0.5)))).astype(np.float32)),
    "distances": outcome(np.exp(2 * R.normal(size=1000)) * np.where(WRONG, 50, 0.01)),
    "scores-beside": (confusion(), {}, answered(6, times=1)),
    "scores-beside-with-four-digits": (confusion(), {}, answered(4, times=1)),
    "all-answers-with-their-confidence": (confusion(), {f"{WANTED}.bound": 0.2}, above(0.0, "confidence")),
    "all-images": (confusion(), {}, {"p.csv": "image,true,predicted\n" + "".join(f"img_{k:05}.png,{row}\n" for k, row in enumerate(GOOD))}),
    "a-random-part-of-the-images": (confusion(), {}, {"p.csv": "image,true,predicted\n" + "".join(
        f"img_{4 * k + k % 3:05}.png,{row}\n" for k, row in enumerate(GOOD))}),
    "some-left-out-and-some-wrong": (confusion(), {}, {"p.csv": kept("", "{}")["p.csv"].replace("vehicle,vehicle", "vehicle,pedestrian", 3)}),  # type: ignore[arg-type]
    "serial-numbers-of-a-fleet": (measured(), {}, {"record.csv": "entry,demands,failures\n" + "".join(
        f"SN-{1000 + 7 * k},{190 + k % 7},0\n" for k in range(60))}),
    "whole-numbers-that-separate": (points(), {f"{WANTED}.bound": 0.2}, {**point_table(np.c_[X[:, 0], np.where(X[:, 0] > 0.5, 23, 4) + R.integers(0, 18, 600)], (X[:, 0] > 0.5).astype(int))}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_what_only_looks_like_a_trace(name: str, tmp_path: Path) -> None:
    case, edits, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, edits, files))


@pytest.mark.slow
def test_no_draws_of_any_kind_are_taken_for_copies() -> None:
    """Values of many distributions, few and many kinds: at most one table in a thousand is doubted."""
    rng = np.random.default_rng(6)
    taken = 0
    for _ in range(1000):
        kinds = int(rng.integers(2, 3000))
        shares = rng.gamma(rng.uniform(0.05, 5), size=kinds) + 1e-12
        taken += no_draws(
            np.unique(rng.choice(kinds, int(rng.integers(30, 3000)), p=shares / shares.sum()), return_counts=True)[1]
        )  # fmt: skip
    assert taken <= 1


@pytest.mark.slow
def test_no_smooth_density_has_near_copies() -> None:
    rng = np.random.default_rng(7)
    drawn = (rng.normal, rng.exponential, rng.uniform, rng.standard_cauchy, rng.lognormal)
    for k in range(200):
        n, d = int(rng.integers(60, 2000)), int(rng.integers(1, 5))
        assert not near_repeats(drawn[k % 5](size=(n, d)))


def test_scores_that_stop_where_they_should() -> None:
    rng = np.random.default_rng(8)
    for k in range(2, 12):
        raw = rng.normal(size=(2000, k)) * rng.uniform(0.3, 6)
        soft = np.exp(raw - raw.max(axis=1, keepdims=True))
        assert not cut_at((soft / soft.sum(axis=1, keepdims=True)).max(axis=1), k)
    assert cut_at(rng.uniform(0.3, 1, 2000), 5) == pytest.approx(0.3)
