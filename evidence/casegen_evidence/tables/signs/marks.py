"""Columns that a method does not read and that speak of its rows all the same: marked rows, names of rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.beside import Beside, Rows
from casegen_evidence.tables.signs.held_out import names_truth_source, speaks_of_labels, tells_of_labels
from casegen_evidence.tables.signs.meaning import REMARKS
from casegen_evidence.tables.signs.rows import says_of_rows
from casegen_evidence.tables.truth_words import SET, UNSET

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_STATUS = {
    "status", "state", "zustand", "quality", "phase", "origin", "herkunft", "source", "quelle", "usage", "use",
    "verwendung",
    "mode", "modus", "kind", "type", "art", "environment", "umgebung", "category", "validity", "where", "disposition",
    "decision", "flag", "flags", "condition",
}  # fmt: skip
_SPLITS = {
    "split", "subset", "set", "fold", "partition", "dataset", "datensatz", "aufteilung", "teilmenge", "satz",
}  # fmt: skip
_FOLDS = {"fold", "folds", "kfold", "cv", "crossval"}
_OF_FOLDS = {
    "test", "val", "validation", "cross", "outer", "inner", "k", "of", "the", "n", "name", "held", "holdout", "left",
}  # fmt: skip
"""further words of such a column: a `fold line` is no fold"""
_STATES = {"epoch", "epochs", "checkpoint", "checkpoints"}
MOST_FOLDS = 30
"""parts of a cross-validation, or states of a training, at most: more of them are names of something else"""
_WRONG_IF_SET = {
    "exclude", "excluded", "ignore", "ignored", "skip", "skipped", "invalid", "simulated", "planned", "outlier",
    "duplicate",
    "void", "discard", "discarded", "rejected", "estimated", "ausgeschlossen", "ungültig", "simuliert", "geplant",
    "training", "abstained", "abstain", "refused", "unanswered", "deferred", "fallback", "handover", "timeout", "unsure",
    "late", "overdue", "belated", "verspätet", "muted", "suppressed", "inhibited", "quarantined", "stumm",
    "stummgeschaltet", "edited", "overwritten", "amended", "interpolated",
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
_SERIAL = {"serial", "sn", "seriennummer", "fabriknummer"}
_EXCLUSION = {
    "excluded", "exclusion", "exclude", "dropped", "skipped", "skip", "ausgeschlossen", "ausschluss",
}  # fmt: skip
_REASON = {"reason", "why", "cause", "because", "grund", "ausschlussgrund"}
_BY_A_PERSON = {"corrected", "edited", "amended", "overwritten", "changed", "korrigiert"}
_CHECKED = {"verified", "checked", "inspected", "confirmed", "geprüft", "inspiziert"}
_OUT = (
    r"exclude[ds]?|excluded|ignored?|invalid|void|discard\w*|rejected|draft|placeholder|ausgeschlossen|ungültig|"
    r"(?<!\w )dummy(?= *(?:[^\w ]|\d|$)| +(?:rows?|data|values?|entry|entries|runs?|records?|lines?)\b)|"
    r"annulée?s?|anulad[oa]s?|annullat[oai]|exclue?s?|excluid[oa]s?|esclus[oi]|descartad[oa]s?|scartat[oai]|"
    r"verworfen|entfällt|not used|unused|not run|cancell?ed"
)
_MARKED = compiled(
    rf"(?i)\b({_OUT}|planned|forecast\w*|projected|estimated?|extrapolated|scheduled|pending|upcoming|future|tbd|not yet|"
    r"not in service|to be done|simulat\w*|replay(?:ed)?|synthetic|augmented|"
    r"(?:test[ _-]?)?bench|test[ _-]?(?:rig|stand)|geplant|"
    r"incomplete|truncated|broken off|to be continued|unvollständig|"
    r"estimation|estimée?s?|estimad[oa]s?|estimación|stimat[oai]|prévue?s?|previst[oai]s?|planifiée?s?|planificad[oa]s?|"
    r"pianificat[oai]|simulée?s?|simulad[oa]s?|simulación|simulazione|"
    r"prognose|geschätzt|schätzung|simuliert|prüfstand|pseudo[ -]?label\w*|auto[ -]?label\w*|labell?ed by (the )?model)\b"
)
_AMENDED = compiled(
    r"(?i)\b(?:was|were)\s+\d+\s+(?:before|prior|until|at first|originally|vor)\b|"
    r"\b(?:originally|corrected from|changed from|reduced from|instead of|statt|urspr[üu]nglich)\s+\d+\s*"
    r"(?:$|[,;.)]|failures?\b)"
)
"""remarks that a count was another one"""
_OUT_FIRST = compiled(rf"(?i)\W*({_OUT})\b")
_FAILURE = compiled(
    r"(?i)\b(failures?|failed|collisions?|collided|crash(ed)?|accidents?|injur\w+|missed|ausf[aä]lle?|ausgefallen|versagt|"
    r"kollision|unfall|did not (respond|stop|start|brake|open|close)|aborted|timed out|got stuck|"
    r"abgebrochen)\b"
)
_PEOPLE = compiled(
    r"(?i)(the |safety |test |remote )?(operator|driver|human|person|pilot|staff|crew|manual(ly)?|fahrer|bediener)"
)
_STARTED_BY = {"raised", "triggered", "initiated", "stopped", "caught", "ausgelöst"}
_ALARMS, _RAISED = (
    {"alarm", "alert", "warning", "warnung", "stop"},
    {"by", "source", "von", "durch", "quelle"},
)
_DENIED = compiled(
    r"(?i)\b(no|not a|without|none|zero|kein\w*|ohne|nicht)\b(?! (respond|stop|start|brake|open|close))|"
    r"test of|after the|not (aborted|failed)"
)
_BY_MACHINE = {"auto", "automatic", "model", "predicted", "pseudo", "machine", "network", "detector"}
_SOURCES, _OF_ITSELF = (
    {"source", "origin", "quelle", "herkunft"},
    {"model", "pseudo", "prediction", "network"},
)
_LABELLING = {
    "label", "labels", "annotation", "annotations", "annotator", "annotated", "labeller", "labelled", "labeled",
}  # fmt: skip
_NOT_BY_HAND = {"pseudo", "auto", "automatic", "weak", "weakly", "teacher", "silver", "propagated"}
_NETWORK = compiled(
    r"(?i)\b(yolo|resnet|efficientnet|mobilenet|(faster|mask)[ _-]?r?cnn|detectron|gpt|clip|sam|vit|model)"
)
_TRAINING = compiled(
    r"(?i)(tr|trn|tra?in\w*|learn\w*|lern\w*|fit|fitt\w+|val|valid\w*|dev|development|entwicklung|calib\w*|kalibr\w*|tun(e|ing)|"
    r"entrena\w+|apprentissage|entra[iî]nement|addestr\w+)(?:\W.*|_.*|\d*)?"
)
_ONE_WORD = compiled(r"\w+")
_TESTING = compiled(
    r"(?i)(tests?|testing|te|tst|testset|eval\w*|hold-?out|unseen|prüf\w*|prueb\w*|abnahme)(?:\W.*|_.*|\d*)?"
)


def row_words(name: str) -> set[str]:
    """The words of a column's name, in small letters, German ones also with the umlauts that were spelled out.

    >>> sorted(row_words("verspaetetSeit"))
    ['seit', 'verspaetet', 'verspätet']
    """
    return set(_row_words(name))


@lru_cache(maxsize=2**16)
def _row_words(name: str) -> frozenset[str]:
    words = set(re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold()))
    return frozenset(words | {w.replace("ae", "ä").replace("oe", "ö").replace("ue", "ü") for w in words})


_PROPERTIES = {
    "quality", "type", "kind", "size", "width", "height", "brightness", "format", "mode", "codec", "rate", "resolution",
    "condition", "weather", "length", "duration", "qualität", "art", "größe", "breite", "höhe", "helligkeit", "dauer",
}  # fmt: skip


def naming_words(name: str) -> set[str]:
    """The words of a column's name, none where the last is a property: `image quality` names no images.

    >>> naming_words("imageQuality")
    set()
    """
    in_order = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", name).casefold())
    return set() if in_order and row_words(in_order[-1]) & _PROPERTIES else row_words(name)


def telling(name: str) -> bool:
    """Whether a column that is not read is looked at all the same."""
    known = _STATUS | REMARKS | _SPLITS | _FOLDS | _STATES | _WRONG_IF_SET | _WRONG_IF_UNSET | _IDS
    return bool(row_words(name) & known) or says_of_rows(name) or tells_of_labels(row_words(name))


def is_no_label(name: str) -> bool:
    """Whether a column's name says that it parts or annotates the rows, and classifies nothing."""
    return bool(row_words(name) & (REMARKS | _SPLITS | _WRONG_IF_SET | _WRONG_IF_UNSET))


