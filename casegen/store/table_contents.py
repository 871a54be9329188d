"""Tables that no kind of evidence can be made of: without a row, or with numbers that were computed elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from casegen.model.case import COMMAND_LINE, Location
from casegen.model.diagnostic import Diagnostic, Severity

_OF_A_REGRESSION = frozenset(
    {
        "mae",
        "mse",
        "rmse",
        "nrmse",
        "mape",
        "smape",
        "medae",
        "rmsle",
        "r2",
        "rsquared",
        "r2score",
        "maxerror",
        "mase",
    }
)
_OF_ANSWERS = frozenset(
    {"accuracy", "balancedaccuracy", "precision", "recall", "f1", "f1score", "auc", "auroc", "rocauc"}
)
"""one of them alone may be that of an instrument"""
_NAMES = frozenset({"metric", "metrics", "measure", "scorename", "metrik"})
_VALUES = frozenset({"value", "score", "result", "mean", "wert"})
_ELSEWHERE = (
    'write the number and its limit into a JSON file ({"NAME": …, "NAME_upper": …}) and add that, with --set value=/NAME '
    "--set upper=/NAME_upper --set kind=… --set method=…; or give the rows that it was computed from: {rows}"
)


def without_rows(file: Path, header: Sequence[str], written: Mapping[str, str]) -> Diagnostic | None:
    """What is said of a table that has no row, or nothing at all; None for others."""
    from casegen_evidence.tables.reader import holds_rows

    if not any(name.strip() for name in header):
        what = "the file is empty: it has neither a header nor a row"
    elif not holds_rows(file, written):
        what = f"the table has no row under its header ({', '.join(header[:12])})"
    else:
        return None
    hint = "give the file with its rows; an empty one may be what a program left that ended early"
    return Diagnostic(
        "evidence-add", Severity.INPUT, f"{file.name}: {what}", Location(COMMAND_LINE), hint=hint
    )


def of_metrics(file: Path, header: Sequence[str]) -> Diagnostic | None:
    """What is said of a table of metrics that somebody computed, by its columns; None for others."""
    plain = {re.sub(r"[\W_]", "", re.sub("²", "2", name.casefold())) for name in header}
    plain |= {re.sub(r"^(?:test|val|eval|mean)", "", name) for name in plain}
    regression = bool(plain & _OF_A_REGRESSION)
    if not (regression or len(plain & _OF_ANSWERS) > 1 or (plain & _NAMES and plain & _VALUES)):
        return None
    what = "metrics of a regression" if regression else "metrics"
    rows = "how often the error was too large (entry, demands, failures)" if regression else "true, predicted"
    return Diagnostic(
        "evidence-add",
        Severity.INPUT,
        f"{file.name}: a table of {what}, which were computed elsewhere; its columns are {', '.join(header[:12])}",
        Location(COMMAND_LINE),
        hint=_ELSEWHERE.replace("{rows}", rows),
    )
