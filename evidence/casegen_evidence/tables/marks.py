"""Columns that a method does not read and that speak of its rows all the same: marked rows, names of rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.bursts import moments
from casegen_evidence.tables.meaning import REMARKS
from casegen_evidence.tables.rows import says_of_rows

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_STATUS = {
    "status", "state", "zustand", "quality", "phase", "origin", "herkunft", "source", "quelle", "usage", "use",
    "verwendung",
    "mode", "modus", "kind", "type", "art", "environment", "umgebung", "category", "validity", "where", "disposition",
    "decision", "flag", "flags", "condition",
}  # fmt: skip
_SPLITS = {"split", "subset", "set", "fold", "partition", "dataset"}
_FOLDS = {"fold", "folds", "kfold", "cv", "crossval"}
_STATES = {"epoch", "epochs", "checkpoint", "checkpoints"}
MOST_FOLDS = 30
"""parts of a cross-validation, or states of a training, at most: more of them are names of something else"""
_WRONG_IF_SET = {
    "exclude", "excluded", "ignore", "ignored", "skip", "skipped", "invalid", "simulated", "planned", "outlier",
    "duplicate",
    "void", "discard", "discarded", "rejected", "estimated", "ausgeschlossen", "ungültig", "simuliert", "geplant",
    "training", "abstained", "abstain", "refused", "unanswered", "deferred", "fallback", "handover", "timeout", "unsure",
    "late", "overdue", "belated", "verspätet", "muted", "suppressed", "inhibited", "quarantined", "stummgeschaltet",
    "edited", "overwritten", "amended",
}  # fmt: skip
_WRONG_IF_UNSET = {
    "valid", "include", "included", "usable", "gültig", "used", "keep", "recorded", "logged", "logger", "counted",
    "monitored", "measured", "aufgezeichnet", "erfasst", "gezählt", "answered", "responded", "timely", "rechtzeitig",
}  # fmt: skip
_IDS = {
    "id", "uuid", "guid", "image", "img", "file", "filename", "path", "frame", "sample", "picture", "scenario", "run",
    "row", "index", "timestamp", "bild", "datei", "nr", "no", "number", "video", "scene", "record", "case", "time",
    "date", "seed",
}  # fmt: skip
_BY_A_PERSON = {"corrected", "edited", "amended", "overwritten", "changed", "korrigiert"}
_CHECKED = {"verified", "checked", "inspected", "confirmed", "geprüft", "inspiziert"}
_CLUSTERS = {
    "video", "scene", "sequence", "clip", "episode", "patient", "subject", "recording", "session", "track", "drive",
    "szene",
}  # fmt: skip
_GROUPS = {"group", "group_id", "group id", "cluster", "cluster_id"}
"""a column of this very name says which rows depend on each other, as other methods read it; an age group does not"""
MANY_GROUPS = 5
"""two or three groups are arms of a study"""
_HASHES = {"sha", "md", "hash", "checksum", "digest", "phash", "dhash", "prüfsumme"}
ENOUGH = 0.03
"""share of rows below which files that are there again are left alone"""
_PICTURES = {"image", "img", "picture", "bild"}
_COUNTS = {
    "count", "counts", "n", "freq", "frequency", "anzahl", "occurrences", "multiplicity", "cnt", "frames",
    "images", "bilder", "menge", "instances", "repeats", "repetitions", "times", "qty", "quantity", "stück", "stk", "nb",
    "nombre", "cantidad",
}  # fmt: skip
UNIQUE = {
    "id", "uuid", "guid", "image", "img", "file", "filename", "path", "picture", "bild", "datei", "timestamp", "seed",
}  # fmt: skip
"""words of names that no two rows share"""
_PIECES = {"frame", "crop", "tile", "patch", "slice", "window", "chip", "roi"}
_OUT = (
    r"exclude[ds]?|excluded|ignored?|invalid|void|discard\w*|rejected|draft|dummy|placeholder|ausgeschlossen|ungültig|"
    r"verworfen|entfällt|not used|unused|not run|cancell?ed"
)
_MARKED = re.compile(
    rf"(?i)\b({_OUT}|planned|forecast\w*|projected|estimated?|extrapolated|scheduled|pending|upcoming|future|tbd|not yet|"
    r"not in service|to be done|simulat\w*|replay(?:ed)?|synthetic|augmented|"
    r"(?:test[ _-]?)?bench|test[ _-]?(?:rig|stand)|geplant|"
    r"prognose|geschätzt|schätzung|simuliert|prüfstand|pseudo[ -]?label\w*|auto[ -]?label\w*|labell?ed by (the )?model)\b"
)
_AMENDED = re.compile(
    r"(?i)\b(?:was|were)\s+\d+\s+(?:before|prior|until|at first|originally|vor)\b|"
    r"\b(?:originally|corrected from|changed from|reduced from|instead of|statt|urspr[üu]nglich)\s+\d+\s*"
    r"(?:$|[,;.)]|failures?\b)"
)
"""remarks that a count was another one"""
_OUT_FIRST = re.compile(rf"(?i)\W*({_OUT})\b")
_FAILURE = re.compile(
    r"(?i)\b(failures?|failed|collisions?|collided|crash(ed)?|accidents?|injur\w+|missed|ausf[aä]lle?|ausgefallen|versagt|"
    r"kollision|unfall|did not (respond|stop|start|brake|open|close)|aborted|timed out|got stuck|"
    r"abgebrochen)\b"
)
_PEOPLE = re.compile(
    r"(?i)(the |safety |test |remote )?(operator|driver|human|person|pilot|staff|crew|manual(ly)?|fahrer|bediener)"
)
_STARTED_BY = {"raised", "triggered", "initiated", "stopped", "caught", "ausgelöst"}
_DENIED = re.compile(
    r"(?i)\b(no|not a|without|none|zero|kein\w*|ohne|nicht)\b(?! (respond|stop|start|brake|open|close))|"
    r"test of|after the|not (aborted|failed)"
)
_AUGMENTED = re.compile(
    r"(?i)[_\-. ](h?flip(ped)?|vflip|mirror(ed)?|rot(ated)?[_\-]?\d*|aug(mented)?[_\-]?\d*|crop(ped)?|noisy|noise|"
    r"blur(red)?|jitter|zoom(ed)?|dark(er)?|bright(er)?)[_\-]?\d*(\.\w+)?$|"
    r"(^|[/\\])(h?flip(ped)?|mirror(ed)?|rot(ated)?\d*|aug(mented)?|noisy|blur(red)?)[/\\]"
)
_BY_MACHINE = {"auto", "automatic", "model", "predicted", "pseudo", "machine", "network", "detector"}
_LABELLING = {
    "label", "labels", "annotation", "annotations", "annotator", "annotated", "labeler", "labeller", "labelled",
    "labeled",
}  # fmt: skip
_NETWORK = re.compile(
    r"(?i)\b(yolo|resnet|efficientnet|mobilenet|(faster|mask)[ _-]?r?cnn|detectron|gpt|clip|sam|vit|model)"
)
_TRAINING = re.compile(r"(?i)(train\w*|val|valid\w*|dev|calib\w*)(?:\W.*|_.*|\d*)?")
_SET = {"1", "true", "yes", "x", "ja", "y", "wahr"}
_UNSET = {"0", "false", "no", "nein", "n", "falsch", "off", "aus"}


def row_words(name: str) -> set[str]:
    """The words of a column's name, in small letters."""
    return set(re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold()))


