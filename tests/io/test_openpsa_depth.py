"""Elements within each other: read where a reader of another program writes them so, refused beyond."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io.openpsa.read import import_openpsa
from casegen.model.diagnostic import InputError


def model(formula: str, value: str) -> str:
    return (
        '<opsa-mef><define-fault-tree name="F"><define-gate name="g">' + formula + "</define-gate></define-fault-tree>"
        '<model-data><define-basic-event name="a">' + value + "</define-basic-event></model-data></opsa-mef>"
    )  # fmt: skip


def nested(deep: int, op: str, core: str, other: str) -> str:
    return f"<{op}>" * deep + core + f"{other}</{op}>" * deep


A, NUMBER = '<basic-event name="a"/>', '<float value="0.1"/>'
FILES = {
    "formula": lambda deep: model(nested(deep, "or", A, '<basic-event name="a"/>'), NUMBER),
    "expression": lambda deep: model(A, nested(deep, "add", NUMBER, '<float value="0"/>')),
}


@pytest.mark.parametrize("where", FILES)
@pytest.mark.parametrize(("deep", "read"), [(90, True), (193, False)])
def test_depth(tmp_path: Path, where: str, deep: int, read: bool) -> None:
    at = tmp_path / "m.xml"
    at.write_text(FILES[where](deep))
    if read:
        assert import_openpsa(at)
    else:
        with pytest.raises(InputError, match="nested deeper than 100"):
            import_openpsa(at)
