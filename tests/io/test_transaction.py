"""Several files replaced together: old or new as a whole, whenever the process is killed, whoever left the list."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.io.atomic import write_bytes
from casegen.io.transaction import BESIDE, LIST, write_together
from casegen.model.diagnostic import InputError

OLD = {
    "case.yaml": "casegen: 1\ncase: {id: kettle, title: Kettle, roots: [G1]}\ninclude: [a.yaml]\n",
    "a.yaml": "claims:\n  - {id: G1, text: The kettle is safe, undeveloped: true}\n",
}
NEW = {
    "imported/b.yaml": "claims:\n  - {id: G2, text: It switches itself off, undeveloped: true}\n",
    "a.yaml": "claims:\n  - {id: G1, text: The kettle is safe, undeveloped: true, note: edited}\n",
    "case.yaml": "casegen: 1\ncase: {id: kettle, title: Kettle, roots: [G1]}\ninclude: [a.yaml, imported/b.yaml]\n",
}


@pytest.fixture
def kettle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in OLD.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*.yaml"))}


def ids(folder: Path) -> list[str]:
    return [claim.id for claim in load(folder).claims]


def killed_at(step: int, work: Callable[[], None]) -> bool:
    """Do the work in a process that ends, without a chance to tidy up, at its ``step``-th change of the disk."""
    child = os.fork()
    if child == 0:
        count = 0

        def counted(real: Callable[..., object]) -> Callable[..., object]:
            def act(*given: object, **named: object) -> object:
                nonlocal count
                count += 1
                if count == step:
                    os._exit(1)
                return real(*given, **named)

            return act

        for name in ("rename", "replace", "unlink", "mkdir", "open", "rmdir", "write"):
            setattr(os, name, counted(getattr(os, name)))
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


def test_all_files_are_replaced(kettle: Path) -> None:
    write_together(kettle, NEW)
    assert files(kettle) == dict(sorted(NEW.items()))
    assert ids(kettle) == ["G1", "G2"]
    assert not (kettle / LIST).exists()
    assert not (kettle / BESIDE).exists()


@pytest.mark.slow
def test_killed_at_every_step_it_is_old_or_new(kettle: Path) -> None:
    """Every change of the disk in turn: what the next command loads is the one or the other, whole."""
    seen, step, cut = set(), 0, True
    while cut:
        step += 1
        cut = killed_at(step, lambda: write_together(kettle, NEW))
        now = ids(kettle)
        assert now == ["G1"] or (now == ["G1", "G2"] and files(kettle) == dict(sorted(NEW.items())))
        assert not (kettle / LIST).exists()
        seen.add(tuple(now))
        write_together(kettle, NEW)  # the same command again completes, whatever was left
        assert files(kettle) == dict(sorted(NEW.items()))
        (kettle / "imported" / "b.yaml").unlink()
        for name, text in OLD.items():
            (kettle / name).write_text(text)
    assert seen == {("G1",), ("G1", "G2")}
    assert step > 10


def leave(folder: Path, path: str, more: dict[str, object] | None = None) -> None:
    """What a stranger, or a kill, may leave."""
    (folder / BESIDE).mkdir(parents=True)
    (folder / BESIDE / "0").write_text("#!/bin/sh\ntouch /tmp/here\n")
    (folder / LIST).write_text(json.dumps({"files": [{"path": path, "from": "0"} | (more or {})]}))


@pytest.mark.parametrize("path", ["../x.yaml", "/tmp/x.yaml", ".git/hooks/post-checkout", ".git/x.yaml", "run.sh", "a/../../x.yaml"])  # fmt: skip
def test_a_list_that_reaches_elsewhere_is_refused(kettle: Path, path: str) -> None:
    leave(kettle, path)
    with pytest.raises(InputError, match="no YAML file inside the case folder"):
        load(kettle)
    assert files(kettle) == dict(sorted(OLD.items()))
    assert (kettle / BESIDE / "0").exists()
    with pytest.raises(InputError, match="no YAML file inside"):
        write_together(kettle, {path: "x"})


@pytest.mark.parametrize(
    "more", [{"from": "../0"}, {"from": "/etc/passwd"}, {"path": 1, "from": ""}, {"path": None}]
)
def test_a_list_that_is_none_is_refused(kettle: Path, more: dict[str, object]) -> None:
    leave(kettle, "a.yaml", more)
    with pytest.raises(InputError):
        load(kettle)
    assert files(kettle) == dict(sorted(OLD.items()))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', '{"files": [7]}', "[" * 100_000])
def test_a_broken_list_is_reported(kettle: Path, text: str) -> None:
    leave(kettle, "a.yaml")
    (kettle / LIST).write_text(text)
    with pytest.raises(InputError, match="the list of a change"):
        load(kettle)


def test_a_place_that_is_a_link_elsewhere_is_refused(
    kettle: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    leave(other, "a.yaml")
    (kettle / ".casegen").symlink_to(other / ".casegen")
    with pytest.raises(InputError, match="nothing is written there"):
        load(kettle)
    assert (other / BESIDE / "0").exists()


def test_a_folder_that_cannot_be_written_is_reported(kettle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave(kettle, "a.yaml")

    def refuse(*given: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(InputError, match="cannot be finished: Permission denied"):
        load(kettle)


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a.json").write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device.*a\.json"):
        write_bytes(tmp_path / "a.json", b"new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.json", "old")]
