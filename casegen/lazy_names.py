"""Names of a package that are imported at their first use, so that a small question imports a small part of it.

Its functions compute under casegen's own settings (:mod:`casegen.model.arithmetic`), whoever calls them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import FunctionType
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, str], public: Iterable[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of ``package``: ``homes`` gives the module of each name.

    ``public``: its ``__all__``.  No name may be that of a module, which an import would put in its place.
    """

    def value_of(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = _computing_by_itself(package, getattr(import_module(f"{package}.{home}"), name))
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *public})

    return value_of, names


def _computing_by_itself(package: str, value: Any) -> Any:
    """``value``; of a function, one that computes under casegen's own settings, and is pickled by its public name."""
    if not isinstance(value, FunctionType):
        return value
    from casegen.model.arithmetic import in_own_arithmetic

    function = in_own_arithmetic(value)
    function.__module__, function.__qualname__ = package, value.__name__
    return function
