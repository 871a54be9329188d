"""What a newer version of a pattern would change in the nodes that an older one made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casegen.argument.patterns.instantiation import instantiate_nodes
from casegen.argument.patterns.library import library
from casegen.argument.patterns.pattern import Pattern
from casegen.model.argument import InstantiatedFrom, Node
from casegen.model.case import Case

_COMPARED = ("text", "block", "supports", "from", "side_claims", "context", "kind")


@dataclass(frozen=True, slots=True)
class PatternChange:
    """One difference between a node of the case and what the pattern's present version makes of it.

    ``field`` is empty for a node that the pattern adds (``old`` None) or no longer makes (``new`` None).
    """

    pattern: str
    from_version: int
    to_version: int
    node: str
    field: str = ""
    old: Any = None
    new: Any = None


def upgrade(case: Case, patterns: Mapping[str, Pattern] | None = None) -> tuple[PatternChange, ...]:
    """Differences for every pattern instance in ``case`` that an older version made.

    The instance is made again with its recorded parameters.  Where people changed a text after
    instantiation, that shows as a difference, too: the case holds one state, not its history.
    """
    known = library() if patterns is None else patterns
    pattern_changes: list[PatternChange] = []
    for (name, prefix), nodes in instances(case).items():
        pattern = known.get(name)
        if pattern is None:
            continue
        versions = [record.version for _, record in nodes]
        if max(versions) >= pattern.version:
            continue
        pattern_changes += _differences(pattern, prefix, nodes, max(versions))
    return tuple(pattern_changes)


def instances(case: Case) -> dict[tuple[str, str], list[tuple[Node, InstantiatedFrom]]]:
    """Nodes with their records by pattern and prefix: one entry per instance."""
    results: dict[tuple[str, str], list[tuple[Node, InstantiatedFrom]]] = {}
    for _, _, node in case.nodes():
        if node.pattern is not None:
            key = (node.pattern.pattern, str(node.pattern.parameters.get("prefix") or ""))
            results.setdefault(key, []).append((node, node.pattern))
    return results


def recorded(pattern: Pattern, records: list[InstantiatedFrom]) -> dict[str, Any]:
    """Parameters of an instance, gathered from the records of its nodes; None where none tells."""
    values: dict[str, Any] = dict.fromkeys(pattern.parameter)
    for name, parameter in pattern.parameter.items():
        if parameter.type == "set":
            items = {
                str(r.parameters[name]): str(r.parameters.get(f"{name}.text", r.parameters[name]))
                for r in records
                if name in r.parameters
            }
            values[name] = tuple({"id": id, "text": text} for id, text in items.items())
        else:
            values[name] = next((r.parameters[name] for r in records if name in r.parameters), None)
    return values


def _differences(
    pattern: Pattern, prefix: str, nodes: list[tuple[Node, InstantiatedFrom]], version: int
) -> list[PatternChange]:
    def change(node: str, field: str = "", old: Any = None, new: Any = None) -> PatternChange:
        return PatternChange(pattern.pattern, version, pattern.version, node, field, old, new)

    values = recorded(pattern, [record for _, record in nodes])
    made = {node["id"]: node for node in instantiate_nodes(pattern, values, prefix)}
    present = {node.id: node for node, _ in nodes}
    results = [change(id, new=node.get("text", "")) for id, node in made.items() if id not in present]
    results += [change(id, old=node.text) for id, node in present.items() if id not in made]
    for id in present.keys() & made.keys():
        old = present[id].model_dump(mode="json", by_alias=True)
        for field in _COMPARED:
            if field in made[id] and old.get(field) != made[id][field]:
                results.append(change(id, field, old.get(field), made[id][field]))
    return sorted(results, key=lambda c: (c.node, c.field))
