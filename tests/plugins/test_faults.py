"""A fault of an installed package's part names the part, its package and the line; exit code 3, never an internal error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence import cluster
from casegen_evidence.blocks import Workers
from casegen_evidence.installed import installed
from casegen_evidence.method import InputProblem, Measure, Result, Run

from casegen import plugins
from casegen.io import load
from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Freshness
from casegen.store import identity, methods
from casegen.store.method_code import is_outdated
from casegen.store.store import Store
from tests.conftest import Ran
from tests.plugins.conftest import FORMAT, HEAD, ITEM, KINDS, METHOD, RULE, Call, Install

WRONG = [
    ("format", "raise KeyError('claims')", "the format 'own'", "KeyError: 'claims'"),
    ("format", "raise SystemExit(0)", "the format 'own'", "SystemExit"),
    ("format", "return case", "the format 'own'", "give an Exported, found Case"),
    ("format", "return Exported({name: 'text'})", "the format 'own'", "give bytes as files['x'], found 'text'"),
    ("reader", "return case[5]", "the format 'own'", "IndexError"),
    ("reader", "return None", "the format 'own'", "give an Imported, found None"),
    ("document", "assessment.claims['NONE']", "the document 'own'", "KeyError: 'NONE'"),
    ("document", "return None", "the document 'own'", "give a Sequence, found None"),
    ("document", "return [folder / 'none.txt']", "the document 'own'", "the paths of the files that it wrote into its folder, found"),
    ("rule", "yield view.claims_of_mine", "the rule own-rule", "AttributeError"),
    ("rule", "return None", "the rule own-rule", "TypeError"),
    ("rule", "while True: yield Finding(('claims', 0), 'no owner', 'A')", "the rule own-rule", "at most 1,000,000 findings, found more"),
    *[
        ("rule", f"view.{table}.clear(); yield from ()", "the rule own-rule", "is read only")
        for table in ("case.claim", "case.node", "case.tree", "case.evidence_item", "case.event", "arguments_for", "place")
    ],
    ("rule", "view.support['A'].append('B'); yield from ()", "the rule own-rule", "is read only"),
    ("rule", "view.support.clear(); yield from ()", "the rule own-rule", "is read only"),
    ("rule", "view.case.claim.popitem(); yield from ()", "the rule own-rule", "is read only"),
    *[
        ("document", f"assessment.{change}", "the document 'own'", "is read only")
        for change in ("claims.pop('A')", "claims['A'] = None", "trees.clear()", "nodes.update(A=None)")
    ],
    *[
        ("rule", f"from casegen.argument.rule import RULES; {change}; yield from ()", "the rule own-rule", "is read only")
        for change in (
            "RULES.clear()", "RULES.pop('claims-developed')", "RULES.update(x=None)", "RULES['own-rule'] = None",
            "del RULES['own-rule']", "RULES |= {}",
        )
    ],
    *[
        (kind, f"from casegen.model.gates import GATES, GateType\n{change}\nPART = 1", what, "is read only")
        for kind, what in (("gate", "the plug-in 'own' (casegen.gates)"), ("format", "the plug-in 'own' (casegen.exchange_formats)"))
        for change in ("GATES.clear()", "GATES[GateType.AND] = GATES[GateType.OR]")
    ],
    ("rule", "# @warning\nfrom casegen.argument.rule import RULES\nRULES.clear()", "the plug-in 'own' (casegen.rules)", "is read only"),
    ("rule", "yield ('claims', 0), 'no owner'", "the rule own-rule", "a Finding as [0], found (("),
    ("rule", "yield Finding('claims', 'no owner')", "the rule own-rule", "a tuple as [0].place, found 'claims'"),
    ("rule", "yield Finding(('claims', 0), None, 'A')", "the rule own-rule", "a text that is not empty as [0].message, found None"),
    ("rule", "yield Finding(('claims', 0), 12345, 'A')", "the rule own-rule", "a text that is not empty as [0].message, found 12345"),
    ("rule", "yield Finding(('claims', 0), 'no owner', 'A', 7)", "the rule own-rule", "a text as [0].hint, found 7"),
    ("rule", "yield Finding(('claims', 0), '\\ud800', 'A')", "the rule own-rule", "a text that is not empty as [0].message, found"),
    ("format", "return Exported({'other.txt': b'x'})", "the format 'own'", "the file that was asked for, 'x', found ['other.txt']"),
    *[
        (
            "reader",
            "from dataclasses import replace; from casegen.io.exchange.format import Imported; "
            f"from casegen.api import CaseBuilder; return Imported(replace(CaseBuilder('c', title='C').model(), {parts}))",
            "the format 'own'",
            words,
        )
        for parts, words in (
            ("claims=('x',)", "give a Claim as [0], found 'x'"),
            ("modules=('x',)", "give a Module as [0], found 'x'"),
            ("trees=None", "found None"),
            ("header='x'", "found 'x'"),
        )
    ],
    *[
        ("rule", f"{change}; yield from ()", "the rule own-rule", "give findings only, found a case that it had changed")
        for change in (
            "view.case.claims[0].__dict__.update(undeveloped=False, text='Other')",
            "object.__setattr__(view.case.claims[0], 'undeveloped', False)",
            "object.__setattr__(view.case, 'claims', ())",
            "view.case.__dict__.update(claims=())",
        )
    ],
    ("format", "return Exported({})", "the format 'own'", "files by their names, without a folder, found {}"),
    ("format", "return Exported({name: b'x'}, 'all')", "the format 'own'", "a Sequence as left_out, found 'all'"),
    ("format", "return Exported({name: b'x'}, ('all',))", "the format 'own'", "an Item as left_out[0], found 'all'"),
    ("format", "return Exported({name: b'x'}, None)", "the format 'own'", "a Sequence as left_out, found None"),
    ("method", "return 1 / 0", "the evidence method 'own'", "ZeroDivisionError"),
    ("method", "return 0.5", "the evidence method 'own'", "give a Result, found 0.5"),
    ("method", "return Result({'lat': Measure(0.5, 'fraction')})", "the evidence method 'own'", "its measures: late (fraction), found lat"),
    *[
        ("method", f"return Result({{'late': Measure(0.5, 'fraction', {more})}})", "the evidence method 'own'", words)
        for more, words in (
            ("upper=0.6, confidence=1.5", "late: confidence"),
            ("upper=0.6", "late: a bound needs its confidence"),
            ("upper=1.5, confidence=0.9", "late: upper"),
            ("n=-3", "late: n"),
        )
    ],
    *[
        ("reader", f"from casegen.api import CaseBuilder; b = CaseBuilder('c', title='C'); {body}", "the format 'own'", words)
        for body, words in (
            ("b.claim('A', 'It holds', undevelopped=True)", "undevelopped: unknown key"),
            ("b.claim(3, 'It holds')", "expected a text"),
            ("b.tree('T', top='G', target='low')", "expected a probability or a mapping"),
            ("b.argument('A', supports='C', block='decomposition', premises='P')", "expected a list of names"),
        )
    ],
    ("format", "from casegen.io.exchange.format import Format\nPART = Format('own', 'Own', 'nothing', None, None)", "the plug-in 'own' (casegen.exchange_formats)",
     "expected a function to read or one to write, found neither"),
    *[
        ("rule", f"# @warning\nfrom casegen.argument.rule import Finding, warning\n@warning({id!r}, 'Own', 'It holds.', source='s', hint='h')\n"
         "def own(view):\n    yield from ()", f"the rule {id!r}", "an id of letters, digits, -, . and _ that begins with a letter")
        for id in ("H Rule!", "own rule", "1-own", "own,rule", "größe", "own\n", "-own")
    ],
    *[
        (kind, f"from casegen.model.diagnostic import InputError, Location; raise InputError.at(Location('f', 7, 1), 'hoax'){rest}", what, "hoax")
        for kind, what, rest in (
            ("document", "the document 'own'", ""), ("rule", "the rule own-rule", "; yield"), ("format", "the format 'own'", ""),
            ("method", "the evidence method 'own'", ""),
        )
    ],
    ("format", "return Exported({name: b''})", "the format 'own'", "the file that was asked for, 'x', found one without content"),
    *[
        ("format", f"return Exported({{name: b'x', {other!r}: b'y'}})", "the format 'own'", f"none that a case folder has, found [{other!r}]")
        for other in ("case.yaml", "Case.YAML")
    ],
    *[
        ("document", f"p = folder / 'a{sign}b.txt'; p.write_text('x'); return [p]", "the document 'own'", f"names that can be printed, found 'a{sign}b.txt'")
        for sign in ("\\n", "\\x1b", "\\udc80")
    ],
    ("document", "(folder / 'a\\nb').write_text('x'); p = folder / 'c'; p.write_text('x'); return [p]", "the document 'own'", "found 'a\\nb'"),
    ("rule", "yield Finding(('claims', 0), 'no owner', 'NONE')", "the rule own-rule", "the id of a part of the case as target, or none, found 'NONE'"),
    ("gate", "PART = 'exactly one'", "the plug-in 'own' (casegen.gates)", "expected stranger:PART to be a GateRow, found"),
    ("gate", "PART = len", "the plug-in 'own' (casegen.gates)", "expected stranger:PART to be a GateRow, found"),
    ("format", "from casegen.io.exchange.format import Format\nPART = Format('own', 'Own', 'nothing', None, 3)", "the plug-in 'own' (casegen.exchange_formats)",
     "expected write of stranger:PART to be"),
    ("format", "from casegen.io.exchange.format import Format\nPART = Format('other', 'Own', 'nothing', None, len)", "the plug-in 'own' (casegen.exchange_formats)",
     "to have the name of its entry point"),
    ("document", "PART = 3", "the plug-in 'own' (casegen.documents)", "expected stranger:PART to be a Document"),
    ("gate", "PART = 1 / 0", "the plug-in 'own' (casegen.gates)", "ZeroDivisionError"),
    ("gate", "PART = (", "the plug-in 'own' (casegen.gates)", "SyntaxError"),
    *[
        (kind, f"raise {error}({number}, 'of its own', '/nosuch/table.csv'){rest}", what, f"{error}: [Errno {number}] of its own")
        for kind, what, rest in (
            ("document", "the document 'own'", ""), ("rule", "the rule own-rule", "; yield"), ("format", "the format 'own'", ""),
            ("reader", "the format 'own'", ""), ("method", "the evidence method 'own'", ""),
        )
        for error, number in (
            ("FileNotFoundError", 2), ("PermissionError", 13), ("IsADirectoryError", 21), ("NotADirectoryError", 20), ("OSError", 5),
        )
    ],
    ("rule", "open('case.yaml'); yield", "the rule own-rule", "FileNotFoundError"),
    ("document", "open(folder / 'no' / 'file')", "the document 'own'", "FileNotFoundError"),
    ("reader", "open(str(case[0]) + '.index')", "the format 'own'", "FileNotFoundError"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "body", "what", "words"), WRONG)
def test_a_fault_names_part_package_and_line(call: Call, kind: str, body: str, what: str, words: str) -> None:
    ran, path = call(kind, body)
    assert ran.code == 3, ran.err
    for expected in (what, "of the package stranger", f"{path}:", words):
        assert expected in ran.err, (expected, ran.err)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 1 / 0", "ZeroDivisionError"),
        ("return 0.5", "expected it to give a Measure or None, found 0.5"),
        ("return Measure(0.5, 'fraction', looks='1')", "a Measure or None"),
    ],
)
def test_a_fault_of_what_a_plan_asks_a_method_is_named(install: Install, body: str, words: str) -> None:
    own = METHOD.replace("BODY", "return None").replace(
        "PART", f"    measure = 'late'\n\n    def continued(self, *more):\n        {body}\n\n\nPART"
    )
    path = install("stranger", own, evidence_methods="own = stranger:PART")
    with pytest.raises(MissingDependencyError) as caught:
        methods.ask(methods.method("own"), "continued", Measure | None, {}, {}, 0.95, 1.0, 0)
    for expected in ("continued of the evidence method 'own' of the package stranger", f"{path}:", words):
        assert expected in str(caught.value)


SOUND = [
    ("format", "return Exported({name: b'text'})", 0),
    ("document", "(folder / name).write_text('x'); return [folder / name]", 0),
    ("rule", "yield Finding(('claims', 0), 'no owner', 'A')", 0),
    *[("rule", f"yield Finding(('claims', 0), 'no owner'{target})", 0) for target in ("", ", ''", ", 'c'")],
    ("format", "return Exported({name: b'text', 'empty.csv': b'', 'case.txt': b'x'})", 0),
    ("document", "(folder / 'über a-1.txt').write_text('x'); return [folder / 'über a-1.txt']", 0),
    (
        "rule",
        RULE.replace("own-rule", "ACME.rule_7").replace(
            "BODY", "yield Finding(('claims', 0), 'no owner', 'A')"
        ),
        0,
    ),
    ("method", "return Result({'late': Measure(0.5, 'fraction')})", 0),
    (
        "gate",
        "from casegen.model.gates import *\nPART = GateRow(operator=Operator.ALL, shape=Shape.AND)",
        0,
    ),
    (
        "reader",
        "from casegen.model.diagnostic import InputError, Location; raise InputError.at(Location('f', 7, 1), 'no such part')",
        2,
    ),
    # of a file or a folder of the user's, which the part was given
    ("document", "raise PermissionError(13, 'Permission denied', str(folder / name))", 2),
    ("document", "import os; raise OSError(28, 'No space left on device', os.fsencode(folder / name))", 2),
    ("reader", "raise PermissionError(13, 'Permission denied', case[0])", 2),
    ("reader", "case[0].unlink(); open(case[0])", 2),
]


@pytest.mark.parametrize(("kind", "body", "code"), SOUND)
def test_a_sound_part_works_and_a_wrong_input_stays_one(call: Call, kind: str, body: str, code: int) -> None:
    ran, _ = call(kind, body)
    assert ran.code == code, ran.err


def test_a_module_without_a_rule_is_named(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    path = install("stranger", "x = 1\n", rules="own = stranger")
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    ran = casegen("check", tmp_path)
    assert ran.code == 3
    assert "of the package stranger registers no rule" in ran.err
    assert f"{path}:1" in ran.err


def test_a_method_that_lacks_a_part_is_named(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    install(
        "stranger",
        METHOD.replace("extra = ", "none = ").replace("BODY", "pass"),
        evidence_methods="own = stranger:PART",
    )
    (tmp_path / "case.yaml").write_text(HEAD + ITEM, "utf-8")
    ran = casegen("check", tmp_path)
    assert ran.code == 3
    assert "the plug-in 'own' (casegen.evidence_methods) of the package stranger" in ran.err
    assert "expected extra of stranger:PART to be a text or None, found nothing" in ran.err


@pytest.mark.parametrize(
    ("kind", "group", "line", "command"),
    [
        ("format", "exchange_formats", "csv = stranger:PART", ("export", "CASE", "-f", "csv", "-o", "x.csv")),
        ("document", "documents", "markdown = stranger:PART", ("build", "CASE", "--markdown", "--no-run", "-o", "x")),
        ("gate", "gates", "and = stranger:PART", ("check", "CASE")),
        ("gate", "gates", "and = stranger:PART", ("fta", "quantify", "FILE")),
        ("method", "evidence_methods", "demand-record = stranger:PART", ("check", "CASE")),
        ("rule", "rules", "own = stranger", ("check", "CASE")),
    ],
)  # fmt: skip
def test_a_part_named_like_a_built_in_one_is_refused(
    install: Install,
    casegen: Callable[..., Ran],
    tmp_path: Path,
    kind: str,
    group: str,
    line: str,
    command: tuple[str, ...],
) -> None:
    """It was ignored: the user went on with another part than the one installed."""
    install("stranger", KINDS[kind][2].replace("own-rule", "waiver-known"), **{group: line})
    item = ITEM.replace("own", "demand-record") if kind == "method" else ""
    (tmp_path / "case.yaml").write_text(HEAD + item, "utf-8")
    (tmp_path / "tree.dft").write_text(
        'toplevel "g";\n"g" and "a" "b";\n"a" prob=0.1;\n"b" prob=0.2;\n', "utf-8"
    )
    places = {"CASE": tmp_path, "FILE": tmp_path / "tree.dft"}
    ran = casegen(*(places.get(word, word) for word in command), cwd=tmp_path)
    assert ran.code == 3, ran.err
    name = "waiver-known" if kind == "rule" else line.split(" = ")[0]
    assert "stranger" in ran.err
    assert "casegen" in ran.err.removeprefix("casegen:")
    assert f"'{name}'" in ran.err


def test_two_packages_with_one_name_are_both_named(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    install("stranger", FORMAT.replace("BODY", "pass"), exchange_formats="own = stranger:PART")
    install("neighbour", FORMAT.replace("BODY", "pass"), exchange_formats="own = neighbour:PART")
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    ran = casegen("export", tmp_path, "-f", "own", "-o", tmp_path / "x")
    assert ran.code == 3
    assert "the packages neighbour and stranger both add 'own'" in ran.err.replace(
        "stranger and neighbour", "neighbour and stranger"
    )


def test_a_package_that_a_method_of_casegens_own_calls_is_named(install: Install) -> None:
    path = install(
        "stranger", "def provide(options, seed):\n    return {}['none']\n", data="own = stranger:provide"
    )
    provide = plugins.load("casegen.data", "own")
    with (
        pytest.raises(MissingDependencyError) as error,
        plugins.named_in("the evidence method 'ram-low-dimensional'", ()),
    ):
        provide({}, 1)
    assert (
        str(error.value)
        == "the package stranger, called by the evidence method 'ram-low-dimensional', failed: KeyError: 'none'"
        f" ({path}:2)"
    )
    with pytest.raises(ZeroDivisionError), plugins.named_in("the evidence method 'ram-low-dimensional'", ()):
        1 / 0  # noqa: B018 - a defect of casegen's own stays one


IN_WORKERS = """class Refused(Exception):
    def __init__(self, reason, code):
        super().__init__(reason)


