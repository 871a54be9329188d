"""Every digit called exact is right, against exact rational arithmetic; every interval holds the truth."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from casegen.fta import Quantified, compile_tree, event_values, quantify, time_curve
from casegen.fta.tree.conditioning import lost_digits
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    Formula,
    GateType,
    Operation,
    Weibull,
)
from casegen.model.quantity import Dependence, Exposure, MeasureKind, Uniform
from tests.fta.small_trees import EVENTS, case_of, gate, holds, random_cases
from tests.repetitions import tried

RIGHT = Fraction(1, 10**12)

near_zero = st.builds(lambda m, k: float(f"{m}e-{k}"), st.integers(1, 9), st.integers(1, 300))
near_one = st.builds(lambda m, k: float("0." + "9" * k + str(m)), st.integers(0, 9), st.integers(1, 18))
ordinary = st.builds(lambda n: n / 1000.0, st.integers(0, 1000))
numbers = st.one_of(near_zero, near_one, ordinary, st.sampled_from([0.0, 1.0, 0.5, 1e-300]))


def typed(x: float) -> Fraction:
    """The decimal that a user types for ``x``."""
    return Fraction(repr(x))


def true_top(case: Case, p: dict[str, Fraction]) -> Fraction:
    total = Fraction(0)
    for states in itertools.product((False, True), repeat=len(p)):
        world = dict(zip(p, states, strict=True))
        if holds(case, case.trees[0].top, world):
            total += math.prod((x if world[e] else 1 - x for e, x in p.items()), start=Fraction(1))
    return total


def check(case: Case, p: dict[str, Fraction]) -> bool:
    tree = compile_tree(case, "t")
    values = event_values(case, "t", {})
    result = quantify(tree, values.points, values=values)
    truth = true_top(case, p)
    assert result.lower is not None
    assert result.upper is not None
    if result.exact:
        assert abs(Fraction(result.probability) - truth) <= RIGHT * truth
    else:
        slack = RIGHT * truth
        assert Fraction(result.lower) - slack <= truth <= Fraction(result.upper) + slack
    return result.exact


@pytest.mark.slow
@tried(random_cases(), st.lists(numbers, min_size=6, max_size=6), often=400)
def test_random_trees_of_all_gates(case: Case, chances: list[float]) -> None:
    events = tuple(
        BasicEvent(id=e, model=Constant(probability=x)) for e, x in zip(EVENTS, chances, strict=True)
    )
    check(replace(case, events=events), {e: typed(x) for e, x in zip(EVENTS, chances, strict=True)})


@pytest.mark.slow
@tried(
    random_cases(coherent=True),
    st.lists(st.one_of(near_one, ordinary.filter(bool)), min_size=6, max_size=6),
    often=200,
)
def test_coherent_trees_of_numbers_that_are_not_tiny_are_exact(case: Case, chances: list[float]) -> None:
    events = tuple(
        BasicEvent(id=e, model=Constant(probability=x)) for e, x in zip(EVENTS, chances, strict=True)
    )
    assert check(replace(case, events=events), {e: typed(x) for e, x in zip(EVENTS, chances, strict=True)})


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> tuple[Any, Fraction]:
    """An expression as the model takes it, and its exact value."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        x = draw(numbers)
        return x, typed(x)
    op = draw(st.sampled_from(["add", "sub", "mul", "div", "min", "max", "mean", "neg", "abs", "ite", "leq"]))
    count = {"neg": 1, "abs": 1, "ite": 3, "leq": 2, "sub": 2}.get(op) or draw(st.integers(2, 3))
    parts = [draw(expressions(depth=depth - 1)) for _ in range(count)]
    args, x = tuple(a for a, _ in parts), [v for _, v in parts]
    if op == "div" and 0 in x[1:]:
        op = "add"
    value = {
        "add": lambda: sum(x), "sub": lambda: x[0] - x[1], "mul": lambda: math.prod(x),
        "div": lambda: x[0] / math.prod(x[1:]), "min": lambda: min(x), "max": lambda: max(x),
        "mean": lambda: sum(x) / len(x), "neg": lambda: -x[0], "abs": lambda: abs(x[0]),
        "ite": lambda: x[1] if x[0] else x[2], "leq": lambda: Fraction(x[0] <= x[1]),
    }[op]()  # fmt: skip
    return Operation(op=op, args=args), Fraction(value)


