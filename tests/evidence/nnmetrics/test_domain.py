"""Rules of the operating domain: what they leave, against every scenario counted one by one."""

from __future__ import annotations

import re
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest
import yaml
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.coverage_method import CoverageParameters
from casegen_evidence.nnmetrics.covering_array import covering_set
from casegen_evidence.nnmetrics.domain import DomainRule
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage
from casegen_evidence.nnmetrics.tested_scenarios import judge_ruled_out
from casegen_evidence.signs import Intake
from pydantic import ValidationError

BOX = {
    "existence": ("True", "False"),
    "rotation": ("0", "1", "2"),
    "type": ("Car", "Misc"),
    "occlusion": ("0", "1"),
}


def no_box(side: str) -> DomainRule:
    nothing = {f"{side}_rotation": "0", f"{side}_type": "Misc", f"{side}_occlusion": "0"}
    return DomainRule(when={f"{side}_existence": "False"}, then=nothing)  # type: ignore[arg-type]


def no_box_as_a_sum(side: str) -> DomainRule:
    """The same, as linear constraints are written: what exists counts three, what an empty box has counts one each."""
    weights = {
        f"{side}_existence=True": 3.0,
        f"{side}_rotation=0": 1.0,
        f"{side}_type=Misc": 1.0,
        f"{side}_occlusion=0": 1.0,
    }
    return DomainRule(sum=weights, at_least=3)


def boxes(*sides: str, rules: Any = no_box) -> ConditionCategories:
    categories = {"speed": ("-1", "0", "1")} | {f"{s}_{n}": v for s in sides for n, v in BOX.items()}
    return ConditionCategories(categories, rules=tuple(rules(side) for side in sides))


def holds(scenario: dict[str, str], sides: tuple[str, ...]) -> bool:
    return all(
        scenario[f"{s}_existence"] == "True"
        or (scenario[f"{s}_rotation"], scenario[f"{s}_type"], scenario[f"{s}_occlusion"])
        == ("0", "Misc", "0")
        for s in sides
    )


@pytest.mark.parametrize("rules", [no_box, no_box_as_a_sum])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_rules_leave_what_counting_one_by_one_leaves(rules: Any, k: int) -> None:
    sides = ("left", "right")
    conditions = boxes(*sides, rules=rules)
    names = conditions.names
    full = [dict(zip(names, v, strict=True)) for v in product(*conditions.categories.values())]
    possible = [s for s in full if holds(s, sides)]
    rows = [possible[i] for i in np.random.default_rng(k).integers(0, len(possible), 12)]
    result = coverage(conditions, conditions.encode(rows), k)
    tuples = lambda of: {tuple((n, s[n]) for n in chosen) for s in of for chosen in combinations(names, k)}  # noqa: E731
    assert (result.covered, result.possible) == (len(tuples(rows)), len(tuples(possible)))
    missing = {tuple(sorted(t.items())) for t in result.missing()}
    assert missing == {tuple(sorted(t)) for t in tuples(possible) - tuples(rows)}


@pytest.mark.slow
def test_sixteen_conditions_in_four_rules_are_counted() -> None:
    """Sizes of the companion tool's highway data: 2.6e14 scenarios, of which no list is made."""
    sizes = {
        "existence": ("True", "False"),
        "rotation": tuple("01234567"),
        "type": ("Misc", *"abcdefgh"),
        "occlusion": tuple("0123"),
    }
    sides = ("left", "right", "near", "far")
    categories = {f"ego{i}": tuple("0123456") for i in range(4)} | {
        f"{s}_{n}": v for s in sides for n, v in sizes.items()
    }
    conditions = ConditionCategories(categories, rules=tuple(no_box(side) for side in sides))
    empty = conditions.encode([])
    free = coverage(ConditionCategories(categories), empty, 2).possible
    assert free == 6772
    # within a box every pair stays possible but those of an absent box with another rotation, type or occlusion
    assert coverage(conditions, empty, 2).possible == free - 4 * (7 + 8 + 3)
    # of triples those go that hold such a pair: with any third condition outside the box, or inside it
    outside = 4 * 7 + 3 * (2 + 8 + 9 + 4)
    inside = (8 * 9 - 1) + (8 * 4 - 1) + (9 * 4 - 1)
    triples = coverage(ConditionCategories(categories), empty, 3).possible
    assert coverage(conditions, empty, 3).possible == triples - 4 * ((7 + 8 + 3) * outside + inside)


