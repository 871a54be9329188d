"""What a file of somebody's pipeline is by its name, its columns or its first bytes, and which method reads it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casegen.model.case import COMMAND_LINE, Location
from casegen.model.diagnostic import Diagnostic, InputError, MissingDependencyError, Severity
from casegen.model.extras import extra_of
from casegen.model.suggestions import nearest
from casegen.store.table_contents import of_metrics, without_rows
from casegen.store.text_encoding import UTF8, beginning, encoding_shown, is_utf8

TEXTS = frozenset({".csv", ".tsv", ".txt"})
TABLES = TEXTS | {".xlsx", ".xlsm", ".parquet", ".npz"}
PICKLES = frozenset({".pkl", ".pickle", ".joblib", ".pt", ".pth", ".h5", ".keras"})
WEIGHTS = frozenset({".h5", ".keras"})
"""of the files of code those that are no pickles"""
MODELS = frozenset({".onnx", ".skops"})
WRITTEN = ("encoding", "delimiter", "decimal", "thousands", "sheet")
"""keys of an evidence item that say how its tables are written, for the command line"""
_BRACKETS = str.maketrans(dict.fromkeys("()[]"))
SNIFFED = 2**20
"""bytes of a file that are looked at to see what it is"""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file: its method, the input that takes it, and columns that it must have (roles)."""

    name: str
    method: str
    input: str
    columns: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    """of these roles, at least one column"""
    also: tuple[str, ...] = ()
    """further roles, which a table may have"""
    settings: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    needs: tuple[str, ...] = ()
    """further inputs without which the method computes nothing"""


KINDS = (
    Kind("predictions", "nn-weighted-confusion", "predictions", ("true", "predicted"),
         settings={"severities": {}, "default": 1},
         text="labels and answers; every error counts alike until you state severities"),
    Kind("demands", "demand-record", "record", ("entry", "demands", "failures"), text="failures in demands"),
    Kind("missions", "mission-record", "record", ("entry", "missions", "failures"), text="failures in missions"),
    Kind("hours", "operating-record", "record", ("entry", "hours", "failures"), text="failures in operating hours"),
    Kind("monitor", "monitor-evaluation", "outcomes", ("true", "predicted"), ("alarm", "score"), ("group",),
         text="a monitor's alarms or scores beside labels and answers"),
    Kind("detections", "object-detection", "detections", ("image", "category", "score"), ("x", "x1"),
         ("y", "width", "height", "y1", "x2", "y2"),
         text="boxes of a detector, COCO results or a table", needs=("truth",)),
    Kind("tests", "test-report", "report", text="test results, JUnit XML"),
    Kind("coverage", "coverage-report", "report", text="code coverage, Cobertura XML"),
    Kind("scenarios", "nn-scenario-coverage", "scenarios", text="a data point's operating conditions in each row"),
    Kind("measure", "reported-measure", "report", text="a number computed elsewhere, in a JSON file"),
)  # fmt: skip
BY_NAME = {kind.name: kind for kind in KINDS}


def open_question(message: str, hint: str) -> Diagnostic:
    """What keeps a file from becoming an item, and the option that settles it."""
    return Diagnostic("evidence-add", Severity.INPUT, message, Location(COMMAND_LINE), hint=hint)


def how_written(file: Path, table: Mapping[str, str]) -> dict[str, str]:
    """What ``--table`` says of how ``file`` is written, as keys of its item.

    Raises :class:`InputError` for other keys, and for files that are no tables.
    """
    if table and file.suffix.lower() not in TABLES:
        raise InputError([open_question(f"{file.name} is no table, by its name", "leave --table out")])
    unknown = [
        open_question(f"--table: a table has no {k!r}{nearest(k, WRITTEN)}", f"it has {', '.join(WRITTEN)}")
        for k in table
        if k not in WRITTEN
    ]
    if unknown:
        raise InputError(unknown)
    return dict(table)


