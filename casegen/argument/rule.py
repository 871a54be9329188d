"""What a rule is, and the registry of all rules: adding a rule is one decorated function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from casegen.model.diagnostic import Severity
from casegen.model.read_only import ReadOnly

if TYPE_CHECKING:
    from casegen.argument.view import CaseView

Place = tuple[str | int, ...]
"""``(section, index, key, …)`` as :meth:`casegen.model.case.Case.locate` takes it."""


class Finding(NamedTuple):
    """One breach of a rule: where, what, and on which part (``target``: its id)."""

    place: Place
    message: str
    target: str = ""
    hint: str = ""
    """overrides the rule's fix where the finding knows better"""


Find = Callable[["CaseView"], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its stable id.  ``says`` is what must hold; ``hint`` how to make it hold."""

    id: str
    severity: Severity
    family: str
    says: str
    source: str
    hint: str
    find: Find

    @property
    def waivable(self) -> bool:
        """Quality rules may be set aside with a reason and a name; structural rules may not."""
        return self.severity is Severity.WARNING


RULES: dict[str, Rule] = ReadOnly()
"""Every rule by id, in the order of registration, a module per family; only :func:`error` and :func:`warning` add one."""


def error(id: str, family: str, says: str, *, source: str, hint: str) -> Callable[[Find], Find]:
    """Register a structural rule: the argument has no meaning where it is broken."""
    return _register(id, Severity.ERROR, family, says, source, hint)


def warning(id: str, family: str, says: str, *, source: str, hint: str) -> Callable[[Find], Find]:
    """Register a quality rule: a person settles it, or waives it with a reason and a name."""
    return _register(id, Severity.WARNING, family, says, source, hint)


def _register(
    id: str, severity: Severity, family: str, says: str, source: str, hint: str
) -> Callable[[Find], Find]:
    def take(find: Find) -> Find:
        if id in RULES:
            raise ValueError(f"two rules share the id {id!r}: {RULES[id].find.__module__}, {find.__module__}")
        dict.__setitem__(RULES, id, Rule(id, severity, family, says, source, hint, find))
        return find

    return take
