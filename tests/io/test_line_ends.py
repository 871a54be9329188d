"""A line of a YAML file ends where the eye sees it end: nothing live hides behind the end of a comment."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io import load
from casegen.io.case_writer import dump
from casegen.io.exchange.text_edit import flow
from casegen.io.source_map import parse
from casegen.model.diagnostic import InputError
from casegen.review.journal import read_journal

UNSEEN = {
    "\x0b": "U+000B (line tabulation)",
    "\x0c": "U+000C (form feed)",
    "\r": "U+000D (carriage return) without a line feed",
    "\x1c": "U+001C (file separator)",
    "\x1d": "U+001D (group separator)",
    "\x1e": "U+001E (record separator)",
    "\x85": "U+0085 (next line)",
    "\u2028": "U+2028 (line separator)",
    "\u2029": "U+2029 (paragraph separator)",
}


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ("a: 1\né: 2 # wait for Rita:", "b: 3\n", "f.yaml:2:22"),
        ("a: 1\r\né: 'one", "two'\r\n", "f.yaml:2:8"),
        ("", "a: 1\n", "f.yaml:1:1"),
        ("a: 1", "", "f.yaml:1:5"),
    ],
)
def test_an_unseen_line_end_is_an_input_error_at_its_place(
    character: str, before: str, after: str, place: str
) -> None:
    with pytest.raises(InputError) as error:
        parse(f"{before}{character}{after}", "f.yaml")
    assert str(error.value).startswith(f"{place}: ")
    assert UNSEEN[character] in str(error.value)
    assert error.value.diagnostics[0].hint


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=ascii)
def test_ordinary_line_ends_are_read(end: str) -> None:
    assert parse(f"a: 1 # x{end}b: 2{end}", "f.yaml").data == {"a": 1, "b": 2}


def test_a_mark_that_an_escape_writes_is_content() -> None:
    assert parse('a: "x\\u2028y\\ry"\n', "f.yaml").data == {"a": "x\u2028y\ry"}


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
@pytest.mark.parametrize("block", [True, False])
def test_what_is_written_is_read_again(character: str, block: bool) -> None:
    for text in (
        f"a{character}b",
        f"line\nanother{character} c\n",
        f"x{character}",
        "long " * 30 + character,
    ):
        data = {"key": text, f"k{character}": [text]}
        assert parse(dump(data, block=block), "f.yaml").data == data


def test_any_control_character_is_located_at_its_character_not_its_byte() -> None:
    with pytest.raises(InputError, match=r"^f\.yaml:2:6: "):
        parse("é: 1\nüö: x\x07\n", "f.yaml")


@pytest.mark.parametrize("name", ["case.yaml", "part.yaml"])
def test_every_file_of_a_case_is_held_to_it(name: str, tmp_path: Path) -> None:
    head = "casegen: 1\ncase: {id: x, title: The press stops}\ninclude: [part.yaml]\nclaims: []\n"
    (tmp_path / "case.yaml").write_text(head, "utf-8")
    (tmp_path / "part.yaml").write_text("claims: []\n", "utf-8")
    path = tmp_path / name
    path.write_text(path.read_text("utf-8") + "# wait for Rita:\u2028evidence: []\n", "utf-8")
    with pytest.raises(InputError, match=rf"{name}:\d+:17: .*U\+2028"):
        load(tmp_path)


def test_an_event_of_a_review_is_held_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "review" / "F1"
    folder.mkdir(parents=True)
    (folder / "01-raised-0123abcd.yaml").write_text("casegen_review: 1 # x\x85entry: {}\n", "utf-8")
    assert any("U+0085 (next line)" in problem.message for problem in read_journal(tmp_path).problems)


def test_an_edited_value_is_escaped() -> None:
    for character in UNSEEN:
        assert parse(f"a: {flow(f'x{character}y')}\n", "f.yaml").data == {"a": f"x{character}y"}
