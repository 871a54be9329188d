"""Descriptions beside numbers: an event, a parameter or a target stands with the number that its own text states."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.event_texts import (
    RULE,
    TARGET_RULE,
    UNFINISHED_RULE,
    contradicted,
    unfinished_tree,
    weaker_target,
)
from casegen.argument.rule import Finding, warning
from casegen.argument.rules.citations import FAULT_TREE, QUANTITIES
from casegen.argument.view import CaseView

FAMILY = "Fault trees"


@warning(
    RULE,
    FAMILY,
    "An event is no rarer than its own text and source say.",
    source=f"{QUANTITIES}; {FAULT_TREE}; SCCG LF.6",
    hint="bring model and text together, or say in the text how the number follows from the one that it states",
)
def event_text_number(view: CaseView) -> Iterator[Finding]:
    """``Sticks in 5 % of the starts``, ``data sheet: 100 FIT``, ``beta 5 %``; also of parameters and steps of scenarios.

    Until then, or until somebody waives it, the tree is not evaluated.
    """
    index = {event.id: k for k, event in reversed(list(enumerate(view.case.events)))}
    done: set[str] = set()
    for tree in view.case.trees:
        for event, message, _ in contradicted(view, tree):
            if event not in done:
                done.add(event)
                yield Finding(("events", index[event], "model"), message, event)


@warning(
    TARGET_RULE,
    FAMILY,
    "A target is no weaker than the tree's title and the target's source say.",
    source=f"{QUANTITIES}; {FAULT_TREE}",
    hint="set the target to the number that is meant, or say in its source how it follows",
)
def target_text_number(view: CaseView) -> Iterator[Finding]:
    """``source: standard, 10⁻⁹ per hour`` beside a target of 10⁻³.  Until then the tree is not evaluated."""
    for index, tree in enumerate(view.case.trees):
        message = weaker_target(view, tree)
        if message:
            yield Finding(("trees", index, "target"), message, tree.id)


@warning(
    UNFINISHED_RULE,
    FAMILY,
    "A tree that something rests on is finished.",
    source=FAULT_TREE,
    hint="finish the tree, or say in its text what it holds; causes that are left out on purpose are a side-claim",
)
def tree_unfinished(view: CaseView) -> Iterator[Finding]:
    """``Draft: …``, ``incomplete``, ``not modelled yet`` in its own title or text.  Until then it is not evaluated."""
    for index, tree in enumerate(view.case.trees):
        message = unfinished_tree(view.case, tree)
        if message:
            yield Finding(("trees", index, "text"), message, tree.id)
