"""A confidence that is restated after a look: the number of looks it pays for is then chosen by the data."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

PASSES, FAILS = "buoy,9000,0", "quay,4000,5"
NEAR = "quay,9000,5"
"""meets the limit at a confidence of .8, and does not at .95"""


def ran(at: Path, *runs: tuple[float, str], **parameters: object) -> Path:
    """A record that is run at each confidence and with each content, one after the other."""
    for confidence, record in runs:
        edits: dict[str, object] = {"evidence_items.EV.confidence": confidence}
        edits |= {f"evidence_items.EV.parameters.{name}": value for name, value in parameters.items()}
        folder(at, measured(), edits, {"record.csv": f"entry,demands,failures\n{record}\n"})
    return at


CHANGED = {
    "lowered at the look that passes": ((0.9999, FAILS), (0.975, PASSES)),
    "lowered on its data": ((0.9999, FAILS), (0.9999, PASSES), (0.975, PASSES)),
    "raised after one that failed": ((0.95, FAILS), (0.975, PASSES)),
    "raised a little": ((0.98, FAILS), (0.985, PASSES)),
    "raised and lowered": ((0.975, FAILS), (0.999, FAILS), (0.975, PASSES)),
    "failed, and run again at a lower one": ((0.95, NEAR), (0.8, NEAR), (0.95, PASSES)),
    "met at a lower one only": ((0.8, NEAR), (0.95, PASSES)),
    "met at a lower one, three times": (
        (0.8, NEAR),
        (0.8, "pier,8000,3"),
        (0.8, "quay,8000,2"),
        (0.95, PASSES),
    ),
    "at the first look alone": ((0.9, FAILS), (0.975, FAILS), (0.975, PASSES)),
}


@pytest.mark.slow
@pytest.mark.parametrize("runs", CHANGED.values(), ids=CHANGED.keys())
def test_a_changed_confidence_pays_for_no_further_look(
    tmp_path: Path, runs: tuple[tuple[float, str], ...]
) -> None:
    at = ran(tmp_path / "changed", *runs)
    must_not_hold(at, "sign-looked-again")
    assert "no further look is paid for" in " ".join(call("evidence", "show", at, "EV")[1].split())


@pytest.mark.slow
def test_one_confidence_pays_and_one_look_needs_no_payment(tmp_path: Path) -> None:
    must_hold(ran(tmp_path / "same", (0.975, FAILS), (0.975, PASSES)))
    must_hold(ran(tmp_path / "one look", (0.999, PASSES), (0.95, PASSES)))
    must_hold(ran(tmp_path / "raised", (0.95, PASSES), (0.99, PASSES)))
    must_hold(ran(tmp_path / "stated", (0.99, FAILS), (0.95, PASSES), looks=2))


@pytest.mark.slow
def test_a_merge_keeps_the_confidences_of_both(tmp_path: Path) -> None:
    at = ran(tmp_path / "ours", (0.975, FAILS), (0.975, PASSES))
    theirs = ran(tmp_path / "theirs", (0.95, FAILS))
    for path in (theirs / "results").glob("EV-*.json"):
        shutil.copy(path, at / "results")
    assert assess(load(at)).evidence["EV"].looks == 2
    must_not_hold(at, "sign-looked-again")


@pytest.mark.slow
def test_confidences_that_are_struck_out_count_all_the_same(tmp_path: Path) -> None:
    at = ran(tmp_path / "struck", (0.9999, FAILS), (0.9999, PASSES), (0.975, PASSES))
    entry = at / "results" / "EV.lock"
    stated = json.loads(entry.read_text())
    entry.write_text(json.dumps({name: value for name, value in stated.items() if name != "confidences"}))
    must_not_hold(at, "sign-looked-again")
    entry.write_text(json.dumps(stated))
    (result,) = (at / "results").glob("EV-*.json")
    document = json.loads(result.read_text())
    del document["provenance"]["looks"]["confidences"]
    result.write_text(json.dumps(document))
    assert call("assess", at)[0] == 1, "it does not match its hash"
    result.unlink()
    ran(at, (0.975, PASSES))
    must_not_hold(at, "sign-looked-again")
