"""Campaigns over all places of a store, a baseline and a pack: what is exchanged there is seen, and nothing hangs or dies.

pytest -n 0 -m slow tests/review/test_campaigns.py
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import pkgutil
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.render.report import build_report
from casegen.review import add_finding, create, verify
from casegen.review.events import FindingSeverity
from casegen.review.manifest import read_listing
from casegen.store.entries import Entry, read_entry, results_of, write_entry
from casegen.store.store import Store
from casegen.store.stored_result import result_text
from tests.review.conftest import BOB
from tests.review.test_pack import unzipped, zipped_again
from tests.store.test_store import small

__all__ = ["small"]
pytestmark = pytest.mark.slow
FORMS = (
    None,
    [],
    {},
    "",
    "x",
    0,
    -1,
    1e308,
    True,
    [[]],
    [None],
    {"a": 1},
    [{"a": []}],
    "\x1b[2J",
    "9" * 400,
    10**400,
)
"""what may stand in place of any part of a result"""
DRAWS = {"press": 150, "inspection": 25}
EXAMPLES = Path(__file__).parents[2] / "examples"


def parts(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Places of everything inside a document."""
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [place for name, inner in inside for place in ((*path, name), *parts(inner, (*path, name)))]


@pytest.mark.parametrize(("example", "item"), [("press", "EV-CURTAIN"), ("inspection", "EV-RAM")])
def test_parts_of_results_in_other_forms(tmp_path: Path, example: str, item: str) -> None:
    """Hashes and entries made to fit: at worst the result is refused, and the documents say so."""
    folder = tmp_path / example
    shutil.copytree(EXAMPLES / example, folder)
    (path,) = results_of(folder, item)
    entry = read_entry(folder, item)
    assert entry is not None
    honest = json.loads(path.read_text())
    alike: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for place in parts(honest):  # the numbers of a long table are one kind of place
        alike.setdefault(tuple("#" if isinstance(step, int) else step for step in place), []).append(place)
    kinds, case, draw = list(alike.values()), load(folder), random.Random(5)
    for number in range(DRAWS[example]):
        document = json.loads(json.dumps(honest))
        where, form = draw.choice(draw.choice(kinds)), draw.choice(FORMS)
        part = document
        for step in where[:-1]:
            part = part[step]
        part[where[-1]] = form
        raw = result_text(document).encode()
        digest = hashlib.sha256(raw).hexdigest()
        for old in results_of(folder, item):
            old.unlink()
        (folder / "results" / f"{item}-{digest[:12]}.json").write_bytes(raw)
        write_entry(folder, item, Entry(entry.key, digest))
        shown = build_report(assess(case))
        assert shown, (number, where, form)


BROKEN = (
    "", "{}", "[]", "null", "0", '"x"', "{", "[" * 100_000, '{"format": 2}', '{"format": 1, "id": "EV"}',
    '{"format": 2, "id": "EV", "key": 1, "result": []}', '{"format": 2, "id": "XY", "key": "K", "result": "R"}',
    '{"format": 2, "id": "EV", "key": "K", "result": "../../R"}', '{"format": 2, "id": "EV", "key": "K", "failed": "x"}',
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "looks": -1}',
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "looks": 1e9}',
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "looks": 1%s}' % ("0" * 400),
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "looks": 9, "seeds": 9999999}',
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "earlier": {"rate": [0, NaN]}}',
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "earlier": {"rate": [0, 1%s]}}' % ("0" * 400),
    '{"format": 2, "id": "EV", "key": "K", "result": "R", "result": "R"}',
    '<<<<<<< a\n{"format": 2, "id": "EV", "key": "K", "result": "R"}\n=======\n>>>>>>> b', "\x00", "\ufeff{}",
)  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_entries_in_broken_forms(rover: Path, text: str) -> None:
    entry = read_entry(rover, "EV")
    assert entry is not None
    path = rover / "results" / "EV.lock"
    raw = text.replace('"K"', f'"{entry.key}"').replace('"R"', f'"{entry.result}"')
    path.write_text(raw, "utf-8")
    assert Store(load(rover)).states()["EV"].freshness is not Freshness.FRESH
    assert path.read_text("utf-8") == raw


PLANTS: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link in a circle": lambda path: path.symlink_to(path.name),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
    "a folder": Path.mkdir,
    "a hollow file": lambda path: (path.write_bytes(b"") and None) or os.truncate(path, 2**37),
}
PLACES = ("case.yaml", "trees.yaml", "data/counts.csv", "results/EV.lock", "results/EV.json", "results", "review",
          "review/F1/00-x.yaml", "baselines", "baselines/v1/SHA256SUMS", "baselines/v1/files/case.yaml", ".casegen")  # fmt: skip
COMMANDS = (("check",), ("evidence", "list"), ("evidence", "run", "--force"), ("assess",), ("review", "status"),
            ("baseline", "verify"))  # fmt: skip


