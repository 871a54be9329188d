"""JSON nested by a stranger, however deep: read or refused, never the end of the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io.exchange.json_text import parse_json
from casegen.model.diagnostic import InputError
from casegen.store.adding import added

SHAPES: dict[str, Callable[[int], str]] = {
    "lists": lambda d: "[" * d + "7" + "]" * d,
    "objects": lambda d: '{"a":' * d + "7" + "}" * d,
    "both": lambda d: '{"a":[' * (d // 2) + "7" + "]}" * (d // 2),
}
DEPTHS = (150, 250, 400, 500, 700, 900, 990, 1_000, 2_000, 200_000)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["", "metrics", "detections"])
def test_a_metric_is_read_or_refused(tmp_path: Path, shape: str, depth: int, kind: str) -> None:
    file = tmp_path / "metrics.json"
    file.write_text(f'{{"error": 0.25, "x": {SHAPES[shape](depth)}}}')
    with pytest.raises(InputError):
        added(file, "data/metrics.json", kind=kind)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("shape", SHAPES)
def test_an_exchange_is_read_or_refused(tmp_path: Path, shape: str, depth: int) -> None:
    file = tmp_path / "case.json"
    file.write_text(SHAPES[shape](depth))
    if depth <= 400:
        parse_json(file)
    else:
        with pytest.raises(InputError):
            parse_json(file)


def test_numbers_keep_their_places_and_their_order(tmp_path: Path) -> None:
    file = tmp_path / "metrics.json"
    file.write_text('{"b": [1, {"c/d": 2}], "a~": 3, "yes": true, "e": 1e999}')
    with pytest.raises(InputError) as refused:
        added(file, "data/metrics.json")
    hint = refused.value.diagnostics[0].hint
    assert "/b/0 = 1; /b/1/c~1d = 2; /a~0 = 3" in hint
