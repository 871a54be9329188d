"""Semantic difference of two cases: parts added, removed, renamed, and fields changed; never lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from casegen.io.folder import inside
from casegen.io.regular import sha256_of_lines
from casegen.model.case import SECTIONS, Case
from casegen.model.fault_tree import Formula
from casegen.model.gates import GATES, OWN, GateType
from casegen.model.results import EvidenceState
from casegen.review.beside import beside
from casegen.store.store import Store


class Key(NamedTuple):
    """A part of a case: its section (``gates`` and ``case`` included) and its id."""

    section: str
    id: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one part.  ``field`` is a path such as ``requirement.bound``."""

    key: Key
    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs from the old case to the new one."""

    added: tuple[Key, ...]
    removed: tuple[Key, ...]
    renamed: tuple[tuple[Key, Key], ...]
    """pairs of a removed and an added part that differ in nothing but the id"""
    changed: tuple[FieldChange, ...]

    @property
    def touched(self) -> frozenset[Key]:
        """Every part that is not what it was."""
        return frozenset((*self.added, *self.removed, *(one.key for one in self.changed)))


def compare(
    old: Case, new: Case, evidence: Mapping[str, EvidenceState] | None = None,
    meanings: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
) -> Changes:  # fmt: skip
    """Compare part by part; order of parts and the files they stand in mean nothing.

    Neither do the order of a gate's inputs, unless the gate asks for one, of the members of a common-cause group, of
    premises, side-claims and contexts, and the name of an input or artefact of equal content.

    ``evidence``: the state of the results of ``new`` where it is known; else the store is asked.  ``meanings``: of each
    case what types of gates of packages meant when it was frozen; of types without one, what they mean now.
    """
    before, after = parts(old, meanings=meanings[0]), parts(new, evidence, meanings[1])
    removed = tuple(key for key in before if key not in after)
    added = tuple(key for key in after if key not in before)
    changed = tuple(
        FieldChange(key, field, a, b)
        for key in before
        if key in after
        for field, a, b in _fields(key.section, before[key], after[key])
    )
    return Changes(added, removed, _renamed(before, after, removed, added), changed)


def types_of(formula: Formula) -> Iterator[GateType]:
    """The type of a gate, and of the gates without a name among its inputs."""
    yield formula.type
    for one in formula.inputs:
        if not isinstance(one, str):
            yield from types_of(one)


def parts(
    case: Case, evidence: Mapping[str, EvidenceState] | None = None, meanings: Mapping[str, str] | None = None
) -> dict[Key, dict[str, Any]]:
    """Every part as flat data; contents of inputs, artefacts and results stand as hashes and measures.

    A gate has the meaning of each type of a package that it uses, as the field ``type NAME``.

    ``evidence``: the state of the results where it is known; else the store is asked.  ``meanings``: of types of gates
    of packages what they meant, where that is recorded; else what they mean now.
    """
    results: dict[Key, dict[str, Any]] = {
        Key("case", case.header.id): _flat(case.header.model_dump(mode="json", by_alias=True))
    }
    for section in ("modules", *SECTIONS):
        for part in getattr(case, section):
            data = part.model_dump(mode="json", by_alias=True)
            for gate in data.pop("gates", ()) if section == "trees" else ():
                results.setdefault(Key("gates", gate["id"]), _flat(gate | {"tree": data["id"]}))
            results.setdefault(Key(section, data["id"]), _flat(data))
    for gate in (gate for tree in case.trees for gate in tree.gates):
        for type_ in sorted({*types_of(gate)} - OWN.keys()):
            meaning = (meanings or {}).get(type_) or GATES[type_].meaning
            results[Key("gates", gate.id)][f"type {type_}"] = meaning
    for key, field, content in _contents(case, Store(case).states() if evidence is None else evidence):
        results[key][field] = content
    results[Key("case", case.header.id)] |= _flat(dict(beside(case)))
    return results


def _contents(case: Case, evidence: Mapping[str, EvidenceState]) -> Iterator[tuple[Key, str, Any]]:
    for item in case.evidence_items:
        for name, path in item.inputs.items():
            yield Key("evidence_items", item.id), f"inputs.{name} (content)", _hash(case.root, path)
    for node in case.evidence:
        if node.artefact and "://" not in node.artefact:
            yield Key("evidence", node.id), "artefact (content)", _hash(case.root, node.artefact)
    for item_id, state in evidence.items():
        if state.looks > 1:
            yield Key("evidence_items", item_id), "looks", state.looks
        for name, estimate in state.measures.items():
            shown = estimate.model_dump(mode="json")
            for field in ("value", "lower", "upper", "confidence", "kind"):
                yield Key("evidence_items", item_id), f"measures.{name}.{field}", shown[field]


def _hash(root: Path, relative: str) -> str | None:
    path = inside(root, relative)
    return sha256_of_lines(path) if path is not None and path.is_file() else None


def _flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings as dotted fields; lists stay whole, since their order can mean something."""
    results: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, dict) and value:
            results |= _flat(value, f"{prefix}{name}.")
        elif value is not None and value != {}:
            results[f"{prefix}{name}"] = value
    return results


