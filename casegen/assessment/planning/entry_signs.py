"""Further entries of a record that bring a sign of their own, which no number settles: a person has to set it aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from casegen.assessment.assess import Session
from casegen.io.sentences import sentence
from casegen.model.sentence import Sentence

SIGN = "sign-one-rate"


def waiting_entries(session: Session, items: Iterable[str]) -> tuple[Sentence, ...]:
    """Of items whose records are to grow by an entry, what then waits for a person, whatever the limit.

    Nothing of an item whose sign somebody has set aside, nor of entries whose bound allows for usual differences.
    """
    return tuple(said for item in dict.fromkeys(items) if (said := _waiting(session, item)) is not None)


def _waiting(session: Session, item: str) -> Sentence | None:
    state = session.evidence.get(item)
    if state is None or state.document is None or any(waiver.rule == SIGN for waiver in state.waivers):
        return None
    recipe, entries = state.document.get("recipe", {}), _entries(state.document)
    if not entries or not _are_declared_alike(recipe.get("method", ""), recipe.get("parameters", {})):
        return None
    return sentence("further.entry_sign" if entries == 1 else "further.entries_sign", item=item, sign=SIGN)


def _entries(document: Mapping[str, Any]) -> int:
    read = document.get("read")
    return len(read[0].get("accumulates", {})) if read else 0


def _are_declared_alike(name: str, stated: object) -> bool:
    """Whether a record's parameters declare that its entries differ by less than the bound allows for by default."""
    from casegen_evidence.bounds.campaigns import SPREAD
    from casegen_evidence.field_data.entries import spread_of
    from casegen_evidence.field_data.method import RecordParameters
    from pydantic import ValidationError

    from casegen.store.methods import method, registered

    if name not in registered():
        return False
    try:
        parameters = method(name).parameters.model_validate(stated)
    except ValidationError:
        return False
    if not isinstance(parameters, RecordParameters):
        return False
    return parameters.entries == "one-rate" or (
        parameters.entries == "similar" and spread_of(parameters) < SPREAD
    )
