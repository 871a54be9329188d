"""Packages that a result says it used and that nothing of its code imports."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from casegen.store.distributions import distributions_of, plain_name, release, required
from casegen.store.identity import LIBRARY, content, perhaps_tops, top_of


def unused_packages(code: Mapping[str, Any]) -> tuple[str, ...]:
    """Names among the recorded packages that no recorded module can have brought there.

    Asked only where all of these modules are as recorded: other ones may import other packages.
    """
    modules: Mapping[str, str] = code.get("modules", {})
    recorded = code.get("packages", {})
    if not modules or any(content(name) != was for name, was in modules.items()):
        return ()
    imported = {
        top for top in frozenset().union(*map(perhaps_tops, modules)) if top not in sys.stdlib_module_names
    }
    brought = {plain_name(dist) for top in imported for dist in distributions_of(top)}
    foreign = any(top_of(name) != LIBRARY for name in modules)
    return tuple(
        name
        for name in recorded
        if plain_name(name) not in brought
        and not (release(name) is None and _perhaps(name, imported, foreign))
    )


def _perhaps(name: str, imported: set[str], foreign: bool) -> bool:
    """Whether a distribution that is not installed here may have brought a package, by what is known of its name."""
    plain = plain_name(name)
    return foreign or plain in required() or any(plain_name(top) in plain for top in imported)
