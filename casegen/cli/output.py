"""How the command line speaks: people on the terminal, programs through ``--json``."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TextIO

from casegen.cli.printing import seen
from casegen.cli.streams import json_stream
from casegen.model.legible import one_line
from casegen.model.plural import counted

if TYPE_CHECKING:
    from rich.console import Console

    from casegen.model.diagnostic import Diagnostic, InputError

MOST = 500
"""findings printed one by one; more are counted only"""
LONGEST = 4000
"""characters of a message"""
_LONG_NUMBER = re.compile("[0-9]{60,}")
_BEYOND_ASCII = re.compile(r"[^\n -~]+")
STYLES = {
    "supported": "green", "fresh": "green", "assumed": "cyan", "challenged": "bold red", "failed": "bold red",
    "stale": "yellow", "missing": "yellow", "undeveloped": "yellow", "not evaluated": "yellow",
    "error": "bold red", "input": "bold red", "warning": "yellow", "waived": "dim",
}  # fmt: skip


def console(*, error: bool = False) -> Console:
    """A rich console that never wraps or colours where nobody looks, and prints each text in one line."""
    return _line_console()(stderr=error, highlight=False, soft_wrap=True, emoji=False)


@functools.cache
def _line_console() -> type[Console]:
    from rich.console import Console

    class LineConsole(Console):
        """Also what was not escaped makes no lines of its own."""

        def print(self, *objects: Any, **settings: Any) -> None:
            super().print(*(one_line(x) if isinstance(x, str) else x for x in objects), **settings)

    return LineConsole


def as_json(document: Any) -> None:
    """The one JSON document of a command, in escapes where standard output has not every character."""
    with json_stream() as out:
        text = json.dumps(document, indent=1, ensure_ascii=not has_every_character(out), allow_nan=False)
        print(_BEYOND_ASCII.sub(_in_sight, text), file=out, flush=True)


def _in_sight(run: re.Match[str]) -> str:
    """What a terminal obeys or does not show, such as marks of direction, as JSON's escapes, which are the same text."""
    if run[0].isprintable():
        return run[0]
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in run[0])


def has_every_character(stream: TextIO | None = None) -> bool:
    """Whether ``stream``, or standard output, takes any text as it is."""
    return ((stream or sys.stdout).encoding or "utf").lower().startswith("utf")


def styled(word: str) -> str:
    """A status word with its colour, for rich."""
    style = STYLES.get(word)
    return f"[{style}]{word}[/]" if style else word


def escape(text: object) -> str:
    """Text from a case in one line, so that rich takes nothing in it for markup."""
    shown = seen(text)
    if "[" not in shown and "\\" not in shown:
        return shown
    from rich.markup import escape as rich_escape

    return rich_escape(shown)


def show_diagnostics(diagnostics: Sequence[Diagnostic], *, error: bool = False) -> None:
    """Each finding with its place, rule, message, source and fix."""
    from casegen.model.diagnostic import Severity

    out = console(error=error)
    for row in diagnostics[:MOST]:
        place = f"[bold]{escape(_place(row))}[/]"
        out.print(f"{place}: {styled(row.severity.value)} [{escape(row.rule)}] {escape(short(row.message))}".replace(
            f"[{escape(row.rule)}]", f"\\[{escape(row.rule)}]"))  # fmt: skip
        if row.hint:
            out.print(f"    fix: {escape(short(row.hint))}", style="dim")
        if row.source and row.severity is not Severity.INPUT:
            out.print(f"    rule: {escape(row.source)}", style="dim")

    if len(diagnostics) > MOST:
        out.print(
            f"and {counted(len(diagnostics) - MOST, 'more finding')}: those above come first",
            style="bold",
        )


def short(text: str) -> str:
    """A message that quotes a number of many digits, or a whole file of one line, is cut."""
    text = _LONG_NUMBER.sub(lambda number: f"{number[0][:20]}… ({len(number[0]):,} digits)", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


def _place(row: Diagnostic) -> str:
    """Where to look: a folder or a name has no first line."""
    at = row.location
    whole = (at.line, at.column) == (1, 1) and not PurePath(at.file).suffix
    return at.file if whole else str(at)


def refuse(error: InputError) -> int:
    """Say what is wrong with the input; exit code 2.  With ``--json``, stdout holds the findings too."""
    show_diagnostics(error.diagnostics, error=True)
    n = len(error.diagnostics)
    print(f"casegen: {counted(n, 'input error')}", file=sys.stderr)
    _diagnostics_as_json(error.diagnostics)
    return 2


def refuse_as_json(rule: str, message: str, hint: str = "") -> None:
    """With ``--json``, a failure that is of no place in the case, as a finding on stdout."""
    from casegen.model.case import COMMAND_LINE, Location
    from casegen.model.diagnostic import Diagnostic, Severity

    _diagnostics_as_json([Diagnostic(rule, Severity.INPUT, message, Location(COMMAND_LINE), hint=hint)])


def _diagnostics_as_json(findings: Sequence[Diagnostic]) -> None:
    from casegen.assessment.documents import diagnostics

    if "--json" in sys.argv:
        with contextlib.suppress(OSError):  # said on standard error already
            as_json(diagnostics(findings))


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], width: int = 160) -> None:
    """A table for people, ``width`` characters wide where it goes to no terminal; cells are rich markup."""
    title, columns, rows = one_line(title), [one_line(column) for column in columns], list(rows)
    if (
        not title
        and has_every_character()
        and not sys.stdout.isatty()
        and (plain := _plain_table(columns, rows, width))
    ):
        sys.stdout.write(plain)
        return
    from rich import box
    from rich.table import Table

    drawn = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    from rich.console import Console

    out = Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else width)
    out.print(drawn)


