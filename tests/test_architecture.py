"""The house keeps its shape: who may import whom, and what a light command must not load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAY_IMPORT = {
    "model": {"model"},
    "io": {"io", "model"},
    "texts": {"texts", "model"},
    "argument": {"argument", "texts", "model", "io"},
    "fta": {"fta", "model"},
    "store": {"store", "model", "io", "texts", "argument.acceptance"},
    "assessment": {"assessment", "model", "texts", "argument", "fta", "store", "io"},
    "review": {"review", "model", "store", "assessment", "io", "texts", "argument"},
    "render": {"render", "model", "assessment", "store", "io", "review.dossier", "review.events"},
    "serve": {"serve", "model", "io", "assessment", "render", "review"},
    "audit": {"audit", "model", "io", "assessment", "render", "review"},
}
ORDER = (
    "model",
    "io",
    "texts",
    "argument",
    "fta",
    "store",
    "assessment",
    "review",
    "render",
    "serve",
    "audit",
    "api",
    "cli",
)
"""from the first room to the last: no arrow runs back up"""
FTA_ORDER = ("gates", "core", "events", "tree", "study")
"""rooms of the fault trees, in the same order; errors and arrays stand beside them"""
TEXTS_ORDER = (
    "numbers",
    "wording",
    "times",
    "events",
    "frequencies",
    "unavailability",
    "reservations",
    "documents",
    "acceptances",
)
"""rooms of the texts, in the same order"""
HEAVY = ("torch", "sklearn", "scipy.special", "scipy.stats", "matplotlib", "pandas")


def imports(path: Path) -> Iterator[str]:
    """Modules that a file imports; what it takes from the root package counts as what that imports for it."""
    yield from imported(ast.parse(path.read_text("utf-8")))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "casegen":
            for alias in node.names:
                yield from behind_root(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "casegen"
        ):
            yield from behind_root(node.attr)


@cache
def behind_root(name: str) -> tuple[str, ...]:
    """Modules that ``casegen.NAME`` leads to: itself, or for a function of the root package all that it imports."""
    for node in ast.parse((ROOT / "casegen" / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return tuple(imported(node))
    at = ROOT / "casegen" / name
    return (f"casegen.{name}",) if at.is_dir() or at.with_suffix(".py").exists() else ()


def test_an_import_through_the_root_package_is_seen() -> None:
    through = "from casegen import documents_of, plugins, __version__\nimport casegen\ncasegen.load(1)\n"
    assert {*imported(ast.parse(through))} == {
        "casegen", "casegen.plugins", "casegen.render.formats", "casegen.io", "casegen.api.arguments",
        "casegen.model.arithmetic", "casegen.model.results", "casegen.review.dossier",
    }  # fmt: skip


@pytest.mark.parametrize("path", sorted((ROOT / "evidence").rglob("*.py")), ids=str)
def test_evidence_knows_nothing_of_cases(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] == "casegen"]


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_rooms_import_only_what_they_may(room: str) -> None:
    allowed = MAY_IMPORT[room] | {"plugins", "lazy_names", "expected_types"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / "casegen" / room).rglob("*.py")
        for name in imports(path)
        if name.startswith("casegen.")
        and not any(name == f"casegen.{a}" or name.startswith(f"casegen.{a}.") for a in allowed)
    ]
    assert not wrong


@pytest.mark.parametrize("room", ORDER)
def test_no_arrow_runs_back_up(room: str) -> None:
    later = ORDER[ORDER.index(room) + 1 :]
    back = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / "casegen" / room).rglob("*.py")
        for name in imports(path)
        if name.startswith("casegen.") and name.split(".")[1] in later
    ]
    assert not back


def test_every_room_has_its_place() -> None:
    for folder, order in (("casegen", ORDER), ("casegen/fta", FTA_ORDER), ("casegen/texts", TEXTS_ORDER)):
        assert {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")} == set(order)


INSIDE = [("fta", room) for room in FTA_ORDER] + [("texts", room) for room in TEXTS_ORDER]


@pytest.mark.parametrize(("package", "room"), INSIDE)
def test_rooms_inside_a_package_import_only_earlier_ones(package: str, room: str) -> None:
    """Annotations too: what is imported for types only is an arrow like any other."""
    order, common = {"fta": (FTA_ORDER, ("errors", "arrays", "_kernels")), "texts": (TEXTS_ORDER, ())}[
        package
    ]
    allowed = (*order[: order.index(room) + 1], *common)
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / "casegen" / package / room).rglob("*.py")
        for name in imports(path)
        if f"{name}.".startswith(f"casegen.{package}.") and [*name.split("."), ""][2] not in allowed
    ]
    assert not wrong


PACKAGES = {"casegen": ROOT, "casegen_evidence": ROOT / "evidence"}


@cache
def defined(module: str) -> frozenset[str] | None:
    """Names that a module of the packages may be asked for; None where there is no such module."""
    at = PACKAGES[module.split(".")[0]].joinpath(*module.split("."))
    inside = {path.stem for path in at.glob("*.py")} | {path.parent.name for path in at.glob("*/__init__.py")}
    path = at / "__init__.py" if at.is_dir() else at.with_suffix(".py")
    if not path.exists():
        return None
    names: set[str] = set(inside)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(
            node.value, str
        ):  # names that are loaded when asked for
            names.add(node.value)
    return frozenset(names)


def statements(part: ast.AST) -> Iterator[ast.AST]:
    """Every statement, at any depth: what stands in expressions, most of a tree, is no statement."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(part, field, ())
        for node in inner if isinstance(inner, list) else ():
            yield node
            yield from statements(node)


