"""Tables of any length, chunk by chunk: the same strict reader, nothing held but what is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem, Run
from casegen_evidence.signs import Intake
from casegen_evidence.tables.choice import chosen_columns, named
from casegen_evidence.tables.columns import Cells, column
from casegen_evidence.tables.grouping import check_grouping
from casegen_evidence.tables.reader import open_source
from casegen_evidence.tables.report import asked
from casegen_evidence.tables.sources import Sheet
from casegen_evidence.tables.spec import Number, Problems, reading_of

Array = NDArray[np.float64]
SHOWN = 5


class NumberStream:
    """The columns ``names`` of numbers of a table, in chunks ``(rows, d)``; to be read through once.

    Raises :class:`InputProblem` with every problem of the file up to the reader's limit, each with its place.
    """

    def __init__(
        self, path: Path, names: Sequence[str], *, declared: Mapping[str, Any] | None = None,
        intake: Intake | None = None, role: str = "",
    ) -> None:  # fmt: skip
        self.path, self.names, self.role = path, tuple(names), role
        self.rows = 0
        self._reading = reading_of(declared or {})
        self._problems = Problems(path.name)
        self._intake = intake if intake is not None else Intake()
        if self._reading.rows is not None:
            raise InputProblem(f"{path.name}: it is read whole, in chunks. Take `rows` off the evidence item")
        self._least, self._most, self._sum = (np.full(len(self.names), v) for v in (np.inf, -np.inf, 0.0))
        self._first: list[list[str]] = []

    def __iter__(self) -> Iterator[Array]:
        source = open_source(self.path, self._reading, self._problems, None)
        header = named(source.header, source.header_line, self._problems, self._reading)
        wanted = dict.fromkeys(self.names, Number())
        chosen = chosen_columns(header, wanted, None, self._reading, self._problems, self._intake)
        self._problems.settle()
        cells = [
            column(name, header[at], kind, self.path.name, self._reading, self._problems)
            for name, at, kind in chosen
        ]
        at = [index for _, index, _ in chosen]
        for block in source.blocks(at):
            for one, values in zip(cells, block.columns, strict=True):
                one.take(values, block.line)
            chunk = np.stack([_taken(one) for one in cells], axis=1)
            if self._problems.full:
                break
            if not self._problems.messages and len(chunk):
                self._seen(chunk)
                yield chunk
        if not self.rows and not self._problems.messages:
            self._problems.add(
                f"{self.path.name}: expected a header and at least one row; the table is empty"
            )
        check_grouping(cells, self._reading, self._problems, self._intake)
        self._problems.settle()
        unread = [name for k, name in enumerate(header) if k not in at and name]
        elsewhere = source.marks.elsewhere if isinstance(source, Sheet) else ()
        self._intake.read.append(self._report(cells, unread, elsewhere))

    def _seen(self, chunk: Array) -> None:
        self._least = np.minimum(self._least, chunk.min(axis=0))
        self._most = np.maximum(self._most, chunk.max(axis=0))
        self._sum += chunk.sum(axis=0)
        more = chunk[: SHOWN - len(self._first)]
        self._first += [[f"{v:.6g}" for v in row] for row in more.tolist()]
        self.rows += len(chunk)

    def _report(
        self, cells: Sequence[Cells], unread: Sequence[str], elsewhere: Sequence[str]
    ) -> dict[str, Any]:
        columns = [
            {"name": c.name, "in_file": c.spelled, "least": float(self._least[k]), "most": float(self._most[k]),
             "mean": float(self._sum[k] / self.rows)}
            for k, c in enumerate(cells)
        ]  # fmt: skip
        return {
            "input": self.role, "file": self.path.name, "rows": self.rows, "columns": columns, "not_read": list(unread),
            "asked": asked(unread, ()),
            "duplicates": None, "first_rows": self._first, "notes": ["Read in chunks."],
            **({"elsewhere": list(elsewhere)} if elsewhere else {}),
        }  # fmt: skip


def _taken(cells: Cells) -> Array:
    """What a column has taken, which it then holds no more."""
    values = cells.numbers()
    cells.parts = []
    return values


def stream_input(run: Run, role: str, names: Sequence[str]) -> NumberStream:
    """The columns ``names`` of input ``role`` of a run, in chunks; its report joins the run's when it is read."""
    return NumberStream(run.inputs[role], names, declared=run.reading, intake=run.intake, role=role)
