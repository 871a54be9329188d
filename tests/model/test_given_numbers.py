"""A number of NumPy, a decimal or a fraction in a part of a case is the number that it prints, in every field of every part."""

from __future__ import annotations

import math
import pickle
import types
from array import array
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError, create_model

import casegen
from casegen.api import CaseBuilder
from casegen.model.argument import Argument, Requirement
from casegen.model.case_file import CaseFile, held_in
from casegen.model.diagnostic import InputError
from casegen.model.event_model import Parameter
from casegen.model.fault_tree import CommonCauseGroup
from casegen.model.given_parts import WrongPart
from casegen.model.part import Part
from casegen.model.quantity import Estimate
from casegen.model.safety import RiskReduction


def _walk(model: type[BaseModel], known: dict[type[BaseModel], None]) -> None:
    """``model``, and every model that its fields may hold."""
    if model not in known:
        known[model] = None
        for field in model.model_fields.values():
            for inner in _inner(field.annotation):
                _walk(inner, known)


def _inner(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _inner(part)


MODELS: dict[type[BaseModel], None] = {}
for root in (CaseFile, Estimate, *held_in().values()):
    _walk(root, MODELS)
Form = Callable[[Any], Any]


def _forms(annotation: Any) -> Iterator[Form]:
    """How a number stands in a field of this type: by itself, in a list, as a value of a mapping."""
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation is float or annotation is int:
        yield lambda number: number
    elif origin is Annotated:
        yield from _forms(args[0])
    elif origin in (Union, types.UnionType):
        for part in args:
            yield from _forms(part)
    elif origin is tuple:
        yield from (lambda number, form=form: [form(number)] * 3 for form in _forms(args[0]))
    elif origin is dict:
        yield from (lambda number, form=form: {"critical": form(number)} for form in _forms(args[1]))


NUMERIC = [
    pytest.param(model, name, form, id=f"{model.__name__}.{name}-{place}")
    for model in MODELS
    for name, field in model.model_fields.items()
    for place, form in enumerate(_forms(field.annotation))
]
NUMBERS = (0.1, 0.7, 1.1, 7.3, 3.0)


def test_every_model_of_a_case_is_made_in_one_way() -> None:
    assert len(MODELS) > 50
    assert len(NUMERIC) > 60
    for model in MODELS:
        assert issubclass(model, Part), model
        assert model.__init__ is Part.__init__, model


@pytest.mark.parametrize(("model", "name", "form"), NUMERIC)
def test_every_field_takes_the_number_that_is_printed(model: type[Part], name: str, form: Form) -> None:
    """Of a part with this field alone, as others may be needed beside it."""
    field = model.model_fields[name]
    alone: Any = create_model("Alone", __base__=Part, **{name: (field.annotation, field)})
    key, taken = field.alias or name, 0
    for number in NUMBERS:
        try:
            wanted = getattr(alone(**{key: form(number)}), name)
        except InputError:
            continue
        taken += 1
        others = [np.float16(number), np.float32(number), np.float64(number), np.array(number, np.float32),
                  np.longdouble(str(number)), Decimal(str(number)), Fraction(str(number))]  # fmt: skip
        others += [int(number), np.int64(number), np.uint8(number)] if number == int(number) else []
        for other in others:
            for made in (alone(**{key: form(other)}), alone.model_validate({key: form(other)})):
                assert getattr(made, name) == wanted, (other, made)
        if isinstance(form(number), list):
            for many in (
                np.array(form(number), np.float32),
                array("f", form(number)),
                map(np.float16, form(number)),
            ):
                assert getattr(alone(**{key: many}), name) == wanted
    assert taken


REFUSED: dict[str, tuple[Any, str]] = {
    "true": (True, "expected a number, found true"),
    "text": ("0.1", "expected a number, found '0.1' .fix: write 0.1, without quotes"),
    "bytes": (b"0.1", "expected a text that a file can hold, found b'0.1'"),
    "masked": (np.ma.masked, "expected no masked values"),
    "endless": (math.inf, "expected a finite number, found inf"),
    "endless of 16 bits": (np.float16(np.inf), "expected a finite number, found inf"),
    "no number": (math.nan, "expected a finite number, found nan"),
    "array": (np.array([0.1]), "expected a number, found a list of 1 entry"),
    "nothing": (None, "expected a number, found nothing"),
    "complex": (0.1j, "expected a number, found 0.1j"),
    "truth value of NumPy": (np.bool_(True), "expected a number, found true"),
    "digits": (Decimal("0.24999999999999999"), "more digits than are kept: read as 0.25"),
    "large": (2**53 + 1, "more digits than are kept"),
    "vanishing": (Decimal("1e-400"), "too small for a number"),
    "duration": (np.timedelta64(3, "h"), "expected a number without a unit"),
}  # fmt: skip
MAKERS: dict[str, Callable[[Any], Any]] = {
    "Parameter.value": lambda v: Parameter(id="P", value=v),
    "RiskReduction.cost": lambda v: RiskReduction(id="P", title="t", cost=v, changes={"A": 0.1}),
    "RiskReduction.changes": lambda v: RiskReduction(id="P", title="t", cost=1, changes={"A": {"mean": v}}),
    "CommonCauseGroup.factors": lambda v: _group(factors=[v]),
    "CommonCauseGroup.total": lambda v: _group(total={"type": "constant", "probability": v}),
    "Requirement.bound": lambda v: Requirement(measure={"tree": "T"}, bound=v, kind="fraction"),
}  # fmt: skip
TEXT_TOO = {"text", "nothing", "array"}
"""what the other changes of a reduction may be, or what is refused there in other words"""


def _group(**given: Any) -> CommonCauseGroup:
    total = {"type": "constant", "probability": 0.1}
    fields = {"id": "P", "members": ["A", "B"], "model": "beta-factor", "total": total, "factors": [0.1]}
    return CommonCauseGroup(**(fields | given))


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("where", MAKERS)
def test_what_no_file_takes_for_a_number_is_refused_in_words(where: str, kind: str) -> None:
    value, words = REFUSED[kind]
    if where == "RiskReduction.changes" and kind in TEXT_TOO:
        return
    with pytest.raises(InputError, match=words) as caught:
        MAKERS[where](value)
    assert where.split(".")[0] in str(caught.value)
    assert where.split(".")[1] in str(caught.value)


def test_a_refusal_has_the_line_of_the_program_and_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="Parameter 'P': value: expected a number, found true") as caught:
        Parameter(id="P", value=True)
    error = caught.value
    assert isinstance(error, WrongPart)
    assert Path(error.diagnostics[0].location.file).name == Path(__file__).name
    assert error.errors()[0]["loc"] == ("value",)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_the_own_check_of_a_model_is_as_strict_as_that_of_a_file() -> None:
    for value in (True, "0.1", math.inf):
        with pytest.raises(ValidationError):
            Parameter.model_validate({"id": "P", "value": value})


