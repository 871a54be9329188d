"""What-if: change probabilities, recompute everything above, tell what flips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from casegen.assessment.assess import Change, Session
from casegen.assessment.results import Assessment
from casegen.io.explain import nearest
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.quantity import PROBABILITY_KINDS


@dataclass(frozen=True, slots=True)
class Comparison:
    """Before and after a set of changes."""

    name: str
    changes: tuple[Change, ...]
    before: Assessment
    after: Assessment

    def flipped(self) -> tuple[str, ...]:
        """Claims whose status differs, in the case's order."""
        after = self.after.claims
        return tuple(c for c, found in self.before.claims.items() if after[c].status is not found.status)


def compare(
    session: Session, changes: Iterable[Change], name: str = "", before: Assessment | None = None
) -> Comparison:
    """Assess the case as it is (unless given) and with the changes."""
    wanted = tuple(changes)
    return Comparison(name, wanted, before or session.assess(), session.assess(wanted))


def parse_change(case: Case, session: Session, text: str) -> Change:
    """``EVENT=P`` (in the tree's kind) or ``EVIDENCE.MEASURE=V`` as a change.

    Raises :class:`InputError` naming what is unknown or out of range.
    """
    subject, sign, number_text = text.partition("=")
    subject = subject.strip()
    try:
        number = float(number_text)
    except ValueError:
        sign = ""
        number = 0.0
    if not sign:
        raise _refused(f"expected EVENT=PROBABILITY or EVIDENCE.MEASURE=VALUE, found {text!r}")
    return change(case, session, subject, number)


def change(case: Case, session: Session, subject: str, number: float) -> Change:
    """A checked change of ``subject`` to ``number``."""
    group = next((g.id for g in case.common_cause if subject in g.members), None)
    if group is not None:
        raise _refused(
            f"{subject} is a member of the common-cause group {group}: set {group}, the total, instead"
        )
    if subject in case.event or any(g.id == subject for g in case.common_cause):
        if not 0.0 <= number <= 1.0:
            raise _refused(f"{subject}: a probability lies in [0, 1], found {number:g}")
        return Change(number, event=subject)
    item, _, measure = subject.rpartition(".")
    if item in case.evidence_item:
        measures = session.evidence[item].measures
        if measure not in measures:
            raise _refused(f"evidence {item} has no measure {measure!r}{nearest(measure, measures)}")
        if measures[measure].kind in PROBABILITY_KINDS and not 0.0 <= number <= 1.0:
            raise _refused(f"{subject}: a {measures[measure].kind} lies in [0, 1], found {number:g}")
        return Change(number, evidence=item, measure=measure)
    known = [*case.event, *(f"{e}.{m}" for e, state in session.evidence.items() for m in state.measures)]
    raise _refused(f"there is no basic event or evidence measure {subject!r}{nearest(subject, known)}")


def parse_scenarios(case: Case, session: Session, data: object, file: str) -> dict[str, tuple[Change, ...]]:
    """Named scenarios from a file's data: ``{scenarios: {NAME: {EVENT: P, …}, …}}``."""
    named = data.get("scenarios") if isinstance(data, Mapping) else None
    if not isinstance(named, Mapping) or not named:
        raise _refused("expected `scenarios:` with named sets of changes", file)
    found: dict[str, tuple[Change, ...]] = {}
    problems: list[Diagnostic] = []
    for name, settings in named.items():
        changes = []
        for subject, number in settings.items() if isinstance(settings, Mapping) else ():
            if isinstance(number, bool) or not isinstance(number, int | float):
                problems += _refused(
                    f"scenario {name}, {subject}: expected a number, found {number!r}", file
                ).diagnostics
                continue
            try:
                changes.append(change(case, session, str(subject), float(number)))
            except InputError as error:
                problems += error.diagnostics
        found[str(name)] = tuple(changes)
    if problems:
        raise InputError(problems)
    return found


def _refused(message: str, place: str = "command line") -> InputError:
    return InputError([Diagnostic("call", Severity.INPUT, message, Location(place))])
