"""The one reader of tables: what a method asks for, from a file as the case declares it, or every reason why not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from casegen_evidence.archives import unpacked_size
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake
from casegen_evidence.tables import sources
from casegen_evidence.tables.choice import chosen_columns, named
from casegen_evidence.tables.columns import Cells, column
from casegen_evidence.tables.csv_bytes import DelimitedText
from casegen_evidence.tables.data_table import DataTable, Names
from casegen_evidence.tables.grouping import check_grouping
from casegen_evidence.tables.labels import ONE_NUMBER, alike, merging, one_number, overlooked, translation
from casegen_evidence.tables.parquet import parquet
from casegen_evidence.tables.report import remarks, report
from casegen_evidence.tables.separators import is_number
from casegen_evidence.tables.signs.column_names import judge_column_name
from casegen_evidence.tables.signs.endings import tells_of_an_end
from casegen_evidence.tables.signs.judged_answers import agreeing
from casegen_evidence.tables.signs.marks import telling
from casegen_evidence.tables.signs.meaning import (
    check_name,
    contradiction,
    flattered,
    given,
)
from casegen_evidence.tables.signs.named_classes import compare_with_labels
from casegen_evidence.tables.signs.sheet_marks import check_truths, judge_sheet
from casegen_evidence.tables.signs.table import judge_table
from casegen_evidence.tables.spec import (
    Flag,
    Kind,
    Label,
    NameColumn,
    Number,
    Problems,
    Reading,
    reading_of,
)
from casegen_evidence.tables.stated import check_formats, check_unit_columns, names_units
from casegen_evidence.tables.totals import row_of_dots, row_of_names
from casegen_evidence.tables.unnamed import check_unnamed

WHOLLY_READ = 100 * 2**20
"""Bytes of a file up to which the columns that a method does not ask for are compared too, row by row."""
CONTRARY = "correct the mapping, or state in the waiver why the word means what it counts as"
ARRAYS = ".npz"
_FORMATS = {".xlsx": sources.xlsx, ".xlsm": sources.xlsx, ".parquet": parquet}


def read_input(run: Run, role: str, wanted: Mapping[str, Kind], *, rest: Kind | None = None) -> DataTable:
    """The table of input ``role`` of a run, as its item declares it; its report joins the run's."""
    return read_table(
        run.inputs[role], wanted, declared=run.reading, intake=run.intake, role=role, rest=rest, draws=True
    )


def read_table(
    path: Path,
    wanted: Mapping[str, Kind],
    *,
    declared: Mapping[str, Any] | None = None,
    intake: Intake | None = None,
    role: str = "",
    rest: Kind | None = None,
    headless: bool = False,
    draws: bool = False,
) -> DataTable:
    """Read the columns ``wanted`` (and with ``rest`` all others as that kind), or raise with all that is wrong.

    Raises :class:`InputProblem` that names row and column of every problem, at most twelve of them.  ``headless``
    accepts a first row of numbers as a row: columns are then called x1, x2, ….  ``draws`` says that rows are independent
    draws, none of which may be a copy.
    """
    reading, problems = reading_of(declared or {}), Problems(path.name)
    intake = intake if intake is not None else Intake()
    named_so = None if rest is not None else {reading.columns.get(name, name) for name in wanted}
    source, header = _opened(path, reading, problems, headless=headless, wanted=named_so)
    chosen = chosen_columns(header, wanted, rest, reading, problems, intake)
    if path.suffix.lower() == ARRAYS:
        problems.settle()  # before arrays are unpacked: what is missing is known from their names
    cells = [column(name, header[at], kind, path.name, reading, problems) for name, at, kind in chosen]
    at = [index for _, index, _ in chosen]
    aside = _compared_too(header, at, whole=table_size(path) < WHOLLY_READ, unnamed=rest is not None)
    beside = [Cells(header[k], header[k], Label(), path.name, reading, problems, strict=False) for k in aside]
    rows = _take(source, [*at, *aside], [*cells, *beside], problems)
    beside = [one for one in beside if not one.given_up]
    table = DataTable(
        path.name, rows, source.header_line + 1, tuple(header), {one.name: one for one in cells},
        beside=beside,
    )  # fmt: skip
    check_grouping(cells, reading, problems, intake)
    if rest is not None:
        check_unnamed(beside, problems)
    check_unit_columns(table.first_line, cells, beside, reading, problems)
    read = dict(zip(at, cells, strict=True))
    if isinstance(source, sources.Sheet):
        check_truths(source.marks, read, problems)
        check_formats(source.marks.formats or {}, read, reading, problems)
    _finish(table, reading, problems, intake)
    _check_rows(table, [one for one in (*cells, *beside) if not isinstance(one.kind, Number)], problems)
    problems.settle()
    judge_table(table, cells, beside, role, intake, draws=draws)
    named = compare_with_labels(table, cells, translation(reading.labels), intake)
    notes = _notes(source, reading) + remarks(table.first_line, beside, named)
    elsewhere = _judge_workbook(source, read, intake) if isinstance(source, sources.Sheet) else []
    if reading.rows is not None:
        notes.append(_sampled(table, reading, wanted))
    unread = [name for k, name in enumerate(header) if k not in at and name]
    known = {name for name, said in named.items() if not said} | agreeing(table, beside)
    made = report(role, table, cells, unread, known, notes, elsewhere)
    intake.read.append({**made, "declared": _used(table, reading)} if declared else made)
    return table


