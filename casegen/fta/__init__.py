"""Fault trees: compile a tree, quantify it, explain it, change it."""

from casegen.fta.allocation import Allocation, allocate
from casegen.fta.errors import FaultTreeError, TooLarge
from casegen.fta.sensitivity import Swing, tornado
from casegen.fta.time_curve import TimeCurve, time_curve
from casegen.fta.tree import CompiledTree, compile_tree
from casegen.fta.uncertainty import Uncertainty, importance_uncertainty, uncertainty
from casegen.fta.values import EventUnitMismatch, EventValues, event_values

__all__ = [
    "Allocation",
    "CompiledTree",
    "EventUnitMismatch",
    "EventValues",
    "FaultTreeError",
    "Swing",
    "TimeCurve",
    "TooLarge",
    "Uncertainty",
    "allocate",
    "compile_tree",
    "event_values",
    "importance_uncertainty",
    "time_curve",
    "tornado",
    "uncertainty",
]