class Model:
    def __call__(self, block):
        BODY
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "words"),
    [("return {}['none']", "KeyError: 'none'"), ("raise Refused('no licence', 7)", "Refused: no licence")],
    ids=["an error that travels", "one that cannot be packed"],
)
def test_a_package_that_fails_in_a_worker_process_is_named(
    install: Install, monkeypatch: pytest.MonkeyPatch, body: str, words: str
) -> None:
    from joblib.externals.loky import get_reusable_executor

    path = install("stranger", IN_WORKERS.replace("BODY", body), providers="own = stranger:Model")
    get_reusable_executor().shutdown(wait=True)  # workers of another test do not see this package
    monkeypatch.setenv("PYTHONPATH", str(path.parent))
    model = plugins.load("casegen.providers", "own")()
    with (
        pytest.raises(MissingDependencyError) as error,
        plugins.named_in("the evidence method 'ram-low-dimensional'", ()),
    ):
        Workers(jobs=2).run("votes", [0, 1], model, "open cells")
    message = str(error.value)
    assert message.startswith(
        "the package stranger, called by the evidence method 'ram-low-dimensional', failed: "
    )
    assert words in message
    assert message.endswith(f"({path}:8)")


class Lines(Exception):
    """What a pool of processes gives as the cause of an error: the lines of the worker, as text."""


