"""Property tests with two sizes: few examples in the fast suite, many in the slow one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

FEW = 40
"""examples in the fast suite: tests/README.md asks for 20 to 50"""


def tried(
    *drawn: Any, often: int, suppress: Collection[HealthCheck] = (), **named: Any
) -> Callable[[Callable[..., None]], Callable[[int], None]]:
    """As hypothesis' ``given``, with :data:`FEW` examples and, marked as slow, with ``often``."""

    def decorate(body: Callable[..., None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("examples", [FEW, pytest.param(often, marks=pytest.mark.slow)])
        def test(examples: int) -> None:
            size = settings(max_examples=examples, deadline=None, suppress_health_check=suppress)
            size(given(*drawn, **named)(body))()

        test.__name__, test.__qualname__ = body.__name__, body.__qualname__
        test.__doc__, test.__module__ = body.__doc__, body.__module__
        return test

    return decorate
