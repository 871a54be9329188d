"""Tables that installed packages are handed or can reach, which they share with casegen and the assessment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Never, TypeVar

from pydantic import AfterValidator

Key = TypeVar("Key")
Value = TypeVar("Value")


def _refuse(*_: Any, **__: Any) -> Never:
    raise TypeError(
        "this table is read only, as the parts of a case and of its assessment are: take a copy with dict(…) or list(…)"
    )


class ReadOnly(dict[Key, Value]):
    """A dict that nobody changes: what a rule takes out of it would be missing in the verdict.

    A dict still, so that it can be pickled and written as JSON, which a ``MappingProxyType`` can not.
    """

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadOnly, (dict(self),)


class ReadOnlyList(list[Value]):
    """A list that nobody changes; a list still, which equals what a file holds."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = pop = remove = (
        _refuse
    )
    reverse = sort = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadOnlyList, (list(self),)


def read_only(table: Mapping[Key, Any]) -> ReadOnly[Key, Any]:
    """``table`` with every dict, list and set in it read only; other objects as they are."""
    return ReadOnly((key, _frozen(value)) for key, value in table.items())


def _frozen(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return read_only(value)
    if kind is list:
        return ReadOnlyList(_frozen(member) for member in value)
    return frozenset(value) if kind is set else value


SHARED = AfterValidator(_frozen)
"""of a field whose table or list nobody changes"""


def make_read_only(owner: object, *fields: str) -> None:
    """Make tables of a frozen dataclass read only, from its ``__post_init__``."""
    for name in fields:
        table = getattr(owner, name)
        if type(table) is dict:  # others, as one that answers a wrong name in words, stay what they are
            object.__setattr__(owner, name, ReadOnly(table))
