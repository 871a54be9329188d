"""Values of a package's part that are almost right: refused by name, or taken as they are plainly meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from tests.plugins.conftest import RULE, Call

RAISE = (
    "from pathlib import Path; from casegen.model.diagnostic import InputError, Location; raise InputError"
)
AT = "Location('in.txt', 3, 1)"


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (f".at({AT}, 5)", "expected a text that is not empty as the message, found 5"),
        (f".at({AT}, '')", "expected a text that is not empty as the message, found ''"),
        (f".at({AT}, None)", "expected a text that is not empty as the message, found None"),
        (f".at({AT}, 'bad', hint=5)", "expected a text as the hint, found 5"),
        (f".at({AT}, 'bad', hint=None)", "expected a text as the hint, found None"),
        (".at(5, 'bad')", "as the place, found 5"),
        (".at(('in.txt', 3), 'bad')", "as the place, found ('in.txt', 3)"),
        (".at(Location('in.txt', -1, None), 'bad')", "as the place, found Location("),
        (".at(Location('in.txt', -1), 'bad')", "as the place, found Location("),
        (".at(Location(Path('in.txt')), 'bad')", "as the place, found Location("),
        (".at(Location('in.txt', True), 'bad')", "as the place, found Location("),
        ("([])", "InputError takes findings"),
        ("(None)", "InputError takes findings"),
    ],
)
def test_a_refusal_of_other_types_names_the_format(call: Call, raised: str, words: str) -> None:
    ran, path = call("reader", RAISE + raised)
    assert ran.code == 3, ran.err
    for expected in ("the format 'own' of the package stranger failed: TypeError", f"{path}:", words):
        assert expected in ran.err, (expected, ran.err)


@pytest.mark.parametrize(
    ("raised", "shown"),
    [
        (f".at({AT}, ValueError('bad number'))", "in.txt:3:1"),
        (f".at({AT}, 'bad number', hint=ValueError('write another'))", "write another"),
        (".at('in.txt', 'bad number')", "in.txt:1:1"),
        (".at(Path('in.txt'), 'bad number')", "in.txt:1:1"),
        (".at(None, 'bad number')", "command line"),
        (f".at({AT}, 'bad number')", "in.txt:3:1"),
        (".at(Location('in.txt'), 'bad number', hint='write another')", "write another"),
    ],
)
def test_a_refusal_that_is_plainly_meant_is_one(call: Call, raised: str, shown: str) -> None:
    ran, _ = call("reader", RAISE + raised)
    assert ran.code == 2, ran.err
    assert "bad number" in ran.err
    assert shown in ran.err


def test_an_error_without_words_counts_by_its_kind() -> None:
    assert InputError.at(Location("f"), KeyError()).diagnostics[0].message == "KeyError"


@pytest.mark.parametrize(
    "body",
    [
        "import shutil; shutil.rmtree(run.scratch); return Result({'late': Measure(0.5, 'fraction')})",
        "import shutil; (run.scratch / 'a').write_text('x'); run.progress(0.5, 'half'); shutil.rmtree(run.scratch)"
        "; run.progress(0.9, 'more'); return Result({'late': Measure(0.5, 'fraction')})",
        "import shutil; shutil.rmtree(run.scratch); run.scratch.write_text('x')"
        "; return Result({'late': Measure(0.5, 'fraction')})",
    ],
)
def test_a_method_may_remove_its_folder_of_checkpoints(call: Call, body: str) -> None:
    ran, _ = call("method", body)
    assert ran.code == 0, ran.err


MEASURED = "return Result({{'late': Measure({})}}{})"
SIGN = ", signs=[Sign('doubt', 'suspicious', 'seen', ['late'], possible={{'late': {}}})]"


@pytest.mark.parametrize(
    ("measure", "possible", "words"),
    [
        ("0.5, 'fraction'", "-1", "kinds of the measures allow, found late: possible of a fraction must lie in [0, 1], found -1.0"),
        ("0.5, 'fraction'", "1.5", "found 1.5"),
        ("0.5, 'fraction'", "float('nan')", "must be finite"),
        ("0.5, 'fraction', looks=0", "", "looks are at least 1, found late: looks 0"),
        ("0.5, 'fraction', looks=-1", "", "looks are at least 1, found late: looks -1"),
        ("0.5, 'fraction', upper=0.6, confidence=0.9, n=0", "", "limits of at least one observation, found late: n 0"),
        ("0.5, 'fraction', lower=0.4, confidence=0.9, n=0", "", "limits of at least one observation, found late: n 0"),
    ],
)  # fmt: skip
def test_numbers_that_no_measure_has_are_named(call: Call, measure: str, possible: str, words: str) -> None:
    ran, path = call("method", _body(measure, possible))
    assert ran.code == 3, ran.err
    for expected in ("the evidence method 'own' of the package stranger", f"{path}:", words):
        assert expected in ran.err, (expected, ran.err)


@pytest.mark.parametrize(
    ("measure", "possible"),
    [
        ("0.5, 'fraction'", "0"),
        ("0.5, 'fraction'", "1 + 1e-15"),
        ("0.5, 'fraction', looks=1, upper=0.6, confidence=0.9, n=1", "1.0"),
        ("0.5, 'fraction', looks=3, at_any_time=True, upper=0.6, confidence=0.9", ""),
        ("0.5, 'fraction', n=0", ""),
        ("1.0, 'fraction', lower=0.0, upper=1.0, confidence=0.9, n=0", ""),
    ],
)
def test_numbers_that_measures_have_are_taken(call: Call, measure: str, possible: str) -> None:
    ran, _ = call("method", _body(measure, possible))
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_levels_of_few_bits_count_as_printed(call: Call, tmp_path: Path, kind: str) -> None:
    level = f"import numpy as np; few = np.{kind}; "
    measure = "0.5, 'fraction', upper=0.6, confidence=few(0.95)"
    ran, _ = call("method", level + _body(measure, "few(0.7)"))
    assert ran.code == 0, ran.err
    (path,) = (tmp_path / "case" / "results").glob("E-*.json")
    stored = json.loads(path.read_text("utf-8"))
    assert stored["measures"]["late"]["confidence"] == 0.95
    assert stored["signs"][0]["possible"] == {"late": 0.7}


@pytest.mark.parametrize("kind", ["float16", "float32", "longdouble"])
def test_cells_and_figures_of_another_precision_are_as_printed(call: Call, tmp_path: Path, kind: str) -> None:
    body = (
        f"import numpy as np; few = np.{kind}; "
        "from casegen_evidence.method import Figure, Table; "
        "lines = {'series': [{'name': 'a', 'x': [few('0.1')], 'y': np.array(['0.7'], few)}]}; "
        "return Result({'late': Measure(few('0.3'), 'fraction')}, [Table('T', ['a'], [[few('0.1')]])], "
        "[Figure('F', 'lines', lines, 'a')])"
    )
    ran, _ = call("method", body)
    assert ran.code == 0, ran.err
    (path,) = (tmp_path / "case" / "results").glob("E-*.json")
    stored = json.loads(path.read_text("utf-8"))
    assert stored["measures"]["late"]["value"] == 0.3
    assert stored["tables"][0]["rows"] == [[0.1]]
    assert stored["figures"][0]["data"]["series"] == [{"name": "a", "x": [0.1], "y": [0.7]}]


def _body(measure: str, possible: str) -> str:
    sign = SIGN.format(possible) if possible else ""
    return "from casegen_evidence.signs import Sign; " + MEASURED.format(measure, sign)


FIGURE = "from casegen_evidence.method import Figure; return Result({{'late': Measure(0.5, 'fraction')}}, figures=[Figure('F', '{}', {}, 'a')])"


@pytest.mark.parametrize(
    ("form", "data", "words"),
    [
        ("lines", "{'x': [1], 'y': [2]}", "series is no list of mappings"),
        ("lines", "{'series': [{'name': 'a', 'x': [1, 2]}]}", "series[0].y is no list of numbers"),
        ("lines", "{'series': [{'name': 'a', 'x': [1, 2], 'y': [3]}]}", "series[0] has 2 x, 1 y"),
        ("lines", "{'series': [{'name': 'a', 'x': [1], 'y': ['3']}]}", "series[0].y is no list of numbers"),
        ("lines", "{'series': [{'name': 'a', 'x': [1], 'y': [3], 'upper': [4, 5]}]}", "series[0] has 1 x, 1 y, 2 upper"),
        ("scatter", "{'series': [{'name': 'a', 'x': [1], 'y': [3], 'z': []}]}", "series[0] has 1 x, 1 y, 0 z"),
        ("bars", "{'series': [{'name': 'a', 'values': [1]}]}", "categories is no list"),
        ("bars", "{'categories': ['a', 'b'], 'series': [{'name': 'a', 'values': [1]}]}", "series[0] has 1 values, 2 categories"),
        ("heatmap", "{'z': [[1, 2], [3]], 'extent': [0, 1, 0, 1]}", "rows of different lengths"),
        ("heatmap", "{'z': [1, 2], 'extent': [0, 1, 0, 1]}", "z is no list of rows"),
        ("heatmap", "{'z': [[1]], 'extent': [0, 1]}", "extent is not four numbers"),
        ("image", "{}", "png is no text"),
        ("pictures", "{'pictures': ['a']}", "pictures is no list of mappings with png"),
    ],
)  # fmt: skip
def test_a_figure_that_cannot_be_drawn_is_named(call: Call, form: str, data: str, words: str) -> None:
    ran, path = call("method", FIGURE.format(form, data))
    assert ran.code == 3, ran.err
    for expected in (
        "the evidence method 'own'",
        f"{path}:",
        f"the data of a figure of {form}, found 'F': ",
        words,
    ):
        assert expected in ran.err, (expected, ran.err)


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("lines", "{'series': []}"),
        ("lines", "{'series': [{'name': 'a', 'x': (1, 2), 'y': [3, float('nan')], 'upper': None}]}"),
        ("scatter", "{'series': [{'name': 'a', 'x': __import__('numpy').arange(2), 'y': [3, None], 'z': [1, 2.5]}]}"),
        ("bars", "{'categories': ['a', 2], 'series': [{'name': 'a', 'values': [1, None], 'lower': [0, 0]}]}"),
        ("heatmap", "{'z': [[1, None], [3, 4]], 'extent': [0, 1, 0, 1], 'log': True}"),
        ("heatmap", "{'z': __import__('numpy').ones((2, 3))}"),
        ("pictures", "{'pictures': [{'png': 'eA==', 'name': 'a', 'text': 'b'}]}"),
    ],
)  # fmt: skip
def test_a_figure_of_its_form_is_taken(call: Call, form: str, data: str) -> None:
    ran, _ = call("method", FIGURE.format(form, data))
    assert ran.code == 0, ran.err


def _rule(id: str) -> str:
    return RULE.replace("own-rule", id).replace("BODY", "yield Finding(('claims', 0), 'no owner', 'A')")


@pytest.mark.parametrize(
    ("id", "own"),
    [
        ("Waiver-Known", "waiver-known"),
        ("waiver_known", "waiver-known"),
        ("waiverknown", "waiver-known"),
        ("residual_doubt.record", "residual-doubt-record"),
    ],
)
def test_a_rule_whose_id_is_another_spelling_of_casegens_own_is_named(call: Call, id: str, own: str) -> None:
    ran, path = call("rule", _rule(id))
    assert ran.code == 3, ran.err
    for expected in (
        f"the rule {id!r} of the package stranger",
        f"unlike casegen's own rule {own!r}",
        f"{path}:",
    ):
        assert expected in ran.err, (expected, ran.err)


@pytest.mark.parametrize("id", ["waiver-known-to-us", "ACME.waiver_known", "claim-owner"])
def test_a_rule_with_an_id_of_its_own_is_taken(call: Call, id: str) -> None:
    ran, _ = call("rule", _rule(id))
    assert ran.code == 0, ran.err