@pytest.mark.slow
@tried(expressions(), ordinary, st.sampled_from(["or", "and", "xor", "nor", "nand", "iff"]), often=600)
def test_expressions_that_cancel(stated: tuple[Any, Fraction], other: float, kind: str) -> None:
    expression, value = stated
    case = case_of([gate("g", kind, "A", "B")], {"B": other})
    a = BasicEvent(id="A", model=Constant(probability=expression))
    case = replace(case, events=(a, *case.events))
    try:
        event_values(case, "t", {})
    except ValueError:
        return
    if 0 <= value <= 1:
        check(case, {"A": value, "B": typed(other)})


def stated(op: str, *args: Any) -> Operation:
    return Operation(op=op, args=args)  # type: ignore[arg-type]


def test_a_mean_below_the_smallest_number_is_not_exactly_zero() -> None:
    """Its division may vanish, as a product may: 0 was called exact."""
    vanishing = stated("mean", 0.0, stated("mul", 0.1, stated("mul", 1e-23, 1e-300)))
    case = case_of([gate("g", "or", "A", "B")], {"B": 0.0})
    a = BasicEvent(id="A", model=Constant(probability=vanishing))
    assert not check(
        replace(case, events=(a, *case.events)), {"A": Fraction(1, 2 * 10**324), "B": Fraction(0)}
    )


THREE_TENTHS = stated("exp", stated("log", 0.3))
"""of which no decimal is known"""


@pytest.mark.parametrize(
    ("expression", "truth"),
    [
        (stated("sub", 1.0, stated("sub", 1.0, 1e-18)), 1e-18),
        (stated("sub", 1.0, 0.9999999999999999), 1e-16),
        (stated("sub", stated("exp", 1e-15), 1.0), 1e-15),
        (stated("sub", 1.0, stated("cos", 1e-7)), 5e-15),
        (stated("mul", 0.0, stated("sub", 1.0, stated("sub", 1.0, 1e-18))), None),
        (stated("sub", 1.0, stated("exp", stated("neg", stated("mul", 1e-9, 1e-6)))), 1e-15),
        (stated("ite", stated("leq", THREE_TENTHS, 0.3), 0.1, 0.9), 0.1),
        (stated("ite", stated("eq", THREE_TENTHS, 0.3), 0.25, 0.75), 0.25),
        (stated("ite", stated("df", 0.3, THREE_TENTHS), 0.75, 0.25), 0.25),
        (stated("ite", stated("not", stated("sub", THREE_TENTHS, 0.3)), 0.25, 0.75), 0.25),
        (stated("ite", stated("and", stated("sub", THREE_TENTHS, 0.3), 2.0), 0.75, 0.25), 0.25),
        (stated("ite", stated("or", stated("sub", THREE_TENTHS, 0.3), 0.0), 0.75, 0.25), 0.25),
        *(
            (stated("ite", stated("eq", rest, 0.0), 0.25, 0.75), 0.25)
            for rest in (
                stated("mod", THREE_TENTHS, 0.1),
                stated("mod", stated("neg", THREE_TENTHS), 0.1),
                stated("mod", stated("mul", 360.0, THREE_TENTHS), -0.5),
                stated("mod", 1.0, stated("sub", 1.0, 0.9)),
            )
        ),
        (stated("mod", THREE_TENTHS, 0.1), 0.0),
    ],
)
def test_digits_that_an_expression_loses_are_not_exact(expression: Operation, truth: float | None) -> None:
    result = alone(expression)
    if truth is None:
        assert result.exact
        return
    assert not result.exact
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower <= truth <= result.upper
    assert "A" in result.label


def alone(expression: Operation) -> Quantified:
    """The top that the one event of this number is."""
    a = BasicEvent(id="A", model=Constant(probability=expression))
    case = replace(case_of([gate("g", "or", "A")], {}), events=(a,))
    values = event_values(case, "t", {})
    return quantify(compile_tree(case, "t"), values.points, values=values)


SUM = stated("add", 0.1, 0.2)


