"""Number agreement: every sentence with a count has its form for one and for several, in each language."""

from __future__ import annotations

import re

import pytest

from casegen.model.sentence import fill
from casegen.render.language import counted, shipped, shipped_language, translate, use_language

NO_NOUN = re.compile(
    r"\{n\} (?:of|von|aus|more|weitere[rs]?|open|offen|shown|gezeigt|to|bis|widest|tightest|engsten|knappsten|events? not shown"
    r"|angezeigt|treffen|passen|match|the|places, the|Stellen, die|in|together|zusammen)\b"
)
"""after these a count needs no agreement, or stands for a part of several"""
COUNT_OF_THINGS = re.compile(r"(?<!% )(?<![-–])\{n\} [^\W\d]{3,}")


SAME_FOR_ONE = {
    "script.some_shown", "script.show_all", "script.show_some", "summary.supported", "summary.challenged",
    "summary.undeveloped", "summary.stale", "summary.not_evaluated", "trees.nodes",
}  # fmt: skip
"""shown of many only, or German words that are the same for one"""


@pytest.mark.parametrize("code", shipped())
def test_a_count_of_things_has_a_form_for_one(code: str) -> None:
    words = shipped_language(code).words
    lacking = {
        key: text
        for key, text in words.items()
        if "|" not in text and key not in SAME_FOR_ONE and COUNT_OF_THINGS.search(NO_NOUN.sub("", text))
    }
    assert lacking == {}


@pytest.mark.parametrize("code", shipped())
def test_one_form_is_chosen_for_none_one_and_several(code: str) -> None:
    with use_language(shipped_language(code)):
        for key, text in shipped_language(code).words.items():
            if "|" not in text:
                continue
            one, _, many = text.partition("|")
            assert "|" not in many, key
            for n, form in ((0, many), (1, one), (2, many)):
                assert counted(key, n) == translate(key, n=n) == fill(form, {"n": n}), key
                assert "|" not in counted(key, n)


def test_one_requirement_is_met_by_old_numbers_and_several_are() -> None:
    assert translate("chart.margins_stale", n=1).startswith("1 is met")
    assert translate("chart.margins_stale", n=2).startswith("2 are met")
    with use_language(shipped_language("de")):
        assert translate("chart.margins_stale", n=1).startswith("1 ist")