PROBABLE = {"kind": "probability-per-mission", "measure": {"tree": "FT"}}


def _sharp(limit: float) -> CaseBuilder:
    """Two motors that stop together with a probability of 0.1 times 0.1."""
    case = CaseBuilder("motors", title="Two motors")
    tree = case.tree("FT", top="G", title="Both motors stop")
    members = [tree.event("K1", text="Motor one stops"), tree.event("K2", text="Motor two stops")]
    tree.and_("G", *members, text="Both motors stop")
    total = {"type": "constant", "probability": {"parameter": "P"}}
    case.add("parameters", Parameter(id="P", value=np.float16(0.1)))
    case.add("common_cause", _group(id="CC", members=members, total=total, factors=[np.float16(1)]))
    case.claim("C", "Both motors stop rarely", undeveloped=True,
               requirement=Requirement(**PROBABLE, bound=limit))  # fmt: skip
    return case


@pytest.mark.parametrize(("limit", "holds"), [(0.09999, False), (0.11, True)])
def test_a_limit_between_the_binary_number_and_the_printed_one(limit: float, holds: bool) -> None:
    """0.1 of 16 bits is 0.09998, below a limit of 0.09999."""
    case = _sharp(limit).open()
    assert case.tree("FT").top.value == 0.1
    assert case.claims["C"].requirement is not None
    assert case.claims["C"].requirement.holds is holds