def telling(name: str) -> bool:
    """Whether a column that is not read is looked at all the same."""
    known = _STATUS | REMARKS | _SPLITS | _FOLDS | _STATES | _WRONG_IF_SET | _WRONG_IF_UNSET | _IDS
    return bool(row_words(name) & known) or says_of_rows(name)


def is_no_label(name: str) -> bool:
    """Whether a column's name says that it parts or annotates the rows, and classifies nothing."""
    return bool(row_words(name) & (REMARKS | _SPLITS | _WRONG_IF_SET | _WRONG_IF_UNSET))


def names_rows(name: str) -> bool:
    """Whether a column names what its row is of: an image, a run, a time."""
    return bool(row_words(name) & _IDS)


def marked(name: str, values: Sequence[str], counts: Sequence[int]) -> list[int]:
    """Which of the ``values`` of a column called ``name`` mark their rows as ones that were not measured, or left out."""
    words = row_words(name)
    rows = sum(counts)
    chosen: list[int] = []
    for k, value in enumerate(values):
        word = value.strip().casefold()
        says = (
            (words & _WRONG_IF_SET and word in _SET)
            or (words & _WRONG_IF_UNSET and word in _UNSET)
            or (name.strip().casefold().replace("_", " ") == "in time" and word in _UNSET)
            or (
                words & _BY_A_PERSON
                and "by" in words
                and word
                and word not in _UNSET | {"-", "none", "nobody"}
            )
            or (words & _CHECKED and (word in _UNSET or (not word and len(values) > 1)))
            or (
                words & {"train", "trained"}
                and words & {"is", "in", "set", "used", "was", "for"}
                and word in _SET
            )
            or (words & _STARTED_BY and _PEOPLE.fullmatch(word))
            or (words & _STATUS and len(word) < 60 and _MARKED.search(word.replace("_", " ")))
            or (words & REMARKS and (_MARKED.fullmatch(word.strip(" .!()[]")) or _OUT_FIRST.match(word)))
            or (words & _SPLITS and _TRAINING.fullmatch(word))
            or (words & _LABELLING and (word in _BY_MACHINE or _NETWORK.search(word)))
        )
        if says:
            chosen.append(k)
    of_one_kind = sum(counts[k] for k in chosen) == rows
    if of_one_kind and not any(
        _OUT_FIRST.match(values[k]) or words & (_WRONG_IF_SET | _SPLITS | _LABELLING) for k in chosen
    ):
        return []  # a table of one kind of rows, as its author knows: all simulated, all of the bench
    return chosen


