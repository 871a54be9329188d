"""Parts whose attributes raise, that are no part at all, or that are functions of an unusual make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.plugins.conftest import DOCUMENT, FORMAT, HEAD, ITEM, METHOD, Call, Install

RAISING = "class Odd:\n    def __getattr__(self, name):\n        raise RuntimeError('no ' + name)\n\n\nPART = Odd()\n"
KNOWN = {
    "method": "the plug-in 'own' (casegen.evidence_methods)",
    "format": "the plug-in 'own' (casegen.exchange_formats)",
    "document": "the plug-in 'own' (casegen.documents)",
    "gate": "the plug-in 'own' (casegen.gates)",
}
PROPERTY = "\n\n{0}.{1} = property(lambda part: 1 / 0)\n"
ODD = "\n\nclass Odd({0}):\n    {1} = property(lambda part: 1 / 0)\n\n\nPART = object.__new__(Odd)\n"


@pytest.mark.parametrize(
    ("kind", "source", "words"),
    [
        ("method", RAISING, "RuntimeError: no "),
        *[
            ("method", METHOD.replace("BODY", "return None") + PROPERTY.format("Own", name), "ZeroDivisionError")
            for name in ("summary", "name", "measures", "run", "better", "signs", "continued")
        ],
        ("format", FORMAT.replace("BODY", "pass") + ODD.format("Format", "name"), "ZeroDivisionError"),
        ("document", DOCUMENT.replace("BODY", "pass") + ODD.format("Document", "name"), "ZeroDivisionError"),
        ("gate", "from casegen.model.gates import *\n" + ODD.format("GateRow", "operator"), "ZeroDivisionError"),
    ],
)  # fmt: skip
def test_an_attribute_that_raises_names_part_package_and_line(
    call: Call, kind: str, source: str, words: str
) -> None:
    ran, path = call(kind, source)
    assert ran.code == 3, ran.err
    for expected in (KNOWN[kind], "of the package stranger", f"{path}:", words):
        assert expected in ran.err, (expected, ran.err)
    assert "internal error" not in ran.err


@pytest.mark.parametrize("command", [("check",), ("assess",), ("evidence", "list")])
def test_every_command_names_a_method_whose_attribute_raises(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, command: tuple[str, ...]
) -> None:
    source = METHOD.replace("BODY", "return None") + PROPERTY.format("Own", "summary")
    install("stranger", source, evidence_methods="own = stranger:PART")
    (tmp_path / "case.yaml").write_text(HEAD + ITEM, "utf-8")
    (tmp_path / "times.txt").write_text("1\n", "utf-8")
    ran = casegen(*command, tmp_path)
    assert "internal error" not in ran.err
    assert ran.code != 3 or "of the package stranger" in ran.err


@pytest.mark.parametrize("part", ["None", "lambda *given: None", "5", "{}"])
def test_what_has_nothing_of_a_method_is_none(call: Call, part: str) -> None:
    ran, path = call("method", f"PART = {part}\n")
    assert ran.code == 3
    assert "expected stranger:PART to be a Method, found " in ran.err
    assert f"{path}:1" in ran.err


ONE = """import functools
from casegen.argument.rule import Finding, warning
rule = warning("own-rule", "Own", "It holds.", source="s", hint="h")


def seen(extent, view):
    yield Finding(("claims", 0), "no owner", "A")


