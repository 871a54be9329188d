"""The types of gates, in one table: how many inputs, what they mean, and what other formats call them.

What a type means stands here once.  Who adds a type adds its row, and the type checker then names every drawing and
writer that has yet to say what it does with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GateType(StrEnum):
    """Gate types; ``atleast`` needs ``k``, ``cardinality`` needs ``k`` and ``k_max``."""

    AND = "and"
    OR = "or"
    NOT = "not"
    XOR = "xor"
    NAND = "nand"
    NOR = "nor"
    IFF = "iff"
    ATLEAST = "atleast"
    CARDINALITY = "cardinality"
    INHIBIT = "inhibit"
    PRIORITY_AND = "priority-and"


class Operator(StrEnum):
    """What a gate is made of: all inputs, an odd number, at least ``k``, from ``k`` to ``k_max``."""

    ALL = "all"
    ODD = "odd"
    AT_LEAST = "at least"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class GateRow:
    """One type: ``operator`` over its inputs, these or the result taken as complements.

    ``most`` None: any number.  ``openpsa`` is the element, ``flavour`` the attribute that tells it from others of that
    element; ``galileo`` the keyword.  Empty: the format has none, and the writer uses others.
    """

    operator: Operator
    least: int = 1
    most: int | None = None
    of_complements: bool = False
    complement: bool = False
    openpsa: str = ""
    flavour: str = ""
    galileo: str = ""


GATES: dict[GateType, GateRow] = {
    GateType.AND: GateRow(Operator.ALL, openpsa="and", galileo="and"),
    GateType.OR: GateRow(Operator.ALL, of_complements=True, complement=True, openpsa="or", galileo="or"),
    GateType.NOT: GateRow(Operator.ALL, most=1, complement=True, openpsa="not", galileo="not"),
    GateType.XOR: GateRow(Operator.ODD, least=2, openpsa="xor", galileo="xor"),
    GateType.NAND: GateRow(Operator.ALL, complement=True, openpsa="nand", galileo="nand"),
    GateType.NOR: GateRow(Operator.ALL, of_complements=True, openpsa="nor", galileo="nor"),
    GateType.IFF: GateRow(Operator.ODD, least=2, most=2, complement=True, openpsa="iff"),
    GateType.ATLEAST: GateRow(Operator.AT_LEAST, openpsa="atleast"),
    GateType.CARDINALITY: GateRow(Operator.BETWEEN, openpsa="cardinality"),
    GateType.INHIBIT: GateRow(Operator.ALL, openpsa="and", flavour="inhibit"),
    GateType.PRIORITY_AND: GateRow(
        Operator.ALL, least=2, openpsa="and", flavour="priority-and", galileo="pand"
    ),
}
"""every type; OR is the complement of an AND of complements, after De Morgan"""
