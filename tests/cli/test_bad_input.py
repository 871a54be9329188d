"""Bad input: the exit code of the contract, a message a newcomer understands, nothing written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


EDITS = [
    ("unknown key", "trees.yaml", "title: Loss of", "titel: Loss of", 2, "did you mean 'title'"),
    ("wrong type", "trees.yaml", "mission_time: 2", "mission_time: two", 2, "expected a number, found 'two'"),
    ("missing file", "case.yaml", "- trees.yaml", "- tree.yaml", 2, "matches no file"),
    ("duplicate id", "argument/system.yaml", "id: TLC2\n", "id: TLC1\n", 1, "TLC1"),
    ("duplicate event", "trees.yaml", "id: BE-SLAM", "id: BE-DVL", 1, "BE-DVL"),
    ("claim cycle", "argument/system.yaml", "from: [TLC2-NOW, TLC2-FUTURE]", "from: [TLC1, TLC2-FUTURE]", 1, "TLC1"),
    ("tree cycle", "trees.yaml", "inputs: [IE-1-1, BE-0-4", "inputs: [TE-SD, BE-0-4", 1, "form a cycle"),
    ("dangling claim", "argument/system.yaml", "from: [TLC2]", "from: [TLC22]", 1, "TLC22"),
    ("dangling event", "trees.yaml", "BE-SLAM, BE-DEPTH]", "BE-SLAMM, BE-DEPTH]", 1, "BE-SLAM"),
    ("probability 1.3", "trees.yaml", "probability: 2.0e-4", "probability: 1.3", 1, "found 1.3"),
    ("unit mismatch", "trees.yaml", "      exposure: {demands: 12} # each", "      # each", 1, "exposure: {demands"),
    ("requirement's unit", "argument/ram.yaml", "kind: probability-per-demand", "kind: probability-per-mission", 1, "per mission"),
    ("confidence mismatch", "argument/ram.yaml", "confidence: 0.975", "confidence: 0.99", 1, "confidence"),
    ("include leaves", "case.yaml", "- trees.yaml", "- ../../../etc/passwd", 2, "leaves the case folder"),
    ("unknown measure", "argument/ram.yaml", "measure: pmi}", "measure: pim}", 1, "did you mean 'pmi'"),
    ("unknown method", "evidence.yaml", "method: ram-low-dimensional", "method: ram-lowdimensional", 2, "did you mean"),
    ("missing input", "evidence.yaml", "points: data/birth-frames.csv", "points: data/frames.csv", 2, "no file"),
    ("changed artefact", "artefacts/hazop-record.md", "version 1", "version 2", 1, "hash differs"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "code", "words"), [e[1:] for e in EDITS], ids=[e[0] for e in EDITS]
)
def test_each_mistake_is_reported_and_nothing_is_written(
    auv: Path, casegen: Callable[..., object], tmp_path: Path,
    file: str, old: str, new: str, code: int, words: str,
) -> None:  # fmt: skip
    edit(auv, file, old, new)
    before = {p: p.read_bytes() for p in auv.rglob("*") if p.is_file()}
    out = tmp_path / "out"
    ran = casegen("build", auv, "-o", out)
    assert ran.code == code, ran.err
    assert words in ran.err
    assert not out.exists()
    assert {p: p.read_bytes() for p in auv.rglob("*") if p.is_file()} == before
    checked = casegen("check", auv, "--json")
    assert checked.code == code
    assert any(words in d["message"] + d["hint"] for d in checked.json["diagnostics"])
    assert all(d["file"] and d["line"] >= 1 and d["column"] >= 1 for d in checked.json["diagnostics"])


@pytest.mark.slow
def test_a_stored_interval_upside_down_is_refused(auv: Path, casegen: Callable[..., object]) -> None:
    import hashlib
    import json

    lock_path = auv / "results" / "EV-RAM-SD.lock"
    entry = json.loads(lock_path.read_text())
    path = auv / "results" / f"EV-RAM-SD-{entry['result'][:12]}.json"
    document = json.loads(path.read_text())
    document["measures"]["pmi"] |= {"lower": 0.9, "upper": 0.1}
    raw = json.dumps(document).encode()
    entry["result"] = hashlib.sha256(raw).hexdigest()
    (auv / "results" / f"EV-RAM-SD-{entry['result'][:12]}.json").write_bytes(raw)
    lock_path.write_text(json.dumps(entry))
    row = next(
        e for e in casegen("evidence", "list", auv, "--json").json["evidence"] if e["id"] == "EV-RAM-SD"
    )
    assert row["status"] == "failed"
    assert "upside down" in row["why"][0]


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["check", "nowhere"], ["assess", "nowhere", "--json"], ["build", "nowhere"], ["nonsense"],
     ["fta", "quantify", "nowhere.xml"], ["evidence", "run", "nowhere"], ["allocate", "nowhere", "--target", "x"]],
    ids=" ".join,
)  # fmt: skip
def test_calls_that_cannot_be_meant(
    casegen: Callable[..., object], tmp_path: Path, arguments: list[str]
) -> None:
    ran = casegen(*arguments, cwd=tmp_path)
    assert ran.code == 2
    assert ran.err.strip()
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder(casegen: Callable[..., object], tmp_path: Path) -> None:
    ran = casegen("build", tmp_path, "-o", tmp_path / "out")
    assert ran.code == 2
    assert "expected `case.yaml`" in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_unknown_tree_and_event(casegen: Callable[..., object], auv: Path) -> None:
    assert "did you mean 'FT-SD'" in casegen("fta", "quantify", auv, "--tree", "FT-DS").err
    assert "did you mean 'BE-0-1'" in casegen("allocate", auv, "--tree", "FT-SD", "--event", "BE-01").err
    assert "--tree, one of: FT-SD, FT-MISS" in casegen("allocate", auv).err


def test_what_is_no_file_is_reported_without_a_line(casegen: Callable[..., object], tmp_path: Path) -> None:
    folder = casegen("check", tmp_path / "nowhere")
    assert folder.code == 2
    assert folder.err.startswith(f"{tmp_path / 'nowhere'}: input")
    template = casegen("new", tmp_path / "new", "--template", "les")
    assert template.code == 2
    assert template.err.startswith("les: input")


def test_a_baseline_where_a_folder_belongs_is_reported(
    casegen: Callable[..., object], tmp_path: Path
) -> None:
    (tmp_path / "case" / "baselines" / "v1" / "files").mkdir(parents=True)
    ran = casegen("assess", "case@v1", cwd=tmp_path)
    assert ran.code == 2
    assert "case/baselines/v1/files" in ran.err


@pytest.mark.parametrize("digits", ["0x" + "f" * 5000, "0o" + "7" * 6000])
def test_a_whole_number_of_thousands_of_digits_is_reported_with_its_place(
    auv: Path, casegen: Callable[..., object], digits: str
) -> None:
    edit(auv, "trees.yaml", "mission_time: 2", f"mission_time: {digits}")
    ran = casegen("check", auv, "--json")
    assert ran.code == 2
    (reported,) = [d for d in ran.json["diagnostics"] if "expected a number" in d["message"]]
    assert reported["file"] == "trees.yaml"
    assert reported["line"] > 1
    assert reported["column"] > 1


@pytest.mark.parametrize("words", [
    ("fta", "sensitivity", "CASE", "--factor", "nan"), ("fta", "sensitivity", "CASE", "--factor", "inf", "--json"),
    ("fta", "uncertainty", "CASE", "--trials", "1000000000000"),
    ("fta", "importance", "CASE", "--uncertainty", "--trials", "1000000000000"),
    ("fta", "quantify", "CASE", "--max-nodes", "999999999999999999999999"),
    ("evidence", "run", "CASE", "--dry-run", "--jobs", "1000000000000"), ("build", "CASE", "--jobs", "1000000000000"),
])  # fmt: skip
def test_numbers_out_of_range_are_refused(
    auv: Path, casegen: Callable[..., object], words: tuple[str, ...]
) -> None:
    ran = casegen(*(auv if word == "CASE" else word for word in words))
    assert ran.code == 2, (ran.out, ran.err)
    assert "internal" not in ran.err