def test_lines_of_a_worker_process_are_read(install: Install) -> None:
    path = install("stranger", "", providers="own = stranger:Model")
    text = f'  File "{path.parent}/strangers.py", line 3, in other\n  File "{path}", line 8, in __call__\nKeyError\n'
    with (
        pytest.raises(MissingDependencyError, match=rf"the package stranger.* \({path}:8\)"),
        plugins.named_in("it", ()),
    ):
        raise KeyError("none") from Lines(text)
    with pytest.raises(KeyError), plugins.named_in("it", ()):  # a defect of casegen's own stays one
        raise KeyError("none") from Lines(text.replace(str(path), __file__))


class CannotBePacked(Exception):
    def __init__(self, reason: str, code: int) -> None:
        super().__init__(reason)


def test_an_error_that_cannot_be_packed_is_raised_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(block: int) -> None:
        raise CannotBePacked("no licence", 7)

    monkeypatch.setitem(cluster._work, "digest", refuse)
    with pytest.raises(RuntimeError, match="CannotBePacked: no licence"):
        cluster.computed(np.zeros(0, np.uint8), "digest", (1,))


def test_providers_of_one_name_are_both_named(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("own", f"{module}:provide", "casegen.providers") for module in ("one", "other")]
    monkeypatch.setattr("casegen_evidence.installed.entry_points", lambda group: points)
    with pytest.raises(InputProblem, match=r"found one \(one:provide\) and other \(other:provide\)"):
        installed("casegen.providers", "own", "a provider")
    monkeypatch.setattr(
        "casegen_evidence.installed.entry_points", lambda group: [EntryPoint("own", "json:no", group)]
    )
    with pytest.raises(
        InputProblem, match=r"expected 'own' of the package json at json:no; found AttributeErr"
    ):
        installed("casegen.providers", "own", "a provider")


