"""Further evidence for claims whose requirement fails."""

from __future__ import annotations

from typing import TypedDict

from casegen.render.views.base import Reference


class MoreView(TypedDict):
    """Further units of a record."""

    id: str
    measure: str
    units: str


class FurtherView(TypedDict):
    """What it takes to bear so many further failures, and how likely it works."""

    failures: str
    more: list[MoreView]
    cost: str
    estimate: str
    predictive: str


class PlanView(Reference):
    """The plan of a claim; ``problem`` where nothing can be planned, ``conditions`` that go with what can."""

    text: str
    problem: str
    doubtful: str
    works: str
    """heading of the chances: that it works, or where something bars the number that it meets the limit"""
    rows: list[FurtherView]
    conditions: list[str]
