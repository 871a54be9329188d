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

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from casegen.model.argument import Argument, Claim, ContextNode, EvidenceNode, Requirement
from casegen.model.case import COMMAND_LINE, Case, Header
from casegen.model.diagnostic import InputError
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, FaultTree, Formula, Gate, HouseEvent

if TYPE_CHECKING:
    from casegen.model.quantity import Part

Model = type["Part"]


def _made(model: Model, data: dict[str, Any]) -> Any:
    """An instance of ``model``; raises :class:`InputError` with everything that is wrong with ``data``."""
    from casegen.io.explain import explain

    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(explain(error, model, data, {}, COMMAND_LINE)) from None


class CaseBuilder:
    """Parts of a case in the making.  Every ``add`` returns the part's id, so that parts can be named by variables."""

    def __init__(self, id: str, *, title: str, **header: Any) -> None:
        self._header = {"id": id, "title": title, **header}
        self._parts: dict[str, list[Any]] = {}
        self._trees: list[TreeBuilder] = []

    def add(self, section: str, part: Part) -> str:
        """Add a part of the model (``casegen.model``) to a section such as ``claims``, ``hazop``, ``scenarios``."""
        self._parts.setdefault(section, []).append(part)
        return str(getattr(part, "id", ""))

    def claim(
        self, id: str, text: str, *, requirement: Requirement | dict[str, Any] | None = None, **more: Any
    ) -> str:
        """Add a claim; ``requirement`` as in the files, or a :class:`~casegen.model.argument.Requirement`."""
        return self.add("claims", _made(Claim, {"id": id, "text": text, "requirement": requirement, **more}))

    def argument(self, id: str, *, supports: str, block: str, premises: Sequence[str], **more: Any) -> str:
        """Add an argument from ``premises`` to the claim it ``supports``; ``block`` is one of the five CAE blocks."""
        data = {"id": id, "supports": supports, "block": block, "from": list(premises), **more}
        return self.add("arguments", _made(Argument, data))

    def evidence(self, id: str, text: str, **more: Any) -> str:
        """Add an evidence node: ``evidence=`` a measured item, or ``artefact=`` a document."""
        return self.add("evidence", _made(EvidenceNode, {"id": id, "text": text, **more}))

    def measured(self, id: str, method: str, **more: Any) -> str:
        """Add a measured item: ``inputs=``, ``parameters=``, ``seed=``, ``confidence=``."""
        return self.add("evidence_items", _made(EvidenceSpec, {"id": id, "method": method, **more}))

    def context(self, id: str, text: str, **more: Any) -> str:
        """Add a context, assumption, definition or justification."""
        return self.add("contexts", _made(ContextNode, {"id": id, "text": text, **more}))

    def tree(
        self, id: str, *, top: str, target: float | dict[str, Any] | None = None, **more: Any
    ) -> TreeBuilder:
        """Start a fault tree whose top gate will be ``top``; ``target`` is a probability, or as in the files."""
        stated = {"probability": target} if isinstance(target, int | float) else target
        tree = TreeBuilder(self, {"id": id, "top": top, **more} | ({"target": stated} if stated else {}))
        self._trees.append(tree)
        return tree

    def model(self) -> Case:
        """The case as typed data.  Its roots are those of the header, else the claims that nothing else rests on."""
        parts: dict[str, Any] = {section: tuple(rows) for section, rows in self._parts.items()}
        roots = self._header.get("roots") or self._unused_claims()
        header = _made(Header, {**self._header, "roots": list(roots)})
        return Case(
            header=header, trees=tuple(tree.model() for tree in self._trees), files=("case.yaml",), **parts
        )

    def _unused_claims(self) -> list[str]:
        arguments = self._parts.get("arguments", [])
        used = {id for a in arguments for id in (*a.premises, *a.side_claims)}
        return [claim.id for claim in self._parts.get("claims", []) if claim.id not in used]

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write the case as a new folder of YAML files; returns their names."""
        from casegen.io.case_writer import write_case

        return write_case(self.model(), Path(folder))


class TreeBuilder:
    """Gates and events of one fault tree.  Inputs are ids, or other gates made in place."""

    def __init__(self, case: CaseBuilder, data: dict[str, Any]) -> None:
        self._case, self._data, self._gates = case, data, list[Gate]()

    def event(self, id: str, model: float | dict[str, Any] | None = None, **more: Any) -> str:
        """A basic event: ``model`` is a probability, or as in the files (``{"type": "evidence", …}``)."""
        if isinstance(model, int | float):
            model = {"type": "constant", "probability": float(model)}
        return self._case.add("events", _made(BasicEvent, {"id": id, "model": model, **more}))

    def house(self, id: str, state: bool, text: str = "") -> str:
        """An event known to be true or false."""
        return self._case.add("house_events", _made(HouseEvent, {"id": id, "state": state, "text": text}))

    def gate(self, id: str, type: str, *inputs: str | Formula, **more: Any) -> str:
        """A gate by its type's name; ``k``, ``k_max`` and ``condition`` as the type needs them."""
        self._gates.append(_made(Gate, {"id": id, "type": type, "inputs": inputs, **more}))
        return id

    def and_(self, id: str, *inputs: str | Formula, **more: Any) -> str:
        """All inputs."""
        return self.gate(id, "and", *inputs, **more)

    def or_(self, id: str, *inputs: str | Formula, **more: Any) -> str:
        """At least one input."""
        return self.gate(id, "or", *inputs, **more)

    def not_(self, id: str, input: str | Formula, **more: Any) -> str:
        """The input does not hold."""
        return self.gate(id, "not", input, **more)

    def at_least(self, id: str, k: int, *inputs: str | Formula, **more: Any) -> str:
        """``k`` or more of the inputs."""
        return self.gate(id, "atleast", *inputs, k=k, **more)

    def inhibit(self, id: str, input: str | Formula, condition: str, **more: Any) -> str:
        """The input, where the condition holds."""
        return self.gate(id, "inhibit", input, condition=condition, **more)

    def model(self) -> FaultTree:
        """The tree as typed data; its top gate first."""
        top = self._data["top"]
        gates = sorted(self._gates, key=lambda gate: gate.id != top)
        tree: FaultTree = _made(FaultTree, {**self._data, "gates": gates})
        return tree


__all__ = ["CaseBuilder", "TreeBuilder"]
