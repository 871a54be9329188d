"""The risk matrix, computed: each top event in its class of frequency, by the severity of what the study says of it.

A rating that the matrix calls intolerable challenges every claim that uses the top event's number, and the roots where
none does, unless somebody accepts that risk by name: ``waive: [{rule: risk-intolerable, reason: …, by: …}]`` of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from casegen.argument.acceptance import RISK_INTOLERABLE, RISK_UNRATED
from casegen.argument.leaf_status import doubts
from casegen.argument.view import view_of
from casegen.assessment.bounds import model_of
from casegen.assessment.joint import smaller_limit
from casegen.assessment.other_limits import confidences
from casegen.assessment.other_limits import doubts as doubts_by_limits
from casegen.assessment.requirement_text import UNITS
from casegen.assessment.safety.risk_acceptance import accepted_by, claims_on, not_accepted, users
from casegen.assessment.safety.severities import Leading, worst_severity
from casegen.assessment.tree_results import top_result
from casegen.assessment.vital_signs import reported_limits
from casegen.io.sentences import because, sentence
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.digits import ROUNDING, outward_beside
from casegen.model.fault_tree import FaultTree, FromEvidence
from casegen.model.results import Assessment, JointBound, Reason, RequirementResult, Status, TreeResult
from casegen.model.safety import SEVERITIES, RiskMatrix
from casegen.model.sentence import Sentence, listed
from casegen.model.vital_sign import VitalSign

if TYPE_CHECKING:
    from casegen.assessment.assess import Session
    from casegen.assessment.requirements import Numbers
    from casegen.model.output.safety import RiskMatrixDocument

SOURCE = "IEC 61508-5, Annex C (classes of risk)"


@dataclass(frozen=True, slots=True)
class Risk:
    """A top event: ``frequency`` is what was classed, its upper bound where it has one (``bounded``).

    ``rating`` is empty, and ``problem`` says why, where there is no number or no severity.
    """

    tree: str
    title: str
    severity: str
    entries: tuple[str, ...]
    """HAZOP entries of that severity; those without one where it is not known"""
    frequency: float | None
    bounded: bool
    frequency_class: str = ""
    rating: str = ""
    intolerable: bool = False
    problem: str = ""
    accepted: str = ""
    """who accepts an intolerable risk, and why"""
    at_worst: str = ""
    """the severity that it may have: another one where an entry that leads to it states none"""
    together: JointBound | None = None
    """the bound from independent records together that a claim compares; ``frequency`` is that one then"""

    @property
    def severity_open(self) -> bool:
        """Whether an entry without a severity may make it worse."""
        return self.severity != self.at_worst


@dataclass(frozen=True, slots=True)
class RiskMatrixResult:
    """Every top event in the matrix of the case."""

    matrix: RiskMatrix
    risks: tuple[Risk, ...]

    def of(self, severity: str, frequency_class: str) -> tuple[str, ...]:
        """Trees in one cell."""
        return tuple(
            r.tree for r in self.risks if (r.severity, r.frequency_class) == (severity, frequency_class)
        )


def risk_matrix(assessment: Assessment) -> RiskMatrixResult | None:
    """The matrix of the case; None where it states none."""
    study = assessment.case.header.study
    matrix = study.risk_matrix if study is not None else None
    if matrix is None:
        return None
    return RiskMatrixResult(matrix, rated(assessment.case, assessment.trees, assessment.requirements))


def rated(
    case: Case, trees: Mapping[str, TreeResult], requirements: Mapping[str, RequirementResult]
) -> tuple[Risk, ...]:
    """Every top event with its rating; none where the case states no matrix.

    Where a claim holds the top event with a bound from records together, that bound is classed.
    """
    matrix = case.header.study.risk_matrix if case.header.study is not None else None
    if matrix is None:
        return ()
    return tuple(
        _risk(case, matrix, tree, trees.get(tree.id), _together(case, tree, requirements))
        for tree in case.trees
    )


def judged_risks(
    case: Case, trees: Mapping[str, TreeResult], requirements: Mapping[str, RequirementResult]
) -> dict[str, tuple[Reason, ...]]:
    """Reasons of claims from the ratings: an intolerable risk challenges, unless somebody accepts it by name.

    A claim that uses a top event of a severity that may be intolerable, and that cannot be rated, is not evaluated.
    """
    result: dict[str, tuple[Reason, ...]] = {}
    for risk in rated(case, trees, requirements):
        if risk.intolerable:
            message = _intolerable(case, risk)
            status = Status.SUPPORTED if risk.accepted else Status.CHALLENGED
            message = sentence("risk_accepted", risk=message, by=risk.accepted) if risk.accepted else message
        elif risk.problem and _is_awaited(case, risk) and intolerable_spans(case, risk.at_worst):
            severity = risk.severity or sentence("risk.severity_open")
            message = sentence("unrated", tree=risk.tree, severity=severity, problem=risk.problem)
            status = Status.NOT_EVALUATED
        else:
            continue
        for claim in users(case, risk.tree):
            result[claim] = (*result.get(claim, ()), Reason(claim, message, status))
    return result


def _is_awaited(case: Case, risk: Risk) -> bool:
    """Whether a risk without a rating bears on a claim: one with a severity left out bears on the roots as well, which
    it challenges where it is intolerable."""
    return bool(claims_on(case, risk.tree)) or risk.severity_open


def doubted_risks(
    case: Case,
    numbers: Numbers,
    trees: Mapping[str, TreeResult],
    requirements: Mapping[str, RequirementResult],
) -> dict[str, tuple[Reason, ...]]:
    """Reasons of claims whose risk is in doubt by :func:`risks_in_doubt`."""
    result: dict[str, tuple[Reason, ...]] = {}
    for tree, signs in risks_in_doubt(case, numbers, rated(case, trees, requirements)):
        for claim in users(case, tree.id):
            result[claim] = (*result.get(claim, ()), *doubts(claim, signs))
    return result


def risks_in_doubt(
    case: Case, numbers: Numbers, risks: Sequence[Risk]
) -> Iterator[tuple[FaultTree, list[VitalSign]]]:
    """Trees whose risk would be intolerable by an earlier run, or as far as a vital sign goes, with the signs.

    A tree that no claim uses brings every suspicious sign of its inputs: there is no requirement at which they stand.
    """
    for risk in risks:
        tree = case.tree[risk.tree]
        if (
            risk.intolerable
            or risk.problem
            or not intolerable_spans(case, risk.at_worst)
            or accepted_by(case, tree)
        ):
            continue
        asked = confidences(case, (tree.id,))
        signs = own_signs(case, numbers, tree.id)
        signs += doubts_by_limits(case, asked, numbers, partial(_intolerable_with, case, tree))
        if signs:
            yield tree, signs


def own_signs(case: Case, numbers: Numbers, tree: str) -> list[VitalSign]:
    """Suspicious signs that stand at a risk whatever its number: those of a tree that no claim uses."""
    own = () if claims_on(case, tree) else numbers.of_tree(case, tree).signs
    return [sign for sign in own if not sign.possible]


def _intolerable_with(case: Case, tree: FaultTree, worse: Numbers) -> str:
    """Why the tree's risk is not tolerable by these numbers; empty where it is."""
    assert case.header.study is not None
    assert case.header.study.risk_matrix is not None
    top = top_result(case, worse.trees[tree.id], worse.evidence).top
    risk = _risk(case, case.header.study.risk_matrix, tree, TreeResult(tree.id, top))
    if risk.problem:
        return f"the risk of fault tree {tree.id} cannot be rated ({risk.problem})"
    return _intolerable(case, risk) if risk.intolerable else ""


