"""Vital signs at the claims: what the data say against a number stands where the number is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from casegen.assessment.looks import looked_again
from casegen.model.argument import AllocatedBound, Requirement, TreeTarget
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import EvidenceState
from casegen.model.vital_sign import LOOKS, SEEDS, STATED, VitalSign
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
    """A warning at each claim, assumption and event for every sign of the measure that it uses.

    What depends on a limit that a tree gives is for :func:`casegen.assessment.checks.limits.doubts_by_limits`.
    """
    for who, item, measure, place, wanted in _uses(case):
        state = evidence.get(item)
        limit = None if wanted is None else requirement_limit(case, wanted)
        again = None if wanted is None else looked_again(wanted, state, limit)
        own = (
            sign
            for sign in signs_of(state, measure)
            if not sign.possible
            or (wanted is not None and limit is not None and sign.counts(measure, wanted.comparison, limit))
        )
        for sign in (*own, *([again] if again is not None else [])):
            yield reported(who, (measure,), sign, place)
    yield from _waivers(case, evidence)


def reported(who: str, used: Sequence[str], sign: VitalSign, place: Location) -> Diagnostic:
    """A warning that a sign speaks against the ``used`` measures of its item; *waived* once a person set it aside."""
    waived = f" [waived by {sign.waived_by}: {sign.reason}]" if sign.waived_by else ""
    severity = Severity.WAIVED if sign.waived_by else Severity.WARNING
    effect = "is barred" if sign.fails else "is in doubt"
    message = f"{who}: {', '.join(used)} of {sign.evidence} {effect}: {_on(used, sign)}{waived}"
    return Diagnostic(sign.name, severity, message, place, SOURCE, sign.hint, sign.evidence)


def _on(used: Sequence[str], sign: VitalSign) -> str:
    """What a sign says, of what it makes possible only the measures ``used``: methods list all in one place."""
    every, own = (
        ", ".join(f"{name} {value:.3g}" for name, value in sign.possible.items() if name in names)
        for names in (sign.possible.keys(), used)
    )
    return sign.message.replace(every, own) if own else sign.message


def reported_limits(who: str, signs: Iterable[VitalSign], place: Location) -> Iterator[Diagnostic]:
    """Warnings of the signs by which a measure may be worse than its limit; others are reported where it is used."""
    for sign in signs:
        if sign.name == LOOKS or sign.possible:
            yield reported(who, sign.measures, sign, place)


def requirement_limit(case: Case, wanted: Requirement) -> float | None:
    """The limit of a requirement where it is a number, stated with it or with a tree."""
    if isinstance(wanted.bound, TreeTarget):
        tree = case.tree.get(wanted.bound.target_of)
        return None if tree is None or tree.target is None else tree.target.probability
    return None if isinstance(wanted.bound, AllocatedBound) else float(wanted.bound)


def _uses(case: Case) -> Iterator[tuple[str, str, str, Location, Requirement | None]]:
    """Who uses which measure, where, and what is required of it."""
    for section in ("claims", "contexts"):
        for index, node in enumerate(getattr(case, section)):
            wanted: Requirement | None = node.requirement
            if wanted is not None and wanted.measure.evidence and wanted.measure.measure:
                place = case.locate(section, index, "requirement")
                yield (
                    f"{section[:-1]} {node.id}",
                    wanted.measure.evidence,
                    wanted.measure.measure,
                    place,
                    wanted,
                )
    for index, event in enumerate(case.events):
        if isinstance(event.model, FromEvidence):
            place = case.locate("events", index, "model")
            yield f"event {event.id}", event.model.evidence, event.model.measure, place, None


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
            if known and waiver.rule not in {*known, SEEDS, LOOKS, STATED}:
                message = f"evidence {spec.id} waives {waiver.rule!r}, which is no sign of {spec.method}"
                yield Diagnostic(
                    "waiver-known", Severity.WARNING, message, place, SOURCE, f"its signs: {', '.join(known)}"
                )
            elif state is not None and any(s.fails and s.name == waiver.rule for s in state.signs):
                message = f"evidence {spec.id} waives {waiver.rule!r}, which fails: only other data can set it right"
                yield Diagnostic("waiver-known", Severity.WARNING, message, place, SOURCE)
