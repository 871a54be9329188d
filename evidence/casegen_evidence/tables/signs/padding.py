"""Rows whose label and answer are what a batch is filled up with: they count as right, and nobody answered anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casegen_evidence.tables.data_table import DataTable
    from casegen_evidence.tables.signs.beside import Beside, Rows

_NEVER_CLASSES = {
    "-100", "-100.0", "pad", "padding", "padded", "pad_token", "pad_token_id", "ignore_index", "ignore index",
    "ignore_id", "ignore_label",
}  # fmt: skip
"""what libraries of training leave out of a loss"""
_RARELY_CLASSES = {
    "none", "null", "nan", "nil", "n/a", "na", "-", "-1", "-1.0", "-99", "-999", "255", "ignore", "ignored", "void",
    "empty", "blank", "dummy", "filler", "fill", "mask", "masked", "unlabeled", "unlabelled", "no label",
    "no_label", "not labelled", "not_labelled", "not labeled", "undefined", "missing", "skip", "skipped",
    "dontcare", "don't care", "dont care", "leer", "kein", "keine", "ohne",
}  # fmt: skip
"""may be a class (``none``: no defect): then some rows of it are mistaken for others, or others for it"""
_BRACKETS = "<>[]{}() /_"
MOST = 0.5
"""share of the rows that such a word has at least, for its rows to be taken as filled up"""
CHANCE = 1e-4
_HINT = (
    "leave out the rows that fill something up, and give one row for each answer; "
    "or say in the waiver what the name means"
)


def judge_padding(table: DataTable, wrong: Rows, look: Beside) -> None:
    """Doubt rows in which label and answer are both a word for padding, or one that nothing is ever mistaken for.

    ``wrong``: rows in which label and answer differ ``(rows,)``.
    """
    true, said = table.names("true"), table.names("predicted")
    for code, word in enumerate(true.words):
        plain = word.casefold().strip(_BRACKETS)
        if word not in said.words or plain not in _NEVER_CLASSES | _RARELY_CLASSES:
            continue
        labelled, answered = true.codes == code, said.codes == said.words.index(word)
        both = labelled & answered
        if plain in _NEVER_CLASSES or _apart(labelled, answered, wrong):
            look.doubt(
                "padded-rows",
                both,
                f"label and answer are {word!r} here, as in {{count}} of {table.rows:,} rows, which count as right: "
                "is that what rows are filled up with?",
                _HINT,
            )


def _apart(labelled: Rows, answered: Rows, wrong: Rows) -> bool:
    """Whether nothing is mistaken for the word of most rows, nor it for anything, which chance does not explain.

    If wrong answers lay anywhere, each would lie among the other rows with the probability of their share.
    """
    others = 1 - float(labelled.mean())
    return bool((labelled == answered).all()) and others <= 1 - MOST and others ** int(wrong.sum()) < CHANCE