def judge_marks(file: str, first_line: int, columns: Sequence[Cells], intake: Intake) -> None:
    """Rows that a column beside those read marks as planned, simulated, excluded, or for training."""
    for cells in columns:
        codes, values = cells.words()
        counts = np.bincount(codes, minlength=len(values)).tolist()
        chosen = marked(cells.spelled, values, counts)
        if not chosen:
            continue
        rows = np.flatnonzero(np.isin(codes, chosen))
        intake.suspects(
            "marked-rows",
            f"{file}:{first_line + int(rows[0])}: {len(rows):,} of {len(codes):,} rows count although column "
            f"{cells.spelled!r} says {values[chosen[0]]!r}",
            hint="remove the rows that were not measured, or state in the waiver why they count",
        )


def judge_folds(file: str, columns: Sequence[Cells], rows: int, intake: Intake) -> None:
    """A column beside those read that says which of several models answered each row: by fold, or state of a training."""
    for cells in columns:
        words, values = row_words(cells.spelled), cells.words()[1]
        if words & (_FOLDS | _STATES) and 1 < len(values) <= min(MOST_FOLDS, rows / 2):
            of, parts = (
                ("folds of cross-validation", "parts of a test set")
                if words & _FOLDS
                else ("states of a training", "rows")
            )
            intake.suspects(
                "cross-validated",
                f"{file}: by column {cells.spelled!r} the rows are of {len(values)} {of}: each was answered by another "
                "model, and at most one of them is the model in use",
                hint="give answers of the model in use to rows that it was not trained on; or say in the waiver that the "
                f"column only numbers {parts} which one model answered",
            )
            return


def judge_draws(file: str, columns: Sequence[Cells], rows: int, intake: Intake) -> None:
    """Columns beside those read that say how often a row occurred, or what several rows are parts of."""
    for cells in columns:
        words = row_words(cells.spelled)
        codes, values = cells.words()
        for reason, hint in _shared_origin(cells.spelled, words, values, rows):
            intake.suspects("grouped-rows", f"{file}: {reason}", hint=hint)
        if words & _COUNTS and len(words) <= 2 and all(v.isdigit() for v in values):
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


