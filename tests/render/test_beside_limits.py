"""A bound or a value beside the limit that it is compared with: printed apart from it, on its own side, in every place."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.render import write_html, write_markdown, write_svgs, write_texts
from casegen.render.boards import boards
from casegen.render.report import build_report
from casegen.review.dossier import gather
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured

NUMBER = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)(?:\s*×\s*10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|e([-+]?\d+))?(\s*%)?(?![\w]|\.\d)"
)
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
NEAR = 0.02
"""relative distance from the limit within which a printed number is the compared one, or the limit itself"""
DELTAS = [sign * size for size in (1e-9, 3e-7, 6e-5, 9e-4, 7e-3) for sign in (-1, 1)]


def exact() -> dict[str, Any]:
    """A top event of stated probabilities: its value is compared."""
    case = calculation()
    case["events"][0]["model"]["probability"] = 1.3137e-4
    case["events"][1]["model"]["probability"] = 2.4211e-4
    return case


def bounded() -> dict[str, Any]:
    """A top event with a measured input: its upper bound is compared, and so is that of the measure."""
    case, record = calculation(), measured()
    case["evidence_items"], case["evidence"] = record["evidence_items"], record["evidence"]
    case["events"][0]["model"] = {"type": "evidence", "evidence": "EV", "measure": "probability",
                                  "exposure": {"demands": 1}}  # fmt: skip
    case["events"][1]["model"]["probability"] = 0.0371
    case["trees"][0]["gates"][0]["type"] = "and"
    case["trees"][0]["target"]["confidence"] = 0.95
    case["claims"][0]["requirement"]["confidence"] = 0.95
    case["claims"].append({**record["claims"][0], "id": "C3"})
    case["claims"].append({**record["claims"][1], "id": "W3"})
    case["arguments"].append({**record["arguments"][0], "id": "A3", "supports": "C3", "side_claims": ["W3"]})
    case["arguments"][0]["from"] = ["C2", "C3"]
    return case


BASES = {"value": exact, "bound": bounded}


def with_limits(case: dict[str, Any], tree: float, measure: float | None) -> dict[str, Any]:
    case["trees"][0]["target"]["probability"] = tree
    case["claims"][0]["text"] = "The lift starts with an open door seldom"
    if measure is not None:
        (claim,) = [one for one in case["claims"] if one["id"] == "C3"]
        claim["text"], claim["requirement"]["bound"] = "The range guard fails seldom", measure
    return case


@pytest.fixture(scope="module", params=sorted(BASES))
def compared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, float], Path]:
    """What is compared in the base case of this name, by claim."""
    at = folder(
        tmp_path_factory.mktemp("base") / "case", BASES[request.param](), files={"record.csv": RECORD}
    )
    return request.param, {id: r.compared or 0.0 for id, r in assess(load(at)).requirements.items()}, at


AXIS = re.compile(r"cost of further evidence \(units times price\).*?(?=limit )", re.S)
"""the ticks between the bound and its limit in the figure of a plan: numbers of an axis, not of a claim"""


@pytest.mark.slow
@pytest.mark.parametrize("delta", DELTAS)
def test_each_place_prints_them_apart_and_on_the_right_side(
    compared: tuple[str, dict[str, float], Path], delta: float, tmp_path: Path
) -> None:
    base, numbers, at = compared
    limits = {id: float(f"{number * (1 + delta):.12g}") for id, number in numbers.items()}
    case = with_limits(BASES[base](), limits["C1"], limits.get("C3"))
    (at / "case.yaml").write_text(yaml.safe_dump(case, allow_unicode=True), encoding="utf8")
    assert {id: r.bound for id, r in assess(load(at)).requirements.items()} == limits
    wrong, sampled = [], [*quantiles(at)]
    for place, text in printed(at, tmp_path):
        shown = [*values_in(AXIS.sub(" ", text))]
        for id, limit in limits.items():
            for words, value in shown:
                if any(abs(value - other) < 0.002 * other for other in sampled):
                    continue
                if abs(value - limit) < NEAR * limit and (value - limit) * (numbers[id] - limit) < 0:
                    wrong.append(f"{place}: {words}, the number {numbers[id]} and its limit {limit}")
    assert not wrong, "\n".join(dict.fromkeys(wrong))


@pytest.mark.slow
@pytest.mark.parametrize("sign", [-1, 1])
def test_no_place_prints_the_compared_number_as_its_limit(
    compared: tuple[str, dict[str, float], Path], sign: int, tmp_path: Path
) -> None:
    """The limit stands as often as where the two are far apart."""
    base, numbers, at = compared
    counts = []
    for delta in (sign * 0.11, sign * 10 ** random.Random(sign).uniform(-9, -4)):
        limits = {id: float(f"{number * (1 + delta):.12g}") for id, number in numbers.items()}
        case = with_limits(BASES[base](), limits["C1"], limits.get("C3"))
        (at / "case.yaml").write_text(yaml.safe_dump(case, allow_unicode=True), encoding="utf8")
        counts.append({
            (place, id): sum(value == limit for _, value in values_in(text))
            for place, text in printed(at, tmp_path / f"{delta}") for id, limit in limits.items()
        })  # fmt: skip
    assert counts[0] == counts[1]


def quantiles(at: Path) -> Iterator[float]:
    """Sampled numbers of the tree and widths of swings, which may lie on the other side of a limit."""
    for tree in gather(assess(load(at))).study.trees:
        yield from (swing.swing for swing in tree.swings)
        for one in tree.spread.quantiles if tree.spread is not None else ():
            yield from (one.value, one.lower, one.upper)


def values_in(text: str) -> Iterator[tuple[str, float]]:
    """Every number of a text, as it is written and as it reads."""
    for match in NUMBER.finditer(text):
        power = (match[2] or match[3] or "0").translate(SUPERSCRIPTS)
        yield match[0], float(f"{match[1]}e{int(power) - 2 * bool(match[4])}")


def printed(at: Path, to: Path) -> Iterator[tuple[str, str]]:
    """The text of every document, drawing and command about the case that prints numbers."""
    case = load(at)
    assessed = assess(case)
    dossier = gather(assessed)
    to.mkdir(exist_ok=True)
    page = write_html(assessed, to / "c.html", dossier).read_text("utf8")
    yield "page", visible(page)
    (document, *_) = write_markdown(assessed, to / "c.md", dossier)
    yield "markdown", document.read_text("utf8").replace("\\", "")
    for path in write_svgs(assessed, to / "svg", dossier):
        yield path.name, visible(path.read_text("utf8"))
    for path in write_texts(assessed, to / "text"):
        yield path.name, unescape(path.read_text("utf8").replace("#", "&#").replace("&#&#", "&#"))
    yield "canvas", json.dumps(boards(assessed), ensure_ascii=False)
    for command in (("assess", "--all"), ("explain",), ("whatif", "--set", "E2=0.9")):
        yield command[0], call(command[0], at, *command[1:])[1]


def visible(markup: str) -> str:
    markup = re.sub(r"<(script|style)\b.*?</\1>", " ", markup, flags=re.S)
    return unescape(re.sub(r"<[^>]*>", " ", markup)).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.slow
def test_what_an_input_makes_of_the_top_at_its_bounds_is_rounded_outward(tmp_path: Path) -> None:
    """Printed as .00137, a top event of .00137287 at the upper bound of an input was less than it."""
    at = folder(tmp_path / "case", bounded(), files={"record.csv": RECORD})
    assessed = assess(load(at))
    dossier = gather(assessed)
    (study,) = dossier.study.trees
    swing = next(one for one in study.swings if one.at_bounds)
    row = next(
        one for one in build_report(assessed, dossier).sections["study"]["trees"]["FT"]["swings"]
        if one["name"] == swing.id
    )  # fmt: skip
    printed_ends = [next(values_in(row[end]))[1] for end in ("low", "high")]  # type: ignore[literal-required]
    assert printed_ends[0] <= swing.low < swing.high <= printed_ends[1]
    assert printed_ends[1] != pytest.approx(swing.high, rel=1e-9), "the case shows no rounding"
    line = next(row for row in call("fta", "sensitivity", at)[1].splitlines() if swing.id in row)
    shown = [value for _, value in values_in(line.split(swing.id)[1])]
    assert shown[0] <= swing.low < swing.high <= shown[1]