def accepted_risks(assessment: Assessment) -> tuple[Sentence, ...]:
    """The intolerable risks that somebody accepts: which, who, why."""
    return tuple(
        sentence("accepted", what=_words(assessment.case, risk), by=risk.accepted)
        for risk in rated(assessment.case, assessment.trees, assessment.requirements)
        if risk.accepted
    )


def intolerable_spans(case: Case, severity: str) -> list[tuple[float, float | None]]:
    """From which frequency to which (None: any above) a top event of the severity is rated intolerable."""
    study = case.header.study
    matrix = study.risk_matrix if study is not None else None
    if matrix is None or not severity:
        return []
    limits = [c.at_least for c in matrix.classes]
    ends: list[float | None] = [None, *limits[:-1]]
    ratings = matrix.ratings[severity]  # type: ignore[index]
    return [(limits[k], ends[k]) for k, rating in enumerate(ratings) if rating in matrix.intolerable]


def _words(case: Case, risk: Risk) -> Sentence:
    """``fault tree FT: critical (H1) and probable (0.0022 per mission) is rated C``."""
    study = case.header.study
    limits = study.risk_matrix.limits if study is not None and study.risk_matrix is not None else ()
    number = outward_beside(risk.frequency or 0.0, limits, upper=True)
    return sentence(
        "rated",
        tree=risk.tree,
        severity=risk.severity,
        entries=", ".join(risk.entries),
        frequency=risk.frequency_class,
        number=number,
        unit=UNITS[case.tree[risk.tree].kind],
        rating=risk.rating,
    )


