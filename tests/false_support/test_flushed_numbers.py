"""A processor that counts the smallest numbers as 0, or rounds one way, makes no top of a tree exact that is not."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from casegen_evidence import rounding
from casegen_evidence.rounding import usual_rounding

import casegen as interface
from casegen.api import CaseBuilder, InputError, OpenCase

LINUX = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="modes are set by their numbers on Linux"
)
UP, DOWN, TO_ZERO = 0x800, 0x400, 0xC00
RECORD = {"entry": ["a"], "demands": [2000], "failures": [1]}


@pytest.fixture
def flushing() -> Iterator[None]:
    torch = pytest.importorskip("torch")
    torch.set_flush_denormal(True)
    yield
    torch.set_flush_denormal(False)


@contextmanager
def _rounded(mode: int) -> Iterator[None]:
    library = ctypes.CDLL("libm.so.6")
    library.fesetround(mode)
    try:
        yield
    finally:
        library.fesetround(0)


def _rare() -> OpenCase:
    case = CaseBuilder("l", title="Lamp", version="1")
    tree = case.tree("FT", top="G", title="Lamp", text="The lamp stays dark", target=1e-3)
    tree.event("A", 1e-160, text="a", source="m")
    tree.event("B", 1e-150, text="b", source="m")
    tree.and_("G", "A", "B", text="g")
    return case.open()


def test_a_top_below_the_smallest_normal_number_is_none_of_zero(flushing: None) -> None:
    """The top of 1e-160 and 1e-150 was 0, labelled exact."""
    assert sys.float_info.min / 2 == 0
    case = _rare()
    assert case.tree("FT").top.value == pytest.approx(1e-310, rel=1e-6)
    assert sys.float_info.min / 2 == 0  # what the caller set is the caller's


def test_the_same_top_where_nothing_is_set() -> None:
    assert _rare().tree("FT").top.value == pytest.approx(1e-310, rel=1e-6)


@LINUX
def test_what_flushes_is_set_back_without_torch(flushing: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch")
    assert _rare().tree("FT").top.value == pytest.approx(1e-310, rel=1e-6)
    assert sys.float_info.min / 2 == 0


def test_what_flushes_and_cannot_be_set_back_is_refused(
    flushing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr(rounding, "_library", lambda: None)
    with pytest.raises(InputError, match="-ffast-math"):
        _rare().tree("FT")


@LINUX
@pytest.mark.parametrize("mode", [UP, DOWN, TO_ZERO])
def test_numbers_that_are_rounded_one_way_are_refused_where_they_cannot_be_set_back(
    mode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounding, "_library", lambda: None)
    case = _rare()
    with _rounded(mode), pytest.raises(InputError, match="FE_TONEAREST"):
        case.tree("FT")
    with _rounded(mode), pytest.raises(InputError, match="FE_TONEAREST"):
        interface.measure("demand-record", {"record": RECORD}, parameters={"failure": "stays on"})


@LINUX
@pytest.mark.parametrize("mode", [UP, DOWN, TO_ZERO])
def test_no_number_depends_on_how_the_caller_rounds(mode: int) -> None:
    def numbers() -> tuple[object, ...]:
        result = interface.measure("demand-record", {"record": RECORD}, parameters={"failure": "stays on"})
        return _rare().tree("FT").top.value, repr(result)

    usual = numbers()
    with _rounded(mode):
        assert numbers() == usual
        assert ctypes.CDLL("libm.so.6").fegetround() == mode  # what the caller set is the caller's


def test_what_a_call_sets_within_is_set_back() -> None:
    torch = pytest.importorskip("torch")
    with usual_rounding():
        torch.set_flush_denormal(True)
    assert sys.float_info.min / 2 > 0


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_measurement_leaves_torch_its_threads(threads: int) -> None:
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        interface.measure("demand-record", {"record": RECORD}, parameters={"failure": "stays on"})
        assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)
