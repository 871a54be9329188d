"""A long command tells on standard error what it is at; a short one tells nothing."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.cli import stages

PRESS = Path(__file__).parents[2] / "examples" / "press"


def test_lines_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stages, "EVERY", 0.05)
    with stages.telling_stages("plan") as begun:
        begun("claim C1, 1 of 2")
        time.sleep(0.12)
        begun("claim C2, 2 of 2")
        time.sleep(0.12)
    out = capsys.readouterr()
    lines = out.err.splitlines()
    assert (out.out, lines[0]) == ("", "plan: claim C1, 1 of 2 (0 s)")
    assert lines[-1].startswith("plan: claim C2, 2 of 2 (")


def test_a_failure_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "EVERY", 1000.0)
    with pytest.raises(KeyboardInterrupt), stages.telling_stages("plan"):
        raise KeyboardInterrupt


@pytest.mark.slow
def test_plan_tells_its_claims(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, casegen: Callable[..., Any]
) -> None:
    at = tmp_path / "press"
    shutil.copytree(PRESS, at)
    (at / "tree.yaml").write_text((at / "tree.yaml").read_text("utf-8").replace("1.2e-3", "1.0e-3"), "utf-8")
    text = (at / "case.yaml").read_text("utf-8").replace("at most 12 of", "at most 10 of")
    (at / "case.yaml").write_text(text, "utf-8")
    assert casegen("evidence", "run", at).code == 0
    monkeypatch.setattr(stages, "EVERY", 0.01)
    ran = casegen("plan", at, "--json")
    assert "plan: claim C-PRESS, 1 of 1 (" in ran.err
    assert json.loads(ran.out)["claims"][0]["claim"] == "C-PRESS"
