"""Scenario coverage of the data of nn-dependability-kit, against every tuple counted one by one.

Needs a checkout of github.com/dependable-ai/nn-dependability-kit as ``nn-dependability-kit`` in the folder of reference
data; its files are under the AGPL and no part of this project.
"""

from __future__ import annotations

import csv
import io
import os
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.domain import DomainRule
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage

from casegen.store.scenario_xml import scenario_files
from tests.evidence.nnmetrics.test_domain import four_rules

ROOT = Path(__file__).resolve().parents[2]
KIT = Path(os.environ.get("CASEGEN_REFERENCE_DATA", ROOT.parent / "shared" / "data")) / "nn-dependability-kit"
pytestmark = pytest.mark.skipif(not KIT.is_dir(), reason=f"no checkout of the kit at {KIT}")

RULES = {
    "scenario_coverage/simple": "domain-restrictions.xml",
    "scenario_coverage/A9": "domain-restrictions_A9_Freimann.xml",
    "kitti": "domain-restrictions.xml",
}
Row = dict[str, str]


def read(folder: str) -> tuple[dict[str, list[str]], tuple[DomainRule, ...], list[Row]]:
    """Categories of each condition, rules and scenarios, as ``casegen evidence add`` reads the three files."""
    at = KIT / "data" / folder
    files = scenario_files(at / "scenarios.xml", at / "description.xml", at / RULES[folder])
    rules = tuple(DomainRule(**rule) for rule in files.settings["rules"])
    return files.settings["conditions"], rules, list(csv.DictReader(io.StringIO(files.table.decode())))


def tuples(rows: list[Row], names: list[str], k: int) -> set[Any]:
    return {tuple((n, row[n]) for n in chosen) for row in rows for chosen in combinations(names, k)}


def allowed(row: Row, rules: tuple[DomainRule, ...]) -> bool:
    for rule in rules:
        assert rule.sum is not None
        total = sum(w for key, w in rule.sum.items() if row[key.partition("=")[0]] == key.partition("=")[2])
        if total < (rule.at_least or 0) or (rule.at_most is not None and total > rule.at_most):
            return False
    return True


@pytest.mark.parametrize(
    ("folder", "k", "counts"),
    [
        ("scenario_coverage/simple", 2, (29, 70)),
        ("scenario_coverage/simple", 3, (40, 200)),
        ("scenario_coverage/A9", 2, (111, 162)),
        ("scenario_coverage/A9", 3, (290, 680)),
        ("kitti", 2, (287, 6_772)),
        ("kitti", 3, (2_028, 238_848)),
    ],
)
def test_without_rules(folder: str, k: int, counts: tuple[int, int]) -> None:
    categories, _, rows = read(folder)
    names = list(categories)
    possible = sum(len(set(product(*(categories[n] for n in chosen)))) for chosen in combinations(names, k))
    assert (len(tuples(rows, names, k)), possible) == counts
    conditions = ConditionCategories({n: tuple(c) for n, c in categories.items()})
    result = coverage(conditions, conditions.encode(rows), k)
    assert (result.covered, result.possible) == counts


@pytest.mark.parametrize("folder", ["scenario_coverage/simple", "scenario_coverage/A9"])
@pytest.mark.parametrize("k", [2, 3])
def test_with_the_kit_s_rules(folder: str, k: int) -> None:
    categories, rules, rows = read(folder)
    names = list(categories)
    full = [dict(zip(names, values, strict=True)) for values in product(*categories.values())]
    possible = tuples([row for row in full if allowed(row, rules)], names, k)
    conditions = ConditionCategories({n: tuple(c) for n, c in categories.items()}, rules=rules)
    result = coverage(conditions, conditions.encode(rows), k)
    assert (result.covered, result.possible) == (len(tuples(rows, names, k) & possible), len(possible))


def test_the_driving_data_break_one_of_its_own_rules() -> None:
    """Four rules, one for each box, leave 72 of the 6,772 pairs out; row 7 has an absent box with a rotation."""
    categories, rules, rows = read("kitti")
    assert len(rules) == 4
    names = {n: tuple(c) for n, c in categories.items()}
    conditions, by_hand = (
        ConditionCategories(names, rules=rules),
        ConditionCategories(names, rules=four_rules()),
    )
    for k in (2, 3):
        one, other = (coverage(c, c.encode([]), k).possible for c in (conditions, by_hand))
        assert one == other
    assert coverage(conditions, conditions.encode([]), 2).possible == 6_772 - 4 * (7 + 8 + 3)
    assert not allowed(rows[6], rules)
    with pytest.raises(InputProblem, match="row 7 breaks a rule of the domain"):
        conditions.encode(rows)
