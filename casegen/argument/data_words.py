"""Words beside the numbers that a claim rests on: what an item says of its data, what of them is not read, sources."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.view import CaseView
from casegen.model.argument import Argument, EvidenceNode
from casegen.model.fault_tree import BasicEvent, FromEvidence
from casegen.model.results import EvidenceState

LISTED = 20
"""columns and fields of a file that are named; the others are counted"""


def said_of_numbers(view: CaseView, step: Argument) -> list[str]:
    """What the numbers of a step are said to be: text of its tree, sources of typed events, words of measured items.

    Of an item its title, its text, the sentences among its parameters and the names of its files.
    """
    case, said = view.case, list[str]()
    if (tree := case.tree.get(step.tree or "")) is not None:
        below = view.parts_of.get(tree.id, set())
        said += [tree.text, *(_typed(event) for event in case.events if event.id in below)]
    for node in (case.node.get(name) for name in step.premises):
        item = case.evidence_item.get(node.evidence or "") if isinstance(node, EvidenceNode) else None
        if item is not None:
            sentences = [text for text in item.parameters.values() if isinstance(text, str) and " " in text]
            said += [item.title, item.text, *sentences, *item.inputs.values()]
    return [text for text in said if text]


def _typed(event: BasicEvent) -> str:
    """Text of an event whose model somebody typed, the model's numbers, and where they come from."""
    model = event.model
    if model is None or isinstance(model, FromEvidence) or not event.source:
        return ""
    numbers = [
        f"{name} {v:g}" for name in type(model).model_fields if isinstance(v := getattr(model, name), float)
    ]
    return f"{event.text or event.id}: {', '.join(numbers)} ({event.source})"


def unread_data(state: EvidenceState | None) -> tuple[str, ...]:
    """What the files of a result hold and its method does not read: file, then columns or fields with what they say."""
    document = state.document if state is not None else None
    return tuple(text for table in (document or {}).get("read", ()) for text in _unread(table))


def _unread(table: dict[str, object]) -> Iterator[str]:
    names, notes = table.get("not_read"), table.get("notes")
    if not isinstance(names, list) or not isinstance(notes, list) or not names:
        return
    yield str(table.get("file", ""))
    for name in names[:LISTED]:
        head = f"Column {name!r} is not read; it "
        yield next(
            (f"{name} {note.removeprefix(head)}" for note in map(str, notes) if note.startswith(head)),
            str(name),
        )
    if len(names) > LISTED:
        yield f"and {len(names) - LISTED} more"
