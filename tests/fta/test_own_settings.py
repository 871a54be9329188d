"""Fault trees computed directly give the same numbers whatever the caller has set of numpy and of decimals."""

from __future__ import annotations

import decimal
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import casegen.fta as fta
from casegen import api
from casegen.api import CaseBuilder

PUBLIC = {package.__name__: package for package in (api, fta)}
WIDE = {"type": "constant", "probability": {"distribution": "lognormal", "mean": 1e-3, "error_factor": 3}}


def _tree(kind: str) -> tuple[fta.CompiledTree, fta.EventValues, Any]:
    """Events at the ends of what numbers hold, in a tree that is coherent, is not, or is one of rates."""
    case = CaseBuilder("q", title="Q")
    rates = {"kind": "rate-per-hour"} if kind == "rates" else {}
    tree = case.tree("FT", top="G", title="Pump stops", **rates)
    ends = {"F": 1e-170, "H": 1e-170, "I": 3e-308, "J": 1.0 if not rates else 1e300, "K": 0.0}
    for event, number in ends.items():
        tree.event(event, {"type": "constant", "probability": number, **rates}, text=event)
    tree.event("D", {**WIDE, **rates}, text="D")
    if kind == "rates":
        tree.or_("G", "D", *ends, text="x")
    else:
        tree.gate("G1", "and" if kind == "coherent" else "nand", "F", "H", text="x")
        tree.and_("G2", "I", "J", "D", text="x")
        tree.gate("G3", "atleast", "D", "F", "K", k=2, text="x")
        tree.or_("G4", "G1", "G2", "G3", text="x")
        tree.and_("G", "G4", "D", text="x")
    model = case.open().model
    return fta.compile_tree(model, "FT"), fta.event_values(model, "FT", {}), model


QUESTIONS: dict[str, Callable[[fta.CompiledTree, fta.EventValues, Any], Any]] = {
    "allocate": lambda t, v, c: [fta.allocate(t, v.probability, 1e-9, method=m) for m in ("equal", "cost")],
    "allocate proportional": lambda t, v, c: fta.allocate(t, v.probability, 1e-9, method="proportional"),
    "quantify": lambda t, v, c: fta.quantify(t, v.points, values=v),
    "quantify mcub": lambda t, v, c: fta.quantify(t, v.probability, "mcub"),
    "quantify rare": lambda t, v, c: fta.quantify(t, v.probability, "rare-event"),
    "bound": lambda t, v, c: fta.bound(t.structure, v.probability),
    "importance": lambda t, v, c: [*t.importance(v.probability)],
    "columns": lambda t, v, c: t.importance(v.probability).fussell_vesely,
    "gate_importance": lambda t, v, c: fta.gate_importance(t, v.probability),
    "importance_samples": lambda t, v, c: fta.importance_samples(t, v, trials=50).measures,
    "first": lambda t, v, c: fta.importance_samples(t, v, trials=50).first,
    "importance_uncertainty": lambda t, v, c: fta.importance_uncertainty(t, v, trials=50),
    "uncertainty": lambda t, v, c: fta.uncertainty(t, v, trials=300),
    "tornado": lambda t, v, c: [(s, s.swing) for s in fta.tornado(t, v)],
    "probability": lambda t, v, c: t.probability(v.probability),
    "probabilities": lambda t, v, c: t.probabilities(v.sample(300)),
    "gates": lambda t, v, c: t.gate_probabilities(v.probability),
    "birnbaum": lambda t, v, c: t.birnbaum(v.probability),
    "gradient": lambda t, v, c: t.gradient(v.probability),
    "conditional": lambda t, v, c: t.conditional(v.probability, {"H": False}),
    "cut_sets": lambda t, v, c: t.cut_sets(v.probability),
    "prime_implicants": lambda t, v, c: t.prime_implicants(v.probability),
    "blocks": lambda t, v, c: [b.copy() for _, b in v.blocks(300, method="sobol")],
    "limits": lambda t, v, c: (v.lower, v.upper, v.confidence, v.typed, v.enclosures({}), v.rounded),
    "values": lambda t, v, c: (fta.event_values(c, "FT", {}).points, fta.compile_tree(c, "FT").events),
}


def _answer(ask: Callable[..., Any], *given: Any) -> str:
    """What is answered, without what it took, or the refusal."""
    try:
        return repr(ask(*given))
    except FloatingPointError:
        raise
    except (ValueError, ArithmeticError) as error:
        return repr(error)


@pytest.mark.parametrize("kind", ["coherent", "not coherent", "rates"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_strict_settings_change_no_answer(kind: str, question: str) -> None:
    given = _tree(kind)
    expected = _answer(QUESTIONS[question], *given)
    fresh = _tree(kind)
    with np.errstate(all="raise"), decimal.localcontext(decimal.Context(prec=1)) as context:
        for signal in context.traps:
            context.traps[signal] = True
        assert _answer(QUESTIONS[question], *fresh) == expected
        assert np.geterr()["under"] == "raise"
        assert decimal.getcontext().prec == 1


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_function_computes_under_own_settings(package: str) -> None:
    exported = vars(PUBLIC[package]).get("__all__", ())
    functions = {name: getattr(PUBLIC[package], name) for name in exported}
    for name, one in functions.items():
        if inspect.isfunction(one):
            assert not inspect.isgeneratorfunction(inspect.unwrap(one)), name
            assert hasattr(one, "__wrapped__"), name
            assert pickle.loads(pickle.dumps(one)) is one
