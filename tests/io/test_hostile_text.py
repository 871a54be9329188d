"""Files of strangers that are long rather than wrong, and cells that a spreadsheet would evaluate."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from casegen.io.exchange.csv_table import neutral, restored
from casegen.io.xml_places import parse_xml


@pytest.mark.parametrize(
    "text", ["=1", "x;=HYPERLINK(1)", "a\t@x", "a\n+1", "＝1", "＋1", "－1", "＠x", ";;=1", "\t\t=1"]
)
def test_what_a_spreadsheet_would_evaluate_is_quoted(text: str) -> None:
    out = neutral(text)
    assert out != text
    for separator in ";\t\r\n":
        assert not [cell for cell in out.split(separator) if cell[:1] in tuple("=+-@＝＋－＠")], out
    assert restored(out) == text


def test_neutral_text_is_restored_to_the_letter() -> None:
    draw = random.Random(1)
    for _ in range(20_000):
        text = "".join(draw.choice("ab;'=+-@\t\r\n＝ ,") for _ in range(draw.randrange(8)))
        assert restored(neutral(text)) == text, ascii(text)


def test_plain_text_is_left_alone() -> None:
    for text in ("a, b; c", "it's; 'so'", "10 - 5", "p = 0.1"):
        assert neutral(text) == text


def test_a_long_text_is_joined_once(tmp_path: Path) -> None:
    path = tmp_path / "long.xml"
    path.write_text("<a>" + "x&amp;\n" * 700_000 + "</a>")
    start = time.process_time()
    assert len(parse_xml(path).text) > 1_000_000
    assert time.process_time() - start < 20
