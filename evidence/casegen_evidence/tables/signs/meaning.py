"""What a word says of how a run ended: well, badly, or with harm; and whether a column's name says what its 1 means."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.column_names import other_quantity, parts
from casegen_evidence.tables.spec import Flag, Number, Sense
from casegen_evidence.tables.truth_words import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casegen_evidence.tables.columns import Cells
    from casegen_evidence.tables.spec import Problems

_GOOD = compiled(
    r"correct(?:ly)?|right(?:ly)?|ok|okay|pass(ed|es)?|success(es|ful|fully)?|succeeded|hits?|good|fine|goal|reached|completed|safe(ly)?|"
    r"harmless|richtig|korrekt|treffer|stimmt|zutreffend|bestanden|erfolg(reich)?|gut|i\.?o|correcte?|correcto|acierto|"
    r"corretto"
)
_BAD = compiled(
    r"err(?:ors?)?|wrong(?:ly)?|incorrect(ly)?|mistakes?|fail(s|ed|ures?|ing)?|faults?|faulty|miss(es|ed)?|nok|ng|bad|defects?|"
    r"incidents?|abort(s|ed)?|lost|stuck|unsuccessful|timeout|task failures?|falsch|misclass\w*|"
    r"fehler(haft|anzahl)?|fehlklassifi\w*|fehlschl[aä]ge?|"
    r"ausf[aä]lle?|ausfaelle?|versagen|abbruch|n\.?i\.?o|inkorrekt|unzutreffend|faux|incorrecte|incorrecto|erreur|fallo"
)
_HARM = compiled(
    r"collisions?|collided|crash(es|ed)?|accidents?|injur(y|ies|ed)|fatal(ity|ities)?|deaths?|dead|killed|harm(s|ful|ed)?|"
    r"hazard(s|ous)?|damaged?|struck|explosions?|unf[aä]lle?|kollision(en)?|verletz\w*|sch[aä]den|tote?"
)
_HELPED = compiled(
    r"(?i)\b(?:took|taken?|taking)[\s_-]?over\b|\btake-?overs?\b|\binterven\w*|\bdisengag\w*|\boverrid\w*|\boverrul\w*|"
    r"\brescued?\b|\bassisted\b|\bhelp given\b|\b(?:driver|pilot|operator) (?:reacted|braked|acted)\b|"
    r"\bby hand\b|\bmanual(ly)?\b|\bsafety driver\b|\beingegriffen\b|\beingriffe?\b|\bübernommen\b"
)
"""a person did what the system should have done"""


def helped(words: str) -> bool:
    """Whether words say that a person did what the system should have done."""
    return _HELPED.search(words) is not None


REMARKS = {
    "note", "notes", "remark", "remarks", "comment", "comments", "bemerkung", "bemerkungen", "kommentar", "kommentare",
    "notiz", "notizen",
}  # fmt: skip
"""words of the name of a column, or an entry, in which a person wrote what the numbers do not say"""
TURNS = {
    "no", "not", "non", "without", "never", "free", "avoided", "prevented", "zero", "kein", "keine", "ohne", "nicht",
    "averted", "vermieden", "verhindert", "abgewendet",
}  # fmt: skip
NEARLY = {"near", "nearly", "almost", "beinahe", "fast"}
_NEUTRAL = {
    "status", "state", "outcome", "result", "verdict", "flag", "label", "code", "class", "y", "target", "value", "exit",
    "rc", "return", "judgement", "judgment", "decision", "evaluation", "assessment", "rating", "grade", "ergebnis",
    "zustand", "resultat", "bewertung", "urteil", "stat", "res", "out", "ret", "test", "run", "final", "column", "bool",
    "binary", "x", "z", "of", "the", "is",
}  # fmt: skip
OUTCOMES = {"outcome", "result", "verdict", "ergebnis", "resultat", "urteil", "status", "state", "zustand"}
_MENDED = {
    "review",
    "reviewed",
    "relabelled",
    "corrected",
    "adjusted",
    "best",
    "oracle",
    "top",
    "fixed",
    "repaired",
    "cleaned",
}
PLAIN = {
    "is", "was", "are", "the", "of", "a", "y", "in", "by", "flag", "bool", "binary", "col", "column", "num", "n", "v",
    "mark", "value", "answer", "answers", "answered", "prediction", "predictions", "predicted", "pred", "result",
    "results", "output", "response", "decision", "outcome", "model", "net", "network", "nn", "dnn", "cnn", "ml",
    "classifier", "detector", "monitor", "system", "classification", "cls", "detection", "perception", "component",
    "class", "frame", "image", "picture", "row", "object", "run", "per", "antwort", "antworten", "ergebnis", "vorhersage",
    "classified", "recognised", "recognized", "detected", "klassifiziert", "beantwortet", "vorhergesagt",
    "klasse", "bild", "ist", "war", "die", "das", "der", "erkannt",
}  # fmt: skip
"""words that leave open nothing of what a column of right or wrong answers holds"""
_ANSWER_FLAGS = {"correct", "error"}
_OPPOSITE: Mapping[str, Sense] = {"good": "bad", "bad": "good", "harm": "good", "": ""}


@lru_cache(maxsize=2**16)
def sense(name: str) -> Sense:
    """What a word or a column's name says of how something ended; empty where it says nothing, or both.

    >>> [sense(w) for w in ("collision", "no collision", "is_correct", "not ok", "near miss", "status", "site")]
    ['harm', 'good', 'good', 'bad', '', '', '']
    """
    words = parts(name)
    if set(words) & NEARLY:
        return ""
    held: set[Sense] = set()
    for word in words:
        for form, what in ((_HARM, "harm"), (_BAD, "bad"), (_GOOD, "good")):
            if form.fullmatch(word):
                held.add(what)  # type: ignore[arg-type]
                break
    if held == {"harm", "bad"}:  # a harmful failure
        held = {"harm"}
    if len(held) != 1:
        return ""
    meant = held.pop()
    return _OPPOSITE[meant] if set(words) & TURNS else meant


def names_an_outcome(name: str) -> bool:
    """Whether a column says how something ended."""
    words = set(parts(name))
    return bool(words & OUTCOMES) or bool(sense(name))


def truth(word: str, name: str, wanted: Sense = "") -> bool | None:
    """The truth value that a word of `labels` gives the column ``name``; None where it gives none.

    Words that only have a sense (``ok``, ``defect``) count where ``wanted`` says what a 1 of the column means.

    >>> [truth(w, "correct", "good") for w in ("wrong", "correct", "not correct", "true", "pedestrian")]
    [False, True, False, True, None]
    """
    folded, plain = (" ".join(w.casefold().replace("_", " ").replace("-", " ").split()) for w in (word, name))
    if folded in WORDS:
        return WORDS[folded] == 1
    if folded in (plain, f"no {plain}", f"not {plain}"):
        return folded == plain
    meant = sense(word)
    if not wanted or not meant:
        return None
    return (meant == "good") == (wanted == "good")


def given(cells: Cells, kind: Flag, translate: Mapping[str, str], classes: bool) -> dict[str, bool]:
    """What `labels` says of the words in a column of truth values; ``classes``: it names classes of the table too."""
    result = {}
    for word in cells.words()[1]:
        value = (
            truth(translate[word], cells.name, "" if classes else kind.sense) if word in translate else None
        )
        if value is not None:
            result[word] = value
    return result


def check_name(
    cells: Cells, stated: Mapping[str, bool], translate: Mapping[str, str], problems: Problems
) -> None:
    """Refuse a column that `columns` names where neither its name nor `labels` says what its 1 means."""
    kind = cells.kind
    assert isinstance(kind, Flag | Number)
    if cells.spelled == cells.name:
        turned = [w for w, value in stated.items() if WORDS.get(w.casefold(), value) != value]
        if turned:
            problems.add(
                f"{cells.file}: `labels` reads {turned[0]} in column {cells.name!r} as {translate[turned[0]]!r}, the "
                "contrary of what the column's name says; rename the column, or take the label out"
            )
        return
    if isinstance(kind, Flag):
        words = cells.words()[1]
        if all(
            w in stated and (w.casefold() not in WORDS or translate[w].casefold() not in WORDS) for w in words
        ):
            return
        hint = f"declare `labels`, such as `{{0: not {cells.name}, 1: {cells.name}}}`, the way it is"
    else:
        hint = "write the failures of each row into a column"
    said, name = sense(cells.spelled), cells.spelled
    if isinstance(kind, Number) and (other := other_quantity(name, kind)):
        problems.add(f"{cells.file}: column {name!r} is read as {cells.name!r}; {other}")
        return
    if kind.sense and said and (kind.sense == "good") != (said == "good"):
        problems.add(
            f"{cells.file}: column {name!r} is read as {cells.name!r}, and its name says the contrary; {hint}"
        )
    elif says_nothing(name, kind) and (isinstance(kind, Flag) or _zero_one(cells)):
        problems.add(
            f"{cells.file}: column {name!r} holds 0 and 1 for {cells.name!r}, and nothing says which of them is which; "
            f"{hint}"
        )
    elif isinstance(kind, Flag) and cells.name in _ANSWER_FLAGS and (other := says_otherwise(name)):
        problems.add(
            f"{cells.file}: column {name!r} is read as {cells.name!r}, and {other} leaves open whether its 1 is that and "
            f"nothing else; {hint}"
        )


def says_nothing(name: str, kind: Flag | Number) -> bool:
    """Whether a column's name leaves open what its 1 means: a status, a result."""
    words = set(parts(name)) - ({"flag"} if not kind.sense else set())
    return words <= _NEUTRAL if parts(name) and words else not parts(name)