@pytest.mark.parametrize(("place", "plant"), list(itertools.product(PLACES, PLANTS)))
def test_what_is_no_file_in_place_of_one(
    rover: Path, command: Callable[..., tuple[int, str]], place: str, plant: str
) -> None:
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    target = rover / place
    if place == "results/EV.json":
        (target,) = results_of(rover, "EV")
    elif place.startswith("review/"):
        (target,) = (rover / "review" / "F1").iterdir()
    target.parent.chmod(0o755)
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)
    PLANTS[plant](target)

    def late(*_: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    try:
        for words in COMMANDS:
            signal.alarm(60)
            code, said = command(*words[:2], rover, *words[2:])
            assert code in (0, 1, 2), (words, said)
            assert "internal error" not in said, (words, said)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def listings(text: str) -> list[str]:
    """The list of hashes of a baseline in other forms."""
    lines = text.splitlines()
    first, *rest = lines
    return [
        "", "\n", "\n".join(reversed(lines)), text.replace("\n", "\r\n"), text.upper(), text.replace("  ", " *"),
        text + first + "\n", "\n".join(rest) + "\n", text + "0" * 64 + "  gone\n", text.replace("files/", "./files/"),
        text.replace("files/", "/files/"), text.replace("files/", "files/../files/"), "\ufeff" + text, text.replace("\n", "\n\n"),
        text.replace("  ", "\t"), text.rstrip("\n"), text.replace(first[:8], "0" * 8), "# list\n" + text,
    ]  # fmt: skip


def test_lists_of_hashes_in_other_forms(rover: Path) -> None:
    """The root is made to fit: none holds but what lists the same files with the same hashes."""
    folder = create(rover, "v1", author="Ann", reason="first").folder
    sums, root = folder / "SHA256SUMS", folder / "ROOT"
    honest = sums.read_text()
    for path in (sums, root):
        path.chmod(0o644)
    for text in listings(honest):
        sums.write_bytes(text.encode())
        root.write_text(f"{hashlib.sha256(text.encode()).hexdigest()}  SHA256SUMS\n")
        try:
            same = read_listing(text.encode(), "x") == read_listing(honest.encode(), "x")
        except InputError:
            same = False
        assert verify(folder, rover).holds is same, text[:200]


def test_each_file_of_an_unsigned_pack(rover: Path, tmp_path: Path) -> None:
    """Edited, removed or joined by another, the list of hashes made anew: nothing holds beside the root."""
    create(rover, "v1", author="Ann", reason="first")
    written = write_pack(rover, tmp_path / "pack.zip", formats=("html",))
    assert inspect(written.path, expected_root=written.root)[0].holds
    honest = unzipped(written.path, tmp_path)
    names = sorted(
        p.relative_to(honest) for p in honest.rglob("*") if p.is_file() and p != honest / "SHA256SUMS"
    )
    assert len(names) > 15
    for number, (name, how) in enumerate(itertools.product(names, ("edit", "line ends", "remove", "add"))):
        top = tmp_path / f"p{number}" / honest.name
        shutil.copytree(honest, top)
        path = top / name
        path.chmod(0o644)
        path.parent.chmod(0o755)
        if how == "edit":
            raw = path.read_bytes()
            path.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]) if raw else b"x")
        elif how == "line ends":
            raw = path.read_bytes()
            path.write_bytes(raw.replace(b"\n", b"\r\n") if b"\n" in raw else raw + b"\r\n")
        elif how == "remove":
            path.unlink()
        else:
            path.with_name(f"another{path.suffix}").write_bytes(path.read_bytes())
        [one] = inspect(zipped_again(top, tmp_path / "forged.zip"), expected_root=written.root)
        assert not one.holds, (how, name)
        shutil.rmtree(top.parent)


PLANTED = """import sys
open({mark!r}, "a").write(__name__ + "\\n")
raise ImportError(__name__)
"""
PROGRAMS = ("git", "dot", "typst", "openssl", "sh", "python", "python3", "less", "lscpu", "uname")


def test_a_folder_full_of_code(rover: Path, tmp_path: Path) -> None:
    """Modules by the name of everything that can be imported here, programs, hooks and settings of git: nothing runs."""
    mark = tmp_path / "mark"
    modules = {
        *sys.stdlib_module_names,
        *(m.name for m in pkgutil.iter_modules()),
        "sitecustomize",
        "conftest",
    }
    for name in sorted(modules - {"casegen"}):
        (rover / f"{name}.py").write_text(PLANTED.format(mark=str(mark)))
    subprocess.run(["git", "init", "-q", str(rover)], check=True)
    for name in (*PROGRAMS, ".git/hooks/fsmonitor", ".git/hooks/post-index-change"):
        path = rover / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\necho {name} >> {mark}\n")
        path.chmod(0o755)
    with (rover / ".git" / "config").open("a") as settings:
        settings.write(f'[core]\n fsmonitor = "echo x >> {mark}"\n pager = "echo x >> {mark}"\n')
    (rover / "x.pth").write_text(f"import os; open({str(mark)!r}, 'a')\n")
    for words in ("check .", "assess .", "evidence list .", "evidence verify .", "build . --no-run -o ../out", "diff . .",
                  "review status .", "plan .", "export . --format sacm -o ../x.xml"):  # fmt: skip
        done = subprocess.run([sys.executable, "-P", "-m", "casegen", *words.split()], cwd=rover,
                              capture_output=True, text=True, check=False)  # fmt: skip
        assert done.returncode in (0, 1), (words, done.stderr)
        assert "internal error" not in done.stderr
    assert not mark.exists()


def test_three_runs_of_one_item_at_once(small: Path) -> None:
    for _ in range(2):
        running = [
            subprocess.Popen([sys.executable, "-P", "-m", "casegen", "evidence", "run", str(small), "--force"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            for _ in range(3)
        ]  # fmt: skip
        assert [(one.communicate()[0], one.returncode)[1] for one in running] == [0, 0, 0]
        assert len(list(results_of(small, "EV"))) == 1
        assert Store(load(small)).states()["EV"].freshness is Freshness.FRESH
