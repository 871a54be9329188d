"""What-if: change probabilities, recompute everything above, tell what flips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from casegen.assessment.assess import Change, Session
from casegen.assessment.results import Assessment
from casegen.io.explain import nearest
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.quantity import out_of_range


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

    def ratio(self, tree: str) -> float | None:
        """Top event after divided by before; None where either is missing or before is 0."""
        before, after = self.before.trees[tree].top, self.after.trees[tree].top
        return after.value / before.value if before and after and before.value else None


def compare(
    session: Session, changes: Iterable[Change], name: str = "", before: Assessment | None = None
) -> Comparison:
    """Assess the case as it is (unless given) and with the changes."""
    wanted = tuple(changes)
    return Comparison(name, wanted, before or session.assess(), session.assess(wanted))


def parse_change(case: Case, session: Session, text: str) -> Change:
    """``EVENT=P`` (in the tree's kind), ``EVIDENCE.MEASURE=V`` or ``HOUSE=true|false`` as a change.

    Raises :class:`InputError` naming what is unknown or out of range.
    """
    subject, sign, number_text = text.partition("=")
    subject = subject.strip()
    state = {"true": 1.0, "false": 0.0}.get(number_text.strip().lower())
    try:
        number = float(number_text) if state is None else state
    except ValueError:
        sign = ""
        number = 0.0
    if not sign or (state is not None and subject not in case.house_event):
        raise _refused(
            f"expected EVENT=PROBABILITY, EVIDENCE.MEASURE=VALUE or HOUSE=true|false, found {text!r}"
        )
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
    if subject in case.house_event:
        if number not in (0.0, 1.0):
            raise _refused(f"{subject} is a house event: true or false, found {number:g}")
        return Change(number, house=subject)
    item, _, measure = subject.rpartition(".")
    if item in case.evidence_item:
        measures = session.evidence[item].measures
        if measure not in measures:
            raise _refused(f"evidence {item} has no measure {measure!r}{nearest(measure, measures)}")
        problem = out_of_range(number, measures[measure].kind)
        if problem:
            raise _refused(f"{subject}: the value {problem}")
        return Change(number, evidence=item, measure=measure)
    known = [
        *case.event,
        *case.house_event,
        *(f"{e}.{m}" for e, state in session.evidence.items() for m in state.measures),
    ]
    raise _refused(
        f"there is no basic event, house event or evidence measure {subject!r}{nearest(subject, known)}"
    )


def parse_scenarios(
    case: Case,
    session: Session,
    data: object,
    file: str,
    places: Mapping[tuple[str | int, ...], Location] | None = None,
) -> dict[str, tuple[Change, ...]]:
    """Named scenarios from a file's data: ``{scenarios: {NAME: {EVENT: P, …}, …}}``.

    ``places`` says where each part of the data stands, for the errors.
    """
    named = data.get("scenarios") if isinstance(data, Mapping) else None
    if not isinstance(named, Mapping) or not named:
        raise InputError([_finding("expected `scenarios:` with named sets of changes", Location(file))])
    found: dict[str, tuple[Change, ...]] = {}
    problems: list[Diagnostic] = []
    for name, settings in named.items():
        changes = []
        if not isinstance(settings, Mapping):
            place = (places or {}).get(("scenarios", name), Location(file))
            problems.append(
                _finding(f"scenario {name}: expected EVENT: PROBABILITY, found {settings!r}", place)
            )
            continue
        for subject, number in settings.items():
            place = (places or {}).get(("scenarios", name, subject), Location(file))
            switch = isinstance(number, bool)
            if switch != (str(subject) in case.house_event) or not isinstance(number, int | float):
                wanted = "true or false" if str(subject) in case.house_event else "a number"
                told = f"scenario {name}, {subject}: expected {wanted}, found {number!r}"
                problems.append(_finding(told, place))
                continue
            try:
                changes.append(change(case, session, str(subject), float(number)))
            except InputError as error:
                problems += [_finding(f"scenario {name}: {d.message}", place) for d in error.diagnostics]
        found[str(name)] = tuple(changes)
    if problems:
        raise InputError(problems)
    return found


def _refused(message: str) -> InputError:
    return InputError([_finding(message, Location("command line"))])


def _finding(message: str, place: Location) -> Diagnostic:
    return Diagnostic("call", Severity.INPUT, message, place)