def _shared_origin(name: str, words: set[str], values: Sequence[str], rows: int) -> Iterator[tuple[str, str]]:
    """What a column called ``name`` says several of ``rows`` rows are parts of, each with the hint."""
    if words & _CLUSTERS and 1 < len(values) <= rows / 2:
        yield f"{rows:,} rows come from {len(values):,} of column {name!r}: {_EACH}", _ONE_OF_EACH
    if name.strip().casefold() in _GROUPS and MANY_GROUPS <= len(values) <= rows / 2:
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
            yield f"{by_column} of {shown:,} moments, or runs of successive numbers: {_THEY}", _ONE_OF_EACH
    if 0 < frames <= rows / 5:
        yield f"{by_column} successive frames of {frames:,} recordings: {_THEY}", _ONE_OF_EACH
    if words & {"augmentation", "augmentations", "augment"} and 1 < len(values) <= rows / 2:
        yield f"{by_column} of {len(values):,} versions of the same pictures: {_THEY}", _ORIGINALS
    made = sum(1 for value in values if _AUGMENTED.search(value)) if words & UNIQUE else 0
    if made > 0.2 * len(values):
        yield (
            f"{made:,} names of column {name!r} say that they were made from others (flipped, rotated): they depend on "
            "each other",
            _ORIGINALS,
        )


_FRAME = re.compile(r"(?i)^(.*(?:frame|video|vid|clip|scene|seq|drive|track|cam).*?)(\d+)(\D*)$")


_TILE = re.compile(r"(?i)^(.*\d.*(?:crop|tile|patch|slice|window|chip|roi)\D*)(\d+)(\D*)$")
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


_LABELS = {
    "gt", "true", "truth", "label", "labels", "annotation", "annotator", "annotated", "target", "actual", "reference",
    "y", "ground", "class", "expert",
}  # fmt: skip
_ANSWERS = {"pred", "preds", "predicted", "prediction", "predictions", "output", "hat", "model", "answer"}


def judge_other_labels(
    file: str, first_line: int, read: Sequence[Cells], beside: Sequence[Cells], intake: Intake
) -> None:
    """Another column of labels, by its name and its words, that says otherwise than the one that is read."""
    own = next((cells for cells in read if cells.name == "true"), None)
    if own is None:
        return
    codes, words = own.words()
    for cells in beside:
        named = row_words(cells.spelled)
        other, others = cells.words()
        if not named & _LABELS or named & _ANSWERS or not len(set(others) & set(words)) > 1:
            continue
        differ = np.flatnonzero(np.array(words)[codes] != np.array(others)[other])
        if len(differ) and set(others) <= {*words, *_said(read)}:
            intake.suspects(
                "other-labels",
                f"{file}:{first_line + int(differ[0])}: column {cells.spelled!r} has other labels than "
                f"{own.spelled!r} in {len(differ):,} rows, and is not read",
                hint="name the column of the true labels under `columns`, or state in the waiver what the other one is",
            )


def _said(read: Sequence[Cells]) -> set[str]:
    return {word for cells in read if cells.name == "predicted" for word in cells.words()[1]}


def judge_remarks(
    file: str, first_line: int, none: NDArray[np.bool_], columns: Sequence[Cells], intake: Intake
) -> None:
    """Remarks that speak of a failure in rows that count none."""
    for cells in (c for c in columns if row_words(c.spelled) & REMARKS):
        codes, values = cells.words()
        for k, value in enumerate(values):
            rows = np.flatnonzero(none & (codes == k))
            if len(rows) and (
                _AMENDED.search(value) or (_FAILURE.search(value) and not _DENIED.search(value))
            ):
                intake.suspects(
                    "unread-failures",
                    f"{file}:{first_line + int(rows[0])}: no failure is counted where column {cells.spelled!r} says "
                    f"{value[:60]!r}",
                    hint="count it, or state in the waiver why it is none",
                )
                return
