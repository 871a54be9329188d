"""Fault trees: compile a tree, quantify it, explain it, change it."""

from casegen.fta.allocation import Allocation, allocate
from casegen.fta.bounds import Quantified, bound, quantify
from casegen.fta.engine import nodes_within
from casegen.fta.errors import FaultTreeError, TooLarge
from casegen.fta.gate_importance import gate_importance
from casegen.fta.scenarios import scenario_tree, with_scenarios
from casegen.fta.sensitivity import Swing, tornado
from casegen.fta.structure import Structure, build_structure
from casegen.fta.time_curve import TimeCurve, time_curve
from casegen.fta.tree import CompiledTree, compile_tree
from casegen.fta.uncertainty import (
    ImportanceSamples,
    ImportanceUncertainty,
    Uncertainty,
    importance_samples,
    importance_uncertainty,
    uncertainty,
)
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