@pytest.mark.parametrize(
    ("expression", "truth"),
    [
        (stated("sub", stated("add", 0.3, 1e-12), 0.3), 1e-12),
        (stated("sub", SUM, 0.3), 0.0),
        (stated("div", 0.0068, stated("mul", 6.8, 0.1)), 0.01),
        (stated("mod", 36.0, 0.1), 0.0),
        (stated("mod", -8760.0, 0.3), 0.0),
        (stated("floor", stated("mean", stated("mul", 3.0, 0.6), 0.2)), 1.0),
        (stated("ceil", stated("pow", stated("sub", 1.3, 1.2), 2.0)), 1.0),
        *(
            (stated("ite", condition, 0.25, 0.75), 0.25)
            for condition in (
                stated("leq", SUM, 0.3),
                stated("eq", SUM, 0.3),
                stated("not", stated("df", 0.3, SUM)),
                stated("not", stated("sub", SUM, 0.3)),
                stated("not", stated("and", stated("sub", SUM, 0.3), 2.0)),
                stated("not", stated("or", stated("sub", SUM, 0.3), 0.0)),
                stated("eq", stated("neg", stated("mul", 3.0, 0.6)), -1.8),
                stated("eq", 36.0, stated("mul", 3.0, 12.0)),
                stated("df", stated("div", 35.0, 36.0), 0.97222222222222),
                stated("eq", stated("mod", 36.0, -0.1), 0.0),
                stated("eq", stated("mod", stated("mul", 3.0, 0.1), 0.1), 0.0),
                stated("eq", stated("mod", stated("mul", 360.0, 0.1), 0.5), 0.0),
                stated("eq", stated("ite", stated("eq", SUM, 0.3), stated("max", 0.6, 0.7), 0.1), 0.7),
            )
        ),
    ],
)
def test_what_an_operation_gives_of_decimals_is_known(expression: Operation, truth: float) -> None:
    result = alone(expression)
    assert result.exact
    assert result.probability == truth


U = Uniform(distribution="uniform", lower=0.2, upper=0.6)


@pytest.mark.parametrize(
    ("expression", "lower", "upper"),
    [
        (stated("mul", stated("eq", stated("mod", 36.0, 0.1), 0.0), U), 0.2, 0.6),
        (stated("mul", stated("eq", stated("neg", stated("mul", 3.0, 0.6)), -1.8), U), 0.2, 0.6),
        (stated("ite", stated("df", SUM, 0.3), 0.9, U), 0.2, 0.6),
        (stated("mul", stated("df", SUM, 0.3), U), 0.0, 0.0),
        (stated("mul", stated("eq", THREE_TENTHS, 0.3), U), 0.0, 0.6),
        (stated("mul", stated("eq", THREE_TENTHS, 0.31), U), 0.0, 0.0),
    ],
)
def test_a_condition_beside_an_uncertain_number_is_of_the_decimals(
    expression: Operation, lower: float, upper: float
) -> None:
    """It was taken at machine value; where that is in doubt, both cases are enclosed."""
    a = BasicEvent(id="A", model=Constant(probability=expression))
    values = event_values(replace(case_of([gate("g", "or", "A")], {}), events=(a,)), "t", {})
    (low,), (high,) = values.enclosures(dict.fromkeys(values.uncertain, (0.2, 0.6)))
    assert (low, high) == (lower, upper)


def test_points_and_samples_hold_conditions_as_typed() -> None:
    kept = stated("eq", stated("sub", SUM, 0.3), 0.0)
    a = BasicEvent(id="A", model=Constant(probability=stated("mul", kept, U)))
    values = event_values(replace(case_of([gate("g", "or", "A")], {}), events=(a,)), "t", {})
    assert values.points == [pytest.approx(0.4)]
    assert values.sample(100).min() >= 0.2


