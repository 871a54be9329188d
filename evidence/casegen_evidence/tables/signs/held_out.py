"""Columns that say which rows were held out for the test, and whose labels were changed or made by a program."""

from __future__ import annotations

from collections.abc import Collection

from casegen_evidence.expressions import compiled

_HELD_OUT = {"test", "testset", "holdout", "held", "hold", "unseen", "eval", "evaluation", "prüf", "prüfung"}
_OF_A_SET = {
    "is",
    "in",
    "of",
    "for",
    "the",
    "was",
    "set",
    "data",
    "split",
    "part",
    "out",
    "used",
    "row",
    "sample",
}
_NO, _YES = {"0", "0.0", "no", "false", "n", "f", "nein"}, {"1", "1.0", "yes", "true", "y", "t", "ja"}
_TRUTH = {
    "gt", "truth", "ground", "true", "label", "labels", "annotation", "annotations", "target", "reference",
}  # fmt: skip
_ORIGIN = {
    "source",
    "origin",
    "from",
    "by",
    "method",
    "made",
    "creator",
    "provenance",
    "quelle",
    "herkunft",
    "von",
}
_REVIEWS = {
    "review", "reviewed", "qa", "qc", "audit", "status", "check", "revision", "curation", "state", "history", "change",
    "changes", "action", "prüfung", "durchsicht",
}  # fmt: skip
_RELABELLED = compiled(
    r"(?i)(?<![^\W_])(?:re[ -]?label(?:l?ed|l?ing)?|re[ -]?annotated|"
    r"labels? (?:(?:was|were|got|has been) )?(?:fixed|corrected|changed|edited|amended|flipped|swapped|"
    r"overruled|replaced)|"
    r"(?:fixed|corrected|changed|edited|amended|flipped|new) labels?|"
    r"(?:corrected|fixed|changed|edited|relabelled|adapted) (?:after|post|following|to match|from|by|with)(?: \w+){0,2}? "
    r"(?:predictions?|evaluation|inference|answers?|model|output|results?|test|network|detections?)|"
    r"umgelabelt|nachgelabelt|label (?:korrigiert|geändert)|korrigiert nach(?: \w+)? \w+)(?![^\W_])"
)
"""what a review says of a label that was another one"""
_NOT = compiled(r"(?i)\b(?:not|never|no|none|nicht|kein\w*|un)\b|\?$")


def not_held_out(words: Collection[str], values: Collection[str], word: str) -> bool:
    """Whether a column of yes and no says ``word``, no, of being in the test: ``is_test``, ``held_out``, ``unseen``.

    >>> not_held_out({"is", "test"}, ["0", "1"], "0"), not_held_out({"test"}, ["0", "1", "2"], "0")
    (True, False)
    """
    named = set(words)
    of_test = bool(named & _HELD_OUT) and named <= _HELD_OUT | _OF_A_SET and named != {"hold"}
    return of_test and word in _NO and {v.strip().casefold() for v in values} <= _NO | _YES | {""}


def label_changed(words: Collection[str], word: str) -> bool:
    """Whether a column of reviews says that a row's label was changed: `review: relabelled`.

    >>> label_changed({"qa"}, "label fixed"), label_changed({"label", "status"}, "corrected after prediction")
    (True, True)
    >>> label_changed({"review"}, "not relabelled"), label_changed({"status"}, "label ok")
    (False, False)
    """
    text = word.replace("_", " ")
    of_reviews = bool(set(words) & (_REVIEWS | _TRUTH)) and len(text) < 80
    return of_reviews and bool(_RELABELLED.search(text)) and not _NOT.search(text)


def speaks_of_labels(words: Collection[str], values: Collection[str], word: str) -> bool:
    """Whether a column says of a row that it is not of the test, or that its label was changed."""
    return not_held_out(words, values, word) or label_changed(words, word)


def names_truth_source(words: Collection[str]) -> bool:
    """Whether a column says where the true labels come from: ``gt_source``, ``truth_from``."""
    return bool(set(words) & _TRUTH) and bool(set(words) & _ORIGIN)


def tells_of_labels(words: Collection[str]) -> bool:
    """Whether a column's name is one of those that are looked at here."""
    named = set(words)
    return bool(named & (_HELD_OUT | _REVIEWS)) or names_truth_source(named)
