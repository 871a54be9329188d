"""A file below ``baselines/`` is no part of the case: no baseline could hold it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.review import baselines, create, verify
from casegen.store.run import run
from casegen.store.store import Store
from tests.review.conftest import edit

OLD = "data/counts.csv"


@pytest.mark.parametrize(
    "new", ["baselines/v1/files/data/counts.csv", "./baselines/own.csv", "data/../baselines/own.csv"]
)
def test_an_input_below_the_baselines_is_refused(rover: Path, new: str) -> None:
    create(rover, "v1", author="Ann", reason="first")
    shutil.copyfile(rover / OLD, rover / "baselines" / "own.csv")
    edit(rover, "case.yaml", OLD, new)
    state = Store(load(rover)).states()["EV"]
    assert state.freshness is Freshness.FAILED
    assert "is a file of a baseline" in state.why[0]
    with pytest.raises(InputError, match="is a file of a baseline"):
        list(run(load(rover)))
    with pytest.raises(InputError, match="below baselines/"):
        create(rover, "v2", author="Ann", reason="second")
    assert [one.name for one in baselines(rover)] == ["v1"]


def test_an_artefact_below_the_baselines_is_refused(rover: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    edit(rover, "argument/top.yaml", "records/wheels.md", "baselines/v1/files/records/wheels.md")
    with pytest.raises(InputError, match="below baselines/"):
        create(rover, "v2", author="Ann", reason="second")


def test_a_folder_of_a_like_name_is_none(rover: Path) -> None:
    new = "data/baselines/counts.csv"
    (rover / "data" / "baselines").mkdir()
    (rover / OLD).rename(rover / new)
    edit(rover, "case.yaml", OLD, new)
    list(run(load(rover)))
    create(rover, "v1", author="Ann", reason="first")
    assert verify(rover / "baselines" / "v1", rover).holds
