"""A zero that a file or a call writes with a minus sign is printed as any other zero."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call, folder
from tests.false_support.bases import calculation

ZEROS = {"events.E1.model.probability": -0.0, "events.E2.model.probability": -0.0}
COMMANDS = (
    "fta quantify CASE", "fta importance CASE", "fta cutsets CASE", "allocate CASE --tree FT",
    "whatif CASE --set E1=-0.0", "fta quantify CASE --set E1=-0", "assess CASE --all",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_zero_is_printed_without_a_sign(tmp_path: Path, command: str) -> None:
    at = folder(tmp_path, calculation(), ZEROS)
    words = command.replace("CASE", str(at)).split()
    said = call(*words)[1].replace(str(tmp_path), "")
    assert [line for line in said.splitlines() if "-0 " in line or "−0 " in line or "-0.0" in line] == []
    printed = json.loads(call(*words, "--json")[1], parse_float=lambda text: text)
    assert "-0.0" not in json.dumps(printed)


def test_so_is_that_of_an_open_psa_file(tmp_path: Path) -> None:
    (tmp_path / "t.xml").write_text(
        '<opsa-mef><define-fault-tree name="T"><define-gate name="g"><or><basic-event name="a"/><basic-event name="b"/>'
        '</or></define-gate></define-fault-tree><model-data><define-basic-event name="a"><float value="-0.0"/>'
        '</define-basic-event><define-basic-event name="b"><float value="0.1"/></define-basic-event></model-data></opsa-mef>'
    )
    said = call("fta", "importance", str(tmp_path / "t.xml"))[1]
    assert " a " in said
    assert "-0" not in said
