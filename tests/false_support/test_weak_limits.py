"""Words of dependability beside limits that let much fail; each beside a twin of a limit, a number or other words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder
from tests.false_support.bases import calculation
from tests.false_support.test_decisive_states import asked_of


def weak(text: str, limit: float) -> dict[str, Any]:
    return {"claims.C1.text": text, "trees.FT.target.probability": limit}


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("The lift is safe in its missions", 0.4),
        ("The lift door works adequately in missions", 0.5),
        ("The lift door dependably works in missions", 0.2),
        ("Die Tür des Aufzugs ist zuverlässig im Einsatz", 0.2),
    ],
)
def test_what_is_called_dependable_and_may_often_fail_is_asked_about(
    tmp_path: Path, text: str, limit: float
) -> None:
    assert "C1" in asked_of(folder(tmp_path / "x", calculation(), weak(text, limit)))


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("The lift is safe in its missions", 0.1),
        ("The lift starts with an open door in at most 2 of 10 missions", 0.2),
        ("The lift door dependably works in at least 8 of 10 missions", 0.2),
        ("The lift door reaches the safe state in its missions", 0.2),
        ("The lift rarely starts with an open door", 0.2),
    ],
)
def test_what_says_no_more_than_its_limit_is_not(tmp_path: Path, text: str, limit: float) -> None:
    assert "C1" not in asked_of(folder(tmp_path / "x", calculation(), weak(text, limit)))
