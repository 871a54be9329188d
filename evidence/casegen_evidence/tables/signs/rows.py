"""What columns beside those read say of the rows: parts of pictures, several systems, attempts, weights."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.columns import Cells

_RASTERS = (
    ("x", "y"), ("row", "col"), ("row", "column"), ("i", "j"), ("u", "v"), ("px", "py"), ("pixel_x", "pixel_y"),
)  # fmt: skip
LEAST_PIXELS = 100
MOST_VERSIONS = 10
_SYSTEM = compiled(
    r"(?i)(software|firmware|network|model|system|detector|classifier)[ _-]?(version|release|build)|software|firmware|"
    r"checkpoint"
)
_THING = compiled(r"(?i)model|version|release|build|network|detector|classifier|system")
_VERSION = compiled(
    r"(?i)v?\d+(\.\d+)*([ _-]?(rc|beta|alpha)\d*)?|(old|new|baseline|current|previous)([ _-]model)?"
)
_NETWORK = compiled(
    r"(?i)(network|net|netz|classifier|detector|monitor|supervisor|algorithm|architecture|backbone)"
    r"([ _-]?(name|id|file|path))?|"
    r"((alarm|decision|score)[ _-]?)?(threshold|schwell(e|wert))([ _-]?used)?"
)
_THRESHOLD = compiled(
    r"(?i)((alarm|decision|score|confidence)[ _-]?)?(threshold|cut-?off|schwell(e|wert))([ _-]?used)?"
)
MOST_THRESHOLDS = 30
"""a threshold of each class is usual; more than so many were chosen row by row"""
_MODEL = compiled(r"(?i)modell?([ _-]?(name|id|file|path))?")
_OF_NETWORKS = compiled(
    r"(?i).*((res|dense|efficient|mobile|squeeze|u|alex|google)[ _-]?net|vgg|yolo|[rc]nn|mlp|lstm|\bvit|swin|bert|"
    r"inception|\b(svm|svc|rf|knn|gbm|xgb\w*)\b|forest|logreg|regression|ensemble|baseline|ours|\bnet\b|student|teacher|"
    r"\.(onnx|pth?|h5|keras|pkl|joblib|skops)$).*"
)
_ATTEMPTS = compiled(
    r"(?i)(?:number of |num_?|n_?)?(?:(?P<re>re-?tries|re-?runs|re-?attempts)|attempts?|tries|versuche)"
)
_CONDITION = compiled(r"(?i)(is[_ ]?)?(detected|matched|tracked|answered|responded)")
_LEVEL = compiled(r"(?i)(log[_ ]?)?level")
_MET = {"1", "1.0", "true", "yes", "y"}
_QUIET = {"info", "debug", "notice"}
_WEIGHT = compiled(
    r"(?i)(sample|case|row|importance|sampling|survey|design|stratum)[ _-]?(weights?|factor)|likelihood[ _-]?ratio|"
    r"importance|ip?w|(inclusion|sampling|selection)[ _-]?prob(ability)?"
)
_PLAIN_WEIGHT = compiled(r"(?i)weights?|gewicht")
_POSITIVE = compiled(r"\d+(\.\d+)?(e[-+]?\d+)?", re.IGNORECASE)


def says_of_rows(name: str) -> bool:
    """Whether a column's name says how much a row weighs, or how often it was tried."""
    return any(form.fullmatch(name.strip()) for form in (_WEIGHT, _PLAIN_WEIGHT, _ATTEMPTS, _LEVEL))


def judge_parts(file: str, columns: Sequence[Cells], rows: int, answers: bool, intake: Intake) -> None:
    """Rows that are pixels of pictures, or runs of several systems; ``answers``: a row is what a network said."""
    named = {cells.spelled.strip().casefold(): cells for cells in columns}
    for one, other in _RASTERS:
        if one in named and other in named and (sides := _raster(named[one], named[other])):
            intake.suspects(
                "grouped-rows",
                f"{file}: columns {one!r} and {other!r} go through a raster of {sides[0]:,} by {sides[1]:,}: {rows:,} "
                "rows are pixels or fields of pictures, which depend on each other",
                hint="count pictures or objects, or state in the waiver why the rows are independent",
            )
    for cells in columns:
        name, (_, values) = cells.spelled.strip(), cells.words()
        if (len(values) > MOST_THRESHOLDS and _THRESHOLD.fullmatch(name)) or (
            (1 < len(values) <= MOST_VERSIONS)
            and (
                _SYSTEM.fullmatch(name)
                or (_THING.fullmatch(name) and all(map(_VERSION.fullmatch, values)))
                or (answers and _names_networks(cells, columns))
            )
        ):
            intake.suspects(
                "several-systems",
                f"{file}: column {name!r} has {', '.join(map(repr, values[:4]))}: rows of several systems count as one's",
                hint=f"give a file with those rows alone whose {name!r} is the system in use; or say in the waiver why "
                "all of them speak of it",
            )


