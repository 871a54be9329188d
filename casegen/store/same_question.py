"""Whether two evidence items ask the same: the looks at one are then looks at the other, whatever their ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casegen.model.evidence import EvidenceSpec
from casegen.store.recipe import Recipe

DESCRIBES = frozenset({"population"})
"""parameters that say of whom the data are, and change no number"""


def reads_alike(one: EvidenceSpec, other: EvidenceSpec) -> bool:
    """Whether two items read the same files in the same way by the same method."""
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("method", "inputs", "columns", "labels", "units", "rows", "sheet", "totals")
    )


def asks_the_same(document: Mapping[str, Any] | None, wanted: Recipe, *, left: bool) -> bool:
    """Whether a stored result asked what ``wanted`` asks, by its method and parameters.

    Of an item that ``left`` the case the files are not compared, since a new look comes with new data.  Of one that is
    still there they are the same; what describes them may then be in other words.
    """
    recipe = (document or {}).get("recipe", {})
    if recipe.get("method") != wanted.spec.method:
        return False
    beside = frozenset() if left else DESCRIBES
    then, now = (
        {name: value for name, value in dict(parameters or {}).items() if name not in beside}
        for parameters in (recipe.get("parameters"), wanted.parameters)
    )
    return then == now
