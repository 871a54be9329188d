"""Delimited text in blocks of bytes: rows of one width, strict quotes, no blank row inside.

The plain path splits a block with array operations; a block that holds a quote is read line by line, since a quoted
value may hold the delimiter.  A quoted value that runs over a line end is refused: it is nearly always a quote that
nobody closed, and it would swallow rows.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.tables.cell_texts import LONG, MOST_VALUE, WIDEST, CellTexts, of_texts
from casegen_evidence.tables.spec import Problems, Reading

BLOCK = 8 * 2**20
LONGEST = 16 * 2**20
"""bytes of a line, at most: a longer one is no row of a table"""
QUOTED = 20_000
"""lines with quotes that are split at a time: each value is an object until then"""

Bytes = NDArray[np.bytes_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Rows of a table: one array of cells per column; ``line`` is that of the first row."""

    line: int
    columns: Sequence[Bytes | CellTexts]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.columns[0])


class DelimitedText:
    """A delimited text file: its header first, then its blocks.

    ``wanted`` chooses the columns that :meth:`blocks` returns, by index.  Structural problems go to ``problems``.
    """

    def __init__(self, path: Path, reading: Reading, problems: Problems) -> None:
        self.path, self.reading, self.problems = path, reading, problems
        self.tail = 0
        """Rows of nothing but delimiters at the end, as spreadsheets leave them: not counted as rows."""
        self._stream = _lines(path, reading.encoding)
        first = next(self._stream, b"")
        body = first.lstrip(b"\n")
        self.header_line = 1 + len(first) - len(body)
        head, _, self._rest = body.partition(b"\n")
        declared = reading.delimiter
        if head.lower().startswith(b"sep=") and len(head) == 5:  # as spreadsheets write it
            declared = declared or head[4:].decode()
            self.header_line += 1
            head, _, self._rest = self._rest.partition(b"\n")
        self.delimiter = _delimiter(head, declared, path)
        self._strict = _strict(self.delimiter)
        self.header = self._cells([head], [self.header_line])[0][1] if head else []

    def give_header(self, names: list[str]) -> None:
        """Take the first line as a row of data, of columns called ``names``."""
        head = self.delimiter.join(_quoted_cell(cell) for cell in self.header).encode()
        self._rest = head + b"\n" + self._rest
        self.header, self.header_line = names, self.header_line - 1

    def _cells(self, lines: Sequence[bytes], numbers: Sequence[int]) -> list[tuple[int, list[str]]]:
        """The values of lines that may hold quotes, each with its number; what is not strict is a problem."""
        texts = [(number, line.decode()) for number, line in zip(numbers, lines, strict=True)]
        if self.delimiter == " ":
            return [(number, text.split()) for number, text in texts]
        good = []
        for number, text in texts:
            if self._strict.fullmatch(text):
                good.append((number, text))
            else:
                message = "a quote is not closed on its line, or stands inside a value"
                self.problems.add(f"{self.path.name}:{number}: {message}: {text[:60]!r}")
        good = good or [(0, "")]
        reader = csv.reader([text for _, text in good], delimiter=self.delimiter, strict=True)
        try:
            return [(number, row) for (number, _), row in zip(good, reader, strict=True)]
        except csv.Error:  # of strict lines: the limit of the library on a value, which is MOST_VALUE
            raise self._long_value(good[reader.line_num - 1][0]) from None

    def _long_value(self, line: int) -> InputProblem:
        return InputProblem(f"{self.path.name}:{line}: {LONG}")

    def blocks(self, wanted: Sequence[int]) -> Iterator[RowBlock]:
        """The rows in blocks, with the ``wanted`` columns; problems of structure are noted, the rows left out."""
        line = self.header_line + 1
        blank_at = 0
        for data in self._chunks():
            before = self.problems.count
            rows, lines, blank = self._split(data, line, wanted)
            line += lines
            if rows is not None and blank_at:
                self.problems.add(
                    f"{self.path.name}:{blank_at}: a blank row inside the table; remove it, or what follows it"
                )
                blank_at = 0
            blank_at = blank_at or blank
            if rows is not None and self.problems.count == before:  # else rows and lines do not correspond
                yield rows

    def _chunks(self) -> Iterator[bytes]:
        rest = self._rest
        for more in self._stream:
            rest += more
            cut = rest.rfind(b"\n") + 1
            if cut:
                yield rest[:cut]
                rest = rest[cut:]
        if rest:
            yield rest if rest.endswith(b"\n") else rest + b"\n"

    def _split(self, data: bytes, line: int, wanted: Sequence[int]) -> tuple[RowBlock | None, int, int]:
        """The block's rows, its number of lines, and the line of a blank row at its end (0: none)."""
        lines = data.count(b"\n")
        if self.delimiter == " ":
            data = b"\n".join(b" ".join(row.split()) for row in data.split(b"\n"))
        elif b'"' in data:
            data = _without_plain_quotes(data, self.delimiter)
        buffer = np.frombuffer(data, dtype=np.uint8)
        ends = np.flatnonzero(buffer == 10)
        starts = np.concatenate(([0], ends[:-1] + 1))
        filled = self._filled(buffer, starts, ends)
        last = int(np.flatnonzero(filled)[-1]) + 1 if filled.any() else 0
        inside = np.flatnonzero(~filled[:last])
        for k in inside[: self.problems.LIMIT].tolist():
            self.problems.add(f"{self.path.name}:{line + k}: a blank row inside the table; remove it")
        delimiters = len(self.header) > 1
        self.tail = (self.tail if not last else 0) + (lines - last if delimiters else 0)
        blank = line + last if lines > last else 0
        if not last:
            return None, lines, blank
        keep = np.flatnonzero(filled[:last])
        if b'"' in data:
            columns = self._quoted(data, keep, line, wanted)
        else:
            columns = self._plain(buffer, starts[keep], ends[keep], keep + line, wanted)
        return (RowBlock(line, columns) if columns else None), lines, blank

    def _filled(self, buffer: NDArray[np.uint8], starts: Ints, ends: Ints) -> NDArray[np.bool_]:
        """Whether each line holds anything but delimiters and blanks."""
        some = np.ones(256, dtype=bool)
        some[list(self.delimiter.encode() + b' \t\n"')] = False
        return np.logical_or.reduceat(some[buffer], starts) if len(ends) else np.zeros(0, dtype=bool)

    def _plain(
        self, buffer: NDArray[np.uint8], starts: Ints, ends: Ints, lines: Ints, wanted: Sequence[int]
    ) -> list[Bytes | CellTexts]:
        width = len(self.header)
        at = np.flatnonzero(buffer == ord(self.delimiter))
        first, last = np.searchsorted(at, starts), np.searchsorted(at, ends)
        good = last - first == width - 1
        wrong = np.flatnonzero(~good)
        for k in wrong.tolist():
            text = buffer[starts[k] : ends[k]].tobytes().decode(errors="replace")
            self._ragged(int(lines[k]), int(last[k] - first[k]) + 1, text)
            if self.problems.full:
                self.problems.count += len(wrong) - 1 - k
                break
        if len(wrong):
            starts, ends, first = starts[good], ends[good], first[good]
        cuts = (
            at[first[:, None] + np.arange(width - 1)] if width > 1 else np.empty((len(starts), 0), np.int64)
        )
        edges = np.concatenate((starts[:, None] - 1, cuts, ends[:, None]), axis=1)
        for k in wanted:
            long = np.flatnonzero(edges[:, k + 1] - edges[:, k] > MOST_VALUE + 1)
            if len(long):
                raise self._long_value(int(lines[good][long[0]]))
        return [cells(buffer, edges[:, k] + 1, edges[:, k + 1]) for k in wanted] if len(starts) else []

    def _quoted(self, data: bytes, keep: Ints, line: int, wanted: Sequence[int]) -> list[Bytes | CellTexts]:
        texts = data.split(b"\n")
        columns: list[list[bytes]] = [[] for _ in wanted]
        for start in range(0, len(keep), QUOTED):
            part, rows = keep[start : start + QUOTED], []
            for number, row in self._cells([texts[k] for k in part.tolist()], (part + line).tolist()):
                if len(row) == len(self.header):
                    rows.append(row)
                elif row:
                    self._ragged(number, len(row), texts[number - line].decode())
            for column, k in zip(columns, wanted, strict=True):
                column += [row[k].strip().encode() for row in rows]
        return [of_texts(column) for column in columns if column]

    def _ragged(self, line: int, count: int, text: str) -> None:
        wide, width = count > len(self.header), len(self.header)
        hint = (
            "a decimal comma, a separator of thousands or a note that is not quoted makes more values"
            if wide
            else "give every row a value in every column"
        )
        self.problems.add(
            f"{self.path.name}:{line}: {count} values where the header names {width} columns: {text[:80]!r}; {hint}"
        )


