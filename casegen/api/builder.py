"""Make a case in Python: add parts, then use it as any other, or save it as YAML.

>>> from casegen.api import CaseBuilder
>>> b = CaseBuilder("lamp", title="The lamp")
>>> tree = b.tree("FT", top="G-DARK", target=1e-3)
>>> tree.or_("G-DARK", tree.event("BE-BULB", 1e-4), tree.event("BE-FUSE", 2e-4), text="No light")
'G-DARK'
>>> b.claim("ROOT", "The lamp is lit when it is needed", undeveloped=True)
'ROOT'
>>> b.model().header.roots
('ROOT',)
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from casegen.api.arguments import chosen, names, path, truth
from casegen.api.parts import parameters, refuse_deep
from casegen.model.argument import Argument, Claim, ContextNode, EvidenceNode, Requirement
from casegen.model.case import Case, Header, Location
from casegen.model.diagnostic import InputError
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, FaultTree, Formula, Gate, HouseEvent
from casegen.model.given import refused, scalar, shortened
from casegen.model.given_parts import plain_parts
from casegen.model.plural import counted
from casegen.model.shown import shown
from casegen.model.truth_values import are_plain, validated

if TYPE_CHECKING:
    from casegen.api.case import OpenCase
    from casegen.model.diagnostic import Diagnostic
    from casegen.model.part import Part

Model = type["Part"]


def _made(model: Model, data: dict[str, Any], what: str, line: Location | None = None) -> Any:
    """An instance of ``model``; raises :class:`InputError` with everything that is wrong with ``data``, and where.

    ``line``: where the part was added, if not by this call.
    """
    from casegen.model.explain import explain

    data = plain_parts(data, what)
    try:
        return validated(model, data)
    except ValidationError as error:
        findings = explain(error, model, data, {}, "")
        about, here = f"{what} {data.get('id', '')!r}", line or _line()
        raise InputError(
            [replace(d, location=here, message=shortened(f"{about}: {d.message}")) for d in findings]
        ) from None


def _together(about: str, data: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """What a method makes of its own arguments, and the caller's other keys; one that is in both would be dropped."""
    if twice := [key for key in data if key in more]:
        raise refused(f"{about}: {twice[0]} is given twice", "give it once")
    return {**data, **more}


