"""What a tree's products take for granted: that events occur independently of each other, and what argues it."""

from __future__ import annotations

from casegen.argument.products import has_products, in_words, shared_records
from casegen.argument.view import CaseView
from casegen.assessment.independence import rests_on
from casegen.model.case import Case

RULE = "events-one-record"


_latest: list[CaseView] = []
"""the view of the case that was asked for last: every claim on a tree asks for it, at every what-if"""


def _view(case: Case) -> CaseView:
    for known in tuple(_latest):
        if known.case is case:
            return known
    view = CaseView(case)
    _latest[:] = [view]
    return view


def tree_independence(case: Case, tree: str) -> str:
    """One sentence for the tree; empty where nothing is multiplied."""
    view, spec = _view(case), case.tree[tree]
    if not has_products(case, view, spec):
        return ""
    shared = shared_records(case, view, spec)
    also = f", also {in_words(shared)}".rstrip(",") if shared else ", common-cause groups aside"
    return f"Events are multiplied as independent of each other{also}; {_argued(case, tree)}."


def assumed_of_events(case: Case, tree: str, holder: str) -> str:
    """What the claim ``holder`` takes for granted of events that one record measured; empty where there are none."""
    shared = shared_records(case, _view(case), case.tree[tree])
    if not shared:
        return ""
    claim = case.tree[tree].independent_events
    argued = _argued(case, tree)
    if claim is not None and not rests_on(case, holder, claim):
        argued = f"this claim does not rest on {claim}, which would argue it"
    return f", taking {in_words(shared)} to occur independently: {argued}"


def _argued(case: Case, tree: str) -> str:
    claim = case.tree[tree].independent_events
    if claim is not None:
        return f"claim {claim} argues it"
    waiver = next((w for w in case.tree[tree].waive if w.rule == RULE), None)
    if waiver is not None:
        return f"no claim argues it, accepted by {waiver.by}: {waiver.reason}".rstrip(".")
    return "no claim argues it"