_AMONG = compiled(r"(?i)@\s*(?!1\b)\w+|(?<![^\W_])hits?(?!1(?!\d))\d+")
"""among how many answers the right one was looked for: `hit@5`, `hit5`"""


def says_otherwise(name: str) -> str:
    """The words of a column's name beyond those that say that an answer was right, or wrong.

    >>> says_otherwise("correct@5"), says_otherwise("hit@1"), says_otherwise("answered_correctly")
    ("'@5'", '', '')
    >>> says_otherwise("is_correct"), says_otherwise("answer right"), says_otherwise("correct in top 5")
    ('', '', "'top'")
    """
    words = parts(name)
    if among := _AMONG.search(name):
        return repr(among.group())
    known = [w for w in words if sense(w) in ("good", "bad")]
    others = [w for w in words if w not in PLAIN | TURNS and w not in known]
    return " ".join(map(repr, others)) if others or known else repr(name)


def _zero_one(cells: Cells) -> bool:
    values = cells.numbers()
    return len(values) > 1 and bool(np.isin(values, (0.0, 1.0)).all())


_ANSWERS = {
    "pred", "preds", "prediction", "predictions", "predicted", "output", "hat", "inferred", "answer", "yhat", "ist",
    "istklasse", "istwert", "detected", "classified", "recognised", "recognized", "erkannt", "vorhersage", "antwort",
}  # fmt: skip
TRUTHS = {
    "true", "truth", "gt", "label", "labels", "actual", "target", "annotation", "annotated", "soll", "sollklasse",
    "sollwert", "reference", "referenz", "expected", "gold", "wahr", "wahrheit",
}  # fmt: skip


