"""What instantiating a pattern must have left behind: no open parameter."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.patterns.library import library
from casegen.argument.patterns.upgrade import instances
from casegen.argument.rule import Finding, error, warning
from casegen.argument.rules.citations import GSN
from casegen.argument.view import CaseView
from casegen.model.argument import InstantiatedFrom, Node
from casegen.model.expressions import compiled
from casegen.model.plural import counted

FAMILY = "Patterns"

_OPEN = compiled(r"\{\{?\s*([A-Za-z_][\w.-]*)\s*\}?\}")


@error(
    "pattern-unbound",
    FAMILY,
    "A case that is published has no unbound parameter.",
    source=GSN,
    hint="put the value in the place of the parameter, or instantiate the pattern with it",
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


@error(
    "pattern-multiplicity",
    FAMILY,
    "A node that a pattern repeats stands as often as the pattern allows.",
    source=GSN,
    hint="add or remove nodes, or instantiate the pattern with the set that is meant",
)
def pattern_multiplicity(view: CaseView) -> Iterator[Finding]:
    """Counts the items of each set by the records of the nodes made for them; shipped patterns only."""
    for (name, prefix), nodes in _instances(view).items():
        pattern = library().get(name)
        if pattern is None:
            continue
        for parameter in pattern.parameters:
            if parameter.type != "set" or (parameter.optional and parameter.min == 0):
                continue
            items = {r.parameters[parameter.name] for _, r in nodes if parameter.name in r.parameters}
            high = parameter.max if parameter.max is not None else len(items)
            if not parameter.min <= len(items) <= high:
                first = nodes[0][0].id
                wanted = (
                    f"at least {parameter.min}" if parameter.max is None else f"{parameter.min} to {high}"
                )
                instance = f"{name} ({prefix})" if prefix else name
                message = f"pattern {instance} has {len(items)} {parameter.name}, expected {wanted}"
                yield Finding((*view.place[first], "pattern"), message, first)


@warning(
    "pattern-outdated",
    FAMILY,
    "What a pattern made is compared with the pattern's present version.",
    source=GSN,
    hint="look at the differences, take over what is better, and set `version:` of the records",
)
def pattern_outdated(view: CaseView) -> Iterator[Finding]:
    """One finding for each instance that an older version made; shipped patterns only."""
    for (name, _), nodes in _instances(view).items():
        pattern = library().get(name)
        old = max(record.version for _, record in nodes)
        if pattern is not None and old < pattern.version:
            first = nodes[0][0].id
            made = counted(len(nodes), "node")
            message = f"pattern {name} made {made} in version {old}; it is at {pattern.version} now"
            yield Finding((*view.place[first], "pattern", "version"), message, first)


def _instances(view: CaseView) -> dict[tuple[str, str], list[tuple[Node, InstantiatedFrom]]]:
    return instances(view.case) if any(node.pattern for _, _, node in view.nodes) else {}
