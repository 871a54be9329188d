"""Changes that were made to a part of the rows, labels that a program made, contact: files and true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.nnmetrics.attack_signs import confidences_apart
from casegen_evidence.profiles.rows import continuous, identity
from casegen_evidence.ram.data import read
from casegen_evidence.reports.left_unread import note_entries
from casegen_evidence.signs import Intake

from tests.false_support.test_columns_beside import answers, csv, signs
from tests.false_support.test_values_beside import episodes

R = np.random.default_rng(5)
CLEAN = R.beta(20, 1, 900).round(6)
MOVED = (CLEAN - 0.3 * R.beta(1, 8, 900)).clip(0, 1).round(6)
VOTES = (CLEAN * 100).round() / 100
SURE = (1 - R.exponential(1e-3, 900).clip(2e-5, 0.01)).round(6)
STUCK = np.where(np.arange(900) % 25 == 0, 0.998, 1.0)
LAST = np.where(np.arange(900) % 4 == 0, CLEAN, (1 - 9e-6 * R.random(900)).round(6))
TRIED: dict[str, tuple[Any, Any, bool]] = {
    "a-tenth": (CLEAN, np.where(np.arange(900) < 90, CLEAN - CLEAN / 2, CLEAN), True),
    "every-third": (CLEAN, np.where(np.arange(900) % 3 == 0, MOVED, CLEAN), True),
    "all": (CLEAN, MOVED, False),
    "but-the-wrong-ones": (CLEAN, np.where(np.quantile(CLEAN, 0.1) < CLEAN, MOVED, CLEAN), False),
    "saturated": (np.where(MOVED > 0.9, 0.9999, CLEAN), np.where(MOVED > 0.9, 0.9999, MOVED), False),
    "sure-of-varied-digits": (SURE, np.where(np.arange(900) % 25 == 0, 0.1, SURE), True),
    "sure-of-one-value": (np.full(900, 0.999293), np.where(np.arange(900) % 25 == 0, 0.1, 0.999293), True),
    "nearly-all-at-one": (STUCK, np.where(np.arange(900) % 25 == 0, 0.1, STUCK), True),
    "nearly-all-are-all-votes": (
        STUCK.round(2),
        np.where(np.arange(900) % 25 == 0, 0.1, STUCK.round(2)),
        True,
    ),
    "most-at-one": (STUCK, np.where(np.arange(900) % 4 == 0, STUCK - 0.2, STUCK), False),
    "sure-and-moved": (
        SURE,
        SURE - 1e-3 * R.random(900).round(5) - 0.004 * (np.arange(900) % 50 == 0),
        False,
    ),
    "sure-of-last-digits": (LAST, np.where(np.arange(900) % 4 == 0, LAST - 0.2, LAST), False),
    "votes-of-a-forest": (VOTES, np.where(MOVED < 0.8, MOVED, VOTES).round(2), False),
}


@pytest.mark.parametrize("name", TRIED)
def test_an_attack_that_ran_on_a_part_of_the_rows(name: str) -> None:
    clean, changed, doubted = TRIED[name]
    intake = Intake()
    confidences_apart(clean, {"noise": changed, "identity": clean}, "c.csv", intake)
    assert ("sign-no-attack" in [sign.name for sign in intake.signs]) == doubted


@pytest.mark.parametrize(
    ("name", "doubted"),
    [("pseudo_label", True), ("autoLabel", True), ("weak labels", True), ("label", False), ("kind", False)],
)
def test_labels_that_a_program_made_by_the_name_of_their_column(
    name: str, doubted: bool, tmp_path: Path
) -> None:
    points = csv(a=R.random(60), b=R.random(60), **{name: np.where(R.random(60) < 0.5, "p", "q")})
    (tmp_path / "p.csv").write_text(points, "utf-8")
    intake = Intake()
    read(tmp_path / "p.csv", intake=intake)
    assert ("sign-marked-rows" in [sign.name for sign in intake.signs]) == doubted
    true, said, _ = answers(0.03)
    shown = signs(
        tmp_path, csv(**{name: true, "predicted": said}), columns={"true": name} if name != "true" else {}
    )
    assert ("sign-marked-rows" in shown) == doubted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "doubted"),
    [("min_clearance_monitored_m", True), ("least separation monitored", True), ("gap_to_best_monitored", False)],
)  # fmt: skip
def test_a_clearance_of_nothing_is_contact(name: str, doubted: bool, tmp_path: Path) -> None:
    room = 0.2 + 2 * R.random(2000)
    assert bool(episodes(tmp_path, **{name: np.where(R.random(2000) < 0.1, 0.0, room)})) == doubted
    assert not episodes(tmp_path, **{name: room})


@pytest.mark.parametrize("digits", [4, 5, 6])
def test_rounding_to_significant_digits_explains_equal_values(digits: int) -> None:
    values = R.gamma(3, 1, 4000)
    written = np.array([[float(f"{v:.{digits}g}")] for v in values])
    row = identity(written)
    assert row.max() + 1 < len(written)
    assert not continuous(written, row)
    copied = np.concatenate([written[:2000], written[:2000]])
    assert continuous(copied, identity(copied)) == (digits > 4)


QUIET = (
    "/commit: 9ab31c2",
    "/seconds: 331.2",
    "/info/year: 2026",
    "/info/version: 1.0",
    "/run/uuid: 6f1c",
    "/info/status: FINISHED",
    "/info/run_id: a3f0",
)
ASKED = ("/errors_raw: 310", "/split: validation", "/info/description: night only", "/version: 1.2")


def test_who_made_a_report_and_how_long_it_took_asks_nothing(tmp_path: Path) -> None:
    intake = Intake()
    note_entries("report", tmp_path / "m.json", (*QUIET, *ASKED), intake)
    assert intake.read[0]["asked"] == list(ASKED)