def table_size(path: Path) -> int:
    """Bytes of a table's file; of an npz file those of its arrays, which may be a thousand times as many."""
    return unpacked_size(path) if path.suffix.lower() == ARRAYS else path.stat().st_size


def _check_rows(table: DataTable, texts: Sequence[Cells], problems: Problems) -> None:
    """Refuse a row that is none: dots, or the header again."""
    if not table.rows or problems.count:
        return
    if (row := row_of_dots([one.words() for one in texts])) is not None:
        problems.add(
            f"{table.file}:{table.line(row)}: the row holds dots, where rows were left out: give all rows"
        )
    if (row := row_of_names([(one.spelled, *one.words()) for one in texts])) is not None:
        problems.add(f"{table.file}:{table.line(row)}: the row is the header again; remove it")


def _judge_workbook(source: sources.Sheet, read: Mapping[int, Cells], intake: Intake) -> list[str]:
    """Signs of a workbook's other sheets and of its cells; what it says outside the table and beside it."""
    if source.series:
        intake.suspects(
            "unread-sheets",
            f"{source.path.name}: {len(source.series)} other sheets have the same columns and are not read: "
            f"{', '.join(source.series[:5])}",
            hint="put the rows of all of them into one table; or say in the waiver why this one is enough",
        )
    return [*judge_sheet(source.path.name, source.marks, read, intake), *source.marks.elsewhere]


def _compared_too(header: Sequence[str], read: Sequence[int], *, whole: bool, unnamed: bool) -> list[int]:
    """Columns that are not asked for and compared all the same: by their names, or with ``whole`` all of them.

    ``unnamed``: those without a name too.
    """
    return [
        k
        for k, name in enumerate(header)
        if k not in read
        and (whole or (unnamed if not name else telling(name) or tells_of_an_end(name) or names_units(name)))
    ]


def _take(
    source: DelimitedText | sources.Sheet, at: Sequence[int], into: Sequence[Cells], problems: Problems
) -> int:
    """Read the columns ``at`` block by block; the number of rows, of which there has to be one."""
    rows = 0
    for block in source.blocks(at):
        for one, values in zip(into, block.columns, strict=True):
            one.take(values, block.line)
        rows += len(block.columns[0]) if block.columns else 0
        if problems.full:
            break
    if not rows and not problems.messages:
        problems.add(f"{problems.file}: expected a header and at least one row; the table is empty")
    problems.settle()
    return rows


def _sampled(table: DataTable, reading: Reading, wanted: Mapping[str, Kind]) -> str:
    """Keep the declared number of rows, drawn by the declared seed; counts of a record cannot be sampled."""
    assert reading.rows is not None
    if "count" in wanted or any(isinstance(kind, NameColumn) for kind in wanted.values()):
        raise InputProblem(
            f"{table.file}: its rows are counts, of which none may be left out. Take `rows` off the evidence item"
        )
    whole, size = table.rows, reading.rows.sample
    if size < whole:
        rng = np.random.default_rng([0x5A3B1E, reading.rows.seed])
        table.keep(np.sort(rng.permutation(whole)[:size]))
    return f"{table.rows:,} of {whole:,} rows, drawn at random with seed {reading.rows.seed}."


