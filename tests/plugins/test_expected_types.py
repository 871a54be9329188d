"""Whatever a plug-in hands back is checked where it comes in: exit code 3 and its package, never a wrong result."""

from __future__ import annotations

import numpy as np
import pytest

from casegen.expected_types import misfit
from tests.plugins.conftest import DOCUMENT, FORMAT, METHOD, RULE, Call

GATE = """from casegen.model.gates import GateRow, Operator, Shape

PART = GateRow(operator=Operator.ALL, shape=Shape.AND)
"""
SOUND = {
    "format": FORMAT.replace("BODY", "return Exported({name: b'text'})"),
    "reader": FORMAT.replace("BODY", "return Exported({name: b'text'})"),
    "document": DOCUMENT.replace("BODY", "(folder / name).write_text('x'); return [folder / name]"),
    "rule": RULE.replace("BODY", "yield Finding(('claims', 0), 'no owner', 'A')"),
    "method": METHOD.replace("BODY", "return Result({'late': Measure(0.5, 'fraction')})"),
    "gate": GATE,
}
FOUND = "Finding(('claims', 0), 'no owner', 'A')"
RESULT = "Result({'late': Measure(0.5, 'fraction')})"
MEASURE = "Measure(0.5, 'fraction')"
READ = 'lambda files: write(files, "")'
IMPORTED = "from casegen.io.exchange.format import *\nfrom casegen.io.exchange.format import TableRow\nfrom casegen.io import load\n"
CASE = "load(files[0].parent)"


def read(what: str) -> str:
    return f"lambda files: {what}"


