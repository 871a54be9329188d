"""Clocks that go back or run ahead, dates in place of counts, scores that stand still, one seed for all: with true twins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.field_data.method import DEMANDS, HOURS, MISSIONS
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.episodes_method import EPISODES
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION

from tests.false_support.test_columns_beside import answers, csv
from tests.false_support.test_quiet_files import SEVERITIES, noted

N = 1200
R = np.random.default_rng(170)
TRUE, SAID, WRONG = answers(0.02, seed=21, n=N)
START = datetime(2026, 3, 2, 8, 0)
STEPS = np.cumsum(R.uniform(20, 90, N))
"""seconds of one answer after another"""
THREAT = (R.random(N) < 0.06).astype(int)
SCORES = np.clip(R.normal(0.2, 0.06, N) + 0.6 * THREAT, 0.001, 0.999)
LIGHT = [f"{v:.3f}" for v in R.gamma(6, 40, N)]
STRETCH = slice(300, 420)
RECORD = {"failure": "it did not act", "stopping": "planned"}
WATCHED = {"scheme": "runtime-threats", "threshold": 0.5}


def stamps(form: str = "%Y-%m-%dT%H:%M:%S", start: datetime = START, **gone_back: float) -> list[str]:
    """Times of the rows; from ``at`` on the clock is ``hours`` behind."""
    at, hours = int(gone_back.get("at", N)), gone_back.get("hours", 0.0)
    times = [start + timedelta(seconds=s) - timedelta(hours=hours) * (k >= at) for k, s in enumerate(STEPS)]
    return [t.strftime(form) for t in times]


def unix(**gone_back: float) -> list[str]:
    return [f"{datetime.fromisoformat(t + '+00:00').timestamp():.0f}" for t in stamps(**gone_back)]


def classified(folder: Path, **beside: Any) -> list[str]:
    text = csv(true=TRUE, predicted=SAID, **beside)
    return noted(WEIGHTED_CONFUSION, folder, text, {"severities": SEVERITIES})


def watched(folder: Path, score: Any, **beside: Any) -> list[str]:
    return noted(EVALUATION, folder, csv(threat=THREAT, score=score, **beside), WATCHED)


def recorded(folder: Path, text: str, method: Any = DEMANDS, **reading: Any) -> list[str]:
    try:
        return noted(method, folder, text, RECORD, reading)
    except InputProblem as problem:
        return [f"refused: {problem}"]


UNITS = ["A"] * 700 + ["B"] * (N - 700)
SHUFFLED = R.permutation(N)
BACK: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "hours": ({"timestamp": stamps(at=700, hours=5)}, {"timestamp": stamps()}),
    "device": ({"time": stamps(at=700, hours=5)}, {"time": stamps(at=700, hours=5), "device": UNITS}),
    "years": ({"timestamp": stamps(at=700, hours=5e4)}, {"timestamp": stamps(at=700, hours=5e4), "boot": UNITS}),
    "unix": ({"time": unix(at=500, hours=9)}, {"time": unix()}),
    "zone": ({"utc": stamps("%Y-%m-%d %H:%M:%S+00:00", at=700, hours=1)},
             {"local": stamps("%Y-%m-%d %H:%M:%S", datetime(2026, 10, 25, 3) - timedelta(seconds=STEPS[699]), at=700, hours=1)}),
    "german": ({"Zeit": stamps("%d.%m.%Y %H:%M:%S", at=700, hours=9)}, {"Zeit": stamps("%d.%m.%Y %H:%M:%S")}),
    "order": ({"timestamp": stamps(at=200, hours=3)}, {"timestamp": [stamps()[k] for k in SHUFFLED]}),
    "newest-first": ({"timestamp": stamps(at=900, hours=3)[::-1]}, {"timestamp": stamps()[::-1]}),
    "by-class": ({"timestamp": stamps(at=600, hours=4)}, {"timestamp": [stamps()[k] for k in np.argsort(TRUE, kind="stable")]}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", BACK)
def test_clocks_that_go_back(name: str, tmp_path: Path) -> None:
    false, true = BACK[name]
    assert any("sign-clock-goes-back" in sign for sign in classified(tmp_path, **false))
    order = np.argsort(TRUE, kind="stable") if name == "by-class" else np.arange(N)
    text = csv(true=TRUE[order], predicted=SAID[order], **true)
    assert not noted(WEIGHTED_CONFUSION, tmp_path, text, {"severities": SEVERITIES})


D, H = "entry,demands,failures", "entry,hours,failures"
ENDS: dict[str, tuple[Any, str, str]] = {
    "dates": (DEMANDS, f"{D},start,end\nT1,1210,0,2026-02-03,2026-02-20\nT2,1350,1,2026-03-19,2026-03-02\nT3,990,0,2026-04-01,2026-04-20\n", "2026-03-02,2026-03-19"),
    "from-to": (HOURS, f"{H},from,to\nP1,310.5,0,2026-02-03,2026-02-20\nP2,290.0,1,2026-03-19,2026-02-28\n", "2026-02-28,2026-03-19"),
    "times": (MISSIONS, "entry,missions,failures,begin,finish\nleg A,140,0,2026-02-03 08:00,2026-02-03 17:30\nleg B,155,1,2026-02-04 17:00,2026-02-04 08:10\n",
              "2026-02-04 08:10,2026-02-04 17:00"),
    "german": (DEMANDS, f"{D},Beginn,Ende\nT1,1210,0,03.02.2026,20.02.2026\nT2,1350,1,19.03.2026,02.03.2026\n", "02.03.2026,19.03.2026"),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_ends_before_their_start(name: str, tmp_path: Path) -> None:
    method, text, right = ENDS[name]
    assert any("sign-clock-goes-back" in sign for sign in recorded(tmp_path, text, method))
    wrong = ",".join(right.split(",")[::-1])
    if wrong not in text:
        wrong = "2026-03-19,2026-02-28"
    assert not recorded(tmp_path, text.replace(wrong, right), method)


def test_a_night_shift_ends_before_it_starts(tmp_path: Path) -> None:
    text = f"{D},start,end\nnight 1,310,0,22:00,06:00\nnight 2,322,1,22:00,06:05\n"
    assert not any("clock" in sign for sign in recorded(tmp_path, text))


AHEAD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "timestamp": ({"timestamp": stamps(start=datetime(2071, 3, 2))}, {"timestamp": stamps()}),
    "date": ({"date": ["2026-03-02"] * 900 + ["2071-03-02"] * 300}, {"date": ["2026-03-02"] * 900 + ["2026-03-03"] * 300}),
    "unix": ({"t": unix()[:1100] + [str(3_200_000_000 + k) for k in range(100)]}, {"t": unix()}),
    "german": ({"Datum": ["02.03.2071"] * N}, {"Datum": ["02.03.2026"] * N}),
    "due": ({"recorded": ["2071-03-02"] * N}, {"next_calibration": ["2071-03-02"] * N}),
    "open": ({"labelled at": ["2071-12-31"] * N}, {"valid to": ["9999-12-31"] * N}),
}  # fmt: skip


@pytest.mark.parametrize("name", AHEAD)
def test_answers_dated_ahead(name: str, tmp_path: Path) -> None:
    false, true = AHEAD[name]
    assert any("sign-future-period" in sign for sign in classified(tmp_path, **false))
    assert not any("future" in sign for sign in classified(tmp_path, **true))


@pytest.mark.parametrize("column", ["date", "end", "tested on", "last seen", "Datum", "log_time"])
def test_records_dated_ahead(column: str, tmp_path: Path) -> None:
    text = f"{D},{column}\nT1,1210,0,2026-02-03\nT2,1350,1,2071-02-04\nT3,1190,0,2026-02-05\n"
    assert any("sign-future-period" in sign for sign in recorded(tmp_path, text))
    assert not any("future" in sign for sign in recorded(tmp_path, text.replace("2071", "2026")))
    due = text.replace(column, "next inspection due")
    assert not any("future" in sign for sign in recorded(tmp_path, due))


@pytest.mark.parametrize(
    ("false", "true"),
    [
        ("44927 44958 44986 45017", "44927 44961 44980 45018"),
        ("45292 45299 45306 45313", "45292 45211 45306 45350"),
        ("45000 45031 45062 45093", "45000 45030 45060 45090"),
        ("46023 46054 46085 46116", "46023 46060 46085 46116"),
        ("46082 46083 46084", "46082 45083 46284"),
        ("45292 45658 46023", "45292 41658 46023"),
        ("20260102 20260203 20260311", "20260199 20269203 20268311"),
        ("2023 2024 2025", "2023 2018 2044"),
        ("1767225600 1769904000 1772323200", "17672256 17699040 17723232"),
        ("410 388 45017 455", "410 388 4517 455"),
        ("312 44927 640", "312 14927 640"),
        ("44927 640", "45000 640"),
        ("45017 312", "45017 1312"),
        ("202401 202402 202403 202404", "202481 202482 202593 202394"),
        ("202411 202501", "202411 202515"),
        ("202604 202603 202602 202601", "402604 402603 402602 402601"),
        ("202446 202447 202448", "202446 202457 202448"),
    ],
)
def test_dates_in_place_of_counts(false: str, true: str, tmp_path: Path) -> None:
    for numbers, said in ((false, True), (true, False)):
        rows = "".join(f"T{chr(65 + k)},{n},0\n" for k, n in enumerate(numbers.split()))
        for method, head in ((DEMANDS, D), (HOURS, H), (MISSIONS, D.replace("demands", "missions"))):
            signs = recorded(tmp_path, f"{head}\n{rows}", method)
            assert any("sign-dates-as-numbers" in sign for sign in signs) == said, (numbers, head, signs)


def stuck(value: float, at: slice = STRETCH, base: Any = SCORES) -> list[str]:
    scores = np.array(base)
    scores[at] = value
    return [f"{v:.4f}" for v in scores]


CALM = np.where(np.arange(N) // 60 % 3 == 0, 0.0, SCORES)
FROZEN: dict[str, tuple[Callable[[Path], list[str]], Callable[[Path], list[str]]]] = {
    "inside": (lambda at: watched(at, stuck(0.2317), light=LIGHT), lambda at: watched(at, stuck(0.2317, slice(300, 304)), light=LIGHT)),
    "alone": (lambda at: watched(at, stuck(0.2317)), lambda at: watched(at, [f"{v:.4f}" for v in SCORES])),
    "high": (lambda at: watched(at, stuck(0.8317), light=LIGHT), lambda at: watched(at, [f"{v:.1f}" for v in SCORES], light=LIGHT)),
    "nothing-with-threats": (lambda at: watched(at, stuck(0.0), light=LIGHT), lambda at: watched(at, [f"{v:.4f}" for v in CALM * (THREAT == 0) + SCORES * THREAT], light=LIGHT)),
    "twice": (lambda at: watched(at, stuck(0.3111, slice(50, 80), np.array(stuck(0.2317), dtype=float))),
              lambda at: watched(at, np.repeat([f"{v:.4f}" for v in SCORES[::50]], 50), scene_light=np.repeat(LIGHT[::50], 50))),
    "confidence": (lambda at: classified(at, confidence=stuck(0.8123, base=R.beta(8, 2, N))), lambda at: classified(at, confidence=[f"{v:.4f}" for v in R.beta(8, 2, N)])),
    "stands": (lambda at: watched(at, stuck(0.1999), light=LIGHT, gain=["1.5"] * N),
               lambda at: watched(at, stuck(0.1999), light=[*LIGHT[:300], *["101.250"] * 120, *LIGHT[420:]])),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FROZEN)
def test_scores_that_stand_still(name: str, tmp_path: Path) -> None:
    false, true = FROZEN[name]
    assert any("sign-stands-still" in sign for sign in false(tmp_path))
    assert not any("still" in sign for sign in true(tmp_path))


E = 400
HAD = R.random(E) < 0.1
LEFT = HAD & (R.random(E) < 0.1)


def episodes(folder: Path, **beside: Any) -> list[str]:
    flags = {"accident_f": HAD, "accident_monitored": LEFT, "success_f": ~HAD, "success_monitored": ~LEFT}
    text = csv(**{n: v.astype(int) for n, v in flags.items()}, **beside)
    return noted(EPISODES, folder, text, {})


STARTS = [f"{v:.3f}" for v in R.uniform(0, 40, E)]
ONE_SEED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "one": ({"seed": [42] * E}, {"seed": range(E)}),
    "training": ({"seed": [42] * E}, {"torch_seed": [42] * E}),
    "network": ({"sim_seed": [7] * E}, {"model_seed": [7] * E}),
    "five": ({"seed": [k % 5 for k in range(E)]}, {"seed": [k % 5 for k in range(E)], "start_x": STARTS}),
    "map": ({"seed": [0] * E, "map": ["T1", "T2"] * (E // 2)}, {"seed": [0] * E, "start": STARTS}),
    "german": ({"Startwert": [1] * E}, {"Startwert": range(E)}),
    "random-state": ({"random_state": [0] * E}, {"random_state": R.permutation(E)}),
    "blank": ({"rng seed": [1] * E}, {"seed": [""] * E}),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_SEED)
def test_episodes_of_one_seed(name: str, tmp_path: Path) -> None:
    false, true = ONE_SEED[name]
    assert any("sign-one-seed" in sign for sign in episodes(tmp_path, **false))
    assert not any("seed" in sign for sign in episodes(tmp_path, **true))
