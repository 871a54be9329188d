"""What is read of a text is remembered for as many texts as a large case has: it is read several times."""

from __future__ import annotations

import importlib
import pkgutil

import casegen.texts
from casegen.model.limits import MOST_TEXTS

OF_OTHER_THINGS = 1024
"""caches of less are of words and parts, of which there are few"""


def test_readings_of_texts_are_remembered_for_a_large_case() -> None:
    """With 15,000 claims a smaller cache forgot each text before the next rule asked for it: five times the work."""
    small = []
    for module in pkgutil.iter_modules(casegen.texts.__path__, "casegen.texts."):
        for name, part in vars(importlib.import_module(module.name)).items():
            most = part.cache_info().maxsize if hasattr(part, "cache_info") else None
            if most is not None and OF_OTHER_THINGS < most < MOST_TEXTS:
                small.append(f"{module.name}.{name}")
    assert not small
    assert MOST_TEXTS >= 2 * 15_000
