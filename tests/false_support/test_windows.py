"""Rows that are windows of one recording and overlap: the same moments count in several of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label

N = 200
START = np.random.default_rng(7).permutation(N) * 0.5
SIGN = "sign-overlapping-windows"


def signs_of(at: Path, columns: Mapping[str, Sequence[object]], group: bool = False) -> dict[str, str]:
    """The signs of a table of answers with further columns, by name, with how severe each is."""
    rng = np.random.default_rng(3)
    true = rng.choice(["a", "b"], N)
    said = np.where(rng.random(N) < 0.1, "a", true)
    table = {**columns, "true": true, "predicted": said}
    rows = [",".join(map(str, row)) for row in zip(*table.values(), strict=True)]
    (at / "p.csv").write_text(",".join(table) + "\n" + "\n".join(rows) + "\n", encoding="utf-8")
    intake = Intake()
    wanted = {"true": Label(), "predicted": Label(), **({"group": Label()} if group else {})}
    read_table(at / "p.csv", wanted, intake=intake, role="predictions", draws=True)
    return {sign.name: sign.severity for sign in intake.signs}


def stamps(seconds: Sequence[float]) -> list[str]:
    return [str(np.datetime64("2026-03-02T08:00:00") + np.timedelta64(int(1000 * s), "ms")) for s in seconds]


SLIDING: dict[str, dict[str, Sequence[object]]] = {
    "seconds": {"start_s": START, "end_s": START + 5},
    "no unit": {"from": START, "to": START + 5},
    "German": {"Beginn": START, "Ende": START + 5},
    "window words": {"window_start": START, "window_end": START + 5},
    "times": {"start": stamps(START), "end": stamps(START + 5)},
    "start and length": {"start_s": START, "window_s": [5] * N},
    "time and length": {"time": START, "window length": [5] * N},
    "frames in one column": {"frames": [f"{int(10 * s)}-{int(10 * s) + 49}" for s in START]},
    "of one drive": {"segment": [f"drive1_{int(10 * s)}-{int(10 * s) + 49}" for s in START]},
    "of two recordings": {"recording": [k % 2 for k in range(N)], "start": START, "end": START + 10},
    "first and last frame": {
        "first_frame": (10 * START).astype(int),
        "last_frame": (10 * START).astype(int) + 49,
    },
    "in milliseconds": {"t0_ms": 1000 * START, "t1_ms": 1000 * START + 5000},
}


@pytest.mark.parametrize("case", SLIDING)
def test_windows_that_overlap_bar_the_bound(tmp_path: Path, case: str) -> None:
    assert signs_of(tmp_path, SLIDING[case]).get(SIGN) == "fails"


def test_events_that_overlap_are_doubted(tmp_path: Path) -> None:
    lengths = np.random.default_rng(1).uniform(1, 9, N)
    assert signs_of(tmp_path, {"start": START, "end": START + lengths}).get(SIGN) == "suspicious"


PLAIN: dict[str, dict[str, Sequence[object]]] = {
    "one after another": {"start_s": START, "end_s": START + 0.5},
    "apart": {"start_s": 10 * START, "end_s": 10 * START + 4},
    "each of its own recording": {"video": [f"v{k}" for k in range(N)], "start": START, "end": START + 5},
    "few overlap": {"start": 2 * START, "end": 2 * START + np.where(np.arange(N) % 20 == 0, 1.5, 0.9)},
    "spans of space": {"x_from": START, "x_to": START + 50},
    "boxes": {"x1": START, "x2": START + 5},
    "all of the same hours": {"start_h": [8] * N, "end_h": [17] * N},
    "ranges of sizes": {"range_m": ["0-10", "10-20", "20-30", "30-50"] * 50},
    "overlapping classes": {"age": ["0-10", "5-20", "10-30", "20-50"] * 50},
    "frames of an image": {"frame": range(N), "length": np.round(4 + START / 100, 1)},
}


@pytest.mark.parametrize("case", PLAIN)
def test_other_columns_are_no_windows(tmp_path: Path, case: str) -> None:
    assert SIGN not in signs_of(tmp_path, PLAIN[case])


def test_a_group_that_is_read_is_counted_as_one(tmp_path: Path) -> None:
    columns = {"group": (START / 20).astype(int), "start": START, "end": START + 5}
    assert SIGN not in signs_of(tmp_path, columns, group=True)
