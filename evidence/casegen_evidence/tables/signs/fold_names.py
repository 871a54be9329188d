"""Names of files and folders that say that rows are of a cross-validation, with as many models as it has folds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_FILE = compiled(
    r"(?i)(?<![a-z])(oof|out[-_ ]?of[-_ ]?folds?|(?:all|five|ten|\d+|k)[-_ ]?folds?(?![-_ ]?\d)|folds|"
    r"(?:x|cross)[-_ ]?val(?:id(?:ation|ated)?|s)?|cv(?=[-_ ]*(?:pred|answer|output|result|score|out|test)))(?![a-z])"
)
_FOLDER = compiled(r"(?i)(?:^|[/\\_-])(?:fold|cv|split)[-_ ]?(\d{1,3})(?=[/\\])")
MOST_NAMES = 200_000
"""names of a column that are looked at"""


def judge_fold_names(file: str, columns: Sequence[Cells], intake: Intake) -> None:
    """Doubt answers whose file is named as out of fold, or whose pictures lie in folders of several folds."""
    if _FILE.search(Path(file).stem):
        _doubt(f"{file}: by its name the file holds answers of a cross-validation", intake)
        return
    for cells in columns:
        words = cells.words()[1]
        folds = {hit[1] for word in words[:MOST_NAMES] if (hit := _FOLDER.search(word))}
        if len(folds) > 1:
            _doubt(f"{file}: by column {cells.spelled!r} the rows are of {len(folds)} folds", intake)
            return


def _doubt(said: str, intake: Intake) -> None:
    intake.suspects(
        "cross-validated",
        f"{said}: each part was answered by another model, and at most one of them is the model in use",
        hint="give answers of the model in use to rows that it was not trained on; or say in the waiver that one model "
        "answered all",
    )
