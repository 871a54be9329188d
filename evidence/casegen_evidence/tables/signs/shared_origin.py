"""Rows that are no draws of their own by a column that is not read: counts, frames of a video, versions of a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.bursts import moments
from casegen_evidence.tables.signs.marks import naming_words, row_words

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_CLUSTERS = {
    "video", "scene", "sequence", "clip", "episode", "patient", "subject", "recording", "session", "track", "drive",
    "szene", "videos", "film", "sequenz", "patientin", "proband", "probandin", "aufnahme", "aufzeichnung", "sitzung",
    "fahrt",
}  # fmt: skip
_CARRIERS = {"vehicle", "fahrzeug", "group", "cluster", "gruppe", "participant"}
"""what names groups where nothing else is said, of which there are more than kinds or arms of a study; no age group"""
_ITS_NUMBER = {"id", "ids", "nr", "no", "num", "number", "nummer", "name", "index", "idx", "code", "key"}
MANY_GROUPS = 5
_HASHES = {"sha", "md", "hash", "checksum", "digest", "phash", "dhash", "prüfsumme"}
ENOUGH = 0.03
"""share of rows below which files that are there again are left alone"""
_PICTURES = {"image", "img", "picture", "bild"}
_COUNTS = {
    "count", "counts", "n", "freq", "frequency", "anzahl", "occurrences", "multiplicity", "cnt", "menge", "repeats",
    "repetitions", "times", "qty", "quantity", "stück", "stk", "nb", "nombre", "cantidad", "frames", "images", "pictures",
    "bilder", "rows", "samples", "cases",
}  # fmt: skip
_BESIDE_A_COUNT = {
    "num",
    "number",
    "of",
    "seen",
    "frame",
    "image",
    "picture",
    "bild",
    "row",
    "sample",
    "case",
}
"""words that leave a count one of rows; a count of other things, such as `n_objects`, tells what a row shows"""
UNIQUE = {
    "id", "uuid", "guid", "image", "img", "file", "filename", "path", "picture", "bild", "datei", "timestamp", "seed",
}  # fmt: skip
"""words of names that no two rows share"""
_PIECES = {"frame", "crop", "tile", "patch", "slice", "window", "chip", "roi"}
_AUGMENTED = compiled(
    r"(?i)[_\-. ](h?flip(ped)?|vflip|mirror(ed)?|rot(ated)?[_\-]?\d*|aug(mented)?[_\-]?\d*|crop(ped)?|noisy|noise|"
    r"blur(red)?|jitter|zoom(ed)?|dark(er)?|bright(er)?)[_\-]?\d*(\.\w+)?$|"
    r"(^|[/\\])(h?flip(ped)?|mirror(ed)?|rot(ated)?\d*|aug(mented)?|noisy|blur(red)?)[/\\]"
)


def names_groups(name: str) -> bool:
    """Whether a column's name is that of what rows belong to, and of nothing that is measured of it.

    >>> names_groups("video_id"), names_groups("Fahrt-Nr"), names_groups("track_width"), names_groups("id")
    (True, True, False, False)
    """
    words = row_words(name)
    return bool(words & (_CLUSTERS | _CARRIERS)) and words <= _CLUSTERS | _CARRIERS | _ITS_NUMBER


def judge_draws(file: str, columns: Sequence[Cells], rows: int, intake: Intake) -> None:
    """Columns beside those read that say how often a row occurred, or what several rows are parts of."""
    for cells in columns:
        words = naming_words(cells.spelled)
        codes, values = cells.words()
        for reason, hint in shared_origin(cells.spelled, words, values, rows):
            intake.suspects("grouped-rows", f"{file}: {reason}", hint=hint)
        if words & _COUNTS and words <= _COUNTS | _BESIDE_A_COUNT and all(v.isdigit() for v in values):
            total = int(np.array([int(v) for v in values])[codes].sum())
            if total != rows and len(values) < 0.9 * rows:
                intake.suspects(
                    "unread-count",
                    f"{file}: column {cells.spelled!r} is not read, every row counts once; its sum is {total:,}",
                    hint="write a row for each, or state in the waiver what the column holds",
                )


_EACH = "rows of one depend on each other, and the bounds take every row for a draw of its own"
_THEY = "they depend on each other, and the bounds take every row for a draw of its own"
_ONE_OF_EACH = "keep one row of each, or state in the waiver why its rows are independent"
_ORIGINALS = "keep the originals, or state in the waiver why its rows are independent"


def shared_origin(name: str, words: set[str], values: Sequence[str], rows: int) -> Iterator[tuple[str, str]]:
    """What a column called ``name`` says several of ``rows`` rows are parts of, each with the hint."""
    fewest = 2 if words & _CLUSTERS else MANY_GROUPS if names_groups(name) else None
    if fewest is not None and fewest <= len(values) <= rows / 2:
        yield f"{rows:,} rows come from {len(values):,} of column {name!r}: {_EACH}", _ONE_OF_EACH
    if words & _PICTURES and 1 < len(values) <= rows / 2:
        yield f"{rows:,} rows are of {len(values):,} pictures of column {name!r}: {_EACH}", _ONE_OF_EACH
    by_column = f"by column {name!r} the {rows:,} rows are"
    if words & _HASHES and 1 < len(values) <= (1 - ENOUGH) * rows:
        yield (
            f"{by_column} of {len(values):,} files: a file that is there again is no draw of its own",
            _ONE_OF_EACH,
        )
    frames = _frames(values) if words & (UNIQUE | _PIECES) and len(values) == rows else 0
    if not frames and words & (UNIQUE | _PIECES | {"time"}):
        shown = moments(values)
        if 0 < shown < 0.5 * rows:
            of = plural(shown, "moment, or run", "moments, or runs")
            yield f"{by_column} of {shown:,} {of} of successive numbers: {_THEY}", _ONE_OF_EACH
    if 0 < frames <= rows / 5:
        of = plural(frames, "recording", "recordings")
        yield f"{by_column} successive frames of {frames:,} {of}: {_THEY}", _ONE_OF_EACH
    if words & {"augmentation", "augmentations", "augment"} and 1 < len(values) <= rows / 2:
        yield f"{by_column} of {len(values):,} versions of the same pictures: {_THEY}", _ORIGINALS
    made = sum(1 for value in values if _AUGMENTED.search(value)) if words & UNIQUE else 0
    if made > 0.2 * len(values):
        yield (
            f"{made:,} names of column {name!r} say that they were made from others (flipped, rotated): they depend on "
            "each other",
            _ORIGINALS,
        )


_FRAME = compiled(r"(?i)^(.*(?:frame|video|vid|clip|scene|seq|drive|track|cam).*?)(\d+)(\D*)$")
_TILE = compiled(r"(?i)^(.*\d.*(?:crop|tile|patch|slice|window|chip|roi)\D*)(\d+)(\D*)$")
"""a part of something with a number of its own; crops that are numbered through may be of as many pictures"""


def _frames(names: Sequence[str]) -> int:
    """Number of recordings whose successive frames most ``names`` are, such as drive1/frame_0007.png; 0 for others."""
    return _successive(names, _FRAME) or _successive(names, _TILE)


def _successive(names: Sequence[str], form: re.Pattern[str]) -> int:
    matches = [m for m in map(form.match, names) if m]
    if len(matches) < 0.9 * len(names) or len(names) < 20:
        return 0
    known = {(m[1], int(m[2])) for m in matches}
    successive = sum((prefix, number + 1) in known for prefix, number in known)
    return len({prefix for prefix, _ in known}) if successive > 0.5 * len(known) else 0
