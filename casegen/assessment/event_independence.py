"""What a tree's products take for granted: that events occur independently of each other, and what argues it."""

from __future__ import annotations

from collections.abc import Mapping

from casegen.argument.reading.products import has_products, in_words, shared_records
from casegen.argument.view import rests_on, view_of
from casegen.io.sentences import sentence, stands
from casegen.model.case import Case
from casegen.model.sentence import NOTHING, Sentence

RULE = "events-one-record"


def argued_by_claims(case: Case) -> tuple[str, ...]:
    """Claims that trees name for an independence: of records, or of events."""
    named = [tree.independent.claim for tree in case.trees if tree.independent is not None]
    named += [tree.independent_events for tree in case.trees if tree.independent_events is not None]
    return tuple(dict.fromkeys(named))


def tree_independence(case: Case, tree: str, unargued: Mapping[str, str]) -> Sentence:
    """One sentence for the tree; empty where nothing is multiplied.

    ``unargued``: claims that do not stand, each with its status.
    """
    view, spec = view_of(case), case.tree[tree]
    if not has_products(case, view, spec):
        return NOTHING
    shared = shared_records(case, view, spec)
    argued = _argued(case, tree, unargued)
    if not shared:
        return sentence("multiplied", argued=argued)
    return sentence("multiplied_also", events=in_words(shared), argued=argued)


def assumed_of_events(case: Case, tree: str, holder: str, unargued: Mapping[str, str]) -> Sentence:
    """What the claim ``holder`` takes for granted of events that one record measured; empty where there are none."""
    shared = shared_records(case, view_of(case), case.tree[tree])
    if not shared:
        return NOTHING
    claim = case.tree[tree].independent_events
    argued = _argued(case, tree, unargued)
    if claim is not None and not rests_on(case, holder, claim):
        argued = sentence("rests_not_on", claim=claim)
    return sentence("taken_independent", events=in_words(shared), argued=argued)


def _argued(case: Case, tree: str, unargued: Mapping[str, str]) -> Sentence:
    claim = case.tree[tree].independent_events
    if claim is not None:
        status = unargued.get(claim)
        if status:
            return sentence("argued_not", claim=claim, status=stands(status))
        return sentence("argued", claim=claim)
    waiver = next((w for w in case.tree[tree].waive if w.rule == RULE), None)
    if waiver is not None:
        return sentence("unargued_accepted", by=waiver.by, reason=waiver.reason.rstrip("."))
    return sentence("unargued")
