"""Measured numbers that rounding takes out of the range of their kind, or that cannot be numbers of it at all."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Kind, Measure, Result, Run

from casegen.model.diagnostic import MissingDependencyError
from casegen.store.measuring import measured, plain
from casegen.store.run import sound
from casegen.store.stored_result import estimate

ABOVE, BELOW = 1.0000000000000002, -1e-17
PROBABILITIES = [kind for kind in get_args(Kind) if kind not in ("score", "rate-per-hour")]


class Giving:
    """A method that gives one measure."""

    name = "giving"

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.measures = {"voted_share": (measure.kind, "one share")}

    def run(self, call: Run) -> Result:
        return Result({"voted_share": self.measure})


def stored(measure: Measure, at: Path) -> Any:
    """The estimate that ``assess`` reads of a run that gives ``measure``."""
    call = Run(inputs={}, parameters=None, seed=0, confidence=0.95, scratch=at)
    value: Any = Giving(measure)
    result = sound(measured(value, call), value)
    return estimate(plain(result.measures["voted_share"]))


@pytest.mark.parametrize("kind", PROBABILITIES)
@pytest.mark.parametrize(
    ("number", "expected"), [(ABOVE, 1.0), (1 + 1e-13, 1.0), (BELOW, 0.0), (-1e-13, 0.0), (0.5, 0.5)]
)
def test_a_share_within_rounding_of_its_end_is_the_end(
    kind: Kind, number: float, expected: float, tmp_path: Path
) -> None:
    assert stored(Measure(number, kind), tmp_path).value == expected
    limited = stored(Measure(number, kind, number, number, 0.95), tmp_path)
    assert (limited.lower, limited.value, limited.upper) == (expected, expected, expected)


def test_a_rate_within_rounding_of_nothing_is_nothing(tmp_path: Path) -> None:
    assert stored(Measure(BELOW, "rate-per-hour", BELOW, 3.0, 0.95), tmp_path).value == 0.0
    assert stored(Measure(ABOVE, "rate-per-hour"), tmp_path).value == ABOVE
    assert stored(Measure(BELOW, "score"), tmp_path).value == BELOW


@pytest.mark.parametrize(("lower", "upper"), [(0.1, 0.3 - 1e-16), (0.3 + 1e-16, 0.5), (0.3 + 2e-16, 0.3)])
def test_a_limit_that_rounding_takes_across_the_estimate_gives_way(
    lower: float, upper: float, tmp_path: Path
) -> None:
    result = stored(Measure(0.3, "fraction", lower, upper, 0.95), tmp_path)
    assert result.value == 0.3
    assert result.lower <= 0.3 <= result.upper
    assert result.upper >= upper
    assert result.lower <= lower


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        (Measure(1.001, "fraction"), "value of a fraction must lie in [0, 1], found 1.001"),
        (Measure(1 + 1e-9, "fraction"), "found 1.000000001"),
        (Measure(-1e-9, "probability-per-mission"), "found -1e-09"),
        (Measure(0.5, "fraction", 0.1, 1.2, 0.9), "upper of a fraction must lie in [0, 1], found 1.2"),
        (Measure(-2e-9, "rate-per-hour"), "value of a rate-per-hour must be at least 0, found -2e-09"),
        (Measure(0.5, "fraction", 0.1, 0.9), "a bound needs its confidence"),
        (Measure(0.5, "fraction", 0.1, 0.9, 1.5), "confidence: Input should be less than 1"),
    ],
)  # fmt: skip
def test_what_is_more_than_rounding_is_refused_in_plain_words(
    measure: Measure, words: str, tmp_path: Path
) -> None:
    with pytest.raises(MissingDependencyError) as refused:  # a fault of the package that the method is of
        stored(measure, tmp_path)
    text = str(refused.value)
    assert "expected it to give measures as their kinds allow, found voted_share: " in text
    assert words in text
    assert "\n" not in text
    for word in ("pydantic", "validation error", "input_value", "Value error"):
        assert word not in text


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_is_not_determined(number: float, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r"measure voted_share .*the data do not determine it"):
        stored(Measure(number, "rate-per-hour"), tmp_path)


@pytest.mark.parametrize(("lower", "upper"), [(0.1, 0.2), (0.4, 0.5)])
def test_an_estimate_beyond_its_limit_stays_an_error_of_the_method(lower: float, upper: float) -> None:
    with pytest.raises(ValueError, match="an error of the method"):
        Measure(0.3, "fraction", lower, upper, 0.95)


@pytest.mark.parametrize("numbers", [(True, None, None), (0.5, False, None), (0.5, 0.1, np.True_),
                                     ("0.5", None, None), (0.5, "0.1", None), (0.5, 0.1, b"0.9"),
                                     (None, None, None), (None, 0.1, 0.2), (0.5, "", None), ([0.5], None, None),
                                     (np.timedelta64(1), None, None), (np.array(True), None, None)])  # fmt: skip
@pytest.mark.parametrize("own", [True, False])
def test_what_is_no_number_is_refused_by_its_method_and_measure(
    numbers: tuple[Any, Any, Any], own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if own:
        monkeypatch.setattr(Giving, "__module__", "casegen_evidence.giving")
        monkeypatch.setattr("casegen.plugins.foreign", lambda module: False)
    with pytest.raises((InputProblem, MissingDependencyError)) as refused:
        stored(Measure(numbers[0], "fraction", numbers[1], numbers[2], 0.95), tmp_path)
    text = str(refused.value)
    assert "the evidence method 'giving'" in text
    assert "voted_share" in text
    assert "a number" in text
    part = next(
        n for n, v in zip(("value", "lower", "upper"), numbers, strict=True) if not isinstance(v, float)
    )
    assert part in text
    assert text.count("found") == 1


@pytest.mark.parametrize(
    "number", [np.float32(0.5), np.array(0.5), Decimal("0.5"), Fraction(1, 2), np.int64(1), 0]
)
def test_numbers_of_other_kinds_are_numbers(number: Any, tmp_path: Path) -> None:
    assert stored(Measure(number, "fraction"), tmp_path).value == float(number)


SHORT = [np.float16, np.float32]


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("kind", SHORT)
def test_numbers_of_few_bits_count_as_printed(kind: Any, wrapped: bool, tmp_path: Path) -> None:
    lower, value, upper, level = (np.array(n, kind) if wrapped else kind(n) for n in (0.1, 0.3, 0.7, 0.95))
    result = stored(Measure(value, "fraction", lower, upper, level), tmp_path)
    assert (result.lower, result.value, result.upper, result.confidence) == (0.1, 0.3, 0.7, 0.95)


@pytest.mark.parametrize("kind", SHORT)
def test_a_limit_of_few_bits_is_the_estimate_of_many(kind: Any) -> None:
    assert Measure(kind(0.1), "fraction", upper=0.1, confidence=0.95).upper == 0.1
    assert Measure(0.1, "fraction", lower=kind(0.1), confidence=0.95).lower == 0.1


@pytest.mark.parametrize("kind", ["float16", "float32"])
def test_numbers_of_another_librarys_arrays_count_as_printed(kind: str) -> None:
    torch = pytest.importorskip("torch")
    number = torch.tensor(0.1, dtype=getattr(torch, kind))
    assert Measure(number, "fraction").value == 0.1
    assert Measure(torch.tensor(3), "score").value == 3.0
    for no_number in (torch.tensor(True), torch.tensor([0.5]), torch.tensor(0.1, dtype=torch.bfloat16)):
        assert Measure(no_number, "fraction").value is no_number


def test_an_exact_limit_that_no_float_equals_is_on_the_safe_side() -> None:
    third = Measure(Fraction(1, 3), "fraction", Fraction(1, 3), Fraction(1, 3), 0.95)
    assert Fraction(repr(third.lower)) < Fraction(1, 3) < Fraction(repr(third.upper))
    above = Measure(0.05, "fraction", upper=Decimal("0.1000000000000000000001"), confidence=Decimal("0.95"))
    assert above.upper is not None
    assert above.upper > 0.1
    exact = Measure(Decimal("0.3"), "fraction", Decimal("0.1"), Decimal("0.7"), Fraction(19, 20))
    assert (exact.lower, exact.value, exact.upper, exact.confidence) == (0.1, 0.3, 0.7, 0.95)
    assert Measure(2**53 + 1, "score", upper=2**53 + 1, confidence=0.9).upper == 2.0**53 + 2
    assert Measure(0.5, "fraction", upper=Fraction(1) + Fraction(1, 10**30), confidence=0.9).upper == 1.0


@pytest.mark.parametrize("whole", [np.int8(7), np.uint64(7), np.array(7), np.array(7, np.int16)])
def test_whole_numbers_of_arrays_are_whole_numbers(whole: Any, tmp_path: Path) -> None:
    measure = Measure(0.5, "fraction", n=whole, looks=whole)
    assert (measure.n, measure.looks) == (7, 7)
    assert type(measure.n) is type(measure.looks) is int
    assert stored(measure, tmp_path).n == 7


@pytest.mark.parametrize("n", [7.0, np.float32(7), np.array(7.0), True, np.True_, "7", np.array([7]), np.ma.masked,
                               np.timedelta64(7), Decimal(7), np.ma.masked_array(7, True)])  # fmt: skip
def test_what_is_no_whole_number_is_refused_in_words(n: Any, tmp_path: Path) -> None:
    with pytest.raises((InputProblem, MissingDependencyError), match="a whole number or None"):
        stored(Measure(0.5, "fraction", n=n), tmp_path)


@pytest.mark.parametrize(
    "value",
    [
        np.complex64(0.5 + 2j), np.array(0.5 + 0j), np.array("0.5", object), np.array(True, object), bytearray(b"0.5"),
        memoryview(b"0.5"), np.ma.masked, np.ma.masked_array(0.5, True), np.array([0.5]), np.array([[0.5]]),
        np.datetime64(5, "D"), np.array(None, object), Decimal("sNaN"), Decimal("1e-400"), Fraction(1, 10**400),
    ],
)  # fmt: skip
@pytest.mark.parametrize("part", ["value", "upper"])
def test_what_only_looks_like_a_number_is_refused_in_words(value: Any, part: str, tmp_path: Path) -> None:
    numbers: Any = {"value": 0.0, "upper": 0.5} | {part: value}
    with pytest.raises((InputProblem, MissingDependencyError), match=rf"a number.*\]\.{part}, found"):
        stored(Measure(kind="fraction", confidence=0.95, **numbers), tmp_path)


@pytest.mark.parametrize("number", [10**400, -Fraction(10**400), Decimal("1e400"), Decimal("nan")])
def test_numbers_beyond_all_floats_are_not_determined(number: Any, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r"the data do not determine it \(found (-?inf|nan)\)"):
        stored(Measure(number, "score"), tmp_path)


@pytest.mark.slow
def test_the_voted_share_of_cells_without_points(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The shares of kinds of cells are sums of many products, which may add up to more than 1 by a rounding."""
    from casegen_evidence.ram import report

    from tests.false_support import call, folder
    from tests.false_support.test_points import CLEAR, X, base, table

    honest = report.shares

    def rounded(result: Any) -> dict[Any, tuple[Any, ...]]:
        return {kind: (*part[:2], ABOVE, *part[3:]) for kind, part in honest(result).items()}

    monkeypatch.setattr(report, "shares", rounded)
    at = folder(tmp_path / "x", base(), {}, table(X, CLEAR))
    code, out, err = call("evidence", "show", at, "EV", "--json")
    assert code == 0, err
    assert '"voted_share"' in out
    code, out, err = call("assess", at)
    assert code == 0, out + err
