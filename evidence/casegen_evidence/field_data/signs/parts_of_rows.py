"""Rows of a record that hold other rows, by their names or by columns beside: a site and then its units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.column_names import parts

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

Array = NDArray[np.float64]
_PARENT = {"parent", "belongs", "part", "übergeordnet", "superior", "owner", "within"}
_LEVEL = {"level", "ebene", "hierarchy", "granularity", "aggregation", "tier"}
LEVELS = 3
_JOINED = compiled(r"\s*[+&]\s*|\s+(?:and|und|et|plus)\s+", re.IGNORECASE)
_WITH_MORE = compiled(rf"(?:{_JOINED.pattern})(?:an?|the|one|more|some|extra|ein\w*|mehr)\s", re.IGNORECASE)
"""what was done besides, and is no name of a row: `early + a walk`"""
_LISTED = compiled(rf"\s*,\s*|{_JOINED.pattern}", re.IGNORECASE)
_INCLUDED = compiled(
    r"(?i)(?<![^\W_])(?:incl(?:\.|uding)?|inclusive of|inkl(?:\.|usive)?|einschl(?:\.|ie(?:ß|ss)lich)?|y compris|"
    r"comprend)\s+(?P<behind>[^()\[\]]+)|"
    r"[(\[,]\s*(?P<before>[^()\[\],]+?)\s+(?:incl(?:\.|uded)?|inbegriffen|enthalten|inklusive)\s*[)\]]?\s*$"
)
_OF_ANOTHER = compiled(
    r"(?i)^\W*(?:of which|of these|thereof|davon|darunter|hiervon|dont|di cui|de los cuales)(?![^\W_])"
)
MOST = 300
"""rows whose names are compared in pairs"""
SLACK = 0.01
"""relative difference of the totals of two levels of one hierarchy: some units are not assigned to a site"""


def row_of_rows(
    entries: Sequence[str], sizes: Array, counts: Array, beside: Sequence[Cells]
) -> tuple[int, str] | None:
    """A row that holds others, with the words for why; None where there is none.

    Names alone say little: ``pier`` beside ``pier 2`` may be the first of both, so that the numbers have to add up.
    """
    return (
        _by_name(entries, sizes, counts)
        or _by_column(entries, sizes, counts, beside)
        or _by_pieces(entries, sizes, counts)
    )


def named_rows(entries: Sequence[str]) -> Iterator[tuple[int, list[set[int]]]]:
    """Rows named as several together (`early+late`), each with the rows that are named as each of its pieces.

    >>> list(named_rows(["Mon early", "Mon late", "Mon early+late"]))
    [(2, [{0}, {1}])]
    """
    known = {_folded(name): k for k, name in enumerate(entries)}
    for k, entry in enumerate(entries):
        pieces = [_folded(piece) for piece in _JOINED.split(entry)]
        if len(pieces) < 2 or not all(pieces):
            continue
        starts = ["", *(" ".join(pieces[0].split()[:n]) + " " for n in range(1, len(pieces[0].split())))]
        ends = ["", *(" " + " ".join(pieces[-1].split()[n:]) for n in range(1, len(pieces[-1].split())))]
        yield (
            k,
            [
                {
                    known[s + p + e]
                    for s in starts
                    for e in ends
                    if s + p + e in known and known[s + p + e] != k
                }
                for p in pieces
            ],
        )


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _by_pieces(entries: Sequence[str], sizes: Array, counts: Array) -> tuple[int, str] | None:
    """A row that by its name holds another one (`early+late` beside `late`), and by its numbers may."""
    known = {_folded(name): k for k, name in enumerate(entries)}
    held = [
        (k, set[int]().union(*rows)) for k, rows in named_rows(entries) if not _WITH_MORE.search(entries[k])
    ]
    for k, entry in enumerate(entries):
        if len(entries) > 1 and _OF_ANOTHER.search(entry):
            return k, "named as a part of another row"
        if match := _INCLUDED.search(entry):
            pieces = _LISTED.split(match["behind"] or match["before"])
            held.append((k, {known[p] for p in map(_folded, pieces) if p in known}))
    for k, rows in held:
        of = [j for j in sorted(rows - {k}) if sizes[j] <= sizes[k] and counts[j] <= counts[k]]
        if of:
            return k, f"named as one that holds {entries[of[0]]!r}, which is a row too"
    return None


def _by_name(entries: Sequence[str], sizes: Array, counts: Array) -> tuple[int, str] | None:
    for k, name in enumerate(entries if len(entries) <= MOST else ()):
        of = [j for j, other in enumerate(entries) if j != k and is_part(name, other)]
        if len(of) > 1 and sizes[of].sum() == sizes[k] and counts[of].sum() == counts[k]:
            return k, f"the sum of {len(of)} rows that are named as its parts, such as {entries[of[0]]!r}"
    return None


def is_part(whole: str, part: str) -> bool:
    """Whether ``part`` is named as a part of ``whole``.

    >>> [is_part(*pair) for pair in (("Site A", "A1"), ("1", "1.2"), ("Plant North", "North 2"), ("Site A", "Site B"))]
    [True, True, True, False]
    """
    name, other = whole.casefold().strip(), part.casefold().strip()
    if re.match(re.escape(name) + r"[\W_]+\w", other):
        return True
    last = re.findall(r"[^\W_]+", name)[-1:]
    if not last or last[0].isdigit() or other.endswith(last[0]):
        return False
    return re.search(rf"(?<![^\W_]){re.escape(last[0])}(?=\d|[\W_])", other) is not None


def _by_column(
    entries: Sequence[str], sizes: Array, counts: Array, beside: Sequence[Cells]
) -> tuple[int, str] | None:
    known = {name.casefold().strip(): k for k, name in enumerate(entries)}
    for cells in beside:
        codes, words = cells.words()
        named = set(parts(cells.spelled))
        for value, word in enumerate(words):
            k = known.get(word.casefold().strip(), -1)
            if k < 0:
                continue
            of = np.flatnonzero(codes == value)
            of = of[of != k]
            adds = len(of) > 1 and sizes[of].sum() == sizes[k] and counts[of].sum() == counts[k]
            if len(of) and (adds or named & _PARENT):
                return k, f"what column {cells.spelled!r} gives for {entries[int(of[0])]!r}"
        if named & _LEVEL and 1 < len(words) <= LEVELS and len(words) < len(entries):
            totals = np.bincount(codes, weights=sizes)
            if float(np.ptp(totals)) <= SLACK * float(totals.max()):
                least = int(np.bincount(codes).argmin())
                row = int(np.flatnonzero(codes == least)[0])
                return row, f"{words[least]!r} by column {cells.spelled!r}, whose levels have the same total"
    return None