@pytest.mark.parametrize(
    "expression",
    [
        stated("sub", 1.0, 0.3),
        stated("mul", 1e-5, 8760.0),
        stated("min", 1.0, stated("mul", 1e-5, 8760.0)),
        stated("sin", 0.1),
        stated("ite", stated("leq", 100.0, 100.0), 0.1, 0.9),
        stated("ite", stated("eq", 0.1, 0.1), 0.1, 0.9),
        stated("ite", stated("and", stated("gt", 0.2, stated("mul", 0.1, 0.5)), 2.0), 0.1, 0.9),
        stated("ite", stated("df", stated("add", 0.1, 0.2), 0.4), 0.1, 0.9),
        stated("ite", stated("or", 0.0, stated("not", stated("sub", 0.3, 0.1))), 0.1, 0.9),
        stated("exponential", 1e-9, 1000.0),
        stated("weibull", 1000.0, 2.0, 1.0, 10.0),
        stated("periodic-test", 1e-4, 100.0, 50.0, 1000.0),
        stated("mod", 0.7, 0.5),
        stated("ite", stated("eq", stated("mod", 36.0, 0.5), 0.0), 0.1, 0.9),
        stated("ite", stated("eq", stated("mod", 36.0, 1.0), 0.0), 0.1, 0.9),
        stated("ite", stated("eq", stated("mod", 8760.0, 24.0), 0.0), 0.1, 0.9),
        stated("ite", stated("lt", stated("mod", stated("add", 36.1, 0.2), 24.0), 12.5), 0.1, 0.9),
        stated("pow", 0.1, 3.0),
        stated("glm", 0.0, 1e-4, 1e-2, 100.0),
    ],
)
def test_sensible_expressions_stay_exact(expression: Operation) -> None:
    a = BasicEvent(id="A", model=Constant(probability=expression))
    case = replace(case_of([gate("g", "or", "A")], {}), events=(a,))
    values = event_values(case, "t", {})
    assert quantify(compile_tree(case, "t"), values.points, values=values).exact


def test_products_below_the_smallest_number_are_not_zero() -> None:
    case = case_of([gate("g", "and", "A", "B")], {"A": 1e-200, "B": 1e-200})
    assert not check(case, {"A": typed(1e-200), "B": typed(1e-200)})
    never = case_of([gate("g", "and", "A", "B")], {"A": 0.0, "B": 1e-200})
    assert check(never, {"A": Fraction(0), "B": typed(1e-200)})


def test_two_complements_within_rounding_of_one() -> None:
    p = 1.0 - 2.0**-53
    case = case_of([gate("g", "nor", "A", "B")], {"A": p, "B": p})
    assert not check(case, {"A": typed(p), "B": typed(p)})


def test_a_curve_says_where_its_digits_are_lost() -> None:
    from casegen.model.fault_tree import Exponential

    events = (BasicEvent(id="A", model=Exponential(type="exponential", rate=0.5)),)
    case = replace(case_of([gate("g", "not", "A")], {}), events=events)
    result = time_curve(case, compile_tree(case, "t"), {}, [0.0, 1.0, 100.0])
    assert [lost is None for lost in result.lost] == [True, True, False]
    lost = result.lost[2]
    assert lost is not None
    assert lost.lower <= math.exp(-50.0) <= lost.upper


def test_bounds_of_one_event_are_not_exact_where_its_complement_is_not() -> None:
    from casegen.fta import bound, build_structure

    structure = build_structure(case_of([gate("g", "not", "A")], {"A": 1.0 - 1e-15}), "t")
    result = bound(structure, [1.0 - 1e-15])
    assert not result.exact
    assert result.lower is not None
    assert result.upper is not None
    assert result.lower < 1e-15 < result.upper
    assert bound(structure, [0.9]).exact


@pytest.mark.parametrize("p", [0.999, 0.9997, 0.99973, 0.9999, 0.99999, 0.9999999])
@pytest.mark.parametrize("n", [2, 3, 40, 300])
def test_rigorous_bounds_enclose_the_decimals_as_typed(p: float, n: int) -> None:
    from casegen.fta import bound, build_structure

    events = {f"E{i}": p if i else 0.3 for i in range(n)}
    result = bound(build_structure(case_of([gate("g", "nor", *events)], events), "t"), list(events.values()))
    truth = math.prod((1 - typed(x) for x in events.values()), start=Fraction(1))
    assert result.lower is not None
    assert result.upper is not None
    assert Fraction(result.lower) <= truth <= Fraction(result.upper)
    assert truth < 1e-290 or result.upper <= (1.0 + 1e-6) * result.lower


