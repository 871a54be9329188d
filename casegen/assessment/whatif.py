"""What-if: change probabilities, recompute everything above, tell what flips."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast, get_args

from casegen.argument.reading.measures_of_data import lies_in_unit_interval
from casegen.argument.view import rests_on
from casegen.assessment.assess import Change, Session
from casegen.assessment.edited import refusals
from casegen.assessment.set_sources import WithoutSource, edited_statuses, stays_or_becomes, without_source
from casegen.assessment.settable import holds_any
from casegen.assessment.stale_parts import stale_of_trees
from casegen.assessment.tree_limits import set_aside
from casegen.assessment.trees import BoundTree
from casegen.assessment.unread_records import newly_unheld, not_evaluated, resting_on
from casegen.io.model_file import as_model
from casegen.io.sentences import enumerated, sentence
from casegen.io.source_map import parse
from casegen.model.case import COMMAND_LINE, Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.digits import in_full, times
from casegen.model.event_model import Constant
from casegen.model.quantity import Distribution, MeasureKind, out_of_range
from casegen.model.results import Assessment, Freshness, Status, TreeResult
from casegen.model.setting import number_set, split_setting
from casegen.model.shown import shown
from casegen.model.suggestions import nearest
from casegen.model.value_ranges import FROM_ZERO, SHARE
from casegen.store.methods import method, registered

_HERE = Location(COMMAND_LINE)
_FORM = "{distribution: lognormal, mean: 1.0e-4, error_factor: 3}"


class EvidenceAwaited(InputError):
    """A change of a measure whose item has no result yet: as far as is known, nothing is wrong with the change."""

    def __init__(self, item: str, who: str = "", place: Location = _HERE) -> None:
        message = f"{who}evidence {item} has no result yet: `casegen evidence run` computes it"
        super().__init__([refusal(message, place)])
        self.item = item


@dataclass(frozen=True)
class WhatIfComparison:
    """Before and after a set of changes."""

    name: str
    changes: tuple[Change, ...]
    before: Assessment
    after: Assessment
    unchanged: tuple[str, ...] = ()
    """what has the value already that is set"""
    bound: Mapping[str, BoundTree] = field(default_factory=dict, compare=False, repr=False)
    """the trees with the changes"""

    @property
    def set_aside(self) -> tuple[str, ...]:
        """What texts say of the numbers that are changed, and what for that reason does not count."""
        aside = (line for tree in self.bound.values() for line in set_aside(tree.case, tree))
        return tuple(dict.fromkeys(aside))

    @property
    def stale(self) -> Mapping[str, tuple[str, ...]]:
        """Stale evidence items that the numbers of a tree come from, before or after, by tree."""
        return stale_of_trees(self.before, self.after)

    @property
    def barred(self) -> Mapping[str, tuple[str, ...]]:
        """Why the number of a tree supports no claim with the changes, and did without them, by tree."""
        new = {
            tree: tuple(why for why in result.barred if why not in self.before.trees[tree].barred)
            for tree, result in self.after.trees.items()
        }
        return {tree: reasons for tree, reasons in new.items() if reasons}

    @property
    def not_evaluated(self) -> Mapping[str, str]:
        """Why a tree has no top event with the changes, by tree."""
        return {tree: _lacking(one) for tree, one in self.after.trees.items() if one.judged is None}

    @property
    def unknown(self) -> Mapping[str, str]:
        """Of :attr:`not_evaluated` the trees that hold something of what is set: whether these change is not known."""
        subjects, case = {change.subject for change in self.changes}, self.before.case
        return {tree: why for tree, why in self.not_evaluated.items() if holds_any(case, tree, subjects)}

    def lacking_before(self, tree: str) -> str:
        """Why the tree has no top event without the changes."""
        return _lacking(self.before.trees[tree])

    @cached_property
    def _unheld(self) -> tuple[tuple[str, str], ...]:
        """Claims with the measured items that they cite and no event reads any more, with these."""
        return tuple(newly_unheld(self.before.case, {c.event for c in self.changes if c.event}))

    @property
    def stays(self) -> Mapping[str, tuple[str, ...]]:
        """Claims that are supported only by measured items that they cite and no event reads any more, with these."""
        claims = self.after.claims
        result: dict[str, tuple[str, ...]] = {}
        for claim, item in self._unheld:
            if claims[claim].status is Status.SUPPORTED:
                result[claim] = tuple(dict.fromkeys([*result.get(claim, ()), item]))
        return result

    @property
    def rests(self) -> Mapping[str, tuple[str, ...]]:
        """Supported claims above those of :attr:`stays`, with the ones that each rests on."""
        return resting_on(self.after, self.stays) if self.stays else {}

    @cached_property
    def refusals(self) -> tuple[Diagnostic, ...]:
        """Why `check` refuses the case edited so, which it does not refuse as it is."""
        return refusals(self.before.case, self._moving)

    @cached_property
    def without_source(self) -> WithoutSource:
        """Claims that are supported only because the record of an event counts as the source of the number set."""
        return without_source(self.before.case, self.after, self._moving)

    @property
    def _moving(self) -> list[Change]:
        return [c for c in self.changes if c.subject not in self.unchanged]

    @property
    def doubtful(self) -> frozenset[str]:
        """Claims that are supported with the changes and are not in the case edited so."""
        return frozenset({*self.stays, *self.rests, *self.refused}) | self.without_source.claims

    @property
    def refused(self) -> frozenset[str]:
        """Supported claims of which :attr:`refusals` speak, and those above them."""
        parts = {one.target for one in self.refusals} & {*self.after.claims}
        case = self.after.case
        return frozenset(
            claim
            for claim, result in self.after.claims.items()
            if result.status is Status.SUPPORTED
            and any(claim == part or rests_on(case, claim, part) for part in parts)
        )

    @cached_property
    def edited(self) -> Mapping[str, Status]:
        """Status of each claim in the case edited so: what the page shows, where it can tell."""
        why = not_evaluated({claim for claim, _ in self._unheld})
        result = edited_statuses(self.before.case, self.after, self._moving, why)
        return result | dict.fromkeys(self.refused, Status.NOT_EVALUATED)

    @property
    def supported(self) -> bool:
        """Whether the case edited so is supported: accepted by `check`, and no root is among :attr:`doubtful`."""
        stands = self.after.supported and self.doubtful.isdisjoint(self.before.case.header.roots)
        return stands and not self.refusals

    @property
    def unread(self) -> tuple[str, ...]:
        """What :attr:`stays`, :attr:`rests`, :attr:`without_source` and :attr:`refusals` name, a line for each."""
        own = [
            f"{claim} {stays_or_becomes(self.before, claim)} supported by {item}, which no event reads with this "
            f"change; in the case edited so it is not evaluated until something says what {item} must show"
            for claim, items in self.stays.items()
            for item in items
        ]
        above = [
            f"{claim} rests on {enumerated(below)}; in the case edited so it is not evaluated either"
            for claim, below in self.rests.items()
        ]
        refused = [
            f"the case edited so is refused: {one.message} [{one.rule}]; set the measured value instead, or edit "
            "the requirement with the number"
            for one in self.refusals
        ]
        return (*own, *above, *self.without_source.lines(self.before), *refused)

    @property
    def unpooled(self) -> Mapping[str, tuple[str, ...]]:
        """Measures that are set and were bounded together with other records, by the tree that declares these."""
        result: dict[str, tuple[str, ...]] = {}
        set_ones = {change.subject for change in self.changes if change.evidence}
        for holder, was in self.before.requirements.items():
            now = self.after.requirements[holder].joint
            tree = self._tree_of(holder)
            if was.joint is None or was.joint.problem or tree is None:
                continue
            lost = [r for r in was.joint.records if r in set_ones and (now is None or r not in now.records)]
            if lost:
                result[tree] = tuple(dict.fromkeys([*result.get(tree, ()), *lost]))
        return result

    def _tree_of(self, holder: str) -> str | None:
        requirement = getattr(self.before.case.node.get(holder), "requirement", None)
        return requirement.measure.tree if requirement is not None else None

    def flipped(self) -> tuple[str, ...]:
        """Claims whose status differs, in the case's order."""
        after = self.after.claims
        return tuple(c for c, result in self.before.claims.items() if after[c].status is not result.status)

    def moved(self) -> tuple[str, ...]:
        """Claims whose status differs in the case :attr:`edited` so, in the case's order."""
        return tuple(c for c, result in self.before.claims.items() if self.edited[c] is not result.status)

    def ratio(self, tree: str) -> float | None:
        """Top event, as it is judged, after over before; 1 where they are equal up to rounding, None without a ratio."""
        return times(self.after.trees[tree].judged_value, self.before.trees[tree].judged_value)

    def worst_unknown(self, tree: str) -> str:
        """Where the worst time of the tree's mission is not found, before or after: what is known of the top."""
        both = (("before", self.before.trees[tree]), ("after", self.after.trees[tree]))
        return "; ".join(
            f"{when}: {one.worst_unknown}" for when, one in both if one.worst_unknown and one.judged
        )


