"""Ratings whose name says that nobody accepts them are named by ``intolerable``."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from casegen.model.safety import RiskMatrix

SEVERITIES = ("catastrophic", "critical", "marginal", "negligible")


def matrix(worst: str) -> RiskMatrix:
    ratings = dict.fromkeys(SEVERITIES, ("tolerable", "tolerable")) | {"catastrophic": (worst, "tolerable")}
    return RiskMatrix.model_validate({
        "classes": [{"name": "frequent", "at_least": 1e-3}, {"name": "rare", "at_least": 0}], "ratings": ratings,
    })  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["operation prohibited", "intolerabel", "non tolerable", "non-acceptable", "unsafe", "stop", "STOP", "reject", "rejected", "no-go",
     "Betrieb untersagt", "use is forbidden", "not ok"],
)  # fmt: skip
def test_a_name_that_means_intolerable_is_listed(name: str) -> None:
    with pytest.raises(ValidationError, match="not named by `intolerable`"):
        matrix(name)


@pytest.mark.parametrize(
    "name",
    ["undesirable", "tolerable", "tolerable if reduced", "high", "operation with supervision", "stop and review each year",
     "safe", "not acceptable without approval", "ALARP"],
)  # fmt: skip
def test_other_names_are_ratings(name: str) -> None:
    assert matrix(name).ratings["catastrophic"][0] == name