@pytest.mark.parametrize("value", [np.float16(0.1), np.float32(0.1), Decimal("0.1")])
def test_a_changed_copy_counts_as_a_part_made_so(value: Any) -> None:
    case = CaseBuilder("c", title="C")
    case.add("parameters", Parameter(id="P", value=0.5).model_copy(update={"value": value}))
    assert repr(case.model().parameters[0].value) == "0.1"


@pytest.mark.parametrize("value", [math.inf, math.nan, True, "0.1", None, np.ma.masked])
def test_a_copy_that_no_file_holds_is_refused(value: Any, tmp_path: Path) -> None:
    case = CaseBuilder("c", title="C")
    with pytest.raises(InputError, match=r"Parameter.*value"):
        Parameter(id="P", value=0.5).model_copy(update={"value": value})
    with pytest.raises(InputError, match=r"Parameter.*value"):
        case.add("parameters", Parameter.model_construct(id="P", value=value))
    case.add("parameters", Parameter(id="P", value=0.5))
    case.save(tmp_path / "c")
    casegen.open(tmp_path / "c")


REQUIREMENT = Requirement(measure={"tree": "FT"}, bound=1e-2, kind="probability-per-mission")


@pytest.mark.parametrize(
    ("update", "holds"),
    [({"bound": np.float16(0.2)}, True), ({"bound": np.float16(0.0999)}, False), ({"bound": Decimal("0.2")}, True),
     ({"bound": 0.2, "measure": {"tree": "FT"}}, True)],
)  # fmt: skip
def test_a_changed_requirement_is_judged_as_one_made_so(
    tmp_path: Path, update: dict[str, Any], holds: bool
) -> None:
    case = _sharp(0.1)
    case.claim("R", "The lamp is dark", requirement=REQUIREMENT.model_copy(update=update), undeveloped=True)
    judged = case.open().claims["R"].requirement
    assert judged is not None
    assert judged.holds is holds
    case.save(tmp_path / "c")
    again = casegen.open(tmp_path / "c").claims["R"].requirement
    assert again is not None
    assert again.holds is holds


@pytest.mark.parametrize(
    "update",
    [
        {"bound": True},
        {"bound": "0.1"},
        {"confidence": 95},
        {"confidence": "0.95"},
        {"bnd": 1e-9},
        {"bound": [0.1]},
    ],
)
def test_a_copy_of_a_requirement_that_no_file_holds(update: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="Requirement"):
        REQUIREMENT.model_copy(update=update)


def test_a_copy_without_a_change_is_the_part() -> None:
    assert REQUIREMENT.model_copy() == REQUIREMENT == REQUIREMENT.model_copy(update={}, deep=True)
    gate = Argument(**{"id": "A", "supports": "C", "block": "calculation", "from": ["B"]})
    assert gate.model_copy(update={"premises": ["D"]}) == gate.model_copy(update={"from": ["D"]})


def test_numbers_of_pytorch_are_those_that_they_print() -> None:
    torch = pytest.importorskip("torch")
    for number in (torch.tensor(0.1, requires_grad=True), torch.tensor(0.1, dtype=torch.float16)):
        assert Parameter(id="p", value=number).value == 0.1
    with pytest.raises(
        InputError, match=r"expected a number of a type that NumPy has, found torch\.bfloat16"
    ):
        Parameter(id="p", value=torch.tensor(0.1, dtype=torch.bfloat16))


def test_what_no_file_may_hold_names_the_line_of_the_program() -> None:
    for number in (np.float64("nan"), np.ma.masked):
        with pytest.raises(InputError, match=r"test_given_numbers\.py:\d+:1: Parameter\.value: expected"):
            Parameter(id="p", value=number)
