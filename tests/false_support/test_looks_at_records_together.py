"""A limit of records together errs with all of them at each combination of looks: neither a sum nor a product pays."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
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


PARTS = ("curtain", "relay", "brake")


def spent(at: Path) -> float:
    ledger = assess(load(at)).ledger
    assert ledger is not None
    return ledger.account("C-PRESS").statistical


def ran_lots(at: Path, *histories: tuple[int, ...]) -> None:
    """Lots of 6,000 and some of each part: failures of the first of all, then a part's further lots one after the other."""
    lots = dict(zip(PARTS, histories, strict=True))
    for further in [("", 0), *((part, n) for part in PARTS for n in range(1, len(lots[part])))]:
        for part in PARTS if not further[0] else [further[0]]:
            row = f"early,{6000 + 50 * PARTS.index(part) + further[1]},{lots[part][further[1]]}"
            (at / f"records/{part}.csv").write_text(f"entry,demands,failures\n{row}\n", "utf-8")
        assert call("evidence", "run", at)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "histories",
    [((3, 0), (4, 0), (5, 0)), ((3, 4, 0), (5, 0), (0,)), ((3, 4, 5, 0), (0,), (0,))],
    ids=["each part twice", "one three times", "one part"],
)
def test_three_further_looks_wait_whichever_parts_they_are_at(
    tmp_path: Path, histories: tuple[tuple[int, ...], ...]
) -> None:
    """20 combinations of looks, each of which errs with .003: more than .05."""
    at = press(tmp_path / "case", "0.999", "0.999", "0.999")
    ran_lots(at, *histories)
    must_not_hold(at, "sign-looked-again")
    assert spent(at) == pytest.approx(0.06), "the ledger spends what the verdict counts"


@pytest.mark.slow
@pytest.mark.parametrize("histories", [((3, 0), (4, 0), (0,)), ((3, 4, 0), (0,), (0,))], ids=["two", "one"])
def test_two_further_looks_are_paid_for(tmp_path: Path, histories: tuple[tuple[int, ...], ...]) -> None:
    """10 combinations: .03, which the limit may err with."""
    at = press(tmp_path / "case", "0.999", "0.999", "0.999")
    ran_lots(at, *histories)
    must_hold(at)
    assert spent(at) == 0.05


@pytest.mark.slow
def test_a_confidence_that_is_changed_between_looks_pays_for_none(tmp_path: Path) -> None:
    at = press(tmp_path / "case", "0.999", "0.999", "0.999")
    ran_lots(at, (3,), (0,), (0,))
    file = at / "evidence.yaml"
    file.write_text(file.read_text("utf-8").replace("confidence: 0.999", "confidence: 0.9999", 1), "utf-8")
    (at / "records/curtain.csv").write_text("entry,demands,failures\nearly,9000,0\n", "utf-8")
    assert call("evidence", "run", at)[0] == 0
    must_not_hold(at, "sign-looked-again")
