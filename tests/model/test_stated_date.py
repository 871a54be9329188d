"""``SOURCE_DATE_EPOCH`` in Python, where numpy and scipy read it too, and end with it where it is no number."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import casegen
from casegen.api import CaseBuilder, OpenCase
from casegen.model.diagnostic import InputError
from casegen.model.stated_date import readable_date, stated_moment


def _case() -> OpenCase:
    case = CaseBuilder("c", title="C")
    tree = case.tree("FT", top="G", title="Pump stops")
    for event in ("A", "B"):
        tree.event(event, 0.1, text=event)
    tree.gate("G", "and", "A", "B", text="x")
    return case.open()


ASKED: dict[str, Callable[[OpenCase, Path], object]] = {
    "check": lambda case, folder: case.check(),
    "a tree": lambda case, folder: case.tree("FT").probability,
    "check of a model": lambda case, folder: casegen.check(case.model),
    "assess": lambda case, folder: casegen.assess(case.model),
    "documents": lambda case, folder: case.build(folder / "out", ["html"]),
    "measure": lambda case, folder: casegen.measure("demand-record", {"records": folder}),
}


@pytest.mark.parametrize("epoch", ["abc", "1.5", "²", "99999999999999999999"])
@pytest.mark.parametrize("asked", ASKED)
def test_a_date_that_is_none_is_named_in_python_too(
    asked: str, epoch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``case.check()`` ended in a ValueError of numpy: invalid literal for int() with base 10."""
    case = _case()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH should be whole seconds"):
        ASKED[asked](case, tmp_path)


@pytest.mark.parametrize("epoch", ["", " ", "0", "-5", " 1700000000 "])
def test_what_is_a_date_or_empty_is_no_error(epoch: str) -> None:
    """In a process of its own, in which nothing that computes has been loaded."""
    words = "import casegen, os; casegen.open('examples/press').check(); print(repr(os.environ['SOURCE_DATE_EPOCH']))"
    ran = subprocess.run(
        [sys.executable, "-c", words],
        env=os.environ | {"SOURCE_DATE_EPOCH": epoch}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == repr(epoch)


@pytest.mark.parametrize("epoch", ["", "abc", "12"])
def test_the_variable_is_as_it_was_afterwards(epoch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    try:
        with readable_date():
            assert os.environ.get("SOURCE_DATE_EPOCH", "none") in ("none", "12")
    except InputError:
        assert epoch == "abc"
    assert os.environ["SOURCE_DATE_EPOCH"] == epoch


@pytest.mark.parametrize("epoch", ["-5", "0", "1700000000"])
def test_each_document_bears_the_stated_date(epoch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of another tool bore the time of today where the stated one lay before 1970."""
    from casegen.io.exchange.tea_write import write

    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    moment = stated_moment()
    assert moment is not None
    written = write(casegen.load("examples/press"), "press.json").files["press.json"]
    assert moment.strftime("%Y-%m-%dT%H:%M:%SZ").encode() in written