def _lacking(tree: TreeResult) -> str:
    """Why a tree has no top event."""
    return tree.problem or sentence("not_quantified", tree=tree.id)


def compare(
    session: Session, changes: Iterable[Change], name: str = "", before: Assessment | None = None
) -> WhatIfComparison:
    """Assess the case as it is (unless given) and with the changes."""
    wanted = tuple(changes)
    effective = session.effective(wanted)
    unchanged = tuple(change.subject for change in wanted if change not in effective)
    after, bound = session.assess(effective), session.bound(effective)
    return WhatIfComparison(name, wanted, before or session.assess(), after, unchanged, bound)


def parse_change(case: Case, session: Session, text: str) -> Change:
    """``EVENT=P`` (in the tree's kind), ``EVENT={distribution: …}``, ``EVIDENCE.MEASURE=V`` or ``HOUSE=true|false``.

    Raises :class:`InputError` naming what is unknown or out of range.
    """
    subject, setting = split_setting(text)
    if setting.startswith("{"):
        parsed = parse(setting, "command line")
        if parsed.problems:
            raise InputError(parsed.problems)
        return uncertain(case, session, subject, parsed.data)
    words = {"true": 1.0, "false": 0.0} if subject in case.house_event else {}
    expected = f"EVENT=PROBABILITY, EVENT={_FORM}, EVIDENCE.MEASURE=VALUE or HOUSE=true|false"
    try:
        return change(case, session, *number_set(text, expected, words))
    except ValueError as error:
        raise _refused(str(error)) from None


