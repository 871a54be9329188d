"""What can be wrong with a fault tree, or too large to be solved."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.model.sentence import Sentence, listed, worded

Path = tuple[str | int, ...]


_BOUNDS = worded("tree_problem.or_bounds", ", or ask for bounds")


def reason_of(error: Exception) -> Sentence:
    """What an error says, as the sentence that it was made of; of arithmetic in words of its own.

    >>> reason_of(ZeroDivisionError("float division by zero")), reason_of(ValueError("no such method"))
    ('it divides by 0', 'no such method')
    """
    if error.args and isinstance(error.args[0], Sentence):
        return error.args[0]
    if isinstance(error, ZeroDivisionError):
        return worded("tree_problem.divides", "it divides by 0")
    if isinstance(error, OverflowError):
        return worded("tree_problem.overflow", "a number in it is too large to be held")
    return Sentence(str(error))


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
        return cls(listed(message for _, message in faults), faults[0][0], faults)


class NumberOutside(FaultTreeError):
    """Numbers, or their distributions, that leave their ranges: each with its event or common-cause group as place."""


class TooLarge(RuntimeError):
    """The diagram passed its budget of nodes: what was tried, and which approximate methods remain."""

    def __init__(self, what: str, max_nodes: int, instead: str = _BOUNDS) -> None:
        super().__init__(
            worded(
                "tree_problem.too_large",
                "more than {most} diagram nodes are needed for {what}; raise --max-nodes (about 60 bytes each){instead}",
                most=f"{max_nodes:,}",
                what=what,
                instead=instead,
            )
        )
        self.max_nodes = max_nodes


class TooManyEvents(TooLarge):
    """A tree has more events than an analysis takes, whatever the budget of nodes."""

    def __init__(self, what: str, events: int, most: int) -> None:
        RuntimeError.__init__(
            self,
            worded(
                "tree_problem.too_many",
                "expected at most {most} events for {what}; found {events}; ask for cut sets, or for a part of it",
                most=f"{most:,}",
                what=what,
                events=f"{events:,}",
            ),
        )
        self.max_nodes = most


class InconsistentResult(RuntimeError):
    """A result that an independent check contradicts: a fault in casegen, never in the model; no number is given."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"internal check failed: {what}; no number is given (please report this with the model)"
        )
