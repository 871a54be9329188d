"""Every supported claim has a derivation that a second checker accepts, and that cannot be bent unnoticed."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.cli.why import document
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.replay import objections, read

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(p.parent for p in (ROOT / "examples").glob("*/case.yaml"))


def why(at: Path, claim: str) -> dict[str, Any]:
    return dict(json.loads(call("assess", at, "--why", claim, "--json")[1]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "example",
    [pytest.param(p, id=p.name, marks=[pytest.mark.slow] if p.name == "auv" else []) for p in EXAMPLES],
)
def test_every_supported_claim_of_the_examples_replays(example: Path) -> None:
    assessed, folder = casegen.assess(casegen.load(example)), read(example)
    for claim, result in assessed.claims.items():
        status = result.status.value
        against = objections(folder, json.loads(json.dumps(document(assessed, claim))))
        assert not against or status != "supported", (claim, against)
        assert against or status == "supported", claim


def test_the_second_reader_is_short_and_a_second_one() -> None:
    text = (Path(__file__).parent / "replay.py").read_text("utf-8")
    assert len(text.splitlines()) <= 200
    imported = re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE)
    assert set(imported) == {"__future__", "operator", "collections", "pathlib", "typing", "yaml"}


def test_the_bases_replay(tmp_path: Path) -> None:
    for name, base, files in (("c", calculation(), {}), ("m", measured(), {"record.csv": RECORD})):
        at = folder(tmp_path / name, base, files=files)
        assert objections(at, why(at, "C1")) == []


BENT: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another number": lambda d: d["lines"][-1]["grounds"][0]["facts"].update(compared=0.5),
    "another bound": lambda d: d["lines"][-1]["grounds"][0]["facts"].update(bound=0.9),
    "another tree": lambda d: d["lines"][-1]["grounds"][0]["facts"].update(tree="RADIO"),
    "a premise left out": lambda d: next(x for x in d["lines"] if x["node"] == "A1")["below"].pop(),
    "a barred tree": lambda d: next(x for x in d["lines"] if x["node"] == "A1")["grounds"][0]["facts"].update(barred=["x"]),
    "a line left out": lambda d: d["lines"].pop(0),
    "out of order": lambda d: d["lines"].insert(0, d["lines"].pop(2)),
    "no longer supported": lambda d: d["lines"][-1].update(status="challenged"),
}  # fmt: skip


@pytest.mark.parametrize("name", BENT)
def test_a_bent_derivation_is_noticed(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "c", calculation())
    straight = why(at, "C1")
    bent = copy.deepcopy(straight)
    BENT[name](bent)
    assert objections(at, straight) == []
    assert objections(at, bent)


def test_the_text_names_every_rule_and_refers_back(tmp_path: Path) -> None:
    code, out, _ = call("assess", folder(tmp_path / "c", calculation()), "--why", "C1")
    assert code == 0
    assert "4. C1: supported" in out
    assert "requirement: " in out
    assert "worst of its own grounds, 3 (A1)" in out
    assert "Rules applied:" in out


def test_an_unknown_claim_is_a_wrong_call(tmp_path: Path) -> None:
    code, _, err = call("assess", folder(tmp_path / "c", calculation()), "--why", "C7")
    assert code == 2
    assert "no such claim" in err