def names_a_truth(name: str) -> bool:
    """Whether a column is named as one of labels, and not of answers."""
    return bool(set(parts(name)) & TRUTHS) and not set(parts(name)) & _ANSWERS


def names_an_answer(name: str) -> bool:
    """Whether a column is named as one of answers, and not of labels."""
    return bool(set(parts(name)) & _ANSWERS) and not set(parts(name)) & TRUTHS


def names_the_answer(name: str) -> bool:
    """Whether a column is named as the answers of the system, and of no other one.

    >>> [names_the_answer(n) for n in ("y_pred", "model output", "baseline_pred", "pred_2")]
    [True, True, False, True]
    """
    return names_an_answer(name) and set(parts(name)) <= _ANSWERS | PLAIN


_OF_TRUTH = {"gt", "truth", "groundtruth", "gold", "wahrheit"}
_OF_TRAINING = {"train", "training", "trained", "val", "oof", "lerndaten"}
_OF_ANSWERS = {
    "pred",
    "preds",
    "prediction",
    "predictions",
    "predicted",
    "inferred",
    "vorhersage",
    "vorhergesagt",
}
_MADE = {"model", "smoothed", "interpolated", "geglättet"}
_RIGHT_ONE = {"correct", "right", "richtige", "korrekte"}
"""words of the answer that would be right, which is the label"""
_BLIND = {"before", "without", "not", "no", "un", "unseen", "blind", "vor", "ohne", "prior", "hidden", "for"}
"""words of labels that do not depend on the answers"""


