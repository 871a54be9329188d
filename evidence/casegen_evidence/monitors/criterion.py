"""Parameters of the verdict on a monitor, which methods that judge one have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from casegen_evidence.method import Parameters

if TYPE_CHECKING:
    from casegen_evidence.monitors.schemes import Criterion

Share = Annotated[float, Field(ge=0, le=1)]


class CriterionParameters(Parameters):
    """What a monitor has to reach."""

    hazard_removed: Share = Field(0.5, description="criterion of the verdict: share of the hazard to remove")
    cost_at_most: Annotated[float, Field(ge=0)] = Field(
        0.1,
        description="criterion of the verdict: availability cost; also of a threshold chosen on calibration rows",
    )

    @property
    def criterion(self) -> Criterion:
        """The criterion that :func:`casegen_evidence.monitors.schemes.side_by_side` takes."""
        from casegen_evidence.monitors.schemes import Criterion

        return Criterion(self.hazard_removed, self.cost_at_most)
