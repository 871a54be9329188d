"""The claims whose support has to be read: a conceded objection takes nothing away from it."""

from __future__ import annotations

from collections.abc import Mapping

from casegen.model.case import Case
from casegen.model.results import ClaimResult, Status


def relied_on(case: Case, claims: Mapping[str, ClaimResult]) -> frozenset[str]:
    """Supported claims, and those with an argument that are taken although an objection to them is conceded.

    A claim that is assumed without an argument has nothing below it: what is read of it is its acceptance.
    """
    argued = {argument.supports for argument in case.arguments}
    return frozenset(
        id
        for id, result in claims.items()
        if result.status is Status.SUPPORTED or (result.stands and id in argued)
    )
