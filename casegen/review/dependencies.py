"""What the status of a part is computed from: everything whose change can change it, with the way there.

This is the one definition: what opens a finding or a sign-off again, who may sign, and what has to hold before a
part is accepted are all asked of :class:`Upstream`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from casegen.argument.references import IdReference, Space, references
from casegen.argument.view import CaseView, trees_of
from casegen.assessment.safety.risk_acceptance import unused, users
from casegen.assessment.safety.severities import leading_entries
from casegen.model.argument import Claim, ContextNode, Defeater, ResidualDoubt
from casegen.model.case import SECTIONS, Case
from casegen.model.hazop_matrix import entries_by_item
from casegen.review.changes import Key

DOCUMENT = "document:"

_DOWN_TO_ANOTHER = {("arguments", "claim"), ("defeaters", "target"), ("residual_doubts", "target")}
"""references that point from what supports or objects to what is supported or objected to"""

JUDGED_IN = (
    "system", "environment", "intended_use", "risk_criteria", "limitations", "roots", "strict", "released",
    "joint_confidence", "independent_errors",
)  # fmt: skip
"""fields of the header in the light of which every claim of the case is judged"""

ALARP, MATRIX, GUIDE_WORDS = (
    Key("case", f"study.{name}") for name in ("alarp", "risk_matrix", "guide_words")
)
"""what of the header parts of the case are computed from, each as a part by itself"""

_INHERITED, _REQUIRED = "inherited", "required"
"""sections of what is no part of a case: the contexts that hold at a node, the requirement of a node"""
_NODES = ("claims", "arguments", "evidence", "contexts", "sub_cases", "defeaters", "residual_doubts")


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
        self.roots = frozenset(self.node(root) for root in case.header.roots)
        self.unused: frozenset[Key] | None = None
        """trees in the risk matrix that no claim uses: the roots rest on them; None without a matrix"""
        self._study(case)
        for module, id in ((node.module, node.id) for _, _, node in self._view.nodes if node.module):
            self._edge(Key("modules", module), self.node(id))
        for id, support in self._view.support.items():
            for other in support:
                self._edge(self.node(id), self.node(other))
        for node, objections in self._view.attached.items():
            for objection in objections:
                self._edge(self.node(node), self.node(objection))
        self._contexts()
        self._requirements(case)
        self._measures(case)
        self._edges.setdefault(Key("case", case.header.id), {}).update(dict.fromkeys(self._edges))

    def _study(self, case: Case) -> None:
        """Trees, HAZOP entries and items rest on the matrix and the guide words that they are read by.

        In a case with a risk matrix a tree rests on the entries that state how severe its top event is, and a root on
        each tree that no claim uses.
        """
        for name, rows in entries_by_item(case).items():
            for row in rows:
                self._edge(Key("study_items", name), Key("hazop", row.id))
        study = case.header.study
        if study is None:
            return
        self._edges.update({key: {} for key in (ALARP, MATRIX, GUIDE_WORDS)})
        for item in case.study_items:
            self._edge(Key("study_items", item.id), GUIDE_WORDS)
        if study.risk_matrix is None:
            return
        for entry in case.hazop:
            self._edge(Key("hazop", entry.id), MATRIX)
        for tree in case.trees:
            self._edge(Key("trees", tree.id), MATRIX)
            for entry in leading_entries(case, (tree,)):
                self._edge(Key("trees", tree.id), Key("hazop", entry.id))
            for claim in users(case, tree.id):
                self._edge(Key("claims", claim), Key("trees", tree.id))
        self.unused = frozenset(Key("trees", tree.id) for tree in case.trees if unused(case, tree.id))

    def _contexts(self) -> None:
        """A claim or step rests on the contexts of everything above it, as far as they are inherited."""
        for id in self._view.place:
            self._edges[Key(_INHERITED, id)] = {}
        for _, _, node in self._view.nodes:
            here = Key(_INHERITED, node.id)
            if self._view.section(node.id) in ("claims", "arguments"):
                self._edge(self.node(node.id), here)
            for context in node.context:
                self._edge(here, self.node(context))
            for heir in self._view.heirs(node.id):
                self._edge(Key(_INHERITED, heir), here)

    def _requirements(self, case: Case) -> None:
        """The requirement of a node, by which the evidence or the tree that it names is judged as well."""
        self._judged_by: dict[Key, list[Key]] = {}
        holders: list[Claim | ContextNode] = [*case.claims, *case.contexts]
        for holder in holders:
            if holder.requirement is None:
                continue
            measure, key = holder.requirement.measure, Key(_REQUIRED, holder.id)
            self._edges[key] = {}
            self._edge(self.node(holder.id), key)
            bound = holder.requirement.bound
            for tree in (*trees_of(holder.requirement), getattr(bound, "target_of", "")):
                self._edge(key, Key("trees", tree))
            judged = (
                Key("trees", measure.tree) if measure.tree else Key("evidence_items", measure.evidence or "")
            )
            self._judged_by.setdefault(judged, []).append(key)
        for step in case.arguments:
            self._judged_by.setdefault(Key("arguments", step.id), []).append(self.node(step.supports))
            if step.tree is not None:
                self._judged_by.setdefault(Key("trees", step.tree), []).append(Key("arguments", step.id))

    def _measures(self, case: Case) -> None:
        """The claim on measures rests on the criterion and on them, they on it and on each tree that they change."""
        criterion = case.header.study.alarp if case.header.study is not None else None
        if criterion is None:
            return
        claim = Key("claims", criterion.claim or "")
        self._edge(claim, ALARP)
        trees = [Key("trees", tree.id) for tree in case.trees]
        inside = {tree: self.below((tree,)) for tree in trees} if case.risk_reductions else {}
        losses = {Key("trees", loss.tree) for loss in criterion.losses}
        for measure in case.risk_reductions:
            key = Key("risk_reductions", measure.id)
            self._edge(claim, key)
            self._edge(key, ALARP)
            changed = {part for name in measure.changes for part in self._changed(name)}
            for tree in trees:
                if tree in losses or not changed.isdisjoint(inside[tree]):
                    self._edge(key, tree)

    def _changed(self, subject: str) -> tuple[Key, ...]:
        """The parts that a what-if with this subject changes: ``EVENT``, ``HOUSE`` or ``EVIDENCE.MEASURE``."""
        return (*self.keys.get(subject, ()), *self.keys.get(subject.rpartition(".")[0], ()))

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

    def below(self, targets: Iterable[Key], *, judged: bool = False) -> Mapping[Key, Key | None]:
        """Everything the targets rest on, themselves included; to each the part above it, for :func:`shortest_path`.

        A claim rests on the HAZOP rows it answers, not on what else mitigates them.  ``judged``: with what decides
        whether the target holds though it rests on it in no other way: of evidence and trees what is required of
        them, of a tree the steps that use it, of a step the claim that it shows.
        """
        results: dict[Key, Key | None] = dict.fromkeys(targets)
        queue = deque(results)
        by_parts = judged and any(key.section not in _NODES for key in results)
        while queue:
            key = queue.popleft()
            first = results[key] is None
            if key.section in ("hazop", "scenarios") and not first:
                continue
            also = self._verdict_of(key, first=first, by_parts=by_parts) if judged else ()
            for next_key in (*self._edges.get(key, ()), *also):
                if next_key not in results:
                    results[next_key] = key
                    queue.append(next_key)
        return {key: _part_above(results, key) for key in results if key.section != _INHERITED}

    def read_with(self, target: str) -> tuple[Key, ...]:
        """What a reader of a part has before them: the part, what it names and what is said against it, requirements,
        trees and evidence below that.

        Of a step also the claim that it shows, of an objection and a doubt also what they are about.  The steps below a
        premise are read by themselves; of the case as a whole and of a module its own words alone.
        """
        starts = self.find(target)
        if any(key.section in ("case", "modules") for key in starts):
            return starts
        results = dict.fromkeys((*starts, *self._read_above(starts)))
        queue = deque(key for key in results if key.section != "hazop")
        while queue:
            for key in self._edges.get(queue.popleft(), ()):
                if key not in results and key.section != "arguments":
                    results[key] = None
                    if key.section not in ("hazop", "scenarios"):  # what else a hazard is answered by
                        queue.append(key)
        return tuple(key for key in results if key.section != _INHERITED)

    def _read_above(self, starts: Iterable[Key]) -> Iterator[Key]:
        for key in starts:
            if key.section == "arguments":
                yield from self._judged_by.get(key, ())
            node = self.case.node.get(key.id)
            while isinstance(node, Defeater | ResidualDoubt):
                node = self.case.node.get(node.target)
                if node is not None:
                    yield self.node(node.id)

    @staticmethod
    def aspects(key: Key, field: str = "") -> tuple[Key, ...]:
        """What a change of a part, or of one field of it, changes: the part, and what others rest on of it alone."""
        if key.section == "case":
            own = (
                one
                for one in (ALARP, MATRIX, GUIDE_WORDS)
                if field == one.id or field.startswith(f"{one.id}.")
            )
            return (key, *own)
        if key.section in ("claims", "contexts") and (not field or field.startswith("requirement")):
            return (key, Key(_REQUIRED, key.id))
        return (key,)

    def _verdict_of(self, key: Key, *, first: bool, by_parts: bool) -> Iterator[Key]:
        """What decides whether a part holds, beside what it rests on, as ``review sign`` asks for it."""
        if key.section == "arguments" and not first:
            return
        if by_parts or first:
            yield from self._judged_by.get(key, ())
        if first and key.section == "evidence":
            item = self.case.node[key.id]
            yield from self._judged_by.get(Key("evidence_items", getattr(item, "evidence", "") or ""), ())
        if first and key.section == "gates":
            yield from (Key("trees", tree.id) for tree in self.case.trees if tree.top == key.id)

    def _edge(self, above: Key, below: Key) -> None:
        if above in self._edges and below in self._edges:
            self._edges[above][below] = None

    def _reference(self, reference: IdReference) -> None:
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

    def _targets(self, reference: IdReference) -> tuple[Key, ...]:
        sections = _SECTIONS_OF.get(reference.space)
        result = self.keys.get(reference.target, ())
        return tuple(key for key in result if sections is None or key.section in sections)


def _part_above(results: Mapping[Key, Key | None], key: Key) -> Key | None:
    """The next part on the way up from ``key``."""
    above = results[key]
    while above is not None and above.section == _INHERITED:
        above = results[above]
    return above


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
    Space.ALLOCATED: ("gates", "events", "house_events", "common_cause"),
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
