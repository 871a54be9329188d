"""Commands that compute on stale evidence say so, on stderr and in their JSON; on fresh evidence they say nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen import open as opened
from tests.conftest import Ran

PRESS = Path(__file__).parents[2] / "examples" / "press"
COMMANDS = (
    ("fta", "quantify"), ("fta", "uncertainty", "--trials", 100), ("fta", "importance"), ("fta", "cutsets"),
    ("fta", "sensitivity"), ("fta", "curve", "--hours", 1),
)  # fmt: skip


@pytest.fixture
def stale(tmp_path: Path) -> Path:
    shutil.copytree(PRESS, at := tmp_path / "press")
    (at / "records" / "curtain.csv").write_text("entry,demands,failures\nlot 7,1600,0\nlot 9,1480,9\n")
    return at


def words_of(ran: Ran) -> str:
    """Both streams in one line."""
    return " ".join((ran.out + ran.err).split())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[1])
def test_fault_tree_commands_name_the_stale_item(
    casegen: Callable[..., Ran], stale: Path, command: tuple[object, ...]
) -> None:
    head, more = command[:2], command[2:]
    said = words_of(casegen(*head, stale, *more))
    assert "stale evidence (EV-CURTAIN)" in said
    assert "out of date" in said
    assert json.loads(casegen(*head, stale, *more, "--json").out)["stale"] == ["EV-CURTAIN"]
    assert "stale" not in words_of(casegen(*head, PRESS, *more))
    assert json.loads(casegen(*head, PRESS, *more, "--json").out)["stale"] == []


@pytest.mark.parametrize("method", ["bdd", "mcub", "bounds"])
def test_a_number_on_stale_evidence_is_never_exact(
    casegen: Callable[..., Ran], stale: Path, method: str
) -> None:
    row = json.loads(casegen("fta", "quantify", stale, "--method", method, "--json").out)
    assert not row["exact"]
    assert "EV-CURTAIN" in row["label"]
    assert " exact" not in casegen("fta", "quantify", stale, "--method", method).out
    assert opened(PRESS).tree("FT-PRESS").quantified.exact
    tree = opened(stale).tree("FT-PRESS")
    assert tree.stale == ("EV-CURTAIN",)
    assert not tree.quantified.exact


def test_an_event_set_by_hand_needs_no_evidence(casegen: Callable[..., Ran], stale: Path) -> None:
    row = json.loads(casegen("fta", "quantify", stale, "--set", "BE-CURTAIN=0.001", "--json").out)
    assert (row["exact"], row["stale"]) == (True, [])


def test_allocation_counts_no_event_on_stale_evidence_as_met(
    casegen: Callable[..., Ran], stale: Path
) -> None:
    assert "3 of 3 events are met today" in words_of(casegen("allocate", PRESS))
    ran = casegen("allocate", stale)
    assert "2 of 3 events are met today, one rests on stale evidence" in words_of(ran)
    document = json.loads(casegen("allocate", stale, "--json").out)
    assert document["stale"] == ["EV-CURTAIN"]
    assert {e["id"]: (e["meets"], e["stale"]) for e in document["events"]}["BE-CURTAIN"] == (
        False,
        "EV-CURTAIN",
    )
    assert "0 of 1 events are met" in words_of(casegen("allocate", stale, "--event", "BE-CURTAIN"))
    assert casegen("allocate", stale, "--strict").code == 1


def test_whatif_and_plan_and_diff_name_it(casegen: Callable[..., Ran], stale: Path) -> None:
    assert "stale evidence (EV-CURTAIN)" in casegen("whatif", stale, "--set", "BE-RELAY=0.1").err
    assert json.loads(casegen("whatif", stale, "--set", "BE-RELAY=0.1", "--json").out)["stale"] == {
        "FT-PRESS": ["EV-CURTAIN"]
    }
    plan = casegen("plan", stale)
    assert "stale evidence: EV-CURTAIN" in plan.err
    assert "some of them out of date" in plan.out
    assert "out of date" not in words_of(casegen("plan", PRESS))


def test_diff_marks_the_number_that_is_out_of_date(
    casegen: Callable[..., Ran], stale: Path, tmp_path: Path
) -> None:
    """A gate that becomes another one: the number before is fresh, the one after rests on the changed record."""
    shutil.copytree(PRESS, fresh := tmp_path / "fresh")
    for path in stale.glob("*.yaml"):
        path.write_text(path.read_text().replace("type: or,", "type: and,"))
    said = words_of(casegen("diff", fresh, stale))
    (row,) = json.loads(casegen("diff", fresh, stale, "--json").out)["impact"]["trees"]
    assert row["stale"] == {"before": [], "after": ["EV-CURTAIN"]}
    assert "(out of date)" in said


def test_files_of_numbers_name_it(casegen: Callable[..., Ran], stale: Path, tmp_path: Path) -> None:
    for name in ("t.xml", "t.dft"):
        ran = casegen("fta", "convert", stale, "-o", tmp_path / name)
        assert "stale evidence (EV-CURTAIN)" in ran.err
    document = json.loads(casegen("fta", "convert", stale, "-o", tmp_path / "t.xml", "--json").out)
    assert document["stale"] == ["EV-CURTAIN"]
    assert "stale evidence (EV-CURTAIN)" in casegen("fta", "draw", stale, "-o", tmp_path / "drawn").err
    (sheet,) = (tmp_path / "drawn").glob("*.svg")
    assert "(out of date)" in sheet.read_text()
    ran = casegen("export", stale, "--format", "xlsx", "-o", tmp_path / "t.xlsx")
    assert "stale evidence: EV-CURTAIN" in ran.err
    assert "stale" not in casegen("export", PRESS, "--format", "xlsx", "-o", tmp_path / "f.xlsx").err