def _fields(section: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in (*old, *(n for n in new if n not in old)):
        if old.get(name) != new.get(name) and not (
            _is_other_order(section, name, old, new) or _is_other_name(section, name, old, new)
        ):
            yield name, old.get(name), new.get(name)


UNORDERED = frozenset(
    {
        *((section, "context") for section in ("claims", "arguments", "evidence", "sub_cases")),
        ("arguments", "from"),
        ("arguments", "side_claims"),
        ("common_cause", "members"),
    }
)
"""lists whose order says nothing: each entry stands for itself"""


def _is_other_order(section: str, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether a list has the same entries in an order that means nothing."""
    before, after = old.get(name), new.get(name)
    if not (isinstance(before, list) and isinstance(after, list)):
        return False
    if (section, name) == ("gates", "inputs"):
        same_type = old.get("type") == new.get("type")
        return same_type and _sorted_inputs(old["type"], before) == _sorted_inputs(new["type"], after)
    return (section, name) in UNORDERED and sorted(before, key=repr) == sorted(after, key=repr)


def _sorted_inputs(kind: str, inputs: Sequence[Any]) -> list[Any]:
    """The inputs of a gate, of those without a name as well, in one order where the type asks for none."""
    row = GATES[GateType(kind)]
    each = [
        one | {"inputs": _sorted_inputs(one["type"], one["inputs"])} if isinstance(one, dict) else one
        for one in inputs
    ]
    return each if row.ordered or row.conditional else sorted(each, key=repr)


def _is_other_name(section: str, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether a file of equal content has another name; an ending says how it is read, so that one counts."""
    if not (section == "evidence_items" and name.startswith("inputs.")) and (section, name) != (
        "evidence",
        "artefact",
    ):
        return False
    content, before, after = f"{name} (content)", old.get(name), new.get(name)
    return (
        isinstance(before, str)
        and isinstance(after, str)
        and PurePosixPath(before).suffix == PurePosixPath(after).suffix
        and old.get(content) is not None
        and old.get(content) == new.get(content)
    )


def _renamed(
    before: Mapping[Key, Mapping[str, Any]],
    after: Mapping[Key, Mapping[str, Any]],
    removed: tuple[Key, ...],
    added: tuple[Key, ...],
) -> tuple[tuple[Key, Key], ...]:
    def body(data: Mapping[str, Any]) -> str:
        return repr(sorted((k, v) for k, v in data.items() if k != "id"))

    fresh: dict[tuple[str, str], list[Key]] = {}
    for key in added:
        fresh.setdefault((key.section, body(after[key])), []).append(key)
    pairs = []
    for key in removed:
        same = fresh.get((key.section, body(before[key])))
        if same:
            pairs.append((key, same.pop(0)))
    return tuple(pairs)
