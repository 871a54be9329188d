"""Files of strangers that are long rather than wrong, and cells that a spreadsheet would evaluate."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from casegen_evidence.field_data.reading import read
from casegen_evidence.method import InputProblem

from casegen.cli.output import show_diagnostics
from casegen.io import load
from casegen.io.exchange.csv_table import neutral, restored
from casegen.io.openpsa.xml_places import parse_xml
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.texts.acceptances.person import without_address


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


def test_words_of_a_text_stay_apart_where_its_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "lines.xml"
    path.write_text("<a>\n  <b>no\nhazard</b>\n</a>")
    root = parse_xml(path)
    assert (root.text, root.children[0].text) == ("", "no\nhazard")


@pytest.mark.slow
def test_a_long_text_is_joined_once(tmp_path: Path) -> None:
    path = tmp_path / "long.xml"
    path.write_text("<a>" + "x&amp;\n" * 700_000 + "</a>")
    start = time.process_time()
    assert len(parse_xml(path).text) > 1_000_000
    assert time.process_time() - start < 60


HEAD = "casegen: 1\ncase: {id: x, title: X}\n"
MANY = 100_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (HEAD + "claims:\n" + "- 1\n" * MANY, "99,800 more findings"),
        pytest.param(
            HEAD + "".join(f"k{i}: 1\n" for i in range(MANY)), "99,800 more findings", marks=pytest.mark.slow
        ),
        (HEAD + "a: 1\n" * MANY, "99,799 more findings"),
        pytest.param(
            HEAD + "claims: [" + "!x 1," * MANY + "]\n", "99,800 more findings", marks=pytest.mark.slow
        ),
        (HEAD + "include: [" + ",".join(["zz"] * MANY) + "]\n", "more than 2000 files"),
    ],
    ids=["entries", "keys", "repeated keys", "tags", "includes"],
)
def test_a_hundred_thousand_bad_entries_are_counted_not_reported_one_by_one(
    tmp_path: Path, text: str, reported: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "case.yaml").write_text(text)
    start = time.process_time()
    with pytest.raises(InputError) as refused:
        load(tmp_path)
    show_diagnostics(refused.value.diagnostics, error=True)
    assert time.process_time() - start < 30
    assert len(refused.value.diagnostics) <= 403
    assert reported in capsys.readouterr().err


@pytest.mark.slow
def test_findings_of_a_check_are_counted_beyond_some_hundreds(capsys: pytest.CaptureFixture[str]) -> None:
    show_diagnostics([Diagnostic("r", Severity.ERROR, f"m{n}", Location("f", n)) for n in range(1, 100_001)])
    shown = capsys.readouterr().out
    assert shown.count("\n") < 600
    assert "and 99,500 more findings" in shown


def test_a_cell_of_blanks_costs_no_time(tmp_path: Path) -> None:
    path = tmp_path / "record.csv"
    path.write_text("entry,demands,failures\na," + " " * 60_000 + "x,1\n")
    start = time.process_time()
    with pytest.raises(InputProblem):
        read(path, "demands", whole=True)
    assert time.process_time() - start < 30


@pytest.mark.slow
def test_a_long_attribute_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "long.xml"
    path.write_text(f'<a b="{"x" * 20_000_000}"/>')
    start = time.process_time()
    assert len(parse_xml(path).attributes["b"]) == 20_000_000
    assert time.process_time() - start < 30


def test_elements_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.io.openpsa.xml_places.MAX_PARTS", 100)
    path = tmp_path / "many.xml"
    path.write_text("<a>" + "<b c='1'/>" * 49 + "</a>")
    assert len(parse_xml(path).children) == 49
    path.write_text("<a>" + "<b c='1'/>" * 50 + "</a>")
    with pytest.raises(InputError, match="more than 100 elements"):
        parse_xml(path)


def test_a_message_does_not_repeat_a_file_of_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_diagnostics([Diagnostic("r", Severity.ERROR, "x" * 10**6, Location("f"), hint="y" * 10**6)])
    shown = capsys.readouterr().out
    assert len(shown) < 9000
    assert "(1,000,000 characters)" in shown


@pytest.mark.parametrize("name", ["argument/../results/x.yaml", "link.yaml", "folder/x.yaml", "l*.yaml"])
def test_results_are_no_part_of_the_argument_by_any_way(tmp_path: Path, name: str) -> None:
    for folder in ("results", "argument"):
        (tmp_path / folder).mkdir()
    (tmp_path / "results" / "x.yaml").write_text("claims:\n  - {id: C1, text: It works, undeveloped: true}\n")
    (tmp_path / "link.yaml").symlink_to("results/x.yaml")
    (tmp_path / "folder").symlink_to("results")
    (tmp_path / "case.yaml").write_text(f'{HEAD}include: ["{name}"]\n')
    with pytest.raises(InputError, match=r"no part of the argument|goes up and down"):
        load(tmp_path)


def test_a_pattern_that_reaches_results_speaks_of_no_link(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "EV.json").write_text("{}")
    (tmp_path / "case.yaml").write_text(f'{HEAD}include: ["results/*.json"]\n')
    with pytest.raises(
        InputError, match=r"reaches 'results/EV.json', what is no part of the argument"
    ) as refused:
        load(tmp_path)
    assert "a link" not in str(refused.value)


@pytest.mark.parametrize("pattern", ["**/" * 12 + "*.yaml", "a/" * 3000 + "b.yaml"])
def test_patterns_that_search_again_and_again_are_refused_at_once(tmp_path: Path, pattern: str) -> None:
    """Each further ** takes as long again for every folder: twelve of them, days."""
    deep = tmp_path
    for k in range(20):
        deep = deep / f"d{k % 2}"
        deep.mkdir()
    (tmp_path / "case.yaml").write_text(f"casegen: 1\ncase: {{id: x, title: X}}\ninclude: ['{pattern}']\n")
    start = time.process_time()
    with pytest.raises(
        InputError, match=r"case.yaml:3:11: include '.* has more than 1000 characters, or \*\* twice"
    ):
        load(tmp_path)
    assert time.process_time() - start < 30


def test_texts_are_of_bounded_length_and_read_once(tmp_path: Path) -> None:
    """The address of a person was looked for from each letter of a source on: 80,000 took 44 s."""
    event = "events:\n  - {id: E, text: x, model: {type: constant, probability: 0.1}, source: '%s'}\n"
    (tmp_path / "case.yaml").write_text("casegen: 1\ncase: {id: x, title: X}\n" + event % ("10^-" * 20_000))
    with pytest.raises(InputError, match=r"events\[E\].source: string should have at most 20000 characters"):
        load(tmp_path)
    start = time.process_time()
    assert without_address("10^-" * 50_000) == "10^-" * 50_000
    assert without_address("Ann <ann@example.org>, bob@example.org") == "Ann  ,  "
    assert time.process_time() - start < 30


def test_a_sign_written_as_two_codes_is_refused_with_what_helps(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text('casegen: 1\ncase: {id: a, title: "go \\ud83d\\ude80"}\n', "utf-8")
    with pytest.raises(InputError) as raised:
        load(tmp_path)
    assert r"\U0001F680" in (raised.value.diagnostics[0].hint or "")
    path.write_text('casegen: 1\ncase: {id: a, title: "go \\U0001F680"}\n', "utf-8")
    assert load(tmp_path).header.title == "go \U0001f680"