def _intolerable(case: Case, risk: Risk) -> Sentence:
    words = _words(case, risk)
    return words if risk.rating.casefold() == "intolerable" else sentence("intolerable", risk=words)


def _together(
    case: Case, tree: FaultTree, requirements: Mapping[str, RequirementResult]
) -> JointBound | None:
    """The bound from records together with which a claim holds the top event, at the target's confidence at least."""
    wanted = tree.target.confidence if tree.target is not None else None
    sure = {id: r for id, r in requirements.items() if (r.confidence or 0.0) >= (wanted or 0.0)}
    return smaller_limit(case, sure, tree.id)


def intolerable_risks(case: Case, session: Session) -> Iterator[Diagnostic]:
    """A warning at each fault tree whose risk has a rating that nobody accepts, or might have one by an earlier run.

    The trees are bound, not explained.
    """
    study = case.header.study
    matrix = study.risk_matrix if study is not None else None
    if matrix is None or not matrix.intolerable:
        return
    numbers = session.numbers()
    trees = {}
    for tree in case.trees:
        bound = numbers.trees.get(tree.id)
        if bound is not None:
            top = top_result(case, bound, numbers.evidence).top
            trees[tree.id] = TreeResult(tree.id, top, barred=numbers.of_tree(case, tree.id).barred)
    joint = any(tree.independent is not None for tree in case.trees)
    requirements = session.requirements(session.argued(numbers)) if joint else {}
    index = {tree.id: k for k, tree in enumerate(case.trees)}
    risks = rated(case, trees, requirements)
    for tree, signs in risks_in_doubt(case, numbers, risks):
        yield from reported_limits(
            f"risk of fault tree {tree.id}", signs, case.locate("trees", index[tree.id])
        )
    for risk in risks:
        if risk.intolerable:
            tree = case.tree[risk.tree]
            waived = f" [waived by {risk.accepted}]" if risk.accepted else not_accepted(case, tree)
            yield Diagnostic(
                RISK_INTOLERABLE, Severity.WAIVED if risk.accepted else Severity.WARNING,
                f"{_words(case, risk)}{waived}",
                case.locate("trees", index[risk.tree]), SOURCE,
                "reduce the risk, or correct severity, classes or ratings; or have it accepted by somebody else than the"
                f" owners of the claims: `waive: [{{rule: {RISK_INTOLERABLE}, reason: …, by: …}}]` of the tree",
                risk.tree,
            )  # fmt: skip
        elif not risk.severity and _is_awaited(case, risk):
            waiver = next((w for w in case.tree[risk.tree].waive if w.rule == RISK_UNRATED), None)
            waived = f" [waived by {waiver.by}: {waiver.reason}]" if waiver is not None else ""
            yield Diagnostic(
                RISK_UNRATED, Severity.WAIVED if waiver is not None else Severity.WARNING,
                f"fault tree {risk.tree} has no place in the risk matrix: {risk.problem}{waived}",
                case.locate("trees", index[risk.tree]), SOURCE,
                "state the severity of HAZOP entries that its scenarios explain, or of its properties", risk.tree,
            )  # fmt: skip