@pytest.mark.parametrize(
    "measure",
    [
        "float('nan'), 'fraction'",
        "float('inf'), 'fraction'",
        "1.5, 'fraction'",
        "0.5, 'fraction', upper=float('nan')",
        "None, 'fraction'",
        "'high', 'fraction'",
        "True, 'fraction'",
    ],
)
def test_a_measure_that_is_no_number_names_part_package_and_line(call: Call, measure: str) -> None:
    ran, path = call("method", f"return Result({{'late': Measure({measure})}})")
    assert ran.code > 1
    for expected in ("the evidence method 'own' of the package stranger", f"{path}:", "late"):
        assert expected in ran.err, ran.err


@pytest.mark.parametrize("kind", ["document", "rule", "format", "reader", "method"])
def test_an_interrupt_names_the_part_that_it_ended(call: Call, kind: str) -> None:
    ran, path = call(kind, "raise KeyboardInterrupt")
    assert ran.code == 130
    assert "interrupted in the " in ran.err
    assert "of the package stranger" in ran.err
    assert f"({path}:" in ran.err


NO_NUMBER = [
    "upper=float('nan'), confidence=0.9",
    "lower=float('nan')",
    "confidence=float('nan')",
    "n=-3",
    "n=2.5",
]


@pytest.mark.slow
@pytest.mark.parametrize("more", NO_NUMBER)
def test_a_measure_with_a_limit_that_is_no_number_is_refused(call: Call, more: str) -> None:
    """It was stored as a measure without that limit."""
    ran, _ = call("method", f"return Result({{'late': Measure(0.5, 'fraction', {more})}})")
    assert ran.code > 1
    assert f"{more.split('=')[0]}" in ran.out + ran.err