"""
KEPT = {
    "partial": "rule(functools.partial(seen, 1))",
    "partial of a partial": "rule(functools.partial(functools.partial(seen, 1)))",
    "lambda": "rule(lambda view: seen(1, view))",
    "object": "class Seen:\n    def __call__(self, view):\n        return seen(1, view)\n\n\nrule(Seen())",
    "method": "class Seen:\n    def all(self, view):\n        return seen(1, view)\n\n\nrule(Seen().all)",
    "cached": "rule(functools.lru_cache(lambda view: tuple(seen(1, view))))",
}


@pytest.mark.parametrize("name", KEPT)
def test_whatever_can_be_called_with_the_case_is_a_rule(call: Call, name: str) -> None:
    ran, _ = call("rule", f"# @warning\n{ONE}{KEPT[name]}\n")
    assert ran.code == 0, ran.err
    assert "no owner" in ran.out


@pytest.mark.parametrize("name", ["partial", "object"])
def test_a_fault_of_such_a_rule_names_its_line(call: Call, name: str) -> None:
    source = ONE.replace("    yield", "    raise ValueError('broken')\n    yield")
    ran, path = call("rule", f"# @warning\n{source}{KEPT[name]}\n")
    assert ran.code == 3
    for expected in ("the rule own-rule of the package stranger", f"{path}:", "broken"):
        assert expected in ran.err, ran.err


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("rule(None)", "found None"),
        ("rule(5)", "found 5"),
        ("rule('seen')", "found 'seen'"),
        ("async def later(view):\n    return ()\n\n\nrule(later)", "found one that has to be awaited"),
        ("async def later(view):\n    yield Finding(('claims', 0), 'm')\n\n\nrule(later)", "found one that has to be awaited"),
        ("async def later(view, k):\n    return ()\n\n\nrule(functools.partial(later, k=1))", "found one that has to be awaited"),
    ],
)  # fmt: skip
def test_a_rule_on_no_function_is_refused_by_its_name(call: Call, last: str, words: str) -> None:
    ran, path = call("rule", f"# @warning\n{ONE}{last}\n")
    assert ran.code == 3
    for expected in ("the plug-in 'own' (casegen.rules) of the package stranger", f"{path}:", words):
        assert expected in ran.err, ran.err
    assert "the rule 'own-rule': expected a function of the case" in ran.err


@pytest.mark.slow
def test_a_method_that_runs_out_of_memory_is_named(call: Call) -> None:
    ran, path = call("method", "raise MemoryError")
    assert ran.code == 2
    words = f"found more, in the evidence method 'own' of the package stranger ({path}:"
    assert words in " ".join(ran.err.split()), ran.err


@pytest.mark.parametrize(
    ("tolerance", "words"),
    [
        ("{'late': float('inf')}", "found inf for late"),
        ("{'late': float('nan')}", "found nan for late"),
        ("{'late': -1}", "found -1 for late"),
        ("{'late': 10}", "found 10 for late"),
        ("{'early': 0.1}", "found early"),
    ],
)
def test_a_tolerance_that_any_recomputation_meets_is_refused(call: Call, tolerance: str, words: str) -> None:
    ran, path = call("method", METHOD.replace("Parameters, {}, {", f"Parameters, {tolerance}, {{"))
    assert ran.code == 3
    for expected in ("as tolerance of the evidence method 'own' of the package stranger", f"{path}:", words):
        assert expected in ran.err, ran.err


@pytest.mark.slow
@pytest.mark.parametrize("tolerance", ["{}", "{'late': 0}", "{'late': 1e-9}", "{'late': 1}"])
def test_tolerances_of_measures_are_taken(call: Call, tolerance: str) -> None:
    body = "return Result({'late': Measure(0.5, 'fraction')})"
    source = METHOD.replace("BODY", body).replace("Parameters, {}, {", f"Parameters, {tolerance}, {{")
    assert call("method", source)[0].code == 0


ROW = "from casegen.model.gates import *\nPART = GateRow(operator=Operator.ALL, shape=Shape.AND)"


@pytest.mark.parametrize("name", ["AND", "g g", "Or", "at-least", "x-or", "own_gate", "größe", "-own"])
def test_a_type_of_gate_that_looks_like_another_is_refused(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, name: str
) -> None:
    install("stranger", ROW, gates=f"{name} = stranger:PART")
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    ran = casegen("check", tmp_path)
    assert ran.code == 3
    assert (
        "of the package stranger: expected the name of its entry point to be a type of small letters"
        in ran.err
    )


@pytest.mark.parametrize("name", ["one-of", "own2", "and-then"])
def test_another_type_of_gate_is_taken(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, name: str
) -> None:
    install("stranger", ROW, gates=f"{name} = stranger:PART")
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    assert casegen("check", tmp_path).code == 0


def test_a_document_of_empty_files_is_refused(call: Call) -> None:
    ran, path = call("document", "p = folder / 'a.txt'; p.write_text(''); return [p]")
    assert ran.code == 3
    for expected in (
        "the document 'own' of the package stranger",
        f"{path}:",
        "a file with content, found none but",
    ):
        assert expected in ran.err, ran.err


def test_an_empty_file_beside_a_document_is_kept(call: Call) -> None:
    body = "p, q = folder / 'a.txt', folder / 'b.txt'; p.write_text('x'); q.write_text(''); return [p, q]"
    assert call("document", body)[0].code == 0


READER = (
    "from casegen.api import CaseBuilder; from casegen.io.exchange.format import Imported; from dataclasses import replace; "
    "b = CaseBuilder('c', title='C'); b.claim('A', 'It holds', undeveloped=True); m = b.model(); {0}; return Imported(m)"
)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "m = replace(m, claims=m.claims * 2)",
            "expected it to give parts with ids of their own, found several 'A'",
        ),
        ("object.__setattr__(m.claims[0], 'id', 'bad id\\n')", "expected it to give parts"),
        (
            "object.__setattr__(m.claims[0], 'text', 5)",
            "expected it to give parts as its class allows, found [0].text",
        ),
    ],
)
def test_what_no_file_of_a_case_can_hold_is_refused_before_it_is_written(
    call: Call, tmp_path: Path, change: str, words: str
) -> None:
    ran, path = call("reader", READER.format(change))
    assert ran.code == 3, ran.err
    for expected in ("the format 'own', in the case's claims, of the package stranger", f"{path}:", words):
        assert expected in ran.err, ran.err
    assert not (tmp_path / "new").exists()


def test_a_sound_case_is_read(call: Call, tmp_path: Path) -> None:
    ran, _ = call("reader", READER.format("pass"))
    assert ran.code == 0, ran.err
    assert (tmp_path / "new" / "case.yaml").exists()


@pytest.mark.parametrize("given", ["'x'", "['x']"])
def test_an_input_error_of_a_text_says_how_one_is_made(call: Call, given: str) -> None:
    ran, path = call("reader", f"from casegen.model.diagnostic import InputError; raise InputError({given})")
    assert ran.code == 3
    for expected in ("write InputError.at(Location(file, line, column), message)", f"{path}:"):
        assert expected in ran.err, ran.err
