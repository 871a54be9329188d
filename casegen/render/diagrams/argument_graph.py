"""The argument of a case as a graph to be drawn: what supports what, what hangs on what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from casegen.model.argument import Argument, Claim, Defeater, ResidualDoubt
from casegen.model.case import Case
from casegen.model.results import Assessment
from casegen.render.diagrams.cae import NodeBox
from casegen.render.paging import Page


@dataclass(slots=True)
class Attachments:
    """What hangs on a node without supporting it."""

    contexts: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()


@dataclass
class ArgumentView:
    """The argument of a case as a graph to be drawn."""

    assessment: Assessment
    sheet_of: dict[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    names: dict[tuple[str, tuple[int, int, int] | None], str] = field(default_factory=dict)
    """the name of each sheet, by its root and its part"""
    context_sheet: dict[str, str] = field(default_factory=dict)
    """the sheet that shows the words of a context: the first that has it"""
    boxes: dict[tuple[str, str, bool], NodeBox] = field(default_factory=dict)
    """boxes that were sized, by node, the sheet that it stands on, and whether its words are left out"""

    def sheet_name(self, page: Page) -> str:
        """The name of a sheet."""
        return self.names[page.root, page.part]

    def parts(self, name: str) -> list[str]:
        """The further sheets of a node that has more below it than one sheet holds."""
        return [sheet for (root, part), sheet in self.names.items() if root == name and part is not None]

    @cached_property
    def repeats(self) -> dict[str, tuple[str, ...]]:
        """Sub-cases by the claim that they repeat."""
        result: dict[str, tuple[str, ...]] = {}
        for sub_case in self.case.sub_cases:
            result[sub_case.claim] = (*result.get(sub_case.claim, ()), sub_case.id)
        return result

    @property
    def case(self) -> Case:
        """The case."""
        return self.assessment.case

    @cached_property
    def attached(self) -> dict[str, Attachments]:
        """Contexts, defeaters and residual doubts by the node they hang on."""
        result: dict[str, Attachments] = {}
        for _, _, node in self.case.nodes():
            known = tuple(name for name in node.context if name in self.case.node)
            result.setdefault(node.id, Attachments(known))
        objections: list[Defeater | ResidualDoubt] = [*self.case.defeaters, *self.case.residual_doubts]
        for objection in objections:
            if objection.target in result and objection.target != objection.id:
                result[objection.target].objections += (objection.id,)
        return result

    def children(self, name: str) -> tuple[str, ...]:
        """What supports a node: arguments of a claim; premises and side-claims of an argument."""
        node = self.case.node.get(name)
        if isinstance(node, Claim):
            return tuple(argument.id for argument in self.case.argument_for.get(name, ()))
        if isinstance(node, Argument):
            return tuple(n for n in (*node.premises, *node.side_claims) if n in self.case.node)
        return ()

    def weight(self, name: str) -> int:
        """A node with what hangs on it, and on that."""
        return 1 + len(self.all_hanging(name))

    def hanging(self, name: str) -> tuple[str, ...]:
        """Contexts of a node, then what speaks against it."""
        attached = self.attached.get(name, Attachments())
        return (*attached.contexts, *attached.objections)

    def all_hanging(self, name: str) -> tuple[str, ...]:
        """What hangs on a node, and on that, each once."""
        result: dict[str, None] = {}
        pending = list(self.hanging(name))
        while pending:
            other = pending.pop()
            if other not in result:
                result[other] = None
                pending += self.hanging(other)
        return tuple(result)

    @cached_property
    def across(self) -> frozenset[str]:
        """Claims that an argument of another module uses: each starts a sheet."""
        return frozenset(
            name
            for argument in self.case.arguments
            for name in (*argument.premises, *argument.side_claims)
            if name in self.case.claim and self.case.claim[name].module != argument.module
        )

    @cached_property
    def _uses(self) -> dict[str, list[str]]:
        result: dict[str, list[str]] = {}
        for argument in self.case.arguments:
            for name in (*argument.premises, *argument.side_claims):
                result.setdefault(name, []).append(argument.id)
        return result

    def users_of(self, page: Page) -> set[str]:
        """The sheets with a transfer to this one: arguments that use its claims, sub-cases that repeat them."""
        users = {self.sheet_of.get(user, "") for name in page.nodes for user in self._uses.get(name, ())}
        users |= {self.sheet_of.get(user, "") for name in page.nodes for user in self.repeats.get(name, ())}
        return users - {""}

    def is_seam(self, name: str) -> bool:
        """Whether a sheet may start at a node: at claims only."""
        return name in self.case.claim

    def roots(self) -> list[str]:
        """The declared top claims, then every claim that nothing else reaches."""
        declared = [name for name in self.case.header.roots if name in self.case.claim]
        used = {
            name for argument in self.case.arguments for name in (*argument.premises, *argument.side_claims)
        }
        loose = [claim.id for claim in self.case.claims if claim.id not in used]
        return list(dict.fromkeys([*declared, *loose]))
