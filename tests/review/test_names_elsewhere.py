"""Files that Windows cannot hold under their name are refused before they are frozen or packed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.audit.pack import write_pack
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, respond, verify
from casegen.review.events import FindingSeverity
from tests.review.conftest import ANN, BOB

BAD = [
    "records/a:b.md", "a.md.", "records/CON.md", "records/a.md ", "aux/a.md", "records./a.md", "nul", "records/Lpt1.csv",
    "records/x:", "com5.txt",
]  # fmt: skip
GOOD = [
    "records/console.md",
    "records/a.b.md",
    "conduct.md",
    "nulls/com.md",
    "records/lpt.csv",
    "a b.md",
    "comA",
]


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_windows_cannot_hold_is_named(rover: Path, name: str) -> None:
    path = rover / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("x\n")
    with pytest.raises(InputError) as caught:
        create(rover, "v1", author="Ann", reason="first")
    assert repr(name) in str(caught.value)
    path.unlink()
    assert create(rover, "v1", author="Ann", reason="first")


@pytest.mark.parametrize("name", GOOD)
def test_other_names_are_frozen(rover: Path, name: str) -> None:
    path = rover / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("x\n")
    assert verify(create(rover, "v1", author="Ann", reason="first").folder, rover).holds


@pytest.mark.slow
@pytest.mark.parametrize(("name", "good"), [("records/CON.md", False), ("records/ab.md", True)])
def test_what_came_after_the_baseline_is_not_packed_under_such_a_name(
    rover: Path, tmp_path: Path, name: str, good: bool
) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    (rover / name).write_text("The camera was cleaned on each of 40 days.\n")
    respond(rover, "F1", text="Because the camera was cleaned.", by=ANN, evidence=[name])
    if good:
        assert write_pack(rover, tmp_path / "p.zip", formats=())
        return
    with pytest.raises(InputError, match="Windows"):
        write_pack(rover, tmp_path / "p.zip", formats=())


def test_evidence_of_a_response_has_no_colon_in_its_name(rover: Path) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    (rover / "records/a:b.md").write_text("The camera was cleaned on each of 40 days.\n")
    with pytest.raises(InputError, match="has a colon"):
        respond(rover, "F1", text="Because the camera was cleaned.", by=ANN, evidence=["records/a:b.md"])


@pytest.mark.parametrize("gone", ["ROOT", "SHA256SUMS", "baseline.json"])
def test_what_is_gone_is_named_once_and_in_words(rover: Path, gone: str) -> None:
    frozen = create(rover, "v1", author="Ann", reason="first").folder
    (frozen / gone).unlink()
    result = verify(frozen)
    assert [one.path for one in result.frozen if one.kind == "missing"] == [gone]
    assert not any("no readable baseline" in one.message for one in result.frozen)
    assert "Errno" not in json.dumps(result.document())
