"""Rows that are kinds of failure of the same demands or hours: their exposure counts once, and would be added again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.field_data.calendar_readings import readings
from casegen_evidence.field_data.signs.repeats import unplanned
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.truth_words import UNSET

Array = NDArray[np.float64]
SIGNS = {"shared-exposure": "entries that look like kinds of failure of the same demands or hours"}
_KINDS = compiled(
    r"(?i)(?<![^\W_])(?:wear(?:-?out)?|leaks?|leakage|drifts?|stalls?|stalled|jams?|jammed|shorts?|"
    r"short circuit|open circuit|loss|lost|stuck|sticks|cracks?|cracked|fractures?|breaks?|breakage|"
    r"broken|blocked|blockage|corrosion|fatigue|overheat(?:s|ed|ing)?|time-?outs?|crash(?:es)?|hangs?|freezes?|ruptures?|faults?|failures?|errors?|defects?|"
    r"malfunctions?|misfires?|no (?:signal|response|output|power)|fails to \w+)(?![^\W_])|"
    r"verschlei(?:ß|ss)|leck|bruch|br[üu]che|klemmt|blockier|ausfall|schaden|schäden|riss|kurzschluss|defekt|störung|"
    r"drift|korrosion|überhitz"
)
_OF_KINDS = {
    "mode", "modes", "kind", "type", "cause", "mechanism", "category", "art", "ursache", "modus", "mechanismus",
}  # fmt: skip
_OF_FAILURES = {
    "failure", "failures", "fault", "faults", "error", "errors", "defect", "ausfall", "fehler", "schaden",
}  # fmt: skip
_ONE_WORD = compiled(
    r"(?i)(?:failure|fault|error|defect)(?:mode|kind|type|cause|mechanism)s?|(?:ausfall|fehler|schadens?)(?:art|ursache|modus|mechanismus|typ)(?:en)?"
)
_UNIT = compiled(r"\d|(?<![^\W_])\w(?![^\W_])")
"""a number or a letter that stands alone: units of one plan have the same exposure"""
_TOKENS = compiled(r"\d+|[^\W\d_]+")
_PLACES = {
    "left", "right", "port", "starboard", "front", "rear", "fore", "aft", "bow", "stern", "north", "south", "east",
    "west",
    "upper", "lower", "inner", "outer", "top", "bottom", "inlet", "outlet", "main", "backup", "primary", "secondary",
    "redundant", "first", "second", "third", "one", "two", "three", "ii", "iii", "iv", "red", "green", "blue", "yellow",
    "links", "rechts", "vorn", "vorne", "hinten", "oben", "unten", "nord", "süd", "ost", "innen", "außen", "erste",
    "zweite", "dritte", "alpha", "beta", "gamma", "delta", "master", "slave", "leader", "follower",
    "ch", "channel", "kanal", "side", "seite", "unit", "no", "nr", "pos",
}  # fmt: skip
"""words that tell units of one plan apart, as numbers do"""
_CONDITIONS = {
    "rain", "fog", "snow", "dry", "wet", "day", "night", "dusk", "dawn", "sun", "sunny", "clear", "cloudy", "summer",
    "winter", "spring", "autumn", "indoor", "outdoor", "loaded", "unloaded", "slow", "fast", "shift",
    "early", "late", "hot", "cold",
    "dark", "bright", "uphill", "downhill", "calm", "windy", "regen", "nebel", "schnee", "trocken", "nass", "tag",
    "nacht", "sommer", "schicht", "leer", "beladen",
}  # fmt: skip
"""words of conditions, in each of which the same list of demands may be run"""
FEWEST = 3
"""entries of one exposure, and none of another, from which on it may be one population's"""
LEAST = 1000
"""exposure of four digits from which on units hardly have the same one by chance"""


