"""A type of gate: exactly one of its inputs, as some programs mean by XOR."""

from __future__ import annotations

from casegen.model.gates import GateRow, Operator, Shape

ONE_OF = GateRow(operator=Operator.BETWEEN, k=1, k_max=1, shape=Shape.EXCLUSIVE_OR, mark="1")
