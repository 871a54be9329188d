"""Files of named what-ifs: the case's own ``whatif.yaml``, and each that ``casegen whatif --scenario`` reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from casegen.assessment.assess import Change, Session
from casegen.assessment.whatif import EvidenceAwaited, refusal, stated_change
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.shown import shown
from casegen.model.suggestions import nearest


@dataclass(frozen=True, slots=True)
class Scenarios:
    """Named sets of changes, and by its name each other one that waits for a result."""

    changes: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)
    awaiting: Mapping[str, EvidenceAwaited] = field(default_factory=dict)


def parse_scenarios(
    case: Case,
    session: Session,
    data: object,
    file: str,
    places: Mapping[tuple[str | int, ...], Location] | None = None,
) -> Scenarios:
    """Named scenarios from a file's data: ``{scenarios: {NAME: {EVENT: P, OTHER: {distribution: …}, …}, …}}``.

    ``places`` says where each part of the data stands, for the errors.
    """
    named = data.get("scenarios") if isinstance(data, Mapping) else None
    problems = _other_keys(data, file, places or {})
    if not isinstance(named, Mapping) or not named:
        missing = refusal("expected `scenarios:` with named sets of changes", Location(file))
        raise InputError(problems or [missing])
    result: dict[str, tuple[Change, ...]] = {}
    awaiting: dict[str, EvidenceAwaited] = {}
    names: set[str] = set()
    for name, settings in named.items():
        changes = []
        place = (places or {}).get(("scenarios", name), Location(file))
        if str(name) in names:
            problems.append(refusal(f"scenario {name} is duplicated", place))
        names.add(str(name))
        if not isinstance(settings, Mapping):
            problems.append(
                refusal(f"scenario {name}: expected EVENT: PROBABILITY, found {shown(settings)}", place)
            )
            continue
        for subject, number in settings.items():
            place = (places or {}).get(("scenarios", name, subject), Location(file))
            try:
                changes.append(stated_change(case, session, str(subject), number))
            except EvidenceAwaited as awaited:
                awaiting[str(name)] = EvidenceAwaited(awaited.item, f"scenario {name}: ", place)
            except InputError as error:
                problems += [
                    refusal(f"scenario {name}: {d.message}", place, d.hint) for d in error.diagnostics
                ]
        if str(name) not in awaiting:
            result[str(name)] = tuple(changes)
    if problems:
        raise InputError(problems)
    return Scenarios(result, awaiting)


def _other_keys(
    data: object, file: str, places: Mapping[tuple[str | int, ...], Location]
) -> list[Diagnostic]:
    """Keys beside ``scenarios``: what stands under them would be read by nobody."""
    others = [key for key in data if key != "scenarios"] if isinstance(data, Mapping) else []
    return [
        refusal(f"unknown key {key!r}{nearest(str(key), ['scenarios'])}", places.get((key,), Location(file)),
                 "a file of scenarios holds `scenarios:` alone")
        for key in others
    ]  # fmt: skip
