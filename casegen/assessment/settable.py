"""What a what-if may set of a fault tree."""

from __future__ import annotations

from casegen.argument.view import view_of
from casegen.assessment.bounds import model_of
from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence


def set_in(case: Case, tree: str) -> set[str]:
    """What may be set of a tree: its events, common-cause groups, and the measures behind them."""
    parts = view_of(case).parts_of.get(tree, frozenset())
    names = {name for name in parts if name in case.event}
    names |= {group.id for group in case.common_cause if parts.intersection(group.members)}
    models = [model_of(case, name) for name in parts]
    return names | {f"{m.evidence}.{m.measure}" for m in models if isinstance(m, FromEvidence)}


def holds_any(case: Case, tree: str, names: set[str]) -> bool:
    """Whether the tree holds one of what is set: what :func:`set_in` names, or a house event."""
    parts = view_of(case).parts_of.get(tree, frozenset())
    return not names.isdisjoint({*set_in(case, tree), *parts.intersection(case.house_event)})
