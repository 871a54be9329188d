"""Fault trees: compile a tree, quantify it, explain it, change it."""

from casegen.fta.errors import FaultTreeError, TooLarge
from casegen.fta.tree import CompiledTree, compile_tree
from casegen.fta.values import EventUnitMismatch, EventValues, event_values

__all__ = [
    "CompiledTree",
    "EventUnitMismatch",
    "EventValues",
    "FaultTreeError",
    "TooLarge",
    "compile_tree",
    "event_values",
]