def parse_changes(case: Case, session: Session, texts: Iterable[str]) -> tuple[Change, ...]:
    """The settings of one change, each as :func:`parse_change` reads it; two of one name are refused."""
    changes: dict[str, Change] = {}
    for text in texts:
        one = parse_change(case, session, text)
        if changes.setdefault(one.subject, one) != one:
            raise _refused(f"{one.subject} is set to two values")
    return tuple(changes.values())


def uncertain(case: Case, session: Session, subject: str, data: object) -> Change:
    """A checked change of an event, or of a common-cause group's total, to a distribution as the model files have it.

    ``data``: ``{distribution: NAME, …}`` of probabilities, per what the trees that hold the event say.
    Raises :class:`InputError` where it is no distribution, or leaves the range of what it stands for.
    """
    from casegen.fta.events.distributions import mean

    if subject not in case.event and all(g.id != subject for g in case.common_cause):
        if subject in case.house_event or subject.rpartition(".")[0] in case.evidence_item:
            only = "only basic events and totals of common-cause groups are uncertain in a what-if"
            raise _refused(f"{subject} takes no distribution: {only}")
        change(case, session, subject, 0.0)  # says what is unknown
    spread = _distribution(subject, data)
    result = change(case, session, subject, mean(spread))
    kind = _kind_of(case, subject)
    limits = FROM_ZERO if kind is MeasureKind.PER_HOUR else SHARE
    if problem := limits.problem_in_tails(spread):
        raise _refused(f"{subject}: {'a rate' if limits is FROM_ZERO else 'a probability'} {problem}")
    return replace(result, distribution=spread, kind=kind)


def _distribution(subject: str, data: object) -> Distribution:
    """The distribution that ``data`` states; every fault of it at once."""
    try:
        spread = as_model(Constant, {"type": "constant", "probability": data}, {}, "command line").probability
    except InputError as error:
        raise InputError(
            [refusal(f"{subject}: {d.message}", _HERE, d.hint) for d in error.diagnostics]
        ) from None
    if not isinstance(spread, get_args(get_args(Distribution)[0])):
        raise _refused(f"{subject}: expected a distribution such as {_FORM}, found {shown(data)}")
    return cast("Distribution", spread)


