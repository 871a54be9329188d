"""What other installed packages add to casegen: one entry point each, found by name, loaded when it is used.

| group | the entry point is |
|---|---|
| ``casegen.evidence_methods`` | a :class:`casegen_evidence.method.Method` |
| ``casegen.rules`` | a module whose rules register themselves (:mod:`casegen.argument.rule`) |
| ``casegen.exchange_formats`` | a :class:`casegen.io.exchange.format.Format` |
| ``casegen.gates`` | a :class:`casegen.model.gates.GateRow`, named as the type of gate |
| ``casegen.documents`` | a :class:`casegen.render.formats.Document` |

An installed package is trusted as casegen itself is; a case folder can name a plug-in, never bring one.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from casegen.model.diagnostic import MissingDependencyError

METHODS = "casegen.evidence_methods"
RULES = "casegen.rules"
FORMATS = "casegen.exchange_formats"
DOCUMENTS = "casegen.documents"
GATES = "casegen.gates"


@cache
def _installed() -> Any:
    # a look at every distribution takes some 20 ms: once for all groups
    return entry_points()


@cache
def points(group: str) -> dict[str, EntryPoint]:
    """Entry points of ``group`` by name, in the order of names; nothing is imported."""
    return {point.name: point for point in sorted(_installed().select(group=group), key=lambda p: p.name)}


def load(group: str, name: str) -> Any:
    """The object behind an entry point.

    Raises:
        LookupError: there is none of that name.
        MissingDependencyError: its package cannot be imported; the message names package and fault.
    """
    known = points(group)
    if name not in known:
        raise LookupError(name)
    point = known[name]
    try:
        return point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # one that exits would end the run as if all were well
        owner = point.dist.name if point.dist is not None else point.module
        raise MissingDependencyError(
            f"the plug-in {name!r} ({group}) of the package {owner} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