def judge_shared_exposure(
    table: DataTable, exposure: str, entries: Sequence[str], sizes: Array, intake: Intake
) -> None:
    """Doubt rows of one exposure that are named as kinds of failure, or as nothing that would share a planned one."""
    kinds = next((cells for cells in table.beside if _names_kinds(cells.spelled)), None)
    pair = same_population(table.spelled("entry"), entries, sizes)
    if pair is None and kinds is not None:
        codes, words = kinds.words()
        pair = _two_kinds([words[k].strip() for k in codes.tolist()], entries, sizes)
    if pair is None:
        return
    first, again = pair
    intake.suspects(
        "shared-exposure",
        f"{table.place(again, 'entry')}: {entries[again]!r} has the {sizes[again]:,.10g} {exposure} of "
        f"{entries[first]!r} in line {table.line(first)}: kinds of failure of the same {exposure}, "
        "which are added for each?",
        hint=f"give one row for each population, with its {exposure} once and the failures of all kinds; or say in the "
        "waiver of what the entries are",
    )


def same_population(column: str, entries: Sequence[str], sizes: Array) -> tuple[int, int] | None:
    """Two rows whose exposure is one population's, as far as the names say.

    >>> same_population("entry", ["sensor drift", "motor stall"], np.array([6000.0, 6000]))
    (0, 1)
    >>> same_population("entry", ["valve 1", "valve 2", "valve 3"], np.array([6137.0] * 3))
    """
    by_column = _names_kinds(column)
    kinds = [k for k, name in enumerate(entries) if by_column or _KINDS.search(name)]
    if len(kinds) >= max(2, len(entries) / 2):
        seen: dict[float, int] = {}
        for k in kinds:
            if sizes[k] > 0 and (first := seen.setdefault(float(sizes[k]), k)) != k:
                return first, k
    if pair := _of_one_unit(entries, sizes):
        return pair
    if (
        len(kinds) >= max(2, len(entries) / 2)
        or len(entries) < FEWEST
        or sizes.min() != sizes.max()
        or sizes[0] < LEAST
        or not unplanned(float(sizes[0]))
    ):
        return None
    return None if any(_UNIT.search(name) or readings(name) for name in entries) else (0, 1)


def _of_one_unit(entries: Sequence[str], sizes: Array) -> tuple[int, int] | None:
    """Two rows of one exposure that is no planned number, whose names are of one unit and go on in different words.

    >>> _of_one_unit(["pump 1 seal leak", "pump 1 bearing seized"], np.array([40123.0, 40123]))
    (0, 1)
    >>> _of_one_unit(["pump 1 left", "pump 1 right", "pump 2 Kiel", "pump 3 Oslo"], np.array([40123.0] * 4))
    """
    groups: dict[tuple[float, tuple[str, ...]], list[int]] = {}
    for k, (name, size) in enumerate(zip(entries, sizes.tolist(), strict=True)):
        if size >= LEAST and unplanned(size, name) and not readings(name):
            tokens = _TOKENS.findall(name.casefold())
            unit = tuple(sorted(t for t in tokens if t.isdecimal() or len(t) == 1))
            groups.setdefault((size, unit), []).append(k)
    for (_, unit), at in groups.items():
        words = [{t for t in _TOKENS.findall(entries[k].casefold()) if len(t) > 1} - set(unit) for k in at]
        shared = set.intersection(*words)
        if len(at) < (2 if unit else FEWEST) or not (unit or shared):
            continue
        own = [w - shared - _PLACES - _CONDITIONS for w in words]
        if sum(1 for w in own if not w) <= 1 and len({frozenset(w) for w in own}) == len(own):
            return at[0], at[1]
    return None


def _two_kinds(kinds: Sequence[str], entries: Sequence[str], sizes: Array) -> tuple[int, int] | None:
    """Two rows of one exposure that is no planned number, beside each of which stands another kind of failure."""
    seen: dict[float, int] = {}
    for k, size in enumerate(sizes.tolist()):
        if size >= LEAST and unplanned(size, entries[k]) and len(kinds[k]) > 1 and kinds[k] not in UNSET:
            first = seen.setdefault(size, k)
            if kinds[first] != kinds[k]:
                return first, k
    return None


def _names_kinds(column: str) -> bool:
    words = set(parts(column))
    return bool(words & _OF_KINDS and words & _OF_FAILURES) or any(map(_ONE_WORD.fullmatch, words))
