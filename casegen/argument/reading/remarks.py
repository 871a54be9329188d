"""What people wrote beside an argument: notes, and the rules that they set aside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from casegen.argument.acceptance import RISK_INTOLERABLE, Waivable, bears, waivable, waiver_objection
from casegen.argument.graph import reachable
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.used_numbers import Used
from casegen.argument.reading.weak_texts import weak_reason
from casegen.argument.view import CaseView
from casegen.model.expressions import compiled
from casegen.model.hazard import HazopEntry
from casegen.model.results import EvidenceState
from casegen.model.waiver import Waiver
from casegen.texts.documents.lasting_faults import lasting_fault
from casegen.texts.reservations.weakenings import weakened
from casegen.texts.wording.denials import negations

_ADDED = "Added on import:"
"""how a note starts that a reader of another format wrote"""
_LESSENS = compiled(
    r"\b(?:only|but|although|except|unless|however|withdrawn|revoked|superseded|expired|failed|invalid|wrong|guess(?:ed)?|draft|"
    r"unclear|nur|aber|obwohl|außer|jedoch|zurückgezogen|widerrufen|abgelaufen|fehlgeschlagen|ungültig|falsch|geraten|unklar)\b",
    re.I,
)


def notes(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Notes of supported claims, of what these rest on and of what hangs on that: each may take back what it stands at.

    Who accepted a part had its note before them: there only a note that denies or limits something is asked about.
    """
    steps = {name for claim in supported for name in view.support.get(claim, ())}
    below = reachable(supported, view.support, view.attached)
    for _, _, node in view.nodes:
        if not node.note or node.id not in below:
            continue
        lessens = (
            negations(node.note)
            or _LESSENS.search(node.note)
            or lasting_fault(node.note)
            or weakened(node.note)
        )
        own = node.id in supported | steps and not node.note.startswith(_ADDED)
        yield ReadingStep(node.id, "note", (node.text, node.note), asks=own or bool(lessens))


def set_aside(
    view: CaseView, supported: Set[str], evidence: Mapping[str, EvidenceState], used: Used
) -> Iterator[ReadingStep]:
    """Rules set aside where a status depends on it, or at a part below a supported claim: no rule judges the reason."""
    case = view.case
    below = reachable(supported, view.support, view.attached)
    beside = _beside(view, supported, used)
    sections: tuple[tuple[str, tuple[Waivable | HazopEntry, ...]], ...] = (
        *((section, parts) for section, parts in waivable(case) if section != "evidence"),
        ("hazop", case.hazop),
    )
    for _, _, node in view.nodes:
        for waiver in node.waive:
            if node.id in below or _counts(waiver, node, view):
                yield _waived(waiver, node.id, None)
    for section, parts in sections:
        for part in parts:
            for waiver in part.waive:
                counts = not isinstance(part, HazopEntry) and _counts(waiver, part, view)
                if counts or (not has_effect(waiver) and part.id in beside[section]):
                    state = evidence.get(part.id) if section == "evidence_items" else None
                    yield _waived(waiver, part.id, state)


def has_effect(waiver: Waiver) -> bool:
    """Whether a status, or the acceptance of a risk, depends on what the waiver sets aside."""
    return bears(waiver) or waiver.rule == RISK_INTOLERABLE


def _counts(waiver: Waiver, part: Waivable, view: CaseView) -> bool:
    """Whether a status depends on what is set aside, and somebody may set it aside."""
    return has_effect(waiver) and not waiver_objection(waiver, part, view.case)


def _waived(waiver: Waiver, part: str, state: EvidenceState | None) -> ReadingStep:
    signs = [sign for sign in state.signs if sign.name == waiver.rule] if state is not None else []
    weak = weak_reason(waiver.reason, signs)
    texts = tuple(filter(None, (waiver.rule, waiver.reason, weak)))
    return ReadingStep(part, "waiver", texts, waiver.by, asks=bool(weak))


def _beside(view: CaseView, supported: Set[str], used: Used) -> dict[str, set[str]]:
    """Trees, their events, items of evidence and HAZOP rows that supported claims rest on or name, by section."""
    return {
        "trees": set(used.trees),
        "events": {name for tree in used.trees for name in view.parts_of.get(tree, ())},
        "evidence_items": set(used.items),
        "hazop": {row.id for row in view.case.hazop if supported},
    }
