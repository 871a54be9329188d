"""Failures are found in records however they are written, and none in records that report none."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.assessment.questions.artefacts import opposite
from casegen.io.document_text import READ, document_text
from casegen.io.markdown_text import shown_of_markdown
from casegen.texts.documents.failures import reported_failures
from tests.texts.written_records import CELLS, HONEST, REPORTS

TABLE = "| test | result |\n|---|---|\n| dry | passed |\n| wet | {} |\n"


def asked(folder: Path, text: str) -> tuple[str, ...]:
    """By what a record is refused or asked about."""
    name = (
        "t.json"
        if text.rstrip()[-1] in "]}" and text[0] in "[{"
        else "t.csv"
        if text.startswith("test,")
        else "t.md"
    )
    path = folder / name
    path.write_text(text, "utf-8")
    return (*filter(None, [opposite(path)]), *reported_failures(document_text(path)))


@pytest.mark.parametrize("case", REPORTS)
def test_a_failure_is_found(tmp_path: Path, case: str) -> None:
    assert asked(tmp_path, REPORTS[case])


@pytest.mark.parametrize("cell", CELLS)
def test_a_result_in_a_table_is_found(tmp_path: Path, cell: str) -> None:
    assert asked(tmp_path, TABLE.format(cell))


def test_honest_records_are_not_asked_about(tmp_path: Path) -> None:
    assert len(HONEST) > 250
    assert [(text, findings) for text in HONEST if (findings := asked(tmp_path, text))] == []


def test_columns_of_what_failed_quote_the_row_and_not_the_title(tmp_path: Path) -> None:
    table = "| test | pass | fail |\n|---|---|---|\n| dry | 20 | 0 |\n| wet | 18 | 2 |\n"
    assert asked(tmp_path, table) == ("| wet | 18 | 2 |",)


def test_markdown_is_read_as_it_is_shown() -> None:
    for text, shown in {
        "[![failed](b.svg)](log)": "failed", "[failed](a_(b).txt)": "failed", "___failed___": "failed",
        "x <!-- never": "x <!-- never", "`<!--` failed `-->`": "<!-- failed -->", "```\n**a** <!-- b -->\n```": "```\n**a** <!-- b -->\n```",
        "- [x] (a) b": "- [x] (a) b", "Result: ________": "Result: ________", "a_b_c 2*3*4 &x": "a_b_c 2*3*4 &x", "&lt;date&gt;": "<date>",
        "| a &#124; b |": "| a / b |",
    }.items():  # fmt: skip
        assert shown_of_markdown(text) == shown


@pytest.mark.parametrize(
    "part", ["**", "[a](", "<!--", "`", "a;b\n", "FAIL: a\n", "## Failed\n", "- ", "✗ a\n", "12:05 "]
)
def test_long_records_are_read_in_seconds(part: str) -> None:
    text = part * (READ // len(part) // 4)
    assert len(reported_failures(shown_of_markdown(text))) <= 6
