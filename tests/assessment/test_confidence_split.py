"""A joint confidence is shared out among the measures: feasible, and never dearer than the equal split."""

from __future__ import annotations

import copy
import json
import math
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.assessment.assess import Session, assess
from casegen.assessment.planning.confidence_split import confidence_split
from casegen.io import load
from casegen.model.safety_results import ConfidenceSplit
from tests.false_support import call, folder
from tests.false_support.bases import measured


def several(
    limits: list[float], prices: list[float], joint: float, first: float = 0.999
) -> tuple[dict[str, Any], dict[str, str]]:
    """One claim on each of several records of 1,000 demands without a failure, ``first`` looked at with a confidence
    that leaves most of what the claims may err with.
    """
    case, files = measured(), {}
    case["evidence_items"][0]["confidence"] = first
    case["evidence_items"][0]["parameters"]["entries"] = "recorded"
    item, claim, node, step = (
        case["evidence_items"].pop(), case["claims"].pop(0), case["evidence"].pop(), case["arguments"].pop()
    )  # fmt: skip
    for k, (limit, price) in enumerate(zip(limits, prices, strict=True)):
        files[f"record{k}.csv"] = "entry,demands,failures\nquay,1000,0\n"
        parts = copy.deepcopy((item, claim, node, step))
        parts[0].update(id=f"EV{k}", inputs={"record": f"record{k}.csv"}, unit_cost=price)
        parts[1].update(id=f"G{k}", text=f"Guard {k} is reliable")
        parts[1]["requirement"] |= {
            "measure": {"evidence": f"EV{k}", "measure": "probability"},
            "bound": limit,
        }
        parts[2].update(id=f"N{k}", evidence=f"EV{k}")
        parts[3].update({"id": f"A{k}", "supports": f"G{k}", "from": [f"N{k}"]})
        for section, part in zip(("evidence_items", "claims", "evidence", "arguments"), parts, strict=True):
            case[section].append(part)
    case["claims"] += [{"id": "C1", "text": "The guards are reliable", "owner": "A. Author"}]
    case["arguments"] += [
        {"id": "A", "text": "Each guard", "supports": "C1", "block": "decomposition", "side_claims": ["W1"],
         "from": [f"G{k}" for k in range(len(limits))]}
    ]  # fmt: skip
    case["case"]["joint_confidence"] = joint
    return case, files


def split_of(at: Path, case: dict[str, Any], files: dict[str, str]) -> ConfidenceSplit:
    result = assess(load(folder(at, case, None, files))).split
    assert result is not None
    return result


def test_a_second_look_is_in_reach_where_the_claim_and_the_case_leave_it_something(tmp_path: Path) -> None:
    """The first look spent what the item states; a claim that may err with 0.05 pays for two at 0.98."""
    split = split_of(tmp_path / "case", *several([1e-3], [1.0], 0.9, first=0.98))
    assert split.problem == ""
    (share,) = split.shares
    assert (share.alpha, share.looks) == (0.02, 2)
    assert share.more == math.ceil(math.log(0.02) / math.log1p(-1e-3)) - 1000


def test_a_second_look_that_the_claim_cannot_pay_for_stays_out_of_reach(tmp_path: Path) -> None:
    assert "out of reach" in split_of(tmp_path / "case", *several([1e-3], [1.0], 0.9, first=0.95)).problem


