"""From a case and its stored results to the status of every claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, cast

from casegen.argument.reading.restored_events import is_restored
from casegen.argument.view import view_anew, view_of
from casegen.assessment.event_independence import argued_by_claims, tree_independence
from casegen.assessment.requirements import Numbers, evaluate
from casegen.assessment.stated_part import with_reach
from casegen.assessment.tree_results import TopResult, at_the_end, top_result, without_number
from casegen.assessment.trees import BoundTree, Prepared, bind, measured
from casegen.model.argument import AllocatedBound, Claim, ContextNode, Requirement
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.fault_tree import BasicEvent, Constant, EventModel, FromEvidence
from casegen.model.quantity import Distribution, Estimate, MeasureKind
from casegen.model.results import Assessment, EvidenceState, Reason, RequirementResult, TreeResult
from casegen.store.store import Store
from casegen.texts.frequencies.agreement import disagreement, failure_of, words_of

if TYPE_CHECKING:
    from casegen.argument import StatusResult

Answer = TypeVar("Answer")
BREAKING = (Severity.INPUT, Severity.ERROR)
"""with such a finding the argument has no meaning, so that no case is supported"""


@dataclass(frozen=True, slots=True)
class Change:
    """A what-if: a basic event's probability, a measure of an evidence item, or a house event (0 or 1).

    With ``distribution`` the event (or the total of the common-cause group) is uncertain: its probability, of
    ``kind``, is distributed so, and ``number`` is the mean.  Without, a number counts as exact.
    """

    number: float
    event: str = ""
    evidence: str = ""
    measure: str = ""
    house: str = ""
    distribution: Distribution | None = None
    kind: MeasureKind = MeasureKind.PER_MISSION

    @property
    def state(self) -> str:
        """``true`` or ``false`` of a house event, as the case files have it; empty of what is a number."""
        return str(self.number != 0.0).lower() if self.house else ""

    @property
    def subject(self) -> str:
        """What is changed, as the command line writes it."""
        return self.event or self.house or f"{self.evidence}.{self.measure}"


@dataclass
class Session:
    """Keeps compiled trees between assessments of the same case, so that a what-if only re-evaluates."""

    case: Case
    evidence: Mapping[str, EvidenceState]
    _prepared: dict[str, Prepared] = field(default_factory=dict)
    _unchanged: Numbers | None = None
    _evaluated: dict[tuple[str, Requirement], RequirementResult] = field(default_factory=dict)
    """requirements of nodes, with nothing changed"""
    _restated: dict[tuple[Change, ...], Session] = field(default_factory=dict)
    _assessed: Assessment | None = None
    _once: dict[Callable[[Session], object], object] = field(default_factory=dict)

    @classmethod
    def open(cls, case: Case) -> Session:
        """A session on the results in the case's store."""
        return cls(view_anew(case).case, Store(case).states())

    def once(self, compute: Callable[[Session], Answer]) -> Answer:
        """What ``compute`` says of the session with nothing changed, computed the first time."""
        if compute not in self._once:
            self._once[compute] = compute(self)
        return cast("Answer", self._once[compute])

    def numbers(self, changes: tuple[Change, ...] = ()) -> Numbers:
        """Bind every tree at the worst time of its mission, with the changes applied."""
        changes = self.effective(changes)
        if changes:
            return self._bound(changes)
        if self._unchanged is None:
            self._unchanged = self._bound(())
        return self._unchanged

    def _bound(self, changes: tuple[Change, ...]) -> Numbers:
        from casegen.fta import TooLarge
        from casegen.fta.errors import reason_of

        evidence = _changed(self.evidence, changes)
        overrides = {change.event: change.number for change in changes if change.event}
        values = measured(evidence)
        # a change of events leaves the trees without them as they are, with all that was computed of them
        unchanged = self.numbers().trees if changes and not any(c.evidence for c in changes) else {}
        trees: dict[str, BoundTree] = {}
        problems: dict[str, str] = {}
        for tree in self.case.trees:
            known = unchanged.get(tree.id)
            if known is not None and known.prepared.settable.isdisjoint(overrides):
                trees[tree.id] = known
                continue
            try:
                bound = bind(self.case, tree.id, values, overrides, self._prepared.get(tree.id))
                self._prepared[tree.id] = bound.prepared
                trees[tree.id] = bound.through.worst
            except (ValueError, TooLarge) as error:
                problems[tree.id] = reason_of(error)
        return Numbers(evidence, trees, problems)

    def assess(
        self, changes: tuple[Change, ...] = (), diagnostics: tuple[Diagnostic, ...] = ()
    ) -> Assessment:
        """Requirements, trees and the status of every claim, with the changes applied."""
        session, rest = self._apart(changes)
        if session is not self:
            return session.assess(rest, diagnostics)
        if rest or diagnostics:
            return self._assess(rest, diagnostics)
        if self._assessed is None:  # a page and its what-ifs ask for the same again
            self._assessed = self._assess((), ())
        return self._assessed

    def _assess(self, changes: tuple[Change, ...], diagnostics: tuple[Diagnostic, ...]) -> Assessment:
        from casegen.assessment.ledger import add_up, with_argued, with_budget
        from casegen.assessment.safety.alarp import alarp, doubted, judgements

        case, numbers = self.case, self.numbers(changes)
        trees = self._quantified(numbers)
        reductions = alarp(self, changes)
        said = joined(judgements(reductions), doubted(self, reductions, numbers, changes))
        numbers, requirements, said, standing = self._standing(numbers, trees, said)
        trees = {id: _argued(case, tree, numbers) for id, tree in trees.items()}
        ledger = add_up(case, requirements, numbers.evidence, numbers.trees, reductions)
        ledger = with_argued(case, ledger, standing, numbers.evidence)
        result = with_budget(case, standing, ledger)
        return Assessment(
            case=case,
            supported=result.supported and not any(d.severity in BREAKING for d in diagnostics),
            claims=result.claims,
            nodes=result.nodes,
            evidence=numbers.evidence,
            trees=trees,
            requirements=requirements if changes else with_reach(self, requirements, numbers),
            diagnostics=diagnostics,
            weakest=result.weakest,
            ledger=ledger,
            reductions=reductions,
            judgements=said,
        )

    def _standing(
        self, numbers: Numbers, trees: Mapping[str, TreeResult], said: Mapping[str, tuple[Reason, ...]]
    ) -> tuple[Numbers, dict[str, RequirementResult], dict[str, tuple[Reason, ...]], StatusResult]:
        """Requirements, judgements and statuses that agree: a bound counts while the claim stands that its tree names.

        A claim that does not stand takes bounds away, and with them perhaps other such claims: each pass adds one
        at least, so that there are no more passes than such claims.
        """
        from casegen.argument import status
        from casegen.assessment.safety.risk_matrix import doubted_risks, judged_risks

        while True:
            requirements = self.requirements(numbers)
            every = joined(
                said,
                judged_risks(self.case, trees, requirements),
                doubted_risks(self.case, numbers, trees, requirements),
            )
            result = status(self.case, requirements, numbers.evidence, trees, every)
            fallen = {
                claim: result.claims[claim].status.value
                for claim in argued_by_claims(self.case)
                if claim in result.claims and not result.claims[claim].stands
            }
            if fallen.keys() <= numbers.unargued.keys():
                return numbers, requirements, every, result
            numbers = replace(numbers, unargued={**numbers.unargued, **fallen})

    def argued(self, numbers: Numbers) -> Numbers:
        """``numbers`` with the claims that trees name for an independence and that do not stand."""
        if not argued_by_claims(self.case):
            return numbers
        return self._standing(numbers, self._quantified(numbers), {})[0]

    def bound(self, changes: tuple[Change, ...] = ()) -> Mapping[str, BoundTree]:
        """Every tree that can be bound, with the changes applied, those of house events and distributions included."""
        session, rest = self._apart(changes)
        return session.numbers(rest).trees

    def tops(self, changes: tuple[Change, ...] = ()) -> tuple[Mapping[str, BoundTree], dict[str, TopResult]]:
        """Every tree with the changes applied, those of house events and distributions included: its top event alone."""
        session, rest = self._apart(changes)
        numbers = session.numbers(rest)
        return numbers.trees, {
            tree.id: top_result(session.case, numbers.trees[tree.id], numbers.evidence)
            if tree.id in numbers.trees
            else TopResult(None, False, numbers.problems[tree.id])
            for tree in session.case.trees
        }

    def effective(self, changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """The changes that set another value than the case has: one to the same value changes nothing."""
        return tuple(change for change in changes if not self._has(change))

    def _has(self, change: Change) -> bool:
        """Whether the case has this value already, as exactly as the change states it."""
        if change.house:
            return self.case.house_event[change.house].state == (change.number != 0.0)
        if change.evidence:
            old = self.evidence[change.evidence].measures[change.measure]
            return all(x is None or x == change.number for x in (old.value, old.lower, old.upper))
        own = self.case.event.get(change.event)
        if change.distribution is not None or own is None:
            groups = (group.total for group in self.case.common_cause if group.id == change.event)
            model = next(groups, own.model if own is not None else None)
            number = change.number if change.distribution is None else change.distribution
            return isinstance(model, Constant) and model.exposure is None and model.probability == number
        holding = [tree for tree in self.case.trees if change.event in view_of(self.case).parts_of[tree.id]]
        bound = self.numbers().trees
        return bool(holding) and all(
            tree.id in bound and bound[tree.id].has(change.event, change.number) for tree in holding
        )

    def _apart(self, changes: tuple[Change, ...]) -> tuple[Session, tuple[Change, ...]]:
        """The session on the case that changes of house events and distributions make, and the other changes."""
        changes = self.effective(changes)
        restated = tuple(change for change in changes if change.house or change.distribution)
        if not restated:
            return self, changes
        return self.restated(restated), tuple(change for change in changes if change not in restated)

    def _quantified(self, numbers: Numbers) -> dict[str, TreeResult]:
        return {
            tree.id: _limited(
                at_the_end(self.case, numbers.trees[tree.id], numbers.evidence), numbers, self.case
            )
            if tree.id in numbers.trees
            else TreeResult(tree.id, None, problem=numbers.problems[tree.id])
            for tree in self.case.trees
        }

    def restated(self, changes: tuple[Change, ...]) -> Session:
        """A session on the case with house events and distributions as the changes have them, the same each time.

        Both may change what a tree is (an ordered gate needs to know how its inputs fail in time), so that trees that
        name any of them are compiled anew.
        """
        if changes not in self._restated:
            case, parts = self._with(changes), view_of(self.case).parts_of
            touched = {change.house or change.event for change in changes}
            touched |= {m for group in self.case.common_cause if group.id in touched for m in group.members}
            same = {tree: p for tree, p in self._prepared.items() if touched.isdisjoint(parts[tree])}
            for prepared in same.values():
                prepared.cases.append(case)
            self._restated[changes] = Session(case, self.evidence, same)
        return self._restated[changes]

    def on(self, evidence: Mapping[str, EvidenceState]) -> Session:
        """A session on the same trees with other numbers."""
        restated = {changes: session.on(evidence) for changes, session in self._restated.items()}
        return Session(self.case, evidence, self._prepared, _restated=restated)

    def _with(self, changes: tuple[Change, ...]) -> Case:
        states = {change.house: change.number != 0.0 for change in changes if change.house}
        models: dict[str, EventModel] = {
            change.event: Constant(type="constant", probability=change.distribution, kind=change.kind)
            for change in changes
            if change.distribution
        }
        case = self.case
        house = tuple(h.altered(update={"state": states.get(h.id, h.state)}) for h in case.house_events)
        events = tuple(
            e.altered(update={"model": models[e.id], "source": _source(e)}) if e.id in models else e
            for e in case.events
        )
        groups = tuple(
            g.altered(update={"total": models[g.id]}) if g.id in models else g for g in case.common_cause
        )
        return replace(
            case, house_events=house, events=events, common_cause=groups, as_written=case.as_written or case
        )

    def requirements(self, numbers: Numbers) -> dict[str, RequirementResult]:
        """Every requirement of a claim or assumption, evaluated, by the node's id."""
        owners: list[Claim | ContextNode] = [*self.case.claims, *self.case.contexts]
        return {
            node.id: _as_stated(
                self.case, node, node.requirement, self.evaluated(node, node.requirement, numbers)
            )
            for node in owners
            if node.requirement is not None
        }

    def evaluated(
        self, node: Claim | ContextNode, wanted: Requirement, numbers: Numbers
    ) -> RequirementResult:
        """The requirement that a node states, as :func:`casegen.assessment.requirements.evaluate` has it."""
        if numbers is not self._unchanged:
            return evaluate(self.case, wanted, numbers, node.id)
        key = (node.id, wanted)
        if key not in self._evaluated:
            self._evaluated[key] = evaluate(self.case, wanted, numbers, node.id)
        return self._evaluated[key]


def _source(event: BasicEvent) -> str:
    """The source beside a number that a what-if gives: the event's own; of what is measured the record was it."""
    return event.source or ("what-if" if isinstance(event.model, FromEvidence) else "")


def _as_stated(
    case: Case, node: Claim | ContextNode, wanted: Requirement, result: RequirementResult
) -> RequirementResult:
    """Not evaluated where the bound, once computed, is weaker than the number in the sentence."""
    if not isinstance(wanted.bound, AllocatedBound) or result.bound is None or result.holds is not True:
        return result
    weaker = disagreement(
        node.text,
        wanted.comparison,
        result.bound,
        wanted.kind,
        wanted.confidence,
        about=words_of(case, wanted),
        failure=failure_of(case, wanted),
        at_moments=is_restored(case, wanted.measure.tree or ""),
    )
    return replace(result, holds=None, problem=weaker) if weaker else result


def assess(case: Case, diagnostics: tuple[Diagnostic, ...] = ()) -> Assessment:
    """Assess the case on the results in its store; nothing is computed anew but the propagation."""
    return assess_checked(diagnostics, Session.open(case))


def assess_checked(diagnostics: tuple[Diagnostic, ...], session: Session) -> Assessment:
    """The same, with what :func:`casegen.assessment.checks.case.checked` gives."""
    result = session.assess(diagnostics=diagnostics)
    if session.case.header.joint_confidence is None:
        return result
    from casegen.assessment.planning.confidence_split import confidence_split

    return replace(result, split=confidence_split(session, result))


def _limited(result: TreeResult, numbers: Numbers, case: Case) -> TreeResult:
    limits = numbers.of_tree(case, result.id)
    if limits.impossible:
        result = without_number(result, limits.impossible)
    return replace(
        result,
        barred=tuple(one for one in limits.barred if one != limits.impossible),
        assumes=limits.assumes,
        unsourced=limits.unsourced,
        independence=tree_independence(case, result.id, numbers.unargued),
    )


def joined(*judgements: Mapping[str, tuple[Reason, ...]]) -> dict[str, tuple[Reason, ...]]:
    """The reasons that several studies give, by claim."""
    result: dict[str, tuple[Reason, ...]] = {}
    for one in judgements:
        for claim, reasons in one.items():
            result[claim] = (*result.get(claim, ()), *reasons)
    return result


def _argued(case: Case, result: TreeResult, numbers: Numbers) -> TreeResult:
    """The tree with what became of the claim that its events are independent."""
    if case.tree[result.id].independent_events not in numbers.unargued:
        return result
    return replace(result, independence=tree_independence(case, result.id, numbers.unargued))


def _changed(
    evidence: Mapping[str, EvidenceState], changes: tuple[Change, ...]
) -> Mapping[str, EvidenceState]:
    result = dict(evidence)
    for change in changes:
        if not change.evidence:
            continue
        state = result[change.evidence]
        old = state.measures[change.measure]
        new = Estimate(
            value=(number := change.number),
            lower=None if old.lower is None else number,
            upper=None if old.upper is None else number,
            confidence=old.confidence,
            kind=old.kind,
            note="what-if",
        )
        result[change.evidence] = replace(state, measures={**state.measures, change.measure: new})
    return result
