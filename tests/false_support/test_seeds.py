"""A seed that passes among many that were tried."""

from __future__ import annotations

from pathlib import Path

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_answers import ITEM, attack, pictures


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
