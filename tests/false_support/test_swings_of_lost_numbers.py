"""No swing or elasticity is shown as known of an event whose own number, or whose way, rounding has taken."""

from __future__ import annotations

import math

import pytest

from casegen.fta import Swing, compile_tree, event_values, tornado
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Operation, Parameter, ParameterRef
from casegen.model.quantity import Lognormal, Uniform
from tests.fta.small_trees import gate

RATE = ParameterRef(parameter="rate")
PLAIN = Operation(op="sub", args=(1.0, Operation(op="exp", args=(Operation(op="neg", args=(RATE,)),))))


def row_of(kind: str, model: object, value: object, **others: object) -> Swing:
    """The row of ``b``, of a ``model`` with the parameter ``rate``, beside events with these numbers."""
    chances = {"b": model, **others}
    case = Case(
        header=Header(id="c", title="c"),
        parameters=(Parameter(id="rate", value=value),),  # type: ignore[arg-type]
        events=tuple(BasicEvent(id=e, model=Constant(probability=x)) for e, x in chances.items()),  # type: ignore[arg-type]
        trees=(FaultTree(id="t", top="g", gates=(gate("g", kind, *chances),)),),
    )
    return next(r for r in tornado(compile_tree(case, "t"), event_values(case, "t", {})) if r.id == "b")


def known(row: Swing) -> tuple[bool, bool]:
    """Whether the swing, and the elasticity, are shown as known."""
    return not math.isnan(row.known_swing), not math.isnan(row.known_elasticity)


@pytest.mark.parametrize("rate", [3e-16, 6.2e-17, 3e-17, 1e-19])
@pytest.mark.parametrize("others", [{}, {"a": 0.01}])
@pytest.mark.parametrize("kind", ["or", "nand", "xor"])
def test_what_a_cancelling_expression_leaves(kind: str, rate: float, others: dict[str, float]) -> None:
    """Swing 3.264e-15 for 2.940e-15, and 0 for 2.9e-16, beside no word."""
    row = row_of("or" if kind == "xor" and not others else kind, PLAIN, rate, **others)
    assert known(row) == (False, False), row


@pytest.mark.parametrize("kind", ["or", "and", "nor", "xor"])
def test_the_same_event_with_its_digits(kind: str) -> None:
    """The true twin: the sum of small numbers cancels nothing."""
    row = row_of(kind, Operation(op="mul", args=(RATE, 2.0)), 3e-16, a=0.01)
    assert (row.note, known(row)) == ("", (True, True))
    slope = {"or": 0.99, "and": 0.01, "nor": 0.99, "xor": 0.98}[kind]
    assert row.swing == pytest.approx(6e-16 * 9.9 * slope, rel=1e-9, abs=0.0)


@pytest.mark.parametrize("ends", [(1e-17, 3e-16), (1e-18, 1e-17)])
def test_between_quantiles(ends: tuple[float, float]) -> None:
    value = Uniform(distribution="uniform", lower=ends[0], upper=ends[1])
    assert known(row_of("or", PLAIN, value, a=0.01)) == (False, False)


NEAR_ONE = Lognormal(distribution="lognormal", median=1e-18, error_factor=3.0, level=0.95)


@pytest.mark.parametrize("kind", ["and", "nand", "xor"])
def test_an_event_within_rounding_of_1_at_both_ends(kind: str) -> None:
    """It was 0: the complement has the way that the event has not."""
    row = row_of(kind, Operation(op="sub", args=(1.0, RATE)), NEAR_ONE, a=0.25)
    assert known(row) == (True, True)
    slope = {"and": 0.25, "nand": 0.25, "xor": 0.5}[kind]
    assert row.swing == pytest.approx(slope * (3 - 1 / 3) * 1e-18, rel=1e-9, abs=0.0)


@pytest.mark.parametrize("kind", ["and", "nand", "xor"])
def test_without_an_expression_of_its_complement(kind: str) -> None:
    """exp(-x) is 1 at both ends: no digit of its way is known."""
    model = Operation(op="exp", args=(Operation(op="neg", args=(RATE,)),))
    assert known(row_of(kind, model, NEAR_ONE, a=0.25))[0] is False


@pytest.mark.parametrize(("operation", "steady"), [("max", 0.3), ("max", 1.0), ("min", 1e-30)])
def test_what_stands_moves_nothing(operation: str, steady: float) -> None:
    """The true twin: the other argument is taken at both ends, whatever rounding does."""
    row = row_of("and", Operation(op=operation, args=(RATE, steady)), NEAR_ONE, a=0.25)  # type: ignore[arg-type]
    assert (row.swing, known(row)) == (0.0, (True, True))


def test_what_only_looks_as_if_it_stood() -> None:
    """.3 + x is .3 at both ends."""
    row = row_of("and", Operation(op="add", args=(RATE, 0.3)), NEAR_ONE, a=0.25)
    assert known(row)[0] is False