def parts_rows(name: str) -> bool:
    """Whether every word of a column's name says that it parts the rows: `split`, `fold_id`, no `split ratio`."""
    words = row_words(name)
    return bool(words & (_SPLITS | _FOLDS)) and words <= _SPLITS | _FOLDS | _IDS


def judge_label(file: str, name: str, intake: Intake) -> None:
    """Doubt labels in a column whose ``name`` says that a program made them, such as `pseudo_label`."""
    if row_words(name) & _NOT_BY_HAND and row_words(name) & _LABELLING:
        intake.suspects(
            "marked-rows",
            f"{file}: by its name {name!r} holds labels that a program made",
            hint="give labels of people; or say in the waiver who checked them",
        )


def names_rows(name: str) -> bool:
    """Whether a column names what its row is of: an image, a run, a time."""
    return bool(naming_words(name) & _IDS)


_WHO = {
    "tester", "operator", "inspector", "engineer", "technician", "observer", "recorder", "shift", "prüfer",
    "bediener", "schicht", "crew", "team",
}  # fmt: skip


def only_names_who(name: str) -> bool:
    """Whether every word of a column's name says that it names who was at work: `tester`, no `operator intervened`."""
    words = row_words(name)
    return bool(words & _WHO) and words <= _WHO | _IDS


