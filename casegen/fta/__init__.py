"""Fault trees: compile a tree, quantify it, explain it, change it.

What is named here is imported at its first use: a small question needs a small part of the room.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casegen.fta.allocation import Allocation, allocate
    from casegen.fta.bounds import Quantified, bound, quantify
    from casegen.fta.curve import TimeCurve, time_curve
    from casegen.fta.engine import nodes_within
    from casegen.fta.errors import FaultTreeError, TooLarge
    from casegen.fta.held_gates import gate_importance
    from casegen.fta.propagation import (
        ImportanceSamples,
        ImportanceUncertainty,
        Uncertainty,
        importance_samples,
        importance_uncertainty,
        uncertainty,
    )
    from casegen.fta.scenarios import scenario_tree, with_scenarios
    from casegen.fta.sensitivity import Swing, tornado
    from casegen.fta.structure import Structure, build_structure
    from casegen.fta.tree import CompiledTree, compile_tree
    from casegen.fta.valuation import EventUnitMismatch, event_values, structure_values
    from casegen.fta.values import EventValues

__all__ = [
    "Allocation",
    "CompiledTree",
    "EventUnitMismatch",
    "EventValues",
    "FaultTreeError",
    "ImportanceSamples",
    "ImportanceUncertainty",
    "Quantified",
    "Structure",
    "Swing",
    "TimeCurve",
    "TooLarge",
    "Uncertainty",
    "allocate",
    "bound",
    "build_structure",
    "compile_tree",
    "event_values",
    "gate_importance",
    "importance_samples",
    "importance_uncertainty",
    "nodes_within",
    "quantify",
    "scenario_tree",
    "structure_values",
    "time_curve",
    "tornado",
    "uncertainty",
    "with_scenarios",
]

_HOMES = {
    "Allocation": "allocation",
    "CompiledTree": "tree",
    "EventUnitMismatch": "valuation",
    "EventValues": "values",
    "FaultTreeError": "errors",
    "ImportanceSamples": "propagation",
    "ImportanceUncertainty": "propagation",
    "Quantified": "bounds",
    "Structure": "structure",
    "Swing": "sensitivity",
    "TimeCurve": "curve",
    "TooLarge": "errors",
    "Uncertainty": "propagation",
    "allocate": "allocation",
    "bound": "bounds",
    "build_structure": "structure",
    "compile_tree": "tree",
    "event_values": "valuation",
    "gate_importance": "held_gates",
    "importance_samples": "propagation",
    "importance_uncertainty": "propagation",
    "nodes_within": "engine",
    "quantify": "bounds",
    "scenario_tree": "scenarios",
    "structure_values": "valuation",
    "time_curve": "curve",
    "tornado": "sensitivity",
    "uncertainty": "propagation",
    "with_scenarios": "scenarios",
}
"""module of each name; no name is that of a module, which an import would put in its place"""


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