@pytest.mark.slow
def test_every_import_of_the_packages_names_what_is_there() -> None:
    """What moved away is seen at once, in files whose tests nobody ran."""
    wrong = []
    for folder in ("casegen", "evidence", "tests", "examples", "benchmarks", "docs"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in statements(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
                    names = defined(node.module)
                    missing = [a.name for a in node.names if names is None or a.name not in names]
                    wrong += [
                        f"{path.relative_to(ROOT)}:{node.lineno}: {node.module} has no {n}" for n in missing
                    ]
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["check", "examples/inspection"],
        ["assess", "examples/inspection"],
        ["assess", "examples/auv"],
        ["schema"],
        ["evidence", "list", "examples/inspection"],
    ],
    ids=" ".join,
)
def test_light_commands_load_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from casegen.cli import main\n"
        f"sys.argv = ['casegen', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.slow
def test_help_loads_no_model() -> None:
    code = (
        "import sys\nfrom casegen.cli import main\nsys.argv = ['casegen', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('pydantic', 'numpy', 'scipy', 'networkx', 'yaml') if m in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr.strip() == "[]"


READERS = ("csv", "openpyxl", "pyarrow", "pandas", "pyarrow.csv", "pyarrow.parquet")
READ_BY = {
    "evidence/casegen_evidence/blocks.py": "checkpoints of a run",
    "evidence/casegen_evidence/models/held_rows.py": "arrays that a model keeps in its file",
    "examples/auv/world/casegen_underwater/network.py": "weights",
    "examples/robot/world/casegen_robot/network.py": "weights",
}
"""modules that read files of numpy which are no data"""
WRITERS = {
    "evidence/casegen_evidence/ram/problems.py",
    "examples/auv/world/casegen_underwater/described.py",
    "examples/robot/world/casegen_robot/__main__.py",
}
"""modules that write a table by `csv.writer`, and read none"""


def reads_a_table(path: Path) -> Iterator[str]:
    """What a module calls to read a table past the one reader."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            if name.startswith(("pd.read", "pandas.read", "csv.reader", "csv.DictReader")):
                yield name
            if name in ("np.loadtxt", "np.genfromtxt", "np.fromfile", "np.load", "numpy.load", "np.memmap"):
                yield name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from (f"import {name}" for name in names if name in READERS)


@pytest.mark.slow
def test_no_method_reads_a_table_by_itself() -> None:
    wrong = []
    worlds = [path for world in (ROOT / "examples").glob("*/world") for path in world.rglob("*.py")]
    for path in [*(ROOT / "evidence" / "casegen_evidence").rglob("*.py"), *worlds]:
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("evidence/casegen_evidence/tables/"):
            continue
        for call in reads_a_table(path):
            if (name in READ_BY and call == "np.load") or (name in WRITERS and call == "import csv"):
                continue
            wrong.append(f"{name}: {call}")
    assert not wrong, "tables are read by casegen_evidence.tables"


def test_a_method_that_reads_a_table_by_itself_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "method.py"
    path.write_text(
        "import csv\nimport numpy as np\nimport pandas as pd\npd.read_csv('x')\nnp.loadtxt('x')\n"
    )
    assert {*reads_a_table(path)} == {"import csv", "import pandas", "pd.read_csv", "np.loadtxt"}


LONGEST_LINE = 120
FORMATTED = {".j2", ".js", ".css", ".typ"}


def test_templates_have_no_line_that_nobody_reads_to_its_end() -> None:
    files = [path for path in (ROOT / "templates").rglob("*.*") if path.suffix in FORMATTED]
    assert {path.suffix for path in files} == FORMATTED
    long = [
        f"{path.relative_to(ROOT)}:{number} has {len(line)} characters"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_scripts_of_the_page_are_short_and_all_of_them_are_in_it() -> None:
    from casegen.render.html import SCRIPTS

    scripts = {path.name: path for path in (ROOT / "templates").rglob("*.js")}
    assert {*scripts} == {*SCRIPTS}
    long = {name: len(path.read_text("utf-8").splitlines()) for name, path in scripts.items()}
    assert {name: n for name, n in long.items() if n > 400} == {}


MORE_DIGITS = "casegen/fta/events/order_integrals.py"
"""computes in contexts that it makes, of as many digits as are needed"""


def computes_with_decimals(tree: ast.AST, inside: bool = False) -> Iterator[int]:
    """Lines that make a decimal, or set its context, outside of a function that has one of its own."""
    for node in ast.iter_child_nodes(tree):
        within = inside
        if isinstance(node, ast.FunctionDef):
            within |= any(isinstance(d, ast.Name) and d.id == "in_own_context" for d in node.decorator_list)
        if isinstance(node, ast.Call) and not inside:
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in ("Decimal", "from_float", "getcontext", "setcontext"):
                yield node.lineno
        yield from computes_with_decimals(node, within)


def test_no_module_computes_in_the_caller_s_context_of_decimals() -> None:
    """A caller with ``decimal.getcontext().prec = 2`` would get other digits, or none."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in (ROOT / "casegen").rglob("*.py")
        if path != ROOT / MORE_DIGITS
        for line in computes_with_decimals(ast.parse(path.read_text("utf-8")))
    ]
    assert not wrong, "decorate the function with casegen.model.decimals.in_own_context"


def test_a_decimal_in_the_caller_s_context_is_seen() -> None:
    source = "def a(x):\n    return 1 - Decimal(x)\n\n@in_own_context\ndef b(x):\n    return 1 - Decimal(x)\n"
    assert [*computes_with_decimals(ast.parse(source))] == [2]