_WHERE = {
    "place", "site", "location", "harbour", "harbor", "port", "route", "from", "to", "city", "town", "area", "region",
    "ort", "standort", "hafen", "von", "nach", "strecke", "gebiet",
}  # fmt: skip
_NOT_IN_USE = compiled(
    r"(?i)virtual|virtuell|digital|twin|carla|gazebo|synthetic|bench|\blab|labor|simul|emulat|\bhall|indoor|\brig\b|stand\b|workshop|werkstatt|office|büro|desk|pool|factory|"
    r"fabrik|\bworks\b|werk\b|garage|depot|test|proving|prüf|closed|home|parked|storage|lager"
)
"""places where a system is tried, made or kept rather than used"""


_WHICH = {
    "vehicle", "car", "truck", "camera", "robot", "unit", "machine", "rig", "device", "sensor", "report", "ticket",
    "protocol", "order", "aircraft", "ship", "vessel", "drone", "fahrzeug", "kamera", "roboter", "maschine", "gerät",
    "bericht", "protokoll", "auftrag",
}  # fmt: skip
_DRIVERS = {"driver", "skipper", "captain", "pilot", "examiner", "fahrer", "kapitän"}
_CODE = compiled(r"[^\W\d_]{0,4}[\s_./-]?\d[\w./-]*")
_PERSON = compiled(r"(?:[A-ZÄÖÜ][\w.'-]*\s?){1,3}")


def only_names_which(name: str, values: Collection[str]) -> bool:
    """Whether a column says by numbers or names which of several things, or who, was at work in each row.

    >>> only_names_which("vehicle", ["V1", "V2"]), only_names_which("vehicle", ["bicycle", "car"])
    (True, False)
    >>> only_names_which("driver", ["Ann", "B. Lee"]), only_names_which("driver", ["Ann", "none"])
    (True, False)
    """
    words = row_words(name)
    which = bool(words & _WHICH) and words <= _WHICH | _IDS and all(map(_CODE.fullmatch, values))
    who = bool(words & _DRIVERS) and words <= _DRIVERS | _IDS and all(map(_PERSON.fullmatch, values))
    return which or who


_MADE = compiled(
    r"(?i)(?<![^\W_])(?:gen|generated|synth|synthetic|render(?:ed)?|sim|simulated|fake|gan|blender|unity|unreal|carla|"
    r"diffusion|training|train(?=/)|trainset)(?![^\W_])"
)


def names_made_rows(values: Collection[str]) -> bool:
    """Whether names of rows say that some were made by a program, or are of a training: `gen_0001.png`, `train/3.png`."""
    return any(map(_MADE.search, values))


def only_names_where(name: str, values: Collection[str]) -> bool:
    """Whether a column says only where its rows were recorded, and none of these places is one of tests.

    >>> only_names_where("from", ["Kiel", "Oslo"]), only_names_where("place", ["quay", "test hall"])
    (True, False)
    """
    words = row_words(name)
    telling = any(_NOT_IN_USE.search(value) or value.casefold() in SET | UNSET for value in values)
    return bool(words & _WHERE) and words <= _WHERE | _IDS and not telling


def only_names_rows(name: str) -> bool:
    """Whether every word of a column's name says that it names or times its rows: `image id`, no `number of crashes`."""
    words = row_words(name)
    return bool(words) and words <= _IDS | _SERIAL


