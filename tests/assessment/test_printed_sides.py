"""Numbers as printed: bounds on the safe side, limits and confidences with every digit that was stated."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from casegen.argument.outcome_text import outcome
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model import digits, number_text
from casegen.model.digits import bound_and_limit
from casegen.model.number_text import quantities
from casegen.model.quantity import MeasureKind
from casegen.review.change_text import _shown
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_rules import EVIDENCE, with_group

LIMIT, SURE = 0.00099808, 0.9000001
EXACT: dict[str, Any] = {
    "claims.C1.requirement.bound": LIMIT,
    "claims.C1.requirement.confidence": SURE,
    "evidence_items.EV.confidence": SURE,
    "claims.C1.text": "The range guard fails in at most 998.08 of 1,000,000 approaches",
    "case.joint_confidence": SURE,
}


@pytest.fixture(scope="module")
def stated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("sides") / "case", measured(), EXACT, {"record.csv": RECORD})


@pytest.mark.parametrize("command", [("assess", "--why", "C1"), ("explain",), ("evidence", "show", "EV")])
def test_a_limit_and_a_confidence_stand_with_every_digit(stated: Path, command: tuple[str, ...]) -> None:
    name, *more = command
    given = (name, stated, *more) if name != "evidence" else ("evidence", "show", stated, "EV")
    text = " ".join(call(*given)[1].split())
    assert "90.00001" in text or "0.9000001" in text, text
    assert not re.search(r"0\.000998(?!08)|9\.98 ?[e×]|\b0\.9(?![0-9])|\b90 ?%", text), text
    if name != "evidence":
        assert "0.00099808" in text


def test_the_documents_and_the_exports_say_the_same(stated: Path) -> None:
    from casegen.render.report import build_report

    result = assess(load(stated))
    text = str(build_report(result))
    assert "9.9808" in text
    assert "90.00001" in text
    assert not re.search(r"'9\.98\\u202f×|'90\\u202f%'", text)


@pytest.mark.slow
def test_the_joint_confidence_that_is_not_reached(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "c", measured(), {**EXACT, "case.joint_confidence": 0.9000002}, {"record.csv": RECORD}
    )
    text = " ".join(call("assess", at)[1].split())
    assert "0.9000002 is required" in text
    assert "with 0.9000001" in text, text


@pytest.mark.parametrize("value", [0.00099808, 0.98416, 1e-9, 0.9000001, 1234567.0, 1 / 3, 2 / 3, 1e-300])
def test_a_printed_limit_never_asks_for_less(value: float) -> None:
    assert float(digits.limit(value, upper=True)) <= value <= float(digits.limit(value, upper=False))
    if digits.significant(value) <= digits.STATED_DIGITS:
        assert float(digits.limit(value, upper=True)) == value == float(digits.in_full(value))


@pytest.mark.slow
def test_a_bound_and_its_limit_read_as_they_compare() -> None:
    import random

    rng = random.Random(20)
    for _ in range(4000):
        limit = float(f"{10 ** rng.uniform(-9, 0):.{rng.randint(1, 7)}g}")
        bound = limit * (1 + rng.choice((-1, 1)) * 10 ** rng.uniform(-9, -1)) if rng.random() < 0.9 else limit
        for upper in (True, False):
            shown, strict = (float(x) for x in digits.bound_and_limit(bound, limit, upper=upper))
            assert strict == limit
            assert (shown > strict) - (shown < strict) == (bound > limit) - (bound < limit)
            assert shown >= bound if upper else shown <= bound
            value, exact = number_text.compared(bound, limit, upper=upper, is_bound=False)
            assert (plain(value) > plain(exact)) - (plain(value) < plain(exact)) == (bound > limit) - (
                bound < limit
            )


def plain(text: str) -> float:
    """The number that a document prints."""
    down = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
    match = re.fullmatch(r"(?:([\d.]+)×)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text.replace("\u202f", ""))
    if match is None:
        return float(text.translate(down).replace("\u202f", ""))
    return float(f"{match[1] or 1}e{match[2].translate(down)}")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.9000001, "0.9000001"), (1 - 0.05, "0.95"), (0.97499999999, "0.97499999999"), (1 - 1 / 3, "0.666666"), (0.95 - 1e-16, "0.95")],
)  # fmt: skip
def test_a_confidence_is_never_more_than_there_is(value: float, text: str) -> None:
    assert digits.level(value) == text


def test_a_change_of_the_eighth_digit_is_reported_in_full() -> None:
    assert _shown(0.9000001) == "0.9000001"


def test_an_allocated_bound_is_printed_on_its_strict_side(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation())
    out = json.loads(call("allocate", at, "--tree", "FT", "--target", "7.3e-4", "--event", "E1", "--json")[1])
    (row,) = out["events"]
    text = call("allocate", at, "--tree", "FT", "--target", "7.3e-4", "--event", "E1")[1]
    shown = [
        float(x)
        for x in re.findall(r"\d\.\d+(?:e-\d+)?", next(line for line in text.splitlines() if "E1" in line))
    ]
    assert any(0 <= row["required"] - x < 1e-3 * row["required"] for x in shown), (row, text)


@pytest.mark.parametrize(
    ("value", "limit", "shown"),
    [
        (0.6000003, 0.6000006009999999, ("60.00003 %", "60.00006 %")),
        (0.10005, 0.1001, ("10.005 %", "10.01 %")),
        (1.0005e-3, 1.001e-3, ("0.10005 %", "0.1001 %")),
        (1.2e-7, 1.2345678901234567e-7, ("1.2 × 10⁻⁷", "1.23 × 10⁻⁷ per mission")),
    ],
)
def test_a_value_and_its_limit_read_as_they_compare(
    value: float, limit: float, shown: tuple[str, str]
) -> None:
    texts = quantities(value, limit, MeasureKind.PER_MISSION, upper=True, is_bound=False)
    plain = [text.replace("\u202f", " ") for text in texts]
    assert plain[0] == shown[0]
    assert plain[1].removesuffix(" per mission") == shown[1].removesuffix(" per mission")


@pytest.mark.slow
def test_nothing_is_left_where_the_rest_uses_the_target_wholly(tmp_path: Path) -> None:
    """A root search that ended at the digits of floating point left 2e-18 of the rest."""
    case = with_group({**EVIDENCE, "exposure": {"demands": 10}})
    del case["common_cause"]
    rest = {"type": "constant", "probability": 1e-3}
    shared = {"text": "A guard fails", "source": "records"}
    case["events"] = [
        {**shared, "id": "B1", "model": {**EVIDENCE, "exposure": {"demands": 10}}},
        {**shared, "id": "K1", "model": {"type": "constant", "probability": 0.05}},
        {**shared, "id": "K2", "model": rest},
    ]
    case["trees"][0] |= {"target": {"probability": 1e-3, "confidence": 0.95}, "gates": [
        {"id": "TOP", "type": "or", "inputs": ["BOTH", "K2"]}, {"id": "BOTH", "type": "and", "inputs": ["B1", "K1"]}]}  # fmt: skip
    for left, required in ((0.0, 0.0), (1e-6, 2e-5)):
        rest["probability"] = 1e-3 - left
        at = folder(tmp_path / f"{left}", case, files={"record.csv": RECORD})
        row = json.loads(call("allocate", at, "--event", "B1", "--json")[1])["events"][0]
        assert row["required"] == pytest.approx(required, rel=1e-2, abs=0.0)


@pytest.mark.parametrize(("p", "limit", "shown"), [(0.0061234, 0.005, "0.612 %"), (0.0071741, 0.0035, "0.717 %"), (0.0012341, 0.005, "0.123 %"),
                                                   (0.0050001, 0.005, "0.50001 %"), (0.00499991, 0.005, "0.49999 %")])  # fmt: skip
def test_a_number_that_is_no_bound_is_rounded_to_the_nearest(
    p: float, limit: float, shown: str, tmp_path: Path
) -> None:
    """One rounded up stood beside the same number rounded to the nearest."""
    base = calculation()
    first, other = base["events"][:2]
    first["model"], other["model"] = ({"type": "constant", "probability": x} for x in (p, 1e-13))
    base["trees"][0]["gates"][0]["type"] = "or"
    base["trees"][0]["target"]["probability"] = limit
    result = assess(load(folder(tmp_path / "c", base))).requirements["C1"]
    assert result.is_value
    assert f" {shown} " in outcome(result).replace("\u202f", " ")
    texts = bound_and_limit(result.compared or 0.0, limit, upper=True, is_bound=False)
    assert float(texts[0]) == pytest.approx(float(shown[:-2]) / 100)


@pytest.mark.parametrize("limit", [0.00013614695676579498, 2.1657251000000003e-06, 0.25, 0.998])
def test_the_sentence_of_a_requirement_has_the_limit_as_typed(limit: float) -> None:
    from casegen.api import CaseBuilder

    case = CaseBuilder("t", title="t", version="1")
    tree = case.tree("FT", top="G", mission_time=10)
    tree.event("A", limit / 2)
    tree.event("B", limit / 3)
    tree.gate("G", "or", "A", "B")
    case.claim(
        "C", f"The top occurs in at most {limit!r} of missions", undeveloped=True,
        requirement={"measure": {"tree": "FT"}, "bound": limit, "kind": "probability-per-mission"},
    )  # fmt: skip
    judged = case.open().claims["C"].requirement
    assert judged is not None
    assert f"≤ {limit!r} per mission" in judged.text


@pytest.mark.parametrize(
    ("limit", "shown"),
    [
        (0.437090040587719, "43.7090040587719\u202f%"),
        (0.123456789012345, "12.3456789012345\u202f%"),
        (4.37090040587719e-07, "4.37090040587719\u202f×\u202f10⁻⁷"),
    ],
)
@pytest.mark.parametrize("value", [0.5, 0.43709004058772, 0.3, 0.001])
def test_a_limit_of_many_digits_is_shown_as_typed(limit: float, shown: str, value: float) -> None:
    """It was cut short: 43.709004058771 %, or 43.7 % beside .5."""
    said = quantities(value, limit, MeasureKind.FRACTION, upper=True, is_bound=False)[1]
    assert said in (shown, f"{limit:g}" if limit < 1e-6 else str(limit), str(limit))
