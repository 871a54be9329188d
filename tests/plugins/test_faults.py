"""A fault of an installed package's part names the part, its package and the line; exit code 3, never an internal error."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence import cluster
from casegen_evidence.blocks import Workers
from casegen_evidence.installed import installed
from casegen_evidence.method import InputProblem

from casegen import plugins
from casegen.io import load
from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Freshness
from casegen.store import identity
from casegen.store.method_code import is_outdated
from casegen.store.store import Store
from tests.conftest import Ran
from tests.plugins.conftest import Install

HEAD = "casegen: 1\ncase: {id: c, title: Answers, roots: [A]}\nclaims: [{id: A, text: Answers come in time, undeveloped: true}]\n"
ITEM = "evidence_items: [{id: E, method: own, inputs: {times: times.txt}}]\n"
TREE = """trees: [{id: T, top: g, gates: [{id: g, type: own, inputs: [a, b]}]}]
events:
- {id: a, model: {type: constant, probability: 0.1}}
- {id: b, model: {type: constant, probability: 0.2}}
"""
FORMAT = """from casegen.io.exchange.format import Exported, Format


def write(case, name):
    BODY


PART = Format("own", "Own", "nothing", lambda files: write(files, ""), write)
"""
DOCUMENT = """from casegen.render.formats import Document


def write(assessment, folder, name, dossier):
    BODY


PART = Document("own", "Own", write)
"""
RULE = """from casegen.argument.rule import Finding, warning


@warning("own-rule", "Own", "It holds.", source="s", hint="h")
def own(view):
    BODY
"""
METHOD = """from casegen_evidence.method import Measure, Parameters, Result


class Own:
    name, version, summary, source, extra = "own", 1, "s", "s", None
    parameters, tolerance, inputs = Parameters, {}, {"times": (True, "t")}
    measures = {"late": ("fraction", "l")}

    def run(self, run):
        BODY


