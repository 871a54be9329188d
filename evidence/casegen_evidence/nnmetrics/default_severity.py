"""What falls to the default severity: classes of the data that the severities do not name."""

from __future__ import annotations

from collections.abc import Mapping

from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.signs.misspelt import variant

WEIGHTED = ("weighted_confusion", "critical_confusion")
FEWEST = 3
"""rows of classes that are never answered from which on they are doubted"""


def judge_default(
    severities: Mapping[str, Mapping[str, float]], default: float | None, table: DataTable, intake: Intake
) -> list[str]:
    """Doubt labels that nobody named and that are never answered: as errors of another class, they hide by the default.

    A network that knows a class answers it now and then.  A label that it never answers is a class it does not know, or
    a known one in another spelling; where the spelling is near that of a class with a severity, the measures are barred.
    Returns what to note of the classes that the default weighs.
    """
    worst = max((v for row in severities.values() for v in row.values()), default=0.0)
    true, answered = table.names("true"), set(table.names("predicted").words)
    if default is None or default >= worst:
        return []
    counts = true.counts()
    stated = {*severities, *(answer for row in severities.values() for answer in row)}
    unknown = [w for w in true.words if w not in stated and w not in answered]
    near = {w: name for w in unknown if (name := variant(w, tuple(stated)))}
    for word, name in near.items():
        intake.fails(
            "class-by-default",
            f"{table.file}: the label {word!r} ({counts[word]:,} {plural(counts[word], 'row')}) is never answered and "
            f"takes the default severity; the severities name {name!r}: one class in two spellings?",
            WEIGHTED,
            f"declare `labels: {{{word}: {name}}}`, or name {word!r} in the severities",
        )
    others = [w for w in unknown if w not in near]
    rows = sum(counts[w] for w in others)
    if rows >= FEWEST:
        intake.suspects(
            "class-by-default",
            f"{table.file}: {rows:,} rows have the label {', '.join(map(repr, others[:4]))}, which is never answered and "
            "which the severities do not name: its errors take the default severity. Is it another name of a class that "
            "they name?",
            WEIGHTED,
            "declare `labels` if it is, or name it in the severities",
        )
    weighed = [w for w in true.words if w not in severities]
    named = ", ".join(f"{w} ({counts[w]:,})" for w in weighed[:20]) + (", …" if len(weighed) > 20 else "")
    return (
        [f"The default severity, {default:g}, weighs every error of the classes (rows) {named}."]
        if weighed
        else []
    )
