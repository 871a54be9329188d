"""What the comparison of labelled points with operation means for claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from casegen_evidence.p_values import stated
from casegen_evidence.profiles.thin_places import MET, judge_thin_places
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.profiles.restatement import Restatement

ALIKE = (
    "within each stratum of likeness to operation, inputs of operation fail as often as the labelled points do; "
    f"{MET}"
)
SAME = "the labelled points are independent draws of the operational profile"
OWN_PROFILE = (
    "it describes the labelled points' own profile, and no test can tell that this is the one of operation: use pmi, "
    "which is restated for operation"
)
SIGNS: Mapping[str, str] = {
    "unlike-operation": "the labelled points do not look like draws of operation",
    "unlike-within-strata": "they do not look so even within the strata by which pmi is restated",
    "thin-places": "places that the labelled points may have met too seldom for the tests to see, and that may fail",
    "outside-domain": "inputs lie outside the domain: no cell speaks of them",
    "unlike-sampling": "the labelled points do not look like draws of the stated sampling density",
}
PLAIN = ("pmi_as_drawn", "test_error", "test_failure")
RESTATED = ("pmi", "pmi_smooth", "pmi_voted", "mean_severity")


def judge_likeness(
    intake: Intake, compared: Restatement | None, possible: Mapping[str, float], stated_sampling: bool = False
) -> None:
    """Bar the measures that rest on a likeness which the two-sample tests reject.

    Where they do not, ``possible`` says of each measure what it may be in spite of them.
    """
    if compared is None:
        return
    if stated_sampling:
        if compared.unlike:
            intake.fails(
                "unlike-sampling",
                f"the labelled points do not look like draws of the stated sampling density "
                f"({stated(compared.p_apart)}). " + compared.difference(),
                (*RESTATED, *PLAIN),
                "state how the points were drawn, or leave `sampling` out",
            )
        return
    if compared.unlike:
        intake.fails(
            "unlike-operation",
            f"the labelled points do not look like operation ({stated(compared.p_apart)}). {compared.difference()} Their "
            "own error rate is none of operation",
            PLAIN,
            "use pmi, which is restated for operation, or label inputs of operation",
        )
    if compared.unlike_within:
        intake.fails(
            "unlike-within-strata",
            f"within the strata of likeness the labelled points still differ from operation "
            f"({stated(compared.p_within)}). " + compared.difference(within=True),
            RESTATED,
            "label inputs of operation where the two differ",
        )
    else:
        judge_thin_places(intake, possible, compared.tested, "labelled points")


def judge_outside(intake: Intake, outside: int, seen: int) -> None:
    """Bar the bound that takes every label of a cell for right where ``outside`` of the inputs ``seen`` lie in none."""
    if outside:
        intake.fails(
            "outside-domain",
            f"{outside} of {seen} inputs lie outside the domain: no cell speaks of them",
            ("pmi_voted",),
            "state a `domain` that holds them, or use pmi",
        )