FOUR_RULES = """\
rules:
  - {when: {left_box_existence: "False"}, then: {left_box_rotation: "0", left_box_type: Misc, left_box_occlusion: "0"}}
  - {when: {right_box_existence: "False"}, then: {right_box_rotation: "0", right_box_type: Misc, right_box_occlusion: "0"}}
  - when: {closest_box_1_existence: "False"}
    then: {closest_box_1_rotation: "0", closest_box_1_type: Misc, closest_box_1_occlusion: "0"}
  - when: {closest_box_2_existence: "False"}
    then: {closest_box_2_rotation: "0", closest_box_2_type: Misc, closest_box_2_occlusion: "0"}
"""
"""the rules of the companion tool's driving data, "no box, no rotation", which once took 1,148 exclusions"""
DRIVING = {f"ego_{name}": tuple("0123456") for name in ("vn", "ve", "ax", "ay")} | {
    f"{side}_{name}": values
    for side in ("left_box", "right_box", "closest_box_1", "closest_box_2")
    for name, values in (
        ("existence", ("True", "False")), ("rotation", tuple("01234567")), ("type", ("Misc", *"abcdefgh")),
        ("occlusion", tuple("0123")),
    )
}  # fmt: skip


def four_rules() -> tuple[DomainRule, ...]:
    stated = yaml.safe_load(FOUR_RULES)["rules"]
    return tuple(CoverageParameters(conditions=DRIVING, rules=stated).rules)


def allowed_in_a_box(side: str) -> list[dict[str, str]]:
    """Every state of one box that can occur."""
    names = [name for name in DRIVING if name.startswith(side)]
    states = [dict(zip(names, values, strict=True)) for values in product(*(DRIVING[n] for n in names))]
    return [s for s in states if holds(s, (side,))]


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3])
def test_the_four_rules_of_the_driving_data_take_few_lines(k: int) -> None:
    """Counted box by box, since the boxes are independent of one another: 576 states each."""
    assert len(FOUR_RULES.splitlines()) <= 20
    parts = [*([dict([c]) for c in product([name], DRIVING[name])] for name in DRIVING if "ego" in name),
             *(allowed_in_a_box(side) for side in ("left_box", "right_box", "closest_box_1", "closest_box_2"))]  # fmt: skip
    draw = np.random.default_rng(k)
    rows = [
        {n: v for part in parts for n, v in part[int(draw.integers(len(part)))].items()} for _ in range(25)
    ]
    possible = 0
    for chosen in combinations(DRIVING, k):
        possible += prod(len({tuple(s[n] for n in chosen if n in s) for s in part}) for part in parts)
    covered = {tuple((n, row[n]) for n in chosen) for row in rows for chosen in combinations(DRIVING, k)}
    conditions = ConditionCategories(DRIVING, rules=four_rules())
    result = coverage(conditions, conditions.encode(rows), k)
    assert (result.covered, result.possible) == (len(covered), possible)


@pytest.mark.slow
def test_rules_act_through_one_another() -> None:
    chain = tuple(DomainRule(when={f"c{i}": "1"}, then={f"c{i + 1}": "1"}) for i in range(29))
    conditions = ConditionCategories({f"c{i}": ("0", "1") for i in range(30)}, ({"c29": "1"},), chain)
    assert coverage(conditions, conditions.encode([]), 2).possible == 30 * 29 // 2  # all are 0


def test_a_list_of_categories_means_any_of_them() -> None:
    rule = DomainRule(when={"light": "night"}, then={"weather": ["cloudy", "rainy"]})
    conditions = ConditionCategories(
        {"light": ("day", "night"), "weather": ("sunny", "cloudy", "rainy")}, rules=(rule,)
    )
    assert coverage(conditions, conditions.encode([]), 2).possible == 5


def test_rules_that_contradict_one_another_leave_none() -> None:
    rules = (DomainRule(when={"a": ["0", "1"]}, then={"b": "0"}), DomainRule(sum={"b=0": 1}, at_most=0))
    conditions = ConditionCategories({"a": ("0", "1"), "b": ("0", "1"), "c": ("0", "1")}, rules=rules)
    with pytest.raises(InputProblem, match="leave none"):
        coverage(conditions, conditions.encode([]), 1)


def test_a_row_that_breaks_a_rule_is_named() -> None:
    row = {
        "speed": "0",
        "left_existence": "False",
        "left_rotation": "2",
        "left_type": "Misc",
        "left_occlusion": "0",
    }
    with pytest.raises(InputProblem, match="row 1 breaks a rule of the domain: where left_existence = False"):
        boxes("left").encode([row])


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"when": {"a": "0"}}, "`when` and `then`"),
        ({"when": {"a": "0"}, "then": {"b": "0"}, "sum": {"a=0": 1}, "at_least": 1}, "`when` and `then`"),
        ({"sum": {"a=0": 1}}, "at_least"),
        ({"when": {"a": "0"}, "then": {"b": "0"}, "at_most": 1}, "at_least"),
    ],
)
def test_a_rule_has_one_form(stated: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        DomainRule(**stated)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"when": {"c": "0"}, "then": {"b": "0"}}, "found 'c'"),
        ({"when": {"a": "2"}, "then": {"b": "0"}}, "found '2'"),
        ({"when": {"a": "0"}, "then": {"a": "1"}}, "different conditions"),
        ({"sum": {"a": 1}, "at_least": 1}, "condition=category"),
        ({"sum": {"a=7": 1}, "at_least": 1}, "found '7'"),
    ],
)
def test_rules_that_name_what_is_not_there(rule: dict[str, Any], words: str) -> None:
    with pytest.raises(InputProblem, match=words):
        ConditionCategories({"a": ("0", "1"), "b": ("0", "1")}, rules=(DomainRule(**rule),))


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3])
def test_a_covering_set_holds_every_possible_tuple_and_only_possible_scenarios(k: int) -> None:
    conditions = boxes("left", "right")
    closing = covering_set(conditions, k)
    result = coverage(conditions, conditions.encode(closing.scenarios), k)  # encode refuses impossible ones
    assert result.covered == result.possible
    assert closing.at_least <= len(closing.scenarios) <= 2 * closing.at_least


