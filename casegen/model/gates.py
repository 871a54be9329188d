"""The types of gates, in one table: inputs, meaning, symbol, and what other formats call them.

What a type means stands here once: trees, rules, drawings and writers read its row.  A package adds a type by an entry
point of the group ``casegen.gates`` that names a :class:`GateRow`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never


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

    @classmethod
    def _missing_(cls, value: object) -> GateType | None:
        """A type that an installed package adds, with its row; looked for only where a name is not known."""
        from casegen import plugins  # it names faults of parts of the model that stand above this table

        if not isinstance(value, str) or value not in cls.of_packages():
            return None
        row = plugins.load(plugins.GATES, value, GateRow)
        member = str.__new__(cls, value)
        member._name_, member._value_ = value.upper().replace("-", "_"), value
        GATES[member] = row
        cls._value2member_map_[value] = member
        return member

    @classmethod
    def of_packages(cls) -> Collection[str]:
        """Types that installed packages add; raises where one has the name of a type of casegen's own.

        Asked before gates are read: a type that is used instead of the one installed is a wrong number.
        """
        from casegen import plugins

        return plugins.added(plugins.GATES, [str(t) for t in cls])


class Operator(StrEnum):
    """What a gate is made of: all inputs, an odd number, at least ``k``, from ``k`` to ``k_max``."""

    ALL = "all"
    ODD = "odd"
    AT_LEAST = "at least"
    BETWEEN = "between"


class Shape(StrEnum):
    """Outlines of symbols, after IEC 61025 and the ANSI/IEEE distinctive shapes."""

    AND = "and"
    OR = "or"
    EXCLUSIVE_OR = "exclusive or"
    TRIANGLE = "triangle"
    HEXAGON = "hexagon"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRow:
    """One type of gate.

    **Meaning**: ``operator`` over the inputs (``of_complements``: over their complements), then its ``complement``.
    ``conditional``: takes a condition, which counts as one more input.  ``ordered``: all inputs *and* from first to
    last, which is exact for some models and else counted without the order (``casegen.fta``).

    **Inputs**: from ``least`` to ``most`` of them (None: any number).  Counting operators take ``k`` and ``k_max`` from
    the gate, unless the type fixes them.

    **Symbol**: ``shape``, with a ``bubble`` at its output where it is drawn as a complement, and a ``mark`` inside;
    empty: counts, or the parity of an XOR, are written there.

    **Formats**: ``openpsa`` is the element, ``flavour`` the attribute that tells the type from others of that element;
    ``galileo`` the keyword.  Empty: the format has none, and the gate is written by its meaning.
    """

    operator: Operator
    of_complements: bool = False
    complement: bool = False
    conditional: bool = False
    ordered: bool = False
    least: int = 1
    most: int | None = None
    k: int | None = None
    k_max: int | None = None
    shape: Shape
    bubble: bool = False
    mark: str = ""
    openpsa: str = ""
    flavour: str = ""
    galileo: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.operator, Operator) or not isinstance(self.shape, Shape):
            raise ValueError(
                f"expected an Operator and a Shape, found operator={self.operator!r}, shape={self.shape!r}"
            )
        if self.least < 1 or (self.most is not None and self.most < self.least):
            raise ValueError(f"expected 1 <= least <= most, found least={self.least}, most={self.most}")
        if self.ordered and (self.operator is not Operator.ALL or self.of_complements or self.complement):
            raise ValueError("only a gate of all its inputs may be ordered")
        fixed = [limit for limit in (self.k, self.k_max) if limit is not None]
        wanted = {Operator.AT_LEAST: 1, Operator.BETWEEN: 2}.get(self.operator, 0)
        if fixed and not (
            len(fixed) == wanted and sorted(fixed) == fixed and fixed[0] >= 0 and fixed[-1] <= self.least
        ):
            raise ValueError(
                "a type fixes k, or k <= k_max between limits, and no more than its least inputs"
            )

    @property
    def counting(self) -> bool:
        """Whether the gate counts its inputs."""
        return self.operator in (Operator.AT_LEAST, Operator.BETWEEN)

    @property
    def takes_k(self) -> bool:
        """Whether a gate of the type states ``k``."""
        return self.counting and self.k is None

    @property
    def takes_k_max(self) -> bool:
        """Whether a gate of the type states ``k_max``."""
        return self.operator is Operator.BETWEEN and self.k is None

    @property
    def conjunction(self) -> bool:
        """Whether the gate holds where all its inputs do, and only there."""
        return self.operator is Operator.ALL and not self.of_complements and not self.complement

    @property
    def coherent(self) -> bool:
        """Whether more inputs that hold can never end a gate that holds."""
        return self.operator in (Operator.ALL, Operator.AT_LEAST) and self.of_complements == self.complement

    def holds(self, true: int, inputs: int, k: int, k_max: int) -> bool:
        """Whether the gate holds when ``true`` of its inputs do, a condition among them; an order is not looked at."""
        count = inputs - true if self.of_complements else true
        match self.operator:
            case Operator.ALL:
                result = count == inputs
            case Operator.ODD:
                result = count % 2 == 1
            case Operator.AT_LEAST:
                result = count >= k
            case Operator.BETWEEN:
                result = k <= count <= k_max
            case _:
                assert_never(self.operator)
        return result != self.complement


GATES: dict[GateType, GateRow] = {
    GateType.AND: GateRow(operator=Operator.ALL, shape=Shape.AND, openpsa="and", galileo="and"),
    GateType.OR: GateRow(
        operator=Operator.ALL, of_complements=True, complement=True, shape=Shape.OR, openpsa="or", galileo="or"
    ),
    GateType.NOT: GateRow(
        operator=Operator.ALL, most=1, complement=True, shape=Shape.TRIANGLE, bubble=True, openpsa="not",
        galileo="not",
    ),
    GateType.XOR: GateRow(
        operator=Operator.ODD, least=2, shape=Shape.EXCLUSIVE_OR, openpsa="xor", galileo="xor"
    ),
    GateType.NAND: GateRow(
        operator=Operator.ALL, complement=True, shape=Shape.AND, bubble=True, openpsa="nand", galileo="nand"
    ),
    GateType.NOR: GateRow(
        operator=Operator.ALL, of_complements=True, shape=Shape.OR, bubble=True, openpsa="nor", galileo="nor"
    ),
    GateType.IFF: GateRow(
        operator=Operator.ODD, least=2, most=2, complement=True, shape=Shape.EXCLUSIVE_OR, bubble=True,
        openpsa="iff",
    ),
    GateType.ATLEAST: GateRow(operator=Operator.AT_LEAST, shape=Shape.OR, openpsa="atleast"),
    GateType.CARDINALITY: GateRow(operator=Operator.BETWEEN, shape=Shape.OR, openpsa="cardinality"),
    GateType.INHIBIT: GateRow(
        operator=Operator.ALL, conditional=True, shape=Shape.HEXAGON, openpsa="and", flavour="inhibit"
    ),
    GateType.PRIORITY_AND: GateRow(
        operator=Operator.ALL, ordered=True, least=2, shape=Shape.AND, mark="PAND", openpsa="and",
        flavour="priority-and", galileo="pand",
    ),
}  # fmt: skip
"""every type; OR is the complement of an AND of complements, after De Morgan"""
