"""Which numbers a claim's support comes to, and which claim answers for a number that a step uses."""

from __future__ import annotations

from casegen.argument.acceptance import is_accepted
from casegen.argument.view import CaseView
from casegen.io.sentences import sentence
from casegen.model.argument import Argument, Block, Claim, EvidenceNode, SubCase
from casegen.model.fault_tree import FromEvidence
from casegen.model.sentence import NOTHING, Sentence
from casegen.texts.numbers.stated import stated


class HeldRequirements:
    """Requirements of an argument, looked up from the steps below them and from the numbers they use."""

    def __init__(self, view: CaseView) -> None:
        self.view = view
        self._reached: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._items = {tree: items_of_tree(view, tree) for tree in view.case.tree}

    def reached(self, claim: str) -> tuple[frozenset[str], frozenset[str]]:
        """Trees that steps below ``claim`` calculate, and measured items that they cite or whose trees use them.

        Side-claims are left out: a warrant is about the step, not about the number.
        """
        if claim in self._reached:
            return self._reached[claim]
        trees: set[str] = set()
        items: set[str] = set()
        seen, stack = {claim}, [claim]
        while stack:
            name = stack.pop()
            if name != claim and name in self._reached:
                trees |= self._reached[name][0]
                items |= self._reached[name][1]
                continue
            for below in self._below(name, trees, items):
                if below not in seen:
                    seen.add(below)
                    stack.append(below)
        self._reached[claim] = frozenset(trees), frozenset(items)
        return self._reached[claim]

    def _below(self, name: str, trees: set[str], items: set[str]) -> list[str]:
        node = self.view.case.node.get(name)
        if isinstance(node, SubCase):
            return [node.claim]
        if isinstance(node, EvidenceNode) and node.evidence is not None:
            items.add(node.evidence)
        result: list[str] = []
        for _, argument in self.view.arguments_for.get(name, ()):
            if argument.tree is not None:
                trees.add(argument.tree)
                items |= self._items.get(argument.tree, frozenset())
            result += argument.premises
        return result

    def tree(self, claim: str, tree: str) -> bool:
        """Whether ``claim``, or else every claim above it, requires something of the tree's top event."""
        waiting, seen = [claim], {claim}
        while waiting:
            node = self.view.case.claim.get(waiting.pop())
            m = node.requirement.measure if node is not None and node.requirement is not None else None
            if m is not None and m.tree == tree:
                continue
            above = self._above(node.id) if node is not None else []
            if not above:
                return False
            waiting += [name for name in above if name not in seen]
            seen.update(above)
        return True

    def item(self, claim: str, item: str) -> bool:
        """Whether ``claim`` or a claim above it requires a measure of the item, or calculates a tree that uses it."""
        waiting, seen = [claim], {claim}
        while waiting:
            node = self.view.case.claim.get(waiting.pop())
            if node is None:
                continue
            if self._requires(node, item):
                return True
            above = [name for name in self._above(node.id) if name not in seen]
            waiting += above
            seen.update(above)
        return False

    def _requires(self, claim: Claim, item: str) -> bool:
        m = claim.requirement.measure if claim.requirement is not None else None
        if m is not None and (m.evidence == item or (m.tree and item in self._items.get(m.tree, ()))):
            return True
        steps = self.view.arguments_for.get(claim.id, ())
        return any(a.tree is not None and item in self._items.get(a.tree, ()) for _, a in steps)

    def _above(self, claim: str) -> list[str]:
        """Claims that rest on ``claim`` as a premise, through sub-cases too."""
        names = [claim, *self.view.sub_cases_of.get(claim, ())]
        return [
            a.supports for name in names for a in self.view.used_by.get(name, ()) if name in a.premises
        ]  # fmt: skip

    def is_assumed_alone(self, claim: str) -> bool:
        """Whether every leaf that ``claim`` follows from is assumed: no measurement, tree or record among them."""
        if claim not in self.view.arguments_for:
            return False
        seen, stack = {claim}, [claim]
        while stack:
            node = self.view.case.node.get(stack.pop())
            below: list[str] = []
            if isinstance(node, SubCase):
                below = [node.claim]
            elif isinstance(node, Claim):
                steps = self.view.arguments_for.get(node.id, [])
                if node.requirement is not None or any(a.tree is not None for _, a in steps):
                    return False
                if not steps and not node.assumed:
                    return False
                below = [premise for _, a in steps for premise in a.premises]
            else:
                return False
            stack += [name for name in below if name not in seen]
            seen.update(below)
        return True

    def astray(self, claim: Claim) -> Sentence:
        """Why the requirement of a supported claim is not about its support; empty where it is, or there is none."""
        requirement = claim.requirement
        if requirement is None or claim.id not in self.view.arguments_for:
            return NOTHING
        m, (trees, items) = requirement.measure, self.reached(claim.id)
        own = [a.tree for _, a in self.view.arguments_for[claim.id] if a.tree is not None]
        if m.tree is not None and m.tree in self.view.case.tree and m.tree not in (own or trees):
            what = sentence("calculates", tree=own[0]) if own else sentence("calculates_nothing")
            return sentence("astray_tree", claim=claim.id, tree=m.tree, what=what)
        if m.evidence in self.view.case.evidence_item and m.evidence not in items:
            what = sentence("astray_item", claim=claim.id, item=m.evidence)
            return sentence("cited", what=what, items=", ".join(sorted(items))) if items else what
        return NOTHING

    def unheld(self, argument: Argument) -> list[str]:
        """Measured items that an evidence incorporation cites although nothing says what they must show.

        A person may judge what an item shows beyond a number (``accepted_by`` of the evidence node); a number in the
        claim's text is not judged but required.
        """
        claim = self.view.case.claim.get(argument.supports)
        if argument.block is not Block.EVIDENCE_INCORPORATION or claim is None:
            return []
        nodes = [self.view.case.node.get(premise) for premise in argument.premises]
        judged = not stated(claim.text)
        cited = [
            node.evidence
            for node in nodes
            if isinstance(node, EvidenceNode)
            and node.evidence
            and not (judged and is_accepted(node, self.view.case))
        ]
        return [item for item in dict.fromkeys(cited) if not self.item(claim.id, item)]


def items_of_tree(view: CaseView, tree: str) -> frozenset[str]:
    """Measured items that events of the tree, or totals of its common-cause groups, are bound to."""
    parts = view.parts_of.get(tree, frozenset())
    models = [view.case.event[name].model for name in parts if name in view.case.event]
    models += [group.total for group in view.case.common_cause if parts.intersection(group.members)]
    return frozenset(model.evidence for model in models if isinstance(model, FromEvidence))
