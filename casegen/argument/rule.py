"""What a rule is, and the registry of all rules: adding a rule is one decorated function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from casegen.model.diagnostic import Severity
from casegen.model.expressions import compiled
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


RULE_ID = compiled(r"[A-Za-z][A-Za-z0-9._-]*")
ID_FORM = "an id of letters, digits, -, . and _ that begins with a letter, such as 'claim-owner'"
"""a waiver names a rule in a case file, and a command in a line: by one word"""

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
        _refuse_no_function(id, find)
        if id in RULES:
            both = (str(getattr(one, "__module__", "")) for one in (RULES[id].find, find))
            raise ValueError(f"two rules share the id {id!r}: {', '.join(both)}")
        dict.__setitem__(RULES, id, Rule(id, severity, family, says, source, hint, find))
        return find

    return take


def _refuse_no_function(id: str, find: object) -> None:
    expected = f"the rule {id!r}: expected a function of the case"
    if not callable(find):
        raise TypeError(f"{expected}, found {find!a:.80}")
    if inspect.iscoroutinefunction(find) or inspect.isasyncgenfunction(find):
        raise TypeError(f"{expected}, found one that has to be awaited: write def in place of async def")