PART = Own()
"""
KINDS = {
    "format": ("exchange_formats", "own = stranger:PART", FORMAT, ("export", "CASE", "-f", "own", "-o", "x")),
    "reader": ("exchange_formats", "own = stranger:PART", FORMAT, ("import", "NEW", "times.txt", "-f", "own")),
    "document": (
        "documents", "own = stranger:PART", DOCUMENT, ("build", "CASE", "--format", "own", "--no-run", "-o", "x")
    ),
    "rule": ("rules", "own = stranger", RULE, ("check", "CASE")),
    "method": ("evidence_methods", "own = stranger:PART", METHOD, ("evidence", "run", "CASE")),
    "gate": ("gates", "own = stranger:PART", "BODY\n", ("fta", "quantify", "CASE")),
}  # fmt: skip
"""the group, the line, the source, and a command that uses the part"""


@pytest.fixture
def call(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path
) -> Callable[[str, str], tuple[Ran, Path]]:
    """Install a package with one part of a kind whose body is given, and use it."""

    def made(kind: str, body: str) -> tuple[Ran, Path]:
        group, line, source, command = KINDS[kind]
        case = tmp_path / "case"
        case.mkdir()
        more = ITEM if kind == "method" else TREE if kind == "gate" else ""
        (case / "case.yaml").write_text(HEAD + more, "utf-8")
        (case / "times.txt").write_text("1\n", "utf-8")
        path = install("stranger", source.replace("BODY", body), **{group: line})
        places = {"CASE": case, "NEW": tmp_path / "new", "x": tmp_path / "x", "times.txt": case / "times.txt"}
        return casegen(*(places.get(word, word) for word in command)), path

    return made


WRONG = [
    ("format", "raise KeyError('claims')", "the format 'own'", "KeyError: 'claims'"),
    ("format", "raise SystemExit(0)", "the format 'own'", "SystemExit"),
    ("format", "return case", "the format 'own'", "return Exported, found Case"),
    ("format", "return Exported({name: 'text'})", "the format 'own'", "files of bytes by name, found str"),
    ("reader", "return case[5]", "the format 'own'", "IndexError"),
    ("reader", "return None", "the format 'own'", "return Imported, found NoneType"),
    ("document", "assessment.claims['NONE']", "the document 'own'", "KeyError: 'NONE'"),
    ("document", "return None", "the document 'own'", "return Sequence, found NoneType"),
    ("document", "return [folder / 'none.txt']", "the document 'own'", "the paths that it wrote, found"),
    ("rule", "yield view.claims_of_mine", "the rule own-rule", "AttributeError"),
    ("rule", "return None", "the rule own-rule", "TypeError"),
    ("rule", "yield ('claims', 0), 'no owner'", "the rule own-rule", "a `Finding` with a place"),
    ("rule", "yield Finding('claims', 'no owner')", "the rule own-rule", "a `Finding` with a place"),
    ("rule", "yield Finding(('claims', 0), None, 'A')", "the rule own-rule", "message, target and hint are texts"),
    ("rule", "yield Finding(('claims', 0), 12345, 'A')", "the rule own-rule", "message, target and hint are texts"),
    ("rule", "yield Finding(('claims', 0), 'no owner', 'A', 7)", "the rule own-rule", "message, target and hint are texts"),
    ("rule", "yield Finding(('claims', 0), '\\ud800', 'A')", "the rule own-rule", "message, target and hint are texts"),
    ("format", "return Exported({})", "the format 'own'", "files of bytes by name, found {}"),
    ("format", "return Exported({name: b'x'}, 'all')", "the format 'own'", "`Item`s with texts, found 'all'"),
    ("format", "return Exported({name: b'x'}, ('all',))", "the format 'own'", "`Item`s with texts, found ('all',)"),
    ("format", "return Exported({name: b'x'}, None)", "the format 'own'", "`Item`s with texts, found None"),
    ("method", "return 1 / 0", "the evidence method 'own'", "ZeroDivisionError"),
    ("method", "return 0.5", "the evidence method 'own'", "return Result, found float"),
    ("method", "return Result({'lat': Measure(0.5, 'fraction')})", "the evidence method 'own'", "its measures: late (fraction), found lat"),
    ("gate", "PART = 1 / 0", "the plug-in 'own' (casegen.gates)", "ZeroDivisionError"),
    ("gate", "PART = (", "the plug-in 'own' (casegen.gates)", "SyntaxError"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "body", "what", "words"), WRONG)
def test_a_fault_names_part_package_and_line(
    call: Callable[[str, str], tuple[Ran, Path]], kind: str, body: str, what: str, words: str
) -> None:
    ran, path = call(kind, body)
    assert ran.code == 3, ran.err
    for expected in (what, "of the package stranger", f"{path}:", words):
        assert expected in ran.err, (expected, ran.err)


SOUND = [
    ("format", "return Exported({name: b'text'})", 0),
    ("document", "(folder / name).write_text('x'); return [folder / name]", 0),
    ("rule", "yield Finding(('claims', 0), 'no owner', 'A')", 0),
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
    ("document", "open(folder / 'no' / 'file')", 2),  # of a file of the user's
]


@pytest.mark.parametrize(("kind", "body", "code"), SOUND)
def test_a_sound_part_works_and_a_wrong_input_stays_one(
    call: Callable[[str, str], tuple[Ran, Path]], kind: str, body: str, code: int
) -> None:
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


@pytest.mark.parametrize("body", ["PART = 'exactly one'", "PART = len"])
def test_a_part_of_another_kind_is_named(call: Callable[[str, str], tuple[Ran, Path]], body: str) -> None:
    ran, _ = call("gate", body)
    assert ran.code == 3
    assert "of the package stranger: expected stranger:PART to be a GateRow, found" in ran.err


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
    assert "the evidence method 'own' of the package stranger" in ran.err
    assert "found no extra (stranger:PART)" in ran.err


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


def test_a_method_that_fails_leaves_its_item_failed(call: Callable[[str, str], tuple[Ran, Path]]) -> None:
    """Not as if it had never been tried."""
    ran, path = call("method", "return 1 / 0")
    assert ran.code == 3
    case = load(path.parents[1] / "case")
    (one,) = Store(case).states().values()
    assert one.freshness is Freshness.FAILED
    assert "ZeroDivisionError" in one.why[0]


OTHER = "\n\nclass Other(Own):\n    pass\n\n\nOTHER = Other()\n"


def test_which_object_of_its_module_is_the_method_counts(
    call: Callable[[str, str], tuple[Ran, Path]],
) -> None:
    """All that ran is as it was, and another run would compute by another object."""
    body = "return Result({'late': Measure(0.5, 'fraction')})" + OTHER
    ran, path = call("method", body)
    assert ran.code == 0, ran.err
    case = load(path.parents[1] / "case")
    assert [one.freshness for one in Store(case).states().values()] == [Freshness.FRESH]
    points = path.with_name("stranger-1.dist-info") / "entry_points.txt"
    points.write_text("[casegen.evidence_methods]\nown = stranger:OTHER\n")
    identity._parts.cache_clear()
    identity.content.cache_clear()
    (one,) = Store(case).states().values()
    assert one.freshness is Freshness.STALE
    assert one.why == ("code changed: casegen.evidence_methods:own=stranger:PART is gone",)


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
