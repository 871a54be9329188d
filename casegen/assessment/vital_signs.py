"""Vital signs at the claims: what the data say against a number stands where the number is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from casegen.argument.held import items_of_tree
from casegen.argument.view import CaseView
from casegen.assessment.results import LOOKS, SEEDS, EvidenceState, VitalSign
from casegen.model.argument import Requirement
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.fault_tree import FromEvidence
from casegen.store.methods import method, registered

PREFIX = "sign-"
SOURCE = "casegen: data are what they seem"


def signs_of(state: EvidenceState | None, measure: str) -> tuple[VitalSign, ...]:
    """The signs that speak of a measure."""
    return tuple(sign for sign in state.signs if sign.speaks_of(measure)) if state is not None else ()


def barring(signs: tuple[VitalSign, ...], measure: str) -> Iterator[str]:
    """Why the measure may not support a claim, one sentence for each sign that fails."""
    for sign in signs:
        if sign.fails:
            hint = f" (fix: {sign.hint})" if sign.hint else ""
            yield f"{measure} of {sign.evidence} is barred from claims by {sign.name}: {sign.message}{hint}"


def findings(case: Case, evidence: Mapping[str, EvidenceState]) -> Iterator[Diagnostic]:
    """A warning at each claim, assumption and event for every sign of the measure that it uses."""
    for who, item, measure, place in _uses(case):
        for sign in signs_of(evidence.get(item), measure):
            yield _finding(sign, f"{who}: {measure} of {item}", place)
    for who, state, required, stated, place in _spending(case, evidence):
        looks = state.overdrawn(required, stated)
        if looks is not None:
            yield _finding(looks, f"{who}: {state.id}", place)
    yield from _waivers(case, evidence)


def _finding(sign: VitalSign, subject: str, place: Location) -> Diagnostic:
    waived = f" [waived by {sign.waived_by}: {sign.reason}]" if sign.waived_by else ""
    severity = Severity.WAIVED if sign.waived_by else Severity.WARNING
    message = f"{subject} is {'barred' if sign.fails else 'in doubt'}: {sign.message}{waived}"
    return Diagnostic(sign.name, severity, message, place, SOURCE, sign.hint, sign.evidence)


def _holders(case: Case) -> Iterator[tuple[str, Requirement, Location]]:
    for section in ("claims", "contexts"):
        for index, node in enumerate(getattr(case, section)):
            if node.requirement is not None:
                place = case.locate(section, index, "requirement")
                yield f"{section[:-1]} {node.id}", node.requirement, place


def _uses(case: Case) -> Iterator[tuple[str, str, str, Location]]:
    """Who uses which measure, and where."""
    for who, wanted, place in _holders(case):
        if wanted.measure.evidence and wanted.measure.measure:
            yield who, wanted.measure.evidence, wanted.measure.measure, place
    for index, event in enumerate(case.events):
        if isinstance(event.model, FromEvidence):
            place = case.locate("events", index, "model")
            yield f"event {event.id}", event.model.evidence, event.model.measure, place


def _spending(
    case: Case, evidence: Mapping[str, EvidenceState]
) -> Iterator[tuple[str, EvidenceState, float, float | None, Location]]:
    """Who requires which confidence of bounds on which item, and the confidence that they are stated with.

    A tree spends all of what it requires on its bounds, so that they have no more than that.
    """
    view: CaseView | None = None
    for who, wanted, place in _holders(case):
        m, required = wanted.measure, wanted.confidence
        if required is None:
            continue
        if m.tree is not None and m.tree in case.tree:
            view = view or CaseView(case)
            for item in sorted(items_of_tree(view, m.tree) & evidence.keys()):
                yield who, evidence[item], required, required, place
        elif m.evidence and m.measure and m.evidence in evidence:
            state = evidence[m.evidence]
            known = state.measures.get(m.measure)
            yield who, state, required, known.confidence if known is not None else None, place


def _waivers(case: Case, evidence: Mapping[str, EvidenceState]) -> Iterator[Diagnostic]:
    """Waivers of signs that fail, or that the method does not know, have no effect."""
    from casegen_evidence.signs import declared

    for index, spec in enumerate(case.evidence_items):
        for k, waiver in enumerate(spec.waive):
            if not waiver.rule.startswith(PREFIX):
                continue
            place = case.locate("evidence_items", index, "waive", k, "rule")
            state = evidence.get(spec.id)
            known = declared(method(spec.method)) if spec.method in registered() else {}
            if known and waiver.rule not in {*known, SEEDS, LOOKS}:
                message = f"evidence {spec.id} waives {waiver.rule!r}, which is no sign of {spec.method}"
                yield Diagnostic(
                    "waiver-known", Severity.WARNING, message, place, SOURCE, f"its signs: {', '.join(known)}"
                )
            elif state is not None and any(s.fails and s.name == waiver.rule for s in state.signs):
                message = f"evidence {spec.id} waives {waiver.rule!r}, which fails: only other data can set it right"
                yield Diagnostic("waiver-known", Severity.WARNING, message, place, SOURCE)
