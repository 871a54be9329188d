"""What the name of a column of yes and no says of answers: that those with a 1 are right, or that they are wrong."""

from __future__ import annotations

import re

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import PLAIN, TURNS, names_a_truth, names_an_answer, sense
from casegen_evidence.tables.spec import Sense

AGREES = {
    "match", "matches", "matched", "matching", "agree", "agrees", "agreement", "equal", "equals", "eq", "same",
    "identical", "gleich", "identisch", "übereinstimmung", "passt",
}  # fmt: skip
_DIFFERS = {
    "mismatch", "mismatches", "mismatched", "differ", "differs", "different", "unequal", "disagree", "disagrees",
    "disagreement", "mispredicted", "misprediction", "ungleich",
}  # fmt: skip
OF_ANSWERS = {
    "correct", "correctly", "correctness", "incorrect", "wrong", "misclassified", "richtig", "korrekt", "falsch",
}  # fmt: skip
_ACCURATE = {"acc", "accuracy", "correctly", "correctness"}
_RANKS = {"top", "k", "at", "rank"}
"""words of answers that are right if one of the first few is; the first is one of them"""
_AFFIXES = {
    "argmax", "final", "best", "exact", "exactly", "strict", "hard", "int", "indicator", "sample", "item", "example",
    "instance", "test", "eval", "val", "score", "strictly", "classified",
}  # fmt: skip
"""words beside one of correctness that leave open nothing of whose it is"""
_COMPARED_WITH = {"label", "labels", "true", "truth", "gt", "target", "ground", "actual", "with", "to", "vs"}
"""words beside one that says equal or not; labels that are ``correct`` are checked annotations"""
_A_RANK = compiled(r"(?i)ran[kg][\W_]?\d")
_FORMS: tuple[tuple[re.Pattern[str], Sense], ...] = (
    (compiled(r"(?i)(?:is|in)?[\W_]*top[\W_]*(?:\d+|k)(?:[\W_]*(?:flag|ok))?"), "good"),
    (compiled(r"(?i)(?:0[\W_]?1|zero[\W_]?one)[\W_]?(?:loss|error)"), "bad"),
    (compiled(r"(?i)(?:loss|error)[\W_]?(?:0[\W_]?1|zero[\W_]?one)"), "bad"),
    (compiled(r"(?i)(?:is[\W_]?)?false[\W_](?:pred(?:iction)?|answer)"), "bad"),
)  # fmt: skip
_COMPARED = compiled(r"(?i)(.+?)\s*(?P<how>!=|<>|==?|[\s_](?:eq|ne)[\s_])\s*(.+)")
_CRUISE_CONTROL = "ACC"


def says_of_answers(name: str) -> Sense:
    """What a 1 in a column of this name says of an answer: right, wrong, or nothing; of another thing's is nothing.

    What is right among the first few answers is included: where the answer itself is right, so are these.

    >>> [says_of_answers(n) for n in ("is_correct_top1", "top-1 error", "acc@1", "label == pred", "mismatch")]
    ['good', 'bad', 'good', 'good', 'bad']
    >>> [says_of_answers(n) for n in ("correct_lane", "baseline_correct", "label_ok", "ACC", "matched_id")]
    ['', '', '', '', '']
    """
    name = name.strip()
    for form, what in _FORMS:
        if form.fullmatch(name):
            return what
    if (compared := _COMPARED.fullmatch(name)) is not None:
        sides = compared[1], compared[3]
        if any(names_a_truth(a) and names_an_answer(b) for a, b in (sides, sides[::-1])):
            return "bad" if compared["how"].strip(" _").casefold() in ("!=", "<>", "ne") else "good"
    words = set(parts(name))
    meant = _meant(name, words)
    known = PLAIN | TURNS | AGREES | _DIFFERS | _ACCURATE | _RANKS
    known |= _AFFIXES if words & (OF_ANSWERS | AGREES | _DIFFERS | _ACCURATE) else set()
    known |= _COMPARED_WITH if words & (AGREES | _DIFFERS) else set()
    another = name == _CRUISE_CONTROL or ("rank" in words and not _A_RANK.search(name))
    if another or any(w not in known and sense(w) not in ("good", "bad") for w in words):
        return ""
    return meant if meant in ("good", "bad") else ""


def _meant(name: str, words: set[str]) -> Sense:
    said = sense(name)
    if words & _DIFFERS:
        return "good" if words & TURNS else "bad"
    if words & (AGREES | _ACCURATE) and not said:
        return "bad" if words & TURNS else "good"
    return said


def sure_of_answers(name: str) -> bool:
    """Whether a name that judges answers leaves no other reading: ``correct``, ``top1_correct``; not ``ok``."""
    words = set(parts(name))
    return bool(words & OF_ANSWERS) and all(
        w in PLAIN | TURNS | _RANKS or sense(w) or w in OF_ANSWERS for w in words
    )