def _used(table: DataTable, reading: Reading) -> dict[str, list[str]]:
    """The keys of the item's declaration that this table made use of."""
    read = table.cells
    return {
        "columns": [n for n, spelled in reading.columns.items() if n in read and read[n].spelled == spelled],
        "units": [n for n in reading.units if n in read],
        "labels": sorted(table.translated),
        "rows": ["sample"] if reading.rows is not None else [],
    }


def open_source(
    path: Path, reading: Reading, problems: Problems, wanted: Collection[str] | None = ()
) -> DelimitedText | sources.Sheet:
    """The file by its ending: npz, of which arrays ``wanted`` (None: all) are columns, xlsx, parquet, else text."""
    if not path.is_file():
        raise InputProblem(f"expected a table at {path}; there is none. Correct the path")
    if path.suffix.lower() == ARRAYS:
        return sources.npz(path, reading, problems, wanted)
    form = _FORMATS.get(path.suffix.lower())
    return form(path, reading, problems) if form else DelimitedText(path, reading, problems)


def header_of(path: Path, declared: Mapping[str, Any] | None = None, *, headless: bool = False) -> list[str]:
    """The names of the columns of a table, as its file spells them."""
    reading, problems = reading_of(declared or {}), Problems(path.name)
    _, header = _opened(path, reading, problems, headless=headless)
    problems.settle()
    return header


def holds_rows(path: Path, declared: Mapping[str, Any] | None = None) -> bool:
    """Whether a table has a row under its header; one whose rows cannot be read has some."""
    reading, problems = reading_of(declared or {}), Problems(path.name)
    source, header = _opened(path, reading, problems, headless=False)
    try:
        for block in source.blocks([0] if header else []):
            if problems.count or any(len(column) for column in block.columns):
                return True
    except InputProblem:
        return True
    return bool(problems.count)


def _opened(
    path: Path, reading: Reading, problems: Problems, *, headless: bool, wanted: Collection[str] | None = ()
) -> tuple[DelimitedText | sources.Sheet, list[str]]:
    """The file and the names of its columns."""
    source = open_source(path, reading, problems, wanted)
    if headless and _is_row(source.header, reading):
        source = _with_header(path, reading, problems)
    return source, named(source.header, source.header_line, problems, reading)


def _with_header(path: Path, reading: Reading, problems: Problems) -> DelimitedText:
    source = DelimitedText(path, reading, problems)
    source.give_header([f"x{k + 1}" for k in range(len(source.header))])
    return source


def _is_row(cells: Sequence[str], reading: Reading) -> bool:
    """Whether a first row is data: numbers in all columns but one; columns numbered from 0 or 1 are a header."""
    words = [not is_number(cell, reading) for cell in cells]
    if sum(words) > 1 or all(words):
        return False
    running = [[str(k + start) for k in range(len(cells))] for start in (0, 1)]
    return not any(all(w or a == b for w, a, b in zip(words, cells, r, strict=True)) for r in running)


def _finish(table: DataTable, reading: Reading, problems: Problems, intake: Intake) -> None:
    """Names in one spelling, flags as truth values; look-alikes are problems, what `labels` hides is a sign."""
    translate = translation(reading.labels)
    plain = set[str]()
    named = [c for c in table.cells.values() if isinstance(c.kind, Label) and not c.kind.many_words]
    classes = any(word in translate for c in named for word in c.words()[1])
    for name, cells in table.cells.items():
        if isinstance(cells.kind, Flag):
            stated = given(cells, cells.kind, translate, classes)
            check_name(cells, stated, translate, problems)
            _counted_as_right(table.file, name, cells.kind, stated, intake)
            table.flags_by_column[name] = cells.flags(table.first_line, stated)
            table.translated |= set(stated)
        elif isinstance(cells.kind, Number) and (cells.kind.sense or cells.kind.unit):
            check_name(cells, {}, translate, problems)
            judge_column_name(cells, intake)
        elif isinstance(cells.kind, Label | NameColumn):
            codes, words = cells.words()
            spelled = [translate.get(word, word) for word in words]
            index = {word: i for i, word in enumerate(dict.fromkeys(spelled))}
            names = Names(np.array([index[w] for w in spelled] or [0], dtype=np.int32)[codes], tuple(index))
            table.names_by_column[name] = names
            table.translated |= {word for word in words if word in translate}
            plain |= {word for word in words if word not in translate}
            if isinstance(cells.kind, NameColumn):
                _once(table, name, names, problems)
                continue
            _look_alikes(table, name, names, problems)
            for group in one_number(key.decode() for key in cells.codes):
                words_of = " and ".join(map(repr, group))
                problems.add(f"{table.file}, column {cells.spelled}: {ONE_NUMBER.format(words_of)}")
            _hidden(table.file, words, translate, cells.kind, intake)
    for key, word in overlooked(reading.labels, table.translated, plain):
        problems.add(
            f"{table.file}: `labels` has {key!r}, which no row has, but {word!r} occurs: one name in two spellings. "
            "Correct the key"
        )


