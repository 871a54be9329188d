"""A limit of records together errs with all of them at each look at one of them: a sum over the records is no payment."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT
from tests.false_support import call, must_hold, must_not_hold


def press(at: Path, *confidences: str) -> Path:
    """The press, never run, with other confidences of curtain, relay and brake."""
    shutil.copytree(
        ROOT / "examples" / "press",
        at,
        ignore=shutil.ignore_patterns(".casegen", "results", "baselines", "review"),
    )
    file = at / "evidence.yaml"
    given = iter(confidences)
    file.write_text(
        re.sub(r"confidence: 0\.984", lambda _: f"confidence: {next(given)}", file.read_text("utf-8")),
        "utf-8",
    )
    return at


def run(at: Path, failures: int) -> None:
    (at / "records/brake.csv").write_text(f"entry,demands,failures\nearly,2935,{failures}\n", "utf-8")
    assert call("evidence", "run", at)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("confidences", "records"),
    [(("0.98", "0.98", "0.999"), (3, 5, 4, 2, 0)), (("0.9875", "0.9875", "0.9875"), (4, 0))],
    ids=["one that errs seldom", "two looks"],
)
def test_records_that_hold_together_at_last_wait(
    tmp_path: Path, confidences: tuple[str, ...], records: tuple[int, ...]
) -> None:
    at = press(tmp_path / "case", *confidences)
    for failures in records:
        run(at, failures)
    must_not_hold(at, "sign-looked-again")


@pytest.mark.slow
def test_records_that_hold_together_at_once_do_not(tmp_path: Path) -> None:
    at = press(tmp_path / "case", "0.98", "0.98", "0.999")
    run(at, 0)
    assert "from the data together" in must_hold(at).text