def rows_of_names(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], width: int = 100
) -> None:
    """A table whose cells are never broken over lines, so that ids can be searched for; columns move closer first."""
    lines = [[seen(cell) for cell in line] for line in (columns, *rows)]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    left = width - 2 - sum(widths)
    gap = " " * max(1, min(3, left // max(1, len(widths) - 1)))
    drawn = [gap.join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines]
    rule = ("─" if has_every_character() else "-") * (sum(widths) + len(gap) * (len(widths) - 1))
    head = [f" {seen(title)}"] if title else []
    for line in (*head, "", f" {drawn[0]}", f" {rule}", *(f" {row}" for row in drawn[1:]), ""):
        print(line)  # no markup is read: importing rich takes longer than most fault trees


def percent(share: float) -> str:
    """A chance rounded down, in per cent."""
    from casegen.assessment.planning.plan import LEAST_CHANCE
    from casegen.model.digits import round_outward

    if share < LEAST_CHANCE:
        return f"< {100 * LEAST_CHANCE:g} %"
    return f"{100 * round_outward(share, upper=False, digits=3):.3g} %"


def paragraph(text: str, indent: int = 0, hang: int | None = None, style: str = "") -> None:
    """Text in lines of at most 100 characters; ids and places are not broken at hyphens."""
    import textwrap

    lines = textwrap.wrap(
        one_line(text), 100, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4 if hang is None else hang),
        break_on_hyphens=False, break_long_words=False,
    )  # fmt: skip
    for line in lines:
        console().print(escape(line), style=style or None)


def figures(*values: float | None) -> tuple[str, ...]:
    """Numbers compared with one another: as many digits as show which of them differ."""
    from casegen.model.digits import digits_apart

    digits = digits_apart(*values, digits=4)
    return tuple(figure(value, digits) for value in values)


def part_of_whole(share: float, digits: int = 4) -> str:
    """A share in per cent: less than the whole is never printed as 100 %."""
    from casegen.model.digits import apart

    number = 100.0 * share
    return f"{apart(number, 100.0, digits=digits)[0] if 0.0 < share < 1.0 else f'{number:g}'} %"


def figure(value: float | None, digits: int = 4, *, beside: Iterable[float] = ()) -> str:
    """A number for people: four significant digits unless stated, infinities as ∞, what is no number as –.

    A number between 0 and 1 is never printed as 1: it gets the digits that it takes.  ``beside``: limits that it stands
    with; it gets the digits that show on which side of each it lies.
    """
    from casegen.model.digits import apart, digits_beside

    if value is None or value != value:
        return "–"
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "-∞"
    shown = value
    digits = digits_beside(value, beside, lambda count: float(f"{shown:.{count}g}"), digits)
    if 0.0 < value < 1.0:
        return apart(value, 1.0, digits=digits)[0]
    return f"{value:.{digits}g}"


def bound(value: float | None, *, upper: bool = True, beside: Iterable[float] = ()) -> str:
    """A bound for people: four significant digits, an upper one rounded up, a lower one down; ``beside`` as above."""
    from casegen.model.digits import outward_beside

    if value is None or value != value or abs(value) == float("inf"):
        return figure(value)
    return outward_beside(value, beside, upper=upper, digits=4)


def level(value: float | None) -> str:
    """A confidence for people: every digit that was stated; a computed one rounded down."""
    from casegen.model import digits

    return figure(value) if value is None or value != value else digits.level(value)


def limit(value: float | None, *, upper: bool) -> str:
    """A computed limit for people: rounded to its strict side, unless it is as short as a number that somebody typed."""
    from casegen.model import digits

    if value is None or value != value:
        return figure(value)
    return digits.limit(value, upper=upper, digits=4, computed=True)


def in_full(value: float | None) -> str:
    """A number that somebody stated, with all its digits."""
    from casegen.model import digits

    return figure(value) if value is None or value != value else digits.in_full(value)


def _plain_table(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """The table as rich draws it where nothing in it is marked up, wide or broken over lines; else nothing.

    Importing rich takes longer than most fault trees.
    """
    lines = [columns, *rows]
    plain = str.maketrans("", "", "–∞−")
    if any(
        set(cell) & set("[\\")
        or not cell.translate(plain).isprintable()
        or not cell.translate(plain).isascii()
        for line in lines
        for cell in line
    ):
        return ""
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    inside = sum(widths) + 3 * (len(columns) - 1) + 2
    if inside > width:
        return ""

    def drawn(line: Sequence[str]) -> str:
        return " " + "   ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " \n"

    empty = " " * inside + "\n"
    return empty + drawn(columns) + " " + "─" * (inside - 2) + " \n" + "".join(map(drawn, rows)) + empty
