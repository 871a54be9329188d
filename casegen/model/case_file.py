"""What one file of a case folder may hold."""

from __future__ import annotations

from functools import cache
from typing import Annotated, get_args

from pydantic import Field

from casegen.model.argument import (
    Argument,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Module,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import SECTIONS, Header
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, CommonCauseGroup, FaultTree, HouseEvent, Parameter
from casegen.model.hazard import HazardScenario, HazopEntry, MissionProperty
from casegen.model.part import Part
from casegen.model.safety import RiskReduction, StudyItem


class CaseFile(Part):
    """What one file of the folder may hold.  Every section is a list; lists of all files are joined."""

    casegen: Annotated[int, Field(description="version of the file format: 1")] = 1
    case: Header | None = Field(None, description="document control; in case.yaml only")
    include: tuple[str, ...] = Field((), description="more files: paths or patterns inside the folder")
    module: Module | None = Field(None, description="the module that this file's argument nodes belong to")

    properties: tuple[MissionProperty, ...] = Field((), description="mission properties")
    hazop: tuple[HazopEntry, ...] = Field((), description="rows of the HAZOP table")
    scenarios: tuple[HazardScenario, ...] = Field((), description="hazard scenarios")
    study_items: tuple[StudyItem, ...] = Field((), description="nodes and flows of the HAZOP study")
    risk_reductions: tuple[RiskReduction, ...] = Field(
        (), description="measures against risk, with their costs"
    )

    parameters: tuple[Parameter, ...] = Field((), description="named numbers")
    events: tuple[BasicEvent, ...] = Field((), description="basic events of all trees")
    house_events: tuple[HouseEvent, ...] = Field((), description="events known to be true or false")
    common_cause: tuple[CommonCauseGroup, ...] = Field((), description="common-cause groups")
    trees: tuple[FaultTree, ...] = Field((), description="fault trees")

    evidence_items: tuple[EvidenceSpec, ...] = Field((), description="what is measured")

    claims: tuple[Claim, ...] = Field((), description="claims")
    arguments: tuple[Argument, ...] = Field((), description="arguments")
    evidence: tuple[EvidenceNode, ...] = Field((), description="evidence nodes")
    contexts: tuple[ContextNode, ...] = Field(
        (), description="contexts, assumptions, definitions, justifications"
    )
    sub_cases: tuple[SubCase, ...] = Field((), description="claims of other modules")
    defeaters: tuple[Defeater, ...] = Field((), description="objections")
    residual_doubts: tuple[ResidualDoubt, ...] = Field((), description="doubts that stay")


@cache
def held_in() -> dict[str, type]:
    """What each section of a case holds."""
    held = {section: get_args(CaseFile.model_fields[section].annotation)[0] for section in SECTIONS}
    return {**held, "modules": Module}
