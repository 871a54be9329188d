"""A second item on the file of a first one has its looks, however the path is written; a record of its own has not."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.store.run import run
from casegen.store.store import Store

CASE = """casegen: 1
case: {id: c, title: Relay, roots: [C]}
claims: [{id: C, text: The relay opens in time, owner: Ann Author, undeveloped: true}]
evidence_items:
"""
ITEM = """  - {{id: {id}, title: Bench, method: demand-record, inputs: {{record: {path}}}, parameters: {{failure: a contact
     stays closed, population: {of}, stopping: planned, entries: recorded}}, confidence: 0.95, owner: testing}}
"""
PATHS: dict[str, Callable[[Path, Path], object]] = {
    "records/relay.csv": lambda file, other: None,
    "./records/relay.csv": lambda file, other: None,
    "records/../records/relay.csv": lambda file, other: None,
    "records/link.csv": lambda file, other: other.symlink_to(file.name),
    "records/hard.csv": lambda file, other: os.link(file, other),
    "records/copy.csv": shutil.copyfile,
    "records/lines.csv": lambda file, other: other.write_bytes(file.read_bytes().replace(b"\n", b"\r\n")),
}


def _looks(at: Path, path: str, of: str) -> int:
    """Looks at a second item, once a failing record of the first one was replaced."""
    (at / "records").mkdir(parents=True)
    first = CASE + ITEM.format(id="EV", path="records/relay.csv", of="four relays")
    (at / "case.yaml").write_text(first, "utf-8")
    file = at / "records" / "relay.csv"
    for row in ("2000,9", "2100,0"):
        file.write_bytes(f"entry,demands,failures\nbench,{row}\n".encode())
        list(run(load(at)))
    PATHS[path](file, at / path)
    (at / "case.yaml").write_text(first + ITEM.format(id="EVB", path=path, of=of), "utf-8")
    list(run(load(at)))
    return Store(load(at)).states()["EVB"].looks


@pytest.mark.parametrize("path", PATHS)
def test_however_the_path_is_written(tmp_path: Path, path: str) -> None:
    assert _looks(tmp_path / "case", path, "four relays") == 2


def test_a_record_of_others_that_reads_alike_is_one_of_its_own(tmp_path: Path) -> None:
    assert _looks(tmp_path / "case", "records/copy.csv", "six other relays") == 1
