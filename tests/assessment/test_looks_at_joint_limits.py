"""A look at records that meet a limit together: what the earlier look met is not known, and no other number stands for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.false_support import call

PRESS = Path(__file__).parents[2] / "examples" / "press"


@pytest.fixture
def looked_again(tmp_path: Path) -> Path:
    """The press, held by its records together, and looked at again after 500 more stops without a failure."""
    at = tmp_path / "press"
    shutil.copytree(PRESS, at)
    shutil.rmtree(at / "results")
    call("evidence", "run", at)
    assert call("assess", at)[0] == 0
    with (at / "records" / "brake.csv").open("a") as record:
        record.write("later stops,500,0\n")
    call("evidence", "run", at)
    return at


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
