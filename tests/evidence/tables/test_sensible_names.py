"""Names and columns that are in order: other languages, delays of alarms; and rows of a sheet by their own numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from casegen_evidence.field_data.method import DEMANDS, HOURS
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION


def signs(method: Any, path: Path, role: str, parameters: dict[str, Any], **declared: Any) -> list[Any]:
    checked = method.parameters.model_validate(parameters)
    run = Run({role: path}, checked, 0, 0.95, path.parent, reading=declared)
    return list(method.run(run).signs)


RECORD = {"failure": "the door does not open within 3 s"}


@pytest.mark.parametrize(
    ("method", "entry", "exposure", "failures"),
    [
        (DEMANDS, "site", "sollicitations", "défaillances"),
        (DEMANDS, "planta", "demandas", "fallos"),
        (DEMANDS, "impianto", "sollecitazioni", "guasti"),
        (DEMANDS, "zakład", "żądania", "awarie"),
        (DEMANDS, "locatie", "aanvragen", "storingen"),
        (HOURS, "pomp", "draaiuren", "storingen"),
        (HOURS, "bomba", "horas de servicio", "fallos"),
        (HOURS, "pompa", "godziny pracy", "awarie"),
        (HOURS, "pompe", "heures de marche", "défaillances"),
    ],
)
def test_a_record_in_another_language(
    tmp_path: Path, method: Any, entry: str, exposure: str, failures: str
) -> None:
    path = tmp_path / "r.csv"
    path.write_text(f"{entry};{exposure};{failures}\nA;2013;0\nB;1877;1\nC;2240;0\n", encoding="utf-8")
    counted = "demands" if method is DEMANDS else "hours"
    columns = {"entry": entry, counted: exposure, "failures": failures}
    assert not signs(method, path, "record", RECORD, columns=columns)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("often", [0.03, 0.3])
def test_a_delay_of_the_rows_with_an_alarm_is_not_cut_off(tmp_path: Path, seed: int, often: float) -> None:
    draw = np.random.default_rng(seed)
    error = draw.random(3000) < 0.02
    alarm = np.where(error, draw.random(3000) < 0.8, draw.random(3000) < often)
    delay = np.where(alarm, np.round(draw.uniform(4, 30, 3000), 2), 0)
    path = tmp_path / "m.csv"
    rows = "".join(f"{int(e)},{int(a)},{d:g}\n" for e, a, d in zip(error, alarm, delay, strict=True))
    path.write_text("error,alarm,alarm_delay_s\n" + rows)
    seen = signs(EVALUATION, path, "outcomes", {"scheme": "detector-errors"})
    assert "sign-cut-by-score" not in [s.name for s in seen]


def test_a_confusion_that_costs_nothing_matters_where_the_limit_is_not_kept_with_it(tmp_path: Path) -> None:
    pairs = [("pedestrian", "background")] * 8 + [("car", "background")] * 16 + [("pedestrian", "car")] * 6
    path = tmp_path / "p.csv"
    rows = [
        *pairs,
        *[("pedestrian", "pedestrian")] * 900,
        *[("car", "car")] * 900,
        *[("background",) * 2] * 1170,
    ]
    path.write_text("true,predicted\n" + "".join(f"{a},{b}\n" for a, b in rows))
    severities = {"pedestrian": {"background": 1}, "car": {"background": 0}}
    seen = signs(WEIGHTED_CONFUSION, path, "predictions", {"severities": severities, "default": 0})
    free = next(s for s in seen if s.name == "sign-free-confusion")
    assert free.possible is not None
    assert 30 / 3000 < free.possible["critical_confusion"] < 0.02
    assert 1 - 0.05 < free.possible["weighted_confusion"] < 1 - 30 / 3000


@pytest.mark.parametrize("above", [0, 2])
def test_a_row_of_a_sheet_is_named_by_its_own_number(tmp_path: Path, above: int) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    first = 1 + above
    for k, row in enumerate((("entry", "demands", "failures"), ("a", 100, 0), ("b", 100, 0)), first):
        for j, value in enumerate(row, 1):
            sheet.cell(k, j, value)
    for j, value in enumerate(("entry", "many", "few"), 1):
        sheet.cell(first + 6, j, value)
    for j, value in enumerate(("c", 100, -4), 1):
        sheet.cell(first + 7, j, value)
    book.save(tmp_path / "r.xlsx")
    with pytest.raises(InputProblem) as refused:
        signs(DEMANDS, tmp_path / "r.xlsx", "record", RECORD)
    message = str(refused.value)
    for blank in (first + 3, first + 5):
        assert f"r.xlsx:{blank}: a blank row" in message
    assert f"r.xlsx:{first + 6}, column demands: " in message
    assert f"r.xlsx:{first + 7}, column failures: " in message
