"""As low as reasonably practicable, computed: what each measure costs against the harm that it removes.

The harm that a measure removes is the change of every top event times what one occurrence costs.  It is taken at
the estimates, and as the most that the joint set of the inputs allows, and the larger of the two counts.  A measure
may be left out only if its cost is more than the disproportion factor times that harm (HSE, *Reducing risks,
protecting people*, 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from casegen.argument.leaf_status import doubts
from casegen.assessment.assess import Change, Session
from casegen.assessment.other_limits import confidences, has_others
from casegen.assessment.other_limits import doubts as doubts_by_limits
from casegen.assessment.requirement_text import UNITS
from casegen.assessment.requirements import Numbers
from casegen.assessment.safety.cost_units import of_another_unit
from casegen.assessment.safety.removed_harm import Removed
from casegen.assessment.tree_limits import tree_limits
from casegen.assessment.tree_results import TopResult
from casegen.assessment.trees import BoundTree
from casegen.assessment.vital_signs import reported_limits
from casegen.assessment.whatif import EvidenceAwaited, stated_change
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.digits import SAME, in_full, outward
from casegen.model.results import Assessment, Reason, Status
from casegen.model.safety import Alarp, RiskReduction
from casegen.model.safety_results import AlarpResult, ReductionDecision, ReductionResult, TreeChange
from casegen.model.sentence import listed
from casegen.model.vital_sign import VitalSign

if TYPE_CHECKING:
    from casegen.model.output.safety import AlarpDocument

SOURCE = "HSE, Reducing risks, protecting people (R2P2), 2001"


def alarp(session: Session, changes: tuple[Change, ...] = ()) -> AlarpResult | None:
    """The measures of the session's case against its criterion, with the changes of a what-if applied to both sides.

    None where the case states no criterion.
    """
    return _compared(session, changes) if changes else session.once(_compared)


def _compared(session: Session, changes: tuple[Change, ...] = ()) -> AlarpResult | None:
    study = session.case.header.study
    criterion = study.alarp if study is not None else None
    if criterion is None:
        return None
    now = session.tops(changes)
    problem = incomparable(session.case, criterion)

    @cache
    def barring(tree: str) -> tuple[str, ...]:
        return tree_limits(session.case, now[0][tree], session.evidence).barred

    return AlarpResult(
        criterion,
        tuple(
            _unjudged(measure, problem)
            if problem
            else _judged(session, criterion, measure, now, changes, barring)
            for measure in session.case.risk_reductions
        ),
    )


def incomparable(case: Case, criterion: Alarp) -> str:
    """Why costs and harm cannot be compared, whatever the numbers; empty where they can."""
    return _of_several_kinds(case, criterion) or of_another_unit(case, criterion)


def _of_several_kinds(case: Case, criterion: Alarp) -> str:
    """Why the losses of the trees do not add up to one harm; empty where they do."""
    kinds = {
        UNITS[case.tree[loss.tree].kind]: loss.tree for loss in criterion.losses if loss.tree in case.tree
    }
    if len(kinds) < 2:
        return ""
    trees = ", ".join(f"{tree} {kind}" for kind, tree in kinds.items())
    return f"harm of unlike kinds does not add up: the losses are of {trees}. Give the trees one kind by their exposure"


def _unjudged(measure: RiskReduction, problem: str) -> ReductionResult:
    return ReductionResult(
        measure.id, measure.title, measure.cost, ReductionDecision.NOT_EVALUATED, problem=problem
    )


def problems(case: Case, session: Session) -> Iterator[Diagnostic]:
    """Changes of measures that are no what-if: unknown, out of range, of the wrong kind; doubts about the comparison."""
    for index, measure in enumerate(case.risk_reductions):
        for subject, setting in measure.changes.items():
            try:
                stated_change(case, session, subject, setting)
            except EvidenceAwaited:
                continue  # no error of the case: the comparison is not evaluated until there is a result
            except InputError as error:
                place = case.locate("risk_reductions", index, "changes", subject)
                for d in error.diagnostics:
                    message = f"risk reduction {measure.id}: {d.message}"
                    yield Diagnostic(
                        "risk-reduction", Severity.ERROR, message, place, SOURCE, d.hint, measure.id
                    )
    result = alarp(session) if any(has_others(state) for state in session.evidence.values()) else None
    if result is not None:
        signs = session.once(_signs_unchanged)
        place = case.locate("case", "study", "alarp")
        yield from reported_limits("measures against risk", signs, place)


def _judged(
    session: Session,
    criterion: Alarp,
    measure: RiskReduction,
    present: tuple[Mapping[str, BoundTree], Mapping[str, TopResult]],
    changes: tuple[Change, ...],
    barring: Callable[[str], tuple[str, ...]],
) -> ReductionResult:
    """``barring`` tells what bars the top of a tree as it is."""
    try:
        own = [stated_change(session.case, session, s, value) for s, value in measure.changes.items()]
    except EvidenceAwaited as awaited:
        why = session.evidence[awaited.item].freshness.value
        return _unjudged(measure, sentence(why, item=awaited.item))
    except InputError as error:
        return _unjudged(measure, error.diagnostics[0].message)
    own_subjects = {change.subject for change in own}
    bound_now, now = present
    others = tuple(c for c in changes if c.subject not in own_subjects)
    bound, changed = session.tops((*others, *own))
    losses = {loss.tree: loss.amount for loss in criterion.losses}
    rows: list[tuple[float, Removed]] = []
    for tree, before in now.items():
        after = changed[tree]
        if before.top is None or after.top is None:
            if tree in losses:
                return _unjudged(
                    measure, f"fault tree {tree}: {before.problem or after.problem or 'not quantified'}"
                )
            continue
        if before.stale:
            return _unjudged(measure, sentence("stale_tree", tree=tree))
        removed = Removed((before.top, after.top), (bound_now[tree], bound[tree]), measure.taken)
        if removed.moved and tree not in losses:
            return _unjudged(measure, sentence("no_loss", tree=tree))
        if tree in losses and removed.moved:
            if barred := barring(tree):
                return _unjudged(measure, sentence("of_tree", tree=tree, problem=listed(barred)))
            rows.append((losses[tree], removed))
    return _decided(criterion, measure, rows)


def _decided(criterion: Alarp, measure: RiskReduction, rows: list[tuple[float, Removed]]) -> ReductionResult:
    harm = sum(loss * row.estimate for loss, row in rows)
    at_bounds = sum(loss * row.most for loss, row in rows)
    rounding = sum(loss * row.rounding for loss, row in rows)
    if max(harm, at_bounds) <= rounding:
        return _unjudged(measure, sentence("removes_no_harm"))
    if harm < -rounding:
        return _unjudged(measure, sentence("adds_harm"))
    ratio = _without_rounding(measure.cost / max(harm, at_bounds), rounding / max(harm, at_bounds))
    decision = ReductionDecision.TAKEN
    if not measure.taken:
        enough = measure.cost > criterion.disproportion * (max(harm, at_bounds) + rounding)
        decision = ReductionDecision.OUT_OF_PROPORTION if enough else ReductionDecision.MUST_BE_TAKEN
        ratio = ratio if enough else min(ratio, criterion.disproportion)
    changes = tuple(
        TreeChange(
            row.tree, row.tops[0].value, row.tops[1].value, loss, row.change.confidence, row.change.opposite
        )
        for loss, row in rows
    )
    return ReductionResult(measure.id, measure.title, measure.cost, decision, changes, harm, at_bounds, ratio)


def _without_rounding(ratio: float, error: float) -> float:
    """The number of few digits that a ratio is up to the rounding of the difference it is taken of."""
    near = float(f"{ratio:.6g}")
    return near if abs(near - ratio) <= max(error, SAME) * ratio else ratio


def judgements(result: AlarpResult | None) -> dict[str, tuple[Reason, ...]]:
    """Reasons for the claim that the criterion names."""
    if result is None or result.criterion.claim is None:
        return {}
    claim, factor = result.criterion.claim, result.criterion.disproportion
    reasons = []
    for m in result.measures:
        if m.decision is ReductionDecision.MUST_BE_TAKEN and m.ratio is not None:
            least = outward(m.ratio, upper=False, digits=3)
            message = sentence("must_be_taken", measure=m.title, id=m.id, ratio=least, factor=in_full(factor))
            reasons.append(Reason(claim, message, Status.CHALLENGED))
        elif m.decision is ReductionDecision.NOT_EVALUATED:
            reasons.append(
                Reason(
                    claim,
                    sentence("of_measure", measure=m.title, id=m.id, problem=m.problem),
                    Status.NOT_EVALUATED,
                )
            )
    left_out = [
        m.ratio for m in result.measures if m.decision is ReductionDecision.OUT_OF_PROPORTION and m.ratio
    ]
    if not reasons and not left_out:
        taken = sum(m.decision is ReductionDecision.TAKEN for m in result.measures)
        message = sentence("all_taken", n=f"{taken:,}") if taken else sentence("none_left_out")
        reasons.append(Reason(claim, message, Status.NOT_EVALUATED))
    elif not reasons:
        least = outward(min(left_out), upper=False, digits=3)
        message = sentence("out_of_proportion", n=f"{len(left_out):,}", ratio=least, factor=in_full(factor))
        reasons.append(Reason(claim, message, Status.SUPPORTED))
    return {claim: tuple(reasons)}


def doubted(
    session: Session, result: AlarpResult | None, numbers: Numbers, changes: tuple[Change, ...]
) -> dict[str, tuple[Reason, ...]]:
    """Reasons for the claim that the criterion names, where the comparison is in doubt (:func:`signs_in_doubt`).

    ``numbers`` are those with the changes of a what-if.
    """
    if result is None or result.criterion.claim is None:
        return {}
    signs = signs_in_doubt(session, result, numbers, changes) if changes else session.once(_signs_unchanged)
    reasons = (*_unsourced(session, result, numbers), *doubts(result.criterion.claim, signs))
    return {result.criterion.claim: reasons} if reasons else {}


def left_open(assessment: Assessment, measure: ReductionResult) -> str:
    """Why leaving out the measure is not certain: signs of the data, or earlier looks; empty where it is."""
    result = assessment.reductions
    if result is None or measure.decision is not ReductionDecision.OUT_OF_PROPORTION:
        return ""
    reasons = assessment.judgements.get(result.criterion.claim or "", ())
    return listed(reason.message for reason in reasons if reason.of_data)


def _unsourced(session: Session, result: AlarpResult, numbers: Numbers) -> Iterator[Reason]:
    """Events without a source, of trees by which a measure is left out."""
    if not result.holds:
        return
    left_out = (m for m in result.measures if m.decision is ReductionDecision.OUT_OF_PROPORTION)
    for tree in dict.fromkeys(change.tree for m in left_out for change in m.trees):
        for event in numbers.of_tree(session.case, tree).unsourced:
            yield Reason(event, sentence("unsourced", tree=tree, event=event), Status.ASSUMED)


def _signs_unchanged(session: Session) -> tuple[VitalSign, ...]:
    result = alarp(session)
    return signs_in_doubt(session, result, session.numbers()) if result is not None else ()


def signs_in_doubt(
    session: Session, result: AlarpResult, numbers: Numbers, changes: tuple[Change, ...] = ()
) -> tuple[VitalSign, ...]:
    """Suspicious signs of what the harm is computed from, and those of earlier runs by which a measure left out would
    not be out of proportion.
    """
    if not result.holds:
        return ()
    left_out = [m for m in result.measures if m.decision is ReductionDecision.OUT_OF_PROPORTION]
    trees = dict.fromkeys(change.tree for m in left_out for change in m.trees)
    asked = confidences(session.case, (tree for tree in trees if tree in numbers.trees))
    others = tuple(change for change in changes if not change.evidence)

    def unmet(worse: Numbers) -> str:
        again = judgements(alarp(session.on(worse.evidence), others))
        reasons = (reason for every in again.values() for reason in every)
        return "; ".join(reason.message for reason in reasons if reason.status is not Status.SUPPORTED)

    own = (sign for tree in asked for sign in numbers.of_tree(session.case, tree).signs if not sign.possible)
    return (*dict.fromkeys(own), *doubts_by_limits(session.case, asked, numbers, unmet, both=True))


def as_dict(result: AlarpResult) -> AlarpDocument:
    """The table as JSON has it."""
    return {
        "holds": result.holds, "disproportion": result.criterion.disproportion, "unit": result.criterion.unit,
        "claim": result.criterion.claim,
        "measures": [
            {
                "id": m.id, "title": m.title, "cost": m.cost, "decision": m.decision.value, "harm": m.harm,
                "harm_at_bounds": m.harm_at_bounds, "ratio": m.ratio, "problem": m.problem,
                "trees": [{"tree": t.tree, "now": t.now, "changed": t.changed, "loss": t.loss} for t in m.trees],
            }
            for m in result.measures
        ],
    }  # fmt: skip