def _risk(
    case: Case,
    matrix: RiskMatrix,
    tree: FaultTree,
    result: TreeResult | None,
    together: JointBound | None = None,
) -> Risk:
    leading = worst_severity(case, (tree,))
    severity, entries = leading.severity, leading.entries if leading.severity else leading.open
    title = tree.title or tree.id
    top = result.judged if result is not None else None
    problem = _unplaced(case, matrix, tree, result) or _of_no_severity(leading)
    if problem or top is None:
        return Risk(
            tree.id, title, severity, entries, None, False, problem=problem, at_worst=leading.at_worst
        )
    bounded = top.upper is not None
    frequency = top.upper if top.upper is not None else top.value
    if together is not None and together.upper is not None:
        frequency = min(frequency, together.upper)
    index = next(i for i, c in enumerate(matrix.classes) if frequency * (1 + ROUNDING) >= c.at_least)
    rating = matrix.ratings[severity][index]  # type: ignore[index]
    intolerable = rating in matrix.intolerable
    return Risk(
        tree.id, title, severity, entries, frequency, bounded, matrix.classes[index].name, rating,
        intolerable, accepted=accepted_by(case, tree) if intolerable else "", at_worst=leading.at_worst,
        together=together,
    )  # fmt: skip


def _of_no_severity(leading: Leading) -> str:
    """Why the entries that lead to a tree give it no severity; empty where they do."""
    if leading.open:
        return sentence("risk.severity_left_out", entries=", ".join(leading.open))
    return "" if leading.severity else sentence("risk.no_severity")


def _unplaced(case: Case, matrix: RiskMatrix, tree: FaultTree, result: TreeResult | None) -> str:
    """Why a tree's number has no class; empty where it has one."""
    if result is None or result.top is None:
        return (result.problem if result else "") or sentence("trees.not_quantified")
    if result.barred or result.stale:
        return listed(result.barred) or sentence("safety.rests_on_stale")
    if other := _other_kind(case, matrix, tree):
        return other
    if result.top.upper is None and _is_measured(case, tree, result):
        return because(sentence("risk.no_bound"), result.top.note or "")
    return ""


def _other_kind(case: Case, matrix: RiskMatrix, tree: FaultTree) -> str:
    """Why no number of the tree has a class: it is of another kind than the classes; empty where it is of theirs."""
    kinds = {matrix.kind} if matrix.kind is not None else {other.kind for other in case.trees}
    if kinds == {tree.kind}:
        return ""
    number = sentence(f"limit.{tree.kind.value.replace('-', '_')}")
    if matrix.kind is not None:
        classes = sentence(f"limit.{matrix.kind.value.replace('-', '_')}")
        return sentence("risk.other_kind", number=number, classes=classes)
    return sentence("risk.kinds", number=number)


def is_of_matrix(case: Case, tree: str) -> bool:
    """Whether the numbers of the tree are of the kind that the classes of the matrix are."""
    matrix = case.header.study.risk_matrix if case.header.study is not None else None
    return matrix is not None and not _other_kind(case, matrix, case.tree[tree])


def _is_measured(case: Case, tree: FaultTree, result: TreeResult) -> bool:
    """Whether a measure enters the top event: an event that a what-if sets is a number as typed."""
    parts = view_of(case).parts_of[tree.id]
    set_by_hand = {id for id, event in result.events.items() if event.source == "what-if"}
    models = (model_of(case, event.id) for event in case.events if event.id in parts - set_by_hand)
    return any(isinstance(model, FromEvidence) for model in models)


def as_dict(result: RiskMatrixResult) -> RiskMatrixDocument:
    """The matrix as JSON has it."""
    return {
        "classes": [{"name": c.name, "at_least": c.at_least} for c in result.matrix.classes],
        "ratings": {severity: list(result.matrix.ratings[severity]) for severity in SEVERITIES},  # type: ignore[index]
        "risks": [
            {
                "tree": r.tree, "title": r.title, "severity": r.severity, "entries": list(r.entries),
                "frequency": r.frequency, "bounded": r.bounded, "together": r.together.upper if r.together else None,
                "alone": r.together.alone if r.together else None,
                "frequency_class": r.frequency_class, "rating": r.rating,
                "intolerable": r.intolerable, "problem": r.problem, "accepted": r.accepted,
            }
            for r in result.risks
        ],
    }  # fmt: skip
