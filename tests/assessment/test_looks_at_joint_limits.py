"""A look at records that meet a limit together: the one earlier look is held against it where its record is recovered; of
several, what was met is not known, and no other number stands for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from casegen_evidence.bounds.records import Counts

from casegen.assessment.earlier_joint import counts_with
from tests.false_support import call

PRESS = Path(__file__).parents[2] / "examples" / "press"


@pytest.fixture
def looked_again(tmp_path: Path) -> Path:
    """The press, held by its records together, and looked at again after 500 and 600 more stops without a failure."""
    at = tmp_path / "press"
    shutil.copytree(PRESS, at)
    shutil.rmtree(at / "results")
    call("evidence", "run", at)
    assert call("assess", at)[0] == 0
    for stops in (500, 100):
        with (at / "records" / "brake.csv").open("a") as record:
            record.write(f"{stops} later stops,{stops},0\n")
        call("evidence", "run", at)
    return at


HEAD = "entry,demands,failures\n"
AGAIN: dict[str, tuple[dict[str, str], dict[str, str], bool]] = {
    "grown": ({}, {"brake": "a,2510,0\nb,2425,0\n"}, True),
    "of another size": ({}, {"brake": "a,2600,0\n"}, True),
    "two grown": ({}, {"brake": "a,2510,0\nb,2425,0\n", "relay": "bench,4010,0\n"}, True),
    "too small before": ({"brake": "a,1500,0\n"}, {"brake": "a,2935,0\n"}, False),
    "a failure before": ({"brake": "a,2935,1\n"}, {"brake": "a,2936,0\n"}, False),
    "met with a failure": ({"brake": "a,9000,1\n"}, {"brake": "a,19000,1\n"}, True),
    "missed with a failure": ({"brake": "a,3500,1\n"}, {"brake": "a,19000,1\n"}, False),
}


def ran_with(at: Path, records: dict[str, str]) -> None:
    for name, rows in records.items():
        (at / "records" / f"{name}.csv").write_text(HEAD + rows, "utf-8")
    assert call("evidence", "run", at)[0] == 0


@pytest.mark.parametrize("name", AGAIN)
def test_the_earlier_run_is_held_against_the_limit_of_the_records_together(tmp_path: Path, name: str) -> None:
    before, after, held = AGAIN[name]
    at = tmp_path / "press"
    shutil.copytree(PRESS, at)
    shutil.rmtree(at / "results", ignore_errors=True)
    larger = {"curtain": "lot 7,9600,0\n", "relay": "bench,9010,0\n"} if "failure" in name and before else {}
    ran_with(at, {**larger, **before})
    ran_with(at, after)
    code, out, _ = call("assess", at)
    assert (code == 0, "sign-looked-again" in out) == (held, not held), out


def test_an_earlier_run_with_other_limits_is_not_recovered(tmp_path: Path) -> None:
    """Entries that may differ have no exact limits: the records together were not judged then."""
    at = tmp_path / "press"
    shutil.copytree(PRESS, at)
    shutil.rmtree(at / "results", ignore_errors=True)
    items = (at / "evidence.yaml").read_text("utf-8")
    cut = items.index("id: EV-BRAKE")
    (at / "evidence.yaml").write_text(
        items[:cut] + items[cut:].replace("entries: recorded", "spread: 0.5"), "utf-8"
    )
    assert call("evidence", "run", at)[0] == 0
    (at / "evidence.yaml").write_text(items, "utf-8")
    ran_with(at, {"brake": "a,2510,0\nb,2425,0\n"})
    code, out, _ = call("assess", at)
    assert (code, "sign-looked-again" in out) == (1, True), out


@pytest.mark.parametrize("alpha", [0.05, 0.016, 1e-4])
@pytest.mark.parametrize(("failures", "trials"), [(0, 30), (0, 2935), (1, 8000), (7, 123_456), (40, 900_001)])
def test_a_record_follows_from_its_limits(failures: int, trials: int, alpha: float) -> None:
    upper = float(Counts(failures, trials).upper(alpha))
    missed = Counts(trials - failures, trials)
    lower = 0.0 if failures == 0 else 1.0 - float(missed.upper(alpha))
    counts = counts_with(lower, upper, alpha)
    assert counts is not None
    assert (counts.failures, counts.size) == (failures, trials)
    assert counts_with(lower, upper * (1 + 1e-5), alpha) in (
        None,
        *(Counts(failures, trials + k) for k in (-2, -1)),
    )


@pytest.mark.slow
def test_the_sign_quotes_no_number_that_was_not_judged(looked_again: Path) -> None:
    code, out, _ = call("assess", looked_again, "--json")
    assert code == 1, "a second look that nothing pays for does not pass"
    assert "sign-looked-again" in out
    assert "it is not known whether The press closes on a hand met its limit" in out
    assert "which exceeds 0.0012" not in out


@pytest.mark.slow
def test_a_plan_says_that_the_case_does_not_hold_though_every_number_meets_its_limit(
    looked_again: Path,
) -> None:
    code, out, _ = call("plan", looked_again)
    said = " ".join(out.split())
    assert code == 0
    assert "every requirement holds" not in said
    assert "The case does not hold all the same: C-PRESS not supported" in said
    assert "C-PRESS: have the sign of the data set aside" in said
