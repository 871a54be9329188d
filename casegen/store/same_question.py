"""Whether two evidence items ask the same: the looks at one are then looks at the other, whatever their ids."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casegen.io.folder import inside
from casegen.io.regular import sha256_of_lines
from casegen.model.evidence import EvidenceSpec
from casegen.store.recipe import Recipe

DESCRIBES = frozenset({"population"})
"""parameters that say of whom the data are, and change no number"""


def reads_alike(one: EvidenceSpec, other: EvidenceSpec, root: Path) -> bool:
    """Whether two items of the case at ``root`` read the same columns of the same files by the same method.

    How these are taken (units, labels, the decimal sign, lines that add up) makes no other data.
    A link to a file is the file; so is a copy, unless the items say that the two are of different populations.
    """
    read = ("method", "columns", "rows", "sheet")
    if (
        any(getattr(one, name) != getattr(other, name) for name in read)
        or one.inputs.keys() != other.inputs.keys()
    ):
        return False
    described = all(one.parameters.get(name) == other.parameters.get(name) for name in DESCRIBES)
    pairs = [(path, other.inputs[name]) for name, path in one.inputs.items()]
    return all(first == second or _same(root, first, second, copies=described) for first, second in pairs)


def _same(root: Path, first: str, second: str, *, copies: bool) -> bool:
    one, other = inside(root, first), inside(root, second)
    if one is None or other is None or not one.is_file() or not other.is_file():
        return False
    return one.samefile(other) or (copies and sha256_of_lines(one) == sha256_of_lines(other))


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