@pytest.mark.parametrize("a", [0.05, 0.1, 0.3, 0.7])
@pytest.mark.parametrize("c", [1.0, 1 - 1e-16, 0.999999999999, 0.5])
def test_rigorous_bounds_beside_a_nearly_certain_event_enclose_the_decimals_as_typed(
    a: float, c: float
) -> None:
    """Both bounds were the double nearest to 0.9, which lies above 9/10."""
    from casegen.fta import bound, build_structure

    both = Formula(type=GateType.INHIBIT, inputs=("a",), condition="c")
    structure = build_structure(case_of([gate("g", "nor", "a", both, "a")], {"a": a, "c": c}), "t")
    result = bound(structure, [{"a": a, "c": c}[e] for e in structure.events])
    assert result.lower is not None
    assert result.upper is not None
    slack = 0 if not result.exact else Fraction(1, 10**15)
    assert Fraction(result.lower) - slack <= 1 - typed(a) <= Fraction(result.upper) + slack


@pytest.mark.slow
@tried(random_cases(), st.lists(numbers, min_size=6, max_size=6), often=400)
def test_rigorous_bounds_of_random_trees_enclose_the_decimals_as_typed(case: Case, p: list[float]) -> None:
    from casegen.fta import bound, build_structure

    structure = build_structure(case, "t")
    given = dict(zip(EVENTS, p, strict=True))
    result = bound(structure, [given[e] for e in structure.events])
    truth = true_top(case, {e: typed(given[e]) for e in structure.events})
    assert result.lower is not None
    assert result.upper is not None
    slack = RIGHT * truth if result.exact else 0
    assert Fraction(result.lower) - slack <= truth <= Fraction(result.upper) + slack


@pytest.mark.slow
@tried(
    st.one_of(near_zero, near_one, ordinary),
    st.sampled_from([1e-300, 1e-6, 0.5, 1.0, 2.0, 3.0, 8760.0, 1e4, 1e9]),
    st.sampled_from(["demands", "hours"]),
    st.sampled_from([Dependence.INDEPENDENT, Dependence.ANY]),
    often=150,
)
def test_what_an_exposure_makes_of_a_number(p: float, size: float, unit: str, dependence: Dependence) -> None:
    kind = MeasureKind.PER_HOUR if unit == "hours" else MeasureKind.PER_DEMAND
    exposure = Exposure.model_validate({unit: size, "dependence": dependence})
    event = BasicEvent(id="a", model=Constant(probability=p, kind=kind, exposure=exposure))
    case = replace(case_of([gate("g", "or", "a")], {}), events=(event,))
    values = event_values(case, "t", {})
    result = quantify(compile_tree(case, "t"), values.points, values=values)
    with localcontext(Context(prec=700, Emin=-(10**8), Emax=10**8)):
        x, n = Decimal(repr(p)), Decimal(repr(size))
        if dependence is Dependence.ANY:
            truth = min(Decimal(1), n * x)
        else:
            truth = 1 - (
                (-n * x).exp() if unit == "hours" else (n * (1 - x).ln()).exp() if x < 1 else Decimal(0)
            )
        slack = Decimal("1e-12") * truth
        assert result.lower is not None
        assert result.upper is not None
        if result.exact:
            assert abs(Decimal(result.probability) - truth) <= slack
        else:
            assert Decimal(result.lower) - slack <= truth <= Decimal(result.upper) + slack


@pytest.mark.parametrize("model", ["beta-factor", "mgl", "alpha-factor", "phi-factor"])
@pytest.mark.parametrize("shape", [0.43, 1.0, 2.0])
def test_wear_that_begins_after_the_mission_is_exactly_nothing(model: Any, shape: float) -> None:
    """A common-cause group over it made "between 0.001 and 1" of an exact 0.001."""
    late = Weibull(type="weibull", scale=130.0, shape=shape, location=1.19)
    case = case_of([gate("g", "or", "A", "F"), gate("h", "and", "A", "B")], {"A": None, "B": None, "F": 1e-3})
    group = CommonCauseGroup(id="G", model=model, members=("A", "B"), total=late, factors=(0.1,))
    for hours, exact in ((1.0, True), (1.19, True), (50.0, False)):
        tree = case.trees[0].model_copy(update={"mission_time": hours})
        timed = replace(case, trees=(tree,), common_cause=(group,))
        values = event_values(timed, "t", {})
        result = compile_tree(timed, "t")
        assert lost_digits(result, values.points, values) is None
        assert (result.probability(values.points) == 1e-3) is exact
