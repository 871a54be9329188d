"""What a part rests on: everything whose change can change it, with the way there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from casegen.argument.references import Reference, Space, references
from casegen.argument.view import CaseView
from casegen.assessment.risk_matrix import leading_entries
from casegen.model.case import SECTIONS, Case
from casegen.review.changes import Key

DOCUMENT = "document:"

_DOWN_TO_ANOTHER = {("arguments", "claim"), ("defeaters", "target"), ("residual_doubts", "target")}
"""references that point from what supports or objects to what is supported or objected to"""


class Upstream:
    """The graph of a case: an edge from every part to each part it rests on."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._view = CaseView(case)
        self.keys = _keys(case)
        self._edges: dict[Key, dict[Key, None]] = {key: {} for group in self.keys.values() for key in group}
        for reference in references(case):
            self._reference(reference)
        for tree in case.trees:
            for gate in tree.gates:
                self._edge(Key("trees", tree.id), Key("gates", gate.id))
        for group in case.common_cause:
            for member in group.members:
                self._edge(Key("events", member), Key("common_cause", group.id))
        self._measures(case)
        self._severities(case)
        for node, objections in self._view.attached.items():
            for objection in objections:
                self._edge(self.node(node), self.node(objection))
        self._edges.setdefault(Key("case", case.header.id), {}).update(dict.fromkeys(self._edges))

    def _measures(self, case: Case) -> None:
        """A claim on measures that are left out rests on each of them, and they on the trees that they change."""
        criterion = case.header.study.alarp if case.header.study is not None else None
        claim = Key("claims", criterion.claim or "") if criterion is not None else None
        for measure in case.risk_reductions:
            for loss in criterion.losses if criterion is not None else ():
                self._edge(Key("risk_reductions", measure.id), Key("trees", loss.tree))
            if claim is not None:
                self._edge(claim, Key("risk_reductions", measure.id))

    def _severities(self, case: Case) -> None:
        """In a case with a risk matrix a tree rests on the HAZOP entries that state how severe its top event is."""
        if case.header.study is None or case.header.study.risk_matrix is None:
            return
        for tree in case.trees:
            for entry in leading_entries(case, (tree,)):
                self._edge(Key("trees", tree.id), Key("hazop", entry.id))

    def node(self, id: str) -> Key:
        """The key of an argument node."""
        return Key(self._view.section(id) or "", id)

    def find(self, target: str) -> tuple[Key, ...]:
        """The parts called ``target``; for a link ``ARGUMENT:NODE``, the argument.

        A section of the documents, ``document:NAME``, is drawn from the whole case.
        """
        if target.startswith(DOCUMENT) and len(target) > len(DOCUMENT):
            return (Key("case", self.case.header.id),)
        if target in self.keys:
            return tuple(self.keys[target])
        link = self._view.link(target)
        return (self.node(link[0]),) if link else ()

    def below(self, targets: Iterable[Key]) -> Mapping[Key, Key | None]:
        """Everything the targets rest on, themselves included; to each the part above it, for :func:`way`.

        A claim rests on the HAZOP rows it answers, not on what else mitigates them.
        """
        results: dict[Key, Key | None] = dict.fromkeys(targets)
        queue = deque(results)
        while queue:
            key = queue.popleft()
            if key.section in ("hazop", "scenarios") and results[key] is not None:
                continue
            for next_key in self._edges.get(key, ()):
                if next_key not in results:
                    results[next_key] = key
                    queue.append(next_key)
        return results

    def _edge(self, above: Key, below: Key) -> None:
        if above in self._edges and below in self._edges:
            self._edges[above][below] = None

    def _reference(self, reference: Reference) -> None:
        if reference.role == "module" or (reference.section, reference.role) == ("case", "root"):
            return
        source = Key(reference.section, reference.source)
        if reference.section == "trees" and reference.role == "input":
            source = Key("gates", reference.source)
        for target in self._targets(reference):
            if (reference.section, reference.role) in _DOWN_TO_ANOTHER:
                self._edge(target, source)
            else:
                self._edge(source, target)

    def _targets(self, reference: Reference) -> tuple[Key, ...]:
        sections = _SECTIONS_OF.get(reference.space)
        result = self.keys.get(reference.target, ())
        return tuple(key for key in result if sections is None or key.section in sections)


def shortest_path(below: Mapping[Key, Key | None], key: Key) -> tuple[Key, ...]:
    """The shortest way from a target down to ``key``, both included."""
    results = [key]
    above = below[key]
    while above is not None:
        results.append(above)
        above = below[above]
    return tuple(reversed(results))


_SECTIONS_OF: Mapping[Space, tuple[str, ...]] = {
    Space.NODE: ("claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters", "residual_doubts"),
    Space.PROPERTY: ("properties",),
    Space.HAZOP: ("hazop",),
    Space.SCENARIO: ("scenarios",),
    Space.STUDY_ITEM: ("study_items",),
    Space.RISK_REDUCTION: ("risk_reductions",),
    Space.TREE: ("trees",),
    Space.TREE_PART: ("gates", "events", "house_events", "common_cause"),
    Space.COMMON_CAUSE: ("common_cause",),
    Space.PARAMETER: ("parameters",),
    Space.EVIDENCE_ITEM: ("evidence_items",),
}


def _keys(case: Case) -> dict[str, list[Key]]:
    results: dict[str, list[Key]] = {case.header.id: [Key("case", case.header.id)]}
    for section in ("modules", *SECTIONS):
        for part in getattr(case, section):
            results.setdefault(part.id, []).append(Key(section, part.id))
    for tree in case.trees:
        for gate in tree.gates:
            results.setdefault(gate.id, []).append(Key("gates", gate.id))
    return results
