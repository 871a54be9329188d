"""Answers that are dated before the picture that they answer was taken."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label


def signs_of(at: Path, taken: str, answered: str, later: timedelta) -> set[str]:
    first, lines = datetime(2025, 5, 1), [f"true,predicted,{taken},{answered}"]
    for k in range(60):
        when = first + timedelta(hours=7 * k)
        lines.append(f"{'ab'[k % 2]},{'ab'[k % 3 % 2]},{when.isoformat()},{(when + later).isoformat()}")
    (at / "p.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    intake = Intake()
    read_table(at / "p.csv", {"true": Label(), "predicted": Label()}, intake=intake)
    return {sign.name for sign in intake.signs}


@pytest.mark.parametrize(
    "names", [("captured_at", "predicted_at"), ("recorded", "inference_time"), ("Aufnahme", "ausgewertet")]
)
def test_answers_of_another_day(names: tuple[str, str], tmp_path: Path) -> None:
    assert "sign-clock-goes-back" in signs_of(tmp_path, *names, timedelta(days=-20))
    for later in (timedelta(seconds=2), timedelta(hours=-9), timedelta(days=30)):  # zones of two clocks
        assert "sign-clock-goes-back" not in signs_of(tmp_path, *names, later)
