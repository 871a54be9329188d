"""A campaign of random tampers, each with hashes that fit where the tamperer could make them: none is accepted.

pytest -n 0 -m slow tests/review/test_tampering.py
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.model.results import Freshness
from casegen.review import add_finding, create, decide, respond, verify
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from casegen.store.entries import Entry, entry_name, read_entry, results_of, write_entry
from casegen.store.store import Store
from casegen.store.stored_result import result_text
from casegen.store.verify import recompute
from tests.review.conftest import ANN, BOB
from tests.review.test_pack import unzipped, zipped_again
from tests.review.test_signing import make_key

TAMPERS = 48
"""of each of five kinds"""
pytestmark = pytest.mark.slow


def altered(raw: bytes, draw: random.Random) -> bytes:
    """Other bytes: a bit, a digit, a cut, a repetition, something added."""
    at = draw.randrange(len(raw))
    digits = [i for i, c in enumerate(raw) if 48 <= c < 58]
    how = draw.randrange(5)
    if how == 0 and digits:
        i = draw.choice(digits)
        return raw[:i] + bytes([48 + (raw[i] - 48 + draw.randint(1, 9)) % 10]) + raw[i + 1 :]
    if how == 1:
        return raw[:at]
    if how == 2:
        return raw + raw[at:]
    if how == 3:
        return raw[:at] + bytes([raw[at] ^ (1 << draw.randrange(8))]) + raw[at + 1 :]
    return raw[:at] + draw.choice((b"0", b"x", b"\n", b"closed", b"<p>")) + raw[at:]


def tampered(folder: Path, names: list[Path], draw: random.Random) -> str:
    """Alter, remove, add or exchange files of ``names`` below ``folder``; says what was done."""
    path = draw.choice(names)
    name = path.relative_to(folder).as_posix()
    how = draw.choice(("alter", "alter", "alter", "remove", "add", "exchange"))
    path.chmod(0o644)
    path.parent.chmod(0o755)
    raw = path.read_bytes()
    if how == "alter":
        new = altered(raw, draw)
        path.write_bytes(new if new != raw else raw + b"x")
    elif how == "remove":
        path.unlink()
    elif how == "add":
        path.with_name(f"x{draw.randrange(10**6)}{path.suffix}").write_bytes(raw)
    else:
        other = draw.choice([p for p in names if p.read_bytes() != raw])
        other.chmod(0o644)
        path.write_bytes(other.read_bytes())
        other.write_bytes(raw)
    return f"{how} {name}"


@pytest.fixture
def reviewed(rover: Path, tmp_path: Path) -> tuple[Path, Path, Path]:
    """A case with a signed baseline and a review that went on after it; the two keys."""
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    private, public = make_key(tmp_path, "ann")
    create(rover, "v1", author="Ann", reason="first", key=private)
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=private)
    respond(rover, "F1", text="Because the camera was cleaned between the runs.", by=ANN)
    create(rover, "v2", author="Ann", reason="second", key=private)
    decide(rover, "F1", status="accepted", by=BOB, text="seen", key=private)
    return rover, private, public


def test_packs(reviewed: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """The list of hashes is made anew each time: signature, root and redrawing remain."""
    rover, private, public = reviewed
    written = write_pack(rover, tmp_path / "pack.zip", formats=(), key=private)
    assert inspect(written.path, public_key=public)[0].holds
    for number in range(TAMPERS):
        draw = random.Random(number)
        place = tmp_path / f"p{number}"
        place.mkdir()
        top = unzipped(written.path, place)
        names = sorted(p for p in top.rglob("*") if p.is_file() and p != top / "SHA256SUMS")
        done = tampered(top, names, draw)
        forged = zipped_again(top, place / "forged.zip")
        with zipfile.ZipFile(forged) as archive:
            assert archive.testzip() is None
        [one] = inspect(forged, expected_root=written.root, public_key=public)
        assert not one.holds, (number, done)
        shutil.rmtree(place)


def test_baselines(reviewed: tuple[Path, Path, Path], tmp_path: Path) -> None:
    rover, _, public = reviewed
    for number in range(TAMPERS):
        draw = random.Random(1000 + number)
        folder = tmp_path / f"b{number}" / "v2"
        shutil.copytree(rover / "baselines" / "v2", folder)
        done = tampered(folder, sorted(p for p in folder.rglob("*") if p.is_file()), draw)
        assert not verify(folder, public_key=public).holds, (number, done)


def test_reviews(reviewed: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """Events of the record; the last two are in no baseline."""
    rover, _, _ = reviewed
    assert read_journal(rover).problems == ()
    for number in range(TAMPERS):
        draw = random.Random(2000 + number)
        folder = tmp_path / f"r{number}"
        shutil.copytree(rover, folder)
        done = tampered(folder, sorted((folder / "review").rglob("*.yaml")), draw)
        assert read_journal(folder).problems, (number, done)
        shutil.rmtree(folder)


def leaves(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Places of all numbers and texts."""
    if isinstance(part, dict):
        return [matches for name, inner in part.items() for matches in leaves(inner, (*path, name))]
    if isinstance(part, list):
        return [matches for n, inner in enumerate(part) for matches in leaves(inner, (*path, n))]
    return [path] if isinstance(part, int | float | str) else []


FREE = {"started", "seconds", "environment", "code", "inputs"}
"""of the provenance: described in words or compared with what is installed, where a recomputation cannot know them"""


def test_results(rover: Path) -> None:
    """A number or text of the result changed, its hash and entry made to fit: the recomputation differs."""
    (path,) = results_of(rover, "EV")
    entry = read_entry(rover, "EV")
    assert entry is not None
    honest = json.loads(path.read_text())
    places = [p for p in leaves(honest) if not (p[0] == "provenance" and p[1] in FREE) and p != ("format",)]
    for number in range(TAMPERS):
        draw = random.Random(3000 + number)
        place = draw.choice(places)
        document = json.loads(json.dumps(honest))
        part = document
        for step in place[:-1]:
            part = part[step]
        was = part[place[-1]]
        part[place[-1]] = (
            was + "x" if isinstance(was, str) else not was if isinstance(was, bool) else was * 0.9 + 1e-3
        )
        raw = result_text(document).encode()
        digest = hashlib.sha256(raw).hexdigest()
        for old in results_of(rover, "EV"):
            old.unlink()
        (rover / "results" / f"EV-{digest[:12]}.json").write_bytes(raw)
        write_entry(rover, "EV", Entry(entry.key, digest))
        state = Store(load(rover)).states()["EV"]
        fresh = state.freshness is Freshness.FRESH
        assert not fresh or not all(one.holds for one in recompute(load(rover))), (number, place, was)


def test_entries(rover: Path) -> None:
    path = rover / "results" / entry_name("EV")
    honest = path.read_bytes()
    same: Callable[[bytes], object] = json.loads
    for number in range(TAMPERS):
        draw = random.Random(4000 + number)
        path.write_bytes(altered(honest, draw))
        state = Store(load(rover)).states()["EV"]
        if state.freshness is Freshness.FRESH:
            assert same(path.read_bytes()) == same(honest), number
