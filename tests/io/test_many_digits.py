"""Numbers of thousands of digits, and signs that only look like digits, in files of strangers: input errors with a line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Ran

Call = Callable[..., Ran]
MANY = "9" * 5_000
REFUSED = {
    "count.dft": f'toplevel "T";\n"T" {MANY}of2 "A" "B";\n"A" prob=0.1;"B" prob=0.1;',
    "inputs.dft": f'toplevel "T";\n"T" 2of{MANY} "A" "B";\n"A" prob=0.1;"B" prob=0.1;',
    "power.dft": f'toplevel "T"; "T" or "A" "B";\n"A" lambda={MANY}x;"B" prob=0.1;',
    "least.xml": "<opsa-mef><define-fault-tree name='T'>\n<define-gate name='G'>"
    f"<atleast min='{MANY}'><basic-event name='A'/><basic-event name='B'/></atleast></define-gate></define-fault-tree></opsa-mef>",
    "tea.json": f'{{"version": "1.0",\n"case": {{"name": {MANY}}}, "tree": {{}}}}',
    "case.json": f'{{"casegen": 1,\n"case": {{"id": "x", "version": {MANY}}}}}',
    "table.csv": f"id,item,guide_word\n{MANY},x,{MANY}\n",
}
FORMAT = {"dft": "galileo", "xml": "openpsa", "csv": "csv", "case.json": "json", "tea.json": "tea"}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_a_number_without_end_has_a_line_and_is_not_printed_in_full(
    casegen: Call, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.write_text(REFUSED[name])
    form = FORMAT.get(name) or FORMAT[name.rpartition(".")[2]]
    ran = casegen("import", tmp_path / "new", "-f", form, file)
    assert ran.code == 2
    assert f"{name}:2:" in ran.err
    assert max(map(len, ran.err.splitlines())) < 500
    assert not (tmp_path / "new").exists()


def test_votes_that_a_tree_has_are_read(casegen: Call, tmp_path: Path) -> None:
    file = tmp_path / "vote.dft"
    inputs = [f'"E{i}"' for i in range(600)]
    rows = "".join(f"{one} prob=0.1;\n" for one in inputs)
    file.write_text(f'toplevel "T";\n"T" 501of600 {" ".join(inputs)};\n{rows}')
    assert casegen("import", tmp_path / "new", "-f", "galileo", file).code == 0


SACM = (
    '<?xml version="1.0"?><sacm:AssuranceCasePackage xmlns:sacm="http://www.omg.org/spec/SACM/20220301"'
    ' xmlns:xmi="http://www.omg.org/spec/XMI/20131001" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xmi:version="2.0" xmi:id="case"><name content="x"/><argumentPackage xmi:id="p">'
    '<argumentElement xsi:type="sacm:Claim" xmi:id="C1"><name content="C1"/><description><content>'
    '<value lang="en" content="The lamp works"/></content></description></argumentElement>'
    '<argumentElement xsi:type="sacm:AssertedInference" xmi:id="I1" source="%s" target="%s"/>'
    "</argumentPackage></sacm:AssuranceCasePackage>"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    ["/\N{SUPERSCRIPT TWO}", "/0/@argumentPackage.\N{SUPERSCRIPT TWO}", f"/{MANY}/@argumentPackage.{MANY}"],
)
def test_a_path_of_sacm_counts_in_digits(casegen: Call, tmp_path: Path, path: str) -> None:
    file = tmp_path / "case.xml"
    file.write_text(SACM % (path, "/0/@argumentPackage.0/@argumentElement.0"), "utf-8")
    assert casegen("import", tmp_path / "new", "-f", "sacm", file).code in (0, 2)


@pytest.fixture
def press(tmp_path: Path) -> Path:
    folder = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", folder, ignore=shutil.ignore_patterns(".casegen"))
    return folder


def written(press: Path, old: str, new: str) -> None:
    text = (press / "case.yaml").read_text()
    assert old in text
    (press / "case.yaml").write_text(text.replace(old, new))


@pytest.mark.slow
@pytest.mark.parametrize(
    "bound", ["1.2.3 %", ". %", f"{MANY}/8", f"8/{MANY}", f"{MANY} %", f"{'9' * 350}/8", MANY]
)
def test_a_bound_that_is_no_number_is_an_input_error(casegen: Call, press: Path, bound: str) -> None:
    written(press, "bound: {target_of: FT-PRESS}", f"bound: {bound}")
    ran = casegen("check", press)
    assert ran.code == 2
    assert "case.yaml:21:" in ran.err + ran.out
    assert max(map(len, (ran.out + ran.err).splitlines())) < 400


@pytest.mark.parametrize(
    ("bound", "hint"), [("5 %", "5 % is written 0.05"), (".5 %", "is written 0.005"), ("1/8", "write 0.125")]
)
def test_what_was_meant_is_named(casegen: Call, press: Path, bound: str, hint: str) -> None:
    written(press, "bound: {target_of: FT-PRESS}", f"bound: {bound}")
    ran = casegen("check", press)
    assert hint in ran.err + ran.out


LONG = (f"at most one in 1{'0' * 1_000} entries", f"at most 0.{'0' * 400}12 of the entries", f"at most 12 of {MANY} entries",
        f"at most one in 1{',000' * 400} entries")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", LONG, ids=["thousand zeros", "decimals", "nines", "grouped"])
def test_a_number_too_long_to_be_compared_is_said_to_be(casegen: Call, press: Path, words: str) -> None:
    written(press, "at most 12 of 10,000 entries", words)
    ran = casegen("check", press, "--json")
    (result,) = [one for one in ran.json["diagnostics"] if one["rule"] == "text-number"]
    assert "digits, which is not compared with anything" in result["message"]
    assert ran.code == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["at most 12 of 10,000 entries", "at most 12 of 10" + ",000" + " entries, serial " + "0123456789" * 9],
)
def test_a_number_that_is_read_is_compared(casegen: Call, press: Path, words: str) -> None:
    written(press, "at most 12 of 10,000 entries", words)
    assert "text-number" not in casegen("check", press).out