def cells(buffer: NDArray[np.uint8], starts: Ints, ends: Ints) -> Bytes | CellTexts:
    """The texts ``buffer[starts:ends]``, blanks around them removed."""
    length = ends - starts
    width = int(length.max(initial=0))
    if width == 0:
        return np.zeros(len(starts), dtype="S1")
    if width > WIDEST:
        raw = buffer.tobytes()
        return of_texts([raw[a:b].strip() for a, b in zip(starts.tolist(), ends.tolist(), strict=True)])
    width += -width % 8 if width > 4 else 0
    steps = np.arange(width)
    index = np.minimum(starts[:, None] + steps, len(buffer) - 1)
    matrix = buffer[index]
    matrix[steps >= length[:, None]] = 0
    result: Bytes = matrix.view(f"S{width}").reshape(-1)
    blanks = (matrix == 32) | (matrix == 9) | (matrix == 0xA0)
    return np.char.strip(result) if blanks.any() else result


def _lines(path: Path, encoding: str) -> Iterator[bytes]:
    """The file in blocks of UTF-8; raises :class:`InputProblem` with the line that is not text."""
    if encoding.lower().replace("_", "-") not in ("utf-8", "utf8"):
        yield from _recoded(path, encoding)
        return
    with path.open("rb") as stream:
        begin, line, pending = stream.read(4), 1, b""
        if begin.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
            raise InputProblem(
                f"{path.name}:1: the text is UTF-32. Declare `encoding: utf-32`, or save it as UTF-8"
            )
        if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InputProblem(
                f"{path.name}:1: the text is UTF-16. Declare `encoding: utf-16`, or save it as UTF-8"
            )
        pending = begin.removeprefix(codecs.BOM_UTF8)
        while more := stream.read(BLOCK):
            if b"\0" in more:  # before lines are sought, of which a file that is no text may have none
                _text_only(pending + more, path, line)
            cut = more.rfind(b"\n") + 1
            if not cut and b"\r" not in more and len(pending) + len(more) > LONGEST:
                raise _too_long(path, line)
            if cut:
                block, pending = pending + more[:cut], more[cut:]
                _text_only(block, path, line)
                line += block.count(b"\n")
                yield _newlines(block)
            else:
                pending += more
        if pending:
            _text_only(pending, path, line)
            yield _newlines(pending)


