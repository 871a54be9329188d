"""Fault trees: compile a tree, quantify it, explain it, change it.

What is named here is imported at its first use: a small question needs a small part of the room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from casegen.fta.core.engine import nodes_within
    from casegen.fta.errors import FaultTreeError, TooLarge
    from casegen.fta.events.valuation import EventUnitMismatch, event_values, structure_values
    from casegen.fta.events.values import EventValues
    from casegen.fta.gates.scenarios import scenario_tree
    from casegen.fta.gates.structure import Structure, build_structure
    from casegen.fta.study.allocation import Allocation, allocate
    from casegen.fta.study.curve import TimeCurve, time_curve
    from casegen.fta.study.propagation import (
        ImportanceSamples,
        ImportanceUncertainty,
        Uncertainty,
        importance_samples,
        importance_uncertainty,
        uncertainty,
    )
    from casegen.fta.study.sensitivity import Swing, tornado
    from casegen.fta.tree.bounds import Quantified, bound, quantify
    from casegen.fta.tree.compiled_tree import CompiledTree, compile_tree
    from casegen.fta.tree.held_gates import gate_importance

__all__ = [
    "Allocation", "CompiledTree", "EventUnitMismatch", "EventValues", "FaultTreeError", "ImportanceSamples",
    "ImportanceUncertainty", "Quantified", "Structure", "Swing", "TimeCurve", "TooLarge", "Uncertainty",
    "allocate", "bound", "build_structure", "compile_tree", "event_values", "gate_importance",
    "importance_samples", "importance_uncertainty", "nodes_within", "quantify", "scenario_tree",
    "structure_values", "time_curve", "tornado", "uncertainty",
]  # fmt: skip

_HOMES = {
    "Allocation": "study.allocation", "CompiledTree": "tree.compiled_tree",
    "EventUnitMismatch": "events.valuation", "EventValues": "events.values", "FaultTreeError": "errors",
    "ImportanceSamples": "study.propagation", "ImportanceUncertainty": "study.propagation",
    "Quantified": "tree.bounds", "Structure": "gates.structure", "Swing": "study.sensitivity",
    "TimeCurve": "study.curve", "TooLarge": "errors", "Uncertainty": "study.propagation",
    "allocate": "study.allocation", "bound": "tree.bounds", "build_structure": "gates.structure",
    "compile_tree": "tree.compiled_tree", "event_values": "events.valuation",
    "gate_importance": "tree.held_gates", "importance_samples": "study.propagation",
    "importance_uncertainty": "study.propagation", "nodes_within": "core.engine", "quantify": "tree.bounds",
    "scenario_tree": "gates.scenarios", "structure_values": "events.valuation", "time_curve": "study.curve",
    "tornado": "study.sensitivity", "uncertainty": "study.propagation",
}  # fmt: skip
"""module of each name"""

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
