"""What-ifs that change what a tree is, for a page that evaluates by itself: the case assessed anew for each of them.

House events and stated distributions decide how a tree is compiled, so that no page can follow them by arithmetic.
Each combination that a page offers is therefore assessed here, and its data stand beside those of the case.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from casegen.assessment.assess import Change, Session
from casegen.assessment.portable.assessment import Data, portable
from casegen.model.case import Case
from casegen.model.event_model import Constant
from casegen.model.results import Assessment

ALL_STATES = 3
"""up to so many house events every combination of their states is offered; beyond, each alone"""
MOST = 24
"""combinations at most, those that a named scenario needs not counted"""


def is_restating(change: Change) -> bool:
    """Whether a change decides how a tree is compiled: a house event, or a distribution."""
    return bool(change.house or change.distribution)


def setting(change: Change) -> bool | float | Data:
    """What a change sets its subject to, as a scenario file writes it."""
    if change.house:
        return change.number != 0.0
    if change.distribution is None:
        return change.number
    return change.distribution.model_dump(mode="json", exclude_none=True)


def house_events(case: Case) -> list[Data]:
    """The house events that some tree names, with their states."""
    used = {name for tree in case.trees for gate in tree.gates for name in _names(gate)}
    return [{"id": h.id, "text": h.text, "state": h.state} for h in case.house_events if h.id in used]


def plain_totals(case: Case) -> dict[str, float]:
    """Totals of common-cause groups that are one stated number: set to it, a group stays as it is."""
    stated = {group.id: group.total for group in case.common_cause}
    return {
        name: model.probability
        for name, model in stated.items()
        if isinstance(model, Constant) and model.exposure is None and isinstance(model.probability, float)
    }


def _names(formula: object) -> Iterator[str]:
    condition = getattr(formula, "condition", None)
    if condition:
        yield condition
    for given in getattr(formula, "inputs", ()):
        if isinstance(given, str):
            yield given
        else:
            yield from _names(given)


def variants(
    assessed: Assessment, session: Session, base: Data, named: Iterable[tuple[Change, ...]]
) -> list[Data]:
    """The data of :func:`casegen.assessment.portable.assessment.portable` for each combination that a page offers.

    ``when`` says which: subject and setting.  A tree that is the same as in ``base`` stands as its place there.
    ``supported`` is the verdict as assessed.  ``named`` are the changes of the case's scenarios.
    """
    wanted: dict[str, tuple[Change, ...]] = {}
    offered = itertools.islice(_combinations(assessed.case), MOST)
    scenarios = (tuple(c for c in changes if is_restating(c)) for changes in named)
    for changes in (*offered, *scenarios):
        kept = tuple(c for c in changes if not _is_as_stated(assessed.case, c))
        if kept:
            wanted.setdefault(repr(sorted((c.subject, repr(setting(c))) for c in kept)), kept)
    return [_variant(session, base, changes) for changes in wanted.values()]


def _is_as_stated(case: Case, change: Change) -> bool:
    house = case.house_event.get(change.house)
    return house is not None and house.state == (change.number != 0.0)


def _combinations(case: Case) -> Iterator[tuple[Change, ...]]:
    houses = house_events(case)
    if len(houses) > ALL_STATES:
        yield from ((Change(0.0 if h["state"] else 1.0, house=h["id"]),) for h in houses)
        return
    for states in itertools.product((False, True), repeat=len(houses)):
        yield tuple(Change(float(s), house=h["id"]) for h, s in zip(houses, states, strict=True))


def _variant(session: Session, base: Data, changes: tuple[Change, ...]) -> Data:
    other = session.restated(changes)
    assessed = other.assess()
    data = portable(assessed, other)
    trees = base["trees"]
    return {
        "when": {change.subject: setting(change) for change in changes},
        **data,
        "trees": [trees.index(tree) if tree in trees else tree for tree in data["trees"]],
    }
