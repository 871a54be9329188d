"""Everything that can be said of a case before a number is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from casegen.argument.held import items_of_tree
from casegen.argument.reading.records import package_of
from casegen.argument.view import view_anew, view_of
from casegen.assessment.assess import Session
from casegen.assessment.checks.computed import numbers_outside
from casegen.assessment.checks.direction import contrary_above, wrong_side
from casegen.assessment.checks.fractions import fractions_per_mission
from casegen.assessment.checks.limits import doubts_by_limits
from casegen.assessment.checks.moments import claims_of_how_often
from casegen.assessment.checks.parents import weaker_bounds
from casegen.assessment.checks.ranges import trivial_bounds
from casegen.assessment.checks.sources import KindOf, cited_rows, group_totals, older_results
from casegen.assessment.checks.waived import set_aside
from casegen.assessment.independence import argues_apart, may_argue_independence
from casegen.assessment.questions.artefacts import artefacts
from casegen.assessment.requirement_text import UNITS
from casegen.assessment.vital_signs import findings
from casegen.io.folder import loose_files
from casegen.model.argument import Claim, ContextNode, Requirement
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.digits import in_full, level
from casegen.model.extras import extra_of
from casegen.model.fault_tree import FromEvidence
from casegen.model.quantity import MeasureKind, UnitMismatch, convert
from casegen.model.results import EvidenceState
from casegen.store.methods import method, registered
from casegen.store.recipe import DEFAULT_CONFIDENCE
from casegen.store.store import Store

SOURCE = "casegen: quantities carry their meaning"
_DIRECTION_HINT = (
    'state `comparison: "<="` or `">="` as the claim means it, and the number in the claim\'s text'
)


def check(case: Case) -> tuple[Diagnostic, ...]:
    """Findings of all rules, in the order of files and lines."""
    return checked(case)[0]


def checked(
    case: Case, of_rules: Callable[[], Iterable[Diagnostic]] | None = None
) -> tuple[tuple[Diagnostic, ...], Session]:
    """The same, and the session that they were found in: it knows the state of the evidence and has compiled the trees.

    Whoever assesses next goes on with it, so that findings and verdict are of one state of the store.  ``of_rules``
    gives the findings of the rules where these have begun elsewhere.
    """
    view_anew(case)
    states, result = Store(case).states_and_problems()
    kind_of = partial(_kind_of, case, states)
    result += _measures(case, kind_of)
    result += _dimensions(case)
    result += _independent(case)
    result += artefacts(case)
    result += _loose(case)
    result += group_totals(case, kind_of)
    result += fractions_per_mission(case, kind_of)
    result += cited_rows(case)
    result += findings(case, states)
    result += trivial_bounds(case, states)
    result += numbers_outside(case, states)
    session = Session(case, states)
    result += doubts_by_limits(case, session)
    result += claims_of_how_often(case, session)
    result += older_results(case, states)
    result += weaker_bounds(case, session)
    result += _reductions(case, session)
    against_rules = of_rules() if of_rules else _of_rules(case)
    return tuple(sorted((*against_rules, *result), key=Diagnostic.sort_key)), session


def _of_rules(case: Case) -> list[Diagnostic]:
    from casegen.argument import check as rules

    return rules(case)


def _measures(case: Case, kind_of: KindOf) -> Iterator[Diagnostic]:
    """Requirements and events name measures their evidence has, in kinds and confidences that fit."""
    for section in ("claims", "contexts"):
        for index, node in enumerate(getattr(case, section)):
            if node.requirement is not None:
                place = case.locate(section, index, "requirement")
                who = f"{section[:-1]} {node.id}"
                yield from _requirement(case, who, node.requirement, place, kind_of)
                yield from _direction(case, who, node, node.requirement, place, kind_of)
    view = view_of(case)
    for index, claim in enumerate(case.claims):
        if problem := contrary_above(case, claim, view):
            place = case.locate("claims", index, "text")
            yield _error("requirement-direction", f"claim {claim.id}: {problem}", place, _DIRECTION_HINT)
    for index, event in enumerate(case.events):
        if isinstance(event.model, FromEvidence):
            yield from _event(case, event.id, event.model, case.locate("events", index, "model"), kind_of)


def _dimensions(case: Case) -> Iterator[Diagnostic]:
    """Rates go through gates that add only, scores through none."""
    for index, tree in enumerate(case.trees):
        if tree.kind not in (MeasureKind.PER_HOUR, MeasureKind.SCORE):
            continue
        from casegen.fta.gates.dimensions import dimension_faults
        from casegen.fta.gates.structure import build_structure

        try:
            faults = list(dimension_faults(tree.kind, build_structure(case, tree.id)))
        except ValueError:
            continue  # a tree without meaning is reported by its own rule
        for message in faults:
            text, _, hint = message.partition("; ")
            yield _error(
                "unit-mismatch", text, case.locate("trees", index, "kind"), hint or "use a probability"
            )


_NAME_ONE = "name the claim that argues why they are independent of each other"


def _independent(case: Case) -> Iterator[Diagnostic]:
    """Records declared to be independent exist, and a claim says why."""
    from casegen.model.suggestions import nearest

    errors = case.header.independent_errors
    if errors in case.claim and not argues_apart(case.claim[errors].text):
        yield _error("independent-errors", f"claim {errors} does not say that anything is independent, or apart",
                     case.locate("case", "independent_errors"),
                     "name the claim that argues why bounds on different data err independently")  # fmt: skip
    if errors is not None and errors not in case.claim:
        yield _error("independent-errors", f"there is no claim {errors!r}{nearest(errors, case.claim)}",
                     case.locate("case", "independent_errors"),
                     "name the claim that argues why bounds on different data err independently")  # fmt: skip
    for index in range(len(case.trees)):
        yield from _of_records(case, index)
        yield from _of_events(case, index)
        yield from _unread(case, index)


def _of_records(case: Case, index: int) -> Iterator[Diagnostic]:
    """The claim by which a tree takes records together says that they are apart: its smaller bound rests on that."""
    tree = case.trees[index]
    name = tree.independent.claim if tree.independent is not None else None
    place, hint = case.locate("trees", index, "independent"), _NAME_ONE
    if name in case.claim:
        if not argues_apart(case.claim[name].text):
            text = f"tree {tree.id}: claim {name} does not say that anything is independent, or apart"
            yield _error("independent-errors", text, place, hint)
    elif name in case.node:  # one that is missing is reported with all references
        yield _error("independent-records", f"tree {tree.id}: {name!r} is no claim", place, hint)


def _of_events(case: Case, index: int) -> Iterator[Diagnostic]:
    """The claim by which a tree multiplies events speaks of things being apart."""
    tree, name, rule = case.trees[index], case.trees[index].independent_events, "independent-events"
    place = case.locate("trees", index, "independent_events")
    if name in case.claim:
        if not may_argue_independence(case.claim[name].text):
            message = f"tree {tree.id}: claim {name} does not say that things are independent or apart"
            message, severity = set_aside(rule, tree.waive, message)
            yield Diagnostic(rule, severity, message, place, SOURCE, _NAME_ONE, tree.id)
    elif name in case.node:
        yield _error(rule, f"tree {tree.id}: {name!r} is no claim", place, _NAME_ONE)


def _unread(case: Case, index: int) -> Iterator[Diagnostic]:
    """The first record of a tree with independent records that cannot be read here: its limit is then wider."""
    tree = case.trees[index]
    if tree.independent is None:
        return
    items = [*tree.independent.evidence, *sorted(items_of_tree(view_of(case), tree.id))]
    package = {item: package_of(case, item) for item in items if item in case.evidence_item}
    if item := next((item for item, name in package.items() if name), ""):
        path, install = case.evidence_item[item].inputs["record"], extra_of(package[item])
        message = (
            f"tree {tree.id}: the records are not taken as independent here, since {path} of {item} "
            f"needs the Python package {package[item]} to be compared with the others"
        )
        rule = "independent-records"
        message, severity = set_aside(rule, tree.waive, message)
        place = case.locate("trees", index, "independent")
        yield Diagnostic(rule, severity, message, place, SOURCE, install, tree.id)


def _kind_of(
    case: Case, states: Mapping[str, EvidenceState], evidence: str, measure: str
) -> tuple[MeasureKind | None, list[str]]:
    """The kind of a measure, or the measures there are."""
    spec = case.evidence_item.get(evidence)
    if spec is None:
        return None, []
    if spec.method in registered():
        kinds = {name: kind for name, (kind, _) in method(spec.method).measures.items()}
    else:
        stored = states[evidence].document or {}
        kinds = {name: m["kind"] for name, m in stored.get("measures", {}).items()}
    if measure in kinds:
        return MeasureKind(kinds[measure]), []
    return None, list(kinds)


def _requirement(
    case: Case, who: str, requirement: Requirement, place: Location, kind_of: KindOf
) -> Iterator[Diagnostic]:
    m = requirement.measure
    if m.evidence is None or m.measure is None:
        return
    kind, known = kind_of(m.evidence, m.measure)
    if known:
        yield _unknown(who, m.evidence, m.measure, known, place)
    if kind is not None and kind is not requirement.kind:
        yield _error(
            "unit-mismatch",
            f"{who}: the requirement is {UNITS[requirement.kind]}, {m.evidence}.{m.measure} is {UNITS[kind]}",
            place,
            "state the requirement in the measure's kind, or require the top event of a tree that converts it",
        )
    spec = case.evidence_item.get(m.evidence)
    if spec is not None and requirement.confidence is not None:
        confidence = spec.confidence or DEFAULT_CONFIDENCE
        if confidence < requirement.confidence * (1 - 1e-9):
            yield _error(
                "confidence-mismatch",
                f"{who}: a confidence of {in_full(requirement.confidence)} is required,"
                f" evidence {spec.id} reports its bounds with {level(confidence)}",
                place,
                f"set `confidence: {in_full(requirement.confidence)}` on {spec.id} and run it again",
            )


def _direction(
    case: Case,
    who: str,
    node: Claim | ContextNode,
    requirement: Requirement,
    place: Location,
    kind_of: KindOf,
) -> Iterator[Diagnostic]:
    m = requirement.measure
    kind = kind_of(m.evidence, m.measure)[0] if m.evidence and m.measure else None
    problem = wrong_side(case, node.text, requirement, kind)
    if problem:
        yield _error("requirement-direction", f"{who}: {problem}", place, _DIRECTION_HINT)


def _event(
    case: Case, event: str, model: FromEvidence, place: Location, kind_of: KindOf
) -> Iterator[Diagnostic]:
    kind, known = kind_of(model.evidence, model.measure)
    if known:
        yield _unknown(f"event {event}", model.evidence, model.measure, known, place)
    if kind is None:
        return
    for tree in case.trees:
        if not any(event in gate.inputs or event == gate.condition for gate in tree.gates):
            continue
        try:
            convert(0.0, kind, tree.kind, model.exposure)
        except UnitMismatch as error:
            yield _error("unit-mismatch", f"event {event} in tree {tree.id}: {error}", place,
                         "state the exposure of one mission, or bind a measure of the tree's kind")  # fmt: skip


def _reductions(case: Case, session: Session) -> Iterator[Diagnostic]:
    """Measures against risk state changes that can be made; no risk has a rating that nobody accepts."""
    study = case.header.study
    if case.risk_reductions or (study is not None and study.risk_matrix is not None):
        from casegen.assessment.safety.alarp import problems
        from casegen.assessment.safety.risk_matrix import intolerable_risks

        yield from problems(case, session)
        yield from intolerable_risks(case, session)


def _loose(case: Case) -> Iterator[Diagnostic]:
    """Parts of a case that lie in the folder and are not read: a defeater there would challenge nothing."""
    hint = "name it under `include:` in case.yaml, or move it out of the folder"
    if ("case",) not in case.locations:
        return  # made in Python: the working folder is not its own
    for name in loose_files(case):
        message = f"{name} holds parts of a case, and no `include` names it"
        yield Diagnostic(
            "file-unread", Severity.WARNING, message, Location(name), "casegen file format", hint
        )


def _unknown(who: str, evidence: str, measure: str, known: list[str], place: Location) -> Diagnostic:
    from casegen.model.suggestions import nearest

    message = f"{who}: evidence {evidence} has no measure {measure!r}{nearest(measure, known)}"
    return _error("measure-unknown", message, place, f"its measures: {', '.join(known)}")


def _error(rule: str, message: str, place: Location, hint: str) -> Diagnostic:
    return Diagnostic(rule, Severity.ERROR, message, place, source=SOURCE, hint=hint)
