"""What instantiating a pattern must have left behind: no open parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.rule import Finding, error
from casegen.argument.rules.sources import GSN
from casegen.argument.view import CaseView

FAMILY = "Patterns"

_OPEN = re.compile(r"\{\{?\s*([A-Za-z_][\w.-]*)\s*\}?\}")


@error(
    "pattern-unbound",
    FAMILY,
    "A case that is published has no unbound parameter.",
    source=GSN,
    mend="put the value in the place of the parameter, or instantiate the pattern with it",
)
def pattern_unbound(view: CaseView) -> Iterator[Finding]:
    """``{name}`` left in a text, or a parameter without value in the record of instantiation."""
    for section, index, node in view.nodes:
        open_names = sorted(set(_OPEN.findall(node.text))) if "{" in node.text else []
        for name in open_names:
            message = f"{view.label(node.id)}: parameter {{{name}}} is unbound"
            yield Finding((section, index, "text"), message, node.id)
        if node.pattern is not None:
            for name, value in node.pattern.parameters.items():
                if value is None and name not in open_names:
                    whose = f"parameter {name!r} of pattern {node.pattern.pattern}"
                    message = f"{view.label(node.id)}: {whose} is unbound"
                    yield Finding((section, index, "pattern", "parameters", name), message, node.id)
