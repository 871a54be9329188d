"""Rules that are found where numbers, methods and files are known: beside those of :data:`casegen.argument.rule.RULES`.

Vital signs (``sign-…``) belong to the methods, and are named there.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from casegen.model.diagnostic import Severity


@dataclass(frozen=True, slots=True)
class ComputedRule:
    """``says`` is what must hold; ``waived_on`` are the sections whose parts may waive it, none for an error."""

    id: str
    severity: Severity
    says: str
    waived_on: tuple[str, ...] = ()


def _error(id: str, says: str) -> ComputedRule:
    return ComputedRule(id, Severity.ERROR, says)


def _warning(id: str, says: str, *sections: str) -> ComputedRule:
    return ComputedRule(id, Severity.WARNING, says, sections)


_ALL = (
    _error("artefact-changed", "A document is the one that was accepted: its SHA-256 is the stated one."),
    _error("artefact-empty", "A document has content."),
    _error("artefact-missing", "A document lies where the evidence says."),
    _error("artefact-opposite", "A document shows what is claimed, not the opposite."),
    _error("artefact-own-case", "A document is no part of the case that it supports."),
    _error("confidence-mismatch", "Evidence reports its bounds with the confidence that a requirement asks for."),
    _error("evidence-date", "Evidence is dated no later than the case, and the release is."),
    _error("evidence-spec", "An evidence item states what its method needs."),
    _error("fault-tree", "A file of fault trees can be read as one."),
    _warning("file-unread", "Every file of the folder with parts of a case is included."),
    _error("fraction-per-mission", "A share of inputs enters a tree by way of an exposure."),
    _error("hazop-row-gone", "A document cites rows that the HAZOP table has."),
    _error("independent-errors", "A claim named for independent errors or records says why they are so."),
    _warning("independent-events", "`independent_events:` names a claim that says that things are independent.", "trees"),
    _warning("independent-records", "Records that a tree takes as independent can be compared.", "trees"),
    _error("measure-unknown", "A measure is one that its evidence has."),
    _error("method-unknown", "A method is one that is installed."),
    _error("requirement-direction", "A requirement limits its measure from the side that the text and the measure mean."),
    _warning("requirement-weaker", "A requirement asks for what the claim above needs.", "claims"),
    _warning("risk-intolerable", "No risk has a rating that nobody accepts.", "trees"),
    _error("risk-reduction", "A measure against risk states a change that can be made."),
    _warning("risk-unrated", "A top event of the risk matrix has a severity.", "trees"),
    _warning("unavailability-as-frequency", "A claim held by an unavailability is on a demand, a moment or a mean."),
    _error("unit-mismatch", "A requirement, an event and a measure are of one kind."),
)  # fmt: skip
COMPUTED = MappingProxyType({rule.id: rule for rule in _ALL})
"""every such rule by its id"""
