"""A tree whose top event cannot happen as it is modelled: *not evaluated* with the reason, everywhere, and no number."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder
from tests.false_support.bases import calculation

TOP = "trees.FT.gates.TOP"
OFF = {"house_events.+": {"id": "H", "state": False, "text": "Winter"}}
NEVER: dict[str, dict[str, Any]] = {
    "xor-of-itself": {TOP: {"id": "TOP", "type": "xor", "inputs": ["E1", "E1"]}},
    "and-not-itself": {
        TOP: {"id": "TOP", "type": "and", "inputs": ["E1", "N", "E2"]},
        "trees.FT.gates.+": {"id": "N", "type": "not", "inputs": ["E1"]}},
    "house-event-off": {TOP: {"id": "TOP", "type": "and", "inputs": ["E1", "H"]}, **OFF},
    "events-of-zero": {"events.E1.model.probability": 0.0, "events.E2.model.probability": 0.0},
    "gate-below-the-top": {
        TOP: {"id": "TOP", "type": "or", "inputs": ["G"]},
        "trees.FT.gates.+": {"id": "G", "type": "and", "inputs": ["E1", "E2", "H"]}, **OFF},
    "no-mission-time": {
        "trees.FT.mission_time": 0, "events.E1.model": {"type": "exponential", "rate": 0.5},
        "events.E2.model": {"type": "exponential", "rate": 0.5}},
}  # fmt: skip
HONEST: dict[str, dict[str, Any]] = {
    "as-it-is": {},
    "house-event-off-in-or": {
        TOP: {"id": "TOP", "type": "or", "inputs": ["E1", "E2", "W"]},
        "trees.FT.gates.+": {"id": "W", "type": "and", "inputs": ["E1", "H"]}, **OFF},
    "xor-of-two": {TOP: {"id": "TOP", "type": "xor", "inputs": ["E1", "E2"]}},
    "one-event-of-zero": {"events.E1.model.probability": 0.0},
    "small": {"events.E1.model.probability": 1e-12, "events.E2.model.probability": 1e-13},
}  # fmt: skip
ZERO = re.compile(r"\[0, 0\]|\bP = 0(?![.\d])|\b0 per (?:mission|demand)")


def built(at: Path, *formats: str) -> dict[str, str]:
    """The documents of a case by suffix, as the text that a reader sees; drawings among them."""
    code, _, err = call("build", at, *formats, "--no-run", "-o", at.parent / "out")
    assert code in (0, 1), err
    texts = {}
    for path in sorted((at.parent / "out").rglob("*")):
        if path.suffix in (".html", ".md", ".svg", ".dot", ".mmd"):
            text = path.read_text("utf-8")
            text = re.sub(r"<script.*?</script>|<style.*?</style>", "", text, flags=re.DOTALL)
        elif path.suffix == ".docx":
            with zipfile.ZipFile(path) as archive:
                text = io.TextIOWrapper(archive.open("word/document.xml"), "utf-8").read()
        else:
            continue
        texts[path.name] = " ".join(re.sub(r"<[^>]*>|\*\*", " ", text).split())
    return texts


@pytest.mark.slow
@pytest.mark.parametrize("name", NEVER)
def test_no_document_shows_its_zero(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "case", calculation(), NEVER[name])
    texts = built(at, "--html", "--markdown", "--svg", "--text")
    assert len(texts) > 3
    for file, text in texts.items():
        if "FT" in text and "TOP" in text:
            # an event of probability 0 keeps its number: it is what somebody stated
            shown = re.sub(r"E\d.{0,40}?P = 0", "", text)
            assert not ZERO.search(shown), (file, ZERO.search(shown))
            assert "not evaluated" in text.lower(), file
    page = next(text for file, text in texts.items() if file.endswith(".html"))
    assert "cannot happen as the tree is modelled" in page


@pytest.mark.slow
def test_the_word_processor_shows_no_zero(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    at = folder(tmp_path / "case", calculation(), NEVER["house-event-off"])
    (text,) = built(at, "--docx").values()
    assert not ZERO.search(text)
    assert "cannot happen as the tree is modelled" in text


@pytest.mark.parametrize("name", NEVER)
def test_the_json_and_the_ledger_hold_no_number_of_it(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "case", calculation(), NEVER[name])
    document = json.loads(call("assess", at, "--json")[1])
    (tree,) = document["trees"]
    assert tree["top"] is None
    assert "cannot happen" in tree["problem"]
    (claim,) = [row for row in document["claims"] if row["id"] == "C1"]
    assert claim["estimate"] is None
    assert claim["requirement"]["compared"] is None
    assert document["ledger"]["spends"] == []
    assert document["ledger"]["compared_by_value"] == []


@pytest.mark.parametrize("name", HONEST)
def test_a_tree_that_can_happen_keeps_its_number(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "case", calculation(), HONEST[name])
    document = json.loads(call("assess", at, "--json")[1])
    (tree,) = document["trees"]
    assert tree["top"]["value"] > 0
    assert not tree["problem"]
    assert document["ledger"]["compared_by_value"]