def kind_of(
    file: Path,
    asked: str,
    columns: Mapping[str, str],
    written: Mapping[str, str],
    stated: Collection[str] = (),
) -> Kind:
    """The kind ``asked`` for, or what the file, ``written`` so, shows; raises :class:`InputError` where it shows none.

    ``stated``: names of parameters and further inputs, which a monitor's scores have and answers have not.
    """
    listed = "; ".join(f"{k.name} ({k.text})" for k in KINDS)
    if asked:
        if asked not in BY_NAME:
            raise InputError(
                [
                    open_question(
                        f"there is no kind {asked!r}{nearest(asked, BY_NAME)}", f"say one of: {listed}"
                    )
                ]
            )
        _readable_as(file, BY_NAME[asked])
        return BY_NAME[asked]
    suffix = file.suffix.lower()
    if suffix == ".npy":
        raise InputError([
            open_question(
                f"{file.name} is one array without names; nothing says what its columns hold",
                "write the arrays by name: numpy.savez('answers.npz', true=…, predicted=…)",
            )
        ])  # fmt: skip
    if suffix in PICKLES | MODELS:
        raise InputError([_network(file)])
    if suffix in TABLES:
        return _table_kind(file, columns, written, stated)
    if suffix == ".xml":
        return _xml_kind(file)
    if suffix == ".json":
        return BY_NAME["detections" if _is_detections(file) else "measure"]
    raise InputError(
        [
            open_question(
                f"{file.name}: the kind of this file does not follow from its name",
                f"state --as KIND: {listed}",
            )
        ]
    )


def _readable_as(file: Path, kind: Kind) -> None:
    """Refuse a kind whose method reads tables, for a file that is none by its name."""
    suffix = file.suffix.lower()
    if not kind.columns or suffix in TABLES:
        return
    if kind.name == "detections" and suffix == ".json":
        _is_detections(file)  # refuses those in another encoding
        return
    if suffix in PICKLES | MODELS:
        raise InputError([_network(file)])
    hint = f"write a table ({', '.join(sorted(TABLES))}) with the columns {', '.join(roles_of(kind))}"
    raise InputError(
        [open_question(f"{file.name} is no table, by its name, and {kind.name} needs one", hint)]
    )


def _network(file: Path) -> Diagnostic:
    """Why a model's file is no evidence, and what to do with it."""
    if file.suffix.lower() in MODELS:
        return open_question(
            f"{file.name} is a model, not a measurement",
            "add the test data that it is asked of, with `--input model=MODEL` (an npz file with inputs and true, for "
            "nn-weighted-confusion), or name it as the input `model` of another method (docs/how-to/own-model.md)",
        )
    if file.suffix.lower() in WEIGHTS:
        return open_question(
            f"{file.name} is a file of HDF5 or Keras, which may hold code that runs when it is loaded; it is not opened",
            "export a model to ONNX; write data, or a model's answers, as a table (true, predicted); or register a "
            "provider in a package (docs/how-to/own-model.md)",
        )
    return open_question(
        f"{file.name} is a pickled object, whose code would run when it is loaded; it is not opened",
        "export it to ONNX, save an estimator with skops, write its answers as a table (true, predicted), or register a "
        "provider in a package "
        "(docs/how-to/own-model.md)",
    )


def _table_kind(
    file: Path, columns: Mapping[str, str], written: Mapping[str, str], stated: Collection[str]
) -> Kind:
    header = columns_of(file, written)
    fitting = [k for k in KINDS if k.columns and _fits(k, header, columns)]
    of_a_monitor = {"alarm", "score", "threshold", "calibration"} & {*columns, *stated}
    if of_a_monitor or candidates("alarm", header):  # else a score may be how sure the answer is
        fitting = [k for k in fitting if k.name != "predictions"]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting and (metrics := of_metrics(file, header)):
        raise InputError([metrics])
    if not fitting and (either := _expected_or_actual(file, header)):
        raise InputError([either])
    roles = "; ".join(f"{k.name}: {', '.join(roles_of(k))}" for k in KINDS if k.columns)
    several = " or ".join(f"{k.name} ({k.text})" for k in fitting)
    what = f"of several kinds, {several}" if fitting else "of no known kind"
    raise InputError([
        open_question(
            f"{file.name}: a table {what}; its columns are {', '.join(header[:12])}",
            f"state --as KIND, and --column ROLE=COLUMN for columns with other names ({roles})",
        )
    ])  # fmt: skip