def _names_networks(cells: Cells, columns: Sequence[Cells]) -> bool:
    """Whether a column says which network answered: by its name, its values, or since each answered for the same rows."""
    name, (codes, values) = cells.spelled.strip(), cells.words()
    if _NETWORK.fullmatch(name):
        return True
    if not _MODEL.fullmatch(name):
        return False
    return any(map(_OF_NETWORKS.fullmatch, values)) or any(
        len(other.words()[1]) * len(values) <= 1.05 * len(codes)
        and len(np.unique(other.words()[0].astype(np.int64) * len(values) + codes)) == len(codes)
        for other in columns
        if other is not cells
    )


def judge_attempts(file: str, columns: Sequence[Cells], rows: int, counts: bool, intake: Intake) -> None:
    """Rows that were tried more than once; attempts of a table of ``counts`` are its demands, if they are not retries."""
    for cells in columns:
        name, (codes, values) = cells.spelled.strip(), cells.words()
        hit = _ATTEMPTS.fullmatch(name)
        if not hit or (counts and not hit["re"]) or not all(v.isdigit() and len(v) < 6 for v in values):
            continue
        tried = np.array([int(v) for v in values])[codes]
        again = int((tried > (0 if hit["re"] else 1)).sum())
        if again and (counts or tried.max() < 100):
            intake.suspects(
                "retried-rows",
                f"{file}: by column {name!r} {again:,} of {rows:,} rows were tried more than once, and the last counts",
                hint="count every attempt; or say in the waiver why the others do not count",
            )


def judge_conditions(file: str, columns: Sequence[Cells], intake: Intake) -> None:
    """Columns that say of every row that it met a condition, or comes from a log without its errors."""
    for cells in columns:
        name, (_, values) = cells.spelled.strip(), cells.words()
        known = {v.strip().casefold() for v in values}
        if (_CONDITION.fullmatch(name) and known <= _MET) or (_LEVEL.fullmatch(name) and known <= _QUIET):
            intake.suspects(
                "left-out-rows",
                f"{file}: column {name!r} is {values[0]!r} in every row: were the others left out?",
                hint="give all rows, or state in the waiver why only these count",
            )


def _raster(one: Cells, other: Cells) -> tuple[int, int] | None:
    """Rows and columns of the raster that two columns go through, if they do."""
    (a, across), (b, down) = one.words(), other.words()
    if (
        len(a) < LEAST_PIXELS
        or min(len(across), len(down)) < 4
        or not all(v.isdigit() for v in [*across, *down])
    ):
        return None
    met = len(np.unique(a.astype(np.int64) * len(down) + b))
    return (len(across), len(down)) if met > 0.8 * len(across) * len(down) else None


def judge_weights(file: str, columns: Sequence[Cells], intake: Intake) -> None:
    """Columns beside those read that say how much a row weighs, as draws by another density or by strata do."""
    for cells in columns:
        name = cells.spelled.strip()
        if not (_WEIGHT.fullmatch(name) or _PLAIN_WEIGHT.fullmatch(name)):
            continue
        codes, values = cells.words()
        if len(values) < 2 or not all(_POSITIVE.fullmatch(v) for v in values):
            continue
        weights = np.array([float(v) for v in values])[codes]
        plain = bool(
            _PLAIN_WEIGHT.fullmatch(name)
        )  # of a thing that was weighed, unless they look like factors
        if not plain or float(np.median(weights)) == 1 or abs(float(weights.mean()) - 1) < 0.02:
            intake.suspects(
                "unread-weights",
                f"{file}: column {name!r} goes from {weights.min():g} to {weights.max():g} and is not read: every row "
                "counts alike",
                hint="give rows that were drawn as operation draws them; or say in the waiver what the column holds",
            )
