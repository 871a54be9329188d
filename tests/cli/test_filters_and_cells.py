"""Small things that a person reads: filters that can match nothing, cells without an answer, names that are initials."""

from __future__ import annotations

import pytest

from casegen.cli.check_view import misspelt
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, Severity
from casegen.texts.acceptances.reasons import is_placeholder
from casegen.texts.events.polarity import polarity

FOUND = (Diagnostic("risk-intolerable", Severity.WARNING, "m", Location("trees.yaml")),)


@pytest.mark.parametrize(
    ("rules", "files", "said"),
    [
        (("nosuch",), (), "there is no rule 'nosuch'"),
        (("claim-qualifer",), (), "did you mean 'claim-qualifier'?"),
        ((), ("nosuch.yaml",), "there is no file of the case 'nosuch.yaml'"),
        (("claim-*", "risk-unrated", "sign-anything"), ("trees.yaml", "case.yaml", "*.yaml"), ""),
        ((), (), ""),
    ],
)
def test_a_filter_that_names_nothing_is_refused(
    rules: tuple[str, ...], files: tuple[str, ...], said: str
) -> None:
    problem = misspelt(FOUND, rules, files, ("case.yaml",))
    assert said in problem
    assert bool(said) == bool(problem)


def test_initials_are_a_name() -> None:
    assert [is_placeholder(name) for name in ("R R", "R. R.", "A. A. A.")] == [False] * 3
    assert [is_placeholder(name) for name in ("RR", "x x", "X. X.", "--", "aaa")] == [True] * 5


def test_a_theft_that_succeeds_is_no_success() -> None:
    for what in ("Theft", "The attack", "A burglar", "Tampering", "Der Diebstahl"):
        assert polarity(f"{what} succeeds in at most 1 of 100 demands") == ""
    assert polarity("The pump succeeds in at most 1 of 100 demands") == "success"
