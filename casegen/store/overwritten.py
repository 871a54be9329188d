"""Result files that hold something else than their names say: of a run whose numbers count, and are gone.

A merge that takes one side of every conflict (`git merge -X ours`) writes one result over the other, under the other's
name.
"""

from __future__ import annotations

from pathlib import Path

from casegen.model.results import EvidenceState, Freshness
from casegen.store.entries import RESULTS, place, result_name, results_of, sound_entry
from casegen.store.looks import still_lost
from casegen.store.stored_result import digest_of

_ALTERED = "altered"


def unless_overwritten(root: Path, state: EvidenceState) -> EvidenceState:
    """``state``, failed where another result of its item was written over, unless it is counted as lost already."""
    if state.document is None:
        return state
    for path in results_of(root, state.id):
        if still_lost(state, path.name) == state.lost and not digest_of(path):
            why = (
                f"{RESULTS}/{path.name} holds another result than its name says: a merge or a copy wrote over that of "
                f"another run, which counts as well: restore the file (`git checkout COMMIT -- {RESULTS}/{path.name}`)"
            )
            return EvidenceState(state.id, Freshness.FAILED, (why,))
    return state


def put_altered_aside(root: Path, item: str) -> None:
    """Move the result that the item's entry names to `.casegen/altered` if it was altered: a new run takes its place."""
    entry = sound_entry(root, item)
    path = place(root, result_name(item, entry.result)) if entry is not None and entry.result else None
    if path is not None and path.is_file() and not digest_of(path):
        aside = root / ".casegen" / _ALTERED
        aside.mkdir(parents=True, exist_ok=True)
        path.replace(aside / path.name)