def _line() -> Location:
    """The line of the user's program that calls this module: parts and findings have it as their place."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return Location(frame.f_code.co_filename, frame.f_lineno)


class CaseBuilder:
    """Parts of a case in the making.  Every ``add`` returns the part's id, so that parts can be named by variables."""

    def __init__(self, id: str, *, title: str, **header: Any) -> None:
        self._header = plain_parts({"id": id, "title": title, **header}, "case")
        _made(Header, {"roots": [], **self._header}, "case")
        self._line = _line()
        self._parts: dict[str, list[Any]] = {}
        self._lines: dict[tuple[str | int, ...], Location] = {}
        self._trees: list[TreeBuilder] = []

    def add(self, section: str, part: Part) -> str:
        """Add a part of the model to a section such as ``hazop``, ``scenarios``, ``common_cause``.

        The message for anything else names the class of the section and its import.
        """
        from casegen.model.case_file import held_in

        kind = held_in()[chosen(section, "section", held_in())]
        if not isinstance(part, kind):
            raise refused(
                f"{section}: expected a {kind.__name__}, found {type(part).__name__}",
                f"from {kind.__module__} import {kind.__name__}",
            )
        refuse_deep(part, section)  # before it is gone through
        data = part.model_dump(by_alias=True, warnings=False)
        made = _made(type(part), data, type(part).__name__)  # a copy may have been changed unchecked
        return self._add(section, part if are_plain(data) and made == part else made)

    def _add(self, section: str, part: Part) -> str:
        refuse_deep(part, section)
        rows = self._parts.setdefault(section, [])
        self._lines[section, len(rows)] = _line()
        rows.append(part)
        return str(getattr(part, "id", ""))

    def claim(
        self, id: str, text: str, *, requirement: Requirement | dict[str, Any] | None = None, **more: Any
    ) -> str:
        """Add a claim; ``requirement`` as in the files, or a :class:`~casegen.model.argument.Requirement`."""
        return self._add(
            "claims", _made(Claim, {"id": id, "text": text, "requirement": requirement, **more}, "claim")
        )

    def argument(self, id: str, *, supports: str, block: str, premises: Sequence[str], **more: Any) -> str:
        """Add an argument from ``premises`` to the claim it ``supports``; ``block`` is one of the five CAE blocks."""
        data: dict[str, Any] = {"id": id, "supports": supports, "block": block}
        if "from" in more:  # the same key under its name in files
            raise refused(
                f"argument {shown(id)}: premises is given twice, the second time as `from`", "give it once"
            )
        data["from"] = list(names(premises, "premises"))
        return self._add("arguments", _made(Argument, {**data, **more}, "argument"))

    def evidence(self, id: str, text: str, **more: Any) -> str:
        """Add an evidence node: ``evidence=`` a measured item, or ``artefact=`` a document."""
        return self._add("evidence", _made(EvidenceNode, {"id": id, "text": text, **more}, "evidence"))

    def measured(self, id: str, method: str, **more: Any) -> str:
        """Add a measured item: ``inputs=``, ``parameters=``, ``seed=``, ``confidence=``."""
        if "parameters" in more:
            more["parameters"] = parameters(more["parameters"])
        return self._add(
            "evidence_items", _made(EvidenceSpec, {"id": id, "method": method, **more}, "measured item")
        )

    def context(self, id: str, text: str, **more: Any) -> str:
        """Add a context, assumption, definition or justification."""
        return self._add("contexts", _made(ContextNode, {"id": id, "text": text, **more}, "context"))

    def tree(
        self, id: str, *, top: str, target: float | dict[str, Any] | None = None, **more: Any
    ) -> TreeBuilder:
        """Start a fault tree whose top gate will be ``top``; ``target`` is a probability, or as in the files."""
        target = scalar(target, f"tree {shown(id)}: target")
        if target is not None and not isinstance(target, Mapping) and not _is_number(target):
            raise refused(
                f"tree {shown(id)}: target: expected a probability or a mapping, found {shown(target)}"
            )
        stated = {"probability": target} if _is_number(target) else target
        if "gates" in more:  # they would stand aside for those of the tree's methods
            raise refused(
                f"tree {shown(id)}: gates: expected gates from the tree's own methods, found a key of this call",
                "add each gate by `or_`, `and_`, … or `gate`",
            )
        tree = TreeBuilder(
            self, {"id": id, "top": top, **more} | ({} if stated is None else {"target": stated})
        )
        self._trees.append(tree)
        return tree

    def model(self) -> Case:
        """The case as typed data.  Its roots are those of the header, else the claims that nothing else rests on."""
        parts: dict[str, Any] = {section: tuple(rows) for section, rows in self._parts.items()}
        roots = self._header.get("roots") or self._unused_claims()
        header = _made(Header, {**self._header, "roots": list(roots)}, "case")
        trees = (*parts.pop("trees", ()), *(tree.model() for tree in self._trees))
        return Case(header=header, trees=trees, files=("case.yaml",), locations=self._places(), **parts)

    def _places(self) -> dict[tuple[str | int, ...], Location]:
        """Where each part was added."""
        places = {("case", "roots"): self._line} | self._lines
        for k, tree in enumerate(self._trees, len(self._parts.get("trees", ()))):
            places["trees", k] = tree.line
            for n, line in enumerate(tree.gate_lines()):
                places["trees", k, "gates", n] = line
        return places

    def _unused_claims(self) -> list[str]:
        arguments = self._parts.get("arguments", [])
        used = {id for a in arguments for id in (*a.premises, *a.side_claims)}
        ids = dict.fromkeys(claim.id for claim in self._parts.get("claims", []))  # two of one id are one root
        return [id for id in ids if id not in used]

    def open(self) -> OpenCase:
        """The case as it is now, to check and query like one that was read; a finding has the line of your program."""
        from casegen.api.case import OpenCase

        return OpenCase(self.model())

    def check(self) -> tuple[Diagnostic, ...]:
        """Findings of all rules on the case as it is now, each with the line of your program."""
        return self.open().check()

    def __repr__(self) -> str:
        parts = [
            counted(len(rows), section.replace("_", " ").removesuffix("s"))
            for section, rows in self._parts.items()
        ]
        parts += [counted(len(self._trees), "tree")] if self._trees else []
        return f"<case {self._header['id']!r} in the making: {', '.join(parts) or 'no parts'}>"

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write the case as a new folder of YAML files, checked or not (:meth:`check`); returns their names."""
        from casegen.io.case_writer import write_case

        return write_case(self.model(), path(folder, "folder"))


class TreeBuilder:
    """Gates and events of one fault tree.  Inputs are ids, or other gates made in place."""

    def __init__(self, case: CaseBuilder, data: dict[str, Any]) -> None:
        self._case, self._gates = case, list[tuple[Gate, Location]]()
        self._data = plain_parts(data, "tree")
        self.line = _line()
        _made(FaultTree, {**self._data, "gates": [{"id": "any", "type": "or", "inputs": ["any"]}]}, "tree")

    def event(self, id: str, model: float | dict[str, Any] | None = None, **more: Any) -> str:
        """A basic event: ``model`` is a probability, or as in the files (``{"type": "evidence", …}``)."""
        model = scalar(model, f"event {shown(id)}")
        if _is_number(model):
            model = {"type": "constant", "probability": model}
        return self._case._add("events", _made(BasicEvent, {"id": id, "model": model, **more}, "event"))

    def house(self, id: str, state: bool, text: str = "") -> str:
        """An event known to be true or false."""
        data = {"id": id, "state": truth(state, f"house event {shown(id)}: state"), "text": text}
        return self._case._add("house_events", _made(HouseEvent, data, "house event"))

    def gate(self, id: str, type: str, *inputs: str | Formula, **more: Any) -> str:
        """A gate by its type's name; ``k``, ``k_max`` and ``condition`` as the type needs them."""
        return self._gate(id, {"type": type, "inputs": inputs}, more)

    def and_(self, id: str, *inputs: str | Formula, **more: Any) -> str:
        """All inputs."""
        return self._gate(id, {"type": "and", "inputs": inputs}, more)

    def or_(self, id: str, *inputs: str | Formula, **more: Any) -> str:
        """At least one input."""
        return self._gate(id, {"type": "or", "inputs": inputs}, more)

    def not_(self, id: str, input: str | Formula, **more: Any) -> str:
        """The input does not hold."""
        return self._gate(id, {"type": "not", "inputs": (input,)}, more)

    def at_least(self, id: str, k: int, *inputs: str | Formula, **more: Any) -> str:
        """``k`` or more of the inputs."""
        return self._gate(id, {"type": "atleast", "inputs": inputs, "k": k}, more)

    def inhibit(self, id: str, input: str | Formula, condition: str, **more: Any) -> str:
        """The input, where the condition holds."""
        return self._gate(id, {"type": "inhibit", "inputs": (input,), "condition": condition}, more)

    def _gate(self, id: str, data: dict[str, Any], more: dict[str, Any]) -> str:
        inputs = data["inputs"]
        if any(isinstance(one, list | tuple) for one in inputs):
            raise refused(
                f"gate {shown(id)}: expected inputs one after the other, found a list", "write `*` before it"
            )
        # inputs as a keyword only are the inputs
        stated = {key: value for key, value in data.items() if key != "inputs"} | (
            {"inputs": list(inputs)} if inputs or "inputs" not in more else {}
        )
        gate = _made(Gate, {"id": id} | _together(f"gate {shown(id)}", stated, more), "gate")
        refuse_deep(gate, f"gate {shown(id)}")
        self._gates.append((gate, _line()))
        return id

    def __repr__(self) -> str:
        return f"<fault tree {self._data['id']!r} in the making: {counted(len(self._gates), 'gate')}>"

    def model(self) -> FaultTree:
        """The tree as typed data; its top gate first."""
        tree: FaultTree = _made(
            FaultTree, {**self._data, "gates": [gate for gate, _ in self._ordered()]}, "tree", self.line
        )
        return tree

    def gate_lines(self) -> list[Location]:
        """Where each gate was added, in the order of :meth:`model`."""
        return [line for _, line in self._ordered()]

    def _ordered(self) -> list[tuple[Gate, Location]]:
        return sorted(self._gates, key=lambda row: row[0].id != self._data["top"])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


__all__ = ["CaseBuilder", "TreeBuilder"]
