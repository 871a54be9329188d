"""An input under another name: what is said of its file names it as it is now, and no other ending is read unnoticed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.store.renamed_inputs import with_recorded_names

ROOT = Path(__file__).parents[2]
RUN = "evidence", "run"


@pytest.fixture
def press(tmp_path: Path) -> Path:
    return shutil.copytree(
        ROOT / "examples" / "press", tmp_path / "press", ignore=shutil.ignore_patterns(".casegen")
    )


def rename(press: Path, name: str, item: str = "curtain.csv") -> None:
    (press / "records" / item).rename(press / "records" / name)
    text = (press / "evidence.yaml").read_text("utf-8")
    (press / "evidence.yaml").write_text(text.replace(f"records/{item}", f"records/{name}"), "utf-8")


def status(casegen: Callable[..., object], press: Path) -> tuple[str, str]:
    listed = json.loads(casegen("evidence", "list", press, "--json").out)["evidence"]
    [row] = [row for row in listed if row["id"] == "EV-CURTAIN"]
    return row["status"], "".join(row["why"])


@pytest.mark.parametrize("name", ["lots.csv", "lots.CSV", "lots.txt", "lots.dat", "lots"])
def test_a_name_of_the_same_format_leaves_a_result_fresh(
    name: str, press: Path, casegen: Callable[..., object]
) -> None:
    rename(press, name)
    assert status(casegen, press)[0] == "fresh"


@pytest.mark.parametrize(
    "name", ["curtain.tsv", "curtain.npz", "curtain.xlsx", "curtain.parquet", "lots.tab", "lots.json"]
)
def test_an_ending_that_is_read_otherwise_makes_a_result_stale(
    name: str, press: Path, casegen: Callable[..., object]
) -> None:
    rename(press, name)
    state, why = status(casegen, press)
    assert state == "stale"
    assert "read as another format" in why
    assert f"records/{name}" in why
    assert casegen("assess", press).code == 1


def test_a_result_of_a_renamed_input_with_a_sign_is_bit_equal_and_the_sign_names_the_file(
    press: Path, casegen: Callable[..., object]
) -> None:
    record = press / "records" / "curtain.csv"
    record.write_text("entry,demands,failures,valid\nlot 7,1600,0,yes\nlot 9,1480,0,no\n")
    assert casegen(*RUN, press, "EV-CURTAIN").code == 0
    named = casegen("check", press).out
    assert "curtain.csv" in named, "the record has to have a sign that names it"
    before = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"][0]
    rename(press, "lots.csv")
    assert status(casegen, press)[0] == "fresh"
    [after] = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"]
    assert (before["outcome"], after["outcome"]) == ("bit-equal", "bit-equal"), after["differences"]
    assert any("lots.csv" in note for note in after["notes"])
    said = casegen("check", press).out
    assert "lots.csv" in said
    assert "curtain.csv" not in said


def test_texts_that_differ_in_more_than_a_name_stay_different() -> None:
    names = {"lots.csv": "curtain.csv"}
    assert with_recorded_names("lots.csv:2: x", "curtain.csv:2: x", names) == "curtain.csv:2: x"
    assert with_recorded_names("lots.csv:3: x", "curtain.csv:2: x", names) == "lots.csv:3: x"
    assert with_recorded_names([{"a": "lots.csv"}], [{"a": "lots.csv"}], names) == [{"a": "lots.csv"}]
    assert with_recorded_names([{"a": "lots.csv", "b": 1}], [{"a": "curtain.csv"}], names) == [
        {"a": "curtain.csv", "b": 1}
    ]
    assert with_recorded_names(["lots.csv"], [], names) == ["lots.csv"]
