"""The types of gates, in one table: inputs, meaning, symbol, and what other formats call them.

What a type means stands here once: trees, rules, drawings and writers read its row.  A package adds a type by an entry
point of the group ``casegen.gates`` that names a :class:`GateRow`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import assert_never

from casegen.model.read_only import ReadOnly

TYPE = re.compile(r"[a-z][a-z0-9-]*")
"""what a package may call its type: `AND` would be taken for `and`"""


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
        from casegen.model.diagnostic import MissingDependencyError

        if not isinstance(value, str) or value not in cls.of_packages():
            return None
        row = plugins.load(plugins.GATES, value, GateRow)
        if taken := _taken(row):
            part = plugins.points(plugins.GATES)[value]
            raise MissingDependencyError(
                f"the plug-in {value!r} ({plugins.GATES}) of the package {plugins.owner_of(part.module)}: expected"
                f" names in formats that no other gate has, found {taken} ({plugins.place_of_point(part)})"
            )
        member = str.__new__(cls, value)
        member._name_, member._value_ = value.upper().replace("-", "_"), value
        dict.__setitem__(GATES, member, row)
        cls._value2member_map_[value] = member
        return member

    @classmethod
    def of_packages(cls) -> Collection[str]:
        """Types that installed packages add; raises where one has the name of a type of casegen's own.

        Asked before gates are read: a type that is used instead of the one installed is a wrong number.
        """
        from casegen import plugins

        known = plugins.added(plugins.GATES, [str(t) for t in cls])
        own = {type_.replace("-", "") for type_ in cls._value2member_map_.keys() - known.keys()}
        for name in known:
            if not TYPE.fullmatch(name) or name.replace("-", "") in own:
                plugins.refuse_name(
                    plugins.GATES, name, "a type of small letters, digits and -, unlike casegen's own"
                )
        return known


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


_NO_MEANING = frozenset(("least", "most", "openpsa", "flavour", "galileo"))
"""fields of a row that change nothing of a gate that can be read: how many inputs it may have, names in formats"""


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
                "a type that counts has a k (between limits: k <= k_max) of at most `least`, its fewest inputs"
            )

    @property
    def meaning(self) -> str:
        """What the type means and is drawn as, in one line, which a baseline stores; fields with defaults left out.

        >>> GATES[GateType.PRIORITY_AND].meaning
        'operator all, ordered, shape and, mark PAND'
        """
        stated = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in _NO_MEANING}
        said = (name if value is True else f"{name} {value}" for name, value in stated.items()
                if value is not None and value is not False and value != "")  # fmt: skip
        return ", ".join(said)

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


GATES: dict[GateType, GateRow] = ReadOnly({
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
})  # fmt: skip
"""every type; OR is the complement of an AND of complements, after De Morgan"""
OWN = ReadOnly(GATES)
"""the types that casegen has itself, whatever packages add"""
GALILEO_DYNAMIC = frozenset({"csp", "hsp", "wsp", "sp", "spare", "fdep", "pdep", "seq", "por", "mutex"})
GALILEO_COUNT = re.compile(r"(?:vot)?(\d+)(?:of|/)(\d+)$", re.IGNORECASE)
_RESERVED = {
    "openpsa": {"imply", "gate", "basic-event", "house-event", "event", "constant", "formula"},
    "galileo": {*GALILEO_DYNAMIC, "toplevel"},
}
"""words of a format that mean something else than a gate of the table"""
_WORD = re.compile(r"[a-z][a-z0-9_-]*")


def _named(form: str, kinds: Iterable[GateType]) -> dict[str, GateType]:
    """Types by what a format calls them, without those that only a flavour tells from others."""
    named = {
        getattr(GATES[kind], form): kind for kind in kinds if form == "galileo" or not GATES[kind].flavour
    }
    return {word: kind for word, kind in named.items() if word}


WORDS = {form: _named(form, OWN) for form in ("openpsa", "galileo")}
"""what each format calls casegen's own types"""


def of_word(form: str, word: str) -> GateType | None:
    """The type that a format calls ``word``: one of casegen's own, else one that a package adds.

    >>> of_word("galileo", "pand")
    <GateType.PRIORITY_AND: 'priority-and'>
    """
    if word in WORDS[form]:
        return WORDS[form][word]
    return _named(form, map(GateType, GateType.of_packages())).get(word)


def _taken(row: GateRow) -> str:
    """A name in a format that the row may not have, and what has it; empty where all are new."""
    for form in ("openpsa", "flavour", "galileo"):
        name = getattr(row, form)
        if not name or (form == "openpsa" and row.flavour):  # its flavour distinguishes it
            continue
        has = next((f"the gate {kind}" for kind, other in GATES.items() if getattr(other, form) == name), "")
        if not has and (name in _RESERVED.get(form, ()) or (form == "galileo" and GALILEO_COUNT.match(name))):
            has = "the format"
        if has:
            return f"{form}={name!r}, which {has} has"
        if not _WORD.fullmatch(name):
            return f"{form}={name!r}, which is no word of small letters, digits, - and _"
    return ""


ORDER_OF = "order integral of "
NO_ORDER = "order unknown: between 0 and 1, counted as 1"
NO_ORDER_BY_HAND = "order unknown, an input is set by hand: between 0 and 1, counted as 1"
"""where the share of a priority-AND gate comes from"""
