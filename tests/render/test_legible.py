"""Characters of a result that are not seen and change what is read stand in every document as their code points."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import re
import shutil
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.cli.printing import seen
from casegen.io import load
from casegen.model.legible import hidden, legible
from casegen.model.results import Assessment
from casegen.render import write_docx, write_markdown, write_svgs, write_texts
from casegen.render.dot_mermaid import Sketch, TextNode, dot, mermaid
from casegen.render.fonts import printable
from casegen.render.html import html_page
from casegen.render.svg import element
from casegen.store.entries import read_entry, result_name, write_entry

EXAMPLE = Path(__file__).parents[2] / "examples" / "press"
ACTING = "\x00\x07\x08\x0b\x1b\x7f\r\x80\x85\x9b\u180e\u200b\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\u206e\ufeff\ufff9\ufffe"
WORDS = "\u05e9\u200f\u00ad \u0646\u200c\u0645 \U0001f469\u200d\U0001f680 e\u0301"
"""with marks and joiners that belong to them"""


def with_text(document: Any, text: str) -> Any:
    """``document`` with ``text`` behind everything in its measures, tables, figures and notes that is prose."""
    if isinstance(document, dict):
        own = ("kind", "name", "id", "input", "distribution", "measures")
        return {
            k: v if k in own and not isinstance(v, dict) else with_text(v, text) for k, v in document.items()
        }
    if isinstance(document, list):
        return [with_text(one, text) for one in document]
    return f"{document}{text}" if isinstance(document, str) else document


@functools.cache
def assessed(folder: Path) -> Assessment:
    """An example whose results bear the characters, their hashes made to fit."""
    at = folder / "case"
    shutil.copytree(EXAMPLE, at, ignore=shutil.ignore_patterns("baselines", "review"))
    for path in at.glob("results/*.json"):
        document = json.loads(path.read_text("utf-8"))
        for part in ("measures", "tables", "figures", "notes", "assumptions", "summary", "source"):
            document[part] = with_text(document[part], ACTING + WORDS)
        raw = json.dumps(document).encode()
        digest, item = hashlib.sha256(raw).hexdigest(), document["id"]
        path.unlink()
        (at / "results" / result_name(item, digest)).write_bytes(raw)
        entry = read_entry(at, item)
        assert entry is not None
        write_entry(at, item, dataclasses.replace(entry, result=digest))
    return assess(load(at))


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    return assessed(tmp_path_factory.mktemp("legible"))


def acting(text: str) -> set[str]:
    """Which of the characters stand in ``text`` as they are."""
    return {f"U+{ord(c):04X}" for c in set(text) & set(ACTING)}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u200f 10 / 1000 \u200f", "[U+200F] 10 / 1000 [U+200F]"),
        ("1\u061c000 runs", "1[U+061C]000 runs"),
        ("<b>\u05e9\u05dc</b> 30 \u200f< 50", "<b>\u05e9\u05dc</b> 30 [U+200F]< 50"),
        ("\u05e9\u05dc\u05d5\u05dd 30%\u200f.", None),
        ("C++\u200f \u05e9\u05e4\u05d4", None),
    ],
)
def test_a_mark_of_direction_belongs_to_words_that_run_so(text: str, shown: str | None) -> None:
    """Among numbers alone it turned 10 / 1000 into 1000 / 10 on the page."""
    assert legible(text) == (text if shown is None else shown)
    assert any(hidden(text)) is (shown is not None)


def test_the_page(attacked: Assessment) -> None:
    text = html_page(attacked)
    assert acting(text) == set()
    assert "[U+001B]" in text
    assert WORDS in text


def test_texts_and_drawings(attacked: Assessment, tmp_path: Path) -> None:
    write_markdown(attacked, tmp_path / "a.md")
    write_texts(attacked, tmp_path)
    write_svgs(attacked, tmp_path / "svg")
    for path in [*tmp_path.glob("*.*"), *tmp_path.glob("*/*.svg")]:
        assert acting(path.read_bytes().decode("utf-8")) == set(), path.name
    text = (tmp_path / "a.md").read_text("utf-8")
    assert r"\[U+202E\]" in text
    assert WORDS in text


@pytest.mark.slow
def test_for_word_processors(attacked: Assessment, tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    write_docx(attacked, tmp_path / "a.docx")
    with zipfile.ZipFile(tmp_path / "a.docx") as archive:
        text = "".join(ET.fromstring(archive.read("word/document.xml")).itertext())
    assert acting(text) == set()
    assert "[U+001B]" in text


def test_graphs_and_labels() -> None:
    sketch = Sketch(ACTING, (TextNode(ACTING, (ACTING + WORDS,), "claim"),), ())
    for text in (dot(sketch), mermaid(sketch), element("text", title=ACTING + WORDS)):
        assert acting(text) == set()
        assert "U+202E" in text
        assert WORDS in text


def test_what_words_are_written_with_stays() -> None:
    assert legible(f"{WORDS}\n\ta") == f"{WORDS}\n\ta"
    assert re.fullmatch(r"(\[U\+[0-9A-F]{4}\])+", legible(ACTING))


@pytest.mark.parametrize(
    "mark", ["\u00ad", "\u200d", "\u034f", "\u3164", "\u2800", "\ufe0f", "\U000e0041", "\U0001bca0"]
)
def test_what_is_not_drawn_is_no_part_of_a_number(mark: str) -> None:
    """``10,000`` and a joiner and ``,000`` was read as 10,000 and seen as 10,000,000."""
    for text in (f"12 of 10,000{mark},000 entries", f"12 of 10,{mark}000 entries", f"1{mark}2 of 10"):
        assert next(hidden(text)) == mark
        assert mark not in legible(text)


@pytest.mark.parametrize("mark", ["\u034f", "\u3164", "\u2800", "\U000e0041"])
def test_what_is_not_drawn_is_no_part_of_a_latin_word(mark: str) -> None:
    assert next(hidden(f"st{mark}op")) == mark


def test_joiners_of_words_and_pictures_stay() -> None:
    assert not list(hidden(WORDS + " Sicher\u00adheit \u2764\ufe0f ab"))


PERSIAN = "\u0646\u0645\u06cc\u200c\u0627\u06cc\u0633\u062a\u062f"


def test_joiners_between_letters_that_need_them_stay_in_documents_and_terminals() -> None:
    assert printable(PERSIAN) == PERSIAN
    assert seen(PERSIAN) == PERSIAN


@pytest.mark.parametrize(
    "text",
    [
        "a\u200cb",
        "\u200c\u0646",
        "\u0646\u200c",
        "\u0646\u200c 1",
        "\u0646\u200c\u200c\u0646",
        "\u0646\u202e\u0646",
    ],
)
def test_signs_that_are_not_seen_stand_out_everywhere_else(text: str) -> None:
    assert "[U+" in printable(text)
    assert "\ufffd" in seen(text) or "[U+" in seen(text)


STRAY = "\u200e\u200f\u061c\u200d\u3164\u2800\u034f\ufe0f"
"""marks of direction, joiners and fillers"""


@pytest.mark.parametrize("mark", STRAY)
@pytest.mark.parametrize(
    "text", ["a{}b", "a {} b", "stop{}", "{}stop", "\u03b1{}\u03b2", "\u0441\u0442\u043e\u043f {}."]
)
def test_what_stands_beside_no_script_of_its_own_is_shown_by_code(text: str, mark: str) -> None:
    """In documents, and in the terminal as a sign that stands out."""
    assert legible(text.format(mark)) == text.format(f"[U+{ord(mark):04X}]")
    assert seen(text.format(mark)) == text.format("\ufffd")


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\U0001f3fd\u200d\u2695\ufe0f", "\u2764\ufe0f\u200d\U0001f525", "\u0915\u094d\u200d \u0937", "\u0647\u200d.\u0642",
        "\u0645\u06cc\u200c\u062e", "\u9089\U000e0100", "\u2801\u2800\u2800\u2803", "\u2800\u2801", "\uac00\u3164", "\u00a9\ufe0f", "\u2269\ufe00",
        "\U0001f3f4\U000e0067\U000e007f", "\u1820\u180b", "\u1780\u17b4",
    ],
)  # fmt: skip
def test_what_stands_beside_its_own_script_stays(text: str) -> None:
    assert legible(text) == text
    assert seen(text) == text


def test_joiners_within_words_and_marks_beside_hebrew_stay_in_documents() -> None:
    for text in ("Auf\u200clage", "Sicher\u00adheit", "\u05e9\u05dc \u200e30 %"):
        assert legible(text) == text


@pytest.mark.parametrize("space", ["\u3000", "\u2003", "\u2007", "\u2008", "\u200a", "\u2009", "\u00a0"])
def test_spaces_of_any_width_are_no_damage(space: str) -> None:
    assert seen(f"a{space}b") == f"a{space}b"
    assert not re.search(r"U\+|�", printable(f"a{space}b"))


def test_a_space_that_is_drawn_as_a_line_is_none() -> None:
    assert seen("a\u1680b") == "a�b"
