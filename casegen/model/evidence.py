"""What is to be measured, by which registered method, from which inputs."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from casegen.model.fault_tree import Identifier
from casegen.model.quantity import Confidence, Part
from casegen.model.waiver import Waivers

InputPath = Annotated[str, Field(min_length=1, description="path inside the case folder")]


class EvidenceSpec(Part):
    """One measured evidence item: the recipe whose result the store keeps.

    ``parameters`` belong to the method and are validated against the method's own model.
    """

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field("", description="heading in the documents")
    text: str = Field("", description="what is measured, in a sentence or two")
    method: str = Field(description="registered method, such as ram-low-dimensional")
    inputs: dict[str, InputPath] = Field(
        default_factory=dict, description="file of each input of the method, as a path inside the case folder"
    )
    parameters: dict[str, Any] = Field(default_factory=dict, description="the method's own parameters")
    seed: int = Field(0, description="seed of every random choice; the same seed gives the same result")
    confidence: Confidence | None = Field(None, description="one-sided confidence of every bound it reports")
    owner: str = Field("", description="who answers for it")
    waive: Waivers = ()
