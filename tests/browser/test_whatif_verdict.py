"""What a what-if does to the verdict of the page: there and back, and what is shown of a tree that cannot happen."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path
from typing import Any

import pytest
from waiting import eventually

import casegen
from casegen.assessment import documents
from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, compare
from casegen.io import load
from casegen.render import write_html
from casegen.review.dossier import gather
from tests.false_support import folder
from tests.false_support.bases import calculation

pytestmark = [pytest.mark.browser, pytest.mark.slow]
BEFORE = "0.001"
PRESS = Path(__file__).parents[2] / "examples" / "press"


def opened(open_page: Any, at: Path, edits: dict[str, Any]) -> tuple[Any, Session]:
    """The page of a calculation with its session."""
    case = casegen.load(folder(at / "case", copy.deepcopy(calculation()), edits))
    session = Session.open(case)
    assessed = session.assess()
    page = open_page(write_html(assessed, at / "case.html", gather(assessed, session=session)))
    page.evaluate("document.getElementById('whatif').scrollIntoView()")
    return page, session


def put(page: Any, event: str, number: str) -> None:
    page.get_by_label(f"Probability of {event}").fill(number)
    page.keyboard.press("Tab")


def test_a_requirement_is_met_and_missed_again_with_the_verdict(open_page: Any, tmp_path: Path) -> None:
    page, session = opened(open_page, tmp_path, {"events.E1.model.probability": 0.5})
    assert not session.assess().claims["C1"].requirement.holds
    row, verdict = "document.getElementById('whatif-claims').innerText", page.locator("#whatif-verdict")
    assert page.locator("#whatif-claims tr.flips").count() == 0
    put(page, "E1", "0.0001")
    eventually(page, f"/C1[^]*not met[^]*\\bmet/.test({row})", True)
    assert page.locator("#whatif-claims tr.flips").count() == 1
    assert "C1 is met now" in page.inner_text("#whatif-said")
    result = documents.comparison(
        compare(session, [change(session.case, session, "E1", 0.0001)], before=session.assess()), (0, 0)
    )
    assert result["supported"] == {"before": False, "after": True}
    assert verdict.inner_text().split() == ["Not", "supported", "→", "Supported"]
    assert "not met" not in page.locator("#whatif-trees").inner_text()
    put(page, "E1", "0.5")
    eventually(page, "document.querySelectorAll('#whatif-claims tr.flips').length", 0)
    assert verdict.inner_text().endswith("Not supported")
    assert "is met now" not in page.inner_text("#whatif-said")
    assert "--set" not in page.inner_text("#whatif-command")


@pytest.mark.parametrize(("number", "after"), [("0", None), ("0.0001", 0.0001)])
def test_a_top_that_cannot_happen_any_more_has_no_number(
    open_page: Any, tmp_path: Path, number: str, after: float | None
) -> None:
    edits = {
        "trees.FT.gates.TOP": {"id": "TOP", "type": "and", "inputs": ["E1", "H"]},
        "house_events.+": {"id": "H", "state": True},
        "events.E1.model.probability": 0.0002,
    }
    page, session = opened(open_page, tmp_path, edits)
    put(page, "E1", number)
    shown = "document.getElementById('whatif-trees').innerText.toLowerCase()"
    eventually(page, f"{shown}.includes('not evaluated')", after is None)
    changed = [change(session.case, session, "E1", float(number))]
    (tree,) = documents.comparison(compare(session, changed, before=session.assess()), (0, 0))["trees"]
    assert tree["after"] == after
    if after is None:
        assert "cannot happen" in tree["problem"]
        assert "cannot happen" in page.inner_text("#whatif-trees") + page.inner_text("#whatif-claims")


PRESS = Path(__file__).parents[2] / "examples/press"
RECORDS = ("EV-CURTAIN.probability", "EV-RELAY.probability", "EV-BRAKE.probability")


def press_page(open_page: Any, at: Path) -> tuple[Any, Session]:
    session = Session.open(casegen.load(PRESS))
    assessed = session.assess()
    page = open_page(write_html(assessed, at / "press.html", gather(assessed, session=session)))
    page.evaluate("document.getElementById('whatif').scrollIntoView()")
    page.select_option("#whatif-tree", "measures")
    return page, session


def type_value(page: Any, name: str, number: str) -> None:
    page.get_by_label(f"Value of {name}").fill(number)
    page.keyboard.press("Tab")


@pytest.mark.parametrize("names", [RECORDS, RECORDS[:1]])
def test_a_measure_that_is_set_to_its_own_estimate_counts_as_exact(
    open_page: Any, tmp_path: Path, names: tuple[str, ...]
) -> None:
    page, session = press_page(open_page, tmp_path)
    for name in names:
        type_value(page, name, "0")
    eventually(page, "document.querySelectorAll('#knobs .changed').length", len(names))
    command = page.inner_text("#whatif-command")
    assert all(f"--set {name}=0" in command for name in names)
    assert "Nothing is changed" not in page.inner_text("#whatif-count")
    changes = [change(session.case, session, name, 0.0) for name in names]
    after = compare(session, changes, before=session.assess()).after.claims["C-PRESS"].status
    shown = page.evaluate(
        "(set) => { const { run, model, WhatIf } = casegen;"
        " return WhatIf.STATUS[run(set).rank[model.argument.ids.indexOf('C-PRESS')]]; }",
        dict.fromkeys(names, 0),
    )
    assert shown in (after.value, "open")
    page.click("#whatif-reset")
    eventually(page, "document.querySelectorAll('#knobs .changed').length", 0)
    assert "Nothing is changed" in page.inner_text("#whatif-count")


def test_an_exact_number_that_is_set_to_itself_is_no_change(open_page: Any, tmp_path: Path) -> None:
    page, _ = opened(open_page, tmp_path, {"events.E1.model.probability": 0.0002})
    put(page, "E1", "0.0003")
    eventually(page, "document.querySelectorAll('#knobs .changed').length", 1)
    put(page, "E1", "0.0002")
    eventually(page, "document.querySelectorAll('#knobs .changed').length", 0)
    assert "--set" not in page.inner_text("#whatif-command")


SPREAD = {"distribution": "uniform", "lower": 1e-4, "upper": 3e-4}
LEFT: dict[str, dict[str, Any]] = {
    "not-coherent": {"trees.FT.gates.TOP.type": "xor"},
    "a-set": {
        "trees.FT.gates.TOP.inputs": ["E1", "E2", "S"], "trees.FT.kind": "probability-per-mission",
        "events.+": {"id": "S", "text": "The brake slips", "source": "data sheet", "model": {
            "type": "constant", "probability": 1e-6, "kind": "probability-per-demand",
            "exposure": {"demands": 30, "dependence": "any"}}}},
}  # fmt: skip
"""trees whose bounds a page leaves to the command"""


@pytest.mark.parametrize("name", LEFT)
def test_an_exact_number_of_a_tree_left_to_the_command_is_no_change_either(
    open_page: Any, tmp_path: Path, name: str
) -> None:
    """Its own number is as the case has it; an uncertain one that is set is exact from then on."""
    edits = {**LEFT[name], "events.E2.model.probability": SPREAD}
    page, session = opened(open_page, tmp_path, edits)
    assert page.evaluate("() => casegen.model.trees[0].inputs") is None
    for event, number, changed in (("E1", "0.0003", 1), ("E1", "0.0001", 0), ("E2", "0.0002", 1)):
        put(page, event, number)
        eventually(page, "document.querySelectorAll('#knobs .changed').length", changed)
        kept = session.effective((change(session.case, session, event, float(number)),))
        assert len(kept) == changed
        assert (f"--set {event}={number}" in page.inner_text("#whatif-command")) == bool(changed)
    if name == "a-set":
        put(page, "E2", "0.0005")
        put(page, "S", "3e-5")  # what is known as a range only is a number once it is set
        eventually(page, "document.querySelectorAll('#knobs .changed').length", 2)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("0x1", "Type a number"),
        ("1e-400", "too small"),
        ("0.24999999999999999", "read as 0.25"),
        ("Infinity", "Type a number"),
        ("1_0", "Type a number"),
        ("0,01", "0,01: a number is written with a decimal point, without commas"),
        ("1,000", "1,000: a number is written with a decimal point, without commas"),
        ("1.000,5", "without commas"),
        ("a,b", "Type a number"),
    ],
)
def test_a_typed_number_is_read_as_the_command_reads_it(
    open_page: Any, tmp_path: Path, text: str, part: str
) -> None:
    page, _ = opened(open_page, tmp_path, {})
    put(page, "E1", text)
    eventually(page, "document.querySelector('#knobs .bad') !== null", True)
    assert part in page.inner_text("#knobs .bad")
    assert "--set" not in page.inner_text("#whatif-command")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (" 1e-3 ", "0.001"),
        ("0.250", "0.25"),
        ("+.5", "0.5"),
        ("0.0", "0"),
        ("1E-3", "0.001"),
    ],
)
def test_every_decimal_that_is_kept_is_taken(open_page: Any, tmp_path: Path, text: str, number: str) -> None:
    page, _ = opened(open_page, tmp_path, {"events.E1.model.probability": 0.0002})
    put(page, "E1", text)
    eventually(page, "document.querySelectorAll('#knobs .changed').length", 1)
    assert f"--set E1={number}" in page.inner_text("#whatif-command")


def test_a_top_event_on_stale_evidence_is_neither_met_nor_missed(open_page: Any, tmp_path: Path) -> None:
    """The press with a changed record: its target was shown as met, by a number that is out of date."""
    shutil.copytree(PRESS, at := tmp_path / "press")
    (at / "records" / "curtain.csv").write_text("entry,demands,failures\nlot 7,1600,0\nlot 9,1480,9\n")
    session = Session.open(load(at))
    assessed = session.assess()
    page = open_page(write_html(assessed, tmp_path / "case.html", gather(assessed, session=session)))
    page.evaluate("document.getElementById('whatif').scrollIntoView()")
    eventually(page, "/stale/i.test(document.getElementById('whatif-trees').innerText)", True)
    assert "met" not in page.locator("#whatif-trees td").all_inner_texts()[-2].split()
    put(page, "BE-CURTAIN", "0.0001")
    eventually(page, "document.querySelectorAll('#whatif-trees .st.stale').length", 1)