@pytest.mark.slow
@pytest.mark.parametrize(("factors", "levels", "few"), [(4, 3, 11), (13, 3, 21), (10, 2, 9)])
def test_covering_sets_are_near_the_smallest_known(factors: int, levels: int, few: int) -> None:
    """The smallest known pairwise sets have 9, 15 and 6 rows (tables of covering arrays, Colbourn)."""
    conditions = ConditionCategories({f"c{i}": tuple(map(str, range(levels))) for i in range(factors)})
    assert len(covering_set(conditions, 2).scenarios) <= few


LIGHT = {"light": ("day", "dusk", "night"), "road": ("dry", "wet"), "box": ("yes", "no")}
DARK = ["night", "dusk"]
NO_DARK: dict[str, dict[str, Any]] = {
    "excluded": {"excluded": [{"light": "night"}, {"light": "dusk"}]},
    "pairs": {"excluded": [{"light": a, "road": b} for a in DARK for b in ("dry", "wet")]},
    "sum": {"rules": [{"sum": {"light=night": 1, "light=dusk": 1}, "at_most": 0}]},
    "when": {"rules": [{"when": {"road": ["dry", "wet"]}, "then": {"light": "day"}}]},
    "empty": {"rules": [{"when": {"light": DARK}, "then": {"box": []}}]},
    "contradictory": {"rules": [{"when": {"light": DARK}, "then": {"box": box}} for box in ("yes", "no")]},
    "one of three": {"excluded": [{"light": "night"}]},
}


def judged(categories: Any, stated: dict[str, Any], k: int = 2) -> list[str]:
    p = CoverageParameters.model_validate({"conditions": categories, "k": k} | stated)
    conditions = ConditionCategories(categories, tuple(p.excluded), tuple(p.rules))
    intake = Intake()
    judge_ruled_out(coverage(conditions, conditions.encode([]), k), ["scenario_coverage"], intake)
    return [f"{sign.name}: {sign.message}" for sign in intake.signs]


@pytest.mark.parametrize("stated", NO_DARK.values(), ids=NO_DARK)
@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_category_that_is_ruled_out_as_a_whole_waits_for_a_person(stated: dict[str, Any], k: int) -> None:
    said = judged(LIGHT, stated, k)[0]
    assert re.search(r"sign-category-ruled-out: .* (rule|rules) out light = (dusk|night) as a whole", said)


def test_half_of_the_combinations_that_count_is_a_sign() -> None:
    four = {"a": tuple("wxyz"), "b": tuple("wxyz")}
    diagonal = [{"when": {"a": one}, "then": {"b": one}} for one in "wxyz"]
    assert judged(four, {"rules": diagonal}) == [
        "sign-mostly-excluded: `rules` take out 12 of 16 combinations of a, b; tested were 0"
    ]
    half = [{"a": x, "b": y} for x in "wx" for y in "wx"] + [{"a": x, "b": y} for x in "yz" for y in "yz"]
    assert "takes out 8 of 16 combinations" in judged(four, {"excluded": half})[0]
    assert judged(four, {"excluded": half[1:]}) == []
    # rules that bear on few of the pairs that count, as those of a box that is not there
    box = {"box": ("yes", "no"), "rotation": tuple("0123"), "type": ("car", "truck", "none")}
    rules = [
        {"when": {"box": "no"}, "then": {"rotation": "0", "type": "none"}},
        {"sum": {"type=truck": 1, "rotation=2": 1}, "at_most": 1},
    ]
    assert judged(box, {"excluded": [{"box": "yes", "type": "none"}], "rules": rules}) == []


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_numbers_of_a_rule_are_finite(number: float) -> None:
    for rule in (
        {"sum": {"speed=0": 1}, "at_most": number},
        {"sum": {"speed=0": 1}, "at_least": number},
        {"sum": {"speed=0": number}, "at_most": 1},
    ):
        with pytest.raises(ValidationError, match="finite number"):
            DomainRule.model_validate(rule)