@pytest.mark.slow
def test_a_measure_without_an_upper_limit_may_say_infinity(call: Call) -> None:
    ran, _ = call("method", "return Result({'late': Measure(0.5, 'fraction', upper=float('inf'))})")
    assert ran.code == 0, ran.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "words"),
    [("return 1 / 0", "ZeroDivisionError"), ("raise ValueError('\\ud800')", "ValueError: [U+D800]")],
)
def test_a_method_that_fails_leaves_its_item_failed(call: Call, body: str, words: str) -> None:
    """Not as if it had never been tried."""
    ran, path = call("method", body)
    assert ran.code == 3
    case = load(path.parents[1] / "case")
    (one,) = Store(case).states().values()
    assert one.freshness is Freshness.FAILED
    assert words in one.why[0]


@pytest.mark.slow
def test_a_result_without_the_measure_that_a_claim_asks_for_names_the_package(
    call: Call, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    """It said "has no result:" of an item that `evidence run` had computed."""
    ran, _ = call("method", "return Result({})")
    assert ran.code == 0, ran.err
    wanted = (
        "requirement: {measure: {evidence: E, measure: late}, bound: 0.1, kind: fraction, comparison: '<='}"
    )
    case = (
        HEAD.replace("undeveloped: true", wanted)
        + ITEM
        + (
            "evidence: [{id: N, text: The times of the log, evidence: E}]\n"
            "arguments: [{id: S, supports: A, block: evidence-incorporation, from: [N], text: They are measured}]\n"
        )
    )
    (tmp_path / "case" / "case.yaml").write_text(case, "utf-8")
    document = casegen("assess", tmp_path / "case", "--json").json
    reasons = " ".join(str(document["claims"]).split())
    assert "its result has no measure 'late'; it has: none" in reasons
    assert "the method 'own' of the package stranger did not give it" in reasons


@pytest.mark.slow
def test_a_method_that_refuses_without_a_reason_is_named(call: Call) -> None:
    ran, _ = call("method", "from casegen_evidence.method import InputProblem; raise InputProblem(' ')")
    assert ran.code == 2
    assert "the method 'own' refused it without a reason" in ran.out + ran.err


OTHER = "\n\nclass Other(Own):\n    pass\n\n\nOTHER = Other()\n"


@pytest.mark.slow
def test_which_object_of_its_module_is_the_method_counts(
    call: Call,
) -> None:
    """All that ran is as it was, and another run would compute by another object."""
    body = "return Result({'late': Measure(0.5, 'fraction')})" + OTHER
    ran, path = call("method", body)
    assert ran.code == 0, ran.err
    case = load(path.parents[1] / "case")
    assert [one.freshness for one in Store(case).states().values()] == [Freshness.FRESH]
    points = path.with_name("stranger-1.dist-info") / "entry_points.txt"
    points.write_text("[casegen.evidence_methods]\nown = stranger:OTHER\n")
    identity.parts.cache_clear()
    identity.content.cache_clear()
    (one,) = Store(case).states().values()
    assert one.freshness is Freshness.STALE
    assert one.why == ("code changed: casegen.evidence_methods:own=stranger:PART is gone",)


@pytest.mark.slow
def test_what_a_method_reads_when_it_is_loaded_counts(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of constants beside the code, read once at the top of the module."""
    monkeypatch.setattr("casegen.store.reads.temporary", lambda: Path("/nowhere"))
    rate = tmp_path / "rate.txt"
    rate.write_text("0.5")
    body = "return Result({'late': Measure(RATE, 'fraction')})"
    source = METHOD.replace("BODY", body) + f"RATE = float(open({str(rate)!r}).read())\n"
    install("stranger", source, evidence_methods="own = stranger:PART")
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "case.yaml").write_text(HEAD + ITEM, "utf-8")
    (folder / "times.txt").write_text("1\n", "utf-8")
    assert casegen("evidence", "run", folder).code == 0
    assert [one.freshness for one in Store(load(folder)).states().values()] == [Freshness.FRESH]
    assert not is_outdated("own")
    rate.write_text("0.1")
    assert is_outdated("own")
    (one,) = Store(load(folder)).states().values()
    assert one.freshness is Freshness.STALE
    assert one.why == (f"{rate}, which the run read and which is no input of the item, has changed",)


@pytest.mark.slow
def test_a_method_of_casegen_that_meets_a_missing_file_ends_its_own_item_only(
    casegen: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = "method: demand-record, inputs: {record: tests.csv}, parameters: {failure: no stop}"
    items = f"evidence_items:\n- {{id: E, {record}}}\n- {{id: F, {record}, seed: 2}}\n"
    (tmp_path / "case.yaml").write_text(HEAD + items, "utf-8")
    (tmp_path / "tests.csv").write_text("entry,demands,failures\na,300,2\n", "utf-8")
    value = methods.method("demand-record")
    computed = type(value).run

    def run(self: object, call: Run) -> Result:
        if call.seed == 2:
            return computed(value, call)
        raise OSError(2, "No such file or directory", failing)

    monkeypatch.setattr(type(value), "run", run)
    failing = "model.bin"
    ran = casegen("evidence", "run", tmp_path)
    assert ran.code == 2, ran.err
    for words in ("evidence E: failed No such file or directory: model.bin", "evidence F: computed"):
        assert words in ran.err, ran.err
    assert "internal error" not in ran.err


OTHERS = """evidence_items:
- {id: E, method: own, inputs: {times: times.txt}}
- {id: F, method: demand-record, inputs: {record: tests.csv}, parameters: {failure: no stop, stopping: planned}}
- {id: G, method: own, inputs: {times: times.txt}, seed: 2}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "return 1 / 0", "return 0.5", "import no_such_package_at_all", "raise SystemExit(0)", "open('/no/such/model')",
        "open('/')", "import os; os.mkdir('/')", "raise PermissionError(13, 'Permission denied', 'model.bin')",
        "from casegen.io.regular import IrregularFileError as E; raise E('x', 'a sparse file')", "raise ValueError('\\ud800')",
        "raise type('Mute', (Exception,), {'__str__': lambda e: 1 / 0})",
    ],
)  # fmt: skip
def test_a_method_that_fails_ends_its_own_items_only(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, body: str
) -> None:
    sound = METHOD.replace("BODY", "return Result({'late': Measure(0.5, 'fraction')})")
    path = install("stranger", sound, evidence_methods="own = stranger:PART")
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD + OTHERS, "utf-8")
    (case / "times.txt").write_text("1\n", "utf-8")
    (case / "tests.csv").write_text("entry,demands,failures\na,300,2\n", "utf-8")
    first = casegen("evidence", "run", case)
    assert first.code == 0, first.err
    path.write_text(METHOD.replace("BODY", body), "utf-8")
    sys.modules.pop("stranger")
    methods.method.cache_clear()
    identity.content.cache_clear()
    ran = casegen("evidence", "run", case, "--force")
    assert ran.code == 3, ran.err
    for words in ("evidence E: failed", "evidence F: computed", "evidence G: failed"):
        assert words in ran.err, ran.err
    second = casegen("evidence", "verify", case)
    assert second.code == 1, second.err
    shown = [line for line in second.out.splitlines() if line.startswith("evidence")]
    assert shown == ["evidence E not recomputable", "evidence F bit-equal", "evidence G not recomputable"]


