"""What an exchange format is, and what every conversion gives back: the result and what was not carried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from casegen.io.unseen import UNSEEN, unseen
from casegen.model.case import Case
from casegen.model.diagnostic import InputError


@dataclass(frozen=True, slots=True)
class Item:
    """One part that a conversion did not carry, or had to decide, and why."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Imported:
    """A case read from another tool's files.

    ``left_out`` lists what the case could not take, ``decided`` what the file does not say and the
    reader had to choose.  ``tables`` holds edited rows that only make sense against the case they came
    from (spreadsheets): section to rows.
    """

    case: Case
    left_out: Sequence[Item] = ()
    decided: Sequence[Item] = ()
    tables: Mapping[str, tuple[TableRow, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table, as text cells by field, with the base each cell was exported from."""

    id: str | Literal[""]
    place: str
    cells: Mapping[str, str]
    base: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Exported:
    """The files of an export by name (the first is the one asked for), and what they do not carry."""

    files: Mapping[str, bytes]
    left_out: Sequence[Item] = ()


Read = Callable[[Sequence[Path]], Imported]
Write = Callable[..., Exported]


@dataclass(frozen=True, slots=True)
class Format:
    """One exchange format.

    ``read`` takes the files, ``write`` a case and the name of the file to make (and, for spreadsheets,
    the findings of a review).  ``carries`` says in one
    sentence which parts of a case the format can hold.
    """

    name: str
    title: str
    carries: str
    read: Read | None
    write: Write | None

    def __post_init__(self) -> None:
        if self.read is None and self.write is None:
            raise ValueError("expected a function to read or one to write, found neither")

    def export(self, case: Case, name: str, **more: Any) -> Exported:
        """What :attr:`write` makes, with the texts of the case listed that hold characters which are not seen."""
        if self.write is None:
            raise InputError.call(f"{self.title} is read only")
        made = self.write(case, name, **more)
        listed = {str(item) for item in made.left_out}
        strange = [Item(words, UNSEEN) for words in unseen(case)]
        return Exported(
            made.files, (*made.left_out, *(one for one in strange if not _is_listed(one, listed)))
        )


def _is_listed(item: Item, listed: set[str]) -> bool:
    return any(one.startswith(str(item)) for one in listed)


__all__ = ["Exported", "Format", "Imported", "InputError", "Item", "Read", "TableRow", "Write"]
