"""What a case argues for ends before what its header promises: asked about; parts of a range that cover it are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder
from tests.false_support.bases import calculation
from tests.false_support.test_contexts_in_question import contexts
from tests.false_support.test_decisive_states import asked_of

TOP = calculation()["claims"][0]["text"]
USE = "case.intended_use"
NARROWER: dict[str, dict[str, Any]] = {
    "persons": {USE: "A lift for up to 12 persons", **contexts("At most four persons ride")},
    "speed": {USE: "Speeds up to 2 m/s", **contexts("The speed is at most 1 m/s")},
    "other-unit": {USE: "Speeds up to 2 m/s", **contexts("The speed is at most 3.6 km/h")},
    "temperature": {"case.environment": "-20 to 40 °C", **contexts("Temperatures of 5 to 35 °C")},
    "load": {"case.system": "LIFT-1, a load of 1 t", **contexts("The load is at most 300 kg")},
    "claim": {USE: "Speeds up to 2 m/s", "claims.C1.text": f"{TOP}, at speeds up to 1 m/s"},
    "german": {USE: "Aufzug für 12 Personen", **contexts("Höchstens vier Personen fahren mit")},
    "only-one": {USE: "Carries boxes in three halls", **contexts("Boxes are carried in only one hall")},
    "hole": {"case.environment": "Temperatures of -20 to 40 °C",
             **contexts("Temperatures of 5 to 40 °C", "Temperatures of 10 to 45 °C")},
}  # fmt: skip
COVERED: dict[str, dict[str, Any]] = {
    "persons": {USE: "A lift for up to 12 persons", **contexts("At most 12 persons ride")},
    "more": {USE: "Speeds up to 2 m/s", **contexts("The speed is at most 3 m/s")},
    "in-parts": {USE: "Speeds up to 2 m/s", **contexts("Speeds up to 1 m/s", "Speeds of 1 to 2 m/s")},
    "another-thing": {USE: "Speeds up to 2 m/s", **contexts("Wind of at most 1 m/s")},
    "another-count": {USE: "A lift for up to 12 persons", **contexts("At most four buttons are pressed")},
    "temperature": {"case.environment": "Temperatures of 5 to 35 °C", **contexts("Temperatures of -20 to 40 °C")},
    "from-one": {"case.environment": "A building with ten floors", **contexts("Ride: from one floor to another")},
    "in-one": {"case.environment": "Three halls", **contexts("Tests were made in one hall at night")},
    "around": {USE: "Speeds up to 2 m/s", "claims.C1.text": f"{TOP}, also at a speed of 1 m/s"},
}  # fmt: skip


@pytest.mark.parametrize("name", NARROWER)
def test_less_than_the_header_promises(tmp_path: Path, name: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), NARROWER[name]))


@pytest.mark.parametrize("name", COVERED)
def test_all_that_the_header_promises(tmp_path: Path, name: str) -> None:
    assert asked_of(folder(tmp_path / "x", calculation(), COVERED[name])) == []
