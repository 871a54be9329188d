"""Without a package that casegen need not have, every command ends in words: with a verdict, or with what installs it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.model.extras import EXTRAS, extra_of, is_installed
from casegen.review import create

ROOT = Path(__file__).parents[2]
OTHERS = ("pandas", "polars", "matplotlib", "onnx", "h5py")
"""packages whose objects are taken where somebody has them, and which nothing installs"""
READING = (
    ("check",), ("assess",), ("explain",), ("plan",), ("safety",), ("evidence", "list"), ("review", "status"),
    ("review", "list"), ("baseline", "list"), ("export", "--format", "json", "-o", "OUT.json"),
)  # fmt: skip
WRITING = (
    ("evidence", "run"), ("evidence", "verify"), ("build", "-o", "OUT", "--no-run"), ("diff", "CASE"),
    ("baseline", "create", "v1", "--author", "Ann Author", "--reason", "first"), ("baseline", "verify"),
    ("build", "-o", "OUT", "--no-run", "--docx"), ("evidence", "run", "--backend", "dask"),
)  # fmt: skip


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make an import of a package, and of its modules, fail as where it is not installed."""

    def block(package: str) -> None:
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.setitem(sys.modules, package, None)

    return block


def as_parquet(place: Path) -> Path:
    """The press with one record that is called a file of Parquet, so that reading it needs the package."""
    shutil.copytree(ROOT / "examples" / "press", place)
    (place / "records/curtain.csv").rename(place / "records/curtain.parquet")
    text = (place / "evidence.yaml").read_text("utf-8")
    (place / "evidence.yaml").write_text(text.replace("curtain.csv", "curtain.parquet"), "utf-8")
    return place


def called(words: tuple[str, ...], case: Path) -> Iterator[str]:
    """The arguments of a call: the case behind the command's name, an output beside it."""
    at = 2 if words[0] in ("evidence", "review", "baseline") else 1
    for word in (*words[:at], str(case), *words[at:]):
        yield (
            word.replace("OUT", str(case.parent / "out"))
            if word.startswith("OUT")
            else (str(case) if word == "CASE" else word)
        )


@pytest.mark.slow
def test_no_command_ends_in_an_error_of_its_own(
    tmp_path: Path, casegen: Callable[..., object], absent: Callable[[str], None]
) -> None:
    case = as_parquet(tmp_path / "press")
    for package in (*EXTRAS, *OTHERS):
        absent(package)
        assert not is_installed(package)
    for words in (*READING, *WRITING):
        ran = casegen(*called(words, case))
        said = ran.out + ran.err
        assert "internal error" not in said, (words, said)
        assert ran.code in (0, 1, 3), (words, said)
        if ran.code == 3:
            assert "pip install" in said, (words, said)


@pytest.mark.parametrize("words", READING)
def test_a_case_with_a_record_that_cannot_be_read_is_judged(
    words: tuple[str, ...], tmp_path: Path, casegen: Callable[..., object], absent: Callable[[str], None]
) -> None:
    case = as_parquet(tmp_path / "press")
    absent("pyarrow")
    ran = casegen(*called(words, case))
    assert ran.code in (0, 1), ran.out + ran.err


def test_a_package_that_is_missed_anywhere_is_named(
    tmp_path: Path, casegen: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow.parquet")

    monkeypatch.setattr("casegen.store.store.Store.states", missing)
    ran = casegen("evidence", "list", as_parquet(tmp_path / "press"))
    assert (ran.code, extra_of("pyarrow") in ran.err) == (3, True), ran.err


def test_the_extras_are_those_of_the_project() -> None:
    import tomllib

    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS.values()) == set(stated) - {"docs", "dev"}


def as_pack(case: Path) -> Path:
    create(load(case).root, "v1", author="Ann Author", reason="first")
    return write_pack(case, case.parent / "pack.zip", formats=()).path


@pytest.mark.slow
def test_a_pack_whose_record_cannot_be_read_names_what_holds_and_what_works(
    tmp_path: Path,
    casegen: Callable[..., object],
    absent: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = as_parquet(tmp_path / "press")
    with monkeypatch.context() as read_here:
        read_here.setattr("casegen.audit.redraw.unread_records", lambda _: [])
        pack = as_pack(case)
    absent("pyarrow")
    ran = casegen("baseline", "verify", str(pack))
    assert ran.code == 3
    assert "every file of the pack has its hash" in ran.err
    assert "pip install 'casegen[parquet]'" in ran.err
    assert "--frozen" in ran.err
    assert casegen("baseline", "verify", str(pack), "--frozen").code == 0


def test_a_limit_that_is_wider_for_a_missing_package_names_it_everywhere(
    tmp_path: Path,
    casegen: Callable[..., object],
    absent: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", case)
    monkeypatch.setattr("casegen.argument.reading.records._READ_BY", {".csv": "pyarrow"})
    absent("pyarrow")
    for words in (("check",), ("assess",), ("explain",), ("plan",)):
        ran = casegen(*called(words, case))
        said = " ".join((ran.out + ran.err).split())
        assert "pip install 'casegen[parquet]'" in said, (words, said)
        assert "less likely" not in said, (words, said)
        assert "improve what is measured" not in said, (words, said)
    assert "0 errors, 1 warning" in casegen("check", str(case)).out


def test_records_that_are_read_are_no_warning(tmp_path: Path, casegen: Callable[..., object]) -> None:
    case = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", case)
    assert "0 errors, 0 warnings" in casegen("check", str(case)).out


def test_measuring_without_a_package_names_the_extra(
    tmp_path: Path, casegen: Callable[..., object], absent: Callable[[str], None]
) -> None:
    case = as_parquet(tmp_path / "press")
    absent("pyarrow")
    ran = casegen("evidence", "run", str(case), "EV-CURTAIN", "--force")
    assert ran.code == 3
    assert "pip install 'casegen[parquet]'" in ran.err


def test_a_table_that_needs_a_package_ends_as_everywhere(
    tmp_path: Path, casegen: Callable[..., object], absent: Callable[[str], None]
) -> None:
    """`evidence add` ended with 2, as for a table that is none; `evidence run` with 3."""
    case = as_parquet(tmp_path / "press")
    absent("pyarrow")
    ran = casegen("evidence", "add", case, case / "records/curtain.parquet", "--as", "demands")
    assert ran.code == 3, ran.out + ran.err
    assert "needs the package pyarrow, or the table as CSV; install it with: pip install" in ran.err
