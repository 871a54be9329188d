"""Modules that take seconds to import, for tests of them: every process collects all tests, few run these."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import pytest


class _Later:
    """A module that is imported where something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):  # what pytest asks of every name while it collects
            raise AttributeError(part)
        return getattr(importlib.import_module(self._name), part)


def later(name: str, reason: str) -> Any:
    """The module ``name`` for a test module, imported at its first use; skips that module where it is not installed."""
    if find_spec(name.partition(".")[0]) is None:
        pytest.skip(f"{name} is not installed: {reason}", allow_module_level=True)
    return _Later(name)
