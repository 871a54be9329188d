"""A joint confidence is shared out among the measures: feasible, and never dearer than the equal split."""

from __future__ import annotations

import copy
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session, assess
from casegen.assessment.confidence_split import confidence_split
from casegen.io import load
from casegen.model.safety_results import ConfidenceSplit
from tests.false_support import call, folder
from tests.false_support.bases import measured


def several(limits: list[float], prices: list[float], joint: float) -> tuple[dict[str, Any], dict[str, str]]:
    """One claim on each of several records of 1,000 demands without a failure."""
    case, files = measured(), {}
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


def test_the_split_is_feasible_and_no_dearer_than_the_equal_one(tmp_path: Path) -> None:
    draw = random.Random(20)
    for k in range(6):
        n = draw.choice([2, 3, 5])
        limits = [10 ** draw.uniform(-4, -2) for _ in range(n)]
        prices = [10 ** draw.uniform(-1, 2) for _ in range(n)]
        joint = draw.choice([0.8, 0.9, 0.95])
        split = split_of(tmp_path / str(k), *several(limits, prices, joint))
        assert split.problem == ""
        assert math.fsum(share.alpha * share.looks for share in split.shares) <= (1 - joint) * (1 + 1e-12)
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
    split = split_of(tmp_path / "case", *several([1e-3, 1e-3], [100.0, 1.0], 0.9))
    dear, cheap = sorted(split.shares, key=lambda share: share.evidence)
    assert dear.alpha > 5 * cheap.alpha
    assert split.equal_cost is not None
    assert split.cost < 0.9 * split.equal_cost
    brute = min(
        math.ceil(math.log(a) / math.log1p(-1e-3) - 1000) * 100.0
        + math.ceil(math.log(0.1 - a) / math.log1p(-1e-3) - 1000)
        for a in (k * 1e-4 for k in range(1, 1000))
    )
    assert split.cost <= brute * 1.005


def test_the_split_makes_the_case_hold(tmp_path: Path) -> None:
    """The confidences and the units of the split, stated and measured: the joint confidence is reached."""
    case, files = several([1e-3, 2e-3], [5.0, 1.0], 0.9)
    split = split_of(tmp_path / "today", case, files)
    for share in split.shares:
        k = int(share.evidence.removeprefix("EV"))
        files[f"record{k}.csv"] = f"entry,demands,failures\nquay,{1000 + round(share.more)},0\n"
        case["evidence_items"][k]["confidence"] = share.confidence
        case["claims"][1 + k]["requirement"]["confidence"] = share.confidence
    assert call("assess", folder(tmp_path / "then", case, None, files))[0] == 0


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


def test_everybody_is_told(tmp_path: Path) -> None:
    from casegen.render.report import build_report

    case, files = several([1e-3, 2e-3], [5.0, 1.0], 0.9)
    at = folder(tmp_path / "case", case, None, files)
    document = json.loads(call("assess", at, "--json")[1])["joint_confidence"]
    assert (document["wanted"], len(document["shares"])) == (0.9, 2)
    assert "Joint confidence of 0.9: at least cost" in call("assess", at)[1]
    row = build_report(assess(load(at))).sections["verdict"]["split"]
    assert "least total cost" in row["sentence"]
    assert len(row["rows"]) == 2