def _kind_of(case: Case, subject: str) -> MeasureKind:
    """What one unit of the event's probability is: what the trees that hold it say, all alike."""
    from casegen.fta.gates.structure import build_structure

    kinds: dict[MeasureKind, str] = {}
    for tree in case.trees:
        try:
            structure = build_structure(case, tree.id)
        except ValueError:
            continue  # a tree without meaning is reported by its own rule
        if subject in structure.events or subject in structure.groups:
            kinds.setdefault(tree.kind, tree.id)
    if len(kinds) > 1:
        words = " and ".join(f"{kind} in {tree}" for kind, tree in kinds.items())
        raise _refused(
            f"{subject} is a {words}: a distribution, or a number above 1, has one meaning only; edit the case instead"
        )
    return next(iter(kinds), MeasureKind.PER_MISSION)


def change(case: Case, session: Session, subject: str, number: float) -> Change:
    """A checked change of ``subject`` to ``number``."""
    from casegen.fta.gates.structure import members_of

    members = {*members_of(subject)} or {subject}
    group = next((g.id for g in case.common_cause if members <= {*g.members}), None)
    if group is not None:
        which = "part" if members_of(subject) else "member"
        raise _refused(
            f"{subject} is a {which} of the common-cause group {group}: set {group}, the total, instead"
        )
    if subject in case.event or any(g.id == subject for g in case.common_cause):
        most = math.inf if number > 1.0 and _kind_of(case, subject) is MeasureKind.PER_HOUR else 1.0
        if not (0.0 <= number <= most and math.isfinite(number)):
            raise _refused(f"{subject}: a probability lies in [0, 1], found {in_full(number)}")
        return Change(number, event=subject)
    if subject in case.house_event:
        if number not in (0.0, 1.0):
            raise _refused(f"{subject} is a house event: true or false, found {in_full(number)}")
        return Change(number, house=subject)
    item, _, measure = subject.rpartition(".")
    if item in case.evidence_item:
        kinds = _kinds(case, session, item)
        if kinds and measure not in kinds:
            raise _refused(f"evidence {item} has no measure {measure!r}{nearest(measure, kinds)}")
        problem = out_of_range(number, kinds[measure]) if kinds else ""
        if not problem and lies_in_unit_interval(measure) and not 0.0 <= number <= 1.0:
            problem = f"lies in [0, 1], found {in_full(number)}"
        if problem:
            raise _refused(f"{subject}: the value {problem}")
        if measure not in session.evidence[item].measures:
            raise EvidenceAwaited(item)
        return Change(number, evidence=item, measure=measure)
    known = [
        *case.event,
        *case.house_event,
        *(f"{e}.{m}" for e, state in session.evidence.items() for m in state.measures),
    ]
    raise _refused(
        f"there is no basic event, house event or evidence measure {subject!r}{nearest(subject, known)}"
    )


def _kinds(case: Case, session: Session, item: str) -> dict[str, MeasureKind]:
    """Measures of an item with their kinds: of its result if fresh, else also as its method declares them; empty if
    nobody does.
    """
    state = session.evidence[item]
    measures = {name: estimate.kind for name, estimate in state.measures.items()}
    if measures and state.freshness is Freshness.FRESH:
        return measures
    name = case.evidence_item[item].method
    declared = method(name).measures if name in registered() else {}
    return measures | {measure: MeasureKind(kind) for measure, (kind, _) in declared.items()}


def stated_change(case: Case, session: Session, subject: str, setting: object) -> Change:
    """One line of a scenario as a checked change; raises :class:`InputError` for what is unknown or out of range."""
    if isinstance(setting, Mapping):
        return uncertain(case, session, subject, setting)
    if isinstance(setting, bool) != (subject in case.house_event) or not isinstance(setting, int | float):
        wanted = "true or false" if subject in case.house_event else f"a number, or {_FORM}"
        raise _refused(f"{subject}: expected {wanted}, found {shown(setting)}")
    return change(case, session, subject, float(setting))


def _refused(message: str) -> InputError:
    return InputError([refusal(message, _HERE)])


def refusal(message: str, place: Location, hint: str = "") -> Diagnostic:
    """A change that cannot be made, and where it is stated."""
    return Diagnostic("call", Severity.INPUT, message, place, hint=hint)