def columns_of(file: Path, written: Mapping[str, str]) -> list[str]:
    """Names of the columns of a table that is ``written`` so; raises :class:`InputError` for a file that is none."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.tables.reader import header_of

    try:
        header = header_of(file, written)
        if empty := without_rows(file, header, written):
            raise InputError([empty])
        return header
    except InputProblem as error:
        raise InputError([open_question(str(error), _of_an_unread_table(file, written))]) from None
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        raise MissingDependencyError(
            f"{file.name}: reading it needs the package {package}, or the table as CSV", extra_of(package)
        ) from None


def _of_an_unread_table(file: Path, written: Mapping[str, str]) -> str:
    """What a person can do about a table whose header cannot be read."""
    suffix = file.suffix.lower()
    if suffix == ".npz":
        example = "numpy.savez('answers.npz', true=…, predicted=…, p_cat=…)"
        return f"save arrays of one number or name a row, by name: {example}"
    if suffix in TEXTS and "encoding" not in written and not is_utf8(head := _head(file, 8 * SNIFFED)):
        shown = encoding_shown(head)
        named = "cp1252, or what it is" if shown in UTF8 else shown
        return f"save it as UTF-8, or say --table encoding={named}"
    return (
        "write one header row, as docs/how-to/data.md shows; --table KEY=VALUE says how it is written "
        f"({', '.join(WRITTEN)})"
    )


def roles_of(kind: Kind) -> tuple[str, ...]:
    """Every role that a table of this kind has, or may have."""
    return (*kind.columns, *kind.one_of, *kind.also)


def candidates(role: str, header: Sequence[str]) -> list[str]:
    """Columns that may be meant by ``role``: its own name, else one that pipelines write for it."""
    from casegen_evidence.tables.spec import FURTHER_SYNONYMS, SYNONYMS

    plain = {name: _plain(name) for name in header}
    for names in ((role,), SYNONYMS.get(role, ()), FURTHER_SYNONYMS.get(role, ())):
        if fitting := [name for name in header if plain[name] in names]:
            return fitting
    return []


def _plain(name: str) -> str:
    """A column's name without case, blanks, hyphens and brackets: ``Laufzeit [h]`` as ``laufzeit_h``."""
    text = unicodedata.normalize("NFC", name.strip().casefold()).translate(_BRACKETS)
    return text.strip().replace(" ", "_").replace("-", "_")


def _expected_or_actual(file: Path, header: Sequence[str]) -> Diagnostic | None:
    """Why columns called ``expected`` and ``actual`` are asked about: tests and classifiers use the second contrarily."""
    named = {_plain(name): name for name in header}
    expected = next((named[one] for one in ("expected", "erwartet") if one in named), "")
    other = next((named[one] for one in ("actual", "observed", "tatsächlich") if one in named), "")
    if not expected or not other:
        return None
    return open_question(
        f"{file.name}: {other!r} may be the label, as beside an expectation of the model, or the answer, as in a test "
        f"that compares it with what is {expected!r}",
        f"say --as predictions --column true=… --column predicted=…, with {expected!r} and {other!r}",
    )


def _fits(kind: Kind, header: Sequence[str], columns: Mapping[str, str]) -> bool:
    there = [bool(role in columns or candidates(role, header)) for role in kind.columns]
    return all(there) and (not kind.one_of or any(r in columns or candidates(r, header) for r in kind.one_of))


def _head(file: Path, size: int = SNIFFED) -> bytes:
    from casegen.io.regular import open_regular

    with open_regular(file, follow=True) as stream:
        return stream.read(size)


def _xml_kind(file: Path) -> Kind:
    head = beginning(_head(file))
    for tag, name in (("<testsuite", "tests"), ("<coverage", "coverage"), ("<scenarios", "scenarios")):
        if tag in head:
            return BY_NAME[name]
    raise InputError([open_question(f"{file.name}: no JUnit report, Cobertura report or set of scenarios",
                               "other tools' cases come in by `casegen import`")])  # fmt: skip


def _is_detections(file: Path) -> bool:
    """Whether a JSON file is a list of detections as COCO has them, by its first entry."""
    raw = _head(file)
    head = beginning(raw).lstrip()
    detections = head.startswith("[") and all(
        word in head.split("}", 1)[0] for word in ('"image_id"', '"bbox"')
    )
    if detections and (shown := encoding_shown(raw)) != "utf-8":
        message = f"{file.name}: detections in {shown}, and they are read in UTF-8 alone"
        raise InputError([open_question(message, "save it as UTF-8, without a byte order mark")])
    return detections
