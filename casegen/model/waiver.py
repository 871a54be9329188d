"""A quality rule set aside, by whom and why: what nodes, HAZOP rows, events, trees and evidence items may hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from casegen.model.part import Part


class Waiver(Part):
    """A quality rule set aside for this part, by whom and why."""

    rule: str = Field(description="id of the rule")
    reason: Annotated[str, Field(min_length=1)] = Field(description="why it does not apply here")
    by: Annotated[str, Field(min_length=1)] = Field(description="who decided that")


Waivers = Annotated[tuple[Waiver, ...], Field(description="quality rules that do not apply to it")]
