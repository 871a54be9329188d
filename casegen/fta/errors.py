"""What can be wrong with a fault tree, or too large to be solved."""

from __future__ import annotations

from collections.abc import Sequence

Path = tuple[str | int, ...]


class FaultTreeError(ValueError):
    """A fault tree that has no meaning: which part, what was expected, how to correct it.

    ``element`` is the path of the first part at fault, as :meth:`casegen.model.case.Case.locate` takes it
    (``("trees", 0, "gates", 3, "inputs", 1)``); ``elements`` holds one path and message for every fault.
    """

    def __init__(self, message: str, element: Path = (), elements: Sequence[tuple[Path, str]] = ()) -> None:
        super().__init__(message)
        self.element = element
        self.elements = tuple(elements) or ((element, message),)

    @classmethod
    def gather(cls, faults: Sequence[tuple[Path, str]]) -> FaultTreeError:
        """One error for many faults, each with its place."""
        message = faults[0][1] if len(faults) == 1 else "; ".join(message for _, message in faults)
        return cls(message, faults[0][0], faults)

    @property
    def message(self) -> str:
        """The text of the error; of one fault alone that fault's, which may be a sentence that documents translate."""
        return self.elements[0][1] if len(self.elements) == 1 else str(self)


class NumberOutside(FaultTreeError):
    """Numbers, or their distributions, that leave their ranges: each with its event or common-cause group as place."""


class TooLarge(RuntimeError):
    """The diagram passed its budget of nodes: what was tried, and which approximate methods remain."""

    def __init__(self, what: str, max_nodes: int, instead: str = ", or ask for bounds") -> None:
        super().__init__(
            f"more than {max_nodes:,} diagram nodes are needed for {what}; raise --max-nodes (about 60 bytes each)"
            f"{instead}"
        )
        self.max_nodes = max_nodes


class TooManyEvents(TooLarge):
    """A tree has more events than an analysis takes, whatever the budget of nodes."""

    def __init__(self, what: str, events: int, most: int) -> None:
        RuntimeError.__init__(
            self,
            f"expected at most {most:,} events for {what}; found {events:,}; ask for cut sets, or for a part of it",
        )
        self.max_nodes = most


class InconsistentResult(RuntimeError):
    """A result that an independent check contradicts: a fault in casegen, never in the model; no number is given."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"internal check failed: {what}; no number is given (please report this with the model)"
        )
