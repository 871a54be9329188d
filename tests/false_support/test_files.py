"""Notes and files: nothing that speaks against a claim can be put where it is not read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.false_support import folder, must_hold, must_not_hold, verdict
from tests.false_support.bases import ACCEPTED, calculation

OPEN = {"id": "D1", "text": "The contact was bent", "target": "C9", "kind": "rebutting", "state": "open"}
NOTE: dict[str, Any] = {
    "case.strict": False, "claims.C1.context": ["C9"],
    "claims.+": {"id": "C9", "text": "The door contact opens in time", "owner": "A. Author", **ACCEPTED},
}  # fmt: skip


def test_a_note_does_not_hide_a_challenged_claim(tmp_path: Path) -> None:
    edits = {**NOTE, "defeaters.+": OPEN}
    result = must_not_hold(folder(tmp_path / "note", calculation(), edits), "defeater D1 is open")
    assert result.claims["C1"] == result.claims["C9"] == "challenged"


HAZARD = {
    "id": "H1", "item": "door", "attribute": "contact", "guide_word": "no", "deviation": "no signal", "causes": ["corrosion"],
    "consequences": ["the lift starts"], "severity": "critical", "owner": "A. Author",
    "mitigations": [{"text": "controller", "refs": ["E2"]}],
}  # fmt: skip


def test_a_note_does_not_hide_the_hazard_of_a_challenged_claim(tmp_path: Path) -> None:
    edits = {**NOTE, "hazop.+": HAZARD, "claims.C9.hazards": ["H1"]}
    must_not_hold(
        folder(tmp_path / "open", calculation(), {**edits, "defeaters.+": OPEN}), "defeater D1 is open"
    )
    must_hold(folder(tmp_path / "twin", calculation(), edits))


def test_a_note_does_not_hide_an_undeveloped_claim(tmp_path: Path) -> None:
    edits = {**NOTE, "claims.C9": {"id": "C9", "text": "The door contact opens in time", "undeveloped": True}}
    must_not_hold(folder(tmp_path / "undeveloped", calculation(), edits), "undeveloped")


def test_a_note_on_a_claim_that_stands(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "note", calculation(), NOTE))


def test_a_defeater_in_a_file_that_is_not_read(tmp_path: Path) -> None:
    loose = yaml.safe_dump({"defeaters": [{**OPEN, "target": "C1"}]})
    for name in (
        "open.yaml",
        "notes/open.yml",
        "review/open.yaml",
        "baselines/open.yml",
        "results/open.yaml",
        ".hidden.yaml",
    ):
        at = folder(tmp_path / name.replace("/", "-"), calculation(), files={name: loose})
        result = verdict(at)
        assert "file-unread" in result.rules
        assert any(d["file"] == name for d in result.diagnostics if d["rule"] == "file-unread")


def test_a_defeater_in_json_that_is_not_read(tmp_path: Path) -> None:
    loose = json.dumps({"defeaters": [{**OPEN, "target": "C1"}]})
    result = verdict(folder(tmp_path / "json", calculation(), files={"notes/open.json": loose}))
    assert [d["file"] for d in result.diagnostics if d["rule"] == "file-unread"] == ["notes/open.json"]
    read = folder(tmp_path / "read", calculation(), {"include": ["open.json"]}, {"open.json": loose})
    must_not_hold(read, "defeater D1 is open")


def test_the_same_file_read(tmp_path: Path) -> None:
    loose = yaml.safe_dump({"defeaters": [{**OPEN, "target": "C1"}]})
    at = folder(tmp_path / "read", calculation(), {"include": ["open.yaml"]}, {"open.yaml": loose})
    must_not_hold(at, "defeater D1 is open")


@pytest.mark.parametrize(
    ("name", "text"),
    [("data/labels.yaml", "classes: [pipe, float]\n"), (".hidden.yaml", "claims: []\n"), ("notes.yaml", "- a list\n"),
     ("other/case.yaml", "case: {id: o, title: Another}\nclaims: []\n"), ("whatif.yaml", "scenarios: {half: {E1: 0.5}}\n"),
     ("broken.yaml", "claims: [\n"), ("report.json", '{"supported": true, "claims": [{"id": "C1"}]}'), ("log.json", '{"events": [1]}'),
     ("broken.json", '{"claims": ['), ("list.json", "[1, 2]"), ("odd.json", '{"claims": "none"}')],
)  # fmt: skip
def test_yaml_that_is_no_part_of_the_case(tmp_path: Path, name: str, text: str) -> None:
    must_hold(folder(tmp_path / "beside", calculation(), files={name: text}))


@pytest.mark.parametrize(
    "kept", ["baselines/v1/files/argument.yaml", "results/old.yaml", "review/F1/claims.yaml"]
)
def test_frozen_text_is_not_revived(tmp_path: Path, kept: str) -> None:
    base = calculation()
    part = {key: base.pop(key) for key in ("claims", "arguments")}
    frozen = yaml.safe_dump(part)
    at = folder(tmp_path / "frozen", base, {"include": [kept]}, {kept: frozen})
    must_not_hold(at, "which is no part of the argument")
    at = folder(tmp_path / "copied", base, {"include": ["argument.yaml"]}, {"argument.yaml": frozen})
    must_hold(at)
