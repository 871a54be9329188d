"""A change that no measure or event could have is refused before anything is computed."""

from types import SimpleNamespace

import pytest

from casegen.assessment.whatif import change
from casegen.model.diagnostic import InputError
from casegen.model.quantity import Estimate, MeasureKind

MEASURES = {
    "rate": Estimate(value=1e-5, kind=MeasureKind.PER_HOUR),
    "miss": Estimate(value=1e-5, kind=MeasureKind.PER_DEMAND),
    "seconds": Estimate(value=2.0, kind=MeasureKind.SCORE),
}
CASE = SimpleNamespace(
    common_cause=(), event={"BE": None}, house_event={"HE": None}, evidence_item={"EV": None}
)
SESSION = SimpleNamespace(evidence={"EV": SimpleNamespace(measures=MEASURES)})


@pytest.mark.parametrize(
    ("subject", "number", "told"),
    [
        ("EV.rate", float("nan"), "must be finite"),
        ("EV.rate", float("inf"), "must be finite"),
        ("EV.seconds", float("inf"), "must be finite"),
        ("EV.rate", -1.0, "at least 0"),
        ("EV.miss", 1.5, r"\[0, 1\]"),
        ("BE", float("nan"), r"\[0, 1\]"),
        ("HE", 0.5, "true or false"),
        ("EV.rat", 0.5, "did you mean 'rate'"),
    ],
)
def test_impossible_values_are_told(subject: str, number: float, told: str) -> None:
    with pytest.raises(InputError, match=told):
        change(CASE, SESSION, subject, number)


def test_possible_values_are_taken() -> None:
    assert change(CASE, SESSION, "EV.rate", 2.0).subject == "EV.rate"
    assert change(CASE, SESSION, "EV.seconds", -1.0).number == -1.0
    assert change(CASE, SESSION, "HE", 1.0).house == "HE"
