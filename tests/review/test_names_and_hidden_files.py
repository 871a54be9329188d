"""Names that another system cannot hold, files that a baseline leaves out, and spellings of one person."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import create
from casegen.review.evidence_hashes import grounds
from casegen.texts.acceptances.person import same_person
from casegen.texts.acceptances.reasons import no_reason, put_off


@pytest.mark.parametrize("name", ["CON", "nul", "com1", "LPT9.x"])
def test_a_baseline_has_a_name_that_windows_can_hold(rover: Path, name: str) -> None:
    with pytest.raises(InputError, match="no device"):
        create(rover, name, author="Dan Developer", reason="first")


def test_a_hidden_file_is_no_evidence(rover: Path) -> None:
    (rover / "records" / ".hidden.md").write_text("All 3 brakes passed.\n")
    with pytest.raises(InputError, match="is hidden"):
        grounds(rover, load(rover), ["records/.hidden.md"])
    assert list(grounds(rover, load(rover), ["./records/wheels.md"])) == ["./records/wheels.md"]


def test_a_generation_makes_no_other_person() -> None:
    assert same_person("Bob Bauer", "Bob Bauer jun.")
    assert same_person("Bob Bauer", "Dr. Bob Bauer Junior")
    assert not same_person("Bob Bauer", "Bert Bauer jun.")


def test_a_row_is_not_set_aside_until_the_next_session() -> None:
    assert all(map(put_off, ("in the next session", "low priority", "In der nächsten Sitzung")))
    assert no_reason("see action list")
    assert not any(
        map(put_off, ("The next stage takes over", "priority of the low beam", "The action is a stop"))
    )


def test_a_folder_whose_name_is_no_text_is_refused_before_anything_is_written(rover: Path) -> None:
    at = rover.with_name(os.fsdecode(b"\xff\xfe"))
    rover.rename(at)
    with pytest.raises(InputError, match="text in UTF-8"):
        create(at, "v1", author="Dan Developer", reason="first")
    assert not (at / "baselines").exists()