def marked(name: str, values: Sequence[str], counts: Sequence[int], own: Collection[str] = ()) -> list[int]:
    """Which of the ``values`` of a column called ``name`` mark their rows as ones that were not measured, or left out.

    Words of the columns that are read, ``own``, mark nothing: ``collisions_monitored`` beside ``accident_monitored``.
    """
    words = row_words(name) - set(own)
    rows = sum(counts)
    tested = any(_TESTING.fullmatch(value.strip()) and _ONE_WORD.fullmatch(value.strip()) for value in values)
    by_whom = bool(words & _LABELLING) or names_truth_source(words)
    chosen: list[int] = []
    for k, value in enumerate(values):
        word = value.strip().casefold()
        says = (
            (words & _WRONG_IF_SET and word in SET)
            or (words & _WRONG_IF_UNSET and word in UNSET)
            or (name.strip().casefold().replace("_", " ") == "in time" and word in UNSET)
            or (
                words & _BY_A_PERSON
                and "by" in words
                and word
                and word not in UNSET | {"-", "none", "nobody"}
            )
            or (
                words & _EXCLUSION
                and words & _REASON
                and word not in UNSET | {"", "-", "none", "n/a", "no", "nan"}
            )
            or (words & _CHECKED and (word in UNSET or (not word and len(values) > 1)))
            or (
                words & {"train", "trained"}
                and words & {"is", "in", "set", "used", "was", "for"}
                and word in SET
            )
            or ((words & _STARTED_BY or (words & _ALARMS and words & _RAISED)) and _PEOPLE.fullmatch(word))
            or (words & _STATUS and len(word) < 60 and _MARKED.search(word.replace("_", " ")))
            or (words & REMARKS and (_MARKED.fullmatch(word.strip(" .!()[]")) or _OUT_FIRST.match(word)))
            or ((words & _SPLITS or (tested and _ONE_WORD.fullmatch(word))) and _TRAINING.fullmatch(word))
            or (by_whom and (word in _BY_MACHINE | _OF_ITSELF or _NETWORK.search(word)))
            or speaks_of_labels(words, values, word)
            or (words & _SOURCES and words <= _SOURCES | _IDS and word in _OF_ITSELF)
        )
        if says:
            chosen.append(k)
    of_one_kind = sum(counts[k] for k in chosen) == rows
    if of_one_kind and not any(
        _OUT_FIRST.match(values[k])
        or by_whom
        or words & (_WRONG_IF_SET | _SPLITS)
        or speaks_of_labels(words, values, values[k].strip().casefold())
        for k in chosen
    ):
        return []  # a table of one kind of rows, as its author knows: all simulated, all of the bench
    return chosen


def judge_marks(read: Sequence[Cells], look: Beside) -> None:
    """Rows that a column beside those read marks as planned, simulated, excluded, or for training."""
    own = {word for cells in read if "_" in cells.name for word in row_words(cells.name)}
    for cells in look.columns:
        codes, values = cells.words()
        counts = np.bincount(codes, minlength=len(values)).tolist()
        chosen = marked(cells.spelled, values, counts, own)
        look.doubt(
            "marked-rows",
            np.isin(codes, chosen),
            f"{{count}} of {len(codes):,} rows count although column {{column}} says {{word}}",
            "remove the rows that were not measured, or state in the waiver why they count",
            cells,
        )


def judge_folds(file: str, columns: Sequence[Cells], rows: int, intake: Intake) -> None:
    """A column beside those read that says which of several models answered each row: by fold, or state of a training."""
    for cells in columns:
        words, values = row_words(cells.spelled), cells.words()[1]
        of_a_split = words & _FOLDS and words <= _FOLDS | _SPLITS | _IDS | _OF_FOLDS
        if (of_a_split or words & _STATES) and 1 < len(values) <= min(MOST_FOLDS, rows / 2):
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


_LABELS = {
    "gt", "true", "truth", "label", "labels", "annotation", "annotator", "annotated", "target", "actual", "reference",
    "y", "ground", "class", "expert",
}  # fmt: skip
_ANSWERS = {"pred", "preds", "predicted", "prediction", "predictions", "output", "hat", "model", "answer"}


def judge_other_labels(read: Sequence[Cells], look: Beside) -> None:
    """Another column of labels, by its name and its words, that says otherwise than the one that is read."""
    own = next((cells for cells in read if cells.name == "true"), None)
    if own is None:
        return
    codes, words = own.words()
    for cells in look.columns:
        named = row_words(cells.spelled)
        other, others = cells.words()
        if not named & _LABELS or named & _ANSWERS or not len(set(others) & set(words)) > 1:
            continue
        if set(others) <= {*words, *_said(read)}:
            look.doubt(
                "other-labels",
                np.array(words)[codes] != np.array(others)[other],
                f"column {{column}} has other labels than {own.spelled!r} in {{count}} rows, and is not read",
                "name the column of the true labels under `columns`, or state in the waiver what the other one is",
                cells,
            )


def _said(read: Sequence[Cells]) -> set[str]:
    return {word for cells in read if cells.name == "predicted" for word in cells.words()[1]}


def judge_remarks(look: Beside, none: Rows) -> None:
    """Remarks that speak of a failure in rows that count none."""
    for cells in look.columns:
        if row_words(cells.spelled) & REMARKS and look.doubt(
            "unread-failures",
            none & cells.each(_tells_of_failure),
            "no failure is counted where column {column} says {word}",
            "count it, or state in the waiver why it is none",
            cells,
        ):
            return


def _tells_of_failure(remark: str) -> bool:
    return bool(_AMENDED.search(remark) or (_FAILURE.search(remark) and not _DENIED.search(remark)))
