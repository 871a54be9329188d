"""One item of several that ask the same with other seeds is cited, the best of them; each has a true twin."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_answers import ITEM, attack, pictures

FILES = {"i.npz": pictures()}
with np.load(io.BytesIO(FILES["i.npz"])) as read:
    OWN = read["labels"]


def beside(case: dict[str, Any], *seeds: int, **parameters: Any) -> dict[str, Any]:
    """``case`` with further items on the file of its first, which nobody cites."""
    result: dict[str, Any] = json.loads(json.dumps(case))
    (item,) = result["evidence_items"]
    waive = [{"rule": "evidence-unused", "reason": "kept for the file", "by": "S. Safety"}]
    for k, seed in enumerate(seeds):
        more = {**item, "id": f"EV-{k + 2}", "seed": seed, "waive": waive}
        result["evidence_items"].append(more | {"parameters": item["parameters"] | parameters})
    plain: dict[str, Any] = json.loads(json.dumps(result))
    return plain


def case() -> dict[str, Any]:
    return attack(transformers=["identity", "noise"], epsilon=0.05)


@pytest.mark.slow
def test_the_best_of_several_items_with_other_seeds_is_one_of_many_tried(tmp_path: Path) -> None:
    """Also where the cited one ran first, and the others look at the file after it."""
    edits = {f"{ITEM}.seed": 1}
    at = folder(tmp_path / "after", beside(case(), 2, 3), edits, FILES)
    must_not_hold(at, "sign-seeds-tried")
    assert assess(load(at)).evidence["EV"].seeds == 3
    must_hold(folder(tmp_path / "alone", case(), edits, FILES))


@pytest.mark.slow
def test_a_copy_of_the_file_and_another_confidence_hide_no_seed(tmp_path: Path) -> None:
    case_ = beside(case(), 2)
    case_["evidence_items"][1] |= {"inputs": {"images": "copy.npz"}, "confidence": 0.9}
    at = folder(tmp_path / "copied", case_, {f"{ITEM}.seed": 1}, FILES | {"copy.npz": FILES["i.npz"]})
    must_not_hold(at, "sign-seeds-tried")
    other = {"copy.npz": pictures(labels=np.roll(OWN, 1))}
    must_hold(folder(tmp_path / "other", case_, {f"{ITEM}.seed": 1}, FILES | other))


@pytest.mark.slow
def test_another_question_on_the_same_file_is_no_other_seed(tmp_path: Path) -> None:
    at = folder(tmp_path / "other", beside(case(), 1, epsilon=0.1), {f"{ITEM}.seed": 1}, FILES)
    must_hold(at)
    same = folder(tmp_path / "same", beside(case(), 1), {f"{ITEM}.seed": 1}, FILES)
    must_hold(same)
    assert call("evidence", "verify", same)[0] == 0