def _too_long(path: Path, line: int) -> InputProblem:
    return InputProblem(
        f"{path.name}:{line}: the line is longer than {LONGEST // 2**20} MiB; expected a table with one row in each line"
    )


def _newlines(block: bytes) -> bytes:
    """Every line end as one newline: of Windows, of programs that write it twice, of old spreadsheets."""
    if b"\r" not in block:
        return block
    return block.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _quoted_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if '"' in text else text


def _strict(delimiter: str) -> re.Pattern[str]:
    """A line in which quotes stand around whole values and nowhere else."""
    value = (
        rf'(?:"(?:[^"]++|"")*+"|[^"{re.escape(delimiter)}]*+)'  # possessive: nothing is kept to go back to
    )
    return re.compile(rf"{value}(?:{re.escape(delimiter)}{value})*+")


def _without_plain_quotes(data: bytes, delimiter: str) -> bytes:
    """The block without its quotes where they only stand around values that hold no delimiter; else as it is."""
    buffer = np.frombuffer(data, dtype=np.uint8)
    at = np.flatnonzero(buffer == 34)
    if len(at) % 2:
        return data
    edge = (buffer == 10) | (buffer == ord(delimiter))
    opens, closes = at[::2], at[1::2]
    before = np.concatenate(([True], edge))[opens]
    within = np.concatenate(([0], np.cumsum(edge, dtype=np.int32)))
    plain = before.all() and edge[closes + 1].all() and bool((within[closes] == within[opens]).all())
    return data.replace(b'"', b"") if plain else data


def _text_only(block: bytes, path: Path, line: int) -> None:
    if b"\0" in block:
        at = line + block[: block.index(b"\0")].count(b"\n")
        raise InputProblem(
            f"{path.name}:{at}: the file is not text (it holds a zero byte){_without_mark(block)}. Save it as CSV, UTF-8"
        )
    if block.isascii():
        return
    try:
        block.decode()
    except UnicodeDecodeError as error:
        at = line + block.count(b"\n", 0, error.start)
        raise InputProblem(
            f"{path.name}:{at}: expected text in UTF-8. Save it as UTF-8, or declare `encoding: cp1252` "
            "(or what it is)"
        ) from None


def _without_mark(block: bytes) -> str:
    """What to declare where every second byte of a text is zero, as in UTF-16 that does not say so."""
    head = block[:2000]
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(head) > 3 and head[first::2].count(0) > 0.4 * len(head) and not head[1 - first :: 2].count(0):
            return f", and looks like UTF-16: declare `encoding: {name}`"
    return ""


def _recoded(path: Path, encoding: str) -> Iterator[bytes]:
    try:
        with path.open(encoding=encoding, newline="") as stream:
            line = 1
            while text := stream.read(BLOCK):
                text += (rest := stream.readline(LONGEST))
                if len(rest) == LONGEST:
                    raise _too_long(path, line + text.count("\n"))
                line += text.count("\n")
                yield _newlines(text.removeprefix("\ufeff").encode())
    except (LookupError, UnicodeError) as error:
        raise InputProblem(f"{path.name}: not readable as {encoding}: {error}. Correct `encoding`") from None


def _delimiter(head: bytes, declared: str | None, path: Path) -> str:
    """The declared delimiter, or the only one that the header holds."""
    if declared is not None:
        named = {"tab": "\t", "\\t": "\t", "whitespace": " ", "comma": ",", "semicolon": ";"}
        delimiter = named.get(declared, declared)
        if len(delimiter.encode()) != 1 or delimiter in '"\r\n':
            raise InputProblem(
                f"expected one character (or tab, whitespace) as `delimiter`, found {delimiter!r}"
            )
        return delimiter
    if path.suffix.lower() in (".tsv", ".tab"):
        return "\t"
    text = head.decode()
    unquoted = "".join(text.split('"')[::2])
    present = [sign for sign in ",;\t|" if sign in unquoted]
    if len(present) > 1:
        signs = " and ".join(repr(sign) for sign in present)
        raise InputProblem(
            f"{path.name}:1: the header holds {signs}. Declare `delimiter` on the evidence item"
        )
    if present:
        return present[0]
    return " " if len(text.split()) > 1 and '"' not in text else ","