PROVIDED = """evidence_items:
- id: E
  method: ram-low-dimensional
  inputs: {points: points.csv}
  parameters: {classifier: {kind: provider, provider: own}, cells: 4, samples: 100}
"""
ANSWERS = "def provide(points, labels, classes, seed, options):\n    return lambda x: BODY\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "body", ["    raise KeyboardInterrupt", "    def f(x):\n        raise KeyboardInterrupt\n    return f"]
)
def test_an_interrupt_of_a_provider_names_package_and_line(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, body: str
) -> None:
    install("stranger", f"def provide(*given):\n{body}\n", providers="own = stranger:provide")
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD + PROVIDED, "utf-8")
    rows = "".join(f"{i / 20},{i % 5 / 5},{'ball' if i < 10 else 'pipe'}\n" for i in range(20))
    (case / "points.csv").write_text("a,b,kind\n" + rows, "utf-8")
    ran = casegen("evidence", "run", case)
    said = " ".join(ran.err.split())
    assert ran.code == 130
    assert (
        "interrupted in the package stranger, called by the evidence method 'ram-low-dimensional'" in said
    ), said
    assert f"stranger.py:{(body.count(chr(10)) and 3) or 2})" in said, said


@pytest.mark.parametrize(
    ("source", "point", "words"),
    [
        (ANSWERS.replace("BODY", "{}['none']"), "stranger:provide", ("KeyError: 'none'", "stranger.py:2")),
        (ANSWERS.replace("BODY", "None"), "stranger:provide", ("expected the model's answers",)),
        (
            "import numpy as np\n" + ANSWERS.replace("BODY", "np.ma.masked_all(len(x), int)"),
            "stranger:provide", ("masked: what lies under a mask was not measured",),
        ),
        (ANSWERS.replace("BODY", "[None] * len(x)"), "stranger:provide", ("found None in row 1",)),
        ("def provide(*given):\n    return None\n", "stranger:provide", ("expected a classifier", "NoneType")),
        ("def provide():\n    return None\n", "stranger:provide", ("TypeError: provide() takes 0",)),
        ("def provide(*given):\n    return [][5]\n", "stranger:provide", ("IndexError", "stranger.py:2")),
        ("provide = 7\n", "stranger:provide", ("found int. Name the function", "own = stranger:FUNCTION")),
        ("", "stranger", ("found module. Name the function",)),
        ("", "stranger:provide", ("AttributeError",)),
        ("1 / 0\n", "stranger:provide", ("ZeroDivisionError", "stranger.py:1")),
    ],
)  # fmt: skip
def test_a_fault_of_a_provider_names_it_and_ends_with_3(
    install: Install,
    casegen: Callable[..., Ran],
    tmp_path: Path,
    source: str,
    point: str,
    words: tuple[str, ...],
) -> None:
    install("stranger", source, providers=f"own = {point}")
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD + PROVIDED, "utf-8")
    rows = "".join(f"{i / 20},{i % 5 / 5},{'ball' if i < 10 else 'pipe'}\n" for i in range(20))
    (case / "points.csv").write_text("a,b,kind\n" + rows, "utf-8")
    ran = casegen("evidence", "run", case)
    assert ran.code == 3, ran.err
    for expected in ("'own'" if "1 / 0" not in source else "stranger", "stranger", *words):
        assert expected in " ".join(ran.err.split()), ran.err
    assert "internal error" not in ran.err
    (one,) = Store(load(case)).states().values()
    assert one.freshness is Freshness.FAILED