def _hidden(
    file: str, words: Sequence[str], translate: Mapping[str, str], kind: Label, intake: Intake
) -> None:
    """What `labels` makes of the names in one column beyond translating them."""
    if not kind.many_words and (merged := merging(words, translate)):
        intake.suspects("labels-merge", f"{file}: {merged}", hint="say in the waiver why they are one class")
    contrary = contradiction({word: translate[word] for word in words if word in translate})
    if contrary:
        intake.suspects("labels-contradict", f"{file}: {contrary} by `labels`", hint=CONTRARY)


def _counted_as_right(file: str, name: str, kind: Flag, stated: Mapping[str, bool], intake: Intake) -> None:
    """Words that `labels` counts as right in a column of 0 and 1 although they say the contrary, or something else."""
    good = kind.sense == "good"
    contrary = contradiction({w: "correct" for w, value in stated.items() if kind.sense and value == good})
    if contrary:
        intake.suspects("labels-contradict", f"{file}: {contrary} by `labels`", hint=CONTRARY)
    elif beside := flattered(kind, stated):
        intake.suspects(
            "labels-merge",
            f"{file}: `labels` counts {' and '.join(map(repr, beside[:4]))} as right in column {name!r}, beside another "
            "word that it counts so",
            hint="count only what says that it is right; or say in the waiver why the system may answer so",
        )


def _once(table: DataTable, name: str, names: Names, problems: Problems) -> None:
    counted = np.bincount(names.codes, minlength=len(names.words))
    for k in np.flatnonzero(counted > 1).tolist():
        rows = np.flatnonzero(names.codes == k)
        problems.add(
            f"{table.place(int(rows[1]), name)}: entry {names.words[k][:80]!r} is duplicated, first in line "
            f"{table.line(int(rows[0]))}"
        )


def _look_alikes(table: DataTable, name: str, names: Names, problems: Problems) -> None:
    counts = names.counts()
    for group in alike(names.words):
        words = " and ".join(f"{w!r} ({counts[w]:,} rows)" for w in group)
        rare = min(group, key=lambda w: counts[w])
        row = int(np.flatnonzero(names.codes == names.words.index(rare))[0])
        other = next(w for w in group if w != rare)
        problems.add(
            f"{table.place(row, name)}: {words} differ only in case, blanks, hyphens or letters that look alike; write "
            f"them alike, or declare `labels: {{{rare}: {other}}}`"
        )


def _notes(source: DelimitedText | sources.Sheet, reading: Reading) -> list[str]:
    notes = []
    if source.tail:
        notes.append(
            f"{source.tail:,} {plural(source.tail, 'empty row at the end is', 'empty rows at the end are')} not counted."
        )
    if reading.labels:
        notes.append("Names translated: " + ", ".join(f"{a} → {b}" for a, b in reading.labels.items()) + ".")
    if reading.decimal or reading.thousands:
        signs = [f"decimal sign {reading.point!r}"]
        signs += [f"separator of thousands {reading.thousands!r}"] if reading.thousands else []
        notes.append(f"Numbers as declared: {', '.join(signs)}.")
    notes += [f"{name} declared in {unit}." for name, unit in reading.units.items()]
    return notes