def changed_places(name: str, spelled: str, other: str = "") -> str:
    """Why a column is not what it is read as: answers that are read as labels, or labels as answers.

    ``other`` is the name of the column that is read as the counterpart: what is actual is a label beside a prediction,
    and an answer beside what was expected.

    >>> changed_places("true", "y_pred"), changed_places("true", "label"), changed_places("predicted", "predicted label")
    ("'y_pred' is named as an answer, and is read as the label", '', '')
    >>> changed_places("predicted", "actual", "expected"), changed_places("true", "Ist", "Soll")
    ('', "'Ist' is named as an answer, and is read as the label")
    """
    words = set(parts(spelled))
    beside_expected = "actual" in words and "expected" in parts(other)
    if name == "true" and ((names_an_answer(spelled) and not words & _RIGHT_ONE) or beside_expected):
        return f"{spelled!r} is named as an answer, and is read as the label"
    if name == "predicted" and names_a_truth(spelled) and not beside_expected:
        return f"{spelled!r} is named as a label, and is read as the answer"
    if name == "predicted" and words & _MENDED:
        return (
            f"{spelled!r} is named as an answer that somebody chose or corrected, and is read as the answer"
        )
    if name == "predicted" and words & _OF_TRUTH and words & _ANSWERS:
        return f"{spelled!r} is named as an answer that was made with the label, and is read as the answer"
    if name == "predicted" and words & _ANSWERS and words & _OF_TRAINING:
        return f"{spelled!r} is named as an answer to what was trained on, and is read as the answer"
    if name == "true" and words & TRUTHS and words & _MADE:
        return f"{spelled!r} is named as a label that a program made, and is read as the label"
    if name == "true" and words & _OF_ANSWERS and not words & _BLIND:
        return f"{spelled!r} is named as a label that was made with the answer, and is read as the label"
    return ""


_RIGHT = {"tp", "tn", "true positive", "true negative"}


def flattered(kind: Flag, stated: Mapping[str, bool]) -> tuple[str, ...]:
    """Words that `labels` counts as right beside others, none of which says so itself: late, no answer, borderline.

    >>> flattered(Flag(sense="good"), {"ok": True, "late": True, "wrong": False})
    ('late',)
    >>> flattered(Flag(sense="good"), {"ok": True, "TP": True, "wrong": False})
    ()
    """
    right = [word for word, value in stated.items() if kind.sense and value == (kind.sense == "good")]
    known = {w for w in right if sense(w) == "good" or w.casefold().replace("_", " ") in {*WORDS, *_RIGHT}}
    return tuple(w for w in right if w not in known) if len(right) > 1 else ()


def contradiction(pairs: Mapping[str, str]) -> str:
    """The first of ``pairs`` (a word of the table, what it counts as) that counts for better than it says.

    >>> contradiction({"collision": "success"}), contradiction({"no collision": "success", "stuck": "task failure"})
    ("'collision' counts as 'success'", '')
    """
    for word, name in pairs.items():
        said, counted = sense(word), sense(name)
        helped = counted == "good" and _HELPED.search(word) and not set(parts(word)) & TURNS
        if (said == "harm" and counted in ("good", "bad")) or (said == "bad" and counted == "good") or helped:
            return f"{word!r} counts as {name!r}"
    return ""
