"""Checkpoints of a run that was killed count only while all that they rest on is what it was."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from casegen.io import load
from casegen.model.results import Freshness
from casegen.store.entries import results_of
from casegen.store.footing import standing, usable
from casegen.store.run import run
from tests.store.test_identity import forget, fresh_caches
from tests.store.test_store import small, state

__all__ = ["fresh_caches", "small"]

CASE = """casegen: 1
case: {id: s, title: Small}
evidence_items:
  - id: EV
    method: ram-high-dimensional
    inputs: {points: points.csv}
    parameters: {classifier: {kind: provider, provider: slow}, scale: none, balls: 150, samples: 20, latent: 2}
    confidence: 0.95
"""
PROVIDER = """
import os
from pathlib import Path
import numpy as np
import slow_provider

def provide(points, labels, classes, seed, options):
    asked = []
    def answer(x):
        from slow_provider.cut import CUT
        asked.append(1)
        slow_provider.ASKED += 1
        if len(asked) > slow_provider.DIES:
            raise KeyboardInterrupt
        slow_provider.LATER(len(asked))
        moved = float(Path(__file__).with_name("moved.txt").read_text())
        return np.array(classes, dtype=object)[(np.asarray(x)[:, 0] > CUT + moved).astype(int)]
    return answer
"""
PACKAGE = "ASKED = 0\nDIES = 10 ** 9\nLATER = lambda n: None\n"


@pytest.fixture
def slow(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a provider whose model ends the run when it was asked often enough, as a kill would."""
    from casegen_evidence import installed

    package = tmp_path / "site" / "slow_provider"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PACKAGE)
    (package / "model.py").write_text(PROVIDER)
    (package / "cut.py").write_text("CUT = 0.5\n")
    (package / "moved.txt").write_text("0")
    (small / "case.yaml").write_text(CASE)
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setattr("casegen.store.reads.temporary", lambda: Path("/nowhere"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def load_it() -> Any:
        from slow_provider.model import provide  # type: ignore[import-not-found]

        return provide

    point = SimpleNamespace(
        name="slow",
        value="slow_provider.model:provide",
        module="slow_provider.model",
        dist=None,
        load=load_it,
    )
    monkeypatch.setattr(installed, "entry_points", lambda group: [point])
    yield package
    another_process()


def another_process() -> None:
    """Forget what this process has loaded, as the next one would not know it."""
    forget()
    for name in [name for name in sys.modules if name.startswith("slow_provider")]:
        del sys.modules[name]


def measures(folder: Path) -> Any:
    (path,) = results_of(folder, "EV")
    return json.loads(path.read_text("utf-8"))["measures"]


def interrupted(folder: Path, after: int) -> None:
    """Run until the model was asked ``after`` times."""
    import slow_provider

    slow_provider.DIES = after
    with pytest.raises(KeyboardInterrupt):
        list(run(load(folder)))
    another_process()


def asked(folder: Path) -> int:
    """Run to the end; how often the model was asked."""
    import slow_provider

    assert [outcome.what for outcome in run(load(folder))] == ["computed"]
    count: int = slow_provider.ASKED
    another_process()
    return count


@pytest.mark.slow
def test_a_run_goes_on_from_what_was_kept(small: Path, slow: Path) -> None:
    whole = asked(small)
    honest = measures(small)
    shutil.rmtree(small / "results")
    interrupted(small, whole - 1)
    assert asked(small) < whole
    assert measures(small) == honest
    assert state(small) == (Freshness.FRESH, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda package: (package / "cut.py").write_text("CUT = 0.9\n"),
        lambda package: (package / "moved.txt").write_text("0.4"),
    ],
)
def test_what_was_kept_by_another_model_is_not_used(
    small: Path, slow: Path, change: Callable[[Path], object]
) -> None:
    whole = asked(small)
    shutil.rmtree(small / "results")
    interrupted(small, whole - 1)
    change(slow)
    another_process()
    assert asked(small) == whole
    resumed = measures(small)
    shutil.rmtree(small / "results")
    assert asked(small) == whole
    assert measures(small) == resumed


@pytest.mark.slow
def test_a_file_that_only_the_killed_run_read_counts(small: Path, slow: Path) -> None:
    whole = asked(small)
    shutil.rmtree(small / "results")
    interrupted(small, whole - 1)
    asked(small)
    (slow / "moved.txt").write_text("0.4")
    another_process()
    freshness, why = state(small)
    assert (freshness, "package:slow_provider/moved.txt" in why) == (Freshness.STALE, True)


@pytest.mark.slow
def test_code_that_changes_while_it_runs_gives_no_result(small: Path, slow: Path) -> None:
    import slow_provider

    later = (slow / "cut.py").stat().st_mtime_ns + 10**12
    slow_provider.LATER = lambda n: os.utime(slow / "cut.py", ns=(later, later))
    (outcome,) = run(load(small))
    assert outcome.what == "failed"
    assert "code of slow_provider.cut changed while it was computed" in outcome.message


@pytest.mark.slow
def test_a_file_opened_from_another_working_folder_counts(small: Path, slow: Path) -> None:
    """A run that goes elsewhere, opens a file by its name, and comes back."""
    model = slow / "model.py"
    text = model.read_text().replace(
        'float(Path(__file__).with_name("moved.txt").read_text())',
        'float(there(Path(__file__).parent, "moved.txt"))',
    )
    model.write_text(
        text + "\ndef there(folder, name):\n    before = os.getcwd()\n    os.chdir(folder)\n"
        "    try:\n        return open(name).read()\n    finally:\n        os.chdir(before)\n"
    )
    asked(small)
    (slow / "moved.txt").write_text("0.4")
    assert "package:slow_provider/moved.txt" in state(small)[1]


@pytest.mark.slow
def test_what_was_kept_after_the_last_record_or_without_one_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    block, late = folder / "balls-0.npz", folder / "balls-1.npz"
    block.write_bytes(b"kept")
    standing(folder, tmp_path)
    assert not block.exists()
    for raw in (b"garbage", b"[]", b'{"modules": 3}', b'{"modules": {}, "read": {"/no/such/file": "0"}}'):
        block.write_bytes(b"kept")
        folder.with_suffix(".json").write_bytes(raw)
        standing(folder, tmp_path)
        assert not block.exists()
    footing = standing(folder, tmp_path)
    block.write_bytes(b"kept")
    footing.note()
    since = folder.with_suffix(".json").stat().st_mtime_ns
    late.write_bytes(b"late")
    os.utime(late, ns=(since + 1, since + 1))
    standing(folder, tmp_path)
    assert (block.exists(), late.exists()) == (True, False)


@pytest.mark.slow
def test_what_a_method_without_progress_keeps_is_recorded_meanwhile(tmp_path: Path) -> None:
    """A kill would else cost all that it had kept; what it keeps after the look rests on what nobody has noted."""
    folder = tmp_path / "kept"
    folder.mkdir()
    footing = standing(folder, tmp_path)
    block, late = folder / "balls-0.npz", folder / "balls-1.npz"
    block.write_bytes(b"kept")
    os.utime(block, ns=(1, 1))
    footing.note_meanwhile()
    late.write_bytes(b"late")
    assert list(usable(folder, tmp_path)) == [block]
    os.utime(late, ns=(2, 2))
    footing.note_meanwhile()
    assert set(usable(folder, tmp_path)) == {block, late}
    with footing.noted(every=0.001):
        folder.with_suffix(".json").unlink()
        footing._kept = False
        for _ in range(10_000):
            if folder.with_suffix(".json").exists():
                break
            threading.Event().wait(0.001)
    standing(folder, tmp_path)
    assert (block.exists(), late.exists()) == (True, True)


@pytest.mark.slow
def test_code_that_is_dated_after_the_clock_is_said_to_be(small: Path, slow: Path) -> None:
    """A clock that was set back: nothing changed, and whether it did cannot be seen."""
    ahead = time.time_ns() + 86_400 * 10**9
    os.utime(slow / "cut.py", ns=(ahead, ahead))
    (outcome,) = run(load(small))
    assert outcome.what == "failed"
    assert "changed while it was computed" not in outcome.message
    assert "code of slow_provider.cut is dated after the clock of this computer" in outcome.message
    assert "set the clock" in outcome.message
