"""A case that is assessed again is compared with its files as they are now."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.products import first_of_record
from casegen.argument.view import view_of
from casegen.assessment.assess import assess
from casegen.assessment.checks.case import check
from casegen.io import load

EXAMPLE = Path(__file__).parents[2] / "examples" / "press"


@pytest.mark.parametrize("again", [assess, check])
def test_a_record_that_was_a_copy_is_none_once_it_is_another(
    tmp_path: Path, again: Callable[..., Any]
) -> None:
    at = tmp_path / "press"
    shutil.copytree(EXAMPLE, at)
    records = at / "records"
    relay = (records / "relay.csv").read_text()
    rows = "".join(f"shift {n},{1_200 + 37 * n},{n % 2}\n" for n in range(20))
    for name in ("curtain", "relay"):
        (records / f"{name}.csv").write_text("entry,demands,failures\n" + rows)
    case = load(at)
    again(case)
    assert first_of_record(case, view_of(case))["EV-RELAY"] == "EV-CURTAIN"
    (records / "relay.csv").write_text(relay)
    again(case)
    assert first_of_record(case, view_of(case))["EV-RELAY"] == "EV-RELAY"
