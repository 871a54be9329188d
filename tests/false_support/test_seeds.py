"""A seed that passes among many that were tried."""

from __future__ import annotations

from pathlib import Path

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import ITEM, attack, pictures

RECORDED = "evidence_items.EV"


def test_a_seed_that_was_searched_is_suspicious(tmp_path: Path) -> None:
    case = attack(transformers=["identity", "noise"])
    at = must_hold_once(folder(tmp_path / "x", case, {f"{ITEM}.seed": 1}, {"i.npz": pictures()}))
    text = (at / "case.yaml").read_text()
    for seed in (2, 3, 4):
        (at / "case.yaml").write_text(text.replace("seed: 1", f"seed: {seed}"))
        call("evidence", "run", at)
    must_not_hold(at, "sign-seeds-tried")
    waive = [{"rule": "sign-seeds-tried", "reason": "the generator was repaired", "by": "S. Safety"}]
    held = folder(tmp_path / "x", case, {f"{ITEM}.seed": 4, f"{ITEM}.waive": waive}, {"i.npz": pictures()})
    must_hold(held)


def must_hold_once(at: Path) -> Path:
    must_hold(at)
    return at


def test_running_again_with_the_same_seed_is_no_search(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", attack(transformers=["identity", "noise"]), {}, {"i.npz": pictures()})
    for _ in range(3):
        call("evidence", "run", at, "--force")
    must_hold(at)


def demands(at: Path, *records: str, **parameters: object) -> Path:
    """A claim on a record that is run once for each of ``records``, one after the other."""
    edits = {f"{RECORDED}.parameters.{name}": value for name, value in parameters.items()}
    for record in records:
        folder(at, measured(), edits, {"record.csv": f"entry,demands,failures\n{record}\n"})
    return at


def test_a_record_that_is_exchanged_until_it_passes_is_suspicious(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", "quay,4000,5", "buoy,9000,1")
    assert "limit of" in must_not_hold(at, "sign-looked-again").text
    must_hold(demands(tmp_path / "once", "buoy,9000,1"))
    must_hold(demands(tmp_path / "better", "buoy,9000,2", "quay,9500,1"))


def test_declared_looks_pay_for_a_record_that_is_exchanged(tmp_path: Path) -> None:
    must_hold(demands(tmp_path / "two", "quay,4000,5", "buoy,9000,1", looks=2))
    must_not_hold(demands(tmp_path / "three", "quay,4000,5", "pier,4000,4", "buoy,9000,1", looks=2))


def test_a_confidence_that_pays_for_the_looks_is_enough(tmp_path: Path) -> None:
    at = tmp_path / "paid"
    for record in ("quay,4000,5", "buoy,9000,1"):
        files = {"record.csv": f"entry,demands,failures\n{record}\n"}
        folder(at, measured(), {f"{RECORDED}.confidence": 0.975}, files)
    must_hold(at)


def test_going_on_with_an_open_record_is_no_other_look(tmp_path: Path) -> None:
    must_hold(demands(tmp_path / "goes-on", "quay,4000,1", "quay,20000,2", stopping="open"))
    must_not_hold(
        demands(tmp_path / "exchanged", "quay,4000,5", "quay,20000,2", stopping="open"), "sign-looked-again"
    )


def test_another_record_that_is_larger_does_not_go_on(tmp_path: Path) -> None:
    """Failures and demands grow, but the quay's record is gone: two tries, not one that went on."""
    for name, other in (
        ("other", "buoy,20000,2"),
        ("renamed", "quay 2,20000,2"),
        ("shorter", "quay,3000,1\nbuoy,27000,1"),
    ):
        must_not_hold(demands(tmp_path / name, "quay,4000,1", other, stopping="open"), "sign-looked-again")
    must_hold(
        demands(tmp_path / "on", "quay,4000,1", "buoy,26000,1\nquay,4000,1", stopping="open", spread=0.1)
    )


def test_an_entry_that_is_removed_hides_no_look_while_its_result_is_there(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", "quay,4000,5")
    (at / "results" / "EV.lock").unlink()
    must_not_hold(demands(at, "buoy,9000,1"), "sign-looked-again")
