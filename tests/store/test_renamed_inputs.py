"""An input under another name: what is said of its file names it as it is now, and no other ending is read unnoticed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.io.regular import sha256
from casegen.model.evidence import EvidenceSpec
from casegen.model.vital_sign import stored_sign
from casegen.store.measured_inputs import measured_inputs
from casegen.store.renamed_inputs import recorded_files
from tests.false_support.forged import rewritten

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
    assert "by the end of a name a method decides how it reads the file" in why
    assert f"records/{name}" in why
    assert casegen("assess", press).code == 1
    [one] = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"]
    assert one["outcome"] == "not recomputable"
    assert any("by the end of a name" in why for why in one["differences"])


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
    assert "the file curtain.csv is called lots.csv now" in said


def test_a_number_that_is_also_the_name_of_a_file_stays_as_it_was_recorded() -> None:
    sign = {
        "name": "sign-x",
        "message": "99: row 3 of 99 fails, 99.5 % do not",
        "measures": ["p"],
        "hint": "see 99",
    }
    shown = stored_sign("EV", sign, {}, {"99": "98"})
    assert shown.message == f"{sign['message']}; the file 99 is called 98 now"
    assert shown.hint == "see 99"
    assert stored_sign("EV", sign, {}, {"9": "98"}).message == sign["message"]


@pytest.mark.parametrize("copied", [False, True])
def test_a_name_by_which_the_data_are_in_doubt_is_no_other_name_of_the_same_result(
    copied: bool, press: Path, casegen: Callable[..., object]
) -> None:
    """Measured under a harmless name, and given back the one that says what the file is."""
    rename(press, "curtain_training.csv")
    if copied:
        shutil.copy(press / "records" / "curtain_training.csv", press / "records" / "curtain.csv")
    [one] = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"]
    assert one["outcome"] == "different", one
    assert any("by the name that the file has now, curtain_training.csv" in why for why in one["differences"])


def test_a_file_that_only_lies_in_another_folder_keeps_its_name(
    press: Path, casegen: Callable[..., object]
) -> None:
    (press / "data").mkdir()
    rename(press, "../data/curtain.csv")
    text = (press / "evidence.yaml").read_text("utf-8")
    (press / "evidence.yaml").write_text(text.replace("records/../data", "data"), "utf-8")
    [one] = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"]
    assert (one["outcome"], one["differences"]) == ("bit-equal", [])


def test_a_link_is_read_by_its_own_name_when_it_is_measured_and_when_that_is_recomputed(
    press: Path, casegen: Callable[..., object]
) -> None:
    (press / "records" / "curtain.csv").rename(press / "records" / "b2.tsv")
    (press / "records" / "curtain.csv").symlink_to("b2.tsv")
    for _ in range(2):
        assert status(casegen, press)[0] == "fresh"
        [one] = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"]
        assert (one["outcome"], one["differences"]) == ("bit-equal", [])
        assert casegen(*RUN, press, "EV-CURTAIN", "--force").code == 0


@pytest.mark.parametrize(
    "name",
    ["x" * 300 + ".csv", "../curtain.csv", "records/..", "/etc/hosts", "a\\b.csv", "c:d.csv", "records/\0"],
)
def test_a_recorded_name_that_no_file_can_have_is_not_recomputable(
    name: str, press: Path, casegen: Callable[..., object]
) -> None:
    rename(press, "lots.csv")

    def forge(document: dict[str, Any]) -> None:
        (digest,) = document["provenance"]["inputs"].values()
        document["provenance"]["inputs"] = {name: digest}

    rewritten(press, "EV-CURTAIN", forge)
    for command in (("check",), ("assess",), ("evidence", "list"), ("evidence", "show")):
        assert casegen(*command, press).code in (0, 1), command
    [one] = casegen("evidence", "verify", press, "EV-CURTAIN", "--json").json["evidence"]
    assert one["outcome"] == "not recomputable", one


@pytest.mark.parametrize("names", [("a.csv", "b.csv"), ("b.csv", "c.csv"), ("c.csv", "d.csv")])
def test_two_inputs_of_one_content_are_each_read_by_their_own_name(
    names: tuple[str, str], tmp_path: Path
) -> None:
    recorded = {"a.csv": "0" * 64, "b.csv": "0" * 64}
    document = {
        "recipe": {"inputs": dict.fromkeys(("left", "right"), "0" * 64)},
        "provenance": {"inputs": recorded},
        "read": [{"input": "left", "file": "a.csv"}, {"input": "right", "file": "b.csv"}],
    }
    spec = EvidenceSpec(id="EV", method="m", inputs=dict(zip(("left", "right"), names, strict=True)))
    files = {name: file for name, _, file in recorded_files(spec, document)}
    assert files == {"left": "a.csv", "right": "b.csv"}


def test_what_the_run_read_beside_a_renamed_input_is_not_looked_for_beside_a_link(tmp_path: Path) -> None:
    """The method may have read it by a name next to the input's own: that the two lay so cannot be said."""
    (tmp_path / "now.csv").write_text("a\n1\n")
    digest = sha256(tmp_path / "now.csv")
    document = {
        "recipe": {"inputs": {"record": digest}},
        "provenance": {"inputs": {"then.csv": digest}, "also_read": {"case:limits.json": "0" * 64}},
        "read": [],
    }
    spec = EvidenceSpec(id="EV", method="m", inputs={"record": "now.csv"})
    lying = measured_inputs(tmp_path, spec, document)
    assert [why for why in lying.wrong if "the run read limits.json too: give the file its old name" in why]
    document["provenance"].pop("also_read")  # type: ignore[attr-defined]
    lying = measured_inputs(tmp_path, spec, document)
    assert (lying.wrong, lying.recorded) == ((), {"record": "then.csv"})
    laid = lying.laid(tmp_path / "links")
    assert (laid["record"].name, laid["record"].read_text()) == ("then.csv", "a\n1\n")
