"""No digit depends on the caller's context of decimals, and no number on its settings of numpy."""

from __future__ import annotations

import decimal
import warnings
from collections.abc import Callable
from functools import cached_property

import numpy as np
import pytest

from casegen.assessment.looks import Spending
from casegen.model.arithmetic import computes_by_itself, own_arithmetic, warnings_are_no_errors
from casegen.model.digits import outward, significant
from casegen.model.ledger import added, error_probability, remainder
from casegen.model.number_text import in_percent
from casegen.model.plural import in_digits
from casegen.model.setting import read_as
from casegen.texts.numbers.integrity_levels import of_hours

RAISED = [decimal.Inexact, decimal.Rounded, decimal.FloatOperation]
CONTEXTS = {
    "2": decimal.Context(prec=2),
    "6, up": decimal.Context(prec=6, rounding=decimal.ROUND_UP),
    "raises": decimal.Context(traps=RAISED),
    "short": decimal.Context(Emax=5, Emin=-5),
}
NUMBERS: dict[str, Callable[[], object]] = {
    "outward": lambda: outward(0.0415999123, upper=True, digits=7),
    "percent": lambda: in_percent(0.04161234567),
    "added": lambda: added([0.0123456789, 0.05, 1e-9]),
    "remainder": lambda: remainder(0.0700000001, [0.02, 0.05]),
    "error": lambda: error_probability(0.9000001),
    "looks": lambda: Spending(2, 0.0370370367, 0.0123456789).at(0.0123456789),
    "count": lambda: in_digits(3**700),
    "setting": lambda: read_as("0.24999999999999999"),
    "hours": lambda: of_hours(1.2345678e-7, 1234.5678),
}


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_the_same_in_every_context(number: str, context: str) -> None:
    """``decimal.getcontext().prec = 2`` raised InvalidOperation, and 6 printed other digits."""
    expected = NUMBERS[number]()
    with decimal.localcontext(CONTEXTS[context]):
        assert NUMBERS[number]() == expected
        assert decimal.getcontext().prec == CONTEXTS[context].prec


def test_significant_digits_are_those_of_the_shortest_text() -> None:
    numbers = (0.1 + 0.2, 1e22, 1.5e-300, 100.001, 5e-324, -0.00120, 123456789.0, 1e16, 0.0)
    assert [*map(significant, numbers)] == [17, 1, 2, 6, 1, 2, 9, 1, 1]


@computes_by_itself
class _Sums:
    @property
    def small(self) -> float:
        """A small one."""
        return float(np.float64(1e-200) * np.float64(1e-200))

    @cached_property
    def kept(self) -> float:
        return self.small

    def asked(self) -> float:
        return self.small


def test_a_class_computes_under_settings_of_its_own() -> None:
    with np.errstate(all="raise"):
        one = _Sums()
        assert (one.small, one.kept, one.asked(), vars(one)) == (0.0, 0.0, 0.0, {"kept": 0.0})
        assert np.geterr()["under"] == "raise"
    assert _Sums.small.__doc__ == "A small one."


def test_settings_are_what_they_were_afterwards() -> None:
    with decimal.localcontext(prec=3), np.errstate(all="raise"):
        with own_arithmetic():
            assert (decimal.getcontext().prec, np.geterr()["under"]) == (28, "ignore")
        assert (decimal.getcontext().prec, np.geterr()["under"]) == (3, "raise")


def test_a_warning_is_no_fault_of_a_measurement() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        before = [*warnings.filters]
        with pytest.warns(UserWarning, match="old"), warnings_are_no_errors():
            warnings.warn("old", stacklevel=1)
        with warnings_are_no_errors():
            assert warnings.filters[0][0] == "default"
        assert warnings.filters == before
