"""What a program sets of decimals, numpy and warnings before it calls casegen changes nothing of what casegen says."""

from __future__ import annotations

import decimal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import casegen
from casegen.api import CaseBuilder, OpenCase

PRESS = Path(__file__).parents[2] / "examples" / "press"
RECORDS = {
    "demand-record": ("demands", [2000, 1000]),
    "mission-record": ("missions", [2000, 1000]),
    "operating-record": ("hours", [2000.0, 1000.0]),
}


@contextmanager
def _precision(digits: int) -> Iterator[None]:
    with decimal.localcontext(prec=digits):
        yield


@contextmanager
def _strict() -> Iterator[None]:
    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.slow
@pytest.mark.parametrize("digits", [2, 3, 5, 6, 8])
def test_a_case_and_its_page_are_the_same_at_any_precision(tmp_path: Path, digits: int) -> None:
    """The page said 4.16196 % at six digits, where it says 4.16 %."""
    page, *_ = casegen.open(PRESS).build(tmp_path / "a", ["markdown"])
    with _precision(digits):
        case = casegen.open(PRESS)
        again, *_ = case.build(tmp_path / "b", ["markdown"])
        assert case.supported
    assert again.read_text("utf-8") == page.read_text("utf-8")


def _measured(method: str) -> list[float | None]:
    column, amounts = RECORDS[method]
    record = {"entry": ["a", "b"], column: amounts, "failures": [1, 0]}
    result = casegen.measure(method, {"record": record}, parameters={"failure": "stays on"})
    return [one.upper for one in result.measures.values()]


@pytest.mark.slow
@pytest.mark.parametrize("method", RECORDS)
def test_a_record_is_measured_where_underflow_is_an_error_of_the_caller_s(method: str) -> None:
    expected = _measured(method)
    with _strict():
        assert _measured(method) == expected


def _rare() -> OpenCase:
    case = CaseBuilder("l", title="Lamp", version="1")
    tree = case.tree("FT", top="G", title="Lamp", text="The lamp stays dark", mission_time=1000.0)
    tree.event("A", {"type": "exponential", "rate": 1e-200}, text="a", source="m")
    tree.event(
        "B", {"type": "constant", "probability": {"distribution": "lognormal", "median": 1e-120, "error_factor": 3}},
        text="b", source="m",
    )  # fmt: skip
    tree.event("D", 1e-170, text="d", source="m")
    tree.and_("H", "A", "B", text="h")
    tree.or_("G", "H", "D", text="g")
    return case.open()


def test_numbers_of_a_tree_are_the_same_where_underflow_is_an_error_of_the_caller_s() -> None:
    def asked() -> list[object]:
        tree = _rare().tree("FT")
        return [
            tree.top,
            repr(tree.importance()[0]),
            repr(tree.uncertainty(1000).mean),
            tree.rows()[0]["probability"],
        ]

    expected = asked()
    with _strict():
        assert asked() == expected
