"""The Python interface: open a case, ask it, change it, build it; make one; run a method on arrays.

>>> import casegen
>>> case = casegen.open("examples/auv")        # doctest: +SKIP
>>> case.supported, case.tree("FT-SD").top     # doctest: +SKIP

The command line is a view of the same functions.  Importing this package loads nothing but itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from casegen.api.builder import CaseBuilder, TreeBuilder
    from casegen.api.case import OpenCase, open_case
    from casegen.api.measurement import Measured, measure
    from casegen.api.tree import OpenTree
    from casegen.api.what_if import WhatIf
    from casegen.model.diagnostic import InputError

_HOMES = {
    "CaseBuilder": "builder", "TreeBuilder": "builder", "OpenCase": "case", "open_case": "case",
    "Measured": "measurement", "measure": "measurement", "OpenTree": "tree", "WhatIf": "what_if",
    "InputError": "arguments",
}  # fmt: skip

__all__ = [
    "CaseBuilder", "InputError", "Measured", "OpenCase", "OpenTree", "TreeBuilder", "WhatIf", "measure", "open_case",
]  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
