"""The page's scripts print numbers, bounds and numbers beside their limit as the documents do, of either sign and size."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest

from casegen.model.digits import significant
from casegen.model.number_text import bound, compared, number
from casegen.render.wording import grouped
from tests.page_scripts import DOCUMENTS

PAGE = "globalThis.document = {getElementById: () => ({textContent: '{}'})};"
Case = tuple[float, float, bool]


def printed(cases: list[Case]) -> list[list[str]]:
    """What the page prints of each number, of it as a bound, and of it beside its limit."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node")
    program = (
        f"{PAGE}{(DOCUMENTS / 'words.js').read_text('utf-8')}console.log(JSON.stringify({json.dumps(cases)}"
        ".map(([x, limit, upper]) => [number(x), bound(x, upper), held(x, limit, upper)])))"
    )
    out = subprocess.run([node, "-"], input=program, capture_output=True, text=True, check=True)
    result: list[list[str]] = json.loads(out.stdout)
    return result


def expected(case: Case) -> list[str]:
    x, limit, upper = case
    return [grouped(text) for text in (number(x), bound(x, upper=upper), compared(x, limit, upper=upper)[0])]


NAMED: list[Case] = [
    (-0.20352072993085168, -0.5, False), (-0.20352072993085168, -0.2, True), (-8.33e-5, -1.0, False),
    (-1e-9, -1.0, False), (1134.6416336763775, 1000.0, True), (174931.15, 1e5, True), (1e-9, 1e-8, True),
    (0.99997, 0.05, True), (0.9999981, 1.0, True), (1.0000008, 0.9, False), (-0.99999968, -0.9, False),
    (0.0, 0.1, True), (1.0, 1.0, False),
]  # fmt: skip


@pytest.mark.parametrize("case", NAMED)
def test_a_number_of_the_page_reads_as_in_the_documents(case: Case) -> None:
    assert printed([case]) == [expected(case)]


@pytest.mark.slow
def test_any_number_of_the_page_reads_as_in_the_documents() -> None:
    draw = random.Random(23)
    cases: list[Case] = []
    while len(cases) < 4000:
        x = draw.choice([draw.random(), 10 ** draw.uniform(-12, 8), 1 - 10 ** draw.uniform(-12, -1)])
        limit = round(x * draw.choice([0.5, 0.99, 0.999, 1.001, 2.0]), draw.randint(2, 12))
        if significant(limit) <= 12 and limit:
            sign = draw.choice([1, 1, -1])
            cases.append((sign * x, sign * limit, draw.random() < 0.5))
    wrong = [
        (case, mine, shown)
        for case, shown in zip(cases, printed(cases), strict=True)
        if (mine := expected(case)) != shown
    ]
    assert not wrong, wrong[:5]
