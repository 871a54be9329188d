"""Reasons of a status: each has a key with words in every language, and the English ones are what the program prints."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.io.sentences import named, sentence
from casegen.model.sentence import Sentence, fill
from casegen.render.language import in_words, shipped, shipped_language, use_language
from tests.false_support import folder
from tests.false_support.bases import measured

ROOT = Path(__file__).parents[2]
COMPOSED = {
    "is_{problem}": {"placeholder", "nobody", "pointer", "no_person"},
    "defeater_{node.state}": {"open", "refuted", "accepted"},
    "{_}_{_}": {f"{a}_{b}" for a in ("met", "missed") for b in ("at_most", "less", "at_least", "greater")},
    "state_{_}": {"fresh", "stale", "missing", "failed"},
    "side": {"upper_bound", "lower_bound", "value"},
    "no_{_}": {"model", "time"},
}
"""reasons whose key is put together, with all that it may be made of"""


def used() -> Iterator[str]:
    for path in sorted((ROOT / "casegen").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if (
                is_call
                and node.func.id in ("sentence", "worded", "_joined")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield node.args[0].value
    for form, values in COMPOSED.items():
        yield from (
            values if form[0] == "{" or form == "side" else (form.partition("_")[0] + f"_{v}" for v in values)
        )


@pytest.mark.slow
def test_every_reason_has_words_in_every_language_and_none_is_left_over() -> None:
    keys = {key if "." in key else f"reason.{key}" for key in used()}
    for code in shipped():
        words = shipped_language(code).words
        assert keys - set(words) == set(), code
        assert {key for key in words if key.startswith("reason.")} - keys == set(), code


def test_german_words_are_no_english_ones() -> None:
    english, german = shipped_language("en").words, shipped_language("de").words
    same = {key for key in english if key.startswith("reason.") and english[key] == german[key]}
    assert [key for key in sorted(same) if re.search(r"[a-z]", re.sub(r"\{\w+\}", "", english[key]))] == []


def test_a_sentence_is_its_english_text_and_says_itself_in_another_language() -> None:
    why = sentence("because", what=sentence("stale", item="EV"), why="data.csv changed")
    assert why == "evidence item EV is stale: data.csv changed"
    assert json.dumps(why) == '"evidence item EV is stale: data.csv changed"'
    assert in_words(why) == str(why)
    with use_language(shipped_language("de")):
        assert in_words(why) == "Nachweis EV ist veraltet: data.csv changed"
        assert in_words(sentence("is_false", part=named("assumption", "X1"))) == "Annahme X1 ist falsch"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_of_a_sentence_keeps_what_it_is_made_of(copied) -> None:
    one = sentence("stale", item="EV")
    assert (copied(one), copied(one).key, copied(one).values) == (one, "reason.stale", {"item": "EV"})


def test_values_are_not_read_as_texts_of_a_language() -> None:
    assert sentence("no_argument", text="{text} | {n}") == 'no argument given yet: "{text} | {n}"'
    assert fill("{n} a|{n} b", {"n": "1"}) == "1 a"


def test_reasons_of_a_case_are_sentences(tmp_path: Path) -> None:
    assessed = assess(load(folder(tmp_path / "case", measured())))
    reasons = [*assessed.weakest, *(r for c in assessed.claims.values() for r in c.reasons)]
    assert reasons
    assert all(isinstance(r.message, Sentence) and r.message.key for r in reasons)
    assert [in_words(r.message) for r in reasons] == [r.message for r in reasons]