@pytest.mark.slow
@pytest.mark.parametrize("draws", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_the_split_is_feasible_and_no_dearer_than_the_equal_one(tmp_path: Path, draws: int) -> None:
    draw = random.Random(20)
    for k in range(draws):
        n = draw.choice([2, 3, 5])
        limits = [10 ** draw.uniform(-4, -2) for _ in range(n)]
        prices = [10 ** draw.uniform(-1, 2) for _ in range(n)]
        joint = draw.choice([0.8, 0.9, 0.95])
        split = split_of(tmp_path / str(k), *several(limits, prices, joint))
        assert split.problem == ""
        assert math.fsum(share.alpha * share.looks for share in split.shares) <= (1 - joint) * (1 + 1e-12)
        assert all(share.looks == (2 if share.more else 1) for share in split.shares)
        assert split.equal_cost is not None
        assert split.cost <= split.equal_cost * (1 + 1e-12)
        by_item = {share.evidence: share for share in split.shares}
        for i, (limit, price) in enumerate(zip(limits, prices, strict=True)):
            share = by_item[f"EV{i}"]
            least = max(
                0.0, math.ceil(math.log(share.alpha) / math.log1p(-limit)) - 1000
            )  # Clopper-Pearson, k = 0
            assert share.more == pytest.approx(least, abs=1.0)
            assert share.cost == pytest.approx(share.more * price)


def test_an_unequal_price_makes_an_unequal_split(tmp_path: Path) -> None:
    """Of records whose limits hold at any time: of others no confidence is restated."""
    case, files = several([1e-3, 1e-3], [100.0, 1.0], 0.97, first=0.98)
    for item in case["evidence_items"]:
        item["parameters"] = {k: v for k, v in item["parameters"].items() if k != "stopping"}
    split = split_of(tmp_path / "case", case, files)
    dear, cheap = sorted(split.shares, key=lambda share: share.evidence)
    assert dear.alpha > cheap.alpha
    assert split.equal_cost is not None
    assert split.cost < split.equal_cost


def followed(
    at: Path, case: dict[str, Any], files: dict[str, str], split: ConfidenceSplit
) -> ConfidenceSplit:
    """What the split says is done in the folder: confidences stated, units collected, every item run again."""
    files = dict(files)
    for share in split.shares:
        k = int(share.evidence.removeprefix("EV"))
        if share.more:
            files[f"record{k}.csv"] += f"pier,{share.more:.0f},0\n"
        case["evidence_items"][k]["confidence"] = share.confidence
    return split_of(at, case, files)


@pytest.mark.slow
@pytest.mark.parametrize("entries", ["recorded", pytest.param("similar", marks=pytest.mark.slow)])
@pytest.mark.parametrize("again", [False, True])
def test_a_split_that_is_followed_makes_the_case_hold(tmp_path: Path, entries: str, again: bool) -> None:
    """In the folder that was looked at before, so that each further record is another look at it.

    `again`: the records were looked at twice already.
    """
    case, files = several([1e-3, 2e-3], [5.0, 1.0], 0.93)
    for item in case["evidence_items"]:
        item["parameters"]["entries"] = entries
    at = tmp_path / "case"
    split = split_of(at, case, files)
    if again:
        files = {name: text.replace("1000", "1500") for name, text in files.items()}
        split = split_of(at, case, files)
    assert all(share.more and share.looks == 2 + again for share in split.shares)
    assert all(share.entry for share in split.shares)
    said = call("plan", at)[1]
    assert f"{split.shares[0].more:,.0f} more demands" in said
    after = followed(at, case, files, split)
    assert after.met
    assert call("assess", at)[0] == 0
    assert "nothing to plan" in call("plan", at)[1]


@pytest.mark.slow
def test_what_first_looks_spent_is_not_shared_out_again(tmp_path: Path) -> None:
    """Looked at with all that the claims may err with: no confidence that is stated later makes them hold."""
    case, files = several([1e-3, 1e-3], [1.0, 1.0], 0.8)
    left = split_of(tmp_path / "left", copy.deepcopy(case), files)
    assert left.problem == ""
    for item in case["evidence_items"]:
        item["confidence"] = 0.95
    assert "used up" in split_of(tmp_path / "used", case, files).problem


@pytest.mark.slow
def test_fewer_units_than_the_split_says_are_too_few(tmp_path: Path) -> None:
    """Two records of which first looks at 0.9875 leave as much to the second ones: what these cost is in the sizes."""
    case, files = several([1e-3, 1e-3], [1.0, 1.0], 0.95, first=0.9875)
    files = {name: text.replace("1000", "3100") for name, text in files.items()}
    split = split_of(tmp_path / "case", case, files)
    wanted = math.ceil(math.log(0.0125) / math.log1p(-1e-3)) - 3100
    assert [share.more for share in split.shares] == [wanted, wanted] == [1280, 1280]
    for less, code in ((1, 1), (0, 0)):
        here = tmp_path / f"less-{less}"
        split_of(here, case, files)
        again = copy.deepcopy(case)
        few = replace(split, shares=tuple(replace(s, more=s.more - less) for s in split.shares))
        followed(here, again, files, few)
        assert call("assess", here)[0] == code


@pytest.mark.slow
def test_a_record_that_can_stay_as_it_is_costs_no_further_look(tmp_path: Path) -> None:
    case, files = several([1e-2, 1e-3], [1.0, 1.0], 0.95)
    split = split_of(tmp_path / "case", case, files)
    stays, grows = sorted(split.shares, key=lambda share: share.evidence)
    assert (stays.more, stays.looks) == (0.0, 1)
    assert (grows.more > 0.0, grows.looks) == (True, 2)
    assert followed(tmp_path / "case", case, files, split).met
    assert call("assess", tmp_path / "case")[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("demands", "failures", "joint"),
    [((3000,), (0,), 0.98), ((3000, 2500), (0, 1), 0.93), ((3000, 2500), (1, 1), 0.93), ((3000, 800), (0, 0), 0.98)],
)  # fmt: skip
def test_records_that_meet_their_limits_with_much_room_get_confidences_that_can_be_stated(
    tmp_path: Path, demands: tuple[int, ...], failures: tuple[int, ...], joint: float
) -> None:
    """Without further evidence: the limits hold at error probabilities down to that of a rounding, and below."""
    limits = [0.01, 0.02][: len(demands)]
    case, files = several(limits, [1.0] * len(limits), joint)
    for item, confidence in zip(case["evidence_items"], (0.975, 0.95), strict=False):
        item["confidence"] = confidence
    files = {
        f"record{k}.csv": f"entry,demands,failures\nquay,{n},{bad}\n"
        for k, (n, bad) in enumerate(zip(demands, failures, strict=True))
    }
    split = split_of(tmp_path / "case", case, files)
    assert (split.problem, split.cost) == ("", 0.0)
    assert all(1e-3 <= share.alpha <= 0.05 and share.confidence < 1.0 for share in split.shares)
    assert math.fsum(share.alpha * share.looks for share in split.shares) <= (1 - joint) * (1 + 1e-12)
    assert followed(tmp_path / "case", case, files, split).met
    assert call("assess", tmp_path / "case")[0] == 0


def test_sizes_by_the_method_itself_decide_which_record_stays_as_it_is(tmp_path: Path) -> None:
    """Of planned looks, of which counts alone know nothing: both records grown cost 168, one of them 105 (by trial)."""
    case, files = several([1e-2, 1e-2], [1.0, 1.0], 0.9)
    for item in case["evidence_items"]:
        item["parameters"]["looks"] = 2
        item["confidence"] = 0.9
    for claim in case["claims"]:
        if "requirement" in claim:
            claim["requirement"]["confidence"] = 0.9
    files = {
        "record0.csv": "entry,demands,failures\nquay,200,0\n",
        "record1.csv": "entry,demands,failures\nquay,800,1\n",
    }
    split = split_of(tmp_path / "case", case, files)
    assert sorted(share.more for share in split.shares) == [0.0, 105.0]
    assert (split.cost, split.equal_cost) == (105.0, 168.0)


def test_a_record_without_a_result_gets_no_share(tmp_path: Path) -> None:
    case, files = several([1e-2, 1e-2], [1.0, 1.0], 0.9)
    at = folder(tmp_path / "case", case, None, files)
    for result in at.glob("results/EV1*"):
        result.unlink()
    split = assess(load(at)).split
    assert split is not None
    assert (split.problem, split.met) == ("EV1 has no result", False)


@pytest.mark.slow
def test_no_claim_gets_less_confidence_than_it_asks_for(tmp_path: Path) -> None:
    """The joint confidence leaves more than the claims do: each is still judged at its own."""
    case, files = several([1e-3, 1e-3], [1.0, 1.0], 0.5)
    split = split_of(tmp_path / "case", case, files)
    assert all(share.alpha * share.looks <= 0.05 for share in split.shares)
    followed(tmp_path / "case", case, files, split)
    assert call("assess", tmp_path / "case")[0] == 0


@pytest.mark.slow
def test_limits_that_hold_at_any_time_cost_no_further_look(tmp_path: Path) -> None:
    case, files = several([1e-2, 1e-2], [1.0, 1.0], 0.9)
    for item in case["evidence_items"]:
        item["parameters"]["stopping"] = "open"
        item["confidence"] = 0.96
    files = {name: text.replace("1000", "300") for name, text in files.items()}
    split = split_of(tmp_path / "case", case, files)
    assert [(share.more > 0.0, share.looks) for share in split.shares] == [(True, 1), (True, 1)]


def test_looks_that_a_method_was_given_are_spent_once(tmp_path: Path) -> None:
    """Two looks stated from the start, at 0.95 for both: the ledger has 0.05, not twice as much."""
    case, files = several([1e-2], [1.0], 0.95)
    case["evidence_items"][0]["parameters"]["looks"] = 2
    case["evidence_items"][0]["confidence"] = 0.95
    split_of(tmp_path / "case", case, files)
    files["record0.csv"] += "pier,100,0\n"
    result = assess(load(folder(tmp_path / "case", case, None, files)))
    assert result.evidence["EV0"].looks == 2
    assert result.ledger is not None
    assert [(s.alpha, s.looks) for s in result.ledger.account("C1").spends] == [(0.05, 1)]
    assert result.supported


@pytest.mark.slow
def test_doubts_and_top_events_are_paid_first(tmp_path: Path) -> None:
    case, files = several([1e-2, 1e-2], [1.0, 1.0], 0.9)
    case["claims"][0]["doubt"] = 0.04  # W1
    split = split_of(tmp_path / "case", case, files)
    assert split.budget == pytest.approx(0.06)
    assert [share.source for share in split.shares if share.kept] == ["doubt about W1"]
    case["claims"][0]["doubt"] = 0.2
    assert "leave nothing" in split_of(tmp_path / "none", case, files).problem


def test_a_case_that_asks_for_none_has_none(tmp_path: Path) -> None:
    case, files = several([1e-2], [1.0], 0.9)
    del case["case"]["joint_confidence"]
    at = folder(tmp_path / "case", case, None, files)
    assert assess(load(at)).split is None
    session = Session.open(load(at))
    assert confidence_split(session, session.assess()) is None


@pytest.mark.slow
def test_everybody_is_notified(tmp_path: Path) -> None:
    from casegen.render.report import build_report

    case, files = several([1e-3, 2e-3], [5.0, 1.0], 0.9)
    at = folder(tmp_path / "case", case, None, files)
    document = json.loads(call("assess", at, "--json")[1])["joint_confidence"]
    assert casegen.open(at).document()["joint_confidence"] == document, "Python says the same as the command"
    assert (document["wanted"], len(document["shares"])) == (0.9, 2)
    assert "Joint confidence of 0.9: the cheapest further evidence costs" in call("assess", at)[1]
    row = build_report(assess(load(at))).sections["verdict"]["split"]
    assert "least total cost" in row["sentence"]
    assert len(row["rows"]) == 2


def test_the_further_look_that_is_too_much_is_named(tmp_path: Path) -> None:
    """What is spent today is what the joint confidence leaves; meeting the limit of the tree is another look."""
    at = tmp_path / "press"
    shutil.copytree(Path(__file__).parents[2] / "examples" / "press", at)
    case = (at / "case.yaml").read_text("utf-8")
    case = case.replace("confidence: 0.95}", "confidence: 0.9}").replace(
        "  roots:", "  joint_confidence: 0.9\n  roots:"
    )
    (at / "case.yaml").write_text(case.replace("at most 12 of", "at most 8 of"), "utf-8")
    tree = (at / "tree.yaml").read_text("utf-8")
    (at / "tree.yaml").write_text(
        tree.replace("confidence: 0.95", "confidence: 0.9").replace("1.2e-3", "8.0e-4"), "utf-8"
    )
    items = (at / "evidence.yaml").read_text("utf-8")
    (at / "evidence.yaml").write_text(items.replace("0.984", "0.97"), "utf-8")
    assert call("evidence", "run", at)[0] == 0
    split = json.loads(call("plan", at, "--json")[1])["joint_confidence"]
    assert "too much with the further look at EV-BRAKE, EV-CURTAIN, EV-RELAY" in split["problem"]
    (at / "case.yaml").write_text(
        (at / "case.yaml").read_text("utf-8").replace("joint_confidence: 0.9", "joint_confidence: 0.95"),
        "utf-8",
    )
    split = json.loads(call("plan", at, "--json")[1])["joint_confidence"]
    assert split["problem"] == "what is spent cannot be moved, and is too much"