BROKEN: list[tuple[str, str, str, str]] = [
    # rules: metadata
    *[("rule", '"own-rule"', new, "id") for new in ("7", "None", '""', 'b"own-rule"', '"\\ud800"')],
    *[("rule", '"Own"', new, "family") for new in ("None", "3.5", "('a',)", '""')],
    *[("rule", '"It holds."', new, "says") for new in ("None", "['x']", "b'x'", '""')],
    *[("rule", 'source="s"', new, "source") for new in ("source=None", "source=1", 'source="\\udfff"')],
    *[("rule", 'hint="h"', new, "hint") for new in ("hint=None", "hint=True", "hint=lambda: 0")],
    # rules: what they find
    *[("rule", "('claims', 0)", new, "place") for new in (
        "('claims', None)", "('claims', 0.0)", "('claims', True)", "(0, 'claims')", "('claims', 99)", "('claims', -1)",
        "('nothing', 0)", "('claims', 0, ['x'])", "['claims', 0]", "()", "('claims',)", "(b'claims', 0)",
    )],
    *[("rule", FOUND, new, "give") for new in (
        "Finding(('claims', 0), '')", "Finding(('claims', 0), 'no owner', None)", "Finding(('claims', 0), 'x', 'A', b'h')",
        "None", "'text'", "Finding", "{'place': 1}",
    )],
    # formats: metadata
    *[("format", 'Format("own"', new, "name") for new in ('Format("other"', "Format(None", "Format(7", 'Format(""')],
    *[("format", '"Own", "nothing"', new, words) for new, words in (
        ('None, "nothing"', "title"), ('"Own", 7', "carries"), ('"Own", ["x"]', "carries"), ("b'Own', 'nothing'", "title"),
    )],
    *[("format", ", write)\n", new, "write") for new in (", 7)\n", ", 'write')\n")],
    *[("reader", READ, new, "read") for new in ("7", "'read'", "()")],
    # formats: what they write
    *[("format", "{name: b'text'}", new, "files") for new in (
        "None", "[b'text']", "{7: b'text'}", "{name: 'text'}", "{name: None}", "{}", "{name: bytearray(b'x')}",
        "{'/etc/casegen-x': b'x'}", "{'../up': b'x'}", "{'': b'x'}", "{'a\\0b': b'x'}", "{'\\ud800': b'x'}",
    )],
    *[("format", "b'text'})", f"b'text'}}, {new})", "left_out") for new in ("7", "None", "(7,)", "[Exported]", "'all'")],
    # formats: what they read
    *[("reader", READ, IMPORTED_READ, words) for IMPORTED_READ, words in (
        (read("Imported(None)"), "case"), (read("Imported('case')"), "case"), (read("Imported(files)"), "case"),
        (read(f"Imported({CASE}, 7)"), "left_out"), (read(f"Imported({CASE}, (), ['x'])"), "decided"),
        (read(f"Imported({CASE}, (Item('a', None),))"), "left_out"), (read(f"Imported({CASE}, (), (), None)"), "tables"),
        (read(f"Imported({CASE}, (), (), {{'claims': 7}})"), "tables"),
        (read(f"Imported({CASE}, (), (), {{'claims': (TableRow('a', 'b', {{'x': 7}}, {{}}),)}})"), "tables"),
        (read("iter(())"), "Imported"), (read("Imported"), "Imported"),
    )],
    # documents
    *[("document", 'Document("own"', new, "name") for new in ('Document("other"', "Document(None", 'Document("")'[:-1])],
    *[("document", '"Own", write', new, words) for new, words in (
        ('None, write', "title"), ('"Own", None', "write"), ('"Own", "write"', "write"), ('"Own", write, 7', "begin"),
    )],
    *[("document", "return [folder / name]", new, "give") for new in (
        "return str(folder / name)", "return [str(folder / name)]", "return {}", "return []", "return [None]", "return folder",
        "return [folder]", "return b'x'", "yield folder / name",
    )],
    # gates
    *[("gate", "shape=Shape.AND", f"shape=Shape.AND, {new}", new.split("=")[0]) for new in (
        "least=1.5", "most=2.0", "mark=None", "mark=7", "bubble='no'", "complement=1", "least=True",
        "of_complements=None", "conditional='yes'", "ordered=2", "openpsa=None", "flavour=3", "galileo=b'x'", "k=True",
        "k_max='2'", "least=float('nan')",
    )],
    ("gate", "Operator.ALL", "'all'", "operator"), ("gate", "shape=Shape.AND", "shape='and'", "shape"),
    ("gate", "PART = GateRow(", "PART = lambda: GateRow(", "GateRow"),
    # methods: metadata
    *[("method", '"own", 1, "s", "s", None', new, words) for new, words in (
        ('"own", "1", "s", "s", None', "version"), ('"own", 1.5, "s", "s", None', "version"),
        ('"own", True, "s", "s", None', "version"), ('"own", None, "s", "s", None', "version"),
        ('"own", 1, None, "s", None', "summary"), ('"own", 1, "s", 7, None', "source"), ('"own", 1, "s", "s", 7', "extra"),
        ('"other", 1, "s", "s", None', "name"), ('None, 1, "s", "s", None', "name"),
    )],
    *[("method", "Parameters, {}", new, words) for new, words in (
        ("Parameters(), {}", "parameters"), ("dict, {}", "parameters"), ("None, {}", "parameters"), ("Parameters, None", "tolerance"),
        ("Parameters, {'late': 'x'}", "tolerance"), ("Parameters, {'late': None}", "tolerance"), ("Parameters, []", "tolerance"),
    )],
    *[("method", '{"times": (True, "t")}', new, "inputs") for new in (
        "None", "['times']", '{"times": "t"}', '{"times": (True,)}', '{"times": ("yes", "t")}', '{7: (True, "t")}', '{"times": (True, 7)}',
    )],
    *[("method", '{"late": ("fraction", "l")}', new, "measures") for new in (
        "None", "['late']", '{"late": "fraction"}', '{"late": ("share", "l")}', '{"late": ("fraction",)}', '{7: ("fraction", "l")}',
        '{"late": (None, "l")}', '{"late": ("fraction", None)}', "{}",
    )],
    *[("method", "    def run", f"    {new}\n\n    def run", new.split(" ")[0]) for new in (
        "better = 'lower'", "better = {'late': 'down'}", "better = None", "signs = ['x']", "signs = {'x': 7}", "distinct = 7",
        "distinct = [7]", "unused = ['times']", "stages = 7", "memory = 'much'", "memory = (1,)", "continued = 7", "simulators = 7",
    )],
    ("method", "    def run", "    run = 7\n\n    def other", "run"),
    # methods: results
    *[("method", "{'late': Measure(0.5, 'fraction')}", new, "measures") for new in (
        "None", "[0.5]", "{'late': 0.5}", "{'late': None}", "{7: Measure(0.5, 'fraction')}",
        "{'late': Measure(0.5, 'score')}", "{'late': Measure(0.5, 'share')}",
    )],
    *[("method", MEASURE, f"Measure(0.5, 'fraction', {new})", words) for new, words in (
        ("confidence='0.95'", "confidence"), ("confidence=True", "confidence"), ("n='7'", "n"), ("n=1.5", "n"),
        ("text=None", "text"), ("estimator=7", "estimator"), ("reproduction_only='no'", "reproduction_only"),
        ("assumes=None", "assumes"), ("looks='1'", "looks"), ("at_any_time='no'", "at_any_time"),
        ("not_for_claims=None", "not_for_claims"), ("distribution=7", "distribution"), ("lower=True", "lower"),
    )],
    *[("method", MEASURE + "}", MEASURE + "}, " + new, new.split("=")[0]) for new in (
        "tables=7", "tables=['x']", "tables=None", "tables=[{'title': 't'}]", "figures=['x']", "figures=None", "assumptions='text'",
        "assumptions=[7]", "assumptions=None", "notes=[None]", "notes='text'", "device=7", "signs=['x']", "signs=None",
        "read=['x']", "read=7", "read=[{'rows': 'x'}]",
    )],
    *[("method", MEASURE + "}", MEASURE + "}, " + new, words) for new, words in (
        ("tables=[Table(None, ['a'], [[1]])]", "tables"), ("tables=[Table('t', 'ab', [[1, 2]])]", "tables"),
        ("tables=[Table('t', ['a'], [[1, 2]])]", "tables"), ("tables=[Table('t', ['a'], [7])]", "tables"),
        ("tables=[Table('t', ['a'], [[{}]])]", "tables"), ("figures=[Figure('f', 'pie', {}, 'a')]", "figures"),
        ("figures=[Figure('f', 'lines', None, 'a')]", "figures"), ("figures=[Figure('f', 'lines', {}, None)]", "figures"),
        ("figures=[Figure('f', 'lines', {'series': {7}}, 'a')]", "figures"),
        ("figures=[Figure('f', 'lines', {'x': object()}, 'a')]", "figures"),
        ("signs=[Sign('sign-x', 'maybe', 'm')]", "signs"), ("signs=[Sign(7, 'fails', 'm')]", "signs"),
        ("signs=[Sign('sign-x', 'fails', None)]", "signs"), ("signs=[Sign('sign-x', 'fails', 'm', 'late')]", "signs"),
        ("signs=[Sign('sign-x', 'fails', 'm', (), '', {'late': 'x'})]", "signs"),
        ("signs=[Sign('sign-x', 'fails', 'm', ('lat',))]", "signs"),
    )],
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "old", "new", "words"),
    BROKEN,
    ids=[f"{n}-{kind}-{new}" for n, (kind, _, new, _) in enumerate(BROKEN)],
)
def test_a_part_of_another_type_is_named(call: Call, kind: str, old: str, new: str, words: str) -> None:
    source = SOUND[kind]
    assert old in source
    source = source.replace(old, new)
    if kind == "reader":
        source = IMPORTED + source
    if kind == "method":
        source = (
            "from casegen_evidence.method import Figure, Table\nfrom casegen_evidence.signs import Sign\n"
            + source
        )
    ran, _ = call(kind, source)
    assert ran.code == 3, (ran.code, ran.out, ran.err)
    assert "of the package stranger" in ran.err, ran.err
    assert "expected" in ran.err or "cannot be loaded" in ran.err or "failed" in ran.err, ran.err
    assert words in ran.err, ran.err


@pytest.mark.parametrize("kind", SOUND)
def test_a_sound_part_passes(call: Call, kind: str) -> None:
    source = SOUND[kind]
    if kind == "reader":
        source = IMPORTED + source.replace(READ, read(f"Imported({CASE}, [Item('a', 'b')])"))
    ran, _ = call(kind, source)
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    "value", [np.timedelta64(1, "D"), np.timedelta64("NaT"), np.ma.masked, np.datetime64("NaT")]
)
def test_a_duration_is_no_number(value: object) -> None:
    """numpy says that it is a whole number."""
    assert misfit(value, float) is not None
    assert misfit(value, int) is not None
    assert misfit(np.int8(1), float) is misfit(np.int8(1), int) is misfit(np.float32(1), float) is None
