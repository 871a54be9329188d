"""What a killed writer left in a folder of documents is removed by the next one, unless somebody writes there just now."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from casegen import documents_of
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.io.atomic import clear_leftovers, scratch_folder, write_bytes
from tests.false_support import folder
from tests.false_support.bases import calculation

LEFT = (".calc.md.abcd_123.part", "calc-text/.argument.dot.abcd_123.part", ".scratch.abcd_123.part/calc.csv")
OTHERS = (
    ".calc.md.part",
    ".hidden",
    "calc.md.abcd_123.part",
    "notes.txt",
    ".scratch.abcd_123/calc.csv",
    "own/.a.b.abcd_123.part",
)


def placed(at: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_text("half", "utf-8")


def test_the_next_build_removes_what_a_killed_one_left_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    placed(out, (*LEFT, *OTHERS))
    documents_of(assess(load(folder(tmp_path / "case", calculation()))), out, ("text",))
    assert not [name for name in LEFT if (out / name).exists()]
    assert not (out / LEFT[-1]).parent.exists()
    assert all((out / name).read_text("utf-8") == "half" for name in OTHERS)


def test_what_another_writes_just_now_stays(tmp_path: Path) -> None:
    with scratch_folder(tmp_path) as scratch:
        placed(scratch, ("a.csv",))
        placed(tmp_path, (".a.csv.abcd_123.part",))
        clear_leftovers(tmp_path)
        assert (scratch / "a.csv").exists()
        assert (tmp_path / ".a.csv.abcd_123.part").exists()
    assert not scratch.exists()
    clear_leftovers(tmp_path)
    assert not list(tmp_path.iterdir())


def test_writers_do_not_disturb_each_other(tmp_path: Path) -> None:
    def work(content: bytes) -> None:
        for _ in range(30):
            clear_leftovers(tmp_path)
            write_bytes(tmp_path / "a", content)

    failed: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("threading.excepthook", failed.append)
        writers = [threading.Thread(target=work, args=(c * 5000,)) for c in (b"a", b"b")]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
    assert not failed
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() in (b"a" * 5000, b"b" * 5000)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    placed(tmp_path, ("away/.a.b.abcd_123.part",))
    (tmp_path / "out").symlink_to(tmp_path / "away")
    clear_leftovers(tmp_path / "out", tmp_path / "nowhere")
    assert (tmp_path / "away/.a.b.abcd_123.part").exists()
