"""Which columns of a file are read: what a method asks for, as the item names it, or why that cannot be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.suggestions import among, nearest
from casegen_evidence.tables.separators import is_number
from casegen_evidence.tables.spec import FURTHER_SYNONYMS, SYNONYMS, Kind, Problems, Reading

_COUNTS = compiled(r"(?:counts?|n|number|freq|frequency|weight|runs|anzahl)(?:$|\W)", re.IGNORECASE)


def named(cells: Sequence[str], line: int, problems: Problems, reading: Reading) -> list[str]:
    """Names of the columns; duplicates, and a first row of numbers, are problems."""
    names = [cell.strip() for cell in cells]
    counted: dict[str, list[int]] = {}
    for k, name in enumerate(names):
        counted.setdefault(name, []).append(k + 1)
    for name, at in counted.items():
        if len(at) > 1 and name:
            where = ", ".join(map(str, at))
            problems.add(
                f"{problems.file}:{line}: the header has {name!r} in columns {where}; rename or remove one"
            )
    running = [str(k + start) for start in (0, 1) for k in range(len(names))]
    if (
        names
        and all(is_number(name, reading) for name in names)
        and names not in (running[: len(names)], running[len(names) :])
    ):
        problems.add(f"{problems.file}:{line}: expected names of columns, found numbers; add a header")
    return names


def chosen_columns(
    header: Sequence[str], wanted: Mapping[str, Kind], rest: Kind | None,
    reading: Reading, problems: Problems, intake: Intake,
) -> list[tuple[str, int, Kind]]:  # fmt: skip
    """The columns to read: name, index in the file, kind; those that are missing are problems with a hint."""
    result: list[tuple[str, int, Kind]] = []
    for name, kind in wanted.items():
        spelled = reading.columns.get(name, name)
        spelled = spelled if spelled in header else name
        if spelled in header:
            result.append((name, header.index(spelled), kind))
            _namesakes(spelled, header, reading, problems)
            if spelled != name and name in header and name not in reading.columns.values():
                intake.suspects(
                    "unread-namesake",
                    f"{problems.file}: column {spelled!r} is read for {name!r}; the file's own column {name!r} is not",
                    hint="say in the waiver what the other column holds, or remove it",
                )
        elif kind.optional:
            _overlooked(name, header, reading, problems, intake)
        else:
            problems.add(_missing(name, header, reading, problems.file))
    taken: dict[int, str] = {}
    for name, index, _ in result:
        if index in taken:
            problems.add(
                f"{problems.file}: column {header[index]!r} is taken for {taken[index]!r} and for {name!r}; each "
                "needs its own"
            )
        taken.setdefault(index, name)
    if rest is not None:
        for k in (k for k, name in enumerate(header) if not name and k > 0):
            problems.add(f"{problems.file}: column {k + 1} has no name; give it one, or remove it")
        result += [(name, k, rest) for k, name in enumerate(header) if k not in taken and name]
    return result


def _namesakes(name: str, header: Sequence[str], reading: Reading, problems: Problems) -> None:
    if name in reading.columns.values():
        return
    others = [h for h in header if h != name and h.casefold() == name.casefold()]
    if others:
        problems.add(f"{problems.file}: columns {name!r} and {others[0]!r} differ only in case; rename one")


def _overlooked(
    name: str, header: Sequence[str], reading: Reading, problems: Problems, intake: Intake
) -> None:
    """An optional column in another spelling is a problem; one under a common other name is suspicious."""
    key = name.casefold().replace("_", " ")
    for other in header:
        if other in reading.columns.values():
            continue
        if other.casefold().replace("_", " ").replace("-", " ") == key:
            hint = f"declare `columns: {{{name}: {other}}}`, or rename it"
            problems.add(f"{problems.file}: column {other!r} is not read, {name!r} would be; {hint}")
        elif name == "count" and _COUNTS.match(other):
            intake.suspects(
                "unread-count",
                f"{problems.file}: column {other!r} is not read, every row counts once",
                hint=f"declare `columns: {{count: {other}}}` if it says how often a row occurred",
            )


def _missing(name: str, header: Sequence[str], reading: Reading, file: str) -> str:
    spelled = reading.columns.get(name, name)
    folded = {h.casefold(): h for h in header}
    guess = folded.get(name.casefold()) or next(
        (folded[s] for names in (SYNONYMS, FURTHER_SYNONYMS) for s in names.get(name, ()) if s in folded),
        None,
    )
    guess = guess or nearest(name, header)
    hint = f"; if {guess!r} is it, declare `columns: {{{name}: {guess}}}`" if guess else ""
    return f"{file}: expected a column {spelled}; found {among(header)}{hint}"
