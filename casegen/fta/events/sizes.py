"""How much a parameter stands for, written out: what would not end, or is too long, is refused."""

from __future__ import annotations

from casegen.model.case import Case
from casegen.model.parameters import named_parameters

MOST_TERMS = 100_000
"""parameters a parameter may stand for, each counted as often as it is named"""
MOST_DEEP = 200
"""parameters that may stand for each other in a chain, and operations between them, together"""


class ParameterSizes:
    """The sizes of a case's parameters, each worked out once."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._sizes: dict[str, tuple[int, int]] = {}

    def of(self, name: str, deep: int = 0) -> tuple[int, int]:
        """Of how many terms ``name`` consists, written out, itself included, and how long its longest chain is.

        A chain counts parameters and the operations between them; a name on a cycle counts once.
        """
        if deep > MOST_DEEP:
            return MOST_TERMS + 1, MOST_DEEP + 1
        if name not in self._sizes:
            self._sizes[name] = 1, 1
            parameter = self.case.parameter.get(name)
            below = named_parameters(parameter.value) if parameter is not None else ()
            sizes = [(len(steps), *self.of(used, deep + 1)) for used, steps in below]
            self._sizes[name] = (
                1 + sum(terms for _, terms, _ in sizes),
                1 + max((steps + levels for steps, _, levels in sizes), default=0),
            )
        return self._sizes[name]
