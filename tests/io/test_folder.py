"""Loading a case folder: every finding at its place, nothing of a stranger's folder trusted."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.io import load
from casegen.io.folder import inside, why_not_inside
from casegen.io.source_map import parse, typed
from casegen.model.diagnostic import InputError

HEAD = "casegen: 1\ncase: {id: c, title: T}\n"


def findings(folder: Path) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(folder)
    return [f"{d.location} {d.message} {d.hint}" for d in caught.value.diagnostics]


def write(folder: Path, text: str, name: str = "case.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return folder


BAD = [
    ("unknown key", "cliams: []\n", "case.yaml:3:1", "did you mean 'claims'"),
    ("unknown nested key", "claims:\n  - {id: A, txt: hi}\n", "case.yaml:4:13", "did you mean 'text'"),
    ("unknown key of a variant", "events:\n  - id: E\n    model: {type: evidence, evidence: X, measur: m}\n",
     "case.yaml:5:42", "known here: complement, evidence, exposure, measure, type"),
    ("missing key", "claims:\n  - {text: hi}\n", "case.yaml:4:5", "required key missing"),
    ("wrong type", "claims: nothing\n", "case.yaml:3:1", "expected a list, found 'nothing'"),
    ("text for a number", "events:\n  - id: E\n    model: {probability: few, type: constant}\n", "case.yaml:5:13", "expected a number"),
    ("probability above 1", "trees:\n  - {id: T, top: G, target: {probability: 1.3}, gates: [{id: G, type: or, inputs: [A]}]}\n",
     "case.yaml:4:30", "at most 1, found 1.3"),
    ("unknown kind", "events:\n  - id: E\n    model: {type: constatn, probability: 0.1}\n", "case.yaml:5:5", "did you mean 'constant'"),
    ("unknown gate", "trees:\n  - {id: T, top: G, gates: [{id: G, type: orr, inputs: [A]}]}\n", "case.yaml:4:37", "did you mean 'or'"),
    ("wrong arity", "trees:\n  - {id: T, top: G, gates: [{id: G, type: not, inputs: [A, B]}]}\n", "case.yaml:4:29", "exactly 1 input, found 2"),
    ("k above n", "trees:\n  - {id: T, top: G, gates: [{id: G, type: atleast, k: 3, inputs: [A, B]}]}\n", "case.yaml:4:29", "more than the 2 inputs"),
    ("duplicate key", "claims: []\nclaims: []\n", "case.yaml:4:1", "is duplicated"),
    ("alias", "claims: &x []\narguments: *x\n", "case.yaml:4:12", "alias"),
    ("tag", "claims: !!python/object:os.system []\n", "case.yaml:3:9", "tags such as"),
    ("not YAML", "claims: [\n", "case.yaml:4:1", "not valid YAML"),
    ("control character", "claims: \x07\n", "case.yaml:3:9", "control character"),
    ("include leaves", "include: [../secret.yaml]\n", "case.yaml:3:11", "leaves the case folder"),
    ("include absolute", "include: [/etc/passwd]\n", "case.yaml:3:11", "leaves the case folder"),
    ("include nothing", "include: [more/*.yaml]\n", "case.yaml:3:11", "matches no file"),
    ("include a folder", "include: [.]\n", "case.yaml:3:11", "matches no file in the case folder; '.' is a folder"),
    ("bad id", "claims:\n  - {id: 'a<b', text: hi}\n", "case.yaml:4:6", "an identifier"),
    ("bad date", "evidence: [{id: E, date: soon}]\n", "case.yaml:3:20", "a date such as 2026-01-31"),
    ("upside-down histogram", "parameters:\n  - {id: p, value: {distribution: uniform, lower: 2, upper: 1}}\n", "case.yaml:4:13", "lower < upper"),
    ("distribution without a parameter", "parameters:\n  - {id: p, value: {distribution: beta, alpha: 2}}\n", "case.yaml:4:13", "value.beta: required key missing"),
    ("key unknown to a distribution", "parameters:\n  - {id: p, value: {distribution: beta, alpha: 2, beta: 1, gama: 3}}\n", "case.yaml:4:60", "value.gama: unknown key"),
    ("impossible parameter of a distribution", "parameters:\n  - {id: p, value: {distribution: beta, alpha: -2, beta: 1}}\n", "case.yaml:4:41", "value.alpha: expected a number more than 0"),
    ("value inside an operation", "parameters:\n  - {id: p, value: {op: mul, args: [1, {time: misson}]}}\n", "case.yaml:4:41", "did you mean 'mission'"),
]  # fmt: skip


MENDS = [
    ("claims:\n  - id: A\n\ttext: hi\n", "indent with spaces"),
    ("claims:\n  - {id: A, text: Camera: misses}\n", "in quotes"),
    ("claims:\n  - {id: A, text: %100 trial}\n", "starts with %, @"),
    ("claims:\n  - id: A\n    text: \"hi\n", "close the quote that starts here"),
    ("arguments: [{id: A, supports: T, from: C}]\n", "write [C]"),
    ("evidence: [{id: E, version: 2}]\n", 'write "2", in quotes'),
    ("parameters: [{id: p, value: 3 %}]\n", "3 % is written 0.03"),
    ("parameters: [{id: p, value: 1/200}]\n", "write 0.005"),
    ("events:\n  - id: E\n    model:\n      type: constant\n      probability: 0,01\n", "write 0.01: decimals take a point"),
    ("events: [{id: E, model: {type: constant, probability: 0,01}}]\n", "0.01 instead of 0,01"),
    ("evidence_items: [{id: E, method: demand-record, confidence: 95}]\n", "95 % is written 0.95"),
    ("trees: [{id: FT, top: G, gates: [{id: G, type: AND, inputs: [A]}]}]\n", "did you mean 'and'"),
    ("include: [cas.yaml]\n", "did you mean 'case.yaml'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "hint"), MENDS)
def test_the_fix_is_shown(tmp_path: Path, text: str, hint: str) -> None:
    assert any(hint in f for f in findings(write(tmp_path, HEAD + text)))


def test_an_entry_without_its_dash_is_reported_once(tmp_path: Path) -> None:
    entry = "id: {0}\n    requirement:\n      bound: 1\n"
    result = findings(write(tmp_path, f"{HEAD}claims:\n  - {entry.format('A')}    {entry.format('B')}"))
    doubled = [f for f in result if "is duplicated" in f]
    assert [f.split(" (first")[0] for f in doubled] == [
        "case.yaml:7:5 key 'id' is duplicated",
        "case.yaml:8:5 key 'requirement' is duplicated",
    ]
    assert all("start a new entry" in f for f in doubled)


def test_a_forgotten_quote_is_reported_where_it_starts(tmp_path: Path) -> None:
    result = findings(write(tmp_path, HEAD + 'claims:\n  - id: A\n    text: "hi\n  - id: B\n'))
    assert result[0].startswith("case.yaml:5:11")


def test_an_empty_header_is_reported(tmp_path: Path) -> None:
    write(tmp_path, "casegen: 1\ncase:\nclaims: []\n")
    assert findings(tmp_path) == ["case.yaml:2:1 `case.yaml` must hold `case:` with an id and a title "]


@pytest.mark.parametrize(("text", "place", "words"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_files_are_reported_at_their_place(tmp_path: Path, text: str, place: str, words: str) -> None:
    result = findings(write(tmp_path, HEAD + text))
    assert any(f.startswith(place) and words in f for f in result), result


def test_all_findings_of_all_files_at_once(tmp_path: Path) -> None:
    write(tmp_path, HEAD + "include: [a.yaml, b.yaml]\nclaim: []\n")
    write(tmp_path, "claims: [{id: A, nope: 1}, {}]\n", "a.yaml")
    write(tmp_path, "evidence: {\n", "b.yaml")
    result = findings(tmp_path)
    assert len(result) == 4
    assert [f.split(":")[0] for f in result] == ["a.yaml", "a.yaml", "b.yaml", "case.yaml"]


def test_empty_and_missing_folders(tmp_path: Path) -> None:
    assert "expected `case.yaml`" in findings(tmp_path)[0]
    assert "no such folder" in findings(tmp_path / "nowhere")[0]
    (tmp_path / "case.yaml").write_text("")
    assert "found nothing" in findings(tmp_path)[0]


def test_invalid_utf8_names_the_byte(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_bytes(HEAD.encode() + b"claims: []\n# caf\xe9\n")
    assert findings(tmp_path)[0].startswith("case.yaml:4:6 expected UTF-8 text, found the byte 0xe9")


@pytest.mark.parametrize(
    "junk", ["[" * 5_000_000, "{a: " * 100_000, "- " * 200_000, "%PDF" + "x" * 5_000_000]
)
def test_megabytes_of_nonsense_are_refused_quickly(tmp_path: Path, junk: str) -> None:
    assert findings(write(tmp_path, junk))


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", "claims: []\n", "secret.yaml") / "secret.yaml"
    case = write(tmp_path / "case", HEAD + "include: [link.yaml, '*.yaml']\n")
    (case / "link.yaml").symlink_to(outside)
    assert any("leaves the case folder" in f for f in findings(case))


def test_modules_name_their_nodes(tmp_path: Path) -> None:
    write(tmp_path, HEAD + "include: [m.yaml]\n")
    write(tmp_path, "module: {id: M}\nclaims: [{id: A, text: hi}, {id: B, text: ho, module: N}]\n", "m.yaml")
    case = load(tmp_path)
    assert [c.module for c in case.claims] == ["M", "N"]
    assert str(case.locate("claims", 1, "text")) == "m.yaml:2:37"


@pytest.mark.parametrize(
    ("text", "value"),
    [("no", "no"), ("yes", "yes"), ("1e-3", 1e-3), ("1.0e-3", 1e-3), ("0x1f", 31), ("0o17", 15), ("010", 10), ("~", None),
     ("true", True), ("2026-01-01", "2026-01-01"), ("1_000", "1_000"), ("12:30", "12:30")],
)  # fmt: skip
def test_plain_scalars_follow_yaml_1_2(text: str, value: object) -> None:
    assert typed(text) == value


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_parses_or_is_refused(text: str) -> None:
    with contextlib.suppress(InputError):
        parse(text, "f.yaml")


@pytest.mark.slow
def test_ten_thousand_nodes_load(tmp_path: Path) -> None:
    body = "".join(
        f"  - id: C{i}\n    text: Claim number {i} holds\n    undeveloped: true\n" for i in range(10_000)
    )
    case = load(write(tmp_path, HEAD + "claims:\n" + body))
    assert len(case.claims) == 10_000
    assert case.locate("claims", 9_999, "text").line == 30_002


@pytest.mark.parametrize(
    ("path", "words"),
    [("records/12:30.csv", "has a colon"), ("a\\b.csv", "has a backslash"), ("../x.csv", "leaves the case folder"),
     ("/etc/hosts", "leaves the case folder")],
)  # fmt: skip
def test_why_a_path_is_none_of_the_folder(tmp_path: Path, path: str, words: str) -> None:
    assert inside(tmp_path, path) is None
    assert why_not_inside(path).startswith(words)
