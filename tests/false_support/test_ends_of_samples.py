"""A record of halls that is ended once it looks good: its limit over halls allows for that, and for looks between."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import DROP, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

ITEM = "evidence_items.EV.parameters"


def halls(*failing: int, size: int = 20) -> str:
    """Rows of halls in which so many demands fail."""
    return "\n".join(f"hall {k},{size + k * k % 7},{n}" for k, n in enumerate(failing, 1))


def record(at: Path, *records: str, bound: float = 0.033, **parameters: object) -> Path:
    """A claim on one more hall, run once for each of ``records``, one after the other."""
    edits = {
        f"{ITEM}.spread": DROP, f"{ITEM}.entries": "sample", f"{ITEM}.stopping": "open",
        "claims.C1.requirement.bound": bound,
        "claims.C1.text": f"The range guard fails in at most {1000 * bound:g} of 1,000 approaches",
        **{f"{ITEM}.{name}": value for name, value in parameters.items()},
    }  # fmt: skip
    for rows in records:
        folder(at, measured(), edits, {"record.csv": f"entry,demands,failures\n{rows}\n"})
    return at


def test_a_hundred_halls_bound_less_where_their_number_was_not_planned(tmp_path: Path) -> None:
    """Without a failure the limit is .030 for a planned end, and .037 at any time."""
    must_not_hold(record(tmp_path / "open", halls(*[0] * 100)), "upper bound")
    must_not_hold(record(tmp_path / "looks", halls(*[0] * 100), looks=3), "upper bound")
    must_hold(record(tmp_path / "planned", halls(*[0] * 100), stopping="planned"))
    must_hold(record(tmp_path / "more", halls(*[0] * 120)))


def test_a_record_of_halls_goes_on_by_further_halls_alone(tmp_path: Path) -> None:
    """A hall that went on is another value of what was looked at, and so is the same record bounded in another way."""
    few = halls(20, *[0] * 59)
    on = f"{few}\n{halls(*[0] * 300).replace('hall', 'depot')}"
    must_hold(record(tmp_path / "on", few, on))
    assert assess(load(tmp_path / "on")).evidence["EV"].looks == 1
    must_not_hold(
        record(tmp_path / "grown", few, on.replace("hall 1,21,20", "hall 1,40,20")), "sign-looked-again"
    )
    must_hold(record(tmp_path / "once", on.replace("hall 1,21,20", "hall 1,40,20")))


@pytest.mark.parametrize("before", ["recorded", "similar"])
def test_another_way_of_bounding_the_same_record_is_a_look_of_its_own(before: str, tmp_path: Path) -> None:
    few = halls(2, 2, 2, 2, *[0] * 56, size=2)
    at = record(tmp_path / "x", few, entries=before, bound=1e-3)
    must_not_hold(
        record(at, f"{few}\n{halls(*[0] * 300, size=2).replace('hall', 'depot')}"), "sign-looked-again"
    )
