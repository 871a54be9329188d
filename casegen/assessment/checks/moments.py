"""Requirements on how often a top event happens, on trees whose number is the probability of being failed at a moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from casegen.argument.references import SINGULAR
from casegen.argument.view import view_of
from casegen.assessment.how_often import RULE, at_moments_only, words_to_explain
from casegen.io.sentences import sentence
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.model.fault_tree import Formula
from casegen.model.plural import some
from casegen.model.quantity import MeasureKind

if TYPE_CHECKING:
    from casegen.assessment.assess import Session

_SOURCE = "IEC 61508-6, annex B: unavailability and failure frequency"
_HINT = (
    'write of a demand ("fails on demand with a probability of at most 2 %"), a moment ("is unavailable at any time with'
    ' at most 2 %") or a mean ("the mean unavailability is at most 2 %") alone, or model the events without repair and'
    " tests; where `casegen fta curve` gives a rate, it is a number of its own"
)
_HINT_WORDS = (
    "leave the words out, use those of the tree (its title, gates and events), or set the rule aside where they do not"
    " change what the number says"
)


def claims_of_how_often(case: Case, session: Session) -> Iterator[Diagnostic]:
    """A warning at each requirement on an unavailability whose text says how often, or does not say of which moment.

    Or it has words of which no rule knows what they say of it.
    """
    for section in ("claims", "contexts"):
        for index, node in enumerate(getattr(case, section)):
            wanted = node.requirement
            if wanted is None or wanted.kind is not MeasureKind.PER_MISSION:
                continue
            if not _may_come_and_go(case, wanted.measure.tree or ""):
                continue
            result = session.evaluated(node, wanted, session.numbers())
            if why := at_moments_only(result.problem):
                message = f"{SINGULAR[section]} {node.id}: {why}"
                place = case.locate(section, index, "requirement")
                yield Diagnostic(RULE, Severity.WARNING, message, place, _SOURCE, _HINT, node.id)
            elif words := words_to_explain(case, node, result):
                quoted = [f'"{word}"' for word in words]
                asked = sentence("moment.unread", n=len(words), words=some(quoted))
                message = f"{SINGULAR[section]} {node.id}: {asked}"
                place = case.locate(section, index, "text")
                yield Diagnostic(RULE, Severity.WARNING, message, place, _SOURCE, _HINT_WORDS, node.id)


def _may_come_and_go(case: Case, tree: str) -> bool:
    """Whether models and gates alone leave open that the top of a tree ends: asked before any number is computed."""
    if tree not in case.tree:
        return False
    if not all(_only_rises(gate) for gate in case.tree[tree].gates):
        return True
    from casegen.fta.study.lasting import comes_back

    parts = view_of(case).parts_of[tree]
    models = [event.model for event in case.events if event.id in parts]
    models += [group.total for group in case.common_cause if parts.intersection(group.members)]
    return any(model is not None and comes_back(case, model) for model in models)


def _only_rises(formula: Formula) -> bool:
    return formula.row.coherent and all(isinstance(part, str) or _only_rises(part) for part in formula.inputs)
